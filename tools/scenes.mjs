// The scenes of tools/screens.mjs: each leads somebody to screens worth looking at, and takes them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { again, clickOnce, dice, entry, happened, hexPoint, logged, record, rest, ROOT, settled, tap } from "../tests/browser/helpers.mjs";

const GAMES = ["nano", "shiloh", "monmouth", "sjw", "sicily"];
const NANO = JSON.parse(readFileSync(join(ROOT, "tests", "records", "nano", "1", "16.json"), "utf8"));
const SOUTH = { csa: "me", usa: "machine:1" };

/** A page of the client, looked at anew. */
async function look(page, hash, seen) {
  await page.evaluate((to) => (location.hash = to), hash);
  await page.waitForSelector(seen);
  await rest(page);
}

/** A table made by somebody, who sits at it. */
async function sit(page, wish) {
  const { id } = await page.ask("/tables", { game: "shiloh", seats: SOUTH, ...wish });
  await look(page, `#/table/${id}`, ".prompt, .result");
  await page.waitForSelector("svg.map .piece, .counters-row", { state: "attached" });
  return id;
}

async function answer(page, act) {
  const since = await entry(page);
  await page.locator(`.prompt .acts .btn[data-act="${act}"]`).click();
  await again(page);
  await happened(page, since);
}

/** The pane of this name, in the drawer where there is no room beside the board. */
async function pane(page, name, phone) {
  if (phone) await page.locator(".tabbar button").nth({ log: 1, forces: 2, rulebook: 3, chat: 4 }[name] ?? 1).tap();
  await page.locator(`#tab-${name}`).click();
}

const called = (page, name) => page.ask("/me", { name });
/** Two others, who play each other, and offer games. */
async function company({ comes, word }) {
  const [bob, cleo] = [await comes(), await comes()];
  await called(bob, word("Bob", "坊太郎"));
  await called(cleo, word("Cleo", "久礼"));
  const played = (await bob.ask("/tables", { game: "nano", public: true, seats: { south: "me", north: "open" }, clock: { days: 3 } })).id;
  await cleo.ask(`/tables/${played}/join`, { side: "north" });
  const shiloh = (await cleo.ask("/tables", { game: "shiloh", public: true, seats: { csa: "me", usa: "open" }, name: word("Sunday evening", "日曜の夜に"), clock: { initial: 3600, increment: 30 } })).id;
  await bob.ask("/tables", { game: "sicily", public: true, seats: { allies: "open", axis: "me" }, clock: { days: 7 }, assisted: true });
  return { bob, cleo, played, shiloh };
}

/** Somebody's tables: at home, and in the lists of all. */
async function tables({ screen, comes, word, shoot }) {
  const page = await screen();
  await called(page, word("Ann", "安奈"));
  const { bob } = await company({ comes, word });
  await page.ask("/tables", { game: "nano", seats: { south: "me", north: "machine:3" }, record: NANO });
  await page.ask("/tables", { game: "monmouth", seats: { british: "me", colonial: "machine:1" }, record: record("monmouth"), upto: 173 });
  await page.ask("/tables", { game: "nano", seats: { south: "me", north: "machine:2" }, record: NANO, upto: 36 });
  const { id } = await page.ask("/tables", { game: "shiloh", public: true, seats: { csa: "me", usa: "open" }, name: word("The club’s Shiloh", "例会のシャイロー"), clock: { days: 3 } });
  await bob.ask(`/tables/${id}/join`, { side: "usa" });
  await page.ask("/tables", { game: "sjw", seats: { csa: "open", usa: "me" }, public: true, clock: { days: 2 } });
  await page.reload();
  await page.waitForSelector(".tables li a");
  await shoot(page, "home", { full: true });
  for (const shelf of ["yours", "open", "watch"]) {
    await look(page, `#/tables?shelf=${shelf}`, ".lobby .tables li:not(.empty)");
    if (shelf === "watch") await page.locator(".vacation summary").click();
    await shoot(page, shelf, { full: true });
  }
}

