"""Hex boards against brute force: distances, lines, searches, sight, tracing, joined sheets."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from senki.boards.hexes.grid import Grid, cube_distance, opposite
from senki.boards.hexes.hexmap import Anchor, HexArea, HexLine, HexMap, HexPlace, HexSides
from senki.boards.hexes.joined import Sheet, join
from senki.boards.hexes.search import CLOSED, NO_WAY, PROHIBITED, STOPPED, TOO_FAR, Mover, Search, TableMover
from senki.boards.hexes.sight import TableViewer, above_line, blocked_at, sees
from senki.boards.hexes.trace import Passer, TablePasser, regions, trace
from senki.engine.errors import Malformed, UnknownName
from tests.hexboards import GRIDS, blank, boards, grids

Cell = tuple[int, int]
cells = st.tuples(st.integers(1, 30), st.integers(1, 30))


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
    assert grid.distance(18, 9, 19, 10) == 1, "the two hexes of the landing are adjacent"


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
    assert grid.distance(*a, *b) == steps[b]


@given(grids, cells, st.integers(0, 5))
def test_rings_and_ranges(grid: Grid, cell: Cell, radius: int) -> None:
    ring = grid.ring(*cell, radius)
    assert len(ring) == len(set(ring)) == (6 * radius or 1)
    assert all(grid.distance(*cell, *there) == radius for there in ring)
    assert len(set(grid.within(*cell, radius))) == 1 + 3 * radius * (radius + 1)


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
    line = grid.line(*a, *b)
    through = [(c, r) for c, r, c2, r2 in line if (c, r) == (c2, r2)]
    beside = {cell for c, r, c2, r2 in line if (c, r) != (c2, r2) for cell in ((c, r), (c2, r2))}
    if a != b:
        assert (through, beside) == passed(grid, a, b, grid.within(*a, grid.distance(*a, *b) + 1))
    back = grid.line(*b, *a)
    assert [frozenset(((c, r), (c2, r2))) for c, r, c2, r2 in back] == [
        frozenset(((c, r), (c2, r2))) for c, r, c2, r2 in reversed(line)
    ]


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
                assert board.distance(i, there) == 1
        assert set(board.within(i, 2)) == {j for j in range(board.size) if board.distance(i, j) <= 2}
        assert set(board.ring(i, 2)) == {j for j in range(board.size) if board.distance(i, j) == 2}


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


# Movement


def walking(costs: list[int], stops: list[bool], force: bool = False) -> TableMover:
    return TableMover(costs, stops, force, ("T-1", "T-2", "T-3"))


def bellman_ford(board: HexMap, start: int, allowance: int, walker: TableMover) -> tuple[list[int], list[int]]:
    """Best and still-going costs by relaxing every step until nothing changes."""
    best: list[float] = [math.inf] * board.size
    going: list[float] = [math.inf] * board.size
    best[start] = going[start] = 0
    changed = True
    while changed:
        changed = False
        for frm in range(board.size):
            for d in range(6):
                to = board.neighbour[6 * frm + d]
                if to < 0 or to == start or walker.cost(frm, to, d) < 0 or math.isinf(going[frm]):
                    continue
                total = going[frm] + walker.cost(frm, to, d)
                if total > allowance:
                    if walker.force and frm == start and total < best[to]:
                        best[to], changed = total, True
                    continue
                if total < best[to]:
                    best[to], changed = total, True
                if total < going[to] and not walker.stops(frm, to, d):
                    going[to], changed = total, True
    return [-1 if math.isinf(x) else int(x) for x in best], [-1 if math.isinf(x) else int(x) for x in going]


@given(boards(), st.data())
@settings(max_examples=120)
def test_searches_find_what_bellman_ford_finds(board: HexMap, data: st.DataObject) -> None:
    sides = 6 * board.size
    costs = data.draw(st.lists(st.sampled_from([PROHIBITED, 0, 1, 1, 2, 3, 5]), min_size=sides, max_size=sides))
    stops = data.draw(st.lists(st.sampled_from([False, False, True]), min_size=sides, max_size=sides))
    search = Search(board)
    for force in (False, True):
        walker = walking(costs, stops, force)
        start, allowance = data.draw(st.integers(0, board.size - 1)), data.draw(st.integers(0, 12))
        search.run(start, allowance, walker)
        best, going = bellman_ford(board, start, allowance, walker)
        assert search.best == best
        assert search.going == going
        assert search.reached == sorted(
            (h for h in range(board.size) if best[h] >= 0 and h != start), key=lambda h: (best[h], h)
        )
        for hex in search.reached:
            check_path(board, search, walker, hex)
        for hex in range(board.size):
            cause = search.why_not(hex)
            assert (cause is None) == (best[hex] >= 0)
            if cause is not None and cause.kind != NO_WAY:
                check_cause(board, search, walker, cause.frm, cause.to, cause.kind, cause.clause, cause.needs)


def check_path(board: HexMap, search: Search, walker: TableMover, hex: int) -> None:
    way = search.path(hex)
    assert way[0] == search.start
    assert way[-1] == hex
    spent = 0
    for n in range(len(way) - 1):
        d = board.direction(way[n], way[n + 1])
        assert d >= 0
        assert walker.cost(way[n], way[n + 1], d) >= 0
        spent += walker.cost(way[n], way[n + 1], d)
        assert n == len(way) - 2 or not walker.stops(way[n], way[n + 1], d)
    assert spent == search.best[hex]


def check_cause(
    board: HexMap, search: Search, walker: TableMover, frm: int, to: int, kind: int, clause: str, needs: int
) -> None:
    """The named step leads from a reached hex to one that is not, and is stopped by what is named."""
    assert search.best[frm] >= 0
    assert search.best[to] < 0
    price = walker.cost(frm, to, board.direction(frm, to))
    if kind == CLOSED:
        assert (price, clause) == (PROHIBITED, "T-1")
    elif kind == STOPPED:
        assert search.going[frm] < 0
        assert clause == "T-2"
    else:
        assert kind == TOO_FAR
        assert clause == "T-3"
        assert needs == search.going[frm] + price > search.allowance


def test_the_nearest_cause_is_named() -> None:
    board = blank(Grid(0, 0), 1, 6)
    costs, stops = [1] * 36, [False] * 36
    search = Search(board)
    search.run(0, 2, walking(costs, stops))
    far = search.why_not(5)
    assert far is not None
    assert (far.kind, board.names[far.frm], far.needs) == (TOO_FAR, "0103", 3)
    stops[6 * 0 + 3] = True
    search.run(0, 9, walking(costs, stops))
    stopped = search.why_not(5)
    assert stopped is not None
    assert (stopped.kind, board.names[stopped.frm]) == (STOPPED, "0102")
    costs[6 * 0 + 3] = PROHIBITED
    search.run(0, 9, walking(costs, stops))
    closed = search.why_not(5)
    assert closed is not None
    assert (closed.kind, board.names[closed.to]) == (CLOSED, "0102")
    assert search.why_not(0) is None
    split = blank(Grid(0, 0), 1, 6, frozenset({(1, 3)}))
    search = Search(split)
    search.run(0, 9, Mover())
    cut_off = search.why_not(4)
    assert cut_off is not None
    assert cut_off.kind == NO_WAY
    assert search.path(4) == []


# Sight


def looking(board: HexMap, woods: set[int], walls: set[frozenset[int]]) -> TableViewer:
    sides = [frozenset((i, board.neighbour[6 * i + d])) in walls for i in range(board.size) for d in range(6)]
    return TableViewer([i in woods for i in range(board.size)], sides, [False] * len(sides))


def sees_by_geometry(board: HexMap, frm: int, to: int, woods: set[int], walls: set[frozenset[int]]) -> bool:
    """The rule on exact geometry: two hexes beside a hexside are two ways past it, one free way is enough."""
    if frm == to:
        return True
    a, b = board.cells[frm], board.cells[to]
    found, sides = passed(board.grid, a, b, board.grid.within(*a, board.distance(frm, to) + 1))
    through = [board.by_cell.get(cell, -1) for cell in found]
    beside = [board.by_cell[cell] for cell in sides if cell in board.by_cell]
    if any(h in woods for h in through[1:-1]):
        return False
    if not sides:
        return not any(frozenset(step) in walls for step in pairwise(through))
    for n in range(board.distance(frm, to) // 2):
        ends = through[n : n + 2]
        pair = [h for h in beside if board.distance(frm, h) == 2 * n + 1]
        free = [h for h in pair if h not in woods and not any(frozenset((h, end)) in walls for end in ends)]
        if pair and not free:
            return False
    return True


@given(boards(8), st.data())
@settings(max_examples=150)
def test_sight_follows_exact_geometry_and_is_mutual(board: HexMap, data: st.DataObject) -> None:
    choose = st.integers(0, board.size - 1)
    woods = data.draw(st.sets(choose, max_size=board.size // 3))
    pairs = [frozenset((i, j)) for i in range(board.size) for j in board.ring(i, 1)]
    walls = data.draw(st.sets(st.sampled_from(pairs), max_size=4)) if pairs else set()
    frm, to = data.draw(choose), data.draw(choose)
    viewer = looking(board, woods, walls)
    seen = sees(board, frm, to, viewer)
    assert seen == sees_by_geometry(board, frm, to, woods, walls)
    assert seen == sees(board, to, frm, viewer)
    assert (blocked_at(board, frm, to, viewer) < 0) == seen


def test_a_line_along_a_hexside() -> None:
    board = blank(Grid(0, 0), 5, 5)
    frm, to = board.number("0202"), board.number("0402")
    beside = [board.number("0302"), board.number("0303")]
    assert board.line(frm, to) == [(frm, frm), (beside[0], beside[1]), (to, to)]
    for hex in beside:
        assert sees(board, frm, to, looking(board, {hex}, set()))
    assert blocked_at(board, frm, to, looking(board, set(beside), set())) in beside
    hedge = looking(board, set(), set())
    hedge.along = [True] * len(hedge.along)
    assert not sees(board, frm, to, hedge)


def test_heights_on_the_way() -> None:
    assert above_line(0, 0, 4, 2, 1)
    assert not above_line(2, 2, 4, 2, 2), "as high as the line is not above it"
    assert not above_line(4, 0, 4, 2, 2)
    assert above_line(4, 0, 4, 3, 2)


# Tracing


@given(boards(), st.data())
@settings(max_examples=80)
def test_tracing_floods(board: HexMap, data: st.DataObject) -> None:
    sides = 6 * board.size
    passer = TablePasser(data.draw(st.lists(st.booleans(), min_size=sides, max_size=sides)))
    sources = data.draw(st.lists(st.integers(0, board.size - 1), min_size=1, max_size=3))
    longest = data.draw(st.sampled_from([-1, 0, 1, 3]))
    wave, steps, n = set(sources), dict.fromkeys(sources, 0), 0
    while wave and n != longest:
        n += 1
        wave = {
            board.neighbour[6 * h + d]
            for h in wave
            for d in range(6)
            if board.neighbour[6 * h + d] >= 0 and passer.open[6 * h + d]
        } - set(steps)
        steps.update(dict.fromkeys(wave, n))
    traced = trace(board, sources, passer, longest)
    assert traced.steps == [steps.get(h, -1) for h in range(board.size)]
    for hex in range(board.size):
        way = traced.path(hex)
        assert traced.joined(hex) == bool(way)
        if way:
            assert way[0] in sources
            assert len(way) == steps[hex] + 1
            assert all(passer.passes(x, y, board.direction(x, y)) for x, y in pairwise(way))


@given(boards(), st.data())
@settings(max_examples=60)
def test_regions_are_what_hangs_together(board: HexMap, data: st.DataObject) -> None:
    member = data.draw(st.lists(st.booleans(), min_size=board.size, max_size=board.size))
    sides = 6 * board.size
    passer = TablePasser(data.draw(st.lists(st.sampled_from([True, True, False]), min_size=sides, max_size=sides)))
    found = regions(board, member, passer)
    parent = list(range(board.size))

    def root(h: int) -> int:
        while parent[h] != h:
            h = parent[h]
        return h

    for h in range(board.size):
        for d in range(6):
            there = board.neighbour[6 * h + d]
            if there >= 0 and member[h] and member[there] and passer.passes(h, there, d):
                parent[root(h)] = root(there)
    for g in range(board.size):
        assert (found[g] >= 0) == member[g]
        for h in range(board.size):
            if member[g] and member[h]:
                assert (found[g] == found[h]) == (root(g) == root(h))


# Joined sheets


def sheet(grid: Grid, columns: int, rows: int) -> HexMap:
    board = blank(grid, columns, rows)
    board.areas.append(HexArea("county", {"en": "County"}, [0, 1], "R"))
    return board


@pytest.mark.parametrize("grid", GRIDS, ids=lambda g: f"{g.shape}{g.shifted}")
def test_two_sheets_are_one_map_under_two_numberings(grid: Grid) -> None:
    north, south = sheet(grid, 6, 8), sheet(grid, 6, 8)
    for one, names in ((north, ("0107", "0108")), (south, ("0101", "0102"))):
        chain = [one.number(name) for name in names]
        one.add_line(HexLine("road", {"en": "Pike"}, chain, "R"))
        one.places.append(HexPlace(chain[0], "town", {"en": "Warrenton"}, "S"))
        one.anchors.append(Anchor(chain[0], 38.7, -77.8, "Warrenton"))
    joined = join(Sheet(north, "N", 0, 0), Sheet(south, "S", 0, 6))
    assert joined.size == 6 * 14
    assert joined.number("N0107") == joined.number("S0101")
    assert joined.names[joined.number("S0101")] == "N0107"
    assert joined.names[joined.number("S0103")] == "S0103"
    assert joined.distance(joined.number("N0101"), joined.number("S0108")) == grid.distance(1, 1, 1, 14)
    assert joined.area("county") == sorted({joined.number(n) for n in ("N0101", "N0102", "S0101", "S0102")})
    assert len(joined.places) == 1
    assert len(joined.anchors) == 1
    a, b = joined.number("S0101"), joined.number("S0102")
    assert joined.link[6 * a + joined.direction(a, b)] == joined.words.link_bit("road")
    assert trace(joined, [joined.number("N0101")], Passer()).joined(joined.number("S0608"))


def test_sheets_that_disagree_are_told() -> None:
    grid = Grid(0, 0)
    north, south = sheet(grid, 4, 4), sheet(grid, 4, 4)
    with pytest.raises(Malformed, match="odd number would bend the grid"):
        join(Sheet(north, "N", 0, 0), Sheet(south, "S", 1, 2))
    with pytest.raises(Malformed, match="different grids"):
        join(Sheet(north, "N", 0, 0), Sheet(sheet(Grid(0, 1), 4, 4), "S", 0, 2))
    south.set_terrain(south.number("0101"), "woods")
    with pytest.raises(Malformed, match="N0103 and S0101 are one hex, but the sheets give it different terrain"):
        join(Sheet(north, "N", 0, 0), Sheet(south, "S", 0, 2))
    south.set_terrain(south.number("0101"), "clear")
    south.add_sides(HexSides("creek", {}, [(south.number("0101"), south.number("0102"))], "R"))
    with pytest.raises(Malformed, match="its S side differs"):
        join(Sheet(north, "N", 0, 0), Sheet(south, "S", 0, 2))
    north.add_sides(HexSides("creek", {}, [(north.number("0103"), north.number("0104"))], "R"))
    south.add_line(HexLine("road", {}, [south.number("0101"), south.number("0102")], "R"))
    with pytest.raises(Malformed, match="the links to its S differ"):
        join(Sheet(north, "N", 0, 0), Sheet(south, "S", 0, 2))


def test_cube_distance_counts_both_axes() -> None:
    assert [cube_distance(2, -1), cube_distance(2, 1), cube_distance(-3, 3)] == [2, 3, 3]
