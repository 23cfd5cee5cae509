// The newcomer's path, screen by screen, to be looked at: node tools/walk.mjs FOLDER [GAMES] [LANGS] [THEMES] [SIZES], each a list with commas.
// It leaves every picture and a contact sheet GAME-LANG-SIZE-THEME.png, and prints what no eye is needed for: pages wider than the screen,
// text that is cut off or lies over other text, words in the wrong language, buttons too small for a finger.
import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { browser, hexPoint, person, ROOT, service, settled, sit } from "../tests/browser/helpers.mjs";
import { findings } from "./findings.mjs";

const [folder = "walk", games = "nano,shiloh,monmouth", langs = "en,ja", themes = "light,dark", sizes = "desktop,tablet,phone"] = process.argv.slice(2);
const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const record = (...path) => JSON.parse(readFileSync(join(ROOT, "tests", ...path), "utf8"));
const GAMES = {
  nano: { seats: { south: "me", north: "machine:2" }, whole: record("records", "nano", "1", "16.json"), middle: 36 },
  shiloh: { seats: { csa: "me", usa: "machine:1" }, whole: record("browser", "shiloh.json"), middle: 755 },
  monmouth: { seats: { colonial: "machine:1", british: "me" }, whole: record("browser", "monmouth.json"), middle: 150 },
};
const FIGHT = record("browser", "fight.json");

const table = await service();
const chrome = await browser();

