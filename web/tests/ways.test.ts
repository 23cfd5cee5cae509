import { describe, expect, it } from "vitest";
import type { Happening, Moment } from "../src/lib/pointer";
import type { Choice, Reach, View } from "../src/lib/protocol";
import { click, entry, KEY, LATER, moment, move, picked, piece, PIECES, Told, TOUCH, view, wayfarer } from "./pointing";

describe("a place that is reached later", () => {
  /** S1 stands on b, and may go on. */
  const arrived = (more: Partial<Moment> = {}, choices = [move("S1", "c"), move("S1", "a")]): Happening => ({
    type: "moment",
    moment: moment({ at: 6, entries: [entry(5), entry(6)], view: view({ pieces: [piece("S1", "south", "b"), ...PIECES.slice(1)], choices, prompt: { key: "second_move" } }), ...more }),
  });

  it("is set out for by a click: the first step is played, then the next when it is offered", () => {
    const told = wayfarer().tell(click("c"));
    expect(told.played).toEqual(["move S1 b"]);
    expect(told.tell(arrived()).played).toEqual(["move S1 c"]);
    expect(told.now.way).toBeNull();
    expect(told.now.stopped).toBeNull();
  });

  it("by keyboard the same; by finger after a second tap, and the place says what it is", () => {
    expect(wayfarer().tell(click("c", KEY)).played).toEqual(["move S1 b"]);
    const told = wayfarer().tell(click("c", TOUCH));
    expect(told.played).toEqual([]);
    expect(told.did("why")).toHaveLength(1);
    expect(told.now.pending).toMatchObject({ choice: { text: "move S1 b" }, way: { place: "c" } });
    expect(told.tell(click("c", TOUCH)).played).toEqual(["move S1 b"]);
    expect(wayfarer().tell(click("c", TOUCH), { type: "confirm" }, arrived()).played).toEqual(["move S1 c"]);
  });

  it("the first step alone is another choice", () => {
    const told = wayfarer().tell(click("c", TOUCH), click("b", TOUCH));
    expect(told.played).toEqual([]);
    expect(told.now.pending).toMatchObject({ choice: { text: "move S1 b" }, way: null });
  });

  it("without a first step it is only asked about", () => {
    const told = picked("S1").tell({ type: "reach", at: 5, piece: "S1", later: [{ place: "c", cost: "2", via: "b", verb: "move" }] }, click("c"));
    expect(told.played).toEqual([]);
    expect(told.did("why")).toHaveLength(1);
  });

  it("a first step that throws dice wants its second click, and dice end the way", () => {
    const told = wayfarer().tell(click("x"));
    expect(told.played).toEqual([]);
    expect(told.tell(click("x")).played).toEqual(["move S1 e"]);
    told.tell(arrived({ entries: [entry(6), entry(7, { side: null, faces: [5] })] }, [move("S1", "x")]));
    expect(told.played).toEqual([]);
    expect(told.now.stopped?.place).toBe("x");
    expect(told.now.menu!.piece).toBe("S1");
    expect(told.tell(click("x")).now.stopped).toBeNull();
  });

  it("a next step that throws dice is armed, not played", () => {
    const told = wayfarer().tell(click("c"), arrived({}, [move("S1", "c", { rolls: true })]));
    expect(told.played).toEqual([]);
    expect(told.now.pending?.choice.text).toBe("move S1 c");
    expect(told.tell(click("c")).played).toEqual(["move S1 c"]);
  });

  it("goes on by what is reached later still, and ends where that ends", () => {
    const far: Reach[] = [{ place: "z", cost: "3", via: "c", verb: "move", first: "move S1 c" }];
    const set = () => picked("S1").tell({ type: "reach", at: 5, piece: "S1", later: [{ ...LATER[0]!, place: "z" }] }, click("z"), arrived());
    expect(set().played).toEqual([]);
    expect(set().did("reach")).toEqual([{ type: "reach", piece: "S1" }]);
    const on = set().tell({ type: "reach", at: 6, piece: "S1", later: far });
    expect(on.played).toEqual(["move S1 c"]);
    expect(on.now.way?.place).toBe("z");
    const stuck = set().tell({ type: "reach", at: 6, piece: "S1", later: [] });
    expect(stuck.played).toEqual([]);
    expect(stuck.now.stopped?.place).toBe("z");
    // Whatever is done meanwhile ends it too.
    expect(set().tell({ type: "ground" }, { type: "reach", at: 6, piece: "S1", later: far }).played).toEqual([]);
    expect(set().tell({ type: "cancel" }, { type: "reach", at: 6, piece: "S1", later: far }).played).toEqual([]);
  });

  it("ends where another side has played, has its turn, or asks something else", () => {
    const other = { entries: [entry(6), entry(7, { side: "north" })] };
    const asks = view({ choices: [{ text: "retreat S2 a", verb: "retreat", piece: "S2", place: "a" }], prompt: { key: "retreat" } });
    for (const more of [other, { mine: false, view: view({ choices: [], actor: "north" }) }, { view: asks }]) {
      const told = wayfarer().tell(click("c"), arrived(more));
      expect(told.played).toEqual([]);
      expect(told.now.stopped?.place).toBe("c");
      expect(told.now.way).toBeNull();
    }
  });

  it("never leads in a circle", () => {
    const told = wayfarer().tell(click("c"), arrived({ view: view({ choices: [move("S1", "c")] }) }));
    expect(told.played).toEqual([]);
    expect(told.now.stopped).not.toBeNull();
  });

  it("is forgotten where its step is refused or taken back", () => {
    const told = wayfarer().tell(click("c"), { type: "moment", moment: moment({ sent: true }) });
    expect(told.now.way).not.toBeNull();
    expect(told.tell({ type: "moment", moment: moment() }).now.way).toBeNull();
    const back = wayfarer().tell(click("c"), arrived({ at: 3, entries: [entry(3)] }));
    expect(back.played).toEqual([]);
    expect(back.now.stopped).toBeNull();
  });
});

