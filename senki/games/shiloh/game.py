"""Shiloh: Grant Surprised as a game of Senki."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from senki.engine.forms import Odds, View
from senki.engine.game import Advice, Game
from senki.engine.option import Option
from senki.engine.position import Position
from senki.games.shiloh.advice import ShilohAdvice
from senki.games.shiloh.arrivals import set_up
from senki.games.shiloh.artillery import sees
from senki.games.shiloh.camps import cup
from senki.games.shiloh.counters import GUNBOATS, NAMES, RANGE, UNIT, USA
from senki.games.shiloh.flow import STEPS
from senki.games.shiloh.forms import GROUND, PositionForm, ground_from, read_position, write_position
from senki.games.shiloh.ground import FRAME, HEX, HEXES
from senki.games.shiloh.odds import odds_of
from senki.games.shiloh.options import parse
from senki.games.shiloh.position import CUP, DRAWN, HIDDEN_CUP, SWITCHES, ShilohPosition, empty_map, in_enemy_zone, put
from senki.games.shiloh.steps import BEGIN_TURN, PLACE_COUNTER
from senki.games.shiloh.tables import HILL_RANGE
from senki.games.shiloh.tasks import CAMP_PLACE, encode, first_of, kind_of
from senki.games.shiloh.view import view_of


class Shiloh(Game):
    """Two days in April 1862."""

    def start(self, scenario: str, settings: dict[str, str]) -> Position:
        """Everybody in place, the South about to move."""
        p = empty_map(STEPS, [BEGIN_TURN], ground_from(self.map_text(scenario, settings)))
        for number, switch in enumerate(SWITCHES):
            if settings.get(switch, "off") == "on":
                p.switches |= 1 << number
        set_up(p)
        return p

    def map_text(self, scenario: str, settings: dict[str, str]) -> str:
        """The map of the switch of that name."""
        return settings.get("map", "")

    def parse(self, text: str) -> Option:
        """The option or outcome a notation names."""
        return parse(text)

    def read(self, form: object, where: str) -> Position:
        """A position from its JSON form."""
        return read_position(form, where)

    def write(self, p: Position) -> dict[str, Any]:
        """A position in its JSON form."""
        assert isinstance(p, ShilohPosition)
        return write_position(p)

    def form(self) -> type[Any]:
        """The class that documents the JSON form."""
        return PositionForm

    def advice(self) -> Advice:
        """What a sensible player values."""
        return ADVICE

    def odds(self, p: Position, option: Option) -> Odds | None:
        """What an attack that is being declared would bring."""
        assert isinstance(p, ShilohPosition)
        return odds_of(p, option)

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

    def view(self, p: Position, side: int) -> View:
        """All that a side may know: everything but what is drawn from a hidden cup."""
        assert isinstance(p, ShilohPosition)
        return view_of(self, p, side)

    def threats(self, p: Position, side: int) -> list[str]:
        """The hexes in enemy zones of control."""
        assert isinstance(p, ShilohPosition)
        return [HEXES[hex] for hex in range(FRAME) if in_enemy_zone(p, side, hex)]

    def sight(self, p: Position, side: int, place: str) -> list[str]:
        """The hexes a battery there could see within its range."""
        assert isinstance(p, ShilohPosition)
        if place not in HEX or not p.ground.exists[HEX[place]]:
            return []
        here = HEX[place]
        most = RANGE[GUNBOATS] + (HILL_RANGE if p.ground.hill[here] else 0)
        near = [hex for hex in range(FRAME) if p.ground.exists[hex] and 0 < p.ground.distance(here, hex) <= most]
        return [HEXES[hex] for hex in near if sees(p.ground, here, hex)]

    def hides(self, p: Position, side: int) -> bool:
        """Only a counter drawn from a hidden cup and not yet placed is unknown to the South."""
        assert isinstance(p, ShilohPosition)
        return hidden_draw(p, side) >= 0

    def keeps_secrets(self, p: Position) -> bool:
        """Only with the hidden cup."""
        assert isinstance(p, ShilohPosition)
        return p.on(HIDDEN_CUP)

    def shows(self, p: Position, text: str, by: int, to: int) -> bool:
        """Everything is open but what was drawn from a hidden cup."""
        return to == USA or not text.startswith("draw ") or not self.keeps_secrets(p)

    def seen(self, p: Position, side: int) -> Position:
        """The position itself; a counter the side cannot know is the first of those it may be."""
        assert isinstance(p, ShilohPosition)
        drawn = hidden_draw(p, side)
        return p if drawn < 0 else with_drawn(p, drawn, min([drawn, *cup(p)]))

    def imagine(self, p: Position, side: int, chance: Random) -> Position:
        """A copy in which a counter the side cannot know is any of those it may be."""
        assert isinstance(p, ShilohPosition)
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


ADVICE: Final = ShilohAdvice()
GAME: Final = Shiloh("shiloh", "senki.games.shiloh")
