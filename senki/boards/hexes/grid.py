"""Hex grids as they are printed: CCRR numbers of either parity and orientation, cube arithmetic inside.

A cell is a printed column and row. A cube is (q, r) with s = -q - r left out. In a `flat` grid the hexes stand in
columns and the six directions are N NE SE S SW NW; in a `pointy` grid they lie in rows and the directions are
NE E SE SW W NW. Directions are numbered clockwise from 0; the way back from d is (d + 3) % 6.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from senki.engine.errors import Malformed

FLAT: Final = 0
POINTY: Final = 1
EVEN: Final = 0
ODD: Final = 1

SHAPES: Final[list[str]] = ["flat", "pointy"]
PARITIES: Final[list[str]] = ["even", "odd"]
DIRECTIONS: Final[list[list[str]]] = [["N", "NE", "SE", "S", "SW", "NW"], ["NE", "E", "SE", "SW", "W", "NW"]]
STEPS: Final[list[list[tuple[int, int]]]] = [
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)],
    [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)],
]
MOST: Final = 99
"""The highest column or row that two digits can print."""


def opposite(direction: int) -> int:
    """The way back."""
    return (direction + 3) % 6


def cube_distance(dq: i64, dr: i64) -> i64:
    """The number of hexes from the origin to a cube."""
    # without abs(), which compiled code calls as slowly as interpreted: rules ask for distances all the time
    if dq < 0:
        dq, dr = -dq, -dr
    if dr >= 0:
        return dq + dr
    return dq if dq > -dr else -dr


def printed(column: int, row: int) -> str:
    """The number printed in a hex."""
    return f"{column:02d}{row:02d}"


class Grid:
    """Where printed numbers lie: `shape` FLAT or POINTY; `shifted` says which columns lie half a hex lower
    (flat) or which rows half a hex further right (pointy): the EVEN or the ODD ones."""

    def __init__(self, shape: int, shifted: int) -> None:
        if shape not in (FLAT, POINTY) or shifted not in (EVEN, ODD):
            raise Malformed("a grid is flat or pointy, and its even or odd columns (or rows) are shifted")
        self.shape = shape
        self.shifted = shifted
        self.directions: list[str] = DIRECTIONS[shape]
        self.steps: list[tuple[int, int]] = STEPS[shape]
        self._lines: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}

    def direction(self, name: str) -> int:
        """The number of a direction by its name, -1 if this grid has none of that name."""
        return self.directions.index(name) if name in self.directions else -1

    def cube(self, column: int, row: int) -> tuple[int, int]:
        """The cube (q, r) of a printed column and row."""
        if self.shape == FLAT:
            return column, row - self._lean(column)
        return column - self._lean(row), row

    def cell(self, q: int, r: int) -> tuple[int, int]:
        """The printed column and row of a cube."""
        if self.shape == FLAT:
            return q, r + self._lean(q)
        return q + self._lean(r), r

    def _lean(self, across: int) -> int:
        if self.shifted == EVEN:
            return (across + (across & 1)) // 2
        return (across - (across & 1)) // 2

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """The centre of a hex in hex units (1 = between opposite sides), y growing downward."""
        if self.shape == FLAT:
            return column * 0.8660254037844386, row + (0.5 if column & 1 == self.shifted else 0.0)
        return column + (0.5 if row & 1 == self.shifted else 0.0), row * 0.8660254037844386

    def neighbour(self, column: int, row: int, direction: int) -> tuple[int, int]:
        """The cell next to a cell."""
        q, r = self.cube(column, row)
        dq, dr = self.steps[direction]
        return self.cell(q + dq, r + dr)

    def cube_line(self, dq: int, dr: int) -> list[tuple[int, int, int, int]]:
        """The cubes through which the line from the origin to a cube passes, both ends included, in order.

        Each entry is two cubes (q, r, q, r): twice the same where the line passes through a hex, the two hexes beside
        it where it runs exactly on a hexside. A hex touched only at a corner is not passed through. Lines are
        remembered by their offset.
        """
        key = (dq, dr)
        known = self._lines.get(key)
        if known is None:
            known = _diagonal_line(dq, dr) if _on_hexsides(dq, dr) else _line(dq, dr)
            self._lines[key] = known
        return known


def _on_hexsides(dq: int, dr: int) -> bool:
    """Does the line run through corners and along hexsides? Only when two of the three cube offsets are equal."""
    ds = -dq - dr
    return (dq, dr) != (0, 0) and (dq == dr or dr == ds or ds == dq)


def _diagonal_line(dq: int, dr: int) -> list[tuple[int, int, int, int]]:
    """Hex, the pair beside a hexside, hex, the next pair, … to the end."""
    ds = -dq - dr
    times = min(abs(dq), abs(dr), abs(ds))
    q, r = dq // times, dr // times
    # one diagonal step is two steps in neighbouring directions; the two ways to order them are the pair beside it
    for turn in range(6):
        a, b = STEPS[FLAT][turn], STEPS[FLAT][(turn + 1) % 6]
        if (a[0] + b[0], a[1] + b[1]) == (q, r):
            break
    found: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    for i in range(times):
        at_q, at_r = i * q, i * r
        found.append((at_q + a[0], at_r + a[1], at_q + b[0], at_r + b[1]))
        found.append((at_q + q, at_r + r, at_q + q, at_r + r))
    return found


def _line(dq: int, dr: int) -> list[tuple[int, int, int, int]]:
    """Walk from hex to hex: the next one is the neighbour whose inside the line enters where it leaves this one."""
    found: list[tuple[int, int, int, int]] = [(0, 0, 0, 0)]
    q, r, come_from = 0, 0, -1
    while (q, r) != (dq, dr):
        _, _, leave, leave_of = _span(dq, dr, q, r)
        for turn in range(6):
            if turn == come_from:
                continue
            step = STEPS[FLAT][turn]
            enter, enter_of, out, out_of = _span(dq, dr, q + step[0], r + step[1])
            if enter * out_of < out * enter_of and enter * leave_of == leave * enter_of:
                q, r, come_from = q + step[0], r + step[1], opposite(turn)
                found.append((q, r, q, r))
                break
    return found


def _span(dq: int, dr: int, q: int, r: int) -> tuple[int, int, int, int]:
    """The part of the line inside a hex, as two fractions of its length: enter, of, leave, of.

    The inside of a hex about the origin is |q - r| < 1, |r - s| < 1, |s - q| < 1; empty when it enters after it leaves.
    """
    s, ds = -q - r, -dq - dr
    enter, enter_of, leave, leave_of = -1, 1, 2, 1
    for slope, start in ((dq - dr, r - q), (dr - ds, s - r), (ds - dq, q - s)):
        # |slope * t + start| < 1, where start is the offset seen from this hex
        if slope == 0:
            if abs(start) >= 1:
                return 1, 1, 0, 1
            continue
        low, high, of = -1 - start, 1 - start, slope
        if slope < 0:
            low, high, of = -high, -low, -slope
        if low * enter_of > enter * of:
            enter, enter_of = low, of
        if high * leave_of < leave * of:
            leave, leave_of = high, of
    return enter, enter_of, leave, leave_of
