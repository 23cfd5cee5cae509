"""Senki (戦棋): historical board wargames by their full rules."""

from senki import _build

_build.choose()

from senki.engine.match import Match, new  # noqa: E402
from senki.engine.registry import find_game, game_keys  # noqa: E402

__version__ = "0.1.0"
__all__ = ["Match", "__version__", "find_game", "game_keys", "new"]
