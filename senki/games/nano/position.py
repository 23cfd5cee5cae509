"""The state of a game of Shenandoah Nano (chapter 1: terms, states of units, invariants)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from senki.engine.clauses import enforces
from senki.engine.errors import BrokenInvariant
from senki.engine.position import Position, Step
from senki.games.nano.board import (
    FREDERICKSBURG,
    LAST_TURN,
    NORTH,
    OFF,
    OPEN,
    ROAD,
    ROAD_BIT,
    SIDE_OF,
    SOUTH,
    TOWNS,
    UNITS,
    UNITS_OF,
    VP_MAX,
    VP_MIN,
    VP_START,
)

NOBODY: Final = -1
NOWHERE: Final = -1
FALLEN: Final = -2
"""In `going`: a beaten unit that has no retreat."""
NOT_GOING: Final[list[int]] = []
"""Shared and never changed: no battle has just been decided."""


class NanoPosition(Position):
    """Where every unit stands and what the turn has come to.

    A unit is normal or a defender in its town's circle, or an attacker on the road to `came_by` (NANO-1.9, 1.10).
    """

    def __init__(
        self, steps: list[Step[Position]], stack: list[int], town: vec[i64], came_by: vec[i64], returns: vec[i64]
    ) -> None:
        super().__init__(steps, stack)
        self.turn = 1
        self.vp = VP_START
        self.entered_gap = False
        """A South unit has been in Manassas Gap (NANO-3.9)."""
        self.town = town
        self.came_by = came_by
        self.returns = returns
        """The first turn in which an eliminated North unit may come back (NANO-11.1)."""
        self.south_die = 0
        self.north_die = 0
        self.acting = NOBODY
        self.passed = False
        """The side with the initiative has passed; the other side chooses."""
        self.moves_left = 0
        self.mover = NOBODY
        self.heading = NOWHERE
        """Who tries a mountain road, and to which town (NANO-7.2)."""
        self.battle = NOWHERE
        self.loser = NOBODY
        self.retreating = NOBODY
        self.going: list[int] = NOT_GOING
        """Of a battle just decided: where each unit goes, by unit number; empty at all other times."""
        self.marked = 0
        """Units that have retreated in this combat phase, as bits (NANO-10.9)."""

    def copy(self) -> NanoPosition:
        """An independent copy that nobody listens to."""
        twin = NanoPosition(self.steps, self.stack[:], self.town[:], self.came_by[:], self.returns[:])
        twin.result = self.result
        twin.turn = self.turn
        twin.vp = self.vp
        twin.entered_gap = self.entered_gap
        twin.south_die = self.south_die
        twin.north_die = self.north_die
        twin.acting = self.acting
        twin.passed = self.passed
        twin.moves_left = self.moves_left
        twin.mover = self.mover
        twin.heading = self.heading
        twin.battle = self.battle
        twin.loser = self.loser
        twin.retreating = self.retreating
        if self.going:
            twin.going = self.going[:]
        twin.marked = self.marked
        return twin

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers."""
        return (
            self.turn, self.vp, int(self.entered_gap), self.south_die, self.north_die, self.acting, int(self.passed),
            self.moves_left, self.mover, self.heading, self.battle, self.loser, self.retreating, self.marked,
            *self.town, *self.came_by, *self.returns, len(self.going), *self.going, *self.stack,
        )  # fmt: skip

    @property
    def own_die(self) -> int:
        """The initiative die of the side that acts."""
        return self.south_die if self.acting == SOUTH else self.north_die

    def forget_round(self) -> None:
        """Clear what belonged to one action round."""
        self.south_die = 0
        self.north_die = 0
        self.acting = NOBODY
        self.passed = False
        self.moves_left = 0

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        check_counts(self)
        check_states(self)
        check_roads(self)


def holds(p: NanoPosition, side: i64, town: i64) -> bool:
    """Has a side at least one unit in a town? Any number may be there."""
    towns = p.town
    for unit in UNITS_OF[side]:
        if towns[unit] == town:
            return True
    return False


@enforces("NANO-1.8")
def contested(p: NanoPosition, town: i64) -> bool:
    """A town with units of both sides in it."""
    return holds(p, SOUTH, town) and holds(p, NORTH, town)


def contested_towns(p: NanoPosition) -> list[int]:
    """All contested towns, in order of number. Only an attacker makes a town contested."""
    towns: list[int] = []
    came_by = p.came_by
    for unit in range(len(UNITS)):
        if came_by[unit] >= 0 and p.town[unit] not in towns:
            towns.append(p.town[unit])
    if len(towns) > 1:
        towns.sort()
    return towns


