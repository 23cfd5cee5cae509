"""The counter-attack of the Hermann Göring Division on turn 1 (14.2): who must go where."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.search import Reach
from senki.engine.clauses import enforces
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, COUNT, DIVISION, DIVISIONS, HEX, UNITS_OF, US_ARMY
from senki.games.sicily.ground import UNTOUCHED
from senki.games.sicily.position import ASHORE, SicilyPosition
from senki.games.sicily.stacking import has_room
from senki.games.sicily.tables import TABLES

SENT: Final[list[int]] = [
    unit
    for unit in range(COUNT)
    if DIVISION[unit] == DIVISIONS.index(str(TABLES["limits"]["duty_division"]))
    and HEX[unit] == str(TABLES["limits"]["duty_hex"])
]
"""The units it is about."""
DUTY_TURN: Final = 1


@enforces("SIC-14.2")
def is_sent(p: SicilyPosition, unit: int) -> bool:
    """Does the duty bind a unit now: in the second Axis movement phase of turn 1, while somebody is there to attack?"""
    if p.turn != DUTY_TURN or not p.special or p.side != AXIS or unit not in SENT:
        return False
    return p.hex[unit] >= 0 and bool(landed_hexes(p))


@enforces("SIC-14.2")
def landed_hexes(p: SicilyPosition) -> list[int]:
    """Where US units are that have come ashore by sea this turn."""
    found: list[int] = []
    for unit in UNITS_OF[ALLIES]:
        hex = p.hex[unit]
        if hex >= 0 and p.flags[unit] & ASHORE and ARMY[unit] == US_ARMY and p.ground.land[hex] and hex not in found:
            found.append(hex)
    return found


def distance_to(p: SicilyPosition, hexes: list[int], hex: int) -> int:
    """The distance to the nearest of some hexes."""
    best = UNTOUCHED
    for other in hexes:
        best = min(best, p.ground.distance(hex, other))
    return best


@enforces("SIC-14.2")
def best_distance(p: SicilyPosition, unit: int, reach: Reach) -> int:
    """How near a unit can get, or is; a hex beside the enemy without room does not count."""
    landed = landed_hexes(p)
    best = distance_to(p, landed, p.hex[unit])
    for hex in reach.order:
        if has_room(p, unit, hex):
            best = min(best, distance_to(p, landed, hex))
    return best


@enforces("SIC-14.2")
def only_to_the_beach(p: SicilyPosition, unit: int, reach: Reach) -> None:
    """Of the ends of a reach leave those beside a landed unit or, if there is none, those nearest to one; who is there
    already may go to another such hex."""
    landed = landed_hexes(p)
    best = best_distance(p, unit, reach)
    for hex in reach.order:
        reach.is_end[hex] = has_room(p, unit, hex) and distance_to(p, landed, hex) == best
    reach.gather()
