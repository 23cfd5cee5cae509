"""The games in PettingZoo: its own tests pass, illegal actions lose, and the results reach both agents."""

from __future__ import annotations

import warnings
from functools import partial

import numpy
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from senki.engine.errors import UnknownName
from senki.engine.registry import game_keys
from senki.envs.pettingzoo import SenkiAEC, env

SHORT = {"shiloh": "first_morning", "sjw": "stuarts_raid", "sicily": "landing"}
CYCLES = {"nano": 200, "monmouth": 40, "shiloh": 60, "sjw": 60, "sicily": 40}


@pytest.mark.parametrize("key", game_keys())
def test_its_api_test_passes(key: str) -> None:
    with warnings.catch_warnings():
        # Agents are called by the ids of sides, observations are dictionaries.
        warnings.simplefilter("ignore", UserWarning)
        api_test(env(key, SHORT.get(key)), num_cycles=CYCLES[key])


@pytest.mark.parametrize("key", game_keys())
def test_its_seed_test_passes(key: str) -> None:
    seed_test(partial(env, key, SHORT.get(key)), num_cycles=CYCLES[key])


@pytest.mark.parametrize("key", game_keys())
def test_its_render_test_passes(key: str) -> None:
    render_test(partial(env, key, SHORT.get(key)))


def play_out(table: SenkiAEC, seed: int) -> dict[str, float]:
    """Play a game at random; what each agent has got in all."""
    chance = numpy.random.default_rng(seed)
    table.reset(seed=seed)
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        got[agent] += reward
        assert seen is not None
        legal = numpy.flatnonzero(seen["action_mask"])
        assert len(legal) or terminated or truncated
        table.step(None if terminated or truncated else int(chance.choice(legal)))
    return got


@pytest.mark.parametrize("key", game_keys())
def test_the_winner_gets_what_the_loser_gives(key: str) -> None:
    got = sorted(play_out(env(key, SHORT.get(key)), 3).values())
    assert got in ([-1.0, 1.0], [0.0, 0.0])


def test_only_the_agent_whose_turn_it_is_may_act() -> None:
    table = env("nano")
    table.reset(seed=1)
    assert table.agent_selection == "south"
    assert table.observe("south")["action_mask"].sum() == 6 and not table.observe("north")["action_mask"].any()


def test_an_illegal_action_loses_the_game() -> None:
    table = env("nano")
    for action in (0, 5_000, -3):
        table.reset(seed=1)
        table.step(action)
        assert table.terminations == {"south": True, "north": True}
        assert table.rewards == {"south": -1.0, "north": 1.0}


def test_a_long_game_is_broken_off() -> None:
    table = env("nano", longest=10)
    assert play_out(table, 5) == {"south": 0.0, "north": 0.0}


def test_a_spectator_is_told_the_board_in_words() -> None:
    table = env("nano", render_mode="ansi")
    table.reset(seed=1)
    words = table.render()
    assert words is not None and "Shenandoah Nano" in words and "Strasburg: N4" in words and "N1" in words
    hidden = env("monmouth", render_mode="ansi")
    hidden.reset(seed=1)
    assert hidden.render()


def test_a_wrong_name_is_told_in_a_line() -> None:
    with pytest.raises(UnknownName, match="there is no game 'nono'"):
        env("nono")
    with pytest.raises(UnknownName, match="there is no scenario 'x'"):
        env("nano", "x")
    with pytest.raises(UnknownName, match="there is no switch 'fog'"):
        env("nano", switches={"fog": "on"})
