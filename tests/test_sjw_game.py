"""Stonewall Jackson's Way on the table: written positions, views, overlays, chances, and whole games by every check."""

from random import Random
from typing import Any

import pytest

from senki.engine.errors import Malformed, UnknownName
from senki.engine.forms import Overlay, Piece, View, plain, read_json, to_json
from senki.engine.position import CHANCE
from senki.engine.registry import find_game
from senki.engine.soundness import Inspector
from senki.games.sjw.campaign import SCENARIOS, campaign
from senki.games.sjw.counters import CSA, UNIT, USA
from senki.games.sjw.ground import RAIN
from senki.games.sjw.position import ASIDE, LATER, OUT, SPARE, SjwPosition

SJW = find_game("sjw")
JACKSON = {"csa_jackson": {"hex": "0855"}, "csa_a_p_hill": {"hex": "0855"}}
AUGUR = {"usa_augur": {"hex": "0850"}}


def start(scenario: str, **settings: str) -> SjwPosition:
    """The position in which a scenario begins."""
    p = SJW.start(scenario, SJW.settings(settings, scenario))
    p.settle()
    assert isinstance(p, SjwPosition)
    return p


def read(**fields: Any) -> SjwPosition:
    """A position of Cedar Mountain, or of whatever scenario is named."""
    p = SJW.read({"scenario": "cedar_mountain", **fields}, "case")
    assert isinstance(p, SjwPosition)
    return p


def written_and_read(p: SjwPosition) -> SjwPosition:
    """The position that comes back from the bytes of one."""
    p = SJW.read(read_json(to_json(SJW.write(p)), dict, "position"), "position")
    assert isinstance(p, SjwPosition)
    return p


def play(p: SjwPosition, *texts: str) -> SjwPosition:
    """The position after some choices and dice."""
    for text in texts:
        p.play(SJW.answer(p, text))
    return p


def piece(p: SjwPosition, name: str) -> Piece:
    """A counter as everybody sees it."""
    return next(one for one in SJW.view(p, -1).pieces if one.id == name)


# Scenarios


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_begins_as_its_file_has_it(scenario: str) -> None:
    p = start(scenario)
    plan = campaign(scenario)
    assert [one.id for one in SJW.scenarios] == SCENARIOS
    assert SJW.scenario(scenario).sheet == plan.sheet
    for one in plan.setup:
        expected = p.theatre.hex(one.hex) if one.hex else ASIDE
        assert (p.hex[one.unit], p.manpower[one.unit]) == (expected, one.manpower)
    assert all(p.hex[one.unit] == LATER and p.due[one.unit] == one.turn for one in plan.arrivals)
    Inspector(SJW).inspect(p)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_first_position_comes_back_from_its_form_before_and_after_anything_has_run(scenario: str) -> None:
    before = SJW.start(scenario, SJW.settings({}, scenario))
    assert written_and_read(before) == before
    after = start(scenario)
    assert written_and_read(after) == after


def test_a_scenario_has_only_its_own_switches() -> None:
    assert SJW.switches_of("cedar_mountain")[0].id == "balance"
    with pytest.raises(UnknownName):
        SJW.settings({"dispersal": "on"}, "cedar_mountain")
    assert start("cedar_mountain", balance="on") != start("cedar_mountain")


# Written positions


def test_a_form_that_names_units_has_those_alone() -> None:
    p = read(units={**JACKSON, **AUGUR})
    there = {name for name in UNIT if p.hex[UNIT[name]] != OUT}
    assert there == {"csa_jackson", "csa_a_p_hill", "usa_augur"}
    assert p.manpower[UNIT["csa_a_p_hill"]] == 18, "as the scenario has it"
    assert p.step.name == "action" and p.side == CSA


def test_a_form_without_units_or_with_the_set_up_has_everybody() -> None:
    whole = read()
    assert all(whole.hex[one.unit] >= 0 for one in campaign("cedar_mountain").setup)
    changed = read(setup=True, units={"csa_winder": {"hex": "S0833", "fatigue": 3}, "usa_buford": {"box": "out"}})
    assert changed.hex[UNIT["csa_winder"]] == changed.ground.number("0856")
    assert changed.fatigue[UNIT["csa_winder"]] == 3 and changed.manpower[UNIT["csa_winder"]] == 8
    assert changed.hex[UNIT["usa_buford"]] == OUT
    assert changed.hex[UNIT["csa_lawton"]] == whole.hex[UNIT["csa_lawton"]]


