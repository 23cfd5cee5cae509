"""Where it was fought, drawn on the game's own map: the map once for all series, discs on it for each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Any

import polars as pl

from senki.engine.data import LANGUAGES
from senki.engine.game import Game
from senki.workshop.boards import Board, board_of, draw, has_map, lay_out
from senki.workshop.svg import element, escape, polyline

LEFT_OUT = ("hachures", "hex-grid", "margin")
"""Layers without which the discs are seen better and the page stays small."""
LARGEST = 0.032
"""The radius of the largest disc, as a share of the longer edge of the map."""
FAINTEST, STRONGEST = 0.12, 0.78
"""How strongly a hex is inked where the fewest and the most fights were."""
ROOM = 0.14
"""Round the fights so much of the map is shown, as a share of its longer edge; the rest is cut off."""
CELLS = 36
"""On a plane fights are put together by squares, so many along the longer edge."""
BASE = "map-of-the-game"
LAYER = re.compile(r'(?=<g id="layer-)')
NAME = re.compile(r'<g id="layer-([\w-]+)"')
ROOT = re.compile(r'class="([^"]*)"')
OWN_ID = re.compile(r'\bid="([^"]+)"')


@dataclass
class Spot:
    """Fights put together at one point of the sheet."""

    x: float
    y: float
    fights: int
    share: float
    place: str
    """The place, or on a plane the named place nearest to it."""


@dataclass
class Ground:
    """The map as it lies in the page, and where its places are."""

    svg: str
    """The layers, as a group that a drawing may use."""
    kind: str
    """The classes of a drawing of it."""
    box: tuple[float, float, float, float]
    places: dict[str, tuple[float, float]]
    field: tuple[float, float]
    """On a plane its size in its own units; 0 on other boards."""
    hexagon: list[tuple[float, float]]
    """The corners of a hex round its middle; none on other boards."""


def ground_of(game: Game, scenario: str, switches: dict[str, str]) -> Ground | None:
    """The map a scenario is played on; none if the game has none to draw."""
    board = board_of(game, scenario, switches)
    if not has_map(board):
        return None
    layout = lay_out(board, "en")
    frame = layout["frame"]
    box = (frame["x"], frame["y"], frame["width"], frame["height"])
    places = {one["id"]: (one["x"], one["y"]) for one in layout.get("hexes") or layout["places"]}
    field = layout.get("field", {"width": 0.0, "height": 0.0})
    svg, kind = layers(board)
    return Ground(svg, kind, box, places, (field["width"], field["height"]), hexagon(layout))


def hexagon(layout: dict[str, Any]) -> list[tuple[float, float]]:
    """The corners of a hex round its middle."""
    if "size" not in layout:
        return []
    # The size of a hex is from side to side.
    turned, reach = 0.0 if layout["shape"] == "flat" else pi / 6, layout["size"] / sqrt(3)
    return [(reach * cos(turned + n * pi / 3), reach * sin(turned + n * pi / 3)) for n in range(6)]


def layers(board: Board) -> tuple[str, str]:
    """The map without what is left out, its names in each language, and its classes but for the language."""
    english, japanese = (LAYER.split(draw(board, lang)) for lang in ("en", "ja"))
    head = english[0]
    found = ROOT.search(head)
    kind = " ".join(word for word in (found[1] if found else "").split() if not word.startswith("lang-"))
    kept = [head[head.index("<style>") :] if "<style>" in head else ""]
    for here, there in zip(english[1:], japanese[1:], strict=True):
        named = NAME.match(here)
        name = named[1] if named else ""
        if name in LEFT_OUT:
            continue
        whole = [part.rpartition("</svg>")[0] or part for part in (here, there)]
        if whole[0] == whole[1]:
            kept.append(whole[0])
        else:
            kept += [_in(kind, "en", whole[0]), _in(kind, "ja", _renamed(whole[1], "ja-"))]
    return "".join(kept), kind


def _in(kind: str, lang: str, layer: str) -> str:
    return f'<g class="{kind} lang-{lang} words-{lang}" lang="{lang}">{layer}</g>'


def _renamed(layer: str, prefix: str) -> str:
    """The layer with other ids, so that it can stand beside its twin."""
    for name in OWN_ID.findall(layer):
        for before, after in ((f'id="{name}"', f'id="{prefix}{name}"'), (f'"#{name}"', f'"#{prefix}{name}"')):
            layer = layer.replace(before, after)
    return layer


def spots(ground: Ground, fights: pl.DataFrame) -> list[Spot]:
    """The fights of one run on the sheet; on a plane those near each other together."""
    rows = fights.iter_rows(named=True)
    if not ground.field[0]:
        return [
            Spot(*ground.places[row["place"]], row["fights"], row["share"], row["place"])
            for row in rows
            if row["place"] in ground.places
        ]
    return _squares(ground, rows)


def _squares(ground: Ground, rows: Iterable[dict[str, object]]) -> list[Spot]:
    """Points of a plane put together by squares; each stands where its fights are on average."""
    left, top, width, height = ground.box
    scale = width / ground.field[0]
    cell = max(width, height) / CELLS
    found: dict[tuple[int, int], list[tuple[float, float, int, float]]] = {}
    for row in rows:
        x, y = (float(part) for part in str(row["place"]).split())
        x, y = left + x * scale, top + (ground.field[1] - y) * scale
        at = (int((x - left) / cell), int((y - top) / cell))
        found.setdefault(at, []).append((x, y, int(str(row["fights"])), float(str(row["share"]))))
    made = []
    for points in found.values():
        fights = sum(one[2] for one in points)
        x, y = (sum(one[axis] * one[2] for one in points) / fights for axis in (0, 1))
        near = min(
            ground.places, key=lambda name: (ground.places[name][0] - x) ** 2 + (ground.places[name][1] - y) ** 2
        )
        made.append(Spot(x, y, fights, sum(one[3] for one in points), near))
    return sorted(made, key=lambda spot: -spot.fights)


def base(ground: Ground) -> str:
    """The map itself, to stand once in the page before the drawings that use it."""
    # A copy that is used knows no ancestors outside itself: it carries the class that its inks are bound to.
    held = element("g", ground.svg, id=BASE, class_=ground.kind)
    return f'<svg class="{ground.kind} unseen" width="0" height="0" aria-hidden="true"><defs>{held}</defs></svg>'


def drawing(game: Game, ground: Ground, box: str, found: list[Spot], most: float, title: str) -> str:
    """One series on the part of the map in the `box`; `most` is the share that the strongest sign of the page has."""
    largest = LARGEST * max(ground.box[2:])
    signs = []
    for spot in found:
        part = sqrt(spot.share / most)
        told = element("title", escape(told_of(game, spot)))
        signs.append(
            _inked_hex(ground, spot, part, told) if ground.hexagon else _disc(spot, part * largest, largest, told)
        )
    uses = element("use", href=f"#{BASE}")
    return (
        f'<svg class="{ground.kind} heat" viewBox="{box}" role="img" aria-label="{escape(title)}">{uses}'
        f'<g class="fights">{"".join(signs)}</g></svg>'
    )


def shown(ground: Ground, found: list[Spot]) -> str:
    """The part of the map that holds these fights and some ground round them."""
    left, top, width, height = ground.box
    room = ROOM * max(width, height)
    x = max(left, min(spot.x for spot in found) - room), min(left + width, max(spot.x for spot in found) + room)
    y = max(top, min(spot.y for spot in found) - room), min(top + height, max(spot.y for spot in found) + room)
    return f"{x[0]:.0f} {y[0]:.0f} {x[1] - x[0]:.0f} {y[1] - y[0]:.0f}"


def told_of(game: Game, spot: Spot) -> str:
    """What a sign says when it is pointed at."""
    names = dict.fromkeys(game.place_name(spot.place, lang) for lang in LANGUAGES)
    return f"{' / '.join(names)}: {spot.fights} ({spot.share:.1%})"


def _disc(spot: Spot, radius: float, largest: float, told: str) -> str:
    """A disc whose area is as large as the fights are many."""
    radius = max(radius, largest / 12)
    at = {"cx": spot.x, "cy": spot.y, "r": radius}
    return element("circle", told, class_="disc", stroke_width=largest / 16, **at)


def _inked_hex(ground: Ground, spot: Spot, part: float, told: str) -> str:
    """A hex, the more strongly inked the more was fought for it."""
    strength = f"{FAINTEST + (STRONGEST - FAINTEST) * part:.2f}"
    outline = polyline([(spot.x + x, spot.y + y) for x, y in ground.hexagon], closed=True)
    return element("path", told, class_="hex", d=outline, fill_opacity=strength)
