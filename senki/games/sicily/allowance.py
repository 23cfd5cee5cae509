"""The movement allowance of a unit (2.3 to 2.5, 10.8, 16.6, 16.11, 18.4)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.counters import MECHANIZED, MOVEMENT
from senki.games.sicily.position import ISOLATED, PACKED, SUPPLIED, SicilyPosition
from senki.games.sicily.tables import TABLES

PACK: Final[int] = int(TABLES["movement"]["pack"])
ISOLATED_MECHANIZED: Final[int] = int(TABLES["movement"]["isolated_mechanized"])
HALVED_TURN: Final = 1
"""The turn in which all allowances are halved (2.3 to 2.5)."""


@enforces("SIC-16.6")
def halved(points: int) -> int:
    """Half, rounded down; who has any keeps at least one."""
    return max(1, points // 2) if points else 0


@enforces("SIC-16.11", "SIC-18.4")
def packed_allowance(p: SicilyPosition, unit: int) -> int:
    """What is printed; a pack marker takes two off, to no less than one."""
    points = MOVEMENT[unit]
    return max(1, points - PACK) if points and p.flags[unit] & PACKED else points


@enforces("SIC-10.8", "SIC-16.6")
def supplied_allowance(p: SicilyPosition, unit: int) -> int:
    """Out of supply vehicles have half; isolated they have three, others half."""
    points = packed_allowance(p, unit)
    status = p.status[unit]
    if not points or status == SUPPLIED:
        return points
    if MECHANIZED[unit]:
        return ISOLATED_MECHANIZED if status == ISOLATED else halved(points)
    return halved(points) if status == ISOLATED else points


@enforces("SIC-2.3", "SIC-2.4", "SIC-2.5", "SIC-16.6")
def allowance(p: SicilyPosition, unit: int) -> int:
    """Printed, pack, supply, and on turn 1 half of that, in this order."""
    points = supplied_allowance(p, unit)
    return halved(points) if p.turn == HALVED_TURN else points
