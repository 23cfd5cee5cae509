// What the browser tests share: the service on a free port with a database of its own, Chromium, and a player who clicks.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const require = createRequire(join(ROOT, "web", "package.json"));
const { chromium } = require("playwright-core");
export const AXE = require.resolve("axe-core/axe.min.js");

/** A whole game of Shiloh takes minutes: `make browser-long` plays it. */
export const SHORT = process.env.SENKI_LONG ? false : "make browser-long";

export const PATIENCE = 45_000;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** The service, with `stop` and `start` to see what a client does when it is away. */
export async function service() {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "senki-browser-"));
  const python = process.env.SENKI_PYTHON ?? join(ROOT, ".venv", "bin", "python");
  const base = `http://127.0.0.1:${port}/`;
  let child = null;
  async function start() {
    child = spawn(python, ["-m", "senki", "serve", "--port", String(port), "--workers", "1", "--db", `sqlite+aiosqlite:///${join(folder, "tables.db")}`], { cwd: ROOT, stdio: "ignore" });
    for (let i = 0; i < 600; i++) {
      const up = await fetch(`${base}healthz`).then((answer) => answer.ok, () => false);
      if (up) return;
      await new Promise((done) => setTimeout(done, 100));
    }
    throw new Error("the service did not start");
  }
  async function stop() {
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 5000);
    await ended;
    clearTimeout(late);
  }
  await start();
  return {
    base,
    start,
    stop,
    async end() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function browser() {
  return chromium.launch({ executablePath: process.env.SENKI_CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** A page of its own person; what goes wrong in it is kept. */
export async function person(chrome, base, options = {}) {
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  // Long enough for a machine that does other things as well: nothing here measures time.
  page.setDefaultTimeout(PATIENCE);
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text())) page.wrong.push(message.text());
  });
  await page.goto(base);
  await page.waitForSelector(".cover:not(.soon)");
  await page.waitForSelector(".bar .tool:not([disabled])");
  return page;
}

/** A table made over HTTP by this person; then their page is there. */
export async function sit(page, base, seats, more = {}) {
  const made = await page.evaluate(
    async (body) => (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json(),
    { game: "nano", seats, ...more },
  );
  await page.goto(`${base}#/table/${made.id}`);
  await page.waitForSelector(".prompt, .result", { state: "attached" });
  return made;
}

/** Where the middle of a hex is on the screen: hexes that are not lit are no elements. */
export async function hexPoint(page, game, id) {
  return page.evaluate(
    async ([key, hex]) => {
      const board = await (await fetch(`/api/${document.querySelector(".board").dataset.board}`)).json();
      const { x, y } = board.hexes.find((one) => one.id === hex);
      const at = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.map .world").getScreenCTM());
      return { x: at.x, y: at.y };
    },
    [game, id],
  );
}

/** Wait until what is read is right; if it never is, it is told what was read last. */
async function until(read, right, wrong) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const found = await read();
    if (right(found)) return found;
    if (Date.now() > end) throw new Error(wrong(found));
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** Wait until something says this. What is asked of the service comes a moment after the frame it is shown in. */
export const says = (locator, pattern, why = "it says otherwise") =>
  until(() => locator.evaluate((one) => one.innerText ?? one.textContent), (text) => pattern.test(text), (text) => `${why}: ${pattern} is not in “${text}”`);

/** Wait until something is called this. */
export const called = (locator, pattern) => until(() => locator.getAttribute("aria-label"), (name) => pattern.test(name), (name) => `${pattern} is not in “${name}”`);

/** Wait until there are so many. */
export const amounts = (locator, many, why = "another number") => until(() => locator.count(), (found) => found === many, (found) => `${why}: ${found}, not ${many}`);

/** Wait until there is one at least. */
export const shows = (locator, why = "it is not there") => until(() => locator.count(), (found) => found > 0, () => why);

export const mine = (page) => page.locator(".prompt .acts").count();
export const over = (page) => page.locator(".result").count();

/** Wait until somebody at this page may choose, or the game is over. */
export async function settled(page) {
  await page.waitForSelector(".prompt .acts, .result", { timeout: PATIENCE, state: "attached" });
}

/** The number of the last entry this page has taken over; it grows with everything that happens at the table. */
export const entry = (page) => page.evaluate(() => Number(document.querySelector(".table")?.dataset.entry ?? -1));

/** Wait until something has happened since an entry, or the game is over. */
export async function happened(page, since, timeout = PATIENCE) {
  await page.waitForFunction((n) => document.querySelector(".result") || Number(document.querySelector(".table").dataset.entry) !== n, since, { timeout });
}

/** One choice by the mouse: a piece and a lit place, or a button. */
export async function clickOnce(page, random = Math.random) {
  const before = await entry(page);
  const pieces = page.locator(".piece.selectable");
  const many = await pieces.count();
  const buttons = page.locator(".prompt .acts > .btn:not(.quiet):not(.primary)");
  if (many && (random() < 0.85 || !(await buttons.count()))) {
    if (!(await page.locator(".piece.selected").count())) await pieces.nth(Math.floor(random() * many)).click({ timeout: 2000, force: true }).catch(() => undefined);
    const places = page.locator(".spot.reach");
    const lit = await places.count();
    if (lit) await places.nth(Math.floor(random() * lit)).click({ timeout: 2000, force: true }).catch(() => undefined);
  } else if (await page.locator(".spot.reach").count()) await page.locator(".spot.reach").first().click({ force: true }).catch(() => undefined);
  else if (await buttons.count()) await buttons.first().click();
  // A click may have gone beside a counter that was just moving: whoever calls tries again.
  await happened(page, before, 3000).catch(() => undefined);
}

export async function clickToTheEnd(page, most = 900) {
  for (let i = 0; i < most; i++) {
    await settled(page);
    if (await over(page)) return i;
    await clickOnce(page);
  }
  throw new Error("the game did not end");
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Two frames on: what was measured has been drawn. */
export const rest = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Those of these whose middle does not show the board: it is covered, or off the screen. */
export const unseen = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return !document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.map");
      })
      .map((one) => one.closest("[data-at], [data-piece]")?.getAttribute("aria-label") ?? one.getAttribute("class")),
  );

