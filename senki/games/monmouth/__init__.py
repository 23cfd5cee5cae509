"""Pub Battles: Monmouth: Lee, Washington and Cornwallis, 28 June 1778."""

from senki.games.monmouth.game import GAME

__all__ = ["GAME"]
