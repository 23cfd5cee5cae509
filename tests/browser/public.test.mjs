// A public service: accounts, ratings and profiles, a tournament, notices with their tests, the app without a connection.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before } from "node:test";
import { amounts, clickOnce, dice, entry, ROOT, says, serious as axe, service, settled, shows, sitDown, until } from "./helpers.mjs";
import { test } from "./stage.mjs";

const heard = [];
let club;
let pushService;
before(async () => {
  pushService = createServer((request, answer) => {
    request.resume().on("end", () => {
      heard.push(request.headers);
      answer.writeHead(201).end();
    });
  });
  await new Promise((done) => pushService.listen(0, "127.0.0.1", done));
  club = await service("", true, { SENKI_PUSH_HOSTS: "127.0.0.1" });
});
after(async () => {
  await club?.end();
  pushService?.close();
});

/** A question to the service from a page. */
const ask = (page, method, path, body) =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api${path}`, { method, ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}) });
      const told = await answer.json();
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`);
      return told;
    },
    [method, path, body],
  );

/** Somebody with an account of this name; the first of a test registers by the dialog. */
async function member(person, name, by = "question") {
  const page = await person({}, club.base);
  if (by === "dialog") {
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Account").fill(name);
    await page.getByLabel("Password").fill("stonewall-1862");
    await page.getByRole("button", { name: "Register" }).click();
    await page.getByRole("button", { name, exact: true }).waitFor();
  } else await ask(page, "POST", "/accounts", { login: name, password: "stonewall-1862" });
  page.me = (await ask(page, "GET", "/me")).id;
  return page;
}

/** A question that is not answered. */
const refused = async (page, path, status = 403) => assert.equal(await page.evaluate(async (path) => (await fetch(`/api${path}`)).status, path), status, path);

/** A message of the push service is shown, and a click on it opens the table it is about. */
async function hears(page) {
  await page.context().grantPermissions(["notifications"]);
  const devtools = await page.context().newCDPSession(page);
  const found = new Promise((done) => devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [one] }) => one && done(one.registrationId)));
  await devtools.send("ServiceWorker.enable");
  const told = { title: "Your turn", body: "Nano: Valley", url: "/#/table/nowhere", tag: "nowhere" };
  await devtools.send("ServiceWorker.deliverPushMessage", { origin: new URL(club.base).origin, registrationId: await found, data: JSON.stringify(told) });
  const shown = () =>
    page.evaluate(async () => {
      const [one] = await (await navigator.serviceWorker.ready).getNotifications();
      return one && { title: one.title, body: one.body, url: one.data.url, tag: one.tag };
    });
  assert.deepEqual(await until(shown, Boolean, () => "no notification"), told);
  const [worker] = page.context().serviceWorkers();
  await worker.evaluate(async () => {
    const [notification] = await self.registration.getNotifications();
    const click = new NotificationEvent("notificationclick", { notification });
    let work;
    click.waitUntil = (promise) => (work = promise);
    self.dispatchEvent(click);
    await work;
  });
  await page.waitForURL(/#\/table\/nowhere$/);
  assert.equal(await worker.evaluate(async () => (await self.registration.getNotifications()).length), 0);
  await page.goto(club.base);
}

/** The rating a profile shows; a game is rated a moment after its end. */
async function rating(page, id) {
  await until(() => ask(page, "GET", `/people/${id}`), (known) => known.ratings.length, () => "no rating");
  await page.goto(`${club.base}#/person/${id}`);
  await page.reload();
  const row = page.locator(".ratings tbody tr");
  await row.waitFor();
  return { value: Number(await row.getAttribute("data-value")), deviation: Number(await row.getAttribute("data-deviation")) };
}

