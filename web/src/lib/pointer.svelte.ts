/** The pointer of one table: its state for the page, and its effects carried out. */

import type { Menu } from "./choices";
import { Delays } from "./clock";
import { atRest, MILLISECONDS, step, type Delay, type Effect, type Happening, type Moment, type Pointing } from "./pointer";
import type { Choice, Odds, Reach, Reason } from "./protocol";

/** What a pointer asks of its table. */
export interface Asked {
  /** Is called whenever what it holds has changed. */
  told: () => void;
  readonly moment: Moment | null;
  play(choice: Choice): void;
  why(piece: string | null, place: string): Promise<Reason>;
  odds(choice: Choice): Promise<Odds | null>;
  reach(piece: string): Promise<Reach[]>;
}

export class Pointer {
  now = $state.raw<Pointing>(atRest);
  private readonly delays = new Delays<Delay>();

  constructor(
    private readonly table: Asked,
    private readonly picked: () => void = () => undefined,
  ) {
    table.told = () => {
      const moment = table.moment;
      if (moment) this.tell({ type: "moment", moment });
    };
    table.told();
  }

  get menu(): Menu | null {
    return this.now.menu;
  }

  /** The choice that waits for its second click. */
  get pending(): Choice | null {
    return this.now.pending?.choice ?? null;
  }

  /** The place such a choice leads to at last. */
  get goal(): string | null {
    return this.now.pending?.way?.place ?? this.pending?.place ?? null;
  }

  tell(event: Happening): void {
    const { state, effects } = step(this.now, event);
    this.now = state;
    for (const effect of effects) this.carryOut(effect);
  }

  close(): void {
    this.delays.close();
    this.table.told = () => undefined;
  }

  private carryOut(effect: Effect): void {
    const at = this.now.moment?.at ?? 0;
    if (effect.type === "play") this.table.play(effect.choice);
    else if (effect.type === "picked") this.picked();
    else if (effect.type === "wait") this.delays.after(effect.delay, MILLISECONDS[effect.delay], () => this.tell({ type: "elapsed", delay: effect.delay }));
    else if (effect.type === "stop") this.delays.stop(effect.delay);
    else if (effect.type === "odds") void this.table.odds(effect.choice).then((odds) => this.tell({ type: "odds", at, choice: effect.choice, odds }));
    else if (effect.type === "reach") void this.table.reach(effect.piece).then((later) => this.tell({ type: "reach", at, piece: effect.piece, later }));
    else void this.table.why(effect.piece, effect.place).then((reason) => this.tell({ type: "reason", at, piece: effect.piece, place: effect.place, reason }));
  }
}
