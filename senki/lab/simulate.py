"""Series of games between machine players, in as many processes as wanted: the same seed gives the same games."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter

from senki.engine.errors import Forfeit
from senki.engine.position import DECISION, Position, Result
from senki.engine.registry import find_game
from senki.lab.seeds import derive
from senki.lab.workers import work_off
from senki.players.base import Player, Story
from senki.players.levels import make_player

FORFEIT = "forfeit"
"""The level of a game that was lost by rule: by an engine that is silent, gone or chooses what is not allowed."""


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
    forfeit: str = ""
    """Why a player lost by rule without having been beaten, if one did."""


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
    p.settle()
    result: Result | None
    try:
        play_out(plan, p, players, chance, trial)
        result = p.result
    except Forfeit as lost:
        trial.forfeit = str(lost)
        result = forfeited(lost.side, len(seats))
    finally:
        for player in players:
            player.leave(p)
    assert result is not None
    trial.winner, trial.level, trial.points = result.winner, result.level, result.points
    trial.grade = game.grade(result, 0)
    trial.turns = game.view(p, -1).turn
    return trial


def forfeited(side: int, sides: int) -> Result:
    """The result when a side loses by rule: the other one wins, if there is but one."""
    return Result(1 - side if sides == 2 else -1, FORFEIT, 0, "")


def play_out(plan: Plan, p: Position, players: list[Player], chance: Random, trial: Trial) -> None:
    """Play a game to its end and keep its figures; raises Forfeit if a player breaks the rules of playing."""
    story = Story(plan.scenario, plan.options)
    for player in players:
        player.story = story
    while not p.over:
        side = p.side_to_act
        if p.waits_for == DECISION:
            began = perf_counter()
            option = players[side].choose(p)
            trial.seconds[side] += perf_counter() - began
            trial.decisions[side] += 1
        else:
            roll = p.roll()
            option = roll.pick(int(chance.random() * roll.total))
            trial.rolls += 1
        if plan.records:
            trial.moves.append(option.text)
        story.moves.append((side, option.text))
        p.play(option)
