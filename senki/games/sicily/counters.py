"""The counters (chapters 1 and 29): who there is and what is printed on them, read from units.csv; depots come last."""

from __future__ import annotations

import csv
from importlib import resources
from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.tables import PACKAGE, TABLES

ALLIES: Final = 0
AXIS: Final = 1
SIDES: Final = ["allies", "axis"]

US: Final = 0
UK: Final = 1
CA: Final = 2
FR: Final = 3
DE: Final = 4
IT: Final = 5
NATIONS: Final = ["US", "UK", "CA", "FR", "DE", "IT"]

US_ARMY: Final = 0
UK_ARMY: Final = 1
GERMANY: Final = 2
ITALY: Final = 3
ARMIES: Final = ["us", "uk", "de", "it"]
"""Who keeps an account of supply points: the Tabor uses that of the US, Canada that of the British (1.2)."""
ARMY_OF_NATION: Final = [US_ARMY, UK_ARMY, UK_ARMY, US_ARMY, GERMANY, ITALY]

TYPES: Final = [
    "infantry", "mech_inf", "tank", "recon", "ranger", "commando", "mountain", "para", "glider", "at", "art", "sp_art",
    "coastal", "mobile_group", "port_defence", "depot",
]  # fmt: skip
INFANTRY: Final = 0
MECH_INF: Final = 1
TANK: Final = 2
RECON: Final = 3
RANGER: Final = 4
COMMANDO: Final = 5
MOUNTAIN: Final = 6
PARA: Final = 7
GLIDER: Final = 8
ANTI_TANK: Final = 9
ART: Final = 10
SP_ART: Final = 11
COASTAL: Final = 12
MOBILE_GROUP: Final = 13
PORT_DEFENCE: Final = 14
DEPOT: Final = 15

NO_CLASS: Final = 0
CLASSES: Final = ["", "A", "B", "C"]

SETUP: Final = 0
SETUP_RANDOM: Final = 1
WAVE_1: Final = 2
WAVE_2: Final = 3
ASSAULT: Final = 4
"""Airborne assault on a turn."""
REINFORCE: Final = 5
"""Airborne reinforcement on a turn."""
AIRBORNE_FROM: Final = 6
"""Airborne operations, or by sea, from a turn on."""
ON_TURN: Final = 7
OPT: Final = 8
PORT: Final = 9
VARIABLE: Final = 10
OFF_MAP_GUNS: Final = 11
DEPOT_COUNTER: Final = 12
AVAILABLE: Final = [
    "setup", "setup random", "wave1", "wave2", "airborne assault", "airborne reinforcement", "airborne", "turn", "OPT",
    "PORT", "variable", "offmap", "depot",
]  # fmt: skip


