import { describe, expect, it } from "vitest";
import { isWanted, pointedAt, rightChoice } from "../src/coach/pointing";
import type { Lesson } from "../src/lib/lesson";
import type { Choice, View } from "../src/lib/protocol";

const words = { en: "Hm.", ja: "ふむ。" };
const choice = (text: string, piece?: string, place?: string) => ({ text, verb: text.split(" ")[0], piece, place }) as unknown as Choice;
const view = { choices: [choice("pass"), choice("move S1 luray", "S1", "luray"), choice("move S2 luray", "S2", "luray")] } as unknown as View;
const lesson = (expects: string[]): Lesson => ({ title: words, first: 2, of: 9, cards: [{ say: words, part: "tracks" }, { say: words, places: ["winchester"] }], expects });

describe("the coach", () => {
  it("asks for one of several choices; a star stands for anything", () => {
    expect(isWanted(["move S1 *"], "move S1 luray")).toBe(true);
    expect(isWanted(["move S1 *", "pass"], "move S2 luray")).toBe(false);
    expect(isWanted(["turn (a+b).*"], "turn (a+b).c")).toBe(true);
    expect(isWanted([], "pass")).toBe(false);
  });

  it("takes the first right choice in the order in which the lesson names them, once all is read", () => {
    const asks = lesson(["move S2 luray", "move S1 luray"]);
    expect(rightChoice(asks, 0, view)).toBeUndefined();
    expect(rightChoice(asks, 1, view)?.text).toBe("move S2 luray");
  });

  it("names what leads there where no place is shown", () => {
    const asks = { ...lesson(["rally S1"]), also: ["move S1 *"] };
    expect(rightChoice(asks, 1, view)).toBeUndefined();
    asks.cards = [{ say: words }];
    expect(rightChoice(asks, 0, view)?.text).toBe("move S1 luray");
  });

  it("points at what the card names and at what is to be done", () => {
    const asks = lesson(["move S2 luray"]);
    expect(pointedAt(asks, 0, undefined)).toEqual({ pieces: [], places: [], part: "tracks" });
    expect(pointedAt(asks, 1, rightChoice(asks, 1, view))).toEqual({ pieces: ["S2"], places: ["luray", "winchester"], part: "" });
    expect(pointedAt(asks, 1, choice("pass")).part).toBe("prompt");
  });
});
