"""Who is where, in numbers: units and zones of control per side and hex, kept up to date by one function."""

from __future__ import annotations

from senki.engine.errors import BrokenInvariant


class Presence:
    """The counts of a position, by size * side + hex. The game says which units count and which exert a zone."""

    def __init__(self, reached: list[list[int]], here: list[int], zoc: list[int]) -> None:
        self.size: int = len(reached)
        self.reached = reached
        """By hex: the neighbours into which a unit there exerts its zone; shared by all positions of a map."""
        self.here = here
        """Units of the side in the hex."""
        self.zoc = zoc
        """Units of the side that exert their zone into the hex."""

    def copy(self) -> Presence:
        """Independent counts."""
        return Presence(self.reached, self.here[:], self.zoc[:])

    def move(self, side: int, frm: int, to: int, exerts: bool) -> None:
        """A unit goes from one hex to another; either is negative off the map. Nothing else changes the counts."""
        base = self.size * side
        here, zoc = self.here, self.zoc
        if frm >= 0:
            here[base + frm] -= 1
            if exerts:
                for there in self.reached[frm]:
                    zoc[base + there] -= 1
        if to >= 0:
            here[base + to] += 1
            if exerts:
                for there in self.reached[to]:
                    zoc[base + there] += 1

    def check(self, sides: list[int], hexes: list[int], exerts: list[bool]) -> None:
        """Raise BrokenInvariant unless the counts are those of these units: side, hex and whether it exerts a zone."""
        fresh = nobody(self.reached, len(self.here) // self.size)
        for unit in range(len(hexes)):
            fresh.move(sides[unit], -1, hexes[unit], exerts[unit])
        if fresh.here != self.here or fresh.zoc != self.zoc:
            raise BrokenInvariant("the counts of units or zones are wrong")


def nobody(reached: list[list[int]], sides: int) -> Presence:
    """The counts of an empty map."""
    none = [0] * (sides * len(reached))
    return Presence(reached, none, none[:])
