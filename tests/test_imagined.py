"""What a side sees is the same in every position it may imagine: only what it cannot know is drawn anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from senki import find_game
from senki.engine.forms import to_json
from senki.engine.game import Game
from senki.engine.position import CHANCE, Position
from senki.engine.registry import own_keys

STEPS = 600
EVERY = 37
SECRETS: dict[str, list[dict[str, str]]] = {
    "monmouth": [{}, {"blind_map": "on", "hidden_reserves": "on", "written_orders": "on"}],
    "shiloh": [{"hidden_cup": "on"}],
    "sicily": [{}, {"fog": "on"}],
}
"""The switches with which something is hidden, by game."""
GAMES = [
    (key, scenario.id, switches)
    for key, ways in SECRETS.items()
    for scenario in find_game(key).scenarios
    for switches in ways
]


def moments(game: Game, scenario: str, switches: dict[str, str], seed: int) -> Iterator[Position]:
    """Every so many steps of a random game, and each position in which something drawn lies hidden."""
    chance = Random(seed)
    p = game.start(scenario, game.settings(switches, scenario))
    p.settle()
    for number in range(STEPS):
        if p.over:
            return
        if number % EVERY == seed % EVERY or p.step.name == "place":
            yield p
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
        else:
            p.play(p.draw(chance))


def test_every_game_that_hides_something_is_asked() -> None:
    assert sorted(SECRETS) == [key for key in own_keys() if find_game(key).hidden_information]


@pytest.mark.parametrize(("key", "scenario", "switches"), GAMES, ids=lambda value: str(value))
def test_a_side_sees_the_same_in_what_it_imagines(key: str, scenario: str, switches: dict[str, str]) -> None:
    game = find_game(key)
    hidden = 0
    for seed in (1, 2):
        for number, p in enumerate(moments(game, scenario, switches, seed)):
            for side in range(len(game.sides)):
                imagined = game.imagine(p, side, Random(number))
                hidden += imagined != p
                assert to_json(game.view(imagined, side)) == to_json(game.view(p, side)), (seed, number, p.step.name)
    assert hidden or not switches
