import { describe, expect, it } from "vitest";
import { demoJudge, demoPlane, demoPlaneView } from "../src/data/demo";
import { Placing, type Verdict } from "../src/lib/placing.svelte";
import { angleBetween, bearing, compass, corners, drawnTo, Ground, hit, holds, hull, legsOf, overlaps, pointOf, readPlace, rounded, swept, upsideDown, type Pose, type Size } from "../src/lib/pose";
import { block } from "../src/board/blocks";
import type { Piece, Snap } from "../src/lib/protocol";

const BLOCK: Size = [880, 176];
const near = (a: { x: number; y: number }, x: number, y: number) => {
  expect(a.x).toBeCloseTo(x, 6);
  expect(a.y).toBeCloseTo(y, 6);
};

describe("poses", () => {
  it("face clockwise from north", () => {
    near(pointOf([100, 100, 0], 0, 10), 100, 110);
    near(pointOf([100, 100, 90], 0, 10), 110, 100);
    near(pointOf([100, 100, 90], 10, 0), 100, 90);
    near(pointOf([100, 100, 180], 10, 0), 90, 100);
    expect(bearing({ x: 0, y: 0 }, { x: 5, y: 5 })).toBeCloseTo(45);
    expect(bearing({ x: 0, y: 0 }, { x: -1, y: 0 })).toBeCloseTo(270);
    expect([compass(-5), compass(725), angleBetween(350, 10), angleBetween(10, 200)]).toEqual([355, 5, 20, 170]);
  });

  it("have corners in front first", () => {
    const [fl, fr, rr, rl] = corners([1000, 1000, 90], BLOCK);
    near(fl!, 1088, 1440);
    near(fr!, 1088, 560);
    near(rr!, 912, 560);
    near(rl!, 912, 1440);
  });

  it("are kept in tenths, and read from the places of choices", () => {
    expect(rounded([1.26, 2.04, -10.04])).toEqual([1.3, 2, 350]);
    expect(readPlace("4978.4,1418,257.2")).toEqual([4978.4, 1418, 257.2]);
    expect([readPlace("luray"), readPlace("1,2"), readPlace("1,2,NaN"), readPlace("1,2,Infinity")]).toEqual([null, null, null, null]);
  });

  it("overlap only by area, turned or not", () => {
    expect(overlaps([0, 0, 0], BLOCK, [0, 176, 0], BLOCK)).toBe(false);
    expect(overlaps([0, 0, 0], BLOCK, [0, 175, 0], BLOCK)).toBe(true);
    expect(overlaps([0, 0, 0], BLOCK, [540, 400, 90], BLOCK)).toBe(false);
    expect(overlaps([0, 0, 0], BLOCK, [440, 300, 45], BLOCK)).toBe(false);
    expect(overlaps([0, 0, 0], BLOCK, [400, 200, 45], BLOCK)).toBe(true);
  });
});

describe("hit testing", () => {
  const things = [
    { id: "a", pose: [1000, 1000, 45] as Pose, size: BLOCK },
    { id: "b", pose: [1200, 1000, 45] as Pose, size: BLOCK },
  ];

  it("follows the turned footprint", () => {
    expect(holds([1000, 1000, 45], BLOCK, { x: 1300, y: 700 })).toBe(true);
    expect(holds([1000, 1000, 45], BLOCK, { x: 1300, y: 1300 })).toBe(false);
    expect(hit(things, { x: 1300, y: 700 }, 0)?.id).toBe("a");
    expect(hit(things, { x: 1210, y: 1005 }, 0)?.id).toBe("b");
    expect(hit(things, { x: 3000, y: 700 }, 0)).toBeNull();
  });

  it("grows thin blocks for a finger, but an exact hit wins", () => {
    const beside = { x: 1000 - 130 * Math.SQRT1_2, y: 1000 - 130 * Math.SQRT1_2 };
    expect(hit(things, beside, 0)).toBeNull();
    expect(hit(things, beside, 300)?.id).toBe("a");
    expect(hit(things, { x: 1150, y: 950 }, 600)?.id).toBe("b");
  });
});

describe("snapping", () => {
  const snaps: Snap[] = [
    { kind: "contact", pose: [500, 500, 90] },
    { kind: "contact", pose: [500, 500, 270] },
    { kind: "road", pose: [560, 500, 95] },
  ];

  it("draws to the pose that is near and needs little turning", () => {
    expect(drawnTo([450, 500, 80], snaps, 120)).toBe(snaps[0]);
    expect(drawnTo([450, 500, 260], snaps, 120)).toBe(snaps[1]);
    expect(drawnTo([570, 500, 90], snaps, 120)).toBe(snaps[2]);
    expect(drawnTo([300, 500, 90], snaps, 120)).toBeNull();
    expect(drawnTo([500, 500, 180], snaps, 120)).toBeNull();
  });
});

describe("the swept way", () => {
  it("is the outline of both ends of a leg; turns sweep nothing", () => {
    const legs = swept([[0, 0, 0], [0, 0, 90], [1000, 0, 90], [1000, 0, 180]], BLOCK);
    expect(legs).toHaveLength(1);
    const xs = legs[0]!.map((p) => p.x);
    const ys = legs[0]!.map((p) => p.y);
    expect([Math.min(...xs), Math.max(...xs)].map(Math.round)).toEqual([-88, 1088]);
    expect([Math.min(...ys), Math.max(...ys)].map(Math.round)).toEqual([-440, 440]);
    expect(legs[0]).toHaveLength(4);
  });

  it("is told leg by leg", () => {
    expect(legsOf([[0, 0, 0], [0, 0, 90], [1000, 0, 90], [1000, 0, 180]])).toEqual([
      { kind: "turn", amount: 90, bearing: 90 },
      { kind: "go", amount: 1000, bearing: 90 },
      { kind: "turn", amount: 180, bearing: 180 },
    ]);
  });

  it("has a convex outline", () => {
    expect(hull([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 2 }, { x: 0, y: 2 }])).toHaveLength(4);
  });
});

