/** Overlays as SVG text, whatever board they lie on: hatched, ringed or outlined places, lines, and signs with captions. */

import { f1, pathOf, type Point } from "../lib/geometry";
import type { Legend, Overlay, OverlayLine, OverlayPart, OverlayPlace } from "../lib/protocol";
import { escape } from "./drawing";
import { toneOf } from "./signs";

/** What a board must know to have an overlay drawn on it. */
export interface Ground {
  spot: (place: string) => Point | null;
  /** The way between two places next to each other. */
  way: (from: string, to: string) => Point[];
  /** The outline of a place: an SVG path, larger or smaller than the place is. */
  outline: (place: string, scale: number) => string;
  /** The outline of several places together. */
  region: (places: readonly string[]) => string;
  /** Below the name of an area on the printed map. */
  areaSpot: (area: string) => Point | null;
  /** Map units of so many pixels. */
  px: (pixels: number) => number;
}

const stroke = (tone: string | undefined) => (tone === "own" ? "var(--select)" : tone === "plain" || !tone || tone === "dark" ? "var(--ink)" : `var(--${tone})`);
/** Tones that say how a place fares: a sign beside what stands there, not an area. */
const VERDICTS = new Set(["good", "caution", "bad"]);

/** Under the counters: areas and lines. */
export function drawAreas(overlays: readonly Overlay[], ground: Ground): string {
  let o = "";
  for (const { places = [], lines = [] } of overlays) {
    for (const { place, tone } of places) {
      if (!ground.spot(place) || VERDICTS.has(tone ?? "")) continue;
      if (tone === "threat")
        o += `<path class="threat" d="${ground.outline(place, 0.98)}" fill="url(#h-threat)" stroke="var(--threat)" stroke-width="${f1(ground.px(1.8))}" stroke-dasharray="${f1(ground.px(6))} ${f1(ground.px(4))}"/>`;
      else if (tone !== "own") o += `<path class="ringed" d="${ground.outline(place, 0.7)}" fill="none" stroke="${stroke(tone)}" stroke-width="${f1(ground.px(2))}"/>`;
    }
    const own = places.filter(({ place, tone }) => tone === "own" && ground.spot(place)).map(({ place }) => place);
    if (own.length) {
      const edge = ground.region(own);
      o += `<path d="${edge}" fill="none" stroke="var(--ink)" stroke-opacity=".7" stroke-width="${f1(ground.px(4.6))}" stroke-linecap="round"/><path class="region" d="${edge}" fill="none" stroke="var(--select)" stroke-width="${f1(ground.px(2.8))}" stroke-linecap="round"/>`;
    }
    for (const line of lines) o += drawLine(line, ground);
  }
  return o;
}

/** The points a line leads through. */
export function pointsOf({ places }: OverlayLine, ground: Ground): Point[] {
  return places.slice(1).flatMap((to, i) => ground.way(places[i]!, to));
}

/** Dashes of a line, in pixels; what is only cautioned about is dashed too. */
const DASHES: Record<string, number[]> = { dashed: [7, 5], dotted: [0.1, 6], boundary: [14, 6, 0.1, 6], cut: [7, 5] };
const dashesOf = ({ style, tone }: Pick<OverlayLine, "style" | "tone">, px: (pixels: number) => number) => {
  const dashes = DASHES[style ?? ""] ?? (tone === "caution" ? DASHES["dashed"]! : []);
  return dashes.length ? ` stroke-dasharray="${dashes.map((one) => f1(px(one))).join(" ")}"` : "";
};
const CROSS = "M-6-6 6 6M6-6-6 6";
const cross = `<path d="${CROSS}" fill="none" stroke="var(--halo)" stroke-width="7" stroke-linecap="round"/><path class="cut" d="${CROSS}" fill="none" stroke="var(--bad)" stroke-width="3.6" stroke-linecap="round"/>`;

function drawLine(line: OverlayLine, ground: Ground): string {
  const d = pathOf(pointsOf(line, ground));
  if (!d) return "";
  return (
    `<path d="${d}" fill="none" stroke="var(--halo)" stroke-width="${f1(ground.px(6.4))}" stroke-linecap="round" stroke-linejoin="round"/>` +
    `<path class="traced" d="${d}" fill="none" stroke="${stroke(line.tone)}" stroke-width="${f1(ground.px(3.2))}" stroke-linecap="round" stroke-linejoin="round"${dashesOf(line, ground.px)}/>`
  );
}

/** Above the counters: how places fare, and what is written. `at` is where the sign of a place stands. */
export function drawCaptions(overlays: readonly Overlay[], ground: Ground, at: (place: string) => Point | null, unit: number, colourOf: (side: string) => string): string {
  let o = "";
  const put = (point: Point, drawn: string) => `<g transform="translate(${f1(point.x)} ${f1(point.y)}) scale(${unit})">${drawn}</g>`;
  for (const { places = [], lines = [] } of overlays) {
    for (const one of places) {
      // A chip that speaks of several sides is about more than what stands there: it has the middle.
      const point = one.parts?.length ? ((one.area && ground.areaSpot(one.area)) || ground.spot(one.place)) : at(one.place);
      const drawn = point ? (one.parts?.length ? partsOf(one.parts, colourOf) : signOf(one)) : "";
      if (point && drawn) o += put(point, drawn);
    }
    for (const line of lines) {
      const points = line.caption ? pointsOf(line, ground) : [];
      if (points.length) o += put(points[Math.floor(points.length / 2)]!, pill(line.caption!, line.tone));
      const end = line.style === "cut" ? pointsOf(line, ground).at(-1) : undefined;
      if (end) o += put(end, cross);
    }
  }
  return o;
}

