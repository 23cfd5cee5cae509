/** What a refusal says to the person: the service's own sentence where it has one in both languages, else that of the code. */

import { Refused } from "./api";
import type { RefusalFacts } from "./protocol";
import { settings, t } from "./settings.svelte";
import { isWord, type WordKey } from "./words";

/** The sentence of a code the service knows and this client may not. */
export function codeWord(code: string): WordKey {
  const key = `e_${code}`;
  return isWord(key) ? key : "e_failed";
}

export function refusalSentence(code: string, facts: RefusalFacts = {}): string {
  const { why, why_ja } = facts;
  return why && why_ja ? (settings.lang === "ja" ? why_ja : why) : t(codeWord(code));
}

/** The same of whatever was thrown on the way to the service. */
export function sentenceOf(wrong: unknown): string {
  return wrong instanceof Refused ? refusalSentence(wrong.code, wrong.facts) : t("e_service");
}
