// Playing in a real browser: against the machine, at one screen, with friends, by keyboard, on a phone.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { amounts, called, clickOnce, entry, focusBy, happened, logged, middleOf, mine, over, PHONE, record, ROOT, saved, says, service, settled, sit, sitDown, tap, until } from "./helpers.mjs";
import { test } from "./stage.mjs";

const FIGHT = record("fight");

const place = (page, id) => page.locator(`[data-at="${id}"]`);

async function setUp(page, wait = true) {
  for (const town of ["mount_jackson", "luray", "harrisonburg", "port_republic"]) {
    const before = await entry(page);
    await place(page, town).click();
    await happened(page, before);
  }
  if (wait) await settled(page);
}

/** A game against the machine so many choices on. One that is over sooner, for the dice are the service's own, is played anew. */
async function inTheMiddle(page, choices) {
  for (;;) {
    const made = await sit(page, { south: "me", north: "machine:1" });
    await setUp(page);
    for (let i = 0; i < choices && !(await over(page)); i++) {
      await clickOnce(page);
      await settled(page);
    }
    if (!(await over(page))) return made;
    await page.goto(page.base);
    await page.waitForSelector(".cover:not(.soon)");
  }
}

test("play now: one click to a playable board", async (person) => {
  const page = await person();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForSelector(".spot.reach");
  assert.equal(await mine(page), 1);
});

test("hot seat: both sides at one screen", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "me" });
  await setUp(page);
  // What ends the action stands apart, with how many could move; a key takes the next of them.
  await says(page.locator(".acts.ending .end"), /^Pass · \d+ could move/);
  await page.keyboard.press("n");
  await page.waitForSelector(".piece.selected");
  await page.keyboard.press("Escape");
  const actors = new Set();
  for (let i = 0; i < 60 && actors.size < 2 && !(await over(page)); i++) {
    actors.add(await page.locator(".seat.turn b").first().innerText());
    await clickOnce(page);
    await settled(page);
  }
  assert.deepEqual([...actors].sort(), ["North", "South"]);
});

test("two browsers and a spectator; undo by consent; talk", async (person) => {
  const south = await person();
  const made = await sit(south, { south: "me", north: "link" });
  await south.getByRole("button", { name: "Share" }).click();
  await south.locator("dialog label", { hasText: "Sit down as North" }).waitFor();
  const invitation = await south.locator("dialog input").last().inputValue();
  assert.match(invitation, /token=/);
  await south.keyboard.press("Escape");
  const north = await person();
  await north.goto(invitation);
  await sitDown(north, "Nora");
  await north.waitForSelector(".seat.turn");
  await north.waitForFunction(() => [...document.querySelectorAll(".seat small")].some((e) => e.textContent === "You"));
  const guest = await person();
  await guest.goto(`${guest.base}#/table/${made.id}`);
  await guest.waitForSelector(".watching");
  await setUp(south, false);
  await guest.waitForFunction((n) => Number(document.querySelector(".table").dataset.entry) >= n, await entry(south));
  assert.equal(await mine(guest), 0, "a spectator has nothing to choose");
  // Whoever is to act makes a choice, then asks to take it back when it is no longer free.
  const turn = async () => ((await mine(south)) ? south : (await mine(north)) ? north : null);
  await Promise.race([south.waitForSelector(".prompt .acts.ending"), north.waitForSelector(".prompt .acts.ending")]);
  const actor = await turn();
  assert.ok(actor);
  const other = actor === south ? north : south;
  let before = await entry(actor);
  await actor.keyboard.press("p");
  await happened(actor, before);
  await other.waitForSelector(".prompt .acts.ending");
  before = await entry(other);
  await other.keyboard.press("p");
  await happened(other, before);
  // All have heard the same before anybody goes on, however it came to them.
  await until(() => Promise.all([actor, other, guest].map(entry)), (reached) => new Set(reached).size === 1, (reached) => `they stand at ${reached.join(", ")}`);
  await actor.keyboard.press("u");
  const offer = other.locator(".offer");
  await offer.waitFor();
  await offer.getByRole("button", { name: "Agree" }).click();
  await says(guest.locator(".log .back"), /took back: (North|South) passes/);
  // Talk reaches everybody.
  await south.getByRole("tab", { name: "Chat" }).click();
  await south.getByLabel("Your name").fill("Sam");
  await south.getByPlaceholder("Say something").fill("Well marched, sir.");
  await south.getByRole("button", { name: "Send" }).click();
  await guest.getByRole("tab", { name: "Chat" }).click();
  await guest.getByText("Well marched, sir.").waitFor();
});

