"""The colours of the drawn game: the dark theme of the look book, by meaning."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from textual.theme import Theme

PAPER = "#20272a"
INK = "#ede7da"
INK_2 = "#bdb5a4"
INK_3 = "#9d9686"
FAINT = "#6b746f"
ROAD = "#d0a076"
WATER = "#5f9db8"
REACH = "#5cc3b2"
SELECT = "#f0b83e"
ATTACK = "#f0907a"
BAD = "#ef8f7c"
FACE: Final = {"red": "#b24a39", "blue": "#3b70ad", "white": "#6b746f"}
GROUND: Final = {
    "clear": "#2d2f28", "field": "#37352a", "woods": "#20302a", "deep_woods": "#162620", "marsh": "#1f3036",
    "rough": "#332c28", "water": "#17384c", "sea": "#142c3c", "city": "#45403a",
    "level1": "#25332a", "level2": "#2f372a", "level3": "#3b392a", "level4": "#48392a", "level5": "#563f31",
    "level6": "#67503f",
}  # fmt: skip
"""The ground of a hex, by its look; the higher the lighter."""
TONE: Final = {
    "plain": ("#56626a", "#bdb5a4"), "dark": ("#0b0e10", "#8b8676"), "good": ("#2b6a4c", "#7fd3a4"),
    "caution": ("#7a5a12", "#f0c96a"), "bad": ("#8a2f22", "#ef8f7c"), "threat": ("#7a2f3d", "#f0907a"),
    "own": ("#22607a", "#7cc4e6"),
}  # fmt: skip
"""By the tone of an overlay: the face of a place, and its lines."""
EDGE: Final = {"red": "#e79a8b", "blue": "#8db3de", "white": "#bdb5a4"}

THEME: Final = Theme(
    name="senki",
    primary=REACH,
    secondary=SELECT,
    accent=SELECT,
    foreground=INK,
    background="#101417",
    surface="#181d21",
    panel="#20272c",
    error=BAD,
    dark=True,
)


def _map_styles() -> dict[str, Style]:
    styles = {
        "": Style(bgcolor=PAPER),
        "road": Style(color=ROAD, bgcolor=PAPER),
        "road.dim": Style(color="#7d6650", bgcolor=PAPER),
        "road.lit": Style(color=REACH, bgcolor=PAPER, bold=True),
        "road.attack": Style(color=ATTACK, bgcolor=PAPER, bold=True),
        "road.arrow": Style(color=INK, bgcolor=PAPER, bold=True),
        "name": Style(color="#e3dac6", bgcolor=PAPER, bold=True),
        "name.dim": Style(color="#8b8676", bgcolor=PAPER),
        "name.lit": Style(color=REACH, bgcolor=PAPER, bold=True, underline=True),
        "name.cursor": Style(color="#101417", bgcolor=INK, bold=True),
        "chip": Style(color="#05201b", bgcolor=REACH, bold=True),
        "chip.attack": Style(color="#2a0a04", bgcolor=ATTACK, bold=True),
        "chip.cursor": Style(color="#2b2000", bgcolor=SELECT, bold=True),
        "chosen": Style(color="#2b2000", bgcolor=SELECT, bold=True),
        "contested": Style(color="#2a0a04", bgcolor=ATTACK, bold=True),
        "attack": Style(color=ATTACK, bgcolor=PAPER, bold=True),
    }
    for look, ground in GROUND.items():
        styles[f"ground.{look}"] = Style(bgcolor=ground)
        styles[f"number.{look}"] = Style(color=FAINT, bgcolor=ground)
        styles[f"hexname.{look}"] = Style(color="#e3dac6", bgcolor=ground)
        styles[f"hexroad.{look}"] = Style(color=ROAD, bgcolor=ground)
        styles[f"stream.{look}"] = Style(color=WATER, bgcolor=ground)
    for tone, (face, line) in TONE.items():
        styles[f"overlay.{tone}"] = Style(color="#ffffff", bgcolor=face, bold=True)
        for look, ground in GROUND.items():
            styles[f"overline.{tone}.{look}"] = Style(color=line, bgcolor=ground, bold=True)
    for colour, face in FACE.items():
        styles[f"spot.{colour}"] = Style(color=EDGE[colour], bgcolor=PAPER, bold=True)
        styles[f"spot.{colour}.dim"] = Style(color=EDGE[colour], bgcolor=PAPER, dim=True)
        styles[f"counter.{colour}"] = Style(color="#ffffff", bgcolor=face)
        styles[f"counter.{colour}.ready"] = Style(color="#ffffff", bgcolor=face, bold=True, underline=True)
    return styles


MAP_STYLES: Final = _map_styles()


def map_style(name: str) -> Style:
    """The style of a part of the map; a colour no game has used yet is drawn as white."""
    found = MAP_STYLES.get(name)
    if found is None:
        parts = name.split(".")
        found = MAP_STYLES.get(".".join([parts[0], "white", *parts[2:]]), MAP_STYLES[""])
    return found
