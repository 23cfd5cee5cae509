// What matters on a board is seen, whatever the sheet of a phone covers: on a graph, on hexes, on a plane, in both languages.
import assert from "node:assert/strict";
import { again, entry, happened, hexPoint, lead, middleOf, PHONE, record, rest, settled, sit, tap, unseen } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const LANGUAGES = ["en-GB", "ja-JP"];
const MATTERS = ".spot.reach .hit, .piece.selected .hit";
const transform = (page) => page.locator("svg.map > g").getAttribute("transform");

/** The sheet's own two heights; the third is the drawer, which hides the board altogether. */
async function height(page, which) {
  if (!(await page.locator(`.table > .sheet.${which}`).count())) await page.locator(".grip").tap();
  await page.waitForSelector(`.table > .sheet.${which}`);
  await rest(page);
}

/** Everything that matters is seen, and the map is where it was when it was seen before. */
async function atEveryHeight(page, matters, where) {
  await rest(page);
  assert.deepEqual(await unseen(page, matters), [], where);
  const stood = await transform(page);
  for (const which of ["low", "mid"]) {
    await height(page, which);
    assert.deepEqual(await unseen(page, matters), [], `${where}, sheet ${which}`);
    assert.equal(await transform(page), stood, `${where}: nothing moved without a cause`);
  }
  await page.locator(".tabbar button").nth(1).tap();
  await page.waitForSelector(".table.drawer");
  await page.waitForFunction(() => document.querySelector(".side").getBoundingClientRect().left < 1);
  await page.locator(".tabbar button").first().tap();
  await page.waitForFunction(() => getComputedStyle(document.querySelector(".side")).visibility === "hidden");
  await rest(page);
  assert.equal(await transform(page), stood, `${where}: the log came and went`);
}

async function tapAt(page, at) {
  assert.ok(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest("svg.map"), at), "what is tapped is the board");
  await tap(page, at);
}

each(LANGUAGES, "graph: the picked unit, lit towns and the town asked about are seen beside the sheet", async (person, locale) => {
  const page = await person({ ...PHONE, locale });
  await sit(page, { south: "me", north: "me" });
  await page.waitForSelector(".spot.reach");
  await atEveryHeight(page, ".spot.reach .hit", `${locale} set-up`);
  await sit(page, { south: "me", north: "me" }, { record: record("fight") });
  for (const unit of ["S4", "S3"]) {
    await page.waitForSelector(`.piece.selectable[data-piece="${unit}"]`);
    await tapAt(page, await lead(page, () => middleOf(page, `[data-piece="${unit}"] .hit`)));
    await page.waitForSelector(`.piece.selected[data-piece="${unit}"]`);
    await page.waitForSelector("circle.later", { state: "attached" });
    await atEveryHeight(page, `${MATTERS}, circle.later`, `${locale} ${unit}`);
  }
  // The odds of a fight make the sheet higher than anything.
  await tapAt(page, await middleOf(page, '[data-at="front_royal"] .hit'));
  await page.waitForSelector(".table > .sheet .odds");
  await rest(page);
  assert.deepEqual(await unseen(page, MATTERS), [], `${locale} odds`);
  // Every town that is not lit can be asked about, and is still seen when the answer has come; where it stands has nothing to do with the language.
  if (locale !== LANGUAGES[0]) return;
  const towns = await page.locator(".spot:not(.reach)").evaluateAll((all) => all.map((one) => one.dataset.at));
  assert.ok(towns.includes("staunton") && towns.length > 10);
  for (const town of towns) {
    const spot = `[data-at="${town}"] .hit`;
    const at = await lead(page, () => middleOf(page, spot));
    const asked = await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest("[data-at]")?.dataset.at, at);
    // A counter may stand on a town.
    if (asked !== town) continue;
    await tapAt(page, at);
    await page.waitForFunction(() => document.querySelector(".why"));
    await rest(page);
    assert.deepEqual(await unseen(page, spot), [], `${locale} ${town}`);
  }
});

each(LANGUAGES, "a screen too small for all that is lit says at its edge what lies beyond, and goes there", async (person, locale) => {
  const page = await person({ ...PHONE, locale, viewport: { width: 320, height: 480 } });
  await sit(page, { south: "me", north: "me" });
  await page.waitForSelector(".spot.reach");
  await rest(page);
  const hidden = await unseen(page, ".spot.reach .hit");
  const told = () => page.locator(".beyond").evaluateAll((all) => all.reduce((sum, one) => sum + Number(one.textContent), 0));
  assert.ok(hidden.length > 0, "this screen is too small");
  assert.equal(await told(), hidden.length);
  const met = new Set();
  const note = async () => {
    const out = new Set(await unseen(page, ".spot.reach .hit"));
    for (const name of await page.locator(".spot.reach").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))) if (!out.has(name)) met.add(name);
  };
  await note();
  for (let i = 0; i < 8 && met.size < 6; i++) {
    await page.locator(".beyond").first().tap();
    await rest(page);
    await note();
  }
  assert.equal(met.size, 6);
});

