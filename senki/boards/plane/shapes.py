"""Polygons, lines and segments of the ground."""

from __future__ import annotations

from senki.boards.plane.trig import length


class Shape:
    """A line or the outline of an area: its points as x, y, x, y … and the box round it."""

    def __init__(self, name_id: str, points: list[float], closed: bool) -> None:
        self.id = name_id
        self.points = points
        self.closed = closed
        self.count = len(points) // 2
        self.edges = self.count if closed else self.count - 1
        self.left = min(points[0::2])
        self.right = max(points[0::2])
        self.bottom = min(points[1::2])
        self.top = max(points[1::2])

    def holds(self, x: float, y: float) -> bool:
        """Is a point inside the outline?"""
        if x < self.left or x > self.right or y < self.bottom or y > self.top:
            return False
        inside = False
        points = self.points
        j = self.count - 1
        for i in range(self.count):
            yi = points[2 * i + 1]
            yj = points[2 * j + 1]
            if (yi > y) != (yj > y):
                xi = points[2 * i]
                if x < (points[2 * j] - xi) * (y - yi) / (yj - yi) + xi:
                    inside = not inside
            j = i
        return inside

    def near_box(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        """Does the box round a segment meet the box round the shape?"""
        if x0 > x1:
            x0, x1 = x1, x0
        if y0 > y1:
            y0, y1 = y1, y0
        return x0 <= self.right and x1 >= self.left and y0 <= self.top and y1 >= self.bottom

    def crossings(self, x0: float, y0: float, x1: float, y1: float) -> list[float]:
        """Where a segment crosses the line, as sorted shares of its way."""
        found: list[float] = []
        if not self.near_box(x0, y0, x1, y1):
            return found
        dx = x1 - x0
        dy = y1 - y0
        points = self.points
        for i in range(self.edges):
            j = i + 1 if i + 1 < self.count else 0
            ax = points[2 * i]
            ay = points[2 * i + 1]
            ex = points[2 * j] - ax
            ey = points[2 * j + 1] - ay
            turn = dx * ey - dy * ex
            if turn == 0.0:
                continue
            t = ((ax - x0) * ey - (ay - y0) * ex) / turn
            s = ((ax - x0) * dy - (ay - y0) * dx) / turn
            if 0.0 <= t <= 1.0 and 0.0 <= s <= 1.0:
                found.append(t)
        if len(found) > 1:
            found.sort()
        return found

    def distance(self, x: float, y: float) -> float:
        """Distance from a point to the line."""
        best = 1.0e18
        points = self.points
        for i in range(self.edges):
            j = i + 1 if i + 1 < self.count else 0
            ax = points[2 * i]
            ay = points[2 * i + 1]
            ex = points[2 * j] - ax
            ey = points[2 * j + 1] - ay
            t = ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            best = min(best, length(x - ax - t * ex, y - ay - t * ey))
        return best


def crosses(x0: float, y0: float, x1: float, y1: float, shape: Shape) -> bool:
    """Does a segment cross the line at all?"""
    return len(shape.crossings(x0, y0, x1, y1)) > 0


def stretches_inside(x0: float, y0: float, x1: float, y1: float, area: Shape) -> list[float]:
    """The parts of a segment inside an area: start, end, start, end … as shares of its way."""
    if not area.near_box(x0, y0, x1, y1):
        return []
    marks = [0.0, *area.crossings(x0, y0, x1, y1), 1.0]
    parts: list[float] = []
    for i in range(len(marks) - 1):
        if marks[i + 1] <= marks[i]:
            continue
        middle = (marks[i] + marks[i + 1]) / 2.0
        if area.holds(x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle):
            if parts and parts[-1] == marks[i]:
                parts[-1] = marks[i + 1]
            else:
                parts.append(marks[i])
                parts.append(marks[i + 1])
    return parts
