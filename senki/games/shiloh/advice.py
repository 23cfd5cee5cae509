"""What a sensible player values (first version)."""

from __future__ import annotations

from senki.engine.game import Advice
from senki.engine.position import Position


class ShilohAdvice(Advice):
    """Advice for Shiloh."""

    def value(self, p: Position, side: int) -> float:
        """An even game."""
        return 0.5
