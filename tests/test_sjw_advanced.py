"""Stonewall Jackson's Way, the advanced game: events, rails, leader death, panic, pontoon, supply, substitutes."""

import pytest

from senki.boards.hexes.search import SHUT
from senki.engine.clauses import Objection
from senki.engine.events import Event
from senki.engine.option import dice_outcome
from senki.engine.position import CHANCE, DECISION
from senki.games.sjw import flow_advanced as flow
from senki.games.sjw.commands import army_of, command_of, command_value_of, tactical_of
from senki.games.sjw.counters import AP, AV, CAV, COUNT, CSA, INF, MCCLELLAN, POPE, SIDES, SUBSTITUTES, UNIT, USA
from senki.games.sjw.crossings import TAKEN_UP, UNION_ONLY, price, span_at
from senki.games.sjw.death import may_die
from senki.games.sjw.events import begin_day, cycle_ends, has_event, is_paralysed, may_end_cycle, take_event
from senki.games.sjw.flow_cycle import Action
from senki.games.sjw.forage import VALUES, begin_forage, forage_modifier, forage_value
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
    ACTED,
    ASIDE,
    ATTACHED,
    CAUSES,
    DAMAGED,
    DEAD,
    DESTROYED,
    DISORGANIZED,
    DISPERSAL,
    FORAGED,
    LATER,
    REPLACED,
    SPARE,
    SUPPLY,
    UNSUPPLIED,
    WHOLE,
    WORKED,
    SjwPosition,
    empty_map,
    put,
    set_demoralized,
)
from senki.games.sjw.rail import begin_ride, rail_hexes, rail_objections
from senki.games.sjw.steps import (
    ATTACH,
    ATTACHMENT,
    DEATH_DIE,
    DEATH_DRAW,
    DEPOT_SHARE,
    EVENT_DICE,
    FIND_UNITS,
    FORAGE,
    FORAGE_DIE,
    REPAIR,
    REPAIR_DIE,
    SUPPLY_EFFECTS,
    SUPPLY_STATUS,
)
from senki.games.sjw.substitutes import (
    attach_objections,
    attachments,
    detach,
    detach_objections,
    detachable,
    free_substitute,
)
from senki.games.sjw.supply import depot_entered, station_marked, supplied_counties
from senki.games.sjw.tables import HALF
from senki.games.sjw.theatre import theatre
from senki.games.sjw.undertaking import ASSAULT_ATTACK, MARCH_ATTACK, Battle, March

REST = 90
PARTS = {
    EVENT_DICE: flow.EventDice(), REPAIR: flow.Repair(), REPAIR_DIE: flow.RepairDie(),
    SUPPLY_STATUS: flow.SupplyStatus(), DEPOT_SHARE: flow.DepotShare(), ATTACHMENT: flow.Attachment(),
    ATTACH: flow.Attach(), FORAGE: flow.Forage(), FORAGE_DIE: flow.ForageDie(), SUPPLY_EFFECTS: flow.SupplyEffects(),
    DEATH_DIE: flow.DeathDie(), DEATH_DRAW: flow.DeathDraw(),
}  # fmt: skip
STEPS = [PARTS.get(number, Action()) for number in range(REST + 1)]
"""Where a phase is over an action is awaited, whatever comes next in the game."""


def field(turn: int = 6, scenario: str = "rapidan_to_manassas") -> SjwPosition:
    """An empty map of a scenario in a turn."""
    p = empty_map(STEPS, [REST], theatre(scenario))  # type: ignore[arg-type]
    p.turn = turn
    p.events = []
    return p


def at(p: SjwPosition, name: str, hex: str, manpower: int = 0, fatigue: int = 0, flags: int = 0) -> int:
    """Put a counter into a hex in some state."""
    unit = UNIT[name]
    p.manpower[unit], p.fatigue[unit], p.flags[unit] = manpower, fatigue, flags
    put(p, unit, p.theatre.hex(hex))
    return unit


