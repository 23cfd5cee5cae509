"""Shenandoah Nano: its cases, its rulebook, its sentences, its board and its dice."""

from collections import Counter
from itertools import product
from pathlib import Path

from conftest import CASES

from senki.engine.cases import find_cases, read_cases, run_case
from senki.engine.data import LANGUAGES
from senki.engine.events import Event
from senki.engine.forms import Case, convert
from senki.engine.game import Game
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position
from senki.games.nano.board import MAP, TOWNS, UNITS
from senki.games.nano.options import BATTLE, MOUNTAIN_MOVE, MOVE, PASS, PLACE, REDEPLOY, RETREAT, STOP, WAIT
from senki.games.nano.position import NanoPosition

ALL_CASES = [(path, case) for path in find_cases([CASES]) for case in read_cases(path)]
CLAUSES_IN_CHAPTER = {1: 11, 2: 5, 3: 10, 4: 2, 5: 8, 6: 8, 7: 7, 8: 13, 9: 11, 10: 11, 11: 6}
EVERY_OPTION: list[Option] = [PASS, STOP, WAIT, *BATTLE] + [
    option for table in (PLACE, REDEPLOY, MOVE, MOUNTAIN_MOVE, RETREAT) for unit in table for option in unit
]


# Cases: `senki conform` runs them (make compiled-checks, make interpreted)


def test_every_worked_example_is_a_case() -> None:
    examples = [case.name for path, case in ALL_CASES if path.name.startswith("ex-")]
    assert sorted(name[:5] for name in examples) == [f"EX-{number:02}" for number in range(1, 21)]


def test_every_clause_is_shown_by_a_case_of_its_own(nano: Game) -> None:
    shown = {clause for path, case in ALL_CASES if not path.name.startswith("ex-") for clause in case.clauses}
    assert shown == set(nano.rulebook.clauses)


def test_cases_have_different_names() -> None:
    names = Counter(case.name for _, case in ALL_CASES)
    assert [name for name, count in names.items() if count > 1] == []


def test_a_case_that_expects_something_else_fails() -> None:
    """The runner can say no: every kind of expectation, turned round, is refused."""
    start = {"units": {"S1": {"town": "luray"}, "N1": {"town": "front_royal"}}}
    wrong = [
        {"awaits": "initiative"},
        {"side": "north"},
        {"winner": "south"},
        {"legal": ["pass"]},
        {"includes": ["move S1 staunton"]},
        {"illegal": {"move S1 front_royal": ["NANO-8.5"]}},
        {"illegal": {"move S1 staunton": ["NANO-8.5"]}},
        {"destinations": {"S1": ["front_royal"]}},
        {"states": {"S1": "attacker"}},
        {"position": {"vp": 1}},
        {"position": {"units": {"S1": {"town": "staunton"}}}},
        {"events": ["battle"]},
        {"events": [{"kind": "initiative", "side": "north"}]},
        {"never": ["initiative"]},
    ]
    for expect in wrong:
        raw = {"name": "wrong", "position": start, "play": ["roll 4 2"], "expect": expect}
        outcome = run_case(Path("wrong.json"), _case(raw))
        assert not outcome.passed, expect
        assert f"expect.{next(iter(expect))}" in outcome.complaint


def test_a_case_names_known_clauses_and_legal_moves() -> None:
    unknown = _case({"name": "x", "clauses": ["NANO-99.1"]})
    assert "no clause NANO-99.1" in run_case(Path("x.json"), unknown).complaint
    illegal = _case({"name": "x", "play": ["place S1 luray", "place S3 luray"]})
    assert "play 2: 'place S3 luray' is not allowed" in run_case(Path("x.json"), illegal).complaint


def test_a_case_names_only_what_the_game_knows() -> None:
    """A misspelt kind, state, step, piece or field would expect nothing, and nothing would fail."""
    start = {"units": {"S1": {"town": "luray"}, "N1": {"town": "front_royal"}}}
    unknown = [
        ({"never": ["shaken"]}, "there is no event 'shaken'"),
        ({"never": [{"kind": "moved", "uint": "S1"}]}, "no fact in the event 'moved' 'uint'"),
        ({"states": {"S1": "tired"}}, "there is no state 'tired'"),
        ({"states": {"S9": "normal"}}, "there is no piece 'S9'"),
        ({"awaits": "initiatve"}, "there is no step 'initiatve'"),
        ({"side": "east"}, "there is no side 'east'"),
        ({"winner": "east"}, "there is no side 'east'"),
        ({"destinations": {"S9": []}}, "there is no piece 'S9'"),
        ({"illegal": {"move S1 staunton": ["NANO-99.1"]}}, "there is no clause 'NANO-99.1'"),
        ({"sees": {"south": {"S9": None}}}, "there is no piece 'S9'"),
        ({"sees": {"south": {"S1": {"plaec": None}}}}, "there is no field of a piece 'plaec'"),
        ({"position": {"vpp": None}}, "there is no field 'vpp'"),
        ({"position": {"units": {"S9": None}}}, "there is no piece 'S9'"),
        ({"position": {"units": {"S1": {"camby": None}}}}, "there is no field 'camby'"),
        ({"position": {"battle": {"twon": None}}}, "there is no field 'twon'"),
    ]
    for expect, complaint in unknown:
        raw = {"name": "unknown", "position": start, "play": ["roll 4 2", expect]}
        assert complaint in run_case(Path("unknown.json"), _case(raw)).complaint, expect


