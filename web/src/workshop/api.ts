/** What the workshop asks the service. */

import { Refused } from "../lib/api";
import type { HexBoardData, Lang, Words } from "../lib/protocol";

export interface MapWord {
  id: string;
  name: Words;
  look: string;
  directed: boolean;
  marks: string;
}

export interface MapWords {
  terrain: MapWord[];
  features: MapWord[];
  sides: MapWord[];
  lines: MapWord[];
  places: MapWord[];
  areas: string[];
}

export interface MapProblem {
  line: number;
  column: number;
  code: string;
  text: Words;
}

export interface Proof {
  ok: boolean;
  problems: MapProblem[];
  svg: string;
  board: HexBoardData | null;
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(`/api/workshop${path}`, { credentials: "same-origin", ...init }).catch(() => {
    throw new Refused("service", 0);
  });
  if (!answer.ok) {
    const told = (await answer.json().catch(() => ({}))) as { code?: string };
    throw new Refused(told.code ?? "service", answer.status);
  }
  return answer;
}

export const workshop = {
  maps: async (): Promise<string[]> => (await ask("")).json() as Promise<string[]>,
  text: async (game: string): Promise<string> => (await ask(`/${game}/map`)).text(),
  words: async (game: string): Promise<MapWords> => (await ask(`/${game}/words`)).json() as Promise<MapWords>,
  proof: async (game: string, text: string, lang: Lang): Promise<Proof> =>
    (await ask(`/${game}/proof?lang=${lang}`, { method: "POST", headers: { "content-type": "text/plain; charset=utf-8" }, body: text })).json() as Promise<Proof>,
};
