"""The geometry of a hex board as a client needs it: where each hex lies, so that it can be lit."""

from __future__ import annotations

from functools import reduce
from operator import or_

from senki.boards.hexes.grid import PARITIES, SHAPES
from senki.boards.hexes.hexmap import HexMap
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
    if map.level[hex]:
        found["level"] = map.level[hex]
    for kind, words in ground_of(map, hex).items():
        if words:
            found[kind] = words
    names = {lang: name for lang in ("en", "ja") if (name := map.name_of(hex, lang))}
    if names:
        found["name"] = names
    return found


def ground_of(map: HexMap, hex: int) -> dict[str, list[str]]:
    """What a hex has beside its terrain: features, what lies on its sides, the lines that lead through it."""
    around = range(6 * hex, 6 * hex + 6)
    return {
        "features": _named(map.words.features, map.features[hex]),
        "sides": _named(map.words.sides, reduce(or_, (map.side[at] for at in around))),
        "lines": _named(map.words.links, reduce(or_, (map.link[at] for at in around))),
    }


def _named(words: list[str], bits: int) -> list[str]:
    return [word for number, word in enumerate(words) if bits >> number & 1]
