/** The log as it is read: whole moves in one line, folded into turns, phases and fights. Pure but for what it keeps of what it has read. */

import type { Entry, GameEvent } from "./protocol";
import { ROLES, TURN } from "./told";

/** Are there words of the game under a key? That says what an event is (docs/protocol.md). */
export type Has = (key: string) => boolean;

/** One line of the log. */
export interface Told {
  /** The entry after which it was so. */
  n: number;
  entry: Entry;
  /** What happened; none if the entry is no move (it ended the game, or took something back). */
  event: GameEvent | null;
  /** What led up to a move, told beside it. */
  before: readonly GameEvent[];
  /** The entries whose dice are shown with it. */
  rolls: readonly Entry[];
  /** The places a move led through. */
  way: readonly string[];
}

/** A turn, a phase or a fight: the event that opens it and what it holds. */
export interface Group {
  level: "turn" | "phase" | "fight";
  head: Told | null;
  items: (Told | Group)[];
  moves: number;
  fights: number;
  /** What decided a fight, as far as it is told. */
  result: Told | null;
  /** The last entry that belongs to it. */
  last: number;
}

export const isGroup = (item: Told | Group): item is Group => "items" in item;

const isStep = ({ unit, origin, to }: GameEvent) => typeof unit === "string" && typeof origin === "string" && origin !== "" && typeof to === "string";

/** Does an event tell of the same step as the last one, made by another piece? */
function goesAlong(last: GameEvent, event: GameEvent): boolean {
  if (event.kind !== last.kind || !isStep(event) || !isStep(last)) return false;
  return Object.entries(last).every(([name, fact]) => name === "unit" || event[name] === fact) && !String(last["unit"]).split(" ").includes(String(event["unit"]));
}

/** Does an event tell of the next step of those of whom the last one told? */
const goesOn = (last: GameEvent, event: GameEvent) => event.kind === last.kind && isStep(event) && isStep(last) && event["unit"] === last["unit"] && event["origin"] === last["to"];

/** Two steps of one move as one: from where the first began, for what both cost. */
function joined(last: GameEvent, event: GameEvent): GameEvent {
  const whole: GameEvent = { ...event, origin: last["origin"]! };
  if ("cost" in event) whole["cost"] = Number(event["cost"]) + Number(last["cost"] ?? 0);
  return whole;
}

/** Events as they are told: the steps of one march as one move, and one move of those who went together; with the way of each. */
function moves(events: readonly GameEvent[]): { event: GameEvent; way: string[]; first: boolean }[] {
  const steps: { event: GameEvent; first: boolean }[] = [];
  events.forEach((event, i) => {
    const last = steps.at(-1);
    if (last && goesAlong(last.event, event)) last.event = { ...last.event, unit: `${last.event["unit"]} ${event["unit"]}` };
    else steps.push({ event, first: i === 0 });
  });
  const told: { event: GameEvent; way: string[]; first: boolean }[] = [];
  for (const { event, first } of steps) {
    const last = told.at(-1);
    if (last && goesOn(last.event, event)) {
      last.event = joined(last.event, event);
      last.way.push(String(event["to"]));
    } else told.push({ event, first, way: isStep(event) ? [String(event["origin"]), String(event["to"])] : [] });
  }
  return told;
}

/** Events with whole moves instead of single steps. */
export const wholeMoves = (events: readonly GameEvent[]): GameEvent[] => moves(events).map(({ event }) => event);

/** All that is named in an event: pieces among them. */
const named = (event: GameEvent) => Object.values(event).flatMap((fact) => (typeof fact === "string" ? fact.split(" ") : []));

/** A log that grows: what has been read of it is not read again. */
export class Chronicle {
  turns: Group[] = [];
  private read: readonly Entry[] = [];
  private phase: Group | null = null;
  private fight: Group | null = null;

  constructor(private readonly has: Has) {}

  /** The log with these entries. */
  of(entries: readonly Entry[]): Group[] {
    const known = this.read.length;
    if (known && (this.read[0] !== entries[0] || this.read.at(-1) !== entries[known - 1])) {
      [this.turns, this.read, this.phase, this.fight] = [[], [], null, null];
      return this.of(entries);
    }
    for (const entry of entries.slice(known)) this.add(entry);
    this.read = entries;
    return this.turns;
  }

  /** What an event is in a fight: nothing, or something of it. */
  private isOfFight = ({ kind }: GameEvent) => ROLES.some((role) => this.has(`stage.${role}.${kind}`));

  private add(entry: Entry) {
    const { n } = entry;
    if (entry.kind) this.put({ n, entry, event: null, before: [], rolls: [], way: [] });
    if (entry.kind === "undo") return;
    // A choice that does something else ends a fight.
    if (entry.side && entry.events.length && !entry.events.some(this.isOfFight)) this.fight = null;
    for (const { event, way, first } of moves(entry.events)) {
      const told = { n, entry, event, before: [], rolls: first && entry.faces?.length ? [entry] : [], way };
      if (event.kind === TURN) this.open("turn", told);
      else if (this.has(`log.phase.${event.kind}`)) this.open("phase", told);
      else if (this.has(`stage.who.${event.kind}`) && !(this.fight && this.opens(this.fight))) this.open("fight", told);
      else if (way.length || "cost" in event) this.move(told);
      else this.put(told);
      if (this.fight && this.has(`stage.result.${event.kind}`)) this.fight.result = told;
    }
  }

