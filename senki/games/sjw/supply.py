"""Supply (20.1 to 20.3, 20.5): depots, repair, the status of units, and what being out of supply does to them."""

from __future__ import annotations

from typing import Any, Final

from senki.boards.hexes.trace import Passer, trace
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.tasks import encode, first_of, second_of
from senki.games.sjw.commands import see_to_leaders
from senki.games.sjw.counters import COUNT, CSA, IS_TROOP, SIDE_OF, TROOPS, UNITS, USA
from senki.games.sjw.manpower import disorganize, lose
from senki.games.sjw.position import (
    ACTED,
    DAMAGED,
    DISORGANIZED,
    SUPPLY,
    UNSUPPLIED,
    WHOLE,
    SjwPosition,
    troops_in,
)
from senki.games.sjw.steps import DEPOT_SHARE, REPAIR_DIE
from senki.games.sjw.tables import TABLES
from senki.games.sjw.zones import in_enemy_zone

_SUPPLY: Final[dict[str, Any]] = TABLES["supply"]
TURNS: Final[list[int]] = list(_SUPPLY["turns"])
"""The turns of the repair and status phases."""
EFFECTS_FROM: Final[int] = int(_SUPPLY["effects_from"])
"""The first turn with a supply effects phase."""
REPAIRS_AT: Final[int] = int(_SUPPLY["repair"])
CSA_COUNTIES: Final[list[str]] = list(_SUPPLY["csa_counties"])
PER_DEPOT: Final[int] = int(_SUPPLY["csa_per_depot"])
RAIL_ENDS: Final[list[str]] = list(_SUPPLY["ends"])
ABOUT: Final = 1
"""The kind of all tasks of this file: the phase has no other."""


# 20.1: depots


@enforces("SJW-13.5.5", "SJW-20.1")
def station_marked(p: SjwPosition, hex: int) -> None:
    """A marker put on a station takes the depot away that is there."""
    for number, depot in enumerate(p.theatre.depots):
        if depot == hex and p.depots[number]:
            lose_depot(p, number)


@enforces("SJW-20.1")
def depot_entered(p: SjwPosition, unit: int, hex: int) -> None:
    """A depot that is at no station goes when any Confederate unit enters its hex."""
    if SIDE_OF[unit] != CSA or not IS_TROOP[unit] or p.ground.station[hex]:
        return
    for number, depot in enumerate(p.theatre.depots):
        if depot == hex and p.depots[number]:
            lose_depot(p, number)


def lose_depot(p: SjwPosition, number: int) -> None:
    """A depot is removed for good."""
    p.depots[number] = 0
    if p.events is not None:
        p.tell("depot_lost", "SJW-20.1", {"hex": p.ground.names[p.theatre.depots[number]]})


def is_marked(p: SjwPosition, hex: int) -> bool:
    """Is there a station with a damaged or destroyed marker?"""
    station = p.theatre.station_at[hex]
    return station >= 0 and p.stations[station] != WHOLE


# 20.2: repair


@enforces("SJW-20.2")
def next_repair(p: SjwPosition, least: int) -> None:
    """Ask for the die of the next damaged station, by number, that no Confederate holds or reaches."""
    p.task = 0
    for station in range(least, len(p.stations)):
        hex = p.ground.stations[station]
        if p.stations[station] == DAMAGED and not p.presence.units(CSA, hex) and not in_enemy_zone(p, USA, hex):
            p.task = encode(ABOUT, station)
            p.push(REPAIR_DIE)
            return


@enforces("SJW-20.2")
def repair(p: SjwPosition, die: int) -> None:
    """1 to 4 removes the marker; a depot that was lost there does not return."""
    station = first_of(p.task)
    mended = die <= REPAIRS_AT
    if mended:
        p.stations[station] = WHOLE
    if p.events is not None:
        told = "repaired" if mended else "not_repaired"
        p.tell(told, "SJW-20.2", {"hex": p.ground.names[p.ground.stations[station]], "die": die})
    next_repair(p, station + 1)


# 20.3: status


class RailLine(Passer):
    """Supply comes along connected rails, through no station that is marked; Confederates do not matter."""

    def __init__(self, p: SjwPosition) -> None:
        self.p = p

    def begins(self, hex: int) -> bool:
        """The end of the line may be a station too."""
        return not is_marked(self.p, hex)

    def passes(self, place: int, to: int) -> bool:
        """Along the rails, round no marker."""
        return self.p.ground.rail[place] and not is_marked(self.p, to)


@enforces("SJW-20.3.1", "SJW-20.3.2")
def supplied_counties(p: SjwPosition, side: int) -> list[bool]:
    """By county: is it supplied to a side? The South has its own; the Union's hold a depot, or an unmarked station
    joined by rail to the lines before Washington."""
    ground = p.ground
    if side == CSA:
        return [county in CSA_COUNTIES for county in ground.counties]
    found = [False] * len(ground.counties)
    for number, depot in enumerate(p.theatre.depots):
        if p.depots[number]:
            found[ground.county[depot]] = True
    ends = [hex for hex in (ground.number(name) for name in RAIL_ENDS) if hex >= 0]
    joined = trace(ground, ends, RailLine(p))
    for hex in ground.stations:
        if joined[hex]:
            found[ground.county[hex]] = True
    return found


