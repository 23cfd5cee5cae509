import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Delays, every } from "../src/lib/clock";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("delays by name", () => {
  it("a later one of a name takes the place of an earlier, another name runs beside it", () => {
    const done: string[] = [];
    const delays = new Delays();
    delays.after("ask", 100, () => done.push("first"));
    delays.after("fold", 120, () => done.push("fold"));
    vi.advanceTimersByTime(60);
    delays.after("ask", 100, () => done.push("second"));
    vi.advanceTimersByTime(60);
    expect(done).toEqual(["fold"]);
    vi.advanceTimersByTime(60);
    expect(done).toEqual(["fold", "second"]);
  });

  it("one that is stopped, or all of them when it is closed, never come", () => {
    const done: string[] = [];
    const delays = new Delays();
    delays.after("ask", 10, () => done.push("ask"));
    delays.after("fold", 10, () => done.push("fold"));
    delays.after("drop", 10, () => done.push("drop"));
    delays.stop("ask");
    delays.stop("nothing of this name");
    vi.advanceTimersByTime(5);
    delays.close();
    vi.advanceTimersByTime(50);
    expect(done).toEqual([]);
  });

  it("may begin another of its own name when it is over", () => {
    let rounds = 0;
    const delays = new Delays();
    const again = () => {
      if (++rounds < 3) delays.after("round", 10, again);
    };
    delays.after("round", 10, again);
    vi.advanceTimersByTime(100);
    expect(rounds).toBe(3);
  });
});

it("again and again, until it is ended", () => {
  let times = 0;
  const end = every(10, () => (times += 1));
  vi.advanceTimersByTime(35);
  end();
  vi.advanceTimersByTime(35);
  expect(times).toBe(3);
});
