/** Two small demonstration boards: hexes and the plane. The tests draw and time them; games of these kinds come later. */

import { angleBetween, bearing, overlaps, pointOf, poseOf, sizeOf, type Pose } from "../lib/pose";
import type { Choice, HexBoardData, Judgement, Piece, PlaneBoardData, Sightline, View, Zone } from "../lib/protocol";

const TERRAIN = ["clear", "clear", "clear", "woods", "woods", "deep_woods", "field", "rough", "marsh"];

const noise = (n: number) => {
  const x = Math.sin(n * 127.1) * 43758.5453;
  return x - Math.floor(x);
};

export const hexId = (col: number, row: number) => String(col).padStart(2, "0") + String(row).padStart(2, "0");

export function demoHexes(cols = 70, rows = 50): HexBoardData {
  const hexes = [];
  for (let col = 1; col <= cols; col++)
    for (let row = 1; row <= rows; row++) {
      const patch = noise(Math.floor(col / 4) * 31 + Math.floor(row / 3) * 7);
      const terrain = TERRAIN[Math.floor(patch * 0.6 * TERRAIN.length + noise(col * 91 + row) * 0.4 * TERRAIN.length)] ?? "clear";
      hexes.push({ id: hexId(col, row), col, row, terrain });
    }
  const road = Array.from({ length: cols }, (_, i) => hexId(i + 1, Math.min(rows, Math.max(1, 20 + Math.round(6 * Math.sin(i / 9))))));
  return { kind: "hex", size: 60, hexes, roads: [{ cells: road, kind: "road" }] };
}

/** A position with so many pieces; each `step` moves all of them a little. */
export function demoView(count = 300, step = 0, cols = 70, rows = 50): View {
  const pieces: Piece[] = [];
  for (let i = 0; i < count; i++) {
    const col = 1 + ((Math.floor(noise(i + 1) * cols) + step) % cols);
    const row = 1 + Math.floor(noise(i * 3 + 2) * rows);
    const kind = ["infantry", "infantry", "infantry", "cavalry", "artillery", "leader"][i % 6]!;
    pieces.push({
      id: `U${i}`,
      side: i % 2 ? "red" : "blue",
      symbol: kind,
      place: hexId(col, row),
      values: kind === "leader" ? [String(1 + (i % 3))] : [String(1 + (i % 7)), String(2 + (i % 4))],
      facts: { name: `Unit ${i}` },
      markers: i % 17 === 0 ? ["disrupted"] : [],
    });
  }
  const first = pieces[0]!;
  const col = Number(first.place!.slice(0, 2));
  const row = Number(first.place!.slice(2));
  const choices: Choice[] = [];
  for (let dc = -3; dc <= 3; dc++)
    for (let dr = -2; dr <= 2; dr++) {
      const c = col + dc;
      const r = row + dr;
      if ((dc || dr) && c > 0 && r > 0 && c <= cols && r <= rows)
        choices.push({ text: `move U0 ${hexId(c, r)}`, verb: "move", piece: "U0", place: hexId(c, r), cost: String(Math.abs(dc) + Math.abs(dr)) });
    }
  return { game: "demo", side: "blue", turn: 1, pieces, tracks: [], notes: [], awaits: "move", chance: false, actor: "blue", prompt: { key: "move" }, choices };
}

/** How the pieces of both demonstrations look, and that nothing more is shown. */
export const demoLooks = {
  colourOf: (side: string) => side,
  paintOf: () => null,
  markers: new Map([["disrupted", { id: "disrupted", name: { en: "disrupted", ja: "混乱" }, sign: "D", shape: "diamond", tone: "caution" }]]),
  marks: new Map(),
  overlays: [],
};

