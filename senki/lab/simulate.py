"""Series of games between machine players, wherever they are played: the same seed gives the same games."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from random import Random
from time import perf_counter

from senki.engine.errors import Forfeit
from senki.engine.option import Option, Roll
from senki.engine.position import DECISION, Position, Result
from senki.engine.registry import find_game
from senki.lab.chronicle import Chronicle
from senki.lab.seeds import derive
from senki.lab.workers import work_off
from senki.players.base import Player, Story
from senki.players.levels import make_player

LONGEST = 100_000
"""Steps after which a game is taken never to end."""
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
    cap: int = LONGEST
    """Steps (decisions and rolls) after which a game is given up."""
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
    forfeit: str = ""
    """Why a player lost by rule without having been beaten, if one did."""
    clause: str = ""
    """The clause that decided."""
    digest: str = ""
    """The hash of the last position."""
    moves_hash: str = ""
    """The hash of every choice and outcome, each with a line end."""
    failure: str = ""
    """Why the game has no result, in one line."""
    fights: list[tuple[int, str]] = field(default_factory=list)
    """Turn and place of each fight; on a plane the place is a point, `x y`."""
    losses: list[tuple[int, int, float]] = field(default_factory=list)
    """Turn, side and amount of each loss."""
    lead: list[tuple[int, float]] = field(default_factory=list)
    """The points at the end of each turn."""
    luck: list[float] = field(default_factory=list)
    """By side: how much the dice raised its chance to win."""


def simulate(plan: Plan, indexes: Iterable[int], workers: int = 1, cluster: str = "") -> Generator[Trial, None, None]:
    """Play the games of a series with these numbers; they come in the order in which they end.

    A game that fails is a trial that says why, and the series goes on.
    """
    return work_off(partial(play_trial, plan), indexes, workers, failed=partial(failed_trial, plan), cluster=cluster)


def failed_trial(plan: Plan, index: int, why: str) -> Trial:
    """Stands for a game that could not be played."""
    seats = plan.seats(index)
    return Trial(index, plan.dice(index), seats, [0] * len(seats), [0.0] * len(seats), failure=why)


def play_trial(plan: Plan, index: int) -> Trial:
    """Play game number `index` of a series: it depends on nothing but the plan and its number."""
    game = find_game(plan.game)
    seed = plan.dice(index)
    seats = plan.seats(index)
    players = [make_player(spec, game, derive(seed, side)) for side, spec in enumerate(seats)]
    trial = Trial(index, seed, seats, [0] * len(seats), [0.0] * len(seats))
    p = game.start(plan.scenario, game.settings(plan.options, plan.scenario))
    chronicle = Chronicle(game, p) if plan.chronicle or plan.luck else None
    p.settle()
    result: Result | None
    try:
        play_out(plan, p, players, Random(seed), trial, chronicle)
        result = p.result
    except Forfeit as lost:
        trial.forfeit = str(lost)
        result = forfeited(lost.side, len(seats))
    finally:
        for player in players:
            player.leave(p)
    if chronicle is not None:
        chronicle.end(p)
        trial.fights, trial.losses, trial.lead = chronicle.fights, chronicle.losses, chronicle.lead
        trial.luck = [chronicle.luck, -chronicle.luck] if plan.luck else []
    trial.digest = game.digest(p)
    trial.turns = game.view(p, -1).turn
    if result is None:
        trial.failure = f"not over after {plan.cap} steps"
        return trial
    trial.winner, trial.level, trial.points = result.winner, result.level, result.points
    trial.clause, trial.grade = result.clause, game.grade(result, 0)
    return trial


def forfeited(side: int, sides: int) -> Result:
    """The result when a side loses by rule: the other one wins, if there is but one."""
    return Result(1 - side if sides == 2 else -1, FORFEIT, 0, "")


def play_out(
    plan: Plan, p: Position, players: list[Player], chance: Random, trial: Trial, chronicle: Chronicle | None
) -> None:
    """Play a game to its end and keep its figures; raises Forfeit if a player breaks the rules of playing."""
    story = Story(plan.scenario, plan.options)
    for player in players:
        player.story = story
    told = blake2b(digest_size=16)
    try:
        for _ in range(plan.cap):
            if p.over:
                break
            side = p.side_to_act
            if p.waits_for == DECISION:
                began = perf_counter()
                option = players[side].choose(p)
                trial.seconds[side] += perf_counter() - began
                trial.decisions[side] += 1
            else:
                roll = p.roll()
                option = cast(roll, chance)
                trial.rolls += 1
                if chronicle is not None and plan.luck:
                    chronicle.weigh(p, roll, option)
            told.update(option.text.encode() + b"\n")
            if plan.records:
                trial.moves.append(option.text)
            story.moves.append((side, option.text))
            if chronicle is not None:
                chronicle.hear(p)
            p.play(option)
    finally:
        trial.moves_hash = told.hexdigest()


def cast(roll: Roll, chance: Random) -> Option:
    """What the dice of a series say."""
    return roll.pick(int(chance.random() * roll.total))
