/** Blocks of the plane as SVG text, drawn round (0, 0) facing up; the board turns them. */

import { f1 } from "../lib/geometry";
import { compass, upsideDown } from "../lib/pose";
import type { Piece } from "../lib/protocol";
import { edge, ink, silhouette, star, symbol, type Look } from "./counters";
import { CREAM, DARK, escape } from "./drawing";
import { drawMarkers } from "./signs";

const HQ = new Set(["hq", "headquarters", "leader"]);

export const isHeadquarters = (piece: Piece) => HQ.has(piece.symbol);

/** Does the view say nothing of a piece but that it is there? */
export const isUnknown = (piece: Piece) => piece.symbol === "unknown" || piece.state === "hidden";

/** A block of true proportion: light bar and tooth in front, its name along it and never upside down. */
export function block(piece: Piece, look: Look, w: number, d: number, turn: number): string {
  if (isHeadquarters(piece)) return headquarters(piece, look, w, d);
  const { colour, paint } = look;
  const spent = piece.state === "spent";
  const body = silhouette(colour, w, d);
  const thin = Math.min(w, d);
  let o =
    `<path d="M${f1(-thin * 0.2)} ${f1(-d / 2 - 0.5)}h${f1(thin * 0.4)}l${f1(-thin * 0.2)} ${f1(-thin * 0.24)}z" fill="var(--${colour}-deep)"/>` +
    `<path class="c-body" d="${body}" fill="${!spent && paint ? paint.fill : `var(--${colour}${spent ? "-tint" : ""})`}" stroke="${spent ? `var(--${colour})` : edge(colour)}" stroke-width="${spent ? f1(thin * 0.08) : "1"}"/>`;
  if (!spent && !paint) o += `<path d="${body}" fill="url(#h-${colour})"/>`;
  const inset = thin * 0.2;
  o += `<path d="M${f1(-w / 2 + inset)} ${f1(-d / 2 + thin * 0.13)}H${f1(w / 2 - inset)}" stroke="${spent ? `var(--${colour})` : CREAM}" stroke-width="${f1(thin * 0.1)}" opacity=".9"/>`;
  return o + words(piece, look, w, d, turn) + rings(look, w, d) + chips(look, w, d, turn);
}

/** Chips of markers on the right of the front, upright whichever way the block faces. */
function chips({ markers = [] }: Look, w: number, d: number, turn: number): string {
  const drawn = drawMarkers(markers, 0, 0, Math.min(w, d) * 0.62);
  return drawn && `<g transform="translate(${f1(w / 2)} ${f1(-d / 2)}) rotate(${f1(-turn)})">${drawn}</g>`;
}

/** Name, symbol and quality along the longer side, to be read from the left. */
function words(piece: Piece, look: Look, w: number, d: number, turn: number): string {
  const { colour, label, paint } = look;
  const spent = piece.state === "spent";
  const on = spent ? `var(--${colour}-ink)` : (paint?.ink ?? ink(colour));
  const upright = d > w;
  const long = Math.max(w, d);
  const thin = Math.min(w, d);
  // Along the front, or along the march; whichever way round can be read on the screen.
  let along = upright ? -90 : 0;
  if (upsideDown(compass(turn + along))) along += 180;
  // The light bar takes a little of the front.
  const lift = upright ? 0 : (along === 0 ? 1 : -1) * thin * 0.05;
  const size = thin * 0.56;
  const text = (x: number, words: string, room: number) => {
    const wide = words.length * size * (/[\u3000-\u9fff]/.test(words) ? 1 : 0.5);
    const fit = wide > room ? ` textLength="${f1(room)}" lengthAdjust="spacingAndGlyphs"` : "";
    return `<text class="cnt" x="${f1(x)}" y="${f1(lift + size * 0.35)}" font-size="${f1(size)}" font-weight="600" text-anchor="middle" fill="${on}"${fit}>${escape(words)}</text>`;
  };
  if (isUnknown(piece)) return `<g transform="rotate(${along})">${text(0, "?", long)}</g>`;
  const quality = piece.facts?.["quality"];
  const end = long / 2 - thin * 0.5;
  let o = "";
  const plain = look.detail === "far";
  if (!plain) o += piece.symbol === "baggage" ? "" : symbol(piece.symbol, -end - thin * 0.02, lift, thin * 0.66, DARK, CREAM, Math.max(0.6, thin * 0.045));
  if (quality === "elite") o += star(end, lift, thin * 0.22, on);
  else if (quality === "militia") o += `<circle cx="${f1(end)}" cy="${f1(lift)}" r="${f1(thin * 0.16)}" fill="none" stroke="${on}" stroke-width="${f1(thin * 0.09)}"/>`;
  return `<g transform="rotate(${along})">${o}${text(0, label, long - thin * 2.1)}</g>`;
}

/** A cube with a star; it has no front. Hollow when it has tried this turn. */
function headquarters(piece: Piece, look: Look, w: number, d: number): string {
  const { colour, label } = look;
  const spent = piece.state === "spent";
  const side = Math.min(w, d);
  const body = silhouette(colour, side, side);
  return (
    `<path class="c-body" d="${body}" fill="var(--${colour}${spent ? "-tint" : ""})" stroke="${spent ? `var(--${colour})` : edge(colour)}" stroke-width="${spent ? f1(side * 0.08) : "1"}"/>` +
    (spent ? "" : `<path d="${body}" fill="url(#h-${colour})"/>`) +
    `<circle r="${f1(side * 0.32)}" fill="${CREAM}"/>${star(0, 0, side * 0.26, `var(--${colour})`)}` +
    `<text class="cnt hq-name" y="${f1(side * 0.5 + side * 0.46)}" font-size="${f1(side * 0.46)}" font-weight="700" text-anchor="middle" fill="var(--${colour}-ink)" stroke="var(--halo)" stroke-width="${f1(side * 0.12)}" paint-order="stroke">${escape(label)}</text>` +
    rings(look, side, side)
  );
}

/** Gold edges: may be taken, is in hand. */
function rings(look: Look, w: number, d: number): string {
  const ring = (grow: number) => silhouette(look.colour, w + grow, d + grow);
  if (look.selected) return `<path d="${ring(6)}" fill="none" stroke="var(--ink)" stroke-width="5"/><path d="${ring(6)}" fill="none" stroke="var(--select)" stroke-width="3.2"/>`;
  if (look.selectable) return `<g class="may"><path d="${ring(3)}" fill="none" stroke="var(--ink)" stroke-width="3.2" opacity=".75"/><path d="${ring(3)}" fill="none" stroke="var(--select)" stroke-width="2.2"/></g>`;
  return "";
}
