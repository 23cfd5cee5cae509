"""Prepare the relief and the water of a point-to-point map from geodata.

Run `python tools/scenery.py nano --geo FOLDER`. It reads the game's `board.toml` and `scenery.toml` and writes its
`scenery.json`. It needs numpy, scipy, contourpy and shapely, which the shipped package does not.
"""

import argparse
import json
import math
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import contourpy  # type: ignore[import-not-found,unused-ignore]
import numpy as np
import numpy.typing as npt
from scipy.interpolate import RBFInterpolator  # type: ignore[import-untyped]
from scipy.ndimage import (  # type: ignore[import-untyped]
    gaussian_filter,
    gaussian_filter1d,
    map_coordinates,
    minimum_filter,
)
from scipy.sparse import coo_array  # type: ignore[import-untyped]
from scipy.sparse.csgraph import dijkstra  # type: ignore[import-untyped]
from shapely import unary_union  # type: ignore[import-untyped]
from shapely.geometry import LineString, Polygon, box  # type: ignore[import-untyped]
from shapely.ops import polygonize  # type: ignore[import-untyped]

Grid = npt.NDArray[np.float64]
Points = Iterable[Iterable[float]]
Stroke = list[tuple[float, float]]

GAMES = Path(__file__).resolve().parent.parent / "senki" / "games"
LIGHT_FROM = (-math.sqrt(0.5), -math.sqrt(0.5))
STROKES = ("light", "level", "shade", "steep")


@dataclass(frozen=True)
class Terrain:
    """Heights in metres on the rows and columns of the map's own coordinates."""

    xs: Grid
    ys: Grid
    z: Grid

    def sample(self, values: Grid, x: float, y: float) -> float:
        """The value of a grid of this shape at a point of the map."""
        row = (y - self.ys[0]) / (self.ys[1] - self.ys[0])
        column = (x - self.xs[0]) / (self.xs[1] - self.xs[0])
        return float(map_coordinates(values, [[row], [column]], order=1, mode="nearest")[0])


class Bend:
    """Ground to map and back, bent so that every town falls on its nudged place."""

    def __init__(self, board: dict[str, Any], projection: dict[str, float], frame: list[float]) -> None:
        self.projection = projection
        drawn = np.array([[t["x"], t["y"]] for t in board["town"]], float)
        true = self.flat(np.array([[t["lon"], t["lat"]] for t in board["town"]], float))
        still = _ring(frame, 170)
        here, there = np.vstack([true, still]), np.vstack([drawn, still])
        self._to_map = RBFInterpolator(here, there - here, smoothing=8, kernel="linear")
        self._to_ground = RBFInterpolator(there, here - there, smoothing=8, kernel="linear")

    def flat(self, lonlat: Grid) -> Grid:
        """The plain projection, before any nudge."""
        p = self.projection
        x = (lonlat[:, 0] - p["lon"]) * p["x_per_degree"]
        return np.column_stack([x, (p["lat"] - lonlat[:, 1]) * p["y_per_degree"]])

    def to_map(self, lonlat: Points) -> Grid:
        """Map points of a line given in longitude and latitude."""
        plain = self.flat(np.array([tuple(point)[:2] for point in lonlat], float))
        bent: Grid = plain + self._to_map(plain)
        return bent

    def to_ground(self, points: Grid) -> Grid:
        """Longitude and latitude of points of the map."""
        p, plain = self.projection, points + self._to_ground(points)
        return np.column_stack([plain[:, 0] / p["x_per_degree"] + p["lon"], p["lat"] - plain[:, 1] / p["y_per_degree"]])


def _ring(frame: list[float], away: float) -> Grid:
    """Eight points round the frame that no nudge moves."""
    x0, y0, x1, y1 = frame
    columns, rows = (x0 - away, (x0 + x1) / 2, x1 + away), (y0 - away, (y0 + y1) / 2, y1 + away)
    points = [(x, y) for x in columns for y in rows]
    return np.array(points[:4] + points[5:], float)


