import { describe, expect, it } from "vitest";
import {
  beginLine,
  cleanName,
  dropLine,
  extendLine,
  groups,
  hexRow,
  places,
  setPlace,
  setTerrain,
  shortenLine,
  toggleFeature,
  toggleSide,
} from "../src/workshop/maptext";

const MAP = `# a corner
hexmap 1

[grid]
shape flat
columns 01-02

[hexes] {R}
0101 clear
0102 light_woods hill {S 17}
0201 swamp level=2 # wet

[sides] {R}
creek Owl Creek | アウル・クリーク
  0101/0102 0102/0201
slope
  0101>0201

[lines]
road Main Road
  0101 0102

[places]
0101 church Shiloh Church | シャイロー教会 {S}
`;

describe("the text of a map", () => {
  it("gives a hex another terrain and keeps the rest of its row", () => {
    const after = setTerrain(MAP, "0102", "deep_woods");
    expect(after).toBe(MAP.replace("0102 light_woods hill {S 17}", "0102 deep_woods hill {S 17}"));
    expect(setTerrain(MAP, "0201", "clear")).toContain("0201 clear level=2 # wet");
    expect(setTerrain(MAP, "0909", "clear")).toBe(MAP);
    expect(hexRow(MAP, "0201")).toEqual({ terrain: "swamp", words: ["level=2"] });
  });

  it("puts features in and takes them out", () => {
    const on = toggleFeature(MAP, "0101", "hill");
    expect(on).toContain("\n0101 clear hill\n");
    expect(toggleFeature(on, "0101", "hill")).toBe(MAP);
  });

  it("lays sides and takes them away, whichever hex comes first", () => {
    const on = toggleSide(MAP, "creek", "0201", "0101", false);
    expect(groups(on, "sides")[0]!.items).toEqual(["0101/0102", "0102/0201", "0201/0101"]);
    expect(toggleSide(on, "creek", "0101", "0201", false)).toBe(MAP);
    expect(toggleSide(MAP, "creek", "0102", "0101", false)).not.toContain("0101/0102");
  });

  it("turns a slope round before it takes it away", () => {
    const turned = toggleSide(MAP, "slope", "0201", "0101", true);
    expect(turned).toContain("  0201>0101");
    const gone = toggleSide(turned, "slope", "0201", "0101", true);
    expect(groups(gone, "sides").map((group) => group.kind)).toEqual(["creek"]);
  });

  it("makes a group or a section that was not there", () => {
    expect(groups(toggleSide(MAP, "ford", "0101", "0102", false), "sides").at(-1)).toMatchObject({ kind: "ford", items: ["0101/0102"] });
    const bare = MAP.slice(0, MAP.indexOf("[sides]"));
    expect(toggleSide(bare, "creek", "0101", "0102", false).endsWith("[sides]\ncreek\n  0101/0102\n")).toBe(true);
  });

  it("draws, lengthens, shortens and drops lines", () => {
    const begun = beginLine(MAP, "trail", "New | Track", "新道", ["0102", "0201"]);
    const line = groups(begun, "lines").at(-1)!;
    expect(line).toMatchObject({ kind: "trail", en: "New Track", ja: "新道", items: ["0102", "0201"] });
    const longer = extendLine(begun, line, "0101");
    expect(groups(longer, "lines").at(-1)!.items).toEqual(["0102", "0201", "0101"]);
    expect(shortenLine(longer, groups(longer, "lines").at(-1)!)).toBe(begun);
    expect(dropLine(begun, line)).toBe(MAP);
    expect(groups(shortenLine(begun, line), "lines")).toHaveLength(1);
  });

  it("wraps long lists at twelve", () => {
    let text = MAP;
    for (let i = 0; i < 20; i++) text = extendLine(text, groups(text, "lines")[0]!, "0102");
    const rows = text.slice(text.indexOf("road Main")).split("\n").slice(1, 3);
    expect(rows.map((row) => row.trim().split(" ").length)).toEqual([12, 10]);
  });

  it("names places, renames them and drops them", () => {
    const first = places(MAP)[0]!;
    expect(first).toMatchObject({ hex: "0101", kind: "church", en: "Shiloh Church", ja: "シャイロー教会" });
    expect(setPlace(MAP, "0101", "church", "Church", "教会", first)).toContain("0101 church Church | 教会 {S}\n");
    expect(places(setPlace(MAP, "0201", "camp", "", "野営地")).at(-1)).toMatchObject({ hex: "0201", en: "", ja: "野営地" });
    expect(setPlace(MAP, "0101", "church", "", "", first)).not.toContain("church");
    expect(cleanName(" A {b} | c\n#d ")).toBe("A b c d");
  });
});
