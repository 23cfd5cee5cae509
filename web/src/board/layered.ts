/** What the three boards share: layers, keyed pieces, places that can be pointed at, chips, trails, focus. */

import { f1, least, ringOfSpots, towards, around, cover, overlap, type Obstacles, type Point, type Rect } from "../lib/geometry";
import { afterFrame, Delays } from "../lib/clock";
import type { Lang, Piece } from "../lib/protocol";
import { chip, hollowChip } from "./chips";
import { apart, counter, detailOf, nameWith, silhouette, wordsOn, type Look } from "./counters";
import { escape } from "./drawing";
import { drawAreas, drawCaptions, type Ground } from "./overlays";
import type { BoardHooks, BoardRenderer, Scene, Trail } from "./renderer";
import { MapNames } from "./mapnames";
import { drawnSymbol } from "./milsymbols";
import { drawSign } from "./signs";
import { drawTrails, lineOf, travelOf, type TrailGround } from "./trails";
import { badgeWidth, chipUnit, make, putInOrder, roomOf, stepAside, write, type Held, type Layout, type Spot, type Standing } from "./standing";

/** Milliseconds a finger must rest. */
const LONG_PRESS = 450;
/** Pixels from which a counter of middle size has room for its name. */
const NAMED = 42;

/** Depots lie under those they feed. */
export const lowest = (pieces: Piece[]) => (pieces.some(isDepot) ? [...pieces.filter(isDepot), ...pieces.filter((piece) => !isDepot(piece))] : pieces);
const isDepot = ({ symbol }: Piece) => symbol === "depot";

const badgeOf = (text: string) => {
  const wide = badgeWidth(text);
  return `<rect x="${f1(-wide / 2)}" y="-11" width="${f1(wide)}" height="22" rx="11" fill="var(--ink)" stroke="var(--halo)" stroke-width="1.2"/>`;
};

const differs = (a: readonly unknown[], b: readonly unknown[]) => a.some((part, i) => part !== b[i]);

export abstract class LayeredBoard implements BoardRenderer {
  abstract readonly extent: Rect;
  abstract readonly printed: boolean;
  abstract readonly heart: Rect;
  abstract setMap(svg: string, lang: Lang): void;
  readonly legible: number = 0;
  protected readonly world = make("g", { class: "world" });
  protected readonly ground = make("g", { class: "ground" });
  protected readonly lit = make("g", { class: "lit", "pointer-events": "none" });
  protected readonly hits = make("g", { class: "hits" });
  private readonly marked = make("g", { class: "marks", "pointer-events": "none" });
  protected readonly trails = make("g", { class: "trails", "pointer-events": "none" });
  protected readonly counters = make("g", { class: "counters" });
  protected readonly chips = make("g", { class: "chips", "pointer-events": "none" });
  protected scene: Scene | null = null;
  protected scale = 1;
  times = 1;
  protected layout: Layout = { pieces: new Map(), badges: [], arrows: [] };
  protected readonly pieces = new Map<string, Held>();
  private readonly places = new Map<string, SVGGElement>();
  protected readonly names = new MapNames();
  private chipRects: Rect[] = [];
  private readonly delays = new Delays<"press">();
  private pressAt: Point & { time: number } = { x: 0, y: 0, time: 0 };
  private longPress = false;

  constructor(
    protected readonly host: SVGGElement,
    protected readonly hooks: BoardHooks,
  ) {
    this.world.append(this.ground, this.lit, this.hits, this.marked, this.trails, this.counters, this.chips);
    host.append(this.world);
    this.world.addEventListener("click", this.clicked);
    this.world.addEventListener("pointerover", this.pointed);
    this.world.addEventListener("pointerout", this.left);
    this.world.addEventListener("pointerdown", this.pressed);
    for (const end of ["pointerup", "pointercancel", "pointermove"]) this.world.addEventListener(end, this.released);
    this.world.addEventListener("contextmenu", (event) => this.longPress && event.preventDefault());
    this.world.addEventListener("focusin", this.focused);
    this.world.addEventListener("focusout", this.blurred);
  }

  /** Where a place is; none if the board does not have it. */
  protected abstract spot(place: string): Spot | null;
  protected abstract allPlaces(): readonly string[];
  /** Where every piece stands. */
  protected abstract arrange(scene: Scene): Layout;
  /** Rings, lit roads, hatch of the forbidden place. */
  protected abstract light(scene: Scene): string;
  /** The way a piece takes between two places. */
  protected abstract way(from: string, to: string): Point[];
  /** What chips should not cover. */
  protected abstract obstacles(): Obstacles;