@enforces("SJW-22.1.3b", "SJW-22.1.3e")
def is_kept(p: SjwPosition, unit: int) -> bool:
    """A scenario keeps some units in supply until they have acted for the first time."""
    if p.flags[unit] & ACTED:
        return False
    return any(limit.supplied_until_judged and limit.holds[unit] for limit in p.theatre.plan.limits)


@enforces("SJW-3.4", "SJW-20.3.1")
def begin_status(p: SjwPosition) -> None:
    """All units are judged, Confederates first; those who crowd round a depot once it is known whom it feeds."""
    counties = supplied_counties(p, CSA)
    crowded = [p.theatre.depots[number] for number in range(len(p.depots)) if is_crowded(p, number)]
    for unit in TROOPS[CSA]:
        hex = p.hex[unit]
        if hex >= 0 and hex not in crowded:
            judge(p, unit, counties[p.ground.county[hex]] or is_fed(p, hex))
    share_depots(p, 0)


def is_fed(p: SjwPosition, hex: int) -> bool:
    """Does a depot stand in a hex?"""
    return any(p.depots[number] and p.theatre.depots[number] == hex for number in range(len(p.depots)))


def is_crowded(p: SjwPosition, number: int) -> bool:
    """Are there more Confederate units at a depot than it feeds, in a county that does not feed them itself?"""
    hex = p.theatre.depots[number]
    if not p.depots[number] or p.ground.counties[p.ground.county[hex]] in CSA_COUNTIES:
        return False
    return p.presence.units(CSA, hex) > PER_DEPOT


@enforces("SJW-20.3.1")
def share_depots(p: SjwPosition, least: int) -> None:
    """The owner says whom the next crowded depot feeds; after the last one the Union is judged."""
    for number in range(least, len(p.depots)):
        if is_crowded(p, number):
            p.task = encode(ABOUT, number, PER_DEPOT)
            p.waiting = troops_in(p, CSA, p.theatre.depots[number])
            p.push(DEPOT_SHARE)
            return
    p.task = 0
    counties = supplied_counties(p, USA)
    for unit in TROOPS[USA]:
        if p.hex[unit] >= 0:
            judge(p, unit, is_kept(p, unit) or counties[p.ground.county[p.hex[unit]]])
    see_to_leaders(p)


@enforces("SJW-20.3.1")
def share_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """Any of the units at the depot."""
    return [] if unit in p.waiting else [forbid("SJW-20.3.1", "not_at_depot", unit=UNITS[unit])]


@enforces("SJW-20.3.1")
def share(p: SjwPosition, unit: int) -> None:
    """A depot feeds two units; the others go without."""
    number, left = first_of(p.task), second_of(p.task) - 1
    p.waiting = [other for other in p.waiting if other != unit]
    judge(p, unit, True)
    if left:
        p.task = encode(ABOUT, number, left)
        p.push(DEPOT_SHARE)
        return
    without, p.waiting = p.waiting, []
    for other in without:
        judge(p, other, False)
    share_depots(p, number + 1)


@enforces("SJW-20.3.3", "SJW-20.5.3")
def judge(p: SjwPosition, unit: int, supplied: bool) -> None:
    """In supply: front side. Out: turn it over; one that lies so already loses a point, its last one too, and is
    disorganized."""
    if supplied:
        supply(p, unit)
    elif not p.flags[unit] & UNSUPPLIED:
        p.flags[unit] |= UNSUPPLIED
        if p.events is not None:
            p.tell("out_of_supply", "SJW-20.3.3", {"unit": UNITS[unit]})
    else:
        lose(p, unit, 1, SUPPLY)
        if p.hex[unit] >= 0:
            disorganize(p, unit)


def supply(p: SjwPosition, unit: int) -> None:
    """Turn a unit back to its front side."""
    if p.flags[unit] & UNSUPPLIED:
        p.flags[unit] &= ~UNSUPPLIED
        if p.events is not None:
            p.tell("in_supply", "SJW-20.3.3", {"unit": UNITS[unit]})


# 20.5: effects


@enforces("SJW-9.1.2", "SJW-20.3.4", "SJW-20.5.2")
def supply_effects(p: SjwPosition) -> None:
    """Out of supply, the disorganized lose a point unless they rested, never the last; the organized become
    disorganized."""
    for unit in range(COUNT):
        if p.hex[unit] < 0 or not p.flags[unit] & UNSUPPLIED:
            continue
        if not p.flags[unit] & DISORGANIZED:
            disorganize(p, unit)
            if p.events is not None:
                p.tell("disorganized", "SJW-20.5.2", {"unit": UNITS[unit]})
        elif p.fatigue[unit]:
            lose(p, unit, 1, SUPPLY, keeps_last=True)
