// What the browser tests share: the service on a free port with a database of its own, Chromium, and a player who clicks.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const require = createRequire(join(ROOT, "web", "package.json"));
const { chromium } = require("playwright-core");
const AXE = require.resolve("axe-core/axe.min.js");

/** A whole game of a large one takes minutes: `make browser-long` plays it. */
export const SHORT = process.env.SENKI_LONG ? false : "make browser-long";

/** Nothing here measures time: this only ends what hangs, on a machine that does other things as well. */
export const PATIENCE = 120_000;
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A record of a game, kept beside the tests. */
export const record = (name) => JSON.parse(readFileSync(join(ROOT, "tests", "browser", `${name}.json`), "utf8"));

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

/** The service, with `stop` and `start` to see what a client does when it is away; with `games`, a folder of more of them. A public one has accounts and no haste: all come from one address. */
export async function service(games = "", isPublic = false, more = {}) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "senki-browser-"));
  const python = process.env.SENKI_PYTHON ?? join(ROOT, ".venv", "bin", "python");
  const base = `http://127.0.0.1:${port}/`;
  let child = null;
  async function start() {
    const prepared = [join(ROOT, "tests", "browser", "service.py"), ...(games ? ["--games", games] : []), ...(isPublic ? ["--unhurried"] : [])];
    const env = { ...process.env, ...(games ? { SENKI_PURE: "1" } : {}), ...more };
    child = spawn(python, [...prepared, "serve", "--port", String(port), "--workers", "1", ...(isPublic ? ["--public"] : []), "--db", `sqlite+aiosqlite:///${join(folder, "tables.db")}`], { cwd: ROOT, stdio: "ignore", env });
    const isUp = () => fetch(`${base}healthz`).then((answer) => answer.ok, () => child.exitCode !== null);
    await until(isUp, Boolean, () => "the service did not start");
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
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

/** Debian's Chromium, without windows where it is there, which costs a quarter less time; only what has windows shows notifications. */
const WINDOWS = process.env.SENKI_CHROMIUM ?? "/usr/bin/chromium";
const SHELL = process.env.SENKI_CHROMIUM ?? ["/usr/bin/chromium-headless-shell"].find(existsSync) ?? WINDOWS;
const CHROMIUM = { executablePath: SHELL, args: FLAGS };

/** A browser with windows of its own. */
export const windows = () => chromium.launch({ ...CHROMIUM, executablePath: WINDOWS });

/** A browser that several processes share. */
export const browserServer = () => chromium.launchServer(CHROMIUM);

/** The browser that is shared, or one of one's own. */
export const browser = () => (process.env.SENKI_BROWSER ? chromium.connect(process.env.SENKI_BROWSER) : chromium.launch(CHROMIUM));

/** A page of its own person, who looks at the home page of a service; what goes wrong in it is kept. What others do is there at once, unless another `pace` is wanted. */
export async function person(chrome, base, { pace = "once", number = 0, ...options } = {}) {
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", reducedMotion: "reduce", serviceWorkers: "block", ...options });
  await context.addInitScript((wanted) => localStorage.getItem("senki.pace") ?? localStorage.setItem("senki.pace", wanted), pace);
  // Their part in the dice: of each in a story another, and the same in every run.
  await context.addInitScript((part) => (crypto.getRandomValues = (bytes) => bytes.fill(part)), number);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.base = base;
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
export async function sit(page, seats, more = {}) {
  // All tests come from one address, which may have only a few records read at a time: whoever is told so comes again.
  const ask = () =>
    page.evaluate(
      async (body) => (await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json(),
      { game: "nano", seats, ...more },
    );
  const made = await until(ask, (answer) => answer.code !== "too_fast", () => "the service never had time for another table");
  assert.ok(made.id, JSON.stringify(made));
  await page.goto(`${page.base}#/table/${made.id}`);
  await page.waitForSelector(".prompt, .result", { state: "attached" });
  await laidOut(page);
  return made;
}

/** Take the seat that is offered, under a name. */
export async function sitDown(page, name) {
  await page.getByLabel(/Your name|あなたの名前/).fill(name);
  await page.getByRole("button", { name: /^(Sit down|着席する)$/ }).click();
  await page.waitForSelector("dialog", { state: "detached" });
}

/**
 * The map stands where it opens and is drawn: before, nothing of it is where it will be, and a finger meets nothing. Or it
 * is told that it did not come.
 */
export const laidOut = (page) => page.waitForSelector('svg.map[aria-busy="false"] > g[transform], .part-failed', { state: "attached" });

/** Where the middle of a hex is on the screen: hexes that are not lit are no elements. */
export async function hexPoint(page, id) {
  await laidOut(page);
  return page.evaluate(
    async (hex) => {
      const board = await (await fetch(`/api/${document.querySelector(".board").dataset.board}`)).json();
      const { x, y } = board.hexes.find((one) => one.id === hex);
      const at = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.map .world").getScreenCTM());
      return { x: at.x, y: at.y };
    },
    id,
  );
}

/** Where a pose of a plane is on the screen. */
export async function posePoint(page, pose) {
  await laidOut(page);
  return page.evaluate(
    async ([x, y]) => {
      const { field, frame } = await (await fetch(`/api/${document.querySelector(".board").dataset.board}`)).json();
      const scale = frame.width / field.width;
      const at = new DOMPoint(frame.x + x * scale, frame.y + frame.height - y * scale).matrixTransform(document.querySelector("svg.map .world").getScreenCTM());
      return { x: at.x, y: at.y };
    },
    pose.split(",").map(Number),
  );
}

/** Wait until what is read is right; if it never is, it is told what was read last. */
export async function until(read, right, wrong) {
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

export const mine = (page) => page.locator(".prompt .acts.ending").count();
export const over = (page) => page.locator(".result").count();

/** Wait until somebody at this page may choose, or the game is over. */
export async function settled(page) {
  await page.waitForSelector(".prompt .acts, .result", { timeout: PATIENCE, state: "attached" });
}

/** The log, with all that has happened: its lines come after the map. */
export async function logged(page) {
  await page.waitForSelector('.log[aria-busy="false"]', { timeout: PATIENCE, state: "attached" });
  return page.locator(".log");
}

/** The number of the last entry this page has taken over; it grows with everything that happens at the table. */
export const entry = (page) => page.evaluate(() => Number(document.querySelector(".table")?.dataset.entry ?? -1));

/** Wait until something has happened since an entry, or the game is over. */
export async function happened(page, since, timeout = PATIENCE) {
  await page.waitForFunction((n) => document.querySelector(".result") || Number(document.querySelector(".table").dataset.entry) !== n, since, { timeout, polling: 50 });
}

/** What a page shows of the game, in short; asked with what it was, whether it shows something else or the game is over. */
export const looks = (was) => {
  const text = (selector) => document.querySelector(selector)?.textContent;
  const ids = (selector) => [...document.querySelectorAll(selector)].map((one) => one.dataset.piece ?? one.dataset.at);
  const now = JSON.stringify([document.querySelector(".table")?.dataset.entry, text(".prompt h2"), text(".prompt p"), text(".prompt .acts"), ids(".piece.selected"), ids(".spot.reach")]);
  return was === undefined ? now : Boolean(document.querySelector(".result")) || now !== was;
};

/** Something has happened on the page, or nothing does: a click may go beside a counter that is just moving, and is tried again. */
export const changed = (page, was, timeout = 3000) => page.waitForFunction(looks, was, { timeout, polling: 50 }).then(() => true, () => false);

/** Where those of these can be clicked that nothing covers, if there are any; runs in the page. */
function clickable(which) {
  const found = [...document.querySelectorAll(which)].flatMap((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const at = { x: x + width / 2, y: y + height / 2, text: one.textContent.trim() };
    const top = document.elementFromPoint(at.x, at.y);
    const whole = (part) => part?.closest("[data-piece], [data-at]");
    // A counter that cannot be picked stands for the lit place it is in.
    const stands = one.closest(".spot.reach") && top?.closest(".piece:not(.selectable)");
    return one.contains(top) || stands || (whole(one) && whole(top) === whole(one)) ? [at] : [];
  });
  return found.length ? found : null;
}

/** Where those of these can be clicked that nothing covers. */
export const uncovered = async (page, selector) => (await page.evaluate(clickable, selector)) ?? [];

/** One of these has come into sight. */
export const inSight = (page, selector) => page.waitForFunction(clickable, selector);

/** A repeatable die. */
export function dice(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const pick = (list, random) => list[Math.floor(random() * list.length)];

async function press(page, at) {
  const was = await page.evaluate(looks);
  await page.mouse.click(at.x, at.y);
  await changed(page, was);
}

/** What throws dice waits for a second click, in the list of options if that is open. */
export async function again(page, press = (armed) => armed.click({ timeout: 3000 })) {
  const armed = page.locator(".btn:not([disabled])", { has: page.locator(".again") });
  if (await armed.count()) await press(armed.last()).catch(() => undefined);
}

const CHANCE = dice(1862);

/** One choice by the mouse: a piece and a lit place, or a button. */
export async function clickOnce(page, random = CHANCE) {
  const since = await entry(page);
  const acts = () => uncovered(page, ".prompt .acts > .btn:not(.quiet):not(.primary):not(:disabled)");
  const pieces = await uncovered(page, ".piece.selectable .hit");
  if (pieces.length && !(await page.locator(".piece.selected").count()) && (random() < 0.85 || !(await acts()).length)) await press(page, pick(pieces, random));
  if ((await over(page)) || (await entry(page)) !== since) return;
  const [places, buttons] = [await uncovered(page, ".spot.reach .hit"), await acts()];
  const at = places.length && (random() < 0.85 || !buttons.length) ? pick(places, random) : (pick(buttons, random) ?? pick(pieces, random));
  if (at) await press(page, at);
  const was = await page.evaluate(looks);
  await again(page, async (armed) => {
    await armed.click({ timeout: 3000 });
    await changed(page, was);
  });
}

/** One choice by the mouse: a lit hex, now and then a unit and what it may do, else a button. */
export async function onHexes(page, random) {
  const was = await page.evaluate(looks);
  const [places, units, acts] = [await uncovered(page, ".spot.reach .hit"), await uncovered(page, ".piece.selectable .hit"), await uncovered(page, ".prompt .acts > .btn:not(.quiet):not(:disabled)")];
  const any = (all) => all[Math.floor(random() * all.length)];
  const act = random() < 0.85 ? acts[0] : any(acts);
  const at = places.length && random() < 0.8 ? any(places) : random() < 0.15 ? (any(units) ?? act) : (act ?? any(units) ?? any(places));
  if (at) await page.mouse.click(at.x, at.y);
  await again(page);
  await changed(page, was);
}

/** What answers the question with these words. */
export const button = (page, words) => page.locator(".prompt .acts > .btn:not(.quiet)", { hasText: words }).first();

/** Answer, twice where dice are thrown; then whoever is asked next is asked. */
export async function answered(page, act) {
  const since = await entry(page);
  await act();
  await again(page);
  await happened(page, since);
  await settled(page);
}

/** Choices until the game is over, or until they are enough. */
export async function playOut(page, choose, most = 900, enough = () => false) {
  let [was, still] = ["", 0];
  for (let made = 0; made < most; made++) {
    await settled(page);
    if ((await over(page)) || enough()) return made;
    await choose(made);
    const now = await page.evaluate(looks);
    still = now === was ? still + 1 : 0;
    was = now;
    if (still === STILL) throw new Error(`nothing happens any more: ${now}; ${await page.evaluate(state)}`);
  }
  throw new Error("the game did not end");
}
/** So many choices without any effect are no bad luck. */
const STILL = 30;
/** What lies over the board, for a game that stands still. */
const state = () => [...document.querySelectorAll("dialog[open], .sheet, .drawer, .refused, .plane-bar")].map((one) => `${one.nodeName}.${one.className}: ${one.innerText.slice(0, 200)}`).join(" | ");

/** The mouse takes something along. */
export async function drag(page, from, to, steps = 8) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps });
  await page.mouse.up();
}

/** A finger that taps a point, or a thing on the board. By its own clock it lifts at once, however late a busy machine hears of it: no long press. */
export async function tap(page, at) {
  if (typeof at === "string") await page.locator(at).first().tap({ trial: true });
  const { x, y } = typeof at === "string" ? await middleOf(page, at) : at;
  const line = await page.context().newCDPSession(page);
  const timestamp = Date.now() / 1000;
  await Promise.all([
    line.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }], timestamp }),
    line.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], timestamp }),
  ]);
  await line.detach();
}

