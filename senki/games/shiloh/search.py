"""The movement search: every hex a group can reach with the points it has left (chapter 4)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import CAMP, CAV, COMBAT, CSA, HQ, INF, KIND, LEADER, SIDE_OF, TRAIN, TROOPS, USA
from senki.games.shiloh.ground import FRAME, SHUT, Ground
from senki.games.shiloh.position import (
    ALARM_ENDS_MOVE,
    BOX_A,
    BOX_C,
    CUP,
    ShilohPosition,
    enemies_in,
    followers_in,
    in_enemy_zone,
)
from senki.games.shiloh.reach import Reach
from senki.games.shiloh.tables import CAMPS, LEAVE_ZOC, STACKING, is_night

MOST: Final = 64
"""More half points than any group can have."""


class Mover:
    """What of a group matters to its way: the kinds in it, how many fight, how it moves."""

    def __init__(self, p: ShilohPosition) -> None:
        self.side: int = SIDE_OF[p.group[0]]
        self.start: int = p.hex[p.group[0]]
        self.marching = p.marching
        self.kinds: list[int] = []
        self.fighters = 0
        for unit in p.group:
            kind = KIND[unit]
            if kind not in self.kinds:
                self.kinds.append(kind)
            if COMBAT[unit]:
                self.fighters += 1
        self.foot: bool = INF in self.kinds or CAV in self.kinds
        self.baggage: bool = HQ in self.kinds or TRAIN in self.kinds
        self.night: bool = is_night(p.turn)
        self.leaving: bool = self.start >= 0 and in_enemy_zone(p, self.side, self.start)
        """It starts in an enemy zone: the first step costs more and leads out of it."""
        self.alarms: list[bool] = alarm_hexes(p) if self.side == CSA and self.fighters else []

    def alarmed_at(self, hex: int) -> bool:
        """Would entering this hex alarm a camp?"""
        return bool(self.alarms) and self.alarms[hex]


def alarm_hexes(p: ShilohPosition) -> list[bool]:
    """The hexes in and around camps whose units are still in the cup; empty if there are none."""
    found: list[bool] = []
    for unit in TROOPS[USA]:
        if p.hex[unit] == CUP:
            if not found:
                found = [False] * FRAME
            for hex in p.ground.camp_hexes[CAMPS.index(CAMP[unit])]:
                found[hex] = True
    return found


@enforces("SHI-4.3.0")
def terrain_cost(ground: Ground, kinds: list[int], place: int) -> int:
    """The highest cost among the members of a group; the step must be open to all of them."""
    costs = [ground.step[kind][place] for kind in kinds]
    return SHUT if SHUT in costs else max(costs)


def must_stop(ground: Ground, kinds: list[int], hex: int) -> bool:
    """Does entering a hex at terrain cost end the move of a member?"""
    for kind in kinds:
        if ground.stops[kind][hex]:
            return True
    return False


def may_enter(p: ShilohPosition, mover: Mover, place: int, to: int, zone: bool, first: bool) -> bool:
    """May the group take this step at all, whatever it costs? `step_objections` says the same rule by rule."""
    if enemies_in(p, mover.side, to):
        return False
    if not mover.fighters and followers_in(p, 1 - mover.side, to):
        return False
    if zone:
        if mover.marching or mover.night or mover.baggage or (first and mover.leaving):
            return False
        if not mover.fighters and not p.here[FRAME * mover.side + to]:
            return False
    if mover.marching:
        ground = p.ground
        if mover.leaving:
            return False
        if (ground.no_march[to] or ground.no_march[place // 6]) and not ground.road[place]:
            return False
    return True


@enforces("SHI-5.1", "SHI-4.4")
def fits(p: ShilohPosition, side: int, hex: int, fighters: int) -> bool:
    """May so many more combat units end there?"""
    return p.here[FRAME * side + hex] + fighters <= STACKING


def explore(p: ShilohPosition) -> Reach:
    """Every hex the group can reach: by price, cheapest first, stopping where a rule stops it."""
    mover = Mover(p)
    found = Reach(FRAME)
    queue: list[list[int]] = [[] for _ in range(p.mp + 1)]
    order: list[int] = []
    if mover.start < 0:
        enter_map(p, mover, found, queue, order)
    else:
        spread(p, mover, found, queue, order, mover.start, 0)
    for cost in range(p.mp + 1):
        here = queue[cost]
        i = 0
        while i < len(here):
            hex = here[i]
            i += 1
            if found.open_cost[hex] == cost:
                spread(p, mover, found, queue, order, hex, cost)
    if not p.under_way and mover.start >= 0:
        least_move(p, mover, found, order)
    gather(p, mover, found, order)
    return found


@enforces("SHI-4.7", "SHI-1.4")
def enter_map(p: ShilohPosition, mover: Mover, found: Reach, queue: list[list[int]], order: list[int]) -> None:
    """Reinforcements pay the road rate for the entry hex; an enemy zone there stops them, an enemy unit shuts it."""
    hex = entry_hex(p, p.group[0])
    cost = 1 if p.marching else 2
    if hex < 0 or enemies_in(p, mover.side, hex) or cost > p.mp:
        return
    zone = in_enemy_zone(p, mover.side, hex)
    if zone and (mover.night or mover.marching):
        return
    if not mover.fighters and followers_in(p, 1 - mover.side, hex):
        return
    order.append(hex)
    if zone:
        found.halt_cost[hex] = cost
    else:
        found.open_cost[hex] = cost
        queue[cost].append(hex)


def entry_hex(p: ShilohPosition, unit: int) -> int:
    """The hex by which a counter that waits at an entry comes in."""
    box = p.hex[unit]
    return p.ground.entries[BOX_A - box] if BOX_C <= box <= BOX_A else -1


@enforces("SHI-4.5.1", "SHI-4.5.2", "SHI-4.6.1", "SHI-4.6.2", "SHI-4.6.3", "SHI-4.2.7")
def spread(
    p: ShilohPosition, mover: Mover, found: Reach, queue: list[list[int]], order: list[int], hex: int, cost: int
) -> None:
    """The steps from one hex: along a road at road rate, but foot enters an enemy zone at terrain cost only."""
    ground = p.ground
    enemy = FRAME * (1 - mover.side)
    first = hex == mover.start
    path = ground.march if mover.marching else ground.path
    single = mover.kinds[0] if len(mover.kinds) == 1 else -1
    open_cost, halt_cost = found.open_cost, found.halt_cost
    for place in range(6 * hex, 6 * hex + 6):
        to = ground.next[place]
        if to < 0 or to == mover.start:
            continue
        zone = p.zoc[enemy + to] > 0
        by_road = path[place] != SHUT and not (zone and mover.foot)
        if by_road:
            price = path[place]
        else:
            price = ground.step[single][place] if single >= 0 else terrain_cost(ground, mover.kinds, place)
            if price == SHUT:
                continue
        price += cost + (LEAVE_ZOC if first and mover.leaving else 0)
        known = open_cost[to]
        if price > p.mp or 0 <= known <= price or not may_enter(p, mover, place, to, zone, first):
            continue
        alarm = mover.alarmed_at(to)
        if alarm and not fits(p, mover.side, to, mover.fighters):
            continue
        if known < 0 and halt_cost[to] < 0:
            order.append(to)
        stops = zone or (not by_road and must_stop(ground, mover.kinds, to))
        if stops or (alarm and p.on(ALARM_ENDS_MOVE)):
            if halt_cost[to] < 0 or price < halt_cost[to]:
                halt_cost[to] = price
                found.halt_from[to] = hex
        else:
            open_cost[to] = price
            found.open_from[to] = hex
            queue[price].append(to)


@enforces("SHI-4.2.6")
def least_move(p: ShilohPosition, mover: Mover, found: Reach, order: list[int]) -> None:
    """A group may always enter one adjacent hex that is not shut to it nor in an enemy zone, and stops there."""
    ground = p.ground
    path = ground.march if mover.marching else ground.path
    for place in range(6 * mover.start, 6 * mover.start + 6):
        to = ground.next[place]
        if to < 0 or found.open_cost[to] >= 0 or found.halt_cost[to] >= 0 or in_enemy_zone(p, mover.side, to):
            continue
        if path[place] == SHUT and terrain_cost(ground, mover.kinds, place) == SHUT:
            continue
        if not may_enter(p, mover, place, to, False, True):
            continue
        found.halt_cost[to] = p.mp
        found.halt_from[to] = mover.start
        order.append(to)


@enforces("SHI-5.1", "SHI-4.2.3")
def gather(p: ShilohPosition, mover: Mover, found: Reach, order: list[int]) -> None:
    """Where the group may be led: it fits there, or one of two may be dropped there and the other goes on."""
    for hex in order:
        if fits(p, mover.side, hex, mover.fighters):
            found.is_end[hex] = True
    if mover.fighters == STACKING:
        for hex in order:
            before = found.halt_from[hex] if found.halts(hex) else found.open_from[hex]
            if before < 0 or before == mover.start or found.halts(before):
                continue
            if p.here[FRAME * mover.side + before] == 1 and fits(p, mover.side, hex, 1):
                found.is_end[before] = True
    for hex in order:
        if found.is_end[hex]:
            found.ends.append(hex)


def only_leaders(units: list[int]) -> bool:
    """Are they all leaders?"""
    return all(KIND[unit] == LEADER for unit in units)
