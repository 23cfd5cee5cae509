// What every screen must keep: no serious finding of axe, and boards that redraw fast.
import assert from "node:assert/strict";
import { amounts, lead, middleOf, PHONE, record, serious, SHORT, sit, tap, unseen } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

/** Rest the pointer on a place, or lead the map to it with a finger and tap it, until something is told: it can be seen. */
async function point(page, size, id, told) {
  const spot = `[data-at="${id}"] .hit`;
  if (size === PHONE) await lead(page, () => middleOf(page, spot));
  assert.deepEqual(await unseen(page, spot), [], `${id} can be seen`);
  // On a busy machine the map may still be on its way to its place when it is tapped: whoever misses taps again.
  for (let tries = 0; tries < 10; tries++) {
    const at = await middleOf(page, spot);
    await (size === PHONE ? tap(page, at) : page.mouse.move(at.x, at.y));
    if (await page.waitForSelector(told, { timeout: 10_000 }).then(() => true, () => false)) return;
  }
  assert.fail(`${id} was pointed at and ${told} never seen`);
}

/** Each language, theme and size once; `make browser-long` goes more ways. */
const SCREENS = ["en light desktop", "ja dark phone", ...(SHORT ? [] : ["ja dark desktop", "en light phone"])];

each(SCREENS, "axe finds nothing serious on any screen", async (person, which) => {
  const [lang, theme, on] = which.split(" ");
  const size = on === "phone" ? PHONE : {};
  const page = await person(size);
  await page.evaluate(([l, t]) => {
    localStorage.setItem("senki.lang", l);
    localStorage.setItem("senki.theme", t);
  }, [lang, theme]);
  await page.reload();
  await page.waitForSelector(".cover:not(.soon)");
  await serious(page, `home ${which}`);
  const word = (en, ja) => (lang === "ja" ? ja : en);
  for (const [name, what] of [[word("New table", "新しい卓"), "new table"], [word("Join with a link", "リンクで参加"), "join by link"]]) {
    await page.locator(".hero").getByRole("button", { name, exact: true }).click();
    await page.waitForSelector("dialog[open]");
    await serious(page, `${what} ${which}`, "dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  }
  await page.locator(".bar .tool").nth(1).click();
  await page.waitForSelector("dialog[open]");
  await serious(page, `you ${which}`, "dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  const made = await sit(page, { south: "me", north: "me" }, { record: record("fight") });
  assert.deepEqual(await unseen(page, '[data-piece="S3"] .hit'), []);
  await page.locator('[data-piece="S3"]').click({ force: true });
  await page.waitForSelector(".spot.reach");
  await page.keyboard.press("z");
  await page.waitForSelector(".lit .threat", { state: "attached" });
  await serious(page, `table ${which}`);
  await point(page, size, "staunton", ".tip.placed, .why");
  await serious(page, `why not ${which}`);
  await point(page, size, "front_royal", ".odds");
  await serious(page, `odds ${which}`);
  await page.locator(".list-button").click();
  await page.waitForSelector("dialog[open]");
  await serious(page, `list ${which}`, "dialog[open]");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog[open]", { state: "detached" });
  // The menu, and the dialogs behind it: share, keys.
  for (const [name, what] of [[word("Share", "共有"), "share"], [word("Keys", "キー操作"), "keys"]]) {
    await page.locator('.bar [aria-haspopup="dialog"]').click();
    await page.waitForSelector("dialog[open] .menu");
    await serious(page, `menu ${which}`, "dialog[open]");
    await page.locator("dialog .item", { hasText: name }).click();
    await page.waitForSelector("dialog[open] :is(.form, .keys)");
    await serious(page, `${what} ${which}`, "dialog[open]");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  }
  await page.mouse.move(5, 5);
  await page.keyboard.press("r");
  await page.waitForSelector(".rulebook article");
  await serious(page, `rulebook ${which}`, ".side");
  for (const tab of [0, 1, 3, 4]) {
    await page.locator('[role="tab"]').nth(tab).click();
    await serious(page, `tab ${tab} ${which}`, ".side");
  }
  await page.goto(`${page.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  await serious(page, `replay ${which}`);
});

test("tracks of every length fit their bar on desktop, tablet and phone, in both languages", async (person) => {
  const tables = { nano: { south: "me", north: "me" }, shiloh: { csa: "me", usa: "me" }, monmouth: { british: "me", colonial: "me" } };
  for (const lang of ["en-GB", "ja-JP"]) {
    const page = await person({ locale: lang });
    for (const [game, seats] of Object.entries(tables)) {
      await sit(page, seats, { game });
      for (const [width, height] of [[1280, 800], [820, 1180], [390, 844]]) {
        await page.setViewportSize({ width, height });
        const beyond = await page.evaluate(() => {
          const bar = document.querySelector(".tracks").getBoundingClientRect();
          const parts = [...document.querySelectorAll(".track, .tracks .seg")].filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
          return parts.filter((box, i) => box.right > bar.right + 1 || (i && box.left < parts[i - 1].right)).length;
        });
        assert.equal(beyond, 0, `${game} ${lang} ${width}`);
      }
    }
  }
});

test("a table opens cold; how long it took is printed", async (person, t) => {
  const maker = await person();
  const made = await sit(maker, { south: "open", north: "open" });
  const context = await maker.context().browser().newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = Date.now();
  await page.goto(`${maker.base}#/table/${made.id}`);
  await page.waitForSelector(".counters .piece");
  await page.waitForSelector(".ground [data-place]");
  t.diagnostic(`cold to board: ${Date.now() - began} ms`);
  await context.close();
});

test("3,500 hexes with 300 pieces redraw; how long it took is printed", async (person, t) => {
  const page = await person();
  await page.goto(`${page.base}#/demo/hex`);
  await page.waitForSelector(".counters .piece");
  await amounts(page.locator(".counters .piece"), 300);
  const { times, moved } = await page.evaluate(async () => {
    const button = document.querySelector("[data-step]");
    const where = () => [...document.querySelectorAll(".piece")].map((p) => p.style.transform).join();
    const first = where();
    const times = [];
    for (let i = 0; i < 12; i++) {
      const began = performance.now();
      button.click();
      await Promise.resolve();
      await new Promise((done) => queueMicrotask(done));
      document.querySelector("svg.map").getBoundingClientRect();
      times.push(performance.now() - began);
      await new Promise((done) => requestAnimationFrame(done));
    }
    return { times: times.sort((a, b) => a - b), moved: where() !== first };
  });
  assert.ok(moved, "the view was updated");
  t.diagnostic(`hex view update: median ${times[6].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms`);
});

test("plane: oriented blocks, those that may be dragged marked", async (person) => {
  const page = await person();
  await page.goto(`${page.base}#/demo/plane`);
  await page.waitForSelector(".counters .piece");
  await amounts(page.locator(".counters .piece"), 11);
  const turned = await page.evaluate(() => new Set([...document.querySelectorAll(".piece")].map((p) => p.style.transform.match(/rotate\(([^)]*)/)?.[1])).size);
  assert.ok(turned > 5);
  await amounts(page.locator(".piece.selectable"), 5);
});
