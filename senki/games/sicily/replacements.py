"""Replacements (25.1 to 25.5): one point a turn and nation for a unit that has lost a step."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.chits import give_back_chit
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    CA,
    DE,
    IS_FOOT,
    IS_REGIMENT,
    IT,
    MECH_INF,
    NATION,
    RECON,
    SIDE_OF,
    STEPS,
    TANK,
    TYPE,
    UK,
    UNITS,
    UNITS_OF,
    US,
)
from senki.games.sicily.losses import book
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import (
    LIFTED,
    REPLACED,
    REPLACEMENTS,
    SUPPLIED,
    SicilyPosition,
    in_enemy_zone,
    set_left,
)
from senki.games.sicily.supply_points import pay
from senki.games.sicily.tables import TABLES

INFANTRY_POINT: Final = 0
ARMOUR_POINT: Final = 1
NO_POINT: Final = -1
PAYING_NATION: Final = [US, UK, CA, US, DE, NOBODY]
"""By nation: whose points its units use; the Tabor those of the US, Italy has none."""
FIRST_POINT: Final = [0, 2, 4, 0, 6, NOBODY]
"""By nation: where its points stand among REPLACEMENTS, infantry first."""
SUPPLY_PRICE: Final[int] = int(TABLES["costs"]["replacement"][0])
VICTORY_PRICE: Final[int] = int(TABLES["costs"]["replacement"][1])


@enforces("SIC-25.2")
def _kind_of_point(unit: int) -> int:
    if TYPE[unit] in (TANK, RECON, MECH_INF):
        return ARMOUR_POINT
    return INFANTRY_POINT if IS_FOOT[unit] else NO_POINT


POINT: Final[list[int]] = [_kind_of_point(unit) for unit in range(len(UNITS))]
"""By counter: the kind of point it may receive."""


@enforces("SIC-25.1")
def account_of(unit: int) -> int:
    """Which of REPLACEMENTS a unit of a nation that gets points draws on, NOBODY if none."""
    if POINT[unit] == NO_POINT:
        return NOBODY
    return FIRST_POINT[NATION[unit]] + POINT[unit]


@enforces("SIC-25.4")
def has_loss(p: SicilyPosition, unit: int) -> bool:
    """Has a unit on the map lost a step?"""
    return p.left[unit] < STEPS[unit]


@enforces("SIC-25.4")
def takes_recruits(unit: int) -> bool:
    """Allied infantry regiments and brigades fill up with men who lower their morale."""
    return SIDE_OF[unit] == ALLIES and IS_REGIMENT[unit] and IS_FOOT[unit]


def may_receive(p: SicilyPosition, unit: int) -> bool:
    """May a unit of the side whose supply phase it is receive a point now?"""
    if p.hex[unit] < 0 or not has_loss(p, unit):
        return False
    return SIDE_OF[unit] == p.side and not replace_objections(p, unit)


def replaceable(p: SicilyPosition) -> list[int]:
    """The units that may receive a point now."""
    if not any(p.replacements):
        return []
    return [unit for unit in UNITS_OF[p.side] if may_receive(p, unit)]


@enforces("SIC-25.1", "SIC-25.2", "SIC-25.3", "SIC-25.4")
def replace_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Every reason why a unit may not receive a point."""
    if SIDE_OF[unit] != p.side:
        return [forbid("SIC-25.1", "not_yours", unit=UNITS[unit])]
    if NATION[unit] == IT:
        return [forbid("SIC-25.3", "no_italians", unit=UNITS[unit])]
    if p.hex[unit] < 0:
        return [forbid("SIC-25.3", "not_on_map", unit=UNITS[unit])]
    account = account_of(unit)
    if account == NOBODY:
        return [forbid("SIC-25.2", "no_replacements", unit=UNITS[unit])]
    found: list[Objection] = []
    if not p.replacements[account]:
        found.append(forbid("SIC-25.1", "no_points", unit=UNITS[unit], kind=REPLACEMENTS[account]))
    if p.replaced >> PAYING_NATION[NATION[unit]] & 1:
        found.append(forbid("SIC-25.1", "point_spent", unit=UNITS[unit]))
    if IS_REGIMENT[unit] and p.left[unit] == 1:
        found.append(forbid("SIC-25.3", "replaced_cadre", unit=UNITS[unit]))
    elif not has_loss(p, unit):
        found.append(forbid("SIC-25.4", "at_full", unit=UNITS[unit]))
    elif takes_recruits(unit) and p.morale[unit] == 1:
        found.append(forbid("SIC-25.4", "lowest_morale", unit=UNITS[unit]))
    if in_enemy_zone(p, p.side, p.hex[unit]):
        found.append(forbid("SIC-25.3", "replaced_in_zone", unit=UNITS[unit]))
    if p.flags[unit] & LIFTED:
        found.append(forbid("SIC-25.3", "replaced_lifted", unit=UNITS[unit]))
    elif p.status[unit] != SUPPLIED:
        found.append(forbid("SIC-25.3", "replaced_unsupplied", unit=UNITS[unit]))
    return found


@enforces("SIC-25.1", "SIC-25.4", "SIC-25.5", "SIC-1.9")
def replace(p: SicilyPosition, unit: int) -> None:
    """Spend a point: a step comes back, of Allied infantry regiments for a point of morale and a new chit; it costs a
    supply point and victory points."""
    p.replacements[account_of(unit)] -= 1
    p.replaced |= 1 << PAYING_NATION[NATION[unit]]
    if takes_recruits(unit):
        give_back_chit(p, unit)
        p.morale[unit] -= 1
    set_left(p, unit, p.left[unit] + 1)
    if p.events is not None:
        p.tell("replaced", "SIC-25.4", {"unit": UNITS[unit], "left": p.left[unit]})
        if takes_recruits(unit):
            p.tell("morale_lowered", "SIC-25.4", {"unit": UNITS[unit], "morale": p.morale[unit]})
    pay(p, ARMY[unit], SUPPLY_PRICE)
    book(p, REPLACED, -VICTORY_PRICE if SIDE_OF[unit] == ALLIES else VICTORY_PRICE)
