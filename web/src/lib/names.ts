/** What the places of a board are called. */

import type { BoardData, HexCell, Words } from "./protocol";

/** The names of places: of towns and landmarks as they are, of hexes with the number that is printed on the sheet in play. */
export function namesOf(board: BoardData): Record<string, Words> {
  if (board.kind !== "hex") return Object.fromEntries((board.places ?? []).map(({ id, name }) => [id, name]));
  return Object.fromEntries(board.hexes.filter(({ id, number, name }) => name || (number ?? id) !== id).map((hex) => [hex.id, called(hex)]));
}

function called({ id, number = id, name }: HexCell): Words {
  const say = (lang: keyof Words) => (name?.[lang] ? `${number} ${name[lang]}` : number);
  return { en: say("en"), ja: say("ja") };
}