test("reload in the middle of a game loses nothing", async (person) => {
  const page = await person();
  await inTheMiddle(page, 6);
  // While it is this person's turn the machine does nothing, so the log stands still.
  await page.waitForSelector(".prompt .acts.ending");
  const at = await entry(page);
  const before = [await (await logged(page)).textContent(), await page.locator(".track").allInnerTexts()];
  await page.reload();
  await page.waitForSelector(".prompt .acts.ending");
  await page.waitForFunction((text) => document.querySelector(".log")?.textContent === text, before[0]);
  assert.equal(await entry(page), at);
  assert.deepEqual(await page.locator(".track").allInnerTexts(), before[1]);
});

test("an own choice is taken back at once", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "machine:1" });
  await page.waitForSelector(".spot.reach");
  await place(page, "luray").click();
  await page.locator(".log").getByText("S1 sets up in Luray").waitFor();
  await page.keyboard.press("u");
  await amounts(page.locator(".log li:not(.back)", { hasText: "sets up" }), 0, "it has not happened");
  await says(page.locator(".prompt"), /S1/);
  // It leaves a trace, after a reload too.
  await says(page.locator(".log .back"), /South took back: S1 sets up in Luray\./);
  await page.reload();
  await says(page.locator(".log .back"), /South took back: S1 sets up in Luray\./);
});

test("why not: the place, the reason, the clause, and the rulebook behind it", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "machine:1" });
  await place(page, "winchester").hover({ force: true });
  const tip = page.locator(".tip");
  await tip.getByText("Winchester is not one of the six towns").waitFor();
  await says(tip, /Winchester: not a set-up town/);
  await tip.getByRole("link", { name: "NANO-2.2" }).click();
  await page.waitForSelector('[data-clause="NANO-2.2"].here');
  await says(page.locator('[role="tab"][aria-selected="true"]'), /^Rulebook$/);
  // The tooltip covers neither the lit places nor their chips.
  await place(page, "franklin").hover({ force: true });
  await tip.getByText("Franklin is not one of the six towns").waitFor();
  const clear = await page.evaluate(() => {
    const box = document.querySelector(".tip").getBoundingClientRect();
    return [...document.querySelectorAll(".spot.reach .hit")].every((spot) => {
      const r = spot.getBoundingClientRect();
      const x = r.x + r.width / 2;
      const y = r.y + r.height / 2;
      return !(x > box.x && x < box.right && y > box.y && y < box.bottom);
    });
  });
  assert.ok(clear);
});

