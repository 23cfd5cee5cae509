/** The names of places on the printed map: under a counter they make room. */

import { overlap, type Rect } from "../lib/geometry";

const alike = (a: Rect, b: Rect) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

export class MapNames {
  private names: { element: SVGGElement; rect: Rect; covered: boolean }[] = [];
  /** The room counters took when names last made way. */
  private taken: readonly Rect[] = [];

  /** Remember where they stand. */
  read(ground: SVGGElement): void {
    this.taken = [];
    this.names = [...ground.querySelectorAll<SVGGElement>("[data-name]")].flatMap((element) => {
      if (!("getBBox" in element)) return [];
      const { x, y, width, height } = element.getBBox();
      return [{ element, rect: { x, y, width, height }, covered: false }];
    });
  }

  get rects(): Rect[] {
    return this.names.map(({ rect }) => rect);
  }

  makeWay(counters: readonly Rect[]): void {
    const before = this.taken;
    this.taken = counters;
    // Hundreds of names and counters are compared only when somebody has moved.
    if (counters.length === before.length && counters.every((rect, i) => alike(rect, before[i]!))) return;
    for (const name of this.names) {
      const covered = counters.some((rect) => overlap(rect, name.rect) > 0.08 * name.rect.width * name.rect.height);
      if (covered === name.covered) continue;
      name.covered = covered;
      name.element.classList.toggle("covered", covered);
    }
  }
}
