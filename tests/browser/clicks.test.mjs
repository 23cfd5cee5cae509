// Fewer clicks, no wrong ones: stacks, the next unit, whole marches, answers that stand, retreats at once, all options, choices without a connection.
import assert from "node:assert/strict";
import { again, called, entry, happened, inSight, middleOf, PHONE, record, rest, says, serious, settled, shows, sit, tap } from "./helpers.mjs";
import { test } from "./stage.mjs";

const SEATS = { csa: "me", usa: "machine:1" };
const piece = (id) => `.piece[data-piece="${id}"]`;
const act = (page, text) => page.locator(`.prompt .acts .btn[data-act="${text}"]`);
const boxes = (page, selector) => page.evaluate((which) => [...document.querySelectorAll(which)].map((one) => one.getBoundingClientRect().toJSON()), selector);
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
const away = async (page, a, b) => {
  const [p, q] = [await middleOf(page, `${piece(a)} .inner`), await middleOf(page, `${piece(b)} .inner`)];
  return Math.hypot(p.x - q.x, p.y - q.y);
};
const until = (page, test, arg) => page.waitForFunction(test, arg);

/** The badges of stacks cover neither names nor values nor markers. */
async function badgesHideNothing(page) {
  const [badges, words] = [await boxes(page, ".chips .badge rect"), await boxes(page, "svg.map .piece .inner text")];
  assert.ok(badges.length > 2 && words.length > 20);
  // A letter's box is larger than the letter.
  const within = ({ left, right, top, bottom }) => ({ left: left + 2, right: right - 2, top: top + 3, bottom: bottom - 3 });
  for (const badge of badges) for (const one of words) assert.ok(apart(badge, within(one)), `${JSON.stringify(badge)} covers ${JSON.stringify(one)}`);
}

test("the map fills its frame; stacks fan from two on and stay open near the pointer; numbers hide nothing; names come and words stop growing", async (person) => {
  const page = await person();
  await sit(page, SEATS, { game: "shiloh" });
  await settled(page);
  await inSight(page, `${piece("4-Art-a")} .hit`);
  // No margin of the sheet is cut: from side to side there is map.
  const frame = await page.evaluate(async () => {
    const board = document.querySelector(".board");
    const { frame } = await (await fetch(`/api/${board.dataset.board}`)).json();
    const matrix = document.querySelector("svg.map .world").getScreenCTM();
    const at = (x) => new DOMPoint(x, 0).matrixTransform(matrix).x;
    const { left, right } = board.getBoundingClientRect();
    return { out: [at(frame.x) - left, right - at(frame.x + frame.width)] };
  });
  for (const out of frame.out) assert.ok(out < 40, `${out} pixels beside the map`);
  await badgesHideNothing(page);
  // Two counters lie on each other, then beside each other; a pointer that leaves them by a little keeps them so.
  const stacked = await away(page, "Cleburne", "4-Art-a");
  const { x, y } = await middleOf(page, `${piece("4-Art-a")} .inner`);
  await page.mouse.move(x, y);
  await until(page, () => {
    const [a, b] = ["Cleburne", "4-Art-a"].map((id) => document.querySelector(`.piece[data-piece="${id}"] .inner`).getBoundingClientRect());
    return Math.abs(a.x - b.x) > a.width * 0.9;
  });
  await page.mouse.move(x, y + 44, { steps: 4 });
  // Longer than a stack takes to fold.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
  assert.ok((await away(page, "Cleburne", "4-Art-a")) > 2 * stacked, "it stays open while the pointer is near");
  await page.mouse.move(x + 330, y + 160, { steps: 4 });
  await until(page, (far) => {
    const [a, b] = ["Cleburne", "4-Art-a"].map((id) => document.querySelector(`.piece[data-piece="${id}"] .inner`).getBoundingClientRect());
    return Math.hypot(a.x - b.x, a.y - b.y) < far;
  }, 1.5 * stacked);
  const words = () => page.evaluate(() => Math.max(...[...document.querySelectorAll("svg.map .ground text")].filter((one) => /Fraley|Rhea/.test(one.textContent)).map((one) => one.getBoundingClientRect().height)));
  const small = await words();
  await page.keyboard.press("+");
  await until(page, () => document.querySelector('.piece[data-piece="Shaver"]').textContent.includes("Shaver"));
  await badgesHideNothing(page);
  for (let i = 0; i < 6; i++) await page.keyboard.press("+");
  await until(page, () => Number(document.querySelector("svg.map").style.getPropertyValue("--lettering")) < 0.5);
  assert.ok((await words()) < 2.2 * small, "words of the map do not grow without end");
});

