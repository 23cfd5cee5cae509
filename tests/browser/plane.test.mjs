// The free plane in a real browser: blocks dragged by mouse and finger, turned, snapped, refused; ruler and line of sight.
import assert from "node:assert/strict";
import { again, drag, entry, finger, logged, PHONE, record, says, shows, sit } from "./helpers.mjs";
import { test } from "./stage.mjs";

async function demo(person, options) {
  const page = await person(options);
  await page.goto(`${page.base}#/demo/plane`);
  await page.waitForSelector('.piece[data-piece="Wayne"] .c-body');
  return page;
}

/** The middle of a block on the screen. */
async function middle(page, id) {
  const box = await page.locator(`.piece[data-piece="${id}"] .c-body`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const option = (page) => page.locator(".sheet").getAttribute("data-option");
const judged = (page) => page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option);
const numbers = async (page) => (await option(page)).split(" ").slice(2).map(Number);

test("a mouse drags a block: cost, swept way, zones, confirm; the map stays where it is", async (person) => {
  const page = await demo(person);
  const transform = () => page.locator("svg.map > g").getAttribute("transform");
  const map = await transform();
  const from = await middle(page, "Wayne");
  await drag(page, from, { x: from.x + 260, y: from.y + 90 });
  await judged(page);
  assert.equal(await transform(), map, "dragging a block does not pan");
  await says(page.locator(".ledger .march"), /of 2464 yd/i);
  await shows(page.locator(".swept"), "the swept way is drawn");
  await shows(page.locator(".zone-command"), "the command range is drawn");
  await shows(page.locator(".own-zone"), "its own field goes with it");
  const [x, y] = await numbers(page);
  await page.getByRole("button", { name: /Confirm move/ }).click();
  await page.waitForSelector(".plane-bar", { state: "detached" });
  const now = await middle(page, "Wayne");
  assert.ok(Math.hypot(now.x - from.x - 260, now.y - from.y - 90) < 3, `${x} ${y} is where it was dropped`);
  // Where no block is, the same drag pans.
  await drag(page, { x: 700, y: 430 }, { x: 760, y: 470 });
  assert.notEqual(await transform(), map);
});

test("handle, wheel and keys turn it; arrows move 22 yards, Shift is fine; Escape puts it back", async (person) => {
  const page = await demo(person);
  await page.mouse.click(...Object.values(await middle(page, "Wayne")));
  await page.waitForSelector(".turner");
  const start = [1620, 3500, 118];
  await page.keyboard.press("e");
  await judged(page);
  assert.deepEqual(await numbers(page), [start[0], start[1], start[2] + 5]);
  await page.keyboard.press("Shift+Q");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option?.endsWith("1598 3522 122"));
  const at = await middle(page, "Wayne");
  await page.mouse.move(at.x, at.y);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option?.endsWith(" 127"));
  const handle = await page.locator(".turner").boundingBox();
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  const ghost = await page.locator(".ghost .c-body").boundingBox();
  await drag(page, from, { x: ghost.x + ghost.width / 2 - 200, y: ghost.y + ghost.height / 2 });
  await page.waitForFunction(() => document.querySelector(".sheet")?.dataset.option?.endsWith(" 270"));
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".sheet")?.dataset.option && document.querySelector(".plane-bar"));
  await page.keyboard.press("Escape");
  await page.waitForSelector(".plane-bar", { state: "detached" });
});

test("a refused pose says why beside the ghost and cannot be confirmed; snaps square up to contact", async (person) => {
  const page = await demo(person);
  const from = await middle(page, "Wayne");
  await drag(page, from, await middle(page, "Dragoons"));
  await page.waitForSelector(".plane-tip");
  await says(page.locator(".plane-tip"), /DEMO-2/);
  assert.ok(await page.getByRole("button", { name: /Confirm move/ }).isDisabled());
  await shows(page.locator(".ghost-edge.refused"));
  await page.keyboard.press("Enter");
  await shows(page.locator(".plane-bar"), "nothing was played");
  await page.getByRole("button", { name: /Square up/ }).click();
  await page.waitForSelector(".touched");
  await says(page.locator(".ledger"), /attacks Grenadiers/);
  await shows(page.locator(".zone.entered"));
  // Near a snap the block is drawn to it.
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".touched"));
});