def run(p: SjwPosition, step: int, *dice: int) -> None:
    """Go on from a step, with dice and options as they are asked for."""
    p.push(step)
    p.settle()
    for die in dice:
        assert p.waits_for == CHANCE
        p.play(dice_outcome([die]))


def play(p: SjwPosition, text: str) -> None:
    """Play a listed option."""
    option = p.ground.words.parse(text)
    assert option in p.options()
    p.play(option)


def keys(objections: list[Objection]) -> list[str]:
    """What the objections are about."""
    return [objection.key for objection in objections]


def told(p: SjwPosition, kind: str) -> list[Event]:
    """What was told of a kind."""
    assert p.events is not None
    return [event for event in p.events if event.kind == kind]


def agrees(p: SjwPosition) -> None:
    """The options of the awaited decision are its candidates without an objection."""
    legal = [option for option in p.step.candidates(p) if not p.step.objections(p, option)]
    assert {option.text for option in legal} == {option.text for option in p.options()}


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


def marching(p: SjwPosition, unit: int, before: int = 0) -> March:
    march = March()
    march.unit, march.start, march.before = unit, p.hex[unit], before
    p.march = march
    return march


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


# 20: supply


def test_depots_go_with_a_marker_or_at_winchester_with_a_visit() -> None:
    p = field()
    winchester, junction = p.theatre.hex("0301"), p.theatre.hex("4124")
    assert p.depots == [1, 1, 1, 1, 1]
    depot_entered(p, UNIT["usa_white"], winchester)
    depot_entered(p, UNIT["csa_jackson"], winchester)
    depot_entered(p, UNIT["csa_f_lee"], junction)
    assert p.depots == [1, 1, 1, 1, 1]
    depot_entered(p, UNIT["csa_f_lee"], winchester)
    assert p.depots == [1, 1, 0, 1, 1]
    station_marked(p, junction)
    station_marked(p, p.theatre.hex("3726"))
    assert p.depots == [1, 1, 0, 0, 1]
    assert len(told(p, "depot_lost")) == 2


def mark(p: SjwPosition, hex: str, state: int = DAMAGED) -> None:
    p.stations[p.theatre.station_at[p.theatre.hex(hex)]] = state


def state_of(p: SjwPosition, hex: str) -> int:
    return p.stations[p.theatre.station_at[p.theatre.hex(hex)]]


def test_damaged_stations_are_repaired_destroyed_ones_never() -> None:
    p = field()
    mark(p, "3330")
    mark(p, "3726")
    mark(p, "4124", DESTROYED)
    run(p, REPAIR, 4, 5)
    assert [state_of(p, hex) for hex in ("3330", "3726", "4124")] == [WHOLE, DAMAGED, DESTROYED]
    assert p.stack == [REST] and p.task == 0
    p.turn = 11
    run(p, REPAIR, 1)
    assert state_of(p, "3726") == WHOLE


def test_confederates_at_a_station_or_near_it_prevent_repair() -> None:
    p = field()
    mark(p, "3330")
    mark(p, "3726")
    at(p, "csa_f_lee", "3330", 2)
    cavalry = at(p, "csa_robertson", p.ground.names[p.ground.around[p.theatre.hex("3726")][0]], 2)
    assert p.presence.zones(CSA, p.theatre.hex("3726"))
    run(p, REPAIR)
    assert p.stack == [REST]
    set_demoralized(p, cavalry, 1)
    run(p, REPAIR, 2)
    assert [state_of(p, hex) for hex in ("3330", "3726")] == [DAMAGED, WHOLE]


def counties(p: SjwPosition, side: int) -> set[str]:
    return {name for name, supplied in zip(p.ground.counties, supplied_counties(p, side), strict=True) if supplied}


def test_counties_of_the_union_hold_a_depot_or_an_open_line() -> None:
    p = field()
    by_depot = {"montgomery", "fairfax", "frederick", "prince_william", "stafford"}
    assert counties(p, USA) >= by_depot | {"fauquier", "culpeper"}
    mark(p, "3330")
    assert "culpeper" not in counties(p, USA)
    p.depots = [1, 1, 0, 1, 0]
    assert counties(p, USA) & {"frederick", "stafford"} == set()
    assert counties(p, USA) >= {"montgomery", "fairfax", "prince_william"}


