/** How a counter of a primer looks, by the card of its game. */

import type { Look } from "../board/counters";
import type { GameCard, Lang } from "../lib/protocol";
import type { Drawn } from "./primer";

export function lookOf(card: GameCard, piece: Drawn, lang: Lang, theme: "light" | "dark", w: number): Look {
  return {
    colour: card.sides.find((side) => side.id === piece.side)?.colour ?? "blue",
    paint: card.colours.find((one) => one.id === piece.colour)?.[theme] ?? null,
    markers: (piece.markers ?? []).flatMap((id) => card.markers.find((one) => one.id === id) ?? []),
    corners: card.counters?.values === "corners",
    label: piece.label[lang],
    w,
    detail: "near",
  };
}
