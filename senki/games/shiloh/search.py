"""The movement search: every hex a group can reach with the points it has left (chapter 4)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i16, u8

from senki.boards.hexes.ground import NOWHERE
from senki.boards.hexes.search import SHUT, Mover, Reach, explore
from senki.engine.clauses import enforces
from senki.games.shiloh.counters import CAMP, CAV, COMBAT, CSA, HQ, INF, KIND, LEADER, SIDE_OF, TRAIN, TROOPS, USA
from senki.games.shiloh.ground import Ground
from senki.games.shiloh.position import (
    ALARM_ENDS_MOVE,
    BOX_A,
    BOX_C,
    CUP,
    ShilohPosition,
    enemies_in,
    followers_in,
)
from senki.games.shiloh.tables import CAMPS, LEAVE_ZOC, STACKING, is_night


@final
class GroupMover(Mover):
    """What of a group matters to its way: the kinds in it, how many fight, how it moves."""

    def __init__(self, p: ShilohPosition, unhindered: bool = False) -> None:
        super().__init__(p.hex[p.group[0]])
        self.p = p
        self.ground: Ground = p.ground
        self.side: int = SIDE_OF[p.group[0]]
        self.enemy: int = p.ground.size * (1 - self.side)
        self.here: vec[u8] = p.presence.here
        self.zoc: vec[u8] = p.ground.no_zones if unhindered else p.presence.zoc
        """Enemy zones are left out to find out what they do to its way."""
        self.marching = p.marching
        self.kinds: list[int] = []
        self.fighters = 0
        for unit in p.group:
            kind = KIND[unit]
            if kind not in self.kinds:
                self.kinds.append(kind)
            if COMBAT[unit]:
                self.fighters += 1
        gait = p.ground.gait(self.kinds, p.marching)
        self.prices: vec[i16] = gait.prices
        self.terrain: vec[i16] = gait.terrain
        self.halts: vec[bool] = gait.halts
        self.foot: bool = INF in self.kinds or CAV in self.kinds
        self.baggage: bool = HQ in self.kinds or TRAIN in self.kinds
        self.night: bool = is_night(p.turn)
        self.leaving: bool = self.start >= 0 and self.zone(self.start)
        """It starts in an enemy zone: the first step costs more and leads out of it."""
        self.alarms: list[bool] = alarm_hexes(p) if self.side == CSA and self.fighters else []

    def zone(self, hex: int) -> bool:
        """Is a hex in an enemy zone of control that matters?"""
        return self.zoc[self.enemy + hex] > 0

    def alarmed_at(self, hex: int) -> bool:
        """Would entering this hex alarm a camp?"""
        return bool(self.alarms) and self.alarms[hex]

    @enforces("SHI-4.5.2", "SHI-4.6.1", "SHI-4.6.2", "SHI-4.6.3", "SHI-4.2.7")
    def cost(self, place: int, to: int) -> int:
        """Along a road at road rate, but foot enters an enemy zone at terrain cost only; more for leaving a zone."""
        price: int = self.terrain[place] if self.foot and self.zoc[self.enemy + to] else self.prices[place]
        if self.leaving and price != SHUT and place // 6 == self.start:
            price += LEAVE_ZOC
        return price

    def may_enter(self, place: int, to: int) -> bool:
        """Nothing bars the step, and whoever alarms a camp fits in there: the move may end with it."""
        if not self.admitted(place, to, self.zone(to)):
            return False
        return not self.alarmed_at(to) or fits(self.p, self.side, to, self.fighters)

    def admitted(self, place: int, to: int, zone: bool) -> bool:
        """May the group take this step at all, whatever it costs? `step_objections` says the same rule by rule."""
        p, ground = self.p, self.ground
        if self.here[self.enemy + to]:
            return False
        if not self.fighters and followers_in(p, 1 - self.side, to):
            return False
        if zone:
            if self.marching or self.night or self.baggage or (self.leaving and place // 6 == self.start):
                return False
            if not self.fighters and not self.here[ground.size * self.side + to]:
                return False
        if self.marching:
            if self.leaving:
                return False
            if (ground.no_march[to] or ground.no_march[place // 6]) and not ground.road[place]:
                return False
        return True

    @enforces("SHI-4.5.1")
    def stops(self, place: int, to: int) -> bool:
        """In an enemy zone, in terrain that stops one of the group, and if the optional rule says so at an alarm."""
        if self.zone(to) or (self.alarmed_at(to) and self.p.on(ALARM_ENDS_MOVE)):
            return True
        return self.halts[place]

    @enforces("SHI-4.2.6")
    def may_force(self, place: int, to: int) -> bool:
        """A group may always enter one adjacent hex that is not shut to it nor in an enemy zone, and stops there."""
        if self.p.under_way or self.zone(to):
            return False
        return self.prices[place] != SHUT and self.admitted(place, to, False)

    @enforces("SHI-4.7", "SHI-1.4")
    def come_in(self, found: Reach) -> None:
        """Reinforcements pay the road rate for their entry; an enemy zone stops them there, an enemy unit shuts it."""
        p = self.p
        hex = entry_hex(p, p.group[0])
        cost = 1 if p.marching else 2
        if hex < 0 or enemies_in(p, self.side, hex) or cost > found.points:
            return
        zone = self.zone(hex)
        if zone and (self.night or self.marching):
            return
        if not self.fighters and followers_in(p, 1 - self.side, hex):
            return
        found.arrive(NOWHERE, hex, cost, zone)


def alarm_hexes(p: ShilohPosition) -> list[bool]:
    """The hexes in and around camps whose units are still in the cup; empty if there are none."""
    found: list[bool] = []
    for unit in TROOPS[USA]:
        if p.hex[unit] == CUP:
            if not found:
                found = [False] * p.ground.size
            for hex in p.ground.camp_hexes[CAMPS.index(CAMP[unit])]:
                found[hex] = True
    return found


@enforces("SHI-5.1", "SHI-4.4")
def fits(p: ShilohPosition, side: int, hex: int, fighters: int) -> bool:
    """May so many more combat units end there?"""
    return p.presence.units(side, hex) + fighters <= STACKING


def entry_hex(p: ShilohPosition, unit: int) -> int:
    """The hex by which a counter that waits at an entry comes in."""
    box = p.hex[unit]
    return p.ground.entries[BOX_A - box] if BOX_C <= box <= BOX_A else -1


def reach_with(p: ShilohPosition, mover: GroupMover, points: int) -> Reach:
    """Every hex the group can reach, and where it may be led."""
    found = explore(p.ground, mover, points)
    mark_ends(p, mover, found)
    return found


@enforces("SHI-5.1", "SHI-4.2.3")
def mark_ends(p: ShilohPosition, mover: GroupMover, found: Reach) -> None:
    """Where the group may be led: it fits there, or one of two may be dropped there and the other goes on."""
    for hex in found.order:
        if fits(p, mover.side, hex, mover.fighters):
            found.is_end[hex] = True
    if mover.fighters == STACKING:
        for hex in found.order:
            before = found.before(hex)
            if before < 0 or before == mover.start or found.halts(before):
                continue
            if p.presence.units(mover.side, before) == 1 and fits(p, mover.side, hex, 1):
                found.is_end[before] = True
    found.gather()


def only_leaders(units: list[int]) -> bool:
    """Are they all leaders?"""
    return all(KIND[unit] == LEADER for unit in units)
