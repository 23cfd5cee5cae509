"""How a game begins (3.1 to 3.5, 3.7, 32.1): everybody in place or waiting off the map."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sicily.capture import take_source
from senki.games.sicily.counters import (
    ARMY,
    AXIS,
    COUNT,
    GERMANY,
    HEX,
    ITALY,
    OFF_MAP_GUNS,
    SETUP,
    SETUP_RANDOM,
    SIDE_OF,
    STEPS,
    WHEN,
)
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import DEAD, GUNS, OFF_MAP, OUT, PACKED, WAITING, SicilyPosition, put
from senki.games.sicily.scenario import Start
from senki.games.sicily.tables import CHITS, TABLES


@enforces("SIC-3.1", "SIC-3.3", "SIC-3.4", "SIC-3.5", "SIC-18.3")
def set_up(p: SicilyPosition) -> None:
    """Everybody where the scenario has them; accounts, boundary and markers."""
    plan = p.theatre.plan
    p.supply = plan.supply[:]
    p.boundary = plan.boundary
    p.us_limit = int(plan.us_limit)
    p.permits = plan.permits[:]
    p.gone, p.groups, p.collapse = plan.evacuated, plan.groups, plan.collapse
    p.packs = [int(TABLES["pack"]["us_markers"]), int(TABLES["pack"]["uk_markers"])]
    p.drops, p.dropped_last = NOBODY, plan.drops_done
    for unit in range(COUNT):
        if ARMY[unit] in plan.armies:
            put(p, unit, first_place(p, unit) if plan.invasion else OUT)
    for start in plan.setup:
        place(p, start)
    hold(p)


@enforces("SIC-32.1", "SIC-1.9", "SIC-18.3")
def place(p: SicilyPosition, start: Start) -> None:
    """A counter of a set-up of its own: its place, steps, chit and pack marker."""
    unit = start.unit
    p.left[unit] = start.steps or STEPS[unit]
    put(p, unit, p.theatre.start[unit] if start.hex else -OFF_MAP.index(start.at))
    if p.hex[unit] == DEAD:
        p.left[unit] = 0
    if start.chit:
        p.chit[unit] = start.chit - 1
        p.pool[CHITS * (p.morale[unit] - 1) + start.chit - 1] -= 1
    if start.pack:
        p.flags[unit] |= PACKED
        p.packs[ARMY[unit]] -= 1


@enforces("SIC-3.1", "SIC-3.2", "SIC-3.4", "SIC-3.7")
def first_place(p: SicilyPosition, unit: int) -> int:
    """In its hex, or waiting with the hex it is meant for; on a sheet that is not the whole island Axis units from
    elsewhere do not take part."""
    hex = p.ground.number(HEX[unit]) if HEX[unit] else NOBODY
    whole = p.ground.messina >= 0
    if WHEN[unit] == SETUP:
        return hex if hex >= 0 else OUT
    if WHEN[unit] == OFF_MAP_GUNS:
        return GUNS if whole else OUT
    if SIDE_OF[unit] == AXIS and WHEN[unit] != SETUP_RANDOM and not whole:
        return OUT
    p.aim[unit] = hex
    return WAITING


@enforces("SIC-32.1", "SIC-10.1")
def hold(p: SicilyPosition) -> None:
    """Places behind the Allied line are theirs, their ports open; the sources among them are lost to the Axis."""
    axis = [p.supply[GERMANY], p.supply[ITALY]]
    for hex in p.theatre.held:
        p.held[p.ground.place_at[hex]] = 1
        take_source(p, hex)
    p.supply[GERMANY], p.supply[ITALY] = axis
