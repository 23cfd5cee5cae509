// Takes the pictures of the README and of docs/look.md: node tools/shots.mjs [folder]. It starts the service by itself, on records of tests/.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { again, browser, person, ROOT, service, sit } from "../tests/browser/helpers.mjs";
import { small } from "./small.mjs";

const folder = process.argv[2] ?? join(ROOT, "docs", "images");
const RECORD = JSON.parse(readFileSync(join(ROOT, "tests", "records", "nano", "1", "16.json"), "utf8"));
const FIGHT = JSON.parse(readFileSync(join(ROOT, "tests", "browser", "fight.json"), "utf8"));
const MONMOUTH = JSON.parse(readFileSync(join(ROOT, "tests", "browser", "monmouth.json"), "utf8"));
const SICILY = JSON.parse(readFileSync(join(ROOT, "tests", "browser", "sicily.json"), "utf8"));
const UPTO = 36;
const PIECE = "S3";
const REFUSED = "harrisonburg";
const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

mkdirSync(folder, { recursive: true });
const table = await service();
const chrome = await browser();

async function open(size, lang, theme) {
  const page = await person(chrome, table.base, size);
  await page.evaluate(([l, t]) => (localStorage.setItem("senki.lang", l), localStorage.setItem("senki.theme", t)), [lang, theme]);
  await page.reload();
  await page.waitForSelector(".cover:not(.soon)");
  return page;
}

/** The board with a unit picked up, its reach lit; with `why` a refusal, or with `odds` those of an attack. */
async function board(page, point = "") {
  await sit(page, { south: "me", north: "machine:3" }, { record: FIGHT });
  await page.waitForSelector(".piece.selectable");
  await page.waitForTimeout(1200);
  const piece = page.locator(`[data-piece="${PIECE}"].selectable`);
  await ((await piece.count()) ? piece : page.locator(".piece.selectable").first()).click({ force: true });
  if (point) await page.locator(`[data-at="${point === "why" ? REFUSED : "front_royal"}"]`).hover({ force: true });
  else if (!page.viewportSize() || page.viewportSize().width > 720) await page.mouse.move(1400, 700);
  await page.waitForTimeout(900);
}

/** Shiloh, a brigade under way: its die rolled, its reach lit. */
async function brigade(page, name) {
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "shiloh" });
  const act = (words) => page.locator(".prompt .acts > .btn").filter({ hasText: words }).first().click();
  const fixed = page.viewportSize().width > 720 ? {} : { force: true };
  await act("Keep it");
  await page.locator(`.piece[data-piece="${name}"].selectable`).click(fixed);
  await act(`Move ${name}`);
  await again(page);
  await page.waitForSelector(".spot.reach");
  await page.waitForTimeout(1200);
}

/** Monmouth in the sixth turn: a brigade in hand, on its way into an enemy's field of engagement. */
async function inHand(page) {
  await sit(page, { colonial: "machine:1", british: "me" }, { game: "monmouth", record: MONMOUTH, upto: 173 });
  await page.locator('.piece[data-piece="guards"].selectable').click();
  await page.waitForSelector(".plane-bar");
  const body = await page.locator('.piece[data-piece="guards"] .c-body').boundingBox();
  const wide = page.viewportSize().width > 720;
  const to = { x: body.x + body.width / 2 - (wide ? 50 : 40), y: body.y + body.height / 2 + (wide ? 10 : 8) };
  if (wide) await page.mouse.click(to.x, to.y);
  else await page.touchscreen.tap(to.x, to.y);
  await page.waitForSelector(".swept", { state: "attached" });
  await page.waitForTimeout(900);
}

/** Stonewall Jackson's Way: the chances of a division's march, the command radius of its leader and, where there is room, the forces. */
async function division(page, name) {
  await sit(page, { csa: "me", usa: "machine:1" }, { game: "sjw", scenario: "rappahannock_to_bull_run" });
  const act = page.locator(".prompt .acts > .btn:not(.quiet)");
  await page.waitForSelector(".piece");
  while (!(await act.filter({ hasText: /^(Pass|パス)/ }).count())) {
    await act.last().click();
    await page.waitForTimeout(900);
  }
  const wide = page.viewportSize().width > 720;
  if (wide) {
    await page.keyboard.press("l");
    await page.locator(".tabs [role=tab]").nth(1).click();
  }
  await page.locator(`.piece[data-piece="${name}"].selectable`).click({ force: true });
  await page.waitForSelector(".spot.way", { state: "attached" });
  await page.waitForTimeout(1200);
}

