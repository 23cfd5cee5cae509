import { describe, expect, it } from "vitest";
import { actsOf, menuOf, modesOf, passOf, stacksOf } from "../src/lib/choices";
import { checkDice, commitmentOf, draw, facesOf } from "../src/lib/dice";
import { joined, nothing, reduce, sharing, withLog, type Held } from "../src/lib/reduce";
import { diceOf, fightsOf, sideOf, stepsOf, turnsOf, waysOf } from "../src/lib/told";
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
  board: "boards/0",
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

  it("a place that is chosen without a piece is an attack only where the enemy stands or comes", () => {
    const view = { ...views["act"]!, actor: "south", choices: ["a", "b", "c"].map((place) => ({ text: place, verb: "put", place })), pieces: [{ id: "n", side: "north", symbol: "infantry", place: "a" }, { id: "m", side: "north", symbol: "infantry", place: "x", toward: "b" }] };
    expect([...menuOf(view, null, null).targets.values()].map(({ attack }) => attack)).toEqual([true, true, false]);
  });

  it("to go on is the choice that says so, else the only one that points at nothing; several verbs are modes", () => {
    const menu = menuOf(views["act"]!, null, null);
    expect(passOf(menu)?.verb).toBe("pass");
    expect(modesOf({ ...menu, verbs: ["move", "mountain"] })).toEqual(["move", "mountain"]);
    expect(actsOf(menu)).toEqual(menu.plain);
    const [fight, stop] = [{ text: "fight", verb: "fight" }, { text: "stop", verb: "stop" }];
    expect(passOf({ ...menu, plain: [fight, stop] })).toBe(stop);
    expect(passOf({ ...menu, plain: [fight] })).toBe(fight);
    expect(passOf({ ...menu, plain: [fight, { ...fight, text: "other" }] })).toBeUndefined();
    expect(modesOf({ ...menu, verbs: ["move"] })).toEqual([]);
  });

  it("stacks keep the order of the view", () => {
    const stacks = stacksOf(views["set_up"]!.pieces);
    expect(stacks.get("fredericksburg")?.map((p) => p.id)).toEqual(["N1", "N2"]);
  });
});

describe("messages of the service", () => {
  const start: Held = reduce(nothing, { type: "table", ...table() });
  it("a piece of which nothing has changed stays the same object", () => {
    const view = views["act"]!;
    const [first, ...others] = structuredClone(view.pieces);
    const changed = { ...first!, markers: ["other"] };
    const { pieces } = reduce({ ...start, table: table({ view }) }, { type: "moved", at: 1, entries: [], view: { ...view, pieces: [changed, ...others] } }).table!.view;
    expect(pieces[0]).toBe(changed);
    expect(others.length).toBeGreaterThan(0);
    pieces.slice(1).forEach((piece, i) => expect(piece).toBe(view.pieces[i + 1]));
  });

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

it("a piece that is drawn otherwise is another piece: its face is drawn anew", () => {
  const piece = { id: "C1", side: "colonial", symbol: "unknown", place: null } as unknown as View["pieces"][number];
  const seen = (pieces: View["pieces"]) => ({ pieces }) as View;
  const before = seen([piece, { ...piece, id: "C2" }]);
  const after = sharing(before, seen([{ ...piece, symbol: "infantry" }, { ...piece, id: "C2" }]));
  expect(after.pieces[0]).not.toBe(before.pieces[0]);
  expect(after.pieces[1]).toBe(before.pieces[1]);
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

  it("steps that follow each other are one way", () => {
    const step = (n: number, unit: string, origin: string, to: string): Entry => ({ n, events: [{ kind: "moved", clause: "", unit, origin, to }] });
    const pieces = views["act"]!.pieces;
    expect(waysOf([step(1, "S1", "a", "b"), step(2, "S2", "x", "y"), step(3, "S1", "b", "c")], pieces)).toEqual([
      { piece: "S1", places: ["a", "b", "c"] },
      { piece: "S2", places: ["x", "y"] },
    ]);
  });

  it("turns and fights are found", () => {
    expect(turnsOf(entries)[0]).toMatchObject({ turn: 1, date: "1862-05-21" });
    expect(Array.isArray(fightsOf(entries))).toBe(true);
  });

  it("the side of an event is the one it names", () => expect(sideOf({ kind: "passed", clause: "", side: "north" }, card, [])).toBe("north"));
});

describe("dice", () => {
  const old = { moves: game.record.moves, dice: game.record.dice };
  // Reckoned with hashlib and hmac of Python, from the description alone.
  const trailed = {
    format: 2,
    moves: ["place S1 luray", "roll 3 3", "move S1 front_royal", "roll 1", "draw rain 1", "retreat ✕ 〜", "roll 6 5", "roll 1"],
    dice: {
      seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      commitment: "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
      entropy: ["5ea7c0de", "北軍の乱数"],
    },
  };
  const numbered = { ...trailed, format: 1, moves: ["place S1 luray", "roll 4 6", "move S1 front_royal", "roll 6", "draw rain 1", "retreat ✕ 〜", "roll 6 3", "roll 1"] };

  it("the seed of a Python game hashes to its commitment and gives every die", async () => {
    expect(await commitmentOf(old.dice.seed)).toBe(old.dice.commitment);
    const rolls = old.moves.filter((move) => move.startsWith("roll ")).length;
    expect(await checkDice(old)).toEqual({ committed: true, checked: rolls, wrong: [] });
  });

  it("a changed die is found", async () => {
    const rolls = old.moves.flatMap((move, i) => (move.startsWith("roll ") ? [i] : []));
    const forged = old.moves.map((move, i) => (i === rolls[2] ? move.replace(/\d/g, (face) => String((Number(face) % 6) + 1)) : move));
    expect((await checkDice({ ...old, moves: forged })).wrong).toEqual([2]);
  });

  it("in format 1 a roll is marked by its number, in format 2 by the trail of the moves before it", async () => {
    expect(await checkDice(numbered)).toEqual({ committed: true, checked: 4, wrong: [] });
    expect(await checkDice(trailed)).toEqual({ committed: true, checked: 4, wrong: [] });
    expect((await checkDice({ ...trailed, format: 1 })).wrong).not.toEqual([]);
    expect((await checkDice({ ...numbered, format: 2 })).wrong).not.toEqual([]);
  });

  it("another choice meets another die: in format 2 a changed move spoils the rolls after it", async () => {
    const moves = trailed.moves.map((move) => move.replace("front_royal", "luray"));
    // Of the four, the first came before it, and the second shows the same face by chance.
    expect((await checkDice({ ...trailed, moves })).wrong).toEqual([3, 4]);
    expect((await checkDice({ ...numbered, moves: numbered.moves.map((move) => move.replace("front_royal", "luray")) })).wrong).toEqual([]);
  });

  it("a ticket beyond the last full multiple is thrown away and the next attempt taken", async () => {
    const { seed, entropy } = trailed.dice;
    const tickets = [3663, 4148, 4642].map((number) => draw(seed, entropy, String(number), 9002803354665472));
    expect(await Promise.all(tickets)).toEqual([1837248242838671, 858737001032857, 7508353623648268]);
  });

  it("tickets are read as faces", () => {
    expect(facesOf(0, 2)).toEqual([1, 1]);
    expect(facesOf(35, 2)).toEqual([6, 6]);
    expect(facesOf(26, 2)).toEqual([5, 3]);
  });
});
