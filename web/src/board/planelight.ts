/** What lies on the plane beside the pieces: zones, the swept move, the ghost with its handle, snaps, the ruler. SVG text. */

import { f1, pathOf, type Point } from "../lib/geometry";
import { corners, hull, pointOf, poseOf, sizeOf, swept, type Ground, type Pose, type Size } from "../lib/pose";
import type { Piece, Zone } from "../lib/protocol";
import { escape } from "./drawing";
import type { PlaneScene } from "./renderer";

/** Screen pixels from the front of a ghost to the middle of its handle, and the size of what a finger may hit. */
export const HANDLE = 34;
export const TOUCH = 44;

export class PlaneLight {
  constructor(
    private readonly ground: Ground,
    private readonly px: (pixels: number) => number,
  ) {}

  private outline(points: readonly Point[], closed = true): string {
    return pathOf(
      points.map((p) => this.ground.toSheet(p)),
      closed,
    );
  }

  private footprint(pose: Pose, size: Size): string {
    return this.outline(corners(pose, size));
  }

  /** Where the handle of a piece in hand is, in field units. */
  handle(pose: Pose, size: Size): Point {
    return pointOf(pose, 0, size[1] / 2 + this.px(HANDLE) / this.ground.scale);
  }

  /** Under the pieces: zones near the piece in hand, its way, its snaps. */
  below(plane: PlaneScene, pieces: readonly Piece[]): string {
    const placing = plane.placing;
    if (!placing) return "";
    let o = "";
    const entered = new Set(placing.verdict?.enters ?? []);
    const sides = new Map(pieces.map((piece) => [piece.id, piece.side]));
    for (const zone of plane.zones) {
      const friend = !zone.radius && zone.piece !== placing.piece && sides.get(zone.piece) === sides.get(placing.piece);
      if (friend) continue;
      if (zone.radius) o += this.circle(zone, pieces);
      else if (zone.piece === placing.piece) o += this.own(zone, placing.from, placing.pose);
      else if (entered.has(zone.piece) || this.near(zone, placing.pose, placing.rate * 0.5)) o += this.field(zone, entered.has(zone.piece));
    }
    const { verdict, moved } = placing;
    for (const snap of placing.snaps) {
      if (snap === placing.snapped) continue;
      const close = Math.hypot(snap.pose[0]! - placing.pose[0], snap.pose[1]! - placing.pose[1]) < 1.2 * Math.max(...placing.size);
      o += `<path class="snap snap-${snap.kind}" d="${this.footprint(poseOf(snap.pose), placing.size)}" fill="none" stroke="var(--reach)" stroke-opacity="${close ? 0.9 : 0.3}" stroke-width="${f1(this.px(1.4))}" stroke-dasharray="${f1(this.px(5))} ${f1(this.px(4))}"/>`;
    }
    if (moved && verdict) o += this.way(verdict.path ?? [], placing.size, verdict.legal);
    return o;
  }

  /** The reach of a command: measured from the edge of the piece it is about. */
  private circle(zone: Zone, pieces: readonly Piece[]): string {
    const owner = pieces.find((piece) => piece.id === zone.piece);
    const [w, d] = owner?.pose?.length ? sizeOf(owner.size) : [0, 0];
    const at = this.ground.toSheet({ x: zone.points?.[0]?.[0] ?? 0, y: zone.points?.[0]?.[1] ?? 0 });
    const k = this.ground.scale;
    const r = zone.radius! * k;
    const wide = w * k + 2 * r;
    const high = d * k + 2 * r;
    return `<rect class="zone zone-${escape(zone.kind)}" data-zone="${escape(zone.piece)}" x="${f1(at.x - wide / 2)}" y="${f1(at.y - high / 2)}" width="${f1(wide)}" height="${f1(high)}" rx="${f1(r)}" fill="none" stroke="var(--select)" stroke-width="${f1(this.px(1.8))}" stroke-dasharray="${f1(this.px(2))} ${f1(this.px(5))}" stroke-linecap="round"/>`;
  }

  /** An enemy's field: violet hatch and dashes, stronger when it is entered. */
  private field(zone: Zone, entered: boolean): string {
    const d = this.outline((zone.points ?? []).map(([x, y]) => ({ x: x ?? 0, y: y ?? 0 })));
    return `<path class="zone zone-${escape(zone.kind)}${entered ? " entered" : ""}" data-zone="${escape(zone.piece)}" d="${d}" fill="url(#h-threat)" fill-opacity="${entered ? 1 : 0.55}" stroke="var(--threat)" stroke-opacity="${entered ? 1 : 0.6}" stroke-width="${f1(this.px(entered ? 2.2 : 1.4))}" stroke-dasharray="${f1(this.px(6))} ${f1(this.px(4))}"/>`;
  }