def test_what_is_left_out_is_as_in_the_scenario() -> None:
    p = read(scenario="jacksons_march", units={"csa_ewell_b": {}, "usa_morell": {"fatigue": 0}})
    assert p.hex[UNIT["csa_ewell_b"]] == p.theatre.hex("2518") and p.fatigue[UNIT["csa_ewell_b"]] == 2
    assert p.fatigue[UNIT["usa_morell"]] == 0
    assert (p.side, p.to_act) == (CSA, 0), "a turn for the Confederates alone"
    later = read(scenario="rapidan_to_manassas", turn=3, units={"csa_ripley": {}, "usa_mcclellan": {}, "usa_white": {}})
    assert later.hex[UNIT["csa_ripley"]] == LATER and later.due[UNIT["csa_ripley"]] == 8
    assert later.hex[UNIT["usa_mcclellan"]] == ASIDE and later.hex[UNIT["csa_sub_inf_1"]] == SPARE
    assert piece(later, "usa_white").markers == ["fort"]
    assert [plain(mark)["kind"] for mark in SJW.view(later, -1).marks].count("union_only") == 1


def test_rain_shortens_zones_of_control_in_a_written_position_too() -> None:
    fields: dict[str, Any] = {"scenario": "rapidan_to_manassas", "turn": 4, "units": {}}
    dry, wet = read(**fields), read(**fields, weather="rain")
    assert wet.weather == RAIN and wet.rain_until == 4
    assert dry.presence.reached[USA] != wet.presence.reached[USA]
    assert written_and_read(wet) == wet


def test_steps_in_the_middle_may_be_asked_for_by_name() -> None:
    march = read(turn=2, units={**JACKSON, **AUGUR}, march={"unit": "csa_a_p_hill", "half_points": 6}, to_come=["go"])
    assert [march.steps[step].name for step in reversed(march.stack)] == [
        "go", "end_march", "cycle", "recovery", "end_turn",
    ]  # fmt: skip
    assert "move 0854" in [option.text for option in march.options()]
    attack = read(
        turn=2,
        units={"csa_a_p_hill": {"hex": "0855"}, "usa_augur": {"hex": "0854"}},
        march={"unit": "csa_a_p_hill"},
        battle={"kind": "march", "side": "csa", "target": "0854", "attackers": ["csa_a_p_hill"]},
        to_come=["combat_dice"],
    )
    assert attack.battle is not None and attack.battle.defenders == [UNIT["usa_augur"]]
    assert written_and_read(attack) == attack
    assert SJW.view(attack, -1).prompt.key == "combat_dice"