def test_a_marker_cuts_the_line_behind_it_and_its_own_station() -> None:
    p = field()
    p.depots = [1, 1, 0, 0, 0]
    mark(p, "1939")
    assert "culpeper" not in counties(p, USA), "its other stations lie behind the marker"
    assert "fauquier" in counties(p, USA)
    mark(p, "5819")
    mark(p, "4422")
    assert counties(p, USA).isdisjoint({"prince_william", "fauquier", "culpeper"})
    assert counties(p, USA) >= {"montgomery", "fairfax"}


def test_counties_of_the_south() -> None:
    assert counties(field(), CSA) == {"caroline", "culpeper", "madison", "orange", "spotsylvania"}


def test_supply_status() -> None:
    """EX-21."""
    p = field()
    mark(p, "3330")
    king, stevens = at(p, "usa_king", "1441", 18), at(p, "usa_stevens", "3726", 8)
    hill, cavalry = at(p, "csa_a_p_hill", "2018", 18), at(p, "csa_2_va", "1153", 1)
    run(p, REPAIR, 5)
    run(p, SUPPLY_STATUS)
    assert [p.has(unit, UNSUPPLIED) for unit in (king, stevens, hill, cavalry)] == [True, False, True, False]
    assert (p.manpower[king], p.has(king, DISORGANIZED)) == (18, False)
    p.turn = 11
    run(p, SUPPLY_STATUS)
    assert (p.manpower[king], p.manpower[hill]) == (17, 17)
    assert p.has(king, DISORGANIZED) and p.has(king, UNSUPPLIED) and not p.has(stevens, UNSUPPLIED)
    assert p.losses[len(CAUSES) * USA + SUPPLY] == p.losses[len(CAUSES) * CSA + SUPPLY] == 1


def test_the_status_phase_takes_the_last_point_and_gives_supply_back() -> None:
    p = field(11)
    lost, back = at(p, "csa_2_va", "2018", 1, flags=UNSUPPLIED), at(p, "csa_hood", "1552", 8, flags=UNSUPPLIED)
    run(p, SUPPLY_STATUS)
    assert p.hex[lost] == DEAD
    assert not p.has(back, UNSUPPLIED)


def test_a_leader_whose_last_unit_starves_finds_another() -> None:
    p = field(11)
    at(p, "csa_2_va", "2018", 1, flags=UNSUPPLIED)
    at(p, "csa_stuart", "2018")
    run(p, SUPPLY_STATUS)
    assert p.stack == [REST, FIND_UNITS]


def test_a_depot_feeds_two_confederate_units_of_the_owners_choice() -> None:
    p = field()
    hill, ewell = at(p, "csa_a_p_hill", "4124", 18), at(p, "csa_ewell_b", "4124", 14)
    cavalry = at(p, "csa_2_va", "4124", 1)
    run(p, SUPPLY_STATUS)
    assert (p.waits_for, p.side_to_act) == (DECISION, CSA)
    agrees(p)
    assert keys(p.objections(p.ground.words.parse("supply csa_hood"))) == ["not_at_depot"]
    assert keys(p.objections(p.ground.words.parse("done"))) == ["not_now"]
    play(p, "supply csa_2_va")
    agrees(p)
    play(p, "supply csa_a_p_hill")
    assert [p.has(unit, UNSUPPLIED) for unit in (hill, ewell, cavalry)] == [False, True, False]
    assert (p.stack, p.waiting, p.task) == ([REST], [], 0)


def test_two_units_at_a_depot_need_no_choice_and_a_lost_depot_feeds_nobody() -> None:
    p = field()
    hill, ewell = at(p, "csa_a_p_hill", "4124", 18), at(p, "csa_ewell_b", "4124", 14)
    hood = at(p, "csa_hood", "5044", 8)
    station_marked(p, p.theatre.hex("5044"))
    run(p, SUPPLY_STATUS)
    assert p.stack == [REST]
    assert [p.has(unit, UNSUPPLIED) for unit in (hill, ewell, hood)] == [False, False, True]


