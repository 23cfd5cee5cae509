"""Polygons, lines and segments of the ground."""

from __future__ import annotations

from senki.boards.plane.trig import length


class Edge:
    """An edge of a shape: where it starts, and how far it goes."""

    def __init__(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self.x = x
        self.y = y
        self.to_x = to_x
        self.to_y = to_y
        self.dx = to_x - x
        self.dy = to_y - y


class Shape:
    """A line or the outline of an area: its points as x, y, x, y …, its edges, and the box round it."""

    def __init__(self, name_id: str, points: list[float], closed: bool) -> None:
        self.id = name_id
        self.points = points
        self.closed = closed
        self.count = len(points) // 2
        self.edges: list[Edge] = []
        for i in range(self.count if closed else self.count - 1):
            j = (i + 1) % self.count
            self.edges.append(Edge(points[2 * i], points[2 * i + 1], points[2 * j], points[2 * j + 1]))
        self.left = min(points[0::2])
        self.right = max(points[0::2])
        self.bottom = min(points[1::2])
        self.top = max(points[1::2])

    def holds(self, x: float, y: float) -> bool:
        """Is a point inside the outline?"""
        if x < self.left or x > self.right or y < self.bottom or y > self.top:
            return False
        inside = False
        for edge in self.edges:
            if (edge.to_y > y) != (edge.y > y) and x < edge.dx * (y - edge.to_y) / edge.dy + edge.to_x:
                inside = not inside
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
        for edge in self.edges:
            turn = dx * edge.dy - dy * edge.dx
            if turn == 0.0:
                continue
            t = ((edge.x - x0) * edge.dy - (edge.y - y0) * edge.dx) / turn
            s = ((edge.x - x0) * dy - (edge.y - y0) * dx) / turn
            if 0.0 <= t <= 1.0 and 0.0 <= s <= 1.0:
                found.append(t)
        if len(found) > 1:
            found.sort()
        return found

    def distance(self, x: float, y: float) -> float:
        """Distance from a point to the line."""
        best = 1.0e18
        for edge in self.edges:
            ex = edge.dx
            ey = edge.dy
            t = ((x - edge.x) * ex + (y - edge.y) * ey) / (ex * ex + ey * ey)
            t = 0.0 if t < 0.0 else 1.0 if t > 1.0 else t
            best = min(best, length(x - edge.x - t * ex, y - edge.y - t * ey))
        return best


def crosses(x0: float, y0: float, x1: float, y1: float, shape: Shape) -> bool:
    """Does a segment cross the line at all?"""
    if not shape.near_box(x0, y0, x1, y1):
        return False
    dx = x1 - x0
    dy = y1 - y0
    for edge in shape.edges:
        turn = dx * edge.dy - dy * edge.dx
        if turn == 0.0:
            continue
        t = ((edge.x - x0) * edge.dy - (edge.y - y0) * edge.dx) / turn
        if 0.0 <= t <= 1.0 and 0.0 <= ((edge.x - x0) * dy - (edge.y - y0) * dx) / turn <= 1.0:
            return True
    return False


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
