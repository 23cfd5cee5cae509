/** What stands on a board, where, and the elements that are held for it. */

import { around, type Point, type Rect } from "../lib/geometry";

const NS = "http://www.w3.org/2000/svg";
export const make = <K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string> = {}) => {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

export interface Standing {
  x: number;
  y: number;
  w: number;
  turn?: number;
  /** The height of a name plate; a counter is as high as wide. */
  h?: number;
}

/** The room something takes on the board. */
export const roomOf = ({ x, y, w, h = w }: Standing, grow = 0): Rect => around(x, y, w + grow, h + grow);

export interface Layout {
  pieces: Map<string, Standing>;
  /** Discs with the number of a stack. */
  badges: { x: number; y: number; text: string }[];
  /** Blade-red arrows of attackers on their road. */
  arrows: { x: number; y: number; angle: number }[];
}

/** Chips keep their size on the screen: map units to one of theirs. */
export const chipUnit = (scale: number) => Math.round(Math.min(1.4, 0.76 / scale) * 1000) / 1000;

/** The disc of a stack's number, longer for a longer one, in units of chips. */
export const BADGE = 22;
export const badgeWidth = (text: string) => Math.max(BADGE, 10 + 7.6 * text.length);

/** Where the disc of a stack stands: outside its left upper corner, where counters have neither names nor values nor markers. */
export function badgeAt(left: number, top: number, text: string, unit: number): { x: number; y: number; text: string } {
  const r = (BADGE / 2) * unit;
  return { x: left + 0.3 * r - (badgeWidth(text) / 2) * unit, y: top - 0.7 * r, text };
}

/** The chosen counter is larger: it steps aside so that its ring touches no neighbour. */
export function stepAside({ pieces }: Layout, selected: string | null): void {
  const chosen = selected ? pieces.get(selected) : undefined;
  if (!chosen || chosen.turn !== undefined) return;
  const need = (chosen.w * 1.08 + 14) / 2;
  for (let round = 0; round < 3; round++)
    for (const [id, other] of pieces) {
      if (id === selected) continue;
      const reach = need + other.w / 2 + 2;
      const dx = chosen.x - other.x;
      const dy = chosen.y - other.y;
      // Within a pile counters lie on each other on purpose.
      if (Math.abs(dx) >= reach || Math.abs(dy) >= reach || Math.hypot(dx, dy) < other.w * 0.5) continue;
      if (Math.abs(dx) > Math.abs(dy)) chosen.x += Math.sign(dx) * (reach - Math.abs(dx));
      else chosen.y += Math.sign(dy) * (reach - Math.abs(dy));
    }
}

export interface Spot extends Point {
  /** Radius of the sign of a place, in map units. */
  r: number;
}

export interface Held {
  group: SVGGElement;
  inner: SVGGElement;
  ring: SVGPathElement;
  hit: SVGCircleElement;
  /** What its face was last drawn from; where it stands, and may it be taken. */
  basis: readonly unknown[];
  stands: readonly unknown[];
  face: string;
  /** What is written on it. */
  words: string;
  /** What was last written to the elements: an attribute that stays as it is costs nothing. */
  written: Map<string, string>;
}

/** Write what has changed to a held piece. */
export function write(held: Held, element: "group" | "ring" | "hit", name: string, value: string): void {
  const key = `${element} ${name}`;
  if (held.written.get(key) === value) return;
  held.written.set(key, value);
  if (name === "transform") held[element].style.transform = value;
  else held[element].setAttribute(name, value);
}

/** The longest run of these numbers that rises, by its places. */
export function longestRise(numbers: readonly number[]): Set<number> {
  /** For each length the place of the lowest number that ends such a run, and for each place the one before it. */
  const ends: number[] = [];
  const before: number[] = [];
  numbers.forEach((number, i) => {
    let at = ends.findIndex((end) => numbers[end]! >= number);
    if (at < 0) at = ends.length;
    before.push(at ? ends[at - 1]! : -1);
    ends[at] = i;
  });
  const run = new Set<number>();
  for (let i = ends.at(-1) ?? -1; i >= 0; i = before[i]!) run.add(i);
  return run;
}

/** Put the children of a group into this order; those that need not move stay, for each that moves is laid out anew. */
export function putInOrder(parent: Element, wanted: readonly Element[]): void {
  const now = new Map([...parent.children].map((child, i) => [child, i]));
  const stay = longestRise(wanted.map((child) => now.get(child)!));
  if (stay.size === wanted.length) return;
  let next: Element | null = null;
  for (let i = wanted.length - 1; i >= 0; i--) {
    const child = wanted[i]!;
    if (!stay.has(i)) move(parent, child, next);
    next = child;
  }
}

/** What has the focus keeps it: where a browser cannot move it so, it stays where it is. */
function move(parent: Element & { moveBefore?: (child: Node, before: Node | null) => void }, child: Element, before: Element | null): void {
  if (parent.moveBefore) parent.moveBefore(child, before);
  else if (!child.contains(document.activeElement)) parent.insertBefore(child, before);
}
