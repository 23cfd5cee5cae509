"""Senki (戦棋): historical board wargames by their full rules."""

from typing import TYPE_CHECKING

from senki import _build

if TYPE_CHECKING:
    from senki.engine.match import Match, new
    from senki.engine.registry import find_game, game_keys

__version__ = "0.1.0"
__all__ = ["Match", "__version__", "find_game", "game_keys", "new"]
HOMES = {"Match": "match", "new": "match", "find_game": "registry", "game_keys": "registry"}
"""The modules of the engine that the names come from, imported when one is asked for."""

_build.choose()


def __getattr__(name: str) -> object:
    """A name of the engine, kept from then on."""
    from importlib import import_module

    if name not in HOMES:
        raise AttributeError(f"module 'senki' has no attribute '{name}'")
    found = getattr(import_module(f"senki.engine.{HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """What there is to ask for."""
    return sorted({*globals(), *HOMES})