/** A table is founded; a seat is taken, the talk of those who watch, and no help. */
async function seats({ screen, comes, word, phone, shoot }) {
  const page = await screen();
  const { bob, cleo, played, shiloh } = await company({ comes, word });
  await page.locator(".hero .btn", { hasText: word("New table", "新しい卓") }).click();
  const setUp = page.locator("dialog");
  await setUp.locator("select").first().selectOption("shiloh");
  await setUp.locator("label.seat-row").nth(1).locator("select").selectOption("open");
  await rest(page);
  await shoot(page, "founding");
  await setUp.locator(".btn.primary").scrollIntoViewIfNeeded();
  await shoot(page, "founding-below");
  await page.keyboard.press("Escape");
  await look(page, `#/table/${shiloh}?side=usa`, "dialog[open] input");
  await page.locator("dialog input").fill(word("Ann", "安奈"));
  await shoot(page, "joining");
  await page.locator("dialog .btn.primary").click();
  await page.waitForSelector("dialog", { state: "detached" });
  await pane(page, phone ? "log" : "analysis", phone);
  if (phone) await page.locator("#tab-analysis").click();
  await page.waitForSelector(".analysis");
  await page.locator(".analysis .btn").first().scrollIntoViewIfNeeded();
  await shoot(page, "no-help");
  await bob.goto(`${bob.base}#/table/${played}`);
  await pane(bob, "chat", false);
  const say = async (who, text) => {
    await who.locator(".chat form input").last().fill(text);
    await who.locator(".chat form .btn").click();
  };
  await say(bob, word("Good luck, and mind the gaps.", "よろしくお願いします。峠は手ごわいですよ。"));
  await cleo.goto(`${cleo.base}#/table/${played}`);
  await pane(cleo, "chat", false);
  await say(cleo, word("You too!", "こちらこそ！"));
  await look(page, `#/table/${played}`, phone ? ".tabbar" : ".watching");
  await pane(page, "chat", phone);
  await page.waitForFunction(() => document.querySelectorAll(".chat li").length === 2);
  await say(page, word("Winchester will not hold, will it?", "ウィンチェスターは持ちこたえられますかね。"));
  await page.waitForFunction(() => document.querySelectorAll(".chat li").length === 3);
  await page.locator("body").click({ position: { x: 2, y: 2 } });
  await shoot(page, "talk");
}

/** The lesson of each game: its first card, and the first that asks for something. */
async function lessons({ screen, wants, shoot }) {
  const page = await screen();
  for (const game of GAMES.filter(wants)) {
    const { id } = await page.ask("/lessons", { game });
    await look(page, `#/table/${id}`, ".coach");
    await page.waitForSelector("svg.map .piece", { state: "attached" });
    await page.waitForTimeout(800);
    await shoot(page, game);
    while (await page.locator(".coach .next").count()) await page.locator(".coach .next").click();
    await page.waitForTimeout(800);
    await shoot(page, `${game}-do`);
  }
}

/** The page of each game, and two places of its rulebook. */
async function pages({ screen, wants, shoot }) {
  const page = await screen();
  for (const game of GAMES.filter((key) => wants(`game-${key}`))) {
    await look(page, `#/game/${game}`, ".game-page");
    await page.waitForFunction(() => {
      const [map, counters] = document.querySelectorAll(".picture svg > g");
      return map?.childElementCount > 2 && counters.querySelector(".c-body");
    });
    await page.evaluate(() => scrollTo(0, 0));
    await shoot(page, `game-${game}`, { full: true });
  }
  for (const [game, clause] of [["shiloh", "SHI-18.3"], ["sjw", ""], ["sicily", ""]].filter(([key]) => wants(`rules-${key}`))) {
    await look(page, `#/game/${game}/rules${clause && `/${clause}`}`, ".book article");
    await page.waitForTimeout(400);
    await shoot(page, `rules-${game}`);
  }
}

