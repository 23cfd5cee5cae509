import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerOf } from "../src/lib/asking";
import { Guard } from "../src/lib/guard";
import { nextOf } from "../src/lib/next";
import { atRest, MILLISECONDS, step, type Effect, type Happening, type Moment, type Pointing } from "../src/lib/pointer";
import { Pointer, type Asked } from "../src/lib/pointer.svelte";
import type { Choice, Entry, Odds, Piece, Reach, Reason, View } from "../src/lib/protocol";

// A road of towns: a – b – c – d, with e over the mountains. S1 and S2 are ours, three of the enemy stand on d.
const piece = (id: string, side: string, place: string | null): Piece => ({ id, side, symbol: "infantry", place });
const PIECES = [piece("S1", "south", "a"), piece("S2", "south", "b"), piece("N1", "north", "d"), piece("N2", "north", "d"), piece("N3", "north", "d")];
const move = (unit: string, place: string, more: Partial<Choice> = {}): Choice => ({ text: `move ${unit} ${place}`, verb: "move", piece: unit, place, ...more });
const PASS: Choice = { text: "pass", verb: "pass" };
const CHOICES = [move("S1", "b"), move("S1", "e", { rolls: true }), move("S2", "c"), move("S2", "d"), PASS];

const view = (more: Partial<View> = {}): View => ({
  game: "nano", side: "south", turn: 1, pieces: PIECES, tracks: [], notes: [], awaits: "act", chance: false, actor: "south", prompt: { key: "act" }, choices: CHOICES, ...more,
});
const moment = (more: Partial<Moment> = {}): Moment => ({ at: 5, view: view(), mine: true, sent: false, entries: [], ...more });
const entry = (n: number, more: Partial<Entry> = {}): Entry => ({ n, side: "south", events: [], ...more });

const MOUSE = { by: "mouse", narrow: false };
const TOUCH = { by: "touch", narrow: true };
const KEY = { by: "key", narrow: false };
const ODDS = { title: { key: "battle" }, lines: [], results: [] } as Odds;
const REASON: Reason = { objections: [{ clause: "NANO-7.1" }], open: [] };
const LATER: Reach[] = [{ place: "c", cost: "2", via: "b", verb: "move", first: "move S1 b" }, { place: "x", cost: "2", via: "e", verb: "move", first: "move S1 e" }];

/** A pointer that is told one thing after another; what it wanted done last is kept. */
class Told {
  now: Pointing = atRest;
  last: Effect[] = [];

  constructor(first: Moment = moment()) {
    this.tell({ type: "moment", moment: first });
  }

  tell(...events: Happening[]): this {
    for (const event of events) {
      const { state, effects } = step(this.now, event);
      this.now = state;
      this.last = effects;
    }
    return this;
  }

  did<T extends Effect["type"]>(type: T) {
    return this.last.filter((effect) => effect.type === type) as Extract<Effect, { type: T }>[];
  }

  get played() {
    return this.did("play").map(({ choice }) => choice.text);
  }

  get waits() {
    return this.did("wait").map(({ delay }) => delay);
  }
}

const click = (id: string, hand = MOUSE): Happening => (/^[SN]\d/.test(id) ? { type: "piece", piece: id, hand } : { type: "place", place: id, hand });
const rests = (what: { piece?: string; place?: string } | null, by: "pointer" | "focus" | "press" = "pointer"): Happening => ({ type: "over", what, by });
const picked = (unit: string, first?: Moment) => new Told(first).tell(click(unit));
/** S1 is picked and has heard where it comes later. */
const wayfarer = (first?: Moment) => picked("S1", first).tell({ type: "reach", at: first?.at ?? 5, piece: "S1", later: LATER });