  /** The own field goes with the piece in hand. */
  private own(zone: Zone, from: Pose, pose: Pose): string {
    const turn = ((pose[2] - from[2]) * Math.PI) / 180;
    const s = Math.sin(turn);
    const c = Math.cos(turn);
    const points = (zone.points ?? []).map(([x, y]) => {
      const dx = (x ?? 0) - from[0];
      const dy = (y ?? 0) - from[1];
      return { x: pose[0] + dx * c + dy * s, y: pose[1] - dx * s + dy * c };
    });
    return `<path class="zone own-zone" d="${this.outline(points)}" fill="var(--reach-fill)" stroke="var(--reach)" stroke-opacity=".7" stroke-width="${f1(this.px(1.4))}" stroke-dasharray="${f1(this.px(2))} ${f1(this.px(4))}" stroke-linecap="round"/>`;
  }

  private near(zone: Zone, pose: Pose, reach: number): boolean {
    return (zone.points ?? []).some(([x, y]) => Math.hypot((x ?? 0) - pose[0], (y ?? 0) - pose[1]) < reach);
  }

  private way(path: readonly (readonly number[])[], size: Size, legal: boolean): string {
    const ink = legal ? "var(--reach)" : "var(--forbid)";
    let o = "";
    for (const leg of swept(path, size)) o += `<path class="swept" d="${this.outline(leg)}" fill="${legal ? "var(--reach-fill)" : "none"}" stroke="${ink}" stroke-width="${f1(this.px(1.6))}"${legal ? "" : ` stroke-dasharray="${f1(this.px(1))} ${f1(this.px(4))}" stroke-linecap="round"`}/>`;
    for (const stop of path.slice(1, -1))
      o += `<path class="stop" d="${this.footprint(poseOf(stop), size)}" fill="none" stroke="${ink}" stroke-opacity=".7" stroke-width="${f1(this.px(1.2))}" stroke-dasharray="${f1(this.px(3))} ${f1(this.px(3))}"/>`;
    const middle = path.map((pose) => this.ground.toSheet({ x: pose[0] ?? 0, y: pose[1] ?? 0 }));
    o += `<path class="middle" d="${pathOf(middle)}" fill="none" stroke="${ink}" stroke-width="${f1(this.px(2.4))}" stroke-linecap="round" stroke-dasharray="${f1(this.px(0.1))} ${f1(this.px(7))}"/>`;
    return o;
  }

  /** Above the pieces: the edge of the ghost, what it touches, handle, chips, ruler. */
  above(plane: PlaneScene, pieces: readonly Piece[]): string {
    let o = "";
    const placing = plane.placing;
    if (placing) {
      const { pose, size, verdict, moved, judged } = placing;
      for (const id of verdict?.touches ?? []) {
        const piece = pieces.find((one) => one.id === id);
        if (piece?.pose?.length) o += `<path class="touched" d="${this.footprint(poseOf(piece.pose), sizeOf(piece.size))}" fill="none" stroke="var(--attack)" stroke-width="${f1(this.px(3))}"/>`;
      }
      const refused = moved && judged && verdict && !verdict.legal;
      const edge = refused ? "var(--forbid)" : "var(--select)";
      const d = this.footprint(pose, size);
      o +=
        (refused ? `<path d="${d}" fill="url(#h-forbid)"/>` : "") +
        `<path class="ghost-edge${refused ? " refused" : ""}" d="${d}" fill="none" stroke="var(--ink)" stroke-opacity=".8" stroke-width="${f1(this.px(4.6))}" stroke-linejoin="round"/>` +
        `<path d="${d}" fill="none" stroke="${edge}" stroke-width="${f1(this.px(2.8))}" stroke-linejoin="round"${refused ? ` stroke-dasharray="${f1(this.px(1))} ${f1(this.px(4.5))}" stroke-linecap="round"` : ""}/>`;
      if (moved && verdict && judged && (Math.abs(verdict.pose[0]! - pose[0]) > 1 || Math.abs(verdict.pose[1]! - pose[1]) > 1 || Math.abs(verdict.pose[2]! - pose[2]) > 0.5))
        o += `<path class="conforms" d="${this.footprint(poseOf(verdict.pose), verdict.column ? [Math.min(...size), Math.max(...size)] : size)}" fill="var(--reach-fill)" stroke="var(--reach)" stroke-width="${f1(this.px(2.4))}"/>`;
      if (size[0] !== size[1]) o += this.turner(pose, size);
      if (moved && plane.chips.cost) o += this.chip(this.between(placing.from, pose, size), plane.chips.cost, refused ? "var(--surface)" : "var(--reach)", refused ? "var(--ink)" : "var(--on-reach)", refused ? "var(--forbid)" : "var(--halo)");
      if (moved && plane.chips.contact) o += this.chip(this.offside(pose, size), plane.chips.contact, "var(--attack)", "var(--on-attack)", "var(--halo)");
    }
    if (plane.measured) o += this.measured(plane);
    return o;
  }

