// Games looked at again and shown to others: replays, links to their steps, bookmarks, games in a frame; and what a page fetches before it is shown.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import { filesOf, FIRST, TABLES } from "../../web/size.mjs";
import { amounts, PHONE, record, ROOT, says, serious, settled, shows, sit, tap } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

/** From the next page on this browser never has an idle moment. */
const busy = (page) => page.addInitScript(() => (globalThis.requestIdleCallback = () => 0));

/** Somebody who comes to an address for the first time, whose browser never has an idle moment: the scripts it fetched until something is seen. */
async function fetched(page, address, seen) {
  const context = await page.context().browser().newContext();
  try {
    const fresh = await context.newPage();
    await busy(fresh);
    const scripts = new Set();
    fresh.on("request", (request) => request.resourceType() === "script" && scripts.add(basename(new URL(request.url()).pathname)));
    await fresh.goto(`${page.base}${address}`);
    await fresh.waitForSelector(seen, { state: "attached" });
    return [...scripts].filter((name) => name !== "first-paint.js" && !name.startsWith("milsymbol"));
  } finally {
    await context.close();
  }
}

const names = (chunks) => new Set([...filesOf(chunks)].map((file) => basename(file)));

test("pages fetch no more script than is counted before they are shown", async (person) => {
  const page = await person();
  assert.deepEqual((await fetched(page, "", ".cover:not(.soon)")).filter((name) => !names(FIRST).has(name)), []);
  for (const [game, board, seats] of [["nano", "graph", { south: "open", north: "open" }], ["shiloh", "hexes", { csa: "open", usa: "open" }], ["monmouth", "plane", { british: "open", colonial: "open" }]]) {
    const made = await sit(page, seats, { game });
    const counted = names(TABLES[board]);
    const scripts = await fetched(page, `#/table/${made.id}`, ".counters .piece");
    assert.deepEqual(scripts.filter((name) => !counted.has(name)), [], game);
    assert.equal(scripts.length, counted.size, `${game}: more is counted than is fetched`);
  }
});

each(["rulebook", "board"], "what does not come can be asked for again", async (person, what) => {
  const page = await person();
  await busy(page);
  await page.reload();
  const path = what === "board" ? /assets\/graph-/ : /assets\/Rulebook-/;
  await page.context().route(path, (route) => route.abort());
  await sit(page, { south: "me", north: "me" });
  if (what === "rulebook") {
    await settled(page);
    await page.getByRole("tab", { name: "Rulebook" }).click();
  }
  const failed = page.locator(".part-failed");
  await shows(failed);
  await page.context().unroute(path);
  await failed.getByRole("button").click();
  await page.waitForSelector(what === "board" ? ".counters .piece" : ".rulebook");
});

const NANO = JSON.parse(readFileSync(join(ROOT, "tests", "records", "nano", "1", "16.json"), "utf8"));
const NOBODY = { south: "machine:1", north: "machine:1" };

