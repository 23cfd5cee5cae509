"""Reinforcements (chapter 23): who may come, where, and at what price."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.airborne import optional_from
from senki.games.sicily.allowance import allowance
from senki.games.sicily.areas import area_objections
from senki.games.sicily.capture import enter, is_allied, is_usable
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    DEPOTS_OF,
    IS_DEPOT,
    ON_TURN,
    OPT,
    PORT,
    SIDE_OF,
    TURN_OF,
    UNIT,
    UNITS,
    UNITS_OF,
    VARIABLE,
    WHEN,
)
from senki.games.sicily.landing import landing_price
from senki.games.sicily.moving import NOBODY, Leg
from senki.games.sicily.position import (
    AIR_ARRIVALS,
    CAME,
    HELD,
    MOVED,
    OUT,
    RELEASED,
    SUPPLIED,
    WAITING,
    SicilyPosition,
    has_units,
    in_enemy_zone,
    put,
)
from senki.games.sicily.supply_points import pay_opt
from senki.games.sicily.tables import TABLES

NEVER: Final = 99
"""A turn that does not come."""
VARIABLE_FROM: Final[int] = int(TABLES["variable"]["from"])
VARIABLE_EACH_TURN: Final[int] = int(TABLES["variable"]["each_turn"])
BY_AIR: Final[dict[int, str]] = {UNIT[name]: str(place) for name, place in TABLES["arrivals"]["by_air"].items()}
AIR_REACH: Final[int] = int(TABLES["arrivals"]["air_reach"])


# who may come


@enforces("SIC-23.1", "SIC-23.5", "SIC-23.8", "SIC-4.2", "SIC-6.3", "SIC-24.1", "SIC-30.1")
def arrives_from(p: SicilyPosition, unit: int) -> int:
    """The first turn in which a waiting unit may come by sea; who could may wait as long as its side likes."""
    when = WHEN[unit]
    if when in (ON_TURN, OPT):
        return TURN_OF[unit]
    if when == PORT:
        return 1
    if when == VARIABLE:
        return VARIABLE_FROM if p.flags[unit] & RELEASED else NEVER
    if p.flags[unit] & HELD:
        return p.since[unit] + 1
    return optional_from(p, unit) or NEVER


@enforces("SIC-23.1", "SIC-23.6", "SIC-24.1")
def coming_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit may not come now, wherever it would: it is no reinforcement, it is too early, or others came."""
    name = UNITS[unit]
    if SIDE_OF[unit] != p.side:
        return [forbid("SIC-23.1", "enemy_reinforcement", unit=name)]
    if p.hex[unit] != WAITING or IS_DEPOT[unit]:
        return [forbid("SIC-23.1", "no_reinforcement", unit=name)]
    found: list[Objection] = []
    first = arrives_from(p, unit)
    if first == NEVER:
        found.append(forbid("SIC-24.1" if WHEN[unit] == VARIABLE else "SIC-23.1", "not_called", unit=name))
    elif first > p.turn:
        found.append(forbid("SIC-23.1", "too_early", unit=name, turn=str(first)))
    if WHEN[unit] == PORT and not p.port_call:
        found.append(forbid("SIC-23.6", "no_port_call", unit=name))
    if WHEN[unit] == VARIABLE and p.entered >= VARIABLE_EACH_TURN:
        found.append(forbid("SIC-24.1", "enough_entered", unit=name))
    return found


# where


@enforces("SIC-23.1", "SIC-23.4")
def landing_places(p: SicilyPosition, unit: int) -> list[int]:
    """Where a reinforcement comes, if nothing is against it: depots of its army, or Messina, or a field by air."""
    if SIDE_OF[unit] == ALLIES:
        return [p.hex[depot] for depot in DEPOTS_OF[ARMY[unit]] if p.hex[depot] >= 0]
    found = [p.ground.messina] if p.ground.messina >= 0 else []
    if unit in BY_AIR and p.on(AIR_ARRIVALS):
        found += air_places(p, unit)
    return found


