"""An option drawn without listing all is one of the list, and each is as likely as the next."""

from collections import Counter
from random import Random

import pytest

from senki.engine.position import DECISION, Position
from senki.engine.registry import find_game, game_keys


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


def test_every_option_of_a_piece_is_drawn_as_often_as_the_next() -> None:
    pieces = [p for p in decisions("monmouth", 12) if p.step.name == "piece" and 2 <= len(p.options()) <= 12]
    p = pieces[0]
    chance = Random(3)
    many = 150 * len(p.options())
    drawn = Counter(p.draw(chance).text for _ in range(many))
    assert set(drawn) == {option.text for option in p.options()}
    # Each is drawn 150 times on average; 60 more or less is five deviations.
    assert all(90 <= count <= 210 for count in drawn.values())
