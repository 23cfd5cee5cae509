/** Towns and roads: the printed map of the game inlined, states in layers between its roads and its signs. */

import {
  along,
  around,
  cover,
  f1,
  inside,
  least,
  lengthOf,
  overlap,
  ringOfSpots,
  samplePath,
  type Obstacles,
  type Point,
  type Rect,
} from "../lib/geometry";
import type { GraphBoardData, Link, Piece, Tray } from "../lib/protocol";
import { stacksOf } from "../lib/choices";
import { LayeredBoard } from "./layered";
import { badgeAt, chipUnit, type Layout, type Spot, type Standing } from "./standing";
import type { BoardHooks, Scene } from "./renderer";

const COUNTER = 44;
const SIGN = 14;
/** The scale from which the names of towns can be read. */
const LEGIBLE = 0.5;

interface Road extends Link {
  line: Point[];
}

export class GraphBoard extends LayeredBoard {
  readonly extent: Rect;
  readonly heart: Rect;
  override readonly legible = LEGIBLE;
  private readonly spots = new Map<string, Spot>();
  private readonly roads = new Map<string, Road>();
  private readonly roadPoints: Point[] = [];
  private labels = new Map<string, Rect>();
  /** Trays stand a little differently in each language: the printed map says where. */
  private readonly trays: Tray[];
  private landNames: Point[] = [];
  private slots = new Map<string, Point>();
  private slotSize = 0;

  constructor(
    host: SVGGElement,
    private readonly board: GraphBoardData,
    hooks: BoardHooks,
  ) {
    super(host, hooks);
    document.fonts?.addEventListener("loadingdone", this.refit);
    this.extent = board.sheet;
    this.heart = board.frame;
    this.trays = board.trays.map((tray) => ({ ...tray }));
    for (const place of board.places) this.spots.set(place.id, { x: place.x, y: place.y, r: SIGN });
    for (const link of board.links) {
      const line = samplePath(link.path, 24);
      this.roads.set(`${link.from} ${link.to}`, { ...link, line });
      this.roadPoints.push(...line);
    }
  }

  readonly printed = true;

  /** Put the printed map under the layers; its state layer goes between roads and signs. */
  setMap(svg: string, lang: string): void {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    parsed.querySelectorAll("style, title, desc, metadata").forEach((part) => part.remove());
    this.ground.replaceChildren(...[...parsed.childNodes].map((node) => document.importNode(node, true)));
    this.ground.setAttribute("class", `ground senki-map lang-${lang}`);
    this.ground.setAttribute("aria-hidden", "true");
    const towns = this.ground.querySelector(".towns, #layer-towns");
    if (towns?.parentNode) towns.parentNode.insertBefore(this.lit, towns);
    for (const tray of this.ground.querySelectorAll<SVGGElement>("[data-tray]")) {
      const area = tray.querySelector("rect");
      const number = (name: string) => Number(area?.getAttribute(name) ?? 0);
      const known = this.trays.find((one) => one.id === tray.dataset["tray"]);
      if (known && area) Object.assign(known, { x: number("x"), y: number("y"), width: number("width"), height: number("height") });
    }
    this.measure();
  }

  /** Names may be wider or narrower in a font that has just come; where they are not, nothing under the pointer is touched. */
  private readonly refit = () => {
    const before = JSON.stringify([...this.labels]);
    this.measure();
    if (JSON.stringify([...this.labels]) !== before) this.redraw();
  };

  override destroy(): void {
    document.fonts?.removeEventListener("loadingdone", this.refit);
    super.destroy();
  }

  private measure(): void {
    this.labels.clear();
    this.slots.clear();
    for (const name of this.ground.querySelectorAll<SVGGElement>("[data-name]")) {
      const text = name.querySelector<SVGTextElement>(".town-name") ?? name;
      if (!("getBBox" in text)) continue;
      const { x, y, width, height } = (text as SVGGraphicsElement).getBBox();
      this.labels.set(name.dataset["name"]!, { x: x - 3, y: y + height * 0.08, width: width + 6, height: height * 0.86 });
    }
    this.names.read(this.ground);
    this.landNames = [...this.ground.querySelectorAll<SVGTextElement>(".ridge, .course")].flatMap(letters);
  }

  protected spot(place: string): Spot | null {
    return this.spots.get(place) ?? null;
  }

  protected allPlaces(): readonly string[] {
    return [...this.spots.keys()];
  }

