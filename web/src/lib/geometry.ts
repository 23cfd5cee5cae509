/** Small plane geometry: rectangles, curves, where things may stand without covering others. Pure functions. */

export interface Point {
  x: number;
  y: number;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const around = (x: number, y: number, width: number, height = width): Rect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

export function overlap(a: Rect, b: Rect): number {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

export function inside(point: Point, rect: Rect, grow = 0): boolean {
  return (
    point.x > rect.x - grow &&
    point.x < rect.x + rect.width + grow &&
    point.y > rect.y - grow &&
    point.y < rect.y + rect.height + grow
  );
}

type Curve = { from: Point; steps: { kind: string; args: number[] }[] };

/** Reads path data of absolute M, L, Q and C commands. */
function readPath(data: string): Curve {
  const from: Point = { x: 0, y: 0 };
  const steps: Curve["steps"] = [];
  for (const part of data.match(/[MLQC][^MLQC]*/g) ?? []) {
    const args = (part.slice(1).match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    if (part[0] === "M") {
      from.x = args[0] ?? 0;
      from.y = args[1] ?? 0;
    } else steps.push({ kind: part[0]!, args });
  }
  return { from, steps };
}

/** A path as a line of points: `each` per piece of the path. */
export function samplePath(data: string, each = 16): Point[] {
  const { from, steps } = readPath(data);
  const points = [from];
  let last = from;
  for (const { kind, args } of steps) {
    const p = (i: number): Point => ({ x: args[i] ?? 0, y: args[i + 1] ?? 0 });
    const end = p(args.length - 2);
    const count = kind === "L" ? Math.max(2, Math.round(each / 2)) : each;
    for (let i = 1; i <= count; i++) {
      const t = i / count;
      const u = 1 - t;
      if (kind === "Q") {
        const c = p(0);
        points.push({ x: u * u * last.x + 2 * u * t * c.x + t * t * end.x, y: u * u * last.y + 2 * u * t * c.y + t * t * end.y });
      } else if (kind === "C") {
        const a = p(0);
        const b = p(2);
        points.push({
          x: u ** 3 * last.x + 3 * u * u * t * a.x + 3 * u * t * t * b.x + t ** 3 * end.x,
          y: u ** 3 * last.y + 3 * u * u * t * a.y + 3 * u * t * t * b.y + t ** 3 * end.y,
        });
      } else points.push({ x: u * last.x + t * end.x, y: u * last.y + t * end.y });
    }
    last = end;
  }
  return points;
}

export function lengthOf(line: Point[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += Math.hypot(line[i]!.x - line[i - 1]!.x, line[i]!.y - line[i - 1]!.y);
  return sum;
}

/** The point at a distance along a line, with the direction there in degrees. */
export function along(line: Point[], distance: number): Point & { angle: number } {
  let left = distance;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    const d = Math.hypot(b.x - a.x, b.y - a.y);
    if (left <= d || i === line.length - 1) {
      const t = d ? Math.min(1, left / d) : 0;
      return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t, angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI };
    }
    left -= d;
  }
  return { ...(line[0] ?? { x: 0, y: 0 }), angle: 0 };
}

/** Things that should not be covered: rectangles with a weight per area, points with a weight each. */
export interface Obstacles {
  rects: { rect: Rect; weight: number }[];
  points: Point[];
  pointWeight: number;
}

export function cover(rect: Rect, obstacles: Obstacles): number {
  let sum = 0;
  for (const { rect: other, weight } of obstacles.rects) sum += overlap(rect, other) * weight;
  for (const point of obstacles.points) if (inside(point, rect, 2)) sum += obstacles.pointWeight;
  return sum;
}

/** The candidate that covers least; earlier ones win when equal. */
export function least<T>(candidates: T[], cost: (candidate: T) => number): T {
  let best: T = candidates[0]!;
  let price = Infinity;
  for (const candidate of candidates) {
    const c = cost(candidate);
    if (c < price - 1e-9) {
      best = candidate;
      price = c;
    }
  }
  return best;
}

/** Middles of a rectangle of this size set round a point so that it clears a circle, in so many directions. */
export function ringOfSpots(at: Point, clear: number, width: number, height: number, directions = 24): Point[] {
  const order = [0, 180, 90, 270, 315, 225, 45, 135];
  const all = Array.from({ length: directions }, (_, i) => (i * 360) / directions);
  const angles = [...order, ...all.filter((a) => !order.includes(a))];
  return angles.map((angle) => {
    const a = (angle * Math.PI) / 180;
    const dx = Math.cos(a);
    const dy = Math.sin(a);
    const reach = Math.min(width / 2 / Math.max(1e-6, Math.abs(dx)), height / 2 / Math.max(1e-6, Math.abs(dy)));
    return { x: at.x + dx * (clear + reach), y: at.y + dy * (clear + reach) };
  });
}

/** The point of a set that lies best in a direction (degrees, 0 = right, 90 = down) from here. */
export function towards<T extends Point>(from: Point, angle: number, others: T[]): T | null {
  let best: T | null = null;
  let price = Infinity;
  for (const other of others) {
    const d = Math.hypot(other.x - from.x, other.y - from.y);
    if (d < 1e-6) continue;
    let turn = Math.abs((Math.atan2(other.y - from.y, other.x - from.x) * 180) / Math.PI - angle) % 360;
    if (turn > 180) turn = 360 - turn;
    if (turn > 75) continue;
    const c = d * (1 + (turn / 45) ** 2);
    if (c < price) {
      best = other;
      price = c;
    }
  }
  return best;
}

/** Centre of a flat-topped hex by its column and row (from 1; even columns half a hex lower). */
export function hexCentre(col: number, row: number, size: number): Point {
  const side = size / Math.sqrt(3);
  return { x: (col - 1) * side * 1.5, y: (row - 1) * size + (col % 2 === 0 ? size / 2 : 0) };
}

export function hexCorners(at: Point, size: number, turn = 0): Point[] {
  const r = size / Math.sqrt(3);
  return [turn, 60 + turn, 120 + turn, 180 + turn, 240 + turn, 300 + turn].map((a) => ({
    x: at.x + r * Math.cos((a * Math.PI) / 180),
    y: at.y + r * Math.sin((a * Math.PI) / 180),
  }));
}

export const f1 = (n: number) => String(Math.round(n * 10) / 10);

export const pathOf = (points: Point[], closed = false) =>
  points.map((p, i) => `${i ? "L" : "M"}${f1(p.x)} ${f1(p.y)}`).join("") + (closed ? "z" : "");
