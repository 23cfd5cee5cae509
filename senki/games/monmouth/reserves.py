"""Hidden reserves (MON-20.1, option): pieces an HQ keeps off the map, exactly where it stands."""

from __future__ import annotations

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import COS, FULL, SIN, bearing
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    BAGGAGE,
    COLUMN_ARC,
    DEPTH,
    ENTRY_TURN,
    FIELD,
    FIGHTERS_OF,
    FOOT,
    GAP,
    GATE_SIDE,
    HQS,
    HQS_OF,
    IDS,
    LENGTH,
    PIECES,
    PIECES_OF,
    RATE,
    SIDE_OF,
    SIDES,
    STEP,
    TYPE,
)
from senki.games.monmouth.contact import clear_of_all, nearest, touched_enemies
from senki.games.monmouth.position import NOBODY, ON_MAP, RESERVE, RESERVES, WAITING, MonmouthPosition, overlap, tenths
from senki.games.monmouth.spotting import may_fight, sees_piece
from senki.games.monmouth.terrain import sinks


@enforces("MON-20.1")
def spotted(p: MonmouthPosition, hq: int) -> bool:
    """Does an enemy combat piece within F see at least half of an HQ?"""
    for enemy in FIGHTERS_OF[1 - SIDE_OF[hq]]:
        if p.here(enemy) and distance(p.rect(enemy), p.rect(hq)) <= FOOT and sees_piece(p, enemy, hq):
            return True
    return False


@enforces("MON-20.1")
def exposed(p: MonmouthPosition, hq: int) -> bool:
    """May an HQ be spotted as far as its side knows: by an enemy that is not known to be a train?"""
    for enemy in PIECES_OF[1 - SIDE_OF[hq]]:
        near = p.here(enemy) and distance(p.rect(enemy), p.rect(hq)) <= FOOT
        if near and may_fight(p, SIDE_OF[hq], enemy) and sees_piece(p, enemy, hq):
            return True
    return False


@enforces("MON-20.1")
def hide_objections(p: MonmouthPosition, piece: int, rect: Rect) -> list[Objection]:
    """A piece, no train, goes into reserve by ending its move against an HQ of its side that no enemy sees.

    Nobody hides from an enemy it touches, so nobody attacks into a reserve.
    """
    unit = IDS[piece]
    if not p.on(RESERVES):
        return [forbid("MON-20.1", "no_reserves", unit=unit)]
    if TYPE[piece] == BAGGAGE:
        return [forbid("MON-20.1", "no_train_in_reserve", unit=unit)]
    if hq_at(p, piece, rect) == NOBODY:
        return [forbid("MON-20.1", "no_hq_to_hide_with", unit=unit)]
    if touched_enemies(p, rect, SIDE_OF[piece]):
        return [forbid("MON-20.1", "hides_in_contact", unit=unit)]
    return []


@enforces("MON-20.1")
def hq_at(p: MonmouthPosition, piece: int, rect: Rect) -> int:
    """The HQ of the piece's side that the rectangle touches and that no enemy sees."""
    for hq in HQS_OF[SIDE_OF[piece]]:
        if p.here(hq) and distance(rect, p.rect(hq)) <= GAP and not exposed(p, hq):
            return hq
    return NOBODY


@enforces("MON-20.1", "MON-19.4")
def join_objections(p: MonmouthPosition, piece: int, hq: int) -> list[Objection]:
    """A piece that enters together with an HQ begins in its reserve, if the road still has room for it."""
    unit = IDS[piece]
    if not p.on(RESERVES):
        return [forbid("MON-20.1", "no_reserves", unit=unit)]
    if TYPE[piece] == BAGGAGE or p.place[piece] != WAITING or p.turn < ENTRY_TURN[piece] or p.held_by[piece] != NOBODY:
        return [forbid("MON-20.1", "cannot_join", unit=unit)]
    if p.place[hq] != WAITING:
        return [forbid("MON-20.1", "joins_at_entry", unit=unit)]
    before = p.entered[gate_of(hq)] + len(joined(p, hq))
    if (before + 0.5) * COLUMN_ARC / 2.0 > RATE[piece]:
        return [forbid("MON-19.4", "road_full", unit=unit)]
    return []


def joined(p: MonmouthPosition, hq: int) -> list[int]:
    """The pieces that are to enter in the reserve of an HQ that is not yet on the map."""
    return [piece for piece in PIECES if p.place[piece] == WAITING and p.held_by[piece] == hq]


def gate_of(hq: int) -> int:
    """The gate by which an HQ enters: the first of its side."""
    return GATE_SIDE.index(SIDE_OF[hq])


@enforces("MON-20.1", "MON-19.4")
def held_up(p: MonmouthPosition, hq: int) -> float:
    """What an HQ that enters with a reserve loses: the last of it comes behind all others on the road."""
    coming = len(joined(p, hq))
    return (p.entered[gate_of(hq)] + coming - 1) * COLUMN_ARC / 2.0 if coming else 0.0


