/** The answers a person has given for the rest of a turn or of a game: kept in the browser, table by table. */

import { holds, type Standing } from "./asking";
import type { Choice, View } from "./protocol";
import { store } from "./settings.svelte";

export class StandingAnswers {
  given = $state.raw<readonly Standing[]>([]);

  constructor(
    private readonly table: string,
    private readonly changed: () => void,
  ) {
    try {
      this.given = JSON.parse(store.get(this.key) ?? "[]") as Standing[];
    } catch {
      /* what is not ours is not read */
    }
  }

  private get key(): string {
    return `senki.standing.${this.table}`;
  }

  /** Answer so from now on: in this turn, or in the whole game. */
  give(view: View, choice: Choice, game: boolean): void {
    const one: Standing = { side: view.actor ?? "", prompt: view.prompt.key, option: choice.text, turn: game ? null : view.turn };
    this.keep([...this.given.filter((other) => !holds(other, view)), one]);
  }

  /** Ask again. */
  revoke(one: Standing): void {
    this.keep(this.given.filter((other) => other !== one));
  }

  private keep(given: readonly Standing[]): void {
    this.given = given;
    store.set(this.key, JSON.stringify(given));
    this.changed();
  }
}