class Heights:
    """The elevation grid on the ground."""

    def __init__(self, geo: Path, name: str, strike: float) -> None:
        meta = json.loads((geo / f"{name}_elev.json").read_text())
        # The source has steps of 32 m: the blur turns its terraces back into slopes.
        self.z: Grid = gaussian_filter(np.load(geo / f"{name}_elev.npy").astype(float), 1.25)
        self.north, self.west, self.step = meta["lat_max"], meta["lon_min"], meta["step_deg"]
        self.source: str = meta["source"]
        self.lean = math.tan(math.radians(strike)) / math.cos(math.radians(self.north))

    def cells(self, lonlat: Grid) -> tuple[Grid, Grid]:
        """Row and column of points on the ground; beyond the grid, ridges go on along their strike."""
        rows, columns = (self.north - lonlat[:, 1]) / self.step, (lonlat[:, 0] - self.west) / self.step
        beyond = np.maximum(0, -rows)
        rows, columns = rows + beyond, columns - beyond * self.lean
        beyond = np.maximum(0, -columns)
        return rows - beyond / self.lean, columns + beyond

    def at(self, lonlat: Grid) -> Grid:
        """Heights of points on the ground."""
        heights: Grid = map_coordinates(self.z, self.cells(lonlat), order=1, mode="nearest")
        return heights

    def valley(self, start: list[float], end: list[float]) -> list[tuple[float, float]]:
        """The way from one point (lat, lon) to another that keeps to the valley floor."""
        corners = np.array([[start[1], start[0]], [end[1], end[0]]])
        rows, columns = (np.rint(c).astype(int) for c in self.cells(corners))
        top, left = max(0, min(rows) - 12), max(0, min(columns) - 12)
        window = self.z[top : max(rows) + 13, left : max(columns) + 13]
        floor = (window - minimum_filter(window, 9)) / 20 + 1
        found = _cheapest(floor**2, (rows[0] - top, columns[0] - left), (rows[1] - top, columns[1] - left))
        lonlat = [(self.west + (c + left) * self.step, self.north - (r + top) * self.step) for r, c in found]
        return [(start[1], start[0]), *lonlat[1:-1], (end[1], end[0])]


def _cheapest(cost: Grid, start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int]]:
    """The cheapest chain of neighbouring cells."""
    height, width = cost.shape
    index = np.arange(height * width).reshape(height, width)
    pairs = [(index[:, :-1], index[:, 1:]), (index[:-1], index[1:])]
    pairs += [(index[:-1, :-1], index[1:, 1:]), (index[:-1, 1:], index[1:, :-1])]
    a = np.concatenate([p.ravel() for p, _ in pairs])
    b = np.concatenate([q.ravel() for _, q in pairs])
    length = np.concatenate([np.full(p.size, 1.0 if i < 2 else math.sqrt(2)) for i, (p, _) in enumerate(pairs)])
    price = (cost.ravel()[a] + cost.ravel()[b]) / 2 * length
    graph = coo_array((price, (a, b)), shape=(cost.size, cost.size)).tocsr()
    came_from = dijkstra(graph, directed=False, indices=index[start], return_predecessors=True)[1]
    chain = [int(index[end])]
    while chain[-1] != index[start]:
        chain.append(int(came_from[chain[-1]]))
    return [divmod(cell, width) for cell in reversed(chain)]


def lay_terrain(bend: Bend, heights: Heights, frame: list[float]) -> Terrain:
    """The height grid seen through the bend, about every five units of the frame."""
    x0, y0, x1, y1 = frame
    xs, ys = np.linspace(x0, x1, round((x1 - x0) / 5) + 1), np.linspace(y0, y1, round((y1 - y0) / 5) + 1)
    columns, rows = np.meshgrid(xs, ys)
    z = heights.at(bend.to_ground(np.column_stack([columns.ravel(), rows.ravel()]))).reshape(columns.shape)
    return Terrain(xs, ys, gaussian_filter(z, 1.0))


def draw_hachures(terrain: Terrain, towns: list[dict[str, Any]], recipe: dict[str, Any]) -> dict[str, str]:
    """Strokes downhill from every contour, in four groups by light and steepness."""
    rng = np.random.default_rng(recipe["seed"])
    dy, dx = (np.asarray(slope, float) for slope in np.gradient(terrain.z, terrain.ys, terrain.xs))
    generator = contourpy.contour_generator(terrain.xs, terrain.ys, terrain.z)
    strokes: dict[str, list[Points]] = {name: [] for name in STROKES}
    for level in range(recipe["lowest"], math.ceil(terrain.z.max()), recipe["interval"]):
        for line in generator.lines(level):
            for name, stroke in _strokes_along(np.asarray(line), terrain, dx, dy, recipe, rng):
                if not any(_near(town, stroke[0], recipe["clear"]) for town in towns):
                    strokes[name].append(stroke)
    return {name: encode(strokes[name]) for name in STROKES}


