"""Moving with enemies about (chapter 8): attackers, defenders and the roads they close."""

from __future__ import annotations

from mypy_extensions import i64

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.nano.board import OFF, ROAD, ROAD_BIT, SIDE_OF, TOWNS, UNITS, UNITS_OF
from senki.games.nano.position import NOWHERE, NanoPosition, attacks_at, holds, roads_held
from senki.games.nano.victory import enter_manassas_gap


@enforces("NANO-8.5", "NANO-8.8", "NANO-8.12", "NANO-8.13")
def road_held_by_enemy(p: NanoPosition, unit: int, to: int) -> list[Objection]:
    """No unit enters a road on which an enemy attacker stands, from either end. Nothing else closes a road."""
    here = p.town[unit]
    if not roads_held(p, 1 - SIDE_OF[unit]) & ROAD_BIT[ROAD[here][to]]:
        return []
    for enemy in UNITS_OF[1 - SIDE_OF[unit]]:
        if {p.town[enemy], p.came_by[enemy]} == {here, to}:
            return [forbid("NANO-8.5", unit=UNITS[unit], enemy=UNITS[enemy], here=TOWNS[here], to=TOWNS[to])]
    raise AssertionError("a held road has an attacker on it")


@enforces("NANO-8.6", "NANO-8.12")
def attacker_objections(p: NanoPosition, unit: int, to: int) -> list[Objection]:
    """An attacker moves back along its own road, and nowhere else."""
    back = p.came_by[unit]
    if back in (NOWHERE, to):
        return []
    return [forbid("NANO-8.6", unit=UNITS[unit], back=TOWNS[back], to=TOWNS[to])]


@enforces("NANO-8.9", "NANO-8.10", "NANO-8.11")
def leave(p: NanoPosition, unit: i64) -> None:
    """Take a unit out of its town; if no enemy faces those who stay any more, they are normal at once."""
    town = p.town[unit]
    p.town[unit] = OFF
    p.came_by[unit] = NOWHERE
    relieve(p, town)


@enforces("NANO-8.9", "NANO-8.10")
def relieve(p: NanoPosition, town: i64) -> None:
    """When one side has left a town, the attackers there lose their road and become normal."""
    towns, came_by = p.town, p.came_by
    for unit in range(len(UNITS)):
        if came_by[unit] >= 0 and towns[unit] == town:
            if holds(p, 1 - SIDE_OF[unit], town):
                return
            came_by[unit] = NOWHERE
            if p.events is not None:
                p.tell("relieved", "NANO-8.9", {"unit": UNITS[unit], "town": TOWNS[town]})


@enforces("NANO-1.7", "NANO-8.1", "NANO-8.2", "NANO-8.3", "NANO-8.4", "NANO-8.12")
def arrive(p: NanoPosition, unit: i64, origin: i64, to: i64) -> None:
    """Put a unit that came by road into a town: against enemies it attacks, unless friends defend there already."""
    side = SIDE_OF[unit]
    kind, clause = "moved", "NANO-8.4"
    if holds(p, 1 - side, to):
        if holds(p, side, to) and not attacks_at(p, side, to):
            kind, clause = "joined_defence", "NANO-8.3"
        else:
            kind, clause = ("joined_attack", "NANO-8.2") if holds(p, side, to) else ("attacked", "NANO-8.1")
            p.came_by[unit] = origin
    p.town[unit] = to
    if p.events is not None:
        p.tell(kind, clause, {"unit": UNITS[unit], "origin": TOWNS[origin], "to": TOWNS[to]})
    enter_manassas_gap(p, unit, to)
