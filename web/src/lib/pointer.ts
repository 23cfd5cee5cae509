/** What the pointer means at a table: what is picked, aimed at, asked about, held, fanned out and reckoned. A state and an event give the next state and what is to be done. */

import type { Answer, Asking } from "./asking";
import { leaves, menuOf, stacksOf, type Menu } from "./choices";
import type { Choice, Entry, Odds, Piece, Reach, Reason, View } from "./protocol";

/** What of a table the pointer is about. */
export interface Moment {
  at: number;
  view: View;
  /** May this page choose? */
  mine: boolean;
  /** A choice is on its way. */
  sent: boolean;
  entries: readonly Entry[];
  /** How the game asks, and what answers itself now. */
  asking?: Asking;
  answer?: Answer | null;
}

export interface Under {
  piece?: string;
  place?: string;
  /** The place whose open fan is under the pointer or next to it. */
  near?: string;
}

/** Where a piece goes by several choices, and when the last of them was played. */
export interface Way {
  piece: string;
  place: string;
  verb: string;
  side: string | null;
  from: number;
  /** Where it has stood: no way leads in a circle. */
  through: readonly string[];
  /** A whole march that was ordered: it goes on after its dice, and ends where its phase asks for the next; the turn it is for. */
  whole?: { began: string | null; turn: number };
}

/** A choice that wants a second click; with a way it is the first step of it. */
export interface Pending {
  choice: Choice;
  way: Way | null;
}

export interface Pointing {
  moment: Moment | null;
  /** What the choices mean for what is picked. */
  menu: Menu | null;
  verb: string | null;
  piece: string | null;
  pending: Pending | null;
  /** What the pointer or the focus is on, and the piece under a finger that rests. */
  over: Under | null;
  held: string | null;
  /** The place that was asked about, and why not once it is known. */
  asked: { place: string; reason: Reason | null } | null;
  /** The notation of the choice whose odds are wanted, and the odds shown. */
  aimed: string | null;
  odds: { choice: Choice; odds: Odds } | null;
  /** The stack that is fanned out. */
  fanned: string | null;
  /** What the picked piece reaches later in its action; by place, for the way it would go. */
  reaches: readonly Reach[];
  later: ReadonlyMap<string, Reach>;
  /** The pointer rests on the tip or on the panel of odds: they stay. */
  onTip: boolean;
  onOdds: boolean;
  /** The way that is being gone, and the one that ended before its place. */
  way: Way | null;
  stopped: Way | null;
  /** A whole answer was accepted: who goes on with it, and while what is asked. */
  accepted: { side: string | null; awaits: string | null; from: number } | null;
  /** What was last answered by itself, and the moment in which that was tried. */
  answered: Answer | null;
  tried: number;
}

export const atRest: Pointing = {
  moment: null,
  menu: null,
  verb: null,
  piece: null,
  pending: null,
  over: null,
  held: null,
  asked: null,
  aimed: null,
  odds: null,
  fanned: null,
  reaches: [],
  later: new Map(),
  onTip: false,
  onOdds: false,
  way: null,
  stopped: null,
  accepted: null,
  answered: null,
  tried: -1,
};

/** With what something was clicked; a finger, and any pointer on a narrow screen, confirms what it chose on the board. */
export interface Hand {
  by: string;
  narrow: boolean;
}

export type Happening =
  | { type: "moment"; moment: Moment }
  | { type: "piece"; piece: string; hand: Hand }
  | { type: "place"; place: string; hand: Hand }
  /** A piece is picked without being pointed at. */
  | { type: "pick"; piece: string }
  | { type: "ground" }
  | { type: "over"; what: Under | null; by: "pointer" | "focus" | "press" }
  | { type: "verb"; verb: string }
  | { type: "choose"; choice: Choice }
  | { type: "confirm" }
  /** The whole answer that is proposed. */
  | { type: "accept" }
  | { type: "cancel" }
  | { type: "consider"; choice: Choice | null }
  | { type: "fan"; piece: string | null }
  | { type: "tip"; on: boolean }
  | { type: "panel"; on: boolean }
  /** Something else took the place of the panel of odds, or of the tip. */
  | { type: "odds_closed" }
  | { type: "tip_closed" }
  | { type: "reason"; at: number; piece: string | null; place: string; reason: Reason }
  | { type: "odds"; at: number; choice: Choice; odds: Odds | null }
  | { type: "reach"; at: number; piece: string; later: readonly Reach[] }
  | { type: "elapsed"; delay: Delay };

