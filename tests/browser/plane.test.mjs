// The free plane in a real browser: blocks dragged by mouse and finger, turned, snapped, refused; ruler and line of sight.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { again, browser, over, person, ROOT, says, service, shows, sit } from "./helpers.mjs";

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

async function demo(options) {
  const page = await person(chrome, table.base, options);
  await page.goto(`${table.base}#/demo/plane`);
  await page.waitForSelector('.piece[data-piece="Wayne"] .c-body');
  return page;
}

/** The middle of a block on the screen. */
async function middle(page, id) {
  const box = await page.locator(`.piece[data-piece="${id}"] .c-body`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const option = (page) => page.locator(".sheet").getAttribute("data-option");
const judged = (page) => page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option);
const numbers = async (page) => (await option(page)).split(" ").slice(2).map(Number);

async function drag(page, from, to, steps = 8) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await page.mouse.up();
}

/** A finger, as the browser feels it. */
async function finger(page) {
  const line = await page.context().newCDPSession(page);
  const touch = (type, at) => line.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
  return {
    async drag(from, to, steps = 8) {
      await touch("touchStart", from);
      for (let i = 1; i <= steps; i++) await touch("touchMove", { x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps });
      // It rests before it lifts: a tap right after a fling would only stop it.
      await page.waitForTimeout(150);
      await touch("touchEnd");
      await page.waitForTimeout(350);
    },
  };
}