describe("picking", () => {
  it("a piece is picked, heard and asked where it comes later; another takes its place; the same is put down", () => {
    const told = picked("S1");
    expect([...told.now.menu!.targets.keys()]).toEqual(["b", "e"]);
    expect(told.did("reach")).toEqual([{ type: "reach", piece: "S1" }]);
    expect(told.did("picked")).toHaveLength(1);
    told.tell(click("S2"));
    expect([...told.now.menu!.targets.keys()]).toEqual(["c", "d"]);
    told.tell(click("S2"));
    expect(told.now.piece).toBeNull();
    expect(told.now.menu!.piece).toBeNull();
    expect(told.did("picked")).toEqual([]);
  });

  it("what cannot be picked stays: an enemy, and anything when it is not our turn", () => {
    expect(new Told().tell(click("N1")).now.piece).toBeNull();
    expect(picked("S1", moment({ mine: false, view: view({ choices: [] }) })).now.piece).toBeNull();
  });

  it("a lit place is played by the mouse and by the keyboard at once", () => {
    expect(picked("S1").tell(click("b")).played).toEqual(["move S1 b"]);
    expect(picked("S1").tell(click("b", KEY)).played).toEqual(["move S1 b"]);
    expect(picked("S1").tell(click("b", { by: "key", narrow: true })).played).toEqual(["move S1 b"]);
  });

  it("an enemy on a lit place stands for the place", () => {
    expect(picked("S2").tell(click("N2")).played).toEqual(["move S2 d"]);
  });

  it("a finger confirms: the first tap shows the choice, the second plays it, and so does the button", () => {
    const told = picked("S1", moment()).tell(click("b", TOUCH));
    expect(told.played).toEqual([]);
    expect(told.now.pending?.choice.text).toBe("move S1 b");
    expect(told.tell(click("b", TOUCH)).played).toEqual(["move S1 b"]);
    expect(picked("S1").tell(click("b", TOUCH), { type: "confirm" }).played).toEqual(["move S1 b"]);
  });

  it("on a narrow screen a mouse confirms too", () => expect(picked("S1").tell(click("b", { by: "mouse", narrow: true })).played).toEqual([]));

  it("a piece that can only be pointed at is chosen by it", () => {
    const retreat: Choice = { text: "lose S2", verb: "lose", piece: "S2" };
    const told = new Told(moment({ view: view({ choices: [retreat, { text: "lose S1", verb: "lose", piece: "S1" }] }) }));
    expect(told.tell(click("S2")).played).toEqual(["lose S2"]);
  });

  it("nothing more is sent while a choice is on its way", () => {
    const told = picked("S1").tell(click("b"));
    expect(told.tell(click("b")).played).toEqual([]);
    expect(told.tell({ type: "choose", choice: PASS }).played).toEqual([]);
    told.tell({ type: "moment", moment: moment() });
    expect(told.tell({ type: "choose", choice: PASS }).played).toEqual(["pass"]);
  });

  it("another mode puts aside what waits", () => {
    const told = picked("S1").tell(click("b", TOUCH), { type: "verb", verb: "mountain" });
    expect(told.now.pending).toBeNull();
  });
});

describe("a choice that throws dice", () => {
  it("is armed by the first click and played by the second, by mouse, keyboard and finger alike", () => {
    for (const hand of [MOUSE, KEY, TOUCH]) {
      const told = picked("S1").tell(click("e", hand));
      expect(told.played).toEqual([]);
      expect(told.now.pending?.choice.text).toBe("move S1 e");
      expect(told.tell(click("e", hand)).played).toEqual(["move S1 e"]);
    }
  });

  it("as a button too; one without dice is played at once", () => {
    const fight: Choice = { text: "fight", verb: "fight", rolls: true };
    const told = new Told(moment({ view: view({ choices: [fight, PASS] }) })).tell({ type: "choose", choice: fight });
    expect(told.played).toEqual([]);
    expect(told.did("odds")).toEqual([{ type: "odds", choice: fight }]);
    expect(told.tell({ type: "choose", choice: fight }).played).toEqual(["fight"]);
    expect(new Told().tell({ type: "choose", choice: PASS }).played).toEqual(["pass"]);
  });

  it("is put down by Escape, which keeps the piece, and by any other click", () => {
    const armed = () => picked("S1").tell(click("e"));
    const escaped = armed().tell({ type: "cancel" });
    expect(escaped.now.pending).toBeNull();
    expect(escaped.now.piece).toBe("S1");
    expect(escaped.tell({ type: "cancel" }).now.piece).toBeNull();
    for (const other of [click("S2"), click("c"), click("N1"), { type: "ground" }, { type: "verb", verb: "move" }] as Happening[]) {
      const told = armed().tell(other);
      expect(told.now.pending, JSON.stringify(other)).toBeNull();
      expect(told.tell(click("S1"), click("e")).played).toEqual([]);
    }
  });

  it("is not put down by the pointer that rests elsewhere, nor by talk", () => {
    const told = picked("S1").tell(click("e"), rests({ place: "c" }), rests(null), { type: "moment", moment: moment() });
    // Another view takes it away, the same does not.
    expect(told.now.pending).toBeNull();
    const same = picked("S1");
    same.tell(click("e"), { type: "moment", moment: { ...same.now.moment!, entries: [entry(5)] } });
    expect(same.now.pending?.choice.text).toBe("move S1 e");
  });

  it("another such choice is armed in its place", () => {
    const both = view({ choices: [move("S1", "e", { rolls: true }), move("S1", "b", { rolls: true }), PASS] });
    const told = new Told(moment({ view: both })).tell(click("e"), click("b"));
    expect(told.played).toEqual([]);
    expect(told.tell(click("e")).played).toEqual([]);
    expect(told.tell(click("e")).played).toEqual(["move S1 e"]);
  });
});

