/** Hexes: the printed map inlined, or terrain and grid drawn once into a cached group; only states and pieces change. */

import { around, f1, hexCentre, hexCorners, overlap, pathOf, type Obstacles, type Point, type Rect } from "../lib/geometry";
import { afterFrame } from "../lib/clock";
import { countersIn, stacksOf } from "../lib/choices";
import type { HexBoardData, Piece } from "../lib/protocol";
import { counter, detailOf, type Look } from "./counters";
import { LayeredBoard, lowest } from "./layered";
import { badgeAt, chipUnit, make, roomOf, type Layout, type Spot, type Standing } from "./standing";
import { besideStack, plate, plateWidth } from "./plates";
import type { BoardHooks, Scene } from "./renderer";

const FILL: Record<string, string> = {
  clear: "var(--paper)",
  woods: "var(--woods)",
  deep_woods: "var(--woods-deep)",
  field: "var(--field)",
  marsh: "var(--marsh)",
  rough: "var(--rough)",
  water: "var(--sea-1)",
  town: "var(--paper-high)",
};

/** The height in pixels from which a hex shows the strength and the kind of what stands in it. */
const LEGIBLE = 54;

/** How far the counters of a stack lie apart, in widths of a counter. */
const APART = 0.18;

/** Fingers need more room than a pointer. */
const COARSE = typeof matchMedia === "function" ? matchMedia("(pointer: coarse)") : null;

const isPlate = (piece: Piece, scene: Scene) => scene.symbols?.get(piece.symbol)?.look === "plate";

/** How many counters there are: of a stack in the fog only the one on top is seen, and how many it has. */
const heightOf = (stack: readonly Piece[]) => stack.reduce((sum, piece) => sum + countersIn(piece), 0);

/** The first values of a stack together, halves too, or the strengths of those whose first value is none; what nobody knows yet is a question mark. Without values, how many there are; in the fog a sign says that it is no strength. */
export function sumOf(stack: readonly Piece[]): string {
  const strengths = stack.map(({ values, facts }) => (values?.[0] && Number.isNaN(Number.parseFloat(values[0])) && values[0] !== "½" ? String(facts?.["strength"] ?? "") : (values?.[0] ?? "")));
  const halves = strengths.reduce((sum, text) => sum + (text.endsWith("½") ? 2 * Number(text.slice(0, -1)) + 1 : 2 * Number(text) || 0), 0);
  const unknown = strengths.includes("?");
  if (!halves && stack.some((piece) => countersIn(piece) > 1)) return `×${heightOf(stack)}`;
  if (!halves) return unknown ? "?" : String(stack.length);
  return `${halves >= 2 ? Math.floor(halves / 2) : ""}${halves % 2 === 1 ? "½" : ""}${unknown ? "+?" : ""}`;
}

/** The side in hexes of the squares in which numbers come into sight together; fewer numbers than this are simply there. */
const TILE = 6;
const FEW = 1000;

export class HexBoard extends LayeredBoard {
  readonly extent: Rect;
  readonly heart: Rect;
  override readonly legible: number;
  private readonly spots = new Map<string, Spot>();
  private readonly byCell = new Map<string, string>();
  private readonly cells = new Map<string, [number, number]>();
  /** The hexes by the square of the size of a hex that holds their middle. */
  private readonly squares = new Map<string, string[]>();
  private readonly turn: number;
  private tiles = new Map<string, { x: number; y: number; group: SVGGElement; shown: boolean }>();
  private seen: Rect | null = null;

  constructor(
    host: SVGGElement,
    private readonly board: HexBoardData,
    hooks: BoardHooks,
  ) {
    super(host, hooks);
    this.turn = board.shape === "pointy" ? 30 : 0;
    let right = 0;
    let bottom = 0;
    for (const hex of board.hexes) {
      const at = hex.x === undefined || hex.y === undefined ? hexCentre(hex.col, hex.row, board.size) : { x: hex.x, y: hex.y };
      this.spots.set(hex.id, { ...at, r: board.size * 0.36 });
      this.byCell.set(`${hex.col},${hex.row}`, hex.id);
      this.cells.set(hex.id, [hex.col, hex.row]);
      const square = this.square(at);
      this.squares.set(square, [...(this.squares.get(square) ?? []), hex.id]);
      right = Math.max(right, at.x);
      bottom = Math.max(bottom, at.y);
    }
    const pad = board.size;
    this.extent = board.sheet ?? { x: -pad, y: -pad, width: right + 2 * pad, height: bottom + 2 * pad };
    this.heart = board.frame ?? this.extent;
    this.legible = board.sheet ? LEGIBLE / board.size : 0;
    if (!board.sheet) this.drawGround();
    this.world.addEventListener("pointermove", this.roamed);
    document.fonts?.addEventListener("loadingdone", this.refit);
  }

