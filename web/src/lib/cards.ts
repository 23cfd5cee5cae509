/** What lists say of a table. */

import type { GameCard, Seat, TableCard } from "./protocol";
import { headed, listed, settings, t } from "./settings.svelte";

/** A table that nobody named is called by its game. */
export function nameOf(table: TableCard, game: GameCard | undefined): string {
  return table.name && !Object.values(game?.title ?? {}).includes(table.name) ? table.name : (game?.title[settings.lang] ?? table.game);
}

export const sideOf = (game: GameCard | undefined, side: string | null | undefined) => game?.sides.find((one) => one.id === side);
export const sideName = (game: GameCard | undefined, side: string | null | undefined) => sideOf(game, side)?.name[settings.lang] ?? "";

/** Is there a seat that nobody has taken? Then nobody is to move yet. */
export const hasFreeSeat = (table: TableCard) => table.seats.some((seat) => seat.kind === "open" || seat.kind === "link");

export const waitsForMe = (table: TableCard) => !table.over && Boolean(table.actor && table.you.includes(table.actor)) && !hasFreeSeat(table);

/** Who sits somewhere, in a word. */
export function sitter(seat: Seat): string {
  if (seat.kind === "machine") return t("seat_machine", { n: seat.level ?? 0 });
  return seat.kind === "person" ? seat.name || t("guest") : t("free_seat");
}

/** Who plays against whom, and how far it is. */
export function about(table: TableCard, game: GameCard | undefined): string {
  const own = table.seats.filter((seat) => table.you.includes(seat.side));
  const others = table.seats.filter((seat) => !table.you.includes(seat.side));
  const you = own.map((seat) => sideName(game, seat.side)).join(" / ");
  const them = listed(others.map((seat) => (own.length ? sitter(seat) : headed(sideName(game, seat.side), sitter(seat)))));
  const alone = others.every((seat) => seat.kind === "open" || seat.kind === "link");
  const who = !own.length ? them : others.length && alone ? `${you} · ${t("free_seat")}` : others.length ? t("against", { you, them }) : t("both_sides");
  return `${who} · ${t("turn_n", { n: Math.max(1, table.turn ?? 1) })}`;
}

/** What is going on at a table: who won, who is to move, or that somebody is missing. */
export function standing(table: TableCard, game: GameCard | undefined): string {
  if (table.over) return table.result?.winner ? t("wins", { side: sideName(game, table.result.winner) }) : t("over");
  if (hasFreeSeat(table)) return t("free_seat");
  return waitsForMe(table) ? t("your_move") : t("waits_for", { who: sideName(game, table.actor) });
}

/** A day as it is written, from seconds since 1970. */
export const dayOf = (seconds: number) =>
  new Intl.DateTimeFormat(settings.lang === "ja" ? "ja-JP" : "en-GB", { day: "numeric", month: settings.lang === "ja" ? "long" : "short" }).format(seconds * 1000);

export const daysEach = (n: number) => (n === 1 ? t("day_each") : t("days_each", { n }));
