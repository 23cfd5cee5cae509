"""Stonewall Jackson's Way, the advanced game: events, rails, leader death, panic, pontoon."""

import pytest
from sjwstage import REST, at, field, keys, marching, run, told

from senki.boards.hexes.search import SHUT
from senki.engine.option import dice_outcome
from senki.games.sjw.commands import command_value_of, tactical_of
from senki.games.sjw.counters import AP, AV, CSA, MCCLELLAN, POPE, UNIT, USA
from senki.games.sjw.crossings import TAKEN_UP, UNION_ONLY, price, span_at
from senki.games.sjw.death import may_die
from senki.games.sjw.events import begin_day, cycle_ends, has_event, is_paralysed, may_end_cycle, take_event
from senki.games.sjw.ground import DRY, MAJOR, PONTOON, RAIN
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.panic import (
    extended_column,
    panic_bars_force,
    panic_modifier,
    relieve_pope,
    start_panic,
    waits_aside,
)
from senki.games.sjw.pontoon import (
    forced_take_up,
    is_pontoon_side,
    lay_chatham_bridge,
    lay_pontoon,
    pontoon_objections,
    take_up,
    take_up_objections,
)
from senki.games.sjw.position import (
    ASIDE,
    DAMAGED,
    DEAD,
    DISORGANIZED,
    LATER,
    REPLACED,
    WHOLE,
    SjwPosition,
    put,
)
from senki.games.sjw.rail import begin_ride, rail_hexes, rail_objections
from senki.games.sjw.steps import (
    DEATH_DIE,
    EVENT_DICE,
)
from senki.games.sjw.tables import HALF
from senki.games.sjw.undertaking import ASSAULT_ATTACK, MARCH_ATTACK, Battle

# 14: random events


def test_events_come_from_the_second_turn_on_and_only_in_the_advanced_game() -> None:
    assert not has_event(field(1))
    assert has_event(field(2))
    assert not has_event(field(2, "rappahannock_to_bull_run"))


@pytest.mark.parametrize(
    ("total", "name"),
    [(2, "rain_3"), (3, "rain_2"), (4, "advanced_usa"), (5, "advanced_csa"), (6, "delayed_usa"), (7, "advanced_usa"),
     (8, "paralysis_usa"), (9, "rain_1"), (10, "advanced_csa"), (11, "delayed_csa"), (12, "paralysis_csa")],
)  # fmt: skip
def test_the_table_of_events(total: int, name: str) -> None:
    p = field(4)
    p.push(EVENT_DICE)
    p.play(dice_outcome([total - 6, 6] if total > 7 else [1, total - 1]))
    assert [event.facts for event in told(p, "event")] == [{"total": total, "event": name}]
    assert p.event == total


@pytest.mark.parametrize(("total", "until"), [(2, 6), (3, 5), (9, 4)])
def test_rain_is_marked_ahead_and_ends_by_itself(total: int, until: int) -> None:
    p = field(4)
    take_event(p, total)
    assert (p.weather, p.rain_until) == (RAIN, until)
    for turn in range(5, 9):
        p.turn = turn
        begin_day(p)
        assert p.weather == (RAIN if turn <= until else DRY)


def test_rain_on_a_rainy_day_changes_nothing() -> None:
    p = field(4)
    take_event(p, 3)
    p.turn = 5
    begin_day(p)
    take_event(p, 2)
    assert p.rain_until == 5
    assert told(p, "rain_already")


def test_rain_takes_zones_off_the_fords() -> None:
    p = field(4)
    ground = p.ground
    ford = next(
        (hex, to)
        for hex in range(ground.size)
        for to in ground.reached[DRY][hex]
        if to not in ground.reached[RAIN][hex]
    )
    unit = UNIT["usa_king"]
    p.manpower[unit] = 18
    put(p, unit, ford[0])
    assert p.presence.zones(USA, ford[1])
    take_event(p, 9)
    assert not p.presence.zones(USA, ford[1])
    p.turn = 5
    begin_day(p)
    assert p.presence.zones(USA, ford[1])


def later(p: SjwPosition, name: str, due: int) -> int:
    unit = UNIT[name]
    p.hex[unit], p.due[unit] = LATER, due
    return unit


def test_arrivals_are_delayed_with_those_that_wait_already() -> None:
    p = field(7)
    waits, hooker, next_one = later(p, "usa_kearny", 6), later(p, "usa_hooker", 7), later(p, "usa_taylor", 9)
    ripley = later(p, "csa_ripley", 7)
    take_event(p, 6)
    assert [p.due[unit] for unit in (waits, hooker, next_one, ripley)] == [8, 8, 9, 7]
    p.turn = 8
    take_event(p, 6)
    assert [p.due[unit] for unit in (waits, hooker, next_one)] == [9, 9, 9]


