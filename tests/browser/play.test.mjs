// Playing in a real browser: against the machine, at one screen, with friends, by keyboard, on a phone.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { browser, clickOnce, clickToTheEnd, mine, over, person, service, settled, sit } from "./helpers.mjs";

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

const place = (page, id) => page.locator(`[data-at="${id}"]`);

async function setUp(page, wait = true) {
  for (const town of ["mount_jackson", "luray", "harrisonburg", "port_republic"]) {
    const before = await page.locator(".log li").count();
    await place(page, town).click();
    await page.waitForFunction((n) => document.querySelectorAll(".log li").length > n, before);
  }
  if (wait) await settled(page);
}

test("a table set up in the dialog is played to its end by the mouse, and its dice are verified", async () => {
  const page = await person(chrome, table.base);
  await page.getByRole("button", { name: "New table" }).first().click();
  await page.locator(".seat-row select").nth(1).selectOption("machine:1");
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".spot.reach");
  await clickToTheEnd(page);
  assert.match(await page.locator(".result h3").innerText(), /wins/);
  await page.waitForSelector(".verdict.good");
  assert.match(await page.locator(".verdict").innerText(), /dice rolls verified/);
  assert.deepEqual(page.wrong, []);
  // The same table waits on the home page, finished.
  await page.goto(table.base);
  await page.waitForSelector(".tables li a");
  assert.match(await page.locator(".tables").innerText(), /wins/);
  await page.context().close();
});

test("play now: one click to a playable board, within two seconds", async () => {
  const page = await person(chrome, table.base);
  const began = Date.now();
  await page.getByRole("button", { name: "Play now" }).click();
  await page.waitForSelector(".spot.reach");
  const took = Date.now() - began;
  assert.ok(took < 2000, `${took} ms`);
  await page.context().close();
});

test("hot seat: both sides at one screen", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "me" });
  await setUp(page);
  const actors = new Set();
  for (let i = 0; i < 60 && actors.size < 2 && !(await over(page)); i++) {
    actors.add(await page.locator(".seat.turn b").first().innerText());
    await clickOnce(page);
    await settled(page);
  }
  assert.deepEqual([...actors].sort(), ["North", "South"]);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("two browsers and a spectator; undo by consent; talk", async () => {
  const south = await person(chrome, table.base);
  const made = await sit(south, table.base, { south: "me", north: "link" });
  await south.getByRole("button", { name: "Share" }).click();
  await south.locator("dialog label", { hasText: "Sit down as North" }).waitFor();
  const invitation = await south.locator("dialog input").last().inputValue();
  assert.match(invitation, /token=/);
  await south.keyboard.press("Escape");
  const north = await person(chrome, table.base);
  await north.goto(invitation);
  await north.waitForSelector(".seat.turn");
  await north.waitForFunction(() => [...document.querySelectorAll(".seat small")].some((e) => e.textContent === "You"));
  const guest = await person(chrome, table.base);
  await guest.goto(`${table.base}#/table/${made.id}`);
  await guest.waitForSelector(".watching");
  await setUp(south, false);
  await guest.waitForFunction(() => document.querySelectorAll(".log li").length >= 5);
  assert.equal(await mine(guest), 0, "a spectator has nothing to choose");
  // Whoever is to act makes a choice, then asks to take it back when it is no longer free.
  const turn = async () => ((await mine(south)) ? south : (await mine(north)) ? north : null);
  let actor = null;
  for (let i = 0; i < 40 && !actor; i++) {
    actor = await turn();
    if (!actor) await south.waitForTimeout(100);
  }
  const other = actor === south ? north : south;
  await actor.keyboard.press("p");
  await actor.waitForFunction(() => !document.querySelector(".prompt .acts") || /passes/.test(document.querySelector(".log").textContent));
  await other.waitForSelector(".prompt .acts");
  await other.keyboard.press("p");
  await other.waitForTimeout(500);
  const passes = (page) => page.locator(".log li", { hasText: /passes/ }).count();
  assert.ok((await passes(guest)) >= 1);
  const had = await passes(guest);
  await actor.keyboard.press("u");
  const offer = other.locator(".offer");
  await offer.waitFor();
  await offer.getByRole("button", { name: "Agree" }).click();
  await guest.waitForFunction((n) => [...document.querySelectorAll(".log li")].filter((e) => /passes/.test(e.textContent)).length < n, had);
  // Talk reaches everybody.
  await south.getByRole("tab", { name: "Chat" }).click();
  await south.getByPlaceholder("Say something").fill("Well marched, sir.");
  await south.getByRole("button", { name: "Send" }).click();
  await guest.getByRole("tab", { name: "Chat" }).click();
  await guest.getByText("Well marched, sir.").waitFor();
  for (const page of [south, north, guest]) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test("reload in the middle of a game loses nothing", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "machine:1" });
  await setUp(page);
  for (let i = 0; i < 6; i++) {
    await settled(page);
    await clickOnce(page);
  }
  await settled(page);
  await page.waitForTimeout(800);
  const before = [await page.locator(".log").innerText(), await page.locator(".track").allInnerTexts()];
  await page.reload();
  await settled(page);
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 4);
  assert.deepEqual([await page.locator(".log").innerText(), await page.locator(".track").allInnerTexts()], before);
  await page.context().close();
});

test("an own choice is taken back at once", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "machine:1" });
  await page.waitForSelector(".spot.reach");
  await place(page, "luray").click();
  await page.locator(".log").getByText("S1 sets up in Luray").waitFor();
  await page.keyboard.press("u");
  await page.waitForFunction(() => !/sets up/.test(document.querySelector(".log").textContent));
  assert.match(await page.locator(".prompt").innerText(), /S1/);
  await page.context().close();
});