  private turner(pose: Pose, size: Size): string {
    const at = this.ground.toSheet(this.handle(pose, size));
    const from = this.ground.toSheet(pointOf(pose, 0, size[1] / 2));
    const r = this.px(11);
    const s = this.px(1);
    return (
      `<path d="${pathOf([from, at])}" stroke="var(--ink)" stroke-width="${f1(this.px(1.6))}"/>` +
      `<g class="turner" transform="translate(${f1(at.x)} ${f1(at.y)})"><circle r="${f1(r)}" fill="var(--select)" stroke="var(--ink)" stroke-width="${f1(this.px(1.8))}"/>` +
      `<path transform="scale(${s.toFixed(3)})" d="M-5 1.500a5 5 0 1 1 2.200 3.200M-5.400-2.500l.4 4 3.800-1" fill="none" stroke="#2b1d00" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round"/></g>`
    );
  }

  /** Half way, or above both ends where the way is short. */
  private between(from: Pose, to: Pose, size: Size): Point {
    const far = (Math.hypot(from[0] - to[0], from[1] - to[1]) * this.ground.scale) / this.px(1);
    const middle = this.ground.toSheet({ x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 });
    if (far > 190) return middle;
    const highest = Math.max(...[...corners(to, size), ...corners(from, size)].map((p) => p.y));
    return { x: middle.x, y: this.ground.toSheet({ x: 0, y: highest }).y - this.px(22) };
  }

  private offside(pose: Pose, size: Size): Point {
    const lowest = corners(pose, size).reduce((low, p) => (p.y < low.y ? p : low));
    const at = this.ground.toSheet({ x: pose[0], y: lowest.y });
    return { x: at.x, y: at.y + this.px(20) };
  }

  /** A chip keeps its size on the screen. */
  private chip(at: Point, text: string, fill: string, ink: string, edge: string): string {
    const w = Math.max(34, text.length * (/[\u3000-\u9fff]/.test(text) ? 11.5 : 7.4) + 20);
    return `<g class="plane-chip" transform="translate(${f1(at.x)} ${f1(at.y)}) scale(${this.px(1).toFixed(3)})"><rect x="${f1(-w / 2)}" y="-12" width="${f1(w)}" height="24" rx="12" fill="${fill}" stroke="${edge}" stroke-width="2"/><text class="cnt" y="5.200" font-size="15" font-weight="700" text-anchor="middle" fill="${ink}">${escape(text)}</text></g>`;
  }

  /** The ruler, or the line of sight: solid while it is clear, dotted beyond where it ends. */
  private measured(plane: PlaneScene): string {
    const { from, to, tool, line } = plane.measured!;
    const a = this.ground.toSheet(from);
    const b = this.ground.toSheet(to);
    const stroke = (p: Point, q: Point, ink: string, dash = "") =>
      `<path d="${pathOf([p, q])}" stroke="var(--halo)" stroke-width="${f1(this.px(5))}" stroke-linecap="round"/><path d="${pathOf([p, q])}" stroke="${ink}" stroke-width="${f1(this.px(2.6))}" stroke-linecap="round"${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;
    const dots = `${f1(this.px(0.1))} ${f1(this.px(6))}`;
    const blocked = tool === "sight" && line && !line.clear;
    let o = "";
    if (blocked) {
      const until = line.until?.length ? this.ground.toSheet({ x: line.until[0]!, y: line.until[1]! }) : a;
      if (line.until?.length) o += stroke(a, until, "var(--select-ink)");
      o += stroke(until, b, "var(--forbid)", dots);
      if (line.until?.length) o += `<circle cx="${f1(until.x)}" cy="${f1(until.y)}" r="${f1(this.px(6))}" fill="var(--surface)" stroke="var(--ink)" stroke-width="${f1(this.px(2))}"/>`;
    } else o += stroke(a, b, "var(--ink)");
    for (const end of [a, b]) o += `<circle cx="${f1(end.x)}" cy="${f1(end.y)}" r="${f1(this.px(4.5))}" fill="var(--select)" stroke="var(--ink)" stroke-width="${f1(this.px(1.6))}"/>`;
    const word = tool === "sight" && line ? ` · ${line.clear ? plane.chips.seen : plane.chips.unseen}` : "";
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 - this.px(20) };
    return `<g class="measured${blocked ? " blocked" : ""}">${o}${this.chip(middle, plane.chips.measured + word, "var(--ink)", "var(--surface)", "var(--halo)")}</g>`;
  }
}

/** The outline of several footprints together, for bringing them into sight. */
export const around = (poses: readonly Pose[], size: Size) => hull(poses.flatMap((pose) => corners(pose, size)));
