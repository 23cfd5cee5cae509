"""Players that do not look ahead: random, and greedy on the game's advice."""

from __future__ import annotations

from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.base import Player, Progress, offered


class RandomPlayer(Player):
    """Any legal option, each equally likely."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """A random legal option."""
        return p.draw(self.chance)


class GreedyPlayer(Player):
    """The option the game's advice likes best; equals are drawn. What is hidden from it, it guesses once, or, where the
    advice makes plans that it is to go on with, does without."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The best-looking option."""
        side = p.side_to_act
        likely = p.options()
        guess = p
        if self.game.hides(p, side):
            plans = self.game.advice().plans
            guess = self.game.seen(p, side) if plans else self.game.imagine(p, side, self.chance)
            likely = offered(guess.options(), likely)
            if not likely:
                return p.options()[0]
        weights = self.game.advice().weigh(guess, likely)
        best = max(weights)
        likely = [option for option, weight in zip(likely, weights, strict=True) if weight == best]
        return likely[int(self.chance.random() * len(likely))]
