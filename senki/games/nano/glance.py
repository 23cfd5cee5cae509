"""What a view of a position shows, as a number for each row of its observation: equal numbers, equal rows."""

from __future__ import annotations

from typing import Final

from senki.engine.glance import Glance
from senki.games.nano.action import SIX
from senki.games.nano.board import LAST_TURN, OFF, SIDE_OF, SOUTH, TOWNS, TRIANGLES, UNITS, VP_MIN
from senki.games.nano.flow import ACT, CHOOSE_RETREAT, MOUNTAIN_ATTEMPT, SET_UP
from senki.games.nano.position import NanoPosition

HEAD: Final = 7
"""Rows before those of the units: what is asked, what the question names, the tracks, the four notes."""
ON_MAP: Final = 64
"""Numbers of units on the map begin here."""


def glance_at(p: NanoPosition, rows: Glance) -> None:
    """Tell the rows of the head, of the units and of the towns."""
    setting_up = SET_UP in p.stack
    south = [0] * len(TOWNS)
    north = [0] * len(TOWNS)
    placed = 0
    for unit in range(len(UNITS)):
        town = p.town[unit]
        if town != OFF:
            placed += 1
            if SIDE_OF[unit] == SOUTH:
                south[town] += 1
            else:
                north[town] += 1
    gap = int(p.entered_gap)
    dice = p.south_die * 8 + p.north_die
    rows.see(0, _asked(p))
    rows.see(1, _question(p, placed if setting_up else 0, dice))
    rows.see(2, p.turn * 64 + p.vp - VP_MIN)
    rows.see(3, _triangles(south, north))
    rows.see(4, gap)
    rows.see(5, gap)
    rows.see(6, dice)
    for unit in range(len(UNITS)):
        rows.see(HEAD + unit, _unit(p, unit, setting_up, north if SIDE_OF[unit] == SOUTH else south))
    first = HEAD + len(UNITS)
    for town in range(len(TOWNS)):
        rows.see(first + town, south[town] * 8 + north[town])


def _asked(p: NanoPosition) -> int:
    """The step that waits, who is asked, and in which words; nothing when the game is over."""
    if not p.stack:
        return 0
    number = p.stack[-1] + 1
    number = number * 4 + p.acting + 1
    number = number * 4 + p.loser + 1
    return (number * 2 + int(p.passed)) * 2 + int(p.own_die == SIX)


def _question(p: NanoPosition, placed: int, dice: int) -> int:
    """What the question names: the next to place, the dice, a march, a retreat; at the end the points."""
    if not p.stack:
        return (p.vp - VP_MIN) * 32
    step = p.stack[-1]
    number = step + 1
    if step == SET_UP:
        return placed * 32 + number
    if step == ACT:
        return (dice * 2 + p.acting) * 32 + number
    if step == MOUNTAIN_ATTEMPT:
        return ((p.mover * 32 + p.heading) * 2 + p.acting) * 32 + number
    if step == CHOOSE_RETREAT:
        return ((p.retreating * 32 + p.battle) * 2 + p.loser) * 32 + number
    return (p.acting + 1) * 32 + number


def _triangles(south: list[int], north: list[int]) -> int:
    """The units of both sides in the triangles."""
    ours = theirs = 0
    for town in TRIANGLES:
        ours += south[town]
        theirs += north[town]
    return ours * 16 + theirs


def _unit(p: NanoPosition, unit: int, setting_up: bool, enemies: list[int]) -> int:
    """Where a unit is, how it came there, its mark, whether enemies are there; off the map when it may come back."""
    town = p.town[unit]
    marked = p.marked >> unit & 1
    if town == OFF:
        returns = p.returns[unit]
        return ((returns if 0 < returns <= LAST_TURN else 0) * 2 + marked) * 2 + int(setting_up)
    number = (town * 32 + p.came_by[unit] + 1) * 2 + marked
    return ON_MAP + number * 2 + int(enemies[town] > 0)
