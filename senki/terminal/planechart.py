"""A free plane in characters: ground as background colours, roads in braille, blocks as filled cells."""

from __future__ import annotations

import json
import math
from importlib import resources
from itertools import pairwise
from typing import Any, NamedTuple

from rich.cells import cell_len, set_cell_size

from senki.engine.forms import Piece
from senki.engine.game import Game
from senki.terminal.maplayout import Cell, Text
from senki.terminal.mapview import BRAILLE, DOT_BITS, Hit, Picture, Scene

LOOKS = {"village": "rough", "marsh": "marsh", "woods": "woods", "hill": "field"}
"""Kinds of ground by what hides what, and the look of each."""
OPEN = "clear"
LINES = {"road": "hexroad", "stream": "stream"}
NAMED = ("objective", "village", "hill", "woods")
"""Features whose names are written, as far as there is room."""
COMPASS = "↑↗→↘↓↙←↖"
FULL = 360.0
LABEL = 8
"""Cells of a name at most."""
ENOUGH = 3
"""Dots of the eight of a cell that must lie in a block for it to be filled."""


class Frame(NamedTuple):
    """How the field lies in a window: units of the field in a dot, and the first dot."""

    unit: float
    left: float
    top: float

    def dot(self, x: float, y: float, height: float) -> tuple[float, float]:
        """The dot of a point of the field: two dots to a cell across, four down."""
        return self.left + x / self.unit, self.top + (height - y) / self.unit

    def point(self, dot_x: float, dot_y: float, height: float) -> tuple[float, float]:
        """The point of the field at a dot."""
        return (dot_x - self.left) * self.unit, height - (dot_y - self.top) * self.unit