/** A finger, as the browser feels it. */
export async function finger(page) {
  const line = await page.context().newCDPSession(page);
  const touch = (type, at) => line.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [{ x: at.x, y: at.y }] : [] });
  return {
    async drag(from, to, steps = 8) {
      await touch("touchStart", from);
      for (let i = 1; i <= steps; i++) await touch("touchMove", { x: from.x + ((to.x - from.x) * i) / steps, y: from.y + ((to.y - from.y) * i) / steps });
      // It rests for some frames before it lifts: a tap right after a fling would only stop it.
      for (let i = 0; i < 4; i++) {
        await rest(page);
        await touch("touchMove", to);
      }
      await touch("touchEnd");
      await rest(page);
    },
  };
}

/** Press Tab until the focus is on the wanted kind for the n-th time. */
export async function focusBy(page, wanted, times = 1) {
  let seen = 0;
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press("Tab");
    const hit = await page.evaluate((is) => {
      const test = new Function(`return (${is})`)();
      return document.activeElement ? test(document.activeElement) : false;
    }, wanted.toString());
    if (hit && ++seen >= times) return;
    if (seen && !hit) return void (await page.keyboard.press("Shift+Tab"));
  }
}

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The text that a page gives to save. */
export async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return text(await download.createReadStream());
}