describe("a whole march", () => {
  const GO: Choice = { text: "group S1", verb: "group", piece: "S1", rolls: true };
  const FAST: Choice = { text: "group S1 march", verb: "column", piece: "S1", rolls: true };
  const STOP: Choice = { text: "stop", verb: "stop" };
  const ways: Reach[] = [
    { place: "c", cost: "4+", verb: "group", first: "group S1", whole: true },
    { place: "d", cost: "3+", verb: "column", first: "group S1 march", whole: true },
  ];
  const begin = moment({ view: view({ awaits: "movement", choices: [GO, FAST, { text: "end", verb: "end" }] }), asking: { ends: ["end"], confirms: ["fight"], standing: {} } });
  const ordered = () => new Told(begin).tell(click("S1"), { type: "reach", at: 5, piece: "S1", later: ways }, click("c"));
  const at = (n: number, more: Partial<View>, place = "a") =>
    moment({ at: n, entries: [entry(6, { faces: [4] }), entry(7)], view: view({ ...more, pieces: [piece("S1", "south", place), piece("S2", "south", "b")] }) });
  const walks = { awaits: "go", choices: [{ text: "move c", verb: "move", piece: "S1", place: "c", rolls: true }, { text: "move e", verb: "move", piece: "S1", place: "e" }, STOP] };

  it("is ordered by a unit and a place: the dice want no second click, it goes to its place and stops there", () => {
    const told = ordered();
    expect(told.played).toEqual(["group S1"]);
    told.tell({ type: "moment", moment: at(6, walks) });
    expect(told.played).toEqual(["move c"]);
    told.tell({ type: "moment", moment: at(7, { awaits: "go", choices: [{ text: "move e", verb: "move", piece: "S1", place: "e" }, STOP] }, "c") });
    expect(told.played).toEqual(["stop"]);
    told.tell({ type: "moment", moment: at(8, { awaits: "movement", choices: [] }, "c") });
    expect([told.now.way, told.now.stopped]).toEqual([null, null]);
  });

  it("where stopping ends more than the march it does not stop by itself, and the unit is in hand", () => {
    const told = ordered().tell({ type: "moment", moment: at(6, walks) });
    const there = at(7, { awaits: "go", choices: [{ text: "move e", verb: "move", piece: "S1", place: "e" }, STOP] }, "c");
    told.tell({ type: "moment", moment: { ...there, asking: { ends: ["stop"], confirms: [], standing: {} } } });
    expect(told.played).toEqual([]);
    expect([told.now.way, told.now.stopped, told.now.menu?.piece]).toEqual([null, null, "S1"]);
  });

  it("a finger confirms it", () => {
    const told = new Told(begin).tell(click("S1", TOUCH), { type: "reach", at: 5, piece: "S1", later: ways }, click("c", TOUCH));
    expect(told.played).toEqual([]);
    expect(told.tell(click("c", TOUCH)).played).toEqual(["group S1"]);
  });

  it("where the dice were too low it says so, and the unit is in hand", () => {
    const told = ordered().tell({ type: "moment", moment: at(6, { awaits: "go", choices: [walks.choices[1]!, STOP] }) });
    expect(told.played).toEqual([]);
    expect(told.now.stopped?.place).toBe("c");
    expect(told.now.menu?.piece).toBe("S1");
  });

  it("what is asked on the way is answered where it leads on, else by the person, and then it goes on", () => {
    const asks = { awaits: "again", choices: [{ text: "keep", verb: "keep" }, { text: "spend", verb: "spend", rolls: true }] };
    const told = ordered().tell({ type: "moment", moment: at(6, asks) });
    expect(told.did("reach")).toContainEqual({ type: "reach", piece: "S1" });
    const kept = new Told();
    kept.now = told.now;
    expect(kept.tell({ type: "reach", at: 6, piece: "S1", later: [{ place: "c", cost: "2", first: "keep", whole: true }] }).played).toEqual(["keep"]);
    told.tell({ type: "reach", at: 6, piece: "S1", later: [] });
    expect(told.played).toEqual([]);
    told.tell({ type: "choose", choice: asks.choices[0]! });
    expect(told.played).toEqual(["keep"]);
    expect(told.tell({ type: "moment", moment: at(7, walks) }).played).toEqual(["move c"]);
  });

  it("shows where another way of going leads while its button waits", () => {
    const told = new Told(begin).tell(click("S1"), { type: "reach", at: 5, piece: "S1", later: ways });
    expect([...told.now.later.keys()]).toEqual(["c"]);
    told.tell({ type: "choose", choice: FAST });
    expect([...told.now.later.keys()]).toEqual(["d"]);
    expect(told.tell(click("d")).played).toEqual(["group S1 march"]);
  });

  it("is over with the turn, and when it is taken back", () => {
    expect(ordered().tell({ type: "moment", moment: at(6, { ...walks, turn: 2 }) }).played).toEqual([]);
    expect(ordered().tell({ type: "moment", moment: moment({ at: 6, entries: [], view: begin.view }) }).now.way).toBeNull();
  });
});