MARCH: dict[str, Any] = {"unit": "csa_a_p_hill"}
FIGHT: dict[str, Any] = {
    "turn": 2,
    "units": {"csa_a_p_hill": {"hex": "0855"}, "usa_augur": {"hex": "0854"}},
    "march": MARCH,
}
TWICE = ["csa_a_p_hill", "csa_a_p_hill"]
GONE_BACK: dict[str, Any] = {"retreating": ["usa_augur"], "been": ["0854", "0853"], "steps": 3}
BATTLE: dict[str, Any] = {"kind": "march", "side": "csa", "target": "0854", "attackers": ["csa_a_p_hill"]}
ADVANCED: dict[str, Any] = {"scenario": "rapidan_to_manassas", "turn": 6, "units": {}}

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("scenario", {"scenario": "gettysburg"}),
    ("unknown field", {"weathr": "rain"}),
    ("the scenario has 3", {"turn": 4}),
    ("there is no unit", {"units": {"csa_pickett": {"hex": "0855"}}}),
    ("there is no hex", {"units": {"csa_winder": {"hex": "9999"}}}),
    ("there is no hex", {"units": {"csa_winder": {"hex": "0101"}}}),
    ("not both", {"units": {"csa_winder": {"hex": "0855", "box": "dead"}}}),
    ("say where it is", {"units": {"csa_hood": {"manpower": 8}}}),
    ("without manpower", {"units": {"csa_hood": {"hex": "0855"}}}),
    ("manpower", {"units": {"csa_winder": {"manpower": 19}}}),
    ("fatigue", {"units": {"csa_winder": {"fatigue": 5}}}),
    ("enemies share", {"units": {"csa_winder": {"hex": "0855"}, "usa_augur": {"hex": "0855"}}}),
    ("a leader has no manpower", {"units": {**JACKSON, "csa_jackson": {"manpower": 3}}}),
    ("with a unit of his command", {"units": {"csa_jackson": {"hex": "0855"}}}),
    ("with a unit of his command", {"units": {"csa_jackson": {"hex": "0855"}, "csa_robertson": {"hex": "0855"}}}),
    ("no infantry and is entrenched", {"units": {"csa_robertson": {"works": "abatis"}}}),
    ("works", {"units": {"csa_winder": {"works": "moat"}}}),
    ("there is no state", {"units": {"csa_winder": {"states": ["merry"]}}}),
    ("not of a unit", {"units": {"csa_winder": {"states": ["failed"]}}}),
    ("not of a leader", {"units": {**JACKSON, "csa_jackson": {"hex": "0855", "states": ["disorganized"]}}}),
    ("advanced game", {"units": {"csa_winder": {"states": ["unsupplied"]}}}),
    ("own corps", {"units": {"csa_winder": {"states": ["with_corps"]}}}),
    ("can be delayed", {"units": {"csa_winder": {"states": ["delayed"]}}}),
    ("off the map has", {"units": {"csa_winder": {"box": "dead", "states": ["disorganized"]}}}),
    ("off the map has", {"units": {"csa_winder": {"box": "dead", "manpower": 3}}}),
    ("not demoralized", {"units": {"csa_winder": {"box": "dead", "demoralized": 1}}}),
    ("does not have it arrive", {"units": {"csa_winder": {"box": "later", "due": 2}}}),
    ("not due", {"units": {"csa_winder": {"due": 2}}}),
    ("only leaders", {"units": {"csa_winder": {"box": "aside"}}}),
    ("only substitutes", {"units": {"csa_winder": {"box": "spare"}}}),
    ("removed for good", {"units": {"csa_jackson": {"box": "dead"}}}),
    ("for good", {"units": {"csa_winder": {"box": "attached"}}}),
    ("advanced game only", {"units": {"csa_sub_inf_1": {"hex": "0855", "manpower": 2, "parent": "csa_winder"}}}),
    ("parent", {**ADVANCED, "units": {"csa_sub_inf_1": {"hex": "0855", "manpower": 2}}}),
    ("parent", {**ADVANCED, "units": {"csa_sub_inf_1": {"hex": "0855", "manpower": 2, "parent": "csa_2_va"}}}),
    ("parent", {**ADVANCED, "units": {"csa_hood": {"parent": "csa_kemper"}}}),
    ("defences of Washington", {**ADVANCED, "units": {"csa_hood": {"hex": "5809"}}}),
    ("there is no limit", {"units": {"csa_winder": {"freed": ["SJW-13.2.2 barred"]}}}),
    ("of the advanced game", {"weather": "rain"}),
    ("it rains to the end", {**ADVANCED, "weather": "rain", "rain_until": 5}),
    ("has not come", {**ADVANCED, "panic_turn": 7}),
    ("no rule of this scenario", {**ADVANCED, "switches": ["balance"]}),
    ("no rule of this scenario", {"switches": ["dispersal"]}),
    ("there is no switch", {"switches": ["luck"]}),
    ("no station", {"stations": {"0855": "damaged", "0856": "damaged"}}),
    ("has none in", {"lost_depots": ["0855"]}),
    ("has none in", {"controlled": ["0855"]}),
    ("not next to each other", {"spans": [{"kind": "built_csa", "between": ["0855", "0853"]}]}),
    ("no such bridge", {"spans": [{"kind": "built_csa", "between": ["0855", "0856"]}]}),
    ("no such bridge", {"spans": [{"kind": "union_only", "between": ["0855", "0856"]}]}),
    ("is not one of", {"losses": {"csa": {"boredom": 1}}}),
    ("there is no step", {"to_come": ["tea"]}),
    ("cannot be followed by", {"to_come": ["action", "end_turn"]}),
    ("cannot be followed by", {"to_come": ["event_dice"]}),
    ("cannot be followed by", {"to_come": ["recovery", "action"]}),
    ("over only after turn 3", {"to_come": []}),
    ("does not let this side act so", {"to_act": "solo"}),
    ("does not let this side act so", {"scenario": "stuarts_raid", "side": "usa"}),
    ("does not let this side act so", {"scenario": "stuarts_raid", "to_act": "second"}),
    ("needs a 'march'", {"to_come": ["go"]}),
    ("part of a 'march'", {"march": {"unit": "csa_winder"}}),
    ("needs a 'battle'", {**FIGHT, "to_come": ["combat_dice"]}),
    ("part of a 'battle'", {**FIGHT, "battle": BATTLE, "to_come": ["go"]}),
    ("no unit of the side", {**FIGHT, "march": {"unit": "usa_augur"}, "to_come": ["go"]}),
    ("needs a unit on the map", {**FIGHT, "march": {"leader": "csa_jackson"}, "units": JACKSON, "to_come": ["go"]}),
    ("not there to lead", {**FIGHT, "march": {**MARCH, "riders": ["csa_jackson"]}, "to_come": ["go"]}),
    ("needs a leader", {**FIGHT, "to_come": ["name_units"]}),
    ("needs named units", {"units": JACKSON, "march": {"leader": "csa_jackson"}, "to_come": ["next_march"]}),
    ("is to be rolled", {"units": JACKSON, "march": {"leader": "csa_jackson"}, "to_come": ["allowance"]}),
    ("beside the unit", {**FIGHT, "march": {**MARCH, "to_ask": ["0850"]}, "to_come": ["after_step"]}),
    ("no lone cavalry", {**FIGHT, "march": {**MARCH, "to_ask": ["0854"]}, "to_come": ["cavalry_retreat"]}),
    ("says which", {**FIGHT, "to_come": ["cavalry_retreat"]}),
    ("listed twice", {"units": JACKSON, "march": {"leader": "csa_jackson", "named": TWICE}, "to_come": ["join_unit"]}),
    ("leader's command", {"units": {**JACKSON, "csa_robertson": {}}, "to_come": ["join_unit"],
                          "march": {"leader": "csa_jackson", "named": ["csa_robertson"]}}),
    ("named units march by a roll", {**FIGHT, "units": JACKSON, "to_come": ["next_march"],
                                     "march": {"leader": "csa_jackson", "named": ["csa_a_p_hill"]}}),
    ("neither rolled nor joined", {"units": JACKSON, "to_come": ["name_units"],
                                   "march": {"leader": "csa_jackson", "rolled": {"inf": 4}}}),
    ("before it is fought", {**FIGHT, "battle": {**BATTLE, "evading": True}, "to_come": ["combat_dice"]}),
    ("cannot order this assault", {**FIGHT, "march": None, "to_come": ["assault_die"], "units": {**JACKSON, **AUGUR},
                                   "battle": {**BATTLE, "kind": "assault", "leader": "csa_jackson", "attackers": []}}),
    ("leader is in danger", {**FIGHT, "battle": BATTLE, "to_come": ["death_die"]}),
    ("unit that marches", {**FIGHT, "battle": {**BATTLE, "attackers": []}, "to_come": ["combat_dice"]}),
    ("wrong side", {**FIGHT, "battle": {**BATTLE, "attackers": ["usa_augur"]}, "to_come": ["combat_dice"]}),
    ("enemies in it", {**FIGHT, "battle": {**BATTLE, "target": "0856"}, "to_come": ["combat_dice"]}),
    ("all units in the target", {**FIGHT, "battle": {**BATTLE, "defenders": []}, "to_come": ["combat_dice"]}),
    ("has to go back", {**FIGHT, "battle": BATTLE, "to_come": ["retreat"]}),
    ("goes back from", {**FIGHT, "battle": {**BATTLE, **GONE_BACK}, "to_come": ["retreat"]}),
    ("needs a leader", {**FIGHT, "battle": {**BATTLE, "kind": "assault"}, "to_come": ["combat_dice"]}),
    ("left out", {"task": "csa_jackson"}),
    ("needs one", {"to_come": ["transfer_to"]}),
    ("should be", {"to_come": ["transfer_to"], "task": "csa_jackson 0855"}),
    ("needs one", {"to_come": ["transfer_to"], "task": "csa_winder"}),
    ("cannot wait", {"waiting": ["csa_winder"]}),
    ("cannot wait", {"to_come": ["arrive"], "waiting": ["csa_winder"]}),
]  # fmt: skip


