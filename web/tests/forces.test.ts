import { describe, expect, it } from "vitest";
import { forcesOf, sorted, turned, type Speaker } from "../src/lib/forces";
import type { Piece, View } from "../src/lib/protocol";

const speaker: Speaker = {
  card: { sides: [], forces: { columns: ["strength", "place", "state", "quality"], group: "corps" } },
  piece: (id) => id.toUpperCase(),
  place: (id) => `hex ${id}`,
  marker: (id) => id.replace("_", " "),
  say: { name: (kind, id) => `${kind}:${id}`, say: (key, facts) => `${key} ${facts?.["value"] ?? ""}` },
};
const pieces: Piece[] = [
  { id: "hood", side: "red", symbol: "infantry", place: "1030", markers: ["no_ammunition", "reduced"], facts: { strength: 8, corps: 2, quality: "elite" } },
  { id: "lee", side: "red", symbol: "leader", place: "0917", state: "normal" },
  { id: "evans", side: "red", symbol: "infantry", box: "routed", state: "routed", facts: { strength: 12, corps: 2 } },
  { id: "pope", side: "blue", symbol: "leader", place: "2020" },
  { id: "ewell", side: "red", symbol: "infantry", pose: [1, 2, 3], facts: { strength: 14, corps: 1 } },
];
const view: View = { game: "x", side: null, turn: 1, pieces, tracks: [], notes: [], awaits: null, chance: false, actor: null, prompt: { key: "x" }, choices: [] };
const groups = forcesOf(view, "red", speaker, "on the map");
const names = (rows: { name: string }[]) => rows.map((row) => row.name);

describe("forces", () => {
  it("every counter of a side is there, by group; who belongs to none comes first", () => {
    expect(groups.map((group) => group.title)).toEqual(["", "column.corps corps:2", "column.corps corps:1"]);
    expect(groups.map((group) => names(group.rows))).toEqual([["LEE"], ["HOOD", "EVANS"], ["EWELL"]]);
  });
  it("columns are facts, places, boxes, states and markers in words", () => {
    expect(groups[1]!.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ["8", "hex 1030", "no ammunition · reduced", "quality:elite"],
      ["12", "box:routed", "state:routed", ""],
    ]);
    expect(groups[2]!.rows[0]!.cells[1]!.text).toBe("on the map");
    expect(groups[0]!.rows[0]!.cells[2]!.text).toBe("");
  });
  it("numbers are sorted as numbers, words as words, and what is empty comes last both ways", () => {
    const rows = groups.flatMap((group) => group.rows);
    expect(names(sorted(rows, { column: 0, down: false }))).toEqual(["HOOD", "EVANS", "EWELL", "LEE"]);
    expect(names(sorted(rows, { column: 0, down: true }))).toEqual(["EWELL", "EVANS", "HOOD", "LEE"]);
    expect(names(sorted(rows, { column: -1, down: false }))).toEqual(["EVANS", "EWELL", "HOOD", "LEE"]);
    expect(names(sorted(rows, null))).toEqual(names(rows));
  });
  it("a leader heads his group; columns may be dots, or show what a value has become; a quiet state is said", () => {
    const forces = { columns: ["strength", "fatigue", "state"], group: "corps", head: "leader", becomes: { strength: "combat" }, dots: { fatigue: { most: 4, caution: 3 } } };
    const led: Piece[] = [
      { id: "jackson", side: "red", symbol: "leader", place: "0917", facts: { corps: 1 } },
      { id: "hill", side: "red", symbol: "infantry", place: "0917", facts: { corps: 1, strength: 18, combat: 18, fatigue: 0 } },
      { id: "hood", side: "red", symbol: "infantry", place: "0917", markers: ["fatigue_3"], facts: { corps: 1, strength: 8, combat: 6, fatigue: 3 } },
    ];
    const [group] = forcesOf({ ...view, pieces: led }, "red", { ...speaker, card: { sides: [], forces } });
    expect([group!.head?.name, names(group!.rows)]).toEqual(["JACKSON", ["HILL", "HOOD"]]);
    const [hill, hood] = group!.rows.map((row) => row.cells);
    expect([hill![0]!.now, hood![0]!.now]).toEqual([undefined, "6"]);
    expect(hood![1]!.dots).toEqual({ full: 3, most: 4, warns: true });
    expect(hood![2]).toEqual({ text: "state:normal", rank: "state:normal", quiet: true });
  });
  it("a heading sorts one way, the other way, and not at all", () => {
    const first = turned(null, 0, true);
    expect(first).toEqual({ column: 0, down: true });
    expect(turned(first, 0, true)).toEqual({ column: 0, down: false });
    expect(turned({ column: 0, down: false }, 0, true)).toBe(null);
    expect(turned(first, 2, false)).toEqual({ column: 2, down: false });
  });
});