  protected obstacles(): Obstacles {
    return {
      rects: [
        ...[...this.labels.values()].map((rect) => ({ rect, weight: 2 })),
        ...[...this.spots.values()].map((s) => ({ rect: around(s.x, s.y, 2 * SIGN + 6), weight: 5 })),
      ],
      points: this.roadPoints,
      pointWeight: 14,
    };
  }

  private road(from: string, to: string): { road: Road; line: Point[] } | null {
    const straight = this.roads.get(`${from} ${to}`);
    if (straight) return { road: straight, line: straight.line };
    const back = this.roads.get(`${to} ${from}`);
    return back ? { road: back, line: [...back.line].reverse() } : null;
  }

  protected way(from: string, to: string): Point[] {
    const road = this.road(from, to);
    if (road) return road.line;
    const a = this.spot(from);
    const b = this.spot(to);
    return a && b ? [a, b] : [];
  }

  // counters

  /** Counters grow with the map up to 76 px and never fall under 30 px on the screen. */
  private size(): number {
    return Math.max(Math.min(COUNTER, 76 / this.scale), Math.min(58, 30 / this.scale));
  }

  protected arrange(scene: Scene): Layout {
    const w = this.size();
    if (Math.abs(w - this.slotSize) > 1.5) {
      this.slotSize = w;
      this.slots.clear();
    }
    const layout: Layout = { pieces: new Map(), badges: [], arrows: [] };
    for (const [place, stack] of stacksOf(scene.view.pieces)) {
      const spot = this.spot(place);
      if (!spot) continue;
      const onRoad = new Map<string, Piece[]>();
      const inTown: Piece[] = [];
      for (const piece of stack) {
        if (piece.toward && this.road(piece.toward, place)) {
          const group = onRoad.get(piece.toward);
          if (group) group.push(piece);
          else onRoad.set(piece.toward, [piece]);
        } else inTown.push(piece);
      }
      for (const [toward, group] of onRoad) this.standOnRoad(layout, toward, place, group, w, scene);
      const sides = new Map<string, Piece[]>();
      for (const piece of inTown) sides.set(piece.side, [...(sides.get(piece.side) ?? []), piece]);
      for (const group of sides.values()) this.standInTown(layout, place, spot, group, w, scene);
    }
    this.fillTrays(layout, scene, w);
    return layout;
  }

  private standOnRoad(layout: Layout, toward: string, place: string, group: Piece[], w: number, scene: Scene): void {
    const line = this.road(toward, place)!.line;
    const whole = lengthOf(line);
    const at = along(line, Math.max(whole * 0.42, whole - w * 1.35 - SIGN));
    this.pile(layout, at, group, w, scene.fanned === `${place}/${toward}` || scene.fanned === place);
    const tip = along(line, Math.max(0, whole - SIGN - 11));
    layout.arrows.push({ x: tip.x, y: tip.y, angle: tip.angle });
  }

  private standInTown(layout: Layout, place: string, spot: Spot, group: Piece[], w: number, scene: Scene): void {
    const pair = group.length === 2;
    const width = pair ? 2 * w + 4 : w + (group.length > 1 ? 8 : 0);
    const key = `${place} ${group.length > 2 ? 3 : group.length}`;
    let at = this.slots.get(key);
    if (!at) {
      at = this.slot(spot, width, w);
      this.slots.set(key, at);
    }
    for (const standing of layout.pieces.values())
      if (overlap(around(at.x, at.y, width, w), around(standing.x, standing.y, standing.w + 8)) > 0) {
        at = this.slot(spot, width, w, layout);
        break;
      }
    this.pile(layout, at, group, w, scene.fanned === place, pair);
  }

  /** The free sector beside a town: clear of names, signs, roads and counters. */
  private slot(spot: Spot, width: number, height: number, layout?: Layout): Point {
    // Only what lies within reach of the farthest candidate counts.
    const near = around(spot.x, spot.y, 2 * (SIGN + 26 + width + height));
    const close = (points: Point[]) => points.filter((point) => inside(point, near));
    const rects = this.obstacles().rects.map(({ rect, weight }) => ({ rect, weight: weight * 3 }));
    for (const standing of layout?.pieces.values() ?? []) rects.push({ rect: around(standing.x, standing.y, standing.w + 12), weight: 8 });
    const obstacles: Obstacles = { rects: rects.filter(({ rect }) => overlap(rect, near) > 0), points: close(this.roadPoints), pointWeight: 70 };
    const letters: Obstacles = { rects: [], points: close(this.landNames), pointWeight: 45 };
    const frame = this.board.frame;
    return least(
      [9, 13, 18, 26].flatMap((gap) => ringOfSpots(spot, SIGN + gap, width, height, 48)),
      (p) => {
        const rect = around(p.x, p.y, width, height);
        const out = width * height - overlap(rect, frame);
        return cover(rect, obstacles) + cover(rect, letters) + out * 4 + Math.hypot(p.x - spot.x, p.y - spot.y) * 4;
      },
    );
  }

