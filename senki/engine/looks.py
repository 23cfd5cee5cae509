"""How a game wants to be shown: colours, markers, marks, overlays and the columns of its forces, as its card says."""

from __future__ import annotations

from typing import Final

from senki.engine.data import rows, texts, words
from senki.engine.errors import Malformed

TONES: Final = ("plain", "dark", "good", "caution", "bad", "threat", "own")
"""What a sign means: nothing more, heavy, well, take care, ill, the enemy's, mine."""
MARKER_SHAPES: Final = ("disc", "square", "diamond", "triangle", "plate", "pip", "dim", "dashed")
"""The chip of a marker; a plate lies under the first printed value instead, a pip is a small disc on the face, `dim`
pales the whole counter, `dashed` breaks its edge too."""
MARK_SHAPES: Final = ("disc", "square", "diamond", "triangle", "tent", "flag", "works", "cut")
SYMBOL_LOOKS: Final = ("counter", "plate")
"""What a piece looks like: a counter, or a name plate beside the stack it is with."""
VALUE_PLACES: Final = ("line", "corners")
"""Where more than two printed values stand: side by side, or the first two in the corners."""
LONGEST_SIGN: Final = 2
MOST_DOTS: Final = 6
LEGEND_SIGNS: Final = (
    "line", "dashed", "dotted", "boundary", "cut", "area", "hatch", "ring", "rail", "good", "caution", "bad",
)  # fmt: skip
"""Signs of a legend that are drawn; any other is written as a caption is."""
LEAST_CONTRAST: Final = 4.5
KEYS_TAKEN: Final = "UROPFMQECDVBNI"
"""Letters that mean something at every table, on a plane or in a replay."""


class Paint:
    """The face of a counter and what is written on it, each as #rrggbb."""

    def __init__(self, fill: str, ink: str) -> None:
        self.fill = fill
        self.ink = ink


class Colour:
    """A nation, an army: its name and its paint on light and on dark pages."""

    def __init__(self, name_id: str, name: dict[str, str], light: Paint, dark: Paint) -> None:
        self.id = name_id
        self.name = name
        self.light = light
        self.dark = dark


class Sign:
    """What lies on a counter (a marker), on a place or on a hexside (a mark): a sign on a shape in a tone."""

    def __init__(self, name_id: str, name: dict[str, str], sign: str, shape: str, tone: str) -> None:
        self.id = name_id
        self.name = name
        self.sign = sign
        self.shape = shape
        self.tone = tone


class Legend:
    """A line of a legend: a sign (one of LEGEND_SIGNS, a marker of the card, or a short text) and what it means."""

    def __init__(self, sign: str, tone: str, text: dict[str, str], clause: str) -> None:
        self.sign = sign
        self.tone = tone
        self.text = text
        self.clause = clause


class Dots:
    """A column of the forces that is shown as dots: how many there may be, and from how many on they warn."""

    def __init__(self, most: int, caution: int) -> None:
        self.most = most
        self.caution = caution


class OverlayCard:
    """Something to be shown on the map when asked for: its name, what it shows, its key, and if it is about a place."""

    def __init__(
        self,
        name_id: str,
        name: dict[str, str],
        hint: dict[str, str],
        key: str,
        asks: str,
        legend: list[Legend],
        scenarios: list[str],
    ) -> None:
        self.id = name_id
        self.name = name
        self.hint = hint
        self.key = key
        self.asks = asks
        self.legend = legend
        """What its signs mean, for the board while it is on."""
        self.scenarios = scenarios
        """The scenarios it belongs to; empty for all."""


class SymbolCard:
    """How pieces with a symbol look; the star of a plate is hollow where one of these facts is so."""

    def __init__(self, name_id: str, look: str, hollow: dict[str, str]) -> None:
        self.id = name_id
        self.look = look
        self.hollow = hollow