/** What waits: to ask why not, to drop the tip, to fold a stack, to forget odds, to give the only answer. */
export type Delay = "ask" | "drop" | "fold" | "forget" | "answer";
export const MILLISECONDS: Record<Delay, number> = { ask: 140, drop: 220, fold: 260, forget: 260, answer: 900 };

export type Effect =
  | { type: "play"; choice: Choice }
  | { type: "why"; piece: string | null; place: string }
  | { type: "odds"; choice: Choice }
  | { type: "reach"; piece: string }
  | { type: "picked" }
  | { type: "wait"; delay: Delay }
  | { type: "stop"; delay: Delay };

/** A stack of more pieces than this is fanned out. */
const FLAT = 1;

interface Draft extends Pointing {
  effects: Effect[];
}

export function step(before: Pointing, event: Happening): { state: Pointing; effects: Effect[] } {
  const draft: Draft = { ...before, effects: [] };
  happen(draft, event);
  settle(before, draft);
  const { effects, ...state } = draft;
  return { state, effects };
}

function happen(d: Draft, event: Happening): void {
  switch (event.type) {
    case "moment":
      return take(d, event.moment);
    case "piece":
      return clickPiece(d, event.piece, event.hand);
    case "place":
      return clickPlace(d, event.place, event.hand);
    case "pick":
      return d.menu?.pieces.has(event.piece) ? pick(d, event.piece) : undefined;
    case "ground":
      d.held = d.asked = d.fanned = d.pending = d.way = d.stopped = null;
      return;
    case "over":
      return pointAt(d, event.what, event.by);
    case "verb":
      d.verb = event.verb;
      d.pending = d.way = d.stopped = null;
      return;
    case "choose":
      return choose(d, event.choice, false);
    case "confirm":
      if (d.pending) play(d, d.pending.choice, d.pending.way);
      return;
    case "accept":
      return accept(d);
    case "cancel":
      stop(d, "answer");
      if (!d.pending) d.piece = null;
      d.pending = d.asked = d.way = d.stopped = null;
      return;
    case "consider":
      return event.choice ? reckon(d, event.choice) : forget(d);
    case "fan": {
      const place = standing(d, event.piece ?? d.over?.piece);
      d.fanned = d.fanned === place ? null : place;
      return;
    }
    case "tip":
      d.onTip = event.on;
      if (!event.on) d.asked = null;
      return;
    case "panel":
      d.onOdds = event.on;
      if (event.on) stop(d, "forget");
      else forget(d);
      return;
    case "odds_closed":
      stop(d, "forget");
      d.aimed = d.odds = null;
      d.onOdds = false;
      return;
    case "tip_closed":
      d.asked = null;
      return;
    case "reason":
      if (event.at !== d.moment?.at || event.piece !== d.menu?.piece || event.place !== d.asked?.place) return;
      d.asked = event.reason.objections.length || event.reason.open.length || d.later.get(event.place)?.key ? { place: event.place, reason: event.reason } : null;
      return;
    case "odds":
      if (event.at !== d.moment?.at || event.choice.text !== d.aimed) return;
      d.odds = event.odds ? { choice: event.choice, odds: event.odds } : null;
      return;
    case "reach":
      return reached(d, event.at, event.piece, event.later);
    case "elapsed":
      return elapse(d, event.delay);
  }
}

// the moment

/** The table is as it is now: in another position nothing is picked, but a way that was begun goes on. */
function take(d: Draft, moment: Moment): void {
  const before = d.moment;
  d.moment = moment;
  if (moment.view !== before?.view || !moment.mine) d.pending = null;
  if (moment.at === before?.at) {
    // What was played was refused, or never arrived.
    if (before.sent && !moment.sent) d.way = d.accepted = null;
    return answerItself(d);
  }
  d.verb = d.piece = d.asked = d.fanned = d.stopped = null;
  if (d.held && !pieceOf(d, d.held)) d.held = null;
  for (const delay of ["ask", "drop", "fold", "answer"] as const) stop(d, delay);
  if (d.way) follow(d, d.way);
  if (d.accepted) goOn(d, d.accepted);
  answerItself(d);
}

/** What stands or has no other answer is answered without a person, once in a moment; the only answer after one may see it. */
function answerItself(d: Draft): void {
  const { at, mine, sent, answer } = d.moment!;
  if (!mine || sent || !answer || d.tried === at) return;
  d.tried = at;
  if (answer.why === "only") return wait(d, "answer");
  d.answered = answer;
  play(d, answer.choice, d.way?.whole ? d.way : null);
}