describe("the sheet", () => {
  const ground = new Ground({ x: 10, y: 20, width: 1502, height: 798 }, { width: 7510, height: 3990 });

  it("has north above and comes back to the field", () => {
    near(ground.toSheet({ x: 0, y: 3990 }), 10, 20);
    near(ground.toSheet({ x: 7510, y: 0 }), 1512, 818);
    near(ground.toField(ground.toSheet({ x: 1234, y: 567 })), 1234, 567);
  });
});

describe("a block's name", () => {
  const piece: Piece = { id: "grey", side: "red", symbol: "infantry", facts: { quality: "elite" } };
  const look = { colour: "red", label: "Grey", w: 30, detail: "near" as const };
  const along = (svg: string) => Number(/<g transform="rotate\((-?\d+)\)">/.exec(svg)![1]);

  it("is never upside down, whichever way it faces", () => {
    for (let turn = 0; turn < 360; turn += 7)
      for (const [w, d] of [[150, 30], [30, 150]] as const) expect(upsideDown(turn + along(block(piece, look, w, d, turn)))).toBe(false);
  });

  it("shows quality only where the view has it, and nothing of what is hidden", () => {
    expect(block(piece, look, 150, 30, 0)).toContain("Grey");
    const hidden = block({ id: "C1", side: "blue", symbol: "unknown" }, { ...look, label: "C1" }, 150, 30, 0);
    expect(hidden).not.toContain("C1");
    expect(hidden).toContain(">?<");
    const other = block({ id: "C2345", side: "blue", symbol: "unknown" }, { ...look, label: "A long name" }, 150, 30, 0);
    expect(other).toBe(hidden);
  });
});

describe("placing", () => {
  const view = demoPlaneView();
  const wayne = view.pieces.find((piece) => piece.id === "Wayne")!;
  const free = view.free!.pieces.find((one) => one.piece === "Wayne")!;
  const patient = async (done: () => boolean) => {
    for (let i = 0; i < 100 && !done(); i++) await new Promise((next) => setTimeout(next, 10));
    expect(done()).toBe(true);
  };

  it("asks one question at a time, and of many poses only the latest", async () => {
    const asked: Pose[] = [];
    let open = 0;
    let most = 0;
    const placing = new Placing({
      judge: async (piece, pose): Promise<Verdict> => {
        asked.push(pose);
        most = Math.max(most, ++open);
        await new Promise((done) => setTimeout(done, 20));
        open -= 1;
        return { judgement: demoJudge(view, piece, pose) };
      },
      sees: async () => ({ line: null }),
    });
    placing.begin(wayne, free);
    expect(placing.option).toBeNull();
    for (let i = 1; i <= 50; i++) placing.put([wayne.pose![0]! + i * 10, wayne.pose![1]!, wayne.pose![2]!]);
    await patient(() => placing.judged);
    expect(most).toBe(1);
    expect(asked).toHaveLength(2);
    expect(asked[1]![0]).toBeCloseTo(wayne.pose![0]! + 500);
    expect(placing.option).toMatch(/^move Wayne/);
  });

  it("moves by keys, snaps, and takes back", async () => {
    const placing = new Placing({ judge: async (piece, pose) => ({ judgement: demoJudge(view, piece, pose) }), sees: async () => ({ line: null }) });
    expect(placing.key("ArrowUp", false)).toBe(false);
    placing.begin(wayne, free);
    const [x, y, turn] = wayne.pose!;
    placing.key("ArrowUp", false);
    placing.key("ArrowRight", true);
    placing.key("e", false);
    placing.key("Q", true);
    expect(placing.pose).toEqual(rounded([x! + 2.2, y! + 22, turn! + 4]));
    placing.key("c", false);
    expect(placing.snapped?.kind).toBe("contact");
    await patient(() => placing.judged);
    expect(placing.verdict?.touches).toEqual(["Grenadiers"]);
    placing.reset();
    expect([placing.moved, placing.option, placing.piece]).toEqual([false, null, "Wayne"]);
    placing.cancel();
    expect(placing.piece).toBeNull();
  });

  it("waits when it was too hasty, and says why nothing is judged", async () => {
    let times = 0;
    const placing = new Placing({
      judge: async (piece, pose) => (++times === 1 ? { judgement: null, code: "too_fast" } : { judgement: demoJudge(view, piece, pose) }),
      sees: async () => ({ line: null }),
    });
    placing.begin(wayne, free);
    placing.put([2000, 2000, 90]);
    await patient(() => placing.trouble === "too_fast");
    await patient(() => placing.judged);
    expect([times, placing.trouble]).toEqual([2, null]);
  });

  it("refuses what overlaps or is too far, with the clause", () => {
    const field = demoPlane().field;
    const far = demoJudge(view, "Wayne", [field.width - 100, 200, 90])!;
    expect([far.legal, far.objections![0]!.clause]).toEqual([false, "DEMO-1"]);
    const maxwell = view.pieces.find((piece) => piece.id === "Maxwell")!;
    expect(demoJudge(view, "Wayne", maxwell.pose as unknown as Pose)!.objections!.map((one) => one.clause)).toContain("DEMO-2");
  });
});