/** The map led by a finger until a point of it, found anew by `where`, is well inside what nothing covers. */
export async function lead(page, where) {
  const line = await page.context().newCDPSession(page);
  const touch = (type, at) => line.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  for (let i = 0; i < 12; i++) {
    await rest(page);
    const { x, y } = await where();
    const free = await page.evaluate(() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      const sheet = document.querySelector(".table > .sheet")?.getBoundingClientRect();
      return { x: board.x, y: board.y, right: board.right, bottom: Math.min(board.bottom, sheet?.top ?? board.bottom) };
    });
    // A finger that goes less than 15 pixels has not moved: what is too near the edge is led well away from it.
    const into = (value, low, high) => (value < low + 30 ? low + 60 : value > high - 30 ? high - 60 : value) - value;
    const go = { x: into(x, free.x, free.right), y: into(y, free.y, free.bottom) };
    if (!go.x && !go.y) return { x, y };
    // From open ground, and no farther than there is room for a finger.
    const [start, end] = await page.evaluate(([f, by]) => {
      const within = (value, low, high) => Math.min(Math.max(value, low + 2), high - 2);
      const ways = [];
      for (let y = f.y + 10; y < f.bottom - 10; y += 10)
        for (let x = f.x + 10; x < f.right - 10; x += 10) {
          const under = document.elementFromPoint(x, y);
          if (under?.closest("svg.map") && !under.closest("[data-piece], [data-at]")) ways.push([{ x, y }, { x: within(x + by.x, f.x, f.right), y: within(y + by.y, f.y, f.bottom) }]);
        }
      const length = ([a, b]) => Math.hypot(a.x - b.x, a.y - b.y);
      return ways.reduce((longest, way) => (length(way) > length(longest) ? way : longest));
    }, [free, go]);
    await touch("touchStart", start);
    for (let step = 1; step <= 4; step++) await touch("touchMove", { x: start.x + ((end.x - start.x) * step) / 4, y: start.y + ((end.y - start.y) * step) / 4 });
    await touch("touchEnd");
  }
  throw new Error("the map could not be led there");
}

/** The middle of something on the screen. */
export const middleOf = (page, selector) =>
  page.locator(selector).first().evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
