/** The free plane: areas and lines of terrain, oriented rectangles on it. */

import { around, f1, type Obstacles, type Point, type Rect } from "../lib/geometry";
import type { Piece, PlaneBoardData } from "../lib/protocol";
import { block, escape, silhouette, type Look } from "./counters";
import { LayeredBoard, type Layout, type Spot, type Standing } from "./layered";
import type { BoardHooks, Scene } from "./renderer";

const FILL: Record<string, string> = { woods: "var(--woods)", marsh: "var(--marsh)", hill: "var(--paper-high)", town: "var(--paper-high-2)" };
const LENGTH = 100;
const DEPTH = 20;

export class PlaneBoard extends LayeredBoard {
  readonly extent: Rect;
  readonly heart: Rect;

  constructor(
    host: SVGGElement,
    board: PlaneBoardData,
    hooks: BoardHooks,
  ) {
    super(host, hooks);
    this.extent = board.sheet;
    this.heart = board.sheet;
    const { x, y, width, height } = board.sheet;
    let o = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="var(--paper)" stroke="var(--map-ink)" stroke-width="3"/>`;
    for (const area of board.areas) o += `<path d="${area.path}" fill="${FILL[area.terrain] ?? "var(--rough)"}"/>`;
    for (const line of board.lines)
      o += `<path d="${line.path}" fill="none" stroke="var(--${line.kind === "road" ? "road" : "water-line"})" stroke-width="${line.kind === "road" ? 3 : 2}"/>`;
    for (const area of board.areas)
      if (area.name && area.x !== undefined && area.y !== undefined)
        o += `<text class="plane-name" x="${area.x}" y="${area.y}">${escape(area.name.en)}</text>`;
    this.ground.innerHTML = o;
    this.ground.setAttribute("class", "ground plane-ground");
  }

  /** Places of a plane are poses offered: `x,y,turn`. */
  protected spot(place: string): Spot | null {
    const [x, y] = place.split(",").map(Number);
    return Number.isFinite(x) && Number.isFinite(y) ? { x: x!, y: y!, r: 16 } : null;
  }

  protected allPlaces(): readonly string[] {
    return this.scene ? [...this.scene.targets.keys()] : [];
  }

  protected obstacles(): Obstacles {
    return { rects: [], points: [], pointWeight: 0 };
  }

  protected way(from: string, to: string): Point[] {
    const a = this.spot(from);
    const b = this.spot(to);
    return a && b ? [a, b] : [];
  }

  protected arrange(scene: Scene): Layout {
    const layout: Layout = { pieces: new Map(), badges: [], arrows: [] };
    for (const piece of scene.view.pieces)
      if (piece.pose) layout.pieces.set(piece.id, { x: piece.pose.x, y: piece.pose.y, w: LENGTH, turn: piece.pose.turn });
    return layout;
  }

  protected override faceOf(piece: Piece, look: Look, standing: Standing): string {
    return block(piece, look, LENGTH, DEPTH, standing.turn ?? 0);
  }

  protected override outlineOf(look: Look): string {
    return silhouette(look.colour, LENGTH + 16, DEPTH + 16);
  }

  protected light(scene: Scene): string {
    let o = "";
    for (const target of scene.targets.values()) {
      const spot = this.spot(target.place);
      const turn = Number(target.place.split(",")[2] ?? 0);
      if (!spot) continue;
      const r = around(0, 0, LENGTH, DEPTH);
      o += `<rect transform="translate(${f1(spot.x)} ${f1(spot.y)}) rotate(${f1(turn)})" x="${r.x}" y="${r.y}" width="${r.width}" height="${r.height}" fill="var(--reach-fill)" stroke="var(--${target.attack ? "attack" : "reach"})" stroke-width="${f1(this.px(2.4))}" stroke-dasharray="5 4"/>`;
    }
    return o;
  }
}
