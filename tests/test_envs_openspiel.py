"""The games in OpenSpiel: its own random simulations and API tests, its tree searches, and what a side may know."""

from __future__ import annotations

import pickle
import random
import unittest
from typing import Any

import numpy
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts, sample_some_states
from open_spiel.python.tests import games_sim_test

from senki.engine.errors import Malformed
from senki.engine.registry import find_game, game_keys
from senki.envs.openspiel import SenkiState, outcomes_of, switches_in

SHORT = {"shiloh": "first_morning", "sjw": "stuarts_raid", "sicily": "landing"}
"""Scenarios that are over soon; games that are not named have one only."""
STATES = {"nano": 200, "shiloh": 60, "sjw": 60, "sicily": 40, "monmouth": 40}
"""So many states of each game the API tests look at."""
SECRETS = {
    "monmouth": {"switches": "hidden_reserves:on+written_orders:on"},
    "shiloh": {"scenario": "first_morning", "switches": "hidden_cup:on"},
    "sicily": {"scenario": "landing"},
}


def loaded(key: str) -> Any:
    """A game of Senki as OpenSpiel loads it, in a short scenario."""
    return pyspiel.load_game(f"python_senki_{key}", {"scenario": SHORT[key]} if key in SHORT else {})


def played(game: Any, seed: int, steps: int) -> SenkiState:
    """A state after some random steps, at a decision or the end."""
    chance = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal() and (steps > 0 or state.is_chance_node()):
        steps -= 1
        state.apply_action(chance.choice(state.legal_actions()))
    assert isinstance(state, SenkiState)
    return state


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


@pytest.mark.parametrize("key", game_keys())
def test_its_tree_search_plays(key: str) -> None:
    """The bot of OpenSpiel finds a legal action, and leaves the state as it was."""
    game = loaded(key)
    chance = numpy.random.RandomState(5)
    bot = mcts.MCTSBot(game, 1.4, 2, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    state = played(game, 1, 20)
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


def test_its_tree_search_beats_chance_at_nano() -> None:
    """With a few rollouts for each decision it wins as the South against random play."""
    game = loaded("nano")
    chance = numpy.random.RandomState(2)
    bot = mcts.MCTSBot(game, 1.4, 25, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    dice, state = random.Random(0), game.new_initial_state()
    while not state.is_terminal():
        own = state.current_player() == 0
        state.apply_action(bot.step(state) if own else dice.choice(state.legal_actions()))
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("key", SECRETS)
def test_a_state_drawn_anew_is_the_same_to_the_side_that_chooses(key: str) -> None:
    """Information-set searches draw what is hidden: the side sees the same and may do the same."""
    game = pyspiel.load_game(f"python_senki_{key}", SECRETS[key])
    different = 0
    for seed in range(6):
        state = played(game, seed, 40 + 25 * seed)
        if state.is_terminal():
            continue
        side = state.current_player()
        other = state.resample_from_infostate(side, random.Random(seed).random)
        assert other.information_state_string(side) == state.information_state_string(side)
        assert other.observation_tensor(side) == state.observation_tensor(side)
        assert other.legal_actions() == state.legal_actions()
        different += str(other) != str(state)
    # A hidden draw lasts for one choice, end-run numbers come with the third turn: not every random game meets them.
    assert different or key != "monmouth"


def test_its_search_over_what_may_be_plays_monmouth() -> None:
    chance = numpy.random.RandomState(3)
    game = loaded("monmouth")
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, chance), uct_c=1.4, max_simulations=2, random_state=chance
    )
    state = played(game, 4, 25)
    assert bot.step(state) in state.legal_actions()


def test_what_is_known_holds_all_a_side_saw_and_did() -> None:
    """Two ways that lead to one position are two states of knowledge to the side that went them."""
    state = loaded("nano").new_initial_state()
    other = state.clone()
    for unit, (one, two) in enumerate([("luray", "staunton"), ("staunton", "luray")], 1):
        state.apply_action(state.string_to_action(f"place S{unit} {one}"))
        other.apply_action(other.string_to_action(f"place S{unit} {two}"))
    assert state.information_state_string(0) != other.information_state_string(0)
    hidden = loaded("monmouth")
    ways = [played(hidden, seed, 30) for seed in (1, 2)]
    for player in (0, 1):
        assert ways[0].information_state_string(player) != ways[1].information_state_string(player)
        assert ways[0].information_state_string(player) == ways[0].clone().information_state_string(player)


@pytest.mark.parametrize("key", game_keys())
def test_a_finished_game_is_written_and_read_back(key: str) -> None:
    state = played(loaded(key), 3, 10_000)
    assert state.is_terminal() and state.returns() in ([1.0, -1.0], [-1.0, 1.0], [0.0, 0.0])
    again = pickle.loads(pickle.dumps(state))
    assert again.is_terminal() and again.returns() == state.returns() and again.history() == state.history()


def test_a_game_is_broken_off_as_a_draw() -> None:
    game = pyspiel.load_game("python_senki_nano(longest=9)")
    state = played(game, 1, 1000)
    assert state.is_terminal() and state.returns() == [0.0, 0.0] and state.legal_actions() == []
    assert game.max_game_length() == 9


def test_type_cards_say_what_is_hidden_and_that_dice_are_thrown() -> None:
    information = pyspiel.GameType.Information
    for key in game_keys():
        card = loaded(key).get_type()
        hides = find_game(key).hidden_information
        assert card.information == (information.IMPERFECT_INFORMATION if hides else information.PERFECT_INFORMATION)
        assert card.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        assert card.utility == pyspiel.GameType.Utility.ZERO_SUM


def test_outcomes_are_as_likely_as_the_roll_says() -> None:
    for key in game_keys():
        state = loaded(key).new_initial_state()
        chance, seen = random.Random(1), set()
        for _ in range(300):
            if state.is_terminal():
                break
            if state.is_chance_node():
                roll = state.held.p.roll()
                assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1.0)
                for number, share in outcomes_of(roll):
                    assert share == pytest.approx(roll.weights[number] / roll.total)
                seen.add(roll.name)
            state.apply_action(chance.choice(state.legal_actions()))
        assert seen


def test_a_switch_that_cannot_be_read_is_said_in_a_line() -> None:
    assert switches_in("fog:on+map:x") == {"fog": "on", "map": "x"}
    with pytest.raises(Malformed, match=r"'fog' should be a name and a value, as in fog:on"):
        switches_in("fog")