def _case(raw: dict[str, object]) -> Case:
    case: Case = convert({"game": "nano", "clauses": []} | raw, Case, "case")
    return case


# Rulebook


def test_the_rulebook_is_complete(nano: Game) -> None:
    found = Counter(int(number.split("-")[1].split(".")[0]) for number in nano.rulebook.clauses)
    assert dict(found) == CLAUSES_IN_CHAPTER
    assert sum(found.values()) == 92
    assert {"NANO-6.5a", "NANO-11.2a"} <= set(nano.rulebook.clauses)


def test_every_clause_has_both_languages_and_its_provenance(nano: Game) -> None:
    for number, clause in nano.rulebook.clauses.items():
        assert all(clause.text[lang] for lang in LANGUAGES), number
        assert not clause.text["ja"].isascii(), number
        assert clause.provenance and set(clause.provenance) <= {"S", "P", "R"}, number
        if "R" in clause.provenance:
            assert all(clause.reason.get(lang) for lang in LANGUAGES), number
        if set(clause.provenance) & {"S", "P"}:
            assert clause.source, number


# Sentences


def test_every_event_is_told_in_both_languages(nano: Game, told: list[Event]) -> None:
    for event in told:
        for lang in LANGUAGES:
            assert nano.tell(event, lang)
        assert event.clause in nano.rulebook, event
    kinds = {event.kind for event in told}
    assert {f"event.{kind}" for kind in kinds} == _keys(nano, "event")


def test_every_option_has_a_label(nano: Game, met: list[Position]) -> None:
    for option in {option for p in met for option in p.options()}:
        for lang in LANGUAGES:
            assert nano.label(option, lang)
        assert nano.messages.holes(f"option.{option.verb}") <= set(option.facts)
    verbs = {option.verb for p in met for option in p.options()}
    assert {f"option.{verb}" for verb in verbs} == _keys(nano, "option")


def test_every_prompt_and_note_is_a_sentence(nano: Game, met: list[Position]) -> None:
    prompts, notes = set(), set()
    for p in met:
        view = nano.view(p, -1)
        prompts.add(f"prompt.{view.prompt.key}")
        for lang in LANGUAGES:
            assert nano.prompt(view, lang)
            for note in view.notes:
                assert nano.messages.say(f"note.{note.key}", note.facts, lang)
                notes.add(f"note.{note.key}")
    assert prompts == _keys(nano, "prompt")
    assert notes == _keys(nano, "note")


def test_every_objection_is_a_sentence(nano: Game, met: list[Position]) -> None:
    """Whatever is tried, in place or out of place, is refused with a clause and a sentence in both languages."""
    seen: set[tuple[str, frozenset[str]]] = set()
    decisions = [p for p in met if p.waits_for == DECISION]
    for p in decisions[:600] + decisions[600::20]:
        legal = {option.text for option in p.options()}
        for option in EVERY_OPTION:
            objections = p.objections(option)
            assert bool(objections) == (option.text not in legal), (option, objections)
            for objection in objections:
                shape = (objection.key, frozenset(objection.facts))
                if shape not in seen:
                    seen.add(shape)
                    assert objection.clause in nano.rulebook
                    assert nano.messages.holes(f"objection.{objection.key}") <= set(objection.facts)
                    assert all(nano.explain(objection, lang).endswith(f"[{objection.clause}]") for lang in LANGUAGES)
    assert {f"objection.{key}" for key, _ in seen} == _keys(nano, "objection")


def test_every_message_speaks_both_languages(nano: Game) -> None:
    for key, template in nano.messages.templates.items():
        assert set(template) == set(LANGUAGES), key
        assert not template["ja"].isascii(), key


def _keys(game: Game, prefix: str) -> set[str]:
    return {key for key in game.messages.templates if key.startswith(f"{prefix}.")}


# Board and set-up


def test_the_board() -> None:
    assert len(MAP.places) == 20
    assert len(MAP.links) == 30
    assert Counter(link.kind for link in MAP.links) == {"road": 24, "mountain_road": 6}
    kinds = Counter(place.kind for place in MAP.places)
    assert kinds == {"white": 9, "blue_circle": 3, "red_circle": 4, "blue_triangle": 4}
    one_way = [(TOWNS[link.first], TOWNS[link.second]) for link in MAP.links if link.one_way]
    assert one_way == [("fredericksburg", "manassas_gap")]
    assert [TOWNS[end] for end in MAP.neighbours(MAP.number("fredericksburg"))] == ["manassas_gap"]
    assert all(place.names[lang] for place in MAP.places for lang in LANGUAGES)


def test_every_town_but_fredericksburg_can_be_reached_from_every_town() -> None:
    closed = MAP.number("fredericksburg")
    for start in range(len(TOWNS)):
        distances = MAP.distances(start)
        assert [place for place in range(len(TOWNS)) if distances[place] < 0] == ([] if start == closed else [closed])


