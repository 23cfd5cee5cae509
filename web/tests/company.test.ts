// What a client makes of fair company: help in the log, talk that becomes everybody's, what lists say of a table.
import { describe, expect, it } from "vitest";
import { about, hasFreeSeat, standing, waitsForMe } from "../src/lib/cards";
import type { Entry, FromService, GameCard, Help, TableCard, TableState } from "../src/lib/protocol";
import { reduce, withHelp, withLog } from "../src/lib/reduce";
import { keepRead, readUpto } from "../src/lib/unread";

const entry = (n: number): Entry => ({ n, option: "pass", events: [] });
const game = { key: "nano", title: { en: "Nano", ja: "ナノ" }, sides: [{ id: "south", name: { en: "South", ja: "南軍" }, colour: "red" }, { id: "north", name: { en: "North", ja: "北軍" }, colour: "blue" }] } as GameCard;
const card = (over: Partial<TableCard>): TableCard => ({ id: "t", game: "nano", scenario: "s", board: "b", seats: [{ side: "south", kind: "person", name: "Ann" }, { side: "north", kind: "person", name: "" }], you: ["south"], actor: "south", turn: 3, ...over });

describe("help of the machine in the log", () => {
  const helped: Help[] = [{ n: 2, kind: "hint", side: "south" }, { n: 3, kind: "chances" }];

  it("stands after the entry it was asked after, and stays the same line", () => {
    const told = withHelp([entry(1), entry(2), entry(3)], helped);
    expect(told.map(({ n, kind }) => kind ?? n)).toEqual([1, 2, "hint", 3, "chances"]);
    expect(withHelp([entry(1), entry(2), entry(3), entry(4)], helped)[2]).toBe(told[2]);
  });

  it("is left out with what came before the entries that are here", () => {
    expect(withHelp([entry(3)], helped).map(({ n, kind }) => kind ?? n)).toEqual([3, "chances"]);
    const all = [entry(1)];
    expect(withHelp(all, [])).toBe(all);
  });

  it("is kept from the log when the latest is told", () => {
    const table = { id: "t", entries: [entry(1)], helped: [helped[1]!] } as TableState;
    const held = withLog({ table, thinking: null, fresh: [] }, [entry(0), entry(1)], [helped[0]!]);
    expect(held.table!.helped).toEqual(helped);
    const more = reduce(held, { type: "helped", helped: [helped[1]!, { n: 9, kind: "hint", side: "north" }] } as FromService);
    expect(more.table!.helped!.map(({ n }) => n)).toEqual([2, 3, 9]);
  });
});

describe("talk", () => {
  it("is anew when the game is over", () => {
    const table = { id: "t", entries: [], chat: [{ text: "hello", side: "south" }] } as unknown as TableState;
    const held = reduce({ table, thinking: null, fresh: [] }, { type: "said", chat: [{ text: "psst", audience: "watchers" }, { text: "hello", side: "south" }] });
    expect(held.table!.chat!.map(({ text }) => text)).toEqual(["psst", "hello"]);
  });

  it("is known as read for the hundred tables looked at last", () => {
    for (let i = 0; i < 120; i++) keepRead(`t${i}`, i + 1);
    expect(readUpto("t119")).toBe(120);
    expect(readUpto("t20")).toBe(21);
    expect(readUpto("t19")).toBe(0);
  });
});

describe("what lists say of a table", () => {
  it("nobody is to move while a seat is free", () => {
    const waiting = card({ seats: [{ side: "south", kind: "person", name: "Ann" }, { side: "north", kind: "link" }] });
    expect(hasFreeSeat(waiting)).toBe(true);
    expect(waitsForMe(waiting)).toBe(false);
    expect(standing(waiting, game)).toBe("Free seat");
    expect(about(waiting, game)).toBe("South · Free seat · Turn 3");
  });

  it("whoever gave no name is a guest", () => {
    expect(about(card({}), game)).toBe("South, against Guest · Turn 3");
    expect(standing(card({}), game)).toBe("Your move");
    expect(standing(card({ actor: "north" }), game)).toBe("North to move");
    expect(about(card({ you: [] }), game)).toBe("South: Ann, North: Guest · Turn 3");
  });
});
