import { describe, expect, it, vi } from "vitest";
import { counter } from "../src/board/counters";
import { HexBoard } from "../src/board/hexes";
import { drawMarkers } from "../src/board/signs";
import type { Scene } from "../src/board/renderer";
import { demoHexes, demoLooks, demoView } from "../src/data/demo";
import { Overlays } from "../src/lib/overlays.svelte";
import type { Mark, Overlay, OverlayCard, Piece, Sign } from "../src/lib/protocol";

const name = { en: "name", ja: "名前" };
const sign = (id: string, letter: string, shape = "disc", tone = "plain"): Sign => ({ id, name, sign: letter, shape, tone });
const look = { colour: "red", label: "X", w: 60, detail: "middle" } as const;

describe("counters", () => {
  it("of a stack in the fog show no name, however far away", () => {
    for (const detail of ["far", "middle", "near"] as const)
      expect(counter({ id: "s", side: "axis", symbol: "armour", values: [], facts: { counters: 2 } }, { ...look, label: "Axis stack", detail })).not.toContain("<text");
  });
  const unit = { id: "x", side: "red", symbol: "infantry" };
  it("one or two values stand in the corners, more of them side by side", () => {
    expect(counter({ ...unit, values: ["5", "4"] }, look)).toMatch(/text-anchor="start"[^>]*>5<.*text-anchor="end"[^>]*>4</);
    expect(counter({ ...unit, values: ["A", "3", "8"] }, look)).toContain(">A-3-8<");
  });
  it("a piece with a colour of its own has its face and ink, and the shape of its side", () => {
    const plain = counter({ ...unit, values: ["5"] }, look);
    const painted = counter({ ...unit, values: ["5"] }, { ...look, paint: { fill: "#a9bfd8", ink: "#173a62" } });
    expect(painted).toContain('fill="#a9bfd8"');
    expect(painted).toContain('fill="#173a62">5<');
    expect(painted).not.toContain("url(#h-red)");
    expect(/c-body" d="([^"]+)"/.exec(painted)![1]).toBe(/c-body" d="([^"]+)"/.exec(plain)![1]);
  });
  it("two markers that begin with the same letter have signs of their own", () => {
    const drawn = drawMarkers([sign("disorganized", "D", "diamond", "caution"), sign("demoralized", "1", "triangle", "dark")], 0, 0, 20);
    expect(drawn).toContain(">D<");
    expect(drawn).toContain(">1<");
  });
  it("three chips are one and a number; a plate is no chip", () => {
    const three = drawMarkers([sign("a", "A"), sign("b", "B"), sign("c", "C"), sign("reduced", "−", "plate")], 0, 0, 20);
    expect(three).toContain(">A<");
    expect(three).toContain(">+2<");
    expect(three).not.toContain(">B<");
    expect(three).not.toContain("−<");
  });
});

describe("marks and overlays on hexes", () => {
  const none = () => undefined;
  const drawn = (marks: Mark[], overlays: Overlay[]) => {
    const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const board = new HexBoard(host, demoHexes(10, 8), { piece: none, place: none, ground: none, over: none });
    const scene: Scene = {
      ...demoLooks,
      view: { ...demoView(1), pieces: [], marks },
      marks: new Map([["depot", sign("depot", "", "diamond")], ["blown", sign("blown", "", "cut", "bad")]]),
      overlays, labelOf: () => "", tellPiece: () => "", tellPlace: () => "", selectable: new Set(), selected: null, targets: new Map(),
      pending: null, forbidden: null, later: new Map(), fanned: null, showAll: false,
    };
    board.update(scene);
    return { host, at: (place: string) => board.placeAt(place)! };
  };
  const spots = (host: Element) => [...host.querySelectorAll(".mark > g")].map((one) => /translate\((\S+) (\S+)\)/.exec(one.getAttribute("transform")!)!.slice(1).map(Number));

  it("a mark stands in its hex, one on a hexside between the two", () => {
    const { host, at } = drawn([{ kind: "depot", place: "0303" }, { kind: "blown", place: "0303", toward: "0304" }, { kind: "unheard_of", place: "0505" }], []);
    const [depot, blown, ...rest] = spots(host);
    expect(rest).toEqual([]);
    expect(Math.hypot(depot![0]! - at("0303").x, depot![1]! - at("0303").y)).toBeLessThan(32);
    expect(blown![0]).toBeCloseTo((at("0303").x + at("0304").x) / 2, 0);
    expect(blown![1]).toBeCloseTo((at("0303").y + at("0304").y) / 2, 0);
  });
  it("two marks of one hex do not lie on each other", () => {
    const [one, other] = spots(drawn([{ kind: "depot", place: "0303" }, { kind: "blown", place: "0303" }], []).host);
    expect(other![0]! - one![0]!).toBeGreaterThan(10);
  });
  it("threats are hatched, own places outlined as one, verdicts signs, lines lead through the hexes", () => {
    const { host } = drawn([], [
      { places: [{ place: "0303", tone: "threat" }, { place: "0404", tone: "own" }, { place: "0405", tone: "own" }, { place: "0606", tone: "bad" }, { place: "0707", caption: "67" }] },
      { lines: [{ places: ["0101", "0102", "0103"], tone: "good", caption: "2" }] },
    ]);
    expect(host.querySelectorAll(".lit .threat")).toHaveLength(1);
    expect(host.querySelector(".lit .region")!.getAttribute("d")!.split("M")).toHaveLength(11);
    expect(host.querySelectorAll(".chips .fares.bad")).toHaveLength(1);
    expect([...host.querySelectorAll(".chips text")].map((one) => one.textContent)).toEqual(["67", "2"]);
    expect(host.querySelector(".lit .traced")!.getAttribute("d")!.match(/[ML]/g)!.length).toBeGreaterThanOrEqual(3);
  });
});

describe("a piece that has been drawn", () => {
  const none = () => undefined;
  const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
  const board = new HexBoard(host, demoHexes(10, 8), { piece: none, place: none, ground: none, over: none });
  const unit: Piece = { id: "a", side: "north", symbol: "infantry", place: "0303", values: ["3", "4"], markers: [], facts: { strength: 3 } };
  const tellPiece = vi.fn((piece: Piece) => `${piece.symbol} ${piece.place}`);
  const scene = (pieces: Piece[], more: Partial<Scene> = {}): Scene => ({
    ...demoLooks, view: { ...demoView(1), pieces }, overlays: [], labelOf, tellPiece, tellPlace: () => "", selectable: new Set(), selected: null,
    targets: new Map(), pending: null, forbidden: null, later: new Map(), fanned: null, showAll: false, ...more,
  });
  const labelOf = () => "";
  const face = () => host.querySelector(".inner")!.firstElementChild;

  it("is left alone while nothing about it changes, and keeps its face when only its place does", () => {
    board.update(scene([unit]));
    const drawn = face();
    expect(tellPiece).toHaveBeenCalledTimes(1);
    board.update(scene([unit]));
    expect(tellPiece).toHaveBeenCalledTimes(1);
    board.update(scene([{ ...unit, place: "0404" }], { selectable: new Set(["a"]) }));
    expect(face()).toBe(drawn);
    expect(host.querySelector(".piece")!.getAttribute("aria-label")).toBe("infantry 0404");
    expect(host.querySelector(".piece")!.classList.contains("selectable")).toBe(true);
  });
  it("is drawn anew when its face shows something else", () => {
    for (const other of [{ ...unit, symbol: "armour" }, { ...unit, values: ["2", "4"] }, { ...unit, state: "hidden" }]) {
      board.update(scene([unit]));
      const drawn = face();
      board.update(scene([other]));
      expect(face()).not.toBe(drawn);
    }
  });
  it("is drawn anew when the game paints it otherwise", () => {
    board.update(scene([unit]));
    const drawn = face();
    board.update(scene([unit], { paintOf: () => ({ fill: "#123456", ink: "#fff" }) }));
    expect(face()).not.toBe(drawn);
  });
});

describe("overlays that are switched on", () => {
  const card = (id: string, asks = ""): OverlayCard => ({ id, name, hint: name, key: "Z", asks, scenarios: [] });
  it("are asked for, shown, asked anew and switched off", async () => {
    const asked: string[] = [];
    const overlays = new Overlays(async (id, place) => {
      asked.push(`${id} ${place}`);
      return { places: [{ place: place ?? "all" }] };
    });
    overlays.toggle(card("zones"), "0303");
    overlays.toggle(card("sight", "place"), "0404");
    overlays.toggle(card("range", "place"), null);
    await overlays.refresh();
    expect(asked).toEqual(["zones null", "sight 0404"]);
    expect(overlays.at("0404")).toEqual([{ id: "sight", caption: "" }]);
    expect(overlays.at("0303")).toEqual([]);
    expect(overlays.shown.map((one) => one.places![0]!.place)).toEqual(["all", "0404"]);
    overlays.toggle(card("zones"), null);
    expect(overlays.isOn("zones")).toBe(false);
    expect(overlays.shown).toHaveLength(1);
  });
  it("an answer that comes after something else was switched on is not shown", async () => {
    let give: (shown: Overlay) => void = () => undefined;
    const overlays = new Overlays(() => new Promise((resolve) => (give = resolve)));
    overlays.toggle(card("zones"), null);
    const waits = overlays.refresh();
    overlays.toggle(card("zones"), null);
    give({ places: [{ place: "0101" }] });
    await waits;
    expect(overlays.shown).toEqual([]);
  });
});
