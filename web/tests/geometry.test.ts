import { describe, expect, it } from "vitest";
import { along, around, cover, hexCentre, hexCorners, least, lengthOf, overlap, ringOfSpots, samplePath, towards } from "../src/lib/geometry";
import { counter, detailOf, silhouette } from "../src/board/counters";
import { HexBoard } from "../src/board/hexes";
import type { Scene } from "../src/board/renderer";
import { demoHexes, demoLooks, demoView } from "../src/data/demo";

describe("curves", () => {
  it("a straight path is sampled from end to end", () => {
    const line = samplePath("M0 0L100 0");
    expect(line[0]).toEqual({ x: 0, y: 0 });
    expect(line.at(-1)).toEqual({ x: 100, y: 0 });
    expect(lengthOf(line)).toBeCloseTo(100);
  });
  it("a bow passes its control at half the height", () => expect(samplePath("M0 0Q50 40 100 0", 2)[1]).toEqual({ x: 50, y: 20 }));
  it("a point along a line knows its direction", () => expect(along(samplePath("M0 0L0 50"), 20)).toMatchObject({ x: 0, y: 20, angle: 90 }));
});

describe("room", () => {
  it("overlap is an area", () => expect(overlap(around(0, 0, 10), around(5, 5, 10))).toBe(25));
  it("spots round a place clear its sign", () => {
    for (const spot of ringOfSpots({ x: 0, y: 0 }, 20, 44, 44)) expect(overlap(around(spot.x, spot.y, 44), around(0, 0, 26))).toBeLessThan(60);
  });
  it("the least covered is taken, the first of equals", () => expect(least([3, 1, 1, 2], (n) => n)).toBe(1));
  it("points count where they are covered", () => expect(cover(around(0, 0, 10), { rects: [], points: [{ x: 1, y: 1 }, { x: 20, y: 0 }], pointWeight: 7 })).toBe(7));
});

describe("arrow keys", () => {
  const towns = [{ id: "east", x: 10, y: 1 }, { id: "south", x: 0, y: 10 }, { id: "far", x: 40, y: 0 }];
  it("the nearest in that direction", () => expect(towards({ x: 0, y: 0 }, 0, towns)?.id).toBe("east"));
  it("nothing behind", () => expect(towards({ x: 0, y: 0 }, 180, towns)).toBe(null));
});

describe("hexes", () => {
  it("neighbours are one height apart", () => {
    const a = hexCentre(3, 3, 60);
    const b = hexCentre(4, 3, 60);
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(60);
    expect(hexCorners(a, 60)).toHaveLength(6);
  });
  it("the hex under a point is found", () => {
    const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const none = () => undefined;
    const board = new HexBoard(host, demoHexes(10, 8), { piece: none, place: none, ground: none, over: none });
    for (const hex of demoHexes(10, 8).hexes) {
      const at = hexCentre(hex.col, hex.row, 60);
      expect(board.hexAt({ x: at.x + 11, y: at.y - 9 })).toBe(hex.id);
    }
    expect(board.hexAt({ x: -500, y: 0 })).toBe(null);
  });
  it("reach is one region: the sides between two lit hexes are no part of its outline", () => {
    const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const none = () => undefined;
    const board = new HexBoard(host, demoHexes(10, 8), { piece: none, place: none, ground: none, over: none });
    const view = { ...demoView(1), pieces: [] };
    const lit = (...places: string[]) => new Map(places.map((place) => [place, { place, cost: "1", attack: false, choice: { text: place, verb: "move", place } }]));
    const sides = (targets: Scene["targets"]) => {
      board.update({ view, ...demoLooks, labelOf: () => "", tellPiece: () => "", tellPlace: () => "", selectable: new Set(), selected: null, targets, pending: null, forbidden: null, later: new Map(), fanned: null, showAll: false });
      return host.querySelector(".lit .pulse")!.getAttribute("d")!.split("M").length - 1;
    };
    expect(sides(lit("0303"))).toBe(6);
    expect(sides(lit("0303", "0304"))).toBe(10);
    expect(sides(lit("0303", "0808"))).toBe(12);
  });
});

describe("counters", () => {
  it("sides differ in shape, not only in colour", () => expect(silhouette("blue", 40)).not.toBe(silhouette("red", 40)));
  it("three levels of detail", () => expect([20, 40, 70].map(detailOf)).toEqual(["far", "middle", "near"]));
  it("a hidden piece shows nothing of itself", () => {
    const face = counter({ id: "S9", side: "red", symbol: "infantry", state: "hidden" }, { colour: "red", label: "Secret", w: 60, detail: "near" });
    expect(face).not.toContain("Secret");
    expect(face).toContain("?");
  });
  it("names are escaped", () => {
    const face = counter({ id: "x", side: "red", symbol: "infantry" }, { colour: "red", label: "<b>", w: 60, detail: "near" });
    expect(face).not.toContain("<b>");
  });
});
