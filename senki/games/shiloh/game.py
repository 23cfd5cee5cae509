"""Shiloh: Grant Surprised as a game of Senki."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.forms import Aim, Odds, Overlay, Reach, View
from senki.engine.game import Game, Writing
from senki.engine.lexicon import Lexicon
from senki.engine.option import Option
from senki.engine.tasks import encode, first_of, kind_of
from senki.games.shiloh.advice import ShilohAdvice
from senki.games.shiloh.aims import aims_of
from senki.games.shiloh.arrivals import set_up
from senki.games.shiloh.camps import cup
from senki.games.shiloh.counters import NAMES, UNIT, USA
from senki.games.shiloh.flow import STEPS
from senki.games.shiloh.forms import GROUND, PositionForm, ground_from, read_position, write_position
from senki.games.shiloh.odds import odds_of
from senki.games.shiloh.outlook import later_of
from senki.games.shiloh.overlays import overlay_of
from senki.games.shiloh.position import CUP, DRAWN, HIDDEN_CUP, SCENARIOS, SWITCHES, ShilohPosition, empty_map, put
from senki.games.shiloh.steps import BEGIN_TURN, PLACE_COUNTER
from senki.games.shiloh.taking_back import UNCOUNTED
from senki.games.shiloh.tasks import CAMP_PLACE
from senki.games.shiloh.view import view_of


class Shiloh(Game[ShilohPosition]):
    """Two days in April 1862."""

    def start(self, scenario: str, settings: dict[str, str]) -> ShilohPosition:
        """Everybody in place, the South about to move."""
        p = empty_map(STEPS, [BEGIN_TURN], ground_from(self.map_text(scenario, settings)))
        p.scenario = SCENARIOS.index(scenario)
        for number, switch in enumerate(SWITCHES):
            if settings.get(switch, "off") == "on":
                p.switches |= 1 << number
        set_up(p)
        return p

    def go_by(self, p: ShilohPosition, rules: int) -> None:
        """The second rules had no end of taking back (SHI-3.8) and were otherwise the same."""
        p.taken_back = UNCOUNTED

    def lexicon(self, p: ShilohPosition) -> Lexicon:
        """The words of the game on the map of this position."""
        return p.ground.words

    def odds(self, p: ShilohPosition, option: Option) -> Odds | None:
        """What an attack that is being declared would bring."""
        return odds_of(p, option)

    def later(self, p: ShilohPosition, piece: str) -> list[Reach]:
        """Where a unit may come with the move it may begin now, and how likely."""
        return later_of(p, UNIT[piece]) if piece in UNIT else []

    def piece_name(self, piece: str, lang: str) -> str:
        """The name of a counter."""
        return NAMES[UNIT[piece]][lang] if piece in UNIT else piece

    def place_name(self, place: str, lang: str) -> str:
        """A hex by its number, with the name of what lies there."""
        board = GROUND.board
        if place not in board.by_name:
            return place
        name = board.name_of(board.number(place), lang)
        return f"{place} {name}" if name else place

    def aims(self, p: ShilohPosition, side: int) -> list[Aim]:
        """What wins for whom, and what is missing."""
        return aims_of(p)

    def view(self, p: ShilohPosition, side: int) -> View:
        """All that a side may know: everything but what is drawn from a hidden cup."""
        return view_of(self, p, side)

    def overlay(self, p: ShilohPosition, side: int, overlay: str, place: str) -> Overlay:
        """Enemy zones of control, what is seen from a hex, lines of communication."""
        return overlay_of(p, side, overlay, place)

    def hides(self, p: ShilohPosition, side: int) -> bool:
        """Only a counter drawn from a hidden cup and not yet placed is unknown to the South."""
        return hidden_draw(p, side) >= 0

    def keeps_secrets(self, p: ShilohPosition) -> bool:
        """Only with the hidden cup."""
        return p.on(HIDDEN_CUP)

    def shows(self, p: ShilohPosition, text: str, by: int, to: int) -> bool:
        """Everything is open but what was drawn from a hidden cup."""
        return to == USA or not text.startswith("draw ") or not self.keeps_secrets(p)

    def seen(self, p: ShilohPosition, side: int) -> ShilohPosition:
        """The position itself; a counter the side cannot know is the first of those it may be."""
        drawn = hidden_draw(p, side)
        return p if drawn < 0 else with_drawn(p, drawn, min([drawn, *cup(p)]))

    def imagine(self, p: ShilohPosition, side: int, chance: Random) -> ShilohPosition:
        """A copy in which a counter the side cannot know is any of those it may be."""
        drawn = hidden_draw(p, side)
        if drawn < 0:
            return p.copy()
        possible = sorted([drawn, *cup(p)])
        return with_drawn(p, drawn, possible[int(chance.random() * len(possible))])


def hidden_draw(p: ShilohPosition, side: int) -> int:
    """The counter the North has drawn from a hidden cup and not yet placed, if this side may not know it; or -1."""
    if side == USA or not p.on(HIDDEN_CUP) or not p.stack or p.stack[-1] != PLACE_COUNTER:
        return -1
    return first_of(p.task) if kind_of(p.task) == CAMP_PLACE else -1


def with_drawn(p: ShilohPosition, drawn: int, other: int) -> ShilohPosition:
    """A copy in which another counter is the one that was drawn."""
    twin = p.copy()
    put(twin, drawn, CUP)
    put(twin, other, DRAWN)
    twin.task = encode(CAMP_PLACE, other)
    return twin


GAME: Final = Shiloh(
    "shiloh", "senki.games.shiloh", Writing(PositionForm, read_position, write_position), ShilohAdvice()
)
