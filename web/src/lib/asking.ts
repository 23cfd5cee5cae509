/** How a game asks, and what may be answered without asking a person. Pure functions. */

import { leaves } from "./choices";
import type { Choice, View } from "./protocol";

/** Verbs that end a phase, verbs that carry out what was chosen before, and by prompt the choice that may stand. */
export interface Asking {
  ends: readonly string[];
  confirms: readonly string[];
  standing: Readonly<Record<string, string>>;
}

/** What is answered by itself, and why: a person said so before, or nothing else can be answered. */
export interface Answer {
  choice: Choice;
  why: "standing" | "only";
}

/** An answer that stands, for a side and a prompt: for the rest of a turn, or of the game. */
export interface Standing {
  side: string;
  prompt: string;
  option: string;
  /** The turn it is for; none: the whole game. */
  turn: number | null;
}

/** The choice of this moment that may stand, if the game offers one: never one that throws dice. */
export function mayStand(view: View, asking: Asking | undefined): Choice | undefined {
  const text = asking?.standing[view.prompt.key];
  return text ? view.choices.find((choice) => choice.text === text && !choice.rolls) : undefined;
}

/** Does an answer that was given before hold now? */
export const holds = (one: Standing, view: View) => one.side === view.actor && one.prompt === view.prompt.key && (one.turn === null || one.turn === view.turn);

/** What answers itself now. The only choice there is does, unless dice or the end of a phase hang on it: the choice before it can then still be taken back. */
export function answerOf(view: View, asking: Asking | undefined, given: readonly Standing[], alone: boolean): Answer | null {
  const stands = mayStand(view, asking);
  if (stands && given.some((one) => one.option === stands.text && holds(one, view))) return { choice: stands, why: "standing" };
  const [only, more] = view.choices;
  if (!alone || !only || more || view.free || only.rolls || leaves(only) || asking?.ends.includes(only.verb)) return null;
  return { choice: only, why: "only" };
}
