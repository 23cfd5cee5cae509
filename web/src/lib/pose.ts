/** Poses on a free plane: x east, y north, facing clockwise from north. Everything but `Ground` reckons in field units. Pure. */

import type { Point, Rect } from "./geometry";

/** x, y and facing. */
export type Pose = readonly [number, number, number];
/** Width across the facing, depth along it. */
export type Size = readonly [number, number];

const RADIAN = Math.PI / 180;

export const poseOf = (numbers: readonly number[]): Pose => [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];

export const sizeOf = (numbers: readonly number[] | undefined): Size => [numbers?.[0] || 1, numbers?.[1] || 1];

export const compass = (degrees: number) => ((degrees % 360) + 360) % 360;

/** As poses are kept: tenths. */
export const rounded = ([x, y, turn]: Pose): Pose => [Math.round(x * 10) / 10, Math.round(y * 10) / 10, compass(Math.round(turn * 10) / 10)];

export const same = (a: Pose, b: Pose) => Math.abs(a[0] - b[0]) < 0.05 && Math.abs(a[1] - b[1]) < 0.05 && angleBetween(a[2], b[2]) < 0.05;

/** The smaller angle between two facings. */
export function angleBetween(a: number, b: number): number {
  const d = compass(a - b);
  return d > 180 ? 360 - d : d;
}

/** The compass direction from one point to another. */
export const bearing = (from: Point, to: Point) => compass(Math.atan2(to.x - from.x, to.y - from.y) / RADIAN);

/** A place written `x,y,facing`, as choices name them; none if it is none. */
export function readPlace(place: string): Pose | null {
  const numbers = place.split(",").map(Number);
  return numbers.length === 3 && numbers.every(Number.isFinite) ? poseOf(numbers) : null;
}

/** A point of the field by its place in a piece: `u` to the right of the middle, `v` ahead. */
export function pointOf([x, y, turn]: Pose, u: number, v: number): Point {
  const s = Math.sin(turn * RADIAN);
  const c = Math.cos(turn * RADIAN);
  return { x: x + u * c + v * s, y: y - u * s + v * c };
}

/** The corners of a footprint: front left, front right, rear right, rear left. */
export function corners(pose: Pose, [w, d]: Size): Point[] {
  return [pointOf(pose, -w / 2, d / 2), pointOf(pose, w / 2, d / 2), pointOf(pose, w / 2, -d / 2), pointOf(pose, -w / 2, -d / 2)];
}

/** Does a footprint, grown by so much on each side, hold a point? */
export function holds(pose: Pose, [w, d]: Size, at: Point, grow = 0): boolean {
  const s = Math.sin(pose[2] * RADIAN);
  const c = Math.cos(pose[2] * RADIAN);
  const u = (at.x - pose[0]) * c - (at.y - pose[1]) * s;
  const v = (at.x - pose[0]) * s + (at.y - pose[1]) * c;
  return Math.abs(u) <= w / 2 + grow && Math.abs(v) <= d / 2 + grow;
}

/** Do two footprints overlap by more than a hair's breadth? */
export function overlaps(a: Pose, sizeA: Size, b: Pose, sizeB: Size, slack = 0.5): boolean {
  const [one, other] = [corners(a, sizeA), corners(b, sizeB)];
  for (const turn of [a[2], a[2] + 90, b[2], b[2] + 90]) {
    const along = ({ x, y }: Point) => x * Math.sin(turn * RADIAN) + y * Math.cos(turn * RADIAN);
    const [p, q] = [one.map(along), other.map(along)];
    if (Math.max(...p) < Math.min(...q) + slack || Math.max(...q) < Math.min(...p) + slack) return false;
  }
  return true;
}

/** The footprint that holds a point, the nearest middle first; each is grown so that a finger hits it. */
export function hit<T extends { pose: Pose; size: Size }>(things: readonly T[], at: Point, least: number): T | null {
  let best: T | null = null;
  let near = Infinity;
  for (const thing of things) {
    const grow = Math.max(0, (least - Math.min(...thing.size)) / 2);
    const exact = holds(thing.pose, thing.size, at);
    if (!exact && !holds(thing.pose, thing.size, at, grow)) continue;
    const d = Math.hypot(thing.pose[0] - at.x, thing.pose[1] - at.y) + (exact ? 0 : 1e6);
    if (d < near) {
      near = d;
      best = thing;
    }
  }
  return best;
}

/** The snap a pose is drawn to: its middle within reach, nearer ones first, those that need less turning before others. */
export function drawnTo<T extends { pose: readonly number[] }>(pose: Pose, snaps: readonly T[], reach: number, turning = 40): T | null {
  let best: T | null = null;
  let price = Infinity;
  for (const snap of snaps) {
    const goal = poseOf(snap.pose);
    const far = Math.hypot(goal[0] - pose[0], goal[1] - pose[1]);
    const turn = angleBetween(goal[2], pose[2]);
    if (far > reach || turn > turning) continue;
    const c = far / reach + turn / turning;
    if (c < price) {
      price = c;
      best = snap;
    }
  }
  return best;
}

/** The corners of the convex outline of some points. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: Point[]) => {
    const line: Point[] = [];
    for (const p of list) {
      while (line.length > 1) {
        const a = line[line.length - 2]!;
        const b = line[line.length - 1]!;
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        line.pop();
      }
      line.push(p);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** What a move sweeps over, leg by leg: the outline of both ends of each leg that goes somewhere. */
export function swept(path: readonly (readonly number[])[], size: Size): Point[][] {
  const legs: Point[][] = [];
  for (let i = 1; i < path.length; i++) {
    const a = poseOf(path[i - 1]!);
    const b = poseOf(path[i]!);
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.5) legs.push(hull([...corners([a[0], a[1], b[2]], size), ...corners(b, size)]));
  }
  return legs;
}

export interface Leg {
  kind: "turn" | "go";
  /** Degrees of the new facing, or units of length. */
  amount: number;
  bearing: number;
}

/** A path in words: turns and ways between its poses. */
export function legsOf(path: readonly (readonly number[])[]): Leg[] {
  const legs: Leg[] = [];
  for (let i = 1; i < path.length; i++) {
    const a = poseOf(path[i - 1]!);
    const b = poseOf(path[i]!);
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (far > 0.5) legs.push({ kind: "go", amount: far, bearing: bearing({ x: a[0], y: a[1] }, { x: b[0], y: b[1] }) });
    else if (angleBetween(a[2], b[2]) > 0.05) legs.push({ kind: "turn", amount: compass(b[2]), bearing: compass(b[2]) });
  }
  return legs;
}

/** Is a text along a line that is turned so (clockwise from upright) upside down? */
export function upsideDown(turn: number): boolean {
  const t = compass(turn);
  return t > 90.01 && t <= 270.01;
}

/** Between the field and the sheet it is drawn on. */
export class Ground {
  readonly scale: number;

  constructor(
    readonly frame: Rect,
    readonly field: { width: number; height: number },
  ) {
    this.scale = frame.width / field.width;
  }

  toSheet(at: Point): Point {
    return { x: this.frame.x + at.x * this.scale, y: this.frame.y + this.frame.height - at.y * this.scale };
  }

  toField(at: Point): Point {
    return { x: (at.x - this.frame.x) / this.scale, y: (this.frame.y + this.frame.height - at.y) / this.scale };
  }

  /** Kept near the field, where every pose has an answer. */
  kept([x, y, turn]: Pose): Pose {
    const near = (n: number, most: number) => Math.min(Math.max(n, -0.05 * most), 1.05 * most);
    return [near(x, this.field.width), near(y, this.field.height), turn];
  }
}
