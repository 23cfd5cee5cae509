"""Validating a map somebody wrote: any bytes in, a map or a list of problems out, never a crash."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

from senki.boards.hexes.format import read_map
from senki.boards.hexes.hexmap import HexMap, Vocabulary, read_vocabulary
from senki.boards.hexes.problems import Problem
from senki.engine.errors import UnknownName
from senki.engine.files import UTF8_MARK
from senki.workshop.hexboard import hex_board
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexsheet import HexDrawing, read_hex_drawing
from senki.workshop.theme import style

ODD = re.compile("[\x80-\x9f\ufdd0-\ufdef\ufffe\uffff]|[\U0001fffe-\U0001ffff]")
"""Control characters, and numbers that are no characters: a map that was stored may hold some, a new one may not."""


def has_hex_map(game: str) -> bool:
    """Is a game played on a hex map that can be drawn and edited?"""
    folder = files("senki.games").joinpath(game)
    return all(folder.joinpath(name).is_file() for name in ("terrain.toml", "scenery.toml", "map.hexes"))


def hex_maps() -> list[str]:
    """The games with such a map, in alphabetical order."""
    return sorted(folder.name for folder in files("senki.games").iterdir() if has_hex_map(folder.name))


def map_words(game: str) -> Vocabulary:
    """The words a game's map may use."""
    _need_hex_map(game)
    folder = files("senki.games").joinpath(game)
    return read_vocabulary(tomllib.loads(folder.joinpath("terrain.toml").read_text(encoding="utf-8")))


def map_text(game: str) -> str:
    """The map that ships with a game, as text."""
    _need_hex_map(game)
    return files("senki.games").joinpath(game, "map.hexes").read_text(encoding="utf-8")


def drawing_of(game: str, map: HexMap | None = None, sheet: str = "") -> HexDrawing:
    """What a game's map is drawn from, its own or one that was validated for it; whole or one sheet of it."""
    _need_hex_map(game)
    return read_hex_drawing(files("senki.games").joinpath(game), map, sheet)


def check_map(game: str, data: bytes) -> tuple[HexMap | None, list[Problem]]:
    """A map in the words of a game, or everything that is wrong with it by line and column."""
    data = data.removeprefix(UTF8_MARK)
    found, problems = read_map(data, map_words(game))
    odd = ODD.search(data.decode("utf-8")) if found is not None else None
    if odd is not None:
        before = odd.string[: odd.start()]
        column = len(before) - before.rfind("\n")
        return None, [Problem("control", before.count("\n") + 1, column, {"code": ord(odd[0])})]
    return found, problems


def proof(game: str, data: bytes, lang: str) -> tuple[str, dict[str, object], list[Problem]]:
    """A map as the client will show it: the drawing, the board, or the problems."""
    found, problems = check_map(game, data)
    if found is None:
        return "", {}, problems
    drawing = drawing_of(game, found)
    return draw_hex_map(drawing, lang, style("page")), hex_board(drawing), []


def _need_hex_map(game: str) -> None:
    if not game.isidentifier() or not has_hex_map(game):
        raise UnknownName(f"there is no hex map for '{game}'")
