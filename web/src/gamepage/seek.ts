/** Looking for words in a rulebook. */

import type { Chapter } from "../lib/protocol";

const wordsOf = (sought: string) => sought.trim().toLowerCase().split(/\s+/).filter(Boolean);

/** The chapters with the clauses that hold every word, in either language; all of them if nothing is looked for. */
export function found(chapters: Chapter[], sought: string): Chapter[] {
  const words = wordsOf(sought);
  if (!words.length) return chapters;
  return chapters
    .map((chapter) => ({
      ...chapter,
      clauses: chapter.clauses.filter(({ id, text }) => {
        const all = `${id} ${text.en} ${text.ja}`.toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter((chapter) => chapter.clauses.length);
}

/** A text in parts, those that were looked for marked. */
export function hits(text: string, sought: string): { text: string; hit: boolean }[] {
  const words = wordsOf(sought).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return [{ text, hit: false }];
  return text.split(new RegExp(`(${words.join("|")})`, "gi")).map((part, i) => ({ text: part, hit: i % 2 === 1 }));
}
