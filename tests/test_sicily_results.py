"""Sicily: random combat results are carried out to the end, and what is offered is what nothing speaks against."""

from __future__ import annotations

from random import Random

import pytest

from senki.engine.position import CHANCE
from senki.games.sicily.battle import Battle
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, COUNTERS_OF, IS_REGIMENT, UNITS_OF, US_ARMY
from senki.games.sicily.flow import STEPS
from senki.games.sicily.position import SicilyPosition, empty_map, put, units_in
from senki.games.sicily.results import begin_results
from senki.games.sicily.scenario import theatre
from senki.games.sicily.tables import FAIR, RAIN

GAMES = 60
"""Results to each seed."""


def crowd(p: SicilyPosition, chance: Random, centre: int, target: int) -> None:
    """Units of both sides, depots among them, all about a hex; the Allies now and then from both armies."""
    ground = p.ground
    near = [hex for hex in range(ground.size) if ground.distance(centre, hex) <= 3 and ground.land[hex]]
    owner = {hex: chance.choice([ALLIES, AXIS, AXIS, -1, -1]) for hex in near}
    army = {hex: chance.choice([0, 0, 0, 1]) for hex in near}
    owner[centre] = target
    for hex in near:
        if owner[hex] < 0 and not (hex in ground.around[centre] and chance.random() < 0.5):
            continue
        side = owner[hex] if owner[hex] >= 0 else 1 - target
        free = [unit for unit in COUNTERS_OF[side] if p.hex[unit] < 0 and (side == AXIS or ARMY[unit] == army[hex])]
        for unit in chance.sample(free, min(len(free), chance.choice([1, 1, 2, 3]))):
            put(p, unit, hex)


def put_at_sea(p: SicilyPosition, chance: Random, centre: int) -> list[int]:
    """Some US units before a beach."""
    seas = [hex for hex in p.ground.around[centre] if p.ground.sea[hex]]
    free = [unit for unit in UNITS_OF[ALLIES] if p.hex[unit] < 0 and ARMY[unit] == US_ARMY]
    found = chance.sample(free, 3) if seas else []
    for unit in found:
        put(p, unit, seas[0])
        p.aim[unit] = centre
    return found


def battle(p: SicilyPosition, chance: Random) -> bool:
    """An attack on a hex, as the allocation would allow it; False if there is nobody to attack."""
    ground = p.ground
    centre = chance.choice([hex for hex in range(ground.size) if ground.land[hex]])
    target = chance.choice([ALLIES, AXIS])
    crowd(p, chance, centre, target)
    fight = Battle(1 - target)
    fight.targets = [centre]
    beside = [hex for hex in ground.around[centre] if p.presence.units(target, hex)]
    if beside and chance.random() < 0.4:
        fight.targets.append(chance.choice(beside))
    alone = len(fight.targets) == 1
    at_sea = put_at_sea(p, chance, centre) if alone and target == AXIS and ground.beach[centre] else []
    army = chance.choice([0, 1]) if target == AXIS and not at_sea else 0
    for hex in ground.around[centre]:
        if any(ground.distance(hex, other) != 1 for other in fight.targets):
            continue
        regiment = False
        for unit in units_in(p, fight.side, hex):
            if fight.side == ALLIES and ARMY[unit] != army:
                continue
            if IS_REGIMENT[unit] and regiment:
                continue
            regiment = regiment or IS_REGIMENT[unit]
            fight.attackers.append(unit)
    for hex in fight.targets:
        regiment = False
        for unit in units_in(p, target, hex):
            if not IS_REGIMENT[unit] or not regiment:
                fight.defenders.append(unit)
            regiment = regiment or IS_REGIMENT[unit]
    for unit in [*fight.attackers, *fight.defenders]:
        if IS_REGIMENT[unit] and p.chit[unit] < 0:
            p.chit[unit] = chance.randrange(7)
            at = 7 * (p.morale[unit] - 1) + p.chit[unit]
            p.pool[at] = max(0, p.pool[at] - 1)
    p.battle = fight
    return bool(fight.attackers) and bool(p.presence.units(target, centre))


def judge_options(p: SicilyPosition) -> None:
    """What is offered is exactly what one might try and nothing speaks against; never too much of it."""
    offered = [option.text for option in p.options()]
    allowed = {option.text for option in p.step.candidates(p) if not p.objections(option)}
    assert offered and len(offered) == len(set(offered)) <= 200
    assert set(offered) == allowed


@pytest.mark.parametrize("seed", range(6))
def test_random_results_end(seed: int) -> None:
    chance = Random(seed)
    for _ in range(GAMES):
        p = empty_map(STEPS, [], theatre("campaign"))
        p.turn, p.weather = 6, chance.choice([FAIR, FAIR, RAIN])
        p.us_limit, p.boundary = chance.choice([0, 1]), chance.choice([0, 42])
        if not battle(p, chance):
            continue
        p.events = []
        begin_results(p, chance.randrange(4), chance.randrange(5), chance.random() < 0.25)
        p.settle()
        while p.stack:
            if p.waits_for == CHANCE:
                p.play(chance.choice(p.roll().outcomes))
                continue
            judge_options(p)
            twin = p.copy()
            assert twin.key() == p.key()
            p.play(chance.choice(p.options()))
            p.check()
        assert p.aftermath is None
        assert not any(p.aim[unit] >= 0 and p.ground.sea[p.hex[unit]] for unit in UNITS_OF[ALLIES] if p.hex[unit] >= 0)