class PlaneChart:
    """The field of a game, fitted to the size."""

    def __init__(self, game: Game) -> None:
        self.game = game
        text = resources.files(game.package).joinpath("field.json").read_text(encoding="utf-8")
        field: dict[str, Any] = json.loads(text)
        self.width, self.height = float(field["width"]), float(field["height"])
        self.features: list[dict[str, Any]] = field["features"]
        self.places: list[str] = []
        self._grounds: dict[tuple[int, int], list[list[str]]] = {}
        self._frame = self._fitted(1, 1)

    def pan(self, right: int, down: int) -> None:
        """Nothing: it is whole."""

    def where(self, place: str) -> tuple[float, float]:
        """Where a pose is, in dots of equal length."""
        pose = read_pose(place)
        return (0.0, 0.0) if pose is None else (pose[0], self.height - pose[1])

    def draw(self, width: int, height: int, lang: str, scene: Scene) -> Picture:
        """Ground, lines, names, what is lit, blocks."""
        picture = Picture(max(1, width), max(1, height))
        self._frame = self._fitted(picture.width, picture.height)
        self._draw_ground(picture)
        for kind, style in (("stream", LINES["stream"]), ("road", LINES["road"])):
            self._draw_lines(picture, kind, style)
        # Small ones on top, so that an HQ is never hidden by its blocks.
        for piece in sorted(scene.pieces, key=lambda piece: -math.prod(piece.size)):
            self._draw_block(picture, piece, scene, lang)
        self._draw_lit(picture, scene)
        self._draw_names(picture, lang)
        return picture

    def _fitted(self, width: int, height: int) -> Frame:
        unit = max(self.width / (2 * width), self.height / (4 * height))
        return Frame(unit, (2 * width - self.width / unit) / 2, (4 * height - self.height / unit) / 2)

    # The field

    def _draw_ground(self, picture: Picture) -> None:
        size = (picture.width, picture.height)
        if size not in self._grounds:
            self._grounds[size] = [
                [self._look(*self._frame.point(2 * x + 1, 4 * y + 2, self.height)) for x in range(size[0])]
                for y in range(size[1])
            ]
        for y, row in enumerate(self._grounds[size]):
            for x, look in enumerate(row):
                picture.styles[y][x] = f"ground.{look}" if look else ""

    def _look(self, x: float, y: float) -> str:
        if not (0 <= x <= self.width and 0 <= y <= self.height):
            return ""
        for kind, look in LOOKS.items():
            if any(one["kind"] == kind and inside(x, y, one["points"]) for one in self.features):
                return look
        return OPEN

    def _draw_lines(self, picture: Picture, kind: str, style: str) -> None:
        bits: dict[Cell, int] = {}
        for feature in self.features:
            if feature["kind"] != kind:
                continue
            points = [self._frame.dot(x, y, self.height) for x, y in feature["points"]]
            for (x0, y0), (x1, y1) in pairwise(points):
                steps = int(max(abs(x1 - x0), abs(y1 - y0))) + 1
                for i in range(steps + 1):
                    x, y = math.floor(x0 + (x1 - x0) * i / steps), math.floor(y0 + (y1 - y0) * i / steps)
                    bits[x // 2, y // 4] = bits.get((x // 2, y // 4), 0) | DOT_BITS[x % 2][y % 4]
        for (column, row), bit in bits.items():
            if 0 <= row < picture.height and 0 <= column < picture.width and picture.styles[row][column]:
                picture.letters[row][column] = chr(BRAILLE + bit)
                picture.styles[row][column] = f"{style}.{picture.styles[row][column].partition('.')[2]}"

    def _draw_names(self, picture: Picture, lang: str) -> None:
        """Names where nothing is written yet, objectives first."""
        for kind in NAMED:
            for feature in self.features:
                if feature["kind"] != kind or not feature.get("name"):
                    continue
                points = feature["points"]
                middle = [sum(point[axis] for point in points) / len(points) for axis in (0, 1)]
                x, y = self._cell(middle[0], middle[1])
                name = ("★" if kind == "objective" else "") + str(feature["name"][lang])
                text = Text(x - cell_len(name) // 2, y, name)
                cells = text.cells()
                inside_picture = all(0 <= cx < picture.width and 0 <= cy < picture.height for cx, cy in cells)
                if inside_picture and not any(cell in picture.written for cell in cells):
                    picture.put(text, f"hexname.{picture.styles[y][x].partition('.')[2] or OPEN}")

    # The pieces

    def _cell(self, x: float, y: float) -> Cell:
        dot_x, dot_y = self._frame.dot(x, y, self.height)
        return math.floor(dot_x / 2), math.floor(dot_y / 4)

    def _draw_block(self, picture: Picture, piece: Piece, scene: Scene, lang: str) -> None:
        if len(piece.pose) < 3:
            return
        x, y, facing = piece.pose
        width, depth = piece.size or [1.0, 1.0]
        colour = scene.colours.get(piece.side, "white")
        style = f"counter.{colour}" + (".ready" if piece.id in scene.ready else "")
        if piece.id == scene.chosen:
            style = "chosen"
        hit = Hit(",".join(f"{number:g}" for number in piece.pose), (piece.id,))
        for column, row in self._filled(picture, x, y, facing, width, depth):
            picture.put(Text(column, row, " "), style, hit)
        self._draw_label(picture, piece, style, hit, lang)

    def _filled(self, picture: Picture, x: float, y: float, facing: float, width: float, depth: float) -> list[Cell]:
        """The cells a footprint covers by enough of their dots; at least the one in the middle."""
        sin, cos = math.sin(math.radians(facing)), math.cos(math.radians(facing))
        dots: dict[Cell, int] = {}
        reach = math.hypot(width, depth) / 2 / self._frame.unit
        at_x, at_y = self._frame.dot(x, y, self.height)
        for dot_y in range(math.floor(at_y - reach), math.ceil(at_y + reach) + 1):
            for dot_x in range(math.floor(at_x - reach), math.ceil(at_x + reach) + 1):
                east, north = (dot_x + 0.5 - at_x) * self._frame.unit, (at_y - dot_y - 0.5) * self._frame.unit
                if abs(east * cos - north * sin) <= width / 2 and abs(east * sin + north * cos) <= depth / 2:
                    cell = (dot_x // 2, dot_y // 4)
                    dots[cell] = dots.get(cell, 0) + 1
        found = [cell for cell, count in dots.items() if count >= ENOUGH]
        return sorted(found) or [self._cell(x, y)]

    def _draw_label(self, picture: Picture, piece: Piece, style: str, hit: Hit, lang: str) -> None:
        """Its facing and a short name in the middle; of an unknown block only its number."""
        label = str(piece.facts.get("label") or "")
        name = piece.id if piece.symbol == "unknown" else self.game.piece_name(piece.id, lang)
        if label:
            name = self.game.name_of("label", label, lang)
        mark = "★" if piece.symbol in ("hq", "leader", "headquarters") else ""
        mark += "○" if piece.state == "spent" and not mark else ""
        arrow = COMPASS[round(piece.pose[2] / 45) % 8] if len(set(piece.size)) > 1 else ""
        shown = arrow + mark + set_cell_size(name, min(LABEL, cell_len(name))).rstrip()
        column, row = self._cell(piece.pose[0], piece.pose[1])
        picture.put(Text(column - cell_len(shown) // 2, row, shown), style, hit)

    def _draw_lit(self, picture: Picture, scene: Scene) -> None:
        """Poses that may be chosen: an arrow where the middle would be."""
        for place in scene.lit:
            pose = read_pose(place)
            if pose is None:
                continue
            column, row = self._cell(pose[0], pose[1])
            style = "chip.cursor" if place == scene.cursor else "chip"
            if (column, row) not in picture.written or place == scene.cursor:
                picture.put(Text(column, row, COMPASS[round(pose[2] / 45) % 8]), style, Hit(place))


def read_pose(place: str) -> tuple[float, float, float] | None:
    """A place of a plane, `x,y,facing`; none if it is something else."""
    try:
        x, y, facing = (float(number) for number in place.split(","))
    except ValueError:
        return None
    return (x, y, facing % FULL) if math.isfinite(x + y + facing) else None


def inside(x: float, y: float, points: list[list[float]]) -> bool:
    """Does an outline hold a point?"""
    found = False
    last_x, last_y = points[-1]
    for this_x, this_y in points:
        if (this_y > y) != (last_y > y) and x < (last_x - this_x) * (y - this_y) / (last_y - this_y) + this_x:
            found = not found
        last_x, last_y = this_x, this_y
    return found