class Looks:
    """All that the card of a game says of its looks."""

    def __init__(self, card: dict[str, object]) -> None:
        self.colours: list[Colour] = [_colour(row) for row in rows(card, "colour")]
        self.markers: list[Sign] = [_sign(row, "marker", MARKER_SHAPES) for row in rows(card, "marker")]
        self.marks: list[Sign] = [_sign(row, "mark", MARK_SHAPES) for row in rows(card, "mark")]
        self.overlays: list[OverlayCard] = [_overlay(row) for row in rows(card, "overlay")]
        self.symbols: list[SymbolCard] = [_symbol(row) for row in rows(card, "symbol")]
        """Symbols that do not look like counters."""
        counters = card.get("counters", {})
        assert isinstance(counters, dict)
        self.values: str = str(counters.get("values", VALUE_PLACES[0]))
        """Where the printed values stand."""
        _among(self.values, VALUE_PLACES, "place of values", "game.toml: counters")
        forces = card.get("forces", {})
        assert isinstance(forces, dict)
        self.columns: list[str] = [str(column) for column in forces.get("columns", ["place", "state"])]
        """Facts of pieces, or `place`, `state` (with the markers) and `symbol`; each has a heading `column.<id>`."""
        self.group: str = str(forces.get("group", ""))
        """The fact by which the forces of a side are grouped."""
        self.head: str = str(forces.get("head", ""))
        """The symbol of pieces that head their group, with a line `column.<group>_head` made of their facts."""
        self.dots: dict[str, Dots] = _dots(forces)
        """Columns shown as dots; markers `<column>_<n>` say the same and are left out of the state."""
        becomes = forces.get("becomes", {})
        assert isinstance(becomes, dict)
        self.becomes: dict[str, str] = {str(column): str(fact) for column, fact in becomes.items()}
        """By column: the fact that is shown after an arrow where it differs."""
        asking = card.get("asking", {})
        assert isinstance(asking, dict)
        self.ends: list[str] = [str(verb) for verb in asking.get("ends", [])]
        """Verbs that end a phase: their button stands apart from all others."""
        self.confirms: list[str] = [str(verb) for verb in asking.get("confirms", [])]
        """Verbs that carry out what was chosen before: though they throw dice, they want no second click."""
        standing = asking.get("standing", {})
        assert isinstance(standing, dict)
        self.standing: dict[str, str] = {str(prompt): str(text) for prompt, text in standing.items()}
        """By prompt: the notation of the choice that may be made without asking again."""
        clauses = asking.get("clauses", {})
        assert isinstance(clauses, dict)
        self.clauses: dict[str, str] = {str(step): str(clause) for step, clause in clauses.items()}
        """By step: the clause behind what is asked there."""
        self.legend: list[Legend] = [_legend(row, "the forces") for row in rows(forces, "legend")]
        for one in self.legend:
            if one.sign and one.sign not in {marker.id for marker in self.markers}:
                raise Malformed(f"game.toml: the legend of the forces has no marker '{one.sign}'")
        self.names: dict[str, dict[str, dict[str, str]]] = {
            "colour": {one.id: one.name for one in self.colours},
            "marker": {one.id: one.name for one in self.markers},
            "mark": {one.id: one.name for one in self.marks},
            "overlay": {one.id: one.name for one in self.overlays},
        }
        """What is declared, by kind and id."""
        for kind in ("colour", "marker", "mark", "overlay"):
            if len(self.names[kind]) != len(rows(card, kind)):
                raise Malformed(f"game.toml: two of the kind '{kind}' have the same id")
        signs = [(one.sign, one.tone) for one in self.markers if one.sign]
        if len(set(signs)) != len(signs):
            raise Malformed("game.toml: two markers have the same sign in the same tone")
        if len({one.id for one in self.symbols}) != len(self.symbols):
            raise Malformed("game.toml: two of the kind 'symbol' have the same id")
        if len({one.key for one in self.overlays}) != len(self.overlays):
            raise Malformed("game.toml: two overlays have the same key")
        known = [str(row["id"]) for row in rows(card, "scenario")]
        for overlay in self.overlays:
            for scenario in overlay.scenarios:
                _among(scenario, tuple(known), "scenario", f"game.toml: overlay '{overlay.id}'")

    def overlay(self, name_id: str) -> OverlayCard | None:
        """An overlay by its id."""
        for one in self.overlays:
            if one.id == name_id:
                return one
        return None

    def overlays_in(self, scenario: str) -> list[OverlayCard]:
        """The overlays that belong to a scenario."""
        return [one for one in self.overlays if not one.scenarios or scenario in one.scenarios]


