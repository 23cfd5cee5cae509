"""Pack transport (18.1 to 18.3): who gets a marker, what it costs, and taking it off."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    DIVISION,
    DIVISIONS,
    INFANTRY,
    IS_REGIMENT,
    NATION,
    SIDE_OF,
    TYPE,
    UK,
    UK_ARMY,
    UNITS,
    UNITS_OF,
    US,
)
from senki.games.sicily.position import PACKED, SUPPLIED, SicilyPosition, is_regiment
from senki.games.sicily.supply_points import pay
from senki.games.sicily.tables import TABLES

_PACK: Final[dict[str, Any]] = TABLES["pack"]
US_DIVISION: Final[int] = DIVISIONS.index(str(_PACK["us_division"]))
FROM: Final[list[int]] = [int(_PACK["us_from"]), int(_PACK["uk_from"])]
"""By army: the first turn of its markers."""
UK_PRICE: Final[int] = int(_PACK["uk_price"])


@enforces("SIC-18.1")
def _is_packer(unit: int) -> bool:
    if NATION[unit] == US:
        return IS_REGIMENT[unit] and DIVISION[unit] == US_DIVISION
    return NATION[unit] == UK and IS_REGIMENT[unit] and TYPE[unit] == INFANTRY


PACKERS: Final[list[int]] = [unit for unit in UNITS_OF[ALLIES] if _is_packer(unit)]
"""Regiments of the US 3rd Division and British, not Canadian, infantry brigades."""


def packable(p: SicilyPosition) -> list[int]:
    """The units that may be given a marker now."""
    return [unit for unit in PACKERS if not pack_objections(p, unit)]


def packed(p: SicilyPosition) -> list[int]:
    """The units that have a marker."""
    return [unit for unit in PACKERS if p.flags[unit] & PACKED]


@enforces("SIC-18.1", "SIC-18.3")
def pack_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a unit may not be given a marker."""
    if SIDE_OF[unit] != ALLIES or unit not in PACKERS:
        return [forbid("SIC-18.1", "no_packer", unit=UNITS[unit])]
    if p.hex[unit] < 0:
        return [forbid("SIC-18.1", "not_on_map", unit=UNITS[unit])]
    found: list[Objection] = []
    army = ARMY[unit]
    if p.turn < FROM[army]:
        found.append(forbid("SIC-18.1", "pack_too_early", unit=UNITS[unit], turn=str(FROM[army])))
    if not is_regiment(p, unit):
        found.append(forbid("SIC-18.3", "pack_cadre", unit=UNITS[unit]))
    if p.flags[unit] & PACKED:
        found.append(forbid("SIC-18.3", "packed_already", unit=UNITS[unit]))
    elif not p.packs[army]:
        found.append(forbid("SIC-18.3", "no_markers_left", unit=UNITS[unit]))
    if p.status[unit] != SUPPLIED:
        found.append(forbid("SIC-18.1", "pack_unsupplied", unit=UNITS[unit]))
    return found


@enforces("SIC-18.2", "SIC-18.3")
def give_pack(p: SicilyPosition, unit: int) -> None:
    """A marker for a unit; a British one costs a supply point, at 0 or below too."""
    p.packs[ARMY[unit]] -= 1
    p.flags[unit] |= PACKED
    if p.events is not None:
        p.tell("pack_given", "SIC-18.1", {"unit": UNITS[unit]})
    if ARMY[unit] == UK_ARMY:
        pay(p, UK_ARMY, UK_PRICE)


@enforces("SIC-18.3")
def unpack_objections(p: SicilyPosition, unit: int) -> list[Objection]:
    """Why a marker may not be taken off: there is none, or it is not asked of the Allies."""
    if SIDE_OF[unit] != ALLIES:
        return [forbid("SIC-18.3", "not_yours", unit=UNITS[unit])]
    return [] if p.flags[unit] & PACKED else [forbid("SIC-18.3", "not_packed", unit=UNITS[unit])]


@enforces("SIC-18.3")
def take_pack(p: SicilyPosition, unit: int) -> None:
    """A marker that is taken off is out of the game."""
    p.flags[unit] &= ~PACKED
    p.reach = None
    if p.events is not None:
        p.tell("pack_taken", "SIC-18.3", {"unit": UNITS[unit]})
