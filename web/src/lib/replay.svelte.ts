/** A game that is looked at again, step by step: what the pages that show one have in common. */

import { tick } from "svelte";
import type { BoardHooks, Scene, Trail } from "../board/renderer";
import { api } from "./api";
import { stacksOf } from "./choices";
import { every } from "./clock";
import { Game } from "./game.svelte";
import type { Entry, Help, TableCard, View } from "./protocol";
import { sharing, withHelp } from "./reduce";
import { sentenceOf } from "./refusals";
import { calm } from "./settings.svelte";
import { fightsOf, stepsOf, turnsOf } from "./told";
import { Views } from "./views";

/** Where a game comes from: the table itself, or what of it may be shown on other sites. */
export interface Source {
  table: (id: string) => Promise<TableCard>;
  log: (id: string, help: Help[]) => Promise<Entry[]>;
  view: (id: string, n: number) => Promise<View>;
}

/** Steps back in which something is looked for that has a place. */
const FAR = 30;

export class Replay {
  game = $state.raw<Game | null>(null);
  card = $state.raw<TableCard | null>(null);
  entries = $state.raw<Entry[]>([]);
  at = $state(0);
  /** The step whose position is on the board: a long game takes a moment to be played again. */
  shown = $state(0);
  view = $state.raw<View | null>(null);
  trails = $state.raw<{ trails: Trail[] } | undefined>(undefined);
  playing = $state(false);
  speed = $state(1);
  failed = $state<unknown>(null);
  trouble = $state("");
  /** The piece that was looked for, and the stack that is opened. */
  found = $state<string | null>(null);
  fanned = $state<string | null>(null);
  /** Told where something happened; are any of these places of the board? */
  follow: (ids: readonly string[]) => boolean = () => false;
  /** The help of the machine that was taken in it. */
  private readonly helped: Help[] = [];
  private readonly views: Views;

  /** The entries with what the log says of help between them. */
  readonly told = $derived(withHelp(this.entries, this.helped));
  readonly numbers = $derived(this.entries.map((entry) => entry.n));
  readonly last = $derived(Math.max(0, this.entries.length - 1));
  readonly now = $derived(this.entries[this.at]);
  readonly turns = $derived(turnsOf(this.entries));
  readonly fights = $derived(fightsOf(this.entries));
  readonly turn = $derived([...this.turns].reverse().find((one) => one.n <= (this.now?.n ?? 0)));

  readonly hooks: BoardHooks = {
    piece: (id) => this.open(this.view?.pieces.find((piece) => piece.id === id)?.place ?? null),
    place: (place) => this.open(place),
    ground: () => {
      this.fanned = this.found = null;
    },
    over: () => undefined,
  };

  constructor(
    readonly id: string,
    private readonly source: Source = api,
    /** The entry to begin at, if a link names one. */
    begin: number | null = null,
  ) {
    this.views = new Views((n) => source.view(id, n));
    void this.load(begin);
    $effect(() => {
      if (!this.playing) return;
      return every((calm() ? 700 : 1100) / this.speed, () => {
        if (this.at >= this.last) this.playing = false;
        else void this.jump(this.at + 1);
      });
    });
  }

  private async load(begin: number | null) {
    try {
      this.card = await this.source.table(this.id);
      const [game, log] = await Promise.all([Game.load(this.card.game, this.card.board), this.source.log(this.id, this.helped)]);
      this.entries = log.filter(({ kind }) => kind !== "undo");
      this.at = this.shown = begin === null ? 0 : this.stepOf(begin);
      const view = await this.views.after(this.entries[this.at]?.n ?? 0);
      game.readAs(view);
      this.view = view;
      this.game = game;
    } catch (wrong) {
      this.failed = wrong;
    }
  }

  /** The step that shows the position after an entry; of one that was taken back, the one before it. */
  stepOf(n: number): number {
    return Math.max(0, this.numbers.filter((one) => one <= n).length - 1);
  }

  async jump(to: number, quiet = false) {
    const target = Math.min(Math.max(0, to), this.last);
    const one = target === this.at + 1 && !quiet;
    this.at = target;
    const entry = this.entries[target];
    if (!entry) return;
    this.trouble = "";
    const next = await this.views.after(entry.n).catch((wrong: unknown) => void (this.at === target && (this.trouble = sentenceOf(wrong))));
    if (!next || this.at !== target) return;
    this.view = sharing(this.view, next);
    this.game?.readAs(next);
    this.shown = target;
    this.fanned = null;
    for (let i = target + 1; i <= Math.min(this.last, target + 3); i++) void this.views.after(this.entries[i]!.n).catch(() => undefined);
    const steps = one ? stepsOf([entry], next.pieces) : [];
    this.trails = { trails: steps.map((step) => ({ piece: step.piece, places: [step.from, step.to] })) };
    await tick();
    if (this.at === target) this.lookAt(target);
  }

  /** The board goes where the last thing happened that has a place; where a piece went comes before where it was. */
  private lookAt(step: number) {
    for (let i = step; i >= Math.max(0, step - FAR); i--) {
      const { events } = this.entries[i]!;
      const said = (event: (typeof events)[number]) => Object.entries(event).flatMap(([key, fact]) => (typeof fact === "string" ? [{ key, fact }] : []));
      const facts = events.flatMap(said).sort((a, b) => Number(b.key === "to") - Number(a.key === "to"));
      if (this.follow(facts.map(({ fact }) => fact))) return;
    }
  }

  fight(direction: 1 | -1) {
    const here = this.now?.n ?? 0;
    const found = direction > 0 ? this.fights.find((n) => n > here) : [...this.fights].reverse().find((n) => n < here);
    if (found !== undefined) void this.jump(this.numbers.indexOf(found), true);
  }

  toggle() {
    if (!this.playing && this.at >= this.last) void this.jump(0, true);
    this.playing = !this.playing;
  }

  /** Open the stack of a place, or close it. */
  open(place: string | null) {
    const deep = place && this.view ? (stacksOf(this.view.pieces).get(place)?.length ?? 0) > 1 : false;
    this.fanned = deep && this.fanned !== place ? place : null;
  }

  /** A key that every replay knows. */
  key(event: KeyboardEvent): boolean {
    const on = (event.target as Element).closest("button, a");
    const letter = event.key.toLowerCase();
    const piece = (event.target as Element).closest<SVGElement>("[data-piece]")?.dataset["piece"];
    if (piece && (event.key === "Enter" || event.key === " " || letter === "f")) this.hooks.piece(piece, "key");
    else if (event.key === " " && !on) this.toggle();
    else if (event.key === "ArrowRight") void this.jump(this.at + 1);
    else if (event.key === "ArrowLeft") void this.jump(this.at - 1, true);
    else if (event.key === "Home") void this.jump(0, true);
    else if (event.key === "End") void this.jump(this.last, true);
    else if (letter === "b") this.fight(-1);
    else if (letter === "n") this.fight(1);
    else return false;
    return true;
  }

  /** What the board shows; there is one as soon as the game is here. */
  readonly scene = $derived.by((): Scene => {
    const [game, view] = [this.game!, this.view!];
    return {
      view,
      ...game.looks,
      tellPiece: (piece) => `${game.piece(piece.id)} ${piece.place ? game.place(piece.place) : ""}`,
      tellPlace: (place) => game.place(place),
      selectable: new Set(),
      selected: null,
      targets: new Map(),
      pending: null,
      forbidden: null,
      later: new Map(),
      overlays: [],
      found: this.found,
      fanned: this.fanned,
      showAll: false,
    };
  });
}
