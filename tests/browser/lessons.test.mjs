// Every lesson is played to its end by somebody who does what the coach points at, with the table's ordinary controls.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { PHONE, ROOT, SHORT, again, entry, happened, inSight, middleOf, posePoint, says, serious, shows, tap, uncovered, until } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const GAMES = join(ROOT, "senki", "games");
const LEARNED = readdirSync(GAMES).filter((key) => existsSync(join(GAMES, key, "lesson.toml")));
/** Each language and each size once; `make browser-long` goes all four ways. */
const SEATS = [
  ["desktop, English", {}],
  ["phone, Japanese", { ...PHONE, locale: "ja-JP" }],
  ...(SHORT ? [] : [["desktop, Japanese", { locale: "ja-JP" }], ["phone, English", PHONE]]),
];
const TRIES = 4;

const coach = (page) => page.locator(".coach");
const done = (page) => coach(page).locator(".btn.primary:not(.next)").count();
/** What the coach points at, and the sentence of the choice that is right. */
const asked = (page) =>
  coach(page).evaluate((card) => ({ pieces: card.dataset.pieces.split(" ").filter(Boolean), places: card.dataset.places.split(" ").filter(Boolean), wish: card.querySelector("em b")?.textContent.trim() ?? "" }));

/** A finger on a phone, the mouse elsewhere. */
const touch = (page, at) => (page.viewportSize().width < 720 ? tap(page, at) : page.mouse.click(at.x, at.y));

async function click(page, selector) {
  const [at] = await uncovered(page, selector);
  if (at) await touch(page, at);
  return Boolean(at);
}

/** The button that says so; what throws dice is clicked twice. */
async function pressed(page, where, wish) {
  const button = page.locator(`${where}:not(:disabled)`, { hasText: wish }).first();
  if (!wish || !(await button.count())) return false;
  await button.click();
  await again(page);
  return true;
}

/** The middle of something when the map has come to rest with it in sight: it goes where the coach points. */
async function resting(page, selector) {
  let at = await middleOf(page, selector);
  const went = async () => {
    const was = at;
    await page.waitForTimeout(60);
    at = await middleOf(page, selector);
    return (await page.evaluate(({ x, y }) => Boolean(document.elementFromPoint(x, y)?.closest("svg.map")), at)) ? Math.hypot(at.x - was.x, at.y - was.y) : Infinity;
  };
  await until(went, (far) => far < 0.1, (far) => `what the coach points at does not come to rest in sight: ${far}`);
  return at;
}

/** A unit, out of its stack if it lies in one, then a place, and what confirms it. */
async function placed(page, { pieces: [piece], places: [place], wish }) {
  const unit = `.piece.selectable[data-piece="${piece}"] .hit`;
  const target = `.spot.reach[data-at="${place}"] .hit`;
  const lit = place && (await page.locator(target).count());
  if (!lit && (await page.locator(unit).count()) && !(await click(page, unit))) {
    // A stack opens under a resting mouse, and to the first tap of a finger.
    const at = await resting(page, unit);
    await (page.viewportSize().width < 720 ? tap(page, at) : page.mouse.move(at.x, at.y));
    await inSight(page, unit);
    await click(page, unit);
  }
  if (!place || !(await click(page, target))) return false;
  await again(page);
  await pressed(page, ".prompt .acts .btn.primary", wish);
  return true;
}

/** On a plane: the block is taken up and squared up to the enemy, or sent to the pose that is shown; or it does what the coach names. */
async function posed(page, { pieces: [piece], places: [pose], wish }) {
  if (!(await page.locator(".plane-bar").count())) await click(page, `.piece[data-piece="${piece}"] .c-body`);
  await page.waitForSelector(".plane-bar");
  if (!pose) return pressed(page, ".plane-bar .btn", wish);
  const square = page.locator('.plane-bar [data-snap="contact"]');
  if (await square.count()) await square.click();
  else {
    const at = await posePoint(page, pose);
    await touch(page, at);
  }
  await page.locator(".plane-bar .deciding .btn.primary").click();
  return true;
}

/** By the list of all options. */
async function listed(page, { wish }) {
  await page.locator(".list-button").click();
  const button = page.locator("dialog .options .btn", { hasText: wish }).first();
  await button.click();
  await again(page);
  await page.keyboard.press("Escape");
}

/** Choices a page has sent. */
const sent = new WeakMap();
function listen(page) {
  sent.set(page, 0);
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => /"type":"play"/.test(String(payload)) && sent.set(page, sent.get(page) + 1)));
  return page;
}

