"""The geometry of a drawn hex map: corners, sides, regions with rounded edges, chains of sides, curves as points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from senki.boards.hexes.grid import FLAT, Grid
from senki.workshop.svg import Point, number

Cell = tuple[int, int]
Loop = list[Point]


Corner = tuple[int, int]
"""A corner of the grid, counted in half sides one way and half sizes the other: the same seen from all its hexes."""

ROUND = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)), ((1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1))
"""The corners of a hex, clockwise, seen from its middle: of a flat and of a pointy grid."""


class Outline:
    """A closed outline of hexes with its inside on the right: its corners, and the cell beyond each of its sides."""

    def __init__(self) -> None:
        self.corners: list[Corner] = []
        self.beyond: list[Cell] = []


class Plan:
    """Where the hexes of a grid lie on the sheet: `size` is the distance between opposite sides in map units."""

    def __init__(self, grid: Grid, size: float, origin: Point) -> None:
        self.grid = grid
        self.size = size
        self.side = size / math.sqrt(3)
        self.origin = origin
        self.round = ROUND[grid.shape]
        self.unit = (self.side / 2, size / 2) if grid.shape == FLAT else (size / 2, self.side / 2)

    def centre(self, cell: Cell) -> Point:
        """The middle of a hex."""
        return self.at(self.middle(cell))

    def middle(self, cell: Cell) -> Corner:
        """The middle of a hex in the units of corners."""
        column, row = cell
        if self.grid.shape == FLAT:
            return 3 * column, 2 * row + (1 if column & 1 == self.grid.shifted else 0)
        return 2 * column + (1 if row & 1 == self.grid.shifted else 0), 3 * row

    def at(self, corner: Corner) -> Point:
        """A corner on the sheet."""
        return self.origin[0] + corner[0] * self.unit[0], self.origin[1] + corner[1] * self.unit[1]

    def nearest(self, point: Point) -> Cell:
        """The cell that a point lies in, be there a hex or not."""
        across, down = (point[0] - self.origin[0]) / self.unit[0], (point[1] - self.origin[1]) / self.unit[1]
        flat = self.grid.shape == FLAT
        column, row = (across / 3, down / 2) if flat else (across / 2, down / 3)
        near = [
            (c, r) for c in range(round(column) - 1, round(column) + 2) for r in range(round(row) - 1, round(row) + 2)
        ]
        return min(near, key=lambda cell: math.dist(self.centre(cell), point))

    def corners(self, cell: Cell) -> Loop:
        """The six corners of a hex, clockwise."""
        x, y = self.middle(cell)
        return [self.at((x + dx, y + dy)) for dx, dy in self.round]

    def side_of(self, cell: Cell, direction: int) -> tuple[Corner, Corner]:
        """The two corners of a side, clockwise seen from its hex."""
        x, y = self.middle(cell)
        (ax, ay), (bx, by) = self.round[(direction + 4) % 6], self.round[(direction + 5) % 6]
        return (x + ax, y + ay), (x + bx, y + by)

    def edge(self, cell: Cell, direction: int) -> tuple[Point, Point]:
        """The two ends of a side, clockwise seen from its hex."""
        start, end = self.side_of(cell, direction)
        return self.at(start), self.at(end)

    def outward(self, direction: int) -> Point:
        """The unit vector across a side."""
        (ax, ay), (bx, by) = self.round[(direction + 4) % 6], self.round[(direction + 5) % 6]
        x, y = (ax + bx) * self.unit[0], (ay + by) * self.unit[1]
        length = math.hypot(x, y)
        return x / length, y / length

    def outlines(self, cells: Iterable[Cell]) -> list[Outline]:
        """The outlines of a set of hexes. Three hexes meet at a corner, so no outline touches itself."""
        inside = set(cells)
        onward: dict[Corner, tuple[Corner, Cell]] = {}
        for cell in sorted(inside):
            for d, there in enumerate(self.around(cell)):
                if there not in inside:
                    start, end = self.side_of(cell, d)
                    onward[start] = (end, there)
        found = []
        while onward:
            first = corner = next(iter(onward))
            outline = Outline()
            while True:
                end, there = onward.pop(corner)
                outline.corners.append(corner)
                outline.beyond.append(there)
                corner = end
                if corner == first:
                    break
            found.append(outline)
        return found

    def around(self, cell: Cell) -> list[Cell]:
        """The six cells next to a cell, clockwise."""
        q, r = self.grid.cube(*cell)
        return [self.grid.cell(q + dq, r + dr) for dq, dr in self.grid.steps]

    def loops(self, cells: Iterable[Cell]) -> list[Loop]:
        """The outlines of a set of hexes as points."""
        return [[self.at(corner) for corner in outline.corners] for outline in self.outlines(cells)]

    def chains(self, sides: Iterable[tuple[Corner, Corner]]) -> list[list[Corner]]:
        """Sides joined end to end into the longest lines."""
        at: dict[Corner, list[Corner]] = {}
        left: set[tuple[Corner, Corner]] = set()
        for start, end in sides:
            if (min(start, end), max(start, end)) not in left:
                left.add((min(start, end), max(start, end)))
                at.setdefault(start, []).append(end)
                at.setdefault(end, []).append(start)
        found = []
        for begin in sorted(at, key=lambda corner: (len(at[corner]) != 1, corner)):
            for end in at[begin]:
                if (min(begin, end), max(begin, end)) in left:
                    found.append(_follow(begin, end, at, left))
        return found

    def lines(self, sides: Iterable[tuple[Corner, Corner]]) -> list[Loop]:
        """The same as points."""
        return [[self.at(corner) for corner in chain] for chain in self.chains(sides)]


def _follow(
    begin: Corner, end: Corner, at: dict[Corner, list[Corner]], left: set[tuple[Corner, Corner]]
) -> list[Corner]:
    line = [begin]
    while True:
        left.remove((min(line[-1], end), max(line[-1], end)))
        line.append(end)
        onward = [next for next in at[end] if (min(end, next), max(end, next)) in left]
        if not onward:
            return line
        end = onward[0]


def between(a: Point, b: Point, share: float) -> Point:
    """The point a share of the way from one to the other."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def rounded(loop: Loop, soft: float) -> str:
    """Path data of a closed line whose corners are rounded by so many units."""
    pen = Pen()
    before = loop[-1]
    for corner, after in zip(loop, [*loop[1:], loop[0]], strict=True):
        pen.turn(before, corner, after, soft)
        before = corner
    return "".join(pen.data) + "z"


