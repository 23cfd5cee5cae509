/** Mouse, pen and finger on a plane: drag a piece or its ghost, turn it by its handle or the wheel, stretch the ruler. */

import type { Point } from "../lib/geometry";
import { bearing, compass, hit, holds, type Pose, type Size } from "../lib/pose";
import type { PlaneHooks, PlaneScene } from "./renderer";

/** Pixels before a press becomes a drag. */
const SLACK = 5;
const FINE = 1;
const COARSE = 5;

export interface Grip {
  piece: string;
  pose: Pose;
  size: Size;
}

export interface PlaneSurface {
  /** The point of the field under the pointer, and field units in a pixel. */
  at(event: MouseEvent): Point;
  unit(): number;
  scene(): PlaneScene | undefined;
  /** The pieces that may be taken in hand, where they stand. */
  grips(): Grip[];
  handle(): Point | null;
  hooks(): PlaneHooks | undefined;
  /** May the ground be tapped? */
  tappable(event: Event): boolean;
}

type Act =
  | { kind: "press"; grip: Grip; start: Point; screen: Point }
  | { kind: "move"; from: Pose; start: Point }
  | { kind: "turn"; from: Pose }
  | { kind: "measure"; start: Point };

/** Listens before the board that pans: what it claims, the board never sees. */
export class PlanePointer {
  private act: Act | null = null;
  private pointer = -1;
  private swallow = false;
  private readonly stop = new AbortController();

  constructor(
    private readonly svg: SVGSVGElement,
    private readonly surface: PlaneSurface,
  ) {
    const early = { capture: true, signal: this.stop.signal };
    svg.addEventListener("pointerdown", this.down, early);
    svg.addEventListener("pointermove", this.move, early);
    svg.addEventListener("pointerup", this.up, early);
    svg.addEventListener("pointercancel", this.cancel, early);
    for (const begun of ["mousedown", "touchstart"]) svg.addEventListener(begun, this.claimed, { ...early, passive: false });
    svg.addEventListener("click", this.click, early);
    svg.addEventListener("wheel", this.wheel, { ...early, passive: false });
  }

  destroy(): void {
    this.stop.abort();
  }

  private readonly down = (event: PointerEvent) => {
    this.swallow = false;
    if (this.act || !event.isPrimary || event.button !== 0) return;
    this.act = this.meant(event);
    if (this.act) this.pointer = event.pointerId;
  };

  /** What a press here would begin; nothing leaves it to the board. */
  private meant(event: PointerEvent): Act | null {
    const scene = this.surface.scene();
    if (!scene || !this.surface.hooks()) return null;
    const at = this.surface.at(event);
    const unit = this.surface.unit();
    const finger = (event.pointerType === "mouse" ? 26 : 44) * unit;
    if (scene.tool) return { kind: "measure", start: at };
    const placing = scene.placing;
    if (placing) {
      const handle = this.surface.handle();
      if (handle && Math.hypot(handle.x - at.x, handle.y - at.y) < finger / 2) return { kind: "turn", from: placing.pose };
      const grow = Math.max(0, (finger - Math.min(...placing.size)) / 2);
      if (holds(placing.pose, placing.size, at, grow)) return { kind: "move", from: placing.pose, start: at };
    }
    const grip = hit(this.surface.grips(), at, finger);
    return grip ? { kind: "press", grip, start: at, screen: { x: event.clientX, y: event.clientY } } : null;
  }

  private readonly claimed = (event: Event) => {
    if (this.act) event.stopImmediatePropagation();
  };

  private readonly move = (event: PointerEvent) => {
    const act = this.act;
    if (!act || event.pointerId !== this.pointer) return;
    const hooks = this.surface.hooks();
    const at = this.surface.at(event);
    if (!hooks) return;
    event.stopImmediatePropagation();
    if (act.kind === "press") {
      if (Math.hypot(event.clientX - act.screen.x, event.clientY - act.screen.y) < SLACK) return;
      hooks.grab(act.grip.piece);
      this.act = { kind: "move", from: act.grip.pose, start: act.start };
      this.move(event);
      return;
    }
    if (!this.swallow) this.svg.setPointerCapture(event.pointerId);
    this.swallow = true;
    if (act.kind === "measure") hooks.measure(act.start, at);
    else if (act.kind === "move") hooks.hold([act.from[0] + at.x - act.start.x, act.from[1] + at.y - act.start.y, act.from[2]], !event.altKey);
    else {
      const step = event.shiftKey ? FINE : COARSE;
      const facing = bearing({ x: act.from[0], y: act.from[1] }, at);
      hooks.hold([act.from[0], act.from[1], compass(Math.round(facing / step) * step)], false);
    }
  };

  private readonly up = (event: PointerEvent) => {
    if (event.pointerId !== this.pointer) return;
    this.act = null;
    this.pointer = -1;
    if (this.swallow) setTimeout(() => (this.swallow = false), 80);
  };

  private readonly cancel = (event: PointerEvent) => {
    if (event.pointerId === this.pointer) {
      this.act = null;
      this.pointer = -1;
    }
  };

  /** The click that ends a drag chooses nothing; a click on open ground with a piece in hand sends it there. */
  private readonly click = (event: MouseEvent) => {
    const scene = this.surface.scene();
    if (this.swallow || scene?.tool) {
      this.swallow = false;
      event.stopImmediatePropagation();
      return;
    }
    if (!scene?.placing || event.detail === 0 || !this.surface.tappable(event)) return;
    if (holds(scene.placing.pose, scene.placing.size, this.surface.at(event))) {
      event.stopImmediatePropagation();
      return;
    }
    this.surface.hooks()?.march(this.surface.at(event));
    event.stopImmediatePropagation();
  };

  private readonly wheel = (event: WheelEvent) => {
    const placing = this.surface.scene()?.placing;
    if (!placing || event.ctrlKey || !holds(placing.pose, placing.size, this.surface.at(event), 10 * this.surface.unit())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const away = event.deltaY || event.deltaX;
    if (away) this.surface.hooks()?.turn(Math.sign(away) * (event.shiftKey ? FINE : COARSE));
  };
}
