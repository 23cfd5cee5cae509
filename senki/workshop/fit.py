"""Holding a hex map against the ground: the grid fitted to its anchors, and what GeoJSON shows where it lies."""

from __future__ import annotations

import cmath
import json
import math
from html import escape
from typing import Any

from senki.boards.hexes.hexmap import HexMap
from senki.engine.errors import Malformed
from senki.workshop.hexshapes import Loop, along
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.sheet import EARTH_RADIUS_KM
from senki.workshop.svg import Point, element, polyline, text

MOST_GEO_BYTES = 5_000_000
MOST_POINTS = 200_000


class Residual:
    """How far an anchor lies from the middle of its hex after the fit, in hexes."""

    def __init__(self, hex: int, note: str, offset: complex) -> None:
        self.hex = hex
        self.note = note
        self.offset = offset
        self.hexes = abs(offset)


class Fit:
    """A similarity from the ground to the grid: latitude and longitude to hex units."""

    def __init__(self, origin: tuple[float, float], factor: complex, shift: complex) -> None:
        self.origin = origin
        self.factor = factor
        self.shift = shift

    @property
    def metres_per_hex(self) -> float:
        """The scale."""
        return 1000 / abs(self.factor)

    @property
    def rotation(self) -> float:
        """Degrees by which the grid is turned against north, clockwise."""
        return math.degrees(cmath.phase(self.factor))

    def at(self, lat: float, lon: float) -> complex:
        """A place on the ground in hex units, y growing southward."""
        return self.factor * ground(lat, lon, self.origin) + self.shift


def ground(lat: float, lon: float, origin: tuple[float, float]) -> complex:
    """Kilometres east and south of an origin: good enough for a field of a few leagues."""
    degree = math.radians(1) * EARTH_RADIUS_KM
    east = (lon - origin[1]) * degree * math.cos(math.radians(origin[0]))
    return complex(east, -(lat - origin[0]) * degree)


def fit_anchors(map: HexMap) -> tuple[Fit, list[Residual]]:
    """The similarity with the least squares over the anchors, and how far each lies off."""
    if len({(anchor.lat, anchor.lon) for anchor in map.anchors}) < 2:
        raise Malformed("a map needs at least two anchors at different places to be fitted to the ground")
    origin = (
        sum(anchor.lat for anchor in map.anchors) / len(map.anchors),
        sum(anchor.lon for anchor in map.anchors) / len(map.anchors),
    )
    on_ground = [ground(anchor.lat, anchor.lon, origin) for anchor in map.anchors]
    on_grid = [complex(*map.grid.centre(*map.cells[anchor.hex])) for anchor in map.anchors]
    middle, centre = sum(on_ground) / len(on_ground), sum(on_grid) / len(on_grid)
    spread = sum(abs(g - middle) ** 2 for g in on_ground)
    factor = sum((g - middle).conjugate() * (h - centre) for g, h in zip(on_ground, on_grid, strict=True)) / spread
    if factor == 0:
        raise Malformed("the anchors all lie in one hex; the grid cannot be fitted to them")
    fit = Fit(origin, factor, centre - factor * middle)
    residuals = [
        Residual(anchor.hex, anchor.note, fit.at(anchor.lat, anchor.lon) - h)
        for anchor, h in zip(map.anchors, on_grid, strict=True)
    ]
    return fit, residuals


def rms(residuals: list[Residual]) -> float:
    """The root of the mean square, in hexes."""
    return math.sqrt(sum(one.hexes**2 for one in residuals) / len(residuals))


