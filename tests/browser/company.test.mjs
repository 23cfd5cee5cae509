// Fair company in a real browser: two who play and one who watches; names, talk, help, clocks of days, and the lists of tables.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logged, mine, PHONE, says, serious, sit, sitDown, until } from "./helpers.mjs";
import { test } from "./stage.mjs";

const seatOf = (page, side) => page.locator(".seats .seat", { has: page.locator("b", { hasText: new RegExp(`^${side}$`) }) });
const rows = (page) => page.locator(".tables li:not(.empty)");
const post = (page, path, body = {}) =>
  page.evaluate(async ([path, body]) => (await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json(), [path, body]);
const statusOf = (page, path) => page.evaluate(async (path) => (await fetch(`/api${path}`)).status, path);
const idOf = (page) => /table\/([\w-]+)/.exec(page.url())[1];

/** Whoever of these is to choose, and the other one. */
async function chooser(south, north) {
  await Promise.race([south.waitForSelector(".prompt .acts.ending"), north.waitForSelector(".prompt .acts.ending")]);
  return (await mine(south)) ? [south, north, "South"] : [north, south, "North"];
}

test("two who play and one who watches: names, days for a move, no help, a talk of one's own", async (person) => {
  const south = await person();
  // Whoever sets up a table for others has a name; it is asked for once.
  await south.getByRole("button", { name: "New table" }).click();
  const setUp = south.locator("dialog");
  await setUp.locator("label.seat-row", { hasText: "North" }).locator("select").selectOption("open");
  await setUp.getByLabel("Clock").selectOption("3");
  await setUp.getByLabel("Show in the list of open tables").check();
  await setUp.getByLabel("Your name").fill("Ann");
  await setUp.getByRole("button", { name: "Begin" }).click();
  await south.waitForSelector(".prompt");
  const id = idOf(south);
  // Nobody is to move while a seat is free.
  await says(south.locator(".prompt h2"), /^Waiting for a player to sit down$/);
  assert.equal(await south.locator(".seats .pill", { hasText: /move$/i }).filter({ hasText: "Your move" }).count(), 0);
  await says(seatOf(south, "North"), /Free seat/);

  // The list of open tables says what awaits whoever sits down, and so does the dialog before they do.
  const north = await person();
  await north.goto(`${north.base}#/tables?shelf=open`);
  const offered = rows(north).filter({ hasText: `Table ${id.slice(0, 4).toUpperCase()}` });
  await says(offered, /Ann.*3 days a move/s);
  await offered.getByRole("link", { name: "Sit down as North" }).click();
  const joins = north.locator("dialog");
  await says(joins, /South: Ann.*3 days a move.*off until the game is over/s);
  await sitDown(north, "Bob");
  await says(seatOf(north, "North"), /You/);

  const guest = await person();
  await guest.goto(`${guest.base}#/tables?shelf=watch`);
  await rows(guest).filter({ hasText: `Table ${id.slice(0, 4).toUpperCase()}` }).getByRole("link", { name: "Watch" }).click();
  await guest.waitForSelector(".watching");

  await says(seatOf(south, "North"), /Bob · online/);
  await says(seatOf(north, "South"), /Ann · online/);
  await says(seatOf(guest, "South"), /Ann · online/);
  const [actor, other, side] = await chooser(south, north);
  for (const page of [south, north, guest]) {
    await says(seatOf(page, side).locator(".clock"), /^(2 d 23 h|3 d 0 h)$/);
    await says(seatOf(page, side === "South" ? "North" : "South").locator(".clock"), /^3 days a move$/);
  }

  // A vacation is seen by those who wait.
  await post(north, "/me/vacation", { days: 5 });
  await says(seatOf(south, "North"), /Bob · online · on vacation until \d+ \w+/);
  await post(north, "/me/vacation", { days: 0 });
  await says(seatOf(south, "North"), /^(?!.*on vacation).*Bob · online/s);

  // The machine helps nobody.
  await actor.getByRole("tab", { name: "Analysis" }).click();
  assert.ok(await actor.getByRole("button", { name: "Ask for a hint" }).isDisabled());
  await says(actor.locator(".analysis"), /no hints and no chances until the game is over/);
  for (const page of [actor, other, guest]) assert.equal(await statusOf(page, `/tables/${id}/chances`), 403);
  await guest.goto(`${guest.base}#/replay/${id}`);
  await guest.getByTitle("Work out the win probability").click();
  await guest.getByText("People play here: the machine gives no hints").waitFor();
  await guest.goto(`${guest.base}#/table/${id}`);
  await guest.waitForSelector(".watching");

  // Whoever watches talks to those who watch, under a name that is asked for once.
  await guest.getByRole("tab", { name: "Chat" }).click();
  await guest.getByText("The players read this when the game is over.").waitFor();
  await guest.getByLabel("Your name").fill("Cy");
  await guest.getByPlaceholder("Say something to the others who watch").fill("Winchester falls");
  await guest.getByRole("button", { name: "Send" }).click();
  await says(guest.locator(".chat li").last(), /^Cy\s+spectator\s+Winchester falls$/);
  assert.equal(await guest.getByLabel("Your name").count(), 0);
  await south.getByRole("tab", { name: "Chat" }).click();
  await south.getByPlaceholder("Say something").fill("good luck");
  await south.getByRole("button", { name: "Send" }).click();
  await says(guest.locator(".chat li").last(), /^Ann\s+South\s+good luck$/);
  // The other one sees that there is something to read, until it was read.
  const mark = north.locator('[role="tab"] .unread');
  await says(mark, /^1$/);
  await north.getByRole("tab", { name: /Chat/ }).click();
  await says(north.locator(".chat li"), /^Ann\s+South\s+good luck$/);
  await mark.waitFor({ state: "detached" });
  for (const page of [south, north]) {
    await page.reload();
    await page.getByRole("tab", { name: "Chat" }).click();
    await says(page.locator(".chat li"), /^Ann\s+South\s+good luck$/);
    assert.equal(await page.locator(".unread").count(), 0);
  }

  // When it is over everybody reads everything, and the machine may be asked.
  await south.getByRole("tab", { name: "Log" }).click();
  await post(north, `/tables/${id}/resign`);
  await says(south.locator('[role="tab"] .unread'), /^[12]$/);
  for (const page of [south, north]) {
    await page.getByRole("tab", { name: /Chat/ }).click();
    await says(page.locator(".chat"), /Cy\s+spectator\s+among those who watch\s+Winchester falls/);
  }
  assert.equal(await statusOf(guest, `/tables/${id}/chances`), 200);
});

test("help that was agreed on is told before one sits down, given, and written in the log", async (person) => {
  const south = await person({ locale: "ja-JP" });
  await south.getByRole("button", { name: "新しい卓" }).click();
  const setUp = south.locator("dialog");
  await setUp.locator("label.seat-row").nth(1).locator("select").selectOption("link");
  await setUp.getByLabel(/ヒントや勝率を使ってよい/).check();
  await setUp.getByLabel(/あなたの名前/).fill("安奈");
  await setUp.getByRole("button", { name: "始める" }).click();
  const invitation = await setUp.getByLabel("招待リンク").inputValue();
  await setUp.getByRole("link", { name: "卓へ" }).click();
  const north = await person({ ...PHONE });
  await north.goto(invitation);
  await says(north.locator("dialog"), /allowed: hints and chances may be asked for.*By sitting down you agree/s);
  await serious(north, "sitting down, phone");
  await sitDown(north, "Bob");
  await north.waitForSelector(".tabbar");
  const [actor, other] = await chooser(south, north);
  assert.equal(actor, south);
  await south.getByRole("tab", { name: "分析" }).click();
  await south.getByRole("button", { name: "ヒントを聞く" }).click();
  await south.locator(".analysis .best").waitFor();
  await south.getByRole("tab", { name: "ログ" }).click();
  await says(await logged(south), /南軍がコンピュータのヒントを見た。/);
  await other.locator(".tabbar").getByRole("button", { name: "Log" }).click();
  await says(await logged(other), /South asked the machine for a hint\./);
  await serious(other, "the log, phone", ".side");
  const guest = await person();
  await guest.goto(`${guest.base}#/replay/${/table\/([\w-]+)/.exec(south.url())[1]}`);
  await says(await logged(guest), /South asked the machine for a hint\./, "the log of the replay");
  // On a phone the mark stands on the bar.
  await south.getByRole("tab", { name: "チャット" }).click();
  await south.getByPlaceholder("メッセージを入力").fill("よろしく");
  await south.getByRole("button", { name: "送信" }).click();
  await says(north.locator(".tabbar .unread"), /^1$/);
  await north.locator(".tabbar").getByRole("button", { name: /Chat/ }).click();
  await says(north.locator(".chat li"), /安奈\s+South\s+よろしく/);
  await north.locator(".tabbar .unread").waitFor({ state: "detached" });
});

test("all tables: as many as wait, by game and state, page by page, put away and back; vacation", async (person) => {
  const page = await person();
  const made = [];
  for (let i = 0; i < 21; i++) {
    const ask = () => post(page, "/tables", { game: "nano", seats: { south: "me", north: "me" }, name: `Game ${i}` });
    made.push((await until(ask, (answer) => answer.id, JSON.stringify)).id);
  }
  await post(page, `/tables/${made[0]}/resign`);
  await page.goto(page.base);
  await says(page.locator(".tables .pill.act").first(), /^20 wait for you$/);
  assert.equal(await rows(page).filter({ hasText: "Your move" }).count(), 8);
  await page.getByRole("link", { name: "All your tables (21)" }).click();
  await says(page.locator(".pages"), /1–20 of 21/);
  assert.equal(await rows(page).filter({ hasText: "Your move" }).count(), 20);
  await page.getByRole("button", { name: "Next page" }).click();
  await says(page.locator(".pages"), /21–21 of 21/);
  await says(rows(page), /Game 0.*wins/s);
  await page.getByLabel("State").selectOption("over");
  await says(rows(page), /Game 0.*wins/s);
  await page.getByRole("button", { name: "Put away" }).last().click();
  await page.locator(".tables .empty").waitFor();
  await page.getByRole("button", { name: "Put away" }).first().click();
  await says(rows(page), /Game 0/);
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.locator(".tables .empty").waitFor();
  await page.getByRole("button", { name: "Yours" }).click();
  await says(page.locator(".pages"), /1–20 of 21/);
  await page.getByLabel("Game", { exact: true }).selectOption("shiloh");
  await page.locator(".tables .empty").waitFor();
  await page.goBack();
  await says(page.locator(".pages"), /1–20 of 21/);
  await page.locator(".vacation summary").click();
  await says(page.locator(".vacation"), /30 days are left this year/);
  await page.getByLabel("Days from now on").fill("5");
  await page.getByRole("button", { name: "Begin" }).click();
  await says(page.locator(".vacation"), /25 days are left.*You are on vacation until/s);
  await serious(page, "all tables");
  await page.getByRole("button", { name: "I am back" }).click();
  await says(page.locator(".vacation"), /29 days are left/);
});

test("the record of a finished game opens as a replay at once", async (person, t) => {
  const page = await person();
  const { id } = await sit(page, { south: "me", north: "me" });
  await post(page, `/tables/${id}/resign`);
  const file = join(tmpdir(), `senki-over-${process.pid}.json`);
  t.after(() => rmSync(file, { force: true }));
  writeFileSync(file, JSON.stringify(await page.evaluate(async (id) => (await fetch(`/api/tables/${id}/record`)).json(), id)));
  await page.goto(page.base);
  await page.waitForSelector(".cover:not(.soon)");
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.waitForURL(/#\/replay\//);
  await page.waitForSelector(".replay, .table");
  assert.equal(await page.locator("dialog").count(), 0);
});
