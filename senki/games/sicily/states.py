"""What states the counters, places and accounts of a written position can be in: those that play can bring about."""

from __future__ import annotations

from senki.engine.errors import Malformed
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    COUNT,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_REGIMENT,
    MORALE,
    SIDE_OF,
    UNITS,
    US_ARMY,
)
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import (
    BOMBED,
    DEAD,
    EVACUATED,
    GUNS,
    NORTH,
    OUT,
    PACKED,
    SicilyPosition,
    is_regiment,
)
from senki.games.sicily.tables import TABLES


def check_states(p: SicilyPosition, where: str) -> None:
    """Raise Malformed at the first counter, place or account that cannot be so."""
    for unit in range(COUNT):
        if p.hex[unit] != OUT:
            check_counter(p, unit, f"{where}: units.{UNITS[unit]}")
    check_places(p, where)
    check_day(p, where)


def check_counter(p: SicilyPosition, unit: int, where: str) -> None:
    """Boxes, steps, morale and markers are for those who can have them."""
    hex = p.hex[unit]
    if hex in (GUNS, BOMBED) and not (SIDE_OF[unit] == AXIS and IS_ARTILLERY[unit]):
        raise Malformed(f"{where}: box: only Axis artillery fires from the mainland")
    if IS_DEPOT[unit] and hex == EVACUATED:
        raise Malformed(f"{where}: box: a depot does not leave the island")
    if hex == DEAD and p.left[unit] and not IS_DEPOT[unit]:
        raise Malformed(f"{where}: left: who is eliminated has no steps left")
    if hex != DEAD and not p.left[unit]:
        raise Malformed(f"{where}: left: who is not eliminated has a step left")
    least = 1 if IS_REGIMENT[unit] else MORALE[unit]
    if not least <= p.morale[unit] <= MORALE[unit]:
        raise Malformed(f"{where}: morale: it is from {least} to {MORALE[unit]}")
    if p.flags[unit] & PACKED and (SIDE_OF[unit] != ALLIES or not is_regiment(p, unit)):
        raise Malformed(f"{where}: states: only Allied regiments have pack transport")
    if p.flags[unit] & NORTH and ARMY[unit] != US_ARMY:
        raise Malformed(f"{where}: states: only US units have a limit to cross")
    if hex >= 0 and p.ground.sea[hex] and (SIDE_OF[unit] != ALLIES or p.aim[unit] == NOBODY):
        raise Malformed(f"{where}: only a unit that is about to land is at sea, and 'aim' says where")
    if p.since[unit] > p.turn:
        raise Malformed(f"{where}: since: that turn has not come")


def check_places(p: SicilyPosition, where: str) -> None:
    """The boundary can be drawn on this sheet, where the sheet has both armies."""
    both = any(p.ground.legal_line)
    if both and not p.ground.legal_line[p.boundary]:
        raise Malformed(f"{where}: boundary: this line does not divide the island")


def check_day(p: SicilyPosition, where: str) -> None:
    """Turn, special stage and end-run numbers are possible ones."""
    plan = p.theatre.plan
    if not plan.first_turn <= p.turn <= plan.last_turn:
        raise Malformed(f"{where}: turn: the scenario has turns {plan.first_turn} to {plan.last_turn}")
    if p.special and p.turn != 1:
        raise Malformed(f"{where}: special: only turn 1 has a special stage")
    for number in p.numbers:
        if number > int(TABLES["end_runs"]["most"]):
            raise Malformed(f"{where}: numbers: at most {TABLES['end_runs']['most']}")
