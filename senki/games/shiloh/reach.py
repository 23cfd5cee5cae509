"""Where a group can go: what a movement search has found."""

from __future__ import annotations

from typing import Final

NEVER: Final = -1


class Reach:
    """The hexes a group can reach, at what price and by which way. Prices are half movement points."""

    def __init__(self, size: int) -> None:
        self.open_cost: list[int] = [NEVER] * size
        """The least price to be there and free to go on."""
        self.open_from: list[int] = [NEVER] * size
        self.halt_cost: list[int] = [NEVER] * size
        """The least price to enter and have to stop."""
        self.halt_from: list[int] = [NEVER] * size
        self.ends: list[int] = []
        """Where the group may be led, nearest first."""
        self.is_end: list[bool] = [False] * size
        self.unhindered: Reach | None = None
        """What it would be without enemy zones, once somebody has asked why not."""

    def halts(self, hex: int) -> bool:
        """Is the best way there one that ends the move?"""
        return self.open_cost[hex] < 0 or 0 <= self.halt_cost[hex] < self.open_cost[hex]

    def cost(self, hex: int) -> int:
        """The price of going there."""
        return self.halt_cost[hex] if self.halts(hex) else self.open_cost[hex]

    def way(self, hex: int, start: int) -> list[int]:
        """The hexes to enter one after another, the last one included."""
        found = [hex]
        before = self.halt_from[hex] if self.halts(hex) else self.open_from[hex]
        while before not in (start, NEVER):
            found.append(before)
            before = self.open_from[before]
        found.reverse()
        return found