  /** Names may be wider or narrower in a font that has just come. */
  private readonly refit = () => {
    this.names.read(this.ground);
    this.redraw();
  };

  override destroy(): void {
    document.fonts?.removeEventListener("loadingdone", this.refit);
    this.unlook();
    super.destroy();
  }

  /** One drawn shape may cover many hexes: the pointer comes from one to the next without entering another element. */
  private readonly roamed = (event: PointerEvent) => {
    const { piece, place } = this.under(event);
    if (event.pointerType === "touch" || event.buttons || place === this.roamedTo) return;
    this.roamedTo = place;
    if (!piece) this.hooks.over(place ? { place } : null, "pointer");
  };
  private roamedTo: string | undefined;

  /** Is there a printed map to be put under the board? */
  get printed(): boolean {
    return this.board.sheet !== undefined;
  }

  /** Put the printed map under the layers; its state layer goes beneath its names. */
  setMap(svg: string, lang: string): void {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    parsed.querySelectorAll("style, title, desc, metadata").forEach((part) => part.remove());
    const numbers = !this.ground.classList.contains("no-numbers");
    this.tile(parsed);
    this.ground.replaceChildren(...parsed.childNodes);
    this.ground.setAttribute("class", `ground senki-map hex-map lang-${lang}${numbers ? "" : " no-numbers"}`);
    this.ground.setAttribute("aria-hidden", "true");
    const towns = this.ground.querySelector("#layer-towns");
    if (towns?.parentNode) towns.parentNode.insertBefore(this.lit, towns);
    this.names.read(this.ground);
  }

  /** Put the numbers of hexes into squares of the map: only those in sight are laid out, for thousands of words are dear. */
  private tile(map: Element): void {
    this.tiles = new Map();
    const wide = this.board.size * TILE;
    for (const layer of map.querySelectorAll(".hex-number")) {
      const numbers = [...layer.children];
      if (numbers.length < FEW) continue;
      for (const number of numbers) {
        const [x, y] = [Math.floor(Number(number.getAttribute("x")) / wide), Math.floor(Number(number.getAttribute("y")) / wide)];
        let tile = this.tiles.get(`${x},${y}`);
        if (!tile) {
          tile = { x, y, group: make("g", { display: "none" }), shown: false };
          this.tiles.set(`${x},${y}`, tile);
          layer.append(tile.group);
        }
        tile.group.append(number);
      }
    }
    this.showTiles();
  }

  /** After the frame that shows where the map has gone come its numbers. */
  look(seen: Rect): void {
    this.seen = seen;
    this.unlook();
    this.unlook = afterFrame(() => this.showTiles());
  }
  private unlook = () => {};

  protected override inSight(standing: Standing): boolean {
    return !this.seen || overlap(this.seen, roomOf(standing)) > 0;
  }

  private showTiles(): void {
    const { seen } = this;
    const wide = this.board.size * TILE;
    const legible = !this.ground.classList.contains("no-numbers");
    for (const tile of this.tiles.values()) {
      const near = (n: number, from: number, length: number) => (n + 1) * wide >= from && n * wide <= from + length;
      const shown = legible && (!seen || (near(tile.x, seen.x, seen.width) && near(tile.y, seen.y, seen.height)));
      if (shown === tile.shown) continue;
      tile.shown = shown;
      if (shown) tile.group.removeAttribute("display");
      else tile.group.setAttribute("display", "none");
    }
  }

  private square(at: Point, dx = 0, dy = 0): string {
    return `${Math.floor(at.x / this.board.size) + dx},${Math.floor(at.y / this.board.size) + dy}`;
  }

  private corners(at: Point, scale = 1): Point[] {
    return hexCorners(at, this.board.size * scale, this.turn);
  }