@enforces("NANO-1.9", "NANO-1.10")
def state_of(p: NanoPosition, unit: i64) -> str:
    """Normal or defender in the town's circle, attacker on its road, or off the map."""
    if p.town[unit] == OFF:
        return "off"
    if p.came_by[unit] >= 0:
        return "attacker"
    return "defender" if holds(p, 1 - SIDE_OF[unit], p.town[unit]) else "normal"


def roads_held(p: NanoPosition, side: i64) -> i64:
    """The roads on which attackers of a side stand, as bits."""
    held: i64 = 0
    came_by = p.came_by
    for unit in UNITS_OF[side]:
        back = came_by[unit]
        if back >= 0:
            held |= ROAD_BIT[ROAD[p.town[unit]][back]]
    return held


def attacks_at(p: NanoPosition, side: i64, town: i64) -> bool:
    """Are units of a side attackers in this town?"""
    towns, came_by = p.town, p.came_by
    for unit in UNITS_OF[side]:
        if came_by[unit] >= 0 and towns[unit] == town:
            return True
    return False


@enforces("NANO-1.11")
def check_states(p: NanoPosition) -> None:
    """(a) one side attacks and the other defends in a contested town; (b) elsewhere nobody has come by a road."""
    for town in range(len(TOWNS)):
        here = [unit for unit in range(len(UNITS)) if p.town[unit] == town]
        attackers = [unit for unit in here if p.came_by[unit] >= 0]
        sides = {SIDE_OF[unit] for unit in here}
        if len(sides) < 2 and attackers:
            raise BrokenInvariant(f"{UNITS[attackers[0]]} attacks in {TOWNS[town]}, which is not contested")
        if len(sides) == 2:
            attacking = {SIDE_OF[unit] for unit in attackers}
            if len(attacking) != 1 or len(attackers) != sum(SIDE_OF[unit] in attacking for unit in here):
                raise BrokenInvariant(f"in {TOWNS[town]} it is not one side that attacks and the other that defends")


@enforces("NANO-1.11")
def check_roads(p: NanoPosition) -> None:
    """(c) all attackers on one road belong to one side, and every attacker stands on a road it could have come by."""
    for unit in range(len(UNITS)):
        back = p.came_by[unit]
        if back >= 0 and (p.town[unit] == OFF or not OPEN[back][p.town[unit]]):
            raise BrokenInvariant(f"{UNITS[unit]} cannot have come by road from {TOWNS[back]}")
    if roads_held(p, SOUTH) & roads_held(p, NORTH):
        raise BrokenInvariant("attackers of both sides stand on one road")


@enforces("NANO-1.5", "NANO-1.11", "NANO-7.6")
def check_counts(p: NanoPosition) -> None:
    """(e) every unit is in a town or off the map; (f) the VP and turn markers are on their tracks."""
    if not VP_MIN <= p.vp <= VP_MAX:
        raise BrokenInvariant(f"the VP marker stands on {p.vp}")
    if not 1 <= p.turn <= LAST_TURN:
        raise BrokenInvariant(f"the turn marker stands on {p.turn}")
    if len(p.town) != len(UNITS) or len(p.came_by) != len(UNITS) or len(p.returns) != len(UNITS):
        raise BrokenInvariant("a unit was lost or added")
    for unit in range(len(UNITS)):
        if not OFF <= p.town[unit] < len(TOWNS):
            raise BrokenInvariant(f"{UNITS[unit]} is in no town")
        if p.town[unit] == FREDERICKSBURG and SIDE_OF[unit] == SOUTH:
            raise BrokenInvariant(f"{UNITS[unit]} is in {TOWNS[FREDERICKSBURG]}, which no South unit can reach")
        if p.returns[unit] and (p.town[unit] != OFF or SIDE_OF[unit] == SOUTH):
            raise BrokenInvariant(f"{UNITS[unit]} waits to come back but is on the map or of the South")


def empty_map(steps: list[Step[Position]]) -> NanoPosition:
    """A position on turn 1 with every unit off the map and nothing to come."""
    off, nowhere, never = [OFF] * len(UNITS), [NOWHERE] * len(UNITS), [0] * len(UNITS)
    return NanoPosition(steps, [], vec[i64](off), vec[i64](nowhere), vec[i64](never))
