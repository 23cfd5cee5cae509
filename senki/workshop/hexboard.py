"""The geometry of a hex board as a client needs it: where each hex lies, so that it can be lit."""

from __future__ import annotations

from senki.boards.hexes.grid import PARITIES, SHAPES
from senki.workshop.hexsheet import HexDrawing


def hex_board(drawing: HexDrawing) -> dict[str, object]:
    """Sheet, frame and hexes with their centres on the printed map (docs/protocol.md)."""
    map = drawing.map
    x, y, width, height = drawing.box
    left, top, right, bottom = drawing.frame
    return {
        "kind": "hex",
        "size": drawing.plan.size,
        "shape": SHAPES[map.grid.shape],
        "shifted": PARITIES[map.grid.shifted],
        "sheet": {"x": x, "y": y, "width": width, "height": height},
        "frame": {"x": left, "y": top, "width": right - left, "height": bottom - top},
        **({"sheets": sheets} if (sheets := _sheets(drawing)) else {}),
        "hexes": [_hex(drawing, hex) for hex in range(map.size)],
        "trays": [],
    }


def _sheets(drawing: HexDrawing) -> list[dict[str, object]]:
    """The printed sheets in play: what each covers, and how its numbers become those of the board."""
    return [
        {
            "id": sheet.id,
            "prefix": sheet.prefix,
            "name": sheet.names,
            "columns": list(sheet.columns),
            "rows": list(sheet.rows),
            "shift": list(sheet.shift),
        }
        for sheet in drawing.map.sheets
        if drawing.numbered and drawing.sheet in ("", sheet.id)
    ]


def _hex(drawing: HexDrawing, hex: int) -> dict[str, object]:
    map = drawing.map
    column, row = map.cells[hex]
    x, y = drawing.centre(hex)
    found: dict[str, object] = {
        "id": map.names[hex],
        "col": column,
        "row": row,
        "x": round(x, 2),
        "y": round(y, 2),
        "terrain": map.words.terrain[map.terrain[hex]],
    }
    if drawing.numbered:
        found["number"] = drawing.number(hex)
    names = {lang: name for lang in ("en", "ja") if (name := map.name_of(hex, lang))}
    if names:
        found["name"] = names
    return found
