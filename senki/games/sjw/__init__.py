"""Stonewall Jackson's Way: the campaign of Second Manassas, August 1862."""

from senki.games.sjw.game import GAME

__all__ = ["GAME"]
