"""What a sensible player values: estimate of a position and ordering of options."""

from __future__ import annotations

from senki.engine.game import Advice
from senki.engine.option import Option
from senki.engine.position import Position
from senki.games.nano.board import SOUTH
from senki.games.nano.position import NanoPosition


class NanoAdvice(Advice):
    """Advice for Shenandoah Nano."""

    def value(self, p: Position, side: int) -> float:
        """The estimated chance of a side to win."""
        assert isinstance(p, NanoPosition)
        south = p.vp / 9
        return south if side == SOUTH else 1 - south

    def weigh(self, p: Position, options: list[Option]) -> list[float]:
        """How promising each option looks."""
        return [0.0] * len(options)
