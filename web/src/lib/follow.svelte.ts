/** What others did, shown at a pace: a queue of beats that plays, stands still, goes on by steps, and is skipped. One's own fights are shown beside what is asked, and hold up nobody. */

import { Delays } from "./clock";
import { beatsOf, foughtFor, isQuiet, joinedBeats, lastsFor, outcomesOf, spotsOf, type Beat, type Came, type Fight } from "./pace";
import type { View } from "./protocol";
import { calm, settings, type Pace } from "./settings.svelte";
import { Since, type Shown } from "./since.svelte";
import { ROLES } from "./told";

/** Milliseconds the last thing stays while nobody here is asked, and after the end in which a click was still meant for it. */
const LINGER = 4000;
const GRACE = 350;
/** More than so much is not waited for: a game of machines that is watched runs ahead. */
const MOST = 400;

/** Keys that choose something at a table; not those that only open or take back something. */
const CHOOSES = /^([1-9ac-qstv-z]|Enter)$/i;

/** The table that is followed. */
export interface Followed extends Shown {
  /** Something else is shown, or the table as it is. */
  show: (beat: Beat | null) => void;
  /** Is somebody at this page asked now, by what the service has sent last? */
  readonly due: boolean;
  /** Has the game a message of this key? */
  has: (key: string) => boolean;
}

export class Follow {
  beat = $state.raw<Beat | null>(null);
  waiting = $state.raw<readonly Beat[]>([]);
  paused = $state(false);
  /** What came of a fight of one's own: seen for a while where the question stands, while everything can be chosen. */
  outcome = $state.raw<Beat | null>(null);
  /** By how much travel is drawn out or shortened just now. */
  times = 1;
  /** How many have been shown in this queue. */
  done = $state(0);
  private open: Fight | null = null;
  /** The last thing was shown, and others go on. */
  private idle = false;
  private skipping = false;
  private ended = 0;
  private readonly delays = new Delays<"next" | "outcome">();
  private readonly seen = () => this.beat && !document.hidden && this.wait();

  readonly since: Since;

  constructor(private readonly table: Followed) {
    this.since = new Since(table);
    document.addEventListener("visibilitychange", this.seen);
  }

  /** The parts an event plays in a fight of the game. */
  private readonly roles = (kind: string) => ROLES.filter((role) => this.table.has(`stage.${role}.${kind}`));

  /** Where to look just now, and what is fought for. */
  get looks(): string[] {
    return this.beat ? spotsOf(this.beat) : [];
  }

  get fought(): string[] | null {
    return this.beat?.fight ? foughtFor(this.beat.fight) : null;
  }

  get on(): boolean {
    return this.beat !== null;
  }

  /** A message about others: it is shown when its turn comes. `before` is what was seen before it, after entry `n`. Is it held back? */
  push(came: Came, before: View, n: number): boolean {
    this.since.begin(n, before);
    const { beats, open } = beatsOf(came, before, this.open, this.roles);
    this.open = open;
    if (settings.pace === "once" || this.skipping) {
      if (this.table.due) this.skipping = false;
      return false;
    }
    for (const beat of beats) this.waiting = joinedBeats(this.waiting, beat);
    if (this.waiting.length > MOST) this.waiting = this.waiting.slice(-MOST);
    if (!this.beat) {
      this.done = 0;
      // Where nothing is told there is nothing to see.
      if (this.waiting.every(isQuiet)) {
        this.waiting = [];
        return false;
      }
      this.next();
    } else if (this.idle && !this.paused) this.next();
    return true;
  }

  /** What this page did itself is there at once, and whatever was still to be shown is over; what answered itself puts no trails away. */
  own(came: Came, before: View, byItself = false): void {
    const { beats, open } = beatsOf(came, before, this.open, this.roles);
    this.open = open;
    this.skipping = false;
    if (byItself) this.since.ignore(came.entries);
    else this.since.end();
    this.stop();
    const fights = settings.pace === "once" ? [] : outcomesOf(beats);
    if (fights.length || !byItself) this.tellOutcomes(fights);
  }

