// Stonewall Jackson's Way in a real browser: every scenario on its own sheet, maps of one's own, the first turns of the large scenarios.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { again, dice, entry, happened, onHexes, ROOT, settled, shows, sit, uncovered } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const SHIPPED = readFileSync(join(ROOT, "senki", "games", "sjw", "map.hexes"), "utf8");
const BOTH = { csa: "me", usa: "me" };
const mapIsThere = (page) => page.waitForSelector("svg.map .place-name", { state: "attached" });
const written = async (page) => (await page.locator("svg.map .place-name").evaluateAll((all) => all.map((one) => one.textContent))).join(", ").replace(/\s+/g, " ");
const numbers = (page) => page.locator("svg.map .hex-number text").evaluateAll((all) => all.map((one) => one.textContent));
const button = (page, words) => page.locator(".prompt .acts > .btn:not(.quiet)").filter({ hasText: words }).first();

async function answered(page, act) {
  const since = await entry(page);
  await act();
  await again(page);
  await happened(page, since);
  await settled(page);
}

/** Play on, leaders staying where they are, until a unit or a leader may act. */
async function toAction(page) {
  for (let i = 0; i < 12 && !(await button(page, /^Pass/).count()); i++) await answered(page, () => page.locator(".prompt .acts > .btn:not(.quiet)").last().click());
  await shows(button(page, /^Pass/), "nobody may act");
}

test("scenarios on different sheets show their own map and numbers", async (person) => {
  const page = await person();
  for (const [scenario, here, there, place, elsewhere] of [
    ["cedar_mountain", "S1418", "N1418", /Culpeper/, /Groveton/],
    ["jacksons_march", "N2518", "S2518", /Groveton/, /Rapidan Station/],
  ]) {
    await sit(page, BOTH, { game: "sjw", scenario });
    await mapIsThere(page);
    const printed = await numbers(page);
    assert.ok(printed.includes(here) && !printed.includes(there), `${scenario} prints the numbers of its own sheet`);
    assert.match(await written(page), place);
    assert.doesNotMatch(await written(page), elsewhere);
  }
});

test("a table on an own map shows that map", async (person) => {
  const page = await person();
  const own = SHIPPED.replace("station Culpeper | カルペパー", "station Test Court House | 試しの郡庁");
  assert.notEqual(own, SHIPPED);
  await sit(page, BOTH, { game: "sjw", scenario: "cedar_mountain", options: { map: own } });
  await mapIsThere(page);
  assert.match(await written(page), /Test Court House/);
  assert.ok((await numbers(page)).includes("S1418"));
});

each(["rappahannock_to_bull_run", "rapidan_to_manassas"], "the first turn of a large scenario is played by clicking", async (person, scenario, t) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "sjw", scenario });
  await mapIsThere(page);
  const random = dice(11);
  const turn = () => page.locator(".tracks .now").first().innerText();
  const first = await turn();
  let made = 0;
  for (; made < 300 && (await turn()) === first; made++) {
    await settled(page);
    await onHexes(page, random);
  }
  t.diagnostic(`${scenario}: ${made} clicks in the first turn`);
  assert.ok(made < 300, "the turn ends");
});

test("before a march every hex shows the chance to reach it", async (person) => {
  const page = await person();
  await sit(page, BOTH, { game: "sjw", scenario: "cedar_mountain" });
  await toAction(page);
  await page.waitForSelector(".piece.selectable");
  const [{ x, y }] = await uncovered(page, ".piece.selectable .hit");
  await page.mouse.click(x, y);
  await page.waitForSelector(".spot.later", { state: "attached" });
  const chances = await page.locator(".chips .cnt").allTextContents();
  assert.ok(chances.includes("100") && chances.some((text) => Number(text) > 0 && Number(text) < 100), chances.slice(0, 6).join(" "));
});
