"""The ladder of hits (chapter 12): what a piece of a quality makes of them."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.monmouth.board import ELITE, MILITIA, QUALITY

UNHURT: Final = 0
SPENT: Final = 1
RETREATS: Final = 2
DESTROYED: Final = 3


@enforces("MON-12.13", "MON-12.20")
def hit_steps(piece: int, hits: int, used: bool) -> int:
    """Steps down the ladder: an elite ignores its first hit of a combat, militia counts it as two."""
    if used or not hits:
        return hits
    if QUALITY[piece] == ELITE:
        return hits - 1
    return hits + 1 if QUALITY[piece] == MILITIA else hits


@enforces("MON-12.12")
def rung(spent: int, steps: int) -> int:
    """Fresh, Spent, retreats, destroyed; hits beyond that are lost."""
    return min(DESTROYED, spent + steps) if steps else UNHURT
