"""The games there are: every package under `senki.games` that offers a GAME."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from senki.engine.errors import UnknownName
from senki.engine.game import Game

GAMES_PACKAGE = "senki.games"


def game_keys() -> list[str]:
    """The keys of all games, in alphabetical order."""
    package = import_module(GAMES_PACKAGE)
    return sorted(found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg)


def find_game(key: str) -> Game:
    """A game by its key."""
    if key not in game_keys():
        raise UnknownName(f"there is no game '{key}'; games are: {', '.join(game_keys())}")
    game = import_module(f"{GAMES_PACKAGE}.{key}").GAME
    assert isinstance(game, Game)
    return game
