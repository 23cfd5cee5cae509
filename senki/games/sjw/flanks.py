"""Flanks (7.4.3, 7.4.4, 7.9): how far the attacker's side has closed round the hex it attacks."""

from __future__ import annotations

from typing import Any, Final

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import enforces
from senki.games.sjw.counters import USA
from senki.games.sjw.crossings import is_shut_river
from senki.games.sjw.ground import CREEK, MOUNTAIN, RAIN
from senki.games.sjw.position import REFUSING, SjwPosition, exerts, troops_in
from senki.games.sjw.tables import TABLES
from senki.games.sjw.zones import unrestricted

FLANK: Final[dict[str, Any]] = TABLES["flank"]
NEIGHBOURS: Final = 6

OPEN: Final = 0
BY_GROUND: Final = 1
BY_WEAK_ZONE: Final = 2
"""By a zone that is too weak to count against the units in that hex."""
BY_ENEMY: Final = 3


@enforces("SJW-7.4.3")
def cover(p: SjwPosition, side: int, place: int) -> int:
    """What covers the neighbour of a hex attacked by a side: its undemoralized units or their zones, or the ground."""
    to = p.ground.next[place]
    if to == NOWHERE:
        return BY_GROUND
    if any(exerts(p, unit) for unit in troops_in(p, side, to)):
        return BY_ENEMY
    if is_closed_by_ground(p, 1 - side, place, to):
        return BY_ENEMY if p.presence.zones(side, to) else BY_GROUND
    if not p.presence.zones(side, to):
        return OPEN
    if p.presence.units(1 - side, to) and not unrestricted(p, 1 - side, to):
        return BY_WEAK_ZONE
    return BY_ENEMY


@enforces("SJW-7.4.3")
def is_closed_by_ground(p: SjwPosition, side: int, place: int, to: int) -> bool:
    """A mountain without a line to it, or beyond a river without a crossing; in rain a ford or a bare creek too."""
    line = p.ground.has_line[place]
    if p.ground.terrain[to] == MOUNTAIN and not line:
        return True
    if p.ground.water[place] == CREEK:
        return p.weather == RAIN and not line
    return is_shut_river(p, side, place, to)


def covers(p: SjwPosition, side: int, target: int) -> list[int]:
    """What covers each of the six neighbours of a hex attacked by a side."""
    return [cover(p, side, place) for place in range(6 * target, 6 * target + 6)]


def row_of(found: list[int]) -> dict[str, int] | None:
    """The row of the table for five or six covered neighbours."""
    covered = len(found) - found.count(OPEN)
    if covered < NEIGHBOURS - 1:
        return None
    row: dict[str, int] = FLANK["six" if covered == NEIGHBOURS else "five"]
    return row


@enforces("SJW-7.4.3", "SJW-7.4.4")
def flank_bonus(p: SjwPosition, side: int, target: int) -> int:
    """Five neighbours covered +3, six +4; less 1 for each that the defender holds, or that only ground covers."""
    found = covers(p, side, target)
    row = row_of(found)
    if row is None:
        return 0
    bonus = row["basic"]
    for d in range(NEIGHBOURS):
        if found[d] != OPEN and is_weakly_covered(p, side, p.ground.next[6 * target + d], found[d]):
            bonus -= 1
    return max(bonus, row["floor"])


@enforces("SJW-7.4.4")
def is_weakly_covered(p: SjwPosition, side: int, hex: int, by: int) -> bool:
    """Does a covered neighbour count against the bonus? A zone too weak does so only for a Union attacker."""
    if by == BY_GROUND or (by == BY_WEAK_ZONE and side == USA):
        return True
    return any(exerts(p, unit) for unit in troops_in(p, 1 - side, hex))


@enforces("SJW-7.9")
def refused_bonus(p: SjwPosition, side: int, target: int) -> int:
    """What the defender of a hex attacked by a side would gain by refusing his flanks; 0 if he may not."""
    if not p.on(REFUSING) or any(p.demoralized[unit] for unit in troops_in(p, 1 - side, target)):
        return 0
    covered = NEIGHBOURS - covers(p, side, target).count(OPEN)
    if covered < NEIGHBOURS - 1:
        return 0
    return int(FLANK["refused"]["six" if covered == NEIGHBOURS else "five"])
