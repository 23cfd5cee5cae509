import { describe, expect, it } from "vitest";
import { crowd, isLarge, numberingOf, seenOf, smallMap, ticksSeen } from "../src/board/large";
import type { HexBoardData, HexSheetData } from "../src/lib/protocol";

const hexes = [1, 2, 3].flatMap((col) => [1, 2, 3, 4].map((row) => ({ id: `0${col}0${row}`, col, row, x: col * 50, y: row * 60 + (col % 2 ? 0 : 30), terrain: "clear" })));
const board = (sheets?: HexSheetData[]): HexBoardData => ({ kind: "hex", size: 60, hexes, ...(sheets ? { sheets } : {}) });
const sheet = (prefix: string, rows: [number, number], shift: number): HexSheetData => ({ id: prefix, prefix, columns: [1, 3], rows, shift: [0, shift] });
const texts = (ticks: readonly { text: string }[]) => ticks.map(({ text }) => text).join(" ");

describe("the numbers on the edges", () => {
  it("a map without sheets has its own, each once, where the upper hexes of a row lie", () => {
    const { columns, rows, joins } = numberingOf(board());
    expect(columns).toEqual([{ head: "", ticks: [50, 100, 150].map((at, i) => ({ at, text: `0${i + 1}` })) }]);
    expect(rows).toEqual([{ head: "", ticks: [60, 120, 180, 240].map((at, i) => ({ at, text: `0${i + 1}` })) }]);
    expect(joins).toEqual({ x: [], y: [] });
  });

  it("two sheets upon each other: both numbers of the rows, one of the columns, and where each sheet ends", () => {
    const { columns, rows, joins } = numberingOf(board([sheet("N", [1, 3], 0), sheet("S", [3, 4], 2)]));
    expect(columns.map(({ head, ticks }) => [head, texts(ticks)])).toEqual([["", "01 02 03"]]);
    expect(rows.map(({ head, ticks }) => [head, texts(ticks)])).toEqual([["N", "01 02 03"], ["S", "01 02"]]);
    expect(rows[1]!.ticks[0]!.at).toBe(180);
    expect(joins).toEqual({ x: [], y: [150, 210] });
  });

  it("one sheet in play needs no letter", () => expect(numberingOf(board([sheet("S", [1, 4], -3)])).rows.map(({ head, ticks }) => [head, texts(ticks)])).toEqual([["", "04 05 06 07"]]));

  it("they move with the map, and only as many as can be read are shown", () => {
    const ticks = Array.from({ length: 20 }, (_, i) => ({ at: i * 50, text: String(i + 1).padStart(2, "0") }));
    expect(ticksSeen(ticks, -100, 1, 0, 110, "column")).toEqual([{ at: 0, text: "03" }, { at: 50, text: "04" }, { at: 100, text: "05" }]);
    expect(texts(ticksSeen(ticks, 0, 0.2, 0, 1000, "column"))).toBe("05 10 15 20");
  });
});

describe("a large board", () => {
  const heart = { x: 0, y: 0, width: 3200, height: 3600 };
  it("is many screens large and more than is seen", () => {
    expect(isLarge(heart, 0.85, { width: 1100, height: 700 })).toBe(true);
    expect(isLarge(heart, 0.85, { width: 4000, height: 4000 })).toBe(false);
    expect(isLarge({ ...heart, width: 1200, height: 1300 }, 0.85, { width: 390, height: 500 })).toBe(false);
  });

  it("has a small map in the corner where there is room", () => {
    const free = { x: 48, y: 24, width: 1000, height: 650 };
    const box = smallMap(heart, free)!;
    expect(box).toEqual({ x: 48 + 1000 - 117 - 12, y: 24 + 650 - 132 - 12, width: 117, height: 132 });
    expect(smallMap(heart, { ...free, width: 390 })).toBe(null);
    expect(seenOf({ x: 48, y: 24, k: 0.5 }, free, heart)).toEqual({ x: 0, y: 0, width: 2000, height: 1300 });
    expect(seenOf({ x: 5000, y: 24, k: 0.5 }, free, heart).width).toBe(0);
  });

  it("opens where most of what is asked about stands, not between", () => {
    const points = [{ x: 0, y: 0 }, { x: 3000, y: 3000 }, { x: 3100, y: 3200 }];
    expect(crowd(points, 800, 600)).toEqual({ x: 3050, y: 3100 });
    expect(crowd([], 800, 600)).toBe(null);
  });
});
