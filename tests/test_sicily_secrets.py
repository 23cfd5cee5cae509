"""What the Axis may not know of Sicily: the end-run numbers, their sums, their permits, and what they will cost."""

from collections.abc import Iterator
from random import Random

import pytest

from senki.engine.events import Event
from senki.engine.forms import to_json
from senki.engine.position import CHANCE, DECISION
from senki.engine.registry import find_game
from senki.engine.undo import teaches_nothing
from senki.games.sicily.counters import ALLIES, AXIS
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.seen import die_of, imagine, permits_left, write_down
from tests.twins import answer

SICILY = find_game("sicily")
NOTED = {"numbers": {"us": 4, "uk": 2}, "sums": {"us": 9, "uk": 7}}
LEFT = {"us_regiments": 1, "us_battalions": 3, "uk_regiments": 1, "uk_battalions": 1}


def read(**fields: object) -> SicilyPosition:
    """A position of the campaign."""
    p = SICILY.read(fields, "case")
    p.settle()
    assert isinstance(p, SicilyPosition)
    return p


def twin_of(p: SicilyPosition, chance: Random) -> SicilyPosition | None:
    """The position with other numbers, under the dice and after the end-runs that everybody has seen."""
    if p.over or max(p.numbers) < 0:
        return None
    twin = p.copy()
    for army in (0, 1):
        if p.numbers[army] < 0:
            continue
        die = die_of(p, army)
        possible = [n for n in range(6) if not die or permits_left(p, army, n + die)]
        number = chance.choice(possible)
        write_down(
            twin, army, number, number + die if die else 0, permits_left(p, army, number + die) if die else [0, 0]
        )
    twin.check()
    return twin


def games(scenario: str, seed: int, steps: int) -> Iterator[SicilyPosition]:
    """The positions of a random game from the third turn on."""
    chance = Random(seed)
    p = SICILY.start(scenario, SICILY.settings({}, scenario))
    assert isinstance(p, SicilyPosition)
    p.settle()
    told = 0
    while not p.over and told < steps:
        if max(p.numbers) >= 0:
            told += 1
            yield p
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        options = p.options()
        runs = [option for option in options if option.verb in ("run", "number_us", "number_uk")]
        ends = [option for option in options if option.verb == "done"] if chance.random() < 0.6 else []
        p.play(chance.choice(runs or ends or options))


@pytest.mark.parametrize(("scenario", "seed"), [("landing", 1), ("campaign", 3)])
def test_the_axis_gets_the_same_answers_whatever_the_numbers_are(scenario: str, seed: int) -> None:
    """View, overlays, options, why-not and odds, and the positions it imagines."""
    chance = Random(seed)
    compared = 0
    for step, p in enumerate(games(scenario, seed, 120)):
        if step % 6:
            continue
        twin = twin_of(p, chance)
        if twin is None:
            continue
        for side in (AXIS, -1):
            assert to_json(SICILY.view(p, side)) == to_json(SICILY.view(twin, side))
            assert SICILY.seen(p, side) == SICILY.seen(twin, side)
            assert SICILY.hides(p, side) == SICILY.hides(twin, side)
            dreams = [SICILY.imagine(one, side, Random(step)) for one in (p, twin)]
            assert SICILY.write(dreams[0]) == SICILY.write(dreams[1])
            for card in SICILY.looks.overlays if step % 4 == 0 else []:
                shown = [SICILY.overlay(SICILY.seen(one, side), side, card.id, "") for one in (p, twin)]
                assert shown[0] == shown[1]
        if p.waits_for == DECISION and p.side_to_act == AXIS:
            assert [one.text for one in p.options()] == [one.text for one in twin.options()]
            for option in chance.sample(p.step.candidates(p), min(6, len(p.step.candidates(p)))):
                for kind in ("odds", "why"):
                    question = {"type": kind, "option": option.text}
                    if kind == "why" or option.text in [one.text for one in p.options()]:
                        compared += 1
                        assert answer(SICILY, p, AXIS, question) == answer(SICILY, twin, AXIS, question)
    assert compared >= 8


