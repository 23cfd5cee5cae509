"""What was measured of the ground of a hex map (relief.json, made by tools/relief.py): its shore, its light and shade,
strokes downhill. A map without it is drawn from its hexes alone."""

from __future__ import annotations

import hashlib
from functools import cached_property
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from senki.workshop.hexshapes import Loop
from senki.workshop.svg import Point, element

if TYPE_CHECKING:
    from senki.boards.hexes.hexmap import HexMap
    from senki.workshop.hexsheet import HexDrawing

FILE = "relief.json"
BAND = 32.0
"""How high the bands are by which the steps of the shore are looked up."""


class Shade(msgspec.Struct, frozen=True):
    """A picture of light and shade, and where it lies on the map."""

    x: float
    y: float
    width: float
    height: float
    png: str


class Survey(msgspec.Struct, frozen=True):
    """The measured ground, in units of the map seen from the corner of its plan."""

    size: float
    columns: tuple[int, int]
    rows: tuple[int, int]
    fitted: str
    """The key of the hexes that the shore was fitted to."""
    shore: list[list[float]]
    """The outlines of the sea, x and y in turn."""
    ashore: dict[str, Point]
    """Where roads and towns of a hex lie whose middle is in the sea."""
    strokes: dict[str, list[str]]
    """Path data by ink, a text for each square of the map: only those in sight need be drawn."""
    shade: Shade


def read_survey(folder: Traversable) -> Survey | None:
    """The measured ground of a game's map, if it has one."""
    file = folder.joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=Survey) if file.is_file() else None


def shore_key(drawing: HexDrawing, map: HexMap) -> str:
    """A short key of which hexes of a map are sea and which are part sea: another shore has another one."""
    words = map.words
    sea = [drawing.look("terrain", word) == "sea" for word in words.terrain]
    part = 0
    for word in words.features:
        if drawing.look("feature", word) in ("shore", "beach"):
            part |= words.feature_bit(word)
    wet = [map.names[hex] for hex in range(map.size) if sea[map.terrain[hex]]]
    shore = [map.names[hex] for hex in range(map.size) if map.features[hex] & part]
    return hashlib.sha256(" ".join([*wet, "|", *shore]).encode()).hexdigest()[:16]


class Measured:
    """The survey laid under one drawing."""

    def __init__(self, drawing: HexDrawing, whole: HexMap, survey: Survey) -> None:
        self.survey = survey
        self.origin = drawing.plan.origin
        self.scale = drawing.plan.size / survey.size
        # The shore of a map that somebody changed follows its hexes.
        self.coast: list[Loop] = []
        self.ashore: dict[int, Point] = {}
        if shore_key(drawing, whole) == survey.fitted:
            self.coast = [[self._at(row[n], row[n + 1]) for n in range(0, len(row), 2)] for row in survey.shore]
            number = drawing.map.by_name
            self.ashore = {number[name]: self._at(*at) for name, at in survey.ashore.items() if name in number}

    def _at(self, x: float, y: float) -> Point:
        return self.origin[0] + x * self.scale, self.origin[1] + y * self.scale

    def in_sea(self, point: Point) -> bool:
        """Does a point lie in the sea as it was measured?"""
        x, y = point
        odd = False
        for (ax, ay), (bx, by) in self._bands.get(int(y // BAND), ()):
            odd ^= (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
        return odd

    @cached_property
    def _bands(self) -> dict[int, list[tuple[Point, Point]]]:
        """The steps of the shore by the bands of the sheet that they touch."""
        found: dict[int, list[tuple[Point, Point]]] = {}
        for loop in self.coast:
            for a, b in pairwise([*loop, loop[0]]):
                for band in range(int(min(a[1], b[1]) // BAND), int(max(a[1], b[1]) // BAND) + 1):
                    found.setdefault(band, []).append((a, b))
        return found

    def relief(self) -> list[str]:
        """Light and shade, and over it the strokes."""
        shade, moved = self.survey.shade, f"translate({self.origin[0]:.2f} {self.origin[1]:.2f}) scale({self.scale:g})"
        picture = element(
            "image",
            class_="relief-image",
            x=shade.x,
            y=shade.y,
            width=shade.width,
            height=shade.height,
            preserveAspectRatio="none",
            href=f"data:image/png;base64,{shade.png}",
        )
        strokes = [
            element("path", class_=f"relief-{ink}", d=data)
            for ink, squares in self.survey.strokes.items()
            for data in squares
        ]
        return [element("g", picture, element("g", *strokes, class_="measured"), transform=moved)]
