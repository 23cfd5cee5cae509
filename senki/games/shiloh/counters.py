"""The counters (chapter 2 and 21): who there is and what is printed on them, read from units.csv."""

from __future__ import annotations

import csv
from importlib import resources
from typing import Final

from senki.engine.clauses import enforces

CSA: Final = 0
USA: Final = 1
SIDES: Final = ["csa", "usa"]

INF: Final = 0
ART: Final = 1
CAV: Final = 2
LEADER: Final = 3
HQ: Final = 4
TRAIN: Final = 5
GUNBOAT: Final = 6
KINDS: Final = ["inf", "art", "cav", "leader", "hq", "train", "gunboat"]


def _rows() -> list[dict[str, str]]:
    text = resources.files("senki.games.shiloh").joinpath("units.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _numbers(column: str, none: int) -> list[int]:
    return [int(row[column]) if row[column] else none for row in ROWS]


@enforces("SHI-2.1", "SHI-6.3")
def is_combat_unit(kind: int) -> bool:
    """Infantry, artillery and cavalry fight and have zones; leaders, headquarters, trains and the gunboat do not."""
    return kind <= CAV


@enforces("SHI-2.2", "SHI-4.10")
def is_follower(kind: int) -> bool:
    """Leaders, headquarters and trains cause no surprise, alarm or fatigue check and make none."""
    return LEADER <= kind <= TRAIN


@enforces("SHI-12.2")
def ratings() -> list[int]:
    """Two for Johnston and Grant, one for the other leaders, none for other counters."""
    return _numbers("rating", 0)


ROWS: Final[list[dict[str, str]]] = _rows()
UNITS: Final[list[str]] = [row["id"] for row in ROWS]
COUNT: Final[int] = len(UNITS)
UNIT: Final[dict[str, int]] = {name: number for number, name in enumerate(UNITS)}
NAMES: Final[list[dict[str, str]]] = [{"en": row["en"], "ja": row["ja"]} for row in ROWS]
SIDE_OF: Final[list[int]] = [SIDES.index(row["side"]) for row in ROWS]
KIND: Final[list[int]] = [KINDS.index(row["kind"]) for row in ROWS]
FORMATION: Final[list[int]] = _numbers("formation", -1)
STEPS_OF: Final[list[int]] = _numbers("steps", 1)
CF: Final[list[int]] = _numbers("cf", 0)
REDUCED_CF: Final[list[int]] = _numbers("reduced", 0)
MORALE: Final[list[int]] = _numbers("morale", 0)
RANGE: Final[list[int]] = _numbers("range", 0)
RATING: Final[list[int]] = ratings()
SETUP: Final[list[str]] = [row["setup"] for row in ROWS]
ARRIVAL: Final[list[int]] = _numbers("arrival", 0)
ENTRY: Final[list[str]] = [row["entry"] for row in ROWS]
CAMP: Final[list[str]] = [row["camp"] for row in ROWS]

COMBAT: Final[list[bool]] = [is_combat_unit(kind) for kind in KIND]
"""Combat units on land: the gunboat is none of them (SHI-19.1.4)."""
UNITS_OF: Final[list[list[int]]] = [[u for u in range(COUNT) if SIDE_OF[u] == side] for side in (CSA, USA)]
TROOPS: Final[list[list[int]]] = [[u for u in UNITS_OF[side] if COMBAT[u]] for side in (CSA, USA)]
LEADERS: Final[list[list[int]]] = [[u for u in UNITS_OF[side] if KIND[u] == LEADER] for side in (CSA, USA)]
FOLLOWERS: Final[list[list[int]]] = [[u for u in UNITS_OF[side] if is_follower(KIND[u])] for side in (CSA, USA)]
"""What stands with the troops and falls into the hands of whoever finds it alone (SHI-4.8)."""
HQ_OF: Final[list[int]] = [next(u for u in UNITS_OF[side] if KIND[u] == HQ) for side in (CSA, USA)]
GUNBOATS: Final[int] = KIND.index(GUNBOAT)