def _strokes_along(
    line: Grid, terrain: Terrain, dx: Grid, dy: Grid, recipe: dict[str, Any], rng: np.random.Generator
) -> Iterator[tuple[str, Stroke]]:
    """The strokes hanging from one contour, closer together where the slope is steeper."""
    length = np.concatenate([[0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    if length[-1] < recipe["shortest_contour"]:
        return
    along = rng.uniform(0, 3)
    while along < length[-1]:
        x, y = float(np.interp(along, length, line[:, 0])), float(np.interp(along, length, line[:, 1]))
        east, south = terrain.sample(dx, x, y), terrain.sample(dy, x, y)
        slope = math.hypot(east, south)
        if slope < recipe["gentlest"]:
            along += recipe["widest"] * 0.6
            continue
        shade = (east * LIGHT_FROM[0] + south * LIGHT_FROM[1]) / slope
        name = _group(shade, slope, recipe)
        fall = min(recipe["longest"], recipe["interval"] / slope * 0.82) * rng.uniform(0.85, 1.1)
        yield name, _downhill(terrain, dx, dy, x, y, fall)
        gap = recipe["spread"] / slope * (1.35 if name == "light" else 1)
        along += min(recipe["widest"], max(recipe["closest"], gap)) * rng.uniform(0.85, 1.15)


def _group(shade: float, slope: float, recipe: dict[str, Any]) -> str:
    """Which of the four strokes a slope gets: `shade` is 1 when it faces away from the light."""
    if shade < -0.35:
        return "light"
    if shade < 0.25:
        return "level"
    return "shade" if slope < recipe["gentlest"] * 3.2 else "steep"


def _downhill(terrain: Terrain, dx: Grid, dy: Grid, x: float, y: float, length: float) -> Stroke:
    """A stroke of a length that follows the slope in two steps, kept inside the frame."""
    end_x, end_y = x, y
    for _ in range(2):
        east, south = terrain.sample(dx, end_x, end_y), terrain.sample(dy, end_x, end_y)
        steep = math.hypot(east, south) or 1
        end_x, end_y = end_x - east / steep * length / 2, end_y - south / steep * length / 2
    xs, ys = terrain.xs, terrain.ys
    return [(x, y), (float(np.clip(end_x, xs[0], xs[-1])), float(np.clip(end_y, ys[0], ys[-1])))]


def _near(town: dict[str, Any], point: tuple[float, float], distance: float) -> bool:
    """Whether a point is in the square left clear round a town."""
    return bool(max(abs(town["x"] - point[0]), abs(town["y"] - point[1])) < distance)


def draw_tints(terrain: Terrain, levels: list[int]) -> list[str]:
    """The ground above each level as one area with holes."""
    generator = contourpy.contour_generator(terrain.xs, terrain.ys, terrain.z, fill_type="OuterOffset")
    return [encode(_rings(generator, level), closed=True) for level in levels]


def _rings(generator: contourpy.ContourGenerator, level: int) -> Iterator[Points]:
    """Outlines of the ground above a level, specks left out."""
    filled: Any = generator.filled(level, math.inf)
    for points, cuts in zip(*filled, strict=True):
        for begin, end in pairwise(cuts):
            outline = Polygon(points[begin:end])
            if outline.area > 500:
                yield outline.exterior.simplify(1.4).coords[:-1]


def draw_water(bend: Bend, heights: Heights, features: list[Any], facts: dict[str, Any]) -> dict[str, Any]:
    """Rivers, creeks, tidal water and its water-lining, cut at the frame."""
    window = box(*facts["sheet"]["frame"])
    creeks, skipped = set(facts["water"]["creeks"]), set(facts["water"]["left_out"])
    drawn: dict[str, list[Points]] = {"rivers": [], "creeks": []}
    for feature in features:
        name = feature["properties"]["name"]
        if feature["properties"]["kind"] == "river" and name not in skipped:
            rank = "creeks" if name in creeks else "rivers"
            drawn[rank] += [line for part in _parts(feature) for line in _cut(bend.to_map(part), window)]
    for course in facts["water"]["course"]:
        drawn[course["rank"]] += _cut(bend.to_map(_course(course["way"], heights)), window)
    tide = _tide(bend, features, window)
    lining = [tide.buffer(-away) for away in facts["water"]["lining"]]
    return {
        **{rank: encode(lines) for rank, lines in drawn.items()},
        "tide": encode(_outlines(tide), closed=True),
        "lining": [encode(_outlines(inner), closed=True) for inner in lining],
    }


def _course(way: list[list[float]], heights: Heights) -> Points:
    """A river given by way-points, led along the valley floors of the height grid where there is one."""
    line: list[tuple[float, float]] = []
    for start, end in pairwise(way):
        inside = max(start[0], end[0]) < heights.north
        line += heights.valley(start, end) if inside else [(start[1], start[0]), (end[1], end[0])]
    smooth: Points = gaussian_filter1d(np.array(line), 1.2, axis=0, mode="nearest")
    return smooth


def _parts(feature: dict[str, Any]) -> list[Points]:
    """The lines of a feature, be it one or many."""
    geometry = feature["geometry"]
    return [geometry["coordinates"]] if geometry["type"] == "LineString" else list(geometry["coordinates"])


def _cut(points: Grid, window: Any) -> list[Points]:
    """The pieces of a line inside the window, simplified."""
    inside = LineString(points).simplify(0.8).intersection(window)
    pieces = getattr(inside, "geoms", [inside])
    return [list(piece.coords) for piece in pieces if piece.geom_type == "LineString" and piece.length > 2]


def _tide(bend: Bend, features: list[Any], window: Any) -> Any:
    """Tidal water: of the faces that the shore cuts out of the window, those that a tidal river runs through."""
    shores = [LineString(bend.to_map(part)) for part in _lines_of(features, "coast", "")]
    rivers = unary_union([LineString(bend.to_map(part)) for part in _lines_of(features, "river", "tidal")])
    faces = polygonize(unary_union([*shores, window.exterior]))
    wet = [face for face in faces if rivers.intersection(face).length > 15]
    return unary_union(wet).intersection(window).simplify(0.6)


def _lines_of(features: list[Any], kind: str, name: str) -> Iterator[Points]:
    """The lines of the features of a kind with a word in their name."""
    for feature in features:
        if feature["properties"]["kind"] == kind and name in feature["properties"]["name"]:
            yield from _parts(feature)


def _outlines(area: Any) -> Iterator[Points]:
    """The rings of an area of any number of parts."""
    for part in getattr(area, "geoms", [area]):
        if part.geom_type == "Polygon" and part.area > 20:
            yield from (ring.coords[:-1] for ring in (part.exterior, *part.interiors))


def encode(lines: Iterable[Points], closed: bool = False) -> str:
    """SVG path data in relative tenths: the shortest text that still draws the same."""
    text, here, start = [], (0, 0), (0, 0)
    for line in lines:
        for n, (x, y) in enumerate(line):
            point = (round(float(x) * 10), round(float(y) * 10))
            step = (point[0] - here[0], point[1] - here[1])
            if n == 0:
                start = point
            elif step == (0, 0):
                continue
            text.append(("m" if n == 0 else "l" if n == 1 else " ") + _tenths(*step))
            here = point
        if closed:
            text.append("z")
            here = start
    return "".join(text).replace(" -", "-")


def _tenths(x: int, y: int) -> str:
    """Two numbers given in tenths, as short as SVG allows."""
    short = [f"{v / 10:g}".replace("0.", ".") if abs(v) < 10 else f"{v / 10:g}" for v in (x, y)]
    return " ".join(short).replace(" -", "-")


def list_sources(features: list[Any], heights: Heights, facts: dict[str, Any]) -> list[dict[str, str]]:
    """Where the shapes come from and on what terms, checked against the features used."""
    drawn = [f["properties"] for f in features if f["properties"]["kind"] in ("river", "coast")]
    used = {properties["source"] for properties in drawn} | {heights.source}
    known = facts["source"]
    unknown = [source for source in used if not any(entry["match"] in source for entry in known)]
    if unknown:
        raise SystemExit(f"no licence noted in scenery.toml for: {', '.join(sorted(unknown))}")
    return [{key: entry[key] for key in ("what", "source", "licence", "note")} for entry in known]


def prepare(game: str, geo: Path) -> dict[str, Any]:
    """The whole generated scenery of a game."""
    board = tomllib.loads((GAMES / game / "board.toml").read_text(encoding="utf-8"))
    facts = tomllib.loads((GAMES / game / "scenery.toml").read_text(encoding="utf-8"))
    ground, frame = facts["ground"], facts["sheet"]["frame"]
    bend = Bend(board, ground["projection"], frame)
    heights = Heights(geo, ground["geodata"], ground["strike"])
    features = json.loads((geo / f"{ground['geodata']}.geojson").read_text(encoding="utf-8"))["features"]
    terrain = lay_terrain(bend, heights, frame)
    return {
        "sources": list_sources(features, heights, facts),
        "tints": draw_tints(terrain, ground["tints"]),
        "hachures": draw_hachures(terrain, board["town"], ground["hachures"]),
        "water": draw_water(bend, heights, features, facts),
    }


def main() -> None:
    """Write the scenery of the game named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a folder of senki/games with board.toml and scenery.toml")
    parser.add_argument("--geo", type=Path, required=True, help="folder with the geodata")
    asked = parser.parse_args()
    text = json.dumps(prepare(asked.game, asked.geo), ensure_ascii=False, indent=1) + "\n"
    (GAMES / asked.game / "scenery.json").write_text(text, encoding="utf-8")
    print(f"scenery.json: {len(text.encode()) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
