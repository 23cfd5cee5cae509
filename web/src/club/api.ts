/** The part of the protocol about people: notices, profiles, tournaments. */

import { ask, post, type NewTable } from "../lib/api";
import type { Ending } from "../lib/protocol";

export interface Profile {
  id: string;
  name: string;
  since: number;
  hidden: boolean;
  you: boolean;
  ratings: { game: string; value: number; deviation: number; games: number }[];
  games: Finished[];
  rivals: { id: string | null; name: string; won: number; drawn: number; lost: number }[];
}

export interface Finished {
  table: string;
  name: string;
  game: string;
  scenario: string;
  side: string;
  others: { id: string | null; side: string; kind: string; name: string; level: number }[];
  score: number;
  result: Ending;
  ended: number;
  rated: boolean;
  value: number | null;
  change: number | null;
}

type Clock = NonNullable<NewTable["clock"]>;

export interface TournamentCard {
  id: string;
  name: string;
  game: string;
  scenario: string;
  kind: "round_robin" | "knock_out";
  size: number;
  entered: number;
  state: "open" | "running" | "over" | "off";
  clock: Clock;
  created: number;
  updated: number;
}

export interface Entrant {
  number: number;
  id: string | null;
  name: string;
  seed: number;
  gone: boolean;
  you: boolean;
  points: number;
  berger: number;
  wins: number;
}

export interface Meeting {
  round: number;
  board: number;
  again: number;
  first: number;
  second: number;
  table: string;
  result: "" | "first" | "second" | "draw";
}

export interface Tournament extends TournamentCard {
  yours: boolean;
  entrants: Entrant[];
  games: Meeting[];
}

export interface NewTournament {
  game: string;
  scenario?: string;
  name?: string;
  kind: TournamentCard["kind"];
  size: number;
  clock: Clock;
}

export const club = {
  profile: (id: string) => ask<Profile>(`/people/${id}`),
  hide: (hidden: boolean) => post<unknown>("/me", { hidden }),
  /** Delete the account; it shows its password. */
  forget: (password: string) => post<unknown>("/me/forget", { password }),
  signUp: (browser: { endpoint: string; p256dh: string; auth: string; lang: string }) => post<unknown>("/me/push", browser),
  signOff: (endpoint: string) => post<unknown>("/me/push/forget", { endpoint }),
  trial: (how: "email" | "webhook" | "push", endpoint?: string | null) => post<{ outcome: "sent" | "failed" | "gone"; detail: string }>("/me/trial", { how, ...(endpoint ? { endpoint } : {}) }),
  tournaments: () => ask<TournamentCard[]>("/tournaments"),
  tournament: (id: string) => ask<Tournament>(`/tournaments/${id}`),
  found: (wish: NewTournament) => post<{ id: string }>("/tournaments", wish),
  tell: (id: string, what: "enter" | "withdraw" | "start" | "call-off") => post<unknown>(`/tournaments/${id}/${what}`),
};
