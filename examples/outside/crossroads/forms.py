"""The JSON form of a position, for records, cases and everything that goes from process to process."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from crossroads.flow import STEP_NAMES, STEPS, UNIT_NAMES, VILLAGE_NAMES, decide
from crossroads.position import LOST, NOBODY, SIDES, UNITS, VILLAGES, CrossroadsPosition
from senki.engine.forms import convert
from senki.engine.reading import check_sound, check_steps, index_of, number_of, number_or


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position: the villages of the battalions (a lost one is not named), points, turn and the steps to come."""

    units: dict[str, str]
    points: dict[str, Annotated[int, msgspec.Meta(ge=0)]] = {}
    turn: Annotated[int, msgspec.Meta(ge=1)] = 1
    acting: str = SIDES[0]
    attacker: str | None = None
    target: str | None = None
    to_come: list[str] = []


def write_position(p: CrossroadsPosition) -> dict[str, Any]:
    """A position as plain JSON values."""
    form: dict[str, Any] = {
        "units": {UNITS[unit]: VILLAGES[place] for unit, place in enumerate(p.place) if place != LOST},
        "points": {SIDES[side]: points for side, points in enumerate(p.points)},
        "turn": p.turn,
        "acting": SIDES[p.acting],
    }
    if p.attacker != NOBODY:
        form |= {"attacker": UNITS[p.attacker], "target": VILLAGES[p.target]}
    form["to_come"] = [STEP_NAMES[step] for step in reversed(p.stack)]
    return form


def read_position(form: object, where: str) -> CrossroadsPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    check_steps(read.to_come, STEP_NAMES, where)
    stack = [STEP_NAMES.index(name) for name in reversed(read.to_come)]
    p = CrossroadsPosition(STEPS, stack, [LOST] * len(UNITS), [read.points.get(side, 0) for side in SIDES])
    for name, village in read.units.items():
        unit = number_of(UNIT_NAMES, name, f"{where}: units")
        p.place[unit] = number_of(VILLAGE_NAMES, village, f"{where}: units.{name}")
    p.turn, p.acting = read.turn, index_of(SIDES, read.acting, f"{where}: acting")
    p.attacker = number_or(NOBODY, UNIT_NAMES, read.attacker, f"{where}: attacker")
    p.target = number_or(LOST, VILLAGE_NAMES, read.target, f"{where}: target")
    if not p.stack:
        p.result = decide(p)
    check_sound(p, where)
    return p
