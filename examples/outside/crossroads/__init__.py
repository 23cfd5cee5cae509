"""The Crossroads: three battalions a side and one village that both want."""

from crossroads.game import GAME

__all__ = ["GAME"]
