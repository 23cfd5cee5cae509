// What every screen must keep: no serious finding of axe, little script, and boards that redraw fast.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { AXE, browser, clickOnce, person, ROOT, service, settled, sit } from "./helpers.mjs";

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

async function serious(page, where) {
  await page.evaluate(readFileSync(AXE, "utf8"));
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
  });
  assert.deepEqual(found, [], where);
}

test("axe finds nothing serious on any screen, in both themes and languages", async () => {
  for (const [lang, theme] of [["en", "light"], ["ja", "dark"]]) {
    const page = await person(chrome, `${table.base}?lang=${lang}&theme=${theme}`);
    await page.evaluate(([l, t]) => {
      localStorage.setItem("senki.lang", l);
      localStorage.setItem("senki.theme", t);
    }, [lang, theme]);
    await serious(page, `home ${lang} ${theme}`);
    const made = await sit(page, table.base, { south: "me", north: "me" });
    for (let i = 0; i < 6; i++) {
      await settled(page);
      await clickOnce(page, () => 0.1);
    }
    await settled(page);
    await page.locator(".piece.selectable").first().click().catch(() => undefined);
    await serious(page, `table ${lang} ${theme}`);
    for (const tab of [1, 2, 3]) {
      await page.locator('[role="tab"]').nth(tab).click();
      await serious(page, `tab ${tab} ${lang} ${theme}`);
    }
    await page.goto(`${table.base}#/replay/${made.id}`);
    await page.waitForSelector(".player");
    await serious(page, `replay ${lang} ${theme}`);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test("all script together is under 300 kB compressed", () => {
  const folder = join(ROOT, "senki", "table", "static", "assets");
  const total = readdirSync(folder).filter((name) => name.endsWith(".js")).reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
  assert.ok(total < 300_000, `${total} bytes`);
});

test("a table opens cold within two and a half seconds (the goal is one; the figure is printed)", async () => {
  const maker = await person(chrome, table.base);
  const made = await sit(maker, table.base, { south: "open", north: "open" });
  await maker.context().close();
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const began = Date.now();
  await page.goto(`${table.base}#/table/${made.id}`);
  await page.waitForSelector(".counters .piece");
  await page.waitForSelector(".ground [data-place]");
  const took = Date.now() - began;
  console.log(`cold to board: ${took} ms`);
  assert.ok(took < 2500, `${took} ms`);
  await context.close();
});

test("hexes: 3,500 of them with 300 pieces redraw within 50 ms", async () => {
  const page = await person(chrome, table.base);
  await page.goto(`${table.base}#/demo/hex`);
  await page.waitForSelector(".counters .piece");
  assert.equal(await page.locator(".counters .piece").count(), 300);
  const times = await page.evaluate(async () => {
    const button = document.querySelector("[data-step]");
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
    return times.sort((a, b) => a - b);
  });
  const median = times[6];
  console.log(`hex view update: median ${median.toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms`);
  assert.ok(median < 50, `${median} ms`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("plane: oriented blocks and a pose to choose", async () => {
  const page = await person(chrome, table.base);
  await page.goto(`${table.base}#/demo/plane`);
  await page.waitForSelector(".counters .piece");
  assert.equal(await page.locator(".counters .piece").count(), 10);
  const turned = await page.evaluate(() => new Set([...document.querySelectorAll(".piece")].map((p) => p.style.transform.match(/rotate\(([^)]*)/)?.[1])).size);
  assert.ok(turned > 5);
  assert.equal(await page.locator(".spot.reach").count(), 1);
  await page.context().close();
});