@pytest.mark.parametrize("total", [5, 10])
def test_arrivals_of_the_next_turn_come_early(total: int) -> None:
    p = field(7)
    ripley, hampton, piatt = later(p, "csa_ripley", 8), later(p, "csa_hampton", 9), later(p, "usa_piatt", 8)
    take_event(p, total)
    assert [p.due[unit] for unit in (ripley, hampton, piatt)] == [7, 9, 8]


def test_nothing_is_due() -> None:
    p = field(3)
    take_event(p, 4)
    take_event(p, 11)
    assert [event.facts["side"] for event in told(p, "no_arrivals")] == ["usa", "csa"]


def test_paralysis_lasts_for_one_cycle() -> None:
    p = field(5)
    take_event(p, 8)
    assert is_paralysed(p, USA) and not is_paralysed(p, CSA)
    p.turn = 6
    begin_day(p)
    assert not is_paralysed(p, USA)
    take_event(p, 12)
    assert is_paralysed(p, CSA) and not is_paralysed(p, USA)


# 15: the end of the cycle


@pytest.mark.parametrize(("turn", "most"), [(1, 0), (2, 0), (3, 2), (11, 2), (12, 3), (15, 3)])
def test_the_end_die(turn: int, most: int) -> None:
    """EX-29: on turn 12 a 3 ends the cycle, on turn 11 it does not."""
    p = field(turn)
    assert may_end_cycle(p) == (most > 0)
    assert [die for die in range(1, 7) if cycle_ends(p, die)] == list(range(1, most + 1))


def test_no_end_die_in_a_basic_scenario() -> None:
    assert not may_end_cycle(field(5, "rappahannock_to_bull_run"))


# 16: rails


@pytest.mark.parametrize("turn", [6, 10])
def test_trains_run_on_three_days(turn: int) -> None:
    p = field(turn)
    assert keys(rail_objections(p, at(p, "usa_hooker", "5819", 14))) == ["ride_turns"]


def test_who_rides_from_where() -> None:
    p = field(7)
    assert rail_objections(p, at(p, "usa_hooker", "5819", 14)) == []
    assert keys(rail_objections(p, at(p, "usa_piatt", "4422", 2))) == ["ride_from"]
    assert keys(rail_objections(p, at(p, "usa_bayard", "5819", 2))) == ["ride_infantry"]
    assert keys(rail_objections(p, at(p, "csa_ripley", "5020", 7))) == ["ride_infantry"]


def test_sixteen_points_ride_in_a_cycle() -> None:
    p = field(7)
    hooker, taylor = at(p, "usa_hooker", "5819", 14), at(p, "usa_taylor", "5819", 3)
    scammon = at(p, "usa_scammon", "5819", 2)
    begin_ride(p, hooker)
    assert keys(rail_objections(p, taylor)) == ["ride_full"]
    assert rail_objections(p, scammon) == []
    p.flags[taylor] |= DISORGANIZED
    assert combat_value(p, taylor) == 2 * HALF
    assert rail_objections(p, taylor) == []
    begin_ride(p, scammon)
    assert keys(rail_objections(p, taylor)) == ["ride_full"]


def test_a_train_stays_on_the_rails_and_goes_thirty_five_hexes() -> None:
    p = field(7)
    reach = rail_hexes(p, at(p, "usa_hooker", "5819", 14))
    assert all(p.ground.on_rail[hex] for hex in reach.ends)
    assert max(reach.cost(hex) for hex in reach.ends) == 35
    assert p.theatre.hex("4124") in reach.ends


def test_markers_enemies_and_their_zones_stop_a_train_but_friends_do_not() -> None:
    p = field(7)
    hooker = at(p, "usa_hooker", "5819", 14)
    at(p, "usa_piatt", "5620", 2)
    junction, burkes, fairfax = p.theatre.hex("4124"), p.theatre.hex("5220"), p.theatre.hex("5020")
    assert junction in rail_hexes(p, hooker).ends
    p.stations[p.theatre.station_at[fairfax]] = DAMAGED
    ends = rail_hexes(p, hooker).ends
    assert burkes in ends and fairfax not in ends and junction not in ends
    p.stations[p.theatre.station_at[fairfax]] = WHOLE
    at(p, "csa_f_lee", "5020", 2)
    ends = rail_hexes(p, hooker).ends
    before = [hex for hex in p.ground.around[fairfax] if p.presence.zones(CSA, hex)]
    assert fairfax not in ends and not set(before) & set(ends) and burkes in ends


# 17: leader death


