"""The margin of a hex map: cartouche, legend of its words, reminders, north arrow and scale."""

from __future__ import annotations

import math

from senki.workshop.hexground import crossing
from senki.workshop.hexnames import SIGNS
from senki.workshop.hexsheet import HexDrawing, WordLook, units_per_kilometre
from senki.workshop.margin import CARTOUCHE_HEIGHT, HEADLINE_HEIGHT, LINE, bar, cartouche, headline, north, words_lines
from senki.workshop.svg import element, number, polyline, text

SWATCH = 15.0
ROW = 35.0
KINDS = ("terrain", "feature", "side", "line", "place")


def draw_hex_margin(drawing: HexDrawing, lang: str, prefix: str) -> list[str]:
    """Everything in the margin from top to bottom."""
    left, right = drawing.margin
    top, bottom = drawing.frame[1], drawing.frame[3]
    y = top + CARTOUCHE_HEIGHT
    looks = drawing.looks
    shown = [
        (kind, word)
        for kind, words in zip(KINDS, (looks.terrain, looks.feature, looks.side, looks.line, looks.place), strict=True)
        for word in words
        if word.legend and word.name
    ]
    legend = [headline(drawing.facts.legend[lang], left, right, y)]
    y += HEADLINE_HEIGHT + 18
    half = (right - left) / 2
    for n, (kind, word) in enumerate(shown):
        x, row = left + (n % 2) * half, y + (n // 2) * ROW
        legend.append(_sample(kind, word, x + 18, row, prefix))
        legend.append(text(word.name[lang], x + 42, row + 5.5, class_="hex-legend"))
    y += math.ceil(len(shown) / 2) * ROW + 4
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


def _sample(kind: str, word: WordLook, x: float, y: float, prefix: str) -> str:
    """A small piece of map that shows a word."""
    if kind in ("terrain", "feature"):
        return _ground_sample(word.look, x, y, prefix)
    if kind == "place":
        return _place_sample(word.look, x, y)
    run = f"M{number(x - 17)} {number(y)}h34"
    if kind == "line":
        if word.look in ("stream", "creek"):
            ink = "stream" if word.look == "stream" else "hex-creek"
            return element("path", class_=f"water {ink}", d=run, fill="none")
        return element("path", class_=f"case-{word.look}", d=run) + element("path", class_=f"line-{word.look}", d=run)
    if word.look == "creek":
        return element("path", class_="creek-band", d=run) + element("path", class_="hex-creek", d=run)
    if word.look in ("bridge", "ford"):
        return (
            element("path", class_="creek-band", d=run)
            + element("path", class_="hex-creek", d=run)
            + crossing(word.look, x, y, 0)
        )
    teeth = "".join(f"M{number(x - 15 + 3.75 * i)} {number(y - 3)}v{9 if i % 2 else 6}" for i in range(9))
    if word.look == "slope":
        return element("path", class_="slope", d=teeth)
    teeth = "".join(f"M{number(x - 15 + 3.75 * i)} {number(y - 3)}v6" for i in range(9))
    return element("path", class_="protected", d=f"M{number(x - 17)} {number(y - 3)}h34{teeth}")


def _ground_sample(look: str, x: float, y: float, prefix: str) -> str:
    corners = [
        (x + SWATCH * math.cos(math.radians(60 * k)), y + SWATCH * math.sin(math.radians(60 * k))) for k in range(6)
    ]
    shape = polyline(corners, closed=True)
    under = "field" if look == "orchard" else look
    parts = [element("path", class_=f"swatch ground-{under}", d=shape)]
    if look in ("woods", "deep_woods", "marsh", "rough", "field", "orchard"):
        parts.append(element("path", d=shape, fill=f"url(#{prefix}{look})"))
    if look == "water":
        parts = [element("path", class_="swatch big-water", d=shape)]
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
    if look in SIGNS:
        at = f"translate({x:.1f} {y + 2:.1f})"
        return element("path", class_="sign-case", d=SIGNS[look], transform=at) + element(
            "path", class_=f"sign sign-{look}", d=SIGNS[look], transform=at
        )
    return ""