/** Tables and charts of a game, and the cards of a unit and of a hex. */
async function reference({ screen, phone, wants, shoot }) {
  const page = await screen();
  for (const [game, seats] of [["nano", { south: "me", north: "me" }], ["monmouth", { british: "me", colonial: "me" }], ["sjw", { csa: "me", usa: "me" }], ["sicily", { allies: "me", axis: "me" }], ["shiloh", { csa: "me", usa: "me" }]].filter(([key]) => wants(key))) {
    await sit(page, { game, seats });
    await settled(page);
    await page.keyboard.press("i");
    await page.waitForSelector(".aims li");
    await shoot(page, game);
    for (const part of game === "shiloh" ? ["results", "terrain", "units"] : ["results", "terrain"]) {
      await page.locator(`#look-${part}`).click();
      await page.waitForTimeout(150);
      await shoot(page, `${game}-${part}`);
    }
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
  }
  const cardOf = async (point, name) => {
    const { x, y } = point;
    // A finger leaves no pointer behind; the clicks above did.
    if (phone) await page.mouse.move(0, 0).then(() => tap(page, { x, y }));
    else await page.mouse.move(x, y, { steps: 3 });
    await page.waitForSelector(phone ? ".inspected" : ".inspector");
    await page.waitForTimeout(500);
    await shoot(page, name);
  };
  await cardOf(await hexPoint(page, phone ? "0520" : "0417"), "card-hex");
  if (!phone) {
    await page.locator('[data-piece="Gladden"]').hover();
    await page.waitForTimeout(500);
    await shoot(page, "card-unit");
  }
}

/** Fewer clicks: an answer that stands, a whole march, all options, a retreat proposed. */
async function orders({ screen, phone, word, shoot }) {
  const page = await screen();
  await sit(page, { options: { steady_pace: "on" } });
  await settled(page);
  await page.waitForTimeout(800);
  await shoot(page, "standing");
  const since = await entry(page);
  await page.locator(".stands .link").last().click();
  await happened(page, since);
  await page.waitForSelector(".acts.ending .end");
  await page.keyboard.press("n");
  await page.waitForSelector(".spot.way");
  await page.waitForTimeout(900);
  const [far] = await page.evaluate(() =>
    [...document.querySelectorAll(".spot.way")]
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const unit = document.querySelector(".piece.selected").getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, away: Math.hypot(x - unit.x, y - unit.y), seen: document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".spot") === one };
      })
      .filter(({ seen }) => seen)
      .sort((a, b) => b.away - a.away),
  );
  if (phone) await tap(page, far);
  else await page.mouse.move(far.x, far.y, { steps: 4 });
  await page.waitForTimeout(900);
  await shoot(page, "march");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.mouse.move(5, 5);
  await page.keyboard.press("o");
  await page.waitForSelector("dialog .groups section");
  await shoot(page, "options");
  await page.locator("dialog input").fill(word("gladden", "グラッデン"));
  await page.waitForTimeout(200);
  await shoot(page, "options-found");
  // The first only empties the field.
  await page.locator("dialog input").fill("");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.locator('.bar [aria-haspopup="dialog"]').click();
  await shoot(page, "menu");
  await page.locator(".menu .item", { hasText: word("Answers given by themselves", "自動で答える項目") }).click();
  await page.waitForTimeout(200);
  await shoot(page, "answers");
  await page.keyboard.press("Escape");
  await sit(page, { seats: { csa: "me", usa: "me" }, record: record("retreat") });
  await page.waitForSelector(".acts .whole");
  await page.waitForTimeout(900);
  await shoot(page, "retreat");
}

