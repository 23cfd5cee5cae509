"""What must hold of every position of every game, whatever is played."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki import find_game
from senki.engine.dice import seeded_dice
from senki.engine.errors import Illegal
from senki.engine.forms import Record, plain, read_json, to_json
from senki.engine.match import Match, replay, verify
from senki.engine.position import CHANCE, DECISION, Position
from senki.games.nano.board import NORTH, OFF, SIDE_OF, UNITS
from senki.games.nano.position import NanoPosition, contested_towns, state_of

NANO = find_game("nano")
NUMBERS = st.lists(st.integers(0, 1000), max_size=50)
MID_GAME = st.tuples(st.integers(0, 10**6), st.integers(0, 110))
"""A seed and how many steps to play with it."""


def begin(mid_game: tuple[int, int] = (0, 0)) -> NanoPosition:
    """The start of the game, or a position some steps into a random one."""
    seed, steps = mid_game
    chance = Random(seed)
    p = NANO.start("campaign", {})
    p.settle()
    for _ in range(steps):
        if p.over:
            break
        p.play(chance.choice(p.options()))
    assert isinstance(p, NanoPosition)
    return p


def step_by_step(p: Position, numbers: list[int]) -> Any:
    """The positions of a game in which each number picks an option or an outcome."""
    yield p
    for number in numbers:
        if p.over:
            return
        options = p.options()
        p.play(options[number % len(options)])
        yield p


def play_match(match: Match, numbers: list[int]) -> None:
    """The numbers choose, the dice roll."""
    for number in numbers:
        match.roll_all()
        if match.over:
            return
        options = match.position.options()
        match.play(options[number % len(options)])


# Positions


@given(MID_GAME, NUMBERS)
def test_a_position_survives_its_json(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers):
        raw = to_json(NANO.write(p))
        twin = NANO.read(read_json(raw, dict, "position"), "position")
        assert twin == p and twin.result == p.result
        assert to_json(NANO.write(twin)) == raw
        assert NANO.digest(twin) == NANO.digest(p)


@given(MID_GAME, NUMBERS)
def test_a_copy_lives_its_own_life(mid_game: tuple[int, int], numbers: list[int]) -> None:
    original = begin(mid_game)
    key, form = original.key(), NANO.write(original)
    for _ in step_by_step(original.copy(), numbers):
        assert original.key() == key
    assert NANO.write(original) == form
    assert original.copy() == original and original.copy().events is None


@given(MID_GAME, NUMBERS, NUMBERS)
def test_keys_are_equal_exactly_when_forms_are(mid_game: tuple[int, int], some: list[int], others: list[int]) -> None:
    positions = [p.copy() for p in step_by_step(begin(mid_game), some[:12])]
    positions += [p.copy() for p in step_by_step(begin(mid_game), others[:12])]
    forms = [NANO.write(p) for p in positions]
    for i, p in enumerate(positions):
        for j, q in enumerate(positions):
            assert (p.key() == q.key()) == (forms[i] == forms[j])
            assert (p == q) == (p.key() == q.key())
            if p == q:
                assert hash(p) == hash(q)
                assert all(NANO.view(p, side) == NANO.view(q, side) for side in (-1, 0, 1))


@given(MID_GAME, NUMBERS)
def test_invariants(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers):
        p.check()
        assert 0 <= p.vp <= 9 and 1 <= p.turn <= 7
        for unit in range(len(UNITS)):
            state = state_of(p, unit)
            assert (p.came_by[unit] >= 0) == (state == "attacker")
            assert (state == "off") == (p.town[unit] == OFF)
            if state == "off" and SIDE_OF[unit] == NORTH:
                assert p.returns[unit] >= 3, "an eliminated North unit knows when it may return"
        stages = [p.steps[step].name for step in p.stack]
        if not p.over and stages[-1] in ("set_up", "redeploy"):
            assert contested_towns(p) == []
        if p.marked:
            assert "next_battle" in stages
        assert bool(p.going) == (not p.over and stages[-1] == "retreat")


@given(MID_GAME, NUMBERS)
def test_no_dead_end(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers):
        texts = [option.text for option in p.options()]
        assert len(set(texts)) == len(texts)
        assert bool(texts) == (not p.over)
        assert p.over == (p.result is not None)
        assert (p.side_to_act >= 0) == (p.waits_for == DECISION)


@given(st.integers(0, 10**9))
def test_every_game_ends_after_seven_turns(seed: int) -> None:
    chance = Random(seed)
    p = begin()
    turn = 1
    for _ in range(5000):
        if p.over:
            break
        p.play(chance.choice(p.options()))
        assert p.turn in (turn, turn + 1)
        turn = p.turn
    assert p.over and p.turn == 7 and p.result is not None
    assert p.result.winner == (0 if p.vp >= 7 else 1)
    assert p.result.points == p.vp


# Options


@given(MID_GAME, NUMBERS)
@settings(max_examples=60)
def test_legal_options_are_candidates_without_objections(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers[:20]):
        if p.waits_for == DECISION:
            judged = {option.text: p.objections(option) for option in p.step.candidates(p)}
            legal = {option.text for option in p.options()}
            assert {text for text, objections in judged.items() if not objections} == legal
            assert all(o.clause in NANO.rulebook for objections in judged.values() for o in objections)


@given(MID_GAME, NUMBERS)
def test_every_option_and_outcome_parses_back(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers):
        for option in p.options():
            parsed = NANO.parse(option.text, p)
            assert parsed == option
            fields = (parsed.verb, parsed.subject, parsed.target, parsed.extra, parsed.facts)
            assert fields == (option.verb, option.subject, option.target, option.extra, option.facts)


@given(MID_GAME, NUMBERS)
def test_what_may_be_chosen_waits_for_the_dice(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers):
        if p.waits_for == CHANCE:
            roll = p.roll()
            assert roll.outcomes == p.options() and roll.total == sum(roll.weights)
            assert [roll.pick(ticket) for ticket in range(roll.total)] == roll.outcomes
            with pytest.raises(Illegal, match="the dice are awaited"):
                p.objections(NANO.parse("pass", p))


# Views


@given(MID_GAME, NUMBERS)
def test_an_open_game_shows_everybody_the_same(mid_game: tuple[int, int], numbers: list[int]) -> None:
    for p in step_by_step(begin(mid_game), numbers[:25]):
        views = {side: plain(NANO.view(p, side)) for side in (-1, 0, 1)}
        choices = {side: view.pop("choices") for side, view in views.items()}
        seats = {side: view.pop("side") for side, view in views.items()}
        assert seats == {-1: None, 0: "south", 1: "north"}
        assert views[0] == views[1] == views[-1]
        offered = [option.text for option in p.options()] if p.waits_for == DECISION else []
        for side in (-1, 0, 1):
            shown = [choice["text"] for choice in choices[side]]
            assert shown == (offered if side == p.side_to_act else [])


# Matches


@given(st.integers(0, 10**6), NUMBERS)
@settings(max_examples=100)
def test_a_record_replays_to_the_same_position(seed: int, numbers: list[int]) -> None:
    match = Match(NANO, "campaign", seeded_dice(seed), {"south": "Ann"})
    play_match(match, numbers)
    raw = to_json(match.record(), indent=2)
    record = read_json(raw, Record, "record")
    again = verify(record)
    assert again.position == match.position
    assert NANO.digest(again.position) == record.hash
    assert [repr(event) for event in again.log] == [repr(event) for event in match.log]
    assert to_json(again.record().moves) == to_json(record.moves)


@given(MID_GAME, st.integers(0, 10**6), NUMBERS)
@settings(max_examples=100)
def test_a_record_from_a_given_position_replays(mid_game: tuple[int, int], seed: int, numbers: list[int]) -> None:
    match = Match(NANO, "campaign", seeded_dice(seed), {}, begin(mid_game))
    play_match(match, numbers)
    assert replay(read_json(to_json(match.record()), Record, "record")).position == match.position


@given(st.integers(0, 10**6), NUMBERS)
@settings(max_examples=100)
def test_undo_takes_back_own_choices_since_the_last_roll_or_enemy_choice(seed: int, numbers: list[int]) -> None:
    match = Match(NANO, "campaign", seeded_dice(seed), {})
    for number in numbers:
        while match.position.waits_for == CHANCE:
            match.roll()
            assert not match.may_undo(0) and not match.may_undo(1)
        if match.over:
            break
        before, log, side = match.position.copy(), len(match.log), match.position.side_to_act
        options = match.position.options()
        match.play(options[number % len(options)])
        assert match.may_undo(side) and not match.may_undo(1 - side)
        with pytest.raises(Illegal, match="nothing to take back"):
            match.undo(1 - side)
        assert match.undo(side) == options[number % len(options)]
        assert match.position == before and len(match.log) == log
        match.play(options[number % len(options)])
