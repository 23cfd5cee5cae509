"""The ground and the counters (chapter 1): the map and units.csv turned into flat lists."""

from __future__ import annotations

import csv
from importlib import resources
from typing import Final

from senki.boards.hexes.ground import HexGround
from senki.boards.hexes.hexmap import HexMap
from senki.boards.hexes.search import SHUT
from senki.boards.hexes.shipped import shipped_map
from senki.engine.clauses import enforces

PACKAGE: Final = "senki.games.big"
RED: Final = 0
BLUE: Final = 1
SIDES: Final = ["red", "blue"]
TERRAIN_COST: Final = {"clear": 2, "woods": 3, "marsh": 4, "rough": 4, "lake": SHUT}
ROAD_COST: Final = 1
RIVER_COST: Final = 2
POINTS: Final = 12
"""Movement points of every unit."""


class Field(HexGround):
    """The map as the rules ask about it, by hex or by 6 * hex + direction."""

    def __init__(self, board: HexMap) -> None:
        super().__init__(board)
        words = board.words
        river, bridge, road = words.side_bit("river"), words.side_bit("bridge"), words.link_bit("road")
        self.river: list[bool] = [bool(side & river) and not side & bridge for side in board.side]
        """A river without a bridge lies on this side."""
        self.road: list[bool] = [bool(link & road) for link in board.link]
        self.entry: list[int] = [TERRAIN_COST[words.terrain[number]] for number in board.terrain]
        self.step: list[int] = [self._cost(place) for place in range(6 * self.size)]
        """The price of each step, SHUT if it may not be made."""
        self.reached: list[list[int]] = [
            [self.next[p] for p in range(6 * hex, 6 * hex + 6) if self.next[p] >= 0 and not self.river[p]]
            for hex in range(self.size)
        ]
        """The neighbours into which a unit in the hex exerts its zone (BIG-2.4)."""
        self.towns: list[int] = [place.hex for place in board.places if place.kind == "town"]

    @enforces("BIG-2.1", "BIG-2.2")
    def _cost(self, place: int) -> int:
        """A road costs one point; elsewhere terrain, each level of climb and a river add up."""
        to = self.next[place]
        if to < 0 or self.entry[to] == SHUT:
            return SHUT
        if self.road[place] and not self.river[place]:
            return ROAD_COST
        climb = self.board.level[to] - self.board.level[place // 6]
        return self.entry[to] + (climb if climb > 0 else 0) + (RIVER_COST if self.river[place] else 0)


def _rows() -> list[dict[str, str]]:
    text = resources.files(PACKAGE).joinpath("units.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


FIELD: Final = Field(shipped_map(PACKAGE))
HEXES: Final[list[str]] = FIELD.board.names
ROWS: Final[list[dict[str, str]]] = _rows()
UNITS: Final[list[str]] = [row["id"] for row in ROWS]
COUNT: Final[int] = len(UNITS)
UNIT: Final[dict[str, int]] = {name: number for number, name in enumerate(UNITS)}
NAMES: Final[list[dict[str, str]]] = [{"en": row["en"], "ja": row["ja"]} for row in ROWS]
SIDE_OF: Final[list[int]] = [SIDES.index(row["side"]) for row in ROWS]
KIND: Final[list[str]] = [row["kind"] for row in ROWS]
STRENGTH: Final[list[int]] = [int(row["strength"]) for row in ROWS]
SET_UP: Final[list[int]] = [FIELD.board.number(row["hex"]) for row in ROWS]
UNITS_OF: Final[list[list[int]]] = [[u for u in range(COUNT) if SIDE_OF[u] == side] for side in (RED, BLUE)]
