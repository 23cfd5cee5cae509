import { expect, it } from "vitest";
import { newcomerOf, quickTable, switchesOf } from "../src/lib/scenarios";
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

it("whoever does not choose gets the side that chooses first, in the scenario to begin with", () => {
  const game = {
    key: "vale",
    sides: [{ id: "red" }, { id: "blue" }],
    begin_with: "short",
    scenarios: [{ id: "whole", newcomer: "red" }, { id: "short", newcomer: "blue" }, { id: "old", newcomer: "" }],
  } as unknown as GameCard;
  expect(quickTable(game)).toEqual({ game: "vale", scenario: "short", seats: { red: "machine:2", blue: "me" } });
  expect(quickTable(game, "whole").seats).toEqual({ red: "me", blue: "machine:2" });
  expect([newcomerOf(game, "old"), newcomerOf(game, undefined)]).toEqual(["red", "red"]);
});
