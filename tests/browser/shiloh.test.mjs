// Shiloh in a real browser: units picked and led over hexes, and both days played by clicking.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browser, entry, happened, over, person, service, settled, sit, SHORT } from "./helpers.mjs";

let table;
let chrome;
before(async () => {
  table = await service();
  chrome = await browser();
});
after(async () => {
  await chrome?.close();
  await table?.end();
});

const buttons = (page) => page.locator(".prompt .acts > .btn:not(.quiet)");
const button = (page, words) => buttons(page).filter({ hasText: words }).first();
const piece = (page, id) => page.locator(`.piece[data-piece="${id}"]`).first();

async function answered(page, act) {
  const since = await entry(page);
  await act();
  await happened(page, since);
  await settled(page);
}

/** Keep the headquarters where it is, so that the Movement Phase is open. */
async function toMovement(page) {
  await settled(page);
  if (await button(page, "Keep it").count()) await answered(page, () => button(page, "Keep it").click());
}

test("a brigade is picked, its die is rolled, and where it can go is lit with its price", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
  await toMovement(page);
  await piece(page, "Shaver").click();
  await answered(page, () => button(page, "Move Shaver").click());
  await page.waitForSelector(".spot.reach");
  assert.match(await page.locator(".log").innerText(), /Movement die for Shaver: \d/);
  const lit = await page.locator(".spot.reach").count();
  assert.ok(lit > 5);
  const before = await piece(page, "Shaver").getAttribute("aria-label");
  await answered(page, () => page.locator(".spot.reach").last().click({ force: true }));
  assert.notEqual(await piece(page, "Shaver").getAttribute("aria-label"), before);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** One choice by the mouse: a lit hex, now and then a unit and what it may do, else a button. */
async function clickOnce(page) {
  const since = await entry(page);
  const lit = page.locator(".spot.reach");
  const units = page.locator(".piece.selectable");
  const [places, many, acts] = [await lit.count(), await units.count(), await buttons(page).count()];
  const quick = { timeout: 2000, force: true };
  if (places && Math.random() < 0.8) await lit.nth(Math.floor(Math.random() * places)).click(quick).catch(() => undefined);
  else if (many && (!acts || Math.random() < 0.15)) {
    await units.nth(Math.floor(Math.random() * many)).click(quick).catch(() => undefined);
    if ((await entry(page)) === since && (await buttons(page).count())) await buttons(page).first().click(quick).catch(() => undefined);
  } else if (acts) await buttons(page).nth(Math.random() < 0.85 ? 0 : Math.floor(Math.random() * acts)).click(quick).catch(() => undefined);
  await happened(page, since, 3000).catch(() => undefined);
}

test("both days are fought to the end by clicking", { timeout: 600_000, skip: SHORT }, async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
  for (let clicks = 0; !(await over(page)); clicks++) {
    assert.ok(clicks < 3000, "the game did not end");
    await settled(page);
    if (!(await over(page))) await clickOnce(page);
  }
  assert.match(await page.locator(".result h3").innerText(), /wins|draw/i);
  await page.waitForSelector(".verdict.good");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
