import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Follow } from "../src/lib/follow.svelte";
import { beatsOf, foughtFor, joinedBeats, lastRun, lastsFor, outcomesOf, spotsOf, trailsOf, type Beat } from "../src/lib/pace";
import type { Entry, GameEvent, Piece, View } from "../src/lib/protocol";
import { settings } from "../src/lib/settings.svelte";
import type { Role } from "../src/lib/told";
import { Views } from "../src/lib/views";

const piece = (id: string, place: string | null, side = "north"): Piece => ({ id, side, symbol: "infantry", place, values: [] }) as unknown as Piece;
const view = (...pieces: Piece[]): View => ({ actor: "north", side: "south", pieces, tracks: [], notes: [], prompt: { key: "act" }, choices: [{ text: "pass", verb: "pass" }] }) as unknown as View;
const entry = (n: number, side: string | null, events: GameEvent[], faces?: number[]): Entry => ({ n, option: "", side, events, ...(faces ? { faces } : {}) }) as Entry;
const moved = (unit: string, origin: string, to: string): GameEvent => ({ kind: "moved", clause: "", unit, origin, to });
const told = (kind: string, facts: object = {}): GameEvent => ({ kind, clause: "", ...facts });

const ROLE: Record<string, Role[]> = { assaulted: ["who"], differential: ["sum"], combat_die: ["sum", "result"], battle: ["who", "sum", "result"], routed: ["loss"], retreated: ["loss"], advanced: ["loss"] };
const roles = (kind: string) => ROLE[kind] ?? [];
const cut = (entries: Entry[], before: View, after: View, open: Parameters<typeof beatsOf>[2] = null) => beatsOf({ at: entries.at(-1)!.n, entries, view: after }, before, open, roles);
const kinds = (beats: readonly Beat[]) => beats.map((beat) => beat.kind);
const placeOf = (beat: Beat, id: string) => beat.view.pieces.find((one) => one.id === id)?.place;

describe("a message is cut into what is shown one thing after another", () => {
  it("a move with the die that led up to it is one thing, with nothing to choose", () => {
    const { beats } = cut([entry(4, "north", [told("allowance", { die: 3 })], [3]), entry(5, "north", [moved("N1", "a", "b"), moved("N1", "b", "c")])], view(piece("N1", "a")), view(piece("N1", "c")));
    expect(kinds(beats)).toEqual(["move"]);
    expect(beats[0]).toMatchObject({ at: 5, fight: null });
    expect(beats[0]!.view.choices).toEqual([]);
    expect(beats[0]!.entries.map((one) => one.faces)).toEqual([[3], undefined]);
  });

  it("who moves first is moved first: the others stand where they were until it is their turn", () => {
    const before = view(piece("N1", "a"), piece("S1", "x", "south"));
    const after = view(piece("N1", "b"), piece("S1", "y", "south"));
    const { beats } = cut([entry(1, "north", [moved("N1", "a", "b")]), entry(2, null, [told("battle", { town: "x" }), { ...moved("S1", "x", "y"), kind: "retreated" }])], before, after);
    expect(kinds(beats)).toEqual(["move", "fight", "loss"]);
    expect(beats.map((beat) => [placeOf(beat, "N1"), placeOf(beat, "S1")])).toEqual([["b", "x"], ["b", "x"], ["b", "y"]]);
    expect(beats.map((beat) => beat.at)).toEqual([1, 1, 2]);
  });

  it("a piece that is gone is seen until its end is told", () => {
    const { beats } = cut([entry(1, "north", [told("assaulted", { units: "N1", to: "x" }), told("combat_die", { die: 6 })], [6]), entry(2, null, [told("routed", { unit: "S1" })])], view(piece("N1", "a"), piece("S1", "x")), view(piece("N1", "a")));
    expect(beats.map((beat) => placeOf(beat, "S1"))).toEqual(["x", undefined]);
  });

  it("a fight goes on from message to message until something else is done", () => {
    const stage = view(piece("N1", "a"), piece("S1", "x", "south"));
    const one = cut([entry(1, "north", [told("assaulted", { units: "N1", to: "x" })])], stage, stage);
    expect(one.open?.who).toHaveLength(1);
    // What somebody else decides before the dice fall belongs to it.
    const two = cut([entry(2, "south", [told("chit_drawn", { unit: "S1" })]), entry(3, null, [told("combat_die", { die: 2 })], [2])], stage, stage, one.open);
    expect(kinds(two.beats)).toEqual(["fight"]);
    expect(two.beats[0]!.fight).toMatchObject({ who: [{ kind: "assaulted" }], result: [{ kind: "combat_die" }], rolls: [{ n: 3 }] });
    expect(foughtFor(two.beats[0]!.fight!)).toEqual(["x"]);
    const three = cut([entry(4, "north", [{ ...moved("N1", "a", "x"), kind: "advanced" }])], stage, view(piece("N1", "x")), two.open);
    expect(kinds(three.beats)).toEqual(["loss"]);
    const four = cut([entry(5, "north", [moved("N1", "x", "y")])], view(piece("N1", "x")), view(piece("N1", "y")), three.open);
    expect(four.open).toBeNull();
    expect(four.beats[0]!.fight).toBeNull();
  });

  it("the dice of an entry are those of a fight only where its first event belongs to one", () => {
    const stage = view(piece("N1", "a"));
    const { beats } = cut([entry(1, null, [told("rounds_ended"), told("battle", { town: "a" })], [1, 6])], stage, stage);
    expect(beats.find((beat) => beat.kind === "fight")!.fight!.rolls).toEqual([]);
  });

  it("another attack is another fight, and a new turn stands for itself", () => {
    const stage = view(piece("N1", "a"));
    const { beats } = cut([entry(1, "north", [told("battle", { town: "a" })]), entry(2, null, [told("battle", { town: "b" }), told("turn_began", { turn: 2 })])], stage, stage);
    expect(kinds(beats)).toEqual(["fight", "fight", "told"]);
    expect(beats.map((beat) => beat.fight?.who.length)).toEqual([1, 1, undefined]);
  });

  it("a block of a plane moves where its pose says so, whatever it is called", () => {
    const block = (x: number) => ({ ...piece("dragoons", null), pose: [x, 0, 90] }) as Piece;
    const { beats } = cut([entry(1, "north", [told("moved", { unit: "B1" })])], { ...view(block(0)), known: { B1: "dragoons" } }, view(block(9)));
    expect(kinds(beats)).toEqual(["move"]);
    expect(spotsOf({ ...beats[0]!, entries: [entry(1, "north", [told("moved", { unit: "dragoons" })])] })[0]).toBe("9,0,90");
  });
});

