"""The tables of the game, read from tables.toml. Movement is counted in half points, combat values in halves."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.data import read_toml

PACKAGE: Final = "senki.games.sjw"
TABLES: Final[dict[str, Any]] = read_toml(PACKAGE, "tables.toml")

HALF: Final = 2
"""Halves in a movement point, and in a point of combat value."""


def band(steps: list[list[int]], value: int) -> int:
    """What a table of [from, result] rows gives for a value; 0 below the first row."""
    found = 0
    for least, result in steps:
        if value >= least:
            found = result
    return found


def in_points(halves: int) -> str:
    """Half movement points as a player reads them."""
    return f"{halves // HALF}½" if halves % HALF else str(halves // HALF)


MOST_FATIGUE: Final[int] = int(TABLES["fatigue"]["most"])
EXTENDED_FROM: Final[int] = int(TABLES["extended_march"]["from"])
"""The fatigue that makes a march an extended one (6.4)."""
AFTER_RECOVERY: Final[list[int]] = list(TABLES["fatigue"]["after_recovery"])
MOST_MANPOWER: Final[int] = int(TABLES["combat_value"]["most_manpower"])
DISORGANIZED: Final[list[int]] = list(TABLES["combat_value"]["disorganized_halves"])
"""DISORGANIZED[manpower]: the combat value of a disorganized unit, in halves."""
WORKS: Final[list[str]] = list(TABLES["works"]["levels"])
WORKS_HALVES: Final[list[int]] = list(TABLES["works"]["halves"])
"""WORKS_HALVES[level]: the factor of entrenchments, in halves."""
MOST_BUILT: Final[int] = int(TABLES["works"]["most_built"])
ENTRENCHES_UP_TO: Final[int] = int(TABLES["works"]["most_fatigue"])
"""The fatigue up to which a unit entrenches."""
REGAINS_UP_TO: Final[int] = int(TABLES["fatigue"]["morale"])
"""The fatigue up to which a unit gets over its demoralization."""
RESTRICTED: Final[int] = int(TABLES["combat_value"]["restricted_ratio"])
RADIUS: Final[int] = int(TABLES["command"]["radius"])
TRANSFER: Final[int] = int(TABLES["command"]["transfer"])
