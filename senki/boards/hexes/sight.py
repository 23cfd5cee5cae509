"""Lines of sight between hex centres: the game says what blocks, the board walks the exact line."""

from __future__ import annotations

from senki.boards.hexes.hexmap import HexMap


class Viewer:
    """What a game says of a look from one hex to another. A game overrides what it needs."""

    def blocks(self, frm: int, to: int, hex: int) -> bool:
        """Does a hex between the two block the line?"""
        return False

    def side_blocks(self, frm: int, to: int, hex: int, direction: int) -> bool:
        """Does the side block a line that leaves `hex` across it?"""
        return False

    def along_blocks(self, frm: int, to: int, hex: int, direction: int) -> bool:
        """Does the side block a line that runs exactly along it? Asked once, for one of its two hexes."""
        return False


class TableViewer(Viewer):
    """A viewer whose blocking hexes lie in a list, and its blocking sides in lists by 6 * hex + direction."""

    def __init__(self, hexes: list[bool], sides: list[bool], along: list[bool]) -> None:
        self.hexes = hexes
        self.sides = sides
        self.along = along

    def blocks(self, frm: int, to: int, hex: int) -> bool:
        """As the list of hexes says."""
        return self.hexes[hex]

    def side_blocks(self, frm: int, to: int, hex: int, direction: int) -> bool:
        """As the list of sides says."""
        return self.sides[6 * hex + direction]

    def along_blocks(self, frm: int, to: int, hex: int, direction: int) -> bool:
        """As the list of sides that are looked along says."""
        return self.along[6 * hex + direction]


def blocked_at(map: HexMap, frm: int, to: int, viewer: Viewer) -> int:
    """The first hex where the line is blocked, -1 if it is free.

    Where the line passes through hexes, it is blocked by a hex between the ends that blocks, or by a side it crosses
    that blocks. Where it runs exactly on a hexside it is blocked only if it is blocked round both hexes beside it; off
    the edge of the map the hex on the map decides. For a side the hex it leads into is given.
    """
    line = map.line(frm, to)
    last = len(line) - 1
    here = frm
    i = 1
    while i <= last:
        left, right = line[i]
        if left == right:
            if left < 0:
                # the straight line leaves the map, which a map with notches allows: nothing there to block it
                here = -1
                i += 1
                continue
            if here >= 0 and viewer.side_blocks(frm, to, here, map.direction(here, left)):
                return left
            if i < last and viewer.blocks(frm, to, left):
                return left
            here = left
            i += 1
            continue
        beyond = line[i + 1][0]
        if _pair_blocks(map, frm, to, here, left, right, beyond, viewer):
            return left if left >= 0 else right
        if i + 1 < last and beyond >= 0 and viewer.blocks(frm, to, beyond):
            return beyond
        here = beyond
        i += 2
    return -1


def sees(map: HexMap, frm: int, to: int, viewer: Viewer) -> bool:
    """Is the line between two hexes free?"""
    return blocked_at(map, frm, to, viewer) < 0


def _pair_blocks(map: HexMap, frm: int, to: int, here: int, left: int, right: int, beyond: int, viewer: Viewer) -> bool:
    if left >= 0 and right >= 0:
        if viewer.along_blocks(frm, to, left, map.direction(left, right)):
            return True
        return _round_blocks(map, frm, to, here, left, beyond, viewer) and _round_blocks(
            map, frm, to, here, right, beyond, viewer
        )
    if left < 0 and right < 0:
        return False
    return _round_blocks(map, frm, to, here, left if left >= 0 else right, beyond, viewer)


def _round_blocks(map: HexMap, frm: int, to: int, here: int, by: int, beyond: int, viewer: Viewer) -> bool:
    """Is the way blocked from the hex before a hexside to the hex beyond it, round one of the hexes beside it?"""
    if viewer.blocks(frm, to, by):
        return True
    if here >= 0 and viewer.side_blocks(frm, to, here, map.direction(here, by)):
        return True
    return beyond >= 0 and viewer.side_blocks(frm, to, by, map.direction(by, beyond))


def above_line(from_height: int, to_height: int, distance: int, at: int, height: int) -> bool:
    """Does something this high, `at` of `distance` hexes along, rise above the line between two heights?"""
    return height * distance > from_height * (distance - at) + to_height * at
