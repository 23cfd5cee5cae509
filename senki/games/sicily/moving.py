"""A unit on the move: what is left of its points, and whether it may go on."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1


class Leg:
    """The move of one unit in the tactical or the strategic segment."""

    def __init__(self, unit: int) -> None:
        self.unit = unit
        self.points: int = 0
        """Movement points left; in the strategic segment hexes of road left."""
        self.allowance: int = 0
        """Its allowance in this phase (16.6)."""
        self.start: int = NOBODY
        self.moved: bool = False
        """It has left its hex, or come in from off the map."""
        self.left_zone: bool = False
        """It has left an enemy zone and may not enter another in this phase (16.8)."""
        self.halted: bool = False
        """It may not go on."""

    def copy(self) -> Leg:
        """An independent copy."""
        twin = Leg(self.unit)
        twin.points, twin.allowance, twin.start = self.points, self.allowance, self.start
        twin.moved, twin.left_zone, twin.halted = self.moved, self.left_zone, self.halted
        return twin

    def key(self) -> tuple[int, ...]:
        """All of it as numbers."""
        return (
            self.unit, self.points, self.allowance, self.start, int(self.moved), int(self.left_zone), int(self.halted),
        )  # fmt: skip
