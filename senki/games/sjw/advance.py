"""Advance after combat (7.8)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sjw.bridges import wreck_bridges
from senki.games.sjw.combat import crossing_objections
from senki.games.sjw.commands import commanded_in, commands, move_leader
from senki.games.sjw.counters import LEADERS, SIDE_OF, UNITS
from senki.games.sjw.entering import move_unit
from senki.games.sjw.limits import ADVANCE_HOW, entry_objection
from senki.games.sjw.options import ADVANCE_UNIT, DONE, TAKE
from senki.games.sjw.position import SjwPosition, leaders_in
from senki.games.sjw.steps import ADVANCE
from senki.games.sjw.undertaking import MARCH_ATTACK, Battle


@enforces("SJW-7.8", "SJW-2.6")
def ask_to_advance(p: SjwPosition, battle: Battle) -> None:
    """With an "a" and an empty hex any or all attackers may enter it, as long as one has not said otherwise."""
    if battle.may_advance and (advancing(p, battle) or followers(p, battle)):
        p.push(ADVANCE)


def advancing(p: SjwPosition, battle: Battle) -> list[int]:
    """The attackers who may still enter the hex."""
    return [unit for unit in battle.attackers if not unit_objections(p, battle, unit)]


@enforces("SJW-7.8", "SJW-7.1.5", "SJW-19.1", "SJW-14.2")
def unit_objections(p: SjwPosition, battle: Battle, unit: int) -> list[Objection]:
    """Only attackers who are left, into a hex without enemies that the scenario allows, over a side they may cross."""
    name, hex = UNITS[unit], p.hex[unit]
    if unit not in battle.attackers or hex < 0 or hex == battle.target:
        return [forbid("SJW-7.8", "no_attacker", unit=name)]
    if p.presence.units(1 - battle.side, battle.target):
        return [forbid("SJW-7.8", "not_vacated", to=p.ground.names[battle.target])]
    limit = entry_objection(p, unit, hex, battle.target, ADVANCE_HOW)
    found = [limit] if limit is not None else []
    return found + crossing_objections(p, unit, hex, battle.target)


def followers(p: SjwPosition, battle: Battle) -> list[int]:
    """The leaders who may follow their units into the hex."""
    return [leader for leader in LEADERS[battle.side] if not leader_objections(p, battle, leader)]


@enforces("SJW-7.8", "SJW-5.2.3")
def leader_objections(p: SjwPosition, battle: Battle, leader: int) -> list[Objection]:
    """Leaders who stood with the attackers may go along with a unit of their command that has advanced."""
    advanced = [unit for unit in battle.attackers if p.hex[unit] == battle.target]
    if p.hex[leader] in battle.hexes and any(commands(p, leader, unit) for unit in advanced):
        return []
    return [forbid("SJW-7.8", "cannot_follow", leader=UNITS[leader])]


@enforces("SJW-7.8", "SJW-10.3")
def advance(p: SjwPosition, battle: Battle, option: Option) -> None:
    """A unit enters the hex, or a leader follows; then the others are asked."""
    if option.verb == "take":
        leader = option.subject
        move_leader(p, leader, battle.target, "followed", "SJW-7.8", {"leader": UNITS[leader]})
    else:
        unit = option.subject
        move_unit(p, unit, battle.target, ADVANCE_HOW, riders(p, battle, unit))
        wreck_bridges(p, unit)
    ask_to_advance(p, battle)


@enforces("SJW-7.8", "SJW-2.2.6", "SJW-5.2.3")
def riders(p: SjwPosition, battle: Battle, unit: int) -> list[int]:
    """Leaders who go along unasked: those who ride with a marching unit, or would be left without a unit."""
    hex = p.hex[unit]
    if battle.kind == MARCH_ATTACK and p.march is not None:
        return [leader for leader in p.march.riders if p.hex[leader] == hex]
    return [leader for leader in leaders_in(p, SIDE_OF[unit], hex) if commanded_in(p, leader, hex) == [unit]]


def advance_options(p: SjwPosition, battle: Battle) -> list[Option]:
    """Units and leaders who may enter the hex; or nobody else."""
    words = p.ground.words
    found = [words.one(ADVANCE_UNIT, unit) for unit in advancing(p, battle)]
    return [*found, *[words.one(TAKE, leader) for leader in followers(p, battle)], DONE]


def advance_candidates(p: SjwPosition, battle: Battle) -> list[Option]:
    """Every attacker, every leader of the side, or nobody else."""
    words = p.ground.words
    found = [words.one(ADVANCE_UNIT, unit) for unit in battle.attackers]
    return [*found, *[words.one(TAKE, leader) for leader in LEADERS[battle.side]], DONE]


def advance_objections(p: SjwPosition, battle: Battle, option: Option) -> list[Objection]:
    """Why this one may not enter the hex."""
    if option.verb == "done":
        return []
    if option.verb == "advance":
        return unit_objections(p, battle, option.subject)
    if option.verb == "take":
        return leader_objections(p, battle, option.subject)
    return [forbid("SJW-7.8", "not_now")]
