"""Players by name: random, greedy, search at levels 1 to 4, and those that others bring."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from senki.engine.errors import UnknownName
from senki.engine.game import Advice, Game
from senki.engine.network import network_from
from senki.players.base import Player
from senki.players.engines import ENGINE, make_engine
from senki.players.guests import GuestPlayer, guest_class, known_guests
from senki.players.operations import OperationsPlayer
from senki.players.search import SearchPlayer
from senki.players.simple import Beginner, GreedyPlayer, RandomPlayer

LEVELS: Final = ("1", "2", "3", "4")
KNOWN: Final = (
    "random, greedy, search:1 to search:4 (or 1 to 4), search:Ns for N seconds a decision, search:Nn for N nodes"
    " (plays in the large games), each with @FILE for another network, exec:PROGRAM, module:Class"
)
LONGEST: Final = 3600.0
"""Seconds a decision at most …"""
MOST: Final = 10_000_000
"""… and nodes."""


def make_player(spec: str, game: Game, seed: int) -> Player:
    """A player by its name; raises UnknownName."""
    if spec.startswith(ENGINE):
        return make_engine(spec, game, seed)
    named, at, file = spec.partition("@")
    advice: Advice = game.advice()
    if at:
        advice = advice.learned(
            network_from(Path(file), game.key, advice.feature_names(), advice.option_feature_names())
        )
    if named == "random":
        return RandomPlayer(game, seed)
    if named == "greedy":
        return GreedyPlayer(game, seed, advice)
    if spec in known_guests() or (":" in spec and not spec.startswith(("search:", "level:"))):
        return GuestPlayer(game, seed, guest_class(spec))
    budget = "3" if named == "search" else named.removeprefix("search:").removeprefix("level:")
    player = thinker(budget, game, seed, advice)
    if player is None:
        raise UnknownName(f"there is no player '{spec}'; players are: {', '.join([KNOWN, *known_guests()])}")
    return player


def thinker(budget: str, game: Game, seed: int, advice: Advice) -> Player | None:
    """A player that looks ahead: by its level, or so many nodes or seconds a decision; none if it is none of these."""
    nodes, seconds = 0, 0.0
    if budget in LEVELS:
        nodes = advice.effort(int(budget))
        if nodes == 0:
            return OperationsPlayer(game, seed, 0) if advice.plans else Beginner(game, seed, advice)
    elif budget.endswith("s"):
        seconds = number_in(budget, LONGEST)
    elif budget.endswith("n"):
        nodes = int(number_in(budget, float(MOST)))
    if nodes <= 0 and seconds <= 0.0:
        return None
    if advice.plans:
        return OperationsPlayer(game, seed, nodes, seconds)
    return SearchPlayer(game, seed, nodes, seconds, advice)


def number_in(budget: str, most: float) -> float:
    """The number before the unit of a budget; nought if it is none, or too large."""
    try:
        number = float(budget[:-1])
    except ValueError:
        return 0.0
    return number if 0.0 < number <= most else 0.0