@pytest.mark.parametrize("name", ["usa_fairchild", "usa_harland", "usa_3_in", "usa_6_ny"])
def test_some_are_kept_in_supply_until_they_have_acted(name: str) -> None:
    p = field()
    p.depots = [1, 1, 1, 1, 0]
    unit = at(p, name, "4351", 1)
    run(p, SUPPLY_STATUS)
    assert not p.has(unit, UNSUPPLIED)
    p.flags[unit] |= ACTED
    run(p, SUPPLY_STATUS)
    assert p.has(unit, UNSUPPLIED)


def test_supply_effects() -> None:
    """EX-22."""
    p = field()
    king = at(p, "usa_king", "1441", 18, 0, UNSUPPLIED)
    rested = at(p, "usa_ricketts", "1441", 18, 0, UNSUPPLIED | DISORGANIZED)
    last = at(p, "usa_steinwehr", "1441", 1, 2, UNSUPPLIED | DISORGANIZED)
    fed = at(p, "usa_schurz", "1441", 7, 2, DISORGANIZED)
    organized = at(p, "usa_schenck", "1441", 9, 2, UNSUPPLIED)
    run(p, SUPPLY_EFFECTS)
    assert p.has(king, DISORGANIZED) and p.has(organized, DISORGANIZED)
    assert [p.manpower[unit] for unit in (king, rested, last, fed, organized)] == [18, 18, 1, 7, 9]
    p.turn, p.fatigue[king] = 7, 1
    run(p, SUPPLY_EFFECTS)
    assert [p.manpower[unit] for unit in (king, rested, last, fed, organized)] == [17, 18, 1, 7, 8]
    assert p.losses[len(CAUSES) * USA + SUPPLY] == 2


# 20.4: foraging


def test_every_county_has_its_values() -> None:
    p = field()
    for side in (CSA, USA):
        assert sorted(VALUES[side]) == sorted(p.ground.counties)
        assert all(3 <= forage_value(p, side, county) <= 6 for county in range(len(p.ground.counties)))


def hungry(p: SjwPosition, name: str, hex: str, fatigue: int) -> int:
    return at(p, name, hex, 14, fatigue, UNSUPPLIED)


def test_forage() -> None:
    """EX-23."""
    p = field(7)
    hill, taliaferro = hungry(p, "csa_a_p_hill", "3502", 1), hungry(p, "csa_taliaferro", "2018", 2)
    begin_forage(p)
    agrees(p)
    play(p, "forage csa_a_p_hill")
    p.play(dice_outcome([4]))
    assert not p.has(hill, UNSUPPLIED)
    agrees(p)
    play(p, "forage csa_taliaferro")
    p.play(dice_outcome([3]))
    assert p.has(taliaferro, UNSUPPLIED)
    assert p.stack == [REST], "nobody is left who may forage"
    assert not any(p.has(unit, FORAGED) for unit in range(COUNT))


def test_dispersal_counts_infantry_that_tried_before() -> None:
    """EX-23, with the option."""
    p = field(7)
    p.switches |= DISPERSAL
    taliaferro = hungry(p, "csa_taliaferro", "2018", 2)
    beside = p.ground.names[p.ground.around[p.hex[taliaferro]][0]]
    hill, cavalry = hungry(p, "csa_a_p_hill", beside, 0), hungry(p, "csa_f_lee", beside, 0)
    far = hungry(p, "csa_hood", "3502", 0)
    for unit in (hill, cavalry, far):
        p.flags[unit] |= FORAGED
    assert forage_modifier(p, taliaferro) == 3
    assert forage_modifier(p, cavalry) == 0
    p.switches = 0
    assert forage_modifier(p, taliaferro) == 2


