"""Retreat (chapter 10)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.nano.board import (
    LAST_TURN,
    NEIGHBOURS,
    OFF,
    OPEN,
    ROAD,
    ROAD_BIT,
    SIDE_OF,
    TOWNS,
    UNITS,
    UNITS_OF,
)
from senki.games.nano.enemies import relieve
from senki.games.nano.position import (
    FALLEN,
    NOBODY,
    NOT_GOING,
    NOWHERE,
    NanoPosition,
    attacks_at,
    holds,
    roads_held,
)
from senki.games.nano.redeployment import comes_back_in
from senki.games.nano.victory import enter_manassas_gap


@enforces("NANO-10.4")
def open_to_retreat(p: NanoPosition, side: int, town: int) -> bool:
    """A town without enemies, or one in which friends defend; where friends attack, the enemy holds the town."""
    return not holds(p, 1 - side, town) or (holds(p, side, town) and not attacks_at(p, side, town))


@enforces("NANO-10.2", "NANO-10.3", "NANO-10.6")
def retreats(p: NanoPosition, unit: int) -> list[int]:
    """The towns a beaten unit can reach: an attacker its origin only, a defender any over a road free of enemies.

    Mountain roads need no roll. Only an attacker that came from Fredericksburg retreats there.
    """
    side = SIDE_OF[unit]
    back = p.came_by[unit]
    if back >= 0:
        return [back] if open_to_retreat(p, side, back) else []
    here = p.town[unit]
    shut = roads_held(p, 1 - side)
    towns: list[int] = []
    for town in NEIGHBOURS[here]:
        if not shut & ROAD_BIT[ROAD[here][town]] and open_to_retreat(p, side, town):
            towns.append(town)
    return towns


@enforces("NANO-10.3", "NANO-10.4", "NANO-10.5", "NANO-10.6")
def retreat_objections(p: NanoPosition, unit: int, to: int) -> list[Objection]:
    """Why the unit that is asked may not retreat to a town."""
    if unit != p.retreating:
        return [forbid("NANO-10.1", unit=UNITS[unit], asked=UNITS[p.retreating])]
    here = p.town[unit]
    side = SIDE_OF[unit]
    if ROAD[here][to] < 0:
        return [forbid("NANO-10.3", "retreat_not_adjacent", unit=UNITS[unit], to=TOWNS[to])]
    found: list[Objection] = []
    if not OPEN[here][to]:
        found.append(forbid("NANO-10.6", unit=UNITS[unit], to=TOWNS[to]))
    if roads_held(p, 1 - side) & ROAD_BIT[ROAD[here][to]]:
        found.append(road_with_enemy(p, unit, to))
    if not open_to_retreat(p, side, to):
        found.append(forbid("NANO-10.4", unit=UNITS[unit], to=TOWNS[to]))
    return found


@enforces("NANO-10.3", "NANO-10.5")
def road_with_enemy(p: NanoPosition, unit: int, to: int) -> Objection:
    """An enemy attacker closes its road to retreats, at this end and at the far one."""
    here = p.town[unit]
    for enemy in UNITS_OF[1 - SIDE_OF[unit]]:
        if p.town[enemy] == here and p.came_by[enemy] == to:
            return forbid("NANO-10.3", unit=UNITS[unit], enemy=UNITS[enemy], to=TOWNS[to])
    return forbid("NANO-10.5", unit=UNITS[unit], to=TOWNS[to])


@enforces("NANO-10.1", "NANO-10.7", "NANO-10.8")
def next_choice(p: NanoPosition) -> int:
    """The next beaten unit with a choice. A lone way is taken, without one a unit falls; nobody has moved yet."""
    if not p.going:
        p.going = [NOWHERE] * len(UNITS)
    for unit in UNITS_OF[p.loser]:
        if p.town[unit] == p.battle and p.going[unit] == NOWHERE:
            towns = retreats(p, unit)
            if len(towns) > 1:
                return unit
            p.going[unit] = towns[0] if towns else FALLEN
    return NOBODY


@enforces("NANO-9.9", "NANO-10.8", "NANO-10.11")
def carry_out(p: NanoPosition, in_phase: bool) -> None:
    """Move all beaten units together; they arrive normal, or as defenders, and the winners become normal."""
    for unit in UNITS_OF[p.loser]:
        to = p.going[unit]
        if to == NOWHERE:
            continue
        p.came_by[unit] = NOWHERE
        if to == FALLEN:
            eliminate(p, unit)
        else:
            p.town[unit] = to
            if p.events is not None:
                p.tell("retreated", "NANO-10.1", {"unit": UNITS[unit], "origin": TOWNS[p.battle], "to": TOWNS[to]})
            enter_manassas_gap(p, unit, to)
            if in_phase:
                mark(p, unit)
    relieve(p, p.battle)
    p.going = NOT_GOING
    p.battle = NOWHERE
    p.loser = NOBODY
    p.retreating = NOBODY


@enforces("NANO-10.9", "NANO-10.10")
def mark(p: NanoPosition, unit: int) -> None:
    """A unit that retreated in the combat phase does not count in its later battles; a battle by a 6 leaves no mark."""
    p.marked |= 1 << unit


@enforces("NANO-10.9")
def remove_marks(p: NanoPosition) -> None:
    """The marks go at the end of the combat phase."""
    p.marked = 0


@enforces("NANO-10.7", "NANO-11.3")
def eliminate(p: NanoPosition, unit: int) -> None:
    """A unit with no retreat is eliminated, in a combat phase or a battle by a 6 alike."""
    origin = p.town[unit]
    p.town[unit] = OFF
    p.returns[unit] = comes_back_in(unit, p.turn)
    p.marked &= ~(1 << unit)
    if p.events is not None:
        p.tell("eliminated", "NANO-10.7", {"unit": UNITS[unit], "town": TOWNS[origin]})
        if 0 < p.returns[unit] <= LAST_TURN:
            p.tell("may_return", "NANO-11.1", {"unit": UNITS[unit], "turn": p.returns[unit]})
