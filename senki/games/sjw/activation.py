"""Leader activation (5.2): a corps leader names units, joins one of them, and they march one after another."""

from __future__ import annotations

from senki.boards.hexes.search import Reach
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.commands import commands, in_radius, move_leader, radius_of
from senki.games.sjw.counters import CORPS, SIDE_OF, SIZE, TROOPS, UNITS
from senki.games.sjw.limits import barred
from senki.games.sjw.marching import march_objections
from senki.games.sjw.options import BEGIN, JOIN, MARCH, NAME, NAME_ALL
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.steps import ALLOWANCE, JOIN_UNIT, NAME_UNITS
from senki.games.sjw.undertaking import March
from senki.games.sjw.ways import current


@enforces("SJW-5.2.1", "SJW-2.2.8", "SJW-4.6", "SJW-5.2.4", "SJW-5.2.5")
def activation_objections(p: SjwPosition, leader: int) -> list[Objection]:
    """A corps leader who is not barred and has a unit within his radius that can march, one or more."""
    name = UNITS[leader]
    if p.hex[leader] < 0:
        return [forbid("SJW-4.6", "not_on_map", unit=name)]
    if SIZE[leader] != CORPS:
        return [forbid("SJW-2.2.8", "army_leader", leader=name)]
    limit = barred(p, leader)
    if limit is not None:
        return [limit]
    if not can_name(p, leader):
        return [forbid("SJW-5.2.1", "nobody_to_name", leader=name)]
    return []


def can_name(p: SjwPosition, leader: int) -> bool:
    """Is there a unit he could name? Mostly one is in his hex; only otherwise is his radius looked over."""
    for unit in TROOPS[SIDE_OF[leader]]:
        if p.hex[unit] == p.hex[leader] and commands(p, leader, unit) and not march_objections(p, unit):
            return True
    return bool(nameable(p, leader))


def nameable(p: SjwPosition, leader: int) -> list[int]:
    """The units a leader could name."""
    reach = radius_of(p, leader)
    return [unit for unit in TROOPS[SIDE_OF[leader]] if may_name(p, leader, unit, reach)]


def may_name(p: SjwPosition, leader: int, unit: int, reach: Reach) -> bool:
    """Is this a unit of his command within his radius that can march?"""
    return in_radius(p, reach, p.hex[unit]) and commands(p, leader, unit) and not march_objections(p, unit)


def begin_activation(p: SjwPosition, leader: int) -> None:
    """A leader begins to name units."""
    march = March()
    march.leader = leader
    p.march = march
    if p.events is not None:
        p.tell("activated", "SJW-5.2.1", {"leader": UNITS[leader]})
    units = nameable(p, leader)
    if len(units) == 1:
        march.named = units
        tell_named(p, units[0])
        join_somebody(p)
    else:
        p.push(NAME_UNITS)


def tell_named(p: SjwPosition, unit: int) -> None:
    """Log that a unit was named."""
    if p.events is not None:
        p.tell("named", "SJW-5.2.1", {"unit": UNITS[unit]})


def naming_options(p: SjwPosition) -> list[Option]:
    """The units not yet named, all of them, or to begin with those who are."""
    march = current(p)
    words = p.ground.words
    left = [unit for unit in nameable(p, march.leader) if unit not in march.named]
    found = [words.one(NAME, unit) for unit in left]
    if left:
        found.append(NAME_ALL)
    if march.named:
        found.append(BEGIN)
    return found


def naming_candidates(p: SjwPosition) -> list[Option]:
    """Every unit of the side, all, and to begin."""
    found = [p.ground.words.one(NAME, unit) for unit in TROOPS[p.side]]
    return [*found, NAME_ALL, BEGIN]


