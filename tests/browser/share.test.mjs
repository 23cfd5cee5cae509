// What a page fetches before it is shown, and what it does when a part of it does not come.
import assert from "node:assert/strict";
import { basename } from "node:path";
import { filesOf, FIRST, TABLES } from "../../web/size.mjs";
import { settled, shows, sit } from "./helpers.mjs";
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
