"""Prepare the measured coast and relief of a hex map from geodata.

Run `python tools/relief.py sicily --geo FOLDER`. It reads the game's `map.hexes` and the `[ground]` of its
`scenery.toml`, and writes its `relief.json`: the shore, fitted to the hexes so that a sea hex is all sea, strokes
downhill, and a small picture of light and shade. It needs numpy, scipy, contourpy and shapely, which the shipped
package does not.
"""

from __future__ import annotations

import argparse
import base64
import json
import math
import re
import struct
import tomllib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scenery import GAMES, Grid, Terrain, draw_hachures
from scipy.ndimage import gaussian_filter, map_coordinates  # type: ignore[import-untyped]
from shapely import unary_union  # type: ignore[import-untyped]
from shapely.geometry import LineString, Point, Polygon, box  # type: ignore[import-untyped]
from shapely.geometry.polygon import orient  # type: ignore[import-untyped]
from shapely.ops import nearest_points  # type: ignore[import-untyped]

from senki.boards.hexes.format import load_map
from senki.boards.hexes.hexmap import read_vocabulary
from senki.workshop.hexsheet import HexDrawing, read_looks, read_sheet_facts
from senki.workshop.hexsurvey import shore_key

STRIP = 3.0
"""How far the water of a sea hex reaches over its sides."""
ROUND = 2.5
"""How far the corners of the shore are rounded."""
SMALLEST = 90.0
"""Land and water smaller than this are left out, in square units of the map."""
INLAND = 8.0
"""How far from the shore a road keeps, where it can."""
BEYOND = 70.0
"""How far the sea goes on behind the frame, so that no line runs along its edge."""
SHADES = 8
"""How many shades there are, and one less of light."""
SQUARE = 320.0
"""Strokes are written by squares of this size, so that only those in sight need be drawn."""
INKS = {"light": "light", "level": "shade", "shade": "shade", "steep": "deep"}
"""The strokes of `draw_hachures` by the ink that they get on a hex map."""


@dataclass(frozen=True)
class Sheet:
    """From the ground to the units of the map, seen from the corner of its plan."""

    drawing: HexDrawing
    lon: float
    lat: float
    x_per_degree: float
    y_per_degree: float

    def at(self, lon: float, lat: float) -> tuple[float, float]:
        """A place on the map."""
        return (lon - self.lon) * self.x_per_degree, (self.lat - lat) * self.y_per_degree

    def ground(self, x: Grid, y: Grid) -> tuple[Grid, Grid]:
        """Longitude and latitude of points of the map."""
        return x / self.x_per_degree + self.lon, self.lat - y / self.y_per_degree

    def hexes(self, hexes: list[int]) -> Any:
        """The area of hexes."""
        plan = self.drawing.plan
        left, top = plan.origin
        return unary_union([
            Polygon([(x - left, y - top) for x, y in plan.corners(self.drawing.map.cells[hex])]) for hex in hexes
        ]).buffer(0.01)  # fmt: skip

    def area(self, lonlat: list[list[float]]) -> Any:
        """An area given by its outline on the ground."""
        return Polygon([self.at(lon, lat) for lon, lat, *_ in lonlat]).buffer(0)


def lay_sheet(drawing: HexDrawing, projection: dict[str, float]) -> Sheet:
    """The sheet of a map whose columns and rows lie so many degrees apart."""
    plan = drawing.plan
    return Sheet(
        drawing,
        projection["lon"],
        projection["lat"],
        1.5 * plan.side / projection["column"],
        plan.size / projection["row"],
    )


def fit_coast(sheet: Sheet, features: list[Any]) -> tuple[Any, Any]:
    """The land of the map and the sea about it: a sea hex is all sea, a land hex all land, between them the shore runs
    as it was measured."""
    drawing = sheet.drawing
    part = drawing.with_feature("shore", "beach")
    wet = drawing.with_terrain("sea")
    dry = [hex for hex in drawing.land if hex not in set(part)]
    coasts = [f["geometry"] for f in features if f["properties"]["kind"] == "coast"]
    measured = max((sheet.area(g["coordinates"][0]) for g in coasts if g["type"] == "Polygon"), key=lambda a: a.area)
    play = sheet.hexes(list(range(drawing.map.size)))
    land = unary_union([measured.simplify(0.5), sheet.hexes(dry)]).difference(sheet.hexes(wet).buffer(STRIP))
    land = land.intersection(sheet.hexes([*dry, *part]))
    land = land.buffer(-ROUND * 0.6).buffer(ROUND * 1.6).buffer(-ROUND).simplify(0.35)
    pieces = [piece for piece in getattr(land, "geoms", [land]) if piece.area > SMALLEST]
    land = unary_union([Polygon(piece.exterior) for piece in pieces])
    # what is opposite lies out of play: only its shore is drawn
    left, top, right, bottom = (edge - at for edge, at in zip(drawing.frame, drawing.plan.origin * 2, strict=True))
    window = box(left - BEYOND, top - BEYOND, right + BEYOND, bottom + BEYOND)
    opposite = [g["coordinates"] for g in coasts if g["type"] == "LineString"]
    far = unary_union([_behind(sheet, line, window) for line in opposite]).difference(play.buffer(STRIP))
    far = unary_union([piece for piece in getattr(far, "geoms", [far]) if piece.area > SMALLEST])
    return land, window.difference(land).difference(far.simplify(0.5))


