/** The view protocol (docs/protocol.md) as types. The client knows nothing of a game but this. */

import type { Asking } from "./asking";
import type { Odds, OddsLine } from "./fight";
import type { Lesson } from "./lesson";
import type { Aim } from "./reference";

export type * from "./boards";
export type { Odds, OddsFace, OddsLine, OddsResult } from "./fight";

export type Lang = "en" | "ja";
export type Words = Record<Lang, string>;
export type Fact = string | number;
export type Facts = Record<string, Fact>;

export interface Side {
  id: string;
  name: Words;
  colour: string;
}

export interface Scenario {
  id: string;
  title: Words;
  summary: Words;
  /** The sheet of the map it is played on; all if empty. */
  sheet?: string;
  /** Its counters; if empty, those of its first position. */
  pieces?: string[];
  /** The switches that may be set in it. */
  switches?: string[];
  /** The side of whoever sits down without choosing one: it chooses first. */
  newcomer: string;
  /** The address of its board under /api. */
  board: string;
}

/** A rule chosen before the game; without values it takes the text of a file. */
export interface Switch {
  id: string;
  name: Words;
  summary: Words;
  values: Record<string, Words>;
  default: string;
}

/** The face of a counter and what is written on it. */
export interface Paint {
  fill: string;
  ink: string;
}

/** A nation or an army, on light and on dark pages. */
export interface Colour {
  id: string;
  name: Words;
  light: Paint;
  dark: Paint;
}

/** What may lie on a counter (a marker), on a place or a hexside (a mark). */
export interface Sign {
  id: string;
  name: Words;
  sign: string;
  shape: string;
  tone: string;
}

/** How pieces with a symbol look: `counter`, or `plate` (a name plate beside its stack); the star of a plate is hollow where a fact is so. */
export interface SymbolCard {
  id: string;
  look: string;
  hollow: Record<string, string>;
}

/** Something the game can show on the map; some of them about a place. */
export interface OverlayCard {
  id: string;
  name: Words;
  hint: Words;
  key: string;
  asks: string;
  legend?: Legend[];
  /** The scenarios it belongs to; empty for all. */
  scenarios: string[];
}

/** A line of a legend: a sign and what it means. */
export interface Legend {
  sign: string;
  tone: string;
  text: Words;
  clause?: string;
}

/** The list of forces: columns, the fact by which it is grouped, the symbol of who heads a group, columns shown as dots, and facts shown after an arrow. */
export interface ForcesCard {
  columns: string[];
  group: string;
  head?: string;
  dots?: Record<string, { most: number; caution: number }>;
  becomes?: Record<string, string>;
  legend?: Legend[];
}

export interface GameCard {
  key: string;
  title: Words;
  summary: Words;
  credits: Words;
  board: string;
  rules: number;
  hidden: boolean;
  /** On a plane: do lines of sight matter? */
  sight?: boolean;
  sides: Side[];
  colours: Colour[];
  markers: Sign[];
  marks: Sign[];
  overlays: OverlayCard[];
  symbols?: SymbolCard[];
  /** Where the values of counters stand: `line` or `corners`. */
  counters?: { values: string };
  forces: ForcesCard;
  asking?: Asking;
  scenarios: Scenario[];
  /** The scenario for somebody who plays it for the first time. */
  begin_with: string;
  switches?: Switch[];
  lesson?: boolean;
}

/** A pose worth snapping to. */
export interface Snap {
  kind: string;
  pose: number[];
  piece?: string | null;
}

export interface FreePiece {
  piece: string;
  rate: number;
  snaps?: Snap[];
}

/** An area that matters to a move: an outline, or a circle round a point. */
export interface Zone {
  kind: string;
  piece: string;
  points?: number[][];
  radius?: number;
}

export interface Free {
  pieces: FreePiece[];
  zones?: Zone[];
}

/** What the rules say of a pose a piece is dragged to. */
export interface Judgement {
  legal: boolean;
  option: string;
  pose: number[];
  cost: number;
  rate: number;
  /** What makes up the cost: messages `ledger.<key>`. */
  lines?: OddsLine[];
  path?: number[][];
  column?: boolean;
  target?: string | null;
  touches?: string[];
  enters?: string[];
  objections?: Objection[];
}

export interface Sightline {
  clear: boolean;
  length: number;
  until?: number[];
  objections?: Objection[];
}