@pytest.mark.parametrize(("told", "fields"), REFUSED, ids=[f"{n}-{told}" for n, (told, _) in enumerate(REFUSED)])
def test_a_form_that_could_not_have_come_about_is_refused_with_its_place(told: str, fields: dict[str, Any]) -> None:
    with pytest.raises((Malformed, UnknownName)) as refused:
        read(**fields)
    assert told in str(refused.value) and str(refused.value).startswith("case")


# Views


def test_a_counter_shows_its_values_and_what_lies_on_it() -> None:
    p = read(
        turn=2,
        units={
            "csa_winder": {"states": ["disorganized"], "fatigue": 3, "demoralized": 1, "manpower": 1},
            "usa_augur": {"works": "abatis"},
            "usa_banks": {"hex": "0637"},
        },
    )
    winder, augur, banks = (piece(p, name) for name in ("csa_winder", "usa_augur", "usa_banks"))
    assert winder.values == ["½", "3", "2"] and augur.values == ["8", "2", "4"] and banks.values == ["5", "3"]
    assert winder.markers == ["demoralized_1", "disorganized", "fatigue_3"] and augur.markers == ["abatis"]
    assert (winder.facts["manpower"], winder.facts["combat"], augur.facts["combat"]) == (1, "½", 8)
    assert winder.facts["command"] == "J" and banks.state == "normal" and winder.state == "demoralized_1"


