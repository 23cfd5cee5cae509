"""Rounds of learning: play against oneself, fit a network, and keep it only if it beats the one before (`senki train`).

A round leaves its network and a line in the log; a run that is begun again goes on after the last whole round.
"""

from __future__ import annotations

import io
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Protocol, TypeVar

import msgspec

from senki import __version__
from senki.engine.errors import Malformed, SenkiError
from senki.engine.files import read_text, write_whole
from senki.engine.forms import NetworkForm, read_json, to_json
from senki.engine.game import Game
from senki.engine.network import NETWORK_FILE
from senki.engine.registry import find_game
from senki.lab.fitting import Shape, fit, fit_policy, require_torch
from senki.lab.report import wilson
from senki.lab.seeds import derive
from senki.lab.selfplay import Lesson, Schooling, lessons
from senki.lab.simulate import Plan, Trial, simulate

LOG = "rounds.jsonl"
Done = TypeVar("Done")


class Watch(Protocol):
    """Sees results go by."""

    def __call__(self, label: str, total: int, results: Iterable[Done]) -> Iterable[Done]:
        """The same results, one by one."""


@dataclass(frozen=True)
class Course:
    """What a training run does in each of its rounds."""

    game: str
    scenarios: tuple[str, ...]
    """Played in turn: a network is asked in all of them, so it learns from all."""
    rounds: int
    games: int
    """Games to learn from, a round."""
    nodes: int
    """Nodes a decision, in these games and in those of the gate."""
    gate_games: int
    """Games against the network before, each dice twice with sides changed."""
    gate: float
    """The share of them a new network must win to be kept."""
    seed: int
    workers: int
    window: int = 3
    """The rounds whose games a network is fitted to: one that forgets what it has learned to beat goes in circles."""
    by_result: float = 0.5
    """How much the result counts against what the search thought."""
    shape: Shape = field(default_factory=Shape)
    cluster: str = ""
    """The address of the Ray cluster that plays; it reads the networks from the run's folder, which its nodes share."""


class Round(msgspec.Struct):
    """A line of the log: one round."""

    round: int
    games: int
    positions: int
    first_side_won: float
    """The share of the games to learn from."""
    loss: float
    """Of positions the network was not fitted to."""
    gate_games: int
    gate_won: float
    interval: list[float]
    """95 % of that share."""
    kept: bool
    nodes: int
    seconds: float
    senki: str = __version__