def _behind(sheet: Sheet, line: list[list[float]], window: Any) -> Any:
    """The ground east of a shore that runs from north to south."""
    points = [sheet.at(lon, lat) for lon, lat, *_ in line]
    far = window.bounds[2] + 2 * BEYOND + max(x for x, _ in points)
    return Polygon([*points, (far, points[-1][1]), (far, points[0][1])]).buffer(0).intersection(window)


def list_ashore(sheet: Sheet, land: Any) -> dict[str, list[float]]:
    """For each hex whose middle lies in the sea or hard by it, a point ashore for its roads and towns."""
    drawing = sheet.drawing
    found = {}
    for hex in drawing.with_feature("shore", "beach"):
        x, y = drawing.centre(hex)
        middle = Point(x - drawing.plan.origin[0], y - drawing.plan.origin[1])
        shape = sheet.hexes([hex])
        for away in (INLAND, INLAND * 0.7, INLAND * 0.4, 1.0):
            inner = land.buffer(-away).intersection(shape.buffer(-away))
            if not inner.is_empty:
                at = nearest_points(inner, middle)[0]
                if at.distance(middle) > 0.5:
                    found[drawing.map.names[hex]] = [round(at.x, 1), round(at.y, 1)]
                break
        else:
            raise SystemExit(f"{drawing.map.names[hex]} is part sea, but the measured coast leaves it no land")
    return found


class Heights:
    """The elevation grid on the ground."""

    def __init__(self, geo: Path, name: str) -> None:
        meta = json.loads((geo / f"{name}_elev.json").read_text())
        # The source has steps of 32 m: the blur turns its terraces back into slopes.
        self.z: Grid = gaussian_filter(np.load(geo / f"{name}_elev.npy").astype(float), 1.4)
        self.north, self.west, self.step = meta["lat_max"], meta["lon_min"], meta["step_deg"]

    def over(self, sheet: Sheet, apart: float) -> Terrain:
        """The heights on the rows and columns of the map, so many units apart."""
        x0, y0, x1, y1 = (e - at for e, at in zip(sheet.drawing.frame, sheet.drawing.plan.origin * 2, strict=True))
        xs, ys = np.arange(x0, x1, apart), np.arange(y0, y1, apart)
        columns, rows = np.meshgrid(xs, ys)
        lon, lat = sheet.ground(columns, rows)
        cells = [(self.north - lat) / self.step, (lon - self.west) / self.step]
        return Terrain(xs, ys, map_coordinates(self.z, cells, order=1, mode="constant", cval=0.0))


def draw_strokes(terrain: Terrain, land: Any, places: list[Any], recipe: dict[str, Any]) -> dict[str, list[str]]:
    """Strokes downhill on the land, by ink."""
    found: dict[str, list[Any]] = {ink: [] for ink in INKS.values()}
    inner = land.buffer(-3)
    for name, text in draw_hachures(terrain, places, recipe).items():
        for stroke in _strokes(text):
            if inner.covers(LineString(stroke)):
                found[INKS[name]].append(stroke)
    return {ink: _written(strokes) for ink, strokes in found.items()}


def _strokes(text: str) -> Iterator[list[tuple[float, float]]]:
    """The strokes of path data in relative steps, each of one line."""
    x = y = 0.0
    for move in re.findall(r"m([^ml]*)l([^ml]*)", text):
        (ax, ay), (bx, by) = ([float(v) for v in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)] for part in move)
        x, y = x + ax, y + ay
        yield [(x, y), (x + bx, y + by)]
        x, y = x + bx, y + by