def _rows() -> list[dict[str, str]]:
    text = resources.files(PACKAGE).joinpath("units.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _numbers(column: str) -> list[int]:
    return [int(row[column]) if row[column] else 0 for row in ROWS]


def _when(words: str) -> tuple[int, int]:
    """An availability and the turn, or the group, it names; 0 without one."""
    last = words.rsplit(" ", 1)
    if len(last) == 2 and last[1].rstrip("+").isdecimal():
        return AVAILABLE.index(last[0]), int(last[1].rstrip("+"))
    return AVAILABLE.index(words), 0


ROWS: Final[list[dict[str, str]]] = _rows()
UNITS: Final[list[str]] = [row["id"] for row in ROWS]
COUNT: Final[int] = len(UNITS)
UNIT: Final[dict[str, int]] = {name: number for number, name in enumerate(UNITS)}
NAMES: Final[list[dict[str, str]]] = [{"en": row["en"], "ja": row["ja"]} for row in ROWS]
LABELS: Final[list[str]] = [row["label"] for row in ROWS]
NATION: Final[list[int]] = [NATIONS.index(row["nation"]) for row in ROWS]
ARMY: Final[list[int]] = [ARMY_OF_NATION[nation] for nation in NATION]
SIDE_OF: Final[list[int]] = [ALLIES if army in (US_ARMY, UK_ARMY) else AXIS for army in ARMY]
LUFTWAFFE: Final[list[bool]] = [row["branch"] == "Luftwaffe" for row in ROWS]
DIVISIONS: Final[list[str]] = ["", *sorted({row["division"] for row in ROWS if row["division"]})]
DIVISION: Final[list[int]] = [DIVISIONS.index(row["division"]) for row in ROWS]
"""0: independent. A division of one nation alone has a name: numbers are not shared by nations that both have units."""
TYPE: Final[list[int]] = [TYPES.index(row["type"]) for row in ROWS]
SIZE: Final[list[str]] = [row["size"] for row in ROWS]
CLASS: Final[list[int]] = [CLASSES.index(row["class"]) for row in ROWS]
MORALE: Final[list[int]] = _numbers("morale")
STRENGTH: Final[list[int]] = _numbers("strength")
MOVEMENT: Final[list[int]] = _numbers("movement")
BRACKETED: Final[list[bool]] = [row["bracketed"] == "y" for row in ROWS]
MECHANIZED: Final[list[bool]] = [row["mechanized"] == "y" for row in ROWS]
STEPS: Final[list[int]] = _numbers("steps")
WHEN: Final[list[int]] = [_when(row["availability"])[0] for row in ROWS]
TURN_OF: Final[list[int]] = [_when(row["availability"])[1] for row in ROWS]
"""The turn, or the group, of its availability."""
HEX: Final[list[str]] = [row["hex"] for row in ROWS]
"""Where it is set up, lands or drops; empty if it says no hex."""

IS_DEPOT: Final[list[bool]] = [kind == DEPOT for kind in TYPE]
IS_REGIMENT: Final[list[bool]] = [kind != NO_CLASS for kind in CLASS]
"""A unit with a combat class (1.5); its cadre is none any more."""
IS_ARTILLERY: Final[list[bool]] = [kind in (ART, SP_ART) for kind in TYPE]
IS_TANK: Final[list[bool]] = [kind in (TANK, MOBILE_GROUP) for kind in TYPE]
"""Tank units, for combined arms and losses (1.6)."""
IS_FOOT: Final[list[bool]] = [kind in (INFANTRY, RANGER, COMMANDO, MOUNTAIN, PARA, GLIDER) for kind in TYPE]
"""Non-mechanized infantry (5.3, 25.2)."""
DEPOTS: Final[list[int]] = [unit for unit in range(COUNT) if IS_DEPOT[unit]]
DEPOTS_OF: Final[list[list[int]]] = [[unit for unit in DEPOTS if ARMY[unit] == army] for army in range(4)]
UNITS_OF: Final[list[list[int]]] = [
    [unit for unit in range(COUNT) if SIDE_OF[unit] == side and not IS_DEPOT[unit]] for side in (ALLIES, AXIS)
]
"""The units of a side, depots left out."""
COUNTERS_OF: Final[list[list[int]]] = [
    [unit for unit in range(COUNT) if SIDE_OF[unit] == side] for side in (ALLIES, AXIS)
]
COASTALS: Final[list[int]] = [unit for unit in range(COUNT) if WHEN[unit] == SETUP_RANDOM]
INTEGRITY: Final[list[int]] = [
    int(TABLES["combat"]["integrity_units"]) if name not in TABLES["combat"]["integrity_two"] else 2
    for name in DIVISIONS
]
"""By division: regiments its integrity needs (17.11)."""
REGIMENTS_OF: Final[list[list[int]]] = [
    [unit for unit in range(COUNT) if number and DIVISION[unit] == number and IS_REGIMENT[unit]]
    for number in range(len(DIVISIONS))
]


@enforces("SIC-1.7")
def reduced(strength: int) -> int:
    """Half of a strength, at least 1."""
    return max(1, strength // 2)