async function walk(game, lang, size) {
  const page = await person(chrome, table.base, { ...SIZES[size], locale: lang === "ja" ? "ja-JP" : "en-GB" });
  page.setDefaultTimeout(15_000);
  const phone = size === "phone";
  const pointed = size === "desktop";
  const shots = [];
  const { seats, whole, middle } = GAMES[game];

  const pathOf = (theme, number, name) => join(folder, `${game}-${lang}-${size}-${theme}-${String(number).padStart(2, "0")}-${name}.png`);
  async function shoot(name) {
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(300);
    shots.push(name);
    // The theme of the moment first: what is pointed at stays in place.
    const present = await page.evaluate(() => document.documentElement.dataset.theme);
    for (const theme of themes.split(",").sort((a, b) => Number(b === present) - Number(a === present))) {
      const other = await page.evaluate((one) => document.documentElement.dataset.theme !== one && Boolean((document.documentElement.dataset.theme = one)), theme);
      if (other) await page.waitForTimeout(200);
      await page.screenshot({ path: pathOf(theme, shots.length, name) });
    }
    for (const one of await findings(page, lang, !pointed)) console.log(`  ${game} ${lang} ${size} ${name}: ${one}`);
  }
  const at = (id) => page.locator(`[data-at="${id}"]`).first();
  const tap = async (locator) => (pointed ? locator.click({ force: true }) : locator.tap({ force: true }));
  const point = async (locator) => (pointed ? locator.hover({ force: true }) : locator.tap({ force: true }));
  const unit = (id) => page.locator(`.piece[data-piece="${id}"]`).first();
  const act = (n) => page.locator(".prompt .acts > .btn:not(.quiet):not(.primary)").nth(n).click();
  const sitAt = async (more) => {
    await sit(page, seats, { game, ...more });
    await settled(page);
    await page.waitForTimeout(500);
  };
  const tab = async (name) => {
    if (size !== "desktop") await page.keyboard.press("r");
    await page.locator(`#tab-${name}`).click();
  };
  const back = async () => {
    if (size !== "desktop") await page.keyboard.press("Escape");
  };

  /** Pick a unit, ask why not, reckon a fight, fight it: each game has its own. */
  const paths = {
    async nano() {
      await sitAt({ record: FIGHT });
      await tap(unit("S3"));
      await shoot("picked");
      await point(at("staunton"));
      await shoot("why-not");
      await point(at("front_royal"));
      await shoot("odds");
      await page.keyboard.press("Escape");
      await page.keyboard.press("z");
      if (pointed) await page.mouse.move(700, 780);
      await shoot("threats");
      await page.keyboard.press("z");
      if (!(await page.locator(".piece.selected").count())) await tap(unit("S3"));
      await tap(at("front_royal"));
      if (!pointed) await page.locator(".acts .primary").tap().catch(() => undefined);
      await page.waitForTimeout(900);
      await shoot("dice");
    },
    async shiloh() {
      await sitAt({});
      await shoot("start");
      await act(0);
      await settled(page);
      await tap(unit("Shaver"));
      await shoot("picked");
      await act(0);
      await page.waitForSelector(".spot.reach");
      await page.waitForTimeout(700);
      await shoot("reach");
      for (const id of ["0717", "0817", "1017", "0621", "0922"]) {
        const to = await hexPoint(page, id);
        if (pointed) await page.mouse.move(to.x, to.y, { steps: 3 });
        else await page.touchscreen.tap(to.x, to.y);
        await page.waitForTimeout(500);
        if (await page.locator(".tip.placed, .why").count()) break;
      }
      await shoot("why-not");
      await page.keyboard.press("Escape");
      await sitAt({ record: whole, upto: middle - 2 });
      await shoot("combat");
      await sitAt({ record: whole, upto: middle - 1 });
      if (pointed) await page.locator(".prompt .acts > .btn").last().hover();
      await shoot("odds");
      await page.keyboard.press("z");
      await shoot("threats");
      await page.keyboard.press("z");
      await act(0);
      await page.waitForTimeout(900);
      await shoot("dice");
    },
    async monmouth() {
      await sitAt({});
      await shoot("start");
      await sitAt({ record: whole, upto: 173 });
      await shoot("to-pick");
      await tap(unit("guards"));
      await page.waitForTimeout(500);
      await shoot("picked");
      if (await page.locator(".prompt .acts > .btn").count() && !(await page.locator(".plane-bar").count())) await act(0).catch(() => undefined);
      await page.waitForTimeout(600);
      await shoot("in-hand");
      const body = await page.locator('.piece[data-piece="guards"] .c-body').boundingBox();
      const from = { x: body.x + body.width / 2, y: body.y + body.height / 2 };
      const stage = await page.locator(".stage").boundingBox();
      const to = { x: Math.max(stage.x + 30, from.x - (phone ? 60 : 160)), y: from.y + (phone ? 40 : 80) };
      for (const [name, by] of [["ledger", 0.5], ["refused", 1.6]]) {
        const end = { x: Math.max(stage.x + 24, from.x + (to.x - from.x) * by), y: from.y + (to.y - from.y) * by };
        if (pointed) await page.mouse.click(end.x, end.y);
        else await page.touchscreen.tap(end.x, end.y);
        await page.waitForTimeout(800);
        await shoot(name);
      }
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.keyboard.press("l");
      await shoot("sight-tool");
      await page.keyboard.press("Escape");
      await sitAt({ record: whole, upto: 189 });
      await shoot("combat");
      if (await page.locator(".prompt .acts > .btn").count()) await act(0);
      await page.waitForTimeout(900);
      await shoot("dice");
    },
  };

  try {
    await shoot("home");
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(300);
    if (!pointed) await shoot("home-below");
    const cover = page.locator("a.cover").nth(Object.keys(GAMES).indexOf(game));
    await cover.scrollIntoViewIfNeeded();
    await tap(cover);
    await page.waitForSelector(".game-page");
    await shoot("game-page");
    // The scenario to begin with stands first: these two are walked through in another.
    await page.locator(".outlines .btn.quiet").nth(["shiloh", "sjw"].includes(game) ? 1 : 0).click();
    await page.waitForSelector("dialog[open]");
    await shoot("new-table");
    await page.locator("dialog .btn.primary").scrollIntoViewIfNeeded();
    await page.locator("dialog .btn.primary").click();
    await page.waitForSelector(".prompt");
    await settled(page);
    await page.waitForSelector("svg.map .piece, .counters-row", { state: "attached" });
    await shoot("board");
    await paths[game]();
    if (phone) {
      await page.locator(".grip").tap();
      await shoot("sheet-low");
      await page.locator(".grip").tap();
    }
    await tab("log");
    await shoot("log");
    await tab("rulebook");
    await page.waitForSelector(".rulebook article");
    await shoot("rulebook");
    await back();
    await sitAt(game === "nano" ? { record: FIGHT } : { record: whole, upto: middle });
    await tab("analysis");
    await shoot("analysis");
    await page.locator(".analysis .btn").first().click();
    await page.waitForSelector(".analysis .best", { timeout: 30_000 }).catch(() => console.log("  no hint came"));
    await shoot("hint");
    await back();
    await page.keyboard.press("o");
    await page.waitForSelector("dialog[open]");
    await shoot("list");
    await page.keyboard.press("Escape");
    await page.locator('.bar .tool[aria-haspopup="dialog"]').click();
    await shoot("menu");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await shoot("keys");
    await page.keyboard.press("Escape");
    const made = await sit(page, seats, { game, record: whole });
    if (!(await page.waitForSelector(".result", { state: "attached", timeout: 3000 }).catch(() => null))) {
      await page.locator('.bar .tool[aria-haspopup="dialog"]').click();
      await page.locator("dialog .item").last().click();
      await page.locator("dialog .btn.attack").click();
      await page.waitForSelector(".result");
    }
    await page.waitForTimeout(800);
    await shoot("result");
    await page.goto(`${table.base}#/replay/${made.id}`);
    await page.waitForSelector(".player");
    await page.locator('.slider input[type="range"]').fill(String(middle));
    await page.locator('.slider input[type="range"]').blur();
    await page.waitForTimeout(100);
    await page.waitForSelector('.stage[aria-busy="false"]');
    await shoot("replay");
    if (game === "nano") {
      await page.locator(".judge").click();
      await page.waitForSelector(".judging", { state: "detached", timeout: 120_000 });
      await shoot("replay-chances");
    }
    if (size !== "desktop") {
      await page.locator(".narrow-drawer").click();
      await shoot("replay-log");
      await page.keyboard.press("Escape");
    }
    await page.locator(".controls .btn").last().click();
    await page.waitForSelector("dialog[open]");
    await shoot("branch");
    await page.keyboard.press("Escape");
    await page.goto(`${table.base}#/table/${made.id}`);
    await page.waitForSelector(".result .btn.primary");
    await page.locator(".result .btn.primary").click();
    await page.waitForFunction((id) => !location.hash.includes(id), made.id);
    await page.waitForSelector(".prompt");
    await shoot("rematch");
    await page.goto(table.base);
    await page.waitForSelector(".tables li a");
    await shoot("home-again");
  } catch (wrong) {
    console.log(`  ${game} ${lang} ${size}: STOPPED after ${shots.at(-1)}: ${wrong.message.split("\n")[0]}`);
    await page.screenshot({ path: join(folder, `${game}-${lang}-${size}-99-stopped.png`) });
  }
  if (page.wrong.length) console.log(`  ${game} ${lang} ${size}: page errors ${JSON.stringify(page.wrong)}`);
  await page.context().close();
  for (const theme of themes.split(","))
    await contact(`${game}-${lang}-${size}-${theme}`, shots.map((name, i) => [name, pathOf(theme, i + 1, name)]), SIZES[size].viewport);
}

/** All pictures of a walk on one sheet. */
async function contact(name, shots, { width, height }) {
  const columns = width < 500 ? 8 : width < 1000 ? 6 : 4;
  const each = Math.floor(2000 / columns);
  const page = await chrome.newPage({ viewport: { width: 2000 + 10, height: 100 } });
  const cells = shots.map(([label, path]) => `<figure style="margin:0;width:${each - 8}px"><img src="data:image/png;base64,${readFileSync(path).toString("base64")}" style="width:100%;aspect-ratio:${width}/${height}"><figcaption>${label}</figcaption></figure>`);
  await page.setContent(`<body style="margin:5px;display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif;background:#999">${cells.join("")}</body>`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.close();
  console.log(resolve(folder, `${name}.png`));
}

mkdirSync(folder, { recursive: true });
try {
  for (const game of games.split(","))
    for (const lang of langs.split(",")) for (const size of sizes.split(",")) await walk(game, lang, size);
} finally {
  await chrome.close();
  await table.end();
}
