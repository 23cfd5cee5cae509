"""What a sensible player values."""

from __future__ import annotations

from senki.engine.game import Advice
from senki.engine.position import Position
from senki.games.monmouth.position import MonmouthPosition


class MonmouthAdvice(Advice):
    """Values."""

    def value(self, p: Position, side: int) -> float:
        """Chance to win."""
        assert isinstance(p, MonmouthPosition)
        return 0.5
