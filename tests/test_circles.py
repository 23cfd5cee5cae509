"""No side may come back to the same position for ever: a game comes to its end whatever is chosen."""

from __future__ import annotations

from random import Random

import pytest

from senki import find_game
from senki.engine.registry import own_keys
from tests.circles import Search, circles, moments

STEPS = 700
LOOKED_AT = 120
"""Positions from each moment."""
OF_EACH = 2
"""Moments of each step of the flow."""
GAMES = [
    *((key, scenario.id, {}) for key in own_keys() for scenario in find_game(key).scenarios),
    # Without a die for each group a whole phase is choices alone.
    ("shiloh", "battle", {"steady_pace": "on"}),
]


@pytest.mark.parametrize(("key", "scenario", "options"), GAMES, ids=lambda value: str(value))
def test_no_choices_lead_round_and_round(key: str, scenario: str, options: dict[str, str]) -> None:
    assert list(circles(find_game(key), scenario, options, 1, STEPS, OF_EACH, LOOKED_AT)) == []


def test_without_an_end_of_taking_back_the_search_finds_circles() -> None:
    shiloh = find_game("shiloh")
    found: dict[str, list[str]] = {}
    for p in moments(shiloh, "first_morning", {}, 1, STEPS, OF_EACH):
        shiloh.go_by(p, 2)
        found[p.step.name] = Search(LOOKED_AT, Random(1)).circle(p)
    assert sorted(choice.split()[0] for choice in found["form_group"]) == ["add", "remove"]
    assert any(circle[1:] == ["cancel"] for circle in found.values())