/** What the others did: a fight on the stage, the log folded and a position then, the trails since the own last move. */
async function follow({ screen, comes, phone, word, shoot }) {
  const page = await screen("own", { pace: "slow" });
  const guest = await comes();
  await called(guest, word("Nora", "乃良"));
  const { id } = await page.ask("/tables", { game: "shiloh", public: true, seats: { csa: "me", usa: "open" }, record: record("shiloh"), upto: 253 });
  await guest.ask(`/tables/${id}/join`, { side: "usa" });
  await guest.goto(`${guest.base}#/table/${id}`);
  await look(page, `#/table/${id}`, ".prompt");
  await page.waitForSelector("svg.map .piece", { state: "attached" });
  await settled(guest);
  await page.waitForTimeout(500);
  await guest.keyboard.press("o");
  await guest.locator("dialog .options .btn", { hasText: "1615" }).first().click();
  await guest.waitForSelector("dialog", { state: "detached" }).catch(() => undefined);
  await guest.waitForSelector('.prompt .acts > .btn:not(.quiet)');
  await guest.locator(".prompt .acts > .btn", { hasText: word("Fight", "戦闘") }).first().click();
  await again(guest);
  await page.waitForSelector('.staged[data-beat="fight"]');
  await page.keyboard.press(" ");
  await page.waitForTimeout(1200);
  await shoot(page, "stage");
  const reader = await screen();
  await sit(reader, { seats: { csa: "me", usa: "me" }, record: record("shiloh"), upto: 253 });
  if (phone) await reader.locator(".tabbar button").nth(1).tap();
  const log = await logged(reader);
  await log.evaluate((one) => (one.scrollTop = 0));
  await reader.waitForTimeout(300);
  await shoot(reader, "log");
  await log.locator(".told").nth(4).click();
  await reader.waitForSelector(".prompt.then");
  await reader.waitForTimeout(900);
  await shoot(reader, "log-then");

  const other = await screen();
  await sit(other, {});
  await settled(other);
  await answer(other, "keep");
  for (let i = 0; i < 2; i++) {
    await other.waitForSelector(".acts.ending .end");
    // By its key: the next phase is ended in the same place, and no hand clicks so fast.
    const since = await entry(other);
    await other.keyboard.press("p");
    await happened(other, since);
    await settled(other);
  }
  await other.waitForSelector(".trails .trail", { state: "attached" });
  await other.mouse.move(5, 5);
  await other.waitForTimeout(900);
  await shoot(other, "trails");
}

/** A game looked at again: a step shared and kept, and the game on another site. */
async function replays({ screen, word, lang, shoot }) {
  const page = await screen();
  const { id } = await page.ask("/tables", { game: "nano", seats: { south: "me", north: "machine:2" }, record: NANO });
  await look(page, `#/replay/${id}?at=40`, '.replay .stage[aria-busy="false"]');
  await page.waitForSelector(".counters .piece", { state: "attached" });
  await page.waitForTimeout(500);
  await shoot(page, "replay");
  await page.locator(".tool.share").click();
  await page.locator("dialog form input").fill(word("The crossing", "渡河"));
  await page.locator("dialog form .btn").click();
  await page.waitForSelector("dialog .bookmarks li");
  await shoot(page, "share");
  await page.keyboard.press("Escape");
  await page.goto(page.base);
  await page.waitForSelector(".bookmarks li");
  await shoot(page, "bookmarks");
  await page.goto(`${page.base}embed/${id}?at=40&lang=${lang}`);
  await page.waitForSelector(".embed .counters .piece", { state: "attached" });
  await page.waitForTimeout(500);
  await shoot(page, "embed");
}

/** The workshop with a map of one's own, which can be played. */
async function workshop({ screen, shoot }) {
  const page = await screen();
  await look(page, "#/workshop/shiloh", '[data-status="good"]');
  const text = page.locator("[data-text]");
  await text.fill((await text.inputValue()).replace("Shiloh Church | シャイロー教会", "Our Chapel | 我らの礼拝堂"));
  await page.waitForSelector('[data-draft="kept"]');
  await page.waitForSelector('[data-status="good"]');
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, "draft", { full: true });
  await page.locator("[data-play]").click();
  await page.waitForSelector("dialog[open] form");
  await shoot(page, "play");
}