  /** One counter, a pair side by side, a pile with its number, or the fan of a pile. */
  private pile(layout: Layout, at: Point, group: Piece[], w: number, fanned: boolean, pair = false): void {
    const n = group.length;
    const put = (piece: Piece, x: number, y: number) => layout.pieces.set(piece.id, { x, y, w } satisfies Standing);
    if (n === 1 || pair) {
      group.forEach((piece, i) => put(piece, at.x + (i - (n - 1) / 2) * (w + 4), at.y));
      return;
    }
    if (fanned) {
      const step = w * 1.1;
      group.forEach((piece, i) => {
        const k = i - (n - 1) / 2;
        put(piece, at.x + k * step, at.y + Math.abs(k) * w * 0.12);
      });
      return;
    }
    group.forEach((piece, i) => {
      const k = Math.min(i, 3);
      put(piece, at.x + k * 6 - 6, at.y + k * 6 - 6);
    });
    const corner = 6 + w * 0.44;
    layout.badges.push(badgeAt(at.x - corner, at.y - corner, String(n), chipUnit(this.scale)));
  }

  private fillTrays(layout: Layout, scene: Scene, w: number): void {
    for (const tray of this.trays) {
      const inside = scene.view.pieces.filter((piece) => !piece.place && piece.box === tray.id);
      const size = Math.min(w, 52);
      const perRow = Math.max(1, Math.floor((tray.width - 12) / (size + 8)));
      inside.forEach((piece, i) =>
        layout.pieces.set(piece.id, {
          x: tray.x + 12 + size / 2 + (i % perRow) * (size + 8),
          y: tray.y + 12 + size / 2 + Math.floor(i / perRow) * (size + 8),
          w: size,
        }),
      );
    }
  }

  // states

