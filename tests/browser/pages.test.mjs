// A game before sitting down, its rulebook as a page and on paper, and a table begun from there.
import assert from "node:assert/strict";
import { amounts, entry, PHONE, says, serious, settled, shows, sit } from "./helpers.mjs";
import { each, test } from "./stage.mjs";

const KEYS = ["nano", "shiloh", "sjw", "sicily", "monmouth"];
const PAPER = { format: "A4", printBackground: false };

/** The page of a game, its picture drawn: the map, and counters on it. */
async function look(page, key) {
  await page.evaluate((to) => (location.hash = to), `#/game/${key}`);
  await page.waitForSelector(".game-page");
  await page.waitForFunction(() => {
    const [map, counters] = document.querySelectorAll(".picture svg > g");
    return map.childElementCount > 2 && counters.querySelector(".c-body");
  });
}

/** How many sheets of paper a page takes. */
const sheets = async (page) => (await page.pdf(PAPER)).toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;

each(KEYS, "the page of a game, in both languages, on a desk and on a phone", async (person, key) => {
  const page = await person();
  await page.locator(`.cover[href="#/game/${key}"]`).click();
  await look(page, key);
  const read = await page.evaluate(async (one) => (await fetch(`/api/games/${one}/primer`)).json(), key);
  for (const lang of ["en", "ja"]) {
    await page.locator(`.bar button[lang="${lang}"]`).click();
    await says(page.locator(".caption"), new RegExp(read.picture.caption[lang].slice(0, 12)));
    const all = await page.locator(".game-page").textContent();
    for (const part of [...read.aims, ...read.turn, ...read.know, ...read.mistakes, ...read.levels, ...read.scenarios, ...read.counters]) assert.ok(all.includes(part.text[lang]), part.text[lang]);
  }
  await serious(page, `${key}, desk`);
  // Every clause it names is one click away.
  const clause = read.know[0].clause;
  await page.locator(`.points a[href$="/rules/${clause}"]`).first().click();
  await page.waitForSelector(`.book article.here[data-clause="${clause}"]`);

  const phone = await person(PHONE);
  await look(phone, key);
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `nothing hangs over the edge of a phone: ${wide}`);
  await phone.locator('.bar button[lang="ja"]').tap();
  await says(phone.locator(".caption"), new RegExp(read.picture.caption.ja.slice(0, 12)));
  await serious(phone, `${key}, phone`);
});

test("the rulebook as a page: contents, search, an address for each clause, provenance folded, a booklet on paper", async (person) => {
  const page = await person();
  await page.evaluate(() => (location.hash = "#/game/shiloh/rules/SHI-18.3"));
  const here = page.locator(".book article.here");
  await says(here, /^SHI-18\.3 Otherwise points are counted/);
  const sight = () => here.evaluate((one) => one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < innerHeight);
  assert.ok(await sight(), "the clause of the address is in sight");
  // The plain words first; where they come from only when asked.
  await amounts(here.locator("details[open]"), 0);
  await here.locator("summary").click();
  await says(here.locator("details"), /our reconstruction[\s\S]*Why:/);
  await page.locator(".contents a", { hasText: "Zones of control" }).click();
  await page.waitForFunction(() => {
    const { top } = document.querySelector('[data-chapter="SHI-6"]').getBoundingClientRect();
    return top >= 0 && top < 120;
  });
  await page.locator(".seek input").fill("gunboats score");
  await amounts(page.locator(".book article"), 1);
  await shows(page.locator(".book mark"));
  await page.locator(".seek input").fill("");
  await serious(page, "the rulebook");

  // On paper: no bar, no buttons, contents on the first sheet and the clauses in two columns, whatever the theme.
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  const many = await sheets(page);
  assert.ok(many >= 8 && many <= 24, `a booklet of ${many} sheets`);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "and then it is night again");
  await page.emulateMedia({ media: "print" });
  for (const gone of [".bar", ".seek", ".origin"]) assert.equal(await page.locator(gone).first().isVisible(), false, gone);
  assert.equal(await page.locator(".book .rulebook").evaluate((one) => getComputedStyle(one).columnCount), "2");
  assert.equal(await page.locator(".contents").evaluate((one) => getComputedStyle(one).breakAfter), "page");
  await look(page, "shiloh");
  assert.equal(await page.locator(".acts-of-page").first().isVisible(), false);
  const leaves = await sheets(page);
  assert.ok(leaves >= 2 && leaves <= 4, `the page of a game takes ${leaves} sheets`);
});

test("a newcomer chooses at once, and the short Shiloh begins from its page", async (person) => {
  const page = await person();
  await look(page, "monmouth");
  await page.locator(".opening .btn.primary").click();
  await page.waitForSelector(".table");
  await settled(page);
  assert.equal(await entry(page), 0, "nobody has played before");
  assert.match(await page.title(), /^●/, "the first choice is mine");

  // From the bar of a table back to the page of its game; another scenario of another one, at a table of one's own choosing.
  await page.locator(".table > .bar .crumb a").click();
  await page.waitForSelector(".game-page");
  await look(page, "shiloh");
  await page.locator(".outlines li", { hasText: "The first morning" }).getByRole("button", { name: /New table/ }).click();
  const form = page.locator("dialog form");
  assert.equal(await form.locator("select").nth(1).inputValue(), "first_morning");
  await form.locator(".btn.primary").click();
  await page.waitForSelector(".table");
  await settled(page);
  await says(page.locator(".crumb"), /The first morning/);
  await amounts(page.locator(".track.turn .cell"), 4, "four turns");
});

test("on a phone what a newcomer is asked fits the screen in every game", async (person) => {
  const page = await person({ ...PHONE, locale: "ja-JP" });
  for (const key of KEYS) {
    await look(page, key);
    await page.locator(".opening .btn.primary").click();
    await page.waitForSelector(".table");
    await settled(page);
    const beyond = await page.evaluate(() => [".asking > *", ".prompt .words", ".prompt .btn", ".waiting"].flatMap((which) => [...document.querySelectorAll(which)].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.className)));
    assert.deepEqual(beyond, [], key);
  }
});

test("a clause followed at one table opens nothing at the next, on a phone neither", async (person) => {
  for (const options of [{}, PHONE]) {
    const page = await person(options);
    await sit(page, { csa: "me", usa: "machine:1" }, { game: "sjw", scenario: "stuarts_raid" });
    await settled(page);
    const narrow = options === PHONE;
    // Under the list of forces stands a clause.
    if (narrow) await page.locator(".tabbar button", { hasText: "Forces" }).tap();
    else await page.locator("#tab-forces").click();
    await page.locator(".forces a.cl").first().click();
    const here = page.locator(".rulebook article.here");
    await says(here, /^SJW-2\.2\.2/);
    // The contents lead to a chapter.
    await page.locator(".toc summary").click();
    await page.locator(".toc button", { hasText: "Combat" }).first().click();
    await page.waitForFunction(() => /Combat/.test(document.activeElement?.closest("[data-chapter]")?.querySelector("h3").textContent ?? ""));

    await sit(page, { csa: "me", usa: "machine:1" }, { game: "sjw", scenario: "stuarts_raid" });
    await settled(page);
    assert.equal(await page.locator(".rulebook").count(), 0, "no rulebook is open");
    assert.equal(await page.locator(".table.drawer").count(), 0, "nothing lies over the board");
  }
});
