/** What is said of a beat where the prompt is: who did what, and of a fight who against whom, sum, dice, result and losses. */

import { wholeMoves } from "./chronicle";
import type { Game } from "./game.svelte";
import type { Beat, Fight } from "./pace";
import type { GameEvent } from "./protocol";
import { diceOf, factsOf, type DieShown, type Role } from "./told";

export interface Staged {
  title: string;
  /** In order: what it was reckoned by, what came of it, what it cost; or what else is told. */
  lines: { text: string; role: Role | null }[];
  dice: DieShown[];
  /** The throw the dice are of. */
  roll: number;
  side: string | null;
}

export function stageOf(game: Game, { kind, fight, entries, view }: Beat): Staged {
  const rolled = fight?.rolls.at(-1) ?? (fight ? undefined : entries.filter((entry) => entry.faces?.length).at(-1));
  const rest = {
    dice: rolled ? diceOf(rolled, game.card, view.pieces) : [],
    roll: rolled?.n ?? 0,
    side: entries.find((entry) => entry.side)?.side ?? view.actor ?? null,
  };
  if (fight && kind !== "told" && kind !== "move") return { ...rest, ...fightSaid(game, fight) };
  const told = wholeMoves(entries.flatMap((entry) => entry.events));
  const [moves, others] = [told.filter(isMove), told.filter((event) => !isMove(event))];
  const first = moves.length ? moves : others.splice(0, 1);
  return { ...rest, title: first.map((event) => game.event(event)).join(" "), lines: others.map((event) => ({ text: game.event(event), role: null })) };
}

function fightSaid(game: Game, fight: Fight): Pick<Staged, "title" | "lines"> {
  const say = (role: Role) => [...new Set(fight[role].map((event) => short(game, role, event)))];
  const line = (role: Role) => say(role).map((text) => ({ text, role }));
  const title = say("who").join(" · ");
  return { title: title || say("result").join(" · "), lines: [...line("sum"), ...(title ? line("result") : []), ...line("loss")] };
}

function short(game: Game, role: Role, event: GameEvent): string {
  return game.say.say(`stage.${role}.${event.kind}`, factsOf(event));
}

const isMove = (event: GameEvent) => typeof event["origin"] === "string" && typeof event["to"] === "string";
