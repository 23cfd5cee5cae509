"""Series of games between machine players, in as many processes as wanted: the same seed gives the same games."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter

from senki.engine.position import DECISION
from senki.engine.registry import find_game
from senki.lab.chronicle import Chronicle
from senki.lab.seeds import derive
from senki.lab.workers import work_off
from senki.players.levels import make_player


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
    chronicle: bool = False
    """What happened in each game is noted: fights, losses and the lead."""
    luck: bool = False
    """So is what the dice did to each side's chance to win; every roll is then looked at from all its faces."""

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
    fights: list[tuple[int, str]] = field(default_factory=list)
    """Turn and place of each fight; on a plane the place is a point, `x y`."""
    losses: list[tuple[int, int, float]] = field(default_factory=list)
    """Turn, side and amount of each loss."""
    lead: list[tuple[int, float]] = field(default_factory=list)
    """The points at the end of each turn."""
    luck: list[float] = field(default_factory=list)
    """By side: how much the dice raised its chance to win."""


def simulate(plan: Plan, indexes: Iterable[int], workers: int = 1) -> Generator[Trial, None, None]:
    """Play the games of a series with these numbers; they come in the order in which they end."""
    return work_off(partial(play_trial, plan), indexes, workers)


def play_trial(plan: Plan, index: int) -> Trial:
    """Play game number `index` of a series: it depends on nothing but the plan and its number."""
    game = find_game(plan.game)
    seed = plan.dice(index)
    seats = plan.seats(index)
    players = [make_player(spec, game, derive(seed, side)) for side, spec in enumerate(seats)]
    chance = Random(seed)
    trial = Trial(index, seed, seats, [0] * len(seats), [0.0] * len(seats))
    p = game.start(plan.scenario, game.settings(plan.options, plan.scenario))
    chronicle = Chronicle(game, p) if plan.chronicle or plan.luck else None
    p.settle()
    while not p.over:
        if p.waits_for == DECISION:
            side = p.side_to_act
            began = perf_counter()
            option = players[side].choose(p)
            trial.seconds[side] += perf_counter() - began
            trial.decisions[side] += 1
        else:
            roll = p.roll()
            option = roll.pick(int(chance.random() * roll.total))
            trial.rolls += 1
            if chronicle is not None and plan.luck:
                chronicle.weigh(p, roll, option)
        if plan.records:
            trial.moves.append(option.text)
        if chronicle is not None:
            chronicle.hear(p)
        p.play(option)
    assert p.result is not None
    if chronicle is not None:
        chronicle.end(p)
        trial.fights, trial.losses, trial.lead = chronicle.fights, chronicle.losses, chronicle.lead
        trial.luck = [chronicle.luck, -chronicle.luck] if plan.luck else []
    trial.winner, trial.level, trial.points = p.result.winner, p.result.level, p.result.points
    trial.grade = game.grade(p.result, 0)
    trial.turns = game.view(p, -1).turn
    return trial
