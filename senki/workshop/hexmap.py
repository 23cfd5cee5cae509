"""The map of any hex board: a pure function from a drawing to SVG."""

from __future__ import annotations

from senki.workshop.document import credits_of, map_document
from senki.workshop.hexareas import borders, joins, zones
from senki.workshop.hexground import grid, growth, hills, numbers, patterns, protected, roads, slopes
from senki.workshop.hexmargin import draw_hex_margin
from senki.workshop.hexnames import lettering
from senki.workshop.hexrelief import level_tints, relief, steps, tints
from senki.workshop.hexshapes import rounded
from senki.workshop.hexsheet import HexDrawing
from senki.workshop.hexsigns import signs
from senki.workshop.hexwater import beaches, big_water, crossings, small_water
from senki.workshop.sheet import LANGUAGES
from senki.workshop.svg import element, layer


def draw_hex_map(drawing: HexDrawing, lang: str, style: str, over: list[str] | None = None) -> str:
    """The whole map as an SVG document with its style sheet inside; `over` is drawn above the names."""
    if lang not in LANGUAGES:
        raise ValueError(f"unknown language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    x, y, width, height = drawing.box
    about = drawing.facts.about
    prefix = "tile-"
    layers = _layers(drawing, lang, prefix, over or [])
    credit = credits_of(drawing.facts.source)
    definitions = [patterns(prefix), signs(), _clip(drawing)]
    return map_document(about, lang, (x, y, width, height), credit, style, layers, "hex-map", definitions)


def _layers(drawing: HexDrawing, lang: str, prefix: str, over: list[str]) -> list[str]:
    """The layers of the sheet from bottom to top; nothing of the map leaves its frame."""
    wash, border = borders(drawing)
    inner = [
        layer("tints", *tints(drawing)),
        layer("growth", element("g", *growth(drawing, prefix), class_="over-levels" if level_tints(drawing) else None)),
        layer("hachures", *relief(drawing), *steps(drawing), *hills(drawing)),
        layer("borders", wash),
        layer("water", *beaches(drawing), *small_water(drawing), border, *big_water(drawing)),
        layer("roads", *roads(drawing)),
        layer("sides", *zones(drawing), slopes(drawing), protected(drawing), *crossings(drawing)),
        layer("hex-grid", grid(drawing), joins(drawing), numbers(drawing)),
        layer("towns"),
        layer("names", *lettering(drawing, lang)),
        layer("over", *over) if over else "",
    ]
    return [
        layer("paper", *_paper(drawing)),
        element("g", "\n", *(part + "\n" for part in inner if part), clip_path="url(#map-frame)"),
        layer("frame", _rect(drawing, 8, "rule"), _rect(drawing, 0, "hairline")),
        layer("margin", *draw_hex_margin(drawing, lang, prefix)),
    ]


def _paper(drawing: HexDrawing) -> list[str]:
    """The sheet, and lighter the hexes in play."""
    x, y, width, height = drawing.box
    land = "".join(rounded(loop, 2) for loop in drawing.plan.loops(drawing.map.cells))
    return [
        element("rect", class_="sheet", x=x, y=y, width=width, height=height),
        _rect(drawing, 0, "out-of-play"),
        element("path", class_="land", d=land),
    ]


def _rect(drawing: HexDrawing, wider: float, ink: str) -> str:
    left, top, right, bottom = drawing.frame
    return element(
        "rect",
        class_=ink,
        x=left - wider,
        y=top - wider,
        width=right - left + 2 * wider,
        height=bottom - top + 2 * wider,
    )


def _clip(drawing: HexDrawing) -> str:
    left, top, right, bottom = drawing.frame
    inside = element("rect", x=left, y=top, width=right - left, height=bottom - top)
    return element("clipPath", inside, id="map-frame")
