/** Positions after earlier entries of a table, as they may be seen: each is asked for once. */

import type { View } from "./protocol";

export class Views {
  private readonly held = new Map<number, Promise<View>>();

  constructor(private readonly ask: (n: number) => Promise<View>) {}

  after(n: number): Promise<View> {
    let asked = this.held.get(n);
    if (!asked) {
      asked = this.ask(n);
      asked.catch(() => this.held.delete(n));
      this.held.set(n, asked);
    }
    return asked;
  }
}
