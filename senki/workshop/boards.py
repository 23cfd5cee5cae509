"""Boards, known by their content: the map of a game or one of the players' own, and the sheet of it in play."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from senki.boards.hexes.format import load_map
from senki.boards.hexes.hexmap import HexMap, read_vocabulary
from senki.engine.errors import UnknownName
from senki.engine.game import MAP_SWITCH, Game
from senki.engine.match import Match
from senki.workshop.checking import ODD
from senki.workshop.graphboard import graph_board
from senki.workshop.graphmap import draw_graph_map
from senki.workshop.hexboard import hex_board
from senki.workshop.hexmap import draw_hex_map
from senki.workshop.hexsheet import HexDrawing, read_hex_drawing
from senki.workshop.planeboard import plane_board
from senki.workshop.planemap import draw_plane_map
from senki.workshop.sheet import read_drawing
from senki.workshop.theme import style

MADE_BY = ("senki.workshop", "senki.boards.hexes")
"""Packages whose sources decide how a board looks."""
KEY = 32
"""Characters of a key."""
SHIPPED_MAP = "map.hexes"


class Board(msgspec.Struct, frozen=True):
    """What a board is made from: the package of a game, and which map and sheet of it."""

    package: str
    kind: str
    file: str = ""
    """The map of the package; its usual one if empty."""
    own: str = ""
    """The text of a map of the players' own."""
    sheet: str = ""
    """The sheet of the map that is played on; all of it if empty."""

    @property
    def folder(self) -> Traversable:
        """The folder of the game."""
        return files(self.package)

    @property
    def key(self) -> str:
        """The hash of all that decides how it looks; another map, sheet, game or way of drawing has another one."""
        digest = hashlib.sha256(_made_by() + _data_of(self.package))
        for part in (self.kind, self.file, self.own, self.sheet):
            digest.update(hashlib.sha256(part.encode()).digest())
        return digest.hexdigest()[:KEY]


def board_of(game: Game, scenario: str | None = None, switches: dict[str, str] | None = None) -> Board:
    """The board of a scenario with some switches set; of the first one where none of that name is known any more."""
    chosen = next((one for one in game.scenarios if one.id == scenario), game.scenarios[0])
    settings = switches or {}
    if chosen.map and not settings.get(MAP_SWITCH):
        return Board(game.package, game.board, chosen.map, "", chosen.sheet)
    return Board(game.package, game.board, "", game.map_text(chosen.id, settings), chosen.sheet)


def switches_in(match: Match) -> dict[str, str]:
    """The switches a match is played with: a start may hold an own map that no switch tells of."""
    start = match.start_form
    held = start.get(MAP_SWITCH) if isinstance(start, dict) else None
    takes = any(switch.id == MAP_SWITCH for switch in match.game.switches)
    if not takes or not isinstance(held, str) or not held or match.options.get(MAP_SWITCH):
        return match.options
    return match.options if held == match.game.map_text(match.scenario, {}) else {**match.options, MAP_SWITCH: held}


def boards_of(game: Game) -> list[Board]:
    """The boards that ship with a game, each once, the first scenario's first."""
    return list(dict.fromkeys(board_of(game, scenario.id) for scenario in game.scenarios))


def lay_out(board: Board, lang: str) -> dict[str, Any]:
    """The geometry of a board: where its places are and how its links run."""
    if _is_hex(board):
        return hex_board(_hexes(board))
    if board.folder.joinpath("field.json").is_file():
        return plane_board(board.folder)
    if board.kind != "graph":
        return {"kind": board.kind, "places": [], "links": [], "trays": []}
    return graph_board(board.folder, lang)


def has_map(board: Board) -> bool:
    """Is there a printed map of a board?"""
    return board.folder.joinpath("scenery.toml").is_file()


def draw(board: Board, lang: str, theme: str = "page") -> str:
    """The printed map as SVG, its inks left as variables for the page it is put in unless a theme is named."""
    if not has_map(board):
        raise UnknownName(f"no map to draw for {board.package.rpartition('.')[2]!r}: its folder has no scenery.toml")
    if _is_hex(board):
        return draw_hex_map(_hexes(board), lang, style(theme))
    if board.folder.joinpath("field.json").is_file():
        return draw_plane_map(board.folder, lang, theme)
    return draw_graph_map(read_drawing(board.folder), lang, style(theme))


def _is_hex(board: Board) -> bool:
    return all(board.folder.joinpath(name).is_file() for name in ("terrain.toml", "scenery.toml")) and (
        bool(board.own) or board.folder.joinpath(board.file or SHIPPED_MAP).is_file()
    )


def _hexes(board: Board) -> HexDrawing:
    map = _map(board)
    # A map of the players' own need not be cut into the same sheets: then all of it is played on.
    whole = bool(board.own) and board.sheet not in [sheet.id for sheet in map.sheets]
    return read_hex_drawing(board.folder, map, "" if whole else board.sheet)


def _map(board: Board) -> HexMap:
    words = read_vocabulary(tomllib.loads(board.folder.joinpath("terrain.toml").read_text(encoding="utf-8")))
    if board.own:
        # A map that was stored long ago may hold what is no character; a document may not.
        return load_map(ODD.sub("\ufffd", board.own), words, "map")
    name = board.file or SHIPPED_MAP
    return load_map(board.folder.joinpath(name).read_text(encoding="utf-8"), words, f"{board.folder.name}/{name}")


@cache
def _made_by() -> bytes:
    """The hash of the sources that draw."""
    return b"".join(_hash_of(package, (".py", ".css")) for package in MADE_BY)


@cache
def _data_of(package: str) -> bytes:
    """The hash of a game's data."""
    return _hash_of(package, (".toml", ".json", ".hexes"))


def _hash_of(package: str, ends: tuple[str, ...]) -> bytes:
    digest = hashlib.sha256()
    for file in sorted(files(package).iterdir(), key=lambda one: one.name):
        if file.name.endswith(ends):
            digest.update(file.name.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.digest()
