/** What belongs to a scenario of a game. */

import type { GameCard, Scenario, Switch } from "./protocol";

/** The switches that may be set in a scenario; all where it does not say. */
export function switchesOf(card: GameCard, scenario: Scenario | undefined): Switch[] {
  return (card.switches ?? []).filter((one) => scenario?.switches?.includes(one.id) ?? true);
}
