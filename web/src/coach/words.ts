/** Words of the coach's card, which is loaded when there is a lesson. */

import { settings } from "../lib/settings.svelte";

const WORDS = {
  step: ["Step {n} of {of}", "{of}歩のうち{n}歩目"],
  next: ["Next", "次へ"],
  back: ["Back", "戻る"],
  do: ["Now you:", "さあ、どうぞ："],
  board: ["on the board", "盤上で"],
  watch: ["See what comes of it …", "どうなるか見てみましょう…"],
  again: ["Once more", "もう一度"],
  play: ["Play now against level 1", "レベル1とすぐに対戦"],
} as const satisfies Record<string, readonly [string, string]>;

export const coachWords = (key: keyof typeof WORDS, facts: Record<string, number> = {}): string =>
  WORDS[key][settings.lang === "ja" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
