/** Counters as SVG text: silhouette, hatching, symbol, values, marks. Drawn round (0, 0). */

import { f1 } from "../lib/geometry";
import type { Paint, Piece, Sign } from "../lib/protocol";
import { CREAM, DARK, escape } from "./drawing";
import { drawMarkers, drawSign } from "./signs";

export type Detail = "far" | "middle" | "near";

export function detailOf(pixels: number): Detail {
  return pixels < 26 ? "far" : pixels <= 56 ? "middle" : "near";
}

/** Families of sides: blue rounded, red with cut upper corners; nations of a side take its shape. */
const CUT = new Set(["red", "de", "it"]);
export const isCut = (colour: string) => CUT.has(colour);
const HATCHED = new Set(["blue", "red"]);
const LIGHT = new Set(["us", "uk", "ca", "fr"]);

export function silhouette(colour: string, w: number, h = w, x = -w / 2, y = -h / 2): string {
  if (isCut(colour)) {
    const c = Math.min(w, h) * 0.15;
    return `M${f1(x + c)} ${f1(y)}H${f1(x + w - c)}L${f1(x + w)} ${f1(y + c)}V${f1(y + h)}H${f1(x)}V${f1(y + c)}z`;
  }
  const r = Math.min(w, h) * 0.14;
  const a = `a${f1(r)} ${f1(r)} 0 0 1 `;
  return (
    `M${f1(x + r)} ${f1(y)}h${f1(w - 2 * r)}${a}${f1(r)} ${f1(r)}v${f1(h - 2 * r)}${a}${f1(-r)} ${f1(r)}` +
    `h${f1(2 * r - w)}${a}${f1(-r)} ${f1(-r)}v${f1(2 * r - h)}${a}${f1(r)} ${f1(-r)}z`
  );
}

/** The top of a counter, as high as its name. */
function bandOf(colour: string, w: number): string {
  const half = w / 2;
  const low = -half + w * 0.28;
  const c = w * (isCut(colour) ? 0.15 : 0.14);
  if (isCut(colour)) return `M${f1(-half + c)} ${f1(-half)}H${f1(half - c)}L${f1(half)} ${f1(-half + c)}V${f1(low)}H${f1(-half)}V${f1(-half + c)}z`;
  return `M${f1(-half)} ${f1(low)}V${f1(-half + c)}a${f1(c)} ${f1(c)} 0 0 1 ${f1(c)} ${f1(-c)}H${f1(half - c)}a${f1(c)} ${f1(c)} 0 0 1 ${f1(c)} ${f1(c)}V${f1(low)}z`;
}

/** What is written on a face, and its edge. */
export const ink = (colour: string) => (LIGHT.has(colour) ? `var(--${colour}-deep)` : `var(--on-${colour})`);
export const edge = (colour: string) => (HATCHED.has(colour) ? `var(--${colour}-edge)` : `var(--${colour}-deep)`);

export function star(x: number, y: number, r: number, fill: string, stroke = "none"): string {
  let d = "";
  for (let i = 0; i < 10; i++) {
    const q = i % 2 ? r * 0.42 : r;
    d += `${i ? "L" : "M"}${f1(x + q * Math.sin((i * Math.PI) / 5))} ${f1(y - q * Math.cos((i * Math.PI) / 5))}`;
  }
  return `<path d="${d}z" fill="${fill}" stroke="${stroke}" stroke-width="1.2" stroke-linejoin="round"/>`;
}

