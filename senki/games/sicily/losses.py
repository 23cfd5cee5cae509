"""Steps, elimination and what they cost (1.7, 7.1, 11.3, 12.4, 26.2)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.chits import give_back_chit
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    COASTAL,
    DEPOTS_OF,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_REGIMENT,
    ITALY,
    SIDE_OF,
    TYPE,
    UNITS,
)
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import (
    ALLIED_LOST,
    AXIS_LOST,
    DEAD,
    DEPOT_LOSSES,
    PACKED,
    SicilyPosition,
    put,
    set_left,
)
from senki.games.sicily.tables import TABLES

REGIMENT: Final = 0
BATTALION: Final = 1
GUNS: Final = 2


def book(p: SicilyPosition, entry: int, points: int) -> None:
    """Add to the Allied victory points (26.2); what is lost is below nought."""
    p.ledger[entry] += points


def kind_for_points(unit: int) -> int:
    """How the victory table counts a unit: regiment or brigade, battalion, artillery (a cadre as its unit)."""
    if IS_ARTILLERY[unit]:
        return GUNS
    return REGIMENT if IS_REGIMENT[unit] else BATTALION


@enforces("SIC-26.2")
def points_lost(unit: int) -> int:
    """What the elimination of a unit brings the Allies, below nought if it is their own."""
    victory = TABLES["victory"]
    if SIDE_OF[unit] == ALLIES:
        return -int(victory["allied_lost"][kind_for_points(unit)])
    if TYPE[unit] == COASTAL:
        return int(victory["coastal_lost"])
    return int(victory["italian_lost" if ARMY[unit] == ITALY else "german_lost"][kind_for_points(unit)])


@enforces("SIC-17.16", "SIC-1.7")
def lose_step(p: SicilyPosition, unit: int) -> None:
    """The chit is turned over, then it goes and a cadre is left, then nobody is; a battalion likewise."""
    if p.left[unit] == 1:
        eliminate(p, unit)
        return
    if IS_REGIMENT[unit] and p.left[unit] == 2:
        give_back_chit(p, unit)
        p.flags[unit] &= ~PACKED
    set_left(p, unit, p.left[unit] - 1)
    if p.events is not None:
        p.tell("step_lost", "SIC-17.16", {"unit": UNITS[unit], "left": p.left[unit]})


@enforces("SIC-26.2", "SIC-18.3")
def eliminate(p: SicilyPosition, unit: int) -> None:
    """A counter is lost: its chit and marker go, the victory points are booked, a depot takes stock with it."""
    if IS_DEPOT[unit]:
        lose_depot(p, unit)
        return
    hex = p.hex[unit]
    give_back_chit(p, unit)
    put(p, unit, DEAD)
    p.flags[unit] = 0
    p.left[unit] = 0
    p.aim[unit] = NOBODY
    p.since[unit] = p.turn
    if unit in p.drawing:
        p.drawing.remove(unit)
    book(p, ALLIED_LOST if SIDE_OF[unit] == ALLIES else AXIS_LOST, points_lost(unit))
    if p.events is not None:
        facts: dict[str, int | str] = {"unit": UNITS[unit], "points": points_lost(unit)}
        if hex >= 0:
            facts["hex"] = p.ground.names[hex]
        p.tell("unit_eliminated", "SIC-26.2", facts)


@enforces("SIC-11.3", "SIC-12.4", "SIC-26.2")
def lose_depot(p: SicilyPosition, depot: int) -> None:
    """Half of the army's stock goes with a depot, all of it with the second while the first is still lost."""
    army = ARMY[depot]
    hex = p.hex[depot]
    other_lost = any(p.hex[other] == DEAD for other in DEPOTS_OF[army] if other != depot)
    put(p, depot, DEAD)
    p.since[depot] = p.turn
    if p.supply[army] > 0:
        p.supply[army] = 0 if other_lost else p.supply[army] - p.supply[army] // 2
    book(p, DEPOT_LOSSES, -int(TABLES["victory"]["depot"]))
    if p.events is not None:
        p.tell("depot_lost", "SIC-12.4", {"unit": UNITS[depot], "hex": p.ground.names[hex], "supply": p.supply[army]})
