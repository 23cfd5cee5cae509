/** What every board can do, whatever it is drawn on: graph, hexes or plane. */

import type { Target } from "../lib/choices";
import type { Point, Rect } from "../lib/geometry";
import type { Measured, Tool } from "../lib/placing.svelte";
import type { Pose, Size } from "../lib/pose";
import type { Judgement, Lang, Overlay, Paint, Piece, Reach, Sign, Snap, SymbolCard, View, Zone } from "../lib/protocol";

/** All that a board shows at one moment. */
export interface Scene {
  view: View;
  colourOf: (side: string) => string;
  /** The paint of a piece that has its own: a nation's, an army's. */
  paintOf: (piece: Piece) => Paint | null;
  /** What may lie on pieces, and on places and hexsides. */
  markers: ReadonlyMap<string, Sign>;
  marks: ReadonlyMap<string, Sign>;
  /** Symbols that do not look like counters; and do values stand in the corners? */
  symbols?: ReadonlyMap<string, SymbolCard>;
  corners?: boolean;
  labelOf: (piece: Piece) => string;
  /** Sentences for screen readers. */
  tellPiece: (piece: Piece) => string;
  tellPlace: (place: string) => string;
  selectable: ReadonlySet<string>;
  selected: string | null;
  /** The piece that was looked for. */
  found?: string | null;
  targets: ReadonlyMap<string, Target>;
  /** The place picked but not yet confirmed. */
  pending: string | null;
  /** The place just asked about and refused. */
  forbidden: string | null;
  /** The places that are spoken of beside the map: they stay in sight. */
  about?: readonly string[];
  /** The places that are being attacked. */
  attacked?: readonly string[];
  /** Places the selected piece reaches later in its action. */
  later: ReadonlyMap<string, Reach>;
  /** What is shown on the map when asked for. */
  overlays: readonly Overlay[];
  /** The stack that is fanned out. */
  fanned: string | null;
  /** Places that Tab visits although nothing leads there. */
  showAll: boolean;
  /** On a plane: what is in hand. */
  plane?: PlaneScene;
}

/** The piece in hand on a plane, what matters to it, and what is being measured. */
export interface PlaneScene {
  /** Pieces that may be taken in hand. */
  free: ReadonlySet<string>;
  zones: readonly Zone[];
  placing: {
    piece: string;
    size: Size;
    from: Pose;
    /** Where it would stand. */
    pose: Pose;
    moved: boolean;
    rate: number;
    verdict: Judgement | null;
    /** The verdict is about this very pose. */
    judged: boolean;
    snaps: readonly Snap[];
    snapped: Snap | null;
  } | null;
  tool: Tool | null;
  measured: Measured | null;
  /** The poses a piece came through, where they are known. */
  paths: ReadonlyMap<string, readonly (readonly number[])[]>;
  /** Short labels of chips. */
  chips: { cost: string; contact: string; measured: string; seen: string; unseen: string };
}

export interface PlaneHooks {
  /** Take a piece in hand. */
  grab: (piece: string) => void;
  hold: (pose: Pose, snap: boolean) => void;
  turn: (degrees: number) => void;
  march: (to: Point) => void;
  measure: (from: Point, to: Point) => void;
}

export interface Trail {
  piece: string;
  /** The places it came through, the first being its origin; on a plane poses, `x,y,facing`. One alone: it came to stand there. */
  places: string[];
}

export interface BoardHooks {
  piece: (id: string, pointer: string) => void;
  place: (id: string, pointer: string) => void;
  ground: () => void;
  /** The pointer or the focus is on something, or on nothing. */
  over: (what: { piece?: string; place?: string; near?: string } | null, by: "pointer" | "focus" | "press") => void;
  plane?: PlaneHooks;
}

export interface BoardRenderer {
  /** The whole drawing, in map units. */
  readonly extent: Rect;
  /** The part that matters most when there is no room for all. */
  readonly heart: Rect;
  /** The scale from which places and counters can be read; a board that opens smaller opens on a part of itself. */
  readonly legible: number;
  /** Is there a printed map to be put under the board? */
  readonly printed: boolean;
  /** Put the printed map under what is drawn. */
  setMap(svg: string, lang: Lang): void;
  /** Draw the ground of a board without a printed map anew, where it has words. */
  nameGround?(lang: Lang): void;
  update(scene: Scene): void;
  /** Screen pixels per map unit have changed. */
  rescale(scale: number): void;
  /** This part of the map is seen now, in map units: what is costly need be drawn there only. */
  look?(seen: Rect): void;
  /** How many times as long as usual pieces travel. */
  times: number;
  /** Move pieces along their way. */
  animate(trails: readonly Trail[]): void;
  /** Mark where pieces went; whatever was marked before is gone. */
  trace(trails: readonly Trail[]): void;
  placeAt(id: string): Point | null;
  pieceAt(id: string): Point | null;
  /** Rectangles on the board that a tooltip must not cover, in map units: the worst first. */
  precious(): Rect[];
  /** What a person must be able to see, in map units: what is asked about or in hand first, then the chosen piece, then lit places, then those reached later, then prices. */
  matters(): Rect[][];
  focusNext(from: Element | null, angle: number): void;
  destroy(): void;
}
