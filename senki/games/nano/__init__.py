"""Shenandoah Nano: Jackson in the Valley, 21 May to 10 June 1862."""

from senki.games.nano.game import GAME

__all__ = ["GAME"]
