"""What is already on the sheet of a hex map, so that names find room: boxes to keep clear and marks to spare."""

from __future__ import annotations

import math

from senki.workshop.hexground import number_at, road_lines
from senki.workshop.hexshapes import Loop, along, between, curve_points
from senki.workshop.hexsheet import LARGE, HexDrawing
from senki.workshop.hexwater import CROSSINGS, courses, shore_lines
from senki.workshop.svg import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

TILE = 96.0
SPOT = 8.0
"""Marks that a name should spare are counted by squares of this size."""
TAKEN = 40.0
"""What it costs to run into another name or a sign at all: more than any other mark."""
COUNTER = 0.3
"""Half a counter, in hexes."""

WIDTHS = {
    0.3: " !',.:;flt|’", 0.36: '()-`ij"', 0.42: "I[]{}/?\\ceorsvzéèòö", 0.5: "_abghkpqyJ*", 0.56: "dnuxàùñüä",
    0.6: "0123456789$^S–", 0.66: "CPL~", 0.71: "#BEFOQRTYZwÖ", 0.77: "&ADGKNVX", 0.82: "@HUm%", 0.92: "M+<=>", 1.1: "W",
}  # fmt: skip
LETTERS = {letter: width for width, letters in WIDTHS.items() for letter in letters}
"""The widths of the map's Latin letters in their own size."""


def width_of(words: str, size: float) -> float:
    """About how wide a text is."""
    return size * sum(1.0 if letter > "\u2e80" else LETTERS.get(letter, 0.55) for letter in words)


class Crowd:
    """Boxes that must stay clear, by tile, and what should be spared, by squares."""

    def __init__(self, drawing: HexDrawing) -> None:
        left, top, right, bottom = drawing.frame
        self.drawing = drawing
        self.frame: Box = (left + 4, top + 4, right - 4, bottom - 4)
        self.boxes: dict[tuple[int, int], list[Box]] = {}
        self.marks: dict[tuple[int, int], float] = {}
        self.afloat: dict[tuple[int, str], Point] = {}
        """Where signs stand on the water, by hex and look: their names belong there."""
        for hex in range(drawing.map.size):
            x, y = number_at(drawing, hex)
            for dx in (-9, -1, 7):
                self.mark(x + dx, y - 4, 1.6)
        for look, _, points in road_lines(drawing):
            self.spread(curve_points(points, 4), 0.3 if look == "trail" else 0.55)
        for _, _, line in courses(drawing):
            self.spread(line, 0.22)
        for shore in shore_lines(drawing, *LARGE):
            self.spread(shore, 1.6)
        for look in CROSSINGS:
            for hex, d, _ in drawing.sides_like(look):
                x, y = between(*drawing.plan.edge(drawing.map.cells[hex], d), 0.5)
                self.add((x - 13, y - 13, x + 13, y + 13))
        for look, weight in (("protected", 2.4), ("slope", 0.6), ("creek", 0.35), ("river", 0.8), ("broad_river", 1.2)):
            for hex, d, _ in drawing.sides_like(look):
                self.spread(list(drawing.plan.edge(drawing.map.cells[hex], d)), weight)

    def mark(self, x: float, y: float, weight: float) -> None:
        """A point that a name should not cover."""
        key = (int(x // SPOT), int(y // SPOT))
        self.marks[key] = self.marks.get(key, 0.0) + weight

    def spread(self, line: Loop, weight: float) -> None:
        """A line that a name should not cover."""
        for (x, y), _ in along(line, SPOT):
            self.mark(x, y, weight)

    def add(self, box: Box) -> None:
        """Keep others off a box."""
        for tile in _tiles(box):
            self.boxes.setdefault(tile, []).append(box)

    def remove(self, box: Box) -> None:
        """Give a box free again."""
        for tile in _tiles(box):
            self.boxes[tile].remove(box)

    def taken(self, box: Box) -> float:
        """How much a box would run into others, or infinitely much off the map."""
        left, top, right, bottom = box
        if left < self.frame[0] or top < self.frame[1] or right > self.frame[2] or bottom > self.frame[3]:
            return math.inf
        total = 0.0
        for tile in _tiles(box):
            # a box in several tiles is counted in each: it only makes a crowded spot look more so
            for a, b, c, d in self.boxes.get(tile, ()):
                if a < right and left < c and b < bottom and top < d:
                    total += TAKEN + 0.12 * (min(c, right) - max(a, left)) * (min(d, bottom) - max(b, top))
        return total

    def cost(self, box: Box) -> float:
        """How much a box would cover."""
        total = self.taken(box)
        if total >= TAKEN:
            return total
        left, top, right, bottom = (int(edge // SPOT) for edge in (box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2))
        marks = self.marks
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                if (x, y) in marks:
                    total += marks[x, y]
        return total

    def at(self, point: Point, size: float) -> float:
        """How much a letter on a line would cover."""
        x, y = point
        key = (int(x // SPOT), int((y - size * 0.4) // SPOT))
        return self.marks.get(key, 0.0) + self.taken((x - 5, y - size * 0.7, x + 5, y + 1))

    def under(self, hex: int, box: Box) -> float:
        """How much of a box near a hex would lie under counters in that hex and those about it."""
        around = (there for there in self.drawing.map.neighbour[6 * hex : 6 * hex + 6] if there >= 0)
        return sum(_shared(self.drawing, there, box) for there in (hex, *around)) / 420


def _shared(drawing: HexDrawing, hex: int, box: Box) -> float:
    """How much of a box lies under a counter in a hex."""
    x, y = drawing.centres[hex]
    half = COUNTER * drawing.plan.size
    left, top, right, bottom = box
    if left >= x + half or right <= x - half or top >= y + half or bottom <= y - half:
        return 0.0
    return (min(right, x + half) - max(left, x - half)) * (min(bottom, y + half) - max(top, y - half))


def _tiles(box: Box) -> list[tuple[int, int]]:
    left, top, right, bottom = int(box[0] // TILE), int(box[1] // TILE), int(box[2] // TILE), int(box[3] // TILE)
    if left == right and top == bottom:
        return [(left, top)]
    return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
