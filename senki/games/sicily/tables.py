"""The tables of the game, read from tables.toml."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.data import read_toml

PACKAGE: Final = "senki.games.sicily"
TABLES: Final[dict[str, Any]] = read_toml(PACKAGE, "tables.toml")


def row_of(least: list[int], value: int) -> int:
    """The last row of a table that begins at or below a value; the first row below all of them."""
    found = 0
    for row in range(len(least)):
        if value >= least[row]:
            found = row
    return found


FAIR: Final = 0
FOG: Final = 1
RAIN: Final = 2
WEATHER: Final = ["fair", "fog", "rain"]

STACKING: Final[int] = int(TABLES["movement"]["stacking"])
POINT_TURNS: Final[list[int]] = list(TABLES["turns"]["points"])
POOLS: Final[list[list[list[int]]]] = [list(TABLES["chits"][f"pool_{morale}"]) for morale in (1, 2, 3)]
"""POOLS[morale - 1]: rows of A, B, C and the number of such chits."""
CHITS: Final[int] = len(POOLS[0])
"""Kinds of chits in a pool."""
CADRE_STRENGTH: Final[int] = int(TABLES["chits"]["cadre"])
AIRFIELD_ROWS: Final[list[list[int]]] = list(TABLES["airfields"]["rows"])


def airfield_row(captured: int) -> int:
    """The row of the airfield table for so many captured airfields."""
    return row_of([row[0] for row in AIRFIELD_ROWS], captured)
