"""Stonewall Jackson's Way as a game of Senki."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Aim, Odds, Overlay, Reach, View
from senki.engine.game import Game, Writing
from senki.engine.lexicon import Lexicon
from senki.engine.option import Option
from senki.games.sjw.advice import SjwAdvice
from senki.games.sjw.aims import aims_of
from senki.games.sjw.counters import NAMES, UNIT
from senki.games.sjw.flow import STEPS
from senki.games.sjw.forms import PositionForm, read_position
from senki.games.sjw.ground import ground_of
from senki.games.sjw.odds import odds_of
from senki.games.sjw.outlook import later_of
from senki.games.sjw.overlays import overlay_of
from senki.games.sjw.position import SWITCHES, SjwPosition, empty_map
from senki.games.sjw.setup import set_up
from senki.games.sjw.steps import BEGIN_TURN
from senki.games.sjw.theatre import theatre
from senki.games.sjw.view import view_of
from senki.games.sjw.writing import write_position


class Sjw(Game[SjwPosition]):
    """Northern Virginia, August 1862."""

    def start(self, scenario: str, settings: dict[str, str]) -> SjwPosition:
        """Everybody in place on the sheet of the scenario, its first day about to begin."""
        p = empty_map(STEPS, [BEGIN_TURN], theatre(scenario, self.map_text(scenario, settings)))
        for number, switch in enumerate(SWITCHES):
            if settings.get(switch, "off") == "on":
                p.switches |= 1 << number
        set_up(p)
        return p

    def lexicon(self, p: SjwPosition) -> Lexicon:
        """The words of the game on the map of this position."""
        return p.ground.words

    def odds(self, p: SjwPosition, option: Option) -> Odds | None:
        """What an attack or an assault would bring."""
        return odds_of(p, option)

    def later(self, p: SjwPosition, piece: str) -> list[Reach]:
        """Where a unit may come with the march it may begin now, with its chance."""
        return later_of(p, UNIT[piece]) if piece in UNIT else []

    def piece_name(self, piece: str, lang: str) -> str:
        """The name of a counter."""
        return NAMES[UNIT[piece]][lang] if piece in UNIT else piece

    def place_name(self, place: str, lang: str) -> str:
        """A hex by its number, with the name of what lies there."""
        board = ground_of("").board
        if place not in board.by_name:
            return place
        name = board.name_of(board.by_name[place], lang)
        return f"{place} {name}" if name else place

    def aims(self, p: SjwPosition, side: int) -> list[Aim]:
        """What wins for whom, and what is missing."""
        return aims_of(p)

    def view(self, p: SjwPosition, side: int) -> View:
        """All there is to see: nothing is hidden."""
        return view_of(self, p, side)

    def overlay(self, p: SjwPosition, side: int, overlay: str, place: str) -> Overlay:
        """Command radius, enemy zones of control, supply and forage, railroads."""
        return overlay_of(p, side, overlay)


GAME: Final = Sjw("sjw", "senki.games.sjw", Writing(PositionForm, read_position, write_position), SjwAdvice())
