// The log in a real browser: whole moves, folds, the position then, what was taken back; odds where one defends and where one would attack.
import assert from "node:assert/strict";
import { again, amounts, answered, button, entry, happened, logged, PHONE, record, says, serious, settled, shows, sit } from "./helpers.mjs";
import { test } from "./stage.mjs";

test("a move is one line with its price; turns and phases fold by click and by key; a line shows the position then, and Escape leads back", async (person) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "me" }, { game: "shiloh", options: { steady_pace: "on" } });
  await settled(page);
  if (await button(page, "Keep it").count()) await answered(page, () => button(page, "Keep it").click());
  await page.keyboard.press("o");
  await page.locator("dialog button", { hasText: /^Move Shaver/ }).first().click();
  await page.waitForSelector(".spot.reach");
  const stood = await page.locator('.piece[data-piece="Shaver"]').evaluate((one) => one.style.transform);
  const since = await entry(page);
  const far = page.locator(".spot.reach").last();
  await far.focus();
  await page.keyboard.press("Enter");
  await happened(page, since);
  const log = await logged(page);
  await says(log, /Shaver 0720 → \d{4}[^,]*, [\d½]+ MP\./, "the whole way in one line");
  assert.equal((await log.innerText()).match(/Shaver 0720 →/g).length, 1);
  await serious(page, "the log", ".side");
  // Folded and opened again.
  const phase = log.locator(".of-phase .fold").first();
  const lines = await log.locator("li:not(.head)").count();
  await phase.click();
  assert.equal(await phase.getAttribute("aria-expanded"), "false");
  await says(phase, /South moves.*1 move/);
  assert.ok((await log.locator("li:not(.head)").count()) < lines);
  await phase.focus();
  await page.keyboard.press("Enter");
  await amounts(log.locator("li:not(.head)"), lines);
  // The position before the move: the board shows it, nothing can be chosen, and what is now comes back.
  const moved = await page.locator('.piece[data-piece="Shaver"]').evaluate((one) => one.style.transform);
  assert.notEqual(moved, stood);
  await settled(page);
  const asked = await page.locator(".prompt h2").innerText();
  await log.locator(".told").first().click();
  await says(page.locator(".prompt.then"), /Position after/i);
  await page.waitForFunction((was) => document.querySelector('.piece[data-piece="Shaver"]').style.transform === was, stood);
  await amounts(page.locator(".prompt .acts, .spot.reach, .piece.selectable"), 0, "nothing of now is offered");
  const at = await entry(page);
  await page.keyboard.press("u");
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  await page.waitForSelector(".prompt .acts.ending");
  assert.equal(await entry(page), at, "no key has chosen anything");
  assert.equal(await page.locator(".prompt h2").innerText(), asked);
  assert.equal(await page.locator('.piece[data-piece="Shaver"]').evaluate((one) => one.style.transform), moved);
});

test("on a plane the odds of an attack come before it is confirmed, and the ledger says what makes up its cost", async (person) => {
  const page = await person();
  await sit(page, { british: "me", colonial: "me" }, { game: "monmouth", record: record("monmouth"), upto: 136 });
  await page.waitForSelector(".plane-bar");
  const before = await entry(page);
  const confirm = page.locator(".plane-bar .btn.primary");
  const judged = () => page.waitForFunction(() => document.querySelector(".ledger .price .sum") || document.querySelector(".ledger .refusal"));
  // From contact to contact, until one is allowed.
  for (let i = 0; i < 24 && (!(await page.locator(".ledger .contact").count()) || (await confirm.isDisabled())); i++) {
    await page.keyboard.press("c");
    await judged();
  }
  await says(page.locator(".odds"), /attacks/, "the odds of the attack in hand");
  await says(page.locator(".ledger .price"), /Advance of [\d,]+ yd[^]*MON-3\.2[^]*Cost in all/);
  const figures = await page.locator(".ledger .price b").allInnerTexts();
  const [sum, ...parts] = figures.map(Number).reverse();
  assert.ok(Math.abs(parts.reduce((a, b) => a + b, 0) - sum) <= parts.length, `${parts} make up ${sum}`);
  assert.equal(await entry(page), before, "nothing was played");
  // What was drawn while the game went on is what is drawn after a reload.
  const faces = () => page.evaluate(() => Object.fromEntries([...document.querySelectorAll(".piece")].map((one) => [one.dataset.piece, one.textContent])));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  const drawn = await faces();
  await page.reload();
  await page.waitForSelector(".plane-bar");
  assert.deepEqual(await faces(), drawn);
});

test("on a phone a block that can be dragged is in sight", async (person) => {
  const page = await person(PHONE);
  for (const upto of [30, 70]) {
    await sit(page, { british: "me", colonial: "me" }, { game: "monmouth", record: record("monmouth"), upto });
    await shows(page.locator(".piece.selectable .c-body"));
    await page.waitForFunction(() => [...document.querySelectorAll(".piece.selectable .c-body")].some((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.map");
    }));
  }
});
