/** The forces of a view as a list: a row for each counter, columns as the game names them, groups by one of its facts. Pure functions. */

import type { Fact, ForcesCard, GameCard, Piece, View } from "./protocol";

/** Who says things in the language of the moment: a game. */
export interface Speaker {
  card: Pick<GameCard, "forces" | "sides">;
  piece: (id: string) => string;
  place: (id: string) => string;
  marker: (id: string) => string;
  say: { name: (kind: string, id: string) => string; say: (key: string, facts?: Record<string, Fact>) => string };
}

export interface Cell {
  text: string;
  /** What it is sorted by. */
  rank: string | number;
  /** What it has become. */
  now?: string;
  /** So many dots of as many as there may be. */
  dots?: { full: number; most: number; warns: boolean };
  /** It says nothing out of the ordinary. */
  quiet?: boolean;
}

export interface Row {
  piece: Piece;
  name: string;
  /** One for each column. */
  cells: Cell[];
}

export interface Group {
  title: string;
  rows: Row[];
  /** Who heads it, and what is said of it. */
  head?: { piece: Piece; name: string; text: string };
}

export interface Order {
  /** The number of a column; -1 is the name. */
  column: number;
  down: boolean;
}

/** Where a piece is: its place, the box it lies in, or somewhere on a plane. */
function whereabouts(piece: Piece, speaker: Speaker, onMap: string): string {
  if (piece.place) return speaker.place(piece.place);
  if (piece.box) return speaker.say.name("box", piece.box);
  return piece.pose?.length ? onMap : "";
}

/** The markers that tell a state: not those that a column of dots shows. */
export function stateMarkers(piece: Piece, { dots = {} }: ForcesCard): string[] {
  const shown = Object.keys(dots);
  return (piece.markers ?? []).filter((marker) => !shown.some((column) => marker.startsWith(`${column}_`)));
}

/** States that say nothing out of the ordinary. */
const ORDINARY = new Set(["normal", "full"]);

function cellOf(piece: Piece, column: string, speaker: Speaker, onMap: string): Cell {
  const { columns, dots, becomes, head } = speaker.card.forces;
  const word = (text: string): Cell => ({ text, rank: text });
  if (column === "place") return { text: whereabouts(piece, speaker, onMap), rank: piece.place ?? `\uffff${piece.box ?? ""}` };
  if (column === "state") {
    const state = piece.state && !ORDINARY.has(piece.state) ? [speaker.say.name("state", piece.state)] : [];
    // A state that has a marker is said once, and where no column says where it is, so is the box it lies in.
    const box = piece.box && !columns.includes("place") ? [speaker.say.name("box", piece.box)] : [];
    const text = [...new Set([...box, ...state, ...stateMarkers(piece, speaker.card.forces).map((marker) => speaker.marker(marker))])].join(" · ");
    return text || !head || piece.symbol === head ? word(text) : { ...word(speaker.say.name("state", "normal")), quiet: true };
  }
  if (column === "symbol") return word(speaker.say.name("symbol", piece.symbol));
  const fact = piece.facts?.[column];
  if (fact === undefined) return word("");
  const drawn = dots?.[column];
  if (drawn) return { text: String(fact), rank: Number(fact), dots: { full: Number(fact), most: drawn.most, warns: Number(fact) >= drawn.caution } };
  const other = becomes?.[column];
  const after = other === undefined ? undefined : piece.facts?.[other];
  if (after !== undefined && after !== fact) return { text: String(fact), rank: Number(fact), now: String(after) };
  return typeof fact === "number" ? { text: String(fact), rank: fact } : word(speaker.say.name(column, fact));
}

/** The rows of a side by group, in the order of the view; whoever belongs to no group comes first. */
export function forcesOf(view: View, side: string, speaker: Speaker, onMap = ""): Group[] {
  const { columns, group, head } = speaker.card.forces;
  const groups = new Map<string, Row[]>([["", []]]);
  for (const piece of view.pieces) {
    if (piece.side !== side) continue;
    const key = group ? String(piece.facts?.[group] ?? "") : "";
    const row = { piece, name: speaker.piece(piece.id), cells: columns.map((column) => cellOf(piece, column, speaker, onMap)) };
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups]
    .filter(([, rows]) => rows.length)
    .map(([key, rows]) => {
      const title = key ? speaker.say.say(`column.${group}`, { value: speaker.say.name(group, key) }) : "";
      const first = key && head ? rows.find(({ piece }) => piece.symbol === head) : undefined;
      if (!first) return { title, rows };
      const text = speaker.say.say(`column.${group}_head`, first.piece.facts);
      return { title, rows: rows.filter((row) => row !== first), head: { piece: first.piece, name: first.name, text } };
    });
}

/** Rows in another order; numbers come before words, and what says nothing comes last. */
export function sorted(rows: readonly Row[], order: Order | null): Row[] {
  if (!order) return [...rows];
  const rank = (row: Row) => (order.column < 0 ? row.name : (row.cells[order.column]?.rank ?? ""));
  const compare = (a: string | number, b: string | number) => {
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 2 : -2;
    if (typeof a === "number" && typeof b === "number") return Math.sign(a - b);
    return typeof a === "number" ? -1 : typeof b === "number" ? 1 : Math.sign(a.localeCompare(b));
  };
  return [...rows].sort((a, b) => {
    const by = compare(rank(a), rank(b));
    return order.down && Math.abs(by) === 1 ? -by : by;
  });
}

/** A click on a heading: down, up, and as they were. Words begin with up. */
export function turned(order: Order | null, column: number, numbers: boolean): Order | null {
  if (order?.column !== column) return { column, down: numbers };
  return order.down === numbers ? { column, down: !numbers } : null;
}