test("language and theme change at any moment and keep the selection", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "me" });
  await setUp(page);
  const piece = page.locator(".piece.selectable").first();
  await piece.click();
  const picked = await page.locator(".piece.selected").getAttribute("data-piece");
  await page.getByRole("button", { name: "日本語" }).click();
  await page.waitForFunction(() => document.documentElement.lang === "ja" && document.querySelector(".ground.lang-ja"));
  assert.equal(await page.locator(".piece.selected").getAttribute("data-piece"), picked);
  const shown = (await page.locator("body").innerText()).replace(/卓 \S+/, "");
  const latin = shown.match(/[A-Za-z]{4,}/g)?.filter((word) => !/^(NANO|Senki|English|Esc)$/.test(word)) ?? [];
  assert.deepEqual([...new Set(latin)], [], "English words are left");
  await page.getByRole("button", { name: "暗い配色" }).click();
  // Scroll bars and what browsers draw themselves follow the theme.
  assert.equal(await page.evaluate(() => `${document.documentElement.dataset.theme} ${getComputedStyle(document.documentElement).colorScheme}`), "dark dark");
  await page.reload();
  await settled(page);
  assert.equal(await page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dataset.theme}`), "ja dark");
  assert.equal(await page.locator('meta[name="theme-color"]').getAttribute("content"), "#181d21", "so does the bar of a phone's browser");
});

test("arrow keys walk the towns and say why not", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "machine:1" });
  await page.waitForSelector(".spot.reach");
  await page.locator("svg.map").focus();
  await page.keyboard.press("Tab");
  const seen = new Set();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft"]) {
    await page.keyboard.press(key);
    seen.add(await page.evaluate(() => document.activeElement?.getAttribute("data-at")));
  }
  assert.ok(seen.size >= 3, [...seen].join());
  await page.waitForSelector(".tip");
  await page.keyboard.press("?");
  await page.getByRole("heading", { name: "Keys" }).waitFor();
});

test("phone: tap, confirm, tabs, nothing wider than the screen", async (person) => {
  const page = await person(PHONE);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await sit(page, { south: "me", north: "machine:1" });
  await page.waitForSelector(".spot.reach");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const confirm = page.locator(".acts .primary");
  assert.ok(await confirm.isDisabled());
  await tap(page, '[data-at="luray"]');
  await page.waitForSelector(".acts .primary:enabled");
  await says(confirm, /Luray/);
  await confirm.tap();
  await says(page.locator(".prompt h2"), /^S2/);
  // A place that is not possible: the first card of the sheet says why.
  await tap(page, await middleOf(page, '[data-at="franklin"] .hit'));
  await page.locator(".why").getByText("is not one of the six towns").waitFor();
  await page.locator(".tabbar").getByRole("button", { name: "Log" }).tap();
  await page.locator(".log").getByText("S1 sets up in Luray").waitFor();
  await page.locator(".tabbar").getByRole("button", { name: "Board" }).tap();
  const small = await page.evaluate(() =>
    [...document.querySelectorAll(".acts button, .tabbar button, .bar button")].filter((e) => {
      const r = e.getBoundingClientRect();
      return r.width && (r.height < 44 || r.width < 40);
    }).map((e) => e.textContent || e.getAttribute("aria-label")),
  );
  assert.deepEqual(small, [], "too small to touch");
});

test("save a record, load it, replay it, play on from the middle", async (person) => {
  const page = await person();
  const made = await inTheMiddle(page, 4);
  await page.getByRole("button", { name: "Menu" }).click();
  const kept = JSON.parse(await saved(page, () => page.getByRole("button", { name: "Save record" }).click()));
  assert.equal(kept.game, "nano");
  assert.ok(kept.moves.length >= 4);
  await page.goto(page.base);
  await page.waitForSelector(".cover:not(.soon)");
  await page.locator('input[type="file"]').setInputFiles({ name: "game.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(kept)) });
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".prompt");
  await page.waitForFunction((n) => Number(document.querySelector(".table").dataset.entry) >= n, kept.moves.length);
  await says(await logged(page), /sets up in|Turn 1/);
  // Replay of the first table: step by step, by slider, then branch.
  await page.goto(`${page.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByText("step 1 of").waitFor();
  await page.locator('.slider input[type="range"]').fill("4");
  await page.getByText("step 4 of").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".counters .piece").length === 11);
  await page.keyboard.press("Home");
  await page.getByText("step 0 of").waitFor();
  await page.keyboard.press("End");
  await page.locator('.slider input[type="range"]').fill("2");
  await page.getByText("step 2 of").waitFor();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.locator("dialog").getByRole("button", { name: "Begin" }).click();
  await page.waitForFunction((id) => location.hash.startsWith("#/table/") && !location.hash.includes(id), made.id);
  await page.waitForSelector(".prompt .acts.ending");
  await says(page.locator(".prompt"), /S3/, "two units placed, the third is next");
});

test("lost connection: a banner, a retry by itself, and the game goes on", async (person, t) => {
  // A service of its own, for it goes away.
  const table = await service();
  t.after(() => table.end());
  const page = await person({}, table.base);
  await sit(page, { south: "me", north: "me" });
  await setUp(page);
  const lines = await (await logged(page)).locator("li").count();
  await table.stop();
  await page.locator(".lost").waitFor();
  await table.start();
  await page.locator(".lost").waitFor({ state: "detached" });
  assert.equal(await (await logged(page)).locator("li").count(), lines);
  const before = await entry(page);
  await clickOnce(page, () => 0);
  await happened(page, before);
});

