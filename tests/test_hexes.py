"""Hex grids and maps against brute force: cubes, distances, lines, sides."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki.boards.hexes.grid import Grid, cube_distance, opposite
from senki.boards.hexes.hexmap import HexArea, HexLine, HexMap, HexPlace, HexSides
from senki.engine.errors import UnknownName
from tests.hexboards import blank, boards, grids

Cell = tuple[int, int]
cells = st.tuples(st.integers(1, 30), st.integers(1, 30))


def distance(grid: Grid, a: Cell, b: Cell) -> int:
    (q, r), (to_q, to_r) = grid.cube(*a), grid.cube(*b)
    return cube_distance(to_q - q, to_r - r)


def line_of(grid: Grid, a: Cell, b: Cell) -> list[tuple[Cell, Cell]]:
    (q, r), (to_q, to_r) = grid.cube(*a), grid.cube(*b)
    line = grid.cube_line(to_q - q, to_r - r)
    return [(grid.cell(q + aq, r + ar), grid.cell(q + bq, r + br)) for aq, ar, bq, br in line]


# The grid


@given(grids, cells)
def test_cubes_are_the_cells_again(grid: Grid, cell: Cell) -> None:
    assert grid.cell(*grid.cube(*cell)) == cell


@given(grids, cells, st.integers(0, 5))
def test_neighbours_lie_one_hex_away_in_their_direction(grid: Grid, cell: Cell, d: int) -> None:
    there = grid.neighbour(*cell, d)
    assert grid.neighbour(*there, opposite(d)) == cell
    (x, y), (to_x, to_y) = grid.centre(*cell), grid.centre(*there)
    assert math.hypot(to_x - x, to_y - y) == pytest.approx(1)
    name = grid.directions[d]
    assert ("N" in name) == (to_y < y - 0.1)
    assert ("S" in name) == (to_y > y + 0.1)
    assert ("E" in name) == (to_x > x + 0.1)
    assert ("W" in name) == (to_x < x - 0.1)


def test_shiloh_has_its_neighbours() -> None:
    grid = Grid(0, 0)
    around = [grid.neighbour(10, 14, d) for d in range(6)]
    assert around == [(10, 13), (11, 14), (11, 15), (10, 15), (9, 15), (9, 14)]
    assert [grid.neighbour(9, 15, d) for d in range(6)] == [(9, 14), (10, 14), (10, 15), (9, 16), (8, 15), (8, 14)]
    assert distance(grid, (18, 9), (19, 10)) == 1, "the two hexes of the landing are adjacent"


@given(grids, cells, cells)
@settings(max_examples=60)
def test_distance_is_what_counting_gives(grid: Grid, a: Cell, b: Cell) -> None:
    steps = {a: 0}
    queue = deque([a])
    while b not in steps:
        here = queue.popleft()
        for d in range(6):
            there = grid.neighbour(*here, d)
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    assert distance(grid, a, b) == steps[b]


def corners(grid: Grid, cell: Cell) -> list[tuple[Fraction, Fraction]]:
    """The corners in exact cube coordinates (q, r), a third of the way between three centres."""
    q, r = grid.cube(*cell)
    found = []
    for d in range(6):
        (aq, ar), (bq, br) = grid.steps[d], grid.steps[(d + 1) % 6]
        found.append((q + Fraction(aq + bq, 3), r + Fraction(ar + br, 3)))
    return found


def span(grid: Grid, a: Cell, b: Cell, cell: Cell) -> tuple[Fraction, Fraction, bool] | None:
    """Exact geometry, which is affine, so cube axes serve as well: from where to where along the segment it lies in a
    hex, and whether on the side of it; None if it misses the hex or touches a corner."""
    (q0, r0), (q1, r1) = grid.cube(*a), grid.cube(*b)
    low, high, beside = Fraction(0), Fraction(1), False
    ring = corners(grid, cell)
    for k in range(6):
        (px, py), (ex, ey) = ring[k], ring[(k + 1) % 6]
        # the inside is where the cross product is positive: the corners go round that way in these axes
        start = (ex - px) * (r0 - py) - (ey - py) * (q0 - px)
        end = (ex - px) * (r1 - py) - (ey - py) * (q1 - px)
        if start == end:
            if start < 0:
                return None
            beside = beside or start == 0
        elif end > start:
            low = max(low, start / (start - end))
        else:
            high = min(high, start / (start - end))
    return (low, high, beside) if low < high else None


def passed(grid: Grid, a: Cell, b: Cell, near: Iterable[Cell]) -> tuple[list[Cell], set[Cell]]:
    """The hexes the line passes through, in order, and those it runs beside."""
    spans = [(span(grid, a, b, cell), cell) for cell in near]
    through = [(found[0], cell) for found, cell in spans if found is not None and not found[2]]
    return [cell for _, cell in sorted(through)], {cell for found, cell in spans if found is not None and found[2]}


@given(grids, cells, st.integers(-7, 7), st.integers(-7, 7))
@settings(max_examples=150)
def test_lines_pass_the_hexes_that_exact_geometry_says(grid: Grid, a: tuple[int, int], dc: int, dr: int) -> None:
    b = (a[0] + dc, a[1] + dr)
    line = line_of(grid, a, b)
    through = [first for first, second in line if first == second]
    beside = {cell for first, second in line if first != second for cell in (first, second)}
    if a != b:
        columns = range(min(a[0], b[0]) - 2, max(a[0], b[0]) + 3)
        near = [(c, r) for c in columns for r in range(min(a[1], b[1]) - 2, max(a[1], b[1]) + 3)]
        assert (through, beside) == passed(grid, a, b, near)
    back = line_of(grid, b, a)
    assert [frozenset(pair) for pair in back] == [frozenset(pair) for pair in reversed(line)]


# The map


@given(boards())
def test_maps_know_their_neighbours(board: HexMap) -> None:
    for i in range(board.size):
        assert board.number(board.names[i]) == i
        for d in range(6):
            there = board.neighbour[6 * i + d]
            assert there == board.by_cell.get(board.grid.neighbour(*board.cells[i], d), -1)
            if there >= 0:
                assert board.neighbour[6 * there + opposite(d)] == i
                assert board.direction(i, there) == d


def test_sides_are_seen_from_both_hexes_and_slopes_from_below() -> None:
    board = blank(Grid(0, 0), 4, 4)
    low, high = board.number("0202"), board.number("0201")
    board.add_sides(HexSides("slope", {}, [(low, high)], "R"))
    bit = board.words.side_bit("slope")
    assert board.side[6 * low + 0] == board.side[6 * high + 3] == bit
    assert board.up[6 * low + 0] == bit
    assert board.up[6 * high + 3] == 0
    with pytest.raises(UnknownName, match="share no side"):
        board.add_sides(HexSides("creek", {}, [(low, board.number("0404"))], "R"))
    with pytest.raises(UnknownName, match="jumps"):
        board.add_line(HexLine("road", {}, [low, board.number("0404")], "R"))
    with pytest.raises(UnknownName, match="no hexside"):
        board.words.side_bit("hedge")
    with pytest.raises(UnknownName, match="no hex '0909'"):
        board.number("0909")


def test_the_words_of_a_map() -> None:
    board = blank(Grid(0, 1), 3, 3)
    board.places.append(HexPlace(0, "town", {"en": "Shiloh", "ja": "シャイロー"}, "S"))
    board.areas.append(HexArea("entry", {}, [0, 1], "S"))
    assert board.name_of(0, "ja") == "シャイロー"
    assert board.name_of(1, "ja") == ""
    assert board.area("entry") == [0, 1]
    with pytest.raises(UnknownName, match="no area 'exit'"):
        board.area("exit")


def test_cube_distance_counts_both_axes() -> None:
    assert [cube_distance(2, -1), cube_distance(2, 1), cube_distance(-3, 3)] == [2, 3, 3]
