"""Contact, attack and support (chapter 8): who touches whom, and how."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import FAR, Rect, distance, front_touch, longest_touch, rear_touch
from senki.boards.plane.trig import FULL, HALF, RIGHT, difference, length
from senki.engine.clauses import enforces
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    CONFORM_SLIDE,
    CONFORM_TURN,
    FIGHTERS_OF,
    GAP,
    HQ,
    PIECES,
    PIECES_OF,
    SIDE_OF,
    SUPPORT_TOUCH,
    TOUCH,
    TYPE,
)
from senki.games.monmouth.position import NOBODY, Engagement, MonmouthPosition, overlap, tenths

FRONT: Final = 0
REAR: Final = 2


def out_of_reach(a: Rect, b: Rect) -> bool:
    """Are two rectangles so far from each other that nobody need look whether they touch?"""
    far = a.reach + b.reach + GAP
    return abs(a.x - b.x) > far or abs(a.y - b.y) > far


@enforces("MON-8.1", "MON-0.8")
def touching(a: Rect, b: Rect) -> bool:
    """Contact: a gap of at most 11 yards, and 44 yards of an edge that near; corners alone do not touch."""
    if out_of_reach(a, b):
        return False
    return distance(a, b) <= GAP and longest_touch(a, b, GAP) >= TOUCH


def opposed_side(attacker: Rect, target: Rect) -> int:
    """The side of the target most opposed to the attacker's facing: front, right, rear, left."""
    back = (attacker.turn + HALF) % FULL
    best = 0
    for side in range(1, 4):
        if difference((target.turn + RIGHT * side) % FULL, back) < difference(
            (target.turn + RIGHT * best) % FULL, back
        ):
            best = side
    return best


def side_length(target: Rect, side: int) -> float:
    """The length of a side: front and rear are the width."""
    return target.half_width * 2.0 if side % 2 == 0 else target.half_depth * 2.0


@enforces("MON-8.2", "MON-0.10")
def attack_contact(attacker: Rect, target: Rect) -> bool:
    """Half of the shorter of the attacker's front edge and the side it meets must touch."""
    touch = front_touch(attacker, target, GAP)
    met = side_length(target, opposed_side(attacker, target))
    return touch >= 0.5 * min(attacker.half_width * 2.0, met)


@enforces("MON-0.8")
def nearest(p: MonmouthPosition, block: int, among: list[int], by_edges: bool) -> tuple[int, float]:
    """Of some blocks the one on the map nearest to a block, the first of equals, and how far it is; nobody if none is.

    Distances are from edge to edge, or between the centres.
    """
    found, best = NOBODY, FAR
    for other in among:
        if not p.here(other):
            continue
        if by_edges:
            far = distance(p.rect(block), p.rect(other))
        else:
            far = length((p.x[other] - p.x[block]) / 10.0, (p.y[other] - p.y[block]) / 10.0)
        if far < best:
            found, best = other, far
    return found, best


def touched_enemies(p: MonmouthPosition, rect: Rect, side: int) -> list[int]:
    """The enemy pieces, trains included, in contact with a rectangle of a side, by number."""
    return p.by_number([enemy for enemy in PIECES_OF[1 - side] if p.here(enemy) and touching(rect, p.rect(enemy))])


def contacts(p: MonmouthPosition, piece: int) -> list[int]:
    """The enemy combat pieces a piece touches."""
    rect = p.rect(piece)
    return [enemy for enemy in FIGHTERS_OF[1 - SIDE_OF[piece]] if p.here(enemy) and touching(rect, p.rect(enemy))]


@enforces("MON-8.4")
def attacks(block: int) -> bool:
    """Infantry, detachments among it, and cavalry attack; artillery, baggage and HQs do not."""
    return TYPE[block] not in (ARTILLERY, BAGGAGE, HQ)


@enforces("MON-5.7")
def may_attack(p: MonmouthPosition, piece: int) -> bool:
    """A piece that attacks at all, and is in line."""
    return attacks(piece) and p.column[piece] == 0


def flush(width: float, depth: float, target: Rect, side: int, shift: float) -> Rect:
    """A rectangle with its front flush on a side of the target, its centre shifted along that side."""
    normal = (target.turn + RIGHT * side) % FULL
    out = target.half_depth if side % 2 == 0 else target.half_width
    frame = Rect(target.x, target.y, normal, 1.0, 1.0)
    far = out + depth / 2.0
    x, y = frame.point_x(shift, far), frame.point_y(shift, far)
    return Rect(tenths(x) / 10.0, tenths(y) / 10.0, (normal + HALF) % FULL, width, depth)


def clear_of_all(p: MonmouthPosition, piece: int, rect: Rect) -> bool:
    """Does a rectangle overlap no piece but this one?"""
    for other in PIECES:
        if other != piece and p.here(other) and p.may_meet(other, rect) and overlap(rect, p.rect(other)):
            return False
    return True


