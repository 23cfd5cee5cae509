"""The geometry of a drawn hex map: corners, sides, regions with rounded edges, chains of sides, curves as points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from senki.boards.hexes.grid import FLAT, Grid
from senki.workshop.svg import Point, number

Cell = tuple[int, int]
Loop = list[Point]


class Plan:
    """Where the hexes of a grid lie on the sheet: `size` is the distance between opposite sides in map units."""

    def __init__(self, grid: Grid, size: float, origin: Point) -> None:
        self.grid = grid
        self.size = size
        self.side = size / math.sqrt(3)
        self.origin = origin
        turn = 0 if grid.shape == FLAT else 30
        self.corner_offsets = [
            (self.side * math.cos(math.radians(60 * k + turn)), self.side * math.sin(math.radians(60 * k + turn)))
            for k in range(6)
        ]

    def centre(self, cell: Cell) -> Point:
        """The middle of a hex."""
        x, y = self.grid.centre(*cell)
        return self.origin[0] + x * self.size, self.origin[1] + y * self.size

    def corners(self, cell: Cell, scale: float = 1.0) -> Loop:
        """The six corners of a hex, clockwise."""
        x, y = self.centre(cell)
        return [(x + dx * scale, y + dy * scale) for dx, dy in self.corner_offsets]

    def edge(self, cell: Cell, direction: int) -> tuple[Point, Point]:
        """The two ends of a side, clockwise seen from its hex."""
        corners = self.corners(cell)
        return corners[(direction + 4) % 6], corners[(direction + 5) % 6]

    def outward(self, direction: int) -> Point:
        """The unit vector across a side."""
        (ax, ay), (bx, by) = (self.corner_offsets[(direction + k) % 6] for k in (4, 5))
        length = math.hypot(ax + bx, ay + by)
        return (ax + bx) / length, (ay + by) / length

    def loops(self, cells: Iterable[Cell]) -> list[Loop]:
        """The outlines of a set of hexes. Three hexes meet at a corner, so no outline touches itself."""
        inside = set(cells)
        onward: dict[Cell, tuple[Point, Point]] = {}
        for cell in sorted(inside):
            for d in range(6):
                if self.grid.neighbour(*cell, d) not in inside:
                    start, end = self.edge(cell, d)
                    onward[_key(start)] = (start, end)
        found = []
        while onward:
            first, (start, end) = next(iter(onward.items()))
            loop = [start]
            del onward[first]
            while _key(end) != first:
                start, end = onward.pop(_key(end))
                loop.append(start)
            found.append(loop)
        return found

    def chains(self, edges: Iterable[tuple[Point, Point]]) -> list[Loop]:
        """Sides joined end to end into the longest lines."""
        at: dict[Cell, list[tuple[Point, Point]]] = {}
        left: dict[frozenset[Cell], tuple[Point, Point]] = {}
        for start, end in edges:
            left[frozenset((_key(start), _key(end)))] = (start, end)
            at.setdefault(_key(start), []).append((start, end))
            at.setdefault(_key(end), []).append((end, start))
        found = []
        ends = sorted(at, key=lambda key: (len(at[key]) != 1, key))
        for begin in ends:
            for start, end in at[begin]:
                if frozenset((_key(start), _key(end))) in left:
                    found.append(_follow(start, end, at, left))
        return found


def _follow(
    start: Point,
    end: Point,
    at: dict[Cell, list[tuple[Point, Point]]],
    left: dict[frozenset[Cell], tuple[Point, Point]],
) -> Loop:
    line = [start, end]
    del left[frozenset((_key(start), _key(end)))]
    while True:
        onward = [(a, b) for a, b in at[_key(line[-1])] if frozenset((_key(a), _key(b))) in left]
        if not onward:
            return line
        a, b = onward[0]
        del left[frozenset((_key(a), _key(b)))]
        line.append(b)


def _key(point: Point) -> Cell:
    return round(point[0] * 10), round(point[1] * 10)


def between(a: Point, b: Point, share: float) -> Point:
    """The point a share of the way from one to the other."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def rounded(loop: Loop, soft: float) -> str:
    """Path data of a closed line whose corners are rounded by so many units."""
    data = ""
    count = len(loop)
    for i, corner in enumerate(loop):
        before, after = loop[i - 1], loop[(i + 1) % count]
        start = between(corner, before, min(0.5, soft / math.dist(corner, before)))
        end = between(corner, after, min(0.5, soft / math.dist(corner, after)))
        data += ("L" if data else "M") + f"{_xy(start)}Q{_xy(corner)} {_xy(end)}"
    return data + "Z"


def rounded_line(line: Loop, soft: float) -> str:
    """Path data of an open line with rounded corners."""
    data = f"M{_xy(line[0])}"
    for before, corner, after in zip(line, line[1:], line[2:], strict=False):
        start = between(corner, before, min(0.5, soft / math.dist(corner, before)))
        end = between(corner, after, min(0.5, soft / math.dist(corner, after)))
        data += f"L{_xy(start)}Q{_xy(corner)} {_xy(end)}"
    return data + f"L{_xy(line[-1])}"


def _xy(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


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
