"""The way of an advance (MON-3.5): a pose every 22 yards, and where it comes upon slow ground or into an arc.

Ground does not change and arcs hang on the pose of their owner alone, so what a way meets is found out once, however
often a search walks it.
"""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Box, Rect, shared_area
from senki.boards.plane.sight import Arc
from senki.boards.plane.trig import length
from senki.engine.clauses import enforces
from senki.games.monmouth.board import FIELD, MARSH, OVERLAP, STEP
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
        self.box = Box(start.x, start.y)
        self.box.take(end.x, end.y)
        self.core_reach = start.core().reach
        self.slow_at = UNKNOWN
        self.marsh_at = UNKNOWN
        self.arcs: dict[Arc, int] = {}
        """The pose that first stands in an arc."""

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
            for number in range(self.count if FIELD.plain_between(self.start, self.end) else 0, self.count):
                if slow_ground(FIELD.ground(self.pose(number))):
                    self.slow_at = number
                    break
        return self.slow_at

    @enforces("MON-4.4")
    def first_in_marsh(self) -> int:
        """The first pose on marsh."""
        if self.marsh_at == UNKNOWN:
            self.marsh_at = self.count
            for number in range(0 if FIELD.may_lie(MARSH, self.start, self.end) else self.count, self.count):
                pose = self.pose(number)
                if FIELD.may_lie(MARSH, pose, pose) and FIELD.ground(pose) == MARSH:
                    self.marsh_at = number
                    break
        return self.marsh_at

    @enforces("MON-7.4")
    def first_in(self, arc: Arc) -> int:
        """The first pose that stands in an arc."""
        if not arc.may_meet(self.start, self.end):
            return self.count
        known = self.arcs.get(arc)
        if known is not None:
            return known
        found = self.count
        for number in range(self.count):
            if in_arc(arc, self.pose(number)):
                found = number
                break
        self.arcs[arc] = found
        return found

    @enforces("MON-3.5")
    def first_met(self, other: Rect, before: int) -> int:
        """The first pose, before one, whose central half shares ground with a block; that one if none does."""
        a, b = self.start, self.end
        far = self.core_reach + other.reach
        if not self.box.near(other.x, other.y, far):
            return before
        dx, dy, ox, oy = b.x - a.x, b.y - a.y, other.x - a.x, other.y - a.y
        long = length(dx, dy)
        # How far the block lies beside the way and along it: only the poses close to it are looked at.
        if abs(ox * dy - oy * dx) > far * long:
            return before
        along = (ox * dx + oy * dy) / long if long > 0.0 else 0.0
        for number in range(max(0, int((along - far) / STEP) - 2), min(before, int((along + far) / STEP) + 2)):
            if shared_area(self.pose(number).core(), other) > OVERLAP:
                return number
        return before


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