test("a mouse drags a block: cost, swept way, zones, confirm; the map stays where it is", async () => {
  const page = await demo();
  const transform = () => page.locator("svg.map > g").getAttribute("transform");
  const map = await transform();
  const from = await middle(page, "Wayne");
  await drag(page, from, { x: from.x + 260, y: from.y + 90 });
  await judged(page);
  assert.equal(await transform(), map, "dragging a block does not pan");
  await says(page.locator(".ledger .march"), /of 2464 yd/i);
  await shows(page.locator(".swept"), "the swept way is drawn");
  await shows(page.locator(".zone-command"), "the command range is drawn");
  await shows(page.locator(".own-zone"), "its own field goes with it");
  const [x, y] = await numbers(page);
  await page.getByRole("button", { name: /Confirm move/ }).click();
  await page.waitForSelector(".plane-bar", { state: "detached" });
  const now = await middle(page, "Wayne");
  assert.ok(Math.hypot(now.x - from.x - 260, now.y - from.y - 90) < 3, `${x} ${y} is where it was dropped`);
  // Where no block is, the same drag pans.
  await drag(page, { x: 700, y: 430 }, { x: 760, y: 470 });
  assert.notEqual(await transform(), map);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("handle, wheel and keys turn it; arrows move 22 yards, Shift is fine; Escape puts it back", async () => {
  const page = await demo();
  await page.mouse.click(...Object.values(await middle(page, "Wayne")));
  await page.waitForSelector(".turner");
  const start = [1620, 3500, 118];
  await page.keyboard.press("e");
  await judged(page);
  assert.deepEqual(await numbers(page), [start[0], start[1], start[2] + 5]);
  await page.keyboard.press("Shift+Q");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option?.endsWith("1598 3522 122"));
  const at = await middle(page, "Wayne");
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option?.endsWith(" 127"));
  const handle = await page.locator(".turner").boundingBox();
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  const ghost = await page.locator(".ghost .c-body").boundingBox();
  await drag(page, from, { x: ghost.x + ghost.width / 2 - 200, y: ghost.y + ghost.height / 2 });
  await page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option?.endsWith(" 270"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".sheet")?.dataset.option && document.querySelector(".plane-bar"));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".plane-bar", { state: "detached" });
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a refused pose says why beside the ghost and cannot be confirmed; snaps square up to contact", async () => {
  const page = await demo();
  const from = await middle(page, "Wayne");
  await drag(page, from, await middle(page, "Dragoons"));
  await page.waitForSelector(".plane-tip");
  await says(page.locator(".plane-tip"), /DEMO-2/);
  assert.ok(await page.getByRole("button", { name: /Confirm move/ }).isDisabled());
  await shows(page.locator(".ghost-edge.refused"));
  await page.keyboard.press("Enter");
  await shows(page.locator(".plane-bar"), "nothing was played");
  await page.getByRole("button", { name: /Square up/ }).click();
  await page.waitForSelector(".touched");
  await says(page.locator(".ledger"), /attacks Grenadiers/);
  await shows(page.locator(".zone.entered"));
  // Near a snap the block is drawn to it.
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".touched"));
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a click on open ground sends the block there; ruler and line of sight measure", async () => {
  const page = await demo();
  await page.mouse.click(...Object.values(await middle(page, "Militia")));
  await page.waitForSelector(".plane-bar");
  const from = await middle(page, "Militia");
  await page.mouse.click(from.x + 130, from.y - 20);
  await judged(page);
  const facing = (await numbers(page))[2];
  assert.ok(Math.abs(facing - 81) < 3, `${facing}° is the way it goes`);
  await page.keyboard.press("m");
  await drag(page, { x: 500, y: 600 }, { x: 700, y: 600 });
  await says(page.locator(".measured .plane-chip"), /^\d+ yd · \d\.\d\d in$/);
  await page.keyboard.press("l");
  await drag(page, { x: 450, y: 330 }, { x: 900, y: 420 });
  await page.waitForSelector(".measured.blocked");
  await drag(page, { x: 450, y: 600 }, { x: 600, y: 640 });
  await page.waitForFunction(() => /clear/.test(document.querySelector(".measured .plane-chip")?.textContent ?? ""));
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a finger drags and turns a block on a phone; everything to press is 44 px", async () => {
  const page = await demo({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const hand = await finger(page);
  const transform = await page.locator("svg.map > g").getAttribute("transform");
  const from = await middle(page, "Militia");
  await hand.drag(from, { x: from.x + 60, y: from.y });
  await judged(page);
  assert.equal(await page.locator("svg.map > g").getAttribute("transform"), transform);
  const before = await numbers(page);
  const handle = await page.locator(".turner").boundingBox();
  const grip = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  const ghost = await page.locator(".ghost .c-body").boundingBox();
  await hand.drag(grip, { x: ghost.x + ghost.width / 2 + 4, y: ghost.y - 40 });
  await page.waitForFunction(() => / (0|5|355)$/.test(document.querySelector(".sheet")?.dataset.option ?? ""));
  assert.ok(before[2] > 90 && before[2] < 150);
  const small = await page.evaluate(() => [...document.querySelectorAll(".plane-bar button, .plane-tools button")].map((b) => b.getBoundingClientRect()).filter((r) => r.height && (r.height < 43.5 || r.width < 43.5)).length);
  assert.equal(small, 0);
  await page.getByRole("button", { name: /Confirm move/ }).tap();
  await page.waitForSelector(".plane-bar", { state: "detached" });
  const now = await middle(page, "Militia");
  assert.ok(Math.hypot(now.x - from.x, now.y - from.y) > 40);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a game of Monmouth is replayed: blocks stand elsewhere later, turns and battles can be jumped to", async () => {
  const page = await person(chrome, table.base);
  const record = JSON.parse(readFileSync(join(ROOT, "tests", "browser", "monmouth.json"), "utf8"));
  const made = await sit(page, table.base, { colonial: "me", british: "me" }, { game: "monmouth", record, upto: 100 });
  await page.goto(`${table.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  const slider = page.locator('.slider input[type="range"]');
  assert.equal(await slider.getAttribute("max"), "100");
  const shown = (step) => page.waitForFunction((n) => document.querySelector(".where").textContent.includes(`step ${n} of 100`) && document.querySelector('.stage[aria-busy="false"]'), step);
  const grenadiers = () => page.locator('.piece[data-piece="grenadiers"]').evaluate((one) => one.style.transform);
  await slider.fill("70");
  await shown(70);
  const early = await grenadiers();
  await slider.fill("99");
  await shown(99);
  assert.notEqual(await grenadiers(), early, "the Grenadiers have marched");
  assert.match(early + (await grenadiers()), /rotate/);
  await slider.blur();
  await page.keyboard.press("ArrowRight");
  await shown(100);
  assert.ok((await page.locator(".log li").count()) > 40);
  await page.locator(".turn-mark").first().click();
  await page.waitForFunction(() => !document.querySelector(".where").textContent.includes("step 100 of 100"));
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** Choose the option of the list that reads so. */
async function fromTheList(page, words) {
  await page.locator(".list-button").click();
  await page.locator("dialog .options button").filter({ hasText: words }).first().click();
  await again(page);
}

test("hidden reserves: a block comes on with its HQ, another hides with it, and one marches out again", { timeout: 120_000 }, async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { colonial: "me", british: "me" }, { game: "monmouth", options: { hidden_reserves: "on" } });
  const press = (name) => page.locator(".prompt .btn").filter({ hasText: name }).first().click();
  const stands = (id) => page.waitForSelector(`.piece[data-piece="${id}"]`, { state: "attached" });
  const gone = (id) => page.waitForSelector(`.piece[data-piece="${id}"]`, { state: "detached" });
  await press(/Scott.*comes on in reserve/);
  await page.waitForFunction(() => !/Scott.*comes on/.test(document.querySelector(".prompt .acts").textContent));
  await fromTheList(page, /Lee rides[^]*2000$/);
  await stands("lee");
  await fromTheList(page, /Wayne.*acts/);
  await fromTheList(page, /Wayne.*enters/);
  await stands("wayne");
  await press(/End the activation/);
  await press(/Lee stays/);
  await fromTheList(page, /Wayne.*acts/);
  await page.waitForSelector(".plane-bar");
  await press(/Wayne.*goes into reserve/);
  await gone("wayne");
  await fromTheList(page, /Scott.*acts/);
  await fromTheList(page, /Scott.*yd/);
  await stands("scott");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** A repeatable die. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const state = (page) => page.evaluate(() => `${document.querySelectorAll(".log li").length} ${document.querySelector(".prompt h2")?.textContent} ${document.querySelector(".prompt p")?.textContent} ${document.querySelector(".prompt .acts")?.textContent}`);

/** Something has happened, or nothing does. */
async function changed(page, was) {
  for (let i = 0; i < 40; i++) {
    if ((await over(page)) || (await state(page)) !== was) return true;
    await page.waitForTimeout(50);
  }
  return false;
}

/** The middle of a block that may be taken up and that nothing covers, or nothing. */
async function uncovered(page, random) {
  const middles = await page.locator(".piece.selected .c-body, .piece.selectable .c-body").evaluateAll((all) =>
    all.flatMap((block) => {
      const { x, y, width, height } = block.getBoundingClientRect();
      const at = { x: x + width / 2, y: y + height / 2 };
      return document.elementFromPoint(at.x, at.y)?.closest(".piece") === block.closest(".piece") ? [at] : [];
    }),
  );
  return middles[Math.floor(random() * middles.length)];
}

/** A block is dragged this way and that until it may be put down: whether one was. */
async function dragSomething(page, random, hand, tally, was) {
  const turn = random() * 2 * Math.PI;
  for (let quarter = 0; quarter < 4; quarter++) {
    const from = await uncovered(page, random);
    if (!from) return false;
    const angle = turn + (quarter * Math.PI) / 2;
    const far = 20 + random() * 25;
    await hand(from, { x: from.x + far * Math.cos(angle), y: from.y + far * Math.sin(angle) });
    const judgement = () => (!document.querySelector(".plane-bar") ? "not to drag" : document.querySelector(".plane-bar .btn.primary:not(:disabled)") ? "may" : document.querySelector(".ledger .refusal") ? "may not" : "");
    const said = await page.waitForFunction(judgement, undefined, { timeout: 3000 }).then((handle) => handle.jsonValue(), () => "");
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

/** One choice at a table. Until enough blocks were dragged: drag one, or bring one into hand. Then press on to the end. */
async function choose(page, random, hand, tally) {
  const was = await state(page);
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

async function wholeGame(page, hand, press, seed) {
  const random = dice(seed);
  const tally = { dragged: 0, refused: 0, most: 8, press };
  const began = Date.now();
  for (let i = 0; i < 400; i++) {
    // The machine may take its time on a busy computer.
    await page.waitForSelector(".prompt .acts, .result", { timeout: 90_000, state: "attached" });
    if (await over(page)) return { ...tally, choices: i, seconds: (Date.now() - began) / 1000 };
    await choose(page, random, hand, tally);
  }
  throw new Error("the game did not end");
}

test("a whole game of Monmouth by the mouse against the machine", { timeout: 240_000 }, async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { colonial: "me", british: "machine:1" }, { game: "monmouth" });
  const played = await wholeGame(page, (from, to) => drag(page, from, to), (button) => button.click({ timeout: 3000 }), 5);
  console.log(played);
  assert.ok(played.dragged >= 3, "some blocks were dragged");
  await says(page.locator(".result h3"), /wins|draw/i);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("a whole game of Monmouth by touch on a phone", { timeout: 240_000 }, async () => {
  const page = await person(chrome, table.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await sit(page, table.base, { colonial: "me", british: "machine:1" }, { game: "monmouth" });
  const touch = await finger(page);
  const played = await wholeGame(page, (from, to) => touch.drag(from, to), (button) => button.tap({ timeout: 3000 }), 5);
  console.log(played);
  assert.ok(played.dragged >= 3, "some blocks were dragged");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
