// Sicily in a real browser: the landing fought to its end by clicking, the large scenarios opened, refusals, odds and overlays.
import assert from "node:assert/strict";
import { again, amounts, answered, called, changed, hexPoint, inSight, looks, PHONE, playOut, record, rest, says, serious, settled, shows, sit, timeUpdates, uncovered } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const BOTH = { allies: "me", axis: "me" };
/** The special stage of turn 1: 18/1 is to land at a held beach beside which its division stands; two battalions drop in turn 2. */
const LANDING = record("sicily");
const mapIsThere = (page) => page.waitForSelector("svg.map .place-name", { state: "attached" });
const buttons = (page) => page.locator(".prompt .acts > .btn:not(.quiet):not(.primary)");
const button = (page, words) => buttons(page).filter({ hasText: words }).first();
const spot = (hex) => `.spot.reach[data-at="${hex}"]`;
const piece = (id) => `.piece[data-piece="${id}"]`;

/** A lit hex, or a unit that may be taken, is clicked where nothing covers it; what throws dice is clicked again. */
async function click(page, which) {
  await inSight(page, `${which} .hit`);
  const was = await page.evaluate(looks);
  const [at] = await uncovered(page, `${which} .hit`);
  if (at) await page.mouse.click(at.x, at.y);
  await again(page);
  await changed(page, was);
  await settled(page);
}

/** What the table has played so far, in its own notation. */
const moves = async (page) => {
  const id = page.url().split("/").at(-1);
  return page.evaluate(async (table) => (await (await fetch(`/api/tables/${table}/log?from=0`)).json()).entries.map(({ option }) => option ?? ""), id);
};

/** One choice of somebody who wants it over: leave it at that, else whatever is asked for. */
async function onwards(page) {
  const was = await page.evaluate(looks);
  const leaving = button(page, /^(Drop in the rain|Pass|Stop|Keep|No |Hold|Leave)/);
  // What ends a phase is left by its key: the next one may be ended in the same place, and no hand clicks so fast.
  if (await page.locator(".acts.ending .end").count()) await page.keyboard.press("p");
  else if (await leaving.count()) await leaving.click({ timeout: 3000 }).catch(() => undefined);
  else {
    const [places, acts, units] = [await uncovered(page, ".spot.reach .hit"), await uncovered(page, ".prompt .acts > .btn:not(.quiet):not(.primary):not(:disabled)"), await uncovered(page, ".piece.selectable .hit")];
    const at = places[0] ?? acts.at(-1) ?? units[0];
    if (at) await page.mouse.click(at.x, at.y);
    else await fromList(page);
  }
  await again(page);
  await changed(page, was);
}

/** What stands where nobody sees it is chosen from the list. */
async function fromList(page) {
  await page.locator(".list-button").click({ timeout: 3000 }).catch(() => undefined);
  await page.locator("dialog .options button").first().click({ timeout: 3000 }).catch(() => page.keyboard.press("Escape"));
}

