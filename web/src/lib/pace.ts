/** What others did, cut into what is shown one thing after another: moves that travel, fights that are staged. Pure functions. */

import { travelOf } from "../board/trails";
import type { Entry, Fact, GameEvent, Piece, View } from "./protocol";
import type { Pace } from "./settings.svelte";
import { pieceOf, stepsOf, TURN, waysOf, type Role } from "./told";

/** What events of a kind are in a fight. */
export type Roles = (kind: string) => readonly Role[];

/** A fight as far as it is told. */
export interface Fight extends Record<Role, readonly GameEvent[]> {
  /** The entries whose dice decided it. */
  rolls: readonly Entry[];
}

/** One thing that is shown. */
export interface Beat {
  kind: "told" | "move" | "fight" | "loss";
  /** The last entry that is told whole. */
  at: number;
  /** What is seen then, with nothing to choose. */
  view: View;
  /** Its entries, each with those of its events alone that belong here. */
  entries: readonly Entry[];
  fight: Fight | null;
}

/** What a message of the service brought. */
export interface Came {
  at: number;
  entries: readonly Entry[];
  view: View;
}

type Part = Omit<Beat, "view" | "at" | "entries"> & { entries: Entry[] };

/** A message as beats, with the fight that is still open after it. */
export function beatsOf(came: Came, before: View, open: Fight | null, roles: Roles): { beats: Beat[]; open: Fight | null } {
  const parts: Part[] = [];
  let fight = open;
  const pieces = [...came.view.pieces, ...before.pieces];
  const known = { ...before.known, ...came.view.known };

  /** The part an event belongs to: the last one if it goes on, else a new one; what was only told leads up to it. */
  const part = (kind: Beat["kind"], goesOn: boolean): Part => {
    const last = parts.at(-1);
    if (last && (goesOn || (kind !== "told" && leadsUp(last, kind)))) {
      last.kind = kind;
      return last;
    }
    parts.push({ kind, entries: [], fight: null });
    return parts.at(-1)!;
  };
  const put = (to: Part, entry: Entry, event: GameEvent) => {
    const last = to.entries.at(-1);
    if (last?.n === entry.n) to.entries[to.entries.length - 1] = { ...last, events: [...last.events, event] };
    // The dice of an entry lie with its first event.
    else to.entries.push({ ...entry, events: [event], ...(event === entry.events[0] ? {} : { faces: undefined }) });
    to.fight = fight;
  };

  for (const entry of came.entries) {
    if (!entry.events.length) {
      const last = parts.at(-1);
      if (last?.kind === "told") last.entries.push(entry);
      else parts.push({ kind: "told", entries: [entry], fight });
    }
    const choosesElse = Boolean(entry.side) && entry.events.length > 0 && !entry.events.some((event) => roles(event.kind).length);
    if (choosesElse && fight?.result.length) fight = null;
    for (const event of entry.events) {
      const is = roles(event.kind);
      const last = parts.at(-1);
      const opens = is.includes("who");
      const decides = is.some((role) => role === "sum" || role === "result");
      if (event.kind === TURN) fight = null;
      if (opens || (decides && fight)) {
        const another = opens && fight && (fight.sum.length || fight.result.length);
        const goesOn: boolean = last?.kind === "fight" && !another;
        if (!fight || another) fight = { who: [], sum: [], result: [], loss: [], rolls: [] };
        fight = added(fight, is, event);
        if (entry.faces?.length && event === entry.events[0]) fight = { ...fight, rolls: [...fight.rolls, entry] };
        put(part("fight", goesOn), entry, event);
      } else if (is.includes("loss") && fight) {
        fight = added(fight, ["loss"], event);
        put(part("loss", last?.kind === "loss"), entry, event);
      } else if (movesIn(event, pieces, known, before, came.view)) {
        fight = null;
        const latest = last?.entries.at(-1);
        const other = latest?.events.at(-1);
        const same = last?.kind === "move" && (latest?.n === entry.n || Boolean(other && named(other, pieces, known) === named(event, pieces, known)));
        put(part("move", same), entry, event);
      } else {
        const here = last?.entries.at(-1)?.n === entry.n && last.entries.at(-1)!.events.length > 0 && event.kind !== TURN;
        // Until it is decided, whatever is told belongs to the fight.
        const kind = here ? last.kind : fight && !fight.result.length ? "fight" : "told";
        put(part(kind, here || (last?.kind === kind && event.kind !== TURN)), entry, event);
      }
    }
  }
  return { beats: seen(parts, came, before, pieces, known), open: fight };
}

const added = (fight: Fight, is: readonly Role[], event: GameEvent): Fight => ({ ...fight, ...Object.fromEntries(is.map((role) => [role, [...fight[role], event]])) });

/** More than so much is not told in one go, and a new turn stands for itself. */
const TOLD = 5;

