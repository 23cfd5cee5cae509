// The newcomer's path, screen by screen: node tools/walk.mjs FOLDER [en|ja] [light|dark] [desktop|phone|tablet]. Pictures to be looked at.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { browser, person, ROOT, service, settled, sit } from "../tests/browser/helpers.mjs";

const [folder = "walk", lang = "en", theme = "light", size = "desktop"] = process.argv.slice(2);
const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 900, height: 1100 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
};
const FIGHT = JSON.parse(readFileSync(join(ROOT, "tests", "browser", "fight.json"), "utf8"));
const RECORD = JSON.parse(readFileSync(join(ROOT, "tests", "records", "nano", "1", "16.json"), "utf8"));
const narrow = size === "phone";

mkdirSync(folder, { recursive: true });
const table = await service();
const chrome = await browser();
const page = await person(chrome, table.base, SIZES[size]);
await page.evaluate(([l, t]) => (localStorage.setItem("senki.lang", l), localStorage.setItem("senki.theme", t)), [lang, theme]);
await page.reload();
await page.waitForSelector(".cover:not(.soon)");
let number = 0;

async function shoot(name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(700);
  number += 1;
  const path = join(folder, `${lang}-${theme}-${size}-${String(number).padStart(2, "0")}-${name}.png`);
  await page.screenshot({ path });
  console.log(path);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) console.log(`  wider than the screen by ${wide} px`);
  if (lang === "ja") {
    const left = (await page.locator("body").innerText()).match(/[A-Za-z]{4,}/g)?.filter((word) => !/^(NANO|Senki|English|Esc|Enter|Home|Shenandoah|Shiloh|Grant|Surprised|Stonewall|Jackson|Sicily|Battles|Monmouth|Webhook|Table|Space)$/.test(word)) ?? [];
    if (left.length) console.log(`  latin words: ${[...new Set(left)].slice(0, 12).join(" ")}`);
  }
}

const at = (id) => page.locator(`[data-at="${id}"]`);
const point = async (id) => (narrow ? at(id).tap({ force: true }) : at(id).hover({ force: true }));

try {
  await shoot("home");
  await page.locator(".hero .btn").nth(1).click();
  await shoot("new-table");
  await page.locator("dialog .btn.primary").click();
  await page.waitForSelector(".spot.reach");
  await shoot("set-up");
  await sit(page, table.base, { south: "me", north: "machine:2" }, { record: FIGHT });
  await settled(page);
  await page.locator('[data-piece="S3"]').click({ force: true });
  if (!narrow) await page.mouse.move(700, 880);
  await shoot("playing");
  await point("staunton");
  await shoot("why-not");
  await point("front_royal");
  await shoot("odds");
  await page.keyboard.press("Escape");
  if (narrow) {
    await page.locator(".grip").tap();
    await shoot("sheet-low");
    await page.locator(".grip").tap();
  }
  await page.keyboard.press("z");
  if (!narrow) await page.mouse.move(700, 880);
  await shoot("threats");
  await page.keyboard.press("z");
  if (!(await page.locator(".piece.selected").count())) await page.locator('[data-piece="S3"]').click({ force: true });
  await at("mount_jackson").click({ force: true });
  if (narrow) await page.locator(".acts .primary").tap();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length > 0);
  await shoot("moved");
  await page.keyboard.press("u");
  await page.waitForTimeout(600);
  await shoot("undone");
  await page.keyboard.press("r");
  await shoot("rulebook");
  if (size !== "desktop") await page.keyboard.press("Escape");
  await page.locator('.bar .tool[aria-haspopup="dialog"]').click();
  await shoot("menu");
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await shoot("keys");
  await page.keyboard.press("Escape");
  const made = await sit(page, table.base, { south: "me", north: "machine:3" }, { record: RECORD });
  await page.waitForSelector(".result", { state: "attached" });
  if (narrow) await page.locator(".tabbar button").nth(1).tap();
  await page.waitForTimeout(800);
  await shoot("result");
  await page.goto(`${table.base}#/replay/${made.id}`);
  await page.waitForSelector(".player");
  await page.locator('.slider input[type="range"]').fill("36");
  await page.locator('.slider input[type="range"]').blur();
  await shoot("replay");
  await page.locator(".judge").click();
  await page.waitForSelector(".judging", { state: "detached", timeout: 120_000 });
  await shoot("replay-chances");
  if (size !== "desktop") {
    await page.locator(".narrow-drawer").click();
    await shoot("replay-log");
    await page.keyboard.press("Escape");
  }
  await page.locator(".controls .btn").last().click();
  await shoot("branch");
  await page.locator("dialog .btn.primary").click();
  await page.waitForSelector(".prompt");
  await shoot("branched");
  await page.goto(table.base);
  await page.waitForSelector(".tables li a");
  await shoot("home-again");
  console.log("page errors:", JSON.stringify(page.wrong));
} finally {
  await chrome.close();
  await table.end();
}
