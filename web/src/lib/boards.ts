/** Boards as the service sends them (docs/protocol.md). */

import type { Words } from "./protocol";

export interface Place {
  id: string;
  x: number;
  y: number;
  kind?: string;
  name: Words;
  sign?: unknown;
}

export interface Link {
  from: string;
  to: string;
  kind: string;
  one_way?: boolean;
  path: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Tray extends Box {
  id: string;
}

export interface GraphBoardData {
  kind: "graph";
  sheet: Box;
  frame: Box;
  places: Place[];
  links: Link[];
  trays: Tray[];
}

export interface HexCell {
  id: string;
  /** Column and row as printed, counted from 1. */
  col: number;
  row: number;
  /** Its middle on the printed map; without it the hexes lie in columns, the even ones lower. */
  x?: number;
  y?: number;
  terrain: string;
  level?: number;
  /** What else it has: features, what lies on its sides, lines through it. */
  features?: string[];
  sides?: string[];
  lines?: string[];
  /** Its number on the sheet in play, where that is not its id. */
  number?: string;
  name?: Partial<Words>;
}

/** A printed sheet of a hex map: what it covers, in columns and rows of the board, and what is added to its own numbers to get those. */
export interface HexSheetData {
  id: string;
  prefix: string;
  name?: Partial<Words>;
  columns: [number, number];
  rows: [number, number];
  shift: [number, number];
}

export interface HexBoardData {
  kind: "hex";
  /** Height of a hex between its flat sides, in map units. */
  size: number;
  /** Columns of flat-topped hexes or rows of pointy-topped ones. */
  shape?: "flat" | "pointy";
  shifted?: "even" | "odd";
  /** The printed map, and the part of it inside its frame; a board without them is drawn by the client. */
  sheet?: Box;
  frame?: Box;
  /** The printed sheets in play, where the map has any. */
  sheets?: HexSheetData[];
  hexes: HexCell[];
  roads?: { cells: string[]; kind: string }[];
  trays?: Tray[];
}

export interface PlaneBoardData {
  kind: "plane";
  /** The whole drawing, and the part of it that shows the field. */
  sheet: Box;
  frame: Box;
  /** The field in the unit of poses (yards): x east, y north. */
  field: { width: number; height: number };
  /** What the unit is called for short, how far an arrow key goes, and how many units an inch of the printed map holds. */
  unit?: Words;
  step?: number;
  inch?: number;
  /** Is there a printed map? Without it the ground is drawn from areas and lines. */
  printed?: boolean;
  places?: { id: string; name: Words }[];
  areas?: { path: string; terrain: string; name?: Words; x?: number; y?: number }[];
  lines?: { path: string; kind: string }[];
  trays?: Tray[];
}

export type BoardData = GraphBoardData | HexBoardData | PlaneBoardData;