/** A framed unit symbol, `w` wide and 0.64 w high. */
export function symbol(kind: string, x: number, y: number, w: number, stroke: string, fill: string, line: number): string {
  const h = w * 0.64;
  const l = x - w / 2;
  const t = y - h / 2;
  const cross = () => `<path d="M${f1(l)} ${f1(t)}l${f1(w)} ${f1(h)}M${f1(l)} ${f1(t + h)}l${f1(w)} ${f1(-h)}"/>`;
  const slash = () => `<path d="M${f1(l)} ${f1(t + h)}l${f1(w)} ${f1(-h)}"/>`;
  const oval = () => `<ellipse cx="${f1(x)}" cy="${f1(y)}" rx="${f1(w * 0.33)}" ry="${f1(h * 0.27)}"/>`;
  const dot = () => `<circle cx="${f1(x)}" cy="${f1(y)}" r="${f1(h * 0.2)}" fill="${stroke}" stroke="none"/>`;
  const letter = (text: string) => `<text class="cnt" x="${f1(x)}" y="${f1(y + h * 0.33)}" font-size="${f1(h * 0.94)}" font-weight="700" text-anchor="middle" fill="${stroke}" stroke="none">${text}</text>`;
  // Each is drawn only when it is asked for.
  const inner: Record<string, () => string> = {
    infantry: cross,
    cavalry: slash,
    reconnaissance: slash,
    artillery: dot,
    armour: oval,
    mechanized: () => cross() + oval(),
    paratroops: () => `${cross()}<path d="M${f1(x - w * 0.2)} ${f1(t + h - 1.6)}a${f1(w * 0.1)} ${f1(h * 0.2)} 0 0 1 ${f1(w * 0.2)} 0a${f1(w * 0.1)} ${f1(h * 0.2)} 0 0 1 ${f1(w * 0.2)} 0"/>`,
    antitank: () => `<path d="M${f1(l)} ${f1(t + h)}L${f1(x)} ${f1(t)}L${f1(l + w)} ${f1(t + h)}"/>`,
    sp_artillery: () => oval() + dot(),
    mountain: () => `${cross()}<path d="M${f1(x - w * 0.13)} ${f1(t + h)}L${f1(x)} ${f1(t + h * 0.6)}L${f1(x + w * 0.13)} ${f1(t + h)}z" fill="${stroke}"/>`,
    glider: () => `${cross()}<path d="M${f1(x - w * 0.26)} ${f1(t + h * 0.66)}L${f1(x)} ${f1(t + h * 0.9)}L${f1(x + w * 0.26)} ${f1(t + h * 0.66)}"/>`,
    coastal: () => `${cross()}<path d="M${f1(l + w * 0.14)} ${f1(t + h * 0.86)}q${f1(w * 0.09)} ${f1(-h * 0.16)} ${f1(w * 0.18)} 0t${f1(w * 0.18)} 0t${f1(w * 0.18)} 0t${f1(w * 0.18)} 0"/>`,
    mobile_group: () => `${cross()}<path d="M${f1(x)} ${f1(t)}v${f1(h)}"/>`,
    port_defence: () => `<path d="M${f1(x)} ${f1(t + h * 0.2)}v${f1(h * 0.62)}M${f1(x - w * 0.12)} ${f1(t + h * 0.36)}h${f1(w * 0.24)}M${f1(x - w * 0.24)} ${f1(t + h * 0.56)}q${f1(w * 0.02)} ${f1(h * 0.26)} ${f1(w * 0.24)} ${f1(h * 0.26)}t${f1(w * 0.24)} ${f1(-h * 0.26)}"/>`,
    ranger: () => letter("R"),
    commando: () => letter("C"),
    ship: () => `<path d="M${f1(l + w * 0.14)} ${f1(t + h * 0.56)}h${f1(w * 0.72)}l${f1(-w * 0.14)} ${f1(h * 0.28)}h${f1(-w * 0.46)}z" fill="${stroke}"/><path d="M${f1(x - w * 0.1)} ${f1(t + h * 0.56)}v${f1(-h * 0.38)}m${f1(w * 0.2)} 0v${f1(h * 0.38)}"/>`,
    supply: () => `<path d="M${f1(l)} ${f1(t + h * 0.74)}h${f1(w)}"/>`,
    unknown: () => letter("?"),
    engineers: () => `<path d="M${f1(l + w * 0.25)} ${f1(t + h * 0.75)}v${f1(-h * 0.5)}h${f1(w * 0.5)}v${f1(h * 0.5)}m${f1(-w * 0.25)} 0v${f1(-h * 0.5)}"/>`,
  };
  return (
    `<g fill="none" stroke="${stroke}" stroke-width="${f1(line)}" stroke-linejoin="round">` +
    `<rect x="${f1(l)}" y="${f1(t)}" width="${f1(w)}" height="${f1(h)}" fill="${fill}"/>${inner[kind]?.() ?? ""}</g>`
  );
}

