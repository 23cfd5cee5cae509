// What a game has shown beside its counters: overlays, marks, names that make room, and the list of its forces.
import assert from "node:assert/strict";
import { amounts, PHONE, says, settled, shows, sit } from "./helpers.mjs";
import { test } from "./stage.mjs";

test("lines of communication are drawn and taken away, sleeping camps are marked, names make room for counters", async (person) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "me" }, { game: "shiloh" });
  await settled(page);
  await amounts(page.locator(".mark-camp"), 5);
  await shows(page.locator(".senki-map [data-name].covered"), "every name is still there");
  await page.keyboard.press("s");
  await shows(page.locator(".chips .fares.good"));
  await shows(page.locator(".lit .traced"));
  await page.getByRole("button", { name: "Communications" }).click();
  await amounts(page.locator(".lit .traced"), 0);
});

test("the forces are listed, sorted, and found on the map", async (person) => {
  const page = await person();
  await sit(page, { csa: "me", usa: "me" }, { game: "shiloh" });
  await settled(page);
  await page.getByRole("tab", { name: "Forces" }).click();
  const rows = page.locator(".forces section:not(.other) [data-row]");
  await amounts(rows, 26);
  await page.locator(".forces section:not(.other) thead").getByRole("button", { name: "Strength" }).click();
  await says(page.locator(".forces section:not(.other) tbody").last().locator("[data-row]").first(), /5/);
  await page.locator('[data-row="Shaver"] button').click();
  await page.waitForSelector('.piece.selected[data-piece="Shaver"]');
});

test("phone: the list of forces makes way for the unit that was found", async (person) => {
  const page = await person(PHONE);
  await sit(page, { csa: "me", usa: "me" }, { game: "shiloh" });
  await settled(page);
  await page.locator(".tabbar").getByRole("button", { name: "Forces" }).tap();
  await page.locator('[data-row="Shaver"] button').tap();
  await page.waitForSelector(".table:not(.drawer)");
  await page.waitForSelector('.piece.selected[data-piece="Shaver"]');
});
