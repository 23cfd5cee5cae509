"""What attackers and defenders are worth (17.6, 17.7, 10.8, 4.7), and where the difference stands in the table."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.games.sicily.battle import Battle
from senki.games.sicily.chits import strength_of
from senki.games.sicily.contact import bound_for
from senki.games.sicily.counters import IS_ARTILLERY, IS_DEPOT, reduced
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import ISOLATED, UNSUPPLIED, SicilyPosition
from senki.games.sicily.tables import TABLES, row_of

_COMBAT: Final[dict[str, Any]] = TABLES["combat"]
COLUMNS: Final[list[int]] = list(_COMBAT["least"])
"""The least differential of each column."""
ACROSS_RIVER: Final[int] = int(_COMBAT["across_river"])
LANDING_DEFENCE: Final[int] = int(_COMBAT["landing_defence"])
BOTH: Final[int] = int(_COMBAT["both"])
ALONE: Final = 1
"""Strength of artillery that attacks (17.1) and of a depot alone (11.3), and of whoever attacks isolated (10.8)."""


@enforces("SIC-17.1", "SIC-10.8")
def attack_value(p: SicilyPosition, unit: int, strength: int) -> int:
    """What a unit of a strength attacks with: half out of supply, at least 1; 1 if isolated, and so artillery."""
    if IS_ARTILLERY[unit] or p.status[unit] == ISOLATED:
        return ALONE
    return reduced(strength) if p.status[unit] == UNSUPPLIED else strength


@enforces("SIC-10.8", "SIC-11.3")
def defence_value(p: SicilyPosition, unit: int, strength: int) -> int:
    """What a unit of a strength defends with before the ground counts: half if isolated, at least 1."""
    if IS_DEPOT[unit]:
        return ALONE
    return reduced(strength) if p.status[unit] == ISOLATED else strength


def attack_of(p: SicilyPosition, unit: int) -> int:
    """The attack strength of a unit as it is; of a regiment that has not drawn its chit 0."""
    strength = strength_of(p, unit)
    return attack_value(p, unit, strength) if strength else 0


def defence_of(p: SicilyPosition, unit: int) -> int:
    """The defence strength of a counter as it is, before the ground counts."""
    if IS_DEPOT[unit]:
        return ALONE
    strength = strength_of(p, unit)
    return defence_value(p, unit, strength) if strength else 0


@enforces("SIC-4.5", "SIC-4.7")
def from_sea(p: SicilyPosition, unit: int) -> bool:
    """Does a unit attack its landing hex from where it waits to land?"""
    return bound_for(p, unit) != NOBODY


@enforces("SIC-17.7")
def across_river(p: SicilyPosition, units: list[int], target: int) -> bool:
    """Do all of them who attack a hex from the land do so across a river, bridged or not? Whoever comes from the sea
    crosses none, and does not spare those ashore theirs."""
    ashore = [p.hex[unit] for unit in units if not from_sea(p, unit)]
    return bool(ashore) and all(crosses_river(p, hex, target) for hex in ashore)


def crosses_river(p: SicilyPosition, hex: int, target: int) -> bool:
    """Is there a river between two hexes?"""
    direction = p.ground.direction(hex, target)
    return direction >= 0 and p.ground.river[6 * hex + direction]


@enforces("SIC-17.7", "SIC-4.7")
def defence_factor(p: SicilyPosition, attackers: list[int], target: int) -> int:
    """Twice behind a river, twice on a beach under attack from the sea, three times with both."""
    river = across_river(p, attackers, target)
    landing = p.ground.beach[target] and any(bound_for(p, unit) == target for unit in attackers)
    if river and landing:
        return BOTH
    return ACROSS_RIVER if river else LANDING_DEFENCE if landing else 1


@enforces("SIC-17.6")
def attack_strength(p: SicilyPosition, battle: Battle) -> int:
    """The attackers together."""
    return sum(attack_of(p, unit) for unit in battle.attackers)


@enforces("SIC-17.6", "SIC-17.7")
def defence_strength(p: SicilyPosition, battle: Battle) -> int:
    """The defenders together, each by the factor of its hex."""
    return sum(defence_of(p, unit) * defence_factor(p, battle.attackers, p.hex[unit]) for unit in battle.defenders)


@enforces("SIC-17.8")
def column_for(differential: int) -> int:
    """The column of the table a differential falls in, before shifts."""
    return row_of(COLUMNS, differential)


@enforces("SIC-17.8")
def shifted(column: int, columns: int) -> int:
    """A column so many to the right; beyond the ends the end column."""
    return max(0, min(len(COLUMNS) - 1, column + columns))


def column_label(column: int) -> str:
    """The differentials of a column as they are printed: …−7, −6…−4, 0…+2, +31…"""
    first = _signed(COLUMNS[column]) if column else ""
    last = _signed(COLUMNS[column + 1] - 1) if column + 1 < len(COLUMNS) else ""
    return f"{first}…{last}"


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"
