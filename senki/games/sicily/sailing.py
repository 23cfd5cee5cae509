"""Ways by sea (5.6): over all-sea and partial-sea hexes, round coastal hexes the enemy holds."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.counters import AXIS
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.tables import TABLES

END_RUN_HEXES: Final[int] = int(TABLES["end_runs"]["hexes"])
NEAR: Final[int] = int(TABLES["end_runs"]["near"])


@enforces("SIC-5.6")
def sea_ways(p: SicilyPosition, start: int, most: int) -> list[int]:
    """By hex: how many hexes the way there has, the start not counted; 0 where no way of so many hexes leads."""
    ground = p.ground
    found = [0] * ground.size
    edge = [start]
    for steps in range(1, most + 1):
        further: list[int] = []
        for hex in edge:
            for to in ground.around[hex]:
                if found[to] or to == start or not (ground.sea[to] or ground.coast[to]):
                    continue
                if p.presence.units(AXIS, to):
                    continue
                found[to] = steps
                further.append(to)
        edge = further
    return found
