"""The areas of the two Allied armies and the US limit (15.1 to 15.4, 15.9)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.counters import ALLIES, ARMY, SIDE_OF, UNITS, US_ARMY
from senki.games.sicily.position import NORTH, SicilyPosition


@enforces("SIC-15.2", "SIC-15.9")
def in_own_area(p: SicilyPosition, unit: int, hex: int) -> bool:
    """Is a hex in the area of the unit's army? The Axis has no areas."""
    return SIDE_OF[unit] != ALLIES or p.ground.area[p.boundary][hex] == ARMY[unit]


@enforces("SIC-15.1")
def beyond_limit(p: SicilyPosition, hex: int) -> bool:
    """Does a hex lie north of the US limit, which is in force?"""
    return p.us_limit == 1 and p.ground.row[hex] < p.ground.limit_row[p.ground.column[hex]]


@enforces("SIC-15.1", "SIC-15.1a")
def is_limited(p: SicilyPosition, unit: int, hex: int) -> bool:
    """May a US unit not move there because of the limit? One that has advanced across it may."""
    return SIDE_OF[unit] == ALLIES and ARMY[unit] == US_ARMY and beyond_limit(p, hex) and not p.flags[unit] & NORTH


def may_come(p: SicilyPosition, unit: int, hex: int) -> bool:
    """May a unit move into a hex as far as areas and limit go?"""
    return in_own_area(p, unit, hex) and not is_limited(p, unit, hex)


@enforces("SIC-15.1", "SIC-15.3")
def area_objections(p: SicilyPosition, unit: int, hex: int) -> list[Objection]:
    """Why a unit may not move into a hex: it is the other army's, or north of the US limit."""
    found: list[Objection] = []
    if not in_own_area(p, unit, hex):
        found.append(forbid("SIC-15.3", "other_area", unit=UNITS[unit], hex=p.ground.names[hex]))
    if is_limited(p, unit, hex):
        found.append(forbid("SIC-15.1", "us_limit", unit=UNITS[unit], hex=p.ground.names[hex]))
    return found


@enforces("SIC-15.1a")
def note_side_of_limit(p: SicilyPosition, unit: int, advanced: bool) -> None:
    """A US unit that has advanced across the limit is free north of it; one that is back is bound again."""
    if SIDE_OF[unit] != ALLIES or ARMY[unit] != US_ARMY or p.hex[unit] < 0:
        return
    if not beyond_limit(p, p.hex[unit]):
        p.flags[unit] &= ~NORTH
    elif advanced:
        p.flags[unit] |= NORTH
