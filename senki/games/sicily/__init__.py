"""Sicily: the campaign of July and August 1943."""

from senki.games.sicily.game import GAME

__all__ = ["GAME"]
