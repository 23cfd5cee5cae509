import { describe, expect, it } from "vitest";
import { longestRise, putInOrder } from "../src/board/standing";

const rise = (...numbers: number[]) => [...longestRise(numbers)].sort((a, b) => a - b).map((i) => numbers[i]);

describe("putting counters in order", () => {
  it("keeps as many as stand in order already", () => {
    expect(rise()).toEqual([]);
    expect(rise(0, 1, 2)).toEqual([0, 1, 2]);
    expect(rise(1, 2, 3, 0)).toEqual([1, 2, 3]);
    expect(rise(3, 0, 1, 2)).toEqual([0, 1, 2]);
    expect(rise(2, 5, 3, 7, 1, 4, 6)).toEqual([2, 3, 4, 6]);
  });

  it("moves only the one that goes to the front", () => {
    const parent = document.createElement("div");
    parent.innerHTML = "<i>a</i><i>b</i><i>c</i><i>d</i>";
    const [a, b, c, d] = [...parent.children] as [Element, Element, Element, Element];
    const moved: Element[] = [];
    const insert = parent.insertBefore.bind(parent);
    parent.insertBefore = <T extends Node>(child: T, before: Node | null) => {
      moved.push(child as unknown as Element);
      return insert(child, before);
    };
    putInOrder(parent, [b, c, d, a]);
    expect(parent.textContent).toBe("bcda");
    putInOrder(parent, [d, b, c, a]);
    expect(parent.textContent).toBe("dbca");
    expect(moved).toEqual([a, d]);
    putInOrder(parent, [d, b, c, a]);
    expect(moved).toHaveLength(2);
  });
});
