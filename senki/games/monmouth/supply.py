"""Supply (chapter 16): a flood over a grid of 44-yard cells."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.monmouth.board import FIELD, FIGHTERS_OF, FOOT_THIRD, LOC_FROM, LOC_TO, LOC_X, SIDE_OF
from senki.games.monmouth.position import MonmouthPosition

CELL: Final = 44.0
COLUMNS: Final = int(FIELD.width / CELL) + 1
ROWS: Final = int(FIELD.height / CELL) + 1
UNKNOWN: Final = 0
BLOCKED: Final = 1
REACHED: Final = 2


@enforces("MON-16.1")
def in_supply(p: MonmouthPosition, piece: int) -> bool:
    """Do cells near the piece reach its side's edge stretch through cells that no enemy is within F/3 of?"""
    side = SIDE_OF[piece]
    cells = [UNKNOWN] * (COLUMNS * ROWS)
    nearest: dict[int, float] = {}
    for enemy in FIGHTERS_OF[1 - side]:
        if p.here(enemy):
            _mark_enemy(p, enemy, cells, nearest)
    queue = _start(p, piece, cells, nearest)
    for at in queue:
        if _at_edge(side, at):
            return True
        column, row = at % COLUMNS, at // COLUMNS
        for r in range(max(0, row - 1), min(ROWS, row + 2)):
            for c in range(max(0, column - 1), min(COLUMNS, column + 2)):
                if cells[r * COLUMNS + c] == UNKNOWN:
                    cells[r * COLUMNS + c] = REACHED
                    queue.append(r * COLUMNS + c)
    return False


def _mark_enemy(p: MonmouthPosition, enemy: int, cells: list[int], nearest: dict[int, float]) -> None:
    """Block the cells within F/3 of an enemy and note how near it is."""
    rect = p.rect(enemy)
    far = rect.reach + FOOT_THIRD
    for row in range(max(0, int((rect.y - far) / CELL)), min(ROWS, int((rect.y + far) / CELL) + 1)):
        for column in range(max(0, int((rect.x - far) / CELL)), min(COLUMNS, int((rect.x + far) / CELL) + 1)):
            gap = rect.distance_to_point((column + 0.5) * CELL, (row + 0.5) * CELL)
            if gap <= FOOT_THIRD:
                at = row * COLUMNS + column
                cells[at] = BLOCKED
                known = nearest.get(at)
                if known is None or gap < known:
                    nearest[at] = gap


@enforces("MON-16.1")
def _start(p: MonmouthPosition, piece: int, cells: list[int], nearest: dict[int, float]) -> list[int]:
    """The cells within F/3 of the piece that are nearer to it than to any enemy."""
    rect = p.rect(piece)
    far = rect.reach + FOOT_THIRD
    queue: list[int] = []
    for row in range(max(0, int((rect.y - far) / CELL)), min(ROWS, int((rect.y + far) / CELL) + 1)):
        for column in range(max(0, int((rect.x - far) / CELL)), min(COLUMNS, int((rect.x + far) / CELL) + 1)):
            gap = rect.distance_to_point((column + 0.5) * CELL, (row + 0.5) * CELL)
            at = row * COLUMNS + column
            known = nearest.get(at)
            if gap <= FOOT_THIRD and (known is None or gap < known):
                cells[at] = REACHED
                queue.append(at)
    return queue


def _at_edge(side: int, at: int) -> bool:
    """Does a cell touch the side's stretch of the map edge?"""
    column, row = at % COLUMNS, at // COLUMNS
    edge = 0 if LOC_X[side] == 0.0 else int((LOC_X[side] - 0.001) / CELL)
    return column == edge and (row + 1) * CELL >= LOC_FROM[side] and row * CELL <= LOC_TO[side]