@enforces("SJW-5.2.1", "SJW-2.5")
def naming_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Only units of his command, within his radius, that can march, each once; and at least one."""
    march = current(p)
    leader = march.leader
    if option.verb == "begin":
        return [] if march.named else [forbid("SJW-5.2.1", "nobody_named", leader=UNITS[leader])]
    if option.verb == "name_all":
        left = [unit for unit in nameable(p, leader) if unit not in march.named]
        return [] if left else [forbid("SJW-5.2.1", "all_named", leader=UNITS[leader])]
    if option.verb != "name":
        return [forbid("SJW-5.2.1", "naming_now", leader=UNITS[leader])]
    unit = option.subject
    names = {"leader": UNITS[leader], "unit": UNITS[unit]}
    if unit in march.named:
        return [forbid("SJW-5.2.1", "named_already", **names)]
    if not commands(p, leader, unit):
        return [forbid("SJW-5.2.1", "not_commanded", **names)]
    if p.hex[unit] < 0:
        return [forbid("SJW-4.6", "not_on_map", unit=UNITS[unit])]
    if not in_radius(p, radius_of(p, leader), p.hex[unit]):
        return [forbid("SJW-2.5", "out_of_radius", **names)]
    return march_objections(p, unit)


def name(p: SjwPosition, option: Option) -> None:
    """Name a unit, or all; then go on naming, unless nobody is left or the leader begins."""
    march = current(p)
    left = [unit for unit in nameable(p, march.leader) if unit not in march.named]
    if option.verb == "name":
        chosen = [option.subject]
    else:
        chosen = left if option.verb == "name_all" else []
    for unit in chosen:
        tell_named(p, unit)
    march.named = sorted([*march.named, *chosen])
    if option.verb == "name" and len(left) > 1:
        p.push(NAME_UNITS)
    else:
        join_somebody(p)


@enforces("SJW-5.2.3")
def join_somebody(p: SjwPosition) -> None:
    """The leader ends with one of those he activates: before the first moves he says with whom."""
    march = current(p)
    if len(march.named) > 1:
        p.push(JOIN_UNIT)
    else:
        join(p, march.named[0])


def join_options(p: SjwPosition) -> list[Option]:
    """Those he has named."""
    return [p.ground.words.one(JOIN, unit) for unit in current(p).named]


def join_candidates(p: SjwPosition) -> list[Option]:
    """Every unit of his side."""
    return [p.ground.words.one(JOIN, unit) for unit in TROOPS[p.side]]


def join_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Only a unit he activates."""
    march = current(p)
    if option.verb != "join":
        return [forbid("SJW-5.2.3", "joining_now", leader=UNITS[march.leader])]
    if option.subject not in march.named:
        return [forbid("SJW-5.2.3", "join_named", leader=UNITS[march.leader], unit=UNITS[option.subject])]
    return []


@enforces("SJW-5.2.2", "SJW-5.2.3")
def join(p: SjwPosition, unit: int) -> None:
    """He switches to the unit; then one roll for each kind among the named, before the first of them marches."""
    march = current(p)
    leader = march.leader
    march.companion = unit
    if p.hex[leader] != p.hex[unit]:
        facts: dict[str, str | int] = {"leader": UNITS[leader], "unit": UNITS[unit]}
        move_leader(p, leader, p.hex[unit], "joined", "SJW-5.2.3", facts)
    p.push(ALLOWANCE)


def next_options(p: SjwPosition) -> list[Option]:
    """Those who have still to march."""
    return [p.ground.words.one(MARCH, unit) for unit in current(p).named]


def next_candidates(p: SjwPosition) -> list[Option]:
    """Every unit of the side."""
    return [p.ground.words.one(MARCH, unit) for unit in TROOPS[p.side]]


@enforces("SJW-5.2.2")
def next_objections(p: SjwPosition, option: Option) -> list[Objection]:
    """Only the named ones, each once."""
    march = current(p)
    if option.verb != "march":
        return [forbid("SJW-5.2.2", "marching_now", leader=UNITS[march.leader])]
    if option.subject not in march.named:
        return [forbid("SJW-5.2.2", "not_named", leader=UNITS[march.leader], unit=UNITS[option.subject])]
    return []
