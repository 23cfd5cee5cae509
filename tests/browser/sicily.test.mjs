// Sicily in a real browser: the landing fought to its end by clicking, the large scenarios opened, refusals, odds and overlays.
import assert from "node:assert/strict";
import { again, amounts, changed, entry, happened, hexPoint, inSight, looks, over, PHONE, playOut, record, rest, saved, says, serious, settled, shows, sit, uncovered } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const BOTH = { allies: "me", axis: "me" };
/** The special stage of turn 1: 18/1 is to land at a held beach beside which its division stands; two battalions drop in turn 2. */
const LANDING = record("sicily");
const mapIsThere = (page) => page.waitForSelector("svg.map .place-name", { state: "attached" });
const buttons = (page) => page.locator(".prompt .acts > .btn:not(.quiet):not(.primary)");
const button = (page, words) => buttons(page).filter({ hasText: words }).first();
const spot = (hex) => `.spot.reach[data-at="${hex}"]`;
const piece = (id) => `.piece[data-piece="${id}"]`;

async function answered(page, act) {
  const since = await entry(page);
  await act();
  await again(page);
  await happened(page, since);
  await settled(page);
}

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
  const leaving = button(page, /^(Done|Pass|Stop|Keep|No |Hold|Leave)/);
  if (await leaving.count()) await leaving.click({ timeout: 3000 }).catch(() => undefined);
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
  for (const [what, pattern] of [["an opposed landing", /^land from 3726/], ["an attack", /^with /], ["a retreat", /^retreat/], ["an advance", /^advance/], ["a drop", /^reinforce/]])
    assert.ok(played.some((move) => pattern.test(move)), what);
  await says(page.locator(".result h3"), /wins/i);
  await page.waitForSelector(".verdict.good");
});
