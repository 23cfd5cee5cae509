"""What there is to win: places with their points, and how far it is to them (26, 3.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.fields import prices_to
from senki.engine.data import read_toml
from senki.games.sicily.counters import ALLIES
from senki.games.sicily.ground import FOOT, Ground
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.scenario import Theatre
from senki.games.sicily.tables import PACKAGE, POINT_TURNS

PLANNER: Final[dict[str, Any]] = read_toml(PACKAGE, "advice.toml")
"""The numbers the machine players go by."""
AIRFIELD: Final[float] = float(PLANNER["worth"]["airfield"])
SOURCE: Final[float] = float(PLANNER["worth"]["source"])
PORTS: Final[list[float]] = [float(value) for value in PLANNER["worth"]["port"]]
FAR: Final = 120
"""Movement points beyond which nothing is far or near any more."""


class Goals:
    """The places of a scenario and the ways to them, worked out when they are first asked for."""

    def __init__(self, theatre: Theatre) -> None:
        self.ground: Ground = theatre.ground
        self.theatre = theatre
        self.fields: dict[int, vec[i16]] = {}
        plan = theatre.plan
        self.is_goal: list[bool] = [False] * self.ground.size
        """Of the landing: the places that decide it."""
        for name in [*plan.goals, *plan.goal_airfields]:
            self.is_goal[theatre.hex(name)] = True
        self.must: list[int] = [theatre.hex(name) for name in plan.goals]
        self.airfields: list[int] = [theatre.hex(name) for name in plan.goal_airfields]
        self.to_exit: vec[i16] = self.far_from_exits()

    def far_from_exits(self) -> vec[i16]:
        """Movement points from each hex to the nearest evacuation hex."""
        exits = [hex for hex in self.ground.exits if hex >= 0]
        return prices_to(self.ground, self.ground.price[4 * FOOT + 2], exits, FAR)

    def way_to(self, hex: int, kind: int) -> vec[i16]:
        """Movement points from each hex to a goal, for foot or wheels, as if nobody were in the way."""
        key = 2 * hex + kind
        known = self.fields.get(key)
        if known is None:
            known = prices_to(self.ground, self.ground.price[4 * kind + 2 * ALLIES], [hex], FAR)
            self.fields[key] = known
        return known


GOALS_KEPT: Final = 12


@lru_cache(maxsize=GOALS_KEPT)
def goals_of(theatre: Theatre) -> Goals:
    """The goals of a scenario on its map."""
    return Goals(theatre)


def counts_left(p: SicilyPosition) -> list[int]:
    """The turns of the counts of tactical points that are still to come, the end of the game as the turn after."""
    last = p.theatre.plan.last_turn
    found = [turn for turn in POINT_TURNS if p.turn < turn <= last]
    if p.theatre.plan.grades:
        found.append(last + 1)
    return found


def worth_of(p: SicilyPosition, hex: int) -> float:
    """What a place is worth to hold from now to the end, in victory points."""
    ground = p.ground
    left = p.theatre.plan.last_turn - p.turn + 1
    found = float(ground.points[hex] * len(counts_left(p)))
    if ground.airfield[hex]:
        found += AIRFIELD * left
    found += PORTS[ground.port[hex]] * left
    if hex in ground.sources:
        found += SOURCE
    if goals_of(p.theatre).is_goal[hex]:
        found += 40.0
    return found
