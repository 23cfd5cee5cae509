import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MILLISECONDS, type Happening } from "../src/lib/pointer";
import { Pointer, type Asked } from "../src/lib/pointer.svelte";
import type { Choice, Odds } from "../src/lib/protocol";
import { CHOICES, click, entry, KEY, LATER, moment, MOUSE, move, ODDS, PASS, picked, piece, PIECES, REASON, rests, Told, TOUCH, view } from "./pointing";

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
