"""The margin of a hex map: cartouche, legend of its words, reminders, north arrow and scale."""

from __future__ import annotations

import math

from senki.workshop.hexground import PATTERNS
from senki.workshop.hexrelief import level_tints
from senki.workshop.hexshapes import Loop
from senki.workshop.hexsheet import LEGEND_ROW, LEVELS_HEIGHT, HexDrawing, WordLook, units_per_kilometre
from senki.workshop.hexsigns import SIGNS, sign
from senki.workshop.hexwater import CROSSINGS, crossing
from senki.workshop.margin import CARTOUCHE_HEIGHT, HEADLINE_HEIGHT, LINE, bar, cartouche, headline, north, words_lines
from senki.workshop.svg import element, number, polyline, text

SWATCH = 15.0
WATERS = {
    "stream": ("stream",),
    "creek": ("creek-band", "hex-creek"),
    "river": ("bank", "bed"),
    "broad_river": ("broad-bank", "broad-bed", "flow"),
}
"""The inks of running water, one upon the other."""


def draw_hex_margin(drawing: HexDrawing, lang: str, prefix: str) -> list[str]:
    """Everything in the margin from top to bottom."""
    left, right = drawing.margin
    top, bottom = drawing.frame[1], drawing.frame[3]
    y = top + CARTOUCHE_HEIGHT
    shown = drawing.explained
    legend = [headline(drawing.facts.legend[lang], left, right, y)]
    y += HEADLINE_HEIGHT + 18
    half = (right - left) / 2
    for n, (kind, word) in enumerate(shown):
        x, row = left + (n % 2) * half, y + (n // 2) * LEGEND_ROW
        legend.append(_sample(kind, word, x + 18, row, prefix))
        legend.append(text(word.name[lang], x + 42, row + 5.5, class_="hex-legend"))
    y += math.ceil(len(shown) / 2) * LEGEND_ROW + 4
    if drawing.facts.levels and level_tints(drawing):
        legend.extend(_levels(drawing, lang, left, right, y))
        y += LEVELS_HEIGHT
    notes = []
    for note in drawing.facts.note:
        notes.append(headline(note.heading[lang], left, right, y))
        notes.append(words_lines(note.words[lang], left, y + HEADLINE_HEIGHT))
        y += HEADLINE_HEIGHT + LINE * len(note.words[lang]) + 24
    scale = [
        bar(one, lang, units_per_kilometre(drawing), left, bottom - 8 - 27 * (len(drawing.facts.scale) - 1 - n))
        for n, one in enumerate(drawing.facts.scale)
    ]
    return [
        cartouche(drawing.facts.title, lang, (left + right) / 2, top),
        element("g", *legend, class_="legend"),
        element("g", *notes, class_="notes") if notes else "",
        north(drawing.facts.north[lang], right - 14, bottom),
        element("g", *scale, class_="scale") if scale else "",
    ]


def _levels(drawing: HexDrawing, lang: str, left: float, right: float, y: float) -> list[str]:
    """A bar of the levels from the lowest to the highest."""
    tints = level_tints(drawing)
    wide = (right - left) / len(tints)
    found = [text(drawing.facts.levels[lang], left, y + 5.5, class_="hex-legend")]
    for n, (level, tint) in enumerate(tints.items()):
        x = left + n * wide
        found.append(element("rect", class_=f"level-{tint}", x=x, y=y + 14, width=wide, height=22))
        found.append(element("rect", class_="swatch-edge", x=x, y=y + 14, width=wide, height=22))
        found.append(text(str(level), x + wide / 2, y + 30.5, class_="hex-legend level-figure"))
    return found


def _sample(kind: str, word: WordLook, x: float, y: float, prefix: str) -> str:
    """A small piece of map that shows a word."""
    if kind == "feature" and word.look in SIGNS and word.look != "city":
        return sign(word.look, x, y + 2)
    if word.look == "zone":
        return element("path", class_="zone", d=polyline(_hexagon(x, y), closed=True))
    if kind in ("terrain", "feature"):
        return _ground_sample(word.look, x, y, prefix)
    if kind == "place":
        return _place_sample(word.look, x, y)
    run = f"M{number(x - 17)} {number(y)}h34"
    if word.look in WATERS:
        return "".join(element("path", class_=ink, d=run) for ink in WATERS[word.look])
    if kind == "line":
        inner = element("path", class_=f"inner-{word.look}", d=run) if word.look in ("pike", "rail") else ""
        return (
            element("path", class_=f"case-{word.look}", d=run)
            + element("path", class_=f"line-{word.look}", d=run)
            + inner
        )
    if word.look in CROSSINGS:
        water = "".join(element("path", class_=ink, d=run) for ink in WATERS["creek"])
        return water + crossing(word.look, x, y, 0)
    teeth = "".join(f"M{number(x - 15 + 3.75 * i)} {number(y - 3)}v{9 if i % 2 else 6}" for i in range(9))
    if word.look == "slope":
        return element("path", class_="slope", d=teeth)
    teeth = "".join(f"M{number(x - 15 + 3.75 * i)} {number(y - 3)}v6" for i in range(9))
    return element("path", class_="protected", d=f"M{number(x - 17)} {number(y - 3)}h34{teeth}")


def _hexagon(x: float, y: float) -> Loop:
    return [
        (x + SWATCH * math.cos(math.radians(60 * k)), y + SWATCH * math.sin(math.radians(60 * k))) for k in range(6)
    ]


def _ground_sample(look: str, x: float, y: float, prefix: str) -> str:
    shape = polyline(_hexagon(x, y), closed=True)
    under = "field" if look == "orchard" else look
    parts = [element("path", class_=f"swatch ground-{under}", d=shape)]
    if look in PATTERNS:
        parts.append(element("path", d=shape, fill=f"url(#{prefix}{look})"))
    if look in ("water", "sea"):
        parts = [element("path", class_=f"swatch fill-{look}", d=shape)]
    if look in ("rolling", "upland", "mountain"):
        rows = {"rolling": 1, "upland": 2, "mountain": 3}[look]
        strokes = "".join(
            f"M{number(x - 8 + 4 * i)} {number(y - 8 + 6 * row)}l1.5 4" for row in range(rows) for i in range(5)
        )
        parts.append(element("path", class_="relief-shade", d=strokes))
    if look == "beach":
        parts = [element("path", class_="swatch fill-sea", d=shape)]
        run = f"M{number(x - 11)} {number(y + 6)}q11-5 22 0"
        parts.extend(element("path", class_=ink, d=run) for ink in ("sand", "grains"))
    if look == "hill":
        rays = [(math.cos(math.radians(20 * k)), math.sin(math.radians(20 * k))) for k in range(18)]
        strokes = "".join(
            f"M{number(x + 7 * dx)} {number(y + 7 * dy)}l{number(5 * dx)} {number(5 * dy)}" for dx, dy in rays
        )
        parts = [element("path", class_="swatch hill-tint", d=shape), element("path", class_="hach-steep", d=strokes)]
    parts.append(element("path", class_="swatch-edge", d=shape))
    return "".join(parts)


def _place_sample(look: str, x: float, y: float) -> str:
    if look == "entry":
        disc = element("circle", class_="entry-disc", cx=x, cy=y, r=11.5)
        return disc + text("A", x, y + 5.4, class_="entry-letter")
    return sign(look, x, y + 2) if look in SIGNS else ""
