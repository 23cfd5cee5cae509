"""What a view of a position shows, as a number for each row of its observation: equal numbers, equal rows."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from senki.engine.glance import Glance
from senki.games.nano.action import SIX
from senki.games.nano.board import LAST_TURN, NORTH, OFF, SOUTH, TOWNS, TRIANGLES, UNITS_OF, VP_MIN
from senki.games.nano.flow import ACT, CHOOSE_RETREAT, MOUNTAIN_ATTEMPT, SET_UP
from senki.games.nano.position import NanoPosition
from senki.games.nano.setup import next_to_place

HEAD: Final[i64] = 7
"""Rows before those of the units: what is asked, what the question names, the tracks, the four notes."""
ON_MAP: Final[i64] = 64
"""Numbers of units on the map begin here."""
A_SOUTH: Final[i64] = len(UNITS_OF[NORTH]) + 1
"""What a South unit adds to the number of a place; one of the North adds 1."""
MOST_HERE: Final[i64] = (len(UNITS_OF[SOUTH]) + 1) * A_SOUTH
"""The number of a place is smaller than this, even with every unit there."""


def glance_at(p: NanoPosition, rows: Glance) -> None:
    """Tell the rows of the head, of the units and of the towns."""
    setting_up = len(p.stack) > 0 and p.stack[-1] == SET_UP
    towns = p.town
    here = vec[i64]([0] * len(TOWNS))
    for unit in UNITS_OF[SOUTH]:
        if towns[unit] != OFF:
            here[towns[unit]] += A_SOUTH
    for unit in UNITS_OF[NORTH]:
        if towns[unit] != OFF:
            here[towns[unit]] += 1
    gap: i64 = 1 if p.entered_gap else 0
    dice: i64 = p.south_die * 8 + p.north_die
    rows.see(0, _asked(p))
    rows.see(1, _question(p, dice))
    rows.see(2, p.turn * 64 + p.vp - VP_MIN)
    rows.see(3, _triangles(here))
    rows.see(4, dice * 2 + gap, 3)
    row = HEAD
    for unit in UNITS_OF[SOUTH]:
        rows.see(row, _unit(p, unit, setting_up, towns[unit] != OFF and here[towns[unit]] % A_SOUTH > 0))
        row += 1
    for unit in UNITS_OF[NORTH]:
        rows.see(row, _unit(p, unit, setting_up, towns[unit] != OFF and here[towns[unit]] >= A_SOUTH))
        row += 1
    # Two towns at a time: half as many rows to look up.
    last: i64 = len(TOWNS) - 1
    town: i64 = 0
    while town < last:
        rows.see(row + town, here[town] * MOST_HERE + here[town + 1], 2)
        town += 2
    if town == last:
        rows.see(row + town, here[town])


def _asked(p: NanoPosition) -> i64:
    """The step that waits, who is asked, and in which words; nothing when the game is over."""
    if not p.stack:
        return 0
    number: i64 = p.stack[-1] + 1
    number = number * 4 + p.acting + 1
    number = number * 4 + p.loser + 1
    return (number * 2 + int(p.passed)) * 2 + int(p.own_die == SIX)


def _question(p: NanoPosition, dice: i64) -> i64:
    """What the question names: the next to place, the dice, a march, a retreat; at the end the points."""
    if not p.stack:
        return (p.vp - VP_MIN) * 32
    step: i64 = p.stack[-1]
    number = step + 1
    if step == SET_UP:
        return (next_to_place(p) + 1) * 32 + number
    if step == ACT:
        return (dice * 2 + p.acting) * 32 + number
    if step == MOUNTAIN_ATTEMPT:
        return ((p.mover * 32 + p.heading) * 2 + p.acting) * 32 + number
    if step == CHOOSE_RETREAT:
        return ((p.retreating * 32 + p.battle) * 2 + p.loser) * 32 + number
    return (p.acting + 1) * 32 + number


def _triangles(here: vec[i64]) -> i64:
    """The units of both sides in the triangles."""
    number: i64 = 0
    for town in TRIANGLES:
        number += here[town]
    return number


def _unit(p: NanoPosition, unit: i64, setting_up: bool, faced: bool) -> i64:
    """Where a unit is, how it came there, its mark, whether enemies are there; off the map when it may come back."""
    town = p.town[unit]
    marked: i64 = p.marked >> unit & 1
    if town == OFF:
        returns = p.returns[unit]
        return ((returns if 0 < returns <= LAST_TURN else 0) * 2 + marked) * 2 + int(setting_up)
    number = (town * 32 + p.came_by[unit] + 1) * 2 + marked
    return ON_MAP + number * 2 + int(faced)
