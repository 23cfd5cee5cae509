/** What is seen of the map: the part of the screen that nothing covers, and how the map moves so that what matters lies in it. Pure functions. */

import { overlap, type Point, type Rect } from "../lib/geometry";

/** Where the map stands on the screen: a point of the map is seen at `x + k · its x`. */
export interface Camera {
  x: number;
  y: number;
  k: number;
}

/** Screen pixels that stay free round what is brought into sight. */
const MARGIN = 4;
/** The least width and height in which a map can be read: what is smaller counts as covered altogether. */
const LEAST = 96;

export const middleOf = (r: Rect): Point => ({ x: r.x + r.width / 2, y: r.y + r.height / 2 });

export const onScreen = (at: Camera, r: Rect): Rect => ({ x: at.x + r.x * at.k, y: at.y + r.y * at.k, width: r.width * at.k, height: r.height * at.k });

export function within(inner: Rect, outer: Rect): boolean {
  const slack = 0.5;
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  );
}

function hull(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((r) => r.x));
  const y = Math.min(...rects.map((r) => r.y));
  return { x, y, width: Math.max(...rects.map((r) => r.x + r.width)) - x, height: Math.max(...rects.map((r) => r.y + r.height)) - y };
}

/** What the covers leave of a frame: one as wide as the frame takes from below, another from the right; none if too little is left. */
export function freeOf(frame: Rect, covers: readonly Rect[]): Rect | null {
  let right = frame.x + frame.width;
  let bottom = frame.y + frame.height;
  for (const cover of covers) {
    if (!overlap(frame, cover)) continue;
    if (cover.x <= frame.x + 1 && cover.x + cover.width >= frame.x + frame.width - 1) bottom = Math.min(bottom, cover.y);
    else right = Math.min(right, cover.x);
  }
  const free = { x: frame.x, y: frame.y, width: right - frame.x, height: bottom - frame.y };
  return free.width >= LEAST && free.height >= LEAST ? free : null;
}

/** How far a stretch must go to lie between two bounds; one that is too long is set in their middle. */
function shiftInto(low: number, high: number, from: number, to: number): number {
  if (high - low > to - from) return (from + to - low - high) / 2;
  return low < from ? from - low : high > to ? to - high : 0;
}

/** As far as wished, but no farther than what must stay between the bounds allows. */
function held(wish: number, low: number, high: number, from: number, to: number): number {
  return Math.max(from - low, Math.min(to - high, wish));
}

/** Where the map must stand so that what matters is seen, or null if it is seen already. Ranks of rectangles of the map, what
 * matters most first: as many ranks as have room are shown whole, at no scale below `smallest`; of the next, as much as the
 * others allow. The map moves no more than it must. */
export function intoSight(at: Camera, free: Rect, ranks: readonly (readonly Rect[])[], smallest: number): Camera | null {
  const all = ranks.flat();
  if (all.every((r) => within(onScreen(at, r), free))) return null;
  const room = { x: free.x + MARGIN, y: free.y + MARGIN, width: free.width - 2 * MARGIN, height: free.height - 2 * MARGIN };
  let kept: Rect | null = null;
  let loose: Rect | null = null;
  let k = at.k;
  for (const rank of ranks) {
    if (!rank.length) continue;
    const wider = hull(kept ? [kept, ...rank] : rank);
    const fits = Math.min(room.width / wider.width, room.height / wider.height);
    if (fits < Math.min(smallest, at.k)) {
      loose = wider;
      break;
    }
    kept = wider;
    k = Math.min(k, fits);
  }
  const middle = middleOf(free);
  const scaled: Camera = { x: middle.x - ((middle.x - at.x) * k) / at.k, y: middle.y - ((middle.y - at.y) * k) / at.k, k };
  return { ...scaled, x: scaled.x + along(scaled, room, kept, loose, "x", "width"), y: scaled.y + along(scaled, room, kept, loose, "y", "height") };
}

/** The same, and clear of the tools that lie on the map; a tool on a corner of something is better than something out of sight. */
export function intoClearSight(at: Camera, free: Rect, tools: readonly Rect[], ranks: readonly (readonly Rect[])[], smallest: number): Camera | null {
  const to = intoSight(at, free, ranks, smallest);
  const all = ranks.flat();
  const over = tools.find((tool) => all.some((r) => overlap(onScreen(to ?? at, r), tool) > 0));
  if (!over) return to;
  const low = over.y + over.height - free.y;
  const room = low < free.height / 2 ? { ...free, y: free.y + low, height: free.height - low } : { ...free, height: over.y - free.y };
  const clear = intoSight(at, room, ranks, smallest);
  const loses = clear && all.some((r) => within(onScreen(to ?? at, r), free) && !within(onScreen(clear, r), free));
  return loses ? to : clear;
}

function along(at: Camera, room: Rect, kept: Rect | null, loose: Rect | null, side: "x" | "y", length: "width" | "height"): number {
  const [from, to] = [room[side], room[side] + room[length]];
  const ends = (r: Rect): [number, number] => [at[side] + r[side] * at.k, at[side] + (r[side] + r[length]) * at.k];
  const wish = loose ?? kept;
  if (!wish) return 0;
  const shift = shiftInto(...ends(wish), from, to);
  return kept ? held(shift, ...ends(kept), from, to) : shift;
}

export type Side = "up" | "right" | "down" | "left";

/** The side of the free part beyond which something lies, or null if its middle is seen. */
export function beyond(on: Rect, free: Rect): Side | null {
  const { x, y } = middleOf(on);
  const away: [Side, number][] = [
    ["up", free.y - y],
    ["right", x - free.x - free.width],
    ["down", y - free.y - free.height],
    ["left", free.x - x],
  ];
  const [side, far] = away.reduce((most, one) => (one[1] > most[1] ? one : most));
  return far > 0 ? side : null;
}

/** Pixels between a card and the edges of the board. */
const EDGE = 12;

/** The corner of the free part in which a box covers the least of these, as classes: below at the left unless another one is quieter. */
export function quietest(precious: readonly Rect[], free: Rect, width: number, height: number): string {
  const covered = (corner: string) => {
    const x = corner.includes("right") ? free.x + free.width - width - EDGE : free.x + EDGE;
    const y = corner.includes("top") ? free.y + EDGE : free.y + free.height - height - EDGE;
    return precious.reduce((sum, r) => sum + overlap(r, { x, y, width, height }), 0);
  };
  return ["", "right", "top", "top right"].reduce((best, corner) => (covered(corner) < covered(best) ? corner : best));
}
