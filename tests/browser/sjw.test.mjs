// Stonewall Jackson's Way in a real browser: every scenario on its own sheet, maps of one's own, the first turns of the large scenarios.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { answered, button, called, dice, entry, inSight, onHexes, rest, ROOT, says, settled, shows, sit, timeUpdates, uncovered } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const SHIPPED = readFileSync(join(ROOT, "senki", "games", "sjw", "map.hexes"), "utf8");
const BOTH = { csa: "me", usa: "me" };
const mapIsThere = (page) => page.waitForSelector("svg.map .place-name", { state: "attached" });
const written = async (page) => (await page.locator("svg.map .place-name").evaluateAll((all) => all.map((one) => one.textContent))).join(", ").replace(/\s+/g, " ");
const numbers = (page) => page.locator("svg.map .hex-number text").evaluateAll((all) => all.map((one) => one.textContent));
/** Leave it at that, by the keyboard: the next question may be answered in the same place, and no hand clicks so fast. */
const leave = async (page) => ((await page.locator(".acts.ending .end").count()) ? page.keyboard.press("p") : page.locator(".prompt .acts > .btn:not(.quiet)").last().press("Enter"));

/** Play on, leaders staying where they are, until a unit or a leader may act. */
async function toAction(page) {
  for (let i = 0; i < 12 && !(await button(page, /^Pass/).count()); i++) await answered(page, () => leave(page));
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

test("two moves that one screen cannot show are both told, and the map comes to rest", async (person) => {
  const page = await person();
  // The service says in one message that two units went to opposite ends of the map.
  let tell = () => undefined;
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const service = socket.connectToServer();
    service.onMessage((message) => {
      const said = JSON.parse(String(message));
      socket.send(message);
      if (said.type !== "table") return;
      const [one, other] = said.view.pieces.filter((piece) => piece.place && piece.side === "usa");
      const went = (piece, to) => ({ kind: "moved", unit: piece.id, origin: piece.place, to });
      const entry = { n: said.at + 1, side: "usa", events: [went(one, "0201"), went(other, "5756")] };
      tell = () => socket.send(JSON.stringify({ type: "moved", at: said.at, view: said.view, entries: [entry] }));
    });
  });
  await sit(page, { csa: "me", usa: "open" }, { game: "sjw", scenario: "rapidan_to_manassas" });
  await mapIsThere(page);
  await rest(page);
  tell();
  await page.waitForFunction(() => document.querySelectorAll(".trails path").length === 6);
});

test("before a march every hex shows the chance to reach it, and a click orders the whole of it; what ends the action stands apart", async (person) => {
  const page = await person();
  await sit(page, BOTH, { game: "sjw", scenario: "cedar_mountain" });
  await toAction(page);
  await inSight(page, ".piece.selectable .hit");
  const [{ x, y }] = await uncovered(page, ".piece.selectable .hit");
  await page.mouse.click(x, y);
  await page.waitForSelector(".spot.way", { state: "attached" });
  const chances = await page.locator(".chips .cnt").allTextContents();
  assert.ok(chances.includes("100") && chances.some((text) => Number(text) > 0 && Number(text) < 100), chances.slice(0, 6).join(" "));
  await says(page.locator(".acts.ending .end"), /^Pass · \d+ could act/);
  const unit = await page.locator(".piece.selected").first().getAttribute("data-piece");
  // A hex that is sure, and not the next one: the march, its dice and every step of it come of one click.
  const sure = await page.locator(".spot.way").evaluateAll((all) => all.map((one) => [one.dataset.at, one.getAttribute("aria-label")]).filter(([, name]) => /[2-9] MP: any roll/.test(name)));
  const goals = await Promise.all(sure.map(async ([at, name]) => ({ name: name.split(/[ ,]/)[0], spot: (await uncovered(page, `.spot.way[data-at="${at}"] .hit`))[0] })));
  const { name, spot } = goals.find(({ spot }) => spot);
  const since = await entry(page);
  await page.mouse.click(spot.x, spot.y);
  await called(page.locator(`.piece[data-piece="${unit}"]`).first(), new RegExp(name));
  assert.ok((await entry(page)) >= since + 3, "an order, its dice, and a step or more");
});

test("a whole retreat is proposed after a lost fight, and accepted by one key", async (person) => {
  const page = await person();
  const moves = ["done", "transfer usa_pope", "transfer usa_pope 1438", "done", "roll 5 1", "march csa_a_p_hill", "roll 6", "move 1152", "stand", "attack 1151", "evade", "roll 3"];
  await sit(page, BOTH, { game: "sjw", record: { format: 2, game: "sjw", rules: 1, scenario: "cedar_mountain", moves } });
  await settled(page);
  await says(page.locator(".btn.whole"), /As proposed: 1 RI → S1127 → S1126 → S1125 → S1124/);
  await page.keyboard.press("y");
  await called(page.locator('.piece[data-piece="usa_1_ri"]').first(), /at S1124/);
  await says(page.locator(".prompt"), /Confederacy: 1 point left/);
});

test("the joined map with all its counters opens cold and is redrawn; how long it took is printed", async (person, t) => {
  const maker = await person();
  const made = await sit(maker, { csa: "open", usa: "open" }, { game: "sjw", scenario: "rapidan_to_manassas" });
  await mapIsThere(maker);
  await rest(maker);
  const context = await maker.context().browser().newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = Date.now();
  await page.goto(`${maker.base}#/table/${made.id}`);
  await page.waitForSelector(".counters .piece");
  await page.waitForSelector("svg.map .place-name", { state: "attached" });
  t.diagnostic(`joined map, cold to board: ${Date.now() - began} ms`);
  await context.close();

  const player = await person();
  await timeUpdates(player);
  await player.reload();
  await sit(player, BOTH, { game: "sjw", scenario: "rapidan_to_manassas" });
  await mapIsThere(player);
  await toAction(player);
  await player.evaluate(() => (window.times = []));
  for (let i = 0; i < 12; i++) await answered(player, () => leave(player));
  const times = (await player.evaluate(() => window.times)).sort((a, b) => a - b);
  assert.ok(times.length >= 12, "the view was updated");
  t.diagnostic(`joined map, view update: median ${times[times.length >> 1].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms`);
});
