/** What the service says a fight would bring (docs/protocol.md), as types. */

import type { Facts, Note } from "./protocol";

export interface OddsLine {
  key: string;
  amount: string;
  clause?: string;
  side?: string | null;
  facts?: Facts;
}

export interface OddsResult {
  key: string;
  chance: number;
  good_for?: string | null;
  facts?: Facts;
  clause?: string;
}

export interface OddsFace {
  face: number;
  key: string;
  good_for?: string | null;
  facts?: Facts;
}

/** What a fight would bring. */
export interface Odds {
  title: Note;
  lines: OddsLine[];
  results: OddsResult[];
  also?: OddsResult[];
  sums?: OddsLine[];
  faces?: OddsFace[];
  closed?: OddsLine[];
  /** The columns of the table, with the chance to be read before and after shifts. */
  columns?: { label: string; before?: number; after?: number }[];
}