/** Do what the coach asks for: what was sent is waited for, however busy the machine is; where nothing was, it is tried anew. */
async function doIt(page) {
  const since = await entry(page);
  const before = sent.get(page);
  for (let tries = 0; tries < TRIES && (await entry(page)) === since; tries++) {
    const now = await asked(page);
    const onPlane = await page.locator(".plane-tools").count();
    // A place that the coach asks for lies in sight, where a finger reaches it: the list is for what has none.
    if (tries >= TRIES / 2 && !now.places.length) await listed(page, now);
    else if (!(await pressed(page, ".prompt .acts > .btn", now.wish))) await (onPlane ? posed : placed)(page, now);
    await happened(page, since, 1000).catch(() => undefined);
    if (sent.get(page) > before) await happened(page, since);
  }
  assert.notEqual(await entry(page), since, `nothing came of “${(await asked(page)).wish}”`);
}

/** Read and do until nothing is left but the coach's goodbye; how many cards were read. */
async function lesson(page) {
  let read = 1;
  for (; !(await done(page)); read++) {
    const next = coach(page).locator(".next");
    if (await next.count()) await next.click();
    else await doIt(page);
    await shows(coach(page));
  }
  return read;
}

each(SEATS.map(([name]) => name), "every lesson, played to its end", async (person, name, t) => {
  const page = listen(await person(SEATS.find(([one]) => one === name)[1]));
  for (const key of LEARNED) {
    const since = Date.now();
    await page.locator(`.shelved[data-game="${key}"] .learn`).click();
    await page.waitForSelector(".coach");
    assert.match(await coach(page).locator(".num").textContent(), /^1 \/ 1\d$/);
    if (key === LEARNED[0]) await serious(page, `the coach, ${name}`, ".coach");
    const read = await lesson(page);
    const [number, of] = (await coach(page).locator(".num").textContent()).split(" / ");
    assert.equal(number, of);
    assert.ok(read >= Number(of), `${key}: ${read} of ${of} cards`);
    t.diagnostic(`${key}: ${read} cards in ${Date.now() - since} ms`);
    await page.evaluate(() => (location.hash = "/"));
  }
});

test("a lesson tells a wrong choice gently, is left and gone on with, and leads to a game", async (person) => {
  const page = listen(await person({ pace: "fast" }));
  await page.getByRole("button", { name: "Learn by playing" }).click();
  await page.waitForSelector(".coach .next");
  const table = page.url();
  while (await coach(page).locator(".next").count()) await coach(page).locator(".next").click();
  // Any other choice is not carried out: the coach says what is wanted.
  const since = await entry(page);
  await page.locator(".prompt .acts .btn", { hasText: "Pass" }).click();
  await says(coach(page), /cross the mountain first/);
  assert.equal(await entry(page), since);
  // What comes of the right one is shown, and the coach goes on after it.
  await page.evaluate(() => {
    window.meanwhile = [];
    new MutationObserver(() => document.querySelector(".staged") && window.meanwhile.push(document.querySelector(".coach")?.innerText ?? "")).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await doIt(page);
  await says(coach(page), /the gap is crossed/);
  const meanwhile = await page.evaluate(() => window.meanwhile);
  assert.ok(meanwhile.some((text) => /An action is one unit[^]*See what comes of it/.test(text)), meanwhile.join());
  assert.ok(!meanwhile.some((text) => /the gap is crossed/.test(text)), meanwhile.join());
  assert.equal(await coach(page).locator(".gently").count(), 0);
  // The clause opens the rulebook.
  await coach(page).locator(".cl").click();
  await shows(page.locator("#panel .scroll"), "the rulebook does not open");
  // Taken back, left and learned again: it goes on where it was.
  await page.keyboard.press("u");
  await says(coach(page), /An action is one unit/);
  await doIt(page);
  await says(coach(page), /the gap is crossed/);
  await page.evaluate(() => localStorage.setItem("senki.pace", "once"));
  await page.goto(page.base);
  await page.getByRole("button", { name: "Learn by playing" }).click();
  await says(coach(page), /the gap is crossed/);
  assert.equal(page.url(), table);
  await page.reload();
  await says(coach(page), /the gap is crossed/);
  await lesson(page);
  assert.equal(await coach(page).locator("a.btn").getAttribute("href"), "#/game/nano");
  await coach(page).locator(".btn.primary").click();
  await page.waitForSelector(".seat:has-text('Machine, level 1')");
  assert.notEqual(page.url(), table);
  assert.equal(await coach(page).count(), 0);
});
