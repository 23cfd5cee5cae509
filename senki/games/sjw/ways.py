"""Where a marching unit can go and what else it can do on its way, and why not (5.1.3, 5.1.4, 6)."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.ground import NOWHERE
from senki.boards.hexes.marching import Judge, why_not
from senki.boards.hexes.search import SHUT, Reach
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.bridges import remove_objections
from senki.games.sjw.combat import attack_objections
from senki.games.sjw.commands import commanded_in, commands
from senki.games.sjw.counters import CSA, LEADERS, SIDE_OF, UNITS
from senki.games.sjw.crossings import UNION_ONLY, span_at
from senki.games.sjw.fatigue import force_objections
from senki.games.sjw.ground import CREEK, FORD, MINOR, RAIN
from senki.games.sjw.limits import MARCHING, barred, entry_objection, tied, zone_barred
from senki.games.sjw.mover import LEAVE_ZONE, MarchMover, reach_with
from senki.games.sjw.options import ATTACK, DETACH, DROP, FORCE, MOVE, PASS, REMOVE_BRIDGE, STOP, TAKE, TAKE_UP
from senki.games.sjw.pontoon import take_up_objections
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.rail import rail_hexes
from senki.games.sjw.substitutes import detach_objections, detachable
from senki.games.sjw.tables import in_points
from senki.games.sjw.undertaking import March

LISTED: Final = 150
"""So many ends of a leg are listed, the nearest; the others are accepted all the same."""
MOST_DETACHED: Final = 9


def current(p: SjwPosition) -> March:
    """The march under way."""
    march = p.march
    assert march is not None
    return march


def reach_of(p: SjwPosition) -> Reach:
    """Where the marching unit can go now."""
    reach = p.reach
    if reach is None:
        march = current(p)
        if march.halted:
            reach = Reach(p.ground, p.hex[march.unit], 0)
        elif march.by_rail:
            reach = rail_hexes(p, march.unit)
        else:
            reach = reach_with(MarchMover(p, march.unit, march.moved), march.points)
        p.reach = reach
    return reach


@enforces("SJW-5.1.3", "SJW-5.1.4", "SJW-10.3", "SJW-19.2", "SJW-21.1.1")
def go_options(p: SjwPosition) -> list[Option]:
    """The nearest hexes it can go to; attack, force march, leaders to take or drop, detach, bridges; or stop."""
    march, words = current(p), p.ground.words
    side, hex = SIDE_OF[march.unit], p.hex[march.unit]
    found = [words.one(MOVE, to) for to in reach_of(p).ends[:LISTED]]
    for to in p.ground.around[hex]:
        if p.presence.units(1 - side, to) and not attack_now_objections(p, to):
            found.append(words.one(ATTACK, to))
        if p.spans and not remove_objections(p, march.unit, to):
            found.append(words.one(REMOVE_BRIDGE, to))
    if not force_objections(p, march):
        found.append(FORCE)
    for leader in LEADERS[side]:
        if p.hex[leader] == hex:
            if not take_objections(p, leader):
                found.append(words.one(TAKE, leader))
            elif not drop_objections(p, leader):
                found.append(words.one(DROP, leader))
    if p.advanced:
        for points in range(1, detachable(p, march.unit) + 1):
            found.append(words.one(DETACH, points))
        if p.spans and not take_up_objections(p):
            found.append(TAKE_UP)
    found.append(STOP)
    return found


def go_candidates(p: SjwPosition) -> list[Option]:
    """Every hex of the map, but those ends of the reach that are too many to list; and everything else there is."""
    march, words = current(p), p.ground.words
    reach = reach_of(p)
    unlisted = set(reach.ends[LISTED:])
    found = [words.one(MOVE, to) for to in range(p.ground.size) if to not in unlisted]
    for to in p.ground.around[p.hex[march.unit]]:
        found += [words.one(ATTACK, to), words.one(REMOVE_BRIDGE, to)]
    for leader in LEADERS[SIDE_OF[march.unit]]:
        found += [words.one(TAKE, leader), words.one(DROP, leader)]
    found += [words.one(DETACH, points) for points in range(1, MOST_DETACHED + 1)]
    return [*found, FORCE, TAKE_UP, STOP, PASS]


@enforces("SJW-5.1.3")
def go_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Why the marching unit may not do this now."""
    march, verb = current(p), option.verb
    if verb == "stop":
        return []
    if verb == "move":
        return way_objections(p, option.target)
    if verb == "attack":
        return attack_now_objections(p, option.target)
    if verb == "force":
        return force_objections(p, march)
    if verb == "take":
        return take_objections(p, option.subject)
    if verb == "drop":
        return drop_objections(p, option.subject)
    if verb == "detach":
        return detach_objections(p, option.extra)
    if verb == "remove":
        return remove_objections(p, march.unit, option.target)
    if verb == "take_up":
        return take_up_objections(p)
    return [forbid("SJW-5.1.3", "going_now", unit=UNITS[march.unit])]


@enforces("SJW-5.1.3", "SJW-5.1.5")
def attack_now_objections(p: SjwPosition, to: int) -> list[Objection]:
    """A march may end with an attack on an adjacent hex, but no march by rail."""
    march = current(p)
    if march.by_rail:
        return [forbid("SJW-5.1.5", "no_attack_by_rail", unit=UNITS[march.unit])]
    return attack_objections(p, march.unit, to)


# riders