/** Does what was told belong before what is shown next? */
function leadsUp(last: Pick<Beat, "kind" | "entries">, kind: Beat["kind"]): boolean {
  const events = last.entries.flatMap((entry) => entry.events);
  return last.kind === "told" && kind !== "loss" && events.length <= TOLD && !events.some((event) => event.kind === TURN);
}

/** The piece an event is about, by the id under which the view has it. */
function named(event: GameEvent, pieces: readonly Piece[], known: Readonly<Record<string, string>>): string | null {
  const by = Object.fromEntries(Object.entries(event).map(([key, value]): [string, Fact] => [key, (typeof value === "string" && known[value]) || value])) as GameEvent;
  return pieceOf(event, pieces) ?? pieceOf(by, pieces);
}

/** Does an event tell of a piece that goes somewhere? Where it says from where to where, or where the piece stands elsewhere now. */
function movesIn(event: GameEvent, pieces: readonly Piece[], known: Readonly<Record<string, string>>, before: View, after: View): boolean {
  const piece = named(event, pieces, known);
  if (!piece) return false;
  if (typeof event["origin"] === "string" && typeof event["to"] === "string") return true;
  const [was, is] = [before, after].map((view) => view.pieces.find((one) => one.id === piece));
  return Boolean(is && (is.place || is.pose?.length)) && (was?.place !== is?.place || was?.pose?.join() !== is?.pose?.join());
}

/** What is seen at each part: pieces stand where the events up to it have brought them; after the last, as the message says. */
function seen(parts: readonly Part[], came: Came, before: View, pieces: readonly Piece[], known: Readonly<Record<string, string>>): Beat[] {
  const last = parts.length - 1;
  const settled = new Map<string, number>();
  parts.forEach(({ entries }, k) => {
    for (const event of entries.flatMap((entry) => entry.events)) {
      const piece = named(event, pieces, known);
      if (piece) settled.set(piece, k);
    }
  });
  const stood = new Map(before.pieces.map((piece) => [piece.id, piece]));
  const gone = before.pieces.filter((piece) => !came.view.pieces.some((one) => one.id === piece.id));
  const on = new Map<string, string>();
  return parts.map((one, k) => {
    for (const { piece, to } of stepsOf(one.entries, pieces)) on.set(piece, to);
    const isSettled = (id: string) => (settled.get(id) ?? last) <= k;
    const whole = !one.entries.length || parts[k + 1]?.entries[0]?.n !== one.entries.at(-1)!.n;
    const at = (one.entries.at(-1)?.n ?? came.at) - (whole ? 0 : 1);
    if (k === last) return { ...one, at: came.at, view: unasked(came.view) };
    const moved = came.view.pieces.flatMap((piece) => {
      const was = stood.get(piece.id);
      if (isSettled(piece.id)) return [piece];
      const place = on.get(piece.id);
      return was ? [place === undefined ? was : { ...was, place }] : [];
    });
    return { ...one, at, view: { ...unasked(before), pieces: [...moved, ...gone.filter((piece) => !isSettled(piece.id))] } };
  });
}

/** A view with nothing to choose. */
const unasked = (view: View): View => ({ ...view, choices: [], free: undefined });

/** A queue with one more beat: what was only told leads up to it, and a piece that goes on goes on. */
export function joinedBeats(waiting: readonly Beat[], beat: Beat): Beat[] {
  const last = waiting.at(-1);
  const turns = beat.entries[0]?.events[0]?.kind === TURN;
  if (!last || turns || !(leadsUp(last, beat.kind) || isQuiet(last) || isQuiet(beat) || goesOn(last, beat))) return [...waiting, beat];
  const kind = isQuiet(beat) ? last.kind : beat.kind;
  return [...waiting.slice(0, -1), { ...beat, kind, fight: isQuiet(beat) ? last.fight : beat.fight, entries: [...last.entries, ...beat.entries] }];
}

/** Nothing is told by it. */
export const isQuiet = (beat: Beat) => beat.entries.every((entry) => !entry.events.length);

/** A piece goes on from where it has come to, or a fight is not yet decided. */
function goesOn(last: Beat, beat: Beat): boolean {
  if (last.kind === "fight" && beat.kind === "fight") return Boolean(last.fight && !last.fight.result.length && last.fight.who[0] === beat.fight?.who[0]);
  if (last.kind !== beat.kind || beat.kind === "told" || beat.entries.some((entry) => entry.faces?.length)) return false;
  const [a, b] = [last, beat].map((one) => waysOf(one.entries, one.view.pieces));
  return a!.length === 1 && b!.length === 1 && a![0]!.piece === b![0]!.piece && a![0]!.places.at(-1) === b![0]!.places[0];
}