test("an answer stands until it is revoked; the next unit, and a whole march by unit and place; what ends the phase has its own place", async (person) => {
  const page = await person();
  await sit(page, SEATS, { game: "shiloh", options: { steady_pace: "on" } });
  await settled(page);
  let since = await entry(page);
  await page.locator(".stands .link", { hasText: "this game" }).click();
  await happened(page, since);
  await settled(page);
  await says(page.locator(".prompt .itself"), /Answered by itself: Keep it/);
  await says(act(page, "end"), /End the phase · \d+ not moved/);
  const [end] = await boxes(page, ".acts.ending .end");
  const left = Number((await act(page, "end").textContent()).match(/(\d+) not moved/)[1]);
  // The first of the round is picked and in sight; a place is clicked, and it stands there.
  await page.keyboard.press("n");
  await page.waitForSelector(".piece.selected");
  const unit = await page.locator(".piece.selected").first().getAttribute("data-piece");
  await inSight(page, `${piece(unit)} .hit`);
  await page.waitForSelector(".spot.way");
  for (const one of await boxes(page, '.prompt .acts .btn:not([data-act="end"])')) assert.ok(apart(end, one), "no other button is where the phase is ended");
  const [goal] = (await page.evaluate(() => [...document.querySelectorAll(".spot.way")].map((one) => ({ at: one.dataset.at, ...one.getBoundingClientRect().toJSON() })))).filter(({ x, y, width, height }) => width && y > 200 && x > 60 && y + height < 700);
  since = await entry(page);
  await page.mouse.click(goal.x + goal.width / 2, goal.y + goal.height / 2);
  await happened(page, since);
  await called(page.locator(piece(unit)).first(), new RegExp(goal.at));
  await until(page, (n) => Number(document.querySelector(".acts.ending .end")?.textContent.match(/(\d+) not moved/)?.[1]) < n, left);
  // The next one is in hand already; Escape ends the round.
  await page.waitForSelector(".piece.selected");
  assert.notEqual(await page.locator(".piece.selected").first().getAttribute("data-piece"), unit);
  assert.equal(await page.locator(".next-unit").getAttribute("aria-pressed"), "true");
  await page.keyboard.press("Escape");
  await until(page, () => document.querySelector(".next-unit").getAttribute("aria-pressed") === "false" && !document.querySelector(".piece.selected"));
  // In one place it is seen what answers itself, and asked again.
  await page.locator(".bar .tool").last().click();
  await page.locator(".menu .item", { hasText: "Answers given by themselves" }).click();
  await says(page.locator("dialog"), /South · Flip the headquarters\? → Keep it \(this game\)/);
  await page.locator("dialog .btn", { hasText: "Ask again" }).click();
  await says(page.locator("dialog"), /None yet/);
  await page.keyboard.press("Escape");
  // A row that has just come under a resting pointer takes no click.
  const next = unit === "Shaver" ? "Pond" : "Shaver";
  const button = `.prompt .acts .btn[data-act="group ${next}"]`;
  await page.locator(piece(next)).first().click();
  const at = await middleOf(page, button);
  await page.keyboard.press("Escape");
  await page.waitForSelector(button, { state: "detached" });
  await page.mouse.move(at.x, at.y);
  since = await entry(page);
  const tries = (wait) =>
    page.evaluate(
      async ([{ x, y }, wait, id, which]) => {
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        // However busy the machine is, a hand that does not wait has no time to see what has changed.
        const began = performance.now();
        if (!wait) performance.now = () => began;
        document.querySelector(`.piece[data-piece="${id}"] .hit`).dispatchEvent(new PointerEvent("click", { bubbles: true }));
        while (!document.querySelector(which)) await frames();
        await new Promise((done) => setTimeout(done, wait));
        document.querySelector(which).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }));
        await frames();
        delete performance.now;
        return document.querySelector(".refused, .acts .btn[disabled]:not(.primary)") !== null;
      },
      [at, wait, next, button],
    );
  assert.equal(await tries(0), false);
  assert.equal(await entry(page), since, "the click was not taken");
  await page.keyboard.press("Escape");
  await page.waitForSelector(button, { state: "detached" });
  await tries(400);
  await happened(page, since);
});

test("all options are grouped, searched and walked by keyboard, and fit the screen", async (person) => {
  const page = await person({ viewport: { width: 1100, height: 620 } });
  await sit(page, SEATS, { game: "shiloh" });
  await settled(page);
  await act(page, "keep").click();
  await page.waitForSelector(".acts.ending .end");
  await page.keyboard.press("o");
  await page.waitForSelector("dialog .groups section:nth-of-type(3)");
  const [box, title] = [(await boxes(page, "dialog"))[0], (await boxes(page, "dialog h2"))[0]];
  assert.ok(box.top >= 0 && box.bottom <= 620 && title.top >= box.top, "its title is on the screen");
  const all = await page.locator("dialog .options .btn").count();
  await page.locator('dialog input[type="search"]').fill("shaver");
  await until(page, (n) => document.querySelectorAll("dialog .options .btn").length < n, all);
  for (const text of await page.locator("dialog .options .btn").allTextContents()) assert.match(text, /Shaver/);
  await serious(page, "the list of all options", "dialog[open]");
  await page.keyboard.press("ArrowDown");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Shaver/);
  await page.keyboard.press("Enter");
  await shows(page.locator("dialog .again"), "what throws dice waits for a second press");
  const since = await entry(page);
  await page.keyboard.press("Enter");
  await happened(page, since);
});

