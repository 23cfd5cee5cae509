// The map workshop: paint, lay sides, draw a road, name a place, see what is wrong, by mouse and by keys, in both languages.
import assert from "node:assert/strict";
import { join } from "node:path";
import { amounts, saved, says, serious } from "./helpers.mjs";
import { test } from "./stage.mjs";

const text = (page) => page.locator("[data-text]").inputValue();

async function open(person, lang = "en", theme = "light", size = {}) {
  const page = await person(size);
  await page.evaluate(([l, t]) => (localStorage.setItem("senki.lang", l), localStorage.setItem("senki.theme", t)), [lang, theme]);
  await page.goto(`${page.base}#/workshop/shiloh`);
  await page.reload();
  await page.waitForSelector("[data-canvas] .hex-number", { state: "attached" });
  await verdict(page, "good");
  return page;
}

const verdict = (page, status) => page.waitForSelector(`[data-status="${status}"]`);

/** The point on the screen a share of the way from one hex to another. */
async function at(page, hex, toward = hex, share = 0) {
  const [a, b] = await page.evaluate(
    async ([one, other]) => {
      if (!window.hexes) {
        const told = await (await fetch("/api/workshop/shiloh/proof", { method: "POST", body: document.querySelector("[data-text]").value })).json();
        window.hexes = Object.fromEntries(told.board.hexes.map((hex) => [hex.id, hex]));
      }
      const matrix = document.querySelector("[data-canvas] > g").getScreenCTM();
      return [one, other].map((id) => new DOMPoint(window.hexes[id].x, window.hexes[id].y).matrixTransform(matrix)).map(({ x, y }) => ({ x, y }));
    },
    [hex, toward],
  );
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

async function click(page, ...where) {
  const { x, y } = await at(page, ...where);
  await page.mouse.click(x, y);
}

const use = (page, tool, word) => page.locator(`[data-tool="${tool}"]`).click().then(() => page.locator(`.palette input[value="${word}"]`).check({ force: true }));

test("a map is edited with every tool and stays a map", async (person) => {
  const page = await open(person);
  const before = await text(page);
  await use(page, "terrain", "deep_woods");
  await click(page, "0105");
  assert.match(await text(page), /^0105 deep_woods$/m);
  await use(page, "feature", "hill");
  await click(page, "0107");
  assert.match(await text(page), /^0107 light_woods hill$/m);
  await use(page, "side", "slope");
  await click(page, "0110", "0109", 0.42);
  assert.match(await text(page), /0110>0109/);
  await use(page, "line", "trail");
  for (const hex of ["0319", "0320", "0321"]) await click(page, hex);
  assert.match(await text(page), /^trail\n {2}0319 0320 0321$/m);
  await click(page, "0325");
  await says(page.locator(".told"), /0325 is no neighbour of 0321/);
  await use(page, "place", "camp");
  await click(page, "0206");
  await page.locator("[data-name-en]").fill("Test | Camp");
  await page.locator("[data-name-ja]").fill("試しの野営地");
  await page.keyboard.press("Enter");
  assert.match(await text(page), /^0206 camp Test Camp \| 試しの野営地$/m);
  await verdict(page, "good");
  await page.waitForSelector('[data-name="0206"]', { state: "attached" });
  for (let i = 0; i < 6; i++) await page.locator(".bar .tool").first().click();
  assert.equal(await text(page), before);
});

test("mistakes are listed while they are made, and the list leads to them", async (person) => {
  const page = await open(person, "ja");
  const good = await text(page);
  await page.locator("[data-text]").fill(good.replace("0103 light_woods", "0103 jungle").replace("0224 0324 0323", "0224 0323"));
  await verdict(page, "wrong");
  const items = page.locator(".verdict li");
  await amounts(items, 2);
  await says(items.first(), /「jungle」という地形はありません/);
  await items.first().locator("button").click();
  assert.equal(await page.evaluate(() => document.activeElement.value.slice(document.activeElement.selectionStart).split("\n")[0]), "jungle");
  await page.locator("[data-text]").fill(good);
  await verdict(page, "good");
});

test("the keyboard is enough", async (person) => {
  const page = await open(person);
  await page.locator('[data-tool="terrain"]').focus();
  await page.keyboard.press("Enter");
  await page.locator(".palette input").first().focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-canvas]").focus();
  await page.keyboard.press("ArrowDown");
  for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await says(page.locator(".told"), /^0105 Light woods/);
  await page.keyboard.press("Enter");
  assert.match(await text(page), /^0105 deep_woods$/m);
  await page.keyboard.press("Control+z");
  assert.match(await text(page), /^0105 light_woods$/m);
  await page.locator('[data-tool="side"]').click();
  await page.locator("[data-canvas]").focus();
  await page.keyboard.press("4");
  assert.match(await text(page), /0105\/0106/);
});

test("a file is opened, and the map is saved as it stands", async (person) => {
  const page = await open(person);
  const file = (content) => ({ name: "mine.hexes", mimeType: "text/plain", buffer: Buffer.from(content) });
  const mine = (await text(page)).replace("0103 light_woods", "0103 clear");
  await page.locator("[data-file]").setInputFiles(file(mine));
  await page.waitForFunction(() => /^0103 clear$/m.test(document.querySelector("[data-text]").value));
  assert.equal(await saved(page, () => page.locator("[data-save]").click()), mine);
  await page.locator("[data-file]").setInputFiles(file([0x82, 0xa0, 0xff]));
  await page.waitForSelector('.error[role="alert"]');
});

test("axe finds nothing serious in the workshop", async (person) => {
  for (const [lang, theme, size] of [["en", "light", {}], ["ja", "dark", {}], ["ja", "light", { viewport: { width: 390, height: 844 } }]]) {
    const page = await open(person, lang, theme, size);
    await serious(page, `${lang} ${theme}`);
    if (process.env.SENKI_SHOTS) await page.screenshot({ path: join(process.env.SENKI_SHOTS, `workshop-${lang}-${theme}-${size.viewport ? "phone" : "desk"}.png`) });
  }
});
