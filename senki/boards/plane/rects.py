"""Oriented rectangles: what a block covers, how far it is from another, where two edges touch."""

from __future__ import annotations

from math import sqrt
from typing import Final

from senki.boards.plane.trig import COS, SIN, length

CELL: Final = 44.0
"""Side of a cell of the sample lattice."""
FAR: Final = 1.0e9


class Rect:
    """A rectangle with a facing: centre, width across and depth along the facing, in yards."""

    def __init__(self, x: float, y: float, turn: int, width: float, depth: float) -> None:
        self.x = x
        self.y = y
        self.turn = turn
        self.fx = SIN[turn]
        self.fy = COS[turn]
        self.half_width = width / 2.0
        self.half_depth = depth / 2.0
        self.reach = sqrt(width * width + depth * depth) / 2.0

    @property
    def width(self) -> float:
        """Its extent across the facing."""
        return self.half_width * 2.0

    @property
    def depth(self) -> float:
        """Its extent along the facing."""
        return self.half_depth * 2.0

    def across(self, x: float, y: float) -> float:
        """How far a point lies to the right of the centre."""
        return (x - self.x) * self.fy - (y - self.y) * self.fx

    def ahead(self, x: float, y: float) -> float:
        """How far a point lies in front of the centre."""
        return (x - self.x) * self.fx + (y - self.y) * self.fy

    def point_x(self, u: float, v: float) -> float:
        """East coordinate of the point u to the right and v ahead."""
        return self.x + u * self.fy + v * self.fx

    def point_y(self, u: float, v: float) -> float:
        """North coordinate of the point u to the right and v ahead."""
        return self.y - u * self.fx + v * self.fy

    def corners(self) -> list[float]:
        """x, y of the corners: front right, rear right, rear left, front left."""
        w = self.half_width
        d = self.half_depth
        return [
            self.point_x(w, d), self.point_y(w, d), self.point_x(w, -d), self.point_y(w, -d),
            self.point_x(-w, -d), self.point_y(-w, -d), self.point_x(-w, d), self.point_y(-w, d),
        ]  # fmt: skip

    def samples(self) -> list[float]:
        """x, y of the cell centres of the sample lattice, rows from the front, each from left to right."""
        columns = round(self.half_width * 2.0 / CELL)
        rows = round(self.half_depth * 2.0 / CELL)
        points: list[float] = []
        for row in range(rows):
            v = self.half_depth - CELL * (row + 0.5)
            for column in range(columns):
                u = CELL * (column + 0.5) - self.half_width
                points.append(self.point_x(u, v))
                points.append(self.point_y(u, v))
        return points

    def distance_to_point(self, x: float, y: float) -> float:
        """Distance from the rectangle to a point; 0 inside."""
        u = abs(self.across(x, y)) - self.half_width
        v = abs(self.ahead(x, y)) - self.half_depth
        if u <= 0.0:
            return v if v > 0.0 else 0.0
        if v <= 0.0:
            return u
        return sqrt(u * u + v * v)

    def core(self) -> Rect:
        """The central half of the width at full depth."""
        return Rect(self.x, self.y, self.turn, self.half_width, self.half_depth * 2.0)

    def moved(self, dx: float, dy: float) -> Rect:
        """The same rectangle elsewhere."""
        return Rect(self.x + dx, self.y + dy, self.turn, self.half_width * 2.0, self.half_depth * 2.0)

    def extent(self) -> tuple[float, float]:
        """How far it reaches east or west of its centre, and north or south."""
        w, d = self.half_width, self.half_depth
        return abs(self.fy) * w + abs(self.fx) * d, abs(self.fx) * w + abs(self.fy) * d

    def furthest(self, fx: float, fy: float) -> float:
        """How far it reaches in a direction (a unit vector), measured from the origin."""
        right = abs(self.fy * fx - self.fx * fy) * self.half_width
        ahead = abs(self.fx * fx + self.fy * fy) * self.half_depth
        return self.x * fx + self.y * fy + right + ahead

    def nearest(self, fx: float, fy: float) -> float:
        """How far its near side lies in a direction (a unit vector), measured from the origin."""
        return 2.0 * (self.x * fx + self.y * fy) - self.furthest(fx, fy)


