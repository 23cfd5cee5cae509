"""Many games in worker processes: the same games however many workers there are, begun anew when they end."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

from senki.engine.errors import Malformed, UnknownName
from senki.envs.bench import pick
from senki.envs.vector import SenkiVectorEnv

GAMES = 6
STEPS = 120


def play_on(envs: SenkiVectorEnv) -> list[Any]:
    """What a row of steps tells, as bytes and numbers."""
    chance = numpy.random.default_rng(3)
    seen, infos = envs.reset(seed=9)
    told: list[Any] = [seen["observation"].tobytes(), infos["actor"].tolist()]
    for _ in range(STEPS):
        acted = infos["actor"]
        seen, rewards, terminated, truncated, infos = envs.step(pick(seen["action_mask"].astype(bool), chance))
        told += [seen["observation"].tobytes(), seen["action_mask"].tobytes(), rewards.tolist(), terminated.tolist()]
        told += [infos["actor"].tolist(), infos["returns"].tolist()]
        assert not truncated.any() and seen["action_mask"].any(axis=1).all()
        assert (numpy.abs(rewards) == terminated).all()
        assert (infos["returns"][range(GAMES), acted] == rewards).all() and not infos["returns"].sum()
        if terminated.any():
            last = infos["final_obs"][numpy.flatnonzero(terminated)[0]]
            assert last["observation"].any() and not last["action_mask"].any()
            assert (infos["_final_obs"] == terminated).all()
    assert envs.worker_seconds() > 0
    envs.close()
    return told


def test_games_do_not_depend_on_who_plays_them() -> None:
    """Both sides from outside: two workers and one play the same games to the byte."""
    two = play_on(SenkiVectorEnv("nano", GAMES, workers=2))
    assert play_on(SenkiVectorEnv("nano", GAMES, workers=1)) == two
    assert sum(sum(ended) for ended in two[5::6]) > 3, "some games ended and began anew"


def test_one_side_is_played_from_outside() -> None:
    envs = SenkiVectorEnv("nano", 2, workers=1, side="north", opponent="greedy", longest=30)
    with pytest.raises(Malformed, match="2 seeds: give one"):
        envs.reset(seed=[1, 2])
    seen, infos = envs.reset(seed=1)
    assert seen["observation"] in envs.observation_space["observation"]  # type: ignore[index]
    chance = numpy.random.default_rng(1)
    broken_off = 0
    for _ in range(60):
        assert infos["actor"].tolist() == [1, 1]
        seen, _, _, truncated, infos = envs.step(pick(seen["action_mask"].astype(bool), chance))
        broken_off += truncated.sum()
    # An action that is not legal loses the game, and another one begins.
    _, rewards, terminated, _, _ = envs.step([-1, 5_000])
    assert rewards.tolist() == [-1.0, -1.0] and terminated.all()
    assert broken_off
    envs.close()


def test_a_wrong_name_is_told_before_workers_begin() -> None:
    with pytest.raises(UnknownName, match="there is no side 'x' in nano"):
        SenkiVectorEnv("nano", 2, side="x")
    with pytest.raises(UnknownName, match="there is no player 'x'"):
        SenkiVectorEnv("nano", 2, side="north", opponent="x")


def test_every_legal_action_is_picked() -> None:
    masks = numpy.array([[0, 1, 0, 1], [1, 0, 0, 0], [0, 1, 1, 1]], bool)
    chance = numpy.random.default_rng(1)
    picked = {(row, int(action)) for _ in range(60) for row, action in enumerate(pick(masks, chance))}
    assert picked == {(0, 1), (0, 3), (1, 0), (2, 1), (2, 2), (2, 3)}
