"""Which choices throw dice of their own at once, as the views tell it."""

from __future__ import annotations

from random import Random

import pytest

from senki.engine.position import CHANCE
from senki.engine.registry import find_game


@pytest.mark.parametrize(("key", "steps"), [("nano", 120), ("shiloh", 120), ("monmouth", 80)])
def test_what_rolls_is_followed_by_dice(key: str, steps: int) -> None:
    game, chance = find_game(key), Random(5)
    p = game.start(game.scenario(None).id, game.settings({}))
    p.settle()
    told = 0
    for _ in range(steps):
        if p.over:
            break
        if p.waits_for != CHANCE:
            for choice in game.view(p, p.side_to_act).choices:
                if choice.rolls:
                    told += 1
                    assert p.throws_dice(game.answer(p, choice.text)), choice.text
        p.play(chance.choice(p.options()))
    assert told, "somewhere a choice throws dice"


def test_a_mountain_road_rolls_and_a_road_does_not() -> None:
    game = find_game("nano")
    p = game.read({"units": {"S1": {"town": "luray"}}, "dice": {"south": 4, "north": 2}, "to_come": ["act"]}, "test")
    rolls = {choice.place: choice.rolls for choice in game.view(p, 0).choices if choice.verb == "move"}
    assert rolls["mount_jackson"]
    assert not rolls["front_royal"]