/** Sicily: an attack from the beach and from the sea, its odds while no chit is drawn, and where supply comes from; on a phone the landing it begins with. */
async function beach(page) {
  await sit(page, { allies: "me", axis: "machine:1" }, { game: "sicily", record: SICILY });
  await page.waitForSelector(".spot.reach");
  await page.waitForTimeout(1200);
  if (page.viewportSize().width < 720) return;
  for (const hex of ["3725", "3726"]) {
    await page.locator(`.spot.reach[data-at="${hex}"]`).click({ force: true });
    await again(page);
    await page.waitForTimeout(900);
  }
  await page.locator(".prompt .acts > .btn:not(.quiet)").last().click();
  await page.waitForTimeout(900);
  await page.keyboard.press("s");
  await page.keyboard.press("+");
  await page.waitForTimeout(900);
  await page.locator('.piece[data-piece="us_18_1"]').hover({ force: true });
  await page.waitForSelector(".columns");
  await page.waitForTimeout(900);
}

/** The race to Messina: supply, enemy zones and, where there is room, the forces. */
async function race(page) {
  await sit(page, { allies: "me", axis: "machine:1" }, { game: "sicily", scenario: "race" });
  await page.waitForSelector("svg.map .place-name", { state: "attached" });
  await page.waitForTimeout(1200);
  if (page.viewportSize().width > 720) {
    await page.keyboard.press("s");
    await page.keyboard.press("z");
    await page.locator(".tabs [role=tab]").nth(1).click();
  }
  await page.waitForTimeout(1500);
}

async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready);
  writeFileSync(join(folder, `${name}.png`), small(await page.screenshot()));
  console.log(`${name}.png`);
}

try {
  let page = await open(DESKTOP, "en", "light");
  for (const seats of [{ south: "me", north: "machine:3" }, { south: "machine:2", north: "me" }]) await sit(page, seats, { record: RECORD, upto: UPTO });
  await page.goto(table.base);
  await page.waitForSelector(".tables li a");
  await page.waitForTimeout(1500);
  await shoot(page, "web-home");
  await board(page, "why");
  await shoot(page, "web-board");
  await board(page, "odds");
  await shoot(page, "web-odds");
  const made = await sit(page, { south: "me", north: "machine:3" }, { record: RECORD });
  await page.waitForSelector(".verdict");
  await shoot(page, "web-result");
  await page.context().close();
  page = await open(DESKTOP, "ja", "light");
  await board(page, "why");
  await shoot(page, "web-board-ja");
  await page.context().close();
  page = await open(DESKTOP, "en", "dark");
  await board(page);
  await shoot(page, "web-board-dark");
  await page.goto(`${table.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  await page.locator('.slider input[type="range"]').fill(String(UPTO));
  await page.locator('.slider input[type="range"]').blur();
  await page.locator(".judge").click();
  await page.waitForSelector(".judging", { state: "detached", timeout: 120_000 });
  await page.waitForTimeout(1200);
  await shoot(page, "web-replay-dark");
  await page.context().close();
  page = await open(PHONE, "en", "light");
  await board(page);
  await page.locator('[data-at="staunton"]').tap({ force: true });
  await page.waitForTimeout(600);
  await shoot(page, "web-phone");
  await page.context().close();
  page = await open(PHONE, "ja", "dark");
  await board(page);
  await shoot(page, "web-phone-dark");
  await page.context().close();
  page = await open(DESKTOP, "en", "light");
  await brigade(page, "Shaver");
  await shoot(page, "web-shiloh");
  await inHand(page);
  await shoot(page, "web-monmouth");
  await division(page, "csa_ewell_b");
  await shoot(page, "web-sjw");
  await race(page);
  await shoot(page, "web-sicily-race");
  await page.context().close();
  page = await open(PHONE, "en", "light");
  await brigade(page, "Shaver");
  await shoot(page, "web-shiloh-phone");
  await inHand(page);
  await shoot(page, "web-monmouth-phone");
  await division(page, "csa_ewell_b");
  await shoot(page, "web-sjw-phone");
  await beach(page);
  await shoot(page, "web-sicily-phone");
  await page.context().close();
  page = await open(DESKTOP, "ja", "dark");
  await division(page, "csa_ewell_b");
  await shoot(page, "web-sjw-dark");
  await race(page);
  await shoot(page, "web-sicily-dark");
  await page.context().close();
  page = await open(DESKTOP, "ja", "light");
  await beach(page);
  await shoot(page, "web-sicily");
  await page.context().close();
} finally {
  await chrome.close();
  await table.end();
}
