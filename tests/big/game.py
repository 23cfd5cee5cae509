"""The Great Plain as a game of Senki."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Odds, Overlay, OverlayPlace, View
from senki.engine.game import Advice, Game, Writing
from senki.engine.lexicon import Lexicon
from senki.engine.option import Option
from senki.games.big.board import COUNT, FIELD, NAMES, SET_UP, UNIT
from senki.games.big.combat import odds_of
from senki.games.big.flow import BEGIN_TURN, STEPS, towns_of
from senki.games.big.forms import PositionForm, read_position, write_position
from senki.games.big.options import WORDS
from senki.games.big.position import BigPosition, empty_map, in_enemy_zone, put
from senki.games.big.view import view_of

LAST_TURN: Final = {"campaign": 400, "skirmish": 4}


class BigAdvice(Advice[BigPosition]):
    """Towns are what counts."""

    def value(self, p: BigPosition, side: int) -> float:
        """The share of the towns held that the side holds."""
        own, other = towns_of(p, side), towns_of(p, 1 - side)
        return (1 + own) / (2 + own + other)


class Big(Game[BigPosition]):
    """Two armies on a plain."""

    def start(self, scenario: str, settings: dict[str, str]) -> BigPosition:
        """Everybody in place, Red about to move."""
        p = empty_map(STEPS, [BEGIN_TURN])
        p.last = LAST_TURN[scenario]
        for unit in range(COUNT):
            put(p, unit, SET_UP[unit])
        return p

    def lexicon(self, p: BigPosition) -> Lexicon:
        """The words for units and hexes."""
        return WORDS

    def odds(self, p: BigPosition, option: Option) -> Odds | None:
        """What an attack would bring."""
        return odds_of(p, option)

    def view(self, p: BigPosition, side: int) -> View:
        """Everything is open."""
        return view_of(self, p, side)

    def overlay(self, p: BigPosition, side: int, overlay: str, place: str) -> Overlay:
        """The hexes in enemy zones of control."""
        threatened = [hex for hex in range(FIELD.size) if in_enemy_zone(p, side, hex)] if side >= 0 else []
        return Overlay([OverlayPlace(FIELD.board.names[hex], tone="threat") for hex in threatened])

    def piece_name(self, piece: str, lang: str) -> str:
        """The name of a counter."""
        return NAMES[UNIT[piece]][lang] if piece in UNIT else piece

    def place_name(self, place: str, lang: str) -> str:
        """A hex by its number, with the name of the town in it."""
        board = FIELD.board
        name = board.name_of(board.by_name[place], lang) if place in board.by_name else ""
        return f"{place} {name}" if name else place


WRITING: Final = Writing(PositionForm, read_position, write_position)
GAME: Final = Big("big", "senki.games.big", WRITING, BigAdvice())