/** What axe finds on a page, or in a part of it, of these impacts. */
export async function audit(page, impacts, part = "html") {
  // A long row of counters is drawn part by part.
  await page.waitForFunction(() => !document.querySelector(".counters-row.coming"), undefined, { timeout: PATIENCE });
  // A page has it once; only a reload takes it away.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(readFileSync(AXE, "utf8"));
  return page.evaluate(async ([within, wanted]) => {
    // A counter cut by the edge of the board shows a part of its words: axe would hold the name it is called by against that part.
    const cut = [...document.querySelectorAll("svg.map .piece")].filter((piece) => {
      const [is, edge] = [piece.getBoundingClientRect(), piece.closest(".board").getBoundingClientRect()];
      const whole = is.left >= edge.left && is.right <= edge.right && is.top >= edge.top && is.bottom <= edge.bottom;
      return !whole && is.right > edge.left && is.left < edge.right && is.bottom > edge.top && is.top < edge.bottom;
    });
    const { violations } = await globalThis.axe.run({ include: [...document.querySelectorAll(within)], exclude: cut }, { resultTypes: ["violations"] });
    return violations.filter((v) => wanted.includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(" | ")}`);
  }, [part, impacts]);
}

/** No serious finding of axe, on the whole page or in a part of it: where only a dialog or a panel is new, the rest has been looked at. */
export const serious = async (page, where, part) => assert.deepEqual(await audit(page, ["serious", "critical"], part), [], where);

/** Two frames on: what was measured has been drawn. */
export const rest = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Those of these whose middle does not show the board: it is covered (a ruler covers it too, though one taps through it), or off the screen. Found and looked at in one go: a board drawn anew in between has none of them left. */
export const unseen = (page, selector) =>
  page.evaluate(
    (which) => {
      const rulers = [...document.querySelectorAll(".ruler")].map((one) => one.getBoundingClientRect());
      return [...document.querySelectorAll(which)]
        .filter((one) => {
          const box = one.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          return !document.elementFromPoint(x, y)?.closest("svg.map") || rulers.some((ruler) => x > ruler.left && x < ruler.right && y > ruler.top && y < ruler.bottom);
        })
        .map((one) => one.closest("[data-at], [data-piece]")?.getAttribute("aria-label") ?? one.getAttribute("class"));
    },
    selector,
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
      // A finger set down right beside a button is taken to mean the button.
      const buttons = [...document.querySelectorAll(".board button")].map((one) => one.getBoundingClientRect());
      for (let y = f.y + 10; y < f.bottom - 10; y += 10)
        for (let x = f.x + 10; x < f.right - 10; x += 10) {
          if (buttons.some((b) => x > b.left - 16 && x < b.right + 16 && y > b.top - 16 && y < b.bottom + 16)) continue;
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
export async function middleOf(page, selector) {
  const found = await page.waitForFunction((which) => {
    const one = document.querySelector(which);
    if (!one) return null;
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);
  return found.jsonValue();
}

/** Note in `window.times` how long each view takes from what the service sends to the board laid out: the message, all that follows it at once, and the layout. */
export const timeUpdates = (page) =>
  page.addInitScript(() => {
    window.times = [];
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...all) {
        super(...all);
        const isView = ({ data }) => String(data).includes('"pieces"');
        let since = 0;
        this.addEventListener("message", (event) => isView(event) && (since = performance.now()));
        // It is heard after the client's own, which has set its handler by then.
        const done = (event) => {
          if (!isView(event)) return;
          document.querySelector("svg.map")?.getBoundingClientRect();
          window.times.push(performance.now() - since);
        };
        queueMicrotask(() => this.addEventListener("message", done));
      }
    };
  });
