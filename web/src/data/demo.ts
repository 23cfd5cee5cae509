/** Two small demonstration boards: hexes and the plane. The tests draw and time them; games of these kinds come later. */

import type { Choice, HexBoardData, Piece, PlaneBoardData, View } from "../lib/protocol";

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
      facts: kind === "leader" ? { rating: 1 + (i % 3) } : { strength: 1 + (i % 7), second: 2 + (i % 4), name: `Unit ${i}` },
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

export function demoPlane(): PlaneBoardData {
  return {
    kind: "plane",
    sheet: { x: 0, y: 0, width: 1200, height: 800 },
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

export function demoPlaneView(step = 0): View {
  const names = ["Grenadiers", "Guards", "Artillery", "Grey", "Dragoons", "Wayne", "Maxwell", "Scott", "Militia", "Greene"];
  const pieces: Piece[] = names.map((name, i) => ({
    id: name,
    side: i < 5 ? "red" : "blue",
    symbol: i === 2 ? "artillery" : i === 4 ? "cavalry" : "infantry",
    state: i === 3 ? "spent" : "normal",
    pose: { x: (i < 5 ? 820 : 260) + (i % 2) * 130 + step * 3, y: 120 + (i % 5) * 140, turn: (i < 5 ? -80 : 80) + i * 9 + step * 5 },
  }));
  const choices: Choice[] = [{ text: "march Wayne", verb: "march", piece: "Wayne", place: "520,240,80", cost: "900" }];
  return { game: "demo", side: "blue", turn: 1, pieces, tracks: [], notes: [], awaits: "march", chance: false, actor: "blue", prompt: { key: "march" }, choices };
}
