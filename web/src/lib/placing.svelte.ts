/** A piece on its way to a pose: where the player holds it, and what the rules say of that, asked as it moves. */

import type { Point } from "./geometry";
import { bearing, compass, drawnTo, poseOf, rounded, same, sizeOf, type Pose, type Size } from "./pose";
import type { FreePiece, Judgement, Piece, Sightline, Snap, View } from "./protocol";

export interface Verdict {
  judgement: Judgement | null;
  /** Why there is none, if the service refused to judge. */
  code?: string;
}

export interface Sighted {
  line: Sightline | null;
}

export interface Judges {
  judge: (piece: string, pose: Pose) => Promise<Verdict>;
  sees: (start: readonly number[], end: readonly number[]) => Promise<Sighted>;
}

export type Tool = "ruler" | "sight";

export interface Measured {
  tool: Tool;
  from: Point;
  to: Point;
  line: Sightline | null;
}

/** Milliseconds between two questions, after one that was too hasty, and before one is given up. */
const PACE = 70;
const HASTY = 500;
const PATIENCE = 4000;
const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

export class Placing {
  piece = $state<string | null>(null);
  size = $state.raw<Size>([1, 1]);
  /** Where it stands, where it is held, and what it is drawn to there. */
  from = $state.raw<Pose>([0, 0, 0]);
  wished = $state.raw<Pose>([0, 0, 0]);
  snapped = $state.raw<Snap | null>(null);
  snaps = $state.raw<readonly Snap[]>([]);
  rate = $state(0);
  snapping = $state(true);
  verdict = $state.raw<Judgement | null>(null);
  /** The code of a refusal to judge. */
  trouble = $state<string | null>(null);
  /** Has it been moved from where it stands? */
  moved = $state(false);
  tool = $state<Tool | null>(null);
  measured = $state.raw<Measured | null>(null);
  private busy = false;
  /** What the verdict is about. */
  private asked = $state("");
  private sighting = false;

  constructor(
    private readonly judges: Judges,
    /** How far an arrow key goes, and how near a snap must be. */
    public step = 22,
    public reach = 120,
  ) {}

  /** The pose it would take: what it is drawn to, else where it is held. */
  get pose(): Pose {
    return this.snapped ? poseOf(this.snapped.pose) : this.wished;
  }

  /** What was judged is what is shown. */
  get judged(): boolean {
    return this.asked === this.name(this.pose) && this.verdict !== null;
  }

  get option(): string | null {
    return this.moved && this.judged && this.verdict!.legal ? this.verdict!.option : null;
  }

  begin(piece: Piece, free: FreePiece): void {
    if (!piece.pose?.length || this.piece === piece.id) return;
    this.cancel();
    this.piece = piece.id;
    this.size = sizeOf(piece.size);
    this.from = this.wished = poseOf(piece.pose);
    this.snaps = free.snaps ?? [];
    this.rate = free.rate;
  }

  /** The position has changed: what cannot be placed any more is dropped, the only one that can is taken up. */
  follow(view: View | undefined, mine: boolean): void {
    const free = mine ? (view?.free?.pieces ?? []) : [];
    this.cancel();
    const only = free.length === 1 ? view!.pieces.find((piece) => piece.id === free[0]!.piece) : undefined;
    if (only) this.begin(only, free[0]!);
  }

  cancel(): void {
    this.piece = null;
    this.snapped = null;
    this.verdict = null;
    this.trouble = null;
    this.moved = false;
    this.asked = "";
  }

  /** Back to where it stands, still in hand. */
  reset(): void {
    this.put(this.from, false);
    this.moved = false;
    this.verdict = null;
    this.asked = "";
  }

  /** Hold it somewhere; near a snap it is drawn to it. */
  put(pose: Pose, snap = this.snapping): void {
    if (!this.piece) return;
    this.wished = rounded(pose);
    this.snapped = snap ? drawnTo(this.wished, this.snaps, this.reach) : null;
    this.moved = !same(this.pose, this.from);
    if (this.moved) void this.ask();
    else {
      this.verdict = null;
      this.asked = "";
    }
  }