class School:
    """A training run in a folder of its own."""

    def __init__(self, course: Course, folder: Path) -> None:
        require_torch()
        self.course = course
        self.folder = folder
        self.game: Game = find_game(course.game)
        self.features = self.game.advice().feature_names()
        if not self.features:
            raise Malformed(f"{course.game} is not learned: its advice names no features")
        self.done = self.read_log()

    @property
    def best(self) -> Path:
        """The best network so far."""
        return self.folder / NETWORK_FILE

    def read_log(self) -> list[Round]:
        """The rounds that have been done in this folder."""
        path = self.folder / LOG
        lines = read_text(path).splitlines() if path.exists() else []
        done: list[Round] = [read_json(text.encode(), Round, f"{path}: line {n}") for n, text in enumerate(lines, 1)]
        return done

    def rounds(self, watch: Watch) -> Generator[Round, None, None]:
        """Do the rounds that are still to do."""
        for number in range(len(self.done) + 1, self.course.rounds + 1):
            yield self.one_round(number, watch)

    def one_round(self, number: int, watch: Watch) -> Round:
        """Play, fit, hold the new network against the one before, and write down what came of it."""
        began = perf_counter()
        course = self.course
        champion = self.player(self.best if self.best.exists() else None)
        plan = Schooling(course.game, course.scenarios, champion, derive(course.seed, number))
        ended = lessons(plan, range(course.games), course.workers, course.cluster)
        games = sorted(watch("train.playing", course.games, ended), key=lambda game: game.index)
        self.keep(number, games)
        positions, form, loss = self.fitted(number)
        candidate = self.folder / f"round-{number}.json"
        write_whole(candidate, to_json(form))
        won, played = self.gate(number, self.player(candidate), champion, watch)
        share = won / played if played else 0.0
        first_won = sum(game.result for game in games) / len(games)
        done = Round(
            number, len(games), positions, first_won, loss,
            played, share, list(wilson(round(won), played)), share >= course.gate, course.nodes, perf_counter() - began,
        )  # fmt: skip
        if done.kept:
            form.trained = {name: str(value) for name, value in msgspec.to_builtins(done).items()}
            write_whole(self.best, to_json(form))
        self.done.append(done)
        write_whole(self.folder / LOG, b"".join(to_json(one) + b"\n" for one in self.done))
        return done

    def player(self, network: Path | None) -> str:
        """The player that thinks with a network; without a file with the one that ships."""
        spec = f"search:{self.course.nodes}n"
        return f"{spec}@{network.resolve()}" if network is not None else spec

    def keep(self, number: int, games: list[Lesson]) -> None:
        """Write down the positions of a round's games: later rounds learn from them too."""
        import numpy as np

        whole = io.BytesIO()
        width = len(self.game.advice().option_feature_names())
        np.savez_compressed(
            whole,
            options=np.concatenate([np.frombuffer(game.options, np.float32) for game in games]).reshape(
                -1, max(1, width)
            ),
            counts=np.concatenate([np.array(game.counts, np.int64) for game in games]),
            tried=np.concatenate([np.array(game.tried, np.float32) for game in games]),
            x=np.concatenate([np.frombuffer(game.rows, np.float32) for game in games]).reshape(-1, len(self.features)),
            thought=np.concatenate([np.array(game.thought, np.float32) for game in games]),
            result=np.concatenate([np.full(len(game.thought), game.result, np.float32) for game in games]),
        )
        write_whole(self.seen(number), whole.getvalue())

    def seen(self, number: int) -> Path:
        """Where the positions of a round are."""
        return self.folder / f"positions-{number}.npz"

    def fitted(self, number: int) -> tuple[int, NetworkForm, float]:
        """A network fitted to the games of the last rounds, to how many positions, and its loss."""
        import numpy as np

        by_result = self.course.by_result
        seen: dict[str, list[Any]] = {"x": [], "y": [], "options": [], "counts": [], "tried": []}
        for earlier in range(max(1, number - self.course.window + 1), number + 1):
            if self.seen(earlier).exists():
                with np.load(self.seen(earlier)) as kept:
                    for name in ("x", "options", "counts", "tried"):
                        seen[name].append(kept[name])
                    seen["y"].append(by_result * kept["result"] + (1.0 - by_result) * kept["thought"])
        x, y, options, counts, tried = (np.concatenate(parts) for parts in seen.values())
        advice = self.game.advice()
        form, loss = fit(x, y, self.course.shape, advice, self.course.game)
        if len(counts):
            form.policy = fit_policy(options, counts, tried, self.course.shape, advice.option_feature_names())
        return len(y), form, loss

    def gate(self, number: int, challenger: str, champion: str, watch: Watch) -> tuple[float, int]:
        """How many games the new network wins against the one before, draws counted half, and of how many."""
        won, played = 0.0, 0
        for trial in watch("train.gate", self.course.gate_games, self.gate_trials(number, challenger, champion)):
            if trial.failure:
                raise SenkiError(f"game {trial.index} failed: {trial.failure}")
            ours = trial.players.index(challenger)
            won += 0.5 if trial.winner < 0 else float(trial.winner == ours)
            played += 1
        return won, played

    def gate_trials(self, number: int, challenger: str, champion: str) -> Generator[Trial, None, None]:
        """The games of a gate, as many in each scenario; each dice comes twice, so an odd one is left out."""
        course = self.course
        share = max(1, course.gate_games // len(course.scenarios) // 2) * 2
        for scenario in course.scenarios:
            seed = derive(course.seed, number, 1)
            plan = Plan(course.game, scenario, (challenger, champion), seed, pairs=True)
            yield from simulate(plan, range(share), course.workers, course.cluster)


def check_folder(folder: Path) -> None:
    """Raise SenkiError if nothing could be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as wrong:
        raise SenkiError(f"{folder}: cannot be made ({wrong.strerror or wrong})") from None
