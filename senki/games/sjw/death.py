"""The death of Confederate corps leaders (chapter 17)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sjw.commands import commands, tactical_of
from senki.games.sjw.counters import CORPS, CSA, LEADERS, SIZE, UNITS
from senki.games.sjw.position import REPLACED, SjwPosition
from senki.games.sjw.steps import DEATH_DRAW
from senki.games.sjw.undertaking import Battle


@enforces("SJW-17.1", "SJW-17.2")
def may_die(p: SjwPosition, battle: Battle) -> list[int]:
    """The corps leaders in danger if both combat dice show 1: in the hex that is attacked, or with an attacking unit
    of their command. Lee never dies, nor does a substitute."""
    found: list[int] = []
    if not p.advanced:
        return found
    for leader in LEADERS[CSA]:
        if SIZE[leader] != CORPS or p.hex[leader] < 0 or p.flags[leader] & REPLACED:
            continue
        if battle.side == CSA:
            near = any(p.hex[unit] == p.hex[leader] and commands(p, leader, unit) for unit in battle.attackers)
        else:
            near = p.hex[leader] == battle.target
        if near:
            found.append(leader)
    return found


@enforces("SJW-17.1")
def foremost(p: SjwPosition, battle: Battle) -> list[int]:
    """Those of them with the highest tactical value."""
    leaders = may_die(p, battle)
    highest = max((tactical_of(p, leader) for leader in leaders), default=0)
    return [leader for leader in leaders if tactical_of(p, leader) == highest]


@enforces("SJW-17.1")
def roll_death(p: SjwPosition, die: int) -> None:
    """Even kills one leader, odd none; between equals another die decides."""
    battle = p.battle
    assert battle is not None
    leaders = foremost(p, battle)
    if die % 2:
        if p.events is not None:
            p.tell("leaders_live", "SJW-17.1", {"die": die})
    elif len(leaders) > 1:
        p.push(DEATH_DRAW)
    else:
        kill(p, leaders[0])


@enforces("SJW-17.1")
def draw_death(p: SjwPosition, die: int) -> None:
    """Leaders of the same value have equal shares of the die."""
    battle = p.battle
    assert battle is not None
    leaders = foremost(p, battle)
    kill(p, leaders[(die - 1) * len(leaders) // 6])


@enforces("SJW-17.2")
def kill(p: SjwPosition, leader: int) -> None:
    """His substitute takes over, for the rest of the game."""
    p.flags[leader] |= REPLACED
    if p.events is not None:
        p.tell("leader_fell", "SJW-17.2", {"leader": UNITS[leader]})