  update(scene: Scene): void {
    this.scene = scene;
    this.redraw();
  }

  rescale(scale: number): void {
    if (Math.abs(scale - this.scale) < 1e-4) return;
    this.scale = scale;
    if (this.scene) this.redraw();
  }

  protected redraw(): void {
    const scene = this.scene;
    if (!scene) return;
    this.layout = this.arrange(scene);
    stepAside(this.layout, scene.selected);
    this.putPlates(scene);
    this.fill(this.lit, this.light(scene));
    this.drawMarks(scene);
    this.drawPlaces(scene);
    this.drawPieces(scene);
    this.drawChips(scene);
    this.names.makeWay([...this.layout.pieces.values()].map((p) => roomOf(p)));
  }

  /** Name plates find their places when the counters have theirs. */
  protected putPlates(_scene: Scene): void {}

  /** A layer that stays as it is costs nothing: what was last written is kept, for reading it back is as dear as writing. */
  private readonly filled = new Map<SVGGElement, string>();
  private fill(layer: SVGGElement, drawn: string): void {
    if (this.filled.get(layer) === drawn) return;
    this.filled.set(layer, drawn);
    layer.innerHTML = drawn;
  }

  placeAt(id: string): Point | null {
    return this.spot(id);
  }

  pieceAt(id: string): Point | null {
    return this.layout.pieces.get(id) ?? null;
  }

  precious(): Rect[] {
    const scene = this.scene;
    if (!scene) return [];
    const rects: Rect[] = [];
    const standing = scene.selected ? this.layout.pieces.get(scene.selected) : undefined;
    if (standing) rects.push(roomOf(standing, 14));
    for (const place of [...scene.targets.keys(), ...scene.later.keys()]) {
      const spot = this.spot(place);
      if (spot) rects.push(around(spot.x, spot.y, 2 * this.ringRadius(spot)));
    }
    const counters = [...this.layout.pieces].filter(([id]) => scene.selectable.has(id)).map(([, p]) => roomOf(p));
    return [...rects, ...this.chipRects, ...counters];
  }

  matters(): Rect[][] {
    const scene = this.scene;
    if (!scene) return [];
    const rings = (places: Iterable<string>) =>
      [...places].flatMap((place) => {
        const spot = this.spot(place);
        return spot ? [around(spot.x, spot.y, 2 * this.ringRadius(spot))] : [];
      });
    const standing = scene.selected ? this.layout.pieces.get(scene.selected) : undefined;
    return [
      rings([scene.pending, scene.forbidden, ...(scene.about ?? [])].filter((place) => place !== null)),
      standing ? [roomOf(standing, 14)] : [],
      rings(this.litPlaces(scene)),
      rings(scene.later.keys()),
      this.chipRects,
    ];
  }

  /** The places that are lit because they may be chosen. */
  protected litPlaces(scene: Scene): Iterable<string> {
    return scene.targets.keys();
  }

  destroy(): void {
    this.delays.close();
    this.drawRest();
    // Taking away what has the focus tells of a blur: nobody listens any more.
    this.world.removeEventListener("focusout", this.blurred);
    this.world.removeEventListener("pointerout", this.left);
    this.world.remove();
  }

  /** Rings keep their weight on the screen and always clear the sign they surround. */
  protected ringRadius(spot: Spot): number {
    return spot.r + 12 / Math.max(0.6, this.scale / 0.72);
  }

  protected px(pixels: number): number {
    return pixels / this.scale;
  }

  // overlays, marks and names

  /** The outline of a place, larger or smaller than it is; of several places together. */
  protected outline(_place: string, _scale: number): string {
    return "";
  }

  protected region(places: readonly string[]): string {
    return places.map((place) => this.outline(place, 1)).join("");
  }

  private readonly overlaid: Ground = {
    spot: (place) => this.spot(place),
    way: (from, to) => this.way(from, to),
    outline: (place, scale) => this.outline(place, scale),
    region: (places) => this.region(places),
    areaSpot: (area) => this.areaSpot(area),
    px: (pixels) => this.px(pixels),
  };

  /** Below the name of an area, where the map writes one. */
  private areaSpot(area: string): Point | null {
    const name = this.ground.querySelector<SVGGElement>(`[data-area="${CSS.escape(area)}"]`);
    if (!name || !("getBBox" in name)) return null;
    const { x, y, width, height } = name.getBBox();
    return width ? { x: x + width / 2, y: y + height + this.px(13) } : null;
  }

