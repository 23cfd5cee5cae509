"""The line-of-sight tool: may somebody at one point see another point? (chapter 10)"""

from __future__ import annotations

from math import isfinite
from typing import Final

from senki.boards.plane.rects import Rect
from senki.boards.plane.trig import length
from senki.engine.clauses import enforces
from senki.engine.errors import Malformed
from senki.engine.forms import Reason, Sightline
from senki.games.monmouth.board import FIELD, FOOT, HQ_SIDE, SIGHT
from senki.games.monmouth.options import FARTHEST

STEPS: Final = 60
"""Points at which the end of a blocked view is looked for."""


@enforces("MON-10.1", "MON-10.2", "MON-10.3", "MON-10.4")
def line_of_sight(start: list[float], end: list[float]) -> Sightline:
    """The line between two points, each looked from as by an HQ that stands there; raises Malformed."""
    for point in (start, end):
        if len(point) != 2 or not all(isfinite(value) and abs(value) <= FARTHEST for value in point):
            raise Malformed("a point is x and y, two finite numbers on or near the map")
    ax, ay, bx, by = start[0], start[1], end[0], end[1]
    viewer, target = Rect(ax, ay, 0, HQ_SIDE, HQ_SIDE), Rect(bx, by, 0, HQ_SIDE, HQ_SIDE)
    level_a, level_b = FIELD.level(viewer), FIELD.level(target)
    crests = FIELD.touched_crests(viewer) | FIELD.touched_crests(target)
    far = round(length(bx - ax, by - ay), 1)
    if SIGHT.clear(ax, ay, bx, by, level_a, level_b, crests):
        return Sightline(True, far)
    clause = "MON-10.1" if far > FOOT else _cause(ax, ay, bx, by, crests)
    until: list[float] = []
    for step in range(1, STEPS + 1):
        x, y = ax + (bx - ax) * step / STEPS, ay + (by - ay) * step / STEPS
        if not SIGHT.clear(ax, ay, x, y, level_a, level_b, crests):
            break
        until = [round(x, 1), round(y, 1)]
    return Sightline(False, far, until, [Reason(clause, clause)])


def _cause(ax: float, ay: float, bx: float, by: float, crests: int) -> str:
    """Is it a crest that hides the point, or woods and houses?"""
    for number in range(len(FIELD.hills)):
        if not crests >> number & 1 and FIELD.hills[number].crest.crossings(ax, ay, bx, by):
            return "MON-10.3"
    return "MON-10.2"
