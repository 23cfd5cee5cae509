"""Evacuation and maximum interdiction (chapter 22)."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.allowance import supplied_allowance
from senki.games.sicily.chits import give_back_chit
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    DEPOTS,
    IS_ARTILLERY,
    ITALY,
    PORT_DEFENCE,
    SIDE_OF,
    TYPE,
    UNITS,
    UNITS_OF,
)
from senki.games.sicily.losses import book, eliminate, kind_for_points, lose_step
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import (
    AWAY,
    EVACUATED,
    GUNS,
    INTERDICTED,
    MOVED,
    SicilyPosition,
    in_enemy_zone,
    put,
)
from senki.games.sicily.tables import TABLES

CAPACITY: Final[list[int]] = [int(number) for pair in TABLES["evacuation"]["hexes"].values() for number in pair]
"""By exit: Italian, German."""
DEPOT_CAPACITY: Final[int] = int(TABLES["evacuation"]["depot"])
SHARE: Final = 4
"""It must have a quarter of its allowance left."""
AWAY_UP_TO: Final[int] = int(TABLES["interdiction"]["away"])
STAYS: Final[int] = int(TABLES["interdiction"]["stays"])
LOSES: Final[int] = int(TABLES["interdiction"]["step"])
MOST_FLAK: Final[int] = int(TABLES["interdiction"]["most_flak"])
PRICE: Final[list[int]] = list(TABLES["interdiction"]["points"])


@enforces("SIC-22.1")
def berth(p: SicilyPosition, unit: int) -> int:
    """Where a unit would be counted: 2 * exit + nation for the Axis, the number of the depot for the Allies; NOWHERE if
    its hex is no place to leave from."""
    hex = p.hex[unit]
    if SIDE_OF[unit] == ALLIES:
        for number, depot in enumerate(DEPOTS):
            if p.hex[depot] == hex:
                return number
        return NOWHERE
    if hex not in p.ground.exits:
        return NOWHERE
    return 2 * p.ground.exits.index(hex) + (0 if ARMY[unit] == ITALY else 1)


@enforces("SIC-22.1")
def is_full(p: SicilyPosition, unit: int, number: int) -> bool:
    """Have as many left from there as may in a phase?"""
    if SIDE_OF[unit] == ALLIES:
        return p.shipped[number] >= DEPOT_CAPACITY
    return p.ferried[number] >= CAPACITY[number]


@enforces("SIC-7.1", "SIC-22.1", "SIC-22.2")
def leaving_objections(p: SicilyPosition, unit: int, points: int) -> list[Objection]:
    """Why a unit may not leave the island from where it is: the place, its capacity, an enemy zone, points left
    (NOBODY: it has not moved)."""
    name = UNITS[unit]
    number = berth(p, unit) if p.hex[unit] >= 0 else NOWHERE
    if number == NOWHERE:
        return [forbid("SIC-22.1", "no_way_out", unit=name)]
    found: list[Objection] = []
    if TYPE[unit] == PORT_DEFENCE:
        found.append(forbid("SIC-7.1", "garrison_stays", unit=name))
    if is_full(p, unit, number):
        found.append(forbid("SIC-22.1", "exit_full", unit=name, hex=p.ground.names[p.hex[unit]]))
    if in_enemy_zone(p, SIDE_OF[unit], p.hex[unit]):
        found.append(forbid("SIC-22.2", "no_exit_in_zone", unit=name))
    if points != NOBODY and points < supplied_allowance(p, unit) // SHARE:
        found.append(forbid("SIC-22.2", "too_late_to_leave", unit=name, points=str(points)))
    return found


@enforces("SIC-22.1", "SIC-19.2", "SIC-26.2", "SIC-18.3")
def leave(p: SicilyPosition, unit: int) -> None:
    """The unit is gone for good: chit and marker go, what the Axis saves costs the Allies points."""
    hex, number = p.hex[unit], berth(p, unit)
    points = 0
    if SIDE_OF[unit] == ALLIES:
        p.shipped[number] += 1
    else:
        p.ferried[number] += 1
        p.gone += 1
        saved = TABLES["victory"]["italian_away" if ARMY[unit] == ITALY else "german_away"]
        points = int(saved[kind_for_points(unit)])
        book(p, AWAY, -points)
    give_back_chit(p, unit)
    p.flags[unit] = 0
    put(p, unit, EVACUATED)
    p.since[unit] = p.turn
    if p.events is not None:
        facts: dict[str, int | str] = {"unit": UNITS[unit], "hex": p.ground.names[hex]}
        if points:
            p.tell("evacuated", "SIC-22.1", {**facts, "points": points})
        else:
            p.tell("shipped_off", "SIC-22.1", facts)


@enforces("SIC-22.3", "SIC-19.2")
def flak(p: SicilyPosition) -> int:
    """Off-map Axis artillery that is whole, those evacuated on earlier turns among it; no more than three count."""
    guns = 0
    for unit in UNITS_OF[AXIS]:
        if p.hex[unit] == GUNS or (p.hex[unit] == EVACUATED and IS_ARTILLERY[unit] and p.since[unit] < p.turn):
            guns += 1
    return min(guns, MOST_FLAK)


@enforces("SIC-22.3")
def cross(p: SicilyPosition, unit: int, die: int) -> None:
    """Under maximum interdiction the die says whether a unit gets away, stays, pays with a step or is lost."""
    number = die - flak(p)
    if p.events is not None:
        p.tell("crossing_rolled", "SIC-22.3", {"unit": UNITS[unit], "die": die, "number": number})
    if number <= AWAY_UP_TO:
        leave(p, unit)
    elif number <= STAYS:
        p.flags[unit] |= MOVED
        if p.events is not None:
            p.tell("crossing_failed", "SIC-22.3", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})
    elif number <= LOSES and p.left[unit] > 1:
        cross_with_loss(p, unit)
    else:
        sink(p, unit)


@enforces("SIC-22.3")
def cross_with_loss(p: SicilyPosition, unit: int) -> None:
    """It leaves with a step less; what chit it would have had does not matter any more."""
    lose_step(p, unit)
    leave(p, unit)


@enforces("SIC-22.3", "SIC-22.1")
def sink(p: SicilyPosition, unit: int) -> None:
    """It is lost on the way over; the ferry it took is used."""
    p.ferried[berth(p, unit)] += 1
    eliminate(p, unit)


@enforces("SIC-22.3")
def pay_interdiction(p: SicilyPosition, die: int) -> None:
    """What the Allies lose over the strait."""
    points = PRICE[die - 1]
    book(p, INTERDICTED, -points)
    if p.events is not None:
        p.tell("interdiction_price", "SIC-22.3", {"die": die, "points": points})
