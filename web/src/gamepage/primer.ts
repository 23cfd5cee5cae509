/** A game before sitting down: what the service says under /games/{key}/primer. */

import type { Piece, Words } from "../lib/protocol";

/** A counter of the first position, with what stands on it. */
export interface Drawn extends Piece {
  label: Words;
}

export interface Point {
  title: Words;
  text: Words;
  clause: string;
}

export interface Primer {
  year: string;
  place: Words;
  about: Words[];
  aims: { side: string; text: Words; clause: string }[];
  /** How a turn goes, the five things to know, mistakes that are often made. */
  turn: Point[];
  know: Point[];
  mistakes: Point[];
  levels: { level: number; text: Words }[];
  scenarios: { id: string; turns: number; minutes: [number, number]; text: Words }[];
  counters: { piece: string; text: Words; drawn: Drawn }[];
  picture: { cut: [number, number, number, number]; caption: Words; size: number; pieces: Drawn[] };
}