export interface Piece {
  id: string;
  side: string;
  symbol: string;
  place?: string | null;
  box?: string | null;
  state?: string;
  toward?: string | null;
  markers?: string[];
  /** A colour of the game's card; without one it has that of its side. */
  colour?: string;
  /** The values printed on it, from left to right. */
  values?: string[];
  facts?: Facts;
  /** On a plane: x east, y north of the middle, facing in degrees clockwise from north; width across it and depth along it. */
  pose?: number[];
  size?: number[];
}

/** Something on a place or, with `toward`, on the side or link to the place across. */
export interface Mark {
  kind: string;
  place: string;
  toward?: string | null;
}

export interface Track {
  id: string;
  value: number;
  spaces: number[];
  captions?: string[];
  goal?: number | null;
}

export interface Note {
  key: string;
  facts?: Facts;
}

/** A short word beside the tracks; it stands in for the track of its id and for the note of its key. */
export interface Field {
  id: string;
  key: string;
  facts?: Facts;
  side?: string | null;
}

export interface Choice {
  text: string;
  verb: string;
  piece?: string | null;
  place?: string | null;
  cost?: string;
  facts?: Facts;
  /** Playing it throws dice of its own at once: it cannot be taken back. */
  rolls?: boolean;
}

export interface Result {
  winner: string | null;
  level: string;
  points: number;
  clause: string;
}

export interface View {
  game: string;
  side: string | null;
  turn: number;
  pieces: Piece[];
  tracks: Track[];
  notes: Note[];
  awaits: string | null;
  chance: boolean;
  actor: string | null;
  prompt: Note;
  choices: Choice[];
  result?: Result | null;
  /** On a plane: what may be placed freely; `choices` is then only a sample. */
  free?: Free | null;
  /** Pieces that events call by a number, by the ids under which this side knows them. */
  known?: Record<string, string>;
  marks?: Mark[];
  fields?: Field[];
  /** What must still be done before this may be closed. */
  duties?: Objection[];
  /** A whole answer of several choices, the first of which may be made now. */
  proposal?: Choice[];
}

export interface GameEvent {
  kind: string;
  clause: string;
  [fact: string]: Fact;
}

export interface Entry {
  n: number;
  option?: string | null;
  side?: string | null;
  faces?: number[] | null;
  events: GameEvent[];
  /** What is no move: `resign`, `draw`, `time`; `undo` is the trace of what was taken back. */
  kind?: string;
  /** Of an undo: what the choice had caused that was taken back. */
  taken?: GameEvent[];
}

export interface Seat {
  side: string;
  kind: string;
  name?: string | null;
  level?: number;
  here?: boolean;
  /** Until when they are on vacation, in seconds since 1970. */
  away?: number | null;
}

export interface Ending {
  how: string;
  winner?: string | null;
  level?: string;
  points?: number;
  clause?: string;
}

export interface Offer {
  id: string | number;
  kind: string;
  side?: string | null;
  agreed?: string[];
}

export interface ChatLine {
  time?: number;
  side?: string | null;
  name?: string | null;
  text: string;
  /** `watchers`: until the game is over only those who watch read it. */
  audience?: string;
}

/** Help of the machine that was taken after an entry, a `hint` or the `chances`; no side: by somebody who watches. */
export interface Help {
  n: number;
  kind: string;
  side?: string | null;
}

export interface Clock {
  initial?: number;
  increment?: number;
  left: Record<string, number>;
  running: string | null;
  /** Days for each move; none where the time is for the whole game. */
  days?: number;
  /** It stands still: the one who is to choose is on vacation. */
  still?: boolean;
}

export interface TableState {
  id: string;
  name?: string | null;
  game: string;
  scenario: string;
  options?: Record<string, string>;
  /** The address of its board under /api. */
  board: string;
  seats: Seat[];
  you: string[];
  at: number;
  view: View;
  entries: Entry[];
  commitment: string;
  seed?: string | null;
  entropy?: string[];
  /** This viewer has a seat that may still add its part to the dice. */
  entropy_open?: boolean;
  offers?: Offer[];
  chat?: ChatLine[];
  clock?: Clock | null;
  /** When the clock was told, in this browser's time. */
  clockAt?: number;
  over?: boolean;
  ending?: Ending | null;
  rematch?: string | null;
  links?: Record<string, string> | null;
  watching?: number;
  /** All agreed that the machine may be asked for help. */
  assisted?: boolean;
  /** It counts for ratings, if two accounts play it to its end. */
  rated?: boolean;
  /** People play, and the machine helps nobody until the game is over. */
  fair?: boolean;
  /** Those who watch talk among themselves. */
  apart?: boolean;
  helped?: Help[];
  lesson?: Lesson | null;
}

