"""The games in Gymnasium: its check passes, opponents are named, seeds repeat games."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env

import senki.envs.gymnasium
from senki.engine.errors import UnknownName
from senki.engine.registry import game_keys
from senki.envs.gymnasium import SenkiEnv

SHORT = {"shiloh": "first_morning", "sjw": "stuarts_raid", "sicily": "landing"}


@pytest.mark.parametrize("key", game_keys())
def test_its_check_passes(key: str) -> None:
    check_env(SenkiEnv(key, scenario=SHORT.get(key), render_mode="ansi"))


def play_out(env: Any, seed: int) -> list[Any]:
    """A game of the first legal actions that come to hand: actions, rewards, and what was seen last."""
    chance = numpy.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    told: list[Any] = []
    while True:
        action = int(chance.choice(numpy.flatnonzero(seen["action_mask"])))
        seen, reward, terminated, truncated, _ = env.step(action)
        told.append((action, reward))
        if terminated or truncated:
            return [*told, seen["observation"].tobytes()]


@pytest.mark.parametrize("opponent", ["random", "greedy", "search:1"])
def test_a_seed_repeats_a_game_against_any_player(opponent: str) -> None:
    env = SenkiEnv("nano", "north", opponent)
    first = play_out(env, 4)
    assert play_out(env, 4) == first != play_out(env, 5)
    assert first[-2][1] in (1.0, -1.0)


def test_a_game_is_made_by_its_id() -> None:
    assert senki.envs.gymnasium.register() is None
    env = gymnasium.make("senki/nano-v0", side="north", opponent="greedy", render_mode="ansi")
    env.reset(seed=1)
    masks: Any = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and masks.any()
    assert "South" in str(env.render())


def test_the_other_side_has_moved_when_it_is_the_own_sides_turn() -> None:
    env = SenkiEnv("nano", "north")
    env.reset(seed=2)
    assert env.bout.side == 1 and all(town >= 0 for town in env.bout.p.town[:4])  # type: ignore[attr-defined]


def test_an_illegal_action_loses_the_game() -> None:
    env = SenkiEnv("nano", "north")
    env.reset(seed=1)
    _, reward, terminated, truncated, _ = env.step(env.stage.vocabulary.numbers["place S1 luray"])
    assert (reward, terminated, truncated) == (-1.0, True, False)


def test_a_wrong_player_is_told_in_a_line() -> None:
    with pytest.raises(UnknownName, match="there is no player 'nobody'; players are: random, greedy"):
        SenkiEnv("nano", opponent="nobody")
