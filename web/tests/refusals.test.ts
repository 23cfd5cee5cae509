import { afterEach, describe, expect, it } from "vitest";
import { Refused } from "../src/lib/api";
import { codeWord, refusalSentence, sentenceOf } from "../src/lib/refusals";
import { settings } from "../src/lib/settings.svelte";

describe("what a refusal says", () => {
  afterEach(() => settings.setLang("en"));
  const facts = { why: "This seat is taken.", why_ja: "この席は埋まっています。" };

  it("is the service's sentence in the language of the moment", () => {
    expect(refusalSentence("taken", facts)).toBe("This seat is taken.");
    settings.setLang("ja");
    expect(refusalSentence("taken", facts)).toBe("この席は埋まっています。");
    expect(sentenceOf(new Refused("taken", 409, facts))).toBe("この席は埋まっています。");
  });

  it("is the sentence of the code where the service speaks to programmers only", () => {
    settings.setLang("ja");
    expect(refusalSentence("malformed", { why: "Expected `int`, got `str`" })).toMatch(/理解できません/);
    expect(sentenceOf(new TypeError("network"))).toMatch(/サービス/);
  });

  it("never shows a bare code", () => {
    expect(codeWord("some_new_code")).toBe("e_failed");
  });
});
