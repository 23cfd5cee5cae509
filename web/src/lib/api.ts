/** The HTTP part of the protocol. */

import type { Primer } from "../gamepage/primer";
import type { BoardData, Chapter, Entry, GameCard, Help, Lang, MessageBook, RefusalFacts, TableCard, View } from "./protocol";

import type { Reference } from "./reference";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly facts: RefusalFacts = {},
  ) {
    super(code);
  }
}

/** On other sites a page is nobody: no cookie goes with what it asks. */
export const EMBEDDED = /^\/embed\/([\w-]+)$/.exec(location.pathname)?.[1] ?? null;

/** An answer of the service; the one that public/first-paint.js has asked for already, if it has. */
function answerTo(path: string, init?: RequestInit): Promise<Response> {
  const early = init ? undefined : window.senkiEarly?.[path];
  if (!early) return fetch(`/api${path}`, { credentials: EMBEDDED ? "omit" : "same-origin", ...init });
  delete window.senkiEarly![path];
  return early;
}

export async function ask<T>(path: string, init?: RequestInit, heard?: (answer: Response) => void): Promise<T> {
  let answer: Response;
  try {
    answer = await answerTo(path, init);
  } catch {
    throw new Refused("service", 0);
  }
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { code?: string; facts?: RefusalFacts; detail?: { code?: string } | string };
    const detail = typeof told.detail === "object" ? told.detail.code : undefined;
    throw new Refused(told.code ?? detail ?? (answer.status === 404 ? "unknown" : "malformed"), answer.status, told.facts);
  }
  heard?.(answer);
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T);
}

export const post = <T>(path: string, body: unknown = {}) =>
  ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** No answer came, or one that says to come again. */
const LATER = [0, 408, 429, 502, 503, 504];
const TRIES = 6;

/** Ask again while the service is away or has much to do, slower each time. */
async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await load();
    } catch (wrong) {
      if (tries >= TRIES || !(wrong instanceof Refused) || !LATER.includes(wrong.status)) throw wrong;
      await new Promise((done) => setTimeout(done, 250 * 2 ** tries));
    }
}

/** What never changes while the page lives is asked for once. */
function once<K extends string, T>(load: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const held = new Map<K, Promise<T>>();
  return (key) => {
    let promise = held.get(key);
    if (!promise) {
      promise = patiently(() => load(key));
      promise.catch(() => held.delete(key));
      held.set(key, promise);
    }
    return promise;
  };
}

const games = once(() => ask<GameCard[]>("/games"));
const reference = once((path: string) => ask<Reference>(path));
const map = once(async (path: string) => {
  const answer = await answerTo(path).catch(() => Promise.reject(new Refused("service", 0)));
  if (!answer.ok) throw new Refused("unknown", answer.status);
  return answer.text();
});

export interface NewTable {
  game: string;
  scenario?: string;
  name?: string;
  public?: boolean;
  options?: Record<string, string>;
  clock?: { initial: number; increment: number } | { days: number };
  assisted?: boolean;
  rated?: boolean;
  seats: Record<string, string>;
  record?: unknown;
  upto?: number;
  branch?: { table: string; at: number };
}

export interface Me {
  id: string;
  name: string;
  account: boolean;
  public: boolean;
  email: string;
  confirmed: boolean;
  webhook: string;
  /** Can the service send e-mail? */
  letters: boolean;
  /** The key to subscribe to notices with. */
  push: string;
  browsers: number;
  /** Is the profile shown to nobody? */
  hidden: boolean;
}

export interface Vacation {
  until: number | null;
  /** Days of the year that are left. */
  left: number;
}

