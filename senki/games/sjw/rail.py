"""Rail movement of the advanced game (chapter 16), and how rides are run in both games (13.5.3e)."""

from __future__ import annotations

from typing import Any, Final

from senki.boards.hexes.search import SHUT, Mover, Reach, explore
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sjw.counters import INF, KIND, SIDE_OF, UNITS, USA
from senki.games.sjw.limits import closed, special_rail
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.supply import is_marked
from senki.games.sjw.tables import HALF, TABLES
from senki.games.sjw.zones import in_enemy_zone

_RAIL: Final[dict[str, Any]] = TABLES["rail"]
TURNS: Final[list[int]] = list(_RAIL["turns"])
HEXES: Final[int] = int(_RAIL["hexes"])
MOST: Final[int] = HALF * int(_RAIL["combat_value"])
STARTS: Final[list[str]] = list(_RAIL["starts"])


@enforces("SJW-13.5.3e", "SJW-16.1", "SJW-16.2", "SJW-A.1")
def rail_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """Union infantry from the stations near Alexandria, in three turns, 16 points of combat value in a cycle; in a
    basic scenario only whom it allows a ride."""
    name = UNITS[unit]
    if not p.advanced:
        return [] if special_rail(p, unit) else [forbid("SJW-13.5.3e", "no_ride", unit=name)]
    if SIDE_OF[unit] != USA or KIND[unit] != INF:
        return [forbid("SJW-16.1", "ride_infantry", unit=name)]
    found: list[Objection] = []
    if p.turn not in TURNS:
        found.append(forbid("SJW-16.1", "ride_turns"))
    if p.hex[unit] < 0 or p.ground.names[p.hex[unit]] not in STARTS:
        found.append(forbid("SJW-16.1", "ride_from", unit=name))
    if p.rail_used + combat_value(p, unit) > MOST:
        found.append(forbid("SJW-16.2", "ride_full", unit=name))
    return found


@enforces("SJW-16.2")
def begin_ride(p: SjwPosition, unit: int) -> None:
    """Count the combat value the unit has when it sets off, after its extended march."""
    p.rail_used += combat_value(p, unit)


class Train(Mover):
    """A ride along connected rail hexes."""

    def __init__(self, p: SjwPosition, unit: int) -> None:
        super().__init__(p.hex[unit])
        self.p = p
        self.own = SIDE_OF[unit]
        self.closed = closed(p, unit)

    def cost(self, place: int, to: int) -> int:
        """Hexes are counted."""
        return 1 if self.p.ground.rail[place] else SHUT

    def may_enter(self, place: int, to: int) -> bool:
        """Not into enemies or their zones, nor into a station with a marker, nor where the scenario forbids it."""
        p = self.p
        if self.closed[to] or p.presence.units(1 - self.own, to) or in_enemy_zone(p, self.own, to):
            return False
        return not is_marked(p, to)


@enforces("SJW-13.5.3e", "SJW-16.1")
def rail_hexes(p: SjwPosition, unit: int) -> Reach:
    """Where the rails take a unit: up to 35 hexes, through friends freely."""
    found = explore(p.ground, Train(p, unit), HEXES)
    for hex in found.order:
        found.is_end[hex] = True
    found.gather()
    return found