def _written(strokes: list[Any]) -> list[str]:
    """Strokes as path data in whole units, each from the end of the one before, a text for each square of the map."""
    squares: dict[tuple[int, int], list[str]] = {}
    here: dict[tuple[int, int], tuple[int, int]] = {}
    for (ax, ay), (bx, by) in sorted(strokes, key=lambda s: (s[0][1] // 64, s[0][0])):
        start, step = (round(ax), round(ay)), (round(bx - ax), round(by - ay))
        if step == (0, 0):
            continue
        square = (int(ay // SQUARE), int(ax // SQUARE))
        x, y = here.get(square, (0, 0))
        squares.setdefault(square, []).append(f"m{start[0] - x} {start[1] - y}l{step[0]} {step[1]}".replace(" -", "-"))
        here[square] = (start[0] + step[0], start[1] + step[1])
    return ["".join(squares[square]) for square in sorted(squares)]


def draw_shade(terrain: Terrain, recipe: dict[str, float]) -> dict[str, Any]:
    """Light from the north-west and shade as a picture, clear where the ground is level."""
    metres = 1000 * recipe["kilometres_per_hex"] / 64
    blurred = gaussian_filter(terrain.z, recipe["blur"])
    dy, dx = np.gradient(blurred * recipe["steeper"] / metres, terrain.ys, terrain.xs)
    sun, high = math.radians(315), math.radians(45)
    light = (math.sin(high) - math.cos(high) * (dx * math.sin(sun) - dy * math.cos(sun))) / np.sqrt(1 + dx**2 + dy**2)
    off = (light - math.sin(high)) / math.sin(high)
    off[terrain.z <= 1] = 0
    steps = np.clip(np.round(off * recipe["contrast"] * SHADES), -SHADES, SHADES - 1).astype(int)
    inks = [(22, 17, 10, round(255 * recipe["shade"] * n / SHADES)) for n in range(SHADES, 0, -1)]
    inks += [(255, 248, 228, round(255 * recipe["light"] * n / SHADES)) for n in range(SHADES)]
    png = encode_png(steps + SHADES, inks)
    apart = terrain.xs[1] - terrain.xs[0]
    return {
        "x": round(float(terrain.xs[0] - apart / 2), 2),
        "y": round(float(terrain.ys[0] - apart / 2), 2),
        "width": round(float(apart * len(terrain.xs)), 2),
        "height": round(float(apart * len(terrain.ys)), 2),
        "png": base64.b64encode(png).decode(),
    }


def encode_png(pixels: Any, inks: list[tuple[int, int, int, int]]) -> bytes:
    """A picture of at most sixteen inks with their opacity, half a byte to a pixel."""
    rows, columns = pixels.shape
    padded = np.zeros((rows, columns + columns % 2), np.uint8)
    padded[:, :columns] = pixels
    packed = (padded[:, ::2] << 4) | padded[:, 1::2]
    data = b"".join(b"\0" + row.tobytes() for row in packed)
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", columns, rows, 4, 3, 0, 0, 0)),
        (b"PLTE", b"".join(bytes(ink[:3]) for ink in inks)),
        (b"tRNS", bytes(ink[3] for ink in inks)),
        (b"IDAT", zlib.compress(data, 9)),
        (b"IEND", b""),
    ]
    chunks = [
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def list_shore(sea: Any) -> list[list[float]]:
    """The outlines of the sea, each as one row of numbers, with the water on the right."""
    found = []
    for piece in sorted(getattr(sea, "geoms", [sea]), key=lambda one: -one.area):
        if piece.area > SMALLEST:
            turned = orient(piece, 1.0)
            for ring in (turned.exterior, *turned.interiors):
                found.append([round(v, 1) for point in ring.coords[:-1] for v in point])
    return found


def prepare(game: str, geo: Path) -> dict[str, Any]:
    """The whole measured relief of a game's map."""
    folder = GAMES / game
    facts = tomllib.loads((folder / "scenery.toml").read_text(encoding="utf-8"))
    ground = facts["ground"]
    words = read_vocabulary(tomllib.loads((folder / "terrain.toml").read_text(encoding="utf-8")))
    map = load_map((folder / "map.hexes").read_text(encoding="utf-8"), words, f"{game}/map.hexes")
    drawing = HexDrawing(map, read_looks(folder), read_sheet_facts(folder))
    sheet = lay_sheet(drawing, ground["projection"])
    features = json.loads((geo / f"{ground['geodata']}.geojson").read_text(encoding="utf-8"))["features"]
    land, sea = fit_coast(sheet, features)
    heights = Heights(geo, ground["geodata"])
    left, top = drawing.plan.origin
    places = [
        {"x": drawing.centre(place.hex)[0] - left, "y": drawing.centre(place.hex)[1] - top}
        for place in drawing.map.places
        if drawing.look("place", place.kind) in ("town", "city")
    ]
    return {
        "sources": [{key: one[key] for key in ("what", "source", "licence")} for one in facts["source"]],
        "size": drawing.plan.size,
        "columns": list(drawing.map.columns),
        "rows": list(drawing.map.rows),
        "fitted": shore_key(drawing, drawing.map),
        "shore": list_shore(sea),
        "ashore": list_ashore(sheet, land),
        "strokes": draw_strokes(heights.over(sheet, 4.0), land, places, ground["hachures"]),
        "shade": draw_shade(heights.over(sheet, ground["shade"]["apart"]), ground["shade"]),
    }


def main() -> None:
    """Write the relief of the game named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a folder of senki/games with map.hexes and scenery.toml")
    parser.add_argument("--geo", type=Path, required=True, help="folder with the geodata")
    asked = parser.parse_args()
    made = prepare(asked.game, asked.geo)
    rows = [
        f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
        for key, value in made.items()
    ]
    text = "{\n" + ",\n".join(rows) + "\n}\n"
    (GAMES / asked.game / "relief.json").write_text(text, encoding="utf-8")
    print(f"relief.json: {len(text.encode()) / 1000:.0f} kB")
    for key, row in zip(made, rows, strict=True):
        print(f"  {key} {len(row) / 1000:.1f} kB")


if __name__ == "__main__":
    main()
