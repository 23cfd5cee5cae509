import { describe, expect, it } from "vitest";
import { counter } from "../src/board/counters";
import { HexBoard, sumOf } from "../src/board/hexes";
import { besideStack, plate, plateWidth } from "../src/board/plates";
import type { Scene } from "../src/board/renderer";
import { demoHexes, demoLooks, demoView } from "../src/data/demo";
import { overlap, type Rect } from "../src/lib/geometry";
import type { Piece, Sign } from "../src/lib/protocol";

const unit: Piece = { id: "x", side: "red", symbol: "infantry", values: ["18", "3", "4"] };
const look = { colour: "red", label: "X", w: 60, detail: "middle" } as const;
const sign = (shape: string, letter: string): Sign => ({ id: shape, name: { en: "name", ja: "名前" }, sign: letter, shape, tone: "plain" });

describe("values in the corners", () => {
  it("the first is large at the left, the second at the right", () => {
    const drawn = counter(unit, { ...look, corners: true });
    expect(drawn).toMatch(/text-anchor="start"[^>]*>18<.*text-anchor="end"[^>]*>3</);
    expect(drawn).not.toContain("18-3-4");
  });
  it("a pip stands on the face, and a broken edge says what a chip would", () => {
    const drawn = counter(unit, { ...look, corners: true, markers: [sign("pip", "2"), sign("dashed", "S")] });
    expect(drawn).toContain(">2<");
    expect(drawn).toContain("stroke-dasharray");
    expect(drawn).not.toContain(">S<");
  });
  it("halves are added", () => {
    expect(sumOf([{ ...unit, values: ["2½"] }, { ...unit, values: ["4"] }])).toBe("6½");
    expect(sumOf([{ ...unit, values: ["½"] }])).toBe("½");
    expect(sumOf([{ ...unit, values: ["A"] }, { ...unit, values: [] }])).toBe("2");
  });
  it("of a stack in the fog it is told how many counters it has", () => {
    expect(sumOf([{ ...unit, values: [], facts: { counters: 3 } }])).toBe("×3");
    expect(sumOf([{ ...unit, symbol: "depot", values: [] }, { ...unit, values: [], facts: { counters: 2 } }])).toBe("×3");
  });
});

describe("name plates", () => {
  it("a plate has a star, the name and the value; far away no name", () => {
    const drawn = plate({ ...unit, values: ["7"] }, { ...look, label: "Jackson", h: 17 });
    expect(drawn).toContain(">Jackson<");
    expect(drawn).toContain(">7<");
    expect(plate({ ...unit, values: ["7"] }, { ...look, label: "Jackson", h: 13, detail: "far" })).not.toContain("Jackson");
    expect(plateWidth("Jackson", "7", 17, true)).toBeGreaterThan(plateWidth("Lee", "5", 17, true));
  });
  it("it stands where it hides nothing", () => {
    const stack: Rect = { x: -20, y: -20, width: 40, height: 40 };
    const column = { stack, fan: stack, alone: false, width: 70, height: 17 };
    const extent = { x: -500, y: -500, width: 1000, height: 1000 };
    const rectAt = (solid: Rect[]): Rect => {
      const { x, y } = besideStack(column, solid, [], extent, 3);
      return { x: x - 35, y: y - 8.5, width: 70, height: 17 };
    };
    const free = rectAt([stack]);
    expect(free.y + free.height).toBeLessThanOrEqual(stack.y);
    const above: Rect = { x: -60, y: -80, width: 120, height: 58 };
    const aside = rectAt([stack, above]);
    expect(overlap(aside, above) + overlap(aside, stack)).toBe(0);
  });
  it("leaders are picked beside their stack, counted in no sum, and remain counters unless the game says so", () => {
    const none = () => undefined;
    const place = "0303";
    const pieces: Piece[] = [
      { ...unit, id: "a", place }, { ...unit, id: "b", place, values: ["7"] },
      { id: "l", side: "red", symbol: "leader", place, values: ["6"], facts: { size: "army" } }, { id: "m", side: "red", symbol: "leader", place, values: ["5"] },
    ];
    const drawn = (said: boolean) => {
      const host = document.createElementNS("http://www.w3.org/2000/svg", "g");
      const board = new HexBoard(host, demoHexes(10, 8), { piece: none, place: none, ground: none, over: none });
      const scene: Scene = {
        ...demoLooks,
        ...(said ? { symbols: new Map([["leader", { id: "leader", look: "plate", hollow: { size: "army" } }]]), corners: true } : {}),
        view: { ...demoView(1), pieces, marks: [] },
        labelOf: ({ id }) => id, tellPiece: ({ id }) => `piece ${id}`, tellPlace: () => "", selectable: new Set(["l"]), selected: null, targets: new Map(),
        pending: null, forbidden: null, later: new Map(), fanned: null, showAll: false,
      };
      board.update(scene);
      return { host, board };
    };
    const { host, board } = drawn(true);
    const leader = host.querySelector('[data-piece="l"]')!;
    expect(leader.getAttribute("aria-label")).toBe("piece l");
    expect(leader.getAttribute("tabindex")).toBe("0");
    expect(host.querySelector(".chips")!.textContent).toBe("25");
    const [one, two] = [board.pieceAt("l")!, board.pieceAt("m")!];
    expect(two.x).toBe(one.x);
    expect(two.y).toBeGreaterThan(one.y);
    expect(drawn(false).host.querySelector(".chips")!.textContent).toBe("36");
  });
});