describe("asking why not", () => {
  it("a click asks at once, a resting pointer after a while, the focus and a resting finger at once", () => {
    expect(picked("S1").tell(click("d")).did("why")).toEqual([{ type: "why", piece: "S1", place: "d" }]);
    const told = picked("S1").tell(rests({ place: "d" }));
    expect(told.did("why")).toEqual([]);
    expect(told.waits).toContain("ask");
    expect(told.tell({ type: "elapsed", delay: "ask" }).did("why")).toHaveLength(1);
    expect(picked("S1").tell(rests({ place: "d" }, "focus")).did("why")).toHaveLength(1);
    expect(picked("S1").tell(rests({ place: "d" }, "press")).did("why")).toHaveLength(1);
  });

  it("only where a piece is picked, where nothing leads, and not where it stands", () => {
    expect(new Told().tell(click("d")).did("why")).toEqual([]);
    expect(picked("S1").tell(rests({ place: "b" })).waits).not.toContain("ask");
    expect(picked("S1").tell(click("a")).did("why")).toEqual([]);
  });

  it("an answer is shown if it is still wanted; one that says nothing takes the question away", () => {
    const answer = (place: string, reason = REASON, at = 5): Happening => ({ type: "reason", at, piece: "S1", place, reason });
    const told = picked("S1").tell(click("d"));
    expect(told.now.asked).toEqual({ place: "d", reason: null });
    expect(told.tell(answer("c")).now.asked).toEqual({ place: "d", reason: null });
    expect(told.tell(answer("d", REASON, 4)).now.asked?.reason).toBeNull();
    expect(told.tell({ ...answer("d"), piece: "S2" } as Happening).now.asked?.reason).toBeNull();
    expect(told.tell(answer("d")).now.asked?.reason).toBe(REASON);
    expect(picked("S1").tell(click("d"), answer("d", { objections: [], open: [] })).now.asked).toBeNull();
  });

  it("the tip stays while the pointer is on it and goes with it, or a while after the pointer went elsewhere", () => {
    const told = picked("S1").tell(click("d"), rests(null));
    expect(told.waits).toContain("drop");
    told.tell({ type: "tip", on: true }, { type: "elapsed", delay: "drop" });
    expect(told.now.asked).not.toBeNull();
    expect(told.tell(rests(null)).waits).not.toContain("drop");
    expect(told.tell({ type: "tip", on: false }).now.asked).toBeNull();
    expect(picked("S1").tell(click("d"), rests(null), { type: "elapsed", delay: "drop" }).now.asked).toBeNull();
  });

  it("a tip that vanished under the pointer does not keep the next one", () => {
    const told = picked("S1").tell(click("d"), { type: "tip", on: true }, click("S2"));
    expect(told.now.onTip).toBe(false);
  });
});

describe("stacks", () => {
  it("a finger fans a deep stack out before it chooses from it", () => {
    const own = view({ pieces: ["S1", "S2", "S3"].map((id) => piece(id, "south", "a")), choices: [move("S1", "b"), move("S2", "b")] });
    const told = new Told(moment({ view: own })).tell(click("S2", TOUCH));
    expect(told.now.fanned).toBe("a");
    expect(told.now.piece).toBeNull();
    expect(told.tell(click("S2", TOUCH)).now.piece).toBe("S2");
    expect(told.tell({ type: "ground" }).now.fanned).toBeNull();
  });

  it("the mouse fans it out by resting on it; it folds a while after", () => {
    const told = new Told().tell(rests({ piece: "N1" }));
    expect(told.now.fanned).toBe("d");
    expect(told.tell(rests(null)).waits).toContain("fold");
    expect(told.tell(rests({ piece: "N2" })).did("stop").map(({ delay }) => delay)).toContain("fold");
    expect(told.tell(rests(null), { type: "elapsed", delay: "fold" }).now.fanned).toBeNull();
  });

  it("F fans out what is focused, else what is pointed at, and folds it again", () => {
    const told = new Told().tell({ type: "fan", piece: "N1" });
    expect(told.now.fanned).toBe("d");
    expect(told.tell({ type: "fan", piece: "N2" }).now.fanned).toBeNull();
    expect(told.tell(rests({ piece: "S1" }), { type: "fan", piece: null }).now.fanned).toBe("a");
  });

  it("a shallow stack lies as it is", () => expect(new Told().tell(rests({ piece: "S1" })).now.fanned).toBeNull());
});

