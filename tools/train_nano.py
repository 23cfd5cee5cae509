"""Trains the network behind Nano's advice on games the search plays against itself, and writes advice.json.

    python tools/train_nano.py --rounds 3 --games 4000 --nodes 100 --workers 2

Each round plays with the network of the round before, so a round needs a fresh pool of workers.
Needs numpy (extra `maps`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from senki.engine.files import write_whole
from senki.engine.position import CHANCE
from senki.engine.registry import find_game
from senki.games.nano import advice
from senki.games.nano.board import NORTH, SOUTH, TOWNS
from senki.games.nano.flow import SET_UP
from senki.games.nano.position import NanoPosition
from senki.players.search import Tree

Floats = NDArray[np.float32]
WEIGHTS = Path(advice.__file__).with_name("advice.json")
PLACES = 2 * len(TOWNS)
NOISE = 0.08
"""Share of moves played at random, so that odd positions are seen too."""
RANDOM_SETUPS = 0.3
"""Share of games from a random set-up; the others begin as the search likes, as real games do."""


def row_of(p: NanoPosition) -> list[float]:
    """A position as the network sees it: units per town of each side, then the facts."""
    south, north = advice.standing(p, SOUTH), advice.standing(p, NORTH)
    counts = [0.0] * PLACES
    for town in south:
        counts[town] += 1
    for town in north:
        counts[len(TOWNS) + town] += 1
    return counts + advice.facts(p, south, north)


def play_one(job: tuple[int, int]) -> tuple[list[list[float]], bool]:
    """One game of the search against itself: its positions and whether the South won."""
    seed, nodes = job
    chance = Random(seed)
    game = find_game("nano")
    p = game.start("campaign", {})
    assert isinstance(p, NanoPosition)
    p.settle()
    rows: list[list[float]] = []
    any_setup = chance.random() < RANDOM_SETUPS
    while not p.over:
        if SET_UP not in p.stack:
            rows.append(row_of(p))
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
            continue
        options = p.options()
        if (any_setup and SET_UP in p.stack) or chance.random() < NOISE or len(options) == 1:
            p.play(options[int(chance.random() * len(options))])
        else:
            tree = Tree(p.copy(), game.advice(), chance)
            for _ in range(nodes):
                tree.grow()
            visits = [child.visits if child is not None else 0 for child in tree.root.children]
            p.play(tree.root.options[visits.index(max(visits))])
    assert p.result is not None
    return rows, p.result.winner == SOUTH


def play_many(games: int, nodes: int, seed: int, workers: int) -> tuple[Floats, Floats]:
    """The positions of many games and their outcomes."""
    rows: list[Floats] = []
    won: list[Floats] = []
    with get_context("spawn").Pool(workers) as pool:
        jobs = ((seed * 1_000_003 + number, nodes) for number in range(games))
        for positions, south in pool.imap_unordered(play_one, jobs, chunksize=4):
            rows.append(np.array(positions, np.float32))
            won.append(np.full(len(positions), south, np.float32))
    return np.concatenate(rows), np.concatenate(won)


class Fit:
    """The network's weights under training: Adam on the log-loss of the outcome."""

    def __init__(self, inputs: int, hidden: int, chance: np.random.Generator) -> None:
        self.weights: dict[str, NDArray[Any]] = {
            "into": chance.normal(0, 0.15, (inputs, hidden)),
            "hidden": np.zeros(hidden),
            "output": chance.normal(0, 0.2, hidden),
            "direct": np.zeros(inputs - PLACES),
            "bias": np.zeros(1),
        }
        self.mean = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in self.weights.items()}
        self.steps = 0

    def forward(self, x: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
        """Hidden sums and the chance that the South wins."""
        w = self.weights
        sums = x @ w["into"] + w["hidden"]
        logit = np.maximum(sums, 0) @ w["output"] + x[:, PLACES:] @ w["direct"] + w["bias"]
        return sums, 1 / (1 + np.exp(-np.clip(logit, -30, 30)))

    def loss(self, x: Floats, y: Floats) -> float:
        """Mean log-loss."""
        chance = np.clip(self.forward(x)[1], 1e-6, 1 - 1e-6)
        return float(-(y * np.log(chance) + (1 - y) * np.log(1 - chance)).mean())

    def step(self, x: Floats, y: Floats, rate: float) -> None:
        """One step of Adam on a batch."""
        sums, chance = self.forward(x)
        error = (chance - y) / len(y)
        back = np.outer(error, self.weights["output"]) * (sums > 0)
        slopes = {
            "into": x.T @ back + 2e-6 * self.weights["into"],
            "hidden": back.sum(0),
            "output": np.maximum(sums, 0).T @ error,
            "direct": x[:, PLACES:].T @ error,
            "bias": np.array([error.sum()]),
        }
        self.steps += 1
        for name, slope in slopes.items():
            self.mean[name] = 0.9 * self.mean[name] + 0.1 * slope
            self.square[name] = 0.999 * self.square[name] + 0.001 * slope**2
            mean = self.mean[name] / (1 - 0.9**self.steps)
            spread = np.sqrt(self.square[name] / (1 - 0.999**self.steps))
            self.weights[name] = self.weights[name] - rate * mean / (spread + 1e-8)

    def to_json(self) -> dict[str, list[list[float]]]:
        """The weights as the game's advice reads them."""
        w = self.weights
        towns = len(TOWNS)
        shown = {
            "south": w["into"][:towns].T,
            "north": w["into"][towns:PLACES].T,
            "facts": w["into"][PLACES:].T,
            "hidden": w["hidden"],
            "output": w["output"],
            "direct": np.concatenate([w["direct"], w["bias"]]),
        }
        return {name: np.round(np.atleast_2d(value), 4).tolist() for name, value in shown.items()}


def batches(count: int, size: int, chance: np.random.Generator) -> Iterator[NDArray[Any]]:
    """A random order of all samples, in batches."""
    order = chance.permutation(count)
    for start in range(0, count, size):
        yield order[start : start + size]


def train(x: Floats, y: Floats, hidden: int, epochs: int) -> tuple[Fit, float]:
    """Fit a network; the last twentieth of the games judges it."""
    chance = np.random.default_rng(1)
    cut = len(y) - len(y) // 20
    fit = Fit(x.shape[1], hidden, chance)
    for epoch in range(epochs):
        rate = 0.003 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        for batch in batches(cut, 1024, chance):
            fit.step(x[batch], y[batch], rate)
    return fit, fit.loss(x[cut:], y[cut:])


def main() -> None:
    """Play, train, write; again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--nodes", type=int, default=100)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    seen: list[Floats] = []
    outcomes: list[Floats] = []
    for number in range(args.rounds):
        x, y = play_many(args.games, args.nodes, args.seed * 100 + number, args.workers)
        # Earlier rounds stay in: a network that forgets what it has just learned to beat goes round in circles.
        seen.append(x)
        outcomes.append(y)
        fit, loss = train(np.concatenate(seen), np.concatenate(outcomes), args.hidden, args.epochs)
        write_whole(WEIGHTS, json.dumps(fit.to_json()).encode() + b"\n")
        print(
            f"round {number + 1}: {len(y)} positions, South won {y.mean():.3f} of them, log-loss {loss:.4f}", flush=True
        )


if __name__ == "__main__":
    main()
