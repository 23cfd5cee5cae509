"""Captured airfields (1.12), the air points they give (13.1, 13.4) and emergency bombing (13.6)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.capture import is_allied
from senki.games.sicily.counters import ARMY, AXIS, GERMANY
from senki.games.sicily.options import DECLARE_BOMBING, PASS
from senki.games.sicily.position import SUPPLIED, SicilyPosition, units_in
from senki.games.sicily.tables import AIRFIELD_ROWS, RAIN, TABLES, airfield_row

BOMBING_FROM: Final[int] = int(TABLES["airfields"]["bombing_from"])
BOMBING_MOST: Final[int] = int(TABLES["airfields"]["bombing_most"])
BOMBERS: Final[int] = int(TABLES["airfields"]["bombing_points"])
BOMBERS_IN_RAIN: Final[int] = int(TABLES["airfields"]["bombing_rain"])


@enforces("SIC-1.12")
def is_threatened(p: SicilyPosition, hex: int) -> bool:
    """Is a German unit next to a hex that was supplied at the latest judgement? Italians do not count."""
    for to in p.ground.around[hex]:
        for unit in units_in(p, AXIS, to):
            if ARMY[unit] == GERMANY and p.status[unit] == SUPPLIED:
                return True
    return False


@enforces("SIC-1.12")
def is_captured(p: SicilyPosition, hex: int) -> bool:
    """Does an airfield count as captured now?"""
    return is_allied(p, hex) and not is_threatened(p, hex)


@enforces("SIC-2.2", "SIC-1.12")
def count_airfields(p: SicilyPosition) -> None:
    """The count of this record phase, which stands until the next."""
    p.captured = sum(is_captured(p, hex) for hex in p.ground.airfields)
    if p.events is not None:
        p.tell("airfields_counted", "SIC-2.2", {"count": p.captured})


@enforces("SIC-13.1", "SIC-8.1")
def air_points(captured: int, weather: int) -> int:
    """Air points of a turn: by the table, half of them (rounded down) in rain."""
    found = AIRFIELD_ROWS[airfield_row(captured)][1]
    return found // 2 if weather == RAIN else found


@enforces("SIC-13.1", "SIC-13.4")
def give_air_points(p: SicilyPosition) -> None:
    """The points of this turn; whatever was left of the turn before is gone."""
    p.air = air_points(p.captured, p.weather)


@enforces("SIC-13.6")
def may_bomb(p: SicilyPosition) -> bool:
    """From turn 4 on, with at most so many airfields captured."""
    return p.turn >= BOMBING_FROM and p.captured <= BOMBING_MOST


@enforces("SIC-13.6")
def bombing_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """It is declared, or not."""
    return [] if option.verb in (DECLARE_BOMBING.verb, PASS.verb) else [forbid("SIC-13.6", "not_now")]


@enforces("SIC-13.6", "SIC-8.1")
def declare_bombing(p: SicilyPosition, option: Option) -> None:
    """Extra points that need no die, fewer in rain; the Axis gets supply in its turn (12.8)."""
    if option.verb != DECLARE_BOMBING.verb:
        return
    p.bombing = 1
    p.bombers = BOMBERS_IN_RAIN if p.weather == RAIN else BOMBERS
    if p.events is not None:
        p.tell("bombing_declared", "SIC-13.6", {"points": p.bombers})
