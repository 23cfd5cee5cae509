"""The right margin of a sheet: cartouche, legend, reminders, north arrow and scale."""

from senki.workshop.sheet import Drawing, LegendEntry, Note, ScaleBar, Words, units_per_km
from senki.workshop.svg import element, polyline, text
from senki.workshop.symbols import chevron, town_sign

LINE = 21
SIGN_WIDTH = 36
WORDS_AT = 52
ENTRY_GAP = 16
HEADLINE_HEIGHT = 38
CARTOUCHE_HEIGHT = 158
SCALE_GAP = 27
LONG_TITLE = {"en": 13, "ja": 8}
"""A title of more letters is squeezed into the margin."""


def draw_margin(drawing: Drawing, lang: str) -> list[str]:
    """Everything in the margin from top to bottom."""
    left, right = drawing.facts.sheet.margin
    top, bottom = drawing.facts.sheet.frame[1], drawing.facts.sheet.frame[3]
    legend, y = _legend(drawing, lang, left, top + CARTOUCHE_HEIGHT)
    notes, y = _notes(drawing, lang, left, right, y + 6)
    return [
        cartouche(drawing.facts.title, lang, (left + right) / 2, top),
        element("g", *legend, class_="legend"),
        element("g", *notes, class_="notes"),
        *_trays(drawing, lang, left, right, y),
        north(drawing.facts.north[lang], right - 14, bottom),
        _scale(drawing, lang, left, bottom),
    ]


def cartouche(title: dict[str, Words], lang: str, centre: float, top: float) -> str:
    """Title, ornament and dates."""
    y = top + 88
    main = title["main"][lang]
    long = len(main) > LONG_TITLE[lang]
    diamond = polyline([(centre, y - 6), (centre + 6, y), (centre, y + 6), (centre - 6, y)], closed=True)
    return element(
        "g",
        text(
            main,
            centre,
            top + 30,
            class_="title",
            textLength=302 if long else None,
            lengthAdjust="spacingAndGlyphs" if long else None,
        ),
        # Letterspacing also follows the last letter: a quarter of the size brings the word back to the middle.
        text(title["sub"][lang], centre + 6, top + 66, class_="subtitle"),
        element("path", class_="ornament-line", d=f"M{centre - 98:g} {y:g}h90m16 0h90"),
        element("path", class_="ornament", d=diamond),
        text(title["dates"][lang], centre, y + 31, class_="dates"),
        class_="cartouche",
    )


def _legend(drawing: Drawing, lang: str, left: float, top: float) -> tuple[list[str], float]:
    """The lines of the legend, and where they end."""
    drawn, y = [], top
    for entry in drawing.facts.legend:
        words = entry.words[lang]
        height = LINE * len(words)
        drawn.append(_sign(drawing, entry, left, y + height / 2))
        drawn.append(words_lines(words, left + WORDS_AT, y))
        y += height + ENTRY_GAP
    return drawn, y


def words_lines(words: list[str], x: float, top: float) -> str:
    """Lines of running text beneath each other."""
    return "".join(text(line, x, top + LINE * n + 16, class_="words") for n, line in enumerate(words))


def _sign(drawing: Drawing, entry: LegendEntry, left: float, y: float) -> str:
    """The town or the piece of road that a line of the legend explains."""
    middle = left + SIGN_WIDTH / 2
    if entry.town:
        look = drawing.facts.town_kind[entry.town]
        return element("g", town_sign(look, middle, y, entry.worth), class_=f"sample {look.ink}")
    line = element("path", class_="line", d=f"M{left:g} {y:g}h{SIGN_WIDTH}")
    arrow = chevron((middle, y), (middle + 1, y)) if entry.one_way else ""
    look_of_road = drawing.facts.road_kind[entry.road or "road"]
    return element("g", line, arrow, class_=f"sample {look_of_road.line}")


def _notes(drawing: Drawing, lang: str, left: float, right: float, top: float) -> tuple[list[str], float]:
    """Reminders of rules that belong to places, each beneath a hairline, and where they end."""
    drawn, y = [], top
    for note in drawing.facts.note:
        drawn.append(headline(note.heading[lang], left, right, y))
        drawn.append(words_lines(_filled(note, lang, drawing.board.vp), left, y + HEADLINE_HEIGHT))
        y += HEADLINE_HEIGHT + LINE * len(note.words[lang]) + 24
    return drawn, y


def headline(heading: str, left: float, right: float, y: float) -> str:
    """A heading beneath a hairline."""
    rule = element("path", class_="separator", d=f"M{left:g} {y:g}H{right:g}")
    return rule + text(heading, left, y + 27, class_="heading")


def _trays(drawing: Drawing, lang: str, left: float, right: float, top: float) -> list[str]:
    """Places for pieces off the map, to be found by a client under their name."""
    drawn, y = [], top
    for tray in drawing.facts.tray:
        area = element(
            "rect", class_="tray-area", x=left, y=y + HEADLINE_HEIGHT, width=right - left, height=tray.height, rx=6
        )
        drawn.append(element("g", headline(tray.heading[lang], left, right, y), area, class_="tray", data_tray=tray.id))
        y += HEADLINE_HEIGHT + tray.height + 24
    return drawn


def _filled(note: Note, lang: str, figures: dict[str, int]) -> list[str]:
    return [line.format(**figures) for line in note.words[lang]]


def north(letter: str, x: float, bottom: float) -> str:
    """The north arrow."""
    needle = polyline([(x, bottom - 122), (x + 8, bottom - 84), (x, bottom - 91), (x - 8, bottom - 84)], closed=True)
    return element(
        "g",
        element("path", class_="ornament", d=needle),
        text(letter, x, bottom - 62, class_="north"),
        class_="compass",
    )


def _scale(drawing: Drawing, lang: str, left: float, bottom: float) -> str:
    """The bars of the scale, one beneath the other."""
    unit = units_per_km(drawing.board.towns)
    bars = drawing.facts.scale
    top = bottom - 8 - SCALE_GAP * (len(bars) - 1)
    drawn = (bar(one, lang, unit, left, top + SCALE_GAP * n) for n, one in enumerate(bars))
    return element("g", *drawn, class_="scale", aria_label=", ".join(one.words[lang] for one in bars))


def bar(one: ScaleBar, lang: str, unit: float, x: float, y: float) -> str:
    """One bar of a scale, its first half heavy."""
    length = one.km * unit
    ticks = "".join(f"M{x + length * part:.1f} {y - 5:g}v10" for part in (0, 0.5, 1))
    return (
        element("path", class_="scale-line", d=f"M{x:g} {y:g}h{length:.1f}{ticks}")
        + element("path", class_="scale-bar", d=f"M{x:g} {y:g}h{length / 2:.1f}")
        + text(one.words[lang], x + length + 10, y + 5, class_="scale-words")
    )
