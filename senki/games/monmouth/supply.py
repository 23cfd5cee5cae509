"""Supply (chapter 16): a flood over a grid of 44-yard cells."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect
from senki.engine.clauses import enforces
from senki.games.monmouth.board import BAGGAGE, FIELD, FOOT_THIRD, LOC_FROM, LOC_TO, LOC_X, PIECES_OF, SIDE_OF, TYPE
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.spotting import may_fight

CELL: Final = 44.0
COLUMNS: Final = int(FIELD.width / CELL) + 1
ROWS: Final = int(FIELD.height / CELL) + 1
UNREACHED: Final = 0
BLOCKED: Final = 1
OPEN: Final = 2


class Supply:
    """A side's supply: the cells clear of the enemy from which its edge stretch is reached, found once for all.

    `known` is supply as far as the side knows: a block that is not known to be a train may be a combat piece.
    """

    def __init__(self, p: MonmouthPosition, side: int, known: bool = False) -> None:
        self.nearest: dict[int, float] = {}
        """The cells within F/3 of an enemy, through which nothing comes, and how far away it is."""
        self.cells: list[int] = [UNREACHED] * (COLUMNS * ROWS)
        self.edge: set[int] = edge_cells(side)
        for enemy in PIECES_OF[1 - side]:
            if p.here(enemy) and (may_fight(p, side, enemy) if known else TYPE[enemy] != BAGGAGE):
                for at, gap in cells_near(p.rect(enemy)):
                    if gap < self.nearest.get(at, FOOT_THIRD + 1.0):
                        self.nearest[at] = gap
        self.flood()

    @enforces("MON-16.1")
    def flood(self) -> None:
        """Spread from the edge, over corners too, where no enemy is near."""
        cells = self.cells
        for at in self.nearest:
            cells[at] = BLOCKED
        queue = [at for at in sorted(self.edge) if cells[at] == UNREACHED]
        for at in queue:
            cells[at] = OPEN
        for at in queue:
            column, row = at % COLUMNS, at // COLUMNS
            for r in range(max(0, row - 1), min(ROWS, row + 2)):
                for c in range(max(0, column - 1), min(COLUMNS, column + 2)):
                    if cells[r * COLUMNS + c] == UNREACHED:
                        cells[r * COLUMNS + c] = OPEN
                        queue.append(r * COLUMNS + c)

    @enforces("MON-16.1")
    def reaches(self, rect: Rect) -> bool:
        """Is a cell within F/3 of a piece, and nearer to it than to any enemy, at the edge or beside an open one?"""
        for at, gap in cells_near(rect):
            if gap < self.nearest.get(at, FOOT_THIRD + 1.0):
                if at in self.edge:
                    return True
                column, row = at % COLUMNS, at // COLUMNS
                for r in range(max(0, row - 1), min(ROWS, row + 2)):
                    if OPEN in self.cells[r * COLUMNS + max(0, column - 1) : r * COLUMNS + min(COLUMNS, column + 2)]:
                        return True
        return False


@enforces("MON-16.1")
def in_supply(p: MonmouthPosition, piece: int) -> bool:
    """Do cells near the piece reach its side's edge through cells that, as it knows, no enemy is within F/3 of?"""
    return Supply(p, SIDE_OF[piece], True).reaches(p.rect(piece))


def cells_near(rect: Rect) -> list[tuple[int, float]]:
    """The cells within F/3 of a piece, and how far their centres are from it."""
    far = rect.reach + FOOT_THIRD
    found: list[tuple[int, float]] = []
    for row in range(max(0, int((rect.y - far) / CELL)), min(ROWS, int((rect.y + far) / CELL) + 1)):
        for column in range(max(0, int((rect.x - far) / CELL)), min(COLUMNS, int((rect.x + far) / CELL) + 1)):
            gap = rect.distance_to_point((column + 0.5) * CELL, (row + 0.5) * CELL)
            if gap <= FOOT_THIRD:
                found.append((row * COLUMNS + column, gap))
    return found


@enforces("MON-16.1")
def edge_cells(side: int) -> set[int]:
    """The cells that touch the side's stretch of the map edge."""
    column = 0 if LOC_X[side] == 0.0 else int((LOC_X[side] - 0.001) / CELL)
    rows = [row for row in range(ROWS) if (row + 1) * CELL >= LOC_FROM[side] and row * CELL <= LOC_TO[side]]
    return {row * COLUMNS + column for row in rows}