describe("a finger that rests", () => {
  it("holds the piece under it until something else is touched", () => {
    const told = new Told().tell(rests({ piece: "N1" }, "press"));
    expect(told.now.held).toBe("N1");
    expect(told.tell({ type: "ground" }).now.held).toBeNull();
    told.tell(rests({ piece: "N1" }, "press"), { type: "moment", moment: moment({ at: 6, view: view({ pieces: PIECES.slice(0, 2) }) }) });
    expect(told.now.held).toBeNull();
  });

  it("reckons the place it is on and chooses nothing", () => {
    const told = picked("S2").tell(rests({ place: "d" }, "press"));
    expect(told.did("odds").map(({ choice }) => choice.text)).toEqual(["move S2 d"]);
    expect(told.now.pending).toBeNull();
  });
});

describe("odds", () => {
  const answer = (choice: Choice, odds: Odds | null = ODDS, at = 5): Happening => ({ type: "odds", at, choice, odds });
  const fight = CHOICES[3]!;

  it("are asked for what is pointed at, an enemy standing for its place, and shown", () => {
    const told = picked("S2").tell(rests({ piece: "N1" }));
    expect(told.did("odds")).toEqual([{ type: "odds", choice: fight }]);
    expect(told.tell(answer(fight)).now.odds).toEqual({ choice: fight, odds: ODDS });
  });

  it("that come late, for something else or for another position are not shown", () => {
    const told = picked("S2").tell(rests({ place: "d" }), rests({ place: "c" }), answer(fight));
    expect(told.now.odds).toBeNull();
    expect(told.tell(answer(CHOICES[2]!, ODDS, 4)).now.odds).toBeNull();
    expect(told.tell(rests(null), answer(CHOICES[2]!)).now.odds).toBeNull();
    expect(picked("S2").tell(rests({ place: "d" }), click("S1"), answer(fight)).now.odds).toBeNull();
  });

  it("of a choice without a fight are none", () => expect(picked("S2").tell(rests({ place: "d" }), answer(fight, null)).now.odds).toBeNull());

  it("stay a while when the pointer goes, and as long as it rests on them", () => {
    const told = picked("S2").tell(rests({ place: "d" }), answer(fight), rests(null));
    expect(told.waits).toContain("forget");
    expect(told.tell({ type: "panel", on: true }).did("stop").map(({ delay }) => delay)).toContain("forget");
    expect(told.tell(rests(null)).waits).not.toContain("forget");
    told.tell({ type: "panel", on: false }, { type: "elapsed", delay: "forget" });
    expect(told.now.odds).toBeNull();
  });

  it("of what waits for a second click come back when the pointer has been elsewhere", () => {
    const told = picked("S2").tell(click("d", TOUCH), answer(fight), rests({ place: "c" }, "press"), answer(CHOICES[2]!));
    expect(told.now.odds?.choice.text).toBe("move S2 c");
    told.tell(rests(null));
    expect(told.tell({ type: "elapsed", delay: "forget" }).did("odds")).toEqual([{ type: "odds", choice: fight }]);
    expect(told.tell(answer(fight)).now.odds?.choice).toBe(fight);
  });

  it("of a button that is pointed at; passing is none", () => {
    const told = new Told();
    expect(told.did("odds")).toEqual([]);
    expect(told.tell({ type: "consider", choice: fight }).did("odds")).toHaveLength(1);
    expect(told.tell({ type: "consider", choice: null }).waits).toContain("forget");
  });

  it("give way to the rulebook", () => {
    const told = picked("S2").tell(rests({ place: "d" }), answer(fight), { type: "panel", on: true }, { type: "odds_closed" });
    expect(told.now.odds).toBeNull();
    expect(told.now.onOdds).toBe(false);
    expect(told.tell(answer(fight)).now.odds).toBeNull();
  });
});