  /** The areas and lines of overlays, under the counters. */
  protected overlayAreas(scene: Scene): string {
    return drawAreas(scene.overlays, this.overlaid);
  }

  /** Where a sign stands that says something of a place: below it on the left. */
  protected signSpot(place: string): Point | null {
    const spot = this.spot(place);
    return spot ? { x: spot.x - spot.r * 0.9, y: spot.y + spot.r * 0.9 } : null;
  }

  /** Where the n-th mark of a place stands, and how large it is. */
  protected markSpot(spot: Spot, n: number): Point & { size: number } {
    const size = Math.max(spot.r, this.px(14));
    return { x: spot.x + spot.r + size * (0.5 + n * 1.1), y: spot.y - spot.r - size * 0.2, size };
  }

  private drawMarks(scene: Scene): void {
    const counted = new Map<string, number>();
    let o = "";
    for (const { kind, place, toward } of scene.view.marks ?? []) {
      const sign = scene.marks.get(kind);
      const spot = this.spot(place);
      if (!sign || !spot) continue;
      const n = counted.get(place) ?? 0;
      const at = this.markSpot(spot, n);
      const way = toward ? this.way(place, toward) : [];
      // On a hexside or a road it stands in the middle between the two places.
      const middle = way.length > 2 ? way[Math.floor(way.length / 2)]! : way.length === 2 ? { x: (way[0]!.x + way[1]!.x) / 2, y: (way[0]!.y + way[1]!.y) / 2 } : null;
      if (!middle) counted.set(place, n + 1);
      o += `<g class="mark mark-${escape(kind)}">${drawSign(sign, (middle ?? at).x, (middle ?? at).y, at.size)}</g>`;
    }
    this.fill(this.marked, o);
  }

  // places

  protected hitShape(spot: Spot): string {
    return `<circle class="hit" cx="${f1(spot.x)}" cy="${f1(spot.y)}" r="${f1(Math.max(this.px(22), spot.r + 6))}"/>`;
  }

  protected focusShape(spot: Spot): string {
    return `<circle class="focus-ring" cx="${f1(spot.x)}" cy="${f1(spot.y)}" r="${f1(this.ringRadius(spot) + this.px(6))}" stroke-width="${f1(this.px(3))}"/>`;
  }

  /** Only places that matter now are elements; on a large board the rest are found under the pointer by geometry. */
  protected placesToOffer(): readonly string[] {
    return this.allPlaces();
  }

  private drawPlaces(scene: Scene): void {
    const wanted = new Set(this.placesToOffer());
    for (const [id, group] of this.places)
      if (!wanted.has(id)) {
        group.remove();
        this.places.delete(id);
      }
    for (const id of wanted) {
      const spot = this.spot(id);
      if (!spot) continue;
      let group = this.places.get(id);
      if (!group) {
        group = make("g", { class: "spot", "data-at": id, role: "button" });
        this.places.set(id, group);
        this.hits.append(group);
      }
      const target = scene.targets.has(id);
      const way = !target && Boolean(scene.later.get(id)?.first);
      const shape = this.hitShape(spot) + this.focusShape(spot);
      if (group.dataset["shape"] !== shape) {
        group.innerHTML = shape;
        group.dataset["shape"] = shape;
      }
      group.classList.toggle("reach", target);
      group.classList.toggle("way", way);
      group.setAttribute("tabindex", target || way || scene.showAll ? "0" : "-1");
      group.setAttribute("aria-label", scene.tellPlace(id));
      if (target || way) group.removeAttribute("aria-disabled");
      else group.setAttribute("aria-disabled", "true");
    }
  }

  // pieces

  protected lookOf(piece: Piece, standing: Standing, scene: Scene): Look {
    return {
      colour: scene.colourOf(piece.side),
      paint: scene.paintOf(piece),
      markers: (piece.markers ?? []).flatMap((marker) => scene.markers.get(marker) ?? []),
      label: scene.labelOf(piece),
      w: standing.w,
      detail: detailOf(standing.w * this.scale),
      named: !scene.corners && standing.w * this.scale >= NAMED,
      selected: scene.selected === piece.id || scene.found === piece.id,
      selectable: this.isSelectable(piece, scene),
      moved: piece.state === "moved" || piece.state === "done",
      corners: scene.corners ?? false,
      drawn: this.symbolOf(piece),
    };
  }