def rounded_line(line: Loop, soft: float) -> str:
    """Path data of an open line with rounded corners."""
    pen = Pen()
    pen.line(line[0])
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        pen.turn(before, corner, after, soft)
    pen.line(line[-1])
    return "".join(pen.data)


class Pen:
    """Path data step by step from the point before: shorter than seen from the corner of the sheet."""

    def __init__(self) -> None:
        self.data: list[str] = []
        self.x = 0.0
        self.y = 0.0

    def line(self, at: Point) -> None:
        """Straight to a point; the first one is where the line begins."""
        dx, dy = round(at[0] - self.x, 1), round(at[1] - self.y, 1)
        if not self.data:
            self.data.append(f"M{number(dx)} {number(dy)}")
        elif dx or dy:
            self.data.append(f"l{number(dx)} {number(dy)}" if dy else f"h{number(dx)}")
        self.x, self.y = self.x + dx, self.y + dy

    def turn(self, before: Point, corner: Point, after: Point, soft: float) -> None:
        """To a corner and round it."""
        self.line(between(corner, before, min(0.5, soft / math.dist(corner, before))))
        end = between(corner, after, min(0.5, soft / math.dist(corner, after)))
        dx, dy = round(end[0] - self.x, 1), round(end[1] - self.y, 1)
        self.data.append(f"q{number(corner[0] - self.x)} {number(corner[1] - self.y)} {number(dx)} {number(dy)}")
        self.x, self.y = self.x + dx, self.y + dy


def softened(loop: Loop, soft: float, closed: bool = True) -> Loop:
    """The rounded line as points."""
    found: Loop = []
    count = len(loop)
    for i, corner in enumerate(loop):
        if not closed and i in (0, count - 1):
            found.append(corner)
            continue
        before, after = loop[i - 1], loop[(i + 1) % count]
        start = between(corner, before, min(0.5, soft / math.dist(corner, before)))
        end = between(corner, after, min(0.5, soft / math.dist(corner, after)))
        for t in (0.0, 0.25, 0.5, 0.75, 1.0):
            found.append(between(between(start, corner, t), between(corner, end, t), t))
    return found


def inset(loop: Loop, by: float) -> Loop:
    """A closed line moved to its inner side. The outlines of `Plan.loops` have their inside on the right."""
    found: Loop = []
    count = len(loop)
    for i, (x, y) in enumerate(loop):
        n1, n2 = _normal(loop[i - 1], loop[i]), _normal(loop[i], loop[(i + 1) % count])
        dot = n1[0] * n2[0] + n1[1] * n2[1]
        reach = by / max(0.25, 1 + dot)
        found.append((x + (n1[0] + n2[0]) * reach, y + (n1[1] + n2[1]) * reach))
    return found


def _normal(a: Point, b: Point) -> Point:
    """The unit vector to the inner side of a step along an outline."""
    length = math.dist(a, b) or 1.0
    return -(b[1] - a[1]) / length, (b[0] - a[0]) / length


def along(line: Loop, spacing: float, closed: bool = False) -> list[tuple[Point, Point]]:
    """Points at even distances along a line, each with the unit vector to its right."""
    points = [*line, line[0]] if closed else line
    found: list[tuple[Point, Point]] = []
    due = spacing / 2
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if length == 0:
            continue
        while due <= length:
            found.append((between(a, b, due / length), _normal(a, b)))
            due += spacing
        due -= length
    return found


def curve_points(points: Loop, steps: int = 6) -> Loop:
    """The points of the curve that `svg.smooth` draws through them."""
    padded = [points[0], *points, points[-1]]
    found = [points[0]]
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        for step in range(1, steps + 1):
            t = step / steps
            a, b, c = between(start, first, t), between(first, second, t), between(second, end, t)
            found.append(between(between(a, b, t), between(b, c, t), t))
    return found


def length_of(line: Loop) -> float:
    """The length of a line."""
    return sum(math.dist(a, b) for a, b in pairwise(line))


def stretch(line: Loop, start: float, end: float) -> Loop:
    """The part of a line between two distances along it."""
    found: Loop = []
    gone = 0.0
    for a, b in pairwise(line):
        length = math.dist(a, b)
        if length == 0:
            continue
        if gone + length >= start and gone <= end:
            if not found:
                found.append(between(a, b, max(0.0, (start - gone) / length)))
            found.append(between(a, b, min(1.0, (end - gone) / length)))
        gone += length
    return found
