"""What the Axis may not know (5.1): the end-run numbers, their sums and the permits they gave, until the game is over.
With the fog of war neither side sees more of an enemy stack than the type of its top counter (1.10)."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.clauses import enforces
from senki.engine.errors import BrokenInvariant
from senki.engine.events import Event, Fact
from senki.engine.forms import Note
from senki.games.sicily.counterattack import DUTY_TURN
from senki.games.sicily.counters import (
    AIRBORNE_FROM,
    ALLIES,
    ARMY,
    AXIS,
    COASTALS,
    COUNT,
    HEX,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_REGIMENT,
    MORALE,
    SETUP,
    SETUP_RANDOM,
    SIDE_OF,
    SIDES,
    STEPS,
    TURN_OF,
    TYPE,
    UK_ARMY,
    UNIT,
    UNITS_OF,
    US_ARMY,
    WAVE_1,
    WHEN,
)
from senki.games.sicily.endrun_numbers import MOST, permits_of
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import (
    ASHORE,
    ATTACKED,
    BOMBED,
    DEAD,
    EVACUATED,
    FOG_OF_WAR,
    GUNS,
    OUT,
    SUPPLIED,
    WAITING,
    SicilyPosition,
    exerts,
    put,
)
from senki.games.sicily.steps import SCATTER
from senki.games.sicily.tables import CHITS, POOLS

ARMIES_THAT_RUN: Final = (US_ARMY, UK_ARMY)
SECRET_VERBS: Final = ("us number ", "british number ")
"""How the notation of a number begins."""


@enforces("SIC-5.1")
def hides_numbers(p: SicilyPosition, side: int) -> bool:
    """Have numbers been noted that a side (or a spectator) may not know?"""
    return side != ALLIES and not p.over and (p.numbers[US_ARMY] != NOBODY or p.numbers[UK_ARMY] != NOBODY)


@enforces("SIC-5.1", "SIC-1.10")
def as_seen(p: SicilyPosition, side: int) -> SicilyPosition:
    """The position as a side sees it: without the end-run numbers, and with stand-ins for whoever is in the fog."""
    known = without_numbers(p, side)
    return with_stand_ins(known, side, None) if is_foggy(p) else known


@enforces("SIC-5.1")
def without_numbers(p: SicilyPosition, side: int) -> SicilyPosition:
    """Whatever numbers were noted are nought, their dice as they fell on the table, and nothing is known to have come
    of them."""
    if not hides_numbers(p, side):
        return p
    twin = p.copy()
    for army in ARMIES_THAT_RUN:
        if p.numbers[army] != NOBODY:
            write_down(twin, army, 0, die_of(p, army), [0, 0])
    twin.desk = p.desk
    return twin


def imagine(p: SicilyPosition, side: int, chance: Random) -> SicilyPosition:
    """A copy in which the numbers a side cannot know are any that, with their dice, allow the end-runs it has seen, and
    anybody who may be there stands in the fog."""
    twin = numbers_imagined(p, side, chance)
    return with_stand_ins(twin, side, chance) if is_foggy(p) else twin


def numbers_imagined(p: SicilyPosition, side: int, chance: Random) -> SicilyPosition:
    """A copy with any numbers that, with their dice, allow the end-runs a side has seen."""
    twin = p.copy()
    if not hides_numbers(p, side):
        return twin
    for army in ARMIES_THAT_RUN:
        lot = chance.random()
        if p.numbers[army] == NOBODY:
            continue
        die = die_of(p, army)
        numbers = [number for number in range(MOST + 1) if not die or permits_left(p, army, number + die)]
        if numbers:
            number = numbers[int(lot * len(numbers))]
            left = permits_left(p, army, number + die) if die else [0, 0]
            write_down(twin, army, number, number + die if die else 0, left)
    return twin


def die_of(p: SicilyPosition, army: int) -> int:
    """The die that was added to a number, for all to see; 0 before it was thrown."""
    return p.sums[army] - p.numbers[army] if p.sums[army] else 0


def permits_left(p: SicilyPosition, army: int, total: int) -> list[int]:
    """What is left of the permits of a sum after the end-runs everybody has seen; a battalion may have used one of a
    regiment. Empty if the sum does not allow so many."""
    row, regiments_ran, battalions_ran = permits_of(army, total), p.runs[2 * army], p.runs[2 * army + 1]
    left = row[1] - regiments_ran - max(0, battalions_ran - row[2])
    return [left, max(0, row[2] - battalions_ran)] if left >= 0 else []


def write_down(p: SicilyPosition, army: int, number: int, total: int, left: list[int]) -> None:
    """Note a number, its sum and its permits."""
    p.numbers[army], p.sums[army] = number, total
    p.permits[2 * army], p.permits[2 * army + 1] = left[0], left[1]


def keeps_secrets(p: SicilyPosition) -> bool:
    """Is anything kept from anybody: numbers that have been noted, or stacks in the fog?"""
    return hides_numbers(p, AXIS) or is_foggy(p)


def is_secret(text: str) -> bool:
    """Does a notation tell a number?"""
    return text.startswith(SECRET_VERBS)


# 1.10: fog of war

AFAR: Final = (
    "moved", "marched", "arrived", "landed", "landing_opposed", "landing_in_order", "landing_disrupted", "end_run",
    "captured", "assault_named", "reinforcement_named", "dropped", "scattered", "came_down", "drop_lost",
    "coastal_placed", "evacuated", "shipped_off", "crossing_rolled", "crossing_failed", "removed_excess",
    "unit_eliminated", "garrison_lost", "retreated", "advanced", "left_at_sea",
)  # fmt: skip
"""What can be seen of a unit in the fog, whoever it is: where it comes from, goes to and stays."""
RATINGS: Final = ("points", "most")
"""Facts of a move or a prompt that would tell who it is."""
UNKNOWN: Final = "?"
NOWHERE: Final = ("chit_draw", "plan_landing", "drop", "drop_optional", "collapse_die", "air_supply_die")
"""Prompts that would tell in what state a unit of a stack is, or what it is about to do: not even its stack is told."""
ALIKE: Final = {"march_to": "go", "drop_optional": "drop"}
"""Prompts that would tell who is meant: how it moves, whether it must drop."""
HEXES: Final = ("hex", "to")
DRAWS: Final = "chit "
"""How the notation of a chit that was drawn begins."""
STACK_NAMES: Final = [{"en": "Allied stack", "ja": "連合軍スタック"}, {"en": "Axis stack", "ja": "枢軸軍スタック"}]
UNIT_NAMES: Final = [{"en": "Allied unit", "ja": "連合軍部隊"}, {"en": "Axis unit", "ja": "枢軸軍部隊"}]


def is_foggy(p: SicilyPosition) -> bool:
    """Is anything in the fog of war? When the game is over it lifts."""
    return p.on(FOG_OF_WAR) and not p.over


@enforces("SIC-1.10", "SIC-13.7", "SIC-6.10")
def is_fogged(p: SicilyPosition, side: int, unit: int) -> bool:
    """Is no more to be seen of a counter than its stack: an enemy's, which is in no combat that has been declared? Guns
    on the mainland, which air points may strike, are seen, and so is whoever the enemy puts down after a drop."""
    if not is_foggy(p) or SIDE_OF[unit] == side or IS_DEPOT[unit]:
        return False
    if p.hex[unit] in (GUNS, BOMBED) or (p.hex[unit] == EVACUATED and IS_ARTILLERY[unit]):
        return False
    if p.stack[-1] == SCATTER and p.waiting and p.waiting[0] == unit:
        return False
    return not is_engaged(p, unit)


@enforces("SIC-1.10")
def is_engaged(p: SicilyPosition, unit: int) -> bool:
    """Is a unit in a combat that has been declared and is not over?"""
    hex, battle, aftermath = p.hex[unit], p.battle, p.aftermath
    for attack in p.attacks:
        if unit in attack.units or hex in attack.targets:
            return True
    if battle is not None and (unit in battle.attackers or hex in battle.targets):
        return True
    if battle is not None and (unit in battle.attack_guns or unit in battle.defence_guns):
        return True
    return aftermath is not None and (unit in aftermath.attackers or unit in aftermath.defenders)


@enforces("SIC-1.10")
def tops(p: SicilyPosition, side: int) -> list[int]:
    """Of each enemy stack in the fog the counter on top, in the order of the hexes; units off the map are not shown."""
    found: dict[int, int] = {}
    if is_foggy(p):
        for unit in range(COUNT):
            if p.hex[unit] >= 0 and p.hex[unit] not in found and is_fogged(p, side, unit):
                found[p.hex[unit]] = unit
    return [found[hex] for hex in sorted(found)]


@enforces("SIC-1.10")
def height(p: SicilyPosition, side: int, hex: int) -> int:
    """How many counters of a hex a side sees nothing of but that they are there."""
    return sum(p.hex[unit] == hex and is_fogged(p, side, unit) for unit in range(COUNT))


def fog_name(side: int, number: int) -> str:
    """What an unknown stack of a side is called."""
    return f"{SIDES[side]}_stack_{number}"


def unit_name(side: int) -> str:
    """What an unknown unit of a side is called that stands in no stack."""
    return f"{SIDES[side]}_unit"


def fog_ids() -> list[str]:
    """Everything that may be named instead of units in the fog."""
    found: list[str] = []
    for side in (ALLIES, AXIS):
        found += [fog_name(side, number + 1) for number in range(len(UNITS_OF[ALLIES]) + len(UNITS_OF[AXIS]))]
        found.append(unit_name(side))
    return found


def fog_title(piece: str, lang: str) -> str:
    """The name of a stack or a unit in the fog; empty for anything else."""
    for side in (ALLIES, AXIS):
        if piece == unit_name(side):
            return UNIT_NAMES[side][lang]
        if piece.startswith(f"{SIDES[side]}_stack_"):
            return STACK_NAMES[side][lang]
    return ""


# stand-ins: a position without what the fog hides, for all that is worked out for a side


@enforces("SIC-1.10")
def with_stand_ins(p: SicilyPosition, side: int, chance: Random | None) -> SicilyPosition:
    """A copy in which other units, the first ones or any, stand where a side sees no more than a stack.

    What is left of the truth is what can be seen: how many counters stand where, the type on top and whether it has a
    zone, zones of control, who has been attacked in this phase, where whoever is at sea is to land, and how many
    regiments were lost.
    """
    twin = p.copy()
    instead: dict[int, int] = {}
    hidden: set[int] = set()
    for enemy in (ALLIES, AXIS):
        if enemy != side:
            fogged = [unit for unit in UNITS_OF[enemy] if is_fogged(p, side, unit)]
            hidden.update(fogged)
            stand_in(p, twin, fogged, instead, chance)
    fill_pools(twin)
    leg, draft = twin.leg, p.draft
    if leg is not None and leg.unit in hidden:
        if chance is not None and leg.unit in instead:
            leg.unit = instead[leg.unit]
        else:
            twin.leg = None
    if draft is not None and p.side != side:
        twin.draft = None
    twin.waiting = [instead.get(unit, unit) for unit in p.waiting if unit in instead or unit not in hidden]
    twin.drawing = [instead.get(unit, unit) for unit in p.drawing if unit in instead or unit not in hidden]
    twin.stood = [hex for at, hex in enumerate(p.stood) if p.ready[at] not in hidden]
    twin.ready = [unit for unit in p.ready if unit not in hidden]
    twin.reach = p.reach
    twin.desk = p.desk if chance is None else twin.desk
    return twin


SHUFFLES: Final = 12
"""So often those in the fog are shuffled for an imagined position …"""
LAST_SHUFFLES: Final = 10
"""… and from here on it is not minded who lies on top."""
Slot = tuple[int, int, int, int, int, int, int, int]
"""A place in the fog: 1 beneath the top, 1 without a zone, 1 if it did not come ashore, hex, type on top (or any), what
is kept of its flags, where it is to land, and who is there. Sorted they are in the order to fill them: the particular
ones first."""


def stand_in(
    p: SicilyPosition, twin: SicilyPosition, fogged: list[int], instead: dict[int, int], chance: Random | None
) -> None:
    """Put stand-ins of one side in the places of those in the fog, and note who stands in for whom.

    Those that are drawn by chance stand so that the same types are on top; whoever is asked about off the map has
    others of his kind for stand-ins.
    """
    free = [unit for unit in fogged if p.hex[unit] != OUT or unit in COASTALS]
    slots = sorted(slots_of(p, fogged))
    asked = asked_about(p, fogged) if chance is not None else []
    lost = sum(p.hex[unit] == DEAD and IS_REGIMENT[unit] for unit in fogged)
    for unit in fogged:
        put(twin, unit, OUT)
        twin.left[unit], twin.morale[unit], twin.chit[unit] = STEPS[unit], MORALE[unit], NOBODY
        twin.flags[unit], twin.status[unit], twin.since[unit], twin.aim[unit] = 0, SUPPLIED, 0, NOBODY
    chosen = (standing(free, slots, False) or []) if chance is None else standing_by_chance(free, asked, slots, chance)
    for (_, without_zone, _, hex, _, flags, aim, unit), other in zip(slots, chosen[: len(slots)], strict=True):
        instead[unit] = other
        if without_zone and IS_REGIMENT[other]:
            twin.left[other] = 1
        twin.flags[other], twin.aim[other] = flags, aim
        put(twin, other, hex)
    for unit, other in zip(asked, chosen[len(slots) :], strict=True):
        instead[unit] = other
        twin.flags[other], twin.aim[other] = p.flags[unit], p.aim[unit]
        put(twin, other, p.hex[unit])
    for unit in [one for one in free if one not in chosen]:
        if lost and IS_REGIMENT[unit]:
            lost -= 1
            put(twin, unit, DEAD)
            twin.left[unit] = 0
        elif comes_later(p, unit):
            put(twin, unit, WAITING)
            twin.aim[unit] = p.ground.number(HEX[unit]) if HEX[unit] else NOBODY


def standing_by_chance(free: list[int], asked: list[int], slots: list[Slot], chance: Random) -> list[int]:
    """Who stands where, and after them who is asked about: any who leave the same types on top of the stacks.

    Not every shuffle can be placed so; where none of many can, others may lie on top: who is there is not told.
    """
    for shuffled in range(SHUFFLES):
        chance.shuffle(free)
        left = free[:]
        called: list[int] = []
        for unit in asked:
            other = next(one for one in left if WHEN[one] == WHEN[unit] and ARMY[one] == ARMY[unit])
            left.remove(other)
            called.append(other)
        # The lower the numbers on top, the more others can lie beneath.
        found = standing(left, slots, shuffled < LAST_SHUFFLES, shuffled >= SHUFFLES // 2)
        if found is not None:
            return found + called
    raise BrokenInvariant("the units in the fog do not fit the places they are seen in")


def standing(free: list[int], slots: list[Slot], on_top: bool, low: bool = False) -> list[int] | None:
    """Who stands in each of the places; `on_top` they leave the same types there, and there may be no such way.

    On top of a stack lies the lowest number (`tops`): there the first that fits, or the lowest of them.
    """
    left = free[:]
    found = [NOBODY] * len(slots)
    top: dict[int, int] = {}
    beach = any(flags & ASHORE for _, _, _, _, _, flags, _, _ in slots)
    stacks = [number for number, slot in enumerate(slots) if not slot[0]]
    below = [number for number, slot in enumerate(slots) if slot[0]]
    if low:
        beneath = [slots[number][3] for number in below]
        stacks.sort(key=lambda number: (slots[number][1], -beneath.count(slots[number][3])))
    for number in stacks:
        _, without_zone, _, hex, kind, flags, _, _ = slots[number]
        fits = sorted(left) if low else left
        found[number] = top[hex] = fitting(fits, kind, not without_zone, beach, bool(flags & ASHORE))
        if top[hex] == NOBODY:
            return None
        left.remove(top[hex])
    if on_top:
        below.sort(key=lambda number: -top[slots[number][3]])
    for number in below:
        _, without_zone, _, hex, kind, flags, _, _ = slots[number]
        fits = [unit for unit in left if unit > top[hex]] if on_top else left
        found[number] = fitting(fits, kind, not without_zone, beach, bool(flags & ASHORE))
        if found[number] == NOBODY:
            return None
        left.remove(found[number])
    return found


def asked_about(p: SicilyPosition, fogged: list[int]) -> list[int]:
    """Whoever in the fog is asked about and is not on the map: about to land, to drop, to come in."""
    waiting = [*p.waiting, *p.drawing]
    if p.leg is not None:
        waiting.append(p.leg.unit)
    return [unit for unit in fogged if p.hex[unit] < 0 and unit in waiting]


@enforces("SIC-14.2")
def kept_flags(p: SicilyPosition, unit: int) -> int:
    """What all have seen of a unit in the fog: that it was attacked, and on turn 1 that it has come ashore from US
    ships, which bids the Axis attack it."""
    found = p.flags[unit] & ATTACKED
    if p.turn == DUTY_TURN and ARMY[unit] == US_ARMY:
        found |= p.flags[unit] & ASHORE
    return found


def slots_of(p: SicilyPosition, fogged: list[int]) -> list[Slot]:
    """The places in the fog."""
    found: list[Slot] = []
    seen: set[int] = set()
    for unit in fogged:
        hex = p.hex[unit]
        if hex >= 0:
            beneath = int(hex in seen)
            kind = NOBODY if beneath else TYPE[unit]
            seen.add(hex)
            flags = kept_flags(p, unit)
            zone, dry = int(not exerts(p, unit)), int(not flags & ASHORE)
            aim = p.aim[unit] if p.ground.sea[hex] else NOBODY
            found.append((beneath, zone, dry, hex, kind, flags, aim, unit))
    return found


def fitting(free: list[int], kind: int, with_zone: bool, beach: bool, ashore: bool) -> int:
    """The first of some units that has a type, or any, and a zone of control, if one has; without one rather no
    regiment. While US units have to be found for the beaches, others are taken elsewhere if there are any."""
    fits = [unit for unit in free if kind in (NOBODY, TYPE[unit]) and (IS_REGIMENT[unit] or not with_zone)]
    if ashore:
        fits = [unit for unit in fits if ARMY[unit] == US_ARMY]
    alike = [unit for unit in fits if IS_REGIMENT[unit] == with_zone] or fits
    if beach and not ashore:
        alike = [unit for unit in alike if ARMY[unit] != US_ARMY] or alike
    return alike[0] if alike else NOBODY


def comes_later(p: SicilyPosition, unit: int) -> bool:
    """May a unit that is not to be seen be still on its way, by what is printed on it?"""
    if p.hex[unit] == OUT or WHEN[unit] in (SETUP, SETUP_RANDOM):
        return False
    if WHEN[unit] == WAVE_1:
        return p.turn == 1
    return not TURN_OF[unit] or TURN_OF[unit] >= p.turn or WHEN[unit] == AIRBORNE_FROM


def fill_pools(p: SicilyPosition) -> None:
    """All chits but those of units that can be seen are in their pools."""
    p.pool = [row[3] for pool in POOLS for row in pool]
    for unit in range(COUNT):
        if p.chit[unit] != NOBODY:
            at = CHITS * (p.morale[unit] - 1) + p.chit[unit]
            p.pool[at] = max(0, p.pool[at] - 1)


# what is told


def named(facts: dict[str, Fact]) -> list[int]:
    """The units that some facts name."""
    return [UNIT[word] for value in facts.values() if isinstance(value, str) for word in value.split() if word in UNIT]


def nameless(
    p: SicilyPosition, side: int, hidden: list[int], facts: dict[str, Fact], by_stack: bool = True
) -> dict[str, Fact]:
    """Facts in which units in the fog are called by their stacks, or no more than units of their side."""
    stacks = {p.hex[unit]: number + 1 for number, unit in enumerate(tops(p, side))} if by_stack else {}
    found: dict[str, Fact] = {}
    for name, value in facts.items():
        if not isinstance(value, str):
            found[name] = value
            continue
        words: list[str] = []
        for word in value.split(" "):
            unit = UNIT.get(word, NOBODY)
            if unit not in hidden:
                words.append(word)
            elif p.hex[unit] in stacks:
                words.append(fog_name(SIDE_OF[unit], stacks[p.hex[unit]]))
            else:
                words.append(unit_name(SIDE_OF[unit]))
        found[name] = " ".join(words)
    return found


@enforces("SIC-1.10")
def veiled_note(p: SicilyPosition, side: int, note: Note) -> Note:
    """A prompt or a note as a side may know it: of units in the fog neither names nor ratings."""
    hidden = [unit for unit in named(note.facts) if is_fogged(p, side, unit)]
    if not hidden:
        return note
    found = nameless(p, side, hidden, note.facts, note.key not in NOWHERE)
    for name in RATINGS:
        if name in found:
            found[name] = UNKNOWN
    if note.key in NOWHERE:
        found = {name: fact for name, fact in found.items() if name not in HEXES}
    return Note(ALIKE.get(note.key, note.key), found)


@enforces("SIC-1.10")
def veiled(events: list[Event], before: SicilyPosition, after: SicilyPosition) -> list[Event]:
    """Events as they are passed on: whoever may not know a unit that one names hears no more than what can be seen from
    afar, or nothing."""
    found: list[Event] = []
    for event in events:
        units = named(event.facts)
        know: list[int] = []
        instead: list[Event] = []
        hearers = [side for side in (ALLIES, AXIS, NOBODY) if event.is_heard_by(side)]
        for side in hearers:
            hidden = [unit for unit in units if is_fogged(before, side, unit) and is_fogged(after, side, unit)]
            if not hidden:
                know.append(side)
            elif event.kind in AFAR:
                facts = nameless(after, side, hidden, event.facts)
                if event.kind == "moved":
                    facts["points"] = UNKNOWN
                    del facts["cost"]
                instead.append(Event(event.kind, event.clause, facts, [side], instead=True))
        found.append(event if len(know) == len(hearers) else Event(event.kind, event.clause, event.facts, know))
        found += instead
    return found


@enforces("SIC-1.10")
def is_readable(text: str, by: int, to: int) -> bool:
    """May a side read a notation in the fog: its own, and whatever names no unit of the enemy's and no chit?"""
    if by == to and by >= 0:
        return True
    if by < 0 and text.startswith(DRAWS):
        return False
    return all(SIDE_OF[UNIT[word]] == to or IS_DEPOT[UNIT[word]] for word in text.split() if word in UNIT)