  protected isSelectable({ id }: Piece, scene: Scene): boolean {
    return scene.selectable.has(id);
  }

  private symbolOf({ symbol }: Piece): string | undefined {
    return drawnSymbol(symbol, () => this.redraw());
  }

  protected faceOf(piece: Piece, look: Look, _standing: Standing): string {
    return counter(piece, look);
  }

  protected outlineOf(look: Look, _standing: Standing): string {
    return silhouette(look.colour, look.w + (look.selected ? 20 : 14));
  }

  /** All that a face is drawn from: while it is the same, it stays. */
  protected basis(piece: Piece, { w, h, turn }: Standing, scene: Scene): readonly unknown[] {
    // What a game makes of a piece is made anew with its language, theme and names.
    const looks = [scene.labelOf, scene.paintOf, scene.colourOf, scene.markers, scene.symbols, scene.corners];
    return [piece, w, h, turn, this.scale, ...looks, scene.selected === piece.id, scene.found === piece.id, this.symbolOf(piece)];
  }

  /** Is it where the map is looked at? What is not is drawn after the frame. */
  protected inSight(_standing: Standing): boolean {
    return true;
  }
  private drawRest = () => {};

  private drawPieces(scene: Scene, all = false): void {
    this.drawRest();
    let waits = false;
    const seen = new Set<string>();
    const groups: SVGGElement[] = [];
    for (const piece of this.order(scene)) {
      const standing = this.layout.pieces.get(piece.id);
      if (!standing) continue;
      seen.add(piece.id);
      const held = this.pieces.get(piece.id) ?? this.hold(piece);
      const basis = this.basis(piece, standing, scene);
      const stands = [standing.x, standing.y, this.isSelectable(piece, scene)];
      const otherFace = differs(basis, held.basis);
      const later = otherFace && !all && !this.inSight(standing);
      if (otherFace || differs(stands, held.stands)) {
        const look = this.lookOf(piece, standing, scene);
        if (otherFace && !later) this.drawFace(held, piece, look, standing);
        this.place(held, piece, look, standing, scene);
        Object.assign(held, later ? { stands } : { basis, stands });
      }
      waits ||= later;
      groups.push(held.group);
    }
    for (const [id, held] of this.pieces)
      if (!seen.has(id)) {
        held.group.remove();
        this.pieces.delete(id);
      }
    putInOrder(this.counters, groups);
    if (waits) this.drawRest = afterFrame(() => this.scene && this.drawPieces(this.scene, true));
  }

  private drawFace(held: Held, piece: Piece, look: Look, standing: Standing): void {
    // Every face has the gold edge of one that may be taken, seen while it is: with each turn half of them would be drawn anew.
    const face = apart(this.faceOf(piece, { ...look, selectable: true }, standing));
    if (held.face !== face) {
      held.face = face;
      held.inner.innerHTML = face;
      held.words = wordsOn(face);
    }
    write(held, "ring", "d", this.outlineOf(look, standing));
    write(held, "ring", "stroke-width", f1(this.px(3)));
  }

  /** Where a piece stands, what may be done with it, and what is said of it. */
  private place(held: Held, piece: Piece, look: Look, standing: Standing, scene: Scene): void {
    // One that may be taken is as wide as a finger: by its edge, which only then is touched, for another radius would be laid out anew.
    const radius = standing.h ? standing.h / 2 : Math.max(this.px(14), standing.w / 2);
    write(held, "hit", "r", f1(radius));
    write(held, "hit", "stroke-width", f1(standing.h ? 0 : Math.max(0, 2 * (this.px(22) - radius))));
    const states = [look.selectable && "selectable", look.selected && "selected", look.moved && "moved"].filter(Boolean);
    write(held, "group", "class", ["piece", ...states].join(" "));
    const turn = standing.turn ? ` rotate(${f1(standing.turn)}deg)` : "";
    write(held, "group", "transform", `translate(${f1(standing.x)}px, ${f1(standing.y)}px)${turn}`);
    write(held, "group", "tabindex", look.selectable || look.selected ? "0" : "-1");
    write(held, "group", "aria-label", nameWith(scene.tellPiece(piece), piece.values ?? [], held.words));
    write(held, "group", "aria-pressed", String(Boolean(look.selected)));
  }

