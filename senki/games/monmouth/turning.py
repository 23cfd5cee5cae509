"""Turning in contact (MON-8.9 and 8.11), and where a piece rallies or fires from."""

from __future__ import annotations

from senki.boards.plane.rects import Rect
from senki.boards.plane.trig import FULL, HALF, length
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.board import DEPTH, FIELD, HQS, IDS, LENGTH, PIECES, SIDE_OF, SLACK, TURN_SHIFT
from senki.games.monmouth.contact import clear_of_all, contacts, drop_broken, touching
from senki.games.monmouth.movement import target_of
from senki.games.monmouth.position import MonmouthPosition, tenths
from senki.games.monmouth.riding import displace_hqs
from senki.games.monmouth.terrain import enter_village, sinks


@enforces("MON-8.11")
def turned_to_face(p: MonmouthPosition, piece: int, enemy: int) -> Rect:
    """Opposite to the enemy, flush on its front edge, at the nearest point where half of it touches."""
    front = p.rect(enemy)
    u = front.across(p.x[piece] / 10.0, p.y[piece] / 10.0)
    most = front.half_width
    u = max(-most, min(most, u))
    v = front.half_depth + DEPTH / 2.0
    x, y = tenths(front.point_x(u, v)) / 10.0, tenths(front.point_y(u, v)) / 10.0
    return Rect(x, y, (front.turn + HALF) % FULL, LENGTH, DEPTH)


def after_turn(p: MonmouthPosition, option: Option) -> Rect:
    """Where a piece stands that turns, in contact or to rally or fire."""
    if option.verb == "face_enemy":
        return turned_to_face(p, option.subject, target_of(p, option.target))
    rect = p.rect(option.subject)
    return Rect(rect.x, rect.y, option.extra, rect.width, rect.depth) if option.extra >= 0 else rect


@enforces("MON-3.7", "MON-4.4", "MON-8.9", "MON-8.11", "MON-5.7")
def turn_objections(p: MonmouthPosition, option: Option) -> list[Objection]:
    """Only a piece in contact, in line, turns so; facing an enemy it slides 528 yards at most and onto nobody."""
    piece = option.subject
    unit = IDS[piece]
    touched = contacts(p, piece) if p.here(piece) else []
    if not touched:
        return [forbid("MON-8.9", "not_in_contact", unit=unit)]
    if p.column[piece]:
        return [forbid("MON-5.7", unit=unit)]
    if option.verb == "face_enemy":
        enemy = target_of(p, option.target)
        if enemy not in touched:
            return [forbid("MON-8.11", "not_touched", unit=unit)]
        rect = after_turn(p, option)
        shift = length(rect.x - p.x[piece] / 10.0, rect.y - p.y[piece] / 10.0)
        if shift > TURN_SHIFT + SLACK:
            return [forbid("MON-8.11", "slides_too_far", unit=unit)]
    else:
        rect = after_turn(p, option)
        if not any(touching(rect, p.rect(enemy)) for enemy in touched):
            return [forbid("MON-8.11", "contact_lost", unit=unit)]
    if option.verb == "turn" and option.extra == p.facing[piece]:
        return []
    if not FIELD.mostly_on_map(rect):
        return [forbid("MON-3.7", unit=unit)]
    if sinks(piece, rect):
        return [forbid("MON-4.4", unit=unit)]
    return [] if clear_of_all(p, piece, rect) else [forbid("MON-8.11", "no_room", unit=unit)]


@enforces("MON-3.6", "MON-3.7", "MON-4.4")
def pivot_objections(p: MonmouthPosition, piece: int, facing: int) -> list[Objection]:
    """A piece that turns where it stands, to rally or to fire, stays on the map, off marsh and off everybody."""
    unit = IDS[piece]
    if facing == p.facing[piece]:
        return []
    rect = p.rect(piece)
    turned = Rect(rect.x, rect.y, facing, rect.width, rect.depth)
    if not FIELD.mostly_on_map(turned):
        return [forbid("MON-3.7", unit=unit)]
    if sinks(piece, turned):
        return [forbid("MON-4.4", unit=unit)]
    return [] if clear_of_all(p, piece, turned) else [forbid("MON-3.6", "no_room_to_turn", unit=unit)]


@enforces("MON-3.8")
def pivot(p: MonmouthPosition, piece: int, facing: int) -> None:
    """Turn a piece where it stands; an HQ beneath makes room."""
    p.facing[piece] = facing
    displace_hqs(p, piece, HQS)


@enforces("MON-8.9", "MON-8.11")
def turn_in_contact(p: MonmouthPosition, option: Option) -> None:
    """Turn, and drop the engagements whose contact is gone; turning does not make an attacker."""
    piece = option.subject
    facing = option.extra
    if option.verb == "face_enemy":
        rect = turned_to_face(p, piece, target_of(p, option.target))
        p.set_pose(piece, tenths(rect.x), tenths(rect.y), rect.turn)
    else:
        p.facing[piece] = facing
    for other in PIECES:
        if p.here(other) and SIDE_OF[other] == SIDE_OF[piece]:
            drop_broken(p, other)
    enter_village(p, piece)
    displace_hqs(p, piece, HQS)
    if p.events is not None:
        p.tell("turned", "MON-8.11", {"unit": p.name(piece), "facing": p.facing[piece] // 10})
