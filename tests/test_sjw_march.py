"""Marches of Stonewall Jackson's Way: the search against a plain one, and what is listed against what is allowed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from senki.engine.position import DECISION
from senki.games.sjw.campaign import SCENARIOS
from senki.games.sjw.counters import CSA, INF, KIND, SIDE_OF, TROOPS, UNIT, USA
from senki.games.sjw.crossings import BUILT_CSA, UNION_ONLY, add_span, mountain_between, price, prices
from senki.games.sjw.events import set_weather
from senki.games.sjw.flow import STEPS
from senki.games.sjw.ground import RAIN
from senki.games.sjw.limits import MARCHING, entry_objection
from senki.games.sjw.marching import chances
from senki.games.sjw.mover import MarchMover, reach_with
from senki.games.sjw.options import ACTIVATE, MARCH, MOVE
from senki.games.sjw.position import SjwPosition, empty_map, put
from senki.games.sjw.setup import set_up
from senki.games.sjw.steps import ACTION, BEGIN_TURN, GO
from senki.games.sjw.theatre import theatre
from senki.games.sjw.ways import LISTED, reach_of
from senki.games.sjw.zones import in_enemy_zone

MARCHES = ["action", "name_units", "join_unit", "next_march", "go", "follow"]


def begun(scenario: str, turn: int = 0) -> SjwPosition:
    """The set-up of a scenario; from some turn on with an action awaited."""
    p = empty_map(STEPS, [BEGIN_TURN], theatre(scenario))
    set_up(p)
    if turn:
        p.turn, p.stack = turn, [ACTION]
    return p


def strewn(chance: Random) -> tuple[SjwPosition, int]:
    """Units of both sides close together in any state, and one of them that marches."""
    p = begun("cedar_mountain", 2)
    centre = int(chance.random() * p.ground.size)
    near = [hex for hex in range(p.ground.size) if p.ground.distance(centre, hex) <= 4]
    for side in (CSA, USA):
        for unit in TROOPS[side]:
            if p.hex[unit] < 0:
                continue
            free = [hex for hex in near if not p.presence.units(1 - side, hex)]
            put(p, unit, chance.choice(free))
            p.manpower[unit] = 1 + int(chance.random() * 15)
    if chance.random() < 0.3:
        set_weather(p, RAIN)
    if chance.random() < 0.5:
        hex = chance.choice(near)
        add_span(p, hex, chance.choice(p.ground.around[hex]), chance.choice([BUILT_CSA, UNION_ONLY]))
    on_map = [unit for side in (CSA, USA) for unit in TROOPS[side] if p.hex[unit] >= 0]
    return p, chance.choice(on_map)


def step_cost(p: SjwPosition, unit: int, hex: int, to: int) -> int:
    """The price of a step by the book (6.1.2), negative if it may not be made."""
    side = SIDE_OF[unit]
    half = price(p, side, 6 * hex + p.ground.direction(hex, to), to)
    if half < 0 or p.presence.units(1 - side, to) or entry_objection(p, unit, hex, to, MARCHING) is not None:
        return -1
    if hex == p.hex[unit] and in_enemy_zone(p, side, hex):
        if in_enemy_zone(p, side, to):
            return -1
        half += 2
    if KIND[unit] == INF:
        there = sum(p.manpower[u] for u in TROOPS[side] if p.hex[u] == to and KIND[u] == INF and u != unit)
        half += 4 if there >= 10 else 2 if there else 0
    return half


def plain_reach(p: SjwPosition, unit: int, points: int) -> dict[int, int]:
    """What is left in every hex a unit can enter, found by trying every step again and again."""
    side, start = SIDE_OF[unit], p.hex[unit]
    found: dict[int, int] = {}
    fresh = {start: 0}
    while fresh:
        after: dict[int, int] = {}
        for hex, spent in fresh.items():
            for to in p.ground.around[hex]:
                cost = step_cost(p, unit, hex, to)
                if cost < 0 or to == start or spent + cost > points or found.get(to, points + 1) <= spent + cost:
                    continue
                found[to] = spent + cost
                if not in_enemy_zone(p, side, to):
                    after[to] = spent + cost
        fresh = after
    if in_enemy_zone(p, side, start):
        for to in p.ground.around[start]:
            shut = price(p, side, 6 * start + p.ground.direction(start, to), to) < 0 or p.presence.units(1 - side, to)
            barred = entry_objection(p, unit, start, to, MARCHING) is not None
            if to not in found and in_enemy_zone(p, side, to) and not shut and not barred:
                found[to] = points
    return found


@pytest.mark.parametrize("seed", range(40))
def test_the_search_finds_what_a_plain_one_finds(seed: int) -> None:
    chance = Random(seed)
    p, unit = strewn(chance)
    points = int(chance.random() * 16)
    reach = reach_with(MarchMover(p, unit, False), points)
    assert {hex: reach.cost(hex) for hex in reach.ends} == plain_reach(p, unit, points)
    for hex in reach.ends:
        way = [p.hex[unit], *reach.way(hex)]
        assert way[-1] == hex and all(b in p.ground.around[a] for a, b in pairwise(way))


def test_prices_at_once_are_prices_one_by_one() -> None:
    p = begun("rapidan_to_manassas", 2)
    add_span(p, p.ground.number("1051"), p.ground.number("1151"), BUILT_CSA)
    for side in (CSA, USA):
        found = prices(p, side)
        for place in range(6 * p.ground.size):
            if p.ground.next[place] >= 0:
                assert found[place] == price(p, side, place, p.ground.next[place])


def test_zones_pass_each_of_two_bridges_of_a_hex() -> None:
    p = begun("cedar_mountain", 2)
    base = p.ground.reached[p.weather]
    for hex in range(p.ground.size):
        shut = [to for to in p.ground.around[hex] if to not in base[hex] and not mountain_between(p, hex, to)]
        if len(shut) > 1:
            break
    for to in shut[:2]:
        add_span(p, hex, to, BUILT_CSA)
    assert sorted(p.presence.reached[CSA][hex]) == sorted([*base[hex], *shut[:2]])
    assert all(hex in p.presence.reached[CSA][to] for to in shut[:2])


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_listed_is_what_is_allowed(scenario: str) -> None:
    chance = Random(7)
    p = begun(scenario)
    p.settle()
    asked = 0
    for _ in range(400):
        if p.over:
            break
        step = p.step
        if p.waits_for != DECISION:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        options = step.options(p)
        if step.name in MARCHES and asked < 40 and chance.random() < 0.3:
            asked += 1
            allowed = [option.text for option in step.candidates(p) if not p.objections(option)]
            assert sorted(allowed) == sorted(option.text for option in options)
        weights = [0.1 if option.verb in ("pass", "stop") else 1.0 for option in options]
        p.play(chance.choices(options, weights)[0])
        p.check()
    assert asked > 10


def test_hexes_beyond_the_listed_ones_are_accepted() -> None:
    p = begun("rapidan_to_manassas", 2)
    p.side = USA
    words = p.ground.words
    p.play(words.one(MARCH, UNIT["usa_bayard"]))
    p.play(words.parse("roll 6 6"))
    assert p.stack[-1] == GO
    ends = reach_of(p).ends
    listed = [option for option in p.options() if option.verb == "move"]
    assert len(ends) > LISTED == len(listed)
    far = words.one(MOVE, ends[-1])
    assert far not in p.options() and far not in p.step.candidates(p)
    assert p.step.accepts(p, far) and not p.objections(far)
    p.play(far)
    assert p.hex[UNIT["usa_bayard"]] == ends[-1]


def test_a_march_of_a_copy_leaves_the_original_alone() -> None:
    p = begun("jacksons_march")
    p.settle()
    while p.step.name != "action":
        p.play(p.options()[-1])
    p.play(p.ground.words.one(ACTIVATE, UNIT["csa_jackson"]))
    before = p.key()
    twin = p.copy()
    for text in ("name all", "join csa_a_p_hill", "roll 5", "march csa_a_p_hill", "roll 6"):
        twin.play(twin.ground.words.parse(text))
    twin.play(twin.options()[0])
    assert p.key() == before and twin.key() != before


def test_chances_are_those_of_the_best_throw() -> None:
    p = begun("cedar_mountain", 2)
    hill = UNIT["csa_a_p_hill"]
    found = dict(chances(p, hill))
    assert max(found.values()) <= 14 and found[p.ground.number("S0932")] == 2
    p.play(p.ground.words.one(MARCH, hill))
    p.play(p.ground.words.parse("roll 6"))
    assert sorted(found) == sorted(reach_of(p).ends)