def test_who_may_forage() -> None:
    p = field(7)
    hungry(p, "csa_taliaferro", "2018", 2)
    p.flags[hungry(p, "csa_hood", "2018", 0)] |= WORKED
    hungry(p, "csa_kemper", "2018", 3)
    at(p, "csa_wilcox", "2018", 9)
    demoralized = hungry(p, "csa_evans", "2018", 0)
    set_demoralized(p, demoralized, 1)
    hungry(p, "usa_king", "1441", 0)
    begin_forage(p)
    words = p.ground.words
    agrees(p)
    assert {option.text for option in p.options()} == {"forage csa_taliaferro", "forage csa_evans", "done"}
    for name, key in (
        ("csa_hood", "forage_worked"), ("csa_kemper", "forage_tired"), ("csa_wilcox", "forage_supplied"),
        ("usa_king", "not_your_unit"), ("csa_anderson", "not_your_unit"),
    ):  # fmt: skip
        assert keys(p.objections(words.parse(f"forage {name}"))) == [key]
    assert keys(p.objections(words.parse("pass"))) == ["not_now"]
    play(p, "forage csa_evans")
    p.play(dice_outcome([6]))
    assert keys(p.objections(words.parse("forage csa_evans"))) == ["forage_once"]
    play(p, "done")
    assert p.side_to_act == USA
    play(p, "done")
    assert p.stack == [REST]


# 21: substitutes


def test_detach() -> None:
    """EX-25."""
    p = field()
    division = at(p, "csa_taliaferro", "1552", 14, 2, DISORGANIZED)
    p.works[division] = 2
    march = marching(p, division, before=1)
    first = detach(p, division, 5)
    assert (p.manpower[first], p.fatigue[first], p.works[first]) == (5, 1, 2)
    assert p.has(first, DISORGANIZED) and not p.has(first, UNSUPPLIED)
    assert (p.manpower[division], p.fatigue[division]) == (9, 2)
    march.moved = True
    p.works[division] = 0
    put(p, division, p.theatre.hex("1652"))
    p.flags[division] |= UNSUPPLIED
    second = detach(p, division, 4)
    assert (p.manpower[second], p.fatigue[second], p.works[second]) == (4, 2, 0)
    assert p.has(second, UNSUPPLIED)
    assert (p.manpower[division], p.hex[second], p.hex[first]) == (5, p.hex[division], p.theatre.hex("1552"))
    p.check()


def test_what_may_be_detached() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", "1552", 18)
    marching(p, hill)
    assert detach_objections(p, 9) == [] and detachable(p, hill) == 9
    p.manpower[hill] = 4
    assert detach_objections(p, 3) == [] and detachable(p, hill) == 3
    assert keys(detach_objections(p, 4)) == ["keeps_one"]
    p.manpower[hill] = 1
    assert keys(detach_objections(p, 1)) == ["keeps_one"] and detachable(p, hill) == 0
    buford = at(p, "usa_buford", "1847", 4)
    marching(p, buford)
    assert detach_objections(p, 2) == [] and detachable(p, buford) == 2
    assert keys(detach_objections(p, 3)) == ["substitute_size"]
    basic = field(3, "rappahannock_to_bull_run")
    assert keys(detach_objections(basic, 1)) == ["no_detaching"] and detachable(basic, hill) == 0


def test_there_are_three_of_each_type() -> None:
    p = field()
    hill = at(p, "csa_a_p_hill", "1552", 18)
    marching(p, hill)
    for _ in range(3):
        detach(p, hill, 2)
    assert keys(detach_objections(p, 2)) == ["no_substitute"] and detachable(p, hill) == 0
    assert free_substitute(p, CSA, INF) < 0
    assert free_substitute(p, CSA, CAV) == SUBSTITUTES[CSA][CAV][0]
    assert free_substitute(p, USA, INF) == SUBSTITUTES[USA][INF][0]


def test_a_substitute_serves_with_the_corps_and_army_of_its_parent() -> None:
    p = field()
    hooker = at(p, "usa_hooker", "4124", 14)
    marching(p, hooker)
    first = detach(p, hooker, 5)
    marching(p, first)
    second = detach(p, first, 2)
    for unit in (first, second):
        assert (command_of(p, unit), army_of(p, unit)) == (command_of(p, hooker), AP)
    assert p.parent[second] == hooker


