/** What the tests of the pointer share: a road with pieces on it, and a pointer that is told one thing after another. */

import { atRest, step, type Effect, type Happening, type Moment, type Pointing } from "../src/lib/pointer";
import type { Choice, Entry, Odds, Piece, Reach, Reason, View } from "../src/lib/protocol";

// A road of towns: a – b – c – d, with e over the mountains. S1 and S2 are ours, three of the enemy stand on d.
export const piece = (id: string, side: string, place: string | null): Piece => ({ id, side, symbol: "infantry", place });
export const PIECES = [piece("S1", "south", "a"), piece("S2", "south", "b"), piece("N1", "north", "d"), piece("N2", "north", "d"), piece("N3", "north", "d")];
export const move = (unit: string, place: string, more: Partial<Choice> = {}): Choice => ({ text: `move ${unit} ${place}`, verb: "move", piece: unit, place, ...more });
export const PASS: Choice = { text: "pass", verb: "pass" };
export const CHOICES = [move("S1", "b"), move("S1", "e", { rolls: true }), move("S2", "c"), move("S2", "d"), PASS];

export const view = (more: Partial<View> = {}): View => ({
  game: "nano", side: "south", turn: 1, pieces: PIECES, tracks: [], notes: [], awaits: "act", chance: false, actor: "south", prompt: { key: "act" }, choices: CHOICES, ...more,
});
export const moment = (more: Partial<Moment> = {}): Moment => ({ at: 5, view: view(), mine: true, sent: false, entries: [], ...more });
export const entry = (n: number, more: Partial<Entry> = {}): Entry => ({ n, side: "south", events: [], ...more });

export const MOUSE = { by: "mouse", narrow: false };
export const TOUCH = { by: "touch", narrow: true };
export const KEY = { by: "key", narrow: false };
export const ODDS = { title: { key: "battle" }, lines: [], results: [] } as Odds;
export const REASON: Reason = { objections: [{ clause: "NANO-7.1" }], open: [] };
export const LATER: Reach[] = [{ place: "c", cost: "2", via: "b", verb: "move", first: "move S1 b" }, { place: "x", cost: "2", via: "e", verb: "move", first: "move S1 e" }];

/** A pointer that is told one thing after another; what it wanted done last is kept. */
export class Told {
  now: Pointing = atRest;
  last: Effect[] = [];

  constructor(first: Moment = moment()) {
    this.tell({ type: "moment", moment: first });
  }

  tell(...events: Happening[]): this {
    for (const event of events) {
      const { state, effects } = step(this.now, event);
      this.now = state;
      this.last = effects;
    }
    return this;
  }

  did<T extends Effect["type"]>(type: T) {
    return this.last.filter((effect) => effect.type === type) as Extract<Effect, { type: T }>[];
  }

  get played() {
    return this.did("play").map(({ choice }) => choice.text);
  }

  get waits() {
    return this.did("wait").map(({ delay }) => delay);
  }
}

export const click = (id: string, hand = MOUSE): Happening => (/^[SN]\d/.test(id) ? { type: "piece", piece: id, hand } : { type: "place", place: id, hand });
export const rests = (what: { piece?: string; place?: string } | null, by: "pointer" | "focus" | "press" = "pointer"): Happening => ({ type: "over", what, by });
export const picked = (unit: string, first?: Moment) => new Told(first).tell(click(unit));
/** S1 is picked and has heard where it comes later. */
export const wayfarer = (first?: Moment) => picked("S1", first).tell({ type: "reach", at: first?.at ?? 5, piece: "S1", later: LATER });
