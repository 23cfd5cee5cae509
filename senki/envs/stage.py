"""What environments are played on: a game with its scenario, switches, vocabulary and layout, made once and shared."""

from __future__ import annotations

from functools import cache
from typing import Final

from senki.engine.game import Game
from senki.engine.position import Position
from senki.engine.registry import find_game
from senki.envs.layout import Layout
from senki.envs.observing import Observer
from senki.envs.vocabulary import Vocabulary, vocabulary_of
from senki.lab.seeds import derive
from senki.players.bout import Bout, returns_of
from senki.players.levels import make_player

LONGEST: Final = 20_000
"""Decisions after which a game is broken off as a draw; the longest games of random play have some 7,500."""


class Stage:
    """A scenario ready to be played as an environment."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, str]) -> None:
        self.game = game
        self.scenario = game.scenario(scenario or None).id
        self.switches = switches
        self.first: Position = game.start(self.scenario, game.settings(switches, self.scenario))
        self.first.settle()
        self.vocabulary: Vocabulary = vocabulary_of(game, self.first)
        self.layout = Layout(game, self.scenario, switches, self.first, self.vocabulary)
        self.observer = Observer(game, self.layout)
        self.sides: list[str] = [side.id for side in game.sides]

    def bout(self, longest: int = LONGEST) -> Bout:
        """A game to be played from here, by both sides."""
        return Bout(self.first, self.vocabulary.numbers, self.vocabulary.size, longest)

    def seed(self, bout: Bout, seed: int, opponent: str = "", side: int = -1) -> None:
        """Let the dice of a game follow from a seed, and the player of a side if it is to have one."""
        bout.chance.seed(seed)
        if opponent:
            bout.against(make_player(opponent, self.game, derive(seed, 1)), side)

    def returns(self, p: Position) -> tuple[float, float]:
        """What each side gets: 1 for the winner, -1 for the loser, 0 for a draw and as long as the game goes on."""
        return returns_of(p.result, -1)


@cache
def _stage(key: str, scenario: str, switches: tuple[tuple[str, str], ...]) -> Stage:
    return Stage(find_game(key), scenario, dict(switches))


def stage_of(key: str, scenario: str | None = None, switches: dict[str, str] | None = None) -> Stage:
    """The stage of a game by its key: its first scenario if none is named; raises UnknownName."""
    return _stage(key, scenario or "", tuple(sorted((switches or {}).items())))
