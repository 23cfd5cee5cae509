/** What is looked up during a game: its tables, what the figures on counters mean, and what stands on a place. Pure functions. */

import type { BoardData, Facts, Piece } from "./protocol";

export interface Note {
  sign?: string;
  text: string;
  clause?: string;
}

export interface Row {
  name: string;
  cells: string[];
  /** The word of the map it is about: `terrain:clear`, `side:creek`. */
  key?: string;
  clause?: string;
}

export interface LookUp {
  id: string;
  group: string;
  title: string;
  /** The first word stands over the names of the rows. */
  head: string[];
  rows: Row[];
  clause?: string;
  notes?: Note[];
}

/** What the figures of counters with these symbols mean, from left to right. */
export interface Figures {
  symbols: string[];
  values: string[];
  text?: string;
  clause?: string;
}

export interface Reference {
  tables?: LookUp[];
  figures?: Figures[];
  markers?: Record<string, Note>;
}

/** Something that wins for a side: the message `aim.<key>` says what is missing. */
export interface Aim {
  side: string;
  key: string;
  facts?: Facts;
  clause?: string;
  met?: boolean;
}

/** A cell with the words over it; of what simply holds there are these words alone. */
export interface Cell {
  head: string;
  text: string;
}

/** A row of a table; what is empty is left out. */
export interface Looked {
  name: string;
  cells: Cell[];
  /** What the signs in its cells mean. */
  notes: Note[];
  clause?: string;
}

/** How a table says that something holds. */
const YES = "●";
/** The words over the only column say of other words nothing new. */
const cellOf = (head: string, text: string, only: boolean): Cell => (text === YES ? { head, text: "" } : { head: only && inWords(text) ? "" : head, text });
const inWords = (text: string) => /^\p{L}/u.test(text);

/** Is a cell more than figures and signs, so that it is set apart from the words over it? */
export const isWordy = ({ text }: Cell) => inWords(text);

/** What is printed on a counter, figure by figure with its meaning, and what such units are for. */
export function figuresOf(reference: Reference, piece: Piece): { values: { value: string; means: string }[]; text?: string; clause?: string } | null {
  const count = piece.values?.length ?? 0;
  const fits = (one: Figures) => one.symbols.includes(piece.symbol) && one.values.length >= count;
  const found = reference.figures?.find((one) => fits(one) && one.values.length === count) ?? reference.figures?.find(fits) ?? reference.figures?.find((one) => one.symbols.includes("*") && one.values.length >= count);
  if (!found) return null;
  return { values: (piece.values ?? []).map((value, i) => ({ value, means: found.values[i]! })), text: found.text, clause: found.clause };
}

/** The words of the map that hold for a place, what is underfoot first. */
export function groundAt(board: BoardData, place: string): string[] {
  if (board.kind === "graph") {
    const town = board.places.find((one) => one.id === place);
    const roads = new Set(board.links.filter((one) => one.from === place || one.to === place).map((one) => one.kind));
    return town ? [`town:${town.kind}`, ...[...roads].map((kind) => `link:${kind}`)] : [];
  }
  if (board.kind !== "hex") return [];
  const hex = board.hexes.find((one) => one.id === place);
  if (!hex) return [];
  const listed = (kind: string, words: string[] = []) => words.map((word) => `${kind}:${word}`);
  return [`terrain:${hex.terrain}`, ...(hex.level ? [`level:${hex.level}`] : []), ...listed("feature", hex.features), ...listed("line", hex.lines), ...listed("side", hex.sides)];
}

/** What the terrain tables say of these words. */
export function rowsOf(reference: Reference, keys: readonly string[]): Looked[] {
  const charts = (reference.tables ?? []).filter((table) => table.group === "terrain");
  return keys.flatMap((key) =>
    charts.flatMap(({ head, rows, notes = [] }) =>
      rows
        .filter((row) => row.key === key)
        .map((row) => ({
          name: row.name,
          clause: row.clause,
          cells: row.cells.flatMap((text, i) => (text ? [cellOf(head[i + 1]!, text, head.length === 2)] : [])),
          notes: notes.filter(({ sign }) => sign && row.cells.some((text) => text.split(" ").includes(sign))),
        })),
    ),
  );
}