test("a whole retreat is proposed, drawn, and accepted by one key; whoever is attacked sees the odds of each way to stand", async (person) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "me" }, { game: "shiloh", record: record("retreat") });
  await settled(page);
  await says(act(page, "whole"), /As proposed: 3\/5 → 0916 → 1015/);
  await page.waitForSelector(".lit path", { state: "attached" });
  const since = await entry(page);
  await page.keyboard.press("y");
  await happened(page, since);
  await called(page.locator(piece("3/5")).first(), /1015/);
  // The South is attacked: what the fight would bring is told before it says how it stands, and anew for each way.
  await sit(page, { csa: "me", usa: "me" }, { game: "shiloh", record: record("shiloh"), upto: 267 });
  await settled(page);
  await act(page, "defend").hover();
  await page.waitForSelector(".odds .sum b");
  const alone = (await page.locator(".odds .sum b").allInnerTexts()).join();
  await page.locator(piece("Johnston")).first().focus();
  await until(page, (was) => ![was, ""].includes([...document.querySelectorAll(".odds .sum b")].map((one) => one.innerText).join()), alone);
});

/** A page whose connection can be cut and mended. */
async function cuttable(page) {
  await page.addInitScript(() => {
    const Plain = window.WebSocket;
    const open = [];
    window.WebSocket = class extends Plain {
      constructor(url) {
        super(window.away ? url.replace("/ws/", "/nowhere/") : url);
        open.push(this);
      }
    };
    window.cut = (away) => {
      window.away = away;
      if (away) for (const one of open.splice(0)) one.close();
    };
  });
}

test("a choice made without a connection is kept and sent, or refused where the position has moved on", async (person) => {
  const page = await person();
  await cuttable(page);
  const made = await sit(page, { csa: "me", usa: "me" }, { game: "shiloh" });
  await page.reload();
  await settled(page);
  const away = async () => {
    await page.evaluate(() => window.cut(true));
    await page.waitForSelector(".lost");
  };
  const back = async () => {
    await page.evaluate(() => {
      window.cut(false);
      [...document.querySelectorAll(".lost .btn")].at(-1)?.click();
    });
    await page.waitForSelector(".lost", { state: "detached" });
  };
  await away();
  let since = await entry(page);
  await page.keyboard.press("u");
  await says(page.locator(".refused"), /no connection: this was not sent/);
  await act(page, "keep").click();
  await says(page.locator(".lost"), /Kept until then: Keep it/);
  await back();
  await happened(page, since);
  await page.waitForSelector(".acts.ending .end");
  await away();
  await page.locator(".acts.ending .end").click();
  await says(page.locator(".lost"), /Kept until then: End the phase/);
  const other = await page.context().newPage();
  await other.goto(`${page.base}#/table/${made.id}`);
  await settled(other);
  since = await entry(other);
  await other.locator(piece("Shaver")).first().click();
  await act(other, "group Shaver").click();
  await again(other);
  await happened(other, since);
  await back();
  await says(page.locator(".refused"), /position has moved on/);
});

test("by touch: a tap fans a stack, the next picks, a place is confirmed; the end of the phase is apart", async (person) => {
  const page = await person(PHONE);
  await sit(page, SEATS, { game: "shiloh", options: { steady_pace: "on" } });
  await settled(page);
  let since = await entry(page);
  await act(page, "keep").tap();
  await happened(page, since);
  await page.waitForSelector(".acts.ending .end");
  for (const { height } of await boxes(page, ".acts.ending button")) assert.ok(height >= 44, "as high as a finger");
  await inSight(page, `${piece("4-Art-a")} .hit`);
  const stacked = await away(page, "Cleburne", "4-Art-a");
  await tap(page, `${piece("4-Art-a")} .inner`);
  await until(page, (far) => {
    const [a, b] = ["Cleburne", "4-Art-a"].map((id) => document.querySelector(`.piece[data-piece="${id}"] .inner`).getBoundingClientRect());
    return Math.hypot(a.x - b.x, a.y - b.y) > far;
  }, 2 * stacked);
  assert.equal(await page.locator(".piece.selected").count(), 0, "the first tap only fans it out");
  await tap(page, `${piece("Cleburne")} .inner`);
  await page.waitForSelector(`${piece("Cleburne")}.selected`);
  await page.waitForSelector(".spot.way");
  await rest(page);
  const places = await page.evaluate(() =>
    [...document.querySelectorAll(".spot.way")].flatMap((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const [cx, cy] = [x + width / 2, y + height / 2];
      return document.elementFromPoint(cx, cy)?.closest(".spot") === one ? [{ at: one.dataset.at, x: cx, y: cy }] : [];
    }),
  );
  await tap(page, places[0]);
  since = await entry(page);
  await page.locator(".prompt .acts .btn.primary:not([disabled])").tap();
  await happened(page, since);
  await called(page.locator(piece("Cleburne")).first(), new RegExp(places[0].at));
});
