// Shiloh in a real browser: units picked and led over hexes, optional rules, maps of one's own.
import assert from "node:assert/strict";
import { amounts, answered, button, hexPoint, logged, PHONE, says, settled, sit, tap, uncovered } from "./helpers.mjs";
import { test } from "./stage.mjs";

const piece = (page, id) => page.locator(`.piece[data-piece="${id}"]`).first();

/** Keep the headquarters where it is, so that the Movement Phase is open. */
async function toMovement(page) {
  await settled(page);
  if (await button(page, "Keep it").count()) await answered(page, () => button(page, "Keep it").click());
}

test("a brigade is picked, its die is rolled, and where it can go is lit with its price", async (person) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
  await toMovement(page);
  await piece(page, "Shaver").click();
  await answered(page, () => button(page, "Move Shaver").click());
  await page.waitForSelector(".spot.reach");
  const [, die] = (await (await logged(page)).textContent()).match(/Movement die for Shaver: (\d)/);
  // Every pip opens a hex at least: clear ground and a road lie before him.
  assert.ok((await page.locator(".spot.reach").count()) >= Number(die));
  const before = await piece(page, "Shaver").getAttribute("aria-label");
  const { x, y } = (await uncovered(page, ".spot.reach .hit")).at(-1);
  await answered(page, () => page.mouse.click(x, y));
  assert.notEqual(await piece(page, "Shaver").getAttribute("aria-label"), before);
});

test("a hex out of reach says why, with its clause, to the mouse and to a finger; L shows what is seen", async (person) => {
  for (const touch of [false, true]) {
    const page = await person(touch ? PHONE : {});
    await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh", options: { steady_pace: "on" } });
    await toMovement(page);
    const press = (locator) => (touch ? locator.tap() : locator.click());
    await (touch ? tap(page, '.piece[data-piece="Shaver"]') : piece(page, "Shaver").click());
    await answered(page, () => press(button(page, "Move Shaver")));
    await page.waitForSelector(".spot.reach");
    // Out of reach, no enemy zone in between, and in sight: a phone opens on few hexes, and what to see on the map is chosen in its corner.
    const hex = "0524";
    await amounts(page.locator(`.spot.reach[data-at="${hex}"]`), 0);
    const far = await hexPoint(page, hex);
    if (touch) await tap(page, far);
    else await page.mouse.move(far.x, far.y);
    const told = page.locator(touch ? ".why" : ".tip.placed");
    await told.waitFor();
    await says(told, new RegExp(`${hex}.*not possible[^]*SHI-4\\.3[^]*out of reach with \\d points?`));
    if (!touch) {
      await page.keyboard.press("l");
      await page.waitForSelector(".lit .region", { state: "attached" });
      await amounts(page.locator(".overlays .on"), 1);
      await page.keyboard.press("l");
      await page.waitForSelector(".lit .region", { state: "detached" });
    }
  }
});

test("an optional rule is set in the dialog, and the game is played by it", async (person) => {
  const page = await person();
  await page.locator(".cover", { hasText: "Shiloh" }).click();
  await page.locator(".opening .btn", { hasText: "New table" }).click();
  const steady = page.locator("dialog .switches label", { hasText: "Steady pace" });
  await steady.locator("select").selectOption("on");
  await page.locator("dialog .seat-row select").nth(1).selectOption("machine:1");
  await page.locator("dialog .btn.primary").click();
  await page.waitForSelector(".prompt .acts.ending");
  await page.locator("#tab-analysis").click();
  await says(page.locator(".analysis .facts-of"), /Steady pace \(15\.1\)\s+on/);
  await toMovement(page);
  await page.locator("#tab-log").click();
  await piece(page, "Shaver").click();
  await answered(page, () => button(page, "Move Shaver").click());
  await page.waitForSelector(".spot.reach");
  assert.doesNotMatch(await (await logged(page)).textContent(), /Movement die for Shaver/, "the allowance is fixed, not rolled");
});

test("a map of one's own that is wrong is refused in the person's language, with its line", async (person) => {
  const page = await person({ locale: "ja-JP" });
  await page.locator(".cover", { hasText: "シャイロー" }).click();
  await page.locator(".opening .btn", { hasText: "新しい卓" }).click();
  await page.locator('dialog input[type="file"]').setInputFiles({ name: "wrong.hexes", mimeType: "text/plain", buffer: Buffer.from("no map at all\n") });
  await page.locator("dialog .btn.primary").click();
  await says(page.locator("dialog .error"), /このマップは使えません。\d+行\d+文字目：[ぁ-ん一-龥]/);
});
