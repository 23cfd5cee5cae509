/** What is said of a piece and of a place, in the language of the moment. */

import { countersIn } from "./choices";
import type { Game } from "./game.svelte";
import type { Pointing } from "./pointer";
import type { Choice, Piece } from "./protocol";
import { listed, t } from "./settings.svelte";

/** What was said of a piece that is still the same: of a hundred counters only what may be done with them changes. */
const said = new WeakMap<Piece, { say: Game["say"]; parts: string[] }>();

/** A piece as a screen reader hears it. */
export function tellPiece(game: Game, { menu }: Pointing, piece: Piece): string {
  let known = said.get(piece);
  if (known?.say !== game.say) {
    known = { say: game.say, parts: describe(game, piece) };
    said.set(piece, known);
  }
  if (menu?.piece === piece.id) return listed([...known.parts, t("selected")]);
  return listed(menu?.pieces.has(piece.id) ? [...known.parts, t("selectable")] : known.parts);
}

function describe(game: Game, piece: Piece): string[] {
  const parts = [t("piece_label", { piece: game.piece(piece.id), symbol: game.say.name("symbol", piece.symbol), side: game.side(piece.side) })];
  if (piece.place) parts.push(t("at_place", { place: game.place(piece.place) }));
  if (piece.box) parts.push(game.say.name("box", piece.box));
  if (piece.state && piece.state !== "normal") parts.push(game.say.name("state", piece.state));
  if (piece.toward) parts.push(t("stands_on_road", { place: game.place(piece.toward) }));
  if (piece.values?.length) parts.push(piece.values.join("-"));
  if (countersIn(piece) > 1) parts.push(t("counters", { n: countersIn(piece) }));
  if (piece.colour) parts.push(game.army(piece.colour));
  return withMarkers(game, piece, parts);
}

/** What is said of a piece with the markers that lie on it; a state that has a marker is said once. */
function withMarkers(game: Game, piece: Piece, parts: string[]): string[] {
  return [...new Set([...parts, ...(piece.markers ?? []).map((marker) => game.marker(marker))])];
}

/** A piece in one line, beside its name. */
export function aboutPiece(game: Game, piece: Piece): string {
  const parts = [game.side(piece.side), game.say.name("symbol", piece.symbol)];
  if (piece.place) parts.push(game.place(piece.place));
  if (piece.state && piece.state !== "normal") parts.push(game.say.name("state", piece.state));
  if (countersIn(piece) > 1) parts.push(t("counters", { n: countersIn(piece) }));
  if (piece.colour) parts.splice(1, 0, game.army(piece.colour));
  return withMarkers(game, piece, parts).join(" · ");
}

/** A place as a screen reader hears it: what leads there, now or later, and what else is shown there. */
export function tellPlace(game: Game, { menu, later, pending }: Pointing, place: string, shown: string[]): string {
  const name = game.place(place);
  const more = [...shown];
  if (pending?.choice.rolls && (pending.way?.place ?? pending.choice.place) === place) more.push(t("again_label"));
  const target = menu?.targets.get(place);
  const then = later.get(place);
  if (target) return listed([t("reach_label", { place: name, option: game.option(target.choice) }), ...more]);
  if (then?.key) return listed([name, game.say.say(`reach.${then.key}`, then.facts), ...more]);
  if (then) return listed([t("later_label", { place: name, cost: then.cost }), ...more]);
  return listed([menu?.piece ? t("forbidden_label", { place: name }) : name, ...more]);
}

/** What a choice does; the whole way if it is the first step of one. */
export function tellChoice(game: Game, { pending }: Pointing, choice: Choice): string {
  const way = pending?.choice.text === choice.text ? pending.way : null;
  if (!way) return game.option(choice);
  return choice.place ? t("way_option", { via: game.place(choice.place), place: game.place(way.place) }) : `${game.option(choice)} → ${game.place(way.place)}`;
}
