"""The ground of a plane: areas by kind, hills, streams and rivers, and a raster that makes looking quick.

The raster says what lies at a point where its whole cell is one thing; a cell that an outline passes through sends the
question to the outlines themselves. So the raster never disagrees with the map.
"""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect
from senki.boards.plane.shapes import Shape, crosses

CELL_SIZE: Final = 44.0
MIXED: Final = -1


class Hill:
    """A hill: outline, level and the crest line that blocks the view."""

    def __init__(self, outline: Shape, level: int, crest: Shape) -> None:
        self.outline = outline
        self.level = level
        self.crest = crest


class Field:
    """The ground. `kinds` name the ground types, first match wins; the last one is what lies everywhere else."""

    def __init__(
        self,
        width: float,
        height: float,
        kinds: list[str],
        areas: list[list[Shape]],
        hills: list[Hill],
        streams: list[Shape],
        rivers: list[Shape],
        passages: list[float],
    ) -> None:
        assert len(areas) == len(kinds) - 1
        self.width = width
        self.height = height
        self.kinds = kinds
        self.areas = areas
        self.hills = hills
        self.streams = streams
        self.rivers = rivers
        self.passages = passages
        """x, y of the bridges and fords."""
        self.plain = len(kinds) - 1
        self.columns = int(width // CELL_SIZE) + 1
        self.rows = int(height // CELL_SIZE) + 1
        self.cells: list[int] = self._raster()

    def _raster(self) -> list[int]:
        """Mark the cells that an outline touches; the others take what lies at their middle."""
        cells = [-2] * (self.columns * self.rows)
        for shape in [shape for group in self.areas for shape in group] + [hill.outline for hill in self.hills]:
            self._mark(cells, shape)
        for row in range(self.rows):
            known = -2
            for column in range(self.columns):
                at = row * self.columns + column
                if cells[at] == MIXED:
                    known = -2
                    continue
                if known == -2:
                    known = self.exact((column + 0.5) * CELL_SIZE, (row + 0.5) * CELL_SIZE)
                cells[at] = known
        return cells

    def _mark(self, cells: list[int], shape: Shape) -> None:
        """A cell is mixed if an edge of the outline comes near it."""
        for i in range(shape.edges):
            j = (i + 1) % shape.count
            x0, y0 = shape.points[2 * i], shape.points[2 * i + 1]
            x1, y1 = shape.points[2 * j], shape.points[2 * j + 1]
            steps = int((abs(x1 - x0) + abs(y1 - y0)) / 10.0) + 1
            for step in range(steps + 1):
                x = x0 + (x1 - x0) * step / steps
                y = y0 + (y1 - y0) * step / steps
                for nudge_x in (-11.0, 11.0):
                    for nudge_y in (-11.0, 11.0):
                        column = int((x + nudge_x) // CELL_SIZE)
                        row = int((y + nudge_y) // CELL_SIZE)
                        if 0 <= column < self.columns and 0 <= row < self.rows:
                            cells[row * self.columns + column] = MIXED

    def exact(self, x: float, y: float) -> int:
        """What lies at a point by the outlines: the ground type and, above it, a bit for each hill."""
        ground = self.plain
        for kind in range(len(self.areas)):
            for area in self.areas[kind]:
                if area.holds(x, y):
                    ground = kind
                    break
            if ground != self.plain:
                break
        code = ground
        for number in range(len(self.hills)):
            if self.hills[number].outline.holds(x, y):
                code |= 8 << number
        return code

    def at(self, x: float, y: float) -> int:
        """What lies at a point, quickly; bare ground off the map."""
        if x < 0.0 or y < 0.0 or x > self.width or y > self.height:
            return self.plain
        code = self.cells[int(y // CELL_SIZE) * self.columns + int(x // CELL_SIZE)]
        return code if code != MIXED else self.exact(x, y)

    def on_map(self, x: float, y: float) -> bool:
        """Is a point on the map?"""
        return 0.0 <= x <= self.width and 0.0 <= y <= self.height

    def counts(self, rect: Rect) -> list[int]:
        """How many samples of a rectangle lie on each ground type, then on each hill, then on the map."""
        kinds = len(self.kinds)
        hills = len(self.hills)
        found = [0] * (kinds + hills + 1)
        columns = round(rect.half_width * 2.0 / CELL_SIZE)
        rows = round(rect.half_depth * 2.0 / CELL_SIZE)
        fx = rect.fx
        fy = rect.fy
        for row in range(rows):
            v = rect.half_depth - CELL_SIZE * (row + 0.5)
            for column in range(columns):
                u = CELL_SIZE * (column + 0.5) - rect.half_width
                x = rect.x + u * fy + v * fx
                y = rect.y - u * fx + v * fy
                code = self.at(x, y)
                found[code & 7] += 1
                code >>= 3
                number = kinds
                while code:
                    if code & 1:
                        found[number] += 1
                    code >>= 1
                    number += 1
                if 0.0 <= x <= self.width and 0.0 <= y <= self.height:
                    found[kinds + hills] += 1
        return found

    def ground(self, rect: Rect) -> int:
        """The ground type with most samples; the earlier kind wins a tie."""
        if self._all_plain(rect):
            return self.plain
        found = self.counts(rect)
        best = 0
        for kind in range(1, len(self.kinds)):
            if found[kind] > found[best]:
                best = kind
        return best

    def _all_plain(self, rect: Rect) -> bool:
        """Are all raster cells round a rectangle bare? Then nobody need count."""
        across = abs(rect.fy) * rect.half_width + abs(rect.fx) * rect.half_depth
        up = abs(rect.fx) * rect.half_width + abs(rect.fy) * rect.half_depth
        left = max(0, int((rect.x - across) // CELL_SIZE))
        right = min(self.columns - 1, int((rect.x + across) // CELL_SIZE))
        low = max(0, int((rect.y - up) // CELL_SIZE))
        high = min(self.rows - 1, int((rect.y + up) // CELL_SIZE))
        for row in range(low, high + 1):
            base = row * self.columns
            for column in range(left, right + 1):
                if self.cells[base + column] != self.plain:
                    return False
        return True

    def hill(self, rect: Rect) -> int:
        """The hill that holds the majority of a rectangle's samples, or -1."""
        if self._all_plain(rect):
            return -1
        found = self.counts(rect)
        total = round(rect.half_width * rect.half_depth * 4.0 / (CELL_SIZE * CELL_SIZE))
        for number in range(len(self.hills)):
            if 2 * found[len(self.kinds) + number] > total:
                return number
        return -1

    def level(self, rect: Rect) -> int:
        """The level of the hill a rectangle stands on, 0 for none."""
        number = self.hill(rect)
        return self.hills[number].level if number >= 0 else 0

    def mostly_on_map(self, rect: Rect) -> bool:
        """Is the majority of the samples on the map?"""
        if (
            rect.x >= rect.reach
            and rect.y >= rect.reach
            and rect.x <= self.width - rect.reach
            and rect.y <= self.height - rect.reach
        ):
            return True
        points = rect.samples()
        inside = 0
        for i in range(0, len(points), 2):
            if self.on_map(points[i], points[i + 1]):
                inside += 1
        return 4 * inside > len(points)

    def crosses_slope(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does a way cross the outline of a hill?"""
        return any(crosses(x0, y0, x1, y1, hill.outline) for hill in self.hills)

    def crosses_stream(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does a way cross a stream?"""
        return any(crosses(x0, y0, x1, y1, stream) for stream in self.streams)

    def river_crossings(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """x, y of every point where a way crosses a river."""
        points: list[float] = []
        for river in self.rivers:
            for share in river.crossings(x0, y0, x1, y1):
                points.append(x0 + (x1 - x0) * share)
                points.append(y0 + (y1 - y0) * share)
        return points

    def touched_crests(self, rect: Rect) -> int:
        """The hills whose crest line a rectangle touches, as bits."""
        found = 0
        for number in range(len(self.hills)):
            crest = self.hills[number].crest
            if (
                rect.x + rect.reach < crest.left
                or rect.x - rect.reach > crest.right
                or rect.y + rect.reach < crest.bottom
                or rect.y - rect.reach > crest.top
            ):
                continue
            if touches(rect, crest):
                found |= 1 << number
        return found


def touches(rect: Rect, line: Shape) -> bool:
    """Does a rectangle touch a line? A vertex lies inside it, or the line crosses one of its edges."""
    for i in range(line.count):
        if rect.distance_to_point(line.points[2 * i], line.points[2 * i + 1]) == 0.0:
            return True
    corners = rect.corners()
    for i in range(4):
        j = (i + 1) % 4
        if crosses(corners[2 * i], corners[2 * i + 1], corners[2 * j], corners[2 * j + 1], line):
            return True
    return False