test("why not: the place, the reason, the clause, and the rulebook behind it", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "machine:1" });
  await place(page, "winchester").hover({ force: true });
  const tip = page.locator(".tip");
  await tip.getByText("Winchester is not one of the six towns").waitFor();
  assert.match(await tip.innerText(), /Winchester: not possible/);
  await tip.getByRole("link", { name: "NANO-2.2" }).click();
  await page.waitForSelector('[data-clause="NANO-2.2"].here');
  assert.equal(await page.locator('[role="tab"][aria-selected="true"]').innerText(), "Rulebook");
  // The tooltip covers neither the lit places nor their chips.
  await place(page, "franklin").hover({ force: true });
  await tip.waitFor();
  await page.waitForTimeout(400);
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
  await page.context().close();
});

test("language and theme change at any moment and keep the selection", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "me" });
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
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.reload();
  await settled(page);
  assert.equal(await page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dataset.theme}`), "ja dark");
  await page.context().close();
});

test("a whole game by keyboard alone", async () => {
  const page = await person(chrome, table.base);
  const made = await sit(page, table.base, { south: "me", north: "machine:1" });
  await page.waitForSelector(".spot.reach");
  await page.locator("svg.map").focus();
  const press = (key) => page.keyboard.press(key);
  for (let i = 0; i < 900 && !(await over(page)); i++) {
    await settled(page);
    if (await over(page)) break;
    const n = await page.locator(".log li").count();
    const title = await page.locator(".prompt h2").innerText();
    if (i % 5 === 4 && (await page.locator(".acts > .btn kbd", { hasText: "P" }).count())) await press("p");
    else {
      // Tab through the board to a unit, Enter, Tab to a lit place, Enter.
      await page.locator("svg.map").focus();
      const steps = 1 + (i % 3);
      if ((await page.locator(".piece.selectable").count()) && !(await page.locator(".piece.selected").count())) {
        await focusBy(page, press, (e) => e.classList.contains("selectable"), steps);
        await press("Enter");
      }
      await page.locator("svg.map").focus();
      if (await page.locator(".spot.reach").count()) {
        await focusBy(page, press, (e) => e.classList.contains("reach"), steps);
        await press("Enter");
      } else if (await page.locator(".acts > .btn").count()) await press("p");
    }
    await page
      .waitForFunction(([was, head]) => document.querySelector(".result") || document.querySelectorAll(".log li").length !== was || document.querySelector(".prompt h2").textContent !== head, [n, title], { timeout: 1200 })
      .catch(() => undefined);
  }
  assert.ok(await over(page), `the game ${made.id} did not end`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** Press Tab until the focus is on the wanted kind for the n-th time. */
async function focusBy(page, press, wanted, times) {
  let seen = 0;
  for (let i = 0; i < 60; i++) {
    await press("Tab");
    const hit = await page.evaluate((is) => {
      const test = new Function(`return (${is})`)();
      return document.activeElement ? test(document.activeElement) : false;
    }, wanted.toString());
    if (hit && ++seen >= times) return;
    if (seen && !hit) return void (await page.keyboard.press("Shift+Tab"));
  }
}

test("arrow keys walk the towns and say why not", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "machine:1" });
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
  await page.context().close();
});

test("phone: tap, confirm, tabs, nothing wider than the screen", async () => {
  const page = await person(chrome, table.base, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await sit(page, table.base, { south: "me", north: "machine:1" });
  await page.waitForSelector(".spot.reach");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  const confirm = page.locator(".acts .primary");
  assert.ok(await confirm.isDisabled());
  await place(page, "luray").tap();
  assert.ok(await confirm.isEnabled());
  assert.match(await confirm.innerText(), /Luray/);
  await confirm.tap();
  await page.waitForFunction(() => /S2/.test(document.querySelector(".prompt").textContent));
  // A place that is not possible: the first card of the sheet says why.
  await place(page, "franklin").tap({ force: true });
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
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("save a record, load it, replay it, play on from the middle", async () => {
  const page = await person(chrome, table.base);
  const made = await sit(page, table.base, { south: "me", north: "machine:1" });
  await setUp(page);
  for (let i = 0; i < 4; i++) {
    await settled(page);
    await clickOnce(page);
  }
  await settled(page);
  await page.getByRole("button", { name: "Menu" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save record" }).click()]);
  const path = await download.path();
  const record = JSON.parse(readFileSync(path, "utf8"));
  assert.equal(record.game, "nano");
  assert.ok(record.moves.length >= 5);
  const named = `${path}.json`;
  writeFileSync(named, JSON.stringify(record));
  await page.goto(table.base);
  await page.waitForSelector(".cover:not(.soon)");
  await page.locator('input[type="file"]').setInputFiles(named);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector(".prompt");
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length >= n, 5);
  // Replay of the first table: step by step, by slider, then branch.
  await page.goto(`${table.base}#/replay/${made.id}`);
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
  await page.waitForSelector(".prompt .acts");
  assert.match(await page.locator(".prompt").innerText(), /S3/, "two units placed, the third is next");
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test("lost connection: a banner, a retry by itself, and the game goes on", async () => {
  const page = await person(chrome, table.base);
  await sit(page, table.base, { south: "me", north: "me" });
  await setUp(page);
  const lines = await page.locator(".log li").count();
  await table.stop();
  await page.locator(".lost").waitFor();
  await table.start();
  await page.locator(".lost").waitFor({ state: "detached", timeout: 20_000 });
  assert.equal(await page.locator(".log li").count(), lines);
  await clickOnce(page, () => 0);
  await page.waitForFunction((n) => document.querySelectorAll(".log li").length > n, lines);
  await page.context().close();
});