test("two accounts play and a guest watches: rated, no hints, a talk of one's own, names, and ratings change by Glicko-2", async (person) => {
  const [south, north, guest] = [await member(person, "Jackson", "dialog"), await member(person, "Banks"), await person({}, club.base)];
  await south.getByRole("button", { name: "New table" }).click();
  const setUp = south.locator("dialog");
  const rated = setUp.getByLabel(/^Rated/);
  // Ratings are of people: against the machine there is nothing to choose.
  await amounts(rated, 0);
  await setUp.locator("label.seat-row", { hasText: "North" }).locator("select").selectOption("open");
  assert.equal(await rated.isChecked(), false);
  await setUp.getByLabel("Show in the list of open tables").check();
  assert.equal(await rated.isChecked(), true);
  await setUp.getByLabel(/hints and chances/).check();
  assert.ok((await rated.isDisabled()) && !(await rated.isChecked()));
  await setUp.getByLabel(/hints and chances/).uncheck();
  await setUp.getByRole("button", { name: "Begin" }).click();
  await south.waitForURL(/#\/table\//);
  const table = /table\/([\w-]+)/.exec(south.url())[1];
  await north.goto(`${club.base}#/tables?shelf=open`);
  const offered = north.locator(".tables li", { hasText: `Table ${table.slice(0, 4).toUpperCase()}` });
  await says(offered, /Jackson.*rated/s);
  await offered.getByRole("link", { name: "Sit down as North" }).click();
  await says(north.locator("dialog"), /South: Jackson.*counts for the ratings of both/s);
  await sitDown(north, "Banks");
  await guest.goto(`${club.base}#/table/${table}`);
  await guest.waitForSelector(".watching");
  for (const page of [south, guest]) await says(page.locator(".seats"), /Banks · online/);
  for (const page of [north, guest]) await says(page.locator(".seats"), /Jackson · online/);
  for (const page of [south, north, guest]) await refused(page, `/tables/${table}/chances`);
  await south.getByRole("tab", { name: "Analysis" }).click();
  assert.ok(await south.getByRole("button", { name: "Ask for a hint" }).isDisabled());
  await guest.getByRole("tab", { name: "Chat" }).click();
  await guest.getByLabel("Your name").fill("Cy");
  await guest.getByPlaceholder("Say something to the others who watch").fill("Winchester falls");
  await guest.getByRole("button", { name: "Send" }).click();
  await says(guest.locator(".chat li").last(), /^Cy\s+spectator\s+Winchester falls$/);
  await south.getByRole("tab", { name: "Chat" }).click();
  await south.getByPlaceholder("Say something").fill("good luck");
  await south.getByRole("button", { name: "Send" }).click();
  for (const page of [south, guest]) await says(page.locator(".chat li").last(), /^Jackson\s+South\s+good luck$/);
  await amounts(south.locator(".chat li"), 1, "what those say who watch");
  await amounts(guest.locator(".chat li"), 2);
  // A game in which nobody has chosen anything does not count.
  await settled(south);
  const since = await entry(south);
  while ((await entry(south)) === since) await clickOnce(south, dice(3));
  await ask(north, "POST", `/tables/${table}/resign`, {});
  await says(south.locator(".chat"), /Cy\s+spectator\s+among those who watch\s+Winchester falls/);
  // The first game of the reference figures is one of two newcomers.
  const [, first] = readFileSync(join(ROOT, "tests", "table", "glicko2.csv"), "utf8").trim().split("\n");
  const [, , score, valueA, deviationA, , valueB, deviationB] = first.split(",").map(Number);
  const [won, lost] = score ? [[valueA, deviationA], [valueB, deviationB]] : [[valueB, deviationB], [valueA, deviationA]];
  for (const [id, [value, deviation]] of [[south.me, won], [north.me, lost]]) {
    const found = await rating(north, id);
    assert.ok(Math.abs(found.value - value) < 0.001 && Math.abs(found.deviation - deviation) < 0.001, JSON.stringify(found));
  }
  await south.goto(`${club.base}#/person/${south.me}`);
  await says(south.locator(".finished li"), /Won.*by resignation.*\+162/s);
  await says(south.locator(".rivals li"), /Banks.*1 won, 0 drawn, 0 lost/s);
  await says(south.locator(".ratings"), /1662\?.*±290/s);
  await south.getByRole("button", { name: "日本語" }).click();
  await says(south.locator(".finished li"), /勝ち.*投了/s);
  await axe(south);
  // Hidden, it is a page for its owner alone.
  await south.goto(club.base);
  await south.getByRole("button", { name: "新しい卓" }).click();
  await setUp.locator("label.seat-row").nth(1).locator("select").selectOption("link");
  await setUp.getByLabel(/^レーティング対局にする/).waitFor();
  await south.keyboard.press("Escape");
  await south.getByRole("button", { name: "Jackson", exact: true }).click();
  await south.locator(".notices .check input").check();
  await until(() => north.evaluate(async (id) => (await fetch(`/api/people/${id}`)).status, south.me), (status) => status === 404, (status) => `the profile is still shown: ${status}`);
  await north.goto(`${club.base}#/person/${south.me}`);
  await north.reload();
  await says(north.locator(".banner"), /no such profile/);
});

test("a tournament of three is founded, entered, played at its tables and won", async (person) => {
  const [ewell, jones, hill] = [await member(person, "Ewell"), await member(person, "Jones"), await member(person, "Hill")];
  await ewell.goto(`${club.base}#/tournaments`);
  await ewell.reload();
  await ewell.getByRole("button", { name: "Found a tournament" }).click();
  await ewell.getByLabel("Game").selectOption("nano");
  await ewell.getByLabel("Players").fill("3");
  await ewell.getByLabel("Clock of each player").selectOption("3");
  await ewell.getByLabel("Name (optional)").fill("Valley Cup");
  await ewell.getByRole("button", { name: "Found", exact: true }).click();
  await says(ewell.locator(".club .lead"), /3 days a move.*open: 1 of 3/);
  const id = /tournament\/([\w-]+)/.exec(ewell.url())[1];
  // The others find it in the lobby.
  for (const page of [jones, hill]) {
    await page.goto(club.base);
    await page.reload();
    await page.getByRole("link", { name: "Valley Cup" }).click();
    await page.getByRole("button", { name: "Enter" }).click();
    await page.waitForSelector(".standing .pill.act");
  }
  const members = { 1: ewell, 2: jones, 3: hill };
  for (let game = 1; game <= 3; game++) {
    await amounts(ewell.locator(".meet"), game);
    const found = await ask(ewell, "GET", `/tournaments/${id}`);
    const played = found.games.find((one) => !one.result);
    await ask(members[Math.max(played.first, played.second)], "POST", `/tables/${played.table}/resign`, {});
  }
  await says(ewell.locator(".winner"), /Ewell wins the tournament/);
  await says(ewell.locator(".standing tbody tr").first(), /1\s+Ewell.*2\s+1\s+2/s);
  await axe(ewell);
});

test("every way to get word has a test that says what happened, and an account can be deleted", async (person) => {
  const page = await member(person, "Ashby");
  // Headless browsers have no push service: the subscription is another one, with keys that are real.
  await page.addInitScript((endpoint) => {
    const keys = { p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", auth: "BTBZMqHH6r4Tts7J_aSIgg" };
    let made = null;
    const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => ((made = null), true) };
    const worker = { pushManager: { getSubscription: async () => made, subscribe: async () => (made = subscription) } };
    Object.defineProperty(navigator, "serviceWorker", { value: { ready: Promise.resolve(worker), getRegistration: async () => worker, register: async () => worker } });
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => "granted";
  }, `http://127.0.0.1:${pushService.address().port}/browser`);
  await page.goto(club.base);
  await page.reload();
  await page.getByRole("button", { name: "Ashby", exact: true }).click();
  // Without a mail server no address is asked for.
  await page.waitForSelector(".notices");
  await amounts(page.locator('input[type="email"]'), 0);
  const way = page.locator('[data-way="push"]');
  await way.getByRole("button", { name: "Turn on" }).click();
  await way.getByRole("button", { name: "Test: In this browser" }).click();
  await says(way, /Sent: the push service has taken it/);
  assert.equal(heard.length, 1);
  assert.equal(heard[0]["content-encoding"], "aes128gcm");
  await axe(page);
  await way.getByRole("button", { name: "Turn off" }).click();
  await way.getByRole("button", { name: "Turn on" }).waitFor();
  assert.equal((await ask(page, "GET", "/me")).browsers, 0);
  // Who wants to go shows the password once more.
  const farewell = page.locator(".forget");
  await farewell.locator("summary").click();
  await says(farewell, /The account Ashby is deleted for good.*cannot be undone/s);
  for (const [password, answer] of [["not-the-password", farewell.getByRole("alert")], ["stonewall-1862", page.getByRole("button", { name: "Sign in" })]]) {
    await farewell.getByLabel("Password").fill(password);
    await farewell.getByRole("button", { name: "Delete for good" }).click();
    await answer.waitFor();
  }
  await amounts(page.locator("dialog"), 0);
  await refused(page, `/people/${page.me}`, 404);
});

test("the app can be installed, and without a connection it says that games need one", async (person) => {
  const page = await person({ notified: true, serviceWorkers: "allow" }, club.base);
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.equal(manifest.display, "standalone");
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") assert.equal(size, sizes, src);
  }
  await page.waitForFunction(() => navigator.serviceWorker.controller, null, { polling: 100 });
  // Nothing of the service's answers is kept, and no client.
  const kept = await page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat());
  assert.ok(kept.includes("/offline.html") && !kept.some((path) => /^\/api|^\/$|index/.test(path)), String(kept));
  await hears(page);
  await page.context().setOffline(true);
  await page.reload();
  await says(page.locator("main"), /Games need a connection/);
  await axe(page);
  await page.context().setOffline(false);
  // By itself.
  await page.waitForSelector(".cover");
  await shows(page.locator(".hero"));
});
