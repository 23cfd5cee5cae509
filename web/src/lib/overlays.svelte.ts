/** The overlays a player has switched on, and what they show now. */

import type { Overlay, OverlayCard, OverlayPart } from "./protocol";

/** The overlays of a game as buttons offer them. */
export interface Offered {
  /** Those that belong to the scenario. */
  cards: readonly OverlayCard[];
  isOn: (id: string) => boolean;
  /** One that asks for a place needs one. */
  can: (card: OverlayCard) => boolean;
  toggle: (card: OverlayCard) => void;
}

export class Overlays {
  /** Those that are on, each with the place it is about (none for one that asks for none). */
  private on = $state.raw<ReadonlyMap<string, string | null>>(new Map());
  private found = $state.raw<ReadonlyMap<string, Overlay>>(new Map());

  constructor(private readonly ask: (overlay: string, place: string | null) => Promise<Overlay>) {}

  /** What is shown, in the order in which it was switched on. */
  get shown(): readonly Overlay[] {
    return [...this.on.keys()].flatMap((id) => this.found.get(id) ?? []);
  }

  /** Which of them mark a place, with what is written there. */
  at(place: string): { id: string; caption: string; parts?: readonly OverlayPart[] }[] {
    return [...this.on.keys()].flatMap((id) => {
      const marked = this.found.get(id)?.places?.find((one) => one.place === place);
      return marked ? [{ id, caption: marked.caption ?? "", ...(marked.parts ? { parts: marked.parts } : {}) }] : [];
    });
  }

  isOn(id: string): boolean {
    return this.on.has(id);
  }

  /** Switch one on or off; one that asks for a place needs one. */
  toggle(card: OverlayCard, place: string | null): void {
    const on = new Map(this.on);
    if (!on.delete(card.id)) {
      if (card.asks && !place) return;
      on.set(card.id, card.asks ? place : null);
    }
    this.on = on;
  }

  /** Ask anew what is on; what was asked for an earlier position is not shown any more. */
  async refresh(): Promise<void> {
    const on = this.on;
    const answers = await Promise.all([...on].map(async ([id, place]) => [id, await this.ask(id, place)] as const));
    if (on === this.on) this.found = new Map(answers);
  }

  /** Nothing is shown any more. */
  clear(): void {
    this.on = new Map();
    this.found = new Map();
  }
}
