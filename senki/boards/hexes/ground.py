"""The ground a hex game is played on: neighbours, directions, areas, distances and lines, as flat lists.

A hex is a number, a side of it a `place`: 6 * hex + direction. Rules look up both; none reckons with columns and rows.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from senki.boards.hexes.grid import cube_distance
from senki.boards.hexes.hexmap import HexMap

NOWHERE: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class HexGround:
    """What every hex game asks of its map. Hexes have the map's own numbers."""

    def __init__(self, board: HexMap) -> None:
        self.board = board
        self.size: int = board.size
        self.names: list[str] = board.names
        """The printed number of each hex."""
        self.next: vec[i64] = vec[i64](board.neighbour)
        """By place: the hex there, NOWHERE off the map."""
        self.nowhere: vec[i16] = vec[i16]([NOWHERE] * self.size)
        """NOWHERE for every hex: a search begins with copies of it, which cost next to nothing."""
        self.no: vec[bool] = vec[bool]([False] * self.size)
        """The same for marks on hexes."""
        self.around: list[list[int]] = []
        """The neighbours of each hex, clockwise."""
        for hex in range(self.size):
            self.around.append([to for to in board.neighbour[6 * hex : 6 * hex + 6] if to >= 0])
        self.q: vec[i64] = vec[i64]([q for q, _ in board.cubes])
        self.r: vec[i64] = vec[i64]([r for _, r in board.cubes])
        """The cube of each hex."""
        self._by_cube: dict[tuple[int, int], int] = {cube: hex for hex, cube in enumerate(board.cubes)}

    def distance(self, a: int, b: int) -> int:
        """Hexes counted from one to the other over the grid, the first not counted."""
        return cube_distance(self.q[b] - self.q[a], self.r[b] - self.r[a])

    def direction(self, hex: int, to: int) -> int:
        """The direction of an adjacent hex, NOWHERE if it is not adjacent."""
        return self.board.direction(hex, to)

    def line(self, a: int, b: int) -> list[tuple[int, int]]:
        """The hexes under the straight line between two centres, both ends included: pairs, twice the same hex where
        the line passes through it, the two hexes beside it where it runs exactly on a hexside (NOWHERE off the map)."""
        q: int = self.q[a]
        r: int = self.r[a]
        found: list[tuple[int, int]] = []
        for aq, ar, bq, br in self.board.grid.cube_line(self.q[b] - q, self.r[b] - r):
            left = self._by_cube.get((q + aq, r + ar), NOWHERE)
            right = self._by_cube.get((q + bq, r + br), NOWHERE)
            found.append((left, right))
        return found
