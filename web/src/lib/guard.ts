/** No click meets a button that has just come under a resting pointer: what it was meant for is gone. */

import type { Point } from "./geometry";

/** Milliseconds a hand takes to see that a row has changed; pixels it trembles. */
const GLANCE = 250;
const STILL = 4;

export class Guard {
  private at: Point = { x: -1, y: -1 };
  /** What lay under the pointer when the row changed last, where the pointer was, and when. */
  private under: string | null = null;
  private rested: Point = { x: -1, y: -1 };
  private since = -Infinity;

  moved(x: number, y: number): void {
    this.at = { x, y };
  }

  /** The row is about to change; `under` names what lies under the pointer. */
  changes(under: (at: Point) => string | null, now: number): void {
    // Of several changes under a pointer at rest the first counts: what was aimed at lay there before it.
    if (now - this.since > GLANCE || !this.rests(this.at.x, this.at.y)) this.under = under(this.at);
    this.since = now;
    this.rested = this.at;
  }

  /** Was a click on this meant for something else? */
  refuses(target: string | null, x: number, y: number, now: number): boolean {
    return this.rests(x, y) && now - this.since < GLANCE && target !== this.under;
  }

  private rests(x: number, y: number): boolean {
    return Math.hypot(x - this.rested.x, y - this.rested.y) <= STILL;
  }
}
