"""A scenario on a ground: its hexes as numbers, shared by all positions of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from senki.boards.hexes.ground import NOWHERE
from senki.engine.clauses import enforces
from senki.engine.errors import Malformed
from senki.games.sjw.campaign import Campaign, campaign
from senki.games.sjw.counters import COUNT
from senki.games.sjw.ground import Ground, ground_of

KEPT: Final = 24


class Theatre:
    """What a scenario names on the map it is played on."""

    def __init__(self, plan: Campaign, ground: Ground) -> None:
        self.plan = plan
        self.ground = ground
        self.objectives: list[int] = [self.hex(name) for name in plan.objectives]
        self.depots: list[int] = [self.hex(name) for name in plan.depots]
        self.station_at: list[int] = [NOWHERE] * ground.size
        """By hex: the number of its station among ground.stations, NOWHERE without one."""
        for number, hex in enumerate(ground.stations):
            self.station_at[hex] = number
        self.set_up: list[int] = [NOWHERE] * COUNT
        """Where each counter was set up."""
        for start in plan.setup:
            if start.hex:
                self.set_up[start.unit] = self.hex(start.hex)
        self.line_hexes: list[list[int]] = [self.hexes(line.hexes) for line in plan.lines]
        """The hexes of each victory line."""
        self.best_hexes: list[list[list[int]]] = [[self.hexes(names) for names, _ in line.best] for line in plan.lines]
        """The same of a line that has several, of which a unit scores the best."""
        self.closed: dict[int, list[bool]] = {}
        """Hexes closed by some limits, once somebody has asked: by the limits as bits (see limits.py)."""
        self.closed_sides: dict[int, list[bool]] = {}
        """The same of hexsides, by place."""

    def hex(self, name: str) -> int:
        """The hex a scenario names; raises Malformed on a map that lacks it."""
        found = self.ground.number(name)
        if found == NOWHERE:
            raise Malformed(f"map: the scenario needs hex {name}, which this map does not have")
        return found

    def hexes(self, names: list[str]) -> list[int]:
        """Several of them."""
        return [self.hex(name) for name in names]


@enforces("SJW-2.8")
@lru_cache(maxsize=KEPT)
def theatre(scenario: str, text: str = "") -> Theatre:
    """A scenario on its sheet of the game's map or of a map of the players' own; raises Malformed."""
    plan = campaign(scenario)
    return Theatre(plan, ground_of(plan.sheet, text))
