"""The movement search of a march: every hex a unit can reach with the points it has left (chapter 6)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, u8

from senki.boards.hexes.presence import nothing
from senki.boards.hexes.search import SHUT, Mover, Reach, explore
from senki.engine.clauses import enforces
from senki.games.sjw.counters import INF, KIND, SIDE_OF, TROOPS
from senki.games.sjw.crossings import prices
from senki.games.sjw.ground import Ground
from senki.games.sjw.limits import MARCHING, closed, closed_sides, entry_objection, zone_barred
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.tables import HALF, TABLES, band
from senki.games.sjw.zones import in_enemy_zone

LEAVE_ZONE: Final[int] = HALF * int(TABLES["movement"]["leave_zone"])
CROWD: Final[list[list[int]]] = [[int(least), HALF * int(extra)] for least, extra in TABLES["movement"]["crowd"]]
"""Half points more to enter a hex of friendly infantry, by its manpower."""


@final
class MarchMover(Mover):
    """What of a marching unit and its surroundings matters to its way."""

    def __init__(self, p: SjwPosition, unit: int, moved: bool, unhindered: bool = False) -> None:
        super().__init__(p.hex[unit])
        self.p = p
        self.unit = unit
        self.moved = moved
        self.ground: Ground = p.ground
        self.side: int = SIDE_OF[unit]
        self.own: int = p.ground.size * self.side
        self.enemy: int = p.ground.size * (1 - self.side)
        self.here: vec[u8] = p.presence.here
        self.zoc: vec[u8] = nothing(2 * p.ground.size) if unhindered else p.presence.zoc
        """Enemy zones are left out to find out what they do to its way."""
        self.prices: vec[i16] = prices(p, self.side)
        self.crowd: vec[i16] = crowding(p, unit) if KIND[unit] == INF else p.ground.nowhere
        self.closed: list[bool] = closed(p, unit)
        self.closed_sides: list[bool] = closed_sides(p, unit)
        self.shy: bool = zone_barred(p, unit) is not None
        self.leaving: bool = self.zone(self.start)
        """It starts in an enemy zone."""

    def zone(self, hex: int) -> bool:
        """Is a hex in an enemy zone of control for one who comes?"""
        if not self.zoc[self.enemy + hex]:
            return False
        return not self.here[self.own + hex] or in_enemy_zone(self.p, self.side, hex)

    @enforces("SJW-6.1.2", "SJW-6.2.3", "SJW-6.2.4", "SJW-6.2.5")
    def cost(self, place: int, to: int) -> int:
        """Line or terrain and hexside, more for leaving an enemy zone and for a crowded road; a step from zone to zone
        has no price: it takes all there is."""
        price: int = self.prices[place]
        if price == SHUT:
            return SHUT
        if self.leaving and place // 6 == self.start:
            if self.zone(to):
                return SHUT
            price += LEAVE_ZONE
        extra: int = self.crowd[to]
        return price + extra if extra > 0 else price

    @enforces("SJW-6.2.2")
    def may_enter(self, place: int, to: int) -> bool:
        """Not where an enemy is, nor where the District or the scenario closes the hex, the side or the zone to it;
        `MarchJudge` says the same rule by rule."""
        if self.here[self.enemy + to] or self.closed[to]:
            return False
        if self.closed_sides and self.closed_sides[place]:
            return False
        if self.shy:
            if self.zone(to):
                return False
            if self.leaving and place // 6 == self.start:
                return entry_objection(self.p, self.unit, self.start, to, MARCHING) is None
        return True

    @enforces("SJW-6.2.3")
    def stops(self, place: int, to: int) -> bool:
        """An enemy zone ends the movement."""
        return self.zone(to)

    @enforces("SJW-6.2.4")
    def may_force(self, place: int, to: int) -> bool:
        """From one enemy zone straight into another, as the only step, whether it can be paid or not."""
        if not self.leaving or self.moved or self.prices[place] == SHUT or not self.zone(to):
            return False
        return self.may_enter(place, to)


@enforces("SJW-6.2.5")
def crowding(p: SjwPosition, unit: int) -> vec[i16]:
    """By hex: the half points more that infantry pays where friendly infantry stands; negative where none does."""
    found = p.ground.nowhere[:]
    hexes: list[int] = []
    for other in TROOPS[SIDE_OF[unit]]:
        hex = p.hex[other]
        if hex >= 0 and other != unit and KIND[other] == INF:
            if found[hex] < 0:
                found[hex] = 0
                hexes.append(hex)
            found[hex] += p.manpower[other]
    for hex in hexes:
        found[hex] = band(CROWD, found[hex])
    return found


def reach_with(mover: MarchMover, points: int) -> Reach:
    """Every hex a unit can reach with so many half points; it may end its leg in any of them."""
    found = explore(mover.ground, mover, points)
    for hex in found.order:
        found.is_end[hex] = True
    found.ends = found.order
    return found
