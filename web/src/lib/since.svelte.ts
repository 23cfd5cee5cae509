/** The trails of what the others did since this page last chose. */

import type { Trail } from "../board/renderer";
import { lastRun, trailsOf } from "./pace";
import type { Entry, TableState, View } from "./protocol";
import type { Views } from "./views";

/** So many are kept. */
const MOST = 100;

function kept(key: string): number[] {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? "[]") as unknown[]).filter((n) => typeof n === "number");
  } catch {
    return [];
  }
}

function keep(key: string, all: number[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(all));
  } catch {
    /* private browsing: they are kept as long as the page */
  }
}

/** A table as it is shown. */
export interface Shown {
  readonly id: string;
  readonly table: TableState | null;
  readonly views: Views;
}

export class Since {
  /** What was seen before the others began, and after which entry. */
  private base = $state.raw<{ n: number; view: View } | null>(null);
  /** They were put away or asked for, in this turn of the others or after it. */
  private asked = $state.raw<{ from: number; fresh: boolean; on: boolean } | null>(null);
  /** Entries that answered themselves; a reload does not forget them. */
  private ignored = $state.raw<ReadonlySet<number>>(new Set());
  private fetched = -1;
  private mine = true;

  constructor(private readonly shown: Shown) {
    this.ignored = new Set(kept(`senki.since.${shown.id}`));
  }

  private readonly run = $derived.by(() => {
    const table = this.shown.table;
    if (!table) return lastRun([], []);
    // Whoever plays both sides, or watches, sees what was done against the side that is to choose.
    const own = table.you.length === 1 ? table.you : table.view.actor ? [table.view.actor] : table.you;
    return own.length ? lastRun(table.entries, own, this.ignored) : lastRun([], []);
  });

  /** Is there anything to be shown? */
  get any(): boolean {
    return this.run.entries.length > 0;
  }

  /** They stay until the first choice of one's own, and come again when they are asked for. */
  get on(): boolean {
    const { from, fresh } = this.run;
    return this.any && (this.asked?.from === from && this.asked.fresh === fresh ? this.asked.on : fresh);
  }

  readonly trails = $derived.by((): Trail[] => {
    const view = this.shown.table?.view;
    return this.on && view ? trailsOf(this.run, view, this.base?.n === this.run.from ? this.base.view : null) : [];
  });

  toggle(): void {
    const { from, fresh } = this.run;
    this.asked = { from, fresh, on: !this.on };
  }

  /** Others do something: what was seen before the first of it is kept. */
  begin(n: number, view: View): void {
    if (this.mine) this.base = { n, view };
    this.mine = false;
  }

  /** These were answered without anybody being asked: they are no choices. */
  ignore(entries: readonly Entry[]): void {
    const all = [...this.ignored, ...entries.map((entry) => entry.n)].slice(-MOST);
    this.ignored = new Set(all);
    keep(`senki.since.${this.shown.id}`, all);
  }

  /** This page has chosen, or sees the table anew. */
  end(): void {
    this.mine = true;
  }

  /** Only what was seen before tells where a block of a plane came from, and who is new: after a reload it is asked for. */
  fetch(): void {
    const { from } = this.run;
    if (!this.on || this.base?.n === from || this.fetched === from || from < 0) return;
    this.fetched = from;
    // As long as the log is not here whole, another entry may seem to be the first: its answer may come last.
    void this.shown.views.after(from).then(
      (view) => void (this.fetched === from && (this.base = { n: from, view })),
      () => undefined,
    );
  }
}