/** The whole answer that is proposed is given choice by choice, while the same is asked and nothing came between. */
function accept(d: Draft): void {
  const { at, mine, sent, view } = d.moment!;
  const next = view.proposal?.[0];
  const choice = next && view.choices.find((one) => one.text === next.text);
  if (!mine || sent || !choice) return;
  play(d, choice, null);
  d.accepted = { side: view.actor, awaits: view.awaits, from: at };
}

function goOn(d: Draft, { side, awaits, from }: NonNullable<Pointing["accepted"]>): void {
  d.accepted = null;
  const { view, entries } = d.moment!;
  const since = entries.filter((entry) => entry.n > from);
  if (since.length && view.actor === side && view.awaits === awaits && !since.some((entry) => entry.faces?.length)) accept(d);
}

/** What follows from what has changed: the menu, what is reached later, the fight that waits for a second click. */
function settle(before: Pointing, d: Draft): void {
  const [was, now] = [before.moment, d.moment];
  const anew = was?.at !== now?.at || was?.view !== now?.view || was?.mine !== now?.mine || before.verb !== d.verb || before.piece !== d.piece;
  if (anew) {
    d.menu = now ? menuOf(now.view, d.verb, d.piece) : null;
    d.reaches = [];
    if (now?.mine && d.menu?.piece) d.effects.push({ type: "reach", piece: d.menu.piece });
  }
  if (anew || before.reaches !== d.reaches || before.pending !== d.pending) d.later = laterOf(d);
  if (anew || before.pending !== d.pending) attend(d, anew);
  // What is gone cannot be rested on.
  d.onTip &&= d.asked !== null;
  d.onOdds &&= d.odds !== null;
}

/** A fight that waits to be confirmed is reckoned at once; another when it is pointed at. */
function attend(d: Draft, anew: boolean): void {
  if (anew || d.odds?.choice.text !== waiting(d)?.text) d.odds = null;
  aimBack(d);
}

const waiting = (d: Draft): Choice | undefined => (d.moment?.mine ? (d.pending?.choice ?? d.menu?.plain.find((choice) => !leaves(choice))) : undefined);

function aimBack(d: Draft): void {
  const waits = waiting(d);
  if (waits) reckon(d, waits);
  else d.aimed = null;
}

// clicks

function clickPiece(d: Draft, piece: string, hand: Hand): void {
  const { moment, menu } = d;
  if (!moment || !menu) return;
  const place = standing(d, piece);
  const target = place !== null && menu.targets.has(place);
  if (target && piece !== menu.piece && !menu.pieces.has(piece)) return clickPlace(d, place, hand);
  if (hand.by === "touch" && place && deep(d, place) && d.fanned !== place && !alone(d, piece, place)) {
    disarm(d);
    d.fanned = place;
    return;
  }
  const direct = moment.mine ? menu.direct.get(piece) : undefined;
  if (direct) {
    // While its dice wait for the second click, it is seen where it may come.
    if (moment.mine && direct.rolls && d.piece !== piece) pick(d, piece);
    choose(d, direct, careful(hand));
  } else if (moment.mine && menu.pieces.has(piece)) pick(d, piece === menu.piece && d.piece ? null : piece);
  else if (place) clickPlace(d, place, hand);
}

function pick(d: Draft, piece: string | null): void {
  d.piece = piece;
  d.pending = d.asked = d.way = d.stopped = null;
  if (piece) d.effects.push({ type: "picked" });
}

/** A lit place is chosen, one that is reached later is set out for, any other is asked about. */
function clickPlace(d: Draft, place: string, hand: Hand): void {
  const target = d.menu?.targets.get(place);
  if (d.moment?.mine && target) return choose(d, target.choice, careful(hand));
  const first = firstStep(d, place);
  if (first) {
    choose(d, first, careful(hand), wayOf(d, first, place));
    if (!d.pending || !careful(hand)) return;
  } else disarm(d);
  ask(d, place);
}

const careful = ({ by, narrow }: Hand) => by === "touch" || (narrow && by !== "key");

/** What throws dice, or was chosen by a finger, is played by the second click; the first arms it. */
function choose(d: Draft, choice: Choice, confirms: boolean, way: Way | null = between(d, choice)): void {
  d.way = d.stopped = d.answered = null;
  const again = d.pending?.choice.text === choice.text && d.pending.way?.place === way?.place;
  const rolls = choice.rolls && !way?.whole && !d.moment?.asking?.confirms.includes(choice.verb);
  if (again || !(confirms || rolls)) play(d, choice, way);
  else d.pending = { choice, way };
}

/** A march that was ordered waits while something else is asked on its way. */
const between = (d: Draft, choice: Choice): Way | null => (d.way?.whole && !choice.place ? d.way : null);

