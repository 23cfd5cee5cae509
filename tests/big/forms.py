"""The JSON form of a position. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from senki.engine.forms import convert
from senki.engine.reading import check_sound, check_steps, index_of, number_of, number_or
from senki.games.big.board import HEXES, RED, SIDES, UNITS
from senki.games.big.flow import STEP_NAMES, STEPS, decide
from senki.games.big.options import HEX_NAMES, UNIT_NAMES
from senki.games.big.position import NOBODY, OFF, BigPosition, empty_map, put


class UnitForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit: its hex, or the turn in which it comes back; `done` if it has acted in this turn."""

    hex: str | None = None
    due: Annotated[int, msgspec.Meta(ge=0)] = 0
    done: bool = False


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position: every unit, the turn, and the steps to come, the awaited one first."""

    units: dict[str, UnitForm]
    last: Annotated[int, msgspec.Meta(ge=1)]
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    side: str = SIDES[RED]
    acting: str | None = None
    target: str | None = None
    to_come: list[str] = []


def write_position(p: BigPosition) -> dict[str, Any]:
    """A position as plain JSON values."""
    units: dict[str, dict[str, Any]] = {}
    for unit, name in enumerate(UNITS):
        found: dict[str, Any] = {"hex": HEXES[p.hex[unit]]} if p.hex[unit] != OFF else {"due": p.due[unit]}
        if p.done[unit]:
            found["done"] = True
        units[name] = found
    form: dict[str, Any] = {"units": units, "turn": p.turn, "last": p.last, "side": SIDES[p.side]}
    if p.acting != NOBODY:
        form["acting"] = UNITS[p.acting]
    if p.target != OFF:
        form["target"] = HEXES[p.target]
    form["to_come"] = [STEP_NAMES[step] for step in reversed(p.stack)]
    return form


def read_position(form: object, where: str) -> BigPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    check_steps(read.to_come, STEP_NAMES, where)
    p = empty_map(STEPS, [STEP_NAMES.index(name) for name in reversed(read.to_come)])
    for name, unit_form in read.units.items():
        unit = number_of(UNIT_NAMES, name, f"{where}: units")
        p.due[unit], p.done[unit] = unit_form.due, int(unit_form.done)
        put(p, unit, number_or(OFF, HEX_NAMES, unit_form.hex, f"{where}: units.{name}"))
    p.turn, p.last, p.side = read.turn, read.last, index_of(SIDES, read.side, f"{where}: side")
    p.acting = number_or(NOBODY, UNIT_NAMES, read.acting, f"{where}: acting")
    p.target = number_or(OFF, HEX_NAMES, read.target, f"{where}: target")
    if not p.stack:
        p.result = decide(p)
    check_sound(p, where)
    return p