  /** Reading order, the stack that is fanned out and then the chosen piece last so that they lie on top; a crowd keeps the order of the view, which is cheaper. */
  private order(scene: Scene): Piece[] {
    const { pieces } = scene.view;
    const above = ({ id, place }: Piece) => (id === scene.selected ? 2 : place && place === scene.fanned ? 1 : 0);
    if (pieces.length > 80) {
      const all = lowest(pieces);
      return pieces.some(above) ? [0, 1, 2].flatMap((rank) => all.filter((piece) => above(piece) === rank)) : all;
    }
    const rank = new Map<string, number>();
    for (const [id, at] of this.layout.pieces) rank.set(id, Math.round(at.y / 60) * 10000 + at.x);
    return pieces
      .map((piece, i) => ({ piece, i, over: above(piece), key: rank.get(piece.id) ?? 0 }))
      .sort((a, b) => a.over - b.over || a.key - b.key || a.i - b.i)
      .map(({ piece }) => piece);
  }

  private hold(piece: Piece): Held {
    const group = make("g", { class: "piece", "data-piece": piece.id, role: "button" });
    const hit = make("circle", { class: "hit" });
    const inner = make("g", { class: "inner" });
    const ring = make("path", { class: "focus-ring" });
    group.append(hit, inner, ring);
    this.counters.append(group);
    const held: Held = { group, inner, ring, hit, basis: [], stands: [], face: "", words: "", written: new Map() };
    this.pieces.set(piece.id, held);
    return held;
  }

  // chips, badges, arrows

  /** Where the chip of a place stands, if the board has a place for it; else it finds its own beside the ring. */
  protected chipSpot(_spot: Spot, _taken: boolean): Point | null {
    return null;
  }

  private drawChips(scene: Scene): void {
    const unit = chipUnit(this.scale);
    let o = "";
    for (const arrow of this.layout.arrows)
      o += `<path transform="translate(${f1(arrow.x)} ${f1(arrow.y)}) rotate(${f1(arrow.angle)}) scale(${unit})" d="M-5-10 10 0-5 10z" fill="var(--attack)" stroke="var(--halo)" stroke-width="2"/>`;
    for (const badge of this.layout.badges)
      o += `<g class="badge" transform="translate(${f1(badge.x)} ${f1(badge.y)}) scale(${unit})">${badgeOf(badge.text)}<text class="cnt" y="5.3" font-size="15" font-weight="700" text-anchor="middle" fill="var(--surface)">${escape(badge.text)}</text></g>`;
    o += drawCaptions(scene.overlays, this.overlaid, (place) => this.signSpot(place), unit, scene.colourOf);
    const obstacles = this.obstacles();
    const counters = [...this.layout.pieces.values()].map((p) => ({ rect: roomOf(p, 6), weight: 3 }));
    this.chipRects = [];
    const later = [...scene.later.values()].filter((one) => !scene.targets.has(one.place));
    for (const target of [...scene.targets.values(), ...later]) {
      const spot = this.spot(target.place);
      if (!spot) continue;
      const { width, draw } = "choice" in target ? chip(target, scene.pending === target.place) : hollowChip(target.cost, scene.pending === target.place, target.sure);
      if (!width) continue;
      const w = width * unit;
      const h = 26 * unit;
      const ring = this.ringRadius(spot);
      const taken: Obstacles = {
        ...obstacles,
        rects: [...obstacles.rects, ...counters, ...this.chipRects.map((rect) => ({ rect, weight: 4 }))].filter(
          ({ rect }) => overlap(rect, around(spot.x, spot.y, 2 * ring + 2 * w + 60)) > 0,
        ),
      };
      const occupied = counters.some(({ rect }) => overlap(rect, around(spot.x, spot.y, 2)) > 0);
      const at =
        this.chipSpot(spot, occupied) ??
        least(ringOfSpots(spot, Math.max(2, ring - h * 0.35), w, h, 32), (p) => cover(around(p.x, p.y, w + 4, h + 4), taken));
      this.chipRects.push(around(at.x, at.y, w, h));
      o += `<g transform="translate(${f1(at.x)} ${f1(at.y)}) scale(${unit})">${draw}</g>`;
    }
    this.fill(this.chips, o);
  }

  // motion

