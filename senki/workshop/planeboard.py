"""The geometry of a plane as a client needs it: the sheet, the field on it, and the ground where no map is printed."""

from __future__ import annotations

import json
from importlib.resources.abc import Traversable
from typing import Any

SCALE = 0.16
"""Map units in a unit of the field."""
MARGIN = 24.0
UNIT = {"en": "yd", "ja": "ヤード"}
STEP = 22
"""How far an arrow key moves a piece."""
INCH = 469.33
AREAS = ("hill", "woods", "marsh", "village")
"""Kinds of ground, bottom to top."""
LINES = ("stream", "hedgerow", "road")


def plane_board(folder: Traversable) -> dict[str, Any]:
    """Sheet, frame, field and ground of a game's `field.json` (docs/protocol.md)."""
    field = json.loads(folder.joinpath("field.json").read_text(encoding="utf-8"))
    width, height = float(field["width"]), float(field["height"])
    frame = {"x": MARGIN, "y": MARGIN, "width": width * SCALE, "height": height * SCALE}
    features = field["features"]
    return {
        "kind": "plane",
        "sheet": {"x": 0.0, "y": 0.0, "width": frame["width"] + 2 * MARGIN, "height": frame["height"] + 2 * MARGIN},
        "frame": frame,
        "field": {"width": width, "height": height},
        "unit": UNIT,
        "step": STEP,
        "inch": INCH,
        "printed": False,
        "areas": [_area(one, height) for kind in AREAS for one in features if one["kind"] == kind],
        "lines": [
            {"path": _path(one["points"], height, False), "kind": kind}
            for kind in LINES
            for one in features
            if one["kind"] == kind
        ],
        "places": [_place(one, height) for one in features if one.get("name")],
        "trays": [],
    }


def _on_sheet(point: list[float], height: float) -> tuple[float, float]:
    return round(MARGIN + point[0] * SCALE, 1), round(MARGIN + (height - point[1]) * SCALE, 1)


def _path(points: list[list[float]], height: float, closed: bool) -> str:
    spots = [_on_sheet(point, height) for point in points]
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in spots) + ("z" if closed else "")


def _middle(points: list[list[float]]) -> list[float]:
    return [sum(point[axis] for point in points) / len(points) for axis in (0, 1)]


def _area(feature: dict[str, Any], height: float) -> dict[str, Any]:
    x, y = _on_sheet(_middle(feature["points"]), height)
    path = _path(feature["points"], height, True)
    return {"path": path, "terrain": feature["kind"], "name": feature["name"], "x": x, "y": y}


def _place(feature: dict[str, Any], height: float) -> dict[str, Any]:
    x, y = _on_sheet(_middle(feature["points"]), height)
    return {"id": feature["id"], "x": x, "y": y, "kind": feature["kind"], "name": feature["name"]}
