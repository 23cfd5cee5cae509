// A whole Shiloh day by a person's path: the South moves most of its units each turn and attacks where it is the stronger, and every click and key is counted.
import assert from "node:assert/strict";
import { entry, happened, over, settled, SHORT, sit } from "./helpers.mjs";
import { test } from "./stage.mjs";

/** The turns of the first day, or its first hours; clicks and keys that a turn may take on average. */
const TURNS = SHORT ? 2 : 8;
const MOST = 30;

/** What the page shows, as somebody sees it who looks at it. */
const seen = () => {
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const free = (one) => {
    const { x, y } = middle(one);
    const top = document.elementFromPoint(x, y);
    return Boolean(top?.closest("svg.map")) && !top.closest(".piece.selectable");
  };
  const spots = (which) => [...document.querySelectorAll(which)].filter((one) => free(one.querySelector(".hit"))).map((one) => ({ at: one.dataset.at, label: one.getAttribute("aria-label"), ...middle(one.querySelector(".hit")) }));
  const pieces = [...document.querySelectorAll("svg.map .piece")].map((one) => ({ id: one.dataset.piece, label: one.getAttribute("aria-label"), blue: Boolean(one.querySelector('[fill*="blue"]')), width: one.getBoundingClientRect().width, ...middle(one.querySelector(".inner")) }));
  const buttons = [...document.querySelectorAll(".prompt .acts .btn[data-act]:not([disabled])")].map((one) => ({ text: one.textContent.trim(), act: one.dataset.act, ...middle(one) }));
  const link = [...document.querySelectorAll(".stands .link:not([disabled])")].at(-1);
  const text = (which) => document.querySelector(which)?.textContent ?? "";
  return {
    turn: Number(text(".track .now b, .tracks b").match(/\d+/)?.[0]),
    asks: text(".prompt .words"),
    title: text(".prompt h2"),
    ways: spots(".spot.way"),
    lit: spots(".spot.reach"),
    pieces,
    buttons,
    stands: link ? middle(link) : null,
    picked: document.querySelector("svg.map .piece.selected")?.dataset.piece ?? document.querySelector(".pick[aria-pressed='true']")?.title ?? null,
    able: document.querySelector(".next-unit:not([disabled])") !== null,
    odds: [...document.querySelectorAll(".odds .sum b")].map((one) => one.textContent.trim()),
  };
};

const away = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const nearest = (list, to) => list.reduce((best, one) => (away(one, to) < away(best, to) ? one : best));

test(`the South plays ${TURNS} turns of Shiloh with at most ${MOST} clicks a turn`, { timeout: 1_800_000 }, async (person) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
  const counts = [];
  let clicks = 0;
  const act = async (press) => {
    const since = await entry(page);
    clicks += 1;
    await press();
    return since;
  };
  const key = (letter) => act(() => page.keyboard.press(letter));
  const click = ({ x, y }) =>
    act(async () => {
      await page.mouse.click(x, y);
      // A hand goes on to the next thing: one that rested would have to wait until it can have seen what came under it.
      await page.mouse.move(2, 2);
    });
  /** The page has taken over what was done, and whoever is asked is asked. */
  const done = async (since) => {
    await happened(page, since);
    await quiet(page);
  };
  let turn = 1;
  let passed = new Set();
  for (let step = 0; step < 2000; step++) {
    await settled(page);
    await quiet(page);
    if (await over(page)) {
      counts.push(clicks);
      break;
    }
    const now = await page.evaluate(seen);
    if (now.turn > turn) {
      counts.push(clicks);
      [clicks, turn, passed] = [0, now.turn, new Set()];
      if (turn > TURNS) break;
    }
    const button = (pattern) => now.buttons.find(({ act, text }) => pattern.test(act ?? text));
    // What may stand is answered for the whole game.
    if (now.stands) await done(await click(now.stands));
    else if (button(/^whole$/)) await done(await key("y"));
    else if (/Movement Phase/.test(now.asks) && button(/^end$/)) await moves(page, now, { key, click, done, passed });
    else if (button(/^fight$/)) await done(await click(button(/^fight$/)));
    else if (button(/^end$/)) {
      const target = await weaker(page, now.lit.filter(({ at }) => !passed.has(at)), passed);
      await done(target ? await click(target) : await key("p"));
    } else if (now.lit.length || now.buttons.length) {
      const since = await click(now.lit[0] ?? now.buttons[0]);
      // What throws dice is clicked twice, the second time where it was the first: nothing moves under the pointer.
      if (await page.locator(".prompt .btn.armed").count()) {
        const { x, y } = now.lit[0] ?? now.buttons[0];
        const under = await page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.closest(".armed, .spot, .piece") !== null, { x, y });
        assert.ok(under, "what was clicked once has moved away");
        await click({ x, y });
      }
      await done(since);
    } else await key("n");
  }
  console.log(`clicks and keys a turn: ${counts.join(", ")}`);
  const average = counts.reduce((sum, n) => sum + n, 0) / counts.length;
  assert.ok(counts.length >= TURNS || (await over(page)), `only ${counts.length} turns were played to their end`);
  assert.ok(average <= MOST, `${average.toFixed(1)} clicks a turn: ${counts.join(", ")}`);
});

/** Nothing is on its way, and no march goes on by itself. */
async function quiet(page) {
  for (let was = -1; ; ) {
    await page.waitForFunction(() => document.querySelector(".result") || (document.querySelector(".prompt .acts") && !document.querySelector(".prompt .acts .btn[disabled]:not(.primary)")));
    const at = await entry(page);
    if (at === was) return;
    was = at;
    await page.evaluate(() => new Promise((done) => setTimeout(done, 120)));
  }
}

/** The first of these that is weaker than its attackers: the odds are shown to whoever points at it. */
async function weaker(page, targets, passed) {
  for (const target of targets) {
    passed.add(target.at);
    await page.mouse.move(target.x, target.y);
    await page.waitForSelector(".odds .sum b");
    await page.waitForFunction((at) => document.querySelector(".odds")?.textContent.includes(at), target.at);
    const { odds } = await page.evaluate(seen);
    if (Number.parseFloat(odds[1].replace("−", "-")) >= 0) return target;
  }
  return null;
}

/** One unit of the Movement Phase: the next is taken, by itself once somebody has begun to go through them, and led towards the enemy; or the phase is ended. */
async function moves(page, before, { key, click, done, passed }) {
  if (!before.picked && !before.able) return done(await key("p"));
  if (!before.picked) await key("n");
  await page.waitForFunction(() => document.querySelector(".piece.selected, .pick[aria-pressed='true']"));
  await page.waitForFunction(() => document.querySelectorAll(".spot.way").length > 0, undefined, { timeout: 4000 }).catch(() => undefined);
  const now = await page.evaluate(seen);
  const me = now.pieces.find(({ id }) => id === now.picked);
  const foes = now.pieces.filter(({ blue }) => blue);
  if (passed.has(now.title)) return done(await key("p"));
  passed.add(now.title);
  const likely = now.ways.filter(({ label }) => !/([4-9]|1[0-2]) or more/.test(label));
  const faces = me && foes.length && away(nearest(foes, me), me) < 1.6 * me.width;
  // Whoever stands before the enemy stays, and so does whoever has nowhere to go: on to the next.
  if (faces || !likely.length) return void (await key("n"));
  const goal = foes.length && me ? nearest(foes, me) : { x: 700, y: 0 };
  await done(await click(nearest(likely, goal)));
}
