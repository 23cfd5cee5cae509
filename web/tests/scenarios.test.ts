import { expect, it } from "vitest";
import { switchesOf } from "../src/lib/scenarios";
import type { GameCard, Scenario } from "../src/lib/protocol";

const card = { switches: [{ id: "fog" }, { id: "map" }, { id: "rain" }] } as unknown as GameCard;
const ids = (switches: string[] | undefined) => switchesOf(card, { switches } as unknown as Scenario).map((one) => one.id);

it("a scenario offers its own switches in the order of the card, all if it does not say", () => {
  expect(ids(["rain", "fog"])).toEqual(["fog", "rain"]);
  expect(ids([])).toEqual([]);
  expect(ids(undefined)).toEqual(["fog", "map", "rain"]);
  expect(switchesOf(card, undefined)).toHaveLength(3);
  expect(switchesOf({} as unknown as GameCard, undefined)).toEqual([]);
});
