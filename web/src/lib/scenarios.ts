/** What belongs to a scenario of a game. */

import type { GameCard, Scenario, Switch } from "./protocol";

/** A game at once against the machine: the side that chooses first, in the scenario to begin with unless another is named. */
export function quickTable(card: GameCard, scenario = card.begin_with): { game: string; scenario: string; seats: Record<string, string> } {
  return { game: card.key, scenario, seats: Object.fromEntries(card.sides.map((side) => [side.id, side.id === newcomerOf(card, scenario) ? "me" : "machine:2"])) };
}

/** The side of whoever does not choose one. */
export const newcomerOf = (card: GameCard, scenario: string | undefined) => card.scenarios.find((one) => one.id === scenario)?.newcomer || card.sides[0]!.id;

/** The switches that may be set in a scenario; all where it does not say. */
export function switchesOf(card: GameCard, scenario: Scenario | undefined): Switch[] {
  return (card.switches ?? []).filter((one) => scenario?.switches?.includes(one.id) ?? true);
}
