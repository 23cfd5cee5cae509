"""The drawn map: whole, legible, and the same every time."""

import math
import re
import tomllib
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any

import pytest

from senki.workshop import draw_map
from senki.workshop.sheet import read_drawing, units_per_km
from senki.workshop.theme import THEMES

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES = ("en", "ja")
BOARD: dict[str, Any] = tomllib.loads(files("senki.games").joinpath("nano/board.toml").read_text(encoding="utf-8"))

in_both_languages = pytest.mark.parametrize("lang", LANGUAGES)
in_both_themes = pytest.mark.parametrize("theme", THEMES)


@cache
def drawn(lang: str, theme: str = "light") -> ET.Element:
    return ET.fromstring(draw_map("nano", lang, theme))


def having(root: ET.Element, attribute: str) -> list[str]:
    return [value for e in root.iter() if (value := e.get(attribute)) is not None]


@in_both_languages
@in_both_themes
def test_the_map_is_an_svg_document_in_its_language(lang: str, theme: str) -> None:
    root = drawn(lang, theme)
    assert root.tag == f"{SVG}svg"
    assert root.get("lang") == lang
    labelled = {e.get("id"): e.text for e in root if e.get("id")}
    assert all(labelled[name] for name in root.attrib["aria-labelledby"].split())


def test_the_layers_lie_in_their_order() -> None:
    layers = [e.get("id") for e in drawn("en") if e.tag == f"{SVG}g"]
    order = ["paper", "tints", "hachures", "water", "roads", "towns", "names", "frame", "margin"]
    assert layers == [f"layer-{name}" for name in order]


@in_both_languages
def test_every_town_and_road_is_drawn_once(lang: str) -> None:
    root = drawn(lang)
    towns = [town["id"] for town in BOARD["town"]]
    assert Counter(having(root, "data-place")) == Counter(towns)
    assert {f"town-{town}" for town in towns} <= set(having(root, "id"))
    assert Counter(having(root, "data-road")) == Counter(f"{r['from']}-{r['to']}" for r in BOARD["road"])
    assert len(set(having(root, "id"))) == len(having(root, "id"))


@in_both_languages
def test_roads_and_towns_show_their_kind(lang: str) -> None:
    root = drawn(lang)
    dashed = {e.get("data-road") for e in root.iter() if "dashed" in e.get("class", "").split() and e.get("data-road")}
    assert dashed == {f"{r['from']}-{r['to']}" for r in BOARD["road"] if r["kind"] == "mountain_road"}
    arrows = {e.get("data-road") for e in root.iter() if e.get("data-road") and e.findall(f"{SVG}g")}
    assert arrows == {f"{r['from']}-{r['to']}" for r in BOARD["road"] if r["one_way"]}
    worth = {e.get("data-place"): "".join(e.itertext()) for e in root.iter() if e.get("data-place")}
    assert {place: text for place, text in worth.items() if text} == {
        town["id"]: f"{town['vp']:+d}".replace("-", "\N{MINUS SIGN}") for town in BOARD["town"] if town["vp"]
    }


@in_both_languages
def test_both_names_of_every_town_stand_on_the_map(lang: str) -> None:
    names = {e.get("data-name"): [t.text for t in e] for e in drawn(lang).iter() if e.get("data-name")}
    other = "ja" if lang == "en" else "en"
    assert names == {town["id"]: [town["name"][lang], town["name"][other]] for town in BOARD["town"]}


@in_both_languages
@in_both_themes
def test_every_ink_is_written_out(lang: str, theme: str) -> None:
    assert "var(" not in draw_map("nano", lang, theme)


def test_the_themes_differ_only_in_ink() -> None:
    light, dark = (draw_map("nano", "en", theme) for theme in THEMES)
    assert light != dark
    assert re.sub("<style>.*?</style>", "", light, flags=re.DOTALL) == re.sub(
        "<style>.*?</style>", "", dark, flags=re.DOTALL
    )


def test_a_map_in_a_page_takes_the_inks_of_the_page() -> None:
    tokens = files("senki.workshop").joinpath("tokens.css").read_text(encoding="utf-8")
    used = set(re.findall(r"var\((--[\w-]+)\)", draw_map("nano", "en", "page")))
    assert used
    assert all(f"{name}:" in tokens for name in used)


def test_no_element_carries_a_colour_of_its_own() -> None:
    own = [e.get(name) for e in drawn("en").iter() for name in ("fill", "stroke", "style")]
    assert {value for value in own if value} <= {"none"}


def test_the_drawing_is_always_the_same() -> None:
    assert draw_map("nano", "ja", "dark") == draw_map("nano", "ja", "dark")


