/** Steps of replays that somebody wants to find again, by a name of their own. They are kept in this browser, as the guest's seat is. */

import type { Words } from "./protocol";

export interface Bookmark {
  table: string;
  /** The entry after which the position stands. */
  at: number;
  name: string;
  game: string;
  title: Words;
}

const KEY = "senki.bookmarks";
/** More than these are not kept; none is dropped for another. */
export const MOST = 300;
export const NAME = 80;

function read(): Bookmark[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Bookmark[]).filter((one) => typeof one?.table === "string" && Number.isInteger(one.at) && typeof one.name === "string" && one.title) : [];
  } catch {
    return [];
  }
}

const same = (a: Pick<Bookmark, "table" | "at">, b: Pick<Bookmark, "table" | "at">) => a.table === b.table && a.at === b.at;

class Bookmarks {
  all = $state.raw(read());

  constructor() {
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.all = read();
    });
  }

  of(table: string): Bookmark[] {
    return this.all.filter((one) => one.table === table).sort((a, b) => a.at - b.at);
  }

  /** Keep one, or give one that is kept another name; was there room? */
  keep(mark: Bookmark): boolean {
    // Another window may have kept some meanwhile.
    const others = read().filter((one) => !same(one, mark));
    return others.length < MOST && this.write([mark, ...others]);
  }

  drop(mark: Bookmark): boolean {
    return this.write(read().filter((one) => !same(one, mark)));
  }

  private write(all: Bookmark[]): boolean {
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      return false;
    }
    this.all = all;
    return true;
  }
}

export const bookmarks = new Bookmarks();
