"""The ground a hex game is played on: neighbours, directions, areas, distances and lines, as flat lists.

A hex is a number, a side of it a `place`: 6 * hex + direction. Rules look up both; none reckons with columns and rows.
"""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.grid import cube_distance
from senki.boards.hexes.hexmap import HexMap

NOWHERE: Final = -1


class HexGround:
    """What every hex game asks of its map. Hexes have the map's own numbers, or those of `cells`: a game whose options
    name hexes alike on every map numbers all printed cells, and those that a map lacks have no neighbours."""

    def __init__(self, board: HexMap, cells: list[tuple[int, int]] | None = None) -> None:
        if cells is None:
            cells = board.cells
        self.board = board
        self.size: int = len(cells)
        self.on_board: list[int] = [board.by_cell.get(cell, NOWHERE) for cell in cells]
        """The number of each hex on the board, NOWHERE if the map lacks it."""
        self.next: list[int] = [NOWHERE] * (6 * self.size)
        """By place: the hex there, NOWHERE off the map."""
        self.around: list[list[int]] = [[] for _ in range(self.size)]
        """The neighbours of each hex, clockwise."""
        self.q: list[int] = []
        self.r: list[int] = []
        """The cube of each hex."""
        self._by_cube: dict[tuple[int, int], int] = {}
        for hex in range(self.size):
            column, row = cells[hex]
            q, r = board.grid.cube(column, row)
            self.q.append(q)
            self.r.append(r)
            if self.on_board[hex] >= 0:
                self._by_cube[q, r] = hex
        for hex in range(self.size):
            if self.on_board[hex] < 0:
                continue
            for d in range(6):
                dq, dr = board.grid.steps[d]
                there = self._by_cube.get((self.q[hex] + dq, self.r[hex] + dr), NOWHERE)
                if there >= 0:
                    self.next[6 * hex + d] = there
                    self.around[hex].append(there)

    def distance(self, a: int, b: int) -> int:
        """Hexes counted from one to the other over the grid, the first not counted."""
        return cube_distance(self.q[b] - self.q[a], self.r[b] - self.r[a])

    def direction(self, hex: int, to: int) -> int:
        """The direction of an adjacent hex, NOWHERE if it is not adjacent."""
        for d in range(6):
            if self.next[6 * hex + d] == to:
                return d
        return NOWHERE

    def area(self, name: str) -> list[int]:
        """The hexes of a named area of the map."""
        found: list[int] = []
        for number in self.board.area(name):
            q, r = self.board.cubes[number]
            found.append(self._by_cube[q, r])
        return found

    def line(self, a: int, b: int) -> list[tuple[int, int]]:
        """The hexes under the straight line between two centres, both ends included: pairs, twice the same hex where
        the line passes through it, the two hexes beside it where it runs exactly on a hexside (NOWHERE off the map)."""
        q, r = self.q[a], self.r[a]
        found: list[tuple[int, int]] = []
        for aq, ar, bq, br in self.board.grid.cube_line(self.q[b] - q, self.r[b] - r):
            left = self._by_cube.get((q + aq, r + ar), NOWHERE)
            right = self._by_cube.get((q + bq, r + br), NOWHERE)
            found.append((left, right))
        return found