  /** Go to a point, facing the way. */
  march(to: Point): void {
    this.put([to.x, to.y, bearing({ x: this.from[0], y: this.from[1] }, to)]);
  }

  turn(degrees: number): void {
    const [x, y, facing] = this.pose;
    this.put([x, y, compass(facing + degrees)], false);
  }

  nudge(east: number, north: number): void {
    const [x, y, facing] = this.pose;
    this.put([x + east, y + north, facing], false);
  }

  /** Take the next pose of a kind that helps. */
  snapTo(kind: string): void {
    const those = this.snaps.filter((snap) => snap.kind === kind);
    if (!those.length) return;
    const now = those.findIndex((snap) => same(poseOf(snap.pose), this.pose));
    const next = now >= 0 ? those[(now + 1) % those.length]! : nearest(those, this.pose);
    this.wished = rounded(poseOf(next.pose));
    this.snapped = next;
    this.moved = !same(this.pose, this.from);
    if (this.moved) void this.ask();
  }

  /** A key of fine control; was it one? */
  key(key: string, shift: boolean): boolean {
    if (!this.piece) return false;
    const far = shift ? this.step / 10 : this.step;
    const turn = shift ? 1 : 5;
    const letter = key.toLowerCase();
    if (key === "ArrowUp") this.nudge(0, far);
    else if (key === "ArrowDown") this.nudge(0, -far);
    else if (key === "ArrowLeft") this.nudge(-far, 0);
    else if (key === "ArrowRight") this.nudge(far, 0);
    else if (letter === "q") this.turn(-turn);
    else if (letter === "e") this.turn(turn);
    else if (letter === "c") this.snapTo("contact");
    else if (letter === "d") this.snapTo("road");
    else if (letter === "v") this.snapTo("face");
    else return false;
    return true;
  }

  private name(pose: Pose): string {
    return `${this.piece} ${pose.join(" ")}`;
  }

  /** One question at a time; when it is answered the latest pose is asked about, whatever came between. */
  private async ask(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.piece && this.moved && this.asked !== this.name(this.pose)) {
        const name = this.name(this.pose);
        const verdict = await Promise.race([this.judges.judge(this.piece, this.pose), pause(PATIENCE).then((): Verdict => ({ judgement: null, code: "service" }))]);
        if (!this.piece || !name.startsWith(`${this.piece} `)) continue;
        this.trouble = verdict.judgement ? null : (verdict.code ?? null);
        if (verdict.code === "too_fast") {
          await pause(HASTY);
          continue;
        }
        this.asked = name;
        this.verdict = verdict.judgement;
        if (verdict.code) break;
        await pause(PACE);
      }
    } finally {
      this.busy = false;
    }
  }

  pickTool(tool: Tool | null): void {
    this.tool = this.tool === tool ? null : tool;
    this.measured = null;
  }

  /** Stretch the ruler, or look along a line. */
  measure(from: Point, to: Point): void {
    if (!this.tool) return;
    const before = this.measured;
    const kept = before && before.from.x === from.x && before.from.y === from.y ? before.line : null;
    this.measured = { tool: this.tool, from, to, line: this.tool === "sight" ? kept : null };
    if (this.tool === "sight") void this.look();
  }

  private async look(): Promise<void> {
    if (this.sighting) return;
    this.sighting = true;
    try {
      let looked: Measured | null = null;
      while (this.measured?.tool === "sight" && this.measured !== looked) {
        const now: Measured = this.measured;
        const { line }: Sighted = await Promise.race([this.judges.sees(numbers(now.from), numbers(now.to)), pause(PATIENCE).then((): Sighted => ({ line: null }))]);
        if (this.measured?.tool !== "sight") return;
        looked = { ...this.measured, line };
        const latest = this.measured === now;
        this.measured = looked;
        if (!latest) looked = null;
        await pause(PACE);
      }
    } finally {
      this.sighting = false;
    }
  }
}

const numbers = (at: Point) => [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];

function nearest(snaps: readonly Snap[], pose: Pose): Snap {
  return [...snaps].sort((a, b) => away(a, pose) - away(b, pose))[0]!;
}

const away = (snap: Snap, pose: Pose) => Math.hypot(snap.pose[0]! - pose[0], snap.pose[1]! - pose[1]);