/** The fights that were decided, or went on after that, each as far as it is told. */
export function outcomesOf(beats: readonly Beat[]): Beat[] {
  const fights: Beat[] = [];
  for (const beat of beats) {
    if (!beat.fight?.result.length || (beat.kind !== "fight" && beat.kind !== "loss")) continue;
    const last = fights.at(-1);
    if (last?.fight!.who[0] === beat.fight.who[0]) fights[fights.length - 1] = { ...beat, kind: last!.kind, entries: [...last!.entries, ...beat.entries] };
    else fights.push(beat);
  }
  return fights;
}

/** Where to look: the places events name, and where the pieces stand that they name. */
export function spotsOf({ entries, view }: Beat): string[] {
  const words = entries.flatMap((entry) => entry.events).flatMap(({ kind: _kind, clause: _clause, ...facts }) => Object.values(facts).flatMap((fact) => String(fact).split(" ")));
  const named = view.pieces.filter((piece) => words.includes(piece.id));
  return [...named.flatMap((piece) => piece.place ?? (piece.pose?.length ? [piece.pose.join(",")] : [])), ...words];
}

/** The places a fight is about. */
export const foughtFor = (fight: Fight): string[] => fight.who.flatMap((event) => ["to", "targets", "town", "hex"].flatMap((fact) => (typeof event[fact] === "string" ? event[fact].split(" ") : [])));

// time

/** How long something is looked at when it has happened, in milliseconds. */
const DWELL = { told: 700, move: 420, fight: 2400, loss: 1100 } as const;
/** What a line more takes to be read. */
const LINE = 260;
/** From so many on, moves go faster, up to so much. */
const LONG = 16;
const HURRY = 0.4;
export const TIMES: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.45, once: 0 };

/** How long a beat is shown, and by how much its travel is drawn out or shortened. */
export function lastsFor(beat: Beat, left: number, pace: Pace, calm: boolean): { ms: number; times: number } {
  const hurry = beat.kind === "fight" || beat.kind === "loss" ? 1 : Math.min(1, Math.max(HURRY, LONG / (left + 1)));
  const times = TIMES[pace] * hurry;
  const steps = Math.max(0, ...waysOf(beat.entries, beat.view.pieces).map(({ places }) => places.length - 1));
  const goes = steps || (beat.kind === "move" ? 3 : 0);
  const lines = beat.entries.reduce((sum, entry) => sum + entry.events.length, 0) - (goes ? steps : 0);
  const reading = DWELL[beat.kind] + (calm && goes ? DWELL.move : 0) + LINE * Math.min(4, Math.max(0, lines - 1));
  return { ms: times * ((goes && !calm ? travelOf(goes) : 0) + reading), times };
}

// trails

/** What the others did since a side last chose, up to its next choice. */
export interface Run {
  entries: readonly Entry[];
  /** The entry before it. */
  from: number;
  /** The side has not chosen since. */
  fresh: boolean;
}

export function lastRun(entries: readonly Entry[], own: readonly string[], ignored: ReadonlySet<number> = new Set()): Run {
  const chooses = (entry: Entry) => Boolean(entry.side && !entry.kind && !ignored.has(entry.n));
  const isOwn = (entry: Entry | undefined) => Boolean(entry && chooses(entry) && own.includes(entry.side!));
  let end = entries.length;
  let i = entries.length - 1;
  // Back over one's own choices and what followed from them, to the last choice of another.
  for (; i >= 0 && (!chooses(entries[i]!) || isOwn(entries[i])); i--) if (isOwn(entries[i])) end = i;
  if (i < 0) return { entries: [], from: -1, fresh: false };
  let start = i;
  while (start > 0 && !isOwn(entries[start - 1])) start--;
  // The dice an own choice threw belong to it.
  while (start < i && !chooses(entries[start]!)) start++;
  return { entries: entries.slice(start, end), from: entries[start - 1]?.n ?? entries[start]!.n - 1, fresh: end === entries.length };
}

/** Where pieces went in a run, each from its origin on. Where events do not tell, the views before and after do. */
export function trailsOf(run: Run, now: View, before: View | null): { piece: string; places: string[] }[] {
  const pieces = [...now.pieces, ...(before?.pieces ?? [])];
  const ways: { piece: string; places: string[] }[] = [];
  for (const { piece, from, to } of stepsOf(run.entries, pieces)) {
    const way = ways.filter((one) => one.piece === piece).at(-1);
    if (way?.places.at(-1) === from) way.places.push(to);
    else ways.push({ piece, places: from ? [from, to] : [to] });
  }
  for (const piece of before ? now.pieces : []) {
    if (ways.some((way) => way.piece === piece.id)) continue;
    const was = before!.pieces.find((one) => one.id === piece.id);
    const [from, to] = [was, piece].map((one) => one?.place ?? (one?.pose?.length ? one.pose.join(",") : null));
    if (to && from !== to) ways.push({ piece: piece.id, places: from ? [from, to] : [to] });
  }
  return ways;
}
