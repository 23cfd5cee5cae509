"""The tactical segment (14, 15, 16.1 to 16.8): who may move, where to, and why not."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.marching import Judge, Walker, walk, why_not
from senki.boards.hexes.search import SHUT, Reach, explore
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.allowance import allowance
from senki.games.sicily.areas import area_objections, note_side_of_limit
from senki.games.sicily.capture import enter
from senki.games.sicily.counterattack import is_sent, only_to_the_beach
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    DIVISION,
    DIVISIONS,
    IS_DEPOT,
    SIDE_OF,
    UNIT,
    UNITS,
    UNITS_OF,
)
from senki.games.sicily.landing import landing_price
from senki.games.sicily.mover import (
    WEST_BOUND,
    WEST_COLUMN,
    WEST_UNTIL,
    TacticalMover,
    hexes_of_other_army,
    is_tied_west,
    mark_ends,
    may_step,
    zone_toll,
)
from senki.games.sicily.moving import NOBODY, Leg
from senki.games.sicily.position import (
    DISRUPTED,
    LANDED,
    MOVED,
    SicilyPosition,
    in_enemy_zone,
    put,
)
from senki.games.sicily.returning import is_astray, only_towards_home
from senki.games.sicily.tables import RAIN, TABLES

WEST_FREE: Final[list[int]] = [DIVISIONS.index(str(name)) for name in TABLES["limits"]["west_free"]] + [WEST_BOUND]
"""Divisions that may move in the west."""
WEST_FREE_UNITS: Final[list[int]] = [UNIT[str(name)] for name in TABLES["limits"]["west_free_units"]]


def current(p: SicilyPosition) -> Leg:
    """The move under way."""
    leg = p.leg
    assert leg is not None
    return leg


# who may move


@enforces("SIC-14.1")
def is_bound_west(p: SicilyPosition, unit: int) -> bool:
    """On the first turns Axis units in the west stay where they are, some divisions excepted."""
    if p.turn > WEST_UNTIL or SIDE_OF[unit] != AXIS or p.ground.column[p.hex[unit]] > WEST_COLUMN:
        return False
    return DIVISION[unit] not in WEST_FREE and unit not in WEST_FREE_UNITS


@enforces("SIC-4.5")
def is_at_sea(p: SicilyPosition, unit: int) -> bool:
    """Does a unit wait in a sea hex, or off a coast, for its landing?"""
    return p.aim[unit] != NOBODY or p.ground.sea[p.hex[unit]]


@enforces("SIC-4.5", "SIC-4.6", "SIC-7.1", "SIC-14.1", "SIC-16.1")
def idle_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """What keeps a unit from moving at all, tactically or strategically."""
    name = UNITS[unit]
    if SIDE_OF[unit] != p.side:
        return [forbid("SIC-16.1", "not_its_phase", unit=name)]
    if IS_DEPOT[unit]:
        return [forbid("SIC-11.5", "depot_stays", unit=name)]
    if p.hex[unit] < 0:
        return [forbid("SIC-16.1", "not_on_map", unit=name)]
    found: list[Objection] = []
    if p.flags[unit] & MOVED:
        found.append(forbid("SIC-16.1", "moved_already", unit=name))
    if p.flags[unit] & DISRUPTED:
        found.append(forbid("SIC-4.6", "is_disrupted", unit=name))
    if not allowance(p, unit):
        found.append(forbid("SIC-7.1", "never_moves", unit=name))
    if is_at_sea(p, unit):
        found.append(forbid("SIC-4.5", "waits_at_sea", unit=name))
    elif is_bound_west(p, unit):
        found.append(forbid("SIC-14.1", "bound_west", unit=name))
    return found


@enforces("SIC-16.1", "SIC-4.4", "SIC-15.3", "SIC-16.8", "SIC-23.2")
def leg_of(p: SicilyPosition, unit: int) -> Leg:
    """The move a unit would begin: with its allowance, less what it has paid to come ashore in this phase."""
    leg = Leg(unit)
    leg.allowance, leg.start = allowance(p, unit), p.hex[unit]
    leg.points = leg.allowance
    if p.flags[unit] & LANDED:
        leg.moved = True
        leg.points = max(0, leg.allowance - landing_price(p, unit, leg.start))
        leg.halted = in_enemy_zone(p, SIDE_OF[unit], leg.start)
    return leg


@enforces("SIC-16.1", "SIC-15.3", "SIC-14.2")
def may_begin(p: SicilyPosition, unit: int) -> bool:
    """Is there a hex such a unit may end a move in?"""
    leg = leg_of(p, unit)
    if leg.halted or not may_step(TacticalMover(p, leg), leg.points):
        return False
    if is_astray(p, unit) or is_sent(p, unit):
        return bool(tactical_reach(p, leg).ends)
    return True


def move_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit may not begin to move."""
    return idle_objections(p, unit) or start_objections(p, unit)


