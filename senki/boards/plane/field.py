"""The ground of a plane: areas by kind, hills, streams and rivers, and rasters that make looking quick.

A raster says what lies at a point where its whole cell is one thing; a cell that an outline passes through sends the
question to the outlines themselves. So a raster never disagrees with the map.
"""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import CELL, Rect
from senki.boards.plane.shapes import Shape, crosses
from senki.boards.plane.trig import length

CELL_SIZE: Final = 11.0
"""Side of a cell of a raster, in yards."""
PER_YARD: Final = 1.0 / CELL_SIZE
BLOCK: Final = 4
"""So many cells make the side of a block, of which is known whether anything at all lies in it."""
MIXED: Final = 255
"""No cell holds as much otherwise."""
UNKNOWN: Final = 254
MOST_LAYERS: Final = 7


class Raster:
    """Layers of outlines as a picture: by cell the first layer that covers it, or all of them as bits, or MIXED."""

    def __init__(self, width: float, height: float, layers: list[list[Shape]], as_bits: bool) -> None:
        assert len(layers) <= MOST_LAYERS
        self.layers = layers
        self.as_bits = as_bits
        self.nothing = 0 if as_bits else len(layers)
        self.columns = int(width * PER_YARD) + 1
        self.rows = int(height * PER_YARD) + 1
        self.cells: bytes = self._paint()
        self.block_columns = self.columns // BLOCK + 1
        self.block_rows = self.rows // BLOCK + 1
        self.covered: list[int] = self._sums()

    def exact(self, x: float, y: float) -> int:
        """What lies at a point by the outlines."""
        found = 0
        for number in range(len(self.layers)):
            for shape in self.layers[number]:
                if shape.holds(x, y):
                    if not self.as_bits:
                        return number
                    found |= 1 << number
                    break
        return found if self.as_bits else self.nothing

    def at(self, x: float, y: float) -> int:
        """What lies at a point of the map, quickly."""
        code = self.cells[int(y * PER_YARD) * self.columns + int(x * PER_YARD)]
        return code if code != MIXED else self.exact(x, y)

    def _paint(self) -> bytes:
        """Mark the cells that an outline touches; of the others each run takes what lies in its first one."""
        cells = bytearray([UNKNOWN]) * (self.columns * self.rows)
        for layer in self.layers:
            for shape in layer:
                self._mark(cells, shape)
        for row in range(self.rows):
            at, end = row * self.columns, (row + 1) * self.columns
            while at < end:
                if cells[at] == MIXED:
                    at += 1
                    continue
                stop = cells.find(MIXED, at, end)
                if stop < 0:
                    stop = end
                column = at - row * self.columns
                code = self.exact((column + 0.5) * CELL_SIZE, (row + 0.5) * CELL_SIZE)
                cells[at:stop] = bytes([code]) * (stop - at)
                at = stop
        return bytes(cells)

    def _mark(self, cells: bytearray, shape: Shape) -> None:
        """A cell is mixed if an edge of the outline comes near it."""
        half = CELL_SIZE / 2.0
        for edge in shape.edges:
            steps = int((abs(edge.dx) + abs(edge.dy)) / half) + 1
            for step in range(steps + 1):
                x = edge.x + edge.dx * step / steps
                y = edge.y + edge.dy * step / steps
                for nudge_x in (-half, half):
                    for nudge_y in (-half, half):
                        column = int((x + nudge_x) // CELL_SIZE)
                        row = int((y + nudge_y) // CELL_SIZE)
                        if 0 <= column < self.columns and 0 <= row < self.rows:
                            cells[row * self.columns + column] = MIXED

    def _sums(self) -> list[int]:
        """How many blocks with anything in them lie south-west of each block's corner."""
        across = self.block_columns + 1
        bare = bytes([self.nothing]) * BLOCK
        sums = [0] * (across * (self.block_rows + 1))
        for row in range(self.block_rows):
            in_row = 0
            for column in range(self.block_columns):
                for line in range(BLOCK * row, min(self.rows, BLOCK * row + BLOCK)):
                    start = line * self.columns + BLOCK * column
                    part = self.cells[start : min(start + BLOCK, (line + 1) * self.columns)]
                    if part != bare[: len(part)]:
                        in_row += 1
                        break
                sums[(row + 1) * across + column + 1] = sums[row * across + column + 1] + in_row
        return sums

    def bare(self, rect: Rect) -> bool:
        """Is there nothing in all blocks round a rectangle? Then nobody need count."""
        across, up = rect.extent()
        return self.bare_box(rect.x - across, rect.y - up, rect.x + across, rect.y + up)

    def bare_box(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Is there nothing in all blocks that a box meets?"""
        per_block = PER_YARD / BLOCK
        left = max(0, int(x0 * per_block))
        right = min(self.block_columns, int(x1 * per_block) + 1)
        low = max(0, int(y0 * per_block))
        high = min(self.block_rows, int(y1 * per_block) + 1)
        if right <= left or high <= low:
            return True
        line = self.block_columns + 1
        north, south, sums = high * line, low * line, self.covered
        return sums[north + right] - sums[south + right] == sums[north + left] - sums[south + left]


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
        self.grounds = Raster(width, height, areas, False)
        self.heights = Raster(width, height, [[hill.outline] for hill in hills], True)

    def on_map(self, x: float, y: float) -> bool:
        """Is a point on the map?"""
        return 0.0 <= x <= self.width and 0.0 <= y <= self.height

    def counts(self, rect: Rect, raster: Raster) -> list[int]:
        """How many samples of a rectangle lie on each layer of a raster, and last on none; off the map lies nothing."""
        found = [0] * (len(raster.layers) + 1)
        columns = round(rect.half_width * 2.0 / CELL)
        rows = round(rect.half_depth * 2.0 / CELL)
        fx = rect.fx
        fy = rect.fy
        cells = raster.cells
        line = raster.columns
        last = raster.nothing
        run = 0
        for row in range(rows):
            v = rect.half_depth - CELL * (row + 0.5)
            for column in range(columns):
                u = CELL * (column + 0.5) - rect.half_width
                x = rect.x + u * fy + v * fx
                y = rect.y - u * fx + v * fy
                code = raster.nothing
                if 0.0 <= x <= self.width and 0.0 <= y <= self.height:
                    code = cells[int(y * PER_YARD) * line + int(x * PER_YARD)]
                    if code == MIXED:
                        code = raster.exact(x, y)
                if code == last:
                    run += 1
                else:
                    self._note(found, raster, last, run)
                    last = code
                    run = 1
        self._note(found, raster, last, run)
        return found

    def _note(self, found: list[int], raster: Raster, code: int, run: int) -> None:
        """Count a run of samples with the same code."""
        if code == raster.nothing:
            found[len(found) - 1] += run
        elif not raster.as_bits:
            found[code] += run
        else:
            for number in range(len(raster.layers)):
                if code >> number & 1:
                    found[number] += run

    def ground(self, rect: Rect) -> int:
        """The ground type with most samples; the earlier kind wins a tie."""
        if self.grounds.bare(rect):
            return self.plain
        found = self.counts(rect, self.grounds)
        best = 0
        for kind in range(1, len(found)):
            if found[kind] > found[best]:
                best = kind
        return best

    def plain_between(self, start: Rect, end: Rect) -> bool:
        """Is there nothing but plain ground where a rectangle goes straight from pose to pose, its facing kept?"""
        across, up = start.extent()
        return self.grounds.bare_box(
            min(start.x, end.x) - across, min(start.y, end.y) - up,
            max(start.x, end.x) + across, max(start.y, end.y) + up,
        )  # fmt: skip

    def may_lie(self, kind: int, start: Rect, end: Rect) -> bool:
        """Could ground of a kind lie where a rectangle goes straight from pose to pose, its facing kept?"""
        across, up = start.extent()
        west, south = min(start.x, end.x) - across, min(start.y, end.y) - up
        east, north = max(start.x, end.x) + across, max(start.y, end.y) + up
        for area in self.areas[kind]:
            if area.near_box(west, south, east, north):
                return True
        return False

    def hill(self, rect: Rect) -> int:
        """The hill that holds the majority of a rectangle's samples, or -1."""
        if self.heights.bare(rect):
            return -1
        found = self.counts(rect, self.heights)
        total = round(rect.half_width * rect.half_depth * 4.0 / (CELL * CELL))
        for number in range(len(self.hills)):
            if 2 * found[number] > total:
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
        for hill in self.hills:
            if crosses(x0, y0, x1, y1, hill.outline):
                return True
        return False

    def crosses_stream(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does a way cross a stream?"""
        for stream in self.streams:
            if crosses(x0, y0, x1, y1, stream):
                return True
        return False

    def river_crossings(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """x, y of every point where a way crosses a river."""
        points: list[float] = []
        for river in self.rivers:
            for share in river.crossings(x0, y0, x1, y1):
                points.append(x0 + (x1 - x0) * share)
                points.append(y0 + (y1 - y0) * share)
        return points

    def barred_by_river(self, x0: float, y0: float, x1: float, y1: float, near: float) -> bool:
        """Does a way cross a river farther than this from every bridge and ford?"""
        points = self.river_crossings(x0, y0, x1, y1)
        for i in range(0, len(points), 2):
            passed = False
            for j in range(0, len(self.passages), 2):
                if length(points[i] - self.passages[j], points[i + 1] - self.passages[j + 1]) <= near:
                    passed = True
            if not passed:
                return True
        return False

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