/** This seat's own part in the dice: nobody can know the rolls beforehand. */
export function entropy(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The whole log, page by page; and the help of the machine that was taken. */
async function logOf(path: string, help: Help[] = []): Promise<Entry[]> {
  const all: Entry[] = [];
  for (;;) {
    const { entries, helped = [] } = await ask<{ entries: Entry[]; helped?: Help[] }>(`${path}/log?from=${(all.at(-1)?.n ?? -1) + 1}`);
    help.push(...helped);
    if (!entries.length) return all;
    all.push(...entries);
    if (entries.length < 1000) return all;
  }
}

/** What of a finished game may be shown on other sites. */
export const embedded = {
  table: (id: string) => ask<TableCard>(`/embed/${id}`),
  log: (id: string, help: Help[] = []) => logOf(`/embed/${id}`, help),
  view: (id: string, at: number) => ask<View>(`/embed/${id}/view?at=${at}`),
};

export const api = {
  games: () => games(""),
  /** A board by its address, which names its content: a table and a scenario tell theirs. */
  board: once((address: string) => ask<BoardData>(`/${address}`)),
  rulebook: once((key: string) => ask<Chapter[]>(`/games/${key}/rulebook`)),
  primer: once((key: string) => ask<Primer>(`/games/${key}/primer`)),
  messages: once((key: string) => ask<MessageBook>(`/games/${key}/messages`)),
  reference: (key: string, lang: Lang) => reference(`/games/${key}/reference?lang=${lang}`),
  map: (address: string, lang: Lang) => map(`/${address}/map.svg?lang=${lang}`),
  /** A page of a list of tables, and how many there are in all. */
  async tables(wanted: Record<string, string | number>): Promise<{ tables: TableCard[]; total: number }> {
    let total = 0;
    const query = new URLSearchParams(Object.entries(wanted).map(([key, value]) => [key, String(value)]));
    const tables = await ask<TableCard[]>(`/tables?${query}`, undefined, (answer) => (total = Number(answer.headers.get("Senki-Total") ?? 0)));
    return { tables, total };
  },
  vacation: () => ask<Vacation>("/me/vacation"),
  goOnVacation: (days: number) => post<Vacation>("/me/vacation", { days }),
  table: (id: string) => ask<TableCard>(`/tables/${id}`),
  create: (table: NewTable) => post<{ id: string; links?: Record<string, string> }>("/tables", table),
  /** The lesson of a game, where it was left or from its beginning. */
  learn: (game: string, anew = false) => post<{ id: string }>("/lessons", { game, anew }),
  join: (id: string, side: string, token?: string | null) => post<unknown>(`/tables/${id}/join`, { side, ...(token ? { token } : {}) }),
  me: () => ask<Me>("/me"),
  change: (me: Partial<Pick<Me, "name" | "email" | "webhook">>) => post<Me>("/me", me),
  confirm: (token: string) => post<unknown>("/confirm", { token }),
  register: (login: string, password: string) => post<unknown>("/accounts", { login, password }),
  signIn: (login: string, password: string) => post<unknown>("/session", { login, password }),
  signOut: () => ask<unknown>("/session", { method: "DELETE" }),
  act: (id: string, what: string, body: unknown = {}) => post<{ id?: string } | undefined>(`/tables/${id}/${what}`, body),
  record: (id: string) => ask<RecordFile>(`/tables/${id}/record`),
  log: (id: string, help: Help[] = []) => logOf(`/tables/${id}`, help),
  /** The first side's chance to win after each entry, told as the machine finds them. */
  async chances(id: string, told: (step: { n: number; chance: number; share: number }) => void, stop: AbortSignal): Promise<void> {
    const answer = await answerTo(`/tables/${id}/chances`, { signal: stop });
    if (!answer.ok || !answer.body) {
      const told = (await answer.json().catch(() => ({}))) as { code?: string; facts?: RefusalFacts };
      throw new Refused(told.code ?? "failed", answer.status, told.facts);
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) told(JSON.parse(line) as { n: number; chance: number; share: number });
    }
  },
  view: (id: string, at: number) => ask<View>(`/tables/${id}/view?at=${at}`),
};

export interface RecordFile {
  format?: number;
  game: string;
  scenario: string;
  moves: string[];
  seats?: Record<string, string>;
  dice?: { commitment: string; entropy?: string[]; seed?: string | null };
  result?: unknown;
}
