"""The way of an advance (MON-3.5): a pose every 22 yards, and where it comes upon slow ground or into an arc.

Ground does not change and arcs hang on the pose of their owner alone, so what a way meets is found out once, however
often a search walks it.
"""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect
from senki.boards.plane.sight import Arc
from senki.engine.clauses import enforces
from senki.games.monmouth.board import FIELD, MARSH, STEP
from senki.games.monmouth.foe import in_arc
from senki.games.monmouth.terrain import slow_ground

REMEMBERED: Final = 5000
"""How many ways are kept."""
UNKNOWN: Final = -1


class Way:
    """A straight way with the facing kept. Its poses are numbered; what never happens has their count for a number."""

    def __init__(self, start: Rect, end: Rect, far: float) -> None:
        self.start = start
        self.end = end
        self.far = far
        steps = int(far / STEP)
        self.count = steps if steps and steps * STEP / far >= 1.0 else steps + 1
        self.slow_at = UNKNOWN
        self.marsh_at = UNKNOWN
        self.arcs: dict[Arc, int] = {}
        """The pose that first stands in an arc."""

    @enforces("MON-3.5")
    def pose(self, number: int) -> Rect:
        """One pose: every 22 yards, the last at the end."""
        if number >= self.count - 1:
            return self.end
        share = (number + 1) * STEP / self.far
        return self.start.moved((self.end.x - self.start.x) * share, (self.end.y - self.start.y) * share)

    @enforces("MON-4.2")
    def first_slow(self) -> int:
        """The first pose on ground that slows."""
        if self.slow_at == UNKNOWN:
            self.slow_at = self.count
            for number in range(self.count):
                if slow_ground(FIELD.ground(self.pose(number))):
                    self.slow_at = number
                    break
        return self.slow_at

    @enforces("MON-4.4")
    def first_in_marsh(self) -> int:
        """The first pose on marsh."""
        if self.marsh_at == UNKNOWN:
            self.marsh_at = self.count
            for number in range(self.first_slow(), self.count):
                if FIELD.ground(self.pose(number)) == MARSH:
                    self.marsh_at = number
                    break
        return self.marsh_at

    @enforces("MON-7.4")
    def first_in(self, arc: Arc) -> int:
        """The first pose that stands in an arc."""
        known = self.arcs.get(arc)
        if known is not None:
            return known
        found = self.count
        if self.passes_near(arc.owner, arc.owner.reach + self.start.reach + arc.reach):
            for number in range(self.count):
                if in_arc(arc, self.pose(number)):
                    found = number
                    break
        self.arcs[arc] = found
        return found

    def passes_near(self, other: Rect, far: float) -> bool:
        """Does the box round the way's centres come within a distance of a piece's centre?"""
        a, b = self.start, self.end
        return (
            min(a.x, b.x) - far <= other.x <= max(a.x, b.x) + far
            and min(a.y, b.y) - far <= other.y <= max(a.y, b.y) + far
        )


_WAYS: Final[dict[tuple[float, float, int, float, float, float, float], Way]] = {}


def way_of(start: Rect, end: Rect, far: float) -> Way:
    """The way from pose to pose, with what is known of it."""
    key = (start.x, start.y, start.turn, start.half_width, end.x, end.y, far)
    found = _WAYS.get(key)
    if found is None:
        if len(_WAYS) >= REMEMBERED:
            _WAYS.clear()
        found = Way(start, end, far)
        _WAYS[key] = found
    return found
