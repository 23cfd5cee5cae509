"""What is drawn of areas on a hex map: borders between counties, the edges of zones, and where two sheets join."""

from __future__ import annotations

from senki.boards.hexes.hexmap import HexArea
from senki.workshop.hexground import region
from senki.workshop.hexshapes import Corner, rounded_line
from senki.workshop.hexsheet import LARGE, HexDrawing
from senki.workshop.svg import element

NOBODY = -2
"""The owner of large water, along which no border is drawn: the shore is one."""


def areas_like(drawing: HexDrawing, look: str) -> list[HexArea]:
    """The areas drawn in this way."""
    return [area for area in drawing.map.areas if area.hexes and drawing.look("area", area.id) == look]


def borders(drawing: HexDrawing) -> tuple[str, str]:
    """Sides between two areas, each once: a grey wash, and the dash-dot line that lies above the water on it."""
    owner = [-1] * drawing.map.size
    for n, area in enumerate(areas_like(drawing, "border")):
        for hex in area.hexes:
            owner[hex] = n
    for hex in drawing.with_terrain(*LARGE):
        owner[hex] = NOBODY
    data = _drawn(drawing, _between(drawing, owner), drawing.plan.side * 0.5)
    if not data:
        return "", ""
    wash = element("use", href="#borders", class_="border-wash")
    return element("defs", element("path", id="borders", d=data)) + wash, element(
        "use", href="#borders", class_="border"
    )


def zones(drawing: HexDrawing) -> list[str]:
    """Zones as a wash with a dotted edge: areas of that look, and the hexes of a feature of that look."""
    marked = drawing.with_feature("zone")
    hexes = [area.hexes for area in areas_like(drawing, "zone")] + ([marked] if marked else [])
    return [element("path", class_="zone", d=region(drawing, one)) for one in hexes]


def joins(drawing: HexDrawing) -> str:
    """Where a sheet begins or ends on a map of several: a dotted line."""
    sides: list[tuple[Corner, Corner]] = []
    for sheet in drawing.map.sheets if drawing.numbered else []:
        on = [-1] * drawing.map.size
        for hex in sheet.hexes:
            on[hex] = 1
        sides.extend(_between(drawing, on))
    data = _drawn(drawing, sides, 8)
    return element("path", class_="sheet-join", d=data) if data else ""


def _between(drawing: HexDrawing, owner: list[int]) -> list[tuple[Corner, Corner]]:
    """The sides between hexes of different owners."""
    map = drawing.map
    found = []
    for hex in range(map.size):
        for d in range(3):
            there = map.neighbour[6 * hex + d]
            if there >= 0 and owner[hex] != owner[there] and NOBODY not in (owner[hex], owner[there]):
                found.append(drawing.plan.side_of(map.cells[hex], d))
    return found


def _drawn(drawing: HexDrawing, sides: list[tuple[Corner, Corner]], soft: float) -> str:
    return "".join(rounded_line(line, soft) for line in drawing.plan.lines(sides))