test("a click on open ground sends the block there; ruler and line of sight measure", async (person) => {
  const page = await demo(person);
  await page.mouse.click(...Object.values(await middle(page, "Militia")));
  await page.waitForSelector(".plane-bar");
  const from = await middle(page, "Militia");
  await page.mouse.click(from.x + 130, from.y - 20);
  await judged(page);
  const facing = (await numbers(page))[2];
  assert.ok(Math.abs(facing - 81) < 3, `${facing}° is the way it goes`);
  await page.keyboard.press("m");
  await drag(page, { x: 500, y: 600 }, { x: 700, y: 600 });
  await says(page.locator(".measured .plane-chip"), /^\d+ yd · \d\.\d\d in$/);
  await page.keyboard.press("l");
  await drag(page, { x: 450, y: 330 }, { x: 900, y: 420 });
  await page.waitForSelector(".measured.blocked");
  await drag(page, { x: 450, y: 600 }, { x: 600, y: 640 });
  await page.waitForFunction(() => /clear/.test(document.querySelector(".measured .plane-chip")?.textContent ?? ""));
});

test("a finger drags and turns a block on a phone; everything to press is 44 px", async (person) => {
  const page = await demo(person, { ...PHONE, deviceScaleFactor: 2 });
  const hand = await finger(page);
  const transform = await page.locator("svg.map > g").getAttribute("transform");
  const from = await middle(page, "Militia");
  await hand.drag(from, { x: from.x + 60, y: from.y });
  await judged(page);
  assert.equal(await page.locator("svg.map > g").getAttribute("transform"), transform);
  const before = await numbers(page);
  const handle = await page.locator(".turner").boundingBox();
  const grip = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  const ghost = await page.locator(".ghost .c-body").boundingBox();
  await hand.drag(grip, { x: ghost.x + ghost.width / 2 + 4, y: ghost.y - 40 });
  await page.waitForFunction(() => / (0|5|355)$/.test(document.querySelector(".sheet")?.dataset.option ?? ""));
  assert.ok(before[2] > 90 && before[2] < 150);
  const small = await page.evaluate(() => [...document.querySelectorAll(".plane-bar button, .plane-tools button")].map((b) => b.getBoundingClientRect()).filter((r) => r.height && (r.height < 43.5 || r.width < 43.5)).length);
  assert.equal(small, 0);
  await page.getByRole("button", { name: /Confirm move/ }).tap();
  await page.waitForSelector(".plane-bar", { state: "detached" });
  const now = await middle(page, "Militia");
  assert.ok(Math.hypot(now.x - from.x, now.y - from.y) > 40);
});