function play(d: Draft, choice: Choice, way: Way | null): void {
  if (!d.moment || d.moment.sent) return;
  d.moment = { ...d.moment, sent: true };
  d.way = way && { ...way, from: d.moment.at };
  d.effects.push({ type: "play", choice });
}

/** Dice that wait for a second click are put down by any other; what a finger chose waits on. */
function disarm(d: Draft): void {
  d.way = d.stopped = null;
  if (d.pending?.choice.rolls || d.pending?.way) d.pending = null;
}

// ways of several choices

/** The choice that begins the way to a place that is reached later. */
function firstStep(d: Draft, place: string): Choice | undefined {
  return d.moment?.mine ? choiceOf(d, d.later.get(place)?.first) : undefined;
}

const choiceOf = (d: Draft, text: string | undefined) => (text ? d.moment!.view.choices.find((choice) => choice.text === text) : undefined);

function wayOf(d: Draft, first: Choice, place: string): Way {
  const piece = d.menu!.piece!;
  const here = standing(d, piece);
  const { at, view } = d.moment!;
  const way = { piece, place, verb: first.verb, side: view.actor, from: at, through: here ? [here] : [] };
  return d.later.get(place)?.whole ? { ...way, whole: { began: view.awaits, turn: view.turn } } : way;
}

/** One step of a way has been played: on it goes, unless something came between that could not be foreseen. */
function follow(d: Draft, way: Way): void {
  d.way = null;
  const { view, mine, entries } = d.moment!;
  const since = entries.filter((entry) => entry.n > way.from);
  // It was taken back.
  if (!since.length) return;
  if (way.whole) return march(d, way, way.whole);
  const offered = mine && view.actor === way.side && menuOf(view, way.verb, way.piece).piece === way.piece;
  if (!offered) return void (d.stopped = way);
  [d.verb, d.piece] = [way.verb, way.piece];
  const surprised = since.some((entry) => entry.faces?.length || (entry.side && entry.side !== way.side));
  const here = standing(d, way.piece);
  const next = view.choices.find((choice) => choice.piece === way.piece && choice.place === way.place && choice.verb === way.verb);
  if (surprised || !here || way.through.includes(here)) d.stopped = way;
  else if (next) choose(d, next, false);
  else d.way = { ...way, through: [...way.through, here] };
}

/** A march that was ordered: its dice are thrown and what is asked between is answered, then it goes to its place and stops there. */
function march(d: Draft, way: Way, { began, turn }: NonNullable<Way["whole"]>): void {
  const { view, mine } = d.moment!;
  const here = standing(d, way.piece);
  if (view.turn !== turn) return;
  if (view.awaits === began) return void (d.stopped = here === way.place ? null : way);
  const asked = mine && view.actor === way.side;
  // Those who stand together go together, whoever of them the choice names.
  const ahead = asked ? view.choices.filter((choice) => choice.place && choice.piece && standing(d, choice.piece) === here && boxOf(d, choice.piece) === boxOf(d, way.piece)) : [];
  const next = here === way.place ? view.choices.find((choice) => leaves(choice) && !choice.rolls) : ahead.find((choice) => choice.place === way.place);
  // Where stopping ends more than the march, whoever is there may still do something else.
  if (asked && next && here === way.place && d.moment!.asking?.ends.includes(next.verb)) return void (d.piece = way.piece);
  if (asked && next) return play(d, next, way);
  if (ahead.length && here !== way.place) {
    [d.verb, d.piece, d.stopped] = [ahead[0]!.verb, ahead[0]!.piece!, way];
    return;
  }
  d.way = way;
  if (asked) d.effects.push({ type: "reach", piece: way.piece });
}

/** What the picked piece reaches later has come; a way that waits for it goes on or ends. */
function reached(d: Draft, at: number, piece: string, later: readonly Reach[]): void {
  if (at !== d.moment?.at) return;
  const ordered = !d.moment.sent && d.way?.whole && piece === d.way.piece ? d.way : null;
  const goesOn = ordered && choiceOf(d, later.find((one) => one.place === ordered.place)?.first);
  if (goesOn) return play(d, goesOn, ordered);
  if (piece !== d.menu?.piece) return;
  d.reaches = later;
  d.later = laterOf(d);
  const way = d.moment.sent || d.way?.whole ? null : d.way;
  if (!way) return;
  const first = firstStep(d, way.place);
  d.way = null;
  if (first) choose(d, first, false, way);
  else d.stopped = way;
}

