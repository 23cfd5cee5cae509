"""Lines of sight between hex centres: the game says what blocks, the board walks the exact line."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from senki.boards.hexes.ground import HexGround


@mypyc_attr(allow_interpreted_subclasses=True)
class Viewer:
    """What a game says of a look from one hex to another. A game overrides what it needs."""

    def blocks(self, hex: int) -> bool:
        """Does a hex between the two block the line?"""
        return False

    def bars(self, place: int) -> bool:
        """Does the side (6 * hex + direction) bar a line that enters the last hex across it?"""
        return False


def is_line_free(ground: HexGround, frm: int, to: int, viewer: Viewer) -> bool:
    """Is the line free? Adjacent hexes see each other. Where the line runs exactly on a hexside, it is blocked only by
    both hexes beside it; what lies off the map blocks nothing."""
    if ground.distance(frm, to) <= 1:
        return True
    line = ground.line(frm, to)
    for i in range(1, len(line) - 1):
        left, right = line[i]
        if left >= 0 and right >= 0 and viewer.blocks(left) and viewer.blocks(right):
            return False
    return _enters(ground, line[-2], to, viewer)


def _enters(ground: HexGround, before: tuple[int, int], to: int, viewer: Viewer) -> bool:
    """Does the line get into the last hex from one of the hexes before it?"""
    for hex in before:
        if hex < 0:
            continue
        d = ground.direction(hex, to)
        if d < 0 or not viewer.bars(6 * hex + d):
            return True
    return False
