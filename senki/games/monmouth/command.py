"""Command (chapter 6): the distance at which an HQ can order an attack."""

from __future__ import annotations

from senki.boards.plane.rects import Rect, distance
from senki.engine.clauses import enforces
from senki.games.monmouth.board import ARMY, COMMAND, HQS_OF, MOUNTED_THIRD, SIDE_OF, SLACK
from senki.games.monmouth.position import RESERVE, MonmouthPosition


@enforces("MON-6.2", "MON-1.4")
def leaders(p: MonmouthPosition, piece: int) -> list[int]:
    """The HQs that command a piece: its own, for a detachment the one that moves it, and any army commander."""
    own = p.chit_hq(p.active) if COMMAND[piece] < 0 else p.command_of(piece)
    return [hq for hq in HQS_OF[SIDE_OF[piece]] if p.here(hq) and (hq == own or ARMY[hq])]


@enforces("MON-6.1", "MON-6.3")
def in_command(p: MonmouthPosition, piece: int, start: Rect) -> bool:
    """May a piece that starts its move here attack? An HQ of its own stands within M/3, edge to edge."""
    if p.place[piece] == RESERVE:
        return True
    for hq in leaders(p, piece):
        if distance(p.rect(hq), start) <= MOUNTED_THIRD + SLACK:
            return True
    return False
