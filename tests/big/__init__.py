"""The Great Plain: a game for tests on a hex map of any size; `tools/bigmap.py` makes its map and units."""

from senki.games.big.game import GAME

__all__ = ["GAME"]