  /** One's own choice and what others answered to it in one message, as the coach of a lesson does: it is shown like what others do. Is it held back? */
  answered(came: Came, before: View, n: number): boolean {
    this.skipping = false;
    this.since.end();
    this.stop();
    return this.push(came, before, n);
  }

  private tellOutcomes([outcome, ...rest]: readonly Beat[]): void {
    this.outcome = outcome ?? null;
    this.delays.stop("outcome");
    if (outcome) this.delays.after("outcome", lastsFor(outcome, 0, settings.pace, true).ms, () => this.tellOutcomes(rest));
  }

  /** Any click and any key ends what is told of one's own fights. */
  endOutcome(): void {
    this.tellOutcomes([]);
  }

  /** The next thing; after the last the table is as it is. */
  private next(): void {
    const [beat, ...rest] = this.waiting;
    if (!beat) return this.end();
    this.waiting = rest;
    this.idle = false;
    this.done += 1;
    this.endOutcome();
    this.times = lastsFor(beat, rest.length, settings.pace, calm()).times;
    this.beat = beat;
    this.table.show(beat);
    this.wait();
  }

  private wait(): void {
    if (this.paused || document.hidden || !this.beat) return;
    const { ms } = lastsFor(this.beat, this.waiting.length, settings.pace, calm());
    this.delays.after("next", ms, () => this.pass());
  }

  private pass(): void {
    if (this.waiting.length) this.next();
    else if (this.table.due || this.idle) this.end();
    else {
      this.idle = true;
      this.delays.after("next", LINGER, () => this.end());
    }
  }

  private end(): void {
    this.ended = Date.now();
    this.stop();
  }

  /** Nothing is shown any more but the table as it is. */
  stop(): void {
    this.delays.stop("next");
    this.waiting = [];
    this.paused = this.idle = false;
    if (!this.beat) return;
    this.beat = null;
    this.table.show(null);
  }

  /** To the end of what the others do, up to the next question. */
  skip(): void {
    if (!this.on) return;
    this.skipping = !this.table.due;
    this.stop();
  }

  toggle(): void {
    this.paused = !this.paused;
    if (this.paused) this.delays.stop("next");
    else if (this.idle) this.end();
    else this.pass();
  }

  /** One thing on; it stands still then. */
  step(): void {
    this.paused = true;
    this.delays.stop("next");
    this.next();
  }

  /** Another pace, from now on. */
  change(pace: Pace): void {
    settings.setPace(pace);
    if (pace === "once") this.skip();
    else if (this.beat && !this.idle) this.wait();
  }

  /** Something was clicked or a key pressed to choose: on a table seen as it was it only brings that to an end. Was that so? */
  heldUp(): boolean {
    if (!this.on || !this.table.due) return false;
    this.skip();
    return true;
  }

  /** A key while something is shown, or just after it; was it for this? */
  key({ key }: KeyboardEvent, target: Element): boolean {
    const pressed = target.closest("button, a, summary, [role=tab]") && (key === " " || key === "Enter");
    const told = this.outcome !== null;
    this.endOutcome();
    if (pressed) return false;
    if (told && key === "Escape") return true;
    if (!this.on) return this.late && [" ", ".", "Escape"].includes(key);
    if (key === " ") this.toggle();
    else if (key === ".") this.step();
    else if (key === "Escape") this.skip();
    else return CHOOSES.test(key) && this.heldUp();
    return true;
  }

  /** A click or key just after the end was meant for what was shown. */
  get late(): boolean {
    return Date.now() - this.ended < GRACE;
  }

  /** The table is seen anew. */
  forget(): void {
    this.since.end();
    this.open = null;
    this.skipping = false;
    this.endOutcome();
    this.stop();
  }

  close(): void {
    this.delays.close();
    document.removeEventListener("visibilitychange", this.seen);
  }
}