describe("what came of fights", () => {
  const stage = view(piece("N1", "a"), piece("S1", "x", "south"));
  const attack = [told("assaulted", { units: "N1", to: "x" })];
  const dice = [told("combat_die", { die: 6 })];

  it("is told once for each, with its losses; not while it is undecided", () => {
    const { beats } = cut([entry(1, "north", attack), entry(2, null, dice, [6]), entry(3, null, [told("routed", { unit: "S1" })]), entry(4, null, [told("battle", { town: "b" })])], stage, stage);
    expect(kinds(beats)).toEqual(["fight", "loss", "fight"]);
    const fights = outcomesOf(beats);
    expect(fights.map(({ kind, fight }) => [kind, fight!.loss.length, fight!.rolls.length])).toEqual([["fight", 1, 1], ["fight", 0, 0]]);
    expect(outcomesOf(cut([entry(1, "north", attack)], stage, stage).beats)).toEqual([]);
    expect(outcomesOf(cut([entry(1, "north", [moved("N1", "a", "b")])], stage, view(piece("N1", "b"))).beats)).toEqual([]);
  });

  it("goes on with what is lost in a later message", () => {
    const { open } = cut([entry(1, "north", attack), entry(2, null, dice, [6])], stage, stage);
    const [outcome] = outcomesOf(cut([entry(3, "north", [{ ...moved("N1", "a", "x"), kind: "advanced" }])], stage, view(piece("N1", "x")), open).beats);
    expect(outcome).toMatchObject({ kind: "loss", fight: { who: attack, result: dice, loss: [{ kind: "advanced" }] } });
  });
});

describe("what waits", () => {
  const step = (n: number, from: string, to: string, unit = "N1") => cut([entry(n, "north", [moved(unit, from, to)])], view(piece(unit, from)), view(piece(unit, to))).beats[0]!;
  const die = (n: number) => cut([entry(n, "north", [told("allowance")], [4])], view(), view()).beats[0]!;

  it("a piece that goes on goes in one go, another one after it", () => {
    const queue = [step(1, "a", "b"), step(2, "b", "c"), step(3, "x", "y", "N2")].reduce<Beat[]>(joinedBeats, []);
    expect(queue.map((beat) => beat.at)).toEqual([2, 3]);
  });

  it("what is only told leads up to what happens, what is not told at all takes no time", () => {
    const queue = [die(1), step(2, "a", "b"), cut([entry(3, "north", [])], view(), view(piece("N1", "b"))).beats[0]!, die(4)].reduce<Beat[]>(joinedBeats, []);
    expect(queue.map((beat) => [beat.kind, beat.at])).toEqual([["move", 3], ["told", 4]]);
  });

  it("long marches speed up, and so does a long queue, but no fight", () => {
    const march = (n: number) => ({ ...step(1, "p0", "p1"), entries: [entry(1, "north", Array.from({ length: n }, (_, i) => moved("N1", `p${i}`, `p${i + 1}`)))] });
    const ms = (beat: Beat, left = 0, pace: "slow" | "normal" = "normal") => lastsFor(beat, left, pace, false).ms;
    expect(ms(march(3))).toBeGreaterThan(ms(march(1)));
    expect(ms(march(30))).toBe(ms(march(8)));
    expect(ms(march(3), 60)).toBeLessThan(ms(march(3)) / 2);
    expect(ms(march(3), 0, "slow")).toBeGreaterThan(ms(march(3)));
    const fight = cut([entry(1, "north", [told("battle", { town: "a" })])], view(), view()).beats[0]!;
    expect(ms(fight, 60)).toBe(ms(fight));
    expect(lastsFor(march(3), 0, "normal", true).ms).toBeGreaterThan(0);
  });
});