@enforces("SIC-4.4", "SIC-14.2", "SIC-15.3", "SIC-16.1")
def start_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit that is free to move gets nowhere: an enemy zone at its beach, a duty, no hex open to it."""
    name = UNITS[unit]
    if p.flags[unit] & LANDED and in_enemy_zone(p, p.side, p.hex[unit]):
        return [forbid("SIC-4.4", "landed_in_zone", unit=name)]
    if may_begin(p, unit):
        return []
    if is_astray(p, unit):
        return [forbid("SIC-15.3", "cannot_return", unit=name)]
    if is_sent(p, unit):
        return [forbid("SIC-14.2", "near_enough", unit=name)]
    return [forbid("SIC-16.1", "nowhere_to_go", unit=name)]


@enforces("SIC-15.1a", "SIC-15.1")
def begin_tactical(p: SicilyPosition) -> None:
    """Whoever of the US is north of its limit now, however he came there, operates there."""
    p.leg = None
    for unit in UNITS_OF[ALLIES]:
        note_side_of_limit(p, unit, True)


# where it can go


def tactical_reach(p: SicilyPosition, leg: Leg) -> Reach:
    """Where a unit can end a leg: anywhere it gets to, unless a duty says where."""
    if leg.halted:
        return Reach(p.ground, p.hex[leg.unit], 0)
    found = mark_ends(explore(p.ground, TacticalMover(p, leg), leg.points))
    if is_astray(p, leg.unit):
        only_towards_home(p, leg.unit, found)
    elif is_sent(p, leg.unit):
        only_to_the_beach(p, leg.unit, found)
    return found


def reach_of(p: SicilyPosition) -> Reach:
    """Where the moving unit can go now."""
    reach = p.reach
    if reach is None:
        reach = tactical_reach(p, current(p))
        p.reach = reach
    return reach


def way_objections(p: SicilyPosition, to: int) -> list[Objection]:
    """Why the moving unit cannot go to a hex."""
    leg, reach = current(p), reach_of(p)
    if reach.is_end[to]:
        return []
    if leg.halted:
        return [forbid("SIC-16.8", "held_by_zone", unit=UNITS[leg.unit], to=p.ground.names[to])]
    return why_not(p.ground, reach, TacticalJudge(p, leg, reach), to)


def duty_objections(p: SicilyPosition, unit: int, reach: Reach, to: int) -> list[Objection]:
    """That a hex within reach is not where a duty sends a unit."""
    if reach.open_cost[to] < 0 and reach.halt_cost[to] < 0:
        return []
    clause, key = ("SIC-15.3", "must_return") if is_astray(p, unit) else ("SIC-14.2", "must_attack_landing")
    return [forbid(clause, key, unit=UNITS[unit], to=p.ground.names[to])]


@enforces("SIC-15.1", "SIC-15.3", "SIC-15.4", "SIC-16.1", "SIC-16.2")
def hex_objections(p: SicilyPosition, unit: int, to: int) -> list[Objection]:
    """What keeps a unit out of a hex however it moves; one astray may be in the other area, but not come into it."""
    name = p.ground.names[to]
    if to == p.hex[unit]:
        return [forbid("SIC-16.1", "already_there", to=name)]
    if p.ground.sea[to]:
        return [forbid("SIC-16.1", "all_sea", to=name)]
    found: list[Objection] = []
    if p.presence.units(1 - SIDE_OF[unit], to):
        found.append(forbid("SIC-16.2", "enemy_there", to=name))
    if SIDE_OF[unit] == ALLIES:
        if not is_astray(p, unit):
            found += area_objections(p, unit, to)
        if p.presence.units(ALLIES, to) and to in hexes_of_other_army(p, ARMY[unit]):
            found.append(forbid("SIC-15.4", "other_army_there", unit=UNITS[unit], to=name))
    elif is_tied_west(p, unit) and p.ground.column[to] > WEST_COLUMN >= p.ground.column[p.hex[unit]]:
        found.append(forbid("SIC-14.1", "stays_west", unit=UNITS[unit], to=name))
    return found


class TacticalJudge(Judge):
    """What speaks against a leg of a tactical move."""

    def __init__(self, p: SicilyPosition, leg: Leg, reach: Reach) -> None:
        self.p = p
        self.leg = leg
        self.reach = reach
        self.mover: TacticalMover = TacticalMover(p, leg)

    def at(self, to: int) -> list[Objection]:
        """The hex itself, or a duty that sends the unit elsewhere."""
        unit = self.leg.unit
        return hex_objections(self.p, unit, to) or duty_objections(self.p, unit, self.reach, to)

    @enforces("SIC-16.4", "SIC-16.8")
    def step(self, place: int, to: int) -> list[Objection]:
        """Terrain and rivers; from zone to zone."""
        mover = self.mover
        if mover.prices[place] == SHUT:
            return [self.terrain(place, to)]
        name = self.p.ground.names[to]
        if mover.fords and mover.is_watched_ford(place, to):
            return [forbid("SIC-16.4", "watched_ford", to=name)]
        if mover.shy and mover.zone(to):
            return [forbid("SIC-16.8", "zone_to_zone", unit=UNITS[self.leg.unit], to=name)]
        return []

    @enforces("SIC-16.1", "SIC-16.4", "SIC-8.1")
    def terrain(self, place: int, to: int) -> Objection:
        """A river today or for Axis vehicles, or ground that vehicles enter by road alone."""
        p, name = self.p, self.p.ground.names[to]
        if p.ground.river[place] and not p.ground.bridged[place]:
            if p.weather == RAIN:
                return forbid("SIC-8.1", "river_in_rain", to=name)
            if self.mover.side == AXIS:
                return forbid("SIC-16.4", "river_for_vehicles", to=name)
        return forbid("SIC-16.1", "no_road_there", to=name)

    def unhindered(self) -> Reach:
        """Where the unit could go if there were no enemy zones but for the price of leaving one."""
        found = self.reach.unhindered
        if found is None:
            points = self.leg.points - (zone_toll(self.leg.allowance) if self.mover.leaving else 0)
            found = mark_ends(explore(self.p.ground, TacticalMover(self.p, self.leg, True), max(0, points)))
            self.reach.unhindered = found
        return found

    @enforces("SIC-16.8")
    def between(self, hex: int, to: int, first: bool) -> list[Objection]:
        """A zone on the way ends the move, or may not be entered again."""
        names, mover = self.p.ground.names, self.mover
        if not mover.zone(hex):
            return []
        if mover.shy:
            return [forbid("SIC-16.8", "second_zone", unit=UNITS[mover.unit], to=names[to], zone=names[hex])]
        return [forbid("SIC-16.8", "zone_on_way", to=names[to], zone=names[hex])] if hex != to else []

    @enforces("SIC-16.1")
    def too_far(self, to: int) -> list[Objection]:
        """The whole cost must be available."""
        points = str(self.leg.points)
        return [forbid("SIC-16.1", "too_far", unit=UNITS[self.leg.unit], to=self.p.ground.names[to], points=points)]


# on the way


class MoveWalker(Walker):
    """The unit on its way."""

    def __init__(self, p: SicilyPosition, leg: Leg) -> None:
        self.p = p
        self.leg = leg

    @enforces("SIC-1.12", "SIC-15.1a", "SIC-16.8")
    def enter(self, hex: int, left: int, halts: bool) -> bool:
        """The next hex, with what points are left; places on the way are taken."""
        p, leg = self.p, self.leg
        if not leg.moved and in_enemy_zone(p, SIDE_OF[leg.unit], p.hex[leg.unit]):
            leg.left_zone = True
        leg.points, leg.moved, leg.halted = left, True, halts
        put(p, leg.unit, hex)
        enter(p, leg.unit, hex)
        note_side_of_limit(p, leg.unit, False)
        return False


@enforces("SIC-16.1")
def lead(p: SicilyPosition, to: int) -> None:
    """Lead the moving unit to a hex of its reach."""
    leg, reach = current(p), reach_of(p)
    frm, before = p.hex[leg.unit], leg.points
    p.flags[leg.unit] |= MOVED
    walk(reach, to, MoveWalker(p, leg))
    if p.events is not None:
        names = p.ground.names
        facts: dict[str, int | str] = {"unit": UNITS[leg.unit], "origin": names[frm], "to": names[to]}
        p.tell("moved", "SIC-16.1", {**facts, "cost": before - leg.points, "points": leg.points})