/** The places reached later, by the way in force: of whole marches the one whose button waits for its second click, else the first. */
function laterOf({ menu, reaches, pending }: Draft): ReadonlyMap<string, Reach> {
  if (!menu || !reaches.length) return new Map();
  // What the piece may begin where it stands is no mode: what it reaches is shown whatever the mode.
  const begins = [...menu.handy, ...menu.plain].map(({ text }) => text);
  const open = reaches.filter((one) => !one.verb || one.verb === menu.verb || begins.includes(one.first ?? ""));
  const firsts = open.filter((one) => one.whole).map((one) => one.first);
  const gait = pending && firsts.includes(pending.choice.text) ? pending.choice.text : firsts[0];
  return new Map(open.filter((one) => !one.whole || one.first === gait).map((one) => [one.place, one]));
}

// pointing

function pointAt(d: Draft, what: Under | null, by: "pointer" | "focus" | "press"): void {
  const { moment, menu } = d;
  d.over = what;
  d.held = by === "press" ? (what?.piece ?? null) : null;
  for (const delay of ["ask", "drop", "fold"] as const) stop(d, delay);
  const place = what?.place ?? standing(d, what?.piece);
  const meant = what?.place ?? (what?.piece && !menu?.pieces.has(what.piece) ? place : null);
  const aimed = moment?.mine && meant ? menu?.targets.get(meant) : undefined;
  // A piece that is itself the choice is reckoned with like a place.
  const direct = moment?.mine && what?.piece && !aimed ? menu?.direct.get(what.piece) : undefined;
  if (aimed) reckon(d, aimed.choice);
  else if (direct) reckon(d, direct);
  else if (d.odds && !d.onOdds) forget(d);
  else if (!d.odds && d.aimed !== waiting(d)?.text) aimBack(d);
  const open = what?.near && what.near === d.fanned;
  if (what?.piece && place && deep(d, place) && !open) d.fanned = place;
  else if (d.fanned && by === "pointer" && !open) wait(d, "fold");
  if (what?.place && moment?.mine && menu?.piece && !menu.targets.has(what.place)) {
    if (by === "pointer") wait(d, "ask");
    else ask(d, what.place);
  } else if (!d.onTip) wait(d, "drop");
}

function elapse(d: Draft, delay: Delay): void {
  if (delay === "ask") {
    if (d.over?.place) ask(d, d.over.place);
  } else if (delay === "drop") {
    if (!d.onTip) d.asked = null;
  } else if (delay === "fold") d.fanned = null;
  else if (delay === "answer") {
    const answer = d.moment?.mine ? d.moment.answer : null;
    if (!answer || d.moment!.sent) return;
    d.answered = answer;
    play(d, answer.choice, null);
  }
  else if (d.pending) reckon(d, d.pending.choice);
  else d.odds = null;
}

/** Why not: only while a piece is picked, and never for the place it stands on. */
function ask(d: Draft, place: string): void {
  stop(d, "drop");
  const { moment, menu } = d;
  if (!moment?.mine || !menu || menu.targets.has(place) || !(menu.targets.size || d.later.get(place)?.key)) return;
  if (menu.piece && standing(d, menu.piece) === place) return;
  d.asked = { place, reason: null };
  d.effects.push({ type: "why", piece: menu.piece, place });
}

function reckon(d: Draft, choice: Choice): void {
  stop(d, "forget");
  d.aimed = choice.text;
  d.effects.push({ type: "odds", choice });
}

/** Odds stay for a moment: the pointer may be on its way to them. */
function forget(d: Draft): void {
  d.aimed = d.pending?.choice.text ?? null;
  wait(d, "forget");
}

const wait = (d: Draft, delay: Delay) => void d.effects.push({ type: "wait", delay });
const stop = (d: Draft, delay: Delay) => void d.effects.push({ type: "stop", delay });

const pieceOf = (d: Draft, id: string | null | undefined): Piece | undefined => d.moment?.view.pieces.find((piece) => piece.id === id);
const standing = (d: Draft, piece: string | null | undefined): string | null => pieceOf(d, piece)?.place ?? null;
const boxOf = (d: Draft, piece: string) => pieceOf(d, piece)?.box ?? null;
/** Is it the only one of its stack that may be picked? */
const alone = (d: Draft, piece: string, place: string) => {
  const able = d.moment!.mine ? (stacksOf(d.moment!.view.pieces).get(place) ?? []).filter(({ id }) => d.menu!.pieces.has(id)) : [];
  return able.length === 1 && able[0]!.id === piece;
};
const deep = (d: Draft, place: string) => (stacksOf(d.moment!.view.pieces).get(place)?.length ?? 0) > FLAT;
