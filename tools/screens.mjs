// The screens of docs/look.md beyond the boards: the pictures it shows are taken by `node tools/screens.mjs`. With a folder every screen is taken in
// both languages, themes and sizes, and what axe and tools/findings.mjs find is printed: node tools/screens.mjs FOLDER [SCENES] [LANGS] [SIZES] [THEMES],
// each a list with commas; `docs` as the folder takes only a part of those of docs/look.md. A scene is a part of an evening; it takes several pictures. Each walk has services of its own, with people who come and play.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { audit, browser, person, rest, ROOT, service, until } from "../tests/browser/helpers.mjs";
import { findings } from "./findings.mjs";
import { SCENES } from "./scenes.mjs";
import { small } from "./small.mjs";

const [wanted, scenes = Object.keys(SCENES).join(), langs = "en,ja", sizes = "desktop,phone", themes = "light,dark"] = process.argv.slice(2);
const given = wanted && wanted !== "docs";
const folder = given ? wanted : join(ROOT, "docs", "images");
const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: given ? 1 : 2, hasTouch: true, isMobile: true },
};
/** The pictures of docs/look.md; what they are called says how they are taken. */
const SHOWN = [...readFileSync(join(ROOT, "docs", "look.md"), "utf8").matchAll(/images\/(screen-[\w-]+\.png)/g)].map(([, file]) => file);

/** Words are there in the fonts they are set in: the Japanese ones, for the name of the house in English too, come after the first page. */
async function lettered(page) {
  const comes = await page.evaluate(() => Boolean(document.getElementById("app")));
  if (comes) await page.waitForFunction(() => [...document.fonts].some((face) => face.family.includes("Zen Kaku")), undefined, { timeout: 10_000 }).catch(() => undefined);
  await rest(page);
  await page.evaluate(() => document.fonts.ready);
}

/** The other theme, by the client's own button where there is one. */
async function paint(page, theme) {
  await page.evaluate((wanted) => {
    const root = document.documentElement;
    if (root.dataset.theme === wanted) return;
    const button = [...document.querySelectorAll("button[aria-label]")].find((one) => /theme$|配色$/.test(one.getAttribute("aria-label")));
    if (button) button.click();
    else root.dataset.theme = wanted;
  }, theme);
  await page.waitForTimeout(250);
}

/** What a walk is given: somebody at a screen, others who come, and how a picture is taken. */
async function walk(chrome, lang, size) {
  const phone = size === "phone";
  const open = [];
  const services = {};
  const of = async (kind) => (services[kind] ??= await (kind === "public" ? service("", true) : service()));
  const comes = async (kind = "own", options = {}) => {
    const page = await person(chrome, (await of(kind)).base, { locale: lang === "ja" ? "ja-JP" : "en-GB", ...options });
    page.setDefaultTimeout(90_000);
    open.push(page);
    /** A question to the service; whoever asks too fast comes again. */
    page.ask = async (path, body, method = body ? "POST" : "GET") => {
      const told = await until(
        () => page.evaluate(async ([path, body, method]) => (await fetch(`/api${path}`, { method, ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}) })).json(), [path, body, method]),
        (answer) => answer?.code !== "too_fast",
        () => "too fast",
      );
      if (told?.code) throw new Error(`${path}: ${JSON.stringify(told)}`);
      return told;
    };
    return page;
  };
  const taken = [];
  let scene = "";
  async function shoot(page, name, { full = false } = {}) {
    for (const theme of themes.split(",")) {
      const file = `screen-${scene}-${name}-${size}-${lang}-${theme}.png`;
      if (!given && !SHOWN.includes(file)) continue;
      await paint(page, theme);
      await lettered(page);
      writeFileSync(join(folder, file), small(await page.screenshot()));
      if (given && full) writeFileSync(join(folder, file.replace(".png", "-full.png")), small(await page.screenshot({ fullPage: true })));
      taken.push(file);
      if (!given) continue;
      for (const one of await audit(page, ["critical", "serious", "moderate"])) console.log(`  ${scene} ${name} ${size} ${lang} ${theme}: axe ${one}`);
      for (const one of theme === "light" ? await findings(page, lang, phone) : []) console.log(`  ${scene} ${name} ${size} ${lang}: ${one}`);
    }
    await paint(page, "light");
  }
  /** Is any picture of the scene taken whose name begins so? */
  const wants = (name) => given || SHOWN.some((file) => file.startsWith(`screen-${scene}-${name}`) && file.includes(`-${size}-${lang}-`));
  const evening = { lang, phone, wants, word: (en, ja) => (lang === "ja" ? ja : en), comes, shoot, screen: (kind = "own", more = {}) => comes(kind, { ...SIZES[size], ...more }) };
  try {
    for (const name of scenes.split(",")) {
      scene = name;
      if (!wants("")) continue;
      const since = Date.now();
      await SCENES[name](evening).catch(async (wrong) => {
        console.log(`${name} ${size} ${lang}: STOPPED: ${wrong.stack.split("\n").slice(0, 4).join(" ")}`);
        await open.at(-1)?.screenshot({ path: join(given ? folder : tmpdir(), `stopped-${name}-${size}-${lang}.png`) }).catch(() => undefined);
        process.exitCode = 1;
      });
      for (const page of open.splice(0)) {
        if (page.wrong.length) console.log(`  ${name} ${size} ${lang}: page errors ${JSON.stringify(page.wrong)}`);
        await page.context().close();
      }
      console.log(`${name} ${size} ${lang}: ${taken.splice(0).length} pictures in ${Math.round((Date.now() - since) / 1000)} s`);
    }
  } finally {
    for (const one of Object.values(services)) await one.end();
  }
}

mkdirSync(folder, { recursive: true });
const chrome = await browser();
try {
  for (const size of sizes.split(",")) for (const lang of langs.split(",")) await walk(chrome, lang, size);
} finally {
  await chrome.close();
}