/** A replay is there, and shows the step it is at. */
const still = (page) => page.waitForSelector('.replay .stage[aria-busy="false"] .counters .piece');
const step = (page) => says(page.locator(".where"), /\d/).then((text) => Number(/(\d+) of|(\d+)手目|(\d+)\//.exec(text)?.slice(1).find(Boolean)));

test("the win graph leaves the whole map in sight", async (person) => {
  const page = await person();
  const made = await sit(page, { south: "me", north: "machine:1" }, { record: NANO });
  await page.goto(`${page.base}#/replay/${made.id}`);
  await still(page);
  const cut = () =>
    page.evaluate(() => {
      const board = document.querySelector(".board").getBoundingClientRect();
      return [...document.querySelectorAll("svg.map .ground [data-place]")].filter((place) => {
        const box = place.getBoundingClientRect();
        return box.top < board.top || box.bottom > board.bottom || box.left < board.left || box.right > board.right;
      }).length;
    });
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction((wide) => document.querySelector(".board").getBoundingClientRect().right <= wide, width);
    if (width === 1440) {
      await page.getByRole("button", { name: "Win probability" }).click();
      await page.waitForSelector(".win-label", { timeout: 120_000 });
    } else await page.waitForSelector(".win-label");
    await page.waitForFunction(() => document.querySelector(".player").getBoundingClientRect().top >= document.querySelector(".board").getBoundingClientRect().bottom - 1);
    assert.equal(await cut(), 0, `${width}`);
  }
});

each(["desk", "phone"], "a replay follows the units that move, and its stacks can be opened", async (person, where) => {
  const touch = where === "phone";
  const page = await person(touch ? PHONE : {});
  const made = await sit(page, { csa: "me", usa: "me" }, { game: "shiloh", record: record("shiloh"), upto: record("shiloh").moves.length - 1 });
  const { entries } = await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/log`)).json(), made.id);
  const moves = entries.filter((entry) => entry.events.some((event) => typeof event.origin === "string" && typeof event.to === "string"));
  assert.ok(moves.length > 4, "nothing moves in the record");
  await page.goto(`${page.base}#/replay/${made.id}?at=${moves[0].n - 1}`);
  await still(page);
  // Zoomed in, so that most of the map is out of sight.
  for (let i = 0; i < 3; i++) await page.keyboard.press("+");
  for (const move of [moves[0], moves[Math.floor(moves.length / 2)], moves.at(-1)]) {
    await page.goto(`${page.base}#/replay/${made.id}?at=${move.n}`);
    await still(page);
    const { to } = move.events.find((event) => typeof event.origin === "string" && typeof event.to === "string");
    const seen = await page.evaluate(async ([id, n, hex]) => {
      const view = await (await fetch(`/api/tables/${id}/view?at=${n}`)).json();
      return view.pieces.filter((piece) => piece.place === hex).map((piece) => piece.id);
    }, [made.id, move.n, to]);
    if (seen.length) await page.waitForFunction((ids) => ids.some((id) => {
      const box = document.querySelector(`.counters [data-piece="${id}"] .hit`)?.getBoundingClientRect();
      return box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("svg.map");
    }), seen);
  }
  // A stack whose counters lie over each other lies open after a click or a tap.
  await page.goto(`${page.base}#/replay/${made.id}?at=0`);
  await page.reload();
  await still(page);
  const stack = await page.waitForFunction(() => {
    const top = new Map();
    for (const piece of document.querySelectorAll(".counters .piece[data-piece]")) {
      const box = piece.querySelector(".hit")?.getBoundingClientRect();
      if (!box || document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest("[data-piece]") !== piece) continue;
      top.set(piece.dataset.piece, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    }
    return top.size ? [...top] : null;
  });
  const shown = new Map(await stack.jsonValue());
  const piles = await page.evaluate(async (id) => {
    const view = await (await fetch(`/api/tables/${id}/view?at=0`)).json();
    const found = new Map();
    for (const { id: piece, place } of view.pieces) if (place) found.set(place, [...(found.get(place) ?? []), piece]);
    return [...found.values()].filter((pieces) => pieces.length > 1);
  }, made.id);
  const pile = piles.find((pieces) => pieces.some((one) => shown.has(one)));
  assert.ok(pile, "no stack is in sight");
  const at = shown.get(pile.find((one) => shown.has(one)));
  if (touch) await tap(page, at);
  else await page.mouse.click(at.x, at.y);
  await page.waitForFunction((ids) => {
    const spots = ids.map((id) => document.querySelector(`.counters [data-piece="${id}"]`)?.getBoundingClientRect());
    return spots.every((a, i) => a && spots.every((b, j) => i === j || Math.hypot(a.x - b.x, a.y - b.y) > 0.6 * Math.min(a.width, a.height)));
  }, pile);
});

each(["desk", "phone"], "a step is shared by its link, kept under a name, and found again", async (person, where) => {
  const page = await person(where === "phone" ? PHONE : {});
  const made = await sit(page, NOBODY, { record: NANO });
  const numbers = (await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/log`)).json(), made.id)).entries.map((entry) => entry.n);
  const n = numbers[12];
  await page.goto(`${page.base}#/replay/${made.id}?at=${n}`);
  await still(page);
  assert.equal(await step(page), 12);
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((n) => location.hash.endsWith(`?at=${n}`), numbers[13]);
  await page.locator(".tool.share").click();
  const dialog = page.locator("dialog[open]");
  assert.equal(await dialog.getByLabel("Link to this position").inputValue(), `${page.base}#/replay/${made.id}?at=${numbers[13]}`);
  await dialog.getByLabel("Name of the bookmark").fill("The crossing");
  await dialog.getByRole("button", { name: "Bookmark this step" }).click();
  await shows(dialog.getByRole("link", { name: "The crossing" }));
  await serious(page, `sharing on a ${where}`);
  await page.keyboard.press("Escape");
  // Another page, another day: it is on the home page and leads back.
  await page.goto(page.base);
  await page.reload();
  await page.getByRole("link", { name: /The crossing/ }).click();
  await still(page);
  assert.equal(await step(page), 13);
  await page.goto(page.base);
  await page.getByRole("button", { name: "Remove “The crossing”" }).click();
  await amounts(page.getByRole("link", { name: /The crossing/ }), 0);
});

test("a finished game is shown on another site, and nothing else is", async (person, t) => {
  const page = await person();
  const made = await sit(page, NOBODY, { record: NANO });
  await page.goto(`${page.base}#/replay/${made.id}`);
  await still(page);
  await page.locator(".tool.share").click();
  const code = await page.locator("dialog[open]").getByLabel("Code for another web page").inputValue();
  const asked = [];
  page.on("request", (request) => request.frame() !== page.mainFrame() && asked.push(request));
  // The site of somebody else has another name and another port than the service.
  let body = code;
  const club = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(`<!doctype html><title>A club</title><body style="width:420px">${body}</body>`));
  await new Promise((done) => club.listen(0, "127.0.0.1", done));
  t.after(() => club.close());
  const elsewhere = `http://localhost:${club.address().port}/`;
  await page.goto(elsewhere);
  const frame = page.frameLocator("iframe");
  await frame.locator(".counters .piece").first().waitFor({ state: "attached" });
  await frame.getByRole("button", { name: "To the end" }).click();
  await says(frame.locator(".where"), /(\d+) of \1|(\d+) \/ \2/);
  assert.ok(await frame.locator("body").evaluate((body) => body.scrollWidth <= body.clientWidth), "it fits a narrow frame");
  for (const request of asked) assert.equal((await request.allHeaders()).cookie, undefined, request.url());
  assert.ok(asked.some((request) => request.url().includes("/api/embed/")) && !asked.some((request) => /\/api\/(tables|me)\b/.test(request.url())));
  await amounts(frame.locator("a[href*='#/table'], .prompt, .seats"), 0);
  // Neither the table nor the replay itself can be framed.
  // What goes wrong in the page that stands for a refused one is not ours.
  for (const trouble of ["console", "pageerror"]) page.removeAllListeners(trouble);
  body = `<iframe src="${page.base}#/replay/${made.id}"></iframe>`;
  await page.reload();
  await page.waitForFunction(() => document.querySelector("iframe"));
  await page.waitForLoadState();
  assert.equal(await page.frameLocator("iframe").locator("#app").count(), 0);
  page.wrong = page.wrong.filter((text) => !/localStorage/.test(text));
});

each([390, 900], "overlays can be shown at every width", async (person, width) => {
  const page = await person({ viewport: { width, height: 844 } });
  await sit(page, { south: "me", north: "me" }, { record: record("fight") });
  await settled(page);
  await page.locator(".overlay-keys").getByRole("button", { name: "Threats" }).click();
  await page.waitForSelector(".lit .threat", { state: "attached" });
});

test("a map that was drawn is there again, and can be played", async (person) => {
  const page = await person();
  await page.goto(`${page.base}#/workshop/shiloh`);
  await page.waitForSelector('[data-status="good"]');
  const text = page.locator("[data-text]");
  const shipped = await text.inputValue();
  const own = shipped.replace("Shiloh Church | シャイロー教会", "Test Chapel | 試しの礼拝堂");
  await text.fill(own);
  await page.waitForSelector('[data-draft="kept"]');
  await page.goto(page.base);
  await page.waitForSelector(".cover:not(.soon)");
  await page.reload();
  await page.goto(`${page.base}#/workshop/shiloh`);
  await page.waitForSelector('[data-status="good"]');
  await page.waitForFunction((mine) => document.querySelector("[data-text]").value === mine, own);
  await page.locator("[data-play]").click();
  await page.locator("dialog[open]").getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector("svg.map .place-name", { state: "attached" });
  await says(page.locator("svg.map"), /Test\s*Chapel/);
  // What cannot be kept is not left without a question.
  await page.goto(`${page.base}#/workshop/shiloh`);
  await page.waitForSelector('[data-draft="kept"]');
  await page.evaluate(() => (IDBObjectStore.prototype.put = () => { throw new Error("full"); }));
  await text.fill(shipped.replace("Shiloh Church", "Another Chapel"));
  await page.waitForSelector('[data-draft="failed"]');
  const asked = [];
  page.once("dialog", (dialog) => (asked.push(dialog.message()), dialog.dismiss()));
  await page.locator(".brand").click();
  assert.equal(asked.length, 1);
  assert.match(page.url(), /workshop/);
});
