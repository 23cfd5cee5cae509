"""The geometry of a plane as a client needs it: the printed sheet, the field on it, its named places."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Any

from senki.workshop.planemap import PlaneSheet
from senki.workshop.svg import polyline

AREAS = ("hill", "woods", "marsh", "village")
"""Kinds of ground, bottom to top."""
LINES = ("stream", "river", "hedgerow", "road")
PLACES = ("landmark", "objective", "bridge", "entry")


def plane_board(folder: Traversable) -> dict[str, Any]:
    """Sheet, frame, field and features of a plane, in units of the sheet (docs/protocol.md)."""
    sheet = PlaneSheet(folder)
    x, y, width, height = sheet.facts["sheet"]["box"]
    across, up = float(sheet.field["width"]), float(sheet.field["height"])
    pace = sheet.field["pace"]
    return {
        "kind": "plane",
        "sheet": {"x": x, "y": y, "width": width, "height": height},
        "frame": {"x": sheet.left, "y": sheet.top, "width": across * sheet.scale, "height": up * sheet.scale},
        "field": {"width": across, "height": up},
        "unit": pace["unit"],
        "step": pace["step"],
        "inch": pace["inch"],
        "printed": True,
        "areas": [_area(sheet, feature) for kind in AREAS for feature in sheet.of_kind(kind)],
        "lines": [
            {"id": feature["id"], "path": polyline(sheet.points(feature)), "kind": kind, "name": feature["name"]}
            for kind in LINES
            for feature in sheet.of_kind(kind)
        ],
        "places": [_place(sheet, feature) for feature in sheet.of_kind(*PLACES)],
        "trays": [],
    }


def _area(sheet: PlaneSheet, feature: dict[str, Any]) -> dict[str, Any]:
    points = sheet.points(feature)
    x, y = (round(sum(point[axis] for point in points) / len(points), 1) for axis in (0, 1))
    path = polyline(points, closed=True)
    return {"id": feature["id"], "path": path, "terrain": feature["kind"], "name": feature["name"], "x": x, "y": y}


def _place(sheet: PlaneSheet, feature: dict[str, Any]) -> dict[str, Any]:
    x, y = sheet.at(feature["points"][0])
    return {
        "id": feature["id"], "x": round(x, 1), "y": round(y, 1), "kind": feature["kind"], "name": feature["name"],
    }  # fmt: skip
