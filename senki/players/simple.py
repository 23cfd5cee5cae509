"""Players that do not look ahead: random, and greedy on the game's advice."""

from __future__ import annotations

from senki.engine.option import Option
from senki.engine.position import Position
from senki.players.base import Player, Progress


class RandomPlayer(Player):
    """Any legal option, each equally likely."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """A random legal option."""
        options = p.options()
        return options[int(self.chance.random() * len(options))]


class GreedyPlayer(Player):
    """The option the game's advice likes best; equals are drawn."""

    def choose(self, p: Position, progress: Progress | None = None) -> Option:
        """The best-looking option."""
        options = p.options()
        weights = self.game.advice().weigh(p, options)
        best = max(weights)
        likely = [option for option, weight in zip(options, weights, strict=True) if weight == best]
        return likely[int(self.chance.random() * len(likely))]
