// Whole games, all played at once: Nano by mouse and keyboard and against the clock, Monmouth by mouse and finger; with `make browser-long` Cedar Mountain and Shiloh by mouse.
import assert from "node:assert/strict";
import { describe } from "node:test";
import { again, changed, clickOnce, dice, drag, entry, finger, focusBy, happened, inSight, looks, onHexes, PHONE, playOut, saved, says, SHORT, sit, uncovered } from "./helpers.mjs";
import { test } from "./stage.mjs";

describe("whole games", { concurrency: true }, () => {
  test("a table set up in the dialog is played to its end by the mouse, and its dice are verified", async (person) => {
    const page = await person();
    const random = dice(3);
    await page.getByRole("button", { name: "New table" }).first().click();
    await page.locator(".seat-row select").nth(1).selectOption("machine:1");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.waitForSelector(".spot.reach");
    await playOut(page, () => clickOnce(page, random));
    await says(page.locator(".result h3"), /wins/);
    await page.waitForSelector(".verdict.good");
    await says(page.locator(".verdict"), /dice rolls verified/);
    // The same table waits on the home page, finished.
    await page.goto(page.base);
    await page.waitForSelector(".tables li a");
    await says(page.locator(".tables"), /wins/);
  });

  test("a whole game of Nano by keyboard alone", async (person) => {
    const page = await person();
    await sit(page, { south: "me", north: "machine:1" });
    await page.waitForSelector(".spot.reach");
    await playOut(page, (made) => byKeys(page, made));
  });

  test("a clock runs down and ends the game", async (person) => {
    const page = await person();
    await sit(page, { south: "me", north: "me" }, { clock: { initial: 10, increment: 0 } });
    await page.waitForSelector(".spot.reach");
    assert.deepEqual(await page.locator(".clock").allInnerTexts(), ["0:10", "0:10"]);
    const before = await entry(page);
    await page.locator('[data-at="luray"]').click();
    await happened(page, before);
    await page.waitForFunction(() => /^0:0[0-8]$/.test(document.querySelector(".clock").textContent));
    await page.waitForSelector(".result");
    await says(page.locator(".result"), /North wins[\s\S]*on time/);
    await says(page.locator(".log"), /South has run out of time/);
  });

  test("a whole game of Monmouth by the mouse against the machine", async (person, t) => {
    const page = await person();
    await playMonmouth(page, t, (from, to) => drag(page, from, to), (button) => button.click({ timeout: 3000 }));
    await says(page.locator(".result h3"), /wins|draw/i);
  });

  test("a game of Monmouth by touch on a phone: blocks are dragged; `make browser-long` plays it to its end", async (person, t) => {
    const page = await person({ ...PHONE, deviceScaleFactor: 2 });
    const touch = await finger(page);
    await playMonmouth(page, t, (from, to) => touch.drag(from, to), (button) => button.tap({ timeout: 3000 }), !SHORT);
  });

  test("Cedar Mountain, the first scenario of Stonewall Jackson's Way, is fought to its end by clicking", { skip: SHORT }, async (person, t) => {
    const page = await person();
    await sit(page, { csa: "me", usa: "machine:1" }, { game: "sjw", scenario: "cedar_mountain" });
    const random = dice(9);
    const clicks = await playOut(page, () => marching(page, random), 2500);
    await says(page.locator(".result h3"), /wins/i);
    await page.waitForSelector(".verdict.good");
    await page.getByRole("button", { name: "Menu" }).click();
    const { moves } = JSON.parse(await saved(page, () => page.getByRole("button", { name: "Save record" }).click()));
    const marches = moves.filter((move) => /^(march|activate) csa_/.test(move));
    t.diagnostic(`${clicks} clicks; ${marches.join(", ")}`);
    assert.ok(marches.length, "somebody has marched");
  });

  test("both days of Shiloh are fought to the end by clicking", { skip: SHORT }, async (person) => {
    const page = await person();
    await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
    const random = dice(7);
    await playOut(page, () => onHexes(page, random), 6000);
    await says(page.locator(".result h3"), /wins|draw/i);
    await page.waitForSelector(".verdict.good");
  });
});

/** One choice: Tab through the board to a unit, Enter, Tab to a lit place, Enter; now and then pass. */
async function byKeys(page, made) {
  const press = (key) => page.keyboard.press(key);
  const was = await page.evaluate(looks);
  if (made % 5 === 4 && (await page.locator(".acts > .btn kbd", { hasText: "P" }).count())) await press("p");
  else {
    await page.locator("svg.map").focus();
    const steps = 1 + (made % 3);
    if ((await page.locator(".piece.selectable").count()) && !(await page.locator(".piece.selected").count())) {
      await focusBy(page, (one) => one.classList.contains("selectable"), steps);
      await press("Enter");
    }
    await page.locator("svg.map").focus();
    if (await page.locator(".spot.reach").count()) {
      await focusBy(page, (one) => one.classList.contains("reach"), steps);
      await press("Enter");
      await again(page, () => press("Enter"));
    } else if (await page.locator(".acts > .btn").count()) await press("p");
  }
  await changed(page, was);
}

