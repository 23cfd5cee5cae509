"""How fast the environments are: `python -m senki.envs.bench` plays Nano at random through each and prints the figures.

All figures are per second of processor time, that of the workers included.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy

from senki import _build
from senki.envs.stage import stage_of
from senki.envs.vector import SenkiVectorEnv
from senki.players.playout import random_game

GAME = "nano"
ROUNDS = 5
"""The median of so many rounds is printed."""
BATCH = 50
"""So many games between two looks at the clock, which costs much on some machines."""
GAMES_AT_ONCE = 1024
WORKERS = 2
WARM = 100
"""So many steps before the clock of the workers runs: what they make once, the rows of observations, is made."""


def rules_decisions(seconds: float) -> tuple[int, float]:
    """Decisions of random games by the rules alone, every list of options computed: what the others are measured by."""
    stage, chance = stage_of(GAME), Random(1)
    decisions, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        for _ in range(BATCH):
            decisions += random_game(stage.first.copy(), chance, listed=True)[0]
    return decisions, took


def openspiel_steps(seconds: float) -> tuple[int, float]:
    """Steps, decisions and rolls, of random games in OpenSpiel, and the time they took."""
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]

    from senki.envs.openspiel import PREFIX

    game, chance = pyspiel.load_game(PREFIX + GAME), Random(1)
    steps, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        steps += sum(play_state(game.new_initial_state(), chance.random) for _ in range(BATCH))
    return steps, took


def play_state(state: Any, draw: Callable[[], float]) -> int:
    """Play a state of OpenSpiel to the end; the number of steps."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            action = outcomes[int(draw() * len(outcomes))][0]
        else:
            legal = state.legal_actions()
            action = legal[int(draw() * len(legal))]
        state.apply_action(action)
        steps += 1
    return steps


def pettingzoo_decisions(seconds: float) -> tuple[int, float]:
    """Decisions of random games in PettingZoo, each with its observation and mask, and the time they took."""
    from senki.envs.pettingzoo import env

    table, chance = env(GAME), Random(1)
    table.reset(seed=1)
    decisions, began = 0, process_time()
    while (took := process_time() - began) < seconds:
        decisions += sum(play_table(table, chance.random) for _ in range(BATCH))
    return decisions, took


def play_table(table: Any, draw: Callable[[], float]) -> int:
    """Play a game of PettingZoo; the number of decisions."""
    decisions = 0
    table.reset()
    for _ in table.agent_iter():
        seen, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            table.step(None)
            continue
        legal = numpy.flatnonzero(seen["action_mask"])
        table.step(int(legal[int(draw() * len(legal))]))
        decisions += 1
    return decisions


def pick(masks: Any, chance: Any) -> Any:
    """A legal action for each row of masks, each equally likely."""
    rows, width = masks.shape
    legal = numpy.flatnonzero(masks)
    firsts = numpy.searchsorted(legal, numpy.arange(rows) * width)
    counts = numpy.diff(firsts, append=len(legal))
    picked = legal[firsts + (chance.random(rows) * counts).astype(numpy.int64)]
    return picked % width


def vector_decisions(seconds: float) -> tuple[int, float]:
    """Decisions of random games in worker processes, and the time of all processes together."""
    envs = SenkiVectorEnv(GAME, GAMES_AT_ONCE, WORKERS, copy=False)
    chance = numpy.random.default_rng(1)
    seen, _ = envs.reset(seed=1)
    for _ in range(WARM):
        seen, *_ = envs.step(pick(seen["action_mask"].view(numpy.bool_), chance))
    decisions, before = 0, process_time() + envs.worker_seconds()
    began = perf_counter()
    while perf_counter() - began < seconds:
        seen, *_ = envs.step(pick(seen["action_mask"].view(numpy.bool_), chance))
        decisions += GAMES_AT_ONCE
    took = process_time() + envs.worker_seconds() - before
    envs.close()
    return decisions, took


def main(seconds: float) -> None:
    """Print the figures."""
    print(f"{GAME}, {_build.mode()}, per CPU-second: median of {ROUNDS} rounds (least to most)")
    tried: list[tuple[str, Callable[[float], tuple[int, float]]]] = [
        ("rules alone, decisions", rules_decisions),
        ("OpenSpiel, steps", openspiel_steps),
        ("PettingZoo, decisions", pettingzoo_decisions),
        (f"vector, {WORKERS} workers, decisions", vector_decisions),
    ]
    for name, measure in tried:
        rates = sorted(done / took for done, took in (measure(seconds) for _ in range(ROUNDS)))
        print(f"{name:32} {rates[ROUNDS // 2]:10,.0f} ({rates[0]:,.0f} to {rates[-1]:,.0f})")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 2.0)
