/** Which unit is next: through all that can still do something, from each to the nearest not yet looked at. Pure functions. */

import { least, type Point } from "./geometry";

export interface Able extends Point {
  piece: string;
  /** Where it stands: those who stand together are looked at together. */
  place: string;
}

/** The next of these, seen from a point; those passed by come again when all have been. What has been passed by then is told as well. */
export function nextOf(able: readonly Able[], from: Point, passed: readonly string[]): { piece: string | null; passed: string[] } {
  const left = able.filter(({ place }) => !passed.includes(place));
  const others = able.filter(({ place }) => place !== passed.at(-1));
  const open = left.length ? left : others.length ? others : able;
  if (!open.length) return { piece: null, passed: [] };
  const next = least([...open], (one) => Math.hypot(one.x - from.x, one.y - from.y));
  return { piece: next.piece, passed: [...(left.length ? passed : []), next.place] };
}