each(LANGUAGES, "hexes: the picked brigade and the hexes it reaches are seen or told; one that is asked about stays in sight", async (person, locale) => {
  const page = await person({ ...PHONE, locale });
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh", options: { steady_pace: "on" } });
  await settled(page);
  const press = async () => {
    const since = await entry(page);
    await page.locator(".prompt .acts > .btn:not(.quiet)").first().tap();
    await again(page);
    await happened(page, since);
    await settled(page);
  };
  await press();
  await tapAt(page, await lead(page, () => middleOf(page, '.piece[data-piece="Shaver"] .hit')));
  await page.waitForSelector('.piece.selected[data-piece="Shaver"]');
  await press();
  await page.waitForSelector(".spot.reach");
  for (const which of ["mid", "low"]) {
    await height(page, which);
    assert.deepEqual(await unseen(page, ".piece.selected .hit"), [], `${locale} ${which}`);
    const hidden = (await unseen(page, ".spot.reach .hit")).length;
    const told = await page.locator(".beyond").evaluateAll((all) => all.reduce((sum, one) => sum + Number(one.textContent), 0));
    assert.equal(told, hidden, `${locale} ${which}: what is not seen is told`);
  }
  await height(page, "mid");
  // A hex out of reach just above the sheet: the answer makes the sheet higher.
  const edge = await page.evaluate(() => document.querySelector(".table > .sheet").getBoundingClientRect().top);
  const far = await page.evaluate(async (bottom) => {
    const { hexes } = await (await fetch(`/api/${document.querySelector(".board").dataset.board}`)).json();
    const matrix = document.querySelector("svg.map .world").getScreenCTM();
    const open = hexes.map(({ id, x, y }) => ({ id, at: new DOMPoint(x, y).matrixTransform(matrix) })).filter(({ id, at }) => at.x > 40 && at.x < 350 && at.y > 150 && at.y < bottom - 8 && !document.querySelector(`.spot.reach[data-at="${id}"]`) && !document.elementFromPoint(at.x, at.y)?.closest("[data-piece]"));
    return open.sort((a, b) => b.at.y - a.at.y)[0].id;
  }, edge);
  await tapAt(page, await hexPoint(page, far));
  await page.waitForSelector(".why");
  await page.waitForFunction((was) => document.querySelector(".table > .sheet").getBoundingClientRect().top < was, edge);
  await rest(page);
  assert.deepEqual(await unseen(page, `.spot[data-at="${far}"] .hit`), [], `${locale} ${far}`);
});

each(LANGUAGES, "plane: the block in hand and its handle are seen at every height, also where it was dragged to", async (person, locale) => {
  const page = await person({ ...PHONE, locale });
  await sit(page, { colonial: "me", british: "me" }, { game: "monmouth", record: record("monmouth"), upto: 100 });
  await page.waitForSelector(".plane-bar");
  await page.waitForSelector(".turner", { state: "attached" });
  await atEveryHeight(page, ".ghost-edge, .turner", `${locale} in hand`);
  // The block follows a finger to just above the sheet; what is said of it there makes the sheet higher.
  const from = await middleOf(page, ".ghost-edge");
  const bottom = await page.evaluate(() => document.querySelector(".table > .sheet").getBoundingClientRect().top);
  const line = await page.context().newCDPSession(page);
  const touch = (type, at) => line.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const stood = await transform(page);
  await touch("touchStart", from);
  for (let i = 1; i <= 6; i++) await touch("touchMove", { x: from.x + 10 * i, y: from.y + ((bottom - 6 - from.y) * i) / 6 });
  assert.equal(await transform(page), stood, "nothing moves under a block in hand");
  await touch("touchEnd");
  await page.waitForFunction(() => document.querySelector(".plane-bar .btn.primary:not(:disabled)") || document.querySelector(".ledger .refusal"));
  await page.waitForFunction(() => {
    const { x, y, width, height } = document.querySelector(".ghost-edge").getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.map");
  });
  await rest(page);
  assert.deepEqual(await unseen(page, ".ghost-edge, .turner"), [], `${locale} dragged`);
});

test("tablet: a drawer over the board leaves what matters in sight", async (person) => {
  const page = await person({ viewport: { width: 820, height: 1180 }, hasTouch: true });
  await sit(page, { south: "me", north: "me" }, { record: record("fight") });
  await tap(page, '[data-piece="S3"]');
  await page.waitForSelector(".spot.reach");
  await page.locator(".bar .tool").nth(1).tap();
  await page.waitForSelector(".table.drawer .rulebook");
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll(".spot.reach .hit, .piece.selected .hit")].map((one) => one.getBoundingClientRect());
    return all.every(({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.closest("svg.map"));
  });
});
