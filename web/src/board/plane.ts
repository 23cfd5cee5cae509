/** The free plane: the printed map or plain ground, oriented blocks on it, and the piece in hand. */

import { f1, pathOf, type Obstacles, type Point, type Rect } from "../lib/geometry";
import { angleBetween, bearing, compass, corners, hit, poseOf, readPlace, same, sizeOf, Ground, type Pose, type Size } from "../lib/pose";
import type { Lang, Piece, PlaneBoardData } from "../lib/protocol";
import { block, isHeadquarters } from "./blocks";
import { silhouette, type Look } from "./counters";
import { escape } from "./drawing";
import { LayeredBoard } from "./layered";
import { make, type Layout, type Spot, type Standing } from "./standing";
import { HANDLE, PlaneLight } from "./planelight";
import { PlanePointer, type Grip } from "./planepointer";
import type { BoardHooks, PlaneScene, Scene, Trail } from "./renderer";
import type { TrailGround } from "./trails";

const FILL: Record<string, string> = { woods: "var(--woods)", marsh: "var(--marsh)", hill: "var(--paper-high)", village: "var(--paper-high-2)", town: "var(--paper-high-2)" };
/** Milliseconds of a leg, and of a whole move at most. */
const LEG = 260;
const MOST = 1200;

export class PlaneBoard extends LayeredBoard {
  readonly extent: Rect;
  readonly heart: Rect;
  readonly field: Ground;
  private readonly light_: PlaneLight;
  private readonly pointer: PlanePointer | null = null;
  private readonly above = make("g", { class: "in-hand", "pointer-events": "none" });
  private readonly ghost = make("g", { class: "ghost", "pointer-events": "none" });
  private readonly svg: SVGSVGElement | null;
  private stood = new Map<string, Pose>();

  constructor(
    host: SVGGElement,
    private readonly board: PlaneBoardData,
    hooks: BoardHooks,
  ) {
    super(host, hooks);
    this.world.classList.add("plane-board");
    this.extent = board.sheet;
    this.heart = board.frame;
    this.field = new Ground(board.frame, board.field);
    this.light_ = new PlaneLight(this.field, (pixels) => this.px(pixels));
    this.world.append(this.ghost, this.above);
    this.nameGround("en");
    this.svg = host.ownerSVGElement;
    if (this.svg)
      this.pointer = new PlanePointer(this.svg, {
        at: (event) => this.at(event),
        unit: () => this.px(1) / this.field.scale,
        scene: () => this.plane,
        grips: () => this.grips(),
        handle: () => (this.plane?.placing && this.plane.placing.size[0] !== this.plane.placing.size[1] ? this.light_.handle(this.plane.placing.pose, this.plane.placing.size) : null),
        hooks: () => this.hooks.plane,
        tappable: (event) => !this.under(event).piece && !this.under(event).place,
      });
  }

  override destroy(): void {
    this.pointer?.destroy();
    super.destroy();
  }

  private get plane(): PlaneScene | undefined {
    return this.scene?.plane;
  }

  // the ground

  get printed(): boolean {
    return Boolean(this.board.printed);
  }

  /** The printed map of the sheet, as the graph has it. */
  setMap(svg: string, lang: string): void {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    parsed.querySelectorAll("style, title, desc, metadata").forEach((part) => part.remove());
    this.ground.replaceChildren(...[...parsed.childNodes].map((node) => document.importNode(node, true)));
    this.ground.setAttribute("class", `ground senki-map lang-${lang}`);
    this.ground.setAttribute("aria-hidden", "true");
  }