def test_a_demoralized_unit_detaches_demoralized_ones() -> None:
    p = field()
    king = at(p, "usa_king", "1441", 18)
    set_demoralized(p, king, 2)
    marching(p, king)
    assert p.demoralized[detach(p, king, 3)] == 2
    p.check()


def substitute(
    p: SjwPosition, name: str, parent: str, hex: str, manpower: int, fatigue: int = 0, flags: int = 0
) -> int:
    unit = at(p, name, hex, manpower, fatigue, flags)
    p.parent[unit] = UNIT[parent]
    return unit


@pytest.mark.parametrize(("manpower", "disorganized"), [(4, True), (5, False)])
def test_attach(manpower: int, disorganized: bool) -> None:
    """EX-26."""
    p = field()
    sub = substitute(p, "csa_sub_inf_1", "csa_kemper", "1552", 5, 1, DISORGANIZED | UNSUPPLIED)
    p.works[sub] = 1
    hood = at(p, "csa_hood", "1552", manpower)
    run(p, ATTACHMENT)
    agrees(p)
    play(p, "attach csa_sub_inf_1 csa_hood")
    assert (p.manpower[hood], p.fatigue[hood], p.works[hood]) == (manpower + 5, 1, 0)
    assert p.has(hood, DISORGANIZED) == disorganized and not p.has(hood, UNSUPPLIED)
    assert (p.hex[sub], p.manpower[sub], p.flags[sub], p.parent[sub]) == (SPARE, 0, 0, -1)
    assert p.stack == [REST]
    p.check()


def test_a_larger_organized_part_reorganizes_its_host() -> None:
    p = field()
    substitute(p, "csa_sub_inf_1", "csa_kemper", "1552", 5)
    hood = at(p, "csa_hood", "1552", 4, 2, DISORGANIZED | UNSUPPLIED)
    p.works[hood] = 2
    run(p, ATTACHMENT)
    play(p, "attach csa_sub_inf_1 csa_hood")
    assert not p.has(hood, DISORGANIZED) and p.has(hood, UNSUPPLIED)
    assert (p.fatigue[hood], p.works[hood]) == (2, 2)


def why_not(p: SjwPosition, unit: str, host: str) -> list[str]:
    return keys(attach_objections(p, UNIT[unit], UNIT[host]))


def test_limits_of_attachment() -> None:
    p = field()
    substitute(p, "csa_sub_inf_1", "csa_a_p_hill", "1552", 5)
    substitute(p, "csa_sub_cav_1", "csa_f_lee", "1552", 1)
    at(p, "csa_hood", "1552", 13)
    assert why_not(p, "csa_sub_inf_1", "csa_hood") == []
    at(p, "csa_hood", "1552", 14)
    assert why_not(p, "csa_sub_inf_1", "csa_hood") == ["attach_limit"]
    at(p, "csa_gregg", "1552", 4)
    assert why_not(p, "csa_sub_inf_1", "csa_gregg") == []
    at(p, "csa_gregg", "1552", 5)
    assert why_not(p, "csa_sub_inf_1", "csa_gregg") == ["attach_limit"]
    at(p, "csa_robertson", "1552", 3)
    assert why_not(p, "csa_sub_cav_1", "csa_robertson") == []
    at(p, "csa_robertson", "1552", 4)
    assert why_not(p, "csa_sub_cav_1", "csa_robertson") == ["attach_limit"]
    at(p, "csa_2_va", "1552", 1)
    assert why_not(p, "csa_sub_cav_1", "csa_2_va") == []
    assert why_not(p, "csa_sub_cav_1", "csa_gregg") == ["attach_type"]
    assert why_not(p, "csa_hood", "csa_gregg") == ["attach_who", "attach_limit"]
    at(p, "csa_wilcox", "1652", 9)
    assert why_not(p, "csa_sub_inf_1", "csa_wilcox") == ["attach_stacked"]
    assert why_not(p, "csa_sub_inf_1", "csa_sub_inf_1") == ["attach_itself"]
    at(p, "csa_jackson", "1552")
    for host in ("csa_jackson", "usa_king"):
        assert why_not(p, "csa_sub_inf_1", host) == ["not_your_unit"]


