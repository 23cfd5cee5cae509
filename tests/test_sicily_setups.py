"""Sicily: the set-ups of the two short scenarios are legal, and the campaign begins as the specification says."""

from typing import Final

import pytest

from senki.games.sicily import GAME
from senki.games.sicily.airfields import count_airfields
from senki.games.sicily.areas import in_own_area
from senki.games.sicily.capture import is_allied
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    COUNT,
    DEPOTS,
    DIVISION,
    DIVISIONS,
    GERMANY,
    IS_DEPOT,
    IS_REGIMENT,
    ITALY,
    NATION,
    SIDE_OF,
    SIDES,
    UK,
    UK_ARMY,
    UNIT,
    UNITS,
    UNITS_OF,
    US_ARMY,
)
from senki.games.sicily.position import DEAD, EVACUATED, GUNS, OUT, SUPPLIED, WAITING, SicilyPosition, units_in
from senki.games.sicily.scenario import SCENARIOS, scenario_of
from senki.games.sicily.supply import judge_all
from senki.games.sicily.tables import STACKING, TABLES
from senki.games.sicily.victory import final_points, grade_of, points, tactical_points

SHORT: Final = ["landing", "race"]
AXIS_LINE: Final = ["4305", "4210", "4713", "4814", "5116"]
ALLIED_LINE: Final = ["3806", "3911", "4313", "4414"]


def begun(name: str) -> SicilyPosition:
    """A scenario as it begins."""
    return GAME.start(name, {})


def on_map(p: SicilyPosition) -> list[int]:
    """The counters on the map."""
    return [unit for unit in range(COUNT) if p.hex[unit] >= 0]


@pytest.mark.parametrize("name", SCENARIOS)
def test_everybody_is_sound(name: str) -> None:
    begun(name).check()


@pytest.mark.parametrize("name", SHORT)
def test_nobody_is_overstacked_or_at_sea(name: str) -> None:
    p = begun(name)
    for unit in on_map(p):
        assert p.ground.land[p.hex[unit]], UNITS[unit]
        assert len(units_in(p, SIDE_OF[unit], p.hex[unit])) <= STACKING, UNITS[unit]
        assert not p.presence.units(1 - SIDE_OF[unit], p.hex[unit]), UNITS[unit]


@pytest.mark.parametrize("name", SHORT)
def test_nobody_shares_a_hex_with_the_other_army(name: str) -> None:
    p = begun(name)
    for unit in on_map(p):
        if SIDE_OF[unit] == ALLIES:
            assert in_own_area(p, unit, p.hex[unit]) or IS_DEPOT[unit], UNITS[unit]
            assert all(ARMY[other] == ARMY[unit] for other in units_in(p, ALLIES, p.hex[unit])), UNITS[unit]


@pytest.mark.parametrize("name", SHORT)
def test_everybody_is_in_supply(name: str) -> None:
    p = begun(name)
    judge_all(p)
    assert [UNITS[unit] for unit in on_map(p) if not IS_DEPOT[unit] and p.status[unit] != SUPPLIED] == []


@pytest.mark.parametrize("name", SHORT)
def test_places_belong_to_whoever_stands_in_them(name: str) -> None:
    p = begun(name)
    for unit in on_map(p):
        if p.ground.place_at[p.hex[unit]] >= 0:
            assert is_allied(p, p.hex[unit]) == (SIDE_OF[unit] == ALLIES), UNITS[unit]


# the landing


def test_the_landing_has_its_columns_and_no_british() -> None:
    p = begun("landing")
    assert min(p.ground.column) == 27 and max(p.ground.column) == 45
    assert all(p.hex[unit] == OUT for unit in range(COUNT) if ARMY[unit] == UK_ARMY)
    assert all(p.hex[unit] != WAITING for unit in UNITS_OF[AXIS] if ARMY[unit] == GERMANY)
    assert p.theatre.plan.first_turn == 1 and p.theatre.plan.last_turn == 4


# the race


