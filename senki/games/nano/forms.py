"""The JSON form of a position of Shenandoah Nano. Not compiled: msgspec reads these classes as they stand."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

import msgspec

from senki.engine.errors import Malformed
from senki.engine.forms import convert
from senki.engine.position import Result
from senki.engine.reading import check_sound, check_steps, number_of, number_or, stack_of
from senki.games.nano.action import SIX
from senki.games.nano.board import (
    LAST_TURN,
    MANASSAS_GAP,
    MOUNTAIN,
    NORTH,
    OFF,
    ROAD,
    SIDE_OF,
    SIDES,
    SOUTH,
    TOWNS,
    UNITS,
    VP_MAX,
    VP_TO_WIN,
)
from senki.games.nano.flow import NEXT, NEXT_BATTLE, STEP_NAMES, STEPS
from senki.games.nano.initiative import side_with_initiative
from senki.games.nano.movement import move_objections
from senki.games.nano.options import TOWN_NAMES, UNIT_NAMES
from senki.games.nano.position import (
    FALLEN,
    NOBODY,
    NOWHERE,
    NanoPosition,
    contested,
    contested_towns,
    empty_map,
    holds,
)
from senki.games.nano.redeployment import eligible
from senki.games.nano.retreat import retreats
from senki.games.nano.setup import next_to_place

Side = Literal["south", "north"]
QUIET_STEPS = ("set_up", "begin_turn", "north_redeployment", "redeploy", "objective_control", "turn_marker")
"""Steps outside the action rounds and the combat phase: no town is contested then."""
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]


class UnitForm(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A unit: its town, with `came_by` while it attacks; or, eliminated, the turn from which it `returns`."""

    town: str | None = None
    came_by: str | None = None
    returns: Annotated[int, msgspec.Meta(ge=0)] = 0
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
    """The steps to come, the awaited one first; what must follow may be left out. Empty: the game is over."""
    dice: DiceForm | None = None
    side: Side | None = None
    """The side that acts or picks; follows from `dice` and `passed` if left out."""
    passed: bool = False
    moves_left: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    """Of an action under way, the move that waits included; 1 if left out where it matters."""
    attempt: AttemptForm | None = None
    battle: BattleForm | None = None


def read_position(form: object, where: str) -> NanoPosition:
    """A position from its JSON form; raises Malformed or UnknownName with the place of the mistake."""
    read: PositionForm = convert(form, PositionForm, where)
    p = empty_map(STEPS)
    p.turn, p.vp, p.entered_gap = read.turn, read.vp, read.south_entered_manassas_gap
    for name, unit_form in read.units.items():
        _read_unit(p, name, unit_form, f"{where}: units.{name}")
    p.entered_gap = p.entered_gap or holds(p, SOUTH, MANASSAS_GAP)
    p.stack = _read_stack(read.to_come, where)
    if read.dice is not None:
        p.south_die, p.north_die = read.dice.south, read.dice.north
        p.acting = _acting(p.south_die, p.north_die, read.passed)
    if read.side is not None:
        p.acting = SIDES.index(read.side)
    p.passed, p.moves_left = read.passed, read.moves_left
    if read.attempt is not None:
        p.mover = number_of(UNIT_NAMES, read.attempt.unit, f"{where}: attempt.unit")
        p.heading = number_of(TOWN_NAMES, read.attempt.to, f"{where}: attempt.to")
        p.acting = SIDE_OF[p.mover]
    if p.stack and STEP_NAMES[p.stack[-1]] in ("mountain_road", "second_move"):
        p.moves_left = p.moves_left or 1
    if read.battle is not None:
        p.battle = number_of(TOWN_NAMES, read.battle.town, f"{where}: battle.town")
        p.loser = SIDES.index(read.battle.loser)
        p.retreating = number_or(NOBODY, UNIT_NAMES, read.battle.asked, f"{where}: battle.asked")
        p.going = p.going or [NOWHERE] * len(UNITS)
    if not p.stack:
        p.result = Result(0 if p.vp >= VP_TO_WIN else 1, "victory", p.vp, "NANO-3.1")
    _check(p, where)
    return p


def _acting(south: int, north: int, passed: bool) -> int:
    first = side_with_initiative(south, north)
    return 1 - first if passed else first


def _check(p: NanoPosition, where: str) -> None:
    check_sound(p, where)
    awaited = STEP_NAMES[p.stack[-1]] if p.stack else ""
    wrong = _lacks(p, awaited) or _strays(p, awaited)
    if wrong:
        raise Malformed(f"{where}: {f'step {awaited!r}' if awaited else 'the end of the game'} {wrong}")


