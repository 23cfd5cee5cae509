"""Who is where, in numbers: units and zones of control per side and hex, kept up to date by one function."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import u8

from senki.engine.errors import BrokenInvariant


@final
class Presence:
    """The counts of a position, by size * side + hex, packed so that they copy fast. The game says which units count
    and which exert a zone."""

    def __init__(self, reached: list[list[list[int]]], here: vec[u8], zoc: vec[u8]) -> None:
        self.size: int = len(reached[0])
        self.reached = reached
        """By side and hex: the neighbours into which a unit there exerts its zone; shared, never changed in place."""
        self.here = here
        """Units of the side in the hex."""
        self.zoc = zoc
        """Units of the side that exert their zone into the hex."""

    def copy(self) -> Presence:
        """Independent counts."""
        return Presence(self.reached, self.here[:], self.zoc[:])

    def units(self, side: int, hex: int) -> int:
        """How many units of a side are in a hex."""
        return int(self.here[self.size * side + hex])

    def zones(self, side: int, hex: int) -> int:
        """How many units of a side exert their zone into a hex."""
        return int(self.zoc[self.size * side + hex])

    def move(self, side: int, frm: int, to: int, exerts: bool) -> None:
        """A unit goes from one hex to another; either is negative off the map. Nothing else changes the counts."""
        base = self.size * side
        here, zoc, reached = self.here, self.zoc, self.reached[side]
        if frm >= 0:
            here[base + frm] -= 1
            if exerts:
                for there in reached[frm]:
                    zoc[base + there] -= 1
        if to >= 0:
            here[base + to] += 1
            if exerts:
                for there in reached[to]:
                    zoc[base + there] += 1

    def check(self, sides: list[int], hexes: list[int], exerts: list[bool]) -> None:
        """Raise BrokenInvariant unless the counts are those of these units: side, hex and whether it exerts a zone."""
        fresh = nobody(self.reached)
        for unit in range(len(hexes)):
            fresh.move(sides[unit], -1, hexes[unit], exerts[unit])
        if fresh.here != self.here or fresh.zoc != self.zoc:
            raise BrokenInvariant("the counts of units or zones are wrong")


def nobody(reached: list[list[list[int]]]) -> Presence:
    """The counts of an empty map on which zones reach so far, by side and hex."""
    none = nothing(len(reached) * len(reached[0]))
    return Presence(reached, none, none[:])


def nothing(size: int) -> vec[u8]:
    """So many noughts."""
    return vec[u8](bytes(size))
