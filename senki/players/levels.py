"""Players by name: random, greedy, and search at levels 1 to 4."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import UnknownName
from senki.engine.game import Game
from senki.players.base import Player
from senki.players.search import SearchPlayer
from senki.players.simple import GreedyPlayer, RandomPlayer

NODES: Final[dict[str, int]] = {"1": 20, "2": 400, "3": 10_000, "4": 40_000}
"""Nodes a decision at each level. Level 3 takes about half a second compiled, level 4 some seconds."""
KNOWN: Final = "random, greedy, search:1 to search:4 (or 1 to 4), search:Ns for N seconds a decision"


def make_player(spec: str, game: Game, seed: int) -> Player:
    """A player by its name; raises UnknownName."""
    if spec == "random":
        return RandomPlayer(game, seed)
    if spec == "greedy":
        return GreedyPlayer(game, seed)
    level = spec.removeprefix("search:").removeprefix("level:")
    if spec == "search":
        level = "3"
    if level in NODES:
        return SearchPlayer(game, seed, NODES[level])
    if level.endswith("s"):
        try:
            seconds = float(level[:-1])
        except ValueError:
            seconds = 0.0
        if 0.0 < seconds <= 3600.0:
            return SearchPlayer(game, seed, 0, seconds)
    raise UnknownName(f"there is no player '{spec}'; players are: {KNOWN}")
