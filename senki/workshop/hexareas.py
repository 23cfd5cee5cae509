"""The areas of a hex map that are drawn: borders between counties, the edges of zones, and where two sheets join."""

from __future__ import annotations

from senki.boards.hexes.hexmap import HexArea
from senki.workshop.hexground import region
from senki.workshop.hexshapes import Corner, rounded_line
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.svg import element, inked


def areas_like(drawing: HexDrawing, look: str) -> list[HexArea]:
    """The areas drawn in this way."""
    return [area for area in drawing.map.areas if area.hexes and drawing.look("area", area.id) == look]


def borders(drawing: HexDrawing) -> list[str]:
    """Sides between two areas, each once: a dash-dot line on a grey wash."""
    owner = [-1] * drawing.map.size
    for n, area in enumerate(areas_like(drawing, "border")):
        for hex in area.hexes:
            owner[hex] = n
    data = _drawn(drawing, _between(drawing, owner))
    return [inked("borders", data, "border-wash", "border")] if data else []


def zones(drawing: HexDrawing) -> list[str]:
    """Zones as a wash with a dotted edge."""
    return [element("path", class_="zone", d=region(drawing, area.hexes)) for area in areas_like(drawing, "zone")]


def joins(drawing: HexDrawing) -> str:
    """Where a sheet begins or ends on a map of several: a dotted line."""
    sides: list[tuple[Corner, Corner]] = []
    for sheet in drawing.map.sheets:
        on = [-1] * drawing.map.size
        for hex in sheet.hexes:
            on[hex] = 1
        sides.extend(_between(drawing, on))
    data = _drawn(drawing, sides)
    return element("path", class_="sheet-join", d=data) if data else ""


def _between(drawing: HexDrawing, owner: list[int]) -> list[tuple[Corner, Corner]]:
    """The sides between hexes of different owners."""
    map = drawing.map
    found = []
    for hex in range(map.size):
        for d in range(3):
            there = map.neighbour[6 * hex + d]
            if there >= 0 and owner[hex] != owner[there]:
                found.append(drawing.plan.side_of(map.cells[hex], d))
    return found


def _drawn(drawing: HexDrawing, sides: list[tuple[Corner, Corner]]) -> str:
    return "".join(rounded_line(line, 8) for line in drawing.plan.lines(sides))
