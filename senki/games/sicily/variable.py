"""Variable reinforcements and the fall of Mussolini (24.1 to 24.3)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.counters import ARMY, COUNT, GERMANY, TURN_OF, VARIABLE, WHEN
from senki.games.sicily.position import RELEASED, WAITING, SicilyPosition
from senki.games.sicily.tables import POINT_TURNS, TABLES, row_of

LEAST: Final[list[int]] = list(TABLES["variable"]["least"])
RESULTS: Final[list[list[str]]] = list(TABLES["variable"]["results"])
GROUPS: Final[list[list[int]]] = [
    [unit for unit in range(COUNT) if WHEN[unit] == VARIABLE and TURN_OF[unit] == group] for group in (1, 2, 3)
]
"""The units of each group (24.3)."""
ALL_GERMAN: Final[list[bool]] = [all(ARMY[unit] == GERMANY for unit in group) for group in GROUPS]


@enforces("SIC-24.1", "SIC-2.2")
def has_variable_roll(p: SicilyPosition) -> bool:
    """The turns on which tactical points are totalled."""
    return p.turn in POINT_TURNS


@enforces("SIC-24.1")
def variable_result(tactical: int, die: int) -> str:
    """K, a number of groups, M or MX, by the column of the tactical points."""
    return RESULTS[row_of(LEAST, tactical)][die - 1]


@enforces("SIC-24.1", "SIC-24.2")
def take_variable(p: SicilyPosition, die: int) -> None:
    """Groups are released, or Italy begins to fall apart with the next turn, or both."""
    result = variable_result(p.tactical, die)
    if p.events is not None:
        p.tell("variable_roll", "SIC-24.1", {"die": die, "result": result, "points": p.tactical})
    if result == "MX":
        release_next(p, True)
    if result in ("M", "MX"):
        begin_collapse(p)
    elif result != "K":
        for _ in range(int(result)):
            release_next(p, False)


@enforces("SIC-24.2")
def begin_collapse(p: SicilyPosition) -> None:
    """In force from the next turn on; once it has begun a second M changes nothing."""
    if p.collapse:
        return
    p.collapse = p.turn + 1
    if p.events is not None:
        p.tell("collapse_begins", "SIC-24.2", {"turn": p.collapse})


@enforces("SIC-24.1", "SIC-24.3")
def release_next(p: SicilyPosition, german: bool) -> None:
    """The next group that is still held back, for MX the next one of Germans alone; nothing if none is left."""
    for group in range(len(GROUPS)):
        if not p.groups >> group & 1 and (ALL_GERMAN[group] or not german):
            p.groups |= 1 << group
            for unit in GROUPS[group]:
                if p.hex[unit] == WAITING:
                    p.flags[unit] |= RELEASED
            if p.events is not None:
                p.tell("group_released", "SIC-24.3", {"group": group + 1})
            return