class Feature:
    """One thing of a GeoJSON file: its name, its points and its lines as (latitude, longitude)."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind
        self.points: list[tuple[float, float]] = []
        self.lines: list[list[tuple[float, float]]] = []


def read_geojson(data: bytes, where: str) -> list[Feature]:
    """The features of a GeoJSON file; points, lines and the outlines of areas."""
    if len(data) > MOST_GEO_BYTES:
        raise Malformed(f"{where}: {len(data)} bytes are too many; a file may have {MOST_GEO_BYTES}")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as wrong:
        raise Malformed(f"{where}: not JSON ({wrong})") from None
    rows = document.get("features") if isinstance(document, dict) else None
    if not isinstance(rows, list):
        raise Malformed(f"{where}: not GeoJSON; a FeatureCollection with features was expected")
    found = []
    for n, row in enumerate(rows, 1):
        try:
            found.append(_feature(row))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            raise Malformed(f"{where}: feature {n} is not a point, a line or an area in degrees") from None
    if sum(len(f.points) + sum(len(line) for line in f.lines) for f in found) > MOST_POINTS:
        raise Malformed(f"{where}: more than {MOST_POINTS} points are too many to draw")
    return found


def _feature(row: dict[str, Any]) -> Feature:
    properties = row.get("properties") or {}
    found = Feature(str(properties.get("name", "")), str(properties.get("kind", "")))
    shape, at = row["geometry"]["type"], row["geometry"]["coordinates"]
    if shape == "Point":
        found.points.append(_position(at))
    elif shape == "MultiPoint":
        found.points.extend(_position(one) for one in at)
    elif shape == "LineString":
        found.lines.append([_position(one) for one in at])
    elif shape in ("MultiLineString", "Polygon"):
        found.lines.extend([_position(one) for one in line] for line in at)
    elif shape == "MultiPolygon":
        found.lines.extend([_position(one) for one in ring] for area in at for ring in area)
    else:
        raise ValueError(shape)
    return found


def _position(at: list[float]) -> tuple[float, float]:
    lon, lat = float(at[0]), float(at[1])
    if not (-180 <= lon <= 180 and -90 <= lat <= 90):
        raise ValueError("not degrees")
    return lat, lon


def overlay(drawing: HexDrawing, fit: Fit, residuals: list[Residual], features: list[Feature]) -> list[str]:
    """The ground drawn over the map: lines and points where the fit puts them, and from the middle of each anchored hex
    an arrow to where its place really lies."""
    drawn = []
    for feature in features:
        for line in feature.lines:
            points = [_on_sheet(drawing, fit, lat, lon) for lat, lon in line]
            if len(points) > 1:
                drawn.append(element("path", element("title", escape(feature.name)), class_="geo", d=polyline(points)))
        for lat, lon in feature.points:
            x, y = _on_sheet(drawing, fit, lat, lon)
            drawn.append(element("circle", class_="geo-point", cx=x, cy=y, r=4))
            drawn.append(text(feature.name, x + 6, y + 4, class_="geo-name halo"))
    for one in residuals:
        x, y = drawing.centre(one.hex)
        size = drawing.plan.size
        end = (x + one.offset.real * size, y + one.offset.imag * size)
        drawn.append(element("circle", class_="anchor-mark", cx=x, cy=y, r=6))
        drawn.append(element("path", class_="residual", d=polyline([(x, y), end])))
    return drawn


def _on_sheet(drawing: HexDrawing, fit: Fit, lat: float, lon: float) -> Point:
    at, plan = fit.at(lat, lon), drawing.plan
    return plan.origin[0] + at.real * plan.size, plan.origin[1] + at.imag * plan.size


class Strayed:
    """A line or place that map and ground both have: how far apart they are, in hexes."""

    def __init__(self, name: str, mean: float, most: float) -> None:
        self.name = name
        self.mean = mean
        self.most = most


def compare(drawing: HexDrawing, fit: Fit, features: list[Feature]) -> list[Strayed]:
    """For everything that bears the same name on the map and on the ground, the distance from the map to the ground,
    point by point along the map's line; the parts of it that the ground's line does not reach count as well."""
    grounds = {_plain(feature.name): feature for feature in features if feature.name}
    found = []
    for name, line in _named(drawing):
        feature = grounds.get(_plain(name))
        if feature is None:
            continue
        dense: Loop = [_on_sheet(drawing, fit, lat, lon) for lat, lon in feature.points]
        for ground_line in feature.lines:
            points = [_on_sheet(drawing, fit, lat, lon) for lat, lon in ground_line]
            dense.extend(at for at, _ in along(points, drawing.plan.size / 8))
        if dense:
            off = [min(math.dist(at, there) for there in dense) / drawing.plan.size for at in line]
            found.append(Strayed(name, sum(off) / len(off), max(off)))
    return found


def _named(drawing: HexDrawing) -> list[tuple[str, Loop]]:
    map = drawing.map
    lines = [(line.names.get("en", ""), [drawing.centre(hex) for hex in line.hexes]) for line in map.lines]
    places = [(place.names.get("en", ""), [drawing.centre(place.hex)]) for place in map.places]
    sides = []
    for run in map.runs:
        edges = [drawing.plan.edge(map.cells[a], map.direction(a, b)) for a, b in run.pairs]
        sides.append((run.names.get("en", ""), [end for edge in edges for end in edge]))
    return [(name, line) for name, line in lines + sides + places if name and line]


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
