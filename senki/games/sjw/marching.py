"""The march of a unit (5.1): how it sets out, what it does on its way, and how it ends."""

from __future__ import annotations

from typing import Any, Final

from senki.boards.hexes.marching import Walker, walk
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.games.sjw.bridges import offer_burning, wreck_bridges
from senki.games.sjw.cavalry import lone_cavalry
from senki.games.sjw.combat import begin_march_attack, may_attack_over
from senki.games.sjw.commands import commanded_in, see_to_leaders
from senki.games.sjw.counters import INF, IS_TROOP, KIND, KINDS, SIDE_OF, SIDES, STUART, UNITS
from senki.games.sjw.entering import move_unit
from senki.games.sjw.events import is_paralysed
from senki.games.sjw.fatigue import roll_of, slip_between_zones, sum_of
from senki.games.sjw.limits import MARCHING, RAIL_HOW, barred, extended_barred
from senki.games.sjw.manpower import disorganize, tire
from senki.games.sjw.mover import MarchMover, reach_with
from senki.games.sjw.position import ACTED, MARCHED, SjwPosition, leaders_in
from senki.games.sjw.rail import begin_ride
from senki.games.sjw.steps import (
    AFTER_STEP,
    ALLOWANCE,
    CAVALRY_RETREAT,
    END_MARCH,
    EXTENDED_DIE,
    FORCE_DICE,
    GO,
    NEXT_MARCH,
)
from senki.games.sjw.tables import EXTENDED_FROM, HALF, MOST_FATIGUE, TABLES
from senki.games.sjw.undertaking import NOBODY, March
from senki.games.sjw.ways import current, go_options, reach_of
from senki.games.sjw.zones import in_enemy_zone, meets_zone

BONUS: Final[int] = int(TABLES["allowance"]["leader_bonus"])
STUART_BONUS: Final[int] = int(TABLES["allowance"]["stuart_bonus"])
PARALYSIS: Final[list[int]] = [int(TABLES["paralysis"][KINDS[kind]]) for kind in (0, 1)]
LEAST_ALLOWANCE: Final[int] = int(TABLES["paralysis"]["least"])


class Allowance:
    """The dice of a kind of unit of a side, and what is added."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.dice: int = int(row["dice"])
        self.add: int = int(row["add"])


ALLOWANCES: Final[list[list[Allowance]]] = [
    [Allowance(TABLES["allowance"][side][KINDS[kind]]) for kind in (0, 1)] for side in SIDES
]
"""ALLOWANCES[side][kind]."""


# setting out


@enforces("SJW-5.1.1", "SJW-2.2.1", "SJW-2.2.4", "SJW-4.6", "SJW-6.3", "SJW-6.4.1")
def march_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """A unit on the map at fatigue 0 to 3 marches, unless the scenario bars it or such a march; a leader does not by
    himself."""
    if not IS_TROOP[unit]:
        return [forbid("SJW-6.3", "leader_alone", leader=UNITS[unit])]
    if p.hex[unit] < 0:
        return [forbid("SJW-4.6", "not_on_map", unit=UNITS[unit])]
    found: list[Objection] = []
    if p.fatigue[unit] >= MOST_FATIGUE:
        found.append(forbid("SJW-2.2.4", "too_tired", unit=UNITS[unit]))
    limit = barred(p, unit)
    if limit is not None:
        found.append(limit)
    limit = extended_barred(p, unit)
    if limit is not None:
        found.append(limit)
    return found


def begin_march(p: SjwPosition, unit: int, by_rail: bool = False) -> None:
    """A unit marches by itself, on foot or by rail."""
    march = March()
    march.by_rail = by_rail
    p.march = march
    set_out(p, march, unit)


@enforces("SJW-5.1.1", "SJW-5.1.2", "SJW-5.1.5", "SJW-5.2.2", "SJW-6.4")
def set_out(p: SjwPosition, march: March, unit: int) -> None:
    """Fatigue rises; an extended march comes first; then the allowance, unless a leader's roll or rails give it."""
    march.unit, march.start, march.before = unit, p.hex[unit], p.fatigue[unit]
    march.points, march.moved, march.halted, march.forced = 0, False, False, False
    march.riders, march.to_ask = [], []
    tire(p, unit, 1)
    p.flags[unit] |= ACTED | MARCHED
    p.reach = None
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "hex": p.ground.names[march.start]}
        p.tell("rides" if march.by_rail else "marches", "SJW-5.1.1", {**facts, "fatigue": p.fatigue[unit]})
    keep_company(p, march)
    approach(p, march)
    p.push(END_MARCH)
    p.push(AFTER_STEP)
    if march.leader != NOBODY:
        march.points = HALF * march.rolled[KIND[unit]]
    elif not march.by_rail:
        p.push(ALLOWANCE)
    if p.fatigue[unit] >= EXTENDED_FROM:
        p.push(EXTENDED_DIE)


