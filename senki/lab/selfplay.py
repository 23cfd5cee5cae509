"""Games a player plays against itself to learn from: what it saw, what it thought of it, and how it ended."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from senki.engine.option import Option
from senki.engine.position import DECISION, Position
from senki.engine.registry import find_game
from senki.lab.seeds import derive
from senki.lab.workers import work_off
from senki.players.base import Player
from senki.players.levels import make_player


@dataclass(frozen=True)
class Schooling:
    """How a player plays against itself. Some choices are drawn, so that it meets odd positions too."""

    game: str
    scenarios: tuple[str, ...]
    """Played in turn."""
    player: str
    seed: int
    noise: float = 0.05
    """The share of choices that are drawn."""
    openings: float = 0.3
    """The share of games that begin with drawn choices …"""
    longest_opening: int = 24
    """… so many at most."""
    options: dict[str, str] = field(default_factory=dict)

    def scenario(self, index: int) -> str:
        """What game number `index` is played in."""
        return self.scenarios[index % len(self.scenarios)]


@dataclass
class Lesson:
    """One game: a row of features for each position, and for each what came of it for the first side."""

    index: int
    rows: bytes
    """The features as 32-bit numbers, row after row."""
    thought: list[float]
    """The chance that the search gave the first side where it looked next; the result where it never looked again."""
    result: float
    """1 if the first side won, 0 if it lost, ½ for a draw."""
    options: bytes
    """The features of the options of each choice that was looked into, in games that have such features."""
    counts: list[int]
    """How many options each of these choices had …"""
    tried: list[float]
    """… and the share of the looks that each of them got."""


def lessons(plan: Schooling, indexes: Iterable[int], workers: int, cluster: str = "") -> Generator[Lesson, None, None]:
    """Play games with these numbers; they come in the order in which they end."""
    return work_off(partial(play_lesson, plan), indexes, workers, cluster=cluster)


def play_lesson(plan: Schooling, index: int) -> Lesson:
    """Play game number `index`: it depends on nothing but the plan and its number."""
    game = find_game(plan.game)
    seed = derive(plan.seed, index)
    chance = Random(seed)
    players = [make_player(plan.player, game, derive(seed, side)) for side in range(len(game.sides))]
    drawn = int(chance.random() * plan.longest_opening) if chance.random() < plan.openings else 0
    scenario = plan.scenario(index)
    p = game.start(scenario, game.settings(plan.options, scenario))
    p.settle()
    advice = game.advice()
    rows, options = array("f"), array("f")
    counts: list[int] = []
    tried: list[float] = []
    seen: list[float | None] = []
    decisions = 0
    while not p.over:
        looked: float | None = None
        if p.waits_for == DECISION:
            decisions += 1
            rows.extend(advice.features(p))
            if decisions <= drawn or chance.random() < plan.noise:
                option = p.draw(chance)
            else:
                player = players[p.side_to_act]
                looked, option = consider(player, p)
                if looked is not None and player.last is not None:
                    considered = player.last.considered
                    visits = sum(one.visits for one in considered)
                    found = advice.option_features(p, [one.option for one in considered])
                    if len(found) > 1:
                        counts.append(len(found))
                        tried += [one.visits / visits for one in considered]
                        for row in found:
                            options.extend(row)
        else:
            rows.extend(advice.features(p))
            roll = p.roll()
            option = roll.pick(int(chance.random() * roll.total))
        seen.append(looked)
        p.play(option)
    assert p.result is not None
    result = 0.5 if p.result.winner < 0 else 1.0 if p.result.winner == 0 else 0.0
    return Lesson(index, rows.tobytes(), looking_back(seen, result), result, options.tobytes(), counts, tried)


def consider(player: Player, p: Position) -> tuple[float | None, Option]:
    """What a player thinks the chance of the first side is, if it looked ahead, and what it chooses."""
    side = p.side_to_act
    player.last = None
    option = player.choose(p)
    report = player.last
    if report is None or report.nodes < 2:
        return None, option
    return (report.chance if side == 0 else 1.0 - report.chance), option


def looking_back(seen: list[float | None], result: float) -> list[float]:
    """For each position what was thought there or where somebody looked next; after the last look, the result."""
    thought: list[float] = []
    latest = result
    for looked in reversed(seen):
        latest = looked if looked is not None else latest
        thought.append(latest)
    return thought[::-1]