class Box:
    """The box round some points, for a quick look at what could be near a whole way."""

    def __init__(self, x: float, y: float) -> None:
        self.left = x
        self.right = x
        self.bottom = y
        self.top = y

    def take(self, x: float, y: float) -> None:
        """Make room for another point."""
        self.left = min(self.left, x)
        self.right = max(self.right, x)
        self.bottom = min(self.bottom, y)
        self.top = max(self.top, y)

    def near(self, x: float, y: float, far: float) -> bool:
        """Is a point within a distance of the box, along either axis?"""
        return self.left - far <= x <= self.right + far and self.bottom - far <= y <= self.top + far


def apart(a: Rect, b: Rect) -> bool:
    """Is there a line between two rectangles? Then they do not even touch."""
    dx = b.x - a.x
    dy = b.y - a.y
    if dx * dx + dy * dy > (a.reach + b.reach) * (a.reach + b.reach):
        return True
    along = abs(a.fx * b.fx + a.fy * b.fy)
    athwart = abs(a.fx * b.fy - a.fy * b.fx)
    if abs(dx * a.fx + dy * a.fy) > a.half_depth + b.half_depth * along + b.half_width * athwart:
        return True
    if abs(dx * a.fy - dy * a.fx) > a.half_width + b.half_width * along + b.half_depth * athwart:
        return True
    if abs(dx * b.fx + dy * b.fy) > b.half_depth + a.half_depth * along + a.half_width * athwart:
        return True
    return abs(dx * b.fy - dy * b.fx) > b.half_width + a.half_width * along + a.half_depth * athwart


def _cut(points: list[float], a: float, b: float, limit: float) -> list[float]:
    """The part of a convex polygon where a·u + b·v ≤ limit."""
    kept: list[float] = []
    count = len(points) // 2
    for i in range(count):
        u0 = points[2 * i]
        v0 = points[2 * i + 1]
        j = i + 1 if i + 1 < count else 0
        u1 = points[2 * j]
        v1 = points[2 * j + 1]
        in0 = a * u0 + b * v0 - limit
        in1 = a * u1 + b * v1 - limit
        if in0 <= 0.0:
            kept.append(u0)
            kept.append(v0)
        if (in0 < 0.0 < in1) or (in1 < 0.0 < in0):
            share = in0 / (in0 - in1)
            kept.append(u0 + (u1 - u0) * share)
            kept.append(v0 + (v1 - v0) * share)
    return kept


def shared_area(a: Rect, b: Rect) -> float:
    """The area that two rectangles share."""
    if apart(a, b):
        return 0.0
    corners = b.corners()
    points: list[float] = []
    for i in range(4):
        points.append(a.across(corners[2 * i], corners[2 * i + 1]))
        points.append(a.ahead(corners[2 * i], corners[2 * i + 1]))
    points = _cut(points, 1.0, 0.0, a.half_width)
    points = _cut(points, -1.0, 0.0, a.half_width)
    points = _cut(points, 0.0, 1.0, a.half_depth)
    points = _cut(points, 0.0, -1.0, a.half_depth)
    twice = 0.0
    count = len(points) // 2
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        twice += points[2 * i] * points[2 * j + 1] - points[2 * j] * points[2 * i + 1]
    return abs(twice) / 2.0


def distance(a: Rect, b: Rect) -> float:
    """The shortest distance between two rectangles; 0 if they touch."""
    if not apart(a, b):
        return 0.0
    best = FAR
    corners = a.corners()
    for i in range(4):
        best = min(best, b.distance_to_point(corners[2 * i], corners[2 * i + 1]))
    corners = b.corners()
    for i in range(4):
        best = min(best, a.distance_to_point(corners[2 * i], corners[2 * i + 1]))
    return best


