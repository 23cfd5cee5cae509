"""Roads as a network without rings: points by road and arc length, the one way between two points, walking along."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Box, Rect
from senki.boards.plane.shapes import Shape
from senki.boards.plane.trig import length

NEAR: Final = 0.75
"""Roads whose points are this close meet."""


class Joint:
    """Two roads meet: the other road, the arc here and the arc there."""

    def __init__(self, road: int, here: float, there: float) -> None:
        self.road = road
        self.here = here
        self.there = there


class Leg:
    """A stretch along one road from an arc to another."""

    def __init__(self, road: int, start: float, end: float) -> None:
        self.road = road
        self.start = start
        self.end = end

    @property
    def length(self) -> float:
        """How long it is."""
        return abs(self.end - self.start)


class Roads:
    """All roads of a board. Beyond its last point a road goes straight on."""

    def __init__(self, lines: list[Shape]) -> None:
        self.lines = lines
        self.arcs: list[list[float]] = [_arcs(line) for line in lines]
        self.joints: list[list[Joint]] = [[] for _ in lines]
        for a in range(len(lines)):
            for b in range(len(lines)):
                if a != b:
                    self._join(a, b)

    def _join(self, a: int, b: int) -> None:
        """Note where an end of road b lies on a vertex of road a, or the other way round."""
        one, other = self.lines[a], self.lines[b]
        for i in range(one.count):
            for j in range(other.count):
                if i not in (0, one.count - 1) and j not in (0, other.count - 1):
                    continue
                dx = one.points[2 * i] - other.points[2 * j]
                dy = one.points[2 * i + 1] - other.points[2 * j + 1]
                if length(dx, dy) <= NEAR:
                    self.joints[a].append(Joint(b, self.arcs[a][i], self.arcs[b][j]))

    def end(self, road: int) -> float:
        """The length of a road."""
        return self.arcs[road][len(self.arcs[road]) - 1]

    def _segment(self, road: int, arc: float) -> int:
        arcs = self.arcs[road]
        for i in range(1, len(arcs) - 1):
            if arc < arcs[i]:
                return i - 1
        return len(arcs) - 2

    def x(self, road: int, arc: float) -> float:
        """East coordinate of the point at an arc."""
        return self.point(road, arc)[0]

    def y(self, road: int, arc: float) -> float:
        """North coordinate of the point at an arc."""
        return self.point(road, arc)[1]

    def point(self, road: int, arc: float) -> tuple[float, float]:
        """The point at an arc."""
        i = self._segment(road, arc)
        points, arcs = self.lines[road].points, self.arcs[road]
        share = (arc - arcs[i]) / (arcs[i + 1] - arcs[i])
        x, y = points[2 * i], points[2 * i + 1]
        return x + (points[2 * i + 2] - x) * share, y + (points[2 * i + 3] - y) * share

    def nearest_arc(self, road: int, x: float, y: float) -> float:
        """The arc of a road's point nearest to a point."""
        points, arcs = self.lines[road].points, self.arcs[road]
        best = 1.0e18
        found = 0.0
        for i in range(len(arcs) - 1):
            ax, ay = points[2 * i], points[2 * i + 1]
            ex, ey = points[2 * i + 2] - ax, points[2 * i + 3] - ay
            t = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            far = length(x - ax - t * ex, y - ay - t * ey)
            if far < best:
                best = far
                found = arcs[i] + t * (arcs[i + 1] - arcs[i])
        return found

    def nearest_road(self, x: float, y: float) -> int:
        """The road nearest to a point; the first of equals."""
        best = 0
        nearest = self.lines[0].distance(x, y)
        for road in range(1, len(self.lines)):
            far = self.lines[road].distance(x, y)
            if far < nearest - 0.01:
                best, nearest = road, far
        return best

    def path(self, road: int, arc: float, to_road: int, to_arc: float) -> list[Leg]:
        """The way between two points of the network: the one over fewest roads, for there are no rings."""
        if road == to_road:
            return [Leg(road, arc, to_arc)]
        came: list[int] = [-1] * len(self.lines)
        by: list[Joint | None] = [None] * len(self.lines)
        queue = [road]
        came[road] = road
        for here in queue:
            for joint in self.joints[here]:
                if came[joint.road] < 0:
                    came[joint.road] = here
                    by[joint.road] = joint
                    queue.append(joint.road)
        legs: list[Leg] = []
        at = to_road
        end = to_arc
        while at != road:
            step = by[at]
            if step is None:
                return []
            legs.append(Leg(at, step.there, end))
            end = step.here
            at = came[at]
        legs.append(Leg(road, arc, end))
        legs.reverse()
        return legs

    def walk(self, road: int, arc: float, up: bool, far: float, turns: list[int]) -> list[Leg]:
        """Go along the network; `turns` are the roads to take at forks: 2·road + 1 upwards, 2·road downwards.

        Without a turn one stays on the road; where it ends one goes on along the straightest other road, and at the
        edge of the map straight on.
        """
        legs: list[Leg] = []
        while True:
            joint, turn = self._next_turn(road, arc, up, turns)
            stop = arc + far if up else arc - far
            if joint is None or abs(joint.here - arc) >= far:
                legs.append(Leg(road, arc, stop))
                return legs
            legs.append(Leg(road, arc, joint.here))
            far -= abs(joint.here - arc)
            road, arc, up = joint.road, joint.there, turn

    def _next_turn(self, road: int, arc: float, up: bool, turns: list[int]) -> tuple[Joint | None, bool]:
        """The next joint at which one leaves this road, and whether one goes upwards there."""
        best: Joint | None = None
        onward = True
        for joint in self.joints[road]:
            ahead = joint.here - arc if up else arc - joint.here
            if ahead <= NEAR or (best is not None and ahead >= abs(best.here - arc)):
                continue
            for wanted in turns:
                if wanted // 2 == joint.road and self._goes_on(joint.road, joint.there, wanted % 2 == 1):
                    best, onward = joint, wanted % 2 == 1
        stop = self.end(road) if up else 0.0
        if best is not None and abs(best.here - stop) > NEAR:
            return best, onward
        straightest = -2.0
        if best is None:
            for joint in self.joints[road]:
                if abs(joint.here - stop) > NEAR or abs(joint.here - arc) <= NEAR:
                    continue
                for way in (True, False):
                    if self._goes_on(joint.road, joint.there, way):
                        bend = self._bend(road, joint.here, up, joint.road, joint.there, way)
                        if bend > straightest:
                            straightest, best, onward = bend, joint, way
        return best, onward

    def _goes_on(self, road: int, arc: float, up: bool) -> bool:
        return arc < self.end(road) - NEAR if up else arc > NEAR

    def _bend(self, road: int, arc: float, up: bool, to: int, there: float, way: bool) -> float:
        """The cosine of the angle between coming along one road and going on along another."""
        back = arc - 10.0 if up else arc + 10.0
        on = there + 10.0 if way else there - 10.0
        ax, ay = self.x(road, arc) - self.x(road, back), self.y(road, arc) - self.y(road, back)
        bx, by = self.x(to, on) - self.x(to, there), self.y(to, on) - self.y(to, there)
        return (ax * bx + ay * by) / (length(ax, ay) * length(bx, by))

    def box(self, legs: list[Leg]) -> Box:
        """The box round a way."""
        x, y = self.point(legs[0].road, legs[0].start)
        found = Box(x, y)
        for leg in legs:
            points, arcs = self.lines[leg.road].points, self.arcs[leg.road]
            low, high = min(leg.start, leg.end), max(leg.start, leg.end)
            for i in range(len(arcs)):
                if low < arcs[i] < high:
                    found.take(points[2 * i], points[2 * i + 1])
            x, y = self.point(leg.road, leg.end)
            found.take(x, y)
        return found

    def touched(self, rect: Rect) -> bool:
        """Does a rectangle touch any road?"""
        return any(self.touches(rect, road) for road in range(len(self.lines)))

    def touches(self, rect: Rect, road: int) -> bool:
        """Does a rectangle touch this road?"""
        line = self.lines[road]
        if line.left > rect.x + rect.reach or line.right < rect.x - rect.reach:
            return False
        if line.bottom > rect.y + rect.reach or line.top < rect.y - rect.reach:
            return False
        for i in range(line.count):
            x, y = line.points[2 * i], line.points[2 * i + 1]
            if abs(x - rect.x) <= rect.reach and rect.distance_to_point(x, y) == 0.0:
                return True
        corners = rect.corners()
        for i in range(4):
            j = (i + 1) % 4
            if line.crossings(corners[2 * i], corners[2 * i + 1], corners[2 * j], corners[2 * j + 1]):
                return True
        return False


def _arcs(line: Shape) -> list[float]:
    arcs = [0.0]
    for i in range(line.count - 1):
        dx = line.points[2 * i + 2] - line.points[2 * i]
        dy = line.points[2 * i + 3] - line.points[2 * i + 1]
        arcs.append(arcs[i] + length(dx, dy))
    return arcs


def total(legs: list[Leg]) -> float:
    """The length of a way."""
    far = 0.0
    for leg in legs:
        far += leg.length
    return far


def along(legs: list[Leg], far: float) -> Leg:
    """The point so far along a way, as a leg whose end is that point."""
    for leg in legs[:-1]:
        if far <= leg.length:
            return Leg(leg.road, leg.start, leg.start + far if leg.end >= leg.start else leg.start - far)
        far -= leg.length
    last = legs[len(legs) - 1]
    return Leg(last.road, last.start, last.start + far if last.end >= last.start else last.start - far)
