"""The plan of a movement phase, kept with the position while it is carried out; no part of the state."""

from __future__ import annotations


class Orders:
    """Who goes where in a tactical segment. Never changed once made: copies of a position share it."""

    def __init__(self, turn: int, side: int, special: int, posture: int) -> None:
        self.turn = turn
        self.side = side
        self.special = special
        self.posture = posture
        self.units: list[int] = []
        self.hexes: list[int] = []
        self.goal: dict[int, int] = {}
        """By unit: the goal it is to go to in the end."""
        self.by_road: dict[int, bool] = {}
        """Units that wait for the strategic segment."""

    def fits(self, turn: int, side: int, special: int) -> bool:
        """Was this plan made for the phase that is being played?"""
        return self.turn == turn and self.side == side and self.special == special

    def order(self, unit: int, hex: int) -> None:
        """Send a unit somewhere."""
        self.units.append(unit)
        self.hexes.append(hex)


class Desk:
    """Where a plan lies. A position as a side sees it has the desk of the true one; a copy has its own."""

    def __init__(self, orders: Orders | None = None) -> None:
        self.orders = orders
