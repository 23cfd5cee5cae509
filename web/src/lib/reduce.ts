/** How the messages of the service change what the client holds of a table. Pure functions. */

import type { Entry, FromService, Help, TableState, View } from "./protocol";

export interface Thinking {
  side: string;
  share: number;
  chance?: number;
  since: number;
}

export interface Held {
  table: TableState | null;
  thinking: Thinking | null;
  /** Entries that came with the last message, for animation. */
  fresh: Entry[];
}

export const nothing: Held = { table: null, thinking: null, fresh: [] };

/** Entries the client holds, with those that came: an entry of the same number replaces what was taken back. */
export function joined(held: Entry[], came: Entry[]): Entry[] {
  const first = came[0];
  if (!first) return held;
  return [...held.filter((entry) => entry.n < first.n), ...came];
}

function equal(a: unknown, b: unknown): boolean {
  if (a === b || typeof a !== "object" || typeof b !== "object" || !a || !b) return a === b;
  const [left, right] = [Object.entries(a), b as Record<string, unknown>];
  return left.length === Object.keys(b).length && left.every(([key, value]) => equal(value, right[key]));
}

/** A view whose pieces are those of the view before it where nothing about them has changed: whoever draws them sees at once what is new. */
export function sharing(before: View | null | undefined, view: View): View {
  const held = new Map(before?.pieces.map((piece) => [piece.id, piece]));
  return {
    ...view,
    pieces: view.pieces.map((piece) => {
      const was = held.get(piece.id);
      return was && equal(was, piece) ? was : piece;
    }),
  };
}

export function reduce(held: Held, message: FromService, now = 0): Held {
  if (message.type === "table") {
    const { type: _, ...table } = message;
    const before = held.table?.id === table.id ? held.table.entries : [];
    const first = table.entries[0];
    const entries = first?.n === 0 ? table.entries : joined(before, table.entries);
    return { table: { ...table, entries, clockAt: now }, thinking: null, fresh: [] };
  }
  const table = held.table;
  if (!table) return held;
  switch (message.type) {
    case "moved": {
      const back = message.back;
      const kept = back == null ? table.entries : table.entries.filter((entry) => entry.n <= back || entry.kind === "undo");
      const entries = joined(kept, message.entries);
      const over = message.over ?? false;
      const seed = message.seed ?? table.seed ?? null;
      return {
        table: { ...table, at: message.at, view: sharing(table.view, message.view), entries, over, seed, ending: message.ending ?? table.ending, clock: message.clock ?? table.clock, clockAt: now, lesson: message.lesson ?? null },
        thinking: null,
        fresh: message.entries,
      };
    }
    case "thinking":
      return {
        ...held,
        thinking: {
          side: message.side,
          share: message.share,
          chance: message.chance,
          since: held.thinking?.side === message.side ? held.thinking.since : now,
        },
      };
    case "seats":
      return {
        ...held,
        table: {
          ...table,
          seats: message.seats,
          you: message.you ?? table.you,
          name: message.name ?? table.name,
          watching: message.watching ?? 0,
          rematch: message.rematch ?? table.rematch,
          links: message.links ?? table.links,
          fair: message.fair ?? false,
          apart: message.apart ?? false,
          clock: message.clock ?? table.clock,
          clockAt: message.clock ? now : table.clockAt,
        },
      };
    case "offers":
      return { ...held, table: { ...table, offers: message.offers } };
    case "chat": {
      const { type: _, ...line } = message;
      return { ...held, table: { ...table, chat: [...(table.chat ?? []), line] } };
    }
    case "said":
      return { ...held, table: { ...table, chat: message.chat } };
    case "helped":
      // Those that were told before the log was asked for are kept: the service tells the latest.
      return { ...held, table: { ...table, helped: together(table.helped, message.helped) } };
    default:
      return held;
  }
}

const together = (held: Help[] = [], came: Help[] = []) => {
  const known = new Map([...held, ...came].map((help) => [`${help.n} ${help.kind} ${help.side ?? ""}`, help]));
  return [...known.values()].sort((a, b) => a.n - b.n);
};

const lines = new WeakMap<Help, Entry>();

/** Entries with what the log says of help between them; a line stays the same one. */
export function withHelp(entries: Entry[], helped: Help[] | undefined): Entry[] {
  if (!helped?.length) return entries;
  const told: Entry[] = [];
  let next = 0;
  const tell = (before: number) => {
    for (; next < helped.length && helped[next]!.n < before; next++) {
      const help = helped[next]!;
      if (!lines.has(help)) lines.set(help, { n: help.n, kind: help.kind, side: help.side ?? null, option: "", events: [] });
      told.push(lines.get(help)!);
    }
  };
  // What was asked before the first entry that is here belongs to what is not.
  while (next < helped.length && helped[next]!.n < (entries[0]?.n ?? 0)) next++;
  for (const entry of entries) {
    tell(entry.n);
    told.push(entry);
  }
  tell(Infinity);
  return told;
}

/** The whole log, asked for because a table is sent with its last entries only. */
export function withLog(held: Held, log: Entry[], helped: Help[] = []): Held {
  if (!held.table) return held;
  const last = log.at(-1)?.n ?? -1;
  return { ...held, table: { ...held.table, entries: [...log, ...held.table.entries.filter((entry) => entry.n > last)], helped: together(helped, held.table.helped) } };
}
