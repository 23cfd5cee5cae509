// A table shows the map it is played on: one of the players' own, and of a map of several sheets the one in play.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { again, called, entry, happened, PHONE, ROOT, service, settled, sit, tap, uncovered } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const SHIPPED = readFileSync(join(ROOT, "senki", "games", "shiloh", "map.hexes"), "utf8");
/** Another church, a field where a brigade begins, and a corner that is not there. */
const OWN = SHIPPED.replace("Shiloh Church | シャイロー教会", "Test Chapel | 試しの礼拝堂")
  .replace("0810 camp", "0720 field Test Field | 試しの畑\n$&")
  .replace(/^out .*$/m, "$& 0103")
  .replace("0103 light_woods\n", "");
const BOTH = { csa: "me", usa: "me" };

let sheets;
before(async () => (sheets = await service(join(ROOT, "tests", "table", "games"))));
after(() => sheets?.end());

const mapIsThere = (page) => page.waitForSelector("svg.map .place-name", { state: "attached" });
const written = async (page) => (await page.locator("svg.map .place-name").evaluateAll((all) => all.map((one) => one.textContent))).join(", ").replace(/\s+/g, " ");
const numbers = (page) => page.locator("svg.map .hex-number text").evaluateAll((all) => all.map((one) => one.textContent));
const SHAVER = '.piece[data-piece="Shaver"]';
const shaver = (page) => page.locator(SHAVER).first();

/** Shaver is picked and led into a lit hex, with the mouse or a finger. */
async function moves(page, touch) {
  const press = (one) => (touch ? one.tap() : one.click());
  const answered = async (act) => {
    const since = await entry(page);
    await act();
    await again(page);
    await happened(page, since);
    await settled(page);
  };
  await settled(page);
  const button = (words) => page.locator(".prompt .acts > .btn:not(.quiet)").filter({ hasText: words }).first();
  if (await button("Keep it").count()) await answered(() => press(button("Keep it")));
  await (touch ? tap(page, SHAVER) : shaver(page).click());
  await answered(() => press(button("Move Shaver")));
  await page.waitForSelector(".spot.reach");
  const before = await shaver(page).getAttribute("aria-label");
  const { x, y } = (await uncovered(page, ".spot.reach .hit"))[0];
  await answered(async () => {
    if (!touch) return page.mouse.click(x, y);
    await tap(page, { x, y });
    await page.locator(".prompt .acts .btn.primary").tap();
  });
  assert.notEqual(await shaver(page).getAttribute("aria-label"), before);
}

each(["desk", "phone"], "a table on an own map shows that map, and a click on it works", async (person, where) => {
  const touch = where === "phone";
  const page = await person(touch ? PHONE : {});
  const made = await sit(page, BOTH, { game: "shiloh", options: { map: OWN, steady_pace: "on" } });
  await mapIsThere(page);
  assert.match(await written(page), /Test Chapel/);
  assert.doesNotMatch(await written(page), /Shiloh Church/);
  const printed = await numbers(page);
  assert.ok(printed.includes("0104") && !printed.includes("0103"), "a hex the map has not is not drawn");
  await called(shaver(page), /0720 Test Field/);
  await moves(page, touch);
  // Its replay is on the same map, in either language.
  await page.goto(`${page.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  await mapIsThere(page);
  assert.match(await written(page), /Test Chapel/);
  await page.evaluate(() => localStorage.setItem("senki.lang", "ja"));
  await page.reload();
  await mapIsThere(page);
  assert.match(await written(page), /試しの礼拝堂/);
  // Another table is on the map of the game.
  await sit(page, BOTH, { game: "shiloh" });
  await page.waitForFunction(() => [...document.querySelectorAll("svg.map .place-name")].some((one) => /シャイロー教会/.test(one.textContent)));
  assert.ok((await numbers(page)).includes("0103"));
});

test("two scenarios on different sheets show their own numbers", async (person) => {
  const page = await person({}, sheets.base);
  for (const [scenario, here, other] of [["north", "N0720", "S4717"], ["south", "S4717", "N0720"]]) {
    await sit(page, BOTH, { game: "sheets", scenario, options: { steady_pace: "on" } });
    await page.waitForFunction((number) => [...document.querySelectorAll("svg.map .hex-number text")].some((one) => one.textContent === number), here);
    assert.ok(!(await numbers(page)).includes(other), "only the sheet in play prints its numbers");
    await called(shaver(page), new RegExp(here));
    await moves(page, false);
  }
});