  private drawGround(): void {
    const { size, hexes } = this.board;
    const fills = new Map<string, string>();
    let numbers = "";
    const sides = new Set<string>();
    let grid = "";
    for (const hex of hexes) {
      const at = this.spots.get(hex.id)!;
      const corners = this.corners(at);
      fills.set(hex.terrain, (fills.get(hex.terrain) ?? "") + pathOf(corners, true));
      corners.forEach((a, i) => {
        const b = corners[(i + 1) % 6]!;
        const key = `${Math.round(a.x + b.x)},${Math.round(a.y + b.y)}`;
        if (sides.has(key)) return;
        sides.add(key);
        grid += `M${f1(a.x)} ${f1(a.y)}L${f1(b.x)} ${f1(b.y)}`;
      });
      numbers += `<text x="${f1(at.x)}" y="${f1(at.y - size * 0.34)}">${hex.id}</text>`;
    }
    const { x, y, width, height } = this.extent;
    let o = `<rect x="${f1(x)}" y="${f1(y)}" width="${f1(width)}" height="${f1(height)}" fill="var(--paper-edge)"/>`;
    for (const [terrain, d] of fills)
      o += `<path d="${d}" fill="${FILL[terrain] ?? "var(--paper)"}" stroke="${FILL[terrain] ?? "var(--paper)"}" stroke-width=".6"/>`;
    for (const road of this.board.roads ?? []) {
      const d = pathOf(road.cells.flatMap((id) => this.spots.get(id) ?? []));
      o += `<path d="${d}" class="hex-road-case"/><path d="${d}" class="hex-road"/>`;
    }
    o += `<path class="hex-grid" d="${grid}"/><g class="hex-numbers">${numbers}</g>`;
    this.ground.innerHTML = o;
    this.ground.setAttribute("class", "ground hex-ground");
  }

  override rescale(scale: number): void {
    this.ground.classList.toggle("no-numbers", this.board.size * scale < 44);
    super.rescale(scale);
  }

  protected spot(place: string): Spot | null {
    return this.spots.get(place) ?? null;
  }

  protected allPlaces(): readonly string[] {
    return [...this.spots.keys()];
  }

  /** Only lit and asked hexes are elements; the others are found under the pointer. */
  protected override placesToOffer(): readonly string[] {
    const scene = this.scene;
    if (!scene) return [];
    const ways = [...scene.later.values()].filter((one) => one.first).map((one) => one.place);
    return [...new Set([...scene.targets.keys(), ...ways, ...(scene.forbidden ? [scene.forbidden] : [])])];
  }

  protected override hitShape(spot: Spot): string {
    return `<path class="hit" d="${pathOf(this.corners(spot), true)}"/>`;
  }

  protected override focusShape(spot: Spot): string {
    return `<path class="focus-ring" d="${pathOf(this.corners(spot, 1.04), true)}" stroke-width="${f1(this.px(3))}"/>`;
  }

  protected override under(event: Event): { piece?: string; place?: string } {
    const found = super.under(event);
    if (found.piece || found.place || !(event instanceof MouseEvent)) return found;
    const matrix = this.world.getScreenCTM()?.inverse();
    if (!matrix) return found;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    const place = this.hexAt(at);
    return place ? { place } : {};
  }