export interface TableCard {
  id: string;
  name?: string | null;
  game: string;
  scenario: string;
  options?: Record<string, string>;
  /** The address of its board under /api. */
  board: string;
  seats: Seat[];
  turn?: number;
  awaits?: string | null;
  actor?: string | null;
  over?: boolean;
  result?: Ending | null;
  created?: number;
  updated?: number;
  archived?: boolean;
  public?: boolean;
  days?: number;
  due?: number | null;
  assisted?: boolean;
  rated?: boolean;
  you: string[];
  rematch?: string | null;
}

export interface Objection {
  clause: string;
  key?: string;
  facts?: Facts;
}

export type OpenOption = string | Choice;

export interface Reason {
  objections: Objection[];
  open: OpenOption[];
}

/** A place reached later in the action: its price, the place the way leads through, and the notation that begins it. */
export interface Reach {
  place: string;
  cost: string;
  via?: string | null;
  verb?: string;
  first?: string;
  /** Nothing has to be rolled for. */
  sure?: boolean;
  /** What the way takes, in words. */
  key?: string;
  facts?: Facts;
  clause?: string;
  /** Dice on the way decide only how far it leads. */
  whole?: boolean;
}

/** What a chip says of one side. */
export interface OverlayPart {
  side: string;
  caption?: string;
  tone?: string;
}

export interface OverlayPlace {
  place: string;
  caption?: string;
  tone?: string;
  parts?: OverlayPart[];
  /** The area it is about. */
  area?: string;
}

/** A line through the middles of places. */
export interface OverlayLine {
  places: string[];
  caption?: string;
  tone?: string;
  /** Solid, `dashed`, `dotted`, a `boundary`, or `cut`: dashed, with a cross where it ends. */
  style?: string;
}

export interface Overlay {
  places?: OverlayPlace[];
  lines?: OverlayLine[];
}

export interface Hint {
  option: string;
  chance: number;
  considered: { option: string; visits: number; chance: number }[];
}

export type FromService =
  | ({ type: "table" } & TableState)
  | { type: "moved"; at: number; entries: Entry[]; view: View; back?: number | null; over?: boolean; ending?: Ending | null; seed?: string | null; clock?: Clock | null; lesson?: Lesson | null; ref?: string }
  | ({ type: "reason"; ref?: string } & Reason)
  | { type: "odds"; odds?: Odds | null; ref?: string }
  | { type: "reach"; later: Reach[]; ref?: string }
  | ({ type: "overlay"; ref?: string } & Overlay)
  | { type: "aims"; ref?: string; aims: Aim[] }
  | { type: "judge"; judgement?: Judgement | null; ref?: string }
  | { type: "sees"; line?: Sightline | null; ref?: string }
  | { type: "thinking"; side: string; share: number; chance?: number }
  | ({ type: "hint"; ref?: string } & Hint)
  | { type: "seats"; seats: Seat[]; you?: string[]; name?: string; watching?: number; rematch?: string | null; links?: Record<string, string> | null; fair?: boolean; apart?: boolean; clock?: Clock | null; entropy_open?: boolean }
  | { type: "helped"; helped: Help[] }
  | { type: "said"; chat: ChatLine[] }
  | { type: "offers"; offers: Offer[] }
  | ({ type: "chat" } & ChatLine)
  | { type: "pong" }
  | { type: "error"; code: string; facts?: RefusalFacts; objections?: Objection[]; ref?: string };

export interface Clause {
  id: string;
  provenance: string[];
  source?: string | null;
  text: Words;
  reason?: Words | null;
  /** It only describes: there is nothing in it to enforce. */
  note?: boolean;
}

export interface Chapter {
  id: string;
  title: Words;
  clauses: Clause[];
}

export interface MessageBook {
  templates: Record<string, Words>;
  names: Record<string, Record<string, Words>>;
}

/** A refusal's facts; its sentence in both languages where a person may run into it. */
export interface RefusalFacts {
  why?: string;
  why_ja?: string;
}