export interface Look {
  /** The family of its side: the shape, and the face where it has no paint of its own. */
  colour: string;
  paint?: Paint | null;
  /** What lies on it. */
  markers?: readonly Sign[];
  label: string;
  w: number;
  /** The height of a name plate; a counter is as high as wide. */
  h?: number;
  /** Of a name plate: a hollow star. */
  hollow?: boolean;
  /** Values stand in the corners, however many there are. */
  corners?: boolean;
  detail: Detail;
  /** Of middle size, yet large enough for its name. */
  named?: boolean;
  selected?: boolean;
  selectable?: boolean;
  moved?: boolean;
  /** The drawing of a symbol by its code, where it is not one of ours. */
  drawn?: string;
}

/** One counter: its printed values, and of its facts the name and the formation. */
export function counter(piece: Piece, given: Look): string {
  const look = given.paint && given.markers?.some((sign) => sign.shape === "dim") ? { ...given, paint: { fill: CREAM, ink: DARK } } : given;
  const { colour, paint, w, detail, selected, selectable } = look;
  const facts = piece.facts ?? {};
  const half = w / 2;
  const body = silhouette(colour, w);
  const hidden = piece.state === "hidden";
  if (piece.symbol === "depot") return depot(look);
  let o = "";
  if (hidden) {
    o += `<path class="c-body" d="${body}" fill="var(--surface-3)" stroke="var(--${colour})" stroke-width="${f1(w * 0.09)}"/>`;
    o += `<text class="cnt" y="${f1(w * 0.2)}" font-size="${f1(w * 0.56)}" font-weight="700" text-anchor="middle" fill="var(--ink-2)">?</text>`;
  } else {
    o += `<path class="c-body" d="${body}" fill="${faceColour(look)}" stroke="${paint ? paint.ink : edge(colour)}" stroke-width="${f1(Math.max(0.8, w * 0.025))}"/>`;
    if (HATCHED.has(colour) && !paint) o += `<path d="${body}" fill="url(#h-${colour})"/>`;
    // Of a cadre only the edge has the colour of its nation.
    if (paint !== given.paint) o += `<path d="${silhouette(colour, w * 0.93)}" fill="none" stroke="${given.paint!.fill}" stroke-width="${f1(w * 0.07)}"/>`;
    const face = faceOf(piece, look, facts);
    const broken = look.markers?.some((sign) => sign.shape === "dashed");
    o += broken ? `<g opacity=".7">${face}</g><path d="${silhouette(colour, w * 0.95)}" fill="none" stroke="${CREAM}" stroke-width="${f1(w * 0.06)}" stroke-dasharray="${f1(w * 0.13)} ${f1(w * 0.09)}"/>` : face;
  }
  if (selected) {
    const ring = silhouette(colour, w + 7);
    o += `<path d="${ring}" fill="none" stroke="var(--ink)" stroke-width="5.4"/><path d="${ring}" fill="none" stroke="var(--select)" stroke-width="3.4"/>`;
  } else if (selectable) {
    // One path: with every phase a hundred of them come and go.
    o += `<path class="may" d="${silhouette(colour, w + 5.8)}${silhouette(colour, w + 1)}" fill="var(--select)" fill-rule="evenodd" stroke="var(--ink)" stroke-opacity=".8" stroke-width=".9"/>`;
  }
  return o + drawMarkers(look.markers ?? [], half, -half, Math.max(detail === "far" ? 9 : 11, w * 0.3));
}

/** A depot: barrels on a diamond. */
function depot(look: Look): string {
  const { colour, paint, w, selected, selectable } = look;
  const on = paint?.ink ?? ink(colour);
  const diamond = (r: number) => `M0 ${f1(-r)}L${f1(r)} 0L0 ${f1(r)}L${f1(-r)} 0z`;
  const ring = (r: number, thick: number, thin: number) =>
    `<path d="${diamond(r)}" fill="none" stroke="var(--ink)" stroke-width="${thick}"/><path d="${diamond(r)}" fill="none" stroke="var(--select)" stroke-width="${thin}"/>`;
  const [a, b] = [w * 0.2, w * 0.075];
  const lid = (y: number) => `M${f1(-a)} ${f1(y)}a${f1(a)} ${f1(b)} 0 0 0 ${f1(2 * a)} 0`;
  return (
    `<path class="c-body" d="${diamond(w * 0.6)}" fill="${faceColour(look)}" stroke="${paint ? paint.ink : edge(colour)}" stroke-width="${f1(Math.max(0.8, w * 0.025))}" stroke-linejoin="round"/>` +
    `<g fill="none" stroke="${on}" stroke-width="${f1(Math.max(1, w * 0.05))}"><ellipse cy="${f1(-w * 0.16)}" rx="${f1(a)}" ry="${f1(b)}"/><path d="${lid(w * 0.01)}${lid(w * 0.17)}M${f1(-a)} ${f1(-w * 0.16)}V${f1(w * 0.17)}M${f1(a)} ${f1(-w * 0.16)}V${f1(w * 0.17)}"/></g>` +
    (selected ? ring(w * 0.66, 5.4, 3.4) : selectable ? `<g class="may">${ring(w * 0.64, 3.6, 2.4)}</g>` : "")
  );
}

