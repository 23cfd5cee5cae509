// Shiloh in a real browser: units picked and led over hexes, and both days played by clicking.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { again, amounts, browser, entry, happened, hexPoint, over, person, says, service, settled, SHORT, sit } from "./helpers.mjs";

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
  await again(page);
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
  const [, die] = (await page.locator(".log").innerText()).match(/Movement die for Shaver: (\d)/);
  // Every pip opens a hex at least: clear ground and a road lie before him.
  assert.ok((await page.locator(".spot.reach").count()) >= Number(die));
  const before = await piece(page, "Shaver").getAttribute("aria-label");
  await answered(page, () => page.locator(".spot.reach").last().click({ force: true }));
  assert.notEqual(await piece(page, "Shaver").getAttribute("aria-label"), before);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a hex out of reach says why, with its clause, to the mouse and to a finger; L shows what is seen", async () => {
  for (const touch of [false, true]) {
    const page = await person(chrome, table.base, touch ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {});
    await sit(page, table.base, { csa: "me", usa: "machine:1" }, { game: "shiloh", options: { steady_pace: "on" } });
    await toMovement(page);
    const press = (locator) => (touch ? locator.tap() : locator.click());
    await press(piece(page, "Shaver"));
    await answered(page, () => press(button(page, "Move Shaver")));
    await page.waitForSelector(".spot.reach");
    // Out of reach, no enemy zone in between, and on the screen: a phone opens on few hexes.
    const hex = "0517";
    await amounts(page.locator(`.spot.reach[data-at="${hex}"]`), 0);
    const far = await hexPoint(page, "shiloh", hex);
    if (touch) await page.touchscreen.tap(far.x, far.y);
    else await page.mouse.move(far.x, far.y);
    const told = page.locator(touch ? ".why" : ".tip.placed");
    await told.waitFor();
    await says(told, new RegExp(`${hex}.*not possible[^]*SHI-4\\.3[^]*out of reach with \\d points?`));
    if (!touch) {
      await page.keyboard.press("l");
      await page.waitForSelector("path.seen", { state: "attached" });
      await amounts(page.locator(".overlays .on"), 1);
      await page.keyboard.press("l");
      await page.waitForSelector("path.seen", { state: "detached" });
    }
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test("an optional rule is set in the dialog, and the game is played by it", async () => {
  const page = await person(chrome, table.base);
  await page.locator("button.cover", { hasText: "Shiloh" }).click();
  const steady = page.locator("dialog .switches label", { hasText: "Steady pace" });
  await steady.locator("select").selectOption("on");
  await page.locator("dialog .seat-row select").nth(1).selectOption("machine:1");
  await page.locator("dialog .btn.primary").click();
  await page.waitForSelector(".prompt .acts");
  await page.locator('[role="tab"]').nth(2).click();
  await says(page.locator(".analysis .facts-of"), /Steady pace \(15\.1\)\s+on/);
  await toMovement(page);
  await page.locator('[role="tab"]').first().click();
  await piece(page, "Shaver").click();
  await answered(page, () => button(page, "Move Shaver").click());
  await page.waitForSelector(".spot.reach");
  assert.doesNotMatch(await page.locator(".log").innerText(), /Movement die for Shaver/, "the allowance is fixed, not rolled");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a map of one's own that is wrong is refused in the person's language, with its line", async () => {
  const page = await person(chrome, table.base, { locale: "ja-JP" });
  await page.locator("button.cover", { hasText: "シャイロー" }).click();
  await page.locator('dialog input[type="file"]').setInputFiles({ name: "wrong.hexes", mimeType: "text/plain", buffer: Buffer.from("no map at all\n") });
  await page.locator("dialog .btn.primary").click();
  await says(page.locator("dialog .error"), /このマップは使えません。\d+行\d+文字目：[ぁ-ん一-龥]/);
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
  await again(page);
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
  await says(page.locator(".result h3"), /wins|draw/i);
  await page.waitForSelector(".verdict.good");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
