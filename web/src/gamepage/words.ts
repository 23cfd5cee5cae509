/** The words of a game's page and of its rulebook. */

import { settings } from "../lib/settings.svelte";

const WORDS = {
  play_this: ["Play", "遊ぶ"],
  new_table: ["New table …", "新しい卓…"],
  rulebook: ["Rulebook", "ルールブック"],
  print: ["Print", "印刷"],
  learn: ["Learn in five minutes", "5分で学ぶ"],
  aims: ["What both sides want", "両軍のねらい"],
  scenarios: ["Scenarios", "シナリオ"],
  first: ["begin here", "最初はこれ"],
  turns: ["{n} turns", "{n}ターン"],
  minutes: ["{a}–{b} min", "{a}〜{b}分"],
  hours: ["{a}–{b} h", "{a}〜{b}時間"],
  against_machine: ["against the machine", "コンピュータ戦の目安"],
  you_play: ["you play the {side}", "担当：{side}"],
  how_turn: ["How a turn goes", "ターンの流れ"],
  know: ["Five things to know", "知っておきたい五つのこと"],
  mistakes: ["Mistakes that are often made", "よくある失敗"],
  counters: ["How to read the counters", "ユニットの読み方"],
  levels: ["How the machine plays", "コンピュータの強さ"],
  level: ["Level {n}", "レベル{n}"],
  switches: ["Rules you may choose", "選べるルール"],
  switch_of: ["only in: {where}", "対象：{where}"],
  credits: ["Credits", "クレジット"],
  unknown: ["There is no such game.", "そのようなゲームはありません。"],
  loading: ["One moment …", "読み込み中…"],
  chapters: ["{n} chapters, {m} clauses", "全{n}章、{m}条"],
  tags: ["Each clause says where it comes from: S is stated by the published game or its author, P by another public source, R is our own reconstruction, with its reason.", "各条項には出典を示す。Sは原作または作者の記述、Pはその他の公開資料、Rは当プロジェクトの復元（理由付き）。"],
  back: ["The game", "ゲームの紹介"],
} as const;

export type PageWord = keyof typeof WORDS;

export function w(key: PageWord, facts: Record<string, string | number> = {}): string {
  return WORDS[key][settings.lang === "ja" ? 1 : 0].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ""));
}

/** How long a game takes: minutes up to an hour and a half, then hours. */
export function lengthOf([a, b]: [number, number]): string {
  const hours = (minutes: number) => Math.round(minutes / 30) / 2;
  return b <= 100 ? w("minutes", { a, b }) : w("hours", { a: hours(a), b: hours(b) });
}