  protected light(scene: Scene): string {
    const picked = scene.view.pieces.find((piece) => piece.id === scene.selected);
    const choosing = scene.targets.size > 0;
    const weight = Math.max(0.75, Math.min(1.4, 0.72 / this.scale));
    let o = "";
    for (const target of scene.targets.values()) {
      const road = picked?.place && target.choice.piece ? this.road(picked.place, target.place)?.road : null;
      if (road)
        o += `<path d="${road.path}" fill="none" stroke="var(--${target.attack ? "attack" : "reach"})" stroke-width="${f1(6 * weight)}" stroke-linecap="round"/>`;
    }
    for (const { place, via } of scene.later.values()) {
      const road = via && !scene.targets.has(place) ? this.road(via, place)?.road : null;
      if (road)
        o += `<path d="${road.path}" fill="none" stroke="var(--road-case)" stroke-width="7"/><path d="${road.path}" fill="none" stroke="var(--reach)" stroke-width="${f1(3.4 * weight)}" stroke-linecap="round" stroke-dasharray="0.1 ${f1(7 * weight)}"/>`;
    }
    if (scene.forbidden && picked?.place) {
      const road = this.road(picked.place, scene.forbidden)?.road;
      if (road)
        o += `<path d="${road.path}" fill="none" stroke="var(--road-case)" stroke-width="7.5"/><path d="${road.path}" fill="none" stroke="var(--bad)" stroke-width="${f1(4 * weight)}" stroke-linecap="round" stroke-dasharray="0.1 9"/>`;
    }
    o += this.overlayAreas(scene);
    for (const { place } of scene.later.values()) {
      const spot = scene.targets.has(place) ? null : this.spot(place);
      if (!spot) continue;
      const at = `cx="${f1(spot.x)}" cy="${f1(spot.y)}" r="${f1(this.ringRadius(spot))}"`;
      o += `<circle ${at} fill="var(--reach-fill)" stroke="var(--halo)" stroke-width="${f1(4.4 * weight)}"/><circle class="later" ${at} fill="none" stroke="var(--${scene.pending === place ? "select" : "reach"})" stroke-width="${f1((scene.pending === place ? 4 : 2.2) * weight)}" stroke-dasharray="${f1(5 * weight)} ${f1(4 * weight)}"/>`;
    }
    for (const target of scene.targets.values()) {
      const spot = this.spot(target.place);
      if (!spot) continue;
      const r = f1(this.ringRadius(spot));
      const ink = scene.pending === target.place ? "select" : target.attack ? "attack" : "reach";
      const at = `cx="${f1(spot.x)}" cy="${f1(spot.y)}" r="${r}"`;
      o += `<circle ${at} fill="var(--reach-fill)" stroke="var(--halo)" stroke-width="${f1(7 * weight)}"/><circle class="pulse" ${at} fill="none" stroke="var(--${ink})" stroke-width="${f1(4 * weight)}"/>`;
    }
    if (picked?.place && this.spot(picked.place)) {
      const spot = this.spot(picked.place)!;
      o += `<circle cx="${f1(spot.x)}" cy="${f1(spot.y)}" r="${f1(this.ringRadius(spot))}" fill="none" stroke="var(--select)" stroke-opacity=".5" stroke-width="${f1(2 * weight)}"/>`;
    }
    const refused = scene.forbidden ? this.spot(scene.forbidden) : null;
    if (refused) {
      const r = this.ringRadius(refused);
      o += `<circle cx="${f1(refused.x)}" cy="${f1(refused.y)}" r="${f1(r)}" fill="url(#h-forbid)" stroke="var(--forbid)" stroke-width="${f1(2 * weight)}" stroke-dasharray="1 4" stroke-linecap="round"/>`;
    }
    for (const name of this.ground.querySelectorAll<SVGGElement>("[data-name]")) {
      const id = name.dataset["name"]!;
      const lit = scene.targets.has(id) || scene.later.has(id);
      name.classList.toggle("dim", choosing && !lit && id !== picked?.place && id !== scene.forbidden);
      this.shiftName(name, id, lit);
    }
    return o;
  }

  protected override outline(place: string, scale: number): string {
    const spot = this.spot(place);
    if (!spot) return "";
    const r = (this.ringRadius(spot) + this.px(5)) * scale;
    return `M${f1(spot.x - r)} ${f1(spot.y)}a${f1(r)} ${f1(r)} 0 1 0 ${f1(2 * r)} 0a${f1(r)} ${f1(r)} 0 1 0 ${f1(-2 * r)} 0z`;
  }

  /** Beside the sign of a town, where it covers least of roads, names and counters. */
  protected override markSpot(spot: Spot, n: number): Point & { size: number } {
    const size = Math.max(SIGN * 1.3, this.px(15));
    const { rects, ...roads } = this.obstacles();
    const counters = [...this.layout.pieces.values()].map((p) => ({ rect: around(p.x, p.y, p.w + 4), weight: 6 }));
    const near = around(spot.x, spot.y, 6 * size);
    const taken = { ...roads, rects: [...rects, ...counters].filter(({ rect }) => overlap(rect, near) > 0) };
    const spots = ringOfSpots(spot, SIGN + 2, size, size, 16);
    const at = least(spots, (p) => cover(around(p.x, p.y, size), taken));
    return { x: at.x + n * size, y: at.y, size };
  }

  /** Names step aside while their place is lit. */
  private shiftName(name: SVGGElement, id: string, lit: boolean): void {
    const spot = this.spot(id);
    const label = this.labels.get(id);
    if (!spot || !label) return;
    if (!lit) {
      name.style.transform = "";
      return;
    }
    const dx = label.x + label.width / 2 - spot.x;
    const dy = label.y + label.height / 2 - spot.y;
    const across = Math.abs(dx) > Math.abs(dy);
    name.style.transform = `translate(${across ? Math.sign(dx) * 8 : 0}px, ${across ? 0 : Math.sign(dy) * 8}px)`;
  }
}

/** Where the letters of a name along a curve stand. */
function letters(text: SVGTextElement): Point[] {
  if (!("getNumberOfChars" in text)) return [];
  const points: Point[] = [];
  for (let i = 0; i < text.getNumberOfChars(); i++) {
    const { x, y, width, height } = text.getExtentOfChar(i);
    points.push({ x: x + width / 2, y: y + height / 2 });
  }
  return points;
}