@enforces("SIC-23.4")
def air_places(p: SicilyPosition, unit: int) -> list[int]:
    """The airfields near Catania, or the one hex, where a parachute regiment may come by air."""
    if BY_AIR[unit] != "airfield":
        hex = p.ground.number(BY_AIR[unit])
        return [hex] if hex >= 0 else []
    if p.ground.catania < 0:
        return []
    return [hex for hex in p.ground.airfields if p.ground.distance(p.ground.catania, hex) <= AIR_REACH]


@enforces("SIC-9.2", "SIC-23.1", "SIC-23.4", "SIC-23.7")
def place_objections(p: SicilyPosition, unit: int, hex: int) -> list[Objection]:
    """Why a unit may not come there: no place of arrival, the enemy's (as is any he stands in), in an enemy zone with
    nobody to hold it."""
    facts = {"unit": UNITS[unit], "hex": p.ground.names[hex]}
    side = SIDE_OF[unit]
    if hex not in landing_places(p, unit):
        return [forbid("SIC-23.1", "not_there", **facts)]
    found: list[Objection] = []
    if side == AXIS and is_allied(p, hex):
        messina = hex == p.ground.messina
        found.append(forbid("SIC-23.7" if messina else "SIC-23.4", "arrival_lost", **facts))
    if side == ALLIES and p.ground.port[hex] and not is_usable(p, hex):
        found.append(forbid("SIC-9.2", "port_closed", **facts))
    if in_enemy_zone(p, side, hex) and not has_units(p, side, hex):
        found.append(forbid("SIC-23.1", "arrival_in_zone", **facts))
    return found + area_objections(p, unit, hex)


@enforces("SIC-23.2")
def arrival_price(p: SicilyPosition, unit: int, hex: int) -> int:
    """The terrain of the hex, whoever is there."""
    return landing_price(p, unit, hex)


def arrival_objections(p: SicilyPosition, unit: int, hex: int) -> list[Objection]:
    """Every reason why a unit may not come there now."""
    return coming_objections(p, unit) or place_objections(p, unit, hex)


def waiting_units(p: SicilyPosition) -> list[int]:
    """Who of the side to move may come now, wherever it is."""
    found: list[int] = []
    for unit in UNITS_OF[p.side]:
        if p.hex[unit] == WAITING and not coming_objections(p, unit):
            found.append(unit)
    return found


# coming


@enforces("SIC-23.2", "SIC-23.3", "SIC-23.5", "SIC-23.6", "SIC-10.9", "SIC-16.8")
def arrive(p: SicilyPosition, unit: int, hex: int) -> Leg:
    """A unit comes and has paid for its hex; it may move on unless an enemy zone holds it."""
    if WHEN[unit] == OPT:
        pay_opt(p, unit)
    elif WHEN[unit] == PORT:
        p.port_call = 0
    elif WHEN[unit] == VARIABLE:
        p.entered += 1
    p.flags[unit] = CAME | MOVED
    p.since[unit], p.status[unit], p.aim[unit] = p.turn, SUPPLIED, NOBODY
    points = allowance(p, unit)
    put(p, unit, hex)
    if p.events is not None:
        p.tell("arrived", "SIC-23.1", {"unit": UNITS[unit], "hex": p.ground.names[hex]})
    enter(p, unit, hex)
    leg = Leg(unit)
    leg.allowance, leg.start, leg.moved = points, hex, True
    leg.points = points - arrival_price(p, unit, hex)
    leg.halted = in_enemy_zone(p, SIDE_OF[unit], hex)
    return leg


@enforces("SIC-23.7")
def lose_reinforcements(p: SicilyPosition) -> None:
    """While Messina is Allied whoever would come is lost."""
    if p.side != AXIS or p.ground.messina < 0 or not is_allied(p, p.ground.messina):
        return
    for unit in UNITS_OF[AXIS]:
        if p.hex[unit] == WAITING and arrives_from(p, unit) <= p.turn:
            put(p, unit, OUT)
            p.since[unit] = p.turn
            if p.events is not None:
                p.tell("reinforcement_lost", "SIC-23.7", {"unit": UNITS[unit]})