describe("the table goes on under it", () => {
  it("another position: nothing is picked, asked, fanned out or reckoned", () => {
    const told = picked("S1").tell(click("e"), click("d"), { type: "fan", piece: "N1" }, { type: "moment", moment: moment({ at: 6, view: view() }) });
    expect(told.now).toMatchObject({ piece: null, verb: null, pending: null, asked: null, fanned: null, odds: null });
    expect(told.did("stop").map(({ delay }) => delay)).toEqual(expect.arrayContaining(["ask", "drop", "fold"]));
  });

  it("the picked piece is gone", () => {
    const told = picked("S1").tell({ type: "moment", moment: moment({ view: view({ choices: CHOICES.filter((choice) => choice.piece !== "S1") }) }) });
    expect(told.now.menu!.pieces.has("S1")).toBe(false);
    expect(told.now.menu!.piece).toBe("S2");
  });

  it("it is not our turn any more: clicks choose nothing and ask nothing", () => {
    const told = picked("S1").tell(click("e"), { type: "moment", moment: moment({ at: 6, mine: false, view: view({ choices: [], actor: "north" }) }) });
    expect(told.now.pending).toBeNull();
    for (const event of [click("S1"), click("b"), click("d"), rests({ place: "d" }, "focus")]) expect(told.tell(event).last.filter(({ type }) => ["play", "why", "reach"].includes(type))).toEqual([]);
  });

  it("what was asked about a piece that is no longer picked is not shown", () => {
    const told = picked("S1").tell(click("S2"), { type: "reach", at: 5, piece: "S1", later: LATER });
    expect(told.now.later.size).toBe(0);
    expect(told.tell({ type: "reach", at: 4, piece: "S2", later: LATER }).now.later.size).toBe(0);
  });

  it("only what the mode in force begins is reached later", () => {
    const told = picked("S1").tell({ type: "reach", at: 5, piece: "S1", later: [{ ...LATER[0]!, verb: "mountain" }, { place: "x", cost: "3" }] });
    expect([...told.now.later.keys()]).toEqual(["x"]);
  });
});

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

