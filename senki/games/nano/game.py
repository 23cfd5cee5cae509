"""Shenandoah Nano as a game of Senki."""

from __future__ import annotations

from typing import Final

from senki.engine.forms import Aim, Choice, Mark, Note, Odds, Overlay, OverlayPlace, Piece, Reach, Track, View
from senki.engine.game import Game, Writing
from senki.engine.glance import Glance
from senki.engine.lexicon import Lexicon
from senki.engine.option import Option
from senki.engine.views import chooses, frame, who_chooses
from senki.games.nano.action import moves_allowed
from senki.games.nano.advice import NanoAdvice
from senki.games.nano.aims import aims_of
from senki.games.nano.board import (
    LAST_TURN,
    MAP,
    MOUNTAIN,
    NORTH,
    OFF,
    ROAD,
    SIDE_OF,
    SIDES,
    SOUTH,
    TOWNS,
    TURN_DATES,
    UNITS,
    VP_MAX,
    VP_MIN,
    VP_TO_WIN,
)
from senki.games.nano.flow import ACT, BEGIN_TURN, SET_UP, STEPS
from senki.games.nano.forms import PositionForm, read_position
from senki.games.nano.glance import glance_at
from senki.games.nano.odds import odds_of, reach_later, threatened, unit_number
from senki.games.nano.options import LEXICON, MOVE
from senki.games.nano.position import NOBODY, NOWHERE, NanoPosition, empty_map, state_of
from senki.games.nano.setup import next_to_place, place_the_markers, place_the_north
from senki.games.nano.victory import objectives_taken, units_in_triangles
from senki.games.nano.writing import write_position

TURNS: Final = list(range(1, LAST_TURN + 1))
POINTS: Final = list(range(VP_MIN, VP_MAX + 1))


class Nano(Game[NanoPosition]):
    """The campaign of May and June 1862 on one page."""

    def start(self, scenario: str, settings: dict[str, str]) -> NanoPosition:
        """The North placed, the South about to set up."""
        p = empty_map(STEPS)
        place_the_north(p)
        place_the_markers(p)
        p.stack = [BEGIN_TURN, SET_UP]
        return p

    def lexicon(self, p: NanoPosition) -> Lexicon:
        """The words for units and towns."""
        return LEXICON

    def place_name(self, place: str, lang: str) -> str:
        """The name of a town."""
        return MAP.places[MAP.number(place)].names[lang]

    def odds(self, p: NanoPosition, option: Option) -> Odds | None:
        """What the battle would bring that an option chooses or leads to."""
        return odds_of(p, option)

    def later(self, p: NanoPosition, piece: str) -> list[Reach]:
        """Where a unit comes with the second move of a 6."""
        unit = unit_number(piece)
        if p.over or p.stack[-1] != ACT or unit < 0 or SIDE_OF[unit] != p.acting or p.town[unit] == OFF:
            return []
        return reach_later(p, unit, moves_allowed(p, MOVE[unit][p.town[unit]]))

    def overlay(self, p: NanoPosition, side: int, overlay: str, place: str) -> Overlay:
        """The towns the other side could enter with a move."""
        if overlay != "threats" or side < 0:
            return Overlay()
        return Overlay([OverlayPlace(town, tone="threat") for town in threatened(p, side)])

    def aims(self, p: NanoPosition, side: int) -> list[Aim]:
        """What wins for whom, and what is missing."""
        return aims_of(p)

    def view(self, p: NanoPosition, side: int) -> View:
        """All that a side may know: everything, for nothing is hidden; the options only go to the side that chooses."""
        return frame(
            self,
            p,
            side,
            turn=p.turn,
            pieces=[_piece(p, unit) for unit in range(len(UNITS))],
            tracks=[
                Track("turn", p.turn, TURNS, TURN_DATES),
                Track("vp", p.vp, POINTS, goal=VP_TO_WIN),
            ],
            notes=_notes(p),
            prompt=_prompt(self, p),
            choices=[_choice(p, option) for option in p.options()] if chooses(p, side) else [],
            marks=[Mark("taken", TOWNS[town]) for town in objectives_taken(p)],
        )

    def glance(self, p: NanoPosition, side: int, rows: Glance) -> bool:
        """Nothing is hidden: the numbers are the same for both sides."""
        glance_at(p, rows)
        return True


def _piece(p: NanoPosition, unit: int) -> Piece:
    town = p.town[unit]
    facts: dict[str, str | int] = {"returns": p.returns[unit]} if 0 < p.returns[unit] <= LAST_TURN else {}
    return Piece(
        id=UNITS[unit],
        side=SIDES[SIDE_OF[unit]],
        symbol="infantry",
        place=TOWNS[town] if town != OFF else None,
        box=_box(p, unit),
        state=state_of(p, unit),
        toward=TOWNS[p.came_by[unit]] if p.came_by[unit] != NOWHERE else None,
        markers=["retreated"] if p.marked >> unit & 1 else [],
        facts=facts,
    )


def _box(p: NanoPosition, unit: int) -> str | None:
    if p.town[unit] != OFF:
        return None
    return "to_place" if SET_UP in p.stack and SIDE_OF[unit] == SOUTH else "eliminated"


def _notes(p: NanoPosition) -> list[Note]:
    notes = [
        Note("triangles", {"south": units_in_triangles(p, SOUTH), "north": units_in_triangles(p, NORTH)}),
        Note("gap_entered" if p.entered_gap else "gap_not_entered"),
    ]
    if p.south_die:
        notes.append(Note("dice", {"south": p.south_die, "north": p.north_die}))
    return notes


def _prompt(game: Game, p: NanoPosition) -> Note:
    if p.over:
        assert p.result is not None
        return Note("over", {"side": SIDES[p.result.winner], "vp": p.vp})
    name = p.step.name
    facts = who_chooses(game, p)
    if name == "set_up":
        facts["unit"] = UNITS[next_to_place(p)]
    elif name == "act":
        facts["south"], facts["north"] = p.south_die, p.north_die
        name = "act_with_six" if p.own_die == 6 else "act_after_pass" if p.passed else "act"
    elif name == "mountain_road":
        facts["unit"], facts["to"] = UNITS[p.mover], TOWNS[p.heading]
    elif name == "retreat":
        facts["unit"], facts["town"] = UNITS[p.retreating], TOWNS[p.battle]
    return Note(name, facts)


def _choice(p: NanoPosition, option: Option) -> Choice:
    unit, to = option.subject, option.target
    cost, rolls = "", False
    if option.verb in ("move", "mountain"):
        rolls = option.verb == "move" and MOUNTAIN[ROAD[p.town[unit]][to]]
        cost = "4+" if rolls else "1"
    return Choice(
        text=option.text,
        verb=option.verb,
        piece=UNITS[unit] if unit != NOBODY else None,
        place=TOWNS[to] if to >= 0 else None,
        cost=cost,
        facts=option.facts,
        rolls=rolls,
    )


GAME: Final = Nano("nano", "senki.games.nano", Writing(PositionForm, read_position, write_position), NanoAdvice())
