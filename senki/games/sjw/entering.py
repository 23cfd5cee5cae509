"""Entering a hex (2.9): the one way a unit comes into it, and what its coming sets off."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sjw.campaign import Limit, Release
from senki.games.sjw.commands import meet_corps
from senki.games.sjw.counters import CSA, INF, KIND, SIDE_OF, SIDES, UNITS
from senki.games.sjw.limits import county_of
from senki.games.sjw.pontoon import forced_take_up
from senki.games.sjw.position import SjwPosition, put, troops_in
from senki.games.sjw.supply import depot_entered

EVENTS: Final = ["moved", "retreated", "advanced", "went_by_rail", "arrived"]
"""By the way of entering: what is told."""
CLAUSES: Final = ["SJW-5.1.3", "SJW-7.6.1", "SJW-7.8", "SJW-5.1.5", "SJW-3.2"]


@enforces("SJW-2.9", "SJW-6.8", "SJW-9.3")
def move_unit(p: SjwPosition, unit: int, hex: int, how: int, riders: list[int], cost: int = 0) -> None:
    """Put a unit and the leaders who go along into a hex: works stay behind, and its coming sets off what it must.

    `cost` is the price of the step in half points, where it has one.
    """
    frm = p.hex[unit]
    put(p, unit, hex)
    p.works[unit] = 0
    for leader in riders:
        put(p, leader, hex)
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "to": p.ground.names[hex]}
        if frm >= 0:
            facts["origin"] = p.ground.names[frm]
        if cost > 0:
            facts["cost"] = cost
        p.tell(EVENTS[how], CLAUSES[how], facts)
    entered(p, unit, hex, how)


@enforces("SJW-2.9", "SJW-7.C")
def entered(p: SjwPosition, unit: int, hex: int, how: int) -> None:
    """Bridges, depots, objectives, releases, in this order; then units that have met the leader of their corps."""
    forced_take_up(p, unit, hex)
    depot_entered(p, unit, hex)
    flip_objective(p, unit, hex)
    release(p, unit, hex)
    for other in troops_in(p, SIDE_OF[unit], hex):
        meet_corps(p, other)


@enforces("SJW-13.2.5", "SJW-22.1.4")
def flip_objective(p: SjwPosition, unit: int, hex: int) -> None:
    """Infantry that enters an objective takes it for its side; it stays so until infantry of the other side comes."""
    if KIND[unit] != INF or hex not in p.theatre.objectives:
        return
    number = p.theatre.objectives.index(hex)
    held = 1 if SIDE_OF[unit] == CSA else 0
    if p.control[number] == held:
        return
    p.control[number] = held
    if p.events is not None:
        p.tell("objective", "SJW-13.2.5", {"hex": p.ground.names[hex], "side": SIDES[SIDE_OF[unit]]})


@enforces("SJW-13.0.9", "SJW-22.1.C1")
def release(p: SjwPosition, unit: int, hex: int) -> None:
    """A Confederate unit that comes into a county, or near enough, frees those who waited for it, for good."""
    if SIDE_OF[unit] != CSA:
        return
    for limit in p.theatre.plan.limits:
        ends = limit.release
        if ends is None or p.turn < ends.from_turn:
            continue
        near = set_off(p, ends, hex)
        for other in limit.held:
            if near or (ends.of_self and comes_near(p, ends, other, hex)):
                free(p, limit, other)


@enforces("SJW-2.7", "SJW-13.2.2", "SJW-13.2.3", "SJW-22.1.3b", "SJW-22.1.3d", "SJW-22.1.3e")
def set_off(p: SjwPosition, ends: Release, hex: int) -> bool:
    """Does a Confederate unit in this hex free all whom a limit holds?"""
    if ends.counties and county_of(p, hex) in ends.counties:
        return True
    return ends.of != "" and p.ground.distance(p.theatre.hex(ends.of), hex) <= ends.within


@enforces("SJW-2.7", "SJW-13.5.3")
def comes_near(p: SjwPosition, ends: Release, other: int, hex: int) -> bool:
    """Does a Confederate unit in this hex free this one, near which it has come?"""
    return p.hex[other] >= 0 and p.ground.distance(p.hex[other], hex) <= ends.within


def free(p: SjwPosition, limit: Limit, unit: int) -> None:
    """Release a unit or leader from a limit."""
    bit = 1 << limit.number
    if p.freed[unit] & bit:
        return
    p.freed[unit] |= bit
    if p.events is not None and p.hex[unit] >= 0 and limit.kind == "barred":
        p.tell("released", limit.clause, {"unit": UNITS[unit]})
