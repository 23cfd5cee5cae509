"""Everybody meets everybody once with balanced sides, brackets keep the best apart, and points add up."""

from __future__ import annotations

from collections import Counter

import pytest

from senki.table.club.pairing import DRAW, FIRST, NOBODY, SECOND, Game, bracket, round_robin, sides, standing

SIZES = range(3, 17)


@pytest.mark.parametrize("many", SIZES)
def test_everybody_meets_everybody_once_on_balanced_sides(many: int) -> None:
    rounds = round_robin(many)
    assert len(rounds) == (many - 1 if many % 2 == 0 else many)
    met, first, second = Counter[frozenset[int]](), Counter[int](), Counter[int]()
    for pairs in rounds:
        busy = [one for pair in pairs for one in pair]
        assert len(set(busy)) == len(busy) == many - many % 2
        for a, b in pairs:
            met[frozenset((a, b))] += 1
            first[a] += 1
            second[b] += 1
    assert len(met) == many * (many - 1) // 2 and set(met.values()) == {1}
    assert all(abs(first[one] - second[one]) <= (1 if many % 2 == 0 else 0) for one in range(many))


@pytest.mark.parametrize("many", SIZES)
def test_a_bracket_keeps_the_best_apart(many: int) -> None:
    pairs = bracket(many)
    there = [seed for pair in pairs for seed in pair if seed != NOBODY]
    assert sorted(there) == list(range(1, many + 1))
    byes = [a for a, b in pairs if b == NOBODY]
    assert (byes and sorted(byes) == list(range(1, len(byes) + 1))) or len(pairs) * 2 == many
    # Where the better one always wins the two best meet in the last game.
    alive = [min(a, b or a) for a, b in pairs]
    while len(alive) > 2:
        alive = [min(a, b) for a, b in zip(alive[::2], alive[1::2], strict=True)]
    assert sorted(alive) == [1, 2]


def test_sides_change() -> None:
    assert sides(1, 2, [], False) == (1, 2) and sides(1, 2, [], True) == (2, 1)
    assert sides(1, 2, [Game(1, 0, 1, 3, FIRST)], False) == (2, 1)
    # A round without a game is no game on the first side.
    assert sides(1, 2, [Game(1, 0, 1, NOBODY, FIRST)], False) == (1, 2)


def test_points_and_sonneborn_berger() -> None:
    games = [Game(1, 0, 1, 2, FIRST), Game(2, 0, 3, 1, SECOND), Game(3, 0, 2, 3, DRAW)]
    first, second, third = standing([1, 2, 3], games, False)
    assert (first.entrant, first.points, first.berger, first.wins) == (1, 2.0, 1.0, 2)
    # Equal in everything: the better seed.
    assert (second.entrant, second.points, second.berger) == (2, 0.5, 0.25)
    assert (third.entrant, third.points, third.berger) == (3, 0.5, 0.25)
    # Half a point against the stronger one is worth more.
    games = [Game(1, 0, 1, 2, DRAW), Game(1, 1, 3, 4, DRAW), Game(2, 0, 1, 4, FIRST), Game(2, 1, 3, 2, SECOND)]
    assert [score.entrant for score in standing([1, 2, 3, 4], games, False)] == [1, 2, 3, 4]
    assert [score.berger for score in standing([1, 2, 3, 4], games, False)] == [1.25, 1.25, 0.25, 0.25]


def test_a_knock_out_stands_by_how_far_somebody_came() -> None:
    games = [Game(1, 0, 1, NOBODY, FIRST), Game(1, 1, 2, 3, SECOND), Game(2, 0, 3, 1, FIRST)]
    assert [score.entrant for score in standing([1, 2, 3], games, True)] == [3, 1, 2]
