"""What a view of a position shows, as a few numbers: where they are equal, so are the rows of its observation."""

from __future__ import annotations

from typing import Final

from senki.games.nano.board import LAST_TURN, OFF, SIDE_OF, SOUTH, TOWNS, TRIANGLES, UNITS
from senki.games.nano.flow import SET_UP
from senki.games.nano.position import NanoPosition

HEAD: Final = 3
"""Rows before those of the units: what is asked, the tracks, the notes."""
ROW: Final = 64
"""Numbers of different rows never meet: each is a multiple of this plus the number of its row."""


def glance_of(p: NanoPosition) -> list[int]:
    """A number for each row: three of the head, the units, the towns."""
    setting_up = SET_UP in p.stack
    south = [0] * len(TOWNS)
    north = [0] * len(TOWNS)
    for unit in range(len(UNITS)):
        town = p.town[unit]
        if town != OFF:
            if SIDE_OF[unit] == SOUTH:
                south[town] += 1
            else:
                north[town] += 1
    numbers = [_asked(p, setting_up) * ROW, (p.turn * 128 + p.vp + 64) * ROW + 1, _notes(p, south, north) * ROW + 2]
    for unit in range(len(UNITS)):
        numbers.append(_unit(p, unit, setting_up, north if SIDE_OF[unit] == SOUTH else south) * ROW + HEAD + unit)
    first = HEAD + len(UNITS)
    for town in range(len(TOWNS)):
        numbers.append((south[town] * 8 + north[town]) * ROW + first + town)
    return numbers


def _asked(p: NanoPosition, setting_up: bool) -> int:
    """The step that waits, who is asked, and what the question names; the points when the game is over."""
    number = p.stack[-1] if p.stack else 32 + p.vp + 64
    number = number * 4 + p.acting + 1
    number = number * 4 + p.loser + 1
    number = number * 2 + int(p.passed)
    number = (number * 8 + p.south_die) * 8 + p.north_die
    number = (number * 16 + p.mover + 1) * 32 + p.heading + 1
    number = (number * 16 + p.retreating + 1) * 32 + p.battle + 1
    placed = 0
    if setting_up:
        for unit in range(len(UNITS)):
            if p.town[unit] != OFF:
                placed += 1
    return number * 16 + placed


def _notes(p: NanoPosition, south: list[int], north: list[int]) -> int:
    """The units in the triangles, the gap, the dice."""
    number = int(p.entered_gap)
    for here in (south, north):
        count = 0
        for town in TRIANGLES:
            count += here[town]
        number = number * 16 + count
    return (number * 8 + p.south_die) * 8 + p.north_die


def _unit(p: NanoPosition, unit: int, setting_up: bool, enemies: list[int]) -> int:
    """Where a unit is, how it came there, whether enemies are there too, its mark, when it may come back."""
    town = p.town[unit]
    number = (town + 1) * 32 + p.came_by[unit] + 1
    returns = p.returns[unit]
    number = number * 16 + (returns if 0 < returns <= LAST_TURN else 0)
    number = number * 2 + (p.marked >> unit & 1)
    if town == OFF:
        return number * 2 + int(setting_up)
    return number * 2 + int(enemies[town] > 0)
