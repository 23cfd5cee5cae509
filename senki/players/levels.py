"""Players by name: random, greedy, and search at levels 1 to 4."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import UnknownName
from senki.engine.game import Game
from senki.players.base import Player
from senki.players.engines import ENGINE, make_engine
from senki.players.operations import OperationsPlayer
from senki.players.search import SearchPlayer
from senki.players.simple import GreedyPlayer, RandomPlayer

NODES: Final[dict[str, int]] = {"1": 20, "2": 400, "3": 10_000, "4": 40_000}
"""Nodes a decision at each level. Level 3 takes about half a second compiled, level 4 some seconds."""
RUNS: Final[dict[str, int]] = {"1": 6, "2": 40, "3": 500, "4": 2000}
"""Looks ahead at each level in games that plan operations; only a decision that begins one looks ahead."""
KNOWN: Final = "random, greedy, search:1 to search:4 (or 1 to 4), search:Ns for N seconds a decision, exec:PROGRAM"


def make_player(spec: str, game: Game, seed: int) -> Player:
    """A player by its name; raises UnknownName."""
    if spec == "random":
        return RandomPlayer(game, seed)
    if spec == "greedy":
        return GreedyPlayer(game, seed)
    if spec.startswith(ENGINE):
        return make_engine(spec, game, seed)
    level = spec.removeprefix("search:").removeprefix("level:")
    if spec == "search":
        level = "3"
    plans = game.advice().plans
    if level in NODES:
        return OperationsPlayer(game, seed, RUNS[level]) if plans else SearchPlayer(game, seed, NODES[level])
    if level.endswith("s"):
        try:
            seconds = float(level[:-1])
        except ValueError:
            seconds = 0.0
        if 0.0 < seconds <= 3600.0:
            return OperationsPlayer(game, seed, 0, seconds) if plans else SearchPlayer(game, seed, 0, seconds)
    raise UnknownName(f"there is no player '{spec}'; players are: {KNOWN}")
