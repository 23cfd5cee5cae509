"""A match keeps a few positions, however long it is, and finds the others by playing again."""

from random import Random

import pytest

import senki
from senki.engine.errors import Illegal
from senki.engine.match import Decision, Match, replay
from senki.engine.position import Position
from senki.engine.trail import LATEST, MOST, Trail


def at_random(key: str, most: int, seed: int = 3) -> tuple[Match, list[Position]]:
    """A match played at random, and a copy of every position on its way."""
    match, chance = senki.new(key, seed=seed), Random(seed)
    way = [match.position.copy()]
    while not match.over and len(match.played) < most:
        pending = match.pending
        if isinstance(pending, Decision):
            match.play(chance.choice(pending.options))
        else:
            match.roll()
        way.append(match.position.copy())
    return match, way


def kept(trail: Trail) -> int:
    return len({id(p) for p in (*trail.spread.values(), *trail.latest.values())})


@pytest.mark.parametrize(("key", "most"), [("nano", 1000), ("shiloh", 200), ("monmouth", 70)])
def test_every_position_of_a_game_is_found_again(key: str, most: int) -> None:
    match, way = at_random(key, most)
    assert len(match.played) > MOST
    assert kept(match.trail) <= MOST + LATEST
    for number, position in enumerate(way):
        assert match.before(number) == position


def test_a_way_of_any_length_keeps_as_few_positions() -> None:
    match, _ = at_random("nano", 1)
    trail = Trail(match.position)
    for number in range(20_000):
        trail.keep(number, match.position)
        assert kept(trail) <= MOST + LATEST
    distances = {later - earlier for earlier, later in zip(list(trail.spread), list(trail.spread)[1:], strict=False)}
    assert distances == {trail.every} and 20_000 / MOST <= trail.every <= 2 * 20_000 / MOST
    assert trail.nearest(19_999 - LATEST) == (19_999 - LATEST) // trail.every * trail.every
    assert trail.nearest(19_999) == 19_999


def test_by_consent_a_match_goes_back_to_any_choice_and_on_from_there() -> None:
    match, way = at_random("nano", 1000)
    moves = [played.option.text for played in match.played]
    sides = [played.side for played in match.played]
    while any(side == 0 for side in sides):
        match.undo(0, by_consent=True)
        back = len(match.played)
        assert sides[back] == 0 and 0 not in sides[back + 1 :] and match.position == way[back]
        del sides[back:]
    with pytest.raises(Illegal, match="you have made no choice yet"):
        match.undo(0, by_consent=True)
    for text in moves:
        match.play(text)
    assert match.position == way[-1] and match.record().moves == moves
    assert kept(match.trail) <= MOST + LATEST


def test_a_replay_that_keeps_nothing_can_be_played_on_and_taken_back() -> None:
    match, way = at_random("nano", 40)
    again = replay(match.record(), keep=False)
    assert again.played == [] and kept(again.trail) == 1 and again.position == way[-1]
    while isinstance(again.pending, Decision) is False:
        again.roll()
    stands = again.position.copy()
    side = again.position.side_to_act
    again.play(again.position.options()[0])
    again.undo(side)
    assert again.position == stands