describe("since the own last choice", () => {
  const own = (n: number) => entry(n, "south", [moved("S1", "q", "r")]);
  const roll = (n: number) => entry(n, null, [moved("S1", "r", "s")], [3]);
  const others = [entry(3, "north", [moved("N1", "a", "b")]), entry(4, null, [told("initiative")], [1, 2]), entry(5, "north", [moved("N1", "b", "c"), moved("N2", "x", "y")])];
  const now = view(piece("N1", "c"), piece("N2", "y"), piece("S1", "s", "south"));

  it("is what the others did, without the dice of that choice", () => {
    const run = lastRun([own(1), roll(2), ...others], ["south"]);
    expect(run).toMatchObject({ from: 2, fresh: true });
    expect(trailsOf(run, now, null)).toEqual([{ piece: "N1", places: ["a", "b", "c"] }, { piece: "N2", places: ["x", "y"] }]);
  });

  it("is the same after the next choice, but not fresh", () => {
    const run = lastRun([own(1), roll(2), ...others, own(6), roll(7)], ["south"]);
    expect(run).toMatchObject({ from: 2, fresh: false });
    expect(run.entries).toEqual(others);
  });

  it("what answered itself is no choice", () => {
    expect(lastRun([own(1), roll(2), ...others, own(6), roll(7)], ["south"], new Set([6, 7]))).toMatchObject({ from: 2, fresh: true });
  });

  it("is nothing where nobody else has chosen", () => {
    expect(lastRun([own(1), roll(2)], ["south"]).entries).toEqual([]);
    expect(lastRun([], ["south"]).entries).toEqual([]);
  });

  it("on a plane, and for who came from nowhere, the views tell", () => {
    const at = (x: number) => ({ ...piece("B1", null), pose: [x, 1, 2] }) as Piece;
    const run = lastRun([own(1), entry(2, "north", [told("entered", { unit: "B1" })])], ["south"]);
    expect(trailsOf(run, view(at(5), piece("N9", "h")), view(at(0), piece("N9", null)))).toEqual([
      { piece: "B1", places: ["0,1,2", "5,1,2"] },
      { piece: "N9", places: ["h"] },
    ]);
  });
});