const wide = (text: string) => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 13 : 7.4), 0);

/** One chip for all sides: a square of each side's colour, with its caption, or a tick or a cross. */
export function partsOf(parts: readonly OverlayPart[], colourOf: (side: string) => string): string {
  const widths = parts.map(({ caption }) => 30 + (caption ? wide(caption) : 14));
  const all = widths.reduce((sum, w) => sum + w, 0);
  let x = -all / 2;
  let o = `<rect class="parts" x="${f1(x)}" y="-11" width="${f1(all)}" height="22" rx="11" fill="var(--surface)" stroke="var(--line-2)" stroke-width="1"/>`;
  parts.forEach(({ side, caption, tone }, i) => {
    const colour = colourOf(side);
    if (i) o += `<path d="M${f1(x)}-7v14" stroke="var(--line-2)" stroke-width="1"/>`;
    o += `<rect x="${f1(x + 9)}" y="-5.5" width="11" height="11" rx="${colour === "blue" ? 3 : 1}" fill="var(--${colour})"/>`;
    if (caption) o += `<text class="cnt" x="${f1(x + 25)}" y="4.8" font-size="13.5" font-weight="700" fill="var(--${colour}-ink)">${escape(caption)}</text>`;
    else
      o += `<path transform="translate(${f1(x + 31)} 0)" d="${tone === "bad" ? "M-4-4 4 4M4-4-4 4" : "M-4.5 0-1.5 3.5 4.5-4"}" fill="none" stroke="var(--${tone === "bad" ? "bad" : "good"})" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>`;
    x += widths[i]!;
  });
  return o;
}

/** A sign of a legend: what an overlay draws, small. */
export function legendSign({ sign, tone }: Pick<Legend, "sign" | "tone">): { width: number; draw: string } {
  const colour = stroke(tone);
  if (sign in DASHES)
    return { width: 28, draw: `<path d="M-12 0H${sign === "cut" ? 4 : 12}" stroke="${colour}" stroke-width="3" stroke-linecap="round"${dashesOf({ style: sign }, (n) => n * 0.7)}/>${sign === "cut" ? `<g transform="translate(8 0) scale(.7)">${cross}</g>` : ""}` };
  if (sign === "line") return { width: 28, draw: `<path d="M-12 0H12" stroke="var(--ink)" stroke-opacity=".7" stroke-width="5"/><path d="M-12 0H12" stroke="${colour}" stroke-width="3"/>` };
  if (sign === "rail") return { width: 28, draw: `<path d="M-12 0H12" stroke="${colour}" stroke-width="3.2" stroke-linecap="round"/>` };
  if (sign === "hatch") return { width: 26, draw: `<rect x="-11" y="-7" width="22" height="14" fill="url(#h-threat)" stroke="${colour}" stroke-width="1.8" stroke-dasharray="5 3"/>` };
  if (sign === "ring" || sign === "area") return { width: 22, draw: `<circle r="8" fill="none" stroke="${colour}" stroke-width="2"/>` };
  if (VERDICTS.has(sign)) return { width: 20, draw: signOf({ place: "", tone: sign }) };
  return { width: wide(sign) + 16, draw: pill(sign, tone) };
}

/** A tick on a disc, an exclamation mark on a triangle, a crossed square; with a caption its words. */
function signOf({ caption, tone }: OverlayPlace): string {
  if (caption) return pill(caption, tone);
  const { fill, ink } = toneOf(tone);
  const line = `fill="none" stroke="${ink}" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"`;
  if (tone === "good") return `<circle class="fares good" r="8" fill="${fill}" stroke="var(--halo)" stroke-width="1.6"/><path d="M-3.6.2-1 3 3.8-2.8" ${line}/>`;
  if (tone === "caution") return `<path class="fares caution" d="M0-9 9.4 7.4H-9.4z" fill="${fill}" stroke="var(--halo)" stroke-width="1.6"/><path d="M0-3.4v5M0 4.6v.2" ${line}/>`;
  if (tone === "bad") return `<rect class="fares bad" x="-8" y="-8" width="16" height="16" rx="2.4" fill="${fill}" stroke="var(--halo)" stroke-width="1.6"/><path d="M-3.6-3.6 3.6 3.6M3.6-3.6-3.6 3.6" ${line}/>`;
  return "";
}

function pill(text: string, tone: string | undefined): string {
  const { fill, ink } = toneOf(tone);
  const w = Math.max(22, [...text].reduce((wide, letter) => wide + (letter > "\u2e80" ? 13 : 7.6), 12));
  return `<rect x="${f1(-w / 2)}" y="-10.5" width="${f1(w)}" height="21" rx="10.5" fill="${fill}" stroke="var(--halo)" stroke-width="1.8"/><text class="cnt" y="4.8" font-size="13.5" font-weight="700" text-anchor="middle" fill="${ink}">${escape(text)}</text>`;
}