test("odds before a fight: the sum, every modifier with its clause, the chances; the log comes back", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "me" }, { record: FIGHT });
  await page.locator('[data-piece="S3"]').click();
  await place(page, "front_royal").hover({ force: true });
  const panel = page.locator(".odds");
  await panel.getByText("S3 attacks Front Royal").waitFor();
  assert.deepEqual(await panel.locator(".sum b").allInnerTexts(), ["1", "±0", "1"]);
  await says(panel, /North loses, ±0 VP\s+NANO-9.3\s+100 %/);
  await amounts(page.locator(".pane.away .log"), 1, "the panel replaces the log");
  await panel.getByRole("link", { name: "NANO-9.1" }).click();
  await page.waitForSelector('[data-clause="NANO-9.1"].here');
  await page.getByRole("tab", { name: "Log" }).click();
  // By keyboard: the place under the focus.
  await page.locator("svg.map").focus();
  await focusBy(page, (e) => e.getAttribute("data-at") === "front_royal");
  await panel.getByText("S3 attacks Front Royal").waitFor();
});

test("what is reached later, what is threatened, and the way that is open", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "me" }, { record: FIGHT });
  await page.locator('[data-piece="S3"]').click();
  await page.waitForFunction(() => document.querySelectorAll("circle.later").length === 6);
  await called(place(page, "luray"), /Luray, later in this action: 2 · 4\+/);
  await place(page, "harrisonburg").hover({ force: true });
  await page.locator(".tip").getByText("Open by Mount Jackson (2).").waitFor();
  await says(page.locator(".tip h2"), /Harrisonburg: not adjacent/);
  await amounts(page.locator(".tip .pointer"), 1);
  await amounts(page.locator(".lit .threat"), 0);
  await page.keyboard.press("z");
  await page.waitForFunction(() => document.querySelectorAll(".lit .threat").length > 5);
  await called(place(page, "winchester"), /Threats/);
  await page.locator(".overlays button").click();
  await page.waitForFunction(() => !document.querySelector(".lit .threat"));
  // A mountain move stands alone: nothing is reached later by it.
  await page.keyboard.press("2");
  await page.waitForFunction(() => !document.querySelector("circle.later"));
});

test("a place reached later is gone to by one click; what throws dice wants another, and Escape takes it back", async (person) => {
  const page = await person();
  await sit(page, { south: "me", north: "me" }, { record: FIGHT });
  await page.locator('[data-piece="S3"]').click();
  await page.waitForSelector('.spot.way[data-at="harrisonburg"]', { state: "attached" });
  await place(page, "harrisonburg").click({ force: true });
  await page.locator(".log").getByText("S3 Strasburg → Harrisonburg").waitFor();
  // The second step of this way lies over the mountains.
  await sit(page, { south: "me", north: "me" }, { record: FIGHT });
  await page.locator('[data-piece="S3"]').click();
  await page.waitForSelector('.spot.way[data-at="luray"]', { state: "attached" });
  await place(page, "luray").click({ force: true });
  await page.locator(".log").getByText("S3 Strasburg → Mount Jackson").waitFor();
  await says(page.locator(".prompt h2"), /Click again to roll: S3 to Luray/);
  await called(place(page, "luray"), /choose again to roll/);
  await page.waitForSelector(".again-tip");
  const before = await entry(page);
  await page.keyboard.press("Escape");
  await amounts(page.locator(".again"), 0);
  await place(page, "luray").click({ force: true });
  await page.waitForSelector(".acts .armed");
  assert.equal(await entry(page), before, "nothing was rolled");
  await place(page, "luray").click({ force: true });
  await happened(page, before);
  await says(page.locator(".log"), /S3 tries the mountain road to Luray/);
});

