"""Assaults and grand assaults (5.3)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of
from senki.games.sjw.combat import crossing_objections, current
from senki.games.sjw.commands import command_value_of, commanded_in, commands, in_radius, radius_of
from senki.games.sjw.counters import ARMY, CORPS, LEADERS, SIDE_OF, SIZE, TROOPS, UNITS
from senki.games.sjw.events import is_paralysed
from senki.games.sjw.limits import assault_barred, barred
from senki.games.sjw.manpower import tire
from senki.games.sjw.options import COMMIT_UNIT, DECLINE, DONE, ORDER_GRAND
from senki.games.sjw.position import ACTED, FAILED, SjwPosition
from senki.games.sjw.steps import ASSAULT_DIE, BATTLE, COMMIT, GRAND, GRAND_DIE
from senki.games.sjw.tables import MOST_FATIGUE, TABLES, band
from senki.games.sjw.undertaking import ASSAULT_ATTACK, NOBODY, Battle

BY_MARGIN: Final[list[list[int]]] = [list(row) for row in TABLES["assault"]["units"]]


@enforces("SJW-5.3.1", "SJW-5.3.5", "SJW-5.3.6", "SJW-2.2.8", "SJW-14.4")
def assault_objections(p: SjwPosition, leader: int, target: int) -> list[Objection]:
    """Why a leader may not order an assault on a hex."""
    side, name, to = SIDE_OF[leader], UNITS[leader], p.ground.names[target]
    if SIZE[leader] != CORPS:
        return [forbid("SJW-2.2.8", "army_leader_assaults", leader=name)]
    found: list[Objection] = []
    limit = barred(p, leader)
    if limit is not None:
        found.append(limit)
    if is_paralysed(p, side):
        found.append(forbid("SJW-5.3.5", "paralysed", leader=name))
    if p.has(leader, FAILED):
        found.append(forbid("SJW-5.3.6", "assault_failed_today", leader=name))
    if not p.presence.units(1 - side, target):
        found.append(forbid("SJW-5.3.1", "no_enemy", to=to))
    if not found and not eligible(p, plan(leader, target, side)):
        found.append(forbid("SJW-5.3.1", "nobody_to_assault", leader=name, to=to))
    return found


def plan(leader: int, target: int, side: int) -> Battle:
    """An assault that nobody has joined yet."""
    battle = Battle(ASSAULT_ATTACK, side, target)
    battle.leader = leader
    return battle


def begin_assault(p: SjwPosition, leader: int, target: int) -> None:
    """A corps leader orders an assault; a die says how many of his units obey."""
    p.battle = plan(leader, target, SIDE_OF[leader])
    if p.events is not None:
        p.tell("assault_ordered", "SJW-5.3.1", {"leader": UNITS[leader], "to": p.ground.names[target]})
    p.push(ASSAULT_DIE)


@enforces("SJW-5.3.2")
def units_for(p: SjwPosition, leader: int, die: int) -> int:
    """How many units a die brings: by its margin under the command value; none if it is above."""
    margin = command_value_of(p, leader) - die
    return band(BY_MARGIN, margin) if margin >= 0 else 0


@enforces("SJW-5.3.2", "SJW-5.3.6")
def roll_assault(p: SjwPosition, die: int) -> None:
    """Above his command value the assault fails, nobody tires, and he may not order another this turn."""
    battle = current(p)
    leader = battle.leader
    battle.most = units_for(p, leader, die)
    if not battle.most:
        p.flags[leader] |= FAILED
        p.battle = None
        if p.events is not None:
            p.tell("assault_failed", "SJW-5.3.2", {"leader": UNITS[leader], "die": die})
        return
    if p.events is not None:
        p.tell("assault_succeeded", "SJW-5.3.2", {"leader": UNITS[leader], "die": die, "units": battle.most})
    choose_units(p)


@enforces("SJW-5.3.4")
def roll_grand(p: SjwPosition, die: int) -> None:
    """Above the army leader's command value the first assault stands alone; otherwise others may join it."""
    battle = current(p)
    leader = battle.grand
    battle.most = units_for(p, leader, die)
    if not battle.most:
        battle.grand = NOBODY
        if p.events is not None:
            p.tell("grand_failed", "SJW-5.3.4", {"leader": UNITS[leader], "die": die})
        launch(p)
        return
    if p.events is not None:
        p.tell("grand_succeeded", "SJW-5.3.4", {"leader": UNITS[leader], "die": die, "units": battle.most})
    choose_units(p)