/** A public service: home, one's own account, a profile with ratings, tournaments; and the page that is there without a connection. */
async function club({ screen, comes, word, shoot }) {
  const page = await screen("public");
  const member = async (name) => {
    const who = await comes("public");
    await who.ask("/accounts", { login: name, password: "stonewall-1862" });
    who.me = (await who.ask("/me")).id;
    return who;
  };
  const [jackson, banks, ewell] = [await member("Jackson"), await member("Banks"), await member("Ewell")];
  for (const [other, loser] of [[banks, banks], [ewell, ewell], [banks, jackson]]) {
    const { id } = await jackson.ask("/tables", { game: "nano", public: true, seats: { south: "me", north: "open" } });
    await other.ask(`/tables/${id}/join`, { side: "north" });
    await jackson.goto(`${jackson.base}#/table/${id}`);
    await settled(jackson);
    const since = await entry(jackson);
    while ((await entry(jackson)) === since) await clickOnce(jackson, dice(3));
    await loser.ask(`/tables/${id}/resign`, {});
  }
  await jackson.ask("/tables", { game: "shiloh", seats: { csa: "me", usa: "machine:1" } });
  const cup = await jackson.ask("/tournaments", { game: "nano", scenario: "campaign", kind: "round_robin", size: 3, name: word("Valley Cup", "渓谷杯"), clock: { initial: 1800, increment: 15 } });
  await jackson.ask("/tournaments", { game: "shiloh", kind: "knock_out", size: 8, name: word("Pittsburg Landing Open", "ピッツバーグ・ランディング・オープン"), clock: { initial: 604_800, increment: 86_400 } }).catch((wrong) => console.log(wrong.message));
  for (const who of [banks, ewell]) await who.ask(`/tournaments/${cup.id}/enter`, {});
  const { games } = await jackson.ask(`/tournaments/${cup.id}`);
  const members = { 1: jackson, 2: banks, 3: ewell };
  const first = games.find((one) => one.table && !one.result);
  await members[Math.max(first.first, first.second)].ask(`/tables/${first.table}/resign`, {});

  await page.locator(".bar .tool").nth(1).click();
  await page.waitForSelector("dialog input");
  await shoot(page, "sign-in");
  await page.ask("/session", { login: "Jackson", password: "stonewall-1862" });
  await page.goto(page.base);
  await page.reload();
  await page.waitForSelector(".tables li a");
  await page.waitForSelector(".club .list");
  await shoot(page, "home-public", { full: true });
  await page.locator(".bar .tool").nth(1).click();
  await page.waitForSelector(".notices");
  await shoot(page, "you");
  await page.keyboard.press("Escape");
  await page.waitForFunction(async (id) => (await (await fetch(`/api/people/${id}`)).json()).ratings.length, jackson.me, { polling: 200 });
  await look(page, `#/person/${jackson.me}`, ".ratings");
  await shoot(page, "profile", { full: true });
  await look(page, "#/tournaments", ".club .list li");
  await shoot(page, "tournaments");
  await page.locator(".lead .btn").click();
  await page.waitForSelector("dialog form");
  await shoot(page, "tournament-founding");
  await page.keyboard.press("Escape");
  await look(page, `#/tournament/${cup.id}`, ".standing");
  await page.waitForSelector(".meet");
  await shoot(page, "tournament", { full: true });
  // The page stands alone, in the fonts of the device; the one this runs on may have none for Japanese.
  const letters = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href).filter((href) => /japanese/.test(href)));
  await page.goto(`${page.base}offline.html`);
  await page.waitForSelector("main button");
  for (const url of letters) await page.addStyleTag({ url });
  await shoot(page, "offline");
}

export const SCENES = { tables, seats, lessons, pages, reference, orders, follow, replays, workshop, club };
