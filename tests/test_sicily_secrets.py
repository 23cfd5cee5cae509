"""What a side may not know of Sicily: the end-run numbers with what comes of them, and whoever is in the fog."""

from collections.abc import Iterator
from random import Random

import pytest

from senki.engine.events import Event, heard, told_to_all
from senki.engine.forms import to_json
from senki.engine.position import CHANCE, DECISION
from senki.engine.registry import find_game
from senki.engine.undo import teaches_nothing
from senki.games.sicily.airborne import is_mandatory
from senki.games.sicily.counters import ALLIES, AXIS, IS_REGIMENT, STEPS, TYPE, UNIT, UNITS_OF
from senki.games.sicily.position import OUT, RELEASED, WAITING, SicilyPosition, exerts, put
from senki.games.sicily.seen import (
    die_of,
    imagine,
    is_fogged,
    kept_flags,
    named,
    permits_left,
    tops,
    veiled,
    write_down,
)
from senki.players.operations import OperationsPlayer
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
        known = [event.kind for event in events if event.is_heard_by(AXIS) and event.clause == "SIC-5.1"]
        assert known == ["numbers_noted"]
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


# The fog of war (1.10)


def swapped(p: SicilyPosition, one: int, other: int) -> SicilyPosition:
    """The position in which two units have changed places, and states."""
    twin = p.copy()
    here, there = p.hex[one], p.hex[other]
    put(twin, one, OUT)
    put(twin, other, OUT)
    for row in (twin.left, twin.flags, twin.status, twin.since, twin.aim):
        row[one], row[other] = row[other], row[one]
    put(twin, one, there)
    put(twin, other, here)
    return twin


def looks(p: SicilyPosition, side: int) -> object:
    """What a side sees of the fog: the tops of stacks, and how many counters with what zones stand where."""
    stacks = [(p.hex[unit], TYPE[unit], exerts(p, unit)) for unit in tops(p, side)]
    beneath = [
        (p.hex[unit], kept_flags(p, unit), exerts(p, unit))
        for unit in UNITS_OF[ALLIES] + UNITS_OF[AXIS]
        if p.hex[unit] >= 0 and is_fogged(p, side, unit)
    ]
    return stacks, sorted(beneath)


def fog_twin(p: SicilyPosition, side: int, chance: Random) -> SicilyPosition | None:
    """The position with units in the fog exchanged, with each other or with some that are still to come."""
    twin = p
    at_work = {*p.waiting, *p.drawing, p.leg.unit if p.leg is not None else -1}
    at_work.update(p.draft.units if p.draft is not None else [])
    for _ in range(60):
        enemy = chance.choice([other for other in (ALLIES, AXIS) if other != side])
        units = [
            unit
            for unit in UNITS_OF[enemy]
            if is_fogged(twin, side, unit) and unit not in at_work and twin.chit[unit] < 0
            if twin.hex[unit] == WAITING or (twin.hex[unit] >= 0 and twin.ground.land[twin.hex[unit]])
        ]
        if len(units) < 2:
            return None
        one, other = chance.sample(units, 2)
        alike = IS_REGIMENT[one] == IS_REGIMENT[other] and STEPS[one] == STEPS[other]
        if twin.hex[one] != twin.hex[other] and max(twin.hex[one], twin.hex[other]) >= 0 and alike:
            changed = swapped(twin, one, other)
            twin = changed if looks(changed, side) == looks(twin, side) else twin
    twin.check()
    return None if twin == p else twin


def foggy_game(scenario: str, seed: int, steps: int) -> Iterator[SicilyPosition]:
    """The positions of a random game in the fog."""
    chance = Random(seed)
    p = SICILY.start(scenario, SICILY.settings({"fog": "on"}, scenario))
    assert isinstance(p, SicilyPosition)
    p.settle()
    for _ in range(steps):
        if p.over:
            return
        yield p
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        options = p.options()
        ends = [option for option in options if option.verb == "done"] if chance.random() < 0.1 else []
        p.play(chance.choice(ends or options))


def told_of(p: SicilyPosition, text: str, side: int) -> list[dict[str, str | int]]:
    """What a side hears of an answer."""
    after = p.copy()
    events: list[Event] = []
    after.events = events
    after.play(SICILY.answer(after, text))
    passed = [event for event in veiled(events, p, after) if event.is_heard_by(side)]
    for event in passed:
        for unit in named(event.facts):
            assert not (is_fogged(p, side, unit) and is_fogged(after, side, unit)), event
    return [event.to_json() for event in passed]


@pytest.mark.parametrize(("scenario", "seed", "steps"), [("landing", 1, 400), ("campaign", 2, 330)])
def test_in_the_fog_twins_look_and_answer_alike(scenario: str, seed: int, steps: int) -> None:
    """View, position as seen and imagined, overlays, options, odds, why-not; and what is heard of a move that shows
    nobody."""
    chance = Random(seed)
    compared = asked = 0
    for step, p in enumerate(foggy_game(scenario, seed, steps)):
        if step % 13:
            continue
        for side in (ALLIES, AXIS, -1):
            seen = SICILY.seen(p, side)
            seen.check()
            chooses = p.waits_for == DECISION and p.side_to_act == side
            if chooses:
                assert [one.text for one in seen.options()] == [one.text for one in p.options()]
            twin = fog_twin(p, side, chance)
            if twin is None:
                continue
            compared += 1
            assert to_json(SICILY.view(p, side)) == to_json(SICILY.view(twin, side))
            assert seen == SICILY.seen(twin, side)
            dreams = [SICILY.imagine(one, side, Random(step)) for one in (p, twin)]
            assert dreams[0] == dreams[1]
            dreams[0].check()
            for card in SICILY.looks.overlays:
                shown = [SICILY.overlay(SICILY.seen(one, side), side, card.id, "") for one in (p, twin)]
                assert shown[0] == shown[1]
            if chooses:
                options = chance.sample(p.options(), min(3, len(p.options())))
                candidates = p.step.candidates(p)
                for option in options + chance.sample(candidates, min(4, len(candidates))):
                    for kind in ("odds", "why") if option in options else ("why",):
                        question = {"type": kind, "option": option.text}
                        asked += 1
                        assert answer(SICILY, p, side, question) == answer(SICILY, twin, side, question)
            if p.waits_for == DECISION and p.step.name in ("move", "go"):
                both = [one for one in p.options() if one.verb != "done" and one in twin.options()]
                for option in chance.sample(both, min(3, len(both))):
                    assert told_of(p, option.text, side) == told_of(twin, option.text, side)
    assert compared >= 40 and asked >= 40


