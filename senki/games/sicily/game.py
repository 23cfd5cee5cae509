"""Sicily as a game of Senki."""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice, Game, Writing
from senki.engine.lexicon import Lexicon
from senki.games.sicily.counters import NAMES, UNIT
from senki.games.sicily.flow import STEPS
from senki.games.sicily.forms import PositionForm, read_position
from senki.games.sicily.ground import ground_of
from senki.games.sicily.position import SWITCHES, VARIABLE_LANDING, SicilyPosition, empty_map
from senki.games.sicily.scenario import theatre
from senki.games.sicily.setup import set_up
from senki.games.sicily.steps import BEGIN_TURN, COASTAL_DICE, PLAN_LANDING
from senki.games.sicily.writing import write_position


class Sicily(Game[SicilyPosition]):
    """Sicily, July and August 1943."""

    def start(self, scenario: str, settings: dict[str, str]) -> SicilyPosition:
        """Everybody in place or on the way, the first turn about to begin."""
        p = empty_map(STEPS, [BEGIN_TURN], theatre(scenario, self.map_text(scenario, settings)))
        for number, switch in enumerate(SWITCHES):
            if settings.get(switch, "off") == "on":
                p.switches |= 1 << number
        set_up(p)
        if p.theatre.plan.invasion:
            p.push(COASTAL_DICE)
            if p.on(VARIABLE_LANDING):
                p.push(PLAN_LANDING)
        return p

    def lexicon(self, p: SicilyPosition) -> Lexicon:
        """The words of the game on the map of this position."""
        return p.ground.words

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


GAME: Final = Sicily("sicily", "senki.games.sicily", Writing(PositionForm, read_position, write_position), Advice())