def choose_units(p: SjwPosition) -> None:
    """A die has brought so many units: the owner says which. The task keeps how many were there before."""
    p.task = encode(1, len(current(p).attackers))
    ask_for_more(p)


def has_joined(p: SjwPosition, battle: Battle) -> bool:
    """Has anybody joined since the last die?"""
    return len(battle.attackers) > first_of(p.task)


@enforces("SJW-5.3.2")
def ask_for_more(p: SjwPosition) -> None:
    """At least one unit joins, unasked if it is the only one that can; once all places are taken nobody is asked."""
    battle = current(p)
    units = eligible(p, battle)
    if not battle.most or not units:
        go_on(p)
    elif len(units) == 1 and not has_joined(p, battle):
        commit(p, units[0])
    else:
        p.push(COMMIT)


def commit(p: SjwPosition, unit: int) -> None:
    """A unit joins the assault."""
    battle = current(p)
    battle.attackers = sorted([*battle.attackers, unit])
    battle.most -= 1
    if p.events is not None:
        p.tell("committed", "SJW-5.3.2", {"unit": UNITS[unit]})
    ask_for_more(p)


@enforces("SJW-5.3.4", "SJW-5.3.6")
def go_on(p: SjwPosition) -> None:
    """After the corps' own units an army leader near by may throw in more; then the assault begins."""
    p.task = 0
    current(p).most = 0
    if current(p).grand == NOBODY and army_leaders(p):
        p.push(GRAND)
    else:
        launch(p)


@enforces("SJW-5.3.4")
def army_leaders(p: SjwPosition) -> list[int]:
    """The army leaders whose radius the assaulting leader is in and who have somebody to send."""
    battle = current(p)
    return [leader for leader in LEADERS[battle.side] if not grand_objections(p, battle, leader)]


@enforces("SJW-5.3.4", "SJW-2.5")
def grand_objections(p: SjwPosition, battle: Battle, leader: int) -> list[Objection]:
    """Why an army leader may not make this a grand assault."""
    name = UNITS[leader]
    if SIZE[leader] != ARMY or SIDE_OF[leader] != battle.side or p.hex[leader] < 0:
        return [forbid("SJW-5.3.4", "no_army_leader", leader=name)]
    limit = barred(p, leader)
    if limit is not None:
        return [limit]
    if not in_radius(p, radius_of(p, leader), p.hex[battle.leader]):
        return [forbid("SJW-5.3.4", "out_of_radius", leader=name, unit=UNITS[battle.leader])]
    grand = battle.copy()
    grand.grand = leader
    return [] if eligible(p, grand) else [forbid("SJW-5.3.4", "nobody_to_send", leader=name)]


@enforces("SJW-5.3.3", "SJW-5.3.4", "SJW-5.3.6")
def launch(p: SjwPosition) -> None:
    """Everybody who attacks tires by one; then the combat begins."""
    for unit in current(p).attackers:
        tire(p, unit, 1)
        p.flags[unit] |= ACTED
    p.push(BATTLE)


def eligible(p: SjwPosition, battle: Battle) -> list[int]:
    """Who could still join an assault."""
    if battle.grand == NOBODY:
        units = commanded_in(p, battle.leader, p.hex[battle.leader])
    else:
        inside = radius_of(p, battle.grand)
        units = [unit for unit in TROOPS[battle.side] if in_radius(p, inside, p.hex[unit])]
    return [unit for unit in units if not common_objections(p, battle, unit)]


