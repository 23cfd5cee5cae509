"""A few operations tried against each other, for games in which a side has few to choose from.

Each is tried with the same dice as the others; when a part of the budget is spent the worse half is put aside, so that
most of it goes to the last two. Another than the first must look better by more than chance does.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from senki.engine.game import Operation

DOUBT: Final = 1.0
"""Another than the first must look better by so many times the error of the difference …"""
SPREAD: Final = 0.1
"""… which is thought to be this after one try."""


class Trials:
    """Which operation is tried next, and with which dice. Values are those of the side that chooses."""

    def __init__(self, found: list[Operation]) -> None:
        self.first = found[0]
        """What the others are held against: the first, once it is put aside the best."""
        self.live = found[:]
        self.aside: list[Operation] = []
        self.values: dict[tuple[str, int, int, int], list[float]] = {one.key: [] for one in found}
        self.stages = 1
        """So often some are put aside, or chosen: twice for four."""
        while 1 << self.stages < len(found):
            self.stages += 1
        self.stage = 1
        self.made = 0

    def next(self, share: float) -> tuple[Operation, int]:
        """The operation to try now that such a share of the budget is spent, and the number of its dice."""
        if share * self.stages >= self.stage and self.made % len(self.live) == 0 and len(self.live) > 2:
            best = sorted(self.live, key=self.standing, reverse=True)
            half = (len(best) + 1) // 2
            self.live, self.aside = best[:half], best[half:] + self.aside
            self.stage += 1
            if self.first in self.aside:
                self.first = best[0]
        number, which = divmod(self.made, len(self.live))
        self.made += 1
        return self.live[which], number

    def note(self, operation: Operation, value: float) -> None:
        """What a try has come to."""
        self.values[operation.key].append(value)

    def standing(self, operation: Operation) -> float:
        """How much better than the first an operation looks, by what both came to with the same dice."""
        values = self.values[operation.key]
        if operation is self.first:
            return 0.0
        if not values:
            return -1.0
        usual = self.values[self.first.key]
        count = min(len(values), len(usual))
        differences = [values[i] - usual[i] for i in range(count)]
        mean = sum(differences, 0.0) / count
        spread = SPREAD * SPREAD
        for one in differences:
            spread += (one - mean) * (one - mean)
        return mean - DOUBT * sqrt(spread) / count

    def ranked(self) -> list[Operation]:
        """The best first, those that were put aside last."""
        return sorted(self.live, key=self.standing, reverse=True) + self.aside