@enforces("MON-8.3")
def conformed(p: MonmouthPosition, piece: int, rect: Rect, target: Rect) -> Rect:
    """Turn (10° at most) and slide (44 yards at most) an attacker flush to the side it meets, if there is room."""
    side = opposed_side(rect, target)
    normal = (target.turn + RIGHT * side) % FULL
    if difference(rect.turn, (normal + HALF) % FULL) > CONFORM_TURN:
        return rect
    frame = Rect(target.x, target.y, normal, 1.0, 1.0)
    square = flush(rect.width, rect.depth, target, side, frame.across(rect.x, rect.y))
    if abs(frame.ahead(rect.x, rect.y) - frame.ahead(square.x, square.y)) > CONFORM_SLIDE:
        return rect
    return square if clear_of_all(p, piece, square) else rect


@enforces("MON-8.3", "MON-8.6")
def conformed_behind(p: MonmouthPosition, piece: int, rect: Rect, front: Rect) -> Rect:
    """Turn and slide a supporter flush behind the piece it supports, if there is room."""
    if difference(rect.turn, front.turn) > CONFORM_TURN:
        return rect
    v = -front.half_depth - rect.half_depth
    u = front.across(rect.x, rect.y)
    if abs(front.ahead(rect.x, rect.y) - v) > CONFORM_SLIDE:
        return rect
    x, y = tenths(front.point_x(u, v)) / 10.0, tenths(front.point_y(u, v)) / 10.0
    square = Rect(x, y, front.turn, rect.width, rect.depth)
    return square if clear_of_all(p, piece, square) else rect


@enforces("MON-8.6")
def stands_behind(rear: Rect, front: Rect) -> bool:
    """Faces within 10 degrees, and 440 yards of its front lie on the other's rear edge."""
    if out_of_reach(rear, front):
        return False
    return difference(rear.turn, front.turn) <= CONFORM_TURN and rear_touch(front, rear, GAP) >= SUPPORT_TOUCH


@enforces("MON-8.6", "MON-5.7", "MON-9.3")
def supporter_of(p: MonmouthPosition, piece: int) -> int:
    """The one piece that supports a piece, or nobody. A supporter is not itself supported."""
    if p.column[piece] or p.void_support >> piece & 1 or supported_by(p, piece) != NOBODY:
        return NOBODY
    front = p.rect(piece)
    for other in FIGHTERS_OF[SIDE_OF[piece]]:
        if other != piece and may_support(p, other) and stands_behind(p.rect(other), front):
            return other
    return NOBODY


def may_support(p: MonmouthPosition, piece: int) -> bool:
    """In line, on the map, not artillery."""
    return p.here(piece) and not p.column[piece] and TYPE[piece] != ARTILLERY and TYPE[piece] != BAGGAGE


def supported_by(p: MonmouthPosition, piece: int) -> int:
    """The front piece that this piece supports, or nobody."""
    if not may_support(p, piece):
        return NOBODY
    rect = p.rect(piece)
    for front in FIGHTERS_OF[SIDE_OF[piece]]:
        if front == piece or not p.here(front) or p.column[front] or p.void_support >> front & 1:
            continue
        if stands_behind(rect, p.rect(front)) and _first_behind(p, front) == piece:
            return front
    return NOBODY


def _first_behind(p: MonmouthPosition, front: int) -> int:
    rect = p.rect(front)
    for other in FIGHTERS_OF[SIDE_OF[front]]:
        if other != front and may_support(p, other) and stands_behind(p.rect(other), rect):
            return other
    return NOBODY


def engaged_with(p: MonmouthPosition, piece: int) -> list[int]:
    """The enemies a piece is engaged with, either way, in order of contact."""
    found: list[int] = []
    for pair in p.engaged:
        if pair.attacker == piece:
            found.append(pair.target)
        elif pair.target == piece:
            found.append(pair.attacker)
    return found


def attack_of(p: MonmouthPosition, piece: int) -> int:
    """The target of a piece's own attack, or nobody."""
    for pair in p.engaged:
        if pair.attacker == piece:
            return pair.target
    return NOBODY


@enforces("MON-8.4", "MON-8.8", "MON-10.7")
def engage(p: MonmouthPosition, attacker: int, target: int) -> None:
    """Record an attack. Touching a supporter engages the piece it supports; contact shows who stands there."""
    front = supported_by(p, target)
    p.revealed[attacker] = 1
    p.revealed[target if front == NOBODY else front] = 1
    if front != NOBODY:
        target = front
    p.ranks += 1
    p.engaged.append(Engagement(attacker, target, p.ranks))
    if p.events is not None:
        p.tell("engaged", "MON-8.4", {"unit": p.name(attacker), "enemy": p.name(target)})


@enforces("MON-8.9", "MON-11.4")
def drop_broken(p: MonmouthPosition, piece: int) -> None:
    """Delete the engagements of a piece with enemies it no longer touches, itself or by its supporter."""
    p.engaged = [e for e in p.engaged if not e.joins(piece) or still_touching(p, e.attacker, e.target)]


def still_touching(p: MonmouthPosition, attacker: int, target: int) -> bool:
    """Does the attacker still touch the target or its supporter?"""
    if not p.here(attacker) or not p.here(target):
        return False
    rect = p.rect(attacker)
    if touching(rect, p.rect(target)):
        return True
    behind = supporter_of(p, target)
    return behind != NOBODY and touching(rect, p.rect(behind))


def drop_all(p: MonmouthPosition, piece: int) -> None:
    """Delete every engagement of a piece."""
    p.engaged = [pair for pair in p.engaged if not pair.joins(piece)]
