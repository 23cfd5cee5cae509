"""The counters (chapter 2): who there is and what is printed on them, read from units.csv."""

from __future__ import annotations

import csv
from importlib import resources
from typing import Final

from senki.games.sjw.tables import PACKAGE

CSA: Final = 0
USA: Final = 1
SIDES: Final = ["csa", "usa"]

INF: Final = 0
CAV: Final = 1
LEADER: Final = 2
KINDS: Final = ["inf", "cav", "leader"]

DIVISION: Final = 0
BRIGADE: Final = 1
REGIMENT: Final = 2
CORPS: Final = 3
ARMY: Final = 4
SIZES: Final = ["division", "brigade", "regiment", "corps", "army"]

ANV: Final = 0
AP: Final = 1
AV: Final = 2
ARMIES: Final = ["ANV", "AP", "AV"]


def _rows() -> list[dict[str, str]]:
    text = resources.files(PACKAGE).joinpath("units.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _numbers(column: str, none: int) -> list[int]:
    return [int(row[column]) if row[column] else none for row in ROWS]


ROWS: Final[list[dict[str, str]]] = _rows()
UNITS: Final[list[str]] = [row["id"] for row in ROWS]
COUNT: Final[int] = len(UNITS)
UNIT: Final[dict[str, int]] = {name: number for number, name in enumerate(UNITS)}
NAMES: Final[list[dict[str, str]]] = [{"en": row["en"], "ja": row["ja"]} for row in ROWS]
SIDE_OF: Final[list[int]] = [SIDES.index(row["side"]) for row in ROWS]
KIND: Final[list[int]] = [KINDS.index(row["kind"]) for row in ROWS]
SIZE: Final[list[int]] = [SIZES.index(row["size"]) for row in ROWS]
ARMY_OF: Final[list[int]] = [ARMIES.index(row["army"]) for row in ROWS]
"""The army printed on a counter; that of a substitute is its parent's."""
NO_COMMAND: Final = 0
COMMANDS: Final[list[str]] = ["", *sorted({row["command"] for row in ROWS if row["command"]})]
COMMAND_OF: Final[list[int]] = [COMMANDS.index(row["command"]) for row in ROWS]
"""The corps (for an army leader the army) a counter belongs to; NO_COMMAND for independent units and substitutes."""
TACTICAL: Final[list[int]] = _numbers("tactical", 0)
ARTILLERY: Final[list[int]] = _numbers("artillery", 0)
COMMAND_VALUE: Final[list[int]] = _numbers("command_value", 0)
SUBSTITUTE_TACTICAL: Final[list[int]] = _numbers("substitute_tactical", 0)
SUBSTITUTE_COMMAND: Final[list[int]] = _numbers("substitute_command", 0)
IS_SUBSTITUTE: Final[list[bool]] = ["_sub_" in name for name in UNITS]

IS_TROOP: Final[list[bool]] = [kind != LEADER for kind in KIND]
"""Units; rules that say "unit" never mean a leader alone."""
UNITS_OF: Final[list[list[int]]] = [[u for u in range(COUNT) if SIDE_OF[u] == side] for side in (CSA, USA)]
TROOPS: Final[list[list[int]]] = [[u for u in UNITS_OF[side] if IS_TROOP[u]] for side in (CSA, USA)]
LEADERS: Final[list[list[int]]] = [[u for u in UNITS_OF[side] if KIND[u] == LEADER] for side in (CSA, USA)]
SUBSTITUTES: Final[list[list[list[int]]]] = [
    [[u for u in TROOPS[side] if IS_SUBSTITUTE[u] and KIND[u] == kind] for kind in (INF, CAV)] for side in (CSA, USA)
]
"""SUBSTITUTES[side][kind]."""
LEE: Final[int] = UNIT["csa_lee"]
JACKSON: Final[int] = UNIT["csa_jackson"]
STUART: Final[int] = UNIT["csa_stuart"]
POPE: Final[int] = UNIT["usa_pope"]
MCCLELLAN: Final[int] = UNIT["usa_mcclellan"]
REYNOLDS: Final[int] = UNIT["usa_reynolds"]
MCDOWELL: Final[int] = UNIT["usa_mcdowell"]
PORTER: Final[int] = UNIT["usa_porter"]