def _sign(row: dict[str, object], what: str, shapes: tuple[str, ...]) -> Sign:
    name_id, sign = str(row["id"]), str(row.get("sign", ""))
    shape, tone = str(row.get("shape", shapes[0])), str(row.get("tone", TONES[0]))
    where = f"game.toml: {what} '{name_id}'"
    if len(sign) > LONGEST_SIGN:
        raise Malformed(f"{where}: the sign '{sign}' is longer than {LONGEST_SIGN}")
    _among(shape, shapes, "shape", where)
    _among(tone, TONES, "tone", where)
    return Sign(name_id, words(row["name"]), sign, shape, tone)


def _symbol(row: dict[str, object]) -> SymbolCard:
    name_id, look, hollow = str(row["id"]), str(row.get("look", SYMBOL_LOOKS[0])), row.get("hollow", {})
    _among(look, SYMBOL_LOOKS, "look", f"game.toml: symbol '{name_id}'")
    assert isinstance(hollow, dict)
    return SymbolCard(name_id, look, {str(fact): str(value) for fact, value in hollow.items()})


def _overlay(row: dict[str, object]) -> OverlayCard:
    name_id, key, asks = str(row["id"]), str(row["key"]), str(row.get("asks", ""))
    where = f"game.toml: overlay '{name_id}'"
    if len(key) != 1 or not "A" <= key <= "Z" or key in KEYS_TAKEN:
        raise Malformed(f"{where}: the key '{key}' should be a capital letter, none of {KEYS_TAKEN}")
    _among(asks, ("", "place"), "thing to ask for", where)
    legend = [_legend(line, f"overlay '{name_id}'") for line in rows(row, "legend")]
    return OverlayCard(name_id, words(row["name"]), words(row["hint"]), key, asks, legend, texts(row, "scenarios"))


def _legend(row: dict[str, object], what: str) -> Legend:
    tone = str(row.get("tone", TONES[0]))
    _among(tone, TONES, "tone", f"game.toml: the legend of {what}")
    return Legend(str(row.get("sign", "")), tone, words(row["text"]), str(row.get("clause", "")))


def _dots(forces: dict[str, object]) -> dict[str, Dots]:
    """The columns that are shown as dots; without `caution` they never warn."""
    found = forces.get("dots", {})
    assert isinstance(found, dict)
    dots: dict[str, Dots] = {}
    for column, row in found.items():
        if not isinstance(row, dict) or not 1 <= int(row["most"]) <= MOST_DOTS:
            raise Malformed(f"game.toml: forces, dots of '{column}': most was expected, 1 to {MOST_DOTS}")
        most = int(row["most"])
        dots[str(column)] = Dots(most, int(row.get("caution", most + 1)))
    return dots


def _colour(row: dict[str, object]) -> Colour:
    name_id = str(row["id"])
    return Colour(name_id, words(row["name"]), _paint(row, name_id, "light"), _paint(row, name_id, "dark"))


def _paint(row: dict[str, object], name_id: str, theme: str) -> Paint:
    found = row[theme]
    where = f"game.toml: colour '{name_id}', {theme}"
    if not isinstance(found, dict):
        raise Malformed(f"{where}: fill and ink were expected")
    paint = Paint(str(found["fill"]), str(found["ink"]))
    contrast = _contrast(_luminance(paint.fill, where), _luminance(paint.ink, where))
    if contrast < LEAST_CONTRAST:
        raise Malformed(f"{where}: ink on fill has a contrast of {contrast:.1f}, below {LEAST_CONTRAST}")
    return paint


def _among(name: str, names: tuple[str, ...], what: str, where: str) -> None:
    if name not in names:
        raise Malformed(f"{where}: there is no {what} '{name}'; there are: {', '.join(names)}")


def _luminance(colour: str, where: str) -> float:
    """The relative luminance of a colour (WCAG 2)."""
    digits = colour[1:]
    if len(colour) != 7 or colour[0] != "#" or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        raise Malformed(f"{where}: '{colour}' should be a colour like #2b5a8f")
    total = 0.0
    for at, weight in ((0, 0.2126), (2, 0.7152), (4, 0.0722)):
        share = int(digits[at : at + 2], 16) / 255
        total += weight * (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
    return total


def _contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)
