"""The JSON form of a position of Shenandoah Nano. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from senki.engine.errors import BrokenInvariant, Malformed, UnknownName
from senki.engine.forms import convert, plain
from senki.engine.position import Result
from senki.games.nano.board import (
    LAST_TURN,
    MAP,
    NORTH,
    OFF,
    SIDE_OF,
    SIDES,
    TOWNS,
    UNIT,
    UNITS,
    VP_MAX,
    VP_TO_WIN,
)
from senki.games.nano.flow import AFTER, REST_OF_TURN, STEP_NAMES, STEPS
from senki.games.nano.initiative import side_with_initiative
from senki.games.nano.position import FALLEN, NOBODY, NOWHERE, NanoPosition, empty_map

Side = Literal["south", "north"]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]


class UnitForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit: its town, with `came_by` while it attacks; or, eliminated, the turn from which it `returns`."""

    town: str | None = None
    came_by: str | None = None
    returns: int = 0
    marked: bool = False
    """It has retreated in this combat phase (NANO-10.9)."""
    retreats_to: str | None = None
    """Of a battle just decided: where it will go; `eliminated` if nowhere."""


class DiceForm(msgspec.Struct, forbid_unknown_fields=True):
    """The initiative dice of the round."""

    south: Die
    north: Die


class AttemptForm(msgspec.Struct, forbid_unknown_fields=True):
    """A move declared over a mountain road that waits for its die."""

    unit: str
    to: str


class BattleForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A battle decided, its retreats not yet carried out."""

    town: str
    loser: Side
    asked: str | None = None
    """The unit whose retreat is awaited."""


class PositionForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A position. Units that are not named are off the map for good; a case needs only what matters to it."""

    turn: Annotated[int, msgspec.Meta(ge=1, le=LAST_TURN)] = 1
    vp: Annotated[int, msgspec.Meta(ge=0, le=VP_MAX)] = 0
    south_entered_manassas_gap: bool = False
    units: dict[str, UnitForm] = {}
    to_come: list[str] | None = None
    """The steps to come, the awaited one first; the rest of the turn may be left out. Empty: the game is over."""
    dice: DiceForm | None = None
    side: Side | None = None
    """The side that acts or picks; follows from the dice if left out."""
    passed: bool = False
    moves_left: int = 0
    attempt: AttemptForm | None = None
    battle: BattleForm | None = None


def read_position(form: object, where: str) -> NanoPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    p = empty_map(STEPS)
    p.turn, p.vp, p.entered_gap = read.turn, read.vp, read.south_entered_manassas_gap
    for name, unit_form in read.units.items():
        _read_unit(p, name, unit_form, f"{where}: units.{name}")
    p.stack = _read_stack(read.to_come, where)
    if read.dice is not None:
        p.south_die, p.north_die = read.dice.south, read.dice.north
        p.acting = side_with_initiative(p.south_die, p.north_die)
    if read.side is not None:
        p.acting = SIDES.index(read.side)
    p.passed, p.moves_left = read.passed, read.moves_left
    if read.attempt is not None:
        p.mover = _unit(read.attempt.unit, f"{where}: attempt.unit")
        p.heading = _town(read.attempt.to, f"{where}: attempt.to")
    if read.battle is not None:
        p.battle = _town(read.battle.town, f"{where}: battle.town")
        p.loser = SIDES.index(read.battle.loser)
        p.retreating = _unit(read.battle.asked, f"{where}: battle.asked") if read.battle.asked else NOBODY
        p.going = p.going or [NOWHERE] * len(UNITS)
    if not p.stack:
        p.result = Result(0 if p.vp >= VP_TO_WIN else 1, "victory", p.vp, "NANO-3.1")
    _check(p, where)
    return p