  animate(trails: readonly Trail[]): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const { piece, places } of trails) {
      const held = this.pieces.get(piece);
      const standing = this.layout.pieces.get(piece);
      const line = lineOf(places, this.trailGround);
      if (!held || !standing || line.length < 2) continue;
      const frames = [...line.filter((_, i) => i % 2 === 0), standing].map((p) => ({ transform: `translate(${f1(p.x)}px, ${f1(p.y)}px)` }));
      held.group.animate(frames, { duration: this.times * travelOf(places.length - 1), easing: "cubic-bezier(.5, 0, .2, 1)" });
    }
  }

  trace(trails: readonly Trail[]): void {
    this.fill(this.trails, drawTrails(trails, this.trailGround));
  }

  protected readonly trailGround: TrailGround = {
    spot: (place) => this.spot(place),
    way: (from, to) => this.way(from, to),
    ghost: (id, place) => {
      const [piece, at] = [this.scene?.view.pieces.find((one) => one.id === id), this.spot(place)];
      return piece && at ? `transform="translate(${f1(at.x)} ${f1(at.y)})" d="${silhouette(this.scene!.colourOf(piece.side), 1.6 * this.trailGround.room(id))}"` : "";
    },
    room: (piece) => {
      const standing = this.layout.pieces.get(piece) ?? [...this.layout.pieces.values()][0];
      return (standing?.h ?? standing?.w ?? 40) / 2;
    },
  };

  // pointing

  /** A long press of a finger is what resting the pointer is elsewhere; the tap that ends it chooses nothing. */
  private readonly pressed = (event: PointerEvent) => {
    this.longPress = false;
    this.delays.stop("press");
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    this.pressAt = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    const found = this.under(event);
    if (!found.piece && !found.place) return;
    this.delays.after("press", LONG_PRESS, () => {
      this.longPress = true;
      this.hooks.over(found, "press");
    });
  };

  /** A busy device hears of a short tap late, after the delay of a long press: the times of the finger itself decide. */
  private readonly released = (event: Event) => {
    const { type, clientX, clientY, timeStamp } = event as PointerEvent;
    if (type === "pointermove" && Math.hypot(clientX - this.pressAt.x, clientY - this.pressAt.y) < 10) return;
    this.delays.stop("press");
    if (type === "pointerup" && timeStamp - this.pressAt.time < LONG_PRESS) this.longPress = false;
  };

  protected readonly clicked = (event: Event) => {
    if (this.longPress) {
      this.longPress = false;
      return;
    }
    const pointer = (event as PointerEvent).pointerType || "mouse";
    const { piece, place } = this.under(event);
    if (piece) this.hooks.piece(piece, pointer);
    else if (place) this.hooks.place(place, pointer);
    else this.hooks.ground();
  };

  private readonly pointed = (event: Event) => {
    if ((event as PointerEvent).pointerType === "touch") return;
    const found = this.under(event);
    this.hooks.over(found.piece || found.place ? found : null, "pointer");
  };

  private readonly left = (event: Event) => {
    if ((event as PointerEvent).pointerType === "touch") return;
    const to = (event as PointerEvent).relatedTarget as Element | null;
    if (!to || !this.world.contains(to)) this.hooks.over(null, "pointer");
  };

  private readonly focused = (event: Event) => {
    const target = event.target as Element;
    if (!target.matches(":focus-visible")) return;
    const found = this.under(event);
    this.hooks.over(found.piece || found.place ? found : null, "focus");
  };

  private readonly blurred = () =>
    queueMicrotask(() => {
      if (!this.world.contains(document.activeElement)) this.hooks.over(null, "focus");
    });

  protected under(event: Event): { piece?: string; place?: string } {
    const target = event.target as Element;
    const piece = target.closest<SVGElement>("[data-piece]")?.dataset["piece"];
    const place = target.closest<SVGElement>("[data-at]")?.dataset["at"];
    return { ...(piece ? { piece } : {}), ...(place ? { place } : {}) };
  }

  /** Arrow keys: the place or piece that lies best in that direction from what has the focus. */
  focusNext(from: Element | null, angle: number): void {
    const spots = this.allPlaces().flatMap((id) => {
      const spot = this.spot(id);
      return spot ? [{ id, x: spot.x, y: spot.y }] : [];
    });
    const at = from?.closest<SVGElement>("[data-at]")?.dataset["at"];
    const piece = from?.closest<SVGElement>("[data-piece]")?.dataset["piece"];
    const standing = piece ? this.scene?.view.pieces.find((p) => p.id === piece)?.place : at;
    const here = standing ? this.spot(standing) : null;
    const next = here ? towards(here, angle, spots) : (spots[0] ?? null);
    if (next) this.focusPlace(next.id);
  }

  protected focusPlace(id: string): void {
    this.places.get(id)?.focus();
  }
}
