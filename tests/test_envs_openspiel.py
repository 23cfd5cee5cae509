"""The games in OpenSpiel: its own random simulations and API tests, its tree search, and what a side may know."""

from __future__ import annotations

import random
import unittest
from typing import Any

import numpy
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.integration_tests import api_test  # noqa: E402
from open_spiel.python.algorithms import sample_some_states  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import senki.envs.openspiel  # noqa: E402, F401
from senki.engine.registry import game_keys  # noqa: E402

SHORT = {"shiloh": "first_morning", "sjw": "stuarts_raid", "sicily": "landing"}
"""Scenarios that are over soon; games that are not named have one only."""
STATES = {"nano": 200, "shiloh": 40, "sjw": 40, "sicily": 20, "monmouth": 40}
"""So many states of each game the API tests look at."""


def loaded(key: str, **more: str) -> Any:
    """A game of Senki as OpenSpiel loads it, in a short scenario."""
    params = {"scenario": SHORT[key]} if key in SHORT else {}
    return pyspiel.load_game(f"python_senki_{key}", params | more)


@pytest.mark.parametrize("key", game_keys())
def test_its_random_simulation_passes(key: str) -> None:
    """Random play to the end, states cloned at every step, games and states written and read back."""
    numpy.random.seed(7)
    games_sim_test.GamesSimTest().sim_game(loaded(key))


@pytest.mark.parametrize("key", game_keys())
def test_its_api_tests_pass(key: str) -> None:
    """The tests OpenSpiel runs over its own games, on states sampled from the tree."""
    game = loaded(key)
    random.seed(3)
    states = sample_some_states.sample_some_states(game, max_states=STATES[key])
    known = {"game": game, "game_name": key, "game_type": game.get_type(), "some_states": states}
    case = type(f"Api_{key}", (api_test.EnforceAPIOnPartialTreeBase,), {**known, "setUpClass": lambda: None})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert not result.errors and not result.failures, result.errors + result.failures
