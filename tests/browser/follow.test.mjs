// What the others did, followed in a real browser: played, stopped, stepped, skipped, staged, and shown again.
import assert from "node:assert/strict";
import { again, amounts, entry, happened, PHONE, record, rest, says, serious, settled, sitDown, shows, sit, tap, uncovered, until } from "./helpers.mjs";
import { test } from "./stage.mjs";

const staged = (page) => page.locator(".staged");
const button = (page, words) => page.locator(".prompt .acts > .btn", { hasText: words }).first();
const trails = (page) => page.locator(".trails .trail");
const camera = (page) => page.locator("svg.map > g").getAttribute("transform");
/** Where the board and what asks are on the screen. */
const boxes = (page) =>
  page.evaluate(() =>
    [".board", ".prompt"].map((which) => {
      const { x, y, width, height } = document.querySelector(which).getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join(" ");
    }),
  );
/** From now on a page notes what is told of fights: it does not last. */
const notes = (page) =>
  page.evaluate(() => {
    window.told = [];
    const look = () => {
      const prompt = document.querySelector(".prompt:has(.headline)");
      if (prompt) window.told.push({ beat: prompt.dataset.beat ?? "own", acts: Boolean(prompt.querySelector(".acts")), text: prompt.innerText });
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
/** What was noted of this kind that says so. */
const noted = async (page, beat, pattern) => {
  const all = await until(() => page.evaluate(() => window.told), (found) => found.some((one) => one.beat === beat && pattern.test(one.text)), (found) => `${beat}: ${pattern} is not in ${JSON.stringify(found)}`);
  return all.find((one) => one.beat === beat && pattern.test(one.text));
};
/** It is this page's turn, though it is still shown what led to it. */
const due = (page) => page.waitForFunction(() => document.title.startsWith("●"));

/** By the keyboard: of two questions that are answered in the same place a hand that rests there would not be heard so soon. */
async function choose(page, words) {
  const since = await entry(page);
  await button(page, words).press("Enter");
  await again(page);
  await happened(page, since);
}

/** Step by step to the end; what each step looked like. */
async function stepThrough(page, look) {
  const seen = [];
  for (let i = 0; i < 200 && (await staged(page).count()); i++) {
    seen.push(await look());
    const was = await page.locator(".staged .count").textContent();
    await page.keyboard.press(".");
    await page.waitForFunction((before) => document.querySelector(".staged .count")?.textContent !== before, was);
  }
  return seen;
}

test("the machine's turn is followed step by step; its trails stay until the own choice, and come again", async (person) => {
  const page = await person({ pace: "slow" });
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
  await settled(page);
  for (let i = 0; i < 5; i++) await page.keyboard.press("+");
  await rest(page);
  const stood = await camera(page);
  await choose(page, "Keep it");
  await choose(page, "End the phase");
  await settled(page);
  const asked = await boxes(page);
  await page.mouse.move(500, 400);
  const card = page.locator(".inspector");
  await shows(card);
  await button(page, "End the phase").press("Enter");
  await again(page);
  // While others are waited for, while it is shown what they did, and when it is asked again: nothing jumps.
  await page.waitForSelector(".prompt:not(:has(.acts))");
  assert.deepEqual(await boxes(page), asked, "waiting");
  await staged(page).waitFor();
  // The map goes by under a hand that rests: no card covers what is shown, until it stands still.
  await amounts(card, 0);
  await page.keyboard.press(" ");
  await shows(page.locator(".staged.still"));
  await shows(card);
  await due(page);
  // Stopped it stays where it is, and nothing can be chosen on a table seen as it was.
  await amounts(page.locator(".piece.selectable, .spot.reach, .prompt .acts"), 0);
  const seen = await stepThrough(page, async () => ({ boxes: await boxes(page), trails: await trails(page).count(), camera: await camera(page), entry: await entry(page) }));
  assert.ok(seen.length >= 4, `only ${seen.length} steps`);
  for (const one of seen) assert.deepEqual(one.boxes, asked, "while it is shown");
  assert.deepEqual([...seen].sort((a, b) => a.trails - b.trails || a.entry - b.entry), seen, "trails only grow, and so do the entries");
  assert.ok(seen.some((one) => one.camera !== stood), "what happens elsewhere is looked at");
  await settled(page);
  assert.deepEqual(await boxes(page), asked, "asked again");
  assert.equal(await camera(page), stood, "the map is where it was");
  const left = await trails(page).count();
  assert.ok(left >= 3, `${left} trails`);

  // A reload shows nothing again, but knows what happened.
  await page.reload();
  await settled(page);
  await amounts(staged(page), 0);
  await amounts(trails(page), left, "the log tells the trails");
  await choose(page, "Keep it");
  await amounts(trails(page), 0, "the own choice puts them away");
  await page.keyboard.press("b");
  await amounts(trails(page), left, "they come again");
  await page.locator(".zoom [aria-pressed=true]").click();
  await amounts(trails(page), 0);
});

test("an own fight is told while all can be chosen; what is shown can be skipped and hurried; a choice only ends it, and the pace is kept", async (person) => {
  const page = await person({ ...PHONE, pace: "slow", locale: "ja-JP" });
  // The South attacks Front Royal with two units and a 6, by which a battle may be chosen; nothing is rolled in it.
  const fight = record("fight");
  for (const [unit, from] of [["S1", "winchester"], ["S3", "strasburg"]]) fight.start.units[unit] = { town: "front_royal", came_by: from };
  const { id } = await sit(page, { south: "me", north: "machine:1" }, { record: fight, public: true });
  const watcher = await person({ pace: "slow" });
  await watcher.goto(`${watcher.base}#/table/${id}`);
  await shows(watcher.locator(".prompt"));
  await settled(page);
  const asked = await boxes(page);
  await page.locator(".prompt .seg button", { hasText: "戦闘" }).tap();
  const since = await entry(page);
  await page.locator('.spot.reach[data-at="front_royal"] .hit').tap({ force: true });
  await Promise.all([page, watcher].map(notes));
  await page.locator(".prompt .btn.primary").tap();
  await happened(page, since);
  const own = await noted(page, "own", /フロント・ローヤルの戦闘：南軍が攻撃\s+南軍2 対 北軍1\s+北軍の敗北\s+得点\+1\s+N3はマナッサス・ギャップへ退却/);
  // Dice say who is next; a flag stands before whoever is waited for.
  assert.ok(own.acts || own.text.startsWith("N"), "it holds up nothing");
  assert.deepEqual(await boxes(page), asked, "it takes no room");
  // Whoever watches is shown the same: first what decided it, then what it cost.
  await noted(watcher, "fight", /Battle at Front Royal: the South attacks\s+South 2 : North 1\s+North loses/);
  await noted(watcher, "loss", /Battle at Front Royal: the South attacks\s+South 2 : North 1\s+North loses\s+\+1 VP\s+N3 retreats to Manassas Gap/);
  const pass = async () => {
    for (let i = 0; i < 40; i++) {
      await page.waitForSelector(".staged, .prompt .acts.ending");
      // Stopped at once, it stays however long it is looked at.
      const stops = () => {
        const stop = document.querySelector(".staged:not(.still) .paced button");
        stop?.click();
        return Boolean(stop);
      };
      if (await page.evaluate(stops)) return;
      await page.keyboard.press("p");
      await page.waitForFunction(() => document.querySelector(".staged") || document.querySelector(".prompt .acts"));
    }
  };
  await pass();
  await due(page);
  assert.deepEqual(await boxes(page), asked, "a phone");
  await serious(page, "what others did");
  const at = (await uncovered(page, ".piece .hit"))[0];
  await tap(page, at);
  await settled(page);
  await amounts(staged(page), 0);
  await amounts(page.locator(".piece.selected"), 0, "the tap only ended it");

  await pass();
  await staged(page).locator("select").selectOption("fast");
  await page.locator(".staged button", { hasText: "飛ばす" }).tap();
  await settled(page);
  await page.reload();
  await settled(page);
  assert.equal(await page.evaluate(() => localStorage.getItem("senki.pace")), "fast");
});

test("a fight is staged for whoever plays or watches: who against whom, the sum, the dice, the result", async (person) => {
  const page = await person({ pace: "slow" });
  // The North is about to attack 1615.
  const made = await sit(page, { csa: "me", usa: "open" }, { game: "shiloh", public: true, record: record("shiloh"), upto: 253 });
  const [guest, watcher] = await Promise.all([person(), person({ pace: "slow" })]);
  await guest.goto(`${guest.base}#/table/${made.id}?side=usa`);
  await watcher.goto(`${watcher.base}#/table/${made.id}`);
  await sitDown(guest, "Nora");
  await settled(guest);
  await shows(watcher.locator(".prompt"));
  await guest.keyboard.press("o");
  await guest.locator("dialog .options .btn", { hasText: "1615" }).first().click();
  await guest.waitForSelector("dialog", { state: "detached" }).catch(() => undefined);
  await settled(guest);
  await button(guest, "Fight").click();
  await again(guest);
  await Promise.all([page, watcher].map(async (one) => {
    const fight = one.locator('.staged[data-beat="fight"]');
    await fight.waitFor();
    await one.keyboard.press(" ");
    await says(fight.locator("h2"), /attack 1615/);
    await says(fight.locator(".lines"), /\d+ : \d+, [+−±]\d+ \(column .+die [1-6]/s);
    await amounts(fight.locator(".die"), 1);
    const [, die] = /([1-6])$/.exec(await fight.locator(".die").getAttribute("aria-label"));
    await says(fight.locator(".lines"), new RegExp(`die ${die}\\b`), "the die that lies there");
    await shows(one.locator(".attacked"));
  }));
});

test("on a plane, too, a page that is opened anew knows what the others did", async (person) => {
  const page = await person();
  // Cornwallis's command has marched, and the Colonials are asked.
  await sit(page, { british: "machine:1", colonial: "me" }, { game: "monmouth", record: record("monmouth"), upto: 94 });
  await amounts(trails(page), 7);
  await page.reload();
  await amounts(trails(page), 7, "after a reload");
});
