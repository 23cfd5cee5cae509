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
