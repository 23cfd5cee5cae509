"""The way a game has come: of its positions only a few are kept, the others are played again from the nearest."""

from __future__ import annotations

from typing import Final

from senki.engine.position import Position

MOST: Final = 64
"""No more positions than this are kept, spread over the whole way."""
LATEST: Final = 8
"""Besides those, so many of the latest: what is taken back at once need not be played again."""


class Trail:
    """Positions by the number of answers that lead to them."""

    def __init__(self, start: Position) -> None:
        self.spread: dict[int, Position] = {0: start.copy()}
        self.every = 1
        """How far apart those are; twice as far whenever they become too many."""
        self.latest: dict[int, Position] = {}

    def keep(self, number: int, p: Position) -> None:
        """Remember the position after so many answers, if it is one of those to keep."""
        copy = p.copy()
        self.latest[number] = copy
        self.latest.pop(number - LATEST, None)
        if number % self.every == 0:
            self.spread[number] = copy
            if len(self.spread) > MOST:
                self.every *= 2
                self.spread = {n: kept for n, kept in self.spread.items() if n % self.every == 0}

    def nearest(self, number: int) -> int:
        """The number of the last position that is kept of those up to this one."""
        return number if number in self.latest else max(n for n in self.spread if n <= number)

    def kept(self, number: int) -> Position:
        """A position that is kept."""
        return self.latest[number] if number in self.latest else self.spread[number]

    def cut(self, number: int) -> None:
        """Forget what came after so many answers."""
        self.spread = {n: kept for n, kept in self.spread.items() if n <= number}
        self.latest = {n: kept for n, kept in self.latest.items() if n <= number}