test("a game of Monmouth is replayed: blocks stand elsewhere later, turns and battles can be jumped to", async (person) => {
  const page = await person();
  const made = await sit(page, { colonial: "me", british: "me" }, { game: "monmouth", record: record("monmouth"), upto: 100 });
  await page.goto(`${page.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  const slider = page.locator('.slider input[type="range"]');
  assert.equal(await slider.getAttribute("max"), "100");
  const shown = (step) => page.waitForFunction((n) => document.querySelector(".where").textContent.includes(`step ${n} of 100`) && document.querySelector('.stage[aria-busy="false"]'), step);
  const grenadiers = () => page.locator('.piece[data-piece="grenadiers"]').evaluate((one) => one.style.transform);
  await slider.fill("70");
  await shown(70);
  const early = await grenadiers();
  await slider.fill("99");
  await shown(99);
  assert.notEqual(await grenadiers(), early, "the Grenadiers have marched");
  assert.match(early + (await grenadiers()), /rotate/);
  await slider.blur();
  await page.keyboard.press("ArrowRight");
  await shown(100);
  const log = await logged(page);
  assert.ok((await log.locator(".of-turn").count()) > 3);
  await shows(log.locator("li:not(.head)"), "the turn of the moment is not open");
  await page.locator(".turn-mark").first().click();
  await page.waitForFunction(() => !document.querySelector(".where").textContent.includes("step 100 of 100"));
});

test("a block that comes into sight has the face of what it is, as after a reload", async (person) => {
  const page = await person();
  const { id } = await sit(page, { british: "me", colonial: "link" }, { game: "monmouth", record: record("monmouth"), upto: 100 });
  // The first step with which a block of the enemy is known better than before.
  const { step, block } = await page.evaluate(async (table) => {
    let before = new Map();
    for (let n = 1; n <= 100; n++) {
      const { pieces } = await (await fetch(`/api/tables/${table}/view?at=${n}`)).json();
      const other = pieces.find((one) => before.get(one.id) === "unknown" && one.symbol !== "unknown");
      if (other) return { step: n, block: other.id };
      before = new Map(pieces.map((one) => [one.id, one.symbol]));
    }
  }, id);
  const face = () => page.locator(`.piece[data-piece="${block}"]`).innerHTML();
  const shown = (n) => page.waitForFunction((n) => document.querySelector(".where")?.textContent.includes(`step ${n} of 100`) && document.querySelector('.stage[aria-busy="false"]'), n);
  await page.goto(`${page.base}#/replay/${id}?at=${step - 1}`);
  await shown(step - 1);
  const unknown = await face();
  await page.keyboard.press("ArrowRight");
  await shown(step);
  const known = await face();
  assert.notEqual(known, unknown);
  await page.goto(`${page.base}#/replay/${id}?at=${step}`);
  await page.reload();
  await shown(step);
  assert.equal(known, await face());
});

/** Choose the option of the list that reads so. */
async function fromTheList(page, words) {
  await page.locator(".list-button").click();
  await page.locator("dialog .options button").filter({ hasText: words }).first().click();
  await again(page);
}

test("hidden reserves: a block comes on with its HQ, another hides with it, and one marches out again; the end has its own place", async (person) => {
  const page = await person();
  await sit(page, { colonial: "me", british: "me" }, { game: "monmouth", options: { hidden_reserves: "on" } });
  const press = (name) => page.locator(".prompt .btn").filter({ hasText: name }).first().click();
  const stands = (id) => page.waitForSelector(`.piece[data-piece="${id}"]`, { state: "attached" });
  const gone = (id) => page.waitForSelector(`.piece[data-piece="${id}"]`, { state: "detached" });
  await press(/Scott.*comes on in reserve/);
  await page.waitForFunction(() => !/Scott.*comes on/.test(document.querySelector(".prompt .acts").textContent));
  await fromTheList(page, /Lee rides[^]*2000$/);
  await stands("lee");
  await fromTheList(page, /Wayne.*acts/);
  await fromTheList(page, /Wayne.*enters/);
  await stands("wayne");
  // What ends the activation says how many have not acted, and stands in the same place with a block in hand as without.
  const end = page.locator(".acts.ending .end");
  await says(end, /^End the activation · 6 not acted/);
  const place = await end.boundingBox();
  await end.click();
  // The bar of a block that is taken up has just come under a resting pointer: it takes no click.
  const stay = page.locator(".plane-bar .btn").filter({ hasText: /Lee stays/ });
  const { x, y } = await stay.boundingBox();
  await page.keyboard.press("Escape");
  await stay.waitFor({ state: "detached" });
  await page.mouse.move(x + 9, y + 9);
  const since = await entry(page);
  await page.evaluate(
    async ([x, y]) => {
      // However busy the machine is, a hand that does not wait has no time to see what has changed.
      const began = performance.now();
      performance.now = () => began;
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
      const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      while (!document.querySelector(".plane-bar")) await frame();
      document.elementFromPoint(x, y).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }));
      await frame();
      delete performance.now;
    },
    [x + 9, y + 9],
  );
  assert.equal(await entry(page), since, "the click was not taken");
  await stay.click();
  await says(page.locator(".plane-bar .acts.ending .end"), /^End the activation · \d not acted/);
  assert.deepEqual(await page.locator(".plane-bar .acts.ending .end").boundingBox(), place);
  for (const one of await page.locator(".plane-bar .acts:not(.ending) .btn").all()) {
    const box = await one.boundingBox();
    assert.ok(box.x + box.width <= place.x || box.y >= place.y + place.height, "no other button is where the activation is ended");
  }
  await fromTheList(page, /Wayne.*acts/);
  await page.waitForSelector(".plane-bar");
  await press(/Wayne.*goes into reserve/);
  await gone("wayne");
  await fromTheList(page, /Scott.*acts/);
  await fromTheList(page, /Scott.*yd/);
  await stands("scott");
});