def test_the_army_of_the_potomac_has_a_colour_of_its_own() -> None:
    p = read(scenario="rappahannock_to_bull_run", units={"usa_hooker": {}, "usa_king": {}, "csa_hood": {}})
    assert [piece(p, name).colour for name in ("usa_hooker", "usa_king", "csa_hood")] == ["potomac", "", ""]


def test_the_status_tells_turn_date_score_and_losses() -> None:
    p = read(turn=3, losses={"usa": {"combat": 4, "extended_march": 2}, "csa": {"retreat": 1}})
    notes = {note.key: note.facts for note in SJW.view(p, -1).notes}
    assert notes["turn"] == {"turn": 3, "turns": 3, "date": "1862-08-10"}
    assert notes["losses"] == {"csa": 1, "usa": 4}
    assert notes["score"] == {"points": 3, "side": "csa", "level": "marginal"}
    fields = {field.id: field for field in SJW.view(p, -1).fields}
    assert (fields["vp_csa"].key, fields["vp_csa"].side, fields["vp_csa"].facts) == ("score", "csa", notes["score"])
    tracks = {track.id: track for track in SJW.view(p, -1).tracks}
    assert tracks["turn"].captions[2] == "1862-08-10"
    assert (tracks["vp_csa"].value, tracks["vp_csa"].goal) == (3, 3) and tracks["vp_csa"].value in tracks[
        "vp_csa"
    ].spaces


def test_the_map_shows_stations_depots_objectives_and_bridges() -> None:
    p = read(
        scenario="rapidan_to_manassas",
        units={},
        stations={"4124": "destroyed", "3330": "damaged"},
        lost_depots=["4124"],
        controlled=["1441"],
        spans=[{"kind": "taken_up", "between": ["4351", "4450"]}],
        turn=2,
        span_turn=1,
    )
    marks = {(mark.kind, mark.place, mark.toward) for mark in SJW.view(p, USA).marks}
    assert {("destroyed", "4124", None), ("damaged", "3330", None), ("objective_taken", "1441", None)} <= marks
    assert ("objective", "2426", None) in marks and ("taken_up", "4351", "4450") in marks
    assert ("depot", "4124", None) not in marks and ("depot", "5044", None) in marks
    assert written_and_read(p) == p


def test_choices_say_whom_they_move_where_to_and_at_what_price() -> None:
    p = read(turn=2, units={**JACKSON, **AUGUR}, march={"unit": "csa_a_p_hill", "half_points": 6}, to_come=["go"])
    choices = {choice.text: choice for choice in SJW.view(p, CSA).choices}
    step = choices["move 0854"]
    assert (step.piece, step.place, step.cost, step.rolls) == ("csa_a_p_hill", "0854", "1", False)
    assert choices["take csa_jackson"].piece == "csa_jackson"
    assert choices["force"].rolls and not choices["stop"].rolls
    assert SJW.view(p, USA).choices == []


# Overlays and chances


def places(overlay: Overlay, tone: str) -> set[str]:
    """The places an overlay marks in a tone."""
    return {one.place for one in overlay.places if one.tone == tone}


def test_command_reaches_three_hexes_and_zones_are_the_enemys() -> None:
    p = read(turn=2, units={**JACKSON, **AUGUR})
    reach = places(SJW.overlay(p, CSA, "command", ""), "own")
    assert {"0855", "0854", "0852"} <= reach and "0851" not in reach
    assert "0851" in places(SJW.overlay(p, CSA, "zones", ""), "threat")
    assert SJW.overlay(p, -1, "zones", "") == Overlay()
    assert SJW.overlay(p, USA, "command", "") == Overlay()