test("the landing is fought to its end by clicking: an opposed landing, an attack by two hexes on one, a retreat, an advance, a drop", async (person, t) => {
  const page = await person();
  await sit(page, BOTH, { game: "sicily", record: LANDING });
  await mapIsThere(page);
  await settled(page);
  // The second wave: the beach is held, so it is asked from where it is attacked.
  await says(page.locator(".waiting"), /3725/);
  await click(page, spot("3725"));
  await click(page, spot("3726"));
  await says(page.locator(".log"), /18\/1[^]*SIC-4\.6/);
  // Nobody moves; the list of attacks asks for everybody beside the beach.
  await answered(page, () => button(page, "Done").click());
  await page.waitForSelector(".lit .attacked", { state: "attached" });
  await click(page, `${piece("us_18_1")}.selectable`);
  const done = async (verb) => (await moves(page)).some((move) => move.startsWith(verb));
  for (let i = 0; i < 12 && !(await done("retreat")); i++) await ((await page.locator(".spot.reach").count()) ? click(page, ".spot.reach") : onwards(page));
  for (let i = 0; i < 12 && !(await done("advance")); i++) {
    if (await page.locator(".spot.reach").count()) await click(page, ".spot.reach");
    else await ((await page.locator(".piece.selectable").count()) ? click(page, ".piece.selectable") : onwards(page));
  }
  // Then on to the end; where a drop is asked for, a lit hex is chosen.
  const choices = await playOut(page, () => onwards(page), 300);
  const played = await moves(page);
  t.diagnostic(`${choices} more choices; ${played.filter((move) => !/^roll|^chit/.test(move)).slice(0, 40).join(", ")}`);
  for (const [what, pattern] of [["an opposed landing", /^land from 3726/], ["an attack from the sea", /^with us_18_1/], ["and from the beach beside it", /^with us_(16|26)_1/], ["a retreat", /^retreat/], ["an advance", /^advance/], ["a drop", /^reinforce/]])
    assert.ok(played.some((move) => pattern.test(move)), what);
  await says(page.locator(".result h3"), /wins/i);
  await page.waitForSelector(".verdict.good");
});

test("the landing from its first step: the coast is drawn, battalions drop, regiments land, and the first movement is closed", async (person, t) => {
  const page = await person();
  await sit(page, BOTH, { game: "sicily", scenario: "landing" });
  await mapIsThere(page);
  let played = [];
  for (let i = 0; i < 40 && !played.includes("done"); i++) {
    await settled(page);
    await onwards(page);
    played = await moves(page);
  }
  t.diagnostic(played.filter((move) => !/^roll/.test(move)).join(", "));
  assert.ok(played.some((move) => /^coastal/.test(move)), "coastal regiments are drawn");
  assert.ok(played.includes("done"), "the movement is closed");
  await says(page.locator(".log"), /SIC-6\.8[^]*SIC-4\.4/, "drops and landings are told");
});

test("before an attack with undrawn chits its odds are told, and the columns it may be read in", async (person) => {
  const page = await person();
  await sit(page, BOTH, { game: "sicily", record: LANDING });
  await mapIsThere(page);
  await inSight(page, `${spot("3725")} .hit`);
  // The landing first: the chance of disruption on the beach and in the panel.
  const [beach] = await uncovered(page, `${spot("3725")} .hit`);
  await page.mouse.move(beach.x, beach.y);
  await says(page.locator(".odds"), /18\/1 lands in 3725[^]*SIC-4\.5[^]*Ashore in order[^]*67 %[^]*Disrupted[^]*33 %/);
  await click(page, spot("3725"));
  await click(page, spot("3726"));
  // A hex out of reach says why.
  await click(page, ".piece.selectable");
  const far = await hexPoint(page, "3522");
  await page.mouse.move(far.x, far.y);
  await page.waitForSelector(".tip.placed");
  await says(page.locator(".tip.placed"), /3522[^]*SIC-\d+\.\d+/);
  // It stays where it is after all. What ends the segment stands apart and says how many have not moved; a key takes the next of them.
  await answered(page, () => page.keyboard.press("u"));
  await says(page.locator(".acts.ending .end"), /^Done · \d+ not moved/);
  await page.keyboard.press("n");
  await page.waitForSelector(`${piece("us_16_1")}.selected`);
  // A hex two steps away is gone to by one click; taken back as it went.
  await inSight(page, '.spot.way[data-at="4026"] .hit');
  const [goal] = await uncovered(page, '.spot.way[data-at="4026"] .hit');
  await page.mouse.click(goal.x, goal.y);
  await called(page.locator(piece("us_16_1")).first(), /at 4026/);
  for (let i = 0; i < 6 && !/not moved/.test(await page.locator(".acts.ending .end").textContent()); i++) await answered(page, () => page.keyboard.press("u"));
  await page.keyboard.press("Escape");
  await answered(page, () => button(page, "Done").click());
  await inSight(page, `${piece("us_18_1")}.selectable .hit`);
  const [regiment] = await uncovered(page, `${piece("us_18_1")}.selectable .hit`);
  await page.mouse.move(regiment.x, regiment.y);
  await says(page.locator(".odds"), /no chit yet[^]*SIC-1\.9/);
  await amounts(page.locator(".columns li"), 11);
});