describe("a pointer at a table", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function table() {
    const played: string[] = [];
    const asked: string[] = [];
    const asks: Asked = {
      told: () => undefined,
      moment: moment(),
      play: (choice) => void played.push(choice.text),
      why: (unit, place) => (asked.push(`${unit} ${place}`), Promise.resolve(REASON)),
      odds: () => Promise.resolve(ODDS),
      reach: () => Promise.resolve(LATER),
    };
    return { played, asked, asks };
  }

  it("asks when the pointer has rested long enough, and hears the answer", async () => {
    const { asked, asks } = table();
    const pointer = new Pointer(asks);
    pointer.tell(click("S1"));
    pointer.tell(rests({ place: "d" }));
    vi.advanceTimersByTime(MILLISECONDS.ask - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["S1 d"]);
    expect(pointer.now.asked?.reason).toEqual(REASON);
    expect(pointer.now.later.size).toBe(2);
  });

  it("plays a way, one step each time it is told of a new position", async () => {
    const { played, asks } = table();
    const pointer = new Pointer(asks);
    pointer.tell(click("S1"));
    await vi.advanceTimersByTimeAsync(0);
    pointer.tell(click("c"));
    expect(pointer.pending).toBeNull();
    const then = view({ pieces: [piece("S1", "south", "b")], choices: [move("S1", "c")] });
    Object.assign(asks, { moment: moment({ at: 6, entries: [entry(6)], view: then }) });
    asks.told();
    expect(played).toEqual(["move S1 b", "move S1 c"]);
  });

  it("says where a choice leads that waits, and is heard no more when it is closed", () => {
    const { asked, asks } = table();
    const pointer = new Pointer(asks);
    pointer.tell(click("S1"));
    pointer.tell(click("e"));
    expect(pointer.goal).toBe("e");
    pointer.tell(rests({ place: "d" }));
    pointer.close();
    vi.advanceTimersByTime(1000);
    expect(asked).toEqual([]);
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

describe("answers without a person", () => {
  const KEEP: Choice = { text: "keep", verb: "keep" };
  const FLIP: Choice = { text: "flip", verb: "flip" };
  const asking = { ends: ["end"], confirms: ["fight"], standing: { hq: "keep" } };
  const asks = (choices: Choice[], key = "hq") => view({ prompt: { key }, choices });
  const stands = { side: "south", prompt: "hq", option: "keep", turn: 1 };

  it("what stands is answered once, for its side, prompt and turn; never by dice", () => {
    expect(answerOf(asks([KEEP, FLIP]), asking, [stands], true)?.choice).toBe(KEEP);
    expect(answerOf(asks([KEEP, FLIP], "other"), asking, [stands], true)).toBeNull();
    expect(answerOf({ ...asks([KEEP, FLIP]), turn: 2 }, asking, [stands], true)).toBeNull();
    expect(answerOf({ ...asks([KEEP, FLIP]), turn: 2 }, asking, [{ ...stands, turn: null }], true)?.why).toBe("standing");
    expect(answerOf(asks([{ ...KEEP, rolls: true }, FLIP]), asking, [stands], true)).toBeNull();
    const told = new Told(moment({ view: asks([KEEP, FLIP]), answer: { choice: KEEP, why: "standing" } }));
    expect(told.played).toEqual(["keep"]);
    expect(told.now.answered?.choice).toBe(KEEP);
    // It was refused: it is not tried again.
    expect(told.tell({ type: "moment", moment: moment({ view: asks([KEEP, FLIP]), answer: { choice: KEEP, why: "standing" } }) }).played).toEqual([]);
  });

  it("the only choice is answered after a while, unless Escape stops it; not one that rolls, leaves or ends a phase, nor if that is switched off", () => {
    const only = answerOf(asks([FLIP]), asking, [], true)!;
    expect(only.why).toBe("only");
    expect(answerOf(asks([FLIP]), asking, [], false)).toBeNull();
    for (const choice of [{ ...FLIP, rolls: true }, PASS, { text: "end", verb: "end" }]) expect(answerOf(asks([choice]), asking, [], true)).toBeNull();
    const told = new Told(moment({ view: asks([FLIP]), answer: only }));
    expect([told.played, told.waits]).toEqual([[], ["answer"]]);
    expect(told.tell({ type: "cancel" }).did("stop")).toContainEqual({ type: "stop", delay: "answer" });
    expect(told.tell({ type: "elapsed", delay: "answer" }).played).toEqual(["flip"]);
  });

  it("what carries out an earlier choice wants no second click", () => {
    const fight: Choice = { text: "fight", verb: "fight", rolls: true };
    expect(new Told(moment({ view: asks([fight, KEEP]), asking })).tell({ type: "choose", choice: fight }).played).toEqual(["fight"]);
  });

  it("a proposal is accepted whole: choice by choice while the same is asked, until dice come between", () => {
    const back = (place: string) => ({ text: `retreat S1 ${place}`, verb: "retreat", piece: "S1", place });
    const retreat = (n: number, choices: Choice[], entries: Entry[] = [entry(n)]) => moment({ at: n, entries, view: view({ awaits: "retreat", choices, proposal: [choices[0]!] }) });
    const told = new Told(retreat(5, [back("b"), back("e")], [])).tell({ type: "accept" });
    expect(told.played).toEqual(["retreat S1 b"]);
    expect(told.tell({ type: "moment", moment: retreat(6, [back("c"), back("e")]) }).played).toEqual(["retreat S1 c"]);
    expect(told.tell({ type: "moment", moment: retreat(7, [back("d"), back("e")], [entry(7, { faces: [2] })]) }).played).toEqual([]);
    expect(told.now.accepted).toBeNull();
  });
});

describe("the next unit", () => {
  const able = [{ piece: "A", place: "a", x: 0, y: 0 }, { piece: "B", place: "b", x: 10, y: 0 }, { piece: "B2", place: "b", x: 10, y: 0 }, { piece: "C", place: "c", x: 30, y: 0 }];
  it("is the nearest that was not passed by, stack by stack; then all come again", () => {
    let [passed, from] = [[] as string[], { x: 0, y: 0 }];
    const seen: (string | null)[] = [];
    for (let i = 0; i < 4; i++) {
      const next = nextOf(able, from, passed);
      passed = next.passed;
      from = able.find((one) => one.piece === next.piece)!;
      seen.push(next.piece);
    }
    expect(seen).toEqual(["A", "B", "C", "B"]);
    expect(nextOf([], from, []).piece).toBeNull();
  });
});

describe("a row that changes under a resting pointer", () => {
  it("takes no click for a moment, unless what lies there is what lay there before or the pointer has moved", () => {
    const guard = new Guard();
    guard.moved(100, 50);
    guard.changes(() => "stop", 1000);
    expect(guard.refuses("end", 100, 50, 1100)).toBe(true);
    expect(guard.refuses("stop", 100, 50, 1100)).toBe(false);
    expect(guard.refuses("end", 140, 50, 1100)).toBe(false);
    expect(guard.refuses("end", 100, 50, 1300)).toBe(false);
  });
});
