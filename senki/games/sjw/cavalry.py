"""Cavalry that gives way before infantry (6.6, 7.7)."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.games.sjw.counters import INF, KIND, SIDE_OF
from senki.games.sjw.ground import TERRAIN
from senki.games.sjw.manpower import disorganize, is_all_cavalry, lose, tire
from senki.games.sjw.position import EVADING, SjwPosition, troops_in
from senki.games.sjw.results import alive
from senki.games.sjw.steps import AFTER_STEP
from senki.games.sjw.tables import HALF, MOST_FATIGUE, TABLES, band
from senki.games.sjw.undertaking import ASSAULT_ATTACK, MARCH_ATTACK, Battle

EVASION: Final[dict[str, Any]] = TABLES["cavalry_retreat"]
BY_TERRAIN: Final[list[int]] = [int(EVASION["terrain"][name]) for name in TERRAIN]
BY_SIZE: Final[list[list[int]]] = [list(row) for row in EVASION["size"]]
UNLUCKY: Final = 1
"""The face that costs every unit a point."""


@enforces("SJW-7.7.1", "SJW-7.7.2")
def lone_cavalry(p: SjwPosition, side: int, hex: int) -> bool:
    """Is there cavalry without infantry in a hex that may decline combat? All go or none, and none at fatigue 4."""
    units = troops_in(p, side, hex)
    return is_all_cavalry(units) and all(p.fatigue[unit] < MOST_FATIGUE for unit in units)


@enforces("SJW-7.7.1", "SJW-7.7.3")
def may_decline(p: SjwPosition, battle: Battle) -> bool:
    """Lone cavalry may decline an attack by infantry only."""
    if any(KIND[unit] != INF for unit in battle.attackers):
        return False
    return lone_cavalry(p, 1 - battle.side, battle.target)


def asked_side(p: SjwPosition) -> int:
    """The side whose cavalry is asked."""
    if p.battle is not None:
        return 1 - p.battle.side
    assert p.march is not None
    return 1 - SIDE_OF[p.march.unit]


@enforces("SJW-7.7.3")
def stand_by(p: SjwPosition) -> None:
    """Cavalry that infantry has come near stays where it is."""
    march = p.march
    assert march is not None
    if p.events is not None:
        p.tell("stayed", "SJW-7.7.3", {"at": p.ground.names[march.to_ask[0]]})
    march.to_ask = march.to_ask[1:]


@enforces("SJW-7.7.1", "SJW-7.7.3")
def give_way(p: SjwPosition) -> None:
    """The cavalry declines. A march goes on afterwards, also if it was to end with an attack that now comes to
    nothing; where no attack was declared yet, there is now a retreat without one."""
    march = p.march
    if p.battle is None:
        assert march is not None
        p.battle = Battle(MARCH_ATTACK, SIDE_OF[march.unit], march.to_ask[0])
        p.battle.attackers = [march.unit]
    elif p.battle.kind == MARCH_ATTACK:
        p.push(AFTER_STEP)
    battle = p.battle
    battle.evading = True
    battle.defenders = troops_in(p, 1 - battle.side, battle.target)
    if p.events is not None:
        p.tell("gave_way", "SJW-7.7.1", {"at": p.ground.names[battle.target]})


@enforces("SJW-7.7.1")
def delay(p: SjwPosition, battle: Battle, die: int) -> int:
    """What it costs the marching unit, in points: die, terrain and the largest unit that gives way, halved."""
    largest = max(p.manpower[unit] for unit in battle.defenders)
    return (die + BY_TERRAIN[p.ground.terrain[battle.target]] + band(BY_SIZE, largest)) // HALF


@enforces("SJW-7.7.2", "SJW-7.7.4")
def ride_off(p: SjwPosition, battle: Battle, die: int) -> None:
    """Each unit tires and is disorganized, a 1 costs each a point; then they retreat, and assaulters may advance."""
    for unit in battle.defenders:
        tire(p, unit, 1)
        disorganize(p, unit)
    if die == UNLUCKY:
        for unit in battle.defenders:
            lose(p, unit, 1, EVADING)
    battle.retreating = alive(p, battle.defenders)
    battle.may_advance = battle.kind == ASSAULT_ATTACK