@pytest.mark.parametrize(
    ("unit", "host", "allowed"),
    [
        ("usa_griffin", "usa_morell", True), ("usa_griffin", "usa_sykes", True), ("usa_griffin", "usa_reynolds", True),
        ("usa_griffin", "usa_king", False), ("usa_taylor", "usa_slocum", True), ("usa_taylor", "usa_smith", True),
        ("usa_taylor", "usa_couch", False), ("usa_kimball", "usa_sedgwick", True),
        ("usa_kimball", "usa_richardson", True), ("usa_kimball", "usa_morell", False),
        ("usa_3_in", "usa_buford", True), ("usa_6_ny", "usa_bayard", True), ("usa_3_in", "usa_1_me", False),
        ("usa_waagner", "usa_king", True), ("usa_purnell_legion", "usa_milroy", True), ("usa_9_vt", "usa_white", True),
        ("usa_60_ny", "usa_greene", True), ("usa_60_ny", "usa_9_vt", False), ("usa_1_me", "usa_buford", False),
        ("csa_evans", "csa_hood", True), ("csa_evans", "csa_ripley", True), ("csa_evans", "csa_a_p_hill", False),
        ("csa_2_va", "csa_f_lee", True), ("csa_2_va", "csa_hood", False),
    ],
)  # fmt: skip
def test_special_attachments(unit: str, host: str, allowed: bool) -> None:
    p = field()
    p.side = SIDES.index(unit[:3])
    at(p, unit, "4124", 1)
    at(p, host, "4124", 1)
    assert (why_not(p, unit, host) == []) == allowed
    assert (f"attach {unit} {host}" in [option.text for option in attachments(p, p.side)]) == allowed


def test_special_attachments_are_for_good_and_keep_to_the_limits() -> None:
    p = field()
    griffin, morell = at(p, "usa_griffin", "5044", 4, 1), at(p, "usa_morell", "5044", 7)
    at(p, "usa_sykes", "5044", 15)
    run(p, ATTACHMENT)
    assert p.side_to_act == USA
    agrees(p)
    assert [option.text for option in p.options()] == ["attach usa_griffin usa_morell", "done"]
    play(p, "attach usa_griffin usa_morell")
    assert (p.hex[griffin], p.manpower[morell], p.fatigue[morell]) == (ATTACHED, 11, 1)
    assert p.stack == [REST]
    p.check()


def test_the_confederates_attach_first_then_the_union() -> None:
    p = field()
    at(p, "csa_2_va", "1552", 1)
    at(p, "csa_f_lee", "1552", 2)
    at(p, "usa_griffin", "5044", 4)
    at(p, "usa_morell", "5044", 7)
    run(p, ATTACHMENT)
    assert p.side_to_act == CSA
    assert keys(p.objections(p.ground.words.parse("attach usa_griffin usa_morell"))) == ["not_your_unit"]
    assert keys(p.objections(p.ground.words.parse("pass"))) == ["not_now"]
    play(p, "done")
    assert p.side_to_act == USA
    play(p, "done")
    assert p.stack == [REST]


def test_the_worse_state_of_mind_spreads() -> None:
    p = field()
    sub = substitute(p, "usa_sub_inf_1", "usa_king", "1441", 2)
    set_demoralized(p, sub, 2)
    king = at(p, "usa_king", "1441", 9)
    run(p, ATTACHMENT)
    play(p, "attach usa_sub_inf_1 usa_king")
    assert (p.demoralized[king], p.demoralized[sub]) == (2, 0)
    p.check()


def test_a_leader_left_alone_by_an_attachment_finds_a_unit() -> None:
    p = field()
    substitute(p, "csa_sub_inf_1", "csa_a_p_hill", "1552", 2)
    at(p, "csa_hood", "1552", 4)
    at(p, "csa_jackson", "1552")
    run(p, ATTACHMENT)
    play(p, "attach csa_sub_inf_1 csa_hood")
    assert p.stack == [REST, FIND_UNITS]
