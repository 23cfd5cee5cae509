import { describe, expect, it } from "vitest";
import { nameWith } from "../src/board/counters";
import { namesOf } from "../src/lib/names";
import type { BoardData } from "../src/lib/protocol";

const box = { x: 0, y: 0, width: 1, height: 1 };
const hex = (id: string, more: object = {}) => ({ id, col: 1, row: 1, terrain: "clear", ...more });

describe("the places of a board", () => {
  it("are called by the number of the sheet in play, with the name of what lies there", () => {
    const church = { en: "Church", ja: "教会" };
    const hexes = [hex("0101"), hex("0102", { name: church }), hex("0103", { number: "4101" }), hex("0104", { number: "4102", name: { en: "Ford" } })];
    expect(namesOf({ kind: "hex", size: 64, hexes })).toEqual({
      "0102": { en: "0102 Church", ja: "0102 教会" },
      "0103": { en: "4101", ja: "4101" },
      "0104": { en: "4102 Ford", ja: "4102" },
    });
  });

  it("are towns and landmarks by their names", () => {
    const name = { en: "Luray", ja: "ルーレイ" };
    const board = { kind: "plane", sheet: box, frame: box, field: { width: 1, height: 1 }, places: [{ id: "luray", name }] } as BoardData;
    expect(namesOf(board)).toEqual({ luray: name });
  });
});

describe("what is written on a counter", () => {
  it("is part of its name as it is written, and its values are said once", () => {
    expect(nameWith("Gibson, infantry, 4-5, short of ammunition", [4, 5], "4-5 N")).toBe("Gibson, infantry, 4-5 N, short of ammunition");
    expect(nameWith("III/382, 2-8", [2, 8], "R 2 8")).toBe("III/382, R 2 8");
    expect(nameWith("Winder, 8-3-2, fatigue 1", [8, 3, 2], "8 3 1")).toBe("Winder, 8-3-2, fatigue 1, 8 3 1");
    expect(nameWith("Wayne, 4-4", [4, 4], "4-4")).toBe("Wayne, 4-4");
    expect(nameWith("Pope", [], "")).toBe("Pope");
  });
});