class Stretch:
    """The part of a segment inside something convex, as shares of its way; empty when `start` is beyond `end`."""

    def __init__(self) -> None:
        self.start = 2.0
        self.end = -1.0

    def take(self, start: float, end: float) -> None:
        """Join another part; the whole is convex, so the parts meet."""
        if start <= end:
            self.start = min(self.start, start)
            self.end = max(self.end, end)


def _slab(stretch: Stretch, u: float, v: float, du: float, dv: float, w: float, d: float) -> None:
    """Take the part of the segment (u, v) + t·(du, dv) inside |u| ≤ w, |v| ≤ d."""
    start = 0.0
    end = 1.0
    for axis in range(2):
        at = u if axis == 0 else v
        way = du if axis == 0 else dv
        limit = w if axis == 0 else d
        if abs(way) < 1.0e-12:
            if abs(at) > limit:
                return
            continue
        first = (-limit - at) / way
        second = (limit - at) / way
        if first > second:
            first, second = second, first
        start = max(start, first)
        end = min(end, second)
    stretch.take(start, end)


def _disc(stretch: Stretch, u: float, v: float, du: float, dv: float, radius: float) -> None:
    """Take the part of the segment (u, v) + t·(du, dv) within a radius of the origin."""
    square = du * du + dv * dv
    middle = -(u * du + v * dv)
    inside = middle * middle - square * (u * u + v * v - radius * radius)
    if inside < 0.0 or square == 0.0:
        return
    root = sqrt(inside)
    stretch.take(max(0.0, (middle - root) / square), min(1.0, (middle + root) / square))


def near_stretch(rect: Rect, x0: float, y0: float, x1: float, y1: float, gap: float) -> float:
    """The length of the part of a segment that lies within a gap of a rectangle."""
    u = rect.across(x0, y0)
    v = rect.ahead(x0, y0)
    du = rect.across(x1, y1) - u
    dv = rect.ahead(x1, y1) - v
    w = rect.half_width
    d = rect.half_depth
    found = Stretch()
    _slab(found, u, v, du, dv, w + gap, d)
    _slab(found, u, v, du, dv, w, d + gap)
    for i in range(4):
        cu = w if i % 2 else -w
        cv = d if i > 1 else -d
        _disc(found, u - cu, v - cv, du, dv, gap)
    return (found.end - found.start) * length(x1 - x0, y1 - y0) if found.end > found.start else 0.0


def longest_touch(a: Rect, b: Rect, gap: float) -> float:
    """The longest stretch of one rectangle's edge that lies within a gap of the other."""
    best = 0.0
    for one, other in ((a, b), (b, a)):
        corners = one.corners()
        for i in range(4):
            j = (i + 1) % 4
            found = near_stretch(other, corners[2 * i], corners[2 * i + 1], corners[2 * j], corners[2 * j + 1], gap)
            best = max(best, found)
    return best


def front_touch(a: Rect, b: Rect, gap: float) -> float:
    """The length of a's front edge that lies within a gap of b."""
    w = a.half_width
    d = a.half_depth
    return near_stretch(b, a.point_x(-w, d), a.point_y(-w, d), a.point_x(w, d), a.point_y(w, d), gap)


def rear_touch(a: Rect, b: Rect, gap: float) -> float:
    """The length of b's front edge that lies within a gap of a's rear edge."""
    w = b.half_width
    d = b.half_depth
    rear = Rect(a.point_x(0.0, -a.half_depth), a.point_y(0.0, -a.half_depth), a.turn, a.half_width * 2.0, 0.0)
    return near_stretch(rear, b.point_x(-w, d), b.point_y(-w, d), b.point_x(w, d), b.point_y(w, d), gap)
