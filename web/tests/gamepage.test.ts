import { expect, it } from "vitest";
import { found, hits } from "../src/gamepage/seek";
import { lengthOf } from "../src/gamepage/words";
import type { Chapter } from "../src/lib/protocol";

const clause = (id: string, en: string, ja: string) => ({ id, text: { en, ja }, provenance: ["R"], source: "", note: false });
const BOOK = [
  { id: "V-1", title: { en: "Map", ja: "マップ" }, clauses: [clause("V-1.1", "A town is a circle.", "町は丸い。")] },
  { id: "V-2", title: { en: "Fight", ja: "戦闘" }, clauses: [clause("V-2.1", "Roll a die.", "ダイスを振る。"), clause("V-2.2", "A town halves the die (once).", "町では半減。")] },
] as unknown as Chapter[];
const ids = (sought: string) => found(BOOK, sought).flatMap((chapter) => chapter.clauses.map((one) => one.id));

it("a rulebook is searched for every word, in either language or by number; chapters without a hit are left out", () => {
  expect(ids("")).toEqual(["V-1.1", "V-2.1", "V-2.2"]);
  expect(ids("TOWN")).toEqual(["V-1.1", "V-2.2"]);
  expect(ids("town die")).toEqual(["V-2.2"]);
  expect(ids("町")).toEqual(["V-1.1", "V-2.2"]);
  expect(ids("v-2.1")).toEqual(["V-2.1"]);
  expect(found(BOOK, "die")).toHaveLength(1);
  expect(ids("cavalry")).toEqual([]);
});

it("what was looked for is set apart, signs taken as they are", () => {
  expect(hits("A town halves the die (once).", "(once) town").filter((part) => part.hit).map((part) => part.text)).toEqual(["town", "(once)"]);
  expect(hits("Roll.", " ")).toEqual([{ text: "Roll.", hit: false }]);
});

it("a short game is told in minutes, a long one in hours", () => {
  expect(lengthOf([30, 60])).toBe("30–60 min");
  expect(lengthOf([150, 240])).toBe("2.5–4 h");
});
