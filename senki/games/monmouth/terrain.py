"""Terrain (chapter 4): ground types, hills, cover, and what a village does."""

from __future__ import annotations

from senki.boards.plane.rects import Rect
from senki.engine.clauses import enforces
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    CAVALRY,
    COMMAND,
    CROSSING,
    FIELD,
    HEDGEROW,
    HQ,
    MARSH,
    TYPE,
    VILLAGE,
    WOODS,
)
from senki.games.monmouth.position import HEDGE, MonmouthPosition


@enforces("MON-0.6", "MON-4.1")
def ground(rect: Rect) -> int:
    """The ground type of a piece: what most samples lie on; village before marsh before woods before open."""
    return FIELD.ground(rect)


@enforces("MON-4.4")
def keeps_off_marsh(block: int) -> bool:
    """Artillery, cavalry and baggage may not stand on marsh."""
    return TYPE[block] == ARTILLERY or TYPE[block] == CAVALRY or TYPE[block] == BAGGAGE


@enforces("MON-4.4")
def sinks(block: int, rect: Rect) -> bool:
    """Would a block that must keep off it stand on marsh?"""
    return keeps_off_marsh(block) and ground(rect) == MARSH


@enforces("MON-4.2")
def slows(x0: float, y0: float, x1: float, y1: float) -> bool:
    """A centre's way over a slope, a stream or a river slows the move."""
    if FIELD.crosses_slope(x0, y0, x1, y1) or FIELD.crosses_stream(x0, y0, x1, y1):
        return True
    return len(FIELD.river_crossings(x0, y0, x1, y1)) > 0


@enforces("MON-4.2", "MON-4.7")
def slow_ground(kind: int) -> bool:
    """Woods and marsh slow the move; village does not."""
    return kind in (WOODS, MARSH)


@enforces("MON-4.5")
def river_barred(x0: float, y0: float, x1: float, y1: float) -> bool:
    """A river is crossed only within 88 yards of a bridge or ford."""
    return FIELD.barred_by_river(x0, y0, x1, y1, CROSSING)


@enforces("MON-4.6", "MON-1.4")
def enter_village(p: MonmouthPosition, piece: int) -> None:
    """A piece that ends in the village becomes Spent; detachments, baggage and HQs do not."""
    if TYPE[piece] in (BAGGAGE, HQ) or COMMAND[piece] < 0 or p.spent[piece]:
        return
    if ground(p.rect(piece)) == VILLAGE:
        p.spent[piece] = 1
        if p.events is not None:
            p.tell("village", "MON-4.6", {"unit": p.name(piece)})


@enforces("MON-12.11", "MON-4.7")
def above(rect: Rect, other: Rect) -> bool:
    """Is a piece on a hill, and the other not on a hill of equal or higher level?"""
    level = FIELD.level(rect)
    return level > 0 and FIELD.level(other) < level


@enforces("MON-4.7", "MON-12.10", "MON-20.7")
def in_cover(p: MonmouthPosition, rect: Rect, enemy: Rect) -> bool:
    """Woods, village or a hill above the enemy; with the switch also behind the hedgerow."""
    kind = ground(rect)
    if kind in (WOODS, VILLAGE) or above(rect, enemy):
        return True
    return p.on(HEDGE) and len(HEDGEROW[0].crossings(rect.x, rect.y, enemy.x, enemy.y)) > 0


@enforces("MON-7.5")
def shelter(rect: Rect, enemy: Rect) -> bool:
    """Cover that answers a FoE: woods, village, or a hill above its owner."""
    kind = ground(rect)
    return kind in (WOODS, VILLAGE) or above(rect, enemy)
