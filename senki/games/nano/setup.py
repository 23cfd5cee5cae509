"""Set-up (chapter 2)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.nano.board import (
    NORTH,
    NORTH_SETUP,
    OFF,
    SIDE_OF,
    SOUTH,
    SOUTH_SETUP_TOWNS,
    TOWNS,
    TURN_DATES,
    UNITS,
    UNITS_OF,
    VP_START,
)
from senki.games.nano.options import PLACE
from senki.games.nano.position import NOBODY, NanoPosition


@enforces("NANO-2.1")
def place_the_north(p: NanoPosition) -> None:
    """The North stands where history left it: seven units in five towns."""
    for unit, town in zip(UNITS_OF[NORTH], NORTH_SETUP, strict=True):
        p.town[unit] = town


@enforces("NANO-2.3")
def place_the_markers(p: NanoPosition) -> None:
    """No VP, turn 1, and no South unit has been in Manassas Gap."""
    p.vp = VP_START
    p.turn = 1
    p.entered_gap = False


@enforces("NANO-2.4")
def next_to_place(p: NanoPosition) -> int:
    """The South places openly, S1 to S4; nobody when all are placed."""
    for unit in UNITS_OF[SOUTH]:
        if p.town[unit] == OFF:
            return unit
    return NOBODY


def placements(p: NanoPosition) -> list[Option]:
    """The towns open to the next unit."""
    unit = next_to_place(p)
    return [PLACE[unit][town] for town in SOUTH_SETUP_TOWNS]


@enforces("NANO-2.2")
def placement_objections(p: NanoPosition, option: Option) -> list[Objection]:
    """Each South unit goes freely to one of the six towns behind the Southern line."""
    found: list[Objection] = []
    unit = option.subject
    if SIDE_OF[unit] == NORTH:
        found.append(forbid("NANO-2.1", unit=UNITS[unit]))
    elif unit != next_to_place(p):
        found.append(forbid("NANO-2.4", unit=UNITS[unit], next=UNITS[next_to_place(p)]))
    if option.target not in SOUTH_SETUP_TOWNS:
        found.append(forbid("NANO-2.2", town=TOWNS[option.target]))
    return found


@enforces("NANO-2.5")
def date_of(turn: int) -> str:
    """The first day of a turn: seven turns of three days from 21 May 1862."""
    return TURN_DATES[turn - 1]
