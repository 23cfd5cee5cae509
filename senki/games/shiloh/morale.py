"""Morale and disruption (chapter 7)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import FOLLOWERS, FORMATION, KIND, LEADER, MORALE, SIDE_OF, UNITS
from senki.games.shiloh.position import DISRUPTED, REDUCED, TURNED, ShilohPosition
from senki.games.shiloh.tables import LEAST_MORALE, MOST_MORALE, OWN_FORMATIONS


@enforces("SHI-12.4", "SHI-12.5")
def affects(p: ShilohPosition, leader: int, unit: int) -> bool:
    """An effective leader helps the units with him; Sherman and Bragg only those of their own formations."""
    if p.flags[leader] & TURNED or p.hex[leader] != p.hex[unit] or SIDE_OF[leader] != SIDE_OF[unit]:
        return False
    return leader not in OWN_FORMATIONS or FORMATION[unit] in OWN_FORMATIONS[leader]


def led(p: ShilohPosition, unit: int) -> bool:
    """Is an effective leader who affects the unit stacked with it?"""
    for leader in FOLLOWERS[SIDE_OF[unit]]:
        if KIND[leader] == LEADER and affects(p, leader, unit):
            return True
    return False


@enforces("SHI-2.5", "SHI-7.1")
def morale_of(p: ShilohPosition, unit: int) -> int:
    """Printed, less one if reduced, one more with a leader, within 1 and 5."""
    value = MORALE[unit] - (1 if p.flags[unit] & REDUCED else 0) + (1 if led(p, unit) else 0)
    return max(LEAST_MORALE, min(MOST_MORALE, value))


@enforces("SHI-7.2", "SHI-7.3")
def passes(value: int, die: int) -> bool:
    """Not higher than the morale passes; as morale is within 1 and 5, a 1 always passes and a 6 always fails."""
    return die <= value


@enforces("SHI-7.4", "SHI-7.5")
def disrupt(p: ShilohPosition, unit: int, clause: str) -> None:
    """Put the marker on a unit; a disrupted unit is not affected further."""
    if p.flags[unit] & DISRUPTED:
        return
    p.flags[unit] |= DISRUPTED
    if p.events is not None:
        p.tell("disrupted", clause, {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})
