"""The tables of the game, read from tables.toml."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.engine.data import read_toml
from senki.games.shiloh.counters import UNIT

TABLES: Final[dict[str, Any]] = read_toml("senki.games.shiloh", "tables.toml")

AX: Final = 0
AR: Final = 1
AC: Final = 2
NE: Final = 3
EX: Final = 4
DC: Final = 5
DR: Final = 6
DX: Final = 7
DM: Final = 8
NO_RESULT: Final = -1
RESULTS: Final = ["Ax", "Ar", "Ac", "NE", "EX", "Dc", "Dr", "Dx", "Dm"]

NO_FLAG: Final = 0
DF: Final = 1
LEADER_FLAG: Final = 2
AMMO: Final = 3
FLAGS: Final = ["", "DF", "Leader", "Ammo"]


class Cell:
    """One cell of the combat results table: the code, the code in brackets and the flag."""

    def __init__(self, text: str) -> None:
        self.text = text
        code, _, flag = text.partition(" ")
        main, _, alternative = code.rstrip(")").partition("(")
        self.result: int = RESULTS.index(main)
        self.alternative: int = RESULTS.index(alternative) if alternative else NO_RESULT
        self.flag: int = FLAGS.index(flag)


COLUMNS: Final[list[str]] = list(TABLES["crt"]["columns"])
LOWEST: Final[list[int]] = list(TABLES["crt"]["lowest"])
"""LOWEST[column - 1]: the lowest differential of a column; the first has none."""
CRT: Final[list[list[Cell]]] = [[Cell(text) for text in row] for row in TABLES["crt"]["rows"]]
"""CRT[die - 1][column]."""
LAST_COLUMN: Final[int] = len(COLUMNS) - 1


@enforces("SHI-8.3")
def column_of(differential: int) -> int:
    """The column of a differential."""
    column = 0
    while column < LAST_COLUMN and differential >= LOWEST[column]:
        column += 1
    return column


def cell(column: int, die: int) -> Cell:
    """What the die shows in a column."""
    return CRT[die - 1][column]


def _list(*path: str) -> list[int]:
    found: Any = TABLES
    for name in path:
        found = found[name]
    return [int(value) for value in found]


def _number(*path: str) -> int:
    found: Any = TABLES
    for name in path:
        found = found[name]
    return int(found)


LAST_TURN: Final[int] = _number("turns", "last")
MORNING_LAST: Final[int] = _number("morning", "last")
MORNING_CAMP: Final[int] = _number("morning", "camp")
MORNING_LEAD: Final[int] = _number("morning", "lead")
NIGHT: Final[int] = _number("turns", "night")
TURN_STARTS: Final[list[str]] = [str(start) for start in TABLES["turns"]["start"]]
TAKINGS_BACK: Final[int] = _number("taking_back", "most")
STACKING: Final[int] = _number("combat", "stacking")
LEAST_QUARTERS: Final[int] = _number("combat", "least_quarters")
GUNBOAT_CF: Final[int] = _number("combat", "gunboat")
HILL_RANGE: Final[int] = _number("combat", "hill_range")
MARCH_TIMES: Final[int] = _number("movement", "march_times")
LEAVE_ZOC: Final[int] = 2 * _number("movement", "leave_zoc")
"""In half movement points, as all movement is counted."""
STEADY: Final[int] = _number("movement", "steady")
STEADY_FAST: Final[int] = _number("movement", "steady_fast")
LEAST_MORALE: Final[int] = _number("morale", "least")
MOST_MORALE: Final[int] = _number("morale", "most")
ROUT_DELAY: Final[list[int]] = _list("rout", "delay")
INEFFECTIVE_ON: Final[int] = _number("leader", "ineffective_on")
CASUALTY_ON: Final[int] = _number("leader", "casualty_on")
LEADER_RECOVERS_TO: Final[int] = _number("leader", "recovers_to")
LEADER_REACH: Final[int] = _number("leader", "reach")
REPLACEMENT_DISTANCE: Final[int] = _number("replacement", "distance")
BEYOND: Final[int] = _number("retreat", "beyond")
FATIGUE_FIRST: Final[int] = _number("fatigue", "first")
FATIGUE_LAST: Final[int] = _number("fatigue", "last")
FATIGUED_TO: Final[int] = _number("fatigue", "fatigued_to")
ARMY_OF_THE_OHIO: Final[list[int]] = _list("armies", "ohio")
"""Formations of the North."""
CUP_DRAWS: Final[list[int]] = _list("cup", "draws")
CAMPS: Final[list[str]] = [str(camp) for camp in TABLES["cup"]["camps"]]
THIRD: Final[int] = _number("arrivals", "third", "formation")
THIRD_TURNS: Final[list[int]] = _list("arrivals", "third", "turns")
THIRD_ON: Final[list[int]] = _list("arrivals", "third", "on")
DETOUR: Final[int] = _number("arrivals", "third", "detour_turns")
EIGHTH: Final[int] = _number("arrivals", "eighth", "formation")
EIGHTH_TURNS: Final[list[int]] = _list("arrivals", "eighth", "turns")
EIGHTH_ON: Final[list[int]] = _list("arrivals", "eighth", "on")
VP_DESTROYED: Final[int] = _number("victory", "destroyed")
VP_CASUALTY: Final[int] = _number("victory", "casualty")
VP_CAPTURED: Final[int] = _number("victory", "captured")
VP_CAPTURED_HQ: Final[int] = _number("victory", "captured_hq")
DRAW_BELOW: Final[int] = _number("victory", "draw_below")
ENTRIES: Final = ["A", "B", "C"]
OWN_FORMATIONS: Final[dict[int, list[int]]] = {
    UNIT[leader]: [int(f) for f in formations] for leader, formations in TABLES["leader"]["formations"].items()
}
"""Leaders who affect only their own formations; all others affect every unit of their side (SHI-12.4)."""


@enforces("SHI-1.1", "SHI-3.1", "SHI-3.2")
def is_night(turn: int) -> bool:
    """Turn 10 is the night between the two days."""
    return turn == NIGHT