export function demoPlane(): PlaneBoardData {
  return {
    kind: "plane",
    sheet: { x: 0, y: 0, width: 1200, height: 800 },
    frame: { x: 0, y: 0, width: 1200, height: 800 },
    field: { width: 6000, height: 4000 },
    inch: 469.33,
    areas: [
      { path: "M120 90Q300 40 380 170T260 320Q90 300 120 90z", terrain: "woods", name: { en: "North Woods", ja: "北の森" }, x: 240, y: 190 },
      { path: "M760 480Q940 420 1020 560T860 700Q720 660 760 480z", terrain: "woods", name: { en: "South Woods", ja: "南の森" }, x: 880, y: 580 },
      { path: "M480 260Q620 220 660 330T560 470Q430 420 480 260z", terrain: "hill", name: { en: "The Rise", ja: "丘" }, x: 560, y: 350 },
    ],
    lines: [
      { path: "M0 560C300 500 420 620 700 420S1100 240 1200 300", kind: "road" },
      { path: "M420 0C460 200 380 420 520 800", kind: "stream" },
    ],
  };
}

const LENGTH = 880;
const DEPTH = 176;
const FOOT = 2464;
const THIRD = FOOT / 3;

/** Blocks of both sides; `placed` are those that were moved since. */
export function demoPlaneView(step = 0, placed: ReadonlyMap<string, number[]> = new Map()): View {
  const names = ["Grenadiers", "Guards", "Artillery", "Grey", "Dragoons", "Wayne", "Maxwell", "Scott", "Militia", "Unknown", "Lee"];
  const pieces = names.map((name, i): Piece => {
    const red = i < 5;
    const unknown = name === "Unknown";
    const hq = name === "Lee";
    const column = name === "Scott";
    return {
      id: name,
      side: red ? "red" : "blue",
      symbol: hq ? "hq" : unknown ? "unknown" : i === 2 ? "artillery" : i === 4 ? "cavalry" : "infantry",
      state: i === 3 ? "spent" : "fresh",
      facts: unknown || hq ? {} : { quality: i === 0 ? "elite" : name === "Militia" ? "militia" : "regular" },
      markers: column ? ["column"] : [],
      pose: placed.get(name) ?? (hq ? [900, 1900, 0] : [(red ? 4300 : 1000) + (i % 2) * 620 + step * 30, 3500 - (i % 5) * 720, ((red ? 270 : 90) + (i % 3) * 14 + step * 5) % 360]),
      size: hq ? [DEPTH, DEPTH] : column ? [DEPTH, LENGTH] : [LENGTH, DEPTH],
    };
  });
  const wayne = pieces.find((piece) => piece.id === "Wayne")!;
  const choices: Choice[] = [
    { text: "march Wayne", verb: "march", piece: "Wayne", place: `${wayne.pose![0]! + 600},${wayne.pose![1]},90`, cost: "600" },
    { text: "sit Wayne", verb: "sit", piece: "Wayne" },
  ];
  const own = pieces.filter((piece) => piece.side === "blue" && piece.symbol !== "unknown");
  const zones: Zone[] = [{ kind: "command", piece: "Lee", points: [pieces.find((p) => p.id === "Lee")!.pose!], radius: 1173 }];
  for (const piece of pieces) if (piece.symbol !== "hq" && piece.symbol !== "unknown" && !piece.markers?.length) zones.push({ kind: "foe", piece: piece.id, points: engagement(poseOf(piece.pose!)) });
  const grenadiers = poseOf(pieces[0]!.pose!);
  const front = pointOf(grenadiers, 0, DEPTH);
  const free = own.map((piece) => ({
    piece: piece.id,
    rate: FOOT,
    snaps:
      piece.symbol === "hq"
        ? []
        : [
            { kind: "contact", pose: [front.x, front.y, (grenadiers[2] + 180) % 360], piece: "Grenadiers" },
            { kind: "face", pose: [piece.pose![0]!, piece.pose![1]!, bearing({ x: piece.pose![0]!, y: piece.pose![1]! }, { x: grenadiers[0], y: grenadiers[1] })], piece: "Grenadiers" },
          ],
  }));
  return { game: "demo", side: "blue", turn: 1, pieces, tracks: [], notes: [], awaits: "march", chance: false, actor: "blue", prompt: { key: "march" }, choices, free: { pieces: free, zones } };
}

