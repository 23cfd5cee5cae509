import { describe, expect, it } from "vitest";
import { answerOf } from "../src/lib/asking";
import { Guard } from "../src/lib/guard";
import { nextOf } from "../src/lib/next";
import type { Choice, Entry } from "../src/lib/protocol";
import { entry, moment, PASS, Told, view } from "./pointing";

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
  it("counts several changes as one only while the pointer rests: who has gone to another button means that one", () => {
    const guard = new Guard();
    guard.moved(100, 50);
    guard.changes(() => "stop", 1000);
    guard.changes(() => "end", 1050);
    expect(guard.refuses("end", 100, 50, 1100)).toBe(true);
    guard.moved(140, 50);
    guard.changes(() => "go", 1150);
    expect(guard.refuses("go", 140, 50, 1200)).toBe(false);
    expect(guard.refuses("end", 140, 50, 1200)).toBe(true);
  });
});