def test_the_south_has_126_set_ups(nano: Game) -> None:
    reached = set()
    for towns in product(range(6), repeat=4):
        p = nano.start("campaign", {})
        p.settle()
        for town in towns:
            p.play(p.options()[town])
        assert isinstance(p, NanoPosition)
        assert p.step.name == "initiative"
        reached.add(tuple(sorted(p.town[:4])))
    assert len(reached) == 126


# Dice


def test_initiative_odds(nano: Game) -> None:
    p = nano.read({"units": {"S1": {"town": "luray"}, "N1": {"town": "winchester"}}}, "odds")
    roll = p.roll()
    assert roll.weights == [1] * 36
    found: Counter[str] = Counter()
    for outcome in roll.outcomes:
        after = p.copy()
        after.play(outcome)
        found[nano.sides[after.side_to_act].id if after.step.name == "act" else "ends"] += 1
    assert found == {"ends": 6, "south": 20, "north": 10}


def test_outcomes_said_to_do_the_same_do_the_same(met: list[Position]) -> None:
    """Outcomes of one effect lead to positions that differ in the stored initiative dice at most."""
    rolls = [p for p in met if p.waits_for == CHANCE]
    names = set()
    for p in rolls[::8]:
        roll = p.roll()
        names.add(roll.name)
        by_effect = {roll.effects[i]: _after(p, roll, i) for i in range(len(roll.outcomes))}
        for i, effect in enumerate(roll.effects):
            assert _after(p, roll, i) == by_effect[effect], (roll.name, roll.outcomes[i])
    assert names == {"initiative", "mountain_road", "battle_order"}


def _after(p: Position, roll: Roll, i: int) -> tuple[tuple[int, ...], list[str]]:
    after = p.copy()
    after.play(roll.outcomes[i])
    assert isinstance(after, NanoPosition)
    options = [option.text for option in after.options()]
    after.south_die = after.north_die = 0
    return after.key(), options


def test_different_effects_of_the_initiative_are_different(nano: Game) -> None:
    """With a battle to choose and mountains to cross, no two classes of initiative dice offer the same."""
    units = {
        "S1": {"town": "strasburg", "came_by": "mount_jackson"},
        "N1": {"town": "strasburg"},
        "S2": {"town": "luray"},
        "N2": {"town": "franklin"},
    }
    p = nano.read({"units": units}, "effects")
    roll = p.roll()
    offers: dict[int, set[str]] = {}
    for i, effect in enumerate(roll.effects):
        after = p.copy()
        after.play(roll.outcomes[i])
        first = " ".join(sorted(option.text for option in after.options()))
        if after.step.name == "act":
            after.play(PASS)
            first += " | " + " ".join(sorted(option.text for option in after.options()))
        offers.setdefault(effect, set()).add(first)
    assert all(len(offer) == 1 for offer in offers.values())
    assert len({next(iter(offer)) for offer in offers.values()}) == len(offers) == 6


# What the view shows


def test_the_view_of_a_battle_just_decided(nano: Game) -> None:
    units = {
        "S1": {"town": "winchester", "came_by": "strasburg"},
        "S2": {"town": "winchester", "came_by": "strasburg"},
        "N1": {"town": "winchester"},
        "N2": {"town": "romney"},
        "N3": {"returns": 4},
        "N4": {"returns": 8},
    }
    p = nano.read({"turn": 2, "vp": 5, "units": units, "to_come": ["combat_phase"]}, "view")
    p.settle()
    view = nano.view(p, 1)
    pieces = {piece.id: piece for piece in view.pieces}
    assert list(pieces) == UNITS
    assert (pieces["S1"].place, pieces["S1"].state, pieces["S1"].toward) == ("winchester", "attacker", "strasburg")
    assert (pieces["N1"].state, pieces["N2"].state) == ("defender", "normal")
    assert (pieces["N3"].place, pieces["N3"].box, pieces["N3"].facts) == (None, "eliminated", {"returns": 4})
    assert pieces["N4"].facts == {}, "after turn 7 nobody comes back"
    assert [(track.id, track.value) for track in view.tracks] == [("turn", 2), ("vp", 6)]
    assert {choice.text for choice in view.choices} == {
        f"retreat N1 {town}" for town in ("berryville", "front_royal", "martinsburg", "romney", "wardensville")
    }
    assert all(choice.piece == "N1" and choice.place for choice in view.choices)
    assert nano.view(p, 0).choices == [] and nano.view(p, -1).choices == []
    assert "Winchester" in nano.prompt(view, "en") and "ウィンチェスター" in nano.prompt(view, "ja")


def test_the_price_of_a_move_is_shown(nano: Game) -> None:
    form = {"units": {"S1": {"town": "luray"}}, "to_come": ["act"], "dice": {"south": 6, "north": 2}}
    p = nano.read(form, "price")
    prices = {choice.text: choice.cost for choice in nano.view(p, 0).choices}
    assert prices["move S1 mount_jackson"] == "4+"
    assert prices["mountain S1 mount_jackson"] == "1"
    assert prices["move S1 front_royal"] == "1"
