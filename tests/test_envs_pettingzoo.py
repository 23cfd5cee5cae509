"""The games in PettingZoo: its own tests pass, illegal actions lose, and rewards add up."""

from __future__ import annotations

import warnings
from functools import partial

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from senki.engine.registry import game_keys
from senki.envs.pettingzoo import env

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
