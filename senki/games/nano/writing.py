"""A position of Shenandoah Nano written as JSON values, as `forms.py` reads them.

Compiled, and not by way of PositionForm: a table writes its position with every choice.
"""

from __future__ import annotations

from typing import Any

from senki.games.nano.board import OFF, SIDES, TOWNS, UNITS
from senki.games.nano.flow import STEP_NAMES
from senki.games.nano.position import FALLEN, NOBODY, NOWHERE, NanoPosition


def write_position(p: NanoPosition) -> dict[str, Any]:
    """A position in its JSON form, complete: empty fields are left out, the two markers never."""
    written: dict[str, Any] = {"turn": p.turn, "vp": p.vp}
    if p.entered_gap:
        written["south_entered_manassas_gap"] = True
    written["units"] = {UNITS[unit]: _write_unit(p, unit) for unit in range(len(UNITS))}
    written["to_come"] = [STEP_NAMES[step] for step in reversed(p.stack)]
    if p.south_die:
        written["dice"] = {"south": p.south_die, "north": p.north_die}
    if p.acting != NOBODY:
        written["side"] = SIDES[p.acting]
    if p.passed:
        written["passed"] = True
    if p.moves_left:
        written["moves_left"] = p.moves_left
    if p.mover != NOBODY:
        written["attempt"] = {"unit": UNITS[p.mover], "to": TOWNS[p.heading]}
    if p.battle != NOWHERE:
        written["battle"] = _write_battle(p)
    return written


def _write_unit(p: NanoPosition, unit: int) -> dict[str, Any]:
    town = p.town[unit]
    written: dict[str, Any] = {"town": TOWNS[town]} if town != OFF else {}
    if p.came_by[unit] != NOWHERE:
        written["came_by"] = TOWNS[p.came_by[unit]]
    if p.returns[unit]:
        written["returns"] = p.returns[unit]
    if p.marked >> unit & 1:
        written["marked"] = True
    if p.going and p.going[unit] != NOWHERE:
        written["retreats_to"] = "eliminated" if p.going[unit] == FALLEN else TOWNS[p.going[unit]]
    return written


def _write_battle(p: NanoPosition) -> dict[str, Any]:
    written: dict[str, Any] = {"town": TOWNS[p.battle], "loser": SIDES[p.loser]}
    if p.retreating != NOBODY:
        written["asked"] = UNITS[p.retreating]
    return written
