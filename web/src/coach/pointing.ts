/** What the coach of a lesson points at. Pure functions. */

import type { Lesson, Pointed } from "../lib/lesson";
import type { Choice, View } from "../lib/protocol";

const escaped = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, "\\$&");

/** Is this choice what the coach asks for? */
export function isWanted(expects: readonly string[], option: string): boolean {
  return expects.some((wish) => new RegExp(`^${escaped(wish).replaceAll("*", ".*")}$`).test(option));
}

/** The first choice that is right on the last card, if it asks for something. */
export function rightChoice(lesson: Lesson, page: number, view: View): Choice | undefined {
  if (page < lesson.cards.length - 1) return undefined;
  const first = (wishes: readonly string[]) => wishes.flatMap((wish) => view.choices.filter((choice) => isWanted([wish], choice.text)))[0];
  // Where the card shows the place, it is gone to by hand; what a list would ask first is not spoken of.
  return first(lesson.expects ?? []) ?? (lesson.cards[page]?.places?.length ? undefined : first(lesson.also ?? []));
}

/** What a card points at: what it names and, where something is to be done, what the right choice is about. */
export function pointedAt(lesson: Lesson, page: number, right: Choice | undefined): Pointed {
  const card = lesson.cards[page];
  const named = (ids: string[] | undefined, id: string | null | undefined) => [...new Set([...(id ? [id] : []), ...(ids ?? [])])];
  return {
    pieces: named(card?.pieces, right?.piece),
    places: named(card?.places, right?.place),
    part: card?.part || (right && !right.piece && !right.place ? "prompt" : ""),
  };
}
