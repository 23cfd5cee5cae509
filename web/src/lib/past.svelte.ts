/** The position after an earlier entry, looked at while the game goes on: there is nothing to choose in it. */

import type { View } from "./protocol";
import { sentenceOf } from "./refusals";
import type { Views } from "./views";

export class Past {
  /** The entry that is looked at. */
  at = $state<number | null>(null);
  view = $state.raw<View | null>(null);
  /** Why it cannot be shown. */
  trouble = $state("");

  constructor(
    private readonly views: Views,
    /** Is called when something else is seen. */
    private readonly changed: () => void,
  ) {}

  get on(): boolean {
    return this.at !== null;
  }

  async show(n: number): Promise<void> {
    this.at = n;
    this.trouble = "";
    this.changed();
    try {
      const view = await this.views.after(n);
      if (this.at !== n) return;
      // Of a side that is to choose now nothing is offered then.
      this.view = { ...view, choices: [], free: undefined };
      this.changed();
    } catch (wrong) {
      if (this.at === n) this.trouble = sentenceOf(wrong);
    }
  }

  close(): void {
    if (!this.on) return;
    this.at = this.view = null;
    this.trouble = "";
    this.changed();
  }
}