@enforces("SJW-5.1.4", "SJW-5.2.3")
def take_objections(p: SjwPosition, leader: int) -> list[Objection]:
    """Leaders of its command may ride along from its start hex; one who has activated it goes with his companion."""
    march = current(p)
    names = {"leader": UNITS[leader], "unit": UNITS[march.unit]}
    if p.hex[leader] != p.hex[march.unit]:
        return [forbid("SJW-5.1.4", "not_here", **names)]
    if leader in march.riders:
        return [forbid("SJW-5.1.4", "rides_already", **names)]
    if not commands(p, leader, march.unit):
        return [forbid("SJW-5.1.4", "not_his_command", **names)]
    if leader == march.leader:
        return [forbid("SJW-5.2.3", "with_companion", **names)]
    if march.moved:
        return [forbid("SJW-5.1.4", "take_at_start", **names)]
    limit = barred(p, leader)
    return [] if limit is None else [limit]


@enforces("SJW-5.1.4", "SJW-5.2.3", "SJW-2.2.6")
def drop_objections(p: SjwPosition, leader: int) -> list[Objection]:
    """A rider may be left in a hex the unit has entered where another unit of his command is."""
    march = current(p)
    names = {"leader": UNITS[leader], "unit": UNITS[march.unit]}
    if leader not in march.riders:
        return [forbid("SJW-5.1.4", "not_riding", **names)]
    if leader == march.leader:
        return [forbid("SJW-5.2.3", "with_companion", **names)]
    if not march.moved:
        return [forbid("SJW-5.1.4", "drop_on_the_way", **names)]
    tie = tied(p, leader)
    if tie is not None:
        return [tie]
    if not [unit for unit in commanded_in(p, leader, p.hex[leader]) if unit != march.unit]:
        return [forbid("SJW-2.2.6", "nobody_here", **names)]
    return []


# where it can go


def way_objections(p: SjwPosition, to: int) -> list[Objection]:
    """Why the marching unit cannot go to a hex."""
    march, reach = current(p), reach_of(p)
    if reach.is_end[to]:
        return []
    name = p.ground.names[to]
    if march.halted:
        clause = "SJW-5.1.5" if march.by_rail else "SJW-6.2.3"
        return [forbid(clause, "ridden" if march.by_rail else "halted", unit=UNITS[march.unit], to=name)]
    if march.by_rail:
        return [forbid("SJW-16.1" if p.advanced else "SJW-13.5.3e", "no_rails", unit=UNITS[march.unit], to=name)]
    return why_not(p.ground, reach, MarchJudge(p, march, reach), to)


class MarchJudge(Judge):
    """What speaks against a leg of a march."""

    def __init__(self, p: SjwPosition, march: March, reach: Reach) -> None:
        self.p = p
        self.march = march
        self.reach = reach
        self.mover: MarchMover = MarchMover(p, march.unit, march.moved)

    @enforces("SJW-6.2.2")
    def at(self, to: int) -> list[Objection]:
        """The unit itself, the enemy, the District, a hex the scenario closes."""
        p, mover = self.p, self.mover
        if to == mover.start:
            return [forbid("SJW-6.1", "already_there", to=p.ground.names[to])]
        if p.presence.units(1 - mover.side, to):
            return [forbid("SJW-6.2.2", "enemy_there", to=p.ground.names[to])]
        shut = entry_objection(p, mover.unit, NOWHERE, to, MARCHING)
        return [] if shut is None else [shut]

    def step(self, place: int, to: int) -> list[Objection]:
        """Rivers, mountains, rain; and what the scenario says of this step."""
        p, mover = self.p, self.mover
        found: list[Objection] = []
        if mover.prices[place] == SHUT:
            found.append(terrain_objection(p, mover.side, place, to))
        if not mover.closed[to]:
            shut = entry_objection(p, mover.unit, mover.start, to, MARCHING)
            if shut is not None:
                found.append(shut)
        return found

    def unhindered(self) -> Reach:
        """Where the unit could go if there were no enemy zones but for the price of leaving one."""
        found = self.reach.unhindered
        if found is None:
            points = max(0, self.march.points - (LEAVE_ZONE if self.mover.leaving else 0))
            found = reach_with(MarchMover(self.p, self.march.unit, self.march.moved, True), points)
            self.reach.unhindered = found
        return found

    @enforces("SJW-6.2.3", "SJW-6.2.4")
    def between(self, hex: int, to: int, first: bool) -> list[Objection]:
        """An enemy zone on the way may be closed to it; it ends the march, and from zone to zone there is one step."""
        p, mover = self.p, self.mover
        if not mover.zone(hex):
            return []
        limit = zone_barred(p, mover.unit)
        if limit is not None:
            return [limit]
        if hex == to:
            return []
        names = p.ground.names
        clause = "SJW-6.2.4" if first and mover.leaving else "SJW-6.2.3"
        return [forbid(clause, "", to=names[to], zone=names[hex])]

    @enforces("SJW-6.1.2")
    def too_far(self, to: int) -> list[Objection]:
        """The whole cost must be available."""
        return [forbid("SJW-6.1.2", "too_far", to=self.p.ground.names[to], points=in_points(self.march.points))]


@enforces("SJW-6.1", "SJW-6.2.1", "SJW-14.2", "SJW-19.1")
def terrain_objection(p: SjwPosition, side: int, place: int, to: int) -> Objection:
    """Why nobody, or nobody of this side, crosses a hexside today."""
    name, ground = p.ground.names[to], p.ground
    if span_at(p, place // 6, to) == UNION_ONLY and side == CSA:
        return forbid("SJW-19.1", "union_bridge", to=name)
    if ground.water[place] >= MINOR:
        if ground.crossing[place] == FORD and p.weather == RAIN:
            return forbid("SJW-14.2", "ford_in_rain", to=name)
        return forbid("SJW-6.2.1", "river", to=name)
    if ground.water[place] == CREEK and p.weather == RAIN and not ground.has_line[place]:
        return forbid("SJW-14.2", "creek_in_rain", to=name)
    return forbid("SJW-6.1", "mountain", to=name)