/** How wide a name is, in letters: those of Japanese take two. */
const lettersOf = (name: string) => [...name].reduce((sum, one) => sum + (one > "\u2e80" ? 2 : 1), 0);

/** A name as far as it has room. */
function shortened(name: string, most: number): string {
  if (lettersOf(name) <= most) return name;
  let kept = name;
  while (lettersOf(kept) > most - 1) kept = kept.slice(0, -1);
  return `${kept}…`;
}

const faceColour = ({ colour, paint }: Look) => paint?.fill ?? `var(--${colour})`;

function faceOf(piece: Piece, look: Look, facts: Record<string, string | number>): string {
  const { colour, paint, label, w, detail, drawn } = look;
  const on = paint?.ink ?? ink(colour);
  const half = w / 2;
  const values = piece.values ?? [];
  const first = values[0];
  const value = (x: number, y: number, size: number, text: string | number, anchor: string, fill = on, weight = 700) =>
    `<text class="cnt" x="${f1(x)}" y="${f1(y)}" font-size="${f1(size)}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${escape(String(text))}</text>`;
  if (piece.symbol === "leader") {
    return (
      `<circle cy="${f1(-w * 0.04)}" r="${f1(w * 0.25)}" fill="${CREAM}"/>` +
      star(0, -w * 0.04, w * 0.2, paint ? paint.ink : `var(--${colour})`) +
      (detail === "near" ? value(0, half - w * 0.06, Math.min(w * 0.2, (w * 1.7) / lettersOf(label)), label, "middle", on, 600) : "") +
      (first !== undefined ? value(half - w * 0.06, -half + w * 0.27, w * 0.24, first, "end") : "")
    );
  }
  if (piece.symbol === "headquarters")
    return (
      `<path d="M${f1(-w * 0.22)} ${f1(w * 0.12)}V${f1(-w * 0.34)}H${f1(w * 0.26)}l${f1(-w * 0.08)} ${f1(w * 0.13)} ${f1(w * 0.08)} ${f1(w * 0.13)}H${f1(-w * 0.22)}" fill="${CREAM}" stroke="${CREAM}" stroke-width="${f1(w * 0.05)}"/>` +
      value(0, half - w * 0.08, w * 0.26, "HQ", "middle")
    );
  const fogged = facts["counters"] !== undefined;
  if (detail === "far" && !fogged) return value(0, w * 0.19, w * (first === undefined ? 0.5 : 0.62), first ?? label, "middle");
  const pip = look.markers?.find((sign) => sign.shape === "pip");
  // A pip takes the right upper corner: the symbol makes room.
  const aside = pip && detail !== "near" ? -w * 0.11 : 0;
  const plate = (y: number, size: number) =>
    drawn
      ? `<svg x="${f1(aside - size / 2)}" y="${f1(y - size * 0.36)}" width="${f1(size)}" height="${f1(size * 0.72)}" viewBox="0 0 100 72" overflow="visible">${drawn}</svg>`
      : symbol(piece.symbol, aside, y, size, DARK, CREAM, Math.max(1, w * 0.036));
  // Of a stack in the fog nothing is seen but the type on top.
  if (fogged) return plate(0, w * 0.72);
  if (first === undefined) return plate(-half + w * 0.36, w * 0.6) + value(0, half - w * 0.08, w * 0.34, label, "middle");
  const second = values[1];
  const near = detail === "near";
  const named = !near && Boolean(look.named);
  // A formation's counter has its own short name; any other is called as it is in the language of the moment.
  const name = paint ? String(facts["name"] ?? label) : label;
  const reduced = look.markers?.some((sign) => sign.shape === "plate");
  const dark = paint ? DARK : `var(--${colour}-deep)`;
  const bottom =
    values.length > 2 && !look.corners
      ? // More than two stand side by side: A-3-8.
        value(0, half - w * 0.07, Math.min(w * (near ? 0.3 : 0.34), (w * 1.84) / values.join("-").length), values.join("-"), "middle")
      : (reduced
          ? `<rect x="${f1(-half + w * 0.045)}" y="${f1(half - w * 0.38)}" width="${f1(w * 0.3)}" height="${f1(w * 0.35)}" rx="${f1(w * 0.05)}" fill="${CREAM}"/>`
          : "") +
        value(-half + w * 0.1, half - w * 0.07, w * (near ? 0.36 : named ? 0.34 : 0.4), first, "start", reduced ? dark : on) +
        (second === undefined ? "" : value(half - w * 0.1, half - w * 0.07, w * (near ? 0.28 : named ? 0.3 : 0.34), second, "end", on, 600)) +
        (near && values[2] !== undefined ? value(w * 0.12, half - w * 0.07, w * 0.2, values[2], "middle", on, 500) : "");
  // Whoever belongs to a formation has a dark band behind the name.
  const banded = (near || named) && paint && facts["band"] !== undefined;
  const above = banded ? paint.fill : on;
  const band = banded ? `<path d="${bandOf(colour, w)}" fill="${paint.ink}" fill-opacity=".92"/>` : "";
  return (
    band +
    (near
      ? `<text class="cnt" y="${f1(-half + w * 0.225)}" font-size="${f1(w * 0.205)}" font-weight="600" text-anchor="middle" fill="${above}"${lettersOf(name) > 7 ? ` textLength="${f1(w * 0.82)}" lengthAdjust="spacingAndGlyphs"` : ""}>${escape(name)}</text>`
      : "") +
    (named ? value(0, -half + w * 0.225, Math.max(w * 0.17, Math.min(w * 0.23, (w * 1.5) / lettersOf(name))), shortened(name, 11), "middle", above, 600) : "") +
    plate(near ? -w * 0.015 : named ? 0 : -half + w * 0.34, w * (near ? 0.54 : pip ? 0.56 : named ? 0.5 : 0.62)) +
    bottom +
    (pip ? drawSign(pip, half - w * (near ? 0.13 : 0.2), near ? -w * 0.015 : -half + w * 0.22, w * (near ? 0.22 : 0.36)) : "") +
    (near && facts["formation"] !== undefined
      ? value(-half + w * 0.115, w * 0.02, Math.min(w * 0.17, (w * 0.36) / String(facts["formation"]).length), facts["formation"], "middle", on, 600)
      : "")
  );
}

