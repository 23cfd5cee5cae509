"""What environments are played on: a game with its scenario, switches, vocabulary and layout, made once and shared."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

from senki.engine.game import Game
from senki.engine.option import Option
from senki.engine.position import Position
from senki.engine.registry import find_game
from senki.envs.layout import Layout
from senki.envs.observing import Observer
from senki.envs.vocabulary import Vocabulary, vocabulary_of
from senki.lab.seeds import derive
from senki.players.levels import make_player
from senki.players.playout import answer_and_roll, roll_on

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

    def returns(self, p: Position) -> tuple[float, float]:
        """What each side gets: 1 for the winner, -1 for the loser, 0 for a draw and as long as the game goes on."""
        if p.result is None or p.result.winner < 0:
            return 0.0, 0.0
        return (1.0, -1.0) if p.result.winner == 0 else (-1.0, 1.0)


@cache
def _stage(key: str, scenario: str, switches: tuple[tuple[str, str], ...]) -> Stage:
    return Stage(find_game(key), scenario, dict(switches))


def stage_of(key: str, scenario: str | None = None, switches: dict[str, str] | None = None) -> Stage:
    """The stage of a game by its key: its first scenario if none is named; raises UnknownName."""
    return _stage(key, scenario or "", tuple(sorted((switches or {}).items())))


class Bout:
    """One game being played by numbers of actions; dice answer themselves.

    It waits for a decision of `side`, or is over: decided, broken off, or forfeited by an action that is not legal.
    """

    def __init__(self, stage: Stage, longest: int = LONGEST) -> None:
        self.stage = stage
        self.longest = longest
        self.chance = Random()
        self.p = stage.first
        self.decisions = 0
        self.side = -1
        self.options: list[Option] = []
        self.legal: list[int] = []
        self.forfeited = -1
        """The side that lost by an action that is not legal."""

    def begin(self) -> None:
        """Set up anew; the dice go on from where they are."""
        self.p = self.stage.first.copy()
        self.decisions = 0
        self.forfeited = -1
        roll_on(self.p, self.chance)
        self._look()

    def _look(self) -> None:
        p = self.p
        self.side = p.side_to_act
        self.options = p.options()
        self.legal = self.stage.vocabulary.legal(self.options)

    def act(self, action: int) -> None:
        """Take an action; whoever takes one that is not legal has lost."""
        try:
            # Looked up where it is listed: as quick as any other way for lists as short as these.
            option = self.options[self.legal.index(action)]
        except ValueError:
            self.forfeited = self.side
            return
        self.play(option)

    def play(self, option: Option) -> None:
        """Play a legal option."""
        answer_and_roll(self.p, option, self.chance)
        self.decisions += 1
        self._look()

    @property
    def terminated(self) -> bool:
        """Is the game decided, or forfeited?"""
        return not self.p.stack or self.forfeited >= 0

    @property
    def truncated(self) -> bool:
        """Has it been broken off as too long?"""
        return self.decisions >= self.longest and not self.terminated

    @property
    def returns(self) -> tuple[float, float]:
        """What each side gets."""
        if self.forfeited >= 0:
            return (-1.0, 1.0) if self.forfeited == 0 else (1.0, -1.0)
        return self.stage.returns(self.p)

    def observe(self, side: int) -> bytes:
        """What a side observes."""
        return self.stage.observer.observe(self.p, side)

    def mask(self) -> bytearray:
        """One for each legal action, nothing for all others."""
        mask = bytearray(self.stage.vocabulary.size)
        for action in self.legal:
            mask[action] = 1
        return mask


class Duel(Bout):
    """A bout in which one side is played by a player of Senki; it waits for the other side, or is over."""

    def __init__(self, stage: Stage, side: int, opponent: str, longest: int = LONGEST) -> None:
        super().__init__(stage, longest)
        self.me = side
        self.opponent = opponent
        self.player = make_player(opponent, stage.game, 0)

    def begin_with(self, seed: int) -> None:
        """Set up anew; dice and opponent follow from the seed."""
        self.chance.seed(seed)
        self.player = make_player(self.opponent, self.stage.game, derive(seed, 1))
        self.begin()
        self._answer()

    def act(self, action: int) -> None:
        """Take an action of the own side, and let the other one answer until it is the own side's turn again."""
        super().act(action)
        self._answer()

    def _answer(self) -> None:
        while self.side == 1 - self.me and not (self.terminated or self.truncated):
            self.play(self.player.choose(self.p))