test("a phase that may not be closed yet says what has still to be done", async (person) => {
  const page = await person();
  const units = { de_1_hg: { hex: "3922" }, de_i_pz_hg: { hex: "3922" }, us_16_1: { hex: "3724", states: ["ashore"] } };
  await sit(page, BOTH, { game: "sicily", record: { ...LANDING, start: { scenario: "landing", turn: 1, side: "axis", special: true, units } } });
  await settled(page);
  await amounts(button(page, "Done"), 0);
  await amounts(page.locator(".duties li"), 2);
  await says(page.locator(".duties"), /1\/HG[^]*SIC-14\.2[^]*I\/Pz\/HG[^]*SIC-14\.2/);
});

test("overlays are drawn on the board, each with what it means", async (person) => {
  const page = await person();
  await sit(page, BOTH, { game: "sicily", record: LANDING });
  await mapIsThere(page);
  await amounts(page.locator(".overlays.on-board button"), 6);
  await page.keyboard.press("l");
  await says(page.locator(".board-legend"), /held by the enemy/);
  await shows(page.locator(".chips text", { hasText: "1" }), "the beach of 18/1");
  await page.keyboard.press("s");
  await page.waitForSelector(".fares.good", { state: "attached" });
  await says(page.locator(".board-legend"), /in supply[^]*out of supply[^]*isolated/);
  await page.keyboard.press("g");
  await page.waitForSelector(".lit .region", { state: "attached" });
  await page.keyboard.press("a");
  await page.waitForSelector(".lit .traced", { state: "attached" });
});

each(["campaign", "race"], "a large scenario opens on desktop and phone with its counters, and axe finds nothing", async (person, scenario, t) => {
  for (const size of [{}, PHONE]) {
    const page = await person(size);
    await sit(page, BOTH, { game: "sicily", scenario });
    await mapIsThere(page);
    await page.waitForSelector(".counters .piece");
    const there = await page.locator(".counters .piece").count();
    t.diagnostic(`${scenario}: ${there} counters on the map`);
    assert.ok(there > 50, `${there} counters`);
    await shows(page.locator('.counters .piece[data-piece^="de_"]'), "Germans");
    await serious(page, `${scenario} ${size.viewport ? "on a phone" : "on a desktop"}`);
  }
});

test("the whole island with all its counters opens cold and is redrawn; how long it took is printed", async (person, t) => {
  const maker = await person();
  const made = await sit(maker, { allies: "open", axis: "open" }, { game: "sicily", scenario: "race" });
  await mapIsThere(maker);
  await rest(maker);
  const context = await maker.context().browser().newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = Date.now();
  await page.goto(`${maker.base}#/table/${made.id}`);
  await page.waitForSelector(".counters .piece");
  await page.waitForSelector("svg.map .place-name", { state: "attached" });
  t.diagnostic(`the island, cold to board: ${Date.now() - began} ms`);
  await context.close();

  for (const scenario of ["race", "campaign"]) {
    const player = await person();
    await timeUpdates(player);
    await player.reload();
    await sit(player, BOTH, { game: "sicily", scenario });
    await mapIsThere(player);
    await settled(player);
    // The first picture of the map belongs to the opening.
    await rest(player);
    await player.evaluate(() => (window.times = []));
    for (let i = 0; i < 20 && (await player.evaluate(() => window.times.length)) < 12; i++) {
      // Nobody chooses before what he chooses from is drawn.
      await rest(player);
      await onwards(player);
    }
    const times = (await player.evaluate(() => window.times)).sort((a, b) => a - b);
    assert.ok(times.length >= 12, "the view was updated");
    t.diagnostic(`the island, ${scenario}, view update: median ${times[times.length >> 1].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms`);
  }
});