@pytest.mark.parametrize(
    ("game", "lang", "theme", "hint"),
    [
        ("nano", "fr", "light", "unknown language 'fr': choose one of en, ja"),
        ("nano", "en", "sepia", "unknown theme 'sepia': choose one of light, dark"),
        ("go", "en", "light", "no map to draw for 'go'"),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(game: str, lang: str, theme: str, hint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(hint)):
        draw_map(game, lang, theme)


def test_the_scale_is_true_to_the_ground() -> None:
    # The board's projection has 600 units to a degree of latitude, which is 111.2 km; nudges change it a little.
    towns = read_drawing(files("senki.games").joinpath("nano")).board.towns
    assert units_per_km(towns) == pytest.approx(600 / 111.2, rel=0.05)


@dataclass(frozen=True)
class Box:
    """The room that a word or a sign takes on the sheet."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        apart = (
            self.right <= other.left or other.right <= self.left or self.bottom <= other.top or other.bottom <= self.top
        )
        return not apart


def letter_width(letter: str) -> float:
    """Generous width of a letter, as a share of the font size."""
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in "ijlt.,:' ()":
        return 0.34
    return 0.78 if letter.isupper() or letter in "mw" else 0.55


def ruled(style: str, lang: str, ink: str, what: str, default: float) -> float:
    """What the style sheet rules for a class, the rule for the language first."""
    for scope in (rf"\.lang-{lang}", ""):
        for body in re.findall(rf"\.senki-map{scope} \.{ink} {{([^}}]*)}}", style):
            if found := re.search(rf"{what}: ([\d.]+)|^ *font: \d+ ([\d.]+)px", body):
                value = found[1] or (found[2] if what == "font-size" else None)
                if value:
                    return float(value)
    return default


def words_boxes(root: ET.Element, lang: str) -> list[Box]:
    """The room of every text; a text on a curve takes a box for each letter."""
    style = next(e.text or "" for e in root.iter(f"{SVG}style"))
    curves = {e.get("id"): e.get("d", "") for e in root.iter(f"{SVG}path") if e.get("id")}
    return [box for e in root.iter(f"{SVG}text") for box in text_boxes(e, style, lang, curves)]


def text_boxes(e: ET.Element, style: str, lang: str, curves: dict[str | None, str]) -> Iterator[Box]:
    ink = e.get("class", "").split()[0]
    size = float(e.get("font-size") or ruled(style, lang, ink, "font-size", 16))
    spacing = ruled(style, lang, ink, "letter-spacing", 0) * size
    words = "".join(e.itertext())
    widths = [letter_width(letter) * size + spacing for letter in words]
    if (path := e.find(f"{SVG}textPath")) is not None:
        yield from boxes_on_curve(words, widths, size, curves[path.attrib["href"][1:]])
        return
    anchor = e.get("text-anchor") or (
        "middle" if re.search(rf"\.{ink} {{[^}}]*text-anchor: middle", style) else "start"
    )
    left = float(e.attrib["x"]) - sum(widths) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    y = float(e.attrib["y"])
    yield Box(words, left, y - size * 0.75, left + sum(widths), y + size * 0.2)


def boxes_on_curve(words: str, widths: list[float], size: float, data: str) -> Iterator[Box]:
    points = flattened(data)
    lengths = [0.0]
    for a, b in pairwise(points):
        lengths.append(lengths[-1] + math.dist(a, b))
    at = (lengths[-1] - sum(widths)) / 2
    assert at >= 0, f"the curve of {words!r} is too short"
    for letter, width in zip(words, widths, strict=True):
        n = next(i for i, length in enumerate(lengths) if length >= at + width / 2)
        x, y = points[n]
        if letter != " ":
            yield Box(words, x - size * 0.4, y - size * 0.6, x + size * 0.4, y + size * 0.2)
        at += width


def flattened(data: str) -> list[tuple[float, float]]:
    """Points along path data of one M and several C."""
    numbers = [float(n) for n in re.findall(r"-?[\d.]+", data)]
    knots = list(zip(numbers[::2], numbers[1::2], strict=True))
    points = [knots[0]]
    for i in range(0, len(knots) - 1, 3):
        p0, p1, p2, p3 = knots[i : i + 4]
        for step in range(1, 41):
            t = step / 40
            w = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points.append(
                (
                    sum(a * p[0] for a, p in zip(w, (p0, p1, p2, p3), strict=True)),
                    sum(a * p[1] for a, p in zip(w, (p0, p1, p2, p3), strict=True)),
                )
            )
    return points


def sign_boxes() -> list[Box]:
    """The room of every town's sign with its halo."""
    return [Box(t["id"], t["x"] - 17, t["y"] - 17, t["x"] + 17, t["y"] + 17) for t in BOARD["town"]]


@in_both_languages
def test_no_name_collides(lang: str) -> None:
    words = [box for box in words_boxes(drawn(lang), lang) if not re.fullmatch(r"[+\N{MINUS SIGN}]\d", box.what)]
    pairs = [*combinations(words, 2), *((word, sign) for word in words for sign in sign_boxes())]
    assert {(a.what, b.what) for a, b in pairs if a.what != b.what and a.meets(b)} == set()


@in_both_languages
def test_every_word_is_on_the_sheet(lang: str) -> None:
    root = drawn(lang)
    x, y, width, height = (float(n) for n in root.attrib["viewBox"].split())
    words = words_boxes(root, lang)
    assert [w.what for w in words if w.left < x or w.top < y or w.right > x + width or w.bottom > y + height] == []
