"""Shiloh: Grant Surprised, 6 and 7 April 1862."""

from senki.games.shiloh.game import GAME

__all__ = ["GAME"]
