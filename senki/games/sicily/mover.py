"""The movement searches (chapters 14 to 16): where a unit can go tactically, and where along the roads."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, u8

from senki.boards.hexes.presence import nothing
from senki.boards.hexes.search import SHUT, Mover, Reach
from senki.engine.clauses import enforces
from senki.games.sicily.areas import beyond_limit
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    COUNTERS_OF,
    DEPOTS,
    DIVISION,
    DIVISIONS,
    MECHANIZED,
    SIDE_OF,
    UNITS_OF,
    US_ARMY,
)
from senki.games.sicily.ground import FOOT, WHEELS, Ground
from senki.games.sicily.moving import Leg
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.tables import RAIN, TABLES

CROWDED: Final[int] = int(TABLES["movement"]["crowded"])
FAR: Final[int] = int(TABLES["movement"]["far"])
WEST_COLUMN: Final[int] = int(TABLES["limits"]["west_column"])
WEST_UNTIL: Final[int] = int(TABLES["limits"]["west_until"])
WEST_BOUND: Final[int] = DIVISIONS.index(str(TABLES["limits"]["west_bound"]))


class SideMover(Mover):
    """What keeps a unit out of hexes however it moves: enemies, areas, limits, the other army."""

    def __init__(self, p: SicilyPosition, unit: int, start: int) -> None:
        super().__init__(start)
        self.p = p
        self.unit = unit
        self.ground: Ground = p.ground
        self.side: int = SIDE_OF[unit]
        self.army: int = ARMY[unit]
        self.kind: int = WHEELS if MECHANIZED[unit] else FOOT
        self.own: int = p.ground.size * self.side
        self.enemy: int = p.ground.size * (1 - self.side)
        self.here: vec[u8] = p.presence.here
        self.allied: bool = self.side == ALLIES
        self.area: vec[i16] = p.ground.area[p.boundary]
        self.limited: bool = self.allied and self.army == US_ARMY and p.us_limit == 1
        self.tied: bool = is_tied_west(p, unit)
        self.others: list[int] = hexes_of_other_army(p, self.army) if self.allied else []
        """Where units of the other Allied army stand."""

    @enforces("SIC-14.1", "SIC-15.1", "SIC-15.3", "SIC-15.4", "SIC-16.2")
    def may_enter(self, place: int, to: int) -> bool:
        """Not where an enemy is; not into the other army's area, nor over the US limit, but who is there may go on
        there; not where the other army stands; some stay in the west."""
        if self.here[self.enemy + to]:
            return False
        frm = place // 6
        if not self.allied:
            return not self.tied or self.ground.column[to] <= WEST_COLUMN or self.ground.column[frm] > WEST_COLUMN
        if self.area[to] != self.army and self.area[frm] == self.army:
            return False
        if self.limited and beyond_limit(self.p, to) and not beyond_limit(self.p, frm):
            return False
        return not self.here[self.own + to] or to not in self.others


@enforces("SIC-14.1")
def is_tied_west(p: SicilyPosition, unit: int) -> bool:
    """Units of Aosta may not leave the west in the first turns."""
    return p.turn <= WEST_UNTIL and DIVISION[unit] == WEST_BOUND


@enforces("SIC-15.4")
def hexes_of_other_army(p: SicilyPosition, army: int) -> list[int]:
    """The hexes in which units of the other Allied army stand."""
    found: list[int] = []
    for unit in UNITS_OF[ALLIES]:
        hex = p.hex[unit]
        if hex >= 0 and ARMY[unit] != army and hex not in found:
            found.append(hex)
    return found


@final
class TacticalMover(SideMover):
    """A unit in the tactical segment."""

    def __init__(self, p: SicilyPosition, leg: Leg, unhindered: bool = False) -> None:
        super().__init__(p, leg.unit, p.hex[leg.unit])
        self.zoc: vec[u8] = nothing(2 * p.ground.size) if unhindered else p.presence.zoc
        """Enemy zones are left out to find out what they do to its way."""
        self.prices: vec[i16] = p.ground.price[4 * self.kind + 2 * self.side + int(p.weather == RAIN)]
        self.depots: list[int] = [p.hex[depot] for depot in DEPOTS] if self.allied else []
        self.fords: bool = self.allied and self.kind == WHEELS
        """It may cross a river unless an enemy looks on."""
        self.forces: bool = self.kind == FOOT and not leg.moved and leg.allowance > 0
        self.leaving: bool = not leg.moved and self.zoc[self.enemy + self.start] > 0
        """It starts in an enemy zone."""
        self.shy: bool = self.leaving or leg.left_zone
        self.toll: int = zone_toll(leg.allowance)

    def zone(self, hex: int) -> bool:
        """Is a hex in an enemy zone of control?"""
        return self.zoc[self.enemy + hex] > 0

    @enforces("SIC-16.2", "SIC-16.4", "SIC-16.8")
    def cost(self, place: int, to: int) -> int:
        """Road or terrain and river; more for a crowded road hex and for leaving an enemy zone, after which another
        may not be entered."""
        price: int = self.prices[place]
        if price == SHUT or (self.shy and self.zoc[self.enemy + to]):
            return SHUT
        if self.fords and self.is_watched_ford(place, to):
            return SHUT
        if self.here[self.own + to] and self.is_crowded(to):
            price += CROWDED
        if self.leaving and place // 6 == self.start:
            price += self.toll
        return price

    @enforces("SIC-16.4")
    def is_watched_ford(self, place: int, to: int) -> bool:
        """A river without a bridge, one of whose banks is in an enemy zone."""
        ground = self.ground
        if not ground.river[place] or ground.bridged[place] or ground.road[place]:
            return False
        return self.zone(to) or self.zone(place // 6)

    @enforces("SIC-16.2")
    def is_crowded(self, to: int) -> bool:
        """A road hex that holds a unit; a depot is none."""
        if not self.ground.on_road[to]:
            return False
        return self.here[self.own + to] > 1 or to not in self.depots

    @enforces("SIC-16.8")
    def stops(self, place: int, to: int) -> bool:
        """An enemy zone ends the movement."""
        return self.zoc[self.enemy + to] > 0

    @enforces("SIC-16.1")
    def may_force(self, place: int, to: int) -> bool:
        """Who goes on foot may always move one hex, but not into a prohibited one nor from zone to zone."""
        if not self.forces or self.prices[place] == SHUT or (self.leaving and self.zone(to)):
            return False
        return self.may_enter(place, to)


@enforces("SIC-16.8")
def zone_toll(points: int) -> int:
    """Half of the modified allowance, rounded down."""
    return points // 2


@final
class RoadMover(SideMover):
    """A unit in the strategic segment: a point is a hex of road."""

    def __init__(self, p: SicilyPosition, unit: int, near: vec[u8]) -> None:
        super().__init__(p, unit, p.hex[unit])
        self.near = near

    @enforces("SIC-16.5")
    def cost(self, place: int, to: int) -> int:
        """Along roads alone, away from every enemy."""
        return 1 if self.ground.road[place] and not self.near[to] else SHUT


@enforces("SIC-16.5")
def near_enemies(p: SicilyPosition, side: int) -> vec[u8]:
    """By hex: 1 where an enemy counter is nearer than three hexes; a depot counts as one (11.3)."""
    found = nothing(p.ground.size)
    around = p.ground.around
    for unit in COUNTERS_OF[1 - side]:
        if p.hex[unit] < 0:
            continue
        edge = [p.hex[unit]]
        found[p.hex[unit]] = 1
        for _ in range(FAR - 1):
            following: list[int] = []
            for at in edge:
                for to in around[at]:
                    found[to] = 1
                following += around[at]
            edge = following
    return found


def may_step(mover: SideMover, points: int) -> bool:
    """Is there any hex at all beside it that a unit can enter with so many points?"""
    following = mover.ground.next
    for place in range(6 * mover.start, 6 * mover.start + 6):
        to = following[place]
        if to < 0:
            continue
        price = mover.cost(place, to)
        if (0 <= price <= points and mover.may_enter(place, to)) or mover.may_force(place, to):
            return True
    return False


def mark_ends(found: Reach) -> Reach:
    """Let a unit end its leg wherever it can get."""
    for hex in found.order:
        found.is_end[hex] = True
    found.ends = found.order
    return found