test("phone: the sheet has three heights, and a long press is what hovering is elsewhere", async (person) => {
  const page = await person(PHONE);
  await sit(page, { south: "me", north: "me" }, { record: FIGHT });
  await page.waitForSelector(".piece.selectable");
  const height = () => page.locator(".table > .sheet").evaluate((e) => e.getBoundingClientRect().height);
  const middle = await height();
  await page.locator(".grip").tap();
  await page.waitForSelector(".sheet.low");
  const low = await height();
  assert.ok(low < middle && low < 160, `${low} < ${middle}`);
  await page.locator(".grip").tap();
  await page.waitForSelector(".sheet.mid");
  const grip = await page.locator(".grip").boundingBox();
  const swipe = await page.context().newCDPSession(page);
  const touch = (type, y) => swipe.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: 195, y }] });
  await touch("touchStart", grip.y + 20);
  for (const d of [20, 40, 60]) await touch("touchMove", grip.y + 20 - d);
  await touch("touchEnd");
  await page.waitForSelector(".table.drawer");
  await page.locator(".tabbar").getByRole("button", { name: "Board" }).click();
  await page.waitForSelector(".table:not(.drawer)");
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".side")).visibility === "hidden");
  // A finger rests on a lit place: its odds are shown and nothing is chosen.
  await page.locator('[data-piece="S3"]').click();
  await page.waitForSelector(".spot.reach");
  const spot = await place(page, "front_royal").locator(".hit").boundingBox();
  await swipe.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: spot.x + spot.width / 2, y: spot.y + spot.height / 2 }] });
  await page.locator(".table > .sheet .odds").getByText("S3 attacks Front Royal").waitFor();
  await touch("touchEnd");
  assert.ok(await page.locator(".acts .primary").isDisabled(), "a long press chooses nothing");
  await place(page, "front_royal").click({ force: true });
  await page.waitForFunction(() => !document.querySelector(".acts .primary").disabled);
  const confirm = await page.locator(".acts .primary").boundingBox();
  assert.ok(confirm.y + confirm.height <= 844 - 56, "the button can be reached with the odds in the sheet");
});

test("with motion on: dice tumble and settle, counters travel, and nothing has to be waited for", async (person) => {
  const page = await person({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      if (this.matches?.("[data-piece]")) globalThis.travelled = (globalThis.travelled ?? 0) + 1;
      return animate.apply(this, args);
    };
    new MutationObserver(() => document.querySelector(".die.tumble") && (globalThis.tumbled = true)).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
  });
  await page.reload();
  await page.waitForSelector(".cover:not(.soon)");
  await sit(page, { south: "me", north: "me" });
  await setUp(page);
  await page.waitForFunction(() => globalThis.tumbled);
  await page.waitForFunction(() => !document.querySelector(".die.tumble"));
  const told = (await page.locator(".prompt p").innerText()).match(/South (\d), North (\d)/).slice(1).map(Number);
  const shown = await page.locator(".prompt .die").evaluateAll((dice) => dice.map((die) => Number(die.getAttribute("aria-label").match(/\d/)[0])));
  assert.deepEqual(shown, told, "the dice settle on what was rolled");
  for (let i = 0; i < 30 && !(await page.evaluate(() => globalThis.travelled)); i++) await clickOnce(page, () => 0.3);
  assert.ok(await page.evaluate(() => globalThis.travelled > 0), "no counter travelled");
});

test("the replay judges the game on request, and its log is a drawer on small screens", async (person) => {
  const page = await person();
  const record = JSON.parse(readFileSync(join(ROOT, "tests", "records", "nano", "1", "16.json"), "utf8"));
  const made = await sit(page, { south: "me", north: "machine:1" }, { record });
  await page.goto(`${page.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  await amounts(page.locator(".win"), 0, "off until it is asked for");
  await page.getByRole("button", { name: "Win probability" }).click();
  await page.waitForSelector(".judging", { state: "detached", timeout: 120_000 });
  await page.waitForSelector(".win-label");
  await page.keyboard.press("End");
  await page.waitForFunction(() => /South 0 %/.test(document.querySelector(".win-label").textContent));
  await page.setViewportSize({ width: 900, height: 1000 });
  assert.ok(!(await page.locator(".log").isVisible()));
  await page.getByRole("button", { name: "Log", exact: true }).click();
  await page.locator(".log").waitFor();
  await page.locator(".side").getByRole("button", { name: "Close" }).click();
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".side")).visibility === "hidden");
});
