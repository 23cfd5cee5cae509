import { describe, expect, it } from "vitest";
import { Chronicle, isGroup, isHead, openByItself, rowsOf, wholeMoves, type Group } from "../src/lib/chronicle";
import type { Entry, GameEvent } from "../src/lib/protocol";

/** What the messages of a game would say: `fight` opens a fight, `result` decides it, `loss` is what it costs. */
const WORDS = new Set(["log.phase.phase", "log.before.allowance", "stage.who.fight", "stage.result.result", "stage.loss.retreated"]);
const has = (key: string) => WORDS.has(key);
const told = (kind: string, facts: object = {}) => ({ kind, clause: "X-1", ...facts }) as GameEvent;
const step = (unit: string, origin: string, to: string, cost?: number, kind = "moved") => told(kind, { unit, origin, to, ...(cost === undefined ? {} : { cost }) });
const entry = (n: number, events: GameEvent[], side: string | null = "csa", more: object = {}) => ({ n, option: "", events, ...(side ? { side } : { faces: [3] }), ...more }) as Entry;
const lines = (groups: readonly Group[]) => rowsOf(groups, () => true).flatMap((row) => (isHead(row) || !row.event ? [] : [row]));

describe("whole moves", () => {
  it("the steps of a march are one move, for the sum of their costs", () => {
    const [one, ...rest] = wholeMoves([step("Gladden", "1012", "1011", 2), step("Gladden", "1011", "1010", 1), step("Gladden", "1010", "1009", 3)]);
    expect(rest).toEqual([]);
    expect(one).toMatchObject({ unit: "Gladden", origin: "1012", to: "1009", cost: 6 });
  });

  it("those who go together are told together; who goes elsewhere is not", () => {
    const events = ["0522", "0621"].flatMap((to, i) => ["Johnston", "Bragg"].map((unit) => step(unit, i ? "0522" : "0422", to, 1)));
    expect(wholeMoves([...events, step("Pond", "0621", "0721", 1)]).map(({ unit, origin, to, cost }) => [unit, origin, to, cost])).toEqual([
      ["Johnston Bragg", "0422", "0621", 2],
      ["Pond", "0621", "0721", 1],
    ]);
  });

  it("what has no cost has none in all, and another kind of move begins anew", () => {
    const told = wholeMoves([step("A", "1", "2", undefined, "retreated"), step("A", "2", "3", undefined, "retreated"), step("A", "3", "4")]);
    expect(told.map(({ kind, origin, to }) => [kind, origin, to])).toEqual([["retreated", "1", "3"], ["moved", "3", "4"]]);
    expect(told[0]).not.toHaveProperty("cost");
  });
});

describe("the log", () => {
  const turn = (n: number, number: number) => entry(n, [told("turn_began", { turn: number }), told("phase", { side: "csa" })]);
  const march = (n: number, unit: string, from: number) => [
    entry(n, [told("allowance", { units: unit, faces: "5" })], null),
    entry(n + 1, [step(unit, `${from}`, `${from + 1}`, 1)]),
    entry(n + 2, [step(unit, `${from + 1}`, `${from + 2}`, 1)]),
  ];

  it("a march in several choices is one line, with the dice that led up to it", () => {
    const log = [turn(0, 1), ...march(1, "Shaver", 10), ...march(4, "Pond", 20)];
    const said = lines(new Chronicle(has).of(log));
    expect(said.map(({ n, event, before, rolls, way }) => [n, event!["origin"], event!["to"], event!["cost"], before.map(({ kind }) => kind), rolls.length, way.length])).toEqual([
      [3, "10", "12", 2, ["allowance"], 1, 3],
      [6, "20", "22", 2, ["allowance"], 1, 3],
    ]);
  });

  it("what leads up to nothing yet stands by itself", () => {
    expect(lines(new Chronicle(has).of([turn(0, 1), march(1, "Shaver", 10)[0]!])).map(({ event }) => event!.kind)).toEqual(["allowance"]);
  });

  it("a fight holds what it brings and ends where a choice does something else", () => {
    const log = [turn(0, 1), entry(1, [told("fight")]), entry(2, [told("result", { die: 4 })], null), entry(3, [step("A", "1", "2", undefined, "retreated")], "usa"), entry(4, [step("B", "5", "6", 1)])];
    const phase = new Chronicle(has).of(log)[0]!.items.find(isGroup)!;
    const [fight, after] = phase.items as [Group, unknown];
    expect(fight).toMatchObject({ level: "fight", last: 3, result: { event: { kind: "result" } } });
    expect(fight.items).toHaveLength(2);
    expect(after).toMatchObject({ event: { kind: "moved" } });
    expect(phase).toMatchObject({ moves: 2, fights: 1 });
  });

  it("the last two phases are open, older turns are one line each, and what was read is not read again", () => {
    const chronicle = new Chronicle(has);
    const log = Array.from({ length: 200 }, (_, t) => [turn(100 * t, t + 1), ...[0, 1, 2, 3, 4].flatMap((i) => march(100 * t + 1 + 3 * i, `U${i}`, 10 * i))]).flat();
    const turns = chronicle.of(log);
    const open = openByItself(turns, null);
    const rows = rowsOf(turns, (group) => open.has(group));
    // 200 turns, of the last two a phase and its five moves each.
    expect(rows).toHaveLength(200 + 2 * (1 + 5));
    expect(chronicle.of([...log, ...march(20000, "U9", 90)])[0]).toBe(turns[0]);
    expect(chronicle.of(log.slice(0, -1))).toHaveLength(200);
    expect(lines(chronicle.of(log.slice(0, 1)))).toHaveLength(0);
  });

  it("in a replay what holds the entry looked at is open", () => {
    const turns = new Chronicle(has).of([turn(0, 1), ...march(1, "A", 1), turn(10, 2), ...march(11, "B", 1), turn(20, 3), ...march(21, "C", 1)]);
    const open = openByItself(turns, 12);
    expect(turns.map((one) => open.has(one))).toEqual([false, true, false]);
  });

  it("a choice that was taken back leaves its trace, and what followed goes on", () => {
    const log = [turn(0, 1), entry(1, [step("A", "1", "2", 1)]), entry(3, [], "csa", { kind: "undo", taken: [step("A", "2", "3", 1)] }), entry(4, [step("A", "2", "5", 2)])];
    const rows = rowsOf(new Chronicle(has).of(log), () => true).filter((row) => !isHead(row));
    expect(rows.map((row) => (isHead(row) ? null : (row.event?.["to"] ?? row.entry.kind)))).toEqual(["2", "undo", "5"]);
  });
});
