"""Set-up and arrivals (17.1, 17.2, 17.3.1, 17.3.7 - 17.3.9)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import (
    ARRIVAL,
    CAMP,
    COUNT,
    CSA,
    ENTRY,
    FORMATION,
    HQ,
    KIND,
    SETUP,
    SIDE_OF,
    TROOPS,
    UNITS,
    USA,
)
from senki.games.shiloh.position import (
    BOX_A,
    BOX_B,
    CUP,
    FRESH,
    LATER,
    TURNED,
    ShilohPosition,
    enemies_in,
    put,
)
from senki.games.shiloh.tables import DETOUR, EIGHTH, EIGHTH_ON, EIGHTH_TURNS, ENTRIES, THIRD, THIRD_ON, THIRD_TURNS
from senki.games.shiloh.tasks import ARRIVE, ARRIVE_FORMATION, add


@enforces("SHI-17.1", "SHI-17.2", "SHI-17.3.1", "SHI-17.3.2", "SHI-12.1", "SHI-16.1", "SHI-16.2")
def set_up(p: ShilohPosition) -> None:
    """Every counter in its hex, in the cup or still to come; the Southern headquarters active, the Northern not."""
    p.turn = 1
    p.side = CSA
    p.fatigue = FRESH
    for unit in range(COUNT):
        if SETUP[unit]:
            put(p, unit, p.ground.board.number(SETUP[unit]))
        elif CAMP[unit]:
            put(p, unit, CUP)
        else:
            put(p, unit, LATER)
            p.due[unit] = ARRIVAL[unit]
        if KIND[unit] == HQ and SIDE_OF[unit] == USA:
            p.flags[unit] |= TURNED


@enforces("SHI-4.7", "SHI-17.2", "SHI-17.3.7")
def reinforcements(p: ShilohPosition, side: int) -> None:
    """Counters whose turn has come wait at their entry; formations 3 and 8 roll first."""
    for unit in reversed(range(COUNT)):
        if SIDE_OF[unit] != side or p.hex[unit] != LATER or p.due[unit] > p.turn:
            continue
        if FORMATION[unit] == THIRD and p.turn < THIRD_TURNS[-1] and ENTRY[unit] == "B":
            continue
        if FORMATION[unit] == EIGHTH and p.turn < EIGHTH_TURNS[-1]:
            add(p, ARRIVE, unit)
        else:
            arrive(p, unit)
    if side == USA and third_waits(p) and THIRD_TURNS[0] <= p.turn < THIRD_TURNS[-1]:
        add(p, ARRIVE_FORMATION, THIRD)


def third_waits(p: ShilohPosition) -> bool:
    """Is the third formation still on its way?"""
    return any(p.hex[u] == LATER and FORMATION[u] == THIRD and p.due[u] <= p.turn for u in TROOPS[USA])


@enforces("SHI-17.3.7")
def arrives_on(p: ShilohPosition, formation: int) -> int:
    """The highest die on which the formation, or a unit of it, arrives this turn."""
    if formation == THIRD:
        return THIRD_ON[THIRD_TURNS.index(p.turn)]
    return EIGHTH_ON[EIGHTH_TURNS.index(p.turn)]


@enforces("SHI-4.7", "SHI-17.3.7", "SHI-19.1.1")
def arrive(p: ShilohPosition, unit: int) -> None:
    """The counter is available at its entry; the gunboat on the river."""
    entry = ENTRY[unit] if ENTRY[unit] in ENTRIES else "A"
    detoured = FORMATION[unit] == THIRD and p.due[unit] > ARRIVAL[unit]
    put(p, unit, BOX_A - ENTRIES.index("A" if detoured else entry))
    p.due[unit] = 0
    if p.events is not None:
        p.tell("arrived", "SHI-17.3.7", {"unit": UNITS[unit], "entry": "A" if detoured else entry})


def arrive_formation(p: ShilohPosition, formation: int) -> None:
    """All of a formation is available."""
    for unit in TROOPS[USA]:
        if FORMATION[unit] == formation and p.hex[unit] == LATER:
            arrive(p, unit)


@enforces("SHI-17.3.9")
def third_shut_out(p: ShilohPosition) -> bool:
    """Does the third formation wait at an entry the enemy holds?"""
    waiting = any(p.hex[unit] == BOX_B for unit in TROOPS[USA])
    return waiting and enemies_in(p, USA, p.ground.entries[ENTRIES.index("B")])


@enforces("SHI-17.3.9")
def detour(p: ShilohPosition) -> None:
    """The formation goes round to entry A, two turns later."""
    for unit in TROOPS[USA]:
        if p.hex[unit] == BOX_B:
            put(p, unit, LATER)
            p.due[unit] = p.turn + DETOUR
    if p.events is not None:
        hex = p.ground.entries[ENTRIES.index("A")]
        p.tell("detoured", "SHI-17.3.9", {"hex": p.ground.names[hex], "turn": p.turn + DETOUR})