@enforces("SJW-5.1.4", "SJW-5.2.3", "SJW-2.2.6")
def keep_company(p: SjwPosition, march: March) -> None:
    """Leaders who would be left alone ride along, and one who has activated the unit and joined it."""
    for leader in leaders_in(p, SIDE_OF[march.unit], march.start):
        if leader in march.riders:
            continue
        joined = leader == march.leader and march.companion == march.unit
        if joined or commanded_in(p, leader, march.start) == [march.unit]:
            march.riders = sorted([*march.riders, leader])


# the allowance


def rolling_for(p: SjwPosition) -> int:
    """The kind of unit the allowance is rolled for."""
    march = current(p)
    if march.unit != NOBODY:
        return KIND[march.unit]
    for unit in march.named:
        if not march.rolled[KIND[unit]]:
            return KIND[unit]
    raise AssertionError("nobody is left to roll for")


def allowance_roll(p: SjwPosition) -> Roll:
    """The dice of the unit that marches, or of a kind that a leader has named."""
    return roll_of(ALLOWANCES[p.side][rolling_for(p)].dice)


@enforces("SJW-5.1.2", "SJW-5.2.1", "SJW-14.4")
def allowance(p: SjwPosition, side: int, kind: int, dice: int, leader: int) -> int:
    """Dice, what the side's kind adds, the leader's bonus; paralysis takes off last, to no less than one point."""
    points = dice + ALLOWANCES[side][kind].add
    if leader != NOBODY:
        points += STUART_BONUS if leader == STUART else BONUS
    if is_paralysed(p, side):
        points = max(LEAST_ALLOWANCE, points + PARALYSIS[kind])
    return points


@enforces("SJW-5.1.2", "SJW-5.2.1", "SJW-5.2.2")
def take_allowance(p: SjwPosition, option: Option) -> None:
    """One roll for a unit, or one for all of a kind under a leader."""
    march, kind = current(p), rolling_for(p)
    dice = sum_of(option, ALLOWANCES[p.side][kind].dice)
    points = allowance(p, p.side, kind, dice, march.leader)
    if p.events is not None:
        facts: dict[str, str | int] = {"dice": dice, "points": points}
        if march.unit != NOBODY:
            p.tell("allowance", "SJW-5.1.2", {**facts, "unit": UNITS[march.unit]})
        else:
            p.tell("leader_allowance", "SJW-5.2.1", {**facts, "leader": UNITS[march.leader], "arm": KINDS[kind]})
    if march.unit != NOBODY:
        march.points = HALF * points
        return
    march.rolled[kind] = points
    if any(not march.rolled[KIND[unit]] for unit in march.named):
        p.push(ALLOWANCE)
    else:
        begin_next(p)


@enforces("SJW-5.2.2")
def begin_next(p: SjwPosition) -> None:
    """The named units march one after another; one that cannot any more is skipped."""
    march = current(p)
    able = [unit for unit in march.named if not march_objections(p, unit)]
    if p.events is not None:
        for unit in march.named:
            if unit not in able:
                p.tell("skipped", "SJW-5.2.2", {"unit": UNITS[unit]})
    march.named = able
    if len(able) > 1:
        p.push(NEXT_MARCH)
    elif able:
        march_next(p, able[0])
    else:
        p.march = None


def march_next(p: SjwPosition, unit: int) -> None:
    """One of the named units sets out."""
    march = current(p)
    march.named = [other for other in march.named if other != unit]
    set_out(p, march, unit)


# on the way


def lead(p: SjwPosition, to: int) -> None:
    """Lead the unit hex by hex; cavalry that may give way interrupts it."""
    march, reach = current(p), reach_of(p)
    if march.by_rail:
        begin_ride(p, march.unit)
    p.push(AFTER_STEP)
    walk(reach, to, MarchWalker(p, march))
    p.reach = None


class MarchWalker(Walker):
    """The unit on its way."""

    def __init__(self, p: SjwPosition, march: March) -> None:
        self.p = p
        self.march = march

    @enforces("SJW-6.2.4", "SJW-6.2.6", "SJW-6.8")
    def enter(self, hex: int, left: int, halts: bool) -> bool:
        """The next hex, with what points are left; who slips from zone to zone pays for it."""
        p, march = self.p, self.march
        unit, frm = march.unit, p.hex[march.unit]
        side = SIDE_OF[unit]
        cost = 0
        if march.by_rail:
            march.halted = True
        else:
            cost, march.points = march.points - left, left
        slips = in_enemy_zone(p, side, frm) and in_enemy_zone(p, side, hex)
        march.moved = True
        move_unit(p, unit, hex, RAIL_HOW if march.by_rail else MARCHING, march.riders, cost)
        if slips:
            slip_between_zones(p, unit, 6 * frm + p.ground.direction(frm, hex))
        if p.hex[unit] < 0:
            return True
        approach(p, march)
        return bool(march.to_ask)


