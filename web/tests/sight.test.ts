import { describe, expect, it } from "vitest";
import { beyond, freeOf, intoClearSight, intoSight, onScreen, within, type Camera } from "../src/board/sight";

const FRAME = { x: 0, y: 0, width: 390, height: 500 };
const at: Camera = { x: 0, y: 0, k: 1 };
const dot = (x: number, y: number) => ({ x: x - 10, y: y - 10, width: 20, height: 20 });

describe("what nothing covers of the board", () => {
  it("a sheet takes from below, a drawer from the right, what lies elsewhere nothing", () => {
    expect(freeOf(FRAME, [{ x: 0, y: 430, width: 390, height: 300 }])).toEqual({ ...FRAME, height: 430 });
    expect(freeOf({ ...FRAME, width: 820 }, [{ x: 440, y: -44, width: 380, height: 900 }])).toEqual({ ...FRAME, width: 440 });
    expect(freeOf(FRAME, [{ x: 0, y: 500, width: 390, height: 200 }])).toEqual(FRAME);
  });

  it("a board that is covered altogether has no free part", () => expect(freeOf(FRAME, [{ x: 0, y: -44, width: 390, height: 800 }])).toBe(null));
});

describe("the map makes way", () => {
  it("it does not move while everything that matters is seen", () => expect(intoSight(at, FRAME, [[dot(20, 20)], [dot(370, 480)]], 0.5)).toBe(null));

  it("it moves no more than it must", () => {
    const to = intoSight(at, FRAME, [[dot(200, 520)], [dot(100, 200)]], 0.5)!;
    expect(to).toEqual({ x: 0, y: -34, k: 1 });
    expect(within(onScreen(to, dot(200, 520)), FRAME)).toBe(true);
  });

  it("it grows smaller only where there is no other way, and not below the least scale", () => {
    const ranks = [[dot(0, 0)], [dot(500, 400)]];
    const smaller = intoSight(at, FRAME, ranks, 0.5)!;
    expect(smaller.k).toBeCloseTo((390 - 8) / 520);
    for (const r of ranks.flat()) expect(within(onScreen(smaller, r), FRAME)).toBe(true);
    const kept = intoSight(at, FRAME, ranks, 1)!;
    expect(kept.k).toBe(1);
    expect(within(onScreen(kept, dot(0, 0)), FRAME)).toBe(true);
  });

  it("what has no room comes as near as what matters more allows", () => {
    const to = intoSight({ x: 0, y: 0, k: 1 }, FRAME, [[dot(195, 250)], [dot(195, 250), dot(195, 2000)]], 1)!;
    const [piece, far] = [onScreen(to, dot(195, 250)), onScreen(to, dot(195, 2000))];
    expect(within(piece, FRAME)).toBe(true);
    expect(piece.y).toBeCloseTo(4);
    expect(beyond(far, FRAME)).toBe("down");
  });

  it("it goes clear of a tool that lies on what matters, but not where that puts something else out of sight", () => {
    const tools = [{ x: 12, y: 12, width: 92, height: 44 }];
    expect(intoClearSight(at, FRAME, tools, [[dot(50, 30)]], 1)).toEqual({ x: 0, y: 40, k: 1 });
    expect(intoClearSight(at, FRAME, tools, [[dot(300, 30)]], 1)).toBe(null);
    expect(intoClearSight(at, FRAME, tools, [[dot(50, 30)], [dot(200, 480)]], 1)).toBe(null);
    // Where not all is seen anyhow, what matters most goes clear.
    expect(intoClearSight(at, FRAME, tools, [[dot(50, 30)], [dot(200, 2000)]], 1)!.y).toBe(40);
  });

  it("a map enlarged by hand below the least scale keeps its own", () => expect(intoSight({ ...at, k: 0.3 }, FRAME, [[dot(200, 2000)]], 0.5)!.k).toBe(0.3));
});

describe("what lies beyond an edge", () => {
  it("is told by the edge it lies farthest beyond", () => {
    expect(beyond(dot(200, -30), FRAME)).toBe("up");
    expect(beyond(dot(420, 520), FRAME)).toBe("right");
    expect(beyond(dot(-5, 300), FRAME)).toBe("left");
    expect(beyond(dot(5, 300), FRAME)).toBe(null);
  });
});
