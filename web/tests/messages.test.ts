import { describe, expect, it } from "vitest";
import { Messages, shortDate } from "../src/lib/messages";
import type { Facts, Lang, MessageBook } from "../src/lib/protocol";
import { allWords } from "../src/lib/words";
import cases from "./fixtures/messages.json";

const book = cases.book as unknown as MessageBook;

describe("sentences are those of the Python formatter", () => {
  for (const one of cases.cases as unknown as { key: string; facts: Facts; lang: Lang; said: string }[])
    it(`${one.lang} ${one.key}`, () => expect(new Messages(book, one.lang).say(one.key, one.facts)).toBe(one.said));
});

describe("what is missing", () => {
  it("a key without a template shows as itself", () => expect(new Messages(book, "en").say("event.unheard_of")).toBe("event.unheard_of"));
  it("a fact that is not there shows as nothing", () => expect(new Messages(book, "en").say("t.plain", {})).toBe("Plain .") );
});

it("a piece called by a number has the name under which the reader knows it", () => {
  const piece = { wayne: { en: "Wayne", ja: "ウェイン" }, guards: { en: "Guards", ja: "近衛旅団" }, B4: { en: "B4", ja: "英軍4" } };
  const said = new Messages({ ...book, names: { piece } }, "ja", { C3: "wayne", B2: "guards" });
  expect(["C3", "wayne", "B2", "B4"].map((id) => said.name("piece", id))).toEqual(["ウェイン", "ウェイン", "近衛旅団", "英軍4"]);
});

it("dates in a track are short in Japanese", () => {
  expect(shortDate("1862-05-21", "ja")).toBe("5/21");
  expect(shortDate("1862-06-02", "en")).toBe("2 June");
});

it("every word of the interface is there in both languages, with the same holes", () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort().join();
  for (const [key, [en, ja]] of Object.entries(allWords)) {
    expect(en, key).toBeTruthy();
    expect(ja, key).toBeTruthy();
    expect(holes(ja), key).toBe(holes(en));
  }
});
