/** Name plates as SVG text: who is beside a stack and not in it. A star, a name, a value in a box. Drawn round (0, 0). */

import { f1, least, overlap, type Point, type Rect } from "../lib/geometry";
import type { Piece } from "../lib/protocol";
import { edge, ink, star, type Look } from "./counters";
import { escape } from "./drawing";
import { drawMarkers } from "./signs";

/** Sides whose colour has an ink for words on paper. */
const INKED = new Set(["blue", "red"]);
const NARROW = /[ijlft.,'’\-・ ]/;
const WIDE = /[mwMW]/;
/** Long Japanese names are set narrow. */
const LONG = 5;

const isWide = (letter: string) => letter > "\u2e80";

/** How wide a name is, in heights of its letters. */
export function nameWidth(name: string): number {
  const letters = [...name];
  const kana = letters.filter(isWide).length > LONG ? 0.78 : 1;
  return letters.reduce((sum, letter) => sum + (isWide(letter) && letter !== "・" ? kana : NARROW.test(letter) ? 0.32 : WIDE.test(letter) ? 0.78 : 0.54), 0);
}

/** Letters fill three quarters of the height; far away only the star and the value are left. */
const LETTERS = 0.76;
const starRoom = (h: number) => h * 0.98;
const boxWidth = (value: string, h: number) => (value ? h * (0.42 + 0.36 * value.length) : 0);

export function plateWidth(label: string, value: string, h: number, named: boolean): number {
  return starRoom(h) + (named ? nameWidth(label) * h * LETTERS + h * 0.3 : 0) + boxWidth(value, h) + h * 0.12;
}

const rounded = (w: number, h: number, r: number) => `x="${f1(-w / 2)}" y="${f1(-h / 2)}" width="${f1(w)}" height="${f1(h)}" rx="${f1(r)}"`;

/** The plate of a piece; its first value is the one in the box. */
export function plate(piece: Piece, look: Look): string {
  const { colour, paint, label, w, h = w, detail, selected, selectable, hollow } = look;
  const value = piece.values?.[0] ?? "";
  const written = paint ? paint.ink : INKED.has(colour) ? `var(--${colour}-ink)` : "var(--ink)";
  const face = paint?.fill ?? "var(--surface)";
  const border = paint ? paint.ink : INKED.has(colour) ? `var(--${colour})` : edge(colour);
  const r = h * 0.16;
  const ring = (grow: number, tone: string, width: number) => `<rect ${rounded(w + grow, h + grow, r + grow / 2)} fill="none" stroke="${tone}" stroke-width="${f1(width)}"/>`;
  let o = `<rect class="c-body" ${rounded(w, h, r)} fill="${face}" stroke="${border}" stroke-width="${f1(h * 0.09)}"/>`;
  const left = -w / 2 + h * 0.54;
  o += hollow ? star(left, 0, h * 0.34, "none", written) : star(left, 0, h * 0.36, paint ? paint.ink : border);
  const box = boxWidth(value, h);
  const right = w / 2 - h * 0.14;
  if (value)
    o +=
      `<rect x="${f1(right - box)}" y="${f1(-h * 0.36)}" width="${f1(box)}" height="${f1(h * 0.72)}" rx="${f1(h * 0.1)}" fill="${border}"/>` +
      `<text class="cnt" x="${f1(right - box / 2)}" y="${f1(h * 0.26)}" font-size="${f1(h * 0.72)}" font-weight="700" text-anchor="middle" fill="${paint ? paint.fill : ink(colour)}">${escape(value)}</text>`;
  if (detail !== "far") {
    const from = -w / 2 + starRoom(h);
    const room = nameWidth(label) * h * LETTERS;
    const squeezed = [...label].filter(isWide).length > LONG ? ` textLength="${f1(room)}" lengthAdjust="spacingAndGlyphs"` : "";
    o += `<text class="cnt" x="${f1(from + (right - box - from) / 2)}" y="${f1(h * 0.27)}" font-size="${f1(h * LETTERS)}" font-weight="700" text-anchor="middle" fill="${written}"${squeezed}>${escape(label)}</text>`;
  }
  const px = h / 17;
  if (selected) o += ring(5 * px, "var(--ink)", 5 * px) + ring(5 * px, "var(--select)", 3.2 * px);
  else if (selectable) o += `<g class="may">${ring(2.4 * px, "var(--ink)", 3 * px)}${ring(2.4 * px, "var(--select)", 2 * px)}</g>`;
  // The value is at the right: what lies on a plate stands on its left corner.
  return o + drawMarkers(look.markers ?? [], -w / 2, -h / 2, h * 0.8);
}

/** Plates that belong together, one under the other, beside the stack they are with. */
export interface Column {
  /** The stack, or where it would stand, and the room it takes when it is fanned out. */
  stack: Rect;
  fan: Rect;
  alone: boolean;
  width: number;
  height: number;
}

/** The middle of a column of plates: beside its stack where it hides nothing, as near as can be, above it if all is equal. */
export function besideStack({ stack, fan, alone, width, height }: Column, solid: readonly Rect[], soft: readonly Rect[], extent: Rect, gap: number): Point {
  const x = stack.x + stack.width / 2;
  const y = stack.y + stack.height / 2;
  if (alone) return { x, y };
  const dx = (stack.width + width) / 2;
  const dy = (stack.height + height) / 2;
  const candidates: (Point & { far: number })[] = [];
  for (const step of [0, 0.35, 0.7, 1.05]) {
    const far = gap + step * stack.width;
    for (const slide of [0, -0.5, 0.5, -1, 1]) candidates.push({ x: x + slide * dx, y: y - dy - far, far }, { x: x + slide * dx, y: y + dy + far, far });
    for (const slide of [0, -0.6, 0.6, -1, 1]) candidates.push({ x: x - dx - far, y: y + slide * dy, far }, { x: x + dx + far, y: y + slide * dy, far });
  }
  const reach = { x: x - 2 * dx - 2 * stack.width, y: y - 2 * dy - 2 * stack.height, width: 4 * (dx + stack.width), height: 4 * (dy + stack.height) };
  const near = (rects: readonly Rect[]) => rects.filter((rect) => overlap(rect, reach) > 0);
  const [hard, weak] = [near(solid), near(soft)];
  return least(candidates, (at) => {
    const rect = { x: at.x - width / 2, y: at.y - height / 2, width, height };
    const covered = (rects: readonly Rect[]) => rects.reduce((sum, other) => sum + overlap(rect, other), 0);
    const aside = (Math.abs(at.x - x) / dx) * 0.02 * width * height;
    return 12 * covered(hard) + 0.6 * covered(weak) + 0.4 * overlap(rect, fan) + 6 * (width * height - overlap(rect, extent)) + at.far * height * 0.5 + aside;
  });
}
