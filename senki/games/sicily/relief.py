"""Supply by air and by sea (11.7 to 11.10): it raises the status that has just been judged."""

from __future__ import annotations

from typing import Any, Final

from senki.boards.hexes.trace import Passer, shortest_line
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    LUFTWAFFE,
    SIDE_OF,
    UNITS,
    UNITS_OF,
    US_ARMY,
)
from senki.games.sicily.position import LIFTED, SUPPLIED, SicilyPosition, in_enemy_zone
from senki.games.sicily.supply import set_status, sources_of
from senki.games.sicily.tables import FAIR, TABLES

_SUPPLY: Final[dict[str, Any]] = TABLES["supply"]
AIR: Final[int] = int(_SUPPLY["air"])
AIR_IN_ZONE: Final[int] = int(_SUPPLY["air_in_zone"])
"""The highest die with which supply by air succeeds."""
AXIS_AIR_OVER: Final[int] = int(_SUPPLY["axis_air_over"])
SEA_HEXES: Final[int] = int(_SUPPLY["sea_hexes"])


# who may be helped


@enforces("SIC-11.7", "SIC-1.2")
def has_wings(unit: int) -> bool:
    """The US, the Tabor with it, supply their units by air, the Axis those of the Luftwaffe."""
    return ARMY[unit] == US_ARMY if SIDE_OF[unit] == ALLIES else LUFTWAFFE[unit]


@enforces("SIC-11.9")
def planes_fly(p: SicilyPosition, side: int) -> bool:
    """In fair weather alone; those of the Axis until it has thrown a 6."""
    return p.weather == FAIR and (side == ALLIES or p.axis_air == 1)


def wants_relief(p: SicilyPosition, unit: int) -> bool:
    """Is a unit on the map, not in supply, and not helped yet this turn?"""
    return p.hex[unit] >= 0 and p.status[unit] != SUPPLIED and not p.flags[unit] & LIFTED


@enforces("SIC-11.7", "SIC-11.8")
def need_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit on the map is not to be helped: it is in supply, or has had its turn."""
    if p.status[unit] == SUPPLIED:
        return [forbid("SIC-11.8", "supplied_already", unit=UNITS[unit])]
    if p.flags[unit] & LIFTED:
        return [forbid("SIC-11.7", "lifted_once", unit=UNITS[unit])]
    return []


# by air


def airlifts(p: SicilyPosition) -> list[int]:
    """The units the side may supply by air."""
    if not planes_fly(p, p.side):
        return []
    return [unit for unit in UNITS_OF[p.side] if has_wings(unit) and wants_relief(p, unit)]


@enforces("SIC-11.7", "SIC-11.9")
def airlift_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit may not be supplied by air."""
    if SIDE_OF[unit] != p.side:
        return [forbid("SIC-11.7", "not_yours", unit=UNITS[unit])]
    if not has_wings(unit):
        return [forbid("SIC-11.7", "no_planes" if p.side == ALLIES else "no_luftwaffe", unit=UNITS[unit])]
    if p.hex[unit] < 0:
        return [forbid("SIC-11.7", "not_on_map", unit=UNITS[unit])]
    found = need_objections(p, unit)
    if not planes_fly(p, p.side):
        found.append(forbid("SIC-11.9", "planes_grounded"))
    return found


@enforces("SIC-11.7")
def airlift(p: SicilyPosition, unit: int) -> None:
    """Name the unit; whether the supplies reach it or not, it has had its turn."""
    p.waiting = [unit]
    p.flags[unit] |= LIFTED


@enforces("SIC-11.9")
def air_limit(p: SicilyPosition, unit: int) -> int:
    """The highest die with which the supplies reach a unit."""
    return AIR_IN_ZONE if in_enemy_zone(p, SIDE_OF[unit], p.hex[unit]) else AIR


@enforces("SIC-11.8", "SIC-11.9")
def fly(p: SicilyPosition, die: int) -> None:
    """The die of the unit named: within the limit its status is one better; a 6 grounds the Axis for good."""
    unit = p.waiting.pop(0)
    reached = die <= air_limit(p, unit)
    if p.events is not None:
        p.tell("airlifted" if reached else "airlift_failed", "SIC-11.9", {"unit": UNITS[unit], "die": die})
    if reached:
        set_status(p, unit, p.status[unit] - 1)
    if SIDE_OF[unit] == AXIS and die == AXIS_AIR_OVER:
        p.axis_air = 0
        if p.events is not None:
            p.tell("axis_air_over", "SIC-11.9", {"die": die})


# by sea


class SeaLane(Passer):
    """Ships go through all-sea and coastal hexes, past no shore that the enemy holds."""

    def __init__(self, p: SicilyPosition) -> None:
        self.p = p

    def passes(self, place: int, to: int) -> bool:
        """Sea or coast without an enemy."""
        ground = self.p.ground
        return (ground.sea[to] or ground.coast[to]) and not self.p.presence.units(AXIS, to)


@enforces("SIC-11.10")
def sea_way(p: SicilyPosition, hex: int) -> list[int]:
    """A way of ships from a coastal hex to a depot, the hexes counted from the first after it to the depot's; empty if
    there is none short enough."""
    if not p.ground.coast[hex]:
        return []
    ends = [False] * p.ground.size
    for depot in sources_of(p, US_ARMY):
        ends[depot] = True
    return shortest_line(p.ground, hex, SEA_HEXES, ends, SeaLane(p))


@enforces("SIC-11.7")
def has_ships(unit: int) -> bool:
    """The US alone, the Tabor with it, supply by sea."""
    return SIDE_OF[unit] == ALLIES and ARMY[unit] == US_ARMY


def shipments(p: SicilyPosition) -> list[int]:
    """The units that may be supplied by sea."""
    found: list[int] = []
    if p.side == ALLIES:
        for unit in UNITS_OF[ALLIES]:
            if has_ships(unit) and wants_relief(p, unit) and sea_way(p, p.hex[unit]):
                found.append(unit)
    return found


@enforces("SIC-11.7", "SIC-11.10")
def ship_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit may not be supplied by sea."""
    if SIDE_OF[unit] != p.side:
        return [forbid("SIC-11.7", "not_yours", unit=UNITS[unit])]
    if not has_ships(unit):
        return [forbid("SIC-11.7", "no_ships", unit=UNITS[unit])]
    if p.hex[unit] < 0:
        return [forbid("SIC-11.7", "not_on_map", unit=UNITS[unit])]
    found = need_objections(p, unit)
    if not p.ground.coast[p.hex[unit]]:
        found.append(forbid("SIC-11.10", "not_at_coast", unit=UNITS[unit]))
    elif not sea_way(p, p.hex[unit]):
        found.append(forbid("SIC-11.10", "depot_too_far", unit=UNITS[unit], hexes=str(SEA_HEXES)))
    return found


@enforces("SIC-11.8", "SIC-11.10")
def ship(p: SicilyPosition, unit: int) -> None:
    """Supply by sea needs no die."""
    p.flags[unit] |= LIFTED
    if p.events is not None:
        p.tell("shipped", "SIC-11.10", {"unit": UNITS[unit]})
    set_status(p, unit, p.status[unit] - 1)