@enforces("SJW-6.6", "SJW-7.7.3", "SJW-5.1.5", "SJW-11.2")
def approach(p: SjwPosition, march: March) -> None:
    """Cavalry alone in a hex that the marching infantry could attack from here is asked whether it gives way."""
    unit, hex = march.unit, p.hex[march.unit]
    side = SIDE_OF[unit]
    march.to_ask = []
    if KIND[unit] != INF or p.demoralized[unit] or march.by_rail:
        return
    for to in p.ground.around[hex]:
        if p.presence.units(1 - side, to) and may_be_asked(p, unit, to):
            march.to_ask.append(to)
    march.to_ask.sort()


def may_be_asked(p: SjwPosition, unit: int, to: int) -> bool:
    """May cavalry there still give way to a unit?"""
    return bool(lone_cavalry(p, 1 - SIDE_OF[unit], to)) and may_attack_over(p, unit, p.hex[unit], to)


def march_on(p: SjwPosition, points: int) -> None:
    """Cavalry has given way: the marching unit loses so many movement points."""
    march = current(p)
    march.points = max(0, march.points - HALF * points)
    p.reach = None


@enforces("SJW-5.1.3", "SJW-6.2.3", "SJW-7.7.3")
def after_step(p: SjwPosition) -> None:
    """First cavalry is asked; then an enemy zone ends the movement; then the owner decides, if there is anything to
    decide."""
    march = current(p)
    unit = march.unit
    if p.hex[unit] < 0:
        return
    march.to_ask = [hex for hex in march.to_ask if may_be_asked(p, unit, hex)]
    if march.to_ask:
        p.push(AFTER_STEP)
        p.push(CAVALRY_RETREAT)
        return
    if march.moved and not march.by_rail:
        march.halted = meets_zone(p, unit)
        p.reach = None
    for option in go_options(p):
        if option.verb not in ("stop", "take"):
            p.push(GO)
            return


def attack(p: SjwPosition, to: int) -> None:
    """The march ends with an attack."""
    begin_march_attack(p, current(p).unit, to)


@enforces("SJW-6.5")
def begin_force(p: SjwPosition) -> None:
    """The unit is disorganized, and the dice say how far it gets and what it costs."""
    march = current(p)
    march.forced = True
    disorganize(p, march.unit)
    p.push(AFTER_STEP)
    p.push(FORCE_DICE)


@enforces("SJW-5.1.4")
def take(p: SjwPosition, leader: int) -> None:
    """A leader rides along from here."""
    march = current(p)
    march.riders = sorted([*march.riders, leader])
    if p.events is not None:
        p.tell("taken", "SJW-5.1.4", {"leader": UNITS[leader], "unit": UNITS[march.unit]})
    p.push(GO)


@enforces("SJW-5.1.4")
def drop(p: SjwPosition, leader: int) -> None:
    """A rider stays behind."""
    march = current(p)
    march.riders = [other for other in march.riders if other != leader]
    if p.events is not None:
        p.tell("dropped", "SJW-5.1.4", {"leader": UNITS[leader], "hex": p.ground.names[p.hex[leader]]})
    p.push(AFTER_STEP)


@enforces("SJW-5.1.3", "SJW-5.2.2", "SJW-10.3", "SJW-10.4")
def end_march(p: SjwPosition) -> None:
    """Enemy bridges beside it go; leaders left alone find a unit; then the next named unit marches."""
    march = current(p)
    unit = march.unit
    p.reach = None
    if unit != NOBODY:
        march.unit, march.riders, march.to_ask = NOBODY, [], []
        p.push(END_MARCH)
        see_to_leaders(p)
        wreck_bridges(p, unit)
        offer_burning(p, unit)
    elif march.leader != NOBODY:
        begin_next(p)
    else:
        p.march = None


def chances(p: SjwPosition, unit: int) -> list[tuple[int, int]]:
    """Where a unit could come if it marched by itself and threw the best, and the half points it takes."""
    side, kind = SIDE_OF[unit], KIND[unit]
    best = allowance(p, side, kind, 6 * ALLOWANCES[side][kind].dice, NOBODY)
    reach = reach_with(MarchMover(p, unit, False), HALF * best)
    return [(hex, reach.cost(hex)) for hex in reach.order]
