import { describe, expect, it } from "vitest";
import { menuOf, stacksOf } from "../src/lib/choices";
import { checkDice, commitmentOf, facesOf } from "../src/lib/dice";
import { joined, nothing, reduce, withLog, type Held } from "../src/lib/reduce";
import { diceOf, fightsOf, sideOf, stepsOf, turnsOf } from "../src/lib/told";
import type { Entry, GameCard, TableState, View } from "../src/lib/protocol";
import game from "./fixtures/game.json";

const entries = game.entries as unknown as Entry[];
const card = { key: "nano", sides: game.sides } as unknown as GameCard;
const views = game.views as unknown as Record<string, View>;
const last = game.last as unknown as View;
const table = (more: Partial<TableState> = {}): TableState => ({
  id: "t",
  game: "nano",
  scenario: "campaign",
  seats: [],
  you: ["south"],
  at: 0,
  view: views["set_up"]!,
  entries: entries.slice(0, 1),
  commitment: "",
  ...more,
});

describe("choices as a menu", () => {
  it("a single piece is picked by itself", () => {
    const menu = menuOf(views["set_up"]!, null, null);
    expect(menu.piece).toBe("S1");
    expect(menu.targets.size).toBe(6);
    expect(menu.plain).toEqual([]);
  });

  it("several verbs make modes; targets follow the piece that is picked", () => {
    const view = views["act_with_six"]!;
    const menu = menuOf(view, null, null);
    expect(menu.verbs[0]).toBe("move");
    expect(menu.plain.map((choice) => choice.verb)).toEqual(["pass"]);
    const piece = [...menu.pieces][0]!;
    const picked = menuOf(view, "move", piece);
    for (const target of picked.targets.values()) expect(target.choice.piece).toBe(piece);
    expect(picked.targets.size).toBe(view.choices.filter((c) => c.piece === piece && c.verb === "move").length);
  });

  it("a pick that is no longer offered is dropped", () => expect(menuOf(views["act"]!, "nonsense", "X9").piece).toBe(null));

  it("a target where enemies stand is an attack", () => {
    const view = views["act"]!;
    for (const piece of menuOf(view, null, null).pieces)
      for (const target of menuOf(view, null, piece).targets.values())
        expect(target.attack).toBe(view.pieces.some((p) => p.place === target.place && p.side !== view.actor));
  });

  it("stacks keep the order of the view", () => {
    const stacks = stacksOf(views["set_up"]!.pieces);
    expect(stacks.get("fredericksburg")?.map((p) => p.id)).toEqual(["N1", "N2"]);
  });
});

describe("messages of the service", () => {
  const start: Held = reduce(nothing, { type: "table", ...table() });

  it("a move adds its entries and replaces the view", () => {
    const held = reduce(start, { type: "moved", at: 1, entries: entries.slice(1, 2), view: views["act"]! });
    expect(held.table?.at).toBe(1);
    expect(held.table?.entries).toHaveLength(2);
    expect(held.fresh).toHaveLength(1);
  });

  it("what was taken back is forgotten", () => {
    const held = reduce({ ...start, table: table({ entries: entries.slice(0, 4), at: 3 }) }, { type: "moved", at: 4, back: 1, entries: [], view: views["act"]! });
    expect(held.table?.entries.map((e) => e.n)).toEqual([0, 1]);
    expect(held.table?.at).toBe(4);
  });

  it("the log fills in what is older", () => {
    const held = withLog({ ...start, table: table({ entries: entries.slice(5, 8), at: 7 }) }, entries.slice(0, 7));
    expect(held.table?.entries.map((e) => e.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("entries that came twice are held once", () => {
    expect(joined(entries.slice(0, 5), entries.slice(3, 7)).map((e) => e.n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("a table sent from entry n on continues what is held", () => {
    const held = reduce({ ...start, table: table({ entries: entries.slice(0, 4), at: 3 }) }, { type: "table", ...table({ at: 6, entries: entries.slice(4, 7) }) });
    expect(held.table?.entries.map((e) => e.n)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it("a table with nothing new keeps what is held", () => {
    const held = reduce({ ...start, table: table({ entries: entries.slice(0, 4), at: 3 }) }, { type: "table", ...table({ at: 3, entries: [] }) });
    expect(held.table?.entries).toHaveLength(4);
  });

  it("thinking keeps its beginning and ends with a move", () => {
    const one = reduce(start, { type: "thinking", side: "north", share: 0.1 }, 1000);
    const two = reduce(one, { type: "thinking", side: "north", share: 0.5 }, 2000);
    expect(two.thinking).toMatchObject({ share: 0.5, since: 1000 });
    expect(reduce(two, { type: "moved", at: 1, entries: [], view: views["act"]! }).thinking).toBe(null);
  });

  it("talk, seats and offers replace their part only", () => {
    let held = reduce(start, { type: "chat", text: "Hello", name: "A" });
    held = reduce(held, { type: "offers", offers: [{ id: "1", kind: "undo", side: "north" }] });
    held = reduce(held, { type: "seats", seats: [{ side: "south", kind: "person" }], you: [] });
    expect(held.table?.chat).toHaveLength(1);
    expect(held.table?.offers).toHaveLength(1);
    expect(held.table?.you).toEqual([]);
    expect(held.table?.view).toBe(start.table?.view);
  });

  it("what the client does not know changes nothing", () => expect(reduce(start, { type: "pong" })).toBe(start));
});

describe("readings of the log", () => {
  it("dice of both sides take their colours, a single die that of its mover", () => {
    const both = entries.find((e) => e.faces?.length === 2 && e.events[0]?.kind === "initiative")!;
    expect(diceOf(both, card, last.pieces).map((d) => d.colour)).toEqual(["red", "blue"]);
    const one = entries.find((e) => e.faces?.length === 1);
    if (one) expect(["red", "blue"]).toContain(diceOf(one, card, last.pieces)[0]?.colour);
  });

  it("moves are found in events", () => {
    const moves = stepsOf(entries, last.pieces);
    expect(moves.length).toBeGreaterThan(5);
    for (const step of moves) expect(step.from).not.toBe(step.to);
  });

  it("turns and fights are found", () => {
    expect(turnsOf(entries)[0]).toMatchObject({ turn: 1, date: "1862-05-21" });
    expect(Array.isArray(fightsOf(entries))).toBe(true);
  });

  it("the side of an event is the one it names", () => expect(sideOf({ kind: "passed", clause: "", side: "north" }, card, [])).toBe("north"));
});

describe("dice", () => {
  const proof = game.record.dice;
  const rolls = game.record.moves.filter((move) => move.startsWith("roll ")).map((move) => move.slice(5).split(" ").map(Number));

  it("the seed of a Python game hashes to its commitment and gives every die", async () => {
    expect(await commitmentOf(proof.seed)).toBe(proof.commitment);
    const check = await checkDice(proof, rolls);
    expect(check).toEqual({ committed: true, checked: rolls.length, wrong: [] });
  });

  it("a changed die is found", async () => {
    const forged = rolls.map((faces, i) => (i === 2 ? faces.map((face) => (face % 6) + 1) : faces));
    expect((await checkDice(proof, forged)).wrong).toEqual([2]);
  });

  it("tickets are read as faces", () => {
    expect(facesOf(0, 2)).toEqual([1, 1]);
    expect(facesOf(35, 2)).toEqual([6, 6]);
    expect(facesOf(26, 2)).toEqual([5, 3]);
  });
});
