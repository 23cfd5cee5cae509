// Reference one key away: tables with the rules' own figures, what is missing to win, and a card for whatever is pointed at.
import assert from "node:assert/strict";
import { hexPoint, PHONE, says, serious, settled, shows, sit, tap, until } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const SEATS = {
  nano: { south: "me", north: "me" },
  shiloh: { csa: "me", usa: "me" },
  monmouth: { british: "me", colonial: "me" },
  sjw: { csa: "me", usa: "me" },
  sicily: { allies: "me", axis: "me" },
};

each(Object.keys(SEATS), "tables and charts of every game, in both languages", async (person, game) => {
  const page = await person();
  await sit(page, SEATS[game], { game });
  await settled(page);
  // Every prompt carries its clause.
  await shows(page.locator(".prompt p a.cl"));
  await page.keyboard.press("i");
  await shows(page.locator(".aims li"));
  assert.match(await page.locator(".aims li").first().innerText(), /not yet|holds now/);
  for (const part of ["results", "terrain", "units"]) {
    await page.locator(`#look-${part}`).click();
    await shows(page.locator(part === "units" ? ".look-up section p" : ".look-up table tbody tr"));
    assert.equal(await page.locator(".look-up").evaluate((one) => /undefined|\{/.test(one.innerText)), false);
  }
  await serious(page, game, "dialog[open]");
  // A clause leads from the tables to the rulebook.
  await page.locator("#look-results").click();
  const clause = page.locator(".look-up h3 a.cl").first();
  const id = await clause.innerText();
  await clause.click();
  await shows(page.locator(`#panel >> text=${id}`));
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.getByRole("button", { name: "日本語" }).click();
  await page.keyboard.press("Escape");
  await page.locator(".bar").getByRole("button", { name: /図表/ }).click();
  await says(page.locator(".aims"), /未達成|達成中/);
});

test("a card says what the figures mean, what the ground costs, and who stands there", async (person) => {
  const page = await person();
  await sit(page, SEATS.shiloh, { game: "shiloh" });
  await settled(page);
  const card = page.locator(".inspector");
  await page.locator('[data-piece="Gladden"]').hover();
  await says(card, /combat factor/);
  await says(card, /morale/);
  const wood = await hexPoint(page, "0417");
  await page.mouse.move(wood.x, wood.y);
  await says(card, /Deep woods[\s\S]*Infantry\s+2[\s\S]*Artillery\s+—/);
  // What simply holds is said in words: the sign is the chart's.
  await says(card, /Attack halved: into, from clear · No zone · Blocks sight\s/);
  // It stands where it hides nothing of what it speaks of.
  const box = await card.boundingBox();
  assert.ok(wood.x < box.x || wood.x > box.x + box.width || wood.y < box.y || wood.y > box.y + box.height);
  const held = await hexPoint(page, "0320");
  await page.mouse.move(held.x - 27, held.y + 2);
  await says(card, /0320[\s\S]*Anderson/);
});

test("on a phone a tapped hex shows its card and stays in sight, and the tables open from the menu", async (person) => {
  const page = await person(PHONE);
  await sit(page, SEATS.shiloh, { game: "shiloh" });
  await settled(page);
  // Near the lower edge of the map: the card takes the room it stood in.
  const sheet = page.locator("div.sheet");
  const low = (await sheet.boundingBox()).y;
  const asked = "0523";
  assert.ok(low - (await hexPoint(page, asked)).y < 100, "the hex is not near the sheet");
  await tap(page, await hexPoint(page, asked));
  await says(page.locator(".inspected"), /Field|Light woods|Clear/);
  await until(async () => (await sheet.boundingBox()).y - (await hexPoint(page, asked)).y, (room) => room > 20, (room) => `the card hides the hex it speaks of: ${room}`);
  await shows(page.locator("path.region"));
  await page.locator(".bar").getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: /Tables and charts/ }).click();
  await shows(page.locator(".aims li"));
  await serious(page, "tables on a phone", "dialog[open]");
});
