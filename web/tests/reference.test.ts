import { describe, expect, it } from "vitest";
import { isWordy, rowsOf, type LookUp } from "../src/lib/reference";

const chart = (head: string[], cells: string[]): LookUp => ({ id: "chart", group: "terrain", title: "", head, rows: [{ name: "Wood", cells, key: "terrain:wood" }] });
const cellsOf = (head: string[], cells: string[]) => rowsOf({ tables: [chart(head, cells)] }, ["terrain:wood"])[0]!.cells;

describe("what a card says of the ground", () => {
  it("words stand under the head of their column, but where there is only one column", () => {
    expect(cellsOf(["Terrain", "Attack", "Sight"], ["halved", "blocked"])).toEqual([{ head: "Attack", text: "halved" }, { head: "Sight", text: "blocked" }]);
    expect(cellsOf(["Sign", "What it means"], ["worth nothing"])).toEqual([{ head: "", text: "worth nothing" }]);
  });

  it("a figure always has its head, and what simply holds is the head alone", () => {
    expect(cellsOf(["Road", "Movement"], ["½"])).toEqual([{ head: "Movement", text: "½" }]);
    expect(cellsOf(["Terrain", "Blocks sight"], ["●"])).toEqual([{ head: "Blocks sight", text: "" }]);
    expect(cellsOf(["Terrain", "Infantry", "No zone"], ["", "●"])).toEqual([{ head: "No zone", text: "" }]);
  });

  it("words are told from figures and signs", () => {
    expect([isWordy({ head: "", text: "into, from clear" }), isWordy({ head: "", text: "停止" })]).toEqual([true, true]);
    expect([isWordy({ head: "", text: "+1" }), isWordy({ head: "", text: "—" })]).toEqual([false, false]);
  });
});