async function playMonmouth(page, t, hand, press, whole = true) {
  await sit(page, { colonial: "me", british: "machine:1" }, { game: "monmouth" });
  const random = dice(5);
  const tally = { dragged: 0, refused: 0, most: 8, press };
  const enough = () => !whole && tally.dragged === tally.most;
  const choices = await playOut(page, () => choose(page, random, hand, tally), 900, enough);
  t.diagnostic(`${choices} choices, ${tally.dragged} blocks dragged, ${tally.refused} refused`);
  assert.ok(tally.dragged >= 3, "some blocks were dragged");
}

/** One choice at a table. Until enough blocks were dragged: drag one, or bring one into hand. Then press on to the end. */
async function choose(page, random, hand, tally) {
  const was = await page.evaluate(looks);
  const eager = tally.dragged < tally.most;
  if (eager && (await dragSomething(page, random, hand, tally, was))) return;
  if (!(await fromList(page, random, tally, eager ? 1 : 0.55))) {
    const buttons = page.locator(".prompt .acts > .btn:not(.quiet):not(.primary):not(:disabled)");
    const many = await buttons.count();
    if (many) await tally.press(buttons.nth(many - 1)).catch(() => undefined);
  }
  await again(page, tally.press);
  await changed(page, was);
}

/** A block is dragged this way and that until it may be put down: whether one was. */
async function dragSomething(page, random, hand, tally, was) {
  const turn = random() * 2 * Math.PI;
  for (let quarter = 0; quarter < 4; quarter++) {
    const blocks = await uncovered(page, ".piece.selected .c-body, .piece.selectable .c-body");
    if (!blocks.length) return false;
    const from = blocks[Math.floor(random() * blocks.length)];
    const angle = turn + (quarter * Math.PI) / 2;
    const far = 20 + random() * 25;
    await hand(from, { x: from.x + far * Math.cos(angle), y: from.y + far * Math.sin(angle) });
    const judgement = () => (!document.querySelector(".plane-bar") ? "not to drag" : document.querySelector(".plane-bar .btn.primary:not(:disabled)") ? "may" : document.querySelector(".ledger .refusal") ? "may not" : "");
    const said = await page.waitForFunction(judgement, undefined, { timeout: 10_000 }).then((handle) => handle.jsonValue(), () => "");
    if (said === "not to drag") return false;
    if (said === "may") {
      await tally.press(page.getByRole("button", { name: /Confirm move/ })).catch(() => undefined);
      if (await changed(page, was)) {
        tally.dragged += 1;
        return true;
      }
    } else if (said) tally.refused += 1;
    await page.keyboard.press("Escape");
  }
  return false;
}

/** Now and then choose from the list of options, blocks that enter or act before all else: whether one was chosen. */
async function fromList(page, random, tally, often) {
  if (random() >= often) return false;
  const options = page.locator("dialog .options button");
  // An answer may come late and take the turn away: then there is nothing to choose from, and the next round looks anew.
  const opened = await page.locator(".list-button").click({ timeout: 2000 }).then(() => options.first().waitFor({ timeout: 2000 })).then(() => true, () => false);
  if (!opened) {
    await page.keyboard.press("Escape");
    return false;
  }
  const texts = await options.allInnerTexts();
  const coming = texts.flatMap((text, i) => (/enters|acts/.test(text) ? [i] : []));
  const from = coming.length ? coming : texts.map((_, i) => i);
  return tally.press(options.nth(from[Math.floor(random() * from.length)])).then(() => true, () => page.keyboard.press("Escape").then(() => false));
}

/** One choice by the mouse of somebody who likes to act: a lit hex, a unit and what it may do; now and then a pass. */
async function marching(page, random) {
  // Where a unit is asked for, one comes into sight: a large board is drawn a moment after its prompt, and comes back from where the enemy marched.
  if (/^Choose a unit/.test(await page.locator(".prompt h2").innerText())) await inSight(page, ".piece.selectable .hit");
  const was = await page.evaluate(looks);
  const any = (all) => all[Math.floor(random() * all.length)];
  const [places, units, acts] = [await uncovered(page, ".spot.reach .hit"), await uncovered(page, ".piece.selectable .hit"), await uncovered(page, ".prompt .acts > .btn:not(.quiet):not(:disabled)")];
  const eager = acts.filter(({ text }) => !/^(Pass|Done)/.test(text));
  const picked = await page.locator(".piece.selected").count();
  const act = any(eager.length && random() < 0.9 ? eager : acts);
  const unit = !picked && random() < 0.9 ? any(units) : undefined;
  const at = (places.length && random() < 0.85 ? any(places) : undefined) ?? unit ?? act ?? any(places) ?? any(units);
  if (at) await page.mouse.click(at.x, at.y);
  await again(page);
  await changed(page, was);
}
