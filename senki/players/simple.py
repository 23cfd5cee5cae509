"""Players that do not look ahead: random, greedy on the game's advice, and a beginner who overlooks things."""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice, Game
from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.base import Player, Progress, offered

OVERLOOKED: Final = 0.3
"""A beginner does not think of so large a share of what could be done."""


class RandomPlayer(Player):
    """Any legal option, each equally likely."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """A random legal option."""
        return p.draw(self.chance)


class GreedyPlayer(Player):
    """The option the game's advice likes best; equals are drawn. What is hidden from it, it guesses once, or, where the
    advice makes plans that it is to go on with, does without."""

    def __init__(self, game: Game, seed: int, advice: Advice | None = None) -> None:
        super().__init__(game, seed)
        self.advice: Advice = advice or game.advice()

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The best-looking option."""
        side = p.side_to_act
        likely = p.options()
        guess = p
        if self.game.hides(p, side):
            guess = self.game.seen(p, side) if self.advice.plans else self.game.imagine(p, side, self.chance)
            likely = offered(guess.options(), likely)
            if not likely:
                return p.options()[0]
        likely = self.thought_of(likely)
        weights = self.advice.weigh(guess, likely)
        best = max(weights)
        likely = [option for option, weight in zip(likely, weights, strict=True) if weight == best]
        return likely[int(self.chance.random() * len(likely))]

    def thought_of(self, options: list[Option]) -> list[Option]:
        """The options it thinks of: all of them."""
        return options


class Beginner(GreedyPlayer):
    """Takes what looks best of what it thinks of, and does not think of everything."""

    def thought_of(self, options: list[Option]) -> list[Option]:
        """Some of the options, one at least."""
        seen = [option for option in options if self.chance.random() >= OVERLOOKED]
        return seen or [options[int(self.chance.random() * len(options))]]