def fight(p: SjwPosition, side: int, target: str, attackers: list[int]) -> Battle:
    battle = Battle(MARCH_ATTACK if len(attackers) == 1 else ASSAULT_ATTACK, side, p.theatre.hex(target))
    battle.attackers = attackers
    battle.attacker_die = battle.defender_die = 1
    p.battle = battle
    return battle


def test_who_is_in_danger() -> None:
    p = field()
    lee, jackson = at(p, "csa_lee", "1441"), at(p, "csa_jackson", "1441")
    hill, hood = at(p, "csa_a_p_hill", "1441", 18), at(p, "csa_hood", "1441", 8)
    king = at(p, "usa_king", "1541", 18)
    at(p, "usa_mcdowell", "1541")
    assert may_die(p, fight(p, CSA, "1541", [hill])) == [jackson]
    assert may_die(p, fight(p, CSA, "1541", [hood])) == [], "he does not command the attacker"
    assert may_die(p, fight(p, USA, "1441", [king])) == [jackson], "in the hex that is attacked"
    p.flags[jackson] |= REPLACED
    assert may_die(p, fight(p, USA, "1441", [king])) == []
    assert p.hex[lee] == p.hex[jackson], "Lee never dies"


def test_nobody_dies_in_a_basic_scenario() -> None:
    p = field(3, "rappahannock_to_bull_run")
    at(p, "csa_jackson", "2518")
    hill = at(p, "csa_a_p_hill", "2518", 18)
    assert may_die(p, fight(p, CSA, "2618", [hill])) == []


@pytest.mark.parametrize("die", range(1, 7))
def test_an_even_die_kills(die: int) -> None:
    p = field()
    jackson, stuart = at(p, "csa_jackson", "1441"), at(p, "csa_stuart", "1441")
    fight(p, USA, "1441", [at(p, "usa_king", "1541", 18)])
    run(p, DEATH_DIE, die)
    assert p.has(jackson, REPLACED) == (die % 2 == 0)
    assert not p.has(stuart, REPLACED), "only the one with the highest tactical value"
    assert p.stack == [REST]
    if die % 2 == 0:
        assert (tactical_of(p, jackson), command_value_of(p, jackson)) == (3, 6)
        assert p.hex[jackson] == p.theatre.hex("1441")


@pytest.mark.parametrize("die", range(1, 7))
def test_between_equals_a_die_decides(die: int) -> None:
    p = field()
    jackson, longstreet = at(p, "csa_jackson", "1441"), at(p, "csa_longstreet", "1441")
    fight(p, USA, "1441", [at(p, "usa_king", "1541", 18)])
    run(p, DEATH_DIE, 2, die)
    assert [p.has(leader, REPLACED) for leader in (jackson, longstreet)] == [die <= 3, die > 3]


# 18: panic


def test_the_clock_of_a_panic() -> None:
    """EX-30."""
    p = field(5)
    pope, king, hooker = at(p, "usa_pope", "1441"), at(p, "usa_king", "1441", 18), at(p, "usa_hooker", "1441", 14)
    hill = at(p, "csa_a_p_hill", "1750", 18)
    put(p, MCCLELLAN, ASIDE)
    start_panic(p)
    for turn in (5, 6):
        p.turn = turn
        begin_day(p)
        assert panic_modifier(p, USA) == -1 and panic_bars_force(p, USA)
        assert panic_modifier(p, CSA) == 0 and not panic_bars_force(p, CSA)
        assert (p.hex[POPE], p.hex[MCCLELLAN]) == (p.hex[king], ASIDE)
        assert waits_aside(p, MCCLELLAN) and not waits_aside(p, pope)
        assert [extended_column(p, unit) for unit in (king, hooker, hill)] == [AV, AP, 0]
    p.turn = 7
    begin_day(p)
    assert panic_modifier(p, USA) == 0 and not panic_bars_force(p, USA)
    assert (p.hex[POPE], p.hex[MCCLELLAN]) == (DEAD, p.hex[king])
    assert [extended_column(p, unit) for unit in (king, hooker, hill)] == [AP, AP, 0]


def test_panic_comes_once_in_a_game() -> None:
    p = field(5)
    start_panic(p)
    p.turn = 9
    start_panic(p)
    assert p.panic_turn == 5
    assert len(told(p, "panic")) == 1


def test_mcclellan_comes_later_if_pope_is_off_the_map() -> None:
    p = field(7)
    put(p, POPE, ASIDE)
    put(p, MCCLELLAN, ASIDE)
    p.panic_turn = 5
    relieve_pope(p)
    assert (p.hex[POPE], p.hex[MCCLELLAN]) == (DEAD, ASIDE)
    assert not waits_aside(p, MCCLELLAN)


