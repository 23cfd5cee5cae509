/** What the choices of a view mean on a board: who can act, by which verb, and where to. Pure functions. */

import type { Choice, Piece, View } from "./protocol";

export interface Target {
  place: string;
  choice: Choice;
  /** Enemies stand there. */
  attack: boolean;
  /** Die or price, as the chip shows it. */
  cost: string;
}

export interface Menu {
  /** Verbs that lead to places, in the order in which they came. */
  verbs: string[];
  /** The verb in force. */
  verb: string | null;
  /** Pieces that can be picked up now: under this verb, or for something that leads nowhere. */
  pieces: Set<string>;
  /** The piece picked up. */
  piece: string | null;
  targets: Map<string, Target>;
  /** Choices that point at nothing on the board: buttons. */
  plain: Choice[];
  /** What the picked piece may do where it is: buttons too. */
  handy: Choice[];
  /** Pieces whose only choice is to be pointed at. */
  direct: Map<string, Choice>;
}

/** Choices that do nothing more than go on. */
const LEAVING = ["pass", "stop", "wait"];
export const leaves = (choice: Choice) => LEAVING.includes(choice.verb);

/** What ends the phase. */
export const endOf = (menu: Menu, ends: readonly string[] = []): Choice | undefined => menu.plain.find(({ verb }) => ends.includes(verb));

/** The choice that goes on: the one that says so, or the only one that points at nothing. */
export function passOf(menu: Menu, ends: readonly string[] = []): Choice | undefined {
  return menu.plain.find(leaves) ?? endOf(menu, ends) ?? (menu.plain.length === 1 ? menu.plain[0] : undefined);
}

/** What is offered as buttons, in their order: what the picked piece may do where it is, then what points at nothing; what ends a phase stands apart. */
export const actsOf = (menu: Menu, ends: readonly string[] = []): Choice[] => [...menu.handy, ...menu.plain].filter(({ verb }) => !ends.includes(verb));

/** How many pieces could still do something, were the phase not ended. */
export const ableOf = (view: View): number => new Set(view.choices.flatMap(({ piece }) => piece ?? [])).size;

/** The verbs that are offered as modes. */
export const modesOf = (menu: Menu): string[] => (menu.verbs.length > 1 ? menu.verbs : []);

/** Where a piece stands that may do something there: a choice of that place alone is about those who stand together. */
function gatherings(view: View): Set<string> {
  const staying = new Set(view.choices.flatMap((choice) => (choice.piece && !choice.place ? [choice.piece] : [])));
  return new Set(view.pieces.flatMap((piece) => (piece.place && staying.has(piece.id) ? [piece.place] : [])));
}

/** The menu of a moment: `verb` and `piece` are what the player has picked so far, if they still make sense. */
export function menuOf(view: View, verb: string | null, piece: string | null): Menu {
  const choices = view.choices;
  const here = gatherings(view);
  const together = choices.filter((choice) => !choice.piece && choice.place && here.has(choice.place));
  const placed = choices.filter((choice) => choice.place && !together.includes(choice));
  const verbs = [...new Set(placed.map((choice) => choice.verb))];
  const inForce = verb && verbs.includes(verb) ? verb : (verbs[0] ?? null);
  const offered = placed.filter((choice) => choice.verb === inForce);
  const staying = choices.filter((choice) => choice.piece && !choice.place);
  const pieces = new Set([...offered, ...staying].flatMap((choice) => (choice.piece ? [choice.piece] : [])));
  const only = pieces.size === 1 ? [...pieces][0]! : null;
  const picked = piece && pieces.has(piece) ? piece : only;
  const targets = new Map<string, Target>();
  for (const choice of offered) {
    if (!choice.place || (choice.piece && choice.piece !== picked)) continue;
    targets.set(choice.place, {
      place: choice.place,
      choice,
      // Without a piece it is about the fight there, which may be for a place the enemy stands before.
      attack: enemyAt(view, choice.place, !choice.piece),
      cost: choice.cost ?? "",
    });
  }
  const placeOf = (id: string | null) => view.pieces.find((one) => one.id === id)?.place;
  const direct = new Map<string, Choice>();
  for (const choice of staying) {
    const alone = !together.some((other) => other.place === placeOf(choice.piece!));
    if (alone && choices.filter((other) => other.piece === choice.piece).length === 1) direct.set(choice.piece!, choice);
  }
  return {
    verbs,
    verb: inForce,
    pieces,
    piece: picked,
    targets,
    plain: choices.filter((choice) => !choice.piece && !choice.place),
    handy: picked ? [...staying.filter((choice) => choice.piece === picked), ...together.filter((choice) => choice.place === placeOf(picked))] : [],
    direct,
  };
}

function enemyAt(view: View, place: string, before: boolean): boolean {
  return view.pieces.some((piece) => piece.side !== view.actor && (piece.place === place || (before && piece.toward === place)));
}

/** Pieces by the place they stand on, in the order of the view. */
export function stacksOf(pieces: Piece[]): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>();
  for (const piece of pieces) {
    if (!piece.place) continue;
    const stack = stacks.get(piece.place);
    if (stack) stack.push(piece);
    else stacks.set(piece.place, [piece]);
  }
  return stacks;
}

/** How many counters a piece stands for: in the fog a stack is one piece. */
export const countersIn = ({ facts }: Piece) => Number(facts?.["counters"] ?? 1);
