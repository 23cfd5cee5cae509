"""Landings from the sea (chapter 4, 30.1): the two waves of the first turn, opposed landings, disruption."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.search import SHUT
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.areas import may_come, note_side_of_limit
from senki.games.sicily.capture import enter
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, MECHANIZED, UNITS, UNITS_OF, WAVE_1, WAVE_2, WHEN
from senki.games.sicily.ground import FOOT, WHEELS, terrain_price
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import HOLD_BACK, LAND_AT, LAND_FROM
from senki.games.sicily.position import (
    ASHORE,
    DISRUPTED,
    HELD,
    LANDED,
    SUPPLIED,
    WAITING,
    SicilyPosition,
    put,
    units_in,
)
from senki.games.sicily.sailing import END_RUN_HEXES, sea_ways
from senki.games.sicily.steps import LAND, LANDING_DIE
from senki.games.sicily.tables import FOG, RAIN, STACKING, TABLES

WHETHER: Final = 0
"""The task of LAND, as long as nothing else is said: does a unit of the second wave land?"""
WHENCE: Final = 1
"""From which sea hex does a unit attack?"""


@enforces("SIC-4.1", "SIC-4.2")
def due_to_land(p: SicilyPosition) -> list[int]:
    """Wave 1 in the first movement phase of turn 1, wave 2 in its second."""
    if p.turn != 1:
        return []
    wave = WAVE_2 if p.special else WAVE_1
    return [unit for unit in UNITS_OF[ALLIES] if WHEN[unit] == wave and p.hex[unit] == WAITING]


@enforces("SIC-4.1", "SIC-4.2", "SIC-4.8", "SIC-30.1")
def land_next(p: SicilyPosition) -> None:
    """All are placed before anybody moves on: wave 1 without a question, wave 2 if it is to; who cannot land is held
    back."""
    while p.waiting:
        unit = p.waiting[0]
        if not can_land(p, unit, p.aim[unit]):
            hold_back(p, unit, True)
        elif WHEN[unit] == WAVE_2:
            p.push(LAND)
            return
        else:
            choose_sea(p, unit)
            return


@enforces("SIC-4.3", "SIC-30.1")
def can_land(p: SicilyPosition, unit: int, hex: int) -> bool:
    """A beach the unit can enter: free of enemies, or with room in the sea before it."""
    if hex < 0 or not is_beach_for(p, unit, hex):
        return False
    return not is_opposed(p, hex) or bool(sea_hexes(p, unit, hex))


@enforces("SIC-1.13", "SIC-4.3")
def is_beach_for(p: SicilyPosition, unit: int, hex: int) -> bool:
    """A beach hex that the unit may enter."""
    return p.ground.beach[hex] and terrain_price(p.ground, hex, kind_of_mover(unit)) != SHUT


def kind_of_mover(unit: int) -> int:
    """On foot or on wheels."""
    return WHEELS if MECHANIZED[unit] else FOOT


@enforces("SIC-4.4", "SIC-16.3")
def landing_price(p: SicilyPosition, unit: int, hex: int) -> int:
    """What coming ashore costs: the normal terrain cost of the hex."""
    price = terrain_price(p.ground, hex, kind_of_mover(unit))
    return price + int(TABLES["movement"]["town"]) if MECHANIZED[unit] and p.ground.town[hex] else price


@enforces("SIC-4.5")
def is_opposed(p: SicilyPosition, hex: int) -> bool:
    """Is an enemy unit in the landing hex?"""
    return p.presence.units(AXIS, hex) > 0


@enforces("SIC-4.5", "SIC-5.6", "SIC-15.4", "SIC-30.1")
def sea_hexes(p: SicilyPosition, unit: int, hex: int) -> list[int]:
    """Where a unit that attacks a beach may be placed: beside it in all-sea hexes with room; only if there is no such
    hex at all, in coastal hexes free of enemies. An end-run has to get there."""
    ground = p.ground
    found = [to for to in ground.around[hex] if ground.sea[to]]
    if not found:
        found = [to for to in ground.around[hex] if ground.coast[to] and not is_opposed(p, to)]
        found = [to for to in found if may_come(p, unit, to)]
    found = [to for to in found if has_room(p, unit, to)]
    if p.hex[unit] >= 0:
        sailed = sea_ways(p, p.hex[unit], END_RUN_HEXES)
        found = [to for to in found if sailed[to] > 0]
    return found


@enforces("SIC-4.5", "SIC-15.4")
def has_room(p: SicilyPosition, unit: int, hex: int) -> bool:
    """Three units to a hex, and never both armies."""
    there = units_in(p, ALLIES, hex)
    return len(there) < STACKING and all(ARMY[other] == ARMY[unit] for other in there)


# the next unit


def choose_sea(p: SicilyPosition, unit: int) -> None:
    """It lands; where the beach is held its owner says from which sea hex, if there are several."""
    hex = p.aim[unit]
    if not is_opposed(p, hex):
        place(p, unit, hex)
        return
    found = sea_hexes(p, unit, hex)
    if len(found) == 1:
        place(p, unit, found[0])
    else:
        p.task = WHENCE
        p.push(LAND)


@enforces("SIC-4.4", "SIC-4.5", "SIC-4.6", "SIC-10.9")
def place(p: SicilyPosition, unit: int, hex: int) -> None:
    """On the beach it pays for, or in the sea hex from which it must attack the beach; then its die for disruption."""
    p.task = 0
    p.push(LANDING_DIE)
    if p.hex[unit] == WAITING:
        p.status[unit] = SUPPLIED
        p.since[unit] = p.turn
    put(p, unit, hex)
    put_ashore(p, unit, hex)


@enforces("SIC-4.4", "SIC-4.5")
def put_ashore(p: SicilyPosition, unit: int, hex: int) -> None:
    """A unit is on the beach it was to land in, or waits beside it."""
    if hex == p.aim[unit]:
        p.flags[unit] |= LANDED
        if p.events is not None:
            p.tell("landed", "SIC-4.4", {"unit": UNITS[unit], "hex": p.ground.names[hex]})
        come_ashore(p, unit)
    elif p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "hex": p.ground.names[p.aim[unit]]}
        p.tell("landing_opposed", "SIC-4.5", {**facts, "sea": p.ground.names[hex]})


@enforces("SIC-4.4", "SIC-14.2")
def come_ashore(p: SicilyPosition, unit: int) -> None:
    """A unit has left the sea for its hex: by landing unopposed, or by the advance after its attack."""
    p.aim[unit] = NOBODY
    p.flags[unit] |= ASHORE
    note_side_of_limit(p, unit, False)
    enter(p, unit, p.hex[unit])


@enforces("SIC-4.5")
def walk_in(p: SicilyPosition, unit: int) -> bool:
    """Nobody is left to attack in its landing hex: the unit in the sea simply enters it."""
    hex = p.aim[unit]
    if p.hex[unit] < 0 or hex < 0 or is_opposed(p, hex):
        return False
    put(p, unit, hex)
    if p.events is not None:
        p.tell("landed", "SIC-4.5", {"unit": UNITS[unit], "hex": p.ground.names[hex]})
    come_ashore(p, unit)
    return True


@enforces("SIC-4.2", "SIC-30.1")
def hold_back(p: SicilyPosition, unit: int, forced: bool) -> None:
    """It does not land: from the next turn on it is a seaborne reinforcement."""
    p.waiting = p.waiting[1:]
    p.flags[unit] |= HELD
    p.since[unit] = p.turn
    if p.events is not None:
        hex = p.ground.names[p.aim[unit]] if p.aim[unit] >= 0 else ""
        if forced and hex:
            p.tell("could_not_land", "SIC-30.1", {"unit": UNITS[unit], "hex": hex})
        else:
            p.tell("held_back", "SIC-4.2", {"unit": UNITS[unit]})
    p.aim[unit] = NOBODY


# its die


@enforces("SIC-4.6", "SIC-5.7", "SIC-8.1")
def landing_modifier(p: SicilyPosition, opposed: bool, end_run: bool) -> int:
    """Heavy swell on the first turn, weather, an enemy on the beach, an end-run."""
    table = TABLES["landing"]
    found = 0
    if p.turn == 1:
        found += int(table["first_turn"])
    if p.weather == FOG:
        found += int(table["fog"])
    if p.weather == RAIN:
        found += int(table["rain"])
    if opposed:
        found += int(table["opposed"])
    if end_run:
        found += int(table["end_run"])
    return found


@enforces("SIC-4.6")
def is_disrupted(die: int, modifier: int) -> bool:
    """Seven or more."""
    return die + modifier >= int(TABLES["landing"]["disrupted"])


@enforces("SIC-4.6")
def take_landing_die(p: SicilyPosition, die: int) -> None:
    """A disrupted unit may not move in this movement phase; nothing else happens to it."""
    unit = p.waiting[0]
    p.waiting = p.waiting[1:]
    modifier = landing_modifier(p, p.aim[unit] != NOBODY, p.turn > 1)
    disrupted = is_disrupted(die, modifier)
    if disrupted:
        p.flags[unit] |= DISRUPTED
    if p.events is not None:
        kind = "landing_disrupted" if disrupted else "landing_in_order"
        p.tell(kind, "SIC-4.6", {"unit": UNITS[unit], "die": die, "modifier": modifier, "sum": die + modifier})


# the questions


def land_options(p: SicilyPosition) -> list[Option]:
    """Land or hold back; or the sea hexes."""
    unit = p.waiting[0]
    words = p.ground.words
    if p.task == WHETHER:
        return [words.two(LAND_AT, unit, p.aim[unit]), words.one(HOLD_BACK, unit)]
    return [words.one(LAND_FROM, hex) for hex in sea_hexes(p, unit, p.aim[unit])]


def land_candidates(p: SicilyPosition) -> list[Option]:
    """The hexes beside its beach, to land in or to land from."""
    unit = p.waiting[0]
    words = p.ground.words
    around = p.ground.around[p.aim[unit]]
    if p.task == WHETHER:
        landings = [words.two(LAND_AT, unit, hex) for hex in [p.aim[unit], *around]]
        return [*landings, words.one(HOLD_BACK, unit)]
    return [words.one(LAND_FROM, hex) for hex in [p.aim[unit], *around]]


@enforces("SIC-4.1", "SIC-4.2", "SIC-4.5")
def land_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """In its printed hex or not at all; from a sea hex beside it that has room."""
    unit = p.waiting[0]
    if p.task == WHENCE:
        return whence_objections(p, unit, option)
    if option.verb not in ("land", "hold"):
        return [forbid("SIC-4.2", "not_now")]
    if option.subject != unit:
        return [forbid("SIC-4.2", "lands_first", unit=UNITS[unit])]
    if option.verb == "land" and option.target != p.aim[unit]:
        return [forbid("SIC-4.2", "lands_elsewhere", unit=UNITS[unit], hex=p.ground.names[p.aim[unit]])]
    return []


@enforces("SIC-4.5", "SIC-15.4")
def whence_objections(p: SicilyPosition, unit: int, option: Option) -> list[Objection]:
    """Why a unit may not attack its landing hex from there."""
    if option.verb != "land_from":
        return [forbid("SIC-4.5", "not_now")]
    landing = p.aim[unit]
    names = p.ground.names
    if option.target in sea_hexes(p, unit, landing):
        return []
    beside = option.target in p.ground.around[landing] and p.ground.sea[option.target]
    if beside and not has_room(p, unit, option.target):
        return [forbid("SIC-4.5", "sea_full", unit=UNITS[unit], hex=names[option.target])]
    return [forbid("SIC-4.5", "no_sea_beside", unit=UNITS[unit], hex=names[option.target], beach=names[landing])]


def land(p: SicilyPosition, option: Option) -> None:
    """The Allied player has said whether, or from where."""
    unit = p.waiting[0]
    if option.verb == "hold":
        hold_back(p, unit, False)
        land_next(p)
    elif option.verb == "land":
        choose_sea(p, unit)
    else:
        place(p, unit, option.target)