FOG = {
    "us_26_1": {"hex": "3823"}, "us_70_tk": {"hex": "3823"}, "de_1_hg": {"hex": "3923"}, "de_2_hg": {"hex": "4121"},
}  # fmt: skip


def test_a_move_in_the_fog_is_heard_as_that_of_a_stack() -> None:
    p = read(turn=3, switches=["fog"], units=FOG, us_limit=False, side="axis", to_come=["move"])
    p.play(SICILY.answer(p, "move de_2_hg"))
    step = next(option.text for option in p.options() if option.verb == "go")
    own = [one for one in told_of(p, step, AXIS) if one["kind"] == "moved"]
    afar = [one for one in told_of(p, step, ALLIES) if one["kind"] == "moved"]
    assert own[0]["unit"] == "de_2_hg" and isinstance(own[0]["points"], int)
    assert str(afar[0]["unit"]).startswith("axis_stack_") and afar[0]["points"] == "?"
    assert (afar[0]["origin"], afar[0]["to"]) == (own[0]["origin"], own[0]["to"])
    assert SICILY.piece_name("axis_stack_2", "en") == "Axis stack"
    assert "de_2_hg" not in to_json(SICILY.view(p, ALLIES)).decode()
    assert not SICILY.shows(p, "move de_2_hg", AXIS, ALLIES) and SICILY.shows(p, "move de_2_hg", AXIS, AXIS)
    assert SICILY.shows(p, "roll 4 2", -1, ALLIES) and not SICILY.shows(p, "chit 3", -1, ALLIES)


def test_what_was_heard_instead_is_gone_when_the_game_is_over() -> None:
    stored = [
        Event("moved", "SIC-16.1", {"unit": "de_2_hg"}, [AXIS]).stored(),
        Event("moved", "SIC-16.1", {"unit": "axis_stack_1"}, [ALLIES], instead=True).stored(),
    ]
    assert [event["unit"] for event in heard(stored, ALLIES)] == ["axis_stack_1"]
    assert [event["unit"] for event in heard(stored, AXIS)] == ["de_2_hg"]
    assert told_to_all(stored) == [{"kind": "moved", "clause": "SIC-16.1", "unit": "de_2_hg"}]


def test_in_the_fog_the_machine_plans_from_what_its_side_sees() -> None:
    """Its choice, and what it says of it, are the same whoever stands in the fog."""
    compared = 0
    for seed in range(1, 9):
        for p in foggy_game("landing", seed, 260):
            side = p.side_to_act
            if p.step.name != "move" or not SICILY.advice().operations(SICILY.seen(p, side), side):
                continue
            twin = fog_twin(p, side, Random(seed))
            if twin is not None and compared < 3:
                compared += 1
                told = []
                for one in (p.copy(), twin):
                    player = OperationsPlayer(SICILY, 3, 4000)
                    choice = player.choose(one)
                    assert player.last is not None
                    told.append((choice.text, [(each.option.text, each.chance) for each in player.last.considered]))
                assert told[0] == told[1]
    assert compared


def test_in_the_fog_nobody_hears_whether_a_unit_must_drop() -> None:
    units = {"us_1_505_82": {"box": "waiting"}, "de_aufkl_hg": {"hex": "3923"}}
    must = read(turn=2, switches=["fog"], units=units, to_come=["airborne"])
    assert must.step.name == "drop"
    may = must.copy()
    unit = must.waiting[must.task]
    may.flags[unit] |= RELEASED
    assert is_mandatory(unit, must.flags[unit]) and not is_mandatory(unit, may.flags[unit])
    assert to_json(SICILY.view(must, AXIS)) == to_json(SICILY.view(may, AXIS))
    assert SICILY.view(must, ALLIES).prompt.key != SICILY.view(may, ALLIES).prompt.key


def test_in_the_fog_a_declared_attack_may_not_be_taken_back_unasked() -> None:
    """It has shown who defends; what is no more than a move has shown nothing."""
    p = read(turn=3, switches=["fog"], units=FOG, us_limit=False, side="axis", to_come=["move"])
    assert teaches_nothing(SICILY, p, SICILY.answer(p, "move de_2_hg"), AXIS)
    p = read(turn=3, switches=["fog"], units=FOG, us_limit=False, to_come=["combat"])
    assert is_fogged(p, ALLIES, UNIT["de_1_hg"])
    option = SICILY.answer(p, "with us_26_1")
    assert SICILY.odds(p, option) is None
    assert not teaches_nothing(SICILY, p, option, ALLIES)
    p.play(option)
    assert not is_fogged(p, ALLIES, UNIT["de_1_hg"])
