/** The hand over a plane: a piece is taken up, placed where the rules let it, and played; or something is measured. */

import type { PlaneHooks } from "../board/renderer";
import { Placing } from "./placing.svelte";
import { planeScene } from "./planescene";
import type { PlaneBoardData } from "./protocol";
import type { Table } from "./table.svelte";

export class PlaneHand {
  readonly placing: Placing;
  /** The poses a piece came through. */
  private paths = $state.raw<ReadonlyMap<string, number[][]>>(new Map());

  constructor(
    private readonly table: Table,
    /** Something was taken up: whatever was asked before is over. */
    private readonly taken: () => void,
  ) {
    this.placing = new Placing({ judge: (piece, pose) => table.judge(piece, pose), sees: (start, end) => table.sees(start, end) });
  }

  /** The plane, if the board is one. */
  get plane(): PlaneBoardData | null {
    const board = this.table.game?.board;
    return board?.kind === "plane" ? board : null;
  }

  get piece(): string | null {
    return this.plane && this.table.mine ? this.placing.piece : null;
  }

  /** Why it may not stand where it is held. */
  get refused() {
    const { moved, judged, verdict } = this.placing;
    return this.piece && moved && judged && verdict && !verdict.legal ? verdict : null;
  }

  /** The notation of the attack that would be made where the piece is held, if the rules let it. */
  get attack(): string | null {
    const { option, verdict } = this.placing;
    return this.piece && option && verdict?.target ? option : null;
  }

  get scene() {
    const { plane, table } = this;
    return plane && table.view ? { plane: planeScene(this.placing, table.view, plane, table.mine, this.paths) } : {};
  }

  /** The position has changed. */
  follow(): void {
    this.placing.step = this.plane?.step ?? 22;
    this.placing.follow(this.table.view, Boolean(this.plane && this.table.mine));
  }

  takes(piece: string): boolean {
    return Boolean(this.plane && this.table.view?.free?.pieces.some((one) => one.piece === piece));
  }

  takeUp(id: string): void {
    const { view, mine } = this.table;
    const free = view?.free?.pieces.find((one) => one.piece === id);
    const piece = view?.pieces.find((one) => one.id === id);
    if (!mine || !free || !piece) return;
    this.placing.begin(piece, free);
    this.taken();
  }

  confirm(): void {
    const { option, verdict, piece } = this.placing;
    if (!option || !verdict || !piece) return;
    this.paths = new Map([[piece, verdict.path ?? []]]);
    this.table.play({ text: option, verb: "", piece });
  }

  readonly hooks: PlaneHooks = {
    grab: (piece) => this.takeUp(piece),
    hold: (pose, snap) => this.placing.put(pose, snap && this.placing.snapping),
    turn: (degrees) => this.placing.turn(degrees),
    march: (to) => this.placing.march(to),
    measure: (from, to) => this.placing.measure(from, to),
  };

  /** A key of the plane; was it one? */
  key(event: KeyboardEvent): boolean {
    if (!this.plane) return false;
    const { placing } = this;
    const letter = event.key.toLowerCase();
    if (letter === "m") placing.pickTool("ruler");
    else if (letter === "l" && this.table.game?.card.sight) placing.pickTool("sight");
    else if (event.key === "Escape" && placing.tool) placing.pickTool(null);
    else if (!this.piece) return false;
    else if (event.key === "Escape") {
      if (placing.moved) placing.reset();
      else placing.cancel();
    } else if (event.key === "Enter" && placing.option && !(event.target as Element).closest("button, a")) this.confirm();
    else return placing.key(event.key, event.shiftKey);
    return true;
  }
}
