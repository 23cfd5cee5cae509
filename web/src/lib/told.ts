/** Readings of entries that every game allows: turns, moves of pieces, whose die is whose. Pure functions. */

import type { Entry, Fact, GameCard, GameEvent, Piece, View } from "./protocol";

/** What an event is in a fight: it opens it, is what it is reckoned by, decides it, or is what it costs (docs/protocol.md). */
export const ROLES = ["who", "sum", "result", "loss"] as const;
export type Role = (typeof ROLES)[number];

/** The event that begins a turn. */
export const TURN = "turn_began";

export interface DieShown {
  face: number;
  /** The colour family of the side that threw it. */
  colour: string | null;
}

export interface Step {
  piece: string;
  from: string;
  to: string;
}

export function factsOf(event: GameEvent): Record<string, Fact> {
  const { kind: _kind, clause: _clause, ...facts } = event;
  return facts;
}

/** The dice of an entry, each in the colour of its side where the events tell. */
export function diceOf(entry: Entry, game: GameCard, pieces: readonly Piece[]): DieShown[] {
  const faces = entry.faces ?? [];
  const told = entry.events[0];
  if (told && faces.length === game.sides.length) {
    const named = game.sides.map((side) => told[side.id]);
    if (named.every((value, i) => Number(value) === faces[i]))
      return faces.map((face, i) => ({ face, colour: game.sides[i]!.colour }));
  }
  const side = told ? sideOf(told, game, pieces) : null;
  const colour = game.sides.find((s) => s.id === side)?.colour ?? null;
  return faces.map((face) => ({ face, colour }));
}

/** The side an event is about: the one it names, else that of the piece it names. */
export function sideOf(event: GameEvent, game: GameCard, pieces: readonly Piece[]): string | null {
  if (typeof event["side"] === "string" && game.sides.some((s) => s.id === event["side"])) return event["side"];
  const id = pieceOf(event, pieces);
  return pieces.find((piece) => piece.id === id)?.side ?? null;
}

export function pieceOf(event: GameEvent, pieces: readonly Piece[]): string | null {
  for (const value of Object.values(factsOf(event)))
    if (typeof value === "string" && pieces.some((piece) => piece.id === value)) return value;
  return null;
}

/** The moves of pieces that some entries tell, in order. */
export function stepsOf(entries: readonly Entry[], pieces: readonly Piece[]): Step[] {
  const steps: Step[] = [];
  for (const entry of entries)
    for (const event of entry.events) {
      const { origin, to } = event;
      const piece = pieceOf(event, pieces);
      if (piece && typeof origin === "string" && typeof to === "string") steps.push({ piece, from: origin, to });
    }
  return steps;
}

/** The ways pieces took in some entries, each from its origin on. */
export function waysOf(entries: readonly Entry[], pieces: readonly Piece[]): { piece: string; places: string[] }[] {
  const ways = new Map<string, { piece: string; places: string[] }>();
  for (const { piece, from, to } of stepsOf(entries, pieces)) {
    const way = ways.get(piece);
    if (way?.places.at(-1) === from) way.places.push(to);
    else ways.set(piece, { piece, places: [from, to] });
  }
  return [...ways.values()];
}

/** The numbers of the entries at which a turn begins, with the turn. */
export function turnsOf(entries: Entry[]): { n: number; turn: number; date: string | null }[] {
  return entries.flatMap((entry) =>
    entry.events
      .filter((event) => event.kind === TURN)
      .map((event) => ({ n: entry.n, turn: Number(event["turn"]), date: event["date"] ? String(event["date"]) : null })),
  );
}

/** The numbers of the entries that tell of a fight. */
export function fightsOf(entries: Entry[]): number[] {
  return entries.filter((e) => e.events.some((event) => /battle$|assault|combat/.test(event.kind))).map((e) => e.n);
}

/** The places that are being attacked: one, or several that are fought for together. */
export function attackedIn(view: View): string[] {
  const facts = view.notes.find((note) => note.key === "battle")?.facts;
  const to = facts?.["hexes"] ?? facts?.["to"];
  return typeof to === "string" ? to.split(" ") : [];
}