  /** The hex that holds a point. */
  hexAt(at: Point): string | null {
    let best: string | null = null;
    let near = this.board.size * 0.58;
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1])
        for (const id of this.squares.get(this.square(at, dx, dy)) ?? []) {
          const spot = this.spots.get(id)!;
          const d = Math.hypot(spot.x - at.x, spot.y - at.y);
          if (d < near) {
            near = d;
            best = id;
          }
        }
    return best;
  }

  protected obstacles(): Obstacles {
    return { rects: [], points: [], pointWeight: 0 };
  }

  protected way(from: string, to: string): Point[] {
    const a = this.spot(from);
    const b = this.spot(to);
    return a && b ? [a, b] : [];
  }

  private get counterWidth(): number {
    return Math.min(this.board.size * 0.6, 76 / this.scale);
  }

  /** Counters are 60 % of a hex, at most 76 px; stacks lie 16 % apart with the sum of their strengths. */
  protected arrange(scene: Scene): Layout {
    const layout: Layout = { pieces: new Map(), badges: [], arrows: [] };
    const w = this.counterWidth;
    for (const [place, stack] of stacksOf(lowest(scene.view.pieces.filter((piece) => !isPlate(piece, scene))))) {
      const at = this.spot(place);
      if (!at) continue;
      const fan = scene.fanned === place && stack.length > 1;
      const step = fan ? w * 1.1 : w * APART;
      stack.forEach((piece, i) => {
        const k = i - (stack.length - 1) / 2;
        layout.pieces.set(piece.id, { x: at.x + k * step, y: fan ? at.y - w * 0.1 + Math.abs(k) * w * 0.1 : at.y + k * step, w });
      });
      if (heightOf(stack) > 1 && !fan) {
        const corner = ((stack.length - 1) / 2) * step + w * 0.44;
        layout.badges.push(badgeAt(at.x - corner, at.y - corner, sumOf(stack), chipUnit(this.scale)));
      }
    }
    return layout;
  }

  /** Name plates stand beside their stack, one under the other, and hide no counter; they keep their place while it is fanned out. */
  protected override putPlates(scene: Scene): void {
    const plates = stacksOf(scene.view.pieces.filter((piece) => isPlate(piece, scene)));
    if (!plates.size) return;
    const w = this.counterWidth;
    const named = detailOf(w * this.scale) !== "far";
    const h = this.px(named ? (COARSE?.matches ? 24 : 17) : 13);
    const gap = this.px(2);
    const counted = stacksOf(scene.view.pieces.filter((piece) => !isPlate(piece, scene)));
    const stackAt = (place: string, at: Point) => around(at.x, at.y, w * (1 + APART * Math.max(0, (counted.get(place)?.length ?? 1) - 1)));
    const solid: Rect[] = this.layout.badges.map((badge) => around(badge.x, badge.y, this.px(20)));
    for (const place of counted.keys()) {
      const at = this.spot(place);
      if (at) solid.push(stackAt(place, at));
    }
    const names = this.names.rects;
    for (const [place, leaders] of plates) {
      const at = this.spot(place);
      if (!at) continue;
      const widths = leaders.map((piece) => plateWidth(scene.labelOf(piece), piece.values?.[0] ?? "", h, named));
      const width = Math.max(...widths);
      const height = leaders.length * (h + gap) - gap;
      const n = counted.get(place)?.length ?? 0;
      const fan = around(at.x, at.y, w * (1.1 * Math.max(1, n) + 0.1), w * 1.2);
      const middle = besideStack({ stack: stackAt(place, at), fan, alone: n === 0, width, height }, solid, names, this.heart, this.px(4));
      leaders.forEach((piece, i) => this.layout.pieces.set(piece.id, { x: middle.x, y: middle.y - height / 2 + h / 2 + i * (h + gap), w: widths[i]!, h }));
      solid.push(around(middle.x, middle.y, width + gap, height + gap));
    }
  }

  protected override lookOf(piece: Piece, standing: Standing, scene: Scene): Look {
    const look = super.lookOf(piece, standing, scene);
    if (!standing.h) return look;
    const hollow = Object.entries(scene.symbols?.get(piece.symbol)?.hollow ?? {}).some(([fact, value]) => piece.facts?.[fact] === value);
    return { ...look, h: standing.h, hollow, detail: detailOf(this.counterWidth * this.scale) };
  }

  protected override faceOf(piece: Piece, look: Look, _standing: Standing): string {
    return look.h ? plate(piece, look) : counter(piece, look);
  }

  protected override outlineOf(look: Look, standing: Standing): string {
    if (!look.h) return super.outlineOf(look, standing);
    const { x, y, width, height } = roomOf({ x: 0, y: 0, w: look.w, h: look.h }, this.px(look.selected ? 14 : 9));
    return `M${f1(x)} ${f1(y)}h${f1(width)}v${f1(height)}h${f1(-width)}z`;
  }

  protected light(scene: Scene): string {
    let o = this.lightReach(scene);
    const thick = this.px(4);
    for (const target of scene.targets.values()) {
      const spot = this.spot(target.place);
      if (!spot || (scene.pending !== target.place && !target.attack)) continue;
      o += `<path d="${pathOf(this.corners(spot, 0.94), true)}" fill="none" stroke="var(--${scene.pending === target.place ? "select" : "attack"})" stroke-width="${f1(thick)}"/>`;
    }
    for (const attacked of (scene.attacked ?? []).flatMap((place) => this.spot(place) ?? []))
      o += `<path d="${pathOf(this.corners(attacked), true)}" fill="none" stroke="var(--halo)" stroke-width="${f1(this.px(7))}"/><path class="attacked" d="${pathOf(this.corners(attacked), true)}" fill="none" stroke="var(--attack)" stroke-width="${f1(thick)}"/>`;
    for (const { place, sure } of scene.later.values())
      if (this.spot(place) && !scene.targets.has(place))
        o += `<path class="later" d="${this.outline(place, 0.9)}" fill="var(--reach-fill)" stroke="var(--${scene.pending === place ? "select" : "reach"})" stroke-width="${f1(this.px(scene.pending === place ? 4 : 2.2))}"${sure ? "" : ` stroke-dasharray="${f1(this.px(5))} ${f1(this.px(4))}"`}/>`;
    o += this.overlayAreas(scene);
    const refused = scene.forbidden ? this.spot(scene.forbidden) : null;
    if (refused)
      o += `<path d="${pathOf(this.corners(refused, 0.94), true)}" fill="url(#h-forbid)" stroke="var(--forbid)" stroke-width="${f1(this.px(2))}" stroke-dasharray="1 4" stroke-linecap="round"/>`;
    return o;
  }

  protected override outline(place: string, scale: number): string {
    const spot = this.spot(place);
    return spot ? pathOf(this.corners(spot, scale), true) : "";
  }

  /** The sides that part these hexes from others. */
  protected override region(places: readonly string[]): string {
    const outline = new Map<string, string>();
    for (const place of places) {
      const corners = this.corners(this.spots.get(place)!);
      corners.forEach((a, i) => {
        const b = corners[(i + 1) % 6]!;
        const side = `${Math.round(a.x + b.x)},${Math.round(a.y + b.y)}`;
        if (!outline.delete(side)) outline.set(side, `M${f1(a.x)} ${f1(a.y)}L${f1(b.x)} ${f1(b.y)}`);
      });
    }
    return [...outline.values()].join("");
  }

  protected override signSpot(place: string): Point | null {
    const spot = this.spot(place);
    const { size } = this.board;
    return spot ? { x: spot.x - size * 0.32, y: spot.y + size * 0.28 } : null;
  }

  /** Marks stand beside what stands in the hex: from its left upper edge inwards. */
  protected override markSpot(spot: Spot, n: number): Point & { size: number } {
    const size = Math.min(this.board.size * 0.24, this.px(26));
    return { x: spot.x - this.board.size * 0.4 + n * size * 1.1, y: spot.y - this.board.size * 0.2, size };
  }

  /** What is in reach is one region: its hexes tinted and thinly parted, its outline strong. */
  private lightReach(scene: Scene): string {
    const places = [...scene.targets.keys()].filter((place) => this.spot(place));
    if (!places.length) return "";
    const hexes = places.map((place) => this.outline(place, 1)).join("");
    const edge = this.region(places);
    return (
      `<path d="${hexes}" fill="var(--reach-fill)" stroke="var(--reach)" stroke-opacity=".55" stroke-width="${f1(this.px(1))}"/>` +
      `<path d="${edge}" fill="none" stroke="var(--halo)" stroke-width="${f1(this.px(6.4))}" stroke-linecap="round"/>` +
      `<path class="pulse" d="${edge}" fill="none" stroke="var(--reach)" stroke-width="${f1(this.px(4))}" stroke-linecap="round"/>`
    );
  }

  /** A price stands inside its own hex, below its middle; beside what stands there. */
  protected override chipSpot(spot: Spot, taken: boolean): Point {
    const { size } = this.board;
    return taken ? { x: spot.x - size * 0.3, y: spot.y + size * 0.3 } : { x: spot.x, y: spot.y + size * 0.12 };
  }

  /** Arrow keys go to the neighbour in that direction. */
  override focusNext(from: Element | null, angle: number): void {
    const here =
      from?.closest<SVGElement>("[data-at]")?.dataset["at"] ??
      this.scene?.view.pieces.find((p) => p.id === from?.closest<SVGElement>("[data-piece]")?.dataset["piece"])?.place ??
      this.board.hexes[0]?.id;
    const cell = here ? this.cells.get(here) : undefined;
    if (!cell) return;
    const [col, row] = cell;
    const [dc, dr] = angle === 0 ? [1, 0] : angle === 180 ? [-1, 0] : angle === 90 ? [0, 1] : [0, -1];
    const next = this.byCell.get(`${col + dc},${row + dr}`);
    if (!next) return;
    this.hooks.over({ place: next }, "focus");
    queueMicrotask(() => this.focusPlace(next));
  }
}
