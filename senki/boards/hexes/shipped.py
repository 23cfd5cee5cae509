"""The map that ships with a game: its words in terrain.toml, its hexes in map.hexes."""

from __future__ import annotations

from functools import cache
from importlib import resources

from senki.boards.hexes.format import load_map
from senki.boards.hexes.hexmap import HexMap, Vocabulary, read_vocabulary
from senki.engine.data import read_toml


def shipped_words(package: str) -> Vocabulary:
    """The words the map of a game package may use."""
    return read_vocabulary(read_toml(package, "terrain.toml"))


@cache
def shipped_map(package: str) -> HexMap:
    """The map of a game package, such as `senki.games.shiloh`: read once, shared by all, changed by nobody."""
    text = resources.files(package).joinpath("map.hexes").read_text(encoding="utf-8")
    return load_map(text, shipped_words(package), f"{package}/map.hexes")