describe("the queue", () => {
  let due = false;
  const shown: (Beat | null)[] = [];
  const before = view(piece("N1", "a"), piece("N2", "x"));
  const came = (n: number, unit: string, from: string, to: string) => ({ at: n, entries: [entry(n, "north", [moved(unit, from, to)])], view: view(piece("N1", unit === "N1" ? to : "b"), piece("N2", unit === "N2" ? to : "x")) });
  let follow: Follow;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    shown.length = 0;
    due = false;
    settings.setPace("normal");
    follow = new Follow({ id: "t", table: null, views: new Views(() => Promise.reject(new Error())), show: (beat) => shown.push(beat), get due() { return due; }, has: (key) => /stage\.\w+\.battle/.test(key) });
  });
  afterEach(() => {
    follow.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const push = () => {
    follow.push(came(1, "N1", "a", "b"), before, 0);
    follow.push(came(2, "N2", "x", "y"), before, 1);
    due = true;
  };
  const key = (name: string, target: Element = document.body) => follow.key({ key: name } as KeyboardEvent, target);

  it("shows one thing after another, and then the table as it is", () => {
    push();
    expect(shown.map((beat) => beat?.at)).toEqual([1]);
    vi.advanceTimersByTime(1000);
    expect(shown.map((beat) => beat?.at)).toEqual([1, 2]);
    vi.advanceTimersByTime(1000);
    expect(shown.map((beat) => beat?.at)).toEqual([1, 2, undefined]);
    expect(follow.on).toBe(false);
  });

  it("stands still, goes on by steps, and plays on", () => {
    push();
    expect(key(" ")).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(follow.beat?.at).toBe(1);
    expect(key(".")).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(follow.beat?.at).toBe(2);
    follow.toggle();
    expect(follow.on).toBe(false);
  });

  it("is skipped to its end, and to the end of what the others still do", () => {
    follow.push(came(1, "N1", "a", "b"), before, 0);
    expect(key("Escape")).toBe(true);
    expect(follow.on).toBe(false);
    expect(follow.push(came(2, "N2", "x", "y"), before, 1)).toBe(false);
    due = true;
    expect(follow.push(came(3, "N1", "b", "a"), before, 2)).toBe(false);
    due = false;
    expect(follow.push(came(4, "N1", "a", "b"), before, 3)).toBe(true);
  });

  it("a choice only ends it, and only where one is asked", () => {
    follow.push(came(1, "N1", "a", "b"), before, 0);
    expect(follow.heldUp()).toBe(false);
    expect(key("1")).toBe(false);
    due = true;
    expect(key("p")).toBe(true);
    expect(follow.on).toBe(false);
    expect(follow.heldUp()).toBe(false);
  });

  it("a key that presses a focused button is the button's", () => {
    push();
    expect(key(" ", document.createElement("button"))).toBe(false);
    expect(follow.paused).toBe(false);
  });

  it("a key that comes just after its end was meant for it", () => {
    push();
    vi.advanceTimersByTime(1e4);
    follow.push(came(3, "N1", "b", "a"), before, 2);
    vi.advanceTimersToNextTimer();
    expect(follow.on).toBe(false);
    expect(key(" ")).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(key(" ")).toBe(false);
  });

  it("the last thing stays for a while where others go on", () => {
    follow.push(came(1, "N1", "a", "b"), before, 0);
    vi.advanceTimersByTime(3000);
    expect(follow.beat?.at).toBe(1);
    follow.push(came(2, "N2", "x", "y"), before, 1);
    expect(follow.beat?.at).toBe(2);
    vi.advanceTimersByTime(20_000);
    expect(follow.on).toBe(false);
  });

  it("at once: nothing is held back; one's own choice ends what is shown", () => {
    push();
    follow.own(came(3, "N1", "b", "a"), before);
    expect(follow.on).toBe(false);
    follow.push(came(4, "N1", "a", "b"), before, 3);
    follow.change("once");
    expect(follow.on).toBe(false);
    expect(follow.push(came(5, "N2", "y", "x"), before, 4)).toBe(false);
  });

  const fought = (n: number, ...towns: string[]) => ({ at: n, entries: towns.map((town, i) => entry(n - towns.length + 1 + i, "south", [told("battle", { town })])), view: before });

  it("one's own fights are told beside what is asked, one after another, and hold nothing back", () => {
    follow.own(fought(2, "a", "b"), before);
    expect([follow.on, shown]).toEqual([false, []]);
    expect(follow.outcome?.fight?.who).toMatchObject([{ town: "a" }]);
    vi.advanceTimersByTime(2500);
    expect(follow.outcome?.fight?.who).toMatchObject([{ town: "b" }]);
    vi.advanceTimersByTime(2500);
    expect(follow.outcome).toBeNull();
  });

  it("any key ends what is told of them, and but for Escape it is what it always is", () => {
    follow.own(fought(1, "a"), before);
    expect(key("p")).toBe(false);
    expect(follow.outcome).toBeNull();
    follow.own(fought(2, "a"), before);
    expect(key("Escape")).toBe(true);
    expect(follow.outcome).toBeNull();
    expect(key("Escape")).toBe(false);
  });

  it("a fight of one's own makes way for what others do and for the next choice, not for what answers itself", () => {
    follow.own(fought(1, "a"), before);
    follow.own({ at: 2, entries: [entry(2, "south", [])], view: before }, before, true);
    expect(follow.outcome).not.toBeNull();
    follow.push(came(3, "N1", "a", "b"), before, 2);
    expect([follow.on, follow.outcome]).toEqual([true, null]);
    follow.own(fought(4, "a"), before);
    follow.own({ at: 5, entries: [entry(5, "south", [])], view: before }, before);
    expect(follow.outcome).toBeNull();
    settings.setPace("once");
    follow.own(fought(6, "a"), before);
    expect(follow.outcome).toBeNull();
  });

  it("what a coach answers to a choice is shown like what others do", () => {
    due = true;
    const lesson = { at: 3, entries: [entry(2, "south", [moved("N2", "x", "y")]), entry(3, "north", [moved("N1", "a", "b")])], view: view(piece("N1", "b"), piece("N2", "y")) };
    expect(follow.answered(lesson, before, 1)).toBe(true);
    expect(shown.map((beat) => beat?.at)).toEqual([2]);
    vi.runAllTimers();
    expect(shown.map((beat) => beat?.at)).toEqual([2, 3, undefined]);
    settings.setPace("once");
    expect(follow.answered(lesson, before, 1)).toBe(false);
  });
});
