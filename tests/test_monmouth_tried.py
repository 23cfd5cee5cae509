"""What was tried in a position is remembered there, and only there."""

from random import Random

import pytest

from senki import find_game
from senki.engine.forms import to_json
from senki.games.monmouth.acts import try_act
from senki.games.monmouth.options import MoveOption
from senki.games.monmouth.position import MOST_TRIED, MonmouthPosition, Tried

GAME = find_game("monmouth")


def anew(p: MonmouthPosition) -> MonmouthPosition:
    twin = GAME.read(GAME.write(p), "a position")
    assert isinstance(twin, MonmouthPosition) and not twin.tried.acts
    return twin


@pytest.mark.parametrize("seed", [1, 2])
def test_memory_changes_nothing(seed: int) -> None:
    """A position that remembers and one that never could offer, show and play the same, step by step."""
    chance = Random(seed)
    p = GAME.start("monmouth", GAME.settings({}))
    p.settle()
    compared = 0
    for _ in range(60):
        assert isinstance(p, MonmouthPosition)
        fresh = anew(p)
        options = p.options()
        assert options == fresh.options()
        option = chance.choice([o for o in options if o.verb in ("enter", "move", "attack", "pick", "ride")] or options)
        if isinstance(option, MoveOption):
            compared += 1
            side = p.side_to_act
            assert to_json(GAME.view(p, side)) == to_json(GAME.view(fresh, side))
            child, fresh = p.copy(), anew(p)
            child.play(option)
            fresh.play(GAME.parse(option.text, fresh))
            assert child == fresh
            assert p.tried.acts and not child.tried.acts
        p.play(option)
    assert compared > 10


def test_a_move_is_tried_once_in_a_position_and_its_copies() -> None:
    chance = Random(3)
    p = GAME.start("monmouth", GAME.settings({}))
    p.settle()
    while p.step.name != "piece":
        p.play(chance.choice(p.options()))
    assert isinstance(p, MonmouthPosition)
    moves = [option for option in p.options() if isinstance(option, MoveOption)]
    assert moves
    trials = [try_act(p, move) for move in moves]
    twin = p.copy()
    assert all(try_act(twin, move) is trial for move, trial in zip(moves, trials, strict=True))


def test_the_memory_is_bounded() -> None:
    tried = Tried()
    for number in range(3 * MOST_TRIED):
        tried.remember(str(number), object())
        assert len(tried.acts) <= MOST_TRIED
    assert str(3 * MOST_TRIED - 1) in tried.acts