def test_the_line_of_early_august() -> None:
    p = begun("race")
    for side, line in ((AXIS, AXIS_LINE), (ALLIES, ALLIED_LINE)):
        for name in line:
            assert units_in(p, side, p.ground.number(name)), f"{SIDES[side]} {name}"
    assert p.turn == 13 and p.theatre.plan.last_turn == 20
    assert p.theatre.plan.day(13) == "1943-08-03"


def test_every_counter_of_the_race_has_its_place() -> None:
    assert sorted(start.unit for start in scenario_of("race").setup) == list(range(COUNT))


def test_the_allies_have_come_no_further() -> None:
    """No enemy behind either line: every Axis unit stands north or east of every Allied hex in its column."""
    p = begun("race")
    lowest: dict[int, int] = {}
    for unit in UNITS_OF[AXIS]:
        if p.hex[unit] >= 0:
            column = p.ground.column[p.hex[unit]]
            lowest[column] = max(lowest.get(column, 0), p.ground.row[p.hex[unit]])
    for unit in UNITS_OF[ALLIES]:
        if p.hex[unit] >= 0:
            assert p.ground.row[p.hex[unit]] > lowest.get(p.ground.column[p.hex[unit]], 0), UNITS[unit]


def test_the_forces_of_the_race() -> None:
    p = begun("race")
    axis = [unit for unit in UNITS_OF[AXIS] if p.hex[unit] >= 0]
    assert len([unit for unit in axis if ARMY[unit] == GERMANY]) == 30
    assert len([unit for unit in axis if ARMY[unit] == ITALY]) == 17
    there = {DIVISIONS[DIVISION[unit]] for unit in axis}
    assert {"HG", "15PG", "29PG", "1FJ", "Liv", "Nap", "Aosta", "Assietta"} <= there
    allies = {DIVISIONS[DIVISION[unit]] for unit in UNITS_OF[ALLIES] if p.hex[unit] >= 0}
    assert {"1", "3", "9", "45", "2A", "82", "1C", "5", "50", "51", "78", "4Arm", "23Arm"} <= allies
    assert all(p.hex[unit] >= 0 for unit in range(COUNT) if NATION[unit] == UK and UNITS[unit].endswith("_med"))


def test_who_has_left_and_who_may_still_come() -> None:
    p = begun("race")
    assert p.gone == sum(p.hex[unit] == EVACUATED for unit in UNITS_OF[AXIS]) == 6
    assert p.gone < int(TABLES["interdiction"]["after"])
    assert [UNITS[unit] for unit in range(COUNT) if p.hex[unit] == GUNS] == ["de_calabria_art_g", "it_calabria_art_i"]
    assert all(p.left[unit] == 0 for unit in range(COUNT) if p.hex[unit] == DEAD)
    assert p.hex[UNIT["de_9_26pz"]] == WAITING and p.groups == 1


def test_places_and_points_of_the_race() -> None:
    p = begun("race")
    assert tactical_points(p) == 55 and points(p) == 0 and final_points(p) == 55
    count_airfields(p)
    assert p.captured == 17
    assert [p.ground.names[p.hex[depot]] for depot in DEPOTS] == ["2003", "2606", "5421", "5525"]
    assert grade_of(p, 157).level == "marginal" and grade_of(p, 157).winner == ALLIES


def test_markers_and_chits_of_the_race() -> None:
    p = begun("race")
    assert p.packs == [1, 3]
    for unit in on_map(p):
        reduced = IS_REGIMENT[unit] and p.left[unit] == 2
        assert not reduced or p.chit[unit] >= 0, UNITS[unit]
        assert p.left[unit] > 1 or p.chit[unit] < 0, UNITS[unit]


@pytest.mark.parametrize("army", [US_ARMY, UK_ARMY])
def test_each_army_has_an_end_run_to_make(army: int) -> None:
    p = begun("race")
    assert sum(p.permits[2 * army : 2 * army + 2]) > 0
    here = [p.hex[unit] for unit in UNITS_OF[ALLIES] if ARMY[unit] == army and p.hex[unit] >= 0]
    assert any(p.ground.beach[hex] or (p.ground.city[hex] and p.ground.coast[hex]) for hex in here)
