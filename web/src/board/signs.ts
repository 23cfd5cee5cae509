/** Signs as SVG text: the chips of markers on counters, marks on places and hexsides. What they mean comes from the card of the game. */

import { f1 } from "../lib/geometry";
import type { Paint, Sign } from "../lib/protocol";
import { CREAM, DARK, escape } from "./drawing";

const TONES: Record<string, Paint> = {
  plain: { fill: CREAM, ink: DARK },
  dark: { fill: DARK, ink: CREAM },
  good: { fill: "var(--good)", ink: "var(--surface)" },
  caution: { fill: "var(--caution)", ink: "var(--on-caution)" },
  bad: { fill: "var(--bad)", ink: "var(--surface)" },
  threat: { fill: "var(--threat)", ink: "var(--surface)" },
  own: { fill: "var(--select)", ink: "#2b1d00" },
};

export const toneOf = (tone: string | undefined): Paint => TONES[tone ?? "plain"] ?? TONES["plain"]!;

/** Finer than a map needs: a sign is drawn in units of its own size. */
const f2 = (n: number) => String(Math.round(n * 100) / 100);

/** Shapes about a middle, in units of half their size. */
const SHAPES: Record<string, string> = {
  disc: "M-1 0a1 1 0 1 1 2 0a1 1 0 1 1 -2 0z",
  square: "M-.9-.9h1.8v1.8h-1.8z",
  diamond: "M0-1.2 1.2 0 0 1.2-1.2 0z",
  triangle: "M-1.2-.9h2.4L0 1.2z",
  tent: "M-1.2 1 0-1.1 1.2 1z",
  flag: "M-.8 1.2v-2.4h1.9l-.5.65.5.65h-1.9",
  works: "M-1.4.5-.9-.6-.4.5.1-.6.6.5 1.1-.6 1.4.5z",
  cut: "M-1-1 1 1M1-1-1 1",
};

/** Markers that are no chips: a plate lies under the first value, a pip stands on the face, others change the whole counter. */
const UNCHIPPED = new Set(["plate", "pip", "dim", "dashed"]);
export const isChip = (sign: Sign) => !UNCHIPPED.has(sign.shape) && sign.sign !== "";

/** A sign of a size round a point. */
export function drawSign(sign: Pick<Sign, "sign" | "shape" | "tone">, x: number, y: number, size: number): string {
  const { fill, ink } = toneOf(sign.tone);
  const half = size / 2;
  const d = SHAPES[sign.shape] ?? SHAPES["disc"]!;
  const line = 1.2 / half;
  const body =
    sign.shape === "cut"
      ? `<path d="${d}" fill="none" stroke="var(--halo)" stroke-width=".95" stroke-linecap="round"/><path d="${d}" fill="none" stroke="${fill}" stroke-width=".5" stroke-linecap="round"/>`
      : `<path d="${d}" fill="${fill}" stroke="${DARK}" stroke-width="${f2(line)}" stroke-linejoin="round"${sign.shape === "square" && sign.sign === "?" ? ' stroke-dasharray=".36 .26"' : ""}/>`;
  // In a triangle that stands on its tip the letter sits a little higher.
  const lift = sign.shape === "triangle" ? -0.24 : sign.shape === "tent" ? 0.3 : 0;
  const words = sign.sign
    ? `<text class="cnt" y="${f2(0.5 + lift)}" font-size="${sign.sign.length > 1 && sign.shape === "square" ? 1.3 : 1.44}" font-weight="700" text-anchor="middle" fill="${ink}">${escape(sign.sign)}</text>`
    : "";
  return `<g transform="translate(${f1(x)} ${f1(y)}) scale(${f2(half)})">${body}${words}</g>`;
}

/** A figure on a square is the plate of a counter: larger than a chip, dashed while nobody knows the figure. */
const isPlate = ({ shape, sign }: Pick<Sign, "sign" | "shape">) => shape === "square" && /^(\d+|\?)$/.test(sign);
const PLATE = 1.25;

/** The chips of markers: at most two, then +n. */
function chipsOf(signs: readonly Sign[]): Pick<Sign, "sign" | "shape" | "tone">[] {
  const chips = signs.filter(isChip);
  return chips.length > 2 ? [chips[0]!, { sign: `+${chips.length - 1}`, shape: "disc", tone: "plain" }] : chips;
}

/** They stand on the upper right corner, half outside. */
export function drawMarkers(signs: readonly Sign[], x: number, y: number, size: number): string {
  const shown = chipsOf(signs);
  const plate = shown[0] && isPlate(shown[0]) ? 1 : 0;
  return shown.map((sign, i) => drawSign(sign, x - i * size * (plate ? 1.1 : 0.95), y, i < plate ? size * PLATE : size)).join("");
}
