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
  /** Verbs that point at the board, in the order in which they came. */
  verbs: string[];
  /** The verb in force. */
  verb: string | null;
  /** Pieces that can be picked up under this verb. */
  pieces: Set<string>;
  /** The piece picked up. */
  piece: string | null;
  targets: Map<string, Target>;
  /** Choices that point at nothing on the board: buttons. */
  plain: Choice[];
  /** Choices of a piece that lead to no place: buttons too, of the picked piece if there is one. */
  handy: Choice[];
}

const pointing = (choice: Choice) => Boolean(choice.piece ?? choice.place);

export function verbsOf(choices: Choice[]): string[] {
  return [...new Set(choices.filter(pointing).map((choice) => choice.verb))];
}

/** The menu of a moment: `verb` and `piece` are what the player has picked so far, if they still make sense. */
export function menuOf(view: View, verb: string | null, piece: string | null): Menu {
  const choices = view.choices;
  const verbs = verbsOf(choices);
  const inForce = verb && verbs.includes(verb) ? verb : (verbs[0] ?? null);
  const offered = choices.filter((choice) => pointing(choice) && choice.verb === inForce);
  const pieces = new Set(offered.flatMap((choice) => (choice.piece ? [choice.piece] : [])));
  const only = pieces.size === 1 ? [...pieces][0]! : null;
  const picked = piece && pieces.has(piece) ? piece : only;
  const targets = new Map<string, Target>();
  for (const choice of offered) {
    if (!choice.place || (choice.piece && choice.piece !== picked)) continue;
    targets.set(choice.place, {
      place: choice.place,
      choice,
      attack: choice.piece ? enemyAt(view, choice.place) : true,
      cost: choice.cost ?? "",
    });
  }
  const placeless = offered.filter((choice) => choice.piece && !choice.place);
  const handy = picked ? placeless.filter((choice) => choice.piece === picked) : placeless;
  return { verbs, verb: inForce, pieces, piece: picked, targets, plain: choices.filter((choice) => !pointing(choice)), handy };
}

function enemyAt(view: View, place: string): boolean {
  return view.pieces.some((piece) => piece.place === place && piece.side !== view.actor);
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
