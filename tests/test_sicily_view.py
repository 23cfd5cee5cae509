"""Sicily on the table: written positions, views, overlays, chances."""

from typing import Any

import pytest

from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import Odds, Piece, View, read_json, to_json
from senki.engine.option import Option
from senki.engine.position import CHANCE, DECISION
from senki.engine.registry import find_game
from senki.games.sicily.combat import RESULTS
from senki.games.sicily.counters import ALLIES, AXIS, UNIT
from senki.games.sicily.drops import LOSS_WORDS
from senki.games.sicily.odds import key_of
from senki.games.sicily.position import DEAD, DISRUPTED, SicilyPosition
from senki.games.sicily.scenario import SCENARIOS
from senki.games.sicily.shifts import column_of

SICILY = find_game("sicily")
GELA = {
    "us_1_rgr": {"hex": "3625", "aim": "3624"},
    "us_4_rgr": {"hex": "3625", "aim": "3624"},
    "it_134_cst": {"hex": "3624"},
}
NISCEMI = {
    "us_16_1": {"hex": "3824", "status": "unsupplied"},
    "us_26_1": {"hex": "3823", "strength": 9},
    "de_1_hg": {"hex": "3923"},
    "de_i_pz_hg": {"hex": "3923"},
}

MESSINA = {"us_16_1": {"hex": "6002"}, "de_1_hg": {"hex": "5116"}}


def start(scenario: str, **settings: str) -> SicilyPosition:
    """The position in which a scenario begins."""
    p = SICILY.start(scenario, SICILY.settings(settings, scenario))
    p.settle()
    assert isinstance(p, SicilyPosition)
    return p


def read(**fields: Any) -> SicilyPosition:
    """A position of the campaign, or of whatever scenario is named."""
    p = SICILY.read(fields, "case")
    p.settle()
    assert isinstance(p, SicilyPosition)
    return p


def written_and_read(p: SicilyPosition) -> SicilyPosition:
    """The position that comes back from the bytes of one."""
    found = SICILY.read(read_json(to_json(SICILY.write(p)), dict, "position"), "position")
    assert isinstance(found, SicilyPosition)
    return found


def play(p: SicilyPosition, *texts: str) -> SicilyPosition:
    """The position after some choices and dice."""
    for text in texts:
        p.play(SICILY.answer(p, text))
    return p


def piece(p: SicilyPosition, name: str, side: int = -1) -> Piece:
    """A counter as a side sees it."""
    return next(one for one in SICILY.view(p, side).pieces if one.id == name)


def field(view: View, name: str) -> dict[str, str | int]:
    """What a field says."""
    return next(one.facts for one in view.fields if one.id == name)


# Written positions


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_position_comes_back_from_its_form_before_and_after_anything_has_run(scenario: str) -> None:
    before = SICILY.start(scenario, SICILY.settings({}, scenario))
    assert isinstance(before, SicilyPosition)
    assert written_and_read(before) == before
    after = start(scenario)
    assert written_and_read(after) == after


def test_a_game_that_is_over_comes_back_with_its_result() -> None:
    p = read(turn=20, side="axis", to_come=["end_turn"], units=MESSINA, numbers={"us": 3, "uk": 2})
    assert p.over and p.result is not None and p.result.points == p.ground.points[p.ground.messina] - 2 * 5
    assert written_and_read(p).result == p.result


def test_only_the_units_named_are_in_play_unless_the_others_are_as_set_up() -> None:
    alone = read(units={"us_16_1": {"hex": "3720"}})
    assert [one.id for one in SICILY.view(alone, 0).pieces] == ["us_16_1"]
    with_them = read(units={"us_16_1": {"hex": "3720"}}, setup=True)
    assert len(SICILY.view(with_them, 0).pieces) == 222


def test_a_chit_is_taken_out_of_its_pool_and_given_by_kind_or_by_strength() -> None:
    by_strength = read(units={"us_16_1": {"hex": "3720", "strength": 9}})
    by_kind = read(units={"us_16_1": {"hex": "3720", "chit": 4}})
    assert by_strength == by_kind
    assert by_kind.pool[14 + 3] == 6