/** Words that stand apart are read apart; and what is written on a drawn counter, in one line. */
export const apart = (drawn: string) => drawn.replaceAll("</text>", "</text> ");
export const wordsOn = (drawn: string) => [...drawn.matchAll(/>([^<>]+)<\/text>/g)].map(([, word]) => word).join(" ");

/** What a counter is called, with what is written on it as it is written: whoever speaks to the page may say what is seen. Its values are said once. */
export function nameWith(told: string, values: readonly (string | number)[], words: string): string {
  if (told.includes(words)) return told;
  const seen = words.split(" ");
  let at = 0;
  for (const word of seen) if (at < values.length && word === String(values[at])) at++;
  const plain = values.join("-");
  return plain && (at === values.length || words.startsWith(plain)) ? told.replace(plain, words) : `${told}, ${words}`;
}

/** Patterns and shadows every page with counters needs once. */
export const DEFS = `<pattern id="h-blue" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 2h4" stroke="#fff" stroke-opacity=".2" stroke-width=".9"/></pattern>
<pattern id="h-red" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M2 0v4" stroke="#fff" stroke-opacity=".2" stroke-width=".9"/></pattern>
<pattern id="h-forbid" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 3h6" stroke="var(--forbid)" stroke-opacity=".75" stroke-width="1.2"/></pattern>
<pattern id="h-threat" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><path d="M0 3.5h7" stroke="var(--threat)" stroke-opacity=".5" stroke-width="1"/></pattern>
<filter id="sh" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="1.2" stdDeviation="1.1" flood-color="#322410" flood-opacity=".42"/></filter>
<filter id="sh2" x="-40%" y="-40%" width="180%" height="200%"><feDropShadow dx="0" dy="4" stdDeviation="4" flood-color="#322410" flood-opacity=".5"/></filter>`;
