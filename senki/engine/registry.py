"""The games there are: every package under `senki.games` that offers a GAME, and those that other packages bring.

A package from elsewhere names its game as an entry point of the group `senki.games`: `key = "its.package:GAME"`.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from senki.engine.errors import Malformed, UnknownName
from senki.engine.game import Game

GAMES_PACKAGE = "senki.games"


def game_keys() -> list[str]:
    """The keys of all games, in alphabetical order."""
    return sorted({*own_keys(), *brought()})


def own_keys() -> list[str]:
    """The keys of the games that lie in this package."""
    package = import_module(GAMES_PACKAGE)
    return [found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg]


@cache
def brought() -> dict[str, str]:
    """Where the games of other packages are, by key."""
    return {entry.name: entry.value for entry in entry_points(group=GAMES_PACKAGE)}


@cache
def find_game(key: str) -> Game:
    """A game by its key."""
    if key in own_keys():
        return game_of(f"{GAMES_PACKAGE}.{key}", "GAME")
    if key in brought():
        place, _, name = brought()[key].partition(":")
        game = game_of(place, name or "GAME")
        if game.key != key:
            raise Malformed(f"the game at {place} is '{game.key}' but its entry point '{key}'; name them alike")
        return game
    raise UnknownName(f"there is no game '{key}'; games are: {', '.join(game_keys())}")


def game_of(place: str, name: str) -> Game:
    """The game that a module offers under a name."""
    try:
        game = getattr(import_module(place), name, None)
    except ImportError as wrong:
        raise UnknownName(f"the game at {place} cannot be loaded: {wrong}") from None
    if not isinstance(game, Game):
        raise Malformed(f"{place}: {name} is no game; it should be an instance of senki.engine.game.Game")
    return game


def game_behind(kind: type) -> Game:
    """The game whose package a class belongs to: the nearest one upwards that offers a GAME."""
    place = kind.__module__
    while place:
        game = getattr(import_module(place), "GAME", None)
        if isinstance(game, Game):
            return game
        place = place.rpartition(".")[0]
    raise UnknownName(f"no package above {kind.__module__} offers a GAME")