@enforces("MON-20.1", "MON-19.4", "MON-2.8")
def bring_along(p: MonmouthPosition, hq: int) -> None:
    """Who enters with an HQ is in its reserve, has acted, and has filled the road."""
    for piece in joined(p, hq):
        p.entered[gate_of(hq)] += 1
        p.acted[piece] = 1
        p.place[piece] = RESERVE
        if p.events is not None:
            p.tell("came_hidden", "MON-20.1", {"side": SIDES[SIDE_OF[piece]]})


@enforces("MON-20.1")
def leave_behind(p: MonmouthPosition, hq: int) -> None:
    """Who was to enter with an HQ that stays off the map waits on as before."""
    for piece in joined(p, hq):
        p.held_by[piece] = NOBODY
        p.number[piece] = 0


@enforces("MON-20.1")
def hide(p: MonmouthPosition, piece: int, hq: int) -> None:
    """Take a piece off the map into the reserve of an HQ."""
    p.place[piece] = RESERVE
    p.held_by[piece] = hq
    p.column[piece] = 0
    p.set_pose(piece, 0, 0, 0)
    if p.events is not None:
        p.tell("hidden", "MON-20.1", {"side": SIDES[SIDE_OF[piece]]})


@enforces("MON-20.1")
def beside(p: MonmouthPosition, piece: int, facing: int) -> Rect | None:
    """Where a reserve piece is set down: in line with this facing, touching its HQ, on the map and on nobody."""
    hq = p.rect(p.held_by[piece])
    for quarter in range(4):
        side = (facing + 900 * quarter) % FULL
        frame = Rect(hq.x, hq.y, side, 1.0, 1.0)
        far = DEPTH / 2.0 if quarter % 2 == 0 else LENGTH / 2.0
        v = hq.half_width * (abs(frame.fx) + abs(frame.fy)) + far
        x, y = tenths(frame.point_x(0.0, v)) / 10.0, tenths(frame.point_y(0.0, v)) / 10.0
        rect = Rect(x, y, facing, LENGTH, DEPTH)
        if may_stand(p, piece, rect):
            return rect
    return None


@enforces("MON-3.6", "MON-3.7", "MON-4.4")
def may_stand(p: MonmouthPosition, piece: int, rect: Rect) -> bool:
    """Is a pose mostly on the map, on nobody, and on ground the piece may enter?"""
    return FIELD.mostly_on_map(rect) and clear_of_all(p, piece, rect) and not sinks(piece, rect)


@enforces("MON-20.1")
def near(p: MonmouthPosition, piece: int, facing: int) -> Rect | None:
    """The free pose nearest to the HQ where none against it is left: rings of 22 yards, bearings of 15 degrees."""
    hq = p.rect(p.held_by[piece])
    for ring in range(1, int((FIELD.width + FIELD.height) / STEP)):
        for way in range(0, FULL, 150):
            x, y = hq.x + SIN[way] * ring * STEP, hq.y + COS[way] * ring * STEP
            rect = Rect(tenths(x) / 10.0, tenths(y) / 10.0, facing, LENGTH, DEPTH)
            if may_stand(p, piece, rect) and not overlap(rect, hq):
                return rect
    return None


@enforces("MON-20.1")
def set_down(p: MonmouthPosition, piece: int, rect: Rect) -> None:
    """Put a reserve piece on the map."""
    p.appear(piece)
    p.place[piece] = ON_MAP
    p.held_by[piece] = NOBODY
    p.set_pose(piece, tenths(rect.x), tenths(rect.y), rect.turn)
    if p.events is not None:
        p.tell("set_down", "MON-20.1", {"unit": p.name(piece)})


@enforces("MON-20.1")
def show_spotted(p: MonmouthPosition) -> None:
    """The whole reserve of an HQ that is spotted is set down at once, beside it or as near as there is room.

    In the order of numbers: that of names would tell who is who.
    """
    if not p.on(RESERVES):
        return
    for hq in HQS:
        held = [(p.number[n], n) for n in PIECES if p.place[n] == RESERVE and p.held_by[n] == hq]
        if not held or not spotted(p, hq):
            continue
        facing = facing_enemy(p, hq)
        for _, piece in sorted(held):
            rect = room_for(p, piece, facing)
            if rect is not None:
                set_down(p, piece, rect)


def room_for(p: MonmouthPosition, piece: int, facing: int) -> Rect | None:
    """Where a spotted piece goes: against its HQ with this facing, or turned by so little as finds room, or near it."""
    for turn in range(0, FULL, 150):
        rect = beside(p, piece, (facing + turn) % FULL)
        if rect is not None:
            return rect
    return near(p, piece, facing)


def facing_enemy(p: MonmouthPosition, hq: int) -> int:
    """The bearing from an HQ to the nearest enemy that may be a combat piece, as its side knows."""
    there = [n for n in PIECES_OF[1 - SIDE_OF[hq]] if p.here(n) and may_fight(p, SIDE_OF[hq], n)]
    enemy = nearest(p, hq, there, True)[0]
    return bearing(float(p.x[enemy] - p.x[hq]), float(p.y[enemy] - p.y[hq])) if enemy != NOBODY else 0