@enforces("SJW-5.3.1", "SJW-5.3.4")
def join_objections(p: SjwPosition, battle: Battle, unit: int) -> list[Objection]:
    """Why a unit may not join: only those of the leader's corps with him; in a grand assault any within the army
    leader's radius."""
    name = UNITS[unit]
    if battle.grand == NOBODY:
        if p.hex[unit] != p.hex[battle.leader] or not commands(p, battle.leader, unit):
            return [forbid("SJW-5.3.1", "not_with_leader", unit=name, leader=UNITS[battle.leader])]
    elif not in_radius(p, radius_of(p, battle.grand), p.hex[unit]) or not commands(p, battle.grand, unit):
        return [forbid("SJW-5.3.4", "out_of_radius", unit=name, leader=UNITS[battle.grand])]
    return common_objections(p, battle, unit)


@enforces("SJW-5.3.1", "SJW-7.1.4", "SJW-2.2.4")
def common_objections(p: SjwPosition, battle: Battle, unit: int) -> list[Objection]:
    """Nobody twice, nobody too tired, demoralized, held by the scenario, or who cannot attack over that side."""
    name = UNITS[unit]
    found: list[Objection] = []
    if unit in battle.attackers:
        found.append(forbid("SJW-5.3.1", "committed_already", unit=name))
    if p.fatigue[unit] >= MOST_FATIGUE:
        found.append(forbid("SJW-5.3.1", "too_tired", unit=name))
    if p.demoralized[unit]:
        found.append(forbid("SJW-7.1.4", "demoralized_attack", unit=name))
    for limit in (barred(p, unit), assault_barred(p, unit)):
        if limit is not None:
            found.append(limit)
    return found + crossing_objections(p, unit, p.hex[unit], battle.target)


def commit_options(p: SjwPosition, battle: Battle) -> list[Option]:
    """Who may join; and to leave it at those who have."""
    found = [p.ground.words.one(COMMIT_UNIT, unit) for unit in eligible(p, battle)]
    return [*found, DONE] if has_joined(p, battle) else found


def commit_candidates(p: SjwPosition, battle: Battle) -> list[Option]:
    """Every unit of the side, and to leave it at those who have joined."""
    found = [p.ground.words.one(COMMIT_UNIT, unit) for unit in TROOPS[battle.side] if p.hex[unit] >= 0]
    return [*found, DONE]


@enforces("SJW-5.3.2", "SJW-5.3.4")
def commit_objections(p: SjwPosition, battle: Battle, option: Option) -> list[Objection]:
    """Why this unit may not join; nobody at all is not enough."""
    if option.verb == "done":
        return [] if has_joined(p, battle) else [forbid("SJW-5.3.2", "at_least_one")]
    if option.verb != "commit":
        return [forbid("SJW-5.3.2", "not_now")]
    unit = option.subject
    if SIDE_OF[unit] != battle.side or unit not in TROOPS[battle.side] or p.hex[unit] < 0:
        return [forbid("SJW-5.3.1", "not_yours", unit=UNITS[unit])]
    return join_objections(p, battle, unit)


def grand_options(p: SjwPosition) -> list[Option]:
    """The army leaders who may throw in more, or none."""
    return [*[p.ground.words.one(ORDER_GRAND, leader) for leader in army_leaders(p)], DECLINE]


def grand_candidates(p: SjwPosition) -> list[Option]:
    """Every leader of the side, or none."""
    return [*[p.ground.words.one(ORDER_GRAND, leader) for leader in LEADERS[current(p).side]], DECLINE]


def order_grand(p: SjwPosition, option: Option) -> None:
    """An army leader makes it a grand assault if his die succeeds; or the first assault stands alone."""
    if option.verb == "decline":
        launch(p)
        return
    current(p).grand = option.subject
    if p.events is not None:
        p.tell("grand_ordered", "SJW-5.3.4", {"leader": UNITS[option.subject]})
    p.push(GRAND_DIE)
