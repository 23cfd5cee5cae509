"""Road columns (chapter 5): where head and tail lie, and the pose that follows."""

from __future__ import annotations

from senki.boards.plane.rects import Box, Rect, distance
from senki.boards.plane.roads import Leg, along, total
from senki.boards.plane.trig import bearing
from senki.engine.clauses import enforces
from senki.games.monmouth.board import COLUMN_ARC, DEPTH, FOOT_THIRD, LENGTH, PIECES_OF, ROADS, SLACK
from senki.games.monmouth.position import MonmouthPosition, arcs_apart, longest_shared, tenths


class Column:
    """A column on the road: road and arc (in yards) of its head and of its tail."""

    def __init__(self, head_road: int, head_arc: float, tail_road: int, tail_arc: float) -> None:
        self.head_road = head_road
        self.head_arc = head_arc
        self.tail_road = tail_road
        self.tail_arc = tail_arc


@enforces("MON-5.1", "MON-5.2")
def column_rect(c: Column) -> Rect:
    """The pose of a column: midway between tail and head, facing from tail to head, rounded as poses are."""
    hx, hy = ROADS.point(c.head_road, c.head_arc)
    tx, ty = ROADS.point(c.tail_road, c.tail_arc)
    x, y = tenths((hx + tx) / 2.0) / 10.0, tenths((hy + ty) / 2.0) / 10.0
    return Rect(x, y, bearing(hx - tx, hy - ty), DEPTH, LENGTH)


def column_of(p: MonmouthPosition, piece: int) -> Column | None:
    """The column a piece forms, unless it was pushed off the road."""
    if not p.column[piece] or p.head[2 * piece] < 0:
        return None
    return Column(
        p.head[2 * piece],
        p.head[2 * piece + 1] / 10.0,
        p.tail[2 * piece],
        p.tail[2 * piece + 1] / 10.0,
    )


@enforces("MON-5.1")
def form_column(road: int, up: bool, x: float, y: float) -> Column:
    """Head and tail 440 yards of arc ahead of and behind the road point nearest to the centre."""
    middle = ROADS.nearest_arc(road, x, y)
    ahead = ROADS.walk(road, middle, up, COLUMN_ARC / 2.0, [])
    behind = ROADS.walk(road, middle, not up, COLUMN_ARC / 2.0, [])
    head, tail = ahead[len(ahead) - 1], behind[len(behind) - 1]
    return Column(head.road, tenths(head.end) / 10.0, tail.road, tenths(tail.end) / 10.0)


def heading(c: Column) -> bool:
    """Does the head point up the arc of its road?"""
    legs = ROADS.path(c.tail_road, c.tail_arc, c.head_road, c.head_arc)
    last = legs[len(legs) - 1]
    return last.end >= last.start


@enforces("MON-5.2")
def march(c: Column, far: float, turns: list[int]) -> list[Leg]:
    """The way of a column that marches so far, from its tail to where its head will be."""
    legs = ROADS.walk(c.head_road, c.head_arc, heading(c), far, turns)
    goal = legs[len(legs) - 1]
    return ROADS.path(c.tail_road, c.tail_arc, goal.road, goal.end)


@enforces("MON-5.2")
def column_after(way: list[Leg], far: float) -> Column:
    """The column after so much of its way: the head 880 yards ahead of the tail."""
    head = along(way, total(way) if far < 0.0 else COLUMN_ARC + far)
    tail = along(way, total(way) - COLUMN_ARC if far < 0.0 else far)
    return Column(head.road, tenths(head.end) / 10.0, tail.road, tenths(tail.end) / 10.0)


@enforces("MON-5.3")
def apart_on_road(a: Column, b: Column) -> bool:
    """Do two columns share no stretch of road?"""
    return arcs_apart(
        a.head_road, a.head_arc, a.tail_road, a.tail_arc, b.head_road, b.head_arc, b.tail_road, b.tail_arc
    )


@enforces("MON-5.5")
def too_near(other: Rect, rect: Rect, before: Rect | None) -> bool:
    """Does an enemy piece within F/3 forbid a column to be here? One already near may go farther away."""
    if abs(rect.x - other.x) > FOOT_THIRD + LENGTH or abs(rect.y - other.y) > FOOT_THIRD + LENGTH:
        return False
    far = distance(rect, other)
    if far >= FOOT_THIRD - SLACK:
        return False
    was = distance(before, other) if before is not None else FOOT_THIRD
    return was >= FOOT_THIRD - SLACK or far < was - SLACK


@enforces("MON-5.3")
def columns_on(p: MonmouthPosition, side: int, piece: int, way: list[Leg], box: Box) -> list[int]:
    """The friends in column that a column could come upon on its way: on the same road, or pushed off one near it."""
    found: list[int] = []
    for friend in PIECES_OF[side]:
        if friend == piece or not p.here(friend) or not p.column[friend]:
            continue
        other = column_of(p, friend)
        if other is None:
            rect = p.rect(friend)
            met = box.near(rect.x, rect.y, 2.0 * rect.reach)
        else:
            stretch = ROADS.path(other.tail_road, other.tail_arc, other.head_road, other.head_arc)
            # Half, for the poses on the way are rounded to tenths.
            met = longest_shared(way, stretch) > SLACK / 2.0
        if met:
            found.append(friend)
    return found