  /** Plain areas and lines, where there is no printed map. */
  nameGround(lang: Lang): void {
    const { frame, areas = [], lines = [] } = this.board;
    let o = `<rect x="${frame.x}" y="${frame.y}" width="${frame.width}" height="${frame.height}" fill="var(--paper)" stroke="var(--map-ink)" stroke-width="3"/>`;
    for (const area of areas) o += `<path d="${area.path}" fill="${FILL[area.terrain] ?? "var(--rough)"}"/>`;
    for (const line of lines)
      o += `<path d="${line.path}" fill="none" stroke="var(--${line.kind === "road" ? "road" : "water-line"})" stroke-width="${line.kind === "road" ? 2.6 : 2}"/>`;
    for (const area of areas)
      if (area.name && area.x !== undefined && area.y !== undefined) o += `<text class="plane-name" x="${f1(area.x)}" y="${f1(area.y)}">${escape(area.name[lang])}</text>`;
    this.ground.innerHTML = o;
    this.ground.setAttribute("class", "ground plane-ground");
  }

  // where things are

  private at(event: MouseEvent): Point {
    const matrix = this.world.getScreenCTM()?.inverse();
    return this.field.toField(matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix) : { x: event.clientX, y: event.clientY });
  }

  private grips(): Grip[] {
    const free = this.plane?.free;
    const held = this.plane?.placing?.piece;
    return (this.scene?.view.pieces ?? []).flatMap((piece) =>
      free?.has(piece.id) && piece.id !== held && piece.pose?.length ? [{ piece: piece.id, pose: poseOf(piece.pose), size: sizeOf(piece.size) }] : [],
    );
  }

  /** Places of a plane are poses: `x,y,facing` in the unit of the field. */
  protected spot(place: string): Spot | null {
    const pose = readPlace(place);
    return pose ? { ...this.field.toSheet({ x: pose[0], y: pose[1] }), r: 16 } : null;
  }

  protected allPlaces(): readonly string[] {
    return this.lit_();
  }

  /** Sampled poses are lit only where nothing can be dragged: in hand a piece goes anywhere. */
  private lit_(): string[] {
    const scene = this.scene;
    if (!scene) return [];
    const draggable = scene.selected !== null && this.plane?.free.has(scene.selected);
    return draggable && !scene.showAll ? [] : [...scene.targets.keys()];
  }

  protected override litPlaces(): Iterable<string> {
    return this.lit_();
  }

  /** A block in hand is what is asked about: where it would stand, with its handle. */
  override matters(): Rect[][] {
    const [asked = [], picked = [], ...lit] = super.matters();
    const placing = this.plane?.placing;
    if (!placing) return [asked, picked, ...lit];
    const { pose, size } = placing;
    const handle = size[0] === size[1] ? [] : [this.light_.handle(pose, size)];
    const points = [...corners(pose, size), ...handle].map((p) => this.field.toSheet(p));
    const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const edge = this.px(HANDLE / 2);
    const held = { x: x - edge, y: y - edge, width: Math.max(...xs) - x + 2 * edge, height: Math.max(...ys) - y + 2 * edge };
    return [[...asked, held], [], ...lit];
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
    for (const piece of scene.view.pieces) {
      if (!piece.pose?.length) continue;
      const at = this.field.toSheet({ x: piece.pose[0]!, y: piece.pose[1]! });
      const thin = Math.min(...sizeOf(piece.size)) * this.field.scale;
      layout.pieces.set(piece.id, { ...at, w: thin, turn: isHeadquarters(piece) ? 0 : (piece.pose[2] ?? 0) });
    }
    return layout;
  }

  private sheetSize(piece: Piece): Size {
    const [w, d] = sizeOf(piece.size);
    return [w * this.field.scale, d * this.field.scale];
  }

  // pieces

  protected override lookOf(piece: Piece, standing: Standing, scene: Scene): Look {
    const look = super.lookOf(piece, standing, scene);
    const long = Math.max(...this.sheetSize(piece)) * this.scale;
    const held = this.plane?.placing;
    return {
      ...look,
      // What stands in brackets is for the tooltip.
      label: look.label.split(/\s*[(（]/)[0]!,
      detail: long < 56 ? "far" : "near",
      selected: Boolean(look.selected) && !(held?.piece === piece.id && held.moved),
      moved: Boolean(look.moved) || Boolean(look.markers?.some((sign) => sign.shape === "dim")) || (held?.piece === piece.id && held.moved),
    };
  }

  protected override basis(piece: Piece, standing: Standing, scene: Scene): readonly unknown[] {
    const held = this.plane?.placing;
    return [...super.basis(piece, standing, scene), held?.piece === piece.id && held.moved];
  }

  protected override isSelectable(piece: Piece, scene: Scene): boolean {
    return super.isSelectable(piece, scene) || Boolean(this.plane?.free.has(piece.id));
  }

  protected override faceOf(piece: Piece, look: Look, standing: Standing): string {
    const [w, d] = this.sheetSize(piece);
    return block(piece, look, w, d, standing.turn ?? 0);
  }

  protected override outlineOf(look: Look, standing: Standing): string {
    const piece = this.scene?.view.pieces.find((one) => {
      const at = this.layout.pieces.get(one.id);
      return at === standing;
    });
    const [w, d] = piece ? this.sheetSize(piece) : [standing.w, standing.w];
    return silhouette(look.colour, w + 14, d + 14);
  }

  /** Found by geometry, so that neighbours of a thin block are told apart; a focused one by its element. */
  protected override under(event: Event): { piece?: string; place?: string } {
    if (!(event instanceof MouseEvent) || (event.type === "click" && event.detail === 0)) return super.under(event);
    const at = this.at(event);
    const unit = this.px(1) / this.field.scale;
    const things = (this.scene?.view.pieces ?? []).flatMap((piece) => (piece.pose?.length ? [{ piece: piece.id, pose: poseOf(piece.pose), size: sizeOf(piece.size) }] : []));
    const piece = hit(things, at, 22 * unit)?.piece;
    if (piece) return { piece };
    const shape = this.shapeOfTargets();
    const places = this.lit_().flatMap((place) => {
      const pose = readPlace(place);
      return pose ? [{ place, pose, size: shape }] : [];
    });
    const place = hit(places, at, 30 * unit)?.place;
    return place ? { place } : {};
  }

  // what is lit

  private shapeOfTargets(): Size {
    const piece = this.scene?.view.pieces.find((one) => one.id === this.scene?.selected);
    return sizeOf(piece?.size ?? this.scene?.view.pieces.find((one) => one.size?.length && !isHeadquarters(one))?.size);
  }

  /** The block as it would stand there. */
  protected override outline(place: string): string {
    const pose = readPlace(place);
    return pose ? pathOf(corners(pose, this.shapeOfTargets()).map((p) => this.field.toSheet(p)), true) : "";
  }

  protected light(scene: Scene): string {
    const plane = this.plane;
    const pieces = scene.view.pieces;
    let o = this.overlayAreas(scene) + (plane ? this.light_.below(plane, pieces) : "");
    const shape = this.shapeOfTargets();
    for (const place of this.lit_()) {
      const target = scene.targets.get(place);
      const pose = readPlace(place);
      if (!pose || !target) continue;
      const pending = scene.pending === place;
      const ink = pending ? "var(--select)" : target.attack ? "var(--attack)" : "var(--reach)";
      const outline = this.outline(place);
      const front = this.field.toSheet({ x: pose[0] + Math.sin((pose[2] * Math.PI) / 180) * shape[1] * 0.9, y: pose[1] + Math.cos((pose[2] * Math.PI) / 180) * shape[1] * 0.9 });
      const middle = this.field.toSheet({ x: pose[0], y: pose[1] });
      o += `<path d="${outline}" fill="var(--reach-fill)" stroke="${ink}" stroke-width="${f1(this.px(pending ? 3 : 1.8))}"${pending ? "" : ` stroke-dasharray="${f1(this.px(5))} ${f1(this.px(4))}"`}/><path d="${pathOf([middle, front])}" stroke="${ink}" stroke-width="${f1(this.px(1.8))}"/>`;
    }
    return o;
  }

  protected override redraw(): void {
    super.redraw();
    this.drawInHand();
  }

  /** Lit places get a footprint, not a circle. */
  protected override hitShape(spot: Spot): string {
    return `<circle class="hit" cx="${f1(spot.x)}" cy="${f1(spot.y)}" r="${f1(this.px(15))}"/>`;
  }

  private drawInHand(): void {
    const plane = this.plane;
    const placing = plane?.placing;
    const piece = placing ? this.scene!.view.pieces.find((one) => one.id === placing.piece) : undefined;
    if (!plane || !placing || !piece || !placing.moved) this.ghost.innerHTML = "";
    else {
      const at = this.field.toSheet({ x: placing.pose[0], y: placing.pose[1] });
      const [w, d] = this.sheetSize(piece);
      const look: Look = { ...this.lookOf(piece, { ...at, w: Math.min(w, d) }, this.scene!), selected: false, selectable: false, moved: false };
      const turn = isHeadquarters(piece) ? 0 : placing.pose[2];
      this.ghost.innerHTML = `<g transform="translate(${f1(at.x)} ${f1(at.y)}) rotate(${f1(turn)})" opacity=".88">${block(piece, look, w, d, turn)}</g>`;
    }
    this.above.innerHTML = plane ? this.light_.above(plane, this.scene!.view.pieces) : "";
    if (this.svg) this.svg.style.cursor = plane?.tool ? "crosshair" : "";
  }

  // motion

  override update(scene: Scene): void {
    const before = this.stood;
    this.stood = new Map(scene.view.pieces.flatMap((piece) => (piece.pose?.length ? [[piece.id, poseOf(piece.pose)] as const] : [])));
    super.update(scene);
    for (const [id, pose] of this.stood) {
      const from = before.get(id);
      if (from && !same(from, pose)) this.sweep(id, from, pose);
    }
  }

  /** The block goes through its legs: those that are known, else turn, go, turn. */
  private sweep(id: string, from: Pose, to: Pose): void {
    const held = this.pieces.get(id);
    const piece = this.scene?.view.pieces.find((one) => one.id === id);
    if (!held || !piece) return;
    const known = this.plane?.paths.get(id)?.map(poseOf);
    const poses = known && known.length > 1 ? known : legs(from, to);
    if (!same(poses[poses.length - 1]!, to)) poses.push(to);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let turn = poses[0]![2];
    const frames = poses.map(([x, y, facing]) => {
      const at = this.field.toSheet({ x, y });
      // The short way round.
      turn += compass(facing - turn + 180) - 180;
      return { transform: `translate(${f1(at.x)}px, ${f1(at.y)}px)${isHeadquarters(piece) ? "" : ` rotate(${f1(turn)}deg)`}` };
    });
    held.group.animate(frames, { duration: this.times * Math.min(MOST, LEG * (poses.length - 1) + 120), easing: "cubic-bezier(.5, 0, .2, 1)" });
  }

  /** Pieces travel when their poses change: the view tells all there is to tell. */
  override animate(_trails: readonly Trail[]): void {}

  protected override readonly trailGround: TrailGround = {
    spot: (place) => this.spot(place),
    way: (from, to) => {
      const [a, b] = [readPlace(from), readPlace(to)];
      return a && b ? legs(a, b).map(([x, y]) => this.field.toSheet({ x, y })) : [];
    },
    ghost: (id, place) => {
      const [piece, pose] = [this.scene?.view.pieces.find((one) => one.id === id), readPlace(place)];
      return piece && pose ? `d="${pathOf(corners(pose, sizeOf(piece.size)).map((p) => this.field.toSheet(p)), true)}"` : "";
    },
    room: () => this.px(22),
  };
}

/** Turn to the way, go, turn to the new facing; a step within half a right angle is gone obliquely. */
function legs(from: Pose, to: Pose): Pose[] {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (far < 1) return [from, to];
  const way = bearing({ x: from[0], y: from[1] }, { x: to[0], y: to[1] });
  const facing = angleBetween(way, from[2]) <= 45 ? from[2] : way;
  return [from, [from[0], from[1], facing], [to[0], to[1], facing], to];
}
