"""Hidden reserves (MON-20.1, option): pieces an HQ keeps off the map, exactly where it stands."""

from __future__ import annotations

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import FULL, bearing
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    BAGGAGE,
    DEPTH,
    ENTRY_TURN,
    FIELD,
    FIGHTERS_OF,
    FOOT,
    GAP,
    HQS,
    HQS_OF,
    IDS,
    LENGTH,
    PIECES,
    PIECES_OF,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.contact import clear_of_all
from senki.games.monmouth.position import NOBODY, ON_MAP, RESERVE, RESERVES, WAITING, MonmouthPosition, tenths
from senki.games.monmouth.spotting import may_fight, sees_piece


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
    """A piece, no train, goes into reserve by ending its move against an HQ of its side that no enemy sees."""
    unit = IDS[piece]
    if not p.on(RESERVES):
        return [forbid("MON-20.1", "no_reserves", unit=unit)]
    if TYPE[piece] == BAGGAGE:
        return [forbid("MON-20.1", "no_train_in_reserve", unit=unit)]
    if hq_at(p, piece, rect) == NOBODY:
        return [forbid("MON-20.1", "no_hq_to_hide_with", unit=unit)]
    return []


@enforces("MON-20.1")
def hq_at(p: MonmouthPosition, piece: int, rect: Rect) -> int:
    """The HQ of the piece's side that the rectangle touches and that no enemy sees."""
    for hq in HQS_OF[SIDE_OF[piece]]:
        if p.here(hq) and distance(rect, p.rect(hq)) <= GAP and not exposed(p, hq):
            return hq
    return NOBODY


@enforces("MON-20.1")
def join_objections(p: MonmouthPosition, piece: int) -> list[Objection]:
    """A piece that would enter, or begins the game off the map, may start in the reserve of its HQ on the map."""
    unit = IDS[piece]
    if not p.on(RESERVES):
        return [forbid("MON-20.1", "no_reserves", unit=unit)]
    hq = p.command_of(piece) if p.command_of(piece) >= 0 else p.chit_hq(p.active)
    if TYPE[piece] == BAGGAGE or p.place[piece] != WAITING or p.turn < ENTRY_TURN[piece]:
        return [forbid("MON-20.1", "cannot_join", unit=unit)]
    if not p.here(hq) or exposed(p, hq):
        return [forbid("MON-20.1", "no_hq_to_hide_with", unit=unit)]
    return []


@enforces("MON-20.1")
def hide(p: MonmouthPosition, piece: int, hq: int) -> None:
    """Take a piece off the map into the reserve of an HQ."""
    p.place[piece] = RESERVE
    p.held_by[piece] = hq
    p.column[piece] = 0
    p.set_pose(piece, 0, 0, 0)
    if p.events is not None:
        p.tell("hidden", "MON-20.1", {"side": "british" if SIDE_OF[piece] == 0 else "colonial"})


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
        if FIELD.mostly_on_map(rect) and clear_of_all(p, piece, rect):
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
    """The reserve of an HQ that is spotted is set down at once beside it, facing the nearest enemy."""
    if not p.on(RESERVES):
        return
    for hq in HQS:
        held = [piece for piece in PIECES if p.place[piece] == RESERVE and p.held_by[piece] == hq]
        if not held or not spotted(p, hq):
            continue
        facing = facing_enemy(p, hq)
        for piece in held:
            for turn in range(0, FULL, 150):
                rect = beside(p, piece, (facing + turn) % FULL)
                if rect is not None:
                    set_down(p, piece, rect)
                    break


def facing_enemy(p: MonmouthPosition, hq: int) -> int:
    """The bearing from an HQ to the nearest enemy that may be a combat piece, as its side knows."""
    best = 1.0e9
    found = 0
    for enemy in PIECES_OF[1 - SIDE_OF[hq]]:
        if p.here(enemy) and may_fight(p, SIDE_OF[hq], enemy):
            far = distance(p.rect(hq), p.rect(enemy))
            if far < best:
                best = far
                found = bearing(float(p.x[enemy] - p.x[hq]), float(p.y[enemy] - p.y[hq]))
    return found