def _check(p: NanoPosition, where: str) -> None:
    try:
        p.check()
    except BrokenInvariant as broken:
        raise Malformed(f"{where}: {broken}") from None
    awaited = STEP_NAMES[p.stack[-1]] if p.stack else ""
    needed = {
        "act": ("side or dice", p.acting != NOBODY and p.own_die > 0),
        "second_move": ("side or dice", p.acting != NOBODY and p.own_die > 0),
        "pick_battle": ("side", p.acting != NOBODY),
        "mountain_road": ("attempt", p.mover != NOBODY),
        "retreat": ("battle with asked", p.battle != NOWHERE and p.retreating != NOBODY),
        "retreats": ("battle", p.battle != NOWHERE),
    }
    if awaited in needed and not needed[awaited][1]:
        raise Malformed(f"{where}: step '{awaited}' needs '{needed[awaited][0]}'")


def _read_unit(p: NanoPosition, name: str, form: UnitForm, where: str) -> None:
    unit = _unit(name, where)
    if form.town is not None:
        p.town[unit] = _town(form.town, f"{where}.town")
    if form.came_by is not None:
        p.came_by[unit] = _town(form.came_by, f"{where}.came_by")
    if form.returns and (form.town is not None or SIDE_OF[unit] != NORTH):
        raise Malformed(f"{where}.returns: only an eliminated North unit comes back")
    p.returns[unit] = form.returns
    if form.marked:
        p.marked |= 1 << unit
    if form.retreats_to is not None:
        p.going = p.going or [NOWHERE] * len(UNITS)
        eliminated = form.retreats_to == "eliminated"
        p.going[unit] = FALLEN if eliminated else _town(form.retreats_to, f"{where}.retreats_to")


def _read_stack(to_come: list[str] | None, where: str) -> list[int]:
    if to_come is None:
        to_come = ["initiative"]
    if not to_come:
        return []
    for name in to_come:
        if name not in STEP_NAMES:
            raise UnknownName(f"{where}: to_come: there is no step '{name}'; steps are: {', '.join(STEP_NAMES)}")
    steps = [STEP_NAMES.index(name) for name in to_come]
    steps += AFTER.get(to_come[-1], REST_OF_TURN)
    steps.reverse()
    return steps


def _unit(name: str, where: str) -> int:
    if name not in UNIT:
        raise UnknownName(f"{where}: there is no unit '{name}'; units are: {', '.join(UNITS)}")
    return UNIT[name]


def _town(name: str, where: str) -> int:
    try:
        return MAP.number(name)
    except UnknownName as wrong:
        raise UnknownName(f"{where}: {wrong}") from None


def write_position(p: NanoPosition) -> dict[str, Any]:
    """A position in its JSON form, complete."""
    form = PositionForm(
        turn=p.turn,
        vp=p.vp,
        south_entered_manassas_gap=p.entered_gap,
        units={UNITS[unit]: _write_unit(p, unit) for unit in range(len(UNITS))},
        to_come=[STEP_NAMES[step] for step in reversed(p.stack)],
        dice=DiceForm(p.south_die, p.north_die) if p.south_die else None,
        side=SIDES[p.acting] if p.acting != NOBODY else None,  # type: ignore[arg-type]
        passed=p.passed,
        moves_left=p.moves_left,
        attempt=AttemptForm(UNITS[p.mover], TOWNS[p.heading]) if p.mover != NOBODY else None,
        battle=_write_battle(p) if p.battle != NOWHERE else None,
    )
    written: dict[str, Any] = plain(form)
    return written


def _write_unit(p: NanoPosition, unit: int) -> UnitForm:
    going = p.going[unit] if p.going else NOWHERE
    return UnitForm(
        town=TOWNS[p.town[unit]] if p.town[unit] != OFF else None,
        came_by=TOWNS[p.came_by[unit]] if p.came_by[unit] != NOWHERE else None,
        returns=p.returns[unit],
        marked=bool(p.marked >> unit & 1),
        retreats_to=None if going == NOWHERE else "eliminated" if going == FALLEN else TOWNS[going],
    )


def _write_battle(p: NanoPosition) -> BattleForm:
    asked = UNITS[p.retreating] if p.retreating != NOBODY else None
    return BattleForm(TOWNS[p.battle], SIDES[p.loser], asked)  # type: ignore[arg-type]