def test_what_the_axis_hears_does_not_tell_the_numbers() -> None:
    for us in (0, 5):
        p = read(turn=3, to_come=["numbers", "number_dice"], units={"us_16_1": {"hex": "3720"}})
        events: list[Event] = []
        p.events = events
        for text in (f"us number {us}", "british number 3", "roll 4 2"):
            p.play(SICILY.answer(p, text))
        heard = [event.kind for event in events if event.is_heard_by(AXIS) and event.clause == "SIC-5.1"]
        assert heard == ["numbers_noted"]
        assert [event.kind for event in events if event.is_heard_by(ALLIES) and event.clause == "SIC-5.1"][
            -1
        ] == "permits"


def test_the_allies_see_their_numbers_and_the_axis_points_without_their_price() -> None:
    p = read(turn=5, units={"us_16_1": {"hex": "3720"}}, permits=LEFT, **NOTED)
    own = [note.facts for note in SICILY.view(p, ALLIES).notes if note.key == "permits"]
    assert own and own[0]["us"] == 4 and own[0]["us_battalions"] == 3
    for side in (AXIS, -1):
        assert [note for note in SICILY.view(p, side).notes if note.key == "permits"] == []
        assert SICILY.hides(p, side)
    assert not SICILY.hides(p, ALLIES)
    assert SICILY.seen(p, ALLIES) is p
    hidden = SICILY.seen(p, AXIS)
    assert isinstance(hidden, SicilyPosition)
    assert (hidden.numbers, hidden.sums, hidden.permits) == ([0, 0], [5, 5], [0, 0, 0, 0])


def test_a_grade_near_its_limit_is_shown_to_the_axis_without_the_price() -> None:
    """324 points with a price of 12 are no victory; the Axis, which knows no price, is shown one."""
    p = read(
        turn=19, units={"us_16_1": {"hex": "3720"}, "de_1_hg": {"hex": "5116"}}, ledger={"axis_lost": 324}, **NOTED
    )
    shown = [next(one for one in SICILY.view(p, side).fields if one.id == "vp") for side in (ALLIES, AXIS)]
    assert [one.facts["points"] for one in shown] == [324, 324]
    assert [one.side for one in shown] == ["axis", "allies"]


def test_what_is_imagined_allows_the_end_runs_that_were_made() -> None:
    """The US die was 5; a regiment and three battalions have run: only a sum of 9 or more allows it."""
    runs = {"us_regiments": 1, "us_battalions": 3}
    p = read(
        turn=8, units={"us_16_1": {"hex": "3720"}}, runs=runs, permits={"uk_regiments": 1, "uk_battalions": 1}, **NOTED
    )
    found = {tuple(imagine(p, AXIS, Random(seed)).numbers) for seed in range(60)}
    assert {us for us, _ in found} == {4, 5}
    assert {uk for _, uk in found} == {0, 1, 2, 3, 4, 5}
    for seed in range(20):
        dream = imagine(p, AXIS, Random(seed))
        dream.check()
        assert dream.sums[0] == dream.numbers[0] + 5
        assert dream.permits[:2] == [0, 0]
    assert imagine(p, ALLIES, Random(1)) == p


def test_a_number_is_not_shown_in_the_record_and_everything_is_once_it_is_over() -> None:
    p = read(turn=5, units={"us_16_1": {"hex": "3720"}}, **NOTED)
    for text in ("us number 4", "british number 2"):
        assert SICILY.shows(p, text, ALLIES, ALLIES)
        assert not SICILY.shows(p, text, ALLIES, AXIS) and not SICILY.shows(p, text, ALLIES, -1)
    assert SICILY.shows(p, "move us_16_1", ALLIES, AXIS)
    assert SICILY.keeps_secrets(p)
    before = read(turn=2, units={"us_16_1": {"hex": "3720"}})
    assert not SICILY.keeps_secrets(before) and not SICILY.hides(before, AXIS)
    over = read(
        turn=20, side="axis", to_come=[], units={"us_16_1": {"hex": "3720"}, "de_1_hg": {"hex": "5116"}}, **NOTED
    )
    assert not SICILY.keeps_secrets(over) and SICILY.shows(over, "us number 4", ALLIES, AXIS)


def test_an_axis_choice_teaches_nothing_and_may_be_taken_back() -> None:
    p = read(turn=5, side="axis", units={"us_16_1": {"hex": "3720"}, "de_1_hg": {"hex": "4121"}}, permits=LEFT, **NOTED)
    option = next(one for one in p.options() if one.verb == "move")
    assert teaches_nothing(SICILY, p, option, AXIS)
