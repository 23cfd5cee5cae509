"""An option drawn without listing all is one of the list, and each is as likely as the next."""

from collections import Counter
from random import Random

import pytest

from senki.engine.position import DECISION, Position
from senki.engine.registry import find_game, game_keys
from senki.games.monmouth.position import MonmouthPosition, Tried


def decisions(key: str, most: int) -> list[Position]:
    """The first decisions of a game played at random."""
    game = find_game(key)
    chance = Random(5)
    p = game.start(game.scenarios[0].id, game.settings({}))
    p.settle()
    found: list[Position] = []
    while not p.over and len(found) < most:
        if p.waits_for == DECISION:
            found.append(p.copy())
            p.play(p.draw(chance))
        else:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
    return found


@pytest.mark.parametrize("key", game_keys())
def test_what_is_drawn_is_on_the_list(key: str) -> None:
    for number, p in enumerate(decisions(key, 40)):
        assert p.draw(Random(number)).text in [option.text for option in p.options()]


@pytest.mark.parametrize("step", ["ride", "piece"])
def test_one_is_drawn_without_judging_all(step: str) -> None:
    dear = [p for p in decisions("monmouth", 60) if p.step.name == step and len(p.options()) > 5]
    judged = []
    for p in dear:
        assert isinstance(p, MonmouthPosition)
        p.tried = Tried()
        p.draw(Random(1))
        judged.append(len(p.tried.acts) / len(p.options()))
    assert dear and sum(judged) / len(judged) < 0.6


@pytest.mark.parametrize("step", ["ride", "piece"])
def test_every_option_is_drawn_as_often_as_the_next(step: str) -> None:
    found = [p for p in decisions("monmouth", 30) if p.step.name == step and 2 <= len(p.options()) <= 12]
    p = found[0]
    chance = Random(3)
    many = 150 * len(p.options())
    drawn = Counter(p.draw(chance).text for _ in range(many))
    assert set(drawn) == {option.text for option in p.options()}
    # Each is drawn 150 times on average; 60 more or less is five deviations.
    assert all(90 <= count <= 210 for count in drawn.values())