# 19: the pontoon train

SOUTH, NORTH = "4351", "4450"
"""The ends of the Chatham Bridge."""


def bridged(turn: int = 6) -> tuple[SjwPosition, int, int]:
    p = field(turn)
    a, b = p.theatre.hex(SOUTH), p.theatre.hex(NORTH)
    assert p.ground.crossing[6 * a + p.ground.direction(a, b)] == PONTOON
    lay_chatham_bridge(p)
    assert span_at(p, a, b) == UNION_ONLY and len(p.spans) == 1
    return p, a, b


def toll(p: SjwPosition, side: int, a: int, b: int) -> int:
    return price(p, side, 6 * a + p.ground.direction(a, b), b)


def test_only_the_union_crosses_the_chatham_bridge() -> None:
    p, a, b = bridged()
    assert toll(p, USA, a, b) == HALF
    assert toll(p, CSA, a, b) == toll(p, CSA, b, a) == SHUT


def test_a_marching_union_unit_takes_it_up() -> None:
    p, a, b = bridged()
    griffin = at(p, "usa_griffin", "4550", 4)
    marching(p, griffin)
    assert keys(take_up_objections(p)) == ["pontoon_far"]
    put(p, griffin, b)
    assert take_up_objections(p) == []
    take_up(p)
    assert span_at(p, a, b) == TAKEN_UP and p.span_turn == 6
    assert toll(p, USA, a, b) == SHUT
    assert keys(take_up_objections(p)) == ["no_pontoon"]
    marching(p, at(p, "csa_ripley", NORTH, 7))
    assert keys(take_up_objections(p)) == ["take_up_who"]


@pytest.mark.parametrize(("manpower", "flags", "goes"), [(5, 0, True), (4, 0, False), (6, DISORGANIZED, False)])
def test_a_strong_confederate_forces_it_up(manpower: int, flags: int, goes: bool) -> None:
    for hex in (SOUTH, NORTH):
        p, a, b = bridged()
        unit = at(p, "csa_hood", hex, manpower, flags=flags)
        forced_take_up(p, unit, p.hex[unit])
        assert span_at(p, a, b) == (TAKEN_UP if goes else UNION_ONLY)


def test_neither_a_union_unit_nor_one_further_off_forces_it_up() -> None:
    p, a, b = bridged()
    for name, hex in (("usa_king", SOUTH), ("csa_hood", "4251")):
        unit = at(p, name, hex, 18)
        forced_take_up(p, unit, p.hex[unit])
    assert span_at(p, a, b) == UNION_ONLY


def test_where_and_when_the_train_bridges_the_river_again() -> None:
    p, a, b = bridged()
    sides = [
        (hex, p.ground.next[6 * hex + d])
        for hex in range(p.ground.size)
        for d in range(6)
        if p.ground.water[6 * hex + d] == MAJOR and p.ground.next[6 * hex + d] >= 0
    ]
    here = next((x, y) for x, y in sides if is_pontoon_side(p, x, y) and {x, y} != {a, b})
    elsewhere = next((x, y) for x, y in sides if not is_pontoon_side(p, x, y))
    assert keys(pontoon_objections(p, USA, *here)) == ["pontoon_stands"]
    take_up(p)
    assert keys(pontoon_objections(p, USA, *here)) == ["pontoon_turn"]
    p.turn = 7
    assert pontoon_objections(p, USA, *here) == pontoon_objections(p, USA, a, b) == []
    assert keys(pontoon_objections(p, CSA, *here)) == ["major_river"]
    assert keys(pontoon_objections(p, USA, *elsewhere)) == ["pontoon_river"]
    lay_pontoon(p, *here)
    assert toll(p, USA, *here) != SHUT and toll(p, CSA, *here) == SHUT
    assert keys(pontoon_objections(p, USA, a, b)) == ["pontoon_stands"]
    take_up(p)
    assert span_at(p, *here) == 0 and span_at(p, a, b) == TAKEN_UP
    assert toll(p, USA, *here) == SHUT


def test_the_chatham_bridge_is_a_bridge_like_others_in_a_basic_scenario() -> None:
    p = field(3, "lee_vs_pope")
    lay_chatham_bridge(p)
    assert p.spans == []
    a, b = p.theatre.hex(SOUTH), p.theatre.hex(NORTH)
    assert toll(p, CSA, a, b) == toll(p, USA, a, b) == HALF


def test_nobody_bridges_major_rivers_in_a_basic_scenario() -> None:
    assert keys(pontoon_objections(field(3, "lee_vs_pope"), USA, 0, 1)) == ["major_river"]