/** The front edge, and a third of a march round it. */
function engagement(pose: Pose): number[][] {
  const points: number[][] = [];
  const put = (u: number, v: number) => {
    const at = pointOf(pose, u, v);
    points.push([at.x, at.y]);
  };
  put(-LENGTH / 2, DEPTH / 2);
  for (const [corner, from] of [[-1, -45], [1, 0]] as const)
    for (let a = from; a <= from + 45; a += 15) put((corner * LENGTH) / 2 + THIRD * Math.sin((a * Math.PI) / 180), DEPTH / 2 + THIRD * Math.cos((a * Math.PI) / 180));
  put(LENGTH / 2, DEPTH / 2);
  return points;
}

/** A judge for the demonstration: distance and turns cost, nobody overlaps, the brook at x 2200 is not crossed by Lee. */
export function demoJudge(view: View, piece: string, wished: Pose): Judgement | null {
  const mover = view.pieces.find((one) => one.id === piece);
  if (!mover?.pose) return null;
  const from = poseOf(mover.pose);
  const size = sizeOf(mover.size);
  const far = Math.hypot(wished[0] - from[0], wished[1] - from[1]);
  const way = bearing({ x: from[0], y: from[1] }, { x: wished[0], y: wished[1] });
  const hq = mover.symbol === "hq";
  const path: number[][] = [[...from]];
  let facing = from[2];
  let turns = 0;
  const turnTo = (goal: number, x: number, y: number) => {
    if (angleBetween(goal, facing) < 0.1 || hq) return;
    turns += 1;
    facing = goal;
    path.push([x, y, facing]);
  };
  if (far > 1) {
    if (angleBetween(way, wished[2]) <= 45) turnTo(wished[2], from[0], from[1]);
    else if (angleBetween(way, facing) > 45) turnTo(way, from[0], from[1]);
    path.push([wished[0], wished[1], facing]);
  }
  turnTo(wished[2], wished[0], wished[1]);
  const cost = far + Math.max(0, turns - 1) * THIRD;
  const others = view.pieces.filter((one) => one.id !== piece && one.pose?.length && one.symbol !== "hq");
  const blocking = others.filter((one) => overlaps(wished, size, poseOf(one.pose!), sizeOf(one.size)));
  const touches = others.filter((one) => one.side !== mover.side && !blocking.includes(one) && overlaps(wished, [size[0] + 22, size[1] + 22], poseOf(one.pose!), sizeOf(one.size)));
  const enters = others.filter((one) => one.side !== mover.side && one.symbol !== "unknown" && Math.hypot(one.pose![0]! - wished[0], one.pose![1]! - wished[1]) < THIRD + 300);
  const objections = [];
  if (cost > FOOT) objections.push({ clause: "DEMO-1", key: "too_far", facts: { cost: Math.round(cost) } });
  if (blocking.length) objections.push({ clause: "DEMO-2", key: "overlap", facts: { piece: blocking[0]!.id } });
  return {
    legal: !objections.length,
    option: `move ${piece} ${wished.join(" ")}`,
    pose: [...wished],
    cost,
    rate: FOOT,
    path,
    target: touches[0]?.id ?? null,
    touches: touches.map((one) => one.id),
    enters: enters.map((one) => one.id),
    objections,
  };
}

/** Nobody looks over the rise. */
export function demoSight(start: readonly number[], end: readonly number[]): Sightline {
  const length = Math.hypot(end[0]! - start[0]!, end[1]! - start[1]!);
  for (let i = 1; i < 40; i++) {
    const x = start[0]! + ((end[0]! - start[0]!) * i) / 40;
    const y = start[1]! + ((end[1]! - start[1]!) * i) / 40;
    if (Math.hypot(x - 2800, y - 2250) < 450) return { clear: false, length, until: [x, y], objections: [{ clause: "DEMO-3" }] };
  }
  return { clear: true, length };
}
