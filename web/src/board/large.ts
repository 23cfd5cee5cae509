/** A hex board larger than the screen: the numbers on its edges, the small map of it, where it opens. Pure functions. */

import type { Point, Rect } from "../lib/geometry";
import type { HexBoardData, HexSheetData } from "../lib/protocol";
import type { Camera } from "./sight";

/** Square pixels at a readable scale from which a board is large: about two screens. */
const LARGE = 1.2e6;
/** Screen pixels: how high the ruler above is, how wide one column of the ruler at the left. */
export const RULER = 24;
/** The least distance of two numbers of a ruler. */
const APART = { column: 30, row: 20 };
const STEPS = [1, 2, 5, 10, 20];
/** The longer side of the small map, its distance from the edge, and the least room it asks for. */
const SMALL = 132;
const GAP = 12;
const ROOM = { width: 640, height: 400 };

/** Does a board need rulers and a small map: is it many screens large and more than this one shows? */
export function isLarge(heart: Rect, legible: number, screen: { width: number; height: number }): boolean {
  const [width, height] = [heart.width * legible, heart.height * legible];
  return width * height > LARGE && (width > screen.width || height > screen.height);
}

export interface Tick {
  at: number;
  text: string;
}

export interface Ruler {
  head: string;
  ticks: Tick[];
}

/** The printed numbers of the columns and rows of a board, in map units: once for each sheet whose numbers differ. */
export interface Numbering {
  columns: Ruler[];
  rows: Ruler[];
  /** Where a sheet ends upon another: from the left, from the top. */
  joins: { x: number[]; y: number[] };
}

const two = (n: number) => String(n).padStart(2, "0");

/** The numbers along one edge, by the columns or rows and where they lie. */
function along(lines: ReadonlyMap<number, number>, sheets: readonly HexSheetData[], edge: "columns" | "rows"): Ruler[] {
  const sorted = [...lines].sort(([a], [b]) => a - b);
  const found = new Map<string, Ruler>();
  for (const sheet of sheets) {
    const [first, last] = sheet[edge];
    const shift = sheet.shift[edge === "columns" ? 0 : 1];
    const ticks = sorted.flatMap(([n, at]) => (n >= first && n <= last ? [{ at, text: two(n - shift) }] : []));
    const same = `${first} ${last} ${shift}`;
    if (!found.has(same)) found.set(same, { head: sheet.prefix, ticks });
  }
  if (!found.size) return [{ head: "", ticks: sorted.map(([n, at]) => ({ at, text: two(n) })) }];
  return found.size > 1 ? [...found.values()] : [...found.values()].map((ruler) => ({ ...ruler, head: "" }));
}

/** The first and last line of each sheet that is not the edge of the map. */
function joinsOf(lines: ReadonlyMap<number, number>, sheets: readonly HexSheetData[], edge: "columns" | "rows", half: number): number[] {
  const [low, high] = [Math.min(...lines.keys()), Math.max(...lines.keys())];
  const found = sheets.flatMap(({ [edge]: [first, last] }) => {
    const [from, to] = [lines.get(first), lines.get(last)];
    return [...(first > low && from !== undefined ? [from - half] : []), ...(last < high && to !== undefined ? [to + half] : [])];
  });
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Read the numbers of a board's columns and rows from its hexes and sheets. */
export function numberingOf(board: HexBoardData): Numbering {
  const columns = new Map<number, number>();
  const rows = new Map<number, number>();
  for (const { col, row, x, y } of board.hexes) {
    if (x === undefined || y === undefined) continue;
    // Every second column or row lies half a hex farther: the number stands where the others are.
    columns.set(col, Math.min(columns.get(col) ?? Infinity, x));
    rows.set(row, Math.min(rows.get(row) ?? Infinity, y));
  }
  const { sheets = [], size } = board;
  return {
    columns: along(columns, sheets, "columns"),
    rows: along(rows, sheets, "rows"),
    joins: { x: joinsOf(columns, sheets, "columns", size / 2), y: joinsOf(rows, sheets, "rows", size / 2) },
  };
}

/** The numbers of a ruler that are seen now, with their pixels, thinned so that each can be read. */
export function ticksSeen(ticks: readonly Tick[], offset: number, scale: number, from: number, to: number, kind: "column" | "row"): Tick[] {
  if (ticks.length < 2) return [];
  const pitch = (Math.abs(ticks[1]!.at - ticks[0]!.at) || 1) * scale;
  const step = STEPS.find((one) => one * pitch >= APART[kind]) ?? 50;
  return ticks.flatMap(({ at, text }) => {
    const on = offset + at * scale;
    return on >= from && on <= to && (step === 1 || Number(text) % step === 0) ? [{ at: on, text }] : [];
  });
}

/** Where the small map lies on the screen, or null where it would take too much of it. */
export function smallMap(heart: Rect, free: Rect): Rect | null {
  if (free.width < ROOM.width || free.height < ROOM.height) return null;
  const scale = SMALL / Math.max(heart.width, heart.height);
  const [width, height] = [Math.round(heart.width * scale), Math.round(heart.height * scale)];
  return { x: free.x + free.width - width - GAP, y: free.y + free.height - height - GAP, width, height };
}

/** The part of the map that is seen, in map units, cut to the map. */
export function seenOf(at: Camera, free: Rect, heart: Rect): Rect {
  const x = Math.max(heart.x, (free.x - at.x) / at.k);
  const y = Math.max(heart.y, (free.y - at.y) / at.k);
  const right = Math.min(heart.x + heart.width, (free.x + free.width - at.x) / at.k);
  const bottom = Math.min(heart.y + heart.height, (free.y + free.height - at.y) / at.k);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** The middle of the window of this size that holds the most of these points. */
export function crowd(points: readonly Point[], width: number, height: number): Point | null {
  let best: Point[] = [];
  for (const { x, y } of points) {
    const near = points.filter((p) => Math.abs(p.x - x) <= width / 2 && Math.abs(p.y - y) <= height / 2);
    if (near.length > best.length) best = near;
  }
  if (!best.length) return null;
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: middle(best.map((p) => p.x)), y: middle(best.map((p) => p.y)) };
}
