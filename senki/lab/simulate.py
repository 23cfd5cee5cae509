"""Series of games between machine players, wherever they are played: the same seed gives the same games."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from hashlib import blake2b
from random import Random
from time import perf_counter

from senki.engine.game import Game
from senki.engine.option import Option, Roll
from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.lab.seeds import derive
from senki.lab.workers import work_off
from senki.players.levels import make_player

LONGEST = 100_000
"""Steps after which a game is taken never to end."""


@dataclass(frozen=True)
class Plan:
    """What a series plays: the players by side, and whether they change sides."""

    game: str
    scenario: str
    players: tuple[str, ...]
    seed: int
    swap: bool = False
    records: bool = False
    pairs: bool = False
    """Each seed is played twice, the second time with sides changed."""
    options: dict[str, str] = field(default_factory=dict)
    """The switches of the game that are set."""
    cap: int = LONGEST
    """Steps (decisions and rolls) after which a game is given up."""

    def seats(self, index: int) -> tuple[str, ...]:
        """The players of one game, by side."""
        turned = index % len(self.players) if self.swap or self.pairs else 0
        return self.players[turned:] + self.players[:turned]

    def dice(self, index: int) -> int:
        """The seed of one game."""
        return derive(self.seed, index // len(self.players) if self.pairs else index)


@dataclass
class Trial:
    """One game of a series and how it went. Lists run over the sides."""

    index: int
    seed: int
    players: tuple[str, ...]
    decisions: list[int]
    seconds: list[float]
    """Time spent on choosing."""
    rolls: int = 0
    turns: int = 0
    winner: int = -1
    level: str = ""
    points: int = 0
    grade: int = 0
    """What the result is worth to the first side."""
    moves: list[str] = field(default_factory=list)
    """Every choice and outcome in notation, if asked for."""
    clause: str = ""
    """The clause that decided."""
    digest: str = ""
    """The hash of the last position."""
    moves_hash: str = ""
    """The hash of every choice and outcome, each with a line end."""
    failure: str = ""
    """Why the game has no result, in one line."""
    fights: list[tuple[int, str]] = field(default_factory=list)
    """Turn and place of each fight."""
    losses: list[tuple[int, int, float]] = field(default_factory=list)
    """Turn, side and amount of each loss."""
    lead: list[tuple[int, float]] = field(default_factory=list)
    """The points at the end of each turn."""
    luck: list[float] = field(default_factory=list)
    """How lucky the dice of each side were."""


def simulate(plan: Plan, indexes: Iterable[int], workers: int = 1, cluster: str = "") -> Generator[Trial, None, None]:
    """Play the games of a series with these numbers; they come in the order in which they end.

    A game that fails is a trial that says why, and the series goes on.
    """
    return work_off(partial(play_trial, plan), indexes, workers, failed=partial(failed_trial, plan), cluster=cluster)


@cache
def game_called(key: str) -> Game:
    """A game by its key, looked for once: that takes longer than a short game."""
    return find_game(key)


def failed_trial(plan: Plan, index: int, why: str) -> Trial:
    """Stands for a game that could not be played."""
    seats = plan.seats(index)
    return Trial(index, plan.dice(index), seats, [0] * len(seats), [0.0] * len(seats), failure=why)


def play_trial(plan: Plan, index: int) -> Trial:
    """Play game number `index` of a series: it depends on nothing but the plan and its number."""
    game = game_called(plan.game)
    seed = plan.dice(index)
    seats = plan.seats(index)
    players = [make_player(spec, game, derive(seed, side)) for side, spec in enumerate(seats)]
    chance = Random(seed)
    trial = Trial(index, seed, seats, [0] * len(seats), [0.0] * len(seats))
    told = blake2b(digest_size=16)
    p = game.start(plan.scenario, game.settings(plan.options, plan.scenario))
    p.settle()
    for _ in range(plan.cap):
        if p.over:
            break
        if p.waits_for == DECISION:
            side = p.side_to_act
            began = perf_counter()
            option = players[side].choose(p)
            trial.seconds[side] += perf_counter() - began
            trial.decisions[side] += 1
        else:
            option = cast(p.roll(), chance)
            trial.rolls += 1
        told.update(option.text.encode() + b"\n")
        if plan.records:
            trial.moves.append(option.text)
        p.play(option)
    trial.digest, trial.moves_hash = game.digest(p), told.hexdigest()
    trial.turns = game.view(p, -1).turn
    if p.result is None:
        trial.failure = f"not over after {plan.cap} steps"
        return trial
    trial.winner, trial.level, trial.points = p.result.winner, p.result.level, p.result.points
    trial.clause, trial.grade = p.result.clause, game.grade(p.result, 0)
    return trial


def cast(roll: Roll, chance: Random) -> Option:
    """What the dice of a series say."""
    return roll.pick(int(chance.random() * roll.total))
