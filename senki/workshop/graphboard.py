"""The geometry of a point-to-point board as a client needs it: where its places are and how its links run."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import Any
from xml.etree import ElementTree

from senki.workshop.graphmap import draw_graph_map
from senki.workshop.sheet import Drawing, TownLook, read_drawing
from senki.workshop.theme import style


def graph_board(folder: Traversable, lang: str) -> dict[str, Any]:
    """Sheet, frame, places, links and trays (docs/protocol.md)."""
    drawing = read_drawing(folder)
    svg = ElementTree.fromstring(draw_graph_map(drawing, lang, style("page")))
    x, y, width, height = drawing.facts.sheet.box
    left, top, right, bottom = drawing.facts.sheet.frame
    return {
        "kind": "graph",
        "sheet": {"x": x, "y": y, "width": width, "height": height},
        "frame": {"x": left, "y": top, "width": right - left, "height": bottom - top},
        "places": _places(drawing),
        "links": _links(drawing, svg),
        "trays": _trays(svg),
    }


def _places(drawing: Drawing) -> list[dict[str, Any]]:
    looks = drawing.facts.town_kind
    return [
        {"id": t.id, "x": t.x, "y": t.y, "kind": t.kind, "name": t.name, "sign": _sign(looks[t.kind], t.vp)}
        for t in drawing.board.towns
    ]


def _sign(look: TownLook, worth: int) -> dict[str, Any]:
    return {"shape": look.shape, "ink": look.ink, "radius": look.radius, "inside": look.inside, "worth": worth}


def _links(drawing: Drawing, svg: ElementTree.Element) -> list[dict[str, Any]]:
    """The roads with their curves as they are drawn on the map."""
    curves: dict[str, str] = {}
    for group in svg.iter():
        road = group.get("data-road")
        if road is not None:
            line = next(part for part in group if part.get("class") == "line")
            curves[road] = line.get("d", "")
    return [
        {"from": road.start, "to": road.end, "kind": road.kind, "one_way": road.one_way, "path": curves[road.id]}
        for road in drawing.board.roads
    ]


def _trays(svg: ElementTree.Element) -> list[dict[str, Any]]:
    """The empty places on the margin for pieces off the map."""
    found = []
    for group in svg.iter():
        tray = group.get("data-tray")
        if tray is not None:
            area = next(part for part in group if part.get("class") == "tray-area")
            found.append({"id": tray, **{side: float(area.get(side, "0")) for side in ("x", "y", "width", "height")}})
    return found