def test_what_is_read_is_a_place_of_whoever_stands_there() -> None:
    p = read(turn=4, units={"us_16_1": {"hex": "3715"}, "de_1_hg": {"hex": "5116"}}, held=["5116", "2003"])
    assert [p.ground.names[p.ground.places[n]] for n in range(len(p.held)) if p.held[n]] == ["2003", "3715"]
    assert p.lost_sources == 0b110


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"units": {"us_16_1": {"hex": "9999"}}}, "there is no hex '9999'"),
        ({"units": {"us_99": {}}}, "there is no unit 'us_99'"),
        ({"units": {"us_16_1": {"hex": "3720", "box": "dead"}}}, "in a hex or in a box"),
        ({"units": {"us_16_1": {"hex": "3720", "left": 2}}}, "reduced without a chit"),
        ({"units": {"us_16_1": {"hex": "3720", "strength": 3}}}, "the chits of its pool have 6, 7, 8"),
        ({"units": {"us_1_rgr": {"hex": "3720", "chit": 3}}}, "only a regiment"),
        ({"units": {"us_16_1": {"hex": "3720"}, "de_1_hg": {"hex": "3720"}}}, "enemies share 3720"),
        ({"units": {"us_16_1": {"hex": "3626"}}}, "'aim' says where"),
        ({"units": {"us_16_1": {"hex": "3720", "morale": 4}}}, "morale"),
        ({"units": {"us_16_1": {"box": "guns"}}}, "only Axis artillery"),
        ({"units": {"de_1_hg": {"hex": "3720", "states": ["packed"]}}}, "only Allied regiments"),
        ({"turn": 21}, "turn"),
        ({"turn": 2, "special": True}, "only turn 1"),
        ({"to_come": ["sleep"]}, "there is no step 'sleep'"),
        ({"to_come": ["supply"]}, "no part of this player turn"),
        ({"turn": 3, "to_come": ["combat", "move"]}, "cannot be followed by"),
        ({"turn": 3, "to_come": ["go"]}, "a step to come needs one"),
        ({"turn": 3, "to_come": ["chit_draw"]}, "for those who draw"),
        ({"turn": 3, "to_come": ["port_die"]}, "for ports just taken"),
        ({"turn": 3, "to_come": ["combat_die"]}, "needs a battle"),
        ({"turn": 3, "to_come": ["retreat"]}, "needs an aftermath"),
        ({"turn": 3, "to_come": ["landing_die"]}, "waiting"),
        ({"turn": 3, "side": "axis", "to_come": ["divide"]}, "task"),
        ({"boundary": "column_54"}, "does not divide"),
        ({"numbers": {"us": 6}}, "at most 5"),
        ({"ferried": {"3720": [1, 0]}}, "nobody leaves"),
        ({"opens": {"3720": 4}}, "there is no port"),
        ({"held": ["3720"]}, "nothing to own"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(fields: dict[str, Any], wrong: str) -> None:
    with pytest.raises((Malformed, UnknownName), match=wrong):
        SICILY.read(fields, "case")


# Views


def test_a_regiment_shows_class_morale_and_movement_and_a_question_mark_before_its_chit() -> None:
    p = read(units={"us_16_1": {"hex": "3720"}, "us_1_rgr": {"hex": "3720"}, "us_cca_2a": {"hex": "3721"}})
    regiment = piece(p, "us_16_1")
    assert (regiment.values, regiment.markers, regiment.colour) == (["A", "3", "8"], ["undrawn"], "us")
    assert (regiment.symbol, regiment.state, regiment.facts["strength"]) == ("infantry", "full", "?")
    assert piece(p, "us_1_rgr").values == ["2", "8"]
    assert piece(p, "us_cca_2a").values[0] == "[B]"


def test_chits_show_their_side_and_a_cadre_its_one_point() -> None:
    units = {
        "us_16_1": {"hex": "3720", "strength": 9},
        "us_18_1": {"hex": "3720", "strength": 8, "left": 2},
        "us_26_1": {"hex": "3720", "left": 1},
        "us_1_rgr": {"hex": "3721", "left": 1},
    }
    p = read(units=units)
    assert [piece(p, name).markers for name in units] == [["chit_9"], ["reduced_4"], ["cadre"], ["worn"]]
    assert [piece(p, name).state for name in units] == ["full", "reduced", "cadre", "reduced"]
    assert piece(p, "us_26_1").values == ["1", "8"]


def test_what_lies_on_a_counter() -> None:
    states = ["disrupted", "packed", "shaken"]
    p = read(units={"us_16_1": {"hex": "3720", "status": "isolated", "states": states}}, turn=5)
    assert piece(p, "us_16_1").markers == ["undrawn", "isolated", *states]
    q = read(units=GELA, to_come=["combat"])
    assert piece(q, "us_1_rgr").markers == ["afloat"]


def test_everything_a_view_shows_is_declared_on_the_card() -> None:
    p = start("race")
    view = SICILY.view(p, AXIS)
    markers = {one.id for one in SICILY.looks.markers}
    assert {marker for one in view.pieces for marker in one.markers} <= markers
    assert {one.colour for one in view.pieces} <= {one.id for one in SICILY.looks.colours}
    assert {mark.kind for mark in view.marks} <= {one.id for one in SICILY.looks.marks}
    assert "allied" in {mark.kind for mark in view.marks}


def test_a_closed_port_and_the_ends_of_the_boundary_lie_on_the_map() -> None:
    p = read(turn=6, units={"us_16_1": {"hex": "2003"}}, opens={"2003": 8})
    shown = [(mark.kind, mark.place) for mark in SICILY.view(p, 0).marks]
    assert shown == [("closed", "2003"), ("boundary", "4603"), ("boundary", "4631")]


def test_the_fields_tell_points_and_weather() -> None:
    fields = {"supply": {"us": 3, "it": -2}, "naval": {"us": 2, "uk": 1}, "weather": "rain", "air": 2}
    view = SICILY.view(read(turn=5, ledger={"axis_lost": 20}, units={"us_16_1": {"hex": "3720"}}, **fields), 0)
    assert field(view, "supply") == {"us": 3, "uk": 6, "de": 6, "it": -2}
    assert field(view, "naval") == {"us": 2, "uk": 1}
    assert (field(view, "air")["air"], field(view, "vp")["points"]) == (2, 20)
    assert view.fields[0].key == "weather_rain"
    landing = SICILY.view(start("landing"), 0)
    assert field(landing, "goals")["of"] == 2


def test_where_a_unit_may_move_is_told_before_it_begins() -> None:
    p = read(units={"us_16_1": {"hex": "3720"}}, turn=5, us_limit=False)
    assert isinstance(p, SicilyPosition)
    reached = {one.place: (one.cost, one.whole) for one in SICILY.later(p, "us_16_1")}
    play(p, "move us_16_1")
    ways = [one for one in SICILY.view(p, 0).choices if one.verb == "go"]
    assert reached and reached == {one.place: (one.cost, not one.rolls) for one in ways}


def test_what_has_still_to_be_done_is_told_to_the_side_that_must() -> None:
    """A US unit across the boundary has to come back before the segment may be closed (15.3)."""
    p = read(turn=5, units={"us_16_1": {"hex": "4720"}}, us_limit=False)
    assert [(one.clause, one.facts["unit"]) for one in SICILY.view(p, ALLIES).duties] == [("SIC-15.3", "us_16_1")]
    assert SICILY.view(p, AXIS).duties == []


def test_in_the_fog_an_enemy_stack_shows_the_type_on_top_until_it_fights() -> None:
    p = read(switches=["fog"], turn=3, units=NISCEMI, side="allies", to_come=["move"])
    seen = [one for one in SICILY.view(p, ALLIES).pieces if one.side == "axis"]
    assert [(one.id, one.symbol, one.values, one.facts) for one in seen] == [
        ("axis_stack_1", "mechanized", [], {"counters": 2})
    ]
    assert len([one for one in SICILY.view(p, AXIS).pieces if one.side == "axis"]) == 2
    p = read(switches=["fog"], turn=3, units=NISCEMI, side="allies", to_come=["combat"])
    assert p.battle is not None
    assert len([one for one in SICILY.view(p, ALLIES).pieces if one.side == "axis"]) == 2


def attacked(view: View) -> list[str | int]:
    """The hexes a view says are attacked."""
    return [note.facts["hexes"] for note in view.notes if note.key == "battle"]


@pytest.mark.parametrize(("switches", "others"), [([], ["3924"]), (["fog"], [])])
def test_the_hexes_of_an_attack_are_told_while_it_is_put_together(switches: list[str], others: list[str]) -> None:
    units = {"us_179_45": {"hex": "3923"}, "us_180_45": {"hex": "3923"}, "de_1_hg": {"hex": "3924"}}
    p = read(switches=switches, turn=3, units=units, to_come=["combat"], us_limit=False)
    assert attacked(SICILY.view(p, ALLIES)) == []
    play(p, "attack 3924")
    assert attacked(SICILY.view(p, ALLIES)) == ["3924"]
    assert attacked(SICILY.view(p, AXIS)) == others


# Overlays


def overlay(p: SicilyPosition, side: int, name: str) -> dict[str, str]:
    """By place the tone an overlay shows."""
    return {one.place: one.tone for one in SICILY.overlay(p, side, name, "").places}


def test_the_supply_overlay_judges_and_draws_lines() -> None:
    units = {"us_depot_1": {"hex": "3725"}, "us_16_1": {"hex": "3724"}, "uk_13_5": {"hex": "5020"}}
    p = read(turn=5, units=units)
    assert overlay(p, ALLIES, "supply")["3724"] == "good"
    assert overlay(p, ALLIES, "supply")["5020"] == "bad"
    assert overlay(p, AXIS, "supply") == {}
    lines = SICILY.overlay(p, ALLIES, "supply", "").lines
    assert [line.places[-1] for line in lines][-1:] == ["3725"]


def test_the_other_overlays_show_zones_lines_ports_ranges_and_landings() -> None:
    p = read(turn=5, units={"us_16_1": {"hex": "3724"}, "de_1_hg": {"hex": "3923"}}, held=["5525"], opens={"5525": 7})
    assert "3924" in overlay(p, ALLIES, "zones") and "3724" not in overlay(p, ALLIES, "zones")
    assert [line.caption for line in SICILY.overlay(p, ALLIES, "areas", "").lines] == ["XXXX", "US"]
    places = overlay(p, ALLIES, "places")
    assert (places["5525"], places["3724"], places["5116"]) == ("caution", "good", "plain")
    assert "3624" in overlay(p, ALLIES, "gunfire") and "3715" not in overlay(p, ALLIES, "gunfire")
    assert overlay(start("landing"), ALLIES, "targets")["3624"] in ("plain", "bad")


# Odds


def chances(odds: Odds | None) -> dict[str, float]:
    """The chances of results by their key."""
    assert odds is not None
    return {one.key: one.chance for one in odds.results}


def played_out(p: SicilyPosition, *options: Option) -> dict[str, float]:
    """The chances of results when an attack is played out in every way, without support."""
    found: dict[str, float] = {}
    after = p.copy()
    for option in options:
        after.play(option)
    while after.step.name in ("allocate", "resolve"):
        after.play(next(one for one in after.options() if one.verb in ("next", "done", "fight")))
    waiting = [(1.0, after)]
    while waiting:
        chance, q = waiting.pop()
        battle = q.battle
        assert battle is not None
        if q.waits_for == DECISION:
            q.play(next(one for one in q.options() if one.verb in ("pass", "done", "name")))
            waiting.append((chance, q))
        elif q.step.name == "combat_die":
            for result in RESULTS[column_of(q, battle)]:
                found[key_of(result)] = found.get(key_of(result), 0.0) + chance / 6
        else:
            roll = q.roll()
            for number, outcome in enumerate(roll.outcomes):
                other = q.copy()
                other.play(outcome)
                waiting.append((chance * roll.weights[number] / roll.total, other))
    return found


@pytest.mark.parametrize("attacker", ["us_16_1", "us_26_1"])
def test_the_odds_of_an_attack_are_those_of_every_draw_and_die(attacker: str) -> None:
    """One of two regiments attacks out of a town: one that draws a chit, or one out of supply that has it. The
    defender, with two regiments of which one is named, draws first, from the same pool as nobody else."""
    units = {
        "us_16_1": {"hex": "3923"},
        "us_26_1": {"hex": "3923", "strength": 9, "status": "unsupplied"},
        "de_1_hg": {"hex": "3924"},
        "de_i_pz_hg": {"hex": "3924"},
    }
    p = read(turn=3, units=units, to_come=["combat"], us_limit=False)
    play(p, "attack 3924")
    option = SICILY.answer(p, f"with {attacker}")
    told = chances(SICILY.odds(p, option))
    assert sum(told.values()) == pytest.approx(1)
    assert told == pytest.approx(played_out(p, option))


def test_the_odds_draw_from_one_pool_without_putting_back() -> None:
    """Defender and attacker draw from the pool of the same morale, in which little is left."""
    units = {"us_179_45": {"hex": "3923"}, "us_180_45": {"hex": "3923"}, "de_1_hg": {"hex": "3924"}}
    p = read(turn=3, units=units, to_come=["combat"], us_limit=False)
    p.pool[7:14] = [0, 0, 1, 0, 1, 0, 1]
    play(p, "attack 3924")
    option = SICILY.answer(p, "with us_180_45")
    assert chances(SICILY.odds(p, option)) == pytest.approx(played_out(p, option))


def test_the_odds_know_dice_of_air_and_naval_points_that_have_still_to_roll() -> None:
    units = {"uk_13_5": {"hex": "5117", "strength": 6}, "de_1_hg": {"hex": "5116", "chit": 3}}
    battle = {"targets": ["5116"], "attackers": ["uk_13_5"], "air": 1, "naval": 1, "naval_rolls": 1, "asked": 3}
    fields: dict[str, Any] = {"turn": 5, "units": units, "battle": battle, "naval": {"uk": 1}, "air": 1}
    p = read(to_come=["naval_points", "end_battle"], **fields)
    option = SICILY.answer(p, "pass")
    assert chances(SICILY.odds(p, option)) == pytest.approx(played_out(p, option))
    odds = SICILY.odds(p, option)
    assert odds is not None
    assert {"shift_air_die", "shift_naval_die"} <= {line.key for line in odds.lines}


def test_the_rangers_at_gela() -> None:
    """Example 1 before anything is committed: 134 Cst is undrawn and doubled, the town costs a column, surprise two."""
    p = read(turn=1, units=GELA, to_come=["combat"])
    odds = SICILY.odds(p, SICILY.answer(p, "with us_1_rgr"))
    assert odds is not None
    assert [line.key for line in odds.sums] == ["attack", "differential", "defence"]
    assert [line.amount for line in odds.sums] == ["4", "−2…+2", "2–6"]
    amounts = {line.key: line.amount for line in odds.lines}
    assert (amounts["shift_town"], amounts["shift_surprise"], amounts["shift_total"]) == ("1L", "2R", "1R")
    assert [line.clause for line in odds.closed] == ["SIC-4.7", "SIC-4.9"]
    assert len(odds.faces) == 6


def test_the_odds_of_a_drop_are_those_of_every_die() -> None:
    p = start("campaign")
    while p.step.name != "drop_dice":
        p.play(p.roll().outcomes[0] if p.waits_for == CHANCE else p.options()[0])
    unit, hex = p.waiting[0], p.aim[p.waiting[0]]
    found: dict[str, float] = {}
    waiting = [(1.0, p.copy())]
    while waiting:
        chance, q = waiting.pop()
        if q.waits_for == DECISION and q.step.name == "scatter":
            q.play(q.options()[0])
        if q.waits_for == CHANCE and q.waiting and q.waiting[0] == unit:
            roll = q.roll()
            for number, outcome in enumerate(roll.outcomes):
                other = q.copy()
                other.play(outcome)
                waiting.append((chance * roll.weights[number] / roll.total, other))
            continue
        lost = 4 if q.hex[unit] == DEAD else p.left[unit] - q.left[unit] + 1 if q.has(unit, DISRUPTED) else 0
        key = f"drop_{LOSS_WORDS[lost]}"
        found[key] = found.get(key, 0.0) + chance
    text = f"drop {SICILY.view(p, 0).pieces[unit].id} {p.ground.names[hex]}"
    assert chances(SICILY.odds(p, SICILY.parse(text, p))) == pytest.approx(found)


def test_a_landing_a_crossing_and_a_flight_have_their_odds() -> None:
    p = read(turn=1, units={"us_18_1": {"box": "waiting"}, "it_134_cst": {"hex": "3624"}})
    opposed = SICILY.odds(p, SICILY.parse("land us_18_1 3624", p))
    assert chances(opposed) == pytest.approx({"landing_in_order": 4 / 6, "landing_disrupted": 2 / 6})
    units = {"de_1_hg": {"hex": "6002"}, "de_calabria_art_g": {"box": "guns"}}
    axis = read(turn=15, side="axis", units=units, interdiction=True, gone=12)
    crossing = chances(SICILY.odds(axis, SICILY.parse("evacuate de_1_hg", axis)))
    assert crossing == pytest.approx(
        {"crossing_away": 0.5, "crossing_stays": 1 / 6, "crossing_step": 1 / 6, "crossing_lost": 1 / 6}
    )
    assert SICILY.odds(axis, SICILY.parse("move de_1_hg", axis)) is None
    assert axis.hex[UNIT["de_1_hg"]] >= 0