def test_supply_is_shown_by_county_with_the_die_to_forage() -> None:
    p = read(scenario="rapidan_to_manassas", units={})
    south, north = SJW.overlay(p, CSA, "supply", ""), SJW.overlay(p, USA, "supply", "")
    assert len(south.places) == len(north.places) == 16
    assert len(places(south, "good")) == 5
    assert {one.parts[0].caption for one in south.places if one.tone == "caution"} <= {"1–3", "1–4", "1–5", "1–6"}
    assert [(part.side, part.tone) for part in south.places[0].parts][::-1] == [
        (part.side, part.tone) for part in north.places[0].parts
    ]
    assert SJW.overlay(read(), CSA, "supply", "") == Overlay(), "the basic game knows no supply"


def test_railroads_are_shown_with_the_state_of_their_stations() -> None:
    p = read(scenario="rapidan_to_manassas", units={}, stations={"3330": "damaged"})
    shown = SJW.overlay(p, -1, "rail", "")
    assert places(shown, "bad") == {"3330"} and "1441" in places(shown, "good") and shown.lines


def test_before_a_march_every_hex_is_shown_with_its_chance() -> None:
    p = read(turn=2, units={"csa_a_p_hill": {"hex": "0855"}})
    found = {one.place: one for one in SJW.later(p, "csa_a_p_hill")}
    # one die and one more: two points for certain, seven at best
    near = found["0854"]
    assert (near.cost, near.sure, near.key) == ("100", True, "march_sure") and "least" not in near.facts
    assert {one.cost for one in found.values()} <= {"100", "83", "67", "50", "33", "17"}
    for one in found.values():
        faces = 6 if one.sure else 7 - int(one.facts["least"])
        assert one.clause in SJW.rulebook and one.facts["chance"] == round(100 * faces / 6)
    assert {one.first for one in found.values()} == {"march csa_a_p_hill"}
    assert SJW.later(p, "usa_augur") == [] and SJW.later(p, "csa_jackson") == []
    assert SJW.later(play(p, "march csa_a_p_hill"), "csa_a_p_hill") == []


# Names


def test_counters_and_hexes_have_names_in_both_languages() -> None:
    assert SJW.piece_name("csa_a_p_hill", "en") == "A.P. Hill" and SJW.piece_name("csa_a_p_hill", "ja") == "A・P・ヒル"
    assert SJW.place_name("2426", "en") == "2426 Warrenton" and SJW.place_name("0101", "en") == "0101"
    assert SJW.parse("move S2403", start("stuarts_raid")).text == "move 2426"


# Whole games


def random_game(scenario: str, seed: int, every: int, **settings: str) -> View:
    """A game of random choices by every check, on each so many steps and wherever anything but marching goes on."""
    chance, inspector = Random(seed), Inspector(SJW)
    p = start(scenario, **settings)
    p.events = []
    steps = 0
    while not p.over:
        if steps % every == 0 or p.step.name not in ("action", "go", "initiative", "allowance", "extended_die"):
            inspector.inspect(p)
        inspector.events(p.events)
        p.events.clear()
        p.play(chosen(p, chance))
        steps += 1
    inspector.inspect(p)
    inspector.events(p.events)
    return SJW.view(p, -1)


def chosen(p: SjwPosition, chance: Random) -> Any:
    """Any outcome or option; attacks and assaults more often than others, passing less."""
    options = p.options()
    if p.waits_for != CHANCE:
        fights = [option for option in options if option.verb in ("attack", "assault", "commit", "grand")]
        if fights and chance.random() < 0.6:
            options = fights
        elif options[-1].verb == "pass" and len(options) > 1 and chance.random() < 0.8:
            options = options[:-1]
    return options[int(chance.random() * len(options))]


@pytest.mark.parametrize(("scenario", "every"), [("stuarts_raid", 2), ("cedar_mountain", 12)])
def test_whole_games_hold_to_every_check(scenario: str, every: int) -> None:
    for seed in (1, 2):
        over = random_game(scenario, seed, every, refuse_flanks="on", bridge_burning="on")
        assert over.result is not None and over.prompt.key == "over"


def test_an_advanced_game_goes_through_its_phases() -> None:
    chance, seen = Random(4), set()
    p = start("rapidan_to_rappahannock")
    while not p.over and p.turn < 8:
        if p.waits_for == CHANCE or p.step.name not in ("go", "action"):
            seen.add(p.step.name)
        p.play(chosen(p, chance))
    assert {"event_dice", "transfer", "transfer_to", "declare_elsewhere", "initiative", "build"} <= seen
    assert written_and_read(p) == p