def _lacks(p: NanoPosition, awaited: str) -> str:
    """What the awaited step cannot do without."""
    battles = len(contested_towns(p))
    if not awaited:
        return "" if p.turn == LAST_TURN else f"comes after turn {LAST_TURN}"
    if awaited == "set_up" and next_to_place(p) == NOBODY:
        return "needs a South unit that is not yet placed"
    if awaited == "redeploy" and not eligible(p):
        return "needs an eliminated North unit that may return"
    if awaited in ("act", "second_move"):
        if not p.south_die:
            return "needs 'dice'"
        if p.south_die == 1 or p.acting != _acting(p.south_die, p.north_die, p.passed):
            return "is not this side's with these 'dice'"
        if awaited == "second_move" and p.own_die != SIX:
            return "needs a 6"
    if awaited == "mountain_road":
        if p.mover == NOBODY:
            return "needs 'attempt'"
        if move_objections(p, p.mover, p.heading) or not MOUNTAIN[ROAD[p.town[p.mover]][p.heading]]:
            return "needs an 'attempt' that is a possible move over a mountain road"
        if p.south_die and (p.south_die == 1 or p.acting != _acting(p.south_die, p.north_die, p.passed)):
            return "is not this side's with these 'dice'"
        if p.moves_left == 2 and p.own_die != SIX:
            return "needs a 6 for a second move"
    if awaited == "pick_battle" and p.acting == NOBODY:
        return "needs 'side'"
    if awaited in ("pick_battle", "battle_order") and battles < 2:
        return "needs two contested towns"
    if awaited in ("retreat", "retreats") and (p.battle == NOWHERE or not contested(p, p.battle)):
        return "needs a 'battle' in a contested town"
    if awaited == "retreat" and (
        p.retreating == NOBODY
        or SIDE_OF[p.retreating] != p.loser
        or p.town[p.retreating] != p.battle
        or len(retreats(p, p.retreating)) < 2
    ):
        return "needs 'battle.asked', a beaten unit with a choice"
    if awaited in QUIET_STEPS and battles:
        return f"comes when no town is contested, but {TOWNS[contested_towns(p)[0]]} is"
    return ""


def _strays(p: NanoPosition, awaited: str) -> str:
    """What belongs to another step."""
    if p.mover != NOBODY and awaited != "mountain_road":
        return "has no 'attempt'"
    if p.battle != NOWHERE and awaited not in ("retreat", "retreats"):
        return "has no 'battle'"
    if p.moves_left and awaited not in ("mountain_road", "second_move"):
        return "has no 'moves_left'"
    for unit in range(len(UNITS)):
        if p.going and p.going[unit] != NOWHERE and (SIDE_OF[unit] != p.loser or p.town[unit] != p.battle):
            return f"has no 'retreats_to' for {UNITS[unit]}, which was not beaten in a battle just decided"
        if p.marked >> unit & 1 and (NEXT_BATTLE not in p.stack or p.town[unit] == OFF):
            return f"has no mark on {UNITS[unit]}, which did not retreat in a combat phase that is still on"
    return ""


def _read_unit(p: NanoPosition, name: str, form: UnitForm, where: str) -> None:
    unit = number_of(UNIT_NAMES, name, where)
    if form.town is not None:
        p.town[unit] = number_of(TOWN_NAMES, form.town, f"{where}.town")
    if form.came_by is not None:
        p.came_by[unit] = number_of(TOWN_NAMES, form.came_by, f"{where}.came_by")
    if form.returns and (form.town is not None or SIDE_OF[unit] != NORTH):
        raise Malformed(f"{where}.returns: only an eliminated North unit comes back")
    p.returns[unit] = form.returns
    if form.marked:
        p.marked |= 1 << unit
    if form.retreats_to is not None:
        p.going = p.going or [NOWHERE] * len(UNITS)
        eliminated = form.retreats_to == "eliminated"
        p.going[unit] = FALLEN if eliminated else number_of(TOWN_NAMES, form.retreats_to, f"{where}.retreats_to")


def _read_stack(to_come: list[str] | None, where: str) -> list[int]:
    names = ["initiative"] if to_come is None else list(to_come)
    check_steps(names, STEP_NAMES, where)
    for step, following in pairwise(names):
        if following not in NEXT[step]:
            raise Malformed(f"{where}: to_come: '{following}' does not follow '{step}'")
    return stack_of(names, STEP_NAMES, NEXT)
