"""Manpower, combat value, fatigue and organization of units (2.2)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sjw.counters import ARTILLERY, IS_SUBSTITUTE, KIND, SIDE_OF, UNITS
from senki.games.sjw.position import (
    CAUSES,
    DEAD,
    DISORGANIZED,
    SPARE,
    SjwPosition,
    put,
    troops_in,
)
from senki.games.sjw.tables import DISORGANIZED as DISORGANIZED_VALUES
from senki.games.sjw.tables import HALF, MOST_FATIGUE, WORKS_HALVES
from senki.games.sjw.undertaking import NOBODY


@enforces("SJW-2.2.2")
def combat_value(p: SjwPosition, unit: int) -> int:
    """Manpower while it is organized, less when disorganized, in halves. Fatigue never changes it."""
    manpower = p.manpower[unit]
    return DISORGANIZED_VALUES[manpower] if p.flags[unit] & DISORGANIZED else HALF * manpower


def stack_value(p: SjwPosition, side: int, hex: int) -> int:
    """The combat value of a side's units in a hex, in halves."""
    return sum(combat_value(p, unit) for unit in troops_in(p, side, hex))


def entrenched_value(p: SjwPosition, side: int, hex: int) -> int:
    """The same with the factor of each unit's works, in quarters."""
    return sum(entrenched_unit(p, unit) for unit in troops_in(p, side, hex))


def entrenched_unit(p: SjwPosition, unit: int) -> int:
    """The combat value of a unit with the factor of its works, in quarters."""
    return combat_value(p, unit) * WORKS_HALVES[p.works[unit]]


@enforces("SJW-13.3.4")
def artillery_of(p: SjwPosition, unit: int) -> int:
    """The printed artillery value, unless the scenario gives another."""
    return p.theatre.plan.artillery.get(unit, ARTILLERY[unit])


@enforces("SJW-2.2.4")
def tire(p: SjwPosition, unit: int, levels: int) -> None:
    """Raise fatigue; it never goes above 4."""
    p.fatigue[unit] = min(MOST_FATIGUE, p.fatigue[unit] + levels)


def disorganize(p: SjwPosition, unit: int) -> None:
    """Turn a unit to its disorganized strength."""
    p.flags[unit] |= DISORGANIZED
    p.reach = None


@enforces("SJW-2.2.3", "SJW-2.2.10")
def lose(p: SjwPosition, unit: int, points: int, cause: int, keeps_last: bool = False) -> int:
    """Take manpower from a unit and book it under its cause; at 0 it is removed for good. How much was lost?"""
    lost = min(points, p.manpower[unit] - (1 if keeps_last else 0))
    if lost <= 0:
        return 0
    p.manpower[unit] -= lost
    p.losses[len(CAUSES) * SIDE_OF[unit] + cause] += lost
    p.reach = None
    if p.events is not None:
        p.tell("lost", "SJW-2.2.10", {"unit": UNITS[unit], "points": lost, "cause": CAUSES[cause]})
    if not p.manpower[unit]:
        remove(p, unit)
    return lost


@enforces("SJW-2.2.10", "SJW-7.6.5")
def destroy(p: SjwPosition, unit: int, cause: int) -> None:
    """Eliminate a unit; all it still had is booked."""
    lose(p, unit, p.manpower[unit], cause)


@enforces("SJW-2.2.3", "SJW-21.1.1")
def remove(p: SjwPosition, unit: int) -> None:
    """Take a unit off the map for good; a substitute is free again."""
    if p.events is not None:
        p.tell("removed", "SJW-2.2.3", {"unit": UNITS[unit]})
    put(p, unit, SPARE if IS_SUBSTITUTE[unit] else DEAD)
    clear(p, unit)


def clear(p: SjwPosition, unit: int) -> None:
    """Forget the states of a unit that is no longer on the map."""
    p.manpower[unit] = p.fatigue[unit] = p.flags[unit] = p.works[unit] = p.demoralized[unit] = 0
    p.parent[unit] = NOBODY


def is_all_cavalry(units: list[int]) -> bool:
    """Are there units, and all of them cavalry?"""
    return bool(units) and all(KIND[unit] == 1 for unit in units)
