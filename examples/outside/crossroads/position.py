"""The state of a game: where every battalion stands, the points, and what the turn has come to."""

from __future__ import annotations

from typing import Final

from senki.boards.graph import read_graph
from senki.engine.data import read_toml, rows
from senki.engine.errors import BrokenInvariant
from senki.engine.position import Position, Step

BLUE, RED = 0, 1
SIDES: Final = ["blue", "red"]
UNITS: Final = ["B1", "B2", "B3", "R1", "R2", "R3"]
SIDE_OF: Final = [BLUE, BLUE, BLUE, RED, RED, RED]
LOST: Final = -1
NOBODY: Final = -1

BOARD: Final = read_toml("crossroads", "board.toml")
MAP: Final = read_graph(rows(BOARD, "town"), rows(BOARD, "road"))
VILLAGES: Final = [place.id for place in MAP.places]
CROSSROADS: Final = VILLAGES.index("crossroads")
BEGINS_AT: Final = [VILLAGES.index("west_farm"), VILLAGES.index("east_farm")]
LAST_TURN: Final = 8
ENOUGH: Final = 5


class CrossroadsPosition(Position):
    """A turn is one march of Blue and one of Red."""

    def __init__(self, steps: list[Step[Position]], stack: list[int], place: list[int], points: list[int]) -> None:
        super().__init__(steps, stack)
        self.place = place
        self.points = points
        self.turn = 1
        self.acting = BLUE
        self.attacker = NOBODY
        """The battalion that fights for the village it marches to …"""
        self.target = LOST
        """… and that village."""

    def copy(self) -> CrossroadsPosition:
        """An independent copy that nobody listens to."""
        twin = CrossroadsPosition(self.steps, self.stack[:], self.place[:], self.points[:])
        twin.result, twin.turn, twin.acting = self.result, self.turn, self.acting
        twin.attacker, twin.target = self.attacker, self.target
        return twin

    def key(self) -> tuple[int, ...]:
        """The whole state as numbers."""
        return (self.turn, self.acting, self.attacker, self.target, *self.place, *self.points, *self.stack)

    def check(self) -> None:
        """Raise BrokenInvariant if the state could not have come about."""
        for village in range(len(VILLAGES)):
            if self.here(BLUE, village) and self.here(RED, village):
                raise BrokenInvariant(f"both sides stand in {VILLAGES[village]}")

    def here(self, side: int, village: int) -> list[int]:
        """The battalions of a side in a village."""
        return [unit for unit in range(len(UNITS)) if SIDE_OF[unit] == side and self.place[unit] == village]

    def left(self, side: int) -> int:
        """How many battalions a side still has."""
        return sum(1 for unit in range(len(UNITS)) if SIDE_OF[unit] == side and self.place[unit] != LOST)