  /** Has a fight not gone beyond saying who is in it? */
  private opens = ({ items }: Group) => items.every((item) => isGroup(item) || (item.event && this.has(`stage.who.${item.event.kind}`)));

  private open(level: Group["level"], head: Told) {
    const group: Group = { level, head, items: [], moves: 0, fights: 0, result: null, last: head.n };
    this.fight = level === "fight" ? group : null;
    if (level === "turn") {
      this.phase = null;
      this.turns.push(group);
      return;
    }
    for (const one of this.around()) {
      one.last = head.n;
      if (level === "fight") one.fights++;
    }
    (level === "phase" ? this.turn : (this.phase ?? this.turn)).items.push(group);
    if (level === "phase") this.phase = group;
  }

  private get turn(): Group {
    if (!this.turns.length) this.turns.push({ level: "turn", head: null, items: [], moves: 0, fights: 0, result: null, last: 0 });
    return this.turns.at(-1)!;
  }

  private around = () => [this.turn, ...(this.phase ? [this.phase] : [])];

  private put(told: Told) {
    for (const one of [...this.around(), ...(this.fight ? [this.fight] : [])]) one.last = told.n;
    (this.fight ?? this.phase ?? this.turn).items.push(told);
  }

  /** A move goes on with the line before it if it is the same march; what led up to it is told beside it. */
  private move(told: Told) {
    const event = told.event!;
    if (!this.isOfFight(event)) this.fight = null;
    const { items } = this.fight ?? this.phase ?? this.turn;
    const last = items.at(-1);
    if (last && !isGroup(last) && last.event && last.entry.side === told.entry.side && !told.rolls.length && goesOn(last.event, event)) {
      items.pop();
      this.put({ ...told, event: joined(last.event, event), before: last.before, rolls: last.rolls, way: [...last.way, ...told.way.slice(1)] });
      return;
    }
    const who = String(event["unit"]).split(" ");
    const led: Told[] = [];
    for (let lead = items.at(-1); lead && !isGroup(lead) && lead.event && this.has(`log.before.${lead.event.kind}`); lead = items.at(-1)) {
      const names = named(lead.event);
      if (!who.some((one) => names.includes(one))) break;
      led.unshift(lead);
      items.pop();
    }
    // Whoever came in has been counted.
    if (!led.some((one) => one.event && "cost" in one.event)) for (const one of this.around()) one.moves++;
    this.put({ ...told, before: led.flatMap((one) => [...one.before, ...(one.event ? [one.event] : [])]), rolls: [...led.flatMap((one) => one.rolls), ...told.rolls] });
  }
}

const PLACES = ["to", "hex", "town", "hexes", "targets"];

/** Where a line happened, as places of the board: where a move ended, or what the event names. */
export function placesOf({ event, way }: Told): string[] {
  if (way.length) return [way.at(-1)!];
  if (!event) return [];
  if (typeof event["x"] === "number") return [`${event["x"]},${event["y"]},${event["facing"] ?? 0}`];
  return PLACES.flatMap((name) => (typeof event[name] === "string" ? String(event[name]).split(" ") : []));
}

/** Lines a group may have and still not be folded: to fold it would save nothing. */
const FEW = 3;

/** The phases, or the turns that have none, that are open by themselves: the last, and the one before it. Those that hold an entry, if one is looked at. */
export function openByItself(turns: readonly Group[], now: number | null): Set<Group> {
  const open = new Set<Group>();
  const parts: Group[][] = [];
  for (const turn of turns) {
    const phases = turn.items.filter(isGroup).filter(({ level }) => level === "phase");
    if (phases.length) parts.push(...phases.map((phase) => [turn, phase]));
    else parts.push([turn]);
  }
  const held = now === null ? parts.slice(-2) : parts.filter((part, i) => part.at(-1)!.last >= now && (parts[i - 1]?.at(-1)!.last ?? -1) < now);
  // The last entries may tell of nothing: then the last part is that of the moment.
  const shown = held.length ? held : parts.slice(-1);
  for (const part of shown) for (const group of part) open.add(group);
  const settle = (group: Group) => {
    for (const item of group.items.filter(isGroup)) {
      const current = now === null ? item === group.items.at(-1) : item.head!.n <= now && item.last >= now;
      if (item.items.length <= FEW || (item.level === "fight" && current)) open.add(item);
      settle(item);
    }
  };
  for (const turn of turns) if (open.has(turn)) settle(turn);
  return open;
}

/** The head of a group as it is written now. */
export interface Head extends Pick<Group, "level" | "head" | "moves" | "fights" | "result" | "last"> {
  group: Group;
  open: boolean;
}

export const isHead = (row: Told | Head): row is Head => "group" in row;

/** What is written: the heads of all groups that can be seen, and the lines of those that are open. */
export function rowsOf(turns: readonly Group[], isOpen: (group: Group) => boolean): (Told | Head)[] {
  const rows: (Told | Head)[] = [];
  const write = (group: Group) => {
    const headed = Boolean(group.head) || turns.length > 1;
    const open = !headed || isOpen(group);
    const { level, head, moves, fights, result, last } = group;
    if (headed) rows.push({ group, open, level, head, moves, fights, result, last });
    for (const item of open ? group.items : [])
      if (isGroup(item)) write(item);
      else rows.push(item);
  };
  for (const turn of turns) write(turn);
  return rows;
}
