"""Night (chapter 15, generic game): half of the lost come back."""

from __future__ import annotations

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import COS, SIN
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.board import (
    DEPTH,
    FIELD,
    FOOT_THIRD,
    HQS_OF,
    IDS,
    LENGTH,
    PIECES_OF,
    SIDE_OF,
    SLACK,
    STEP,
)
from senki.games.monmouth.contact import clear_of_all
from senki.games.monmouth.options import RETURN
from senki.games.monmouth.position import LOST, MonmouthPosition, tenths
from senki.games.monmouth.victory import absent


@enforces("MON-15.1")
def lost_pieces(p: MonmouthPosition, side: int) -> list[int]:
    """The destroyed pieces of a side."""
    return [piece for piece in PIECES_OF[side] if p.place[piece] == LOST and not absent(p, piece)]


@enforces("MON-15.1")
def begin_returns(p: MonmouthPosition) -> None:
    """Each side takes back half of its destroyed pieces, rounded up."""
    p.returning = [(len(lost_pieces(p, side)) + 1) // 2 for side in range(2)]


def returns(p: MonmouthPosition, side: int) -> list[Option]:
    """The pieces a side may take back."""
    return [RETURN[piece] for piece in lost_pieces(p, side)]


@enforces("MON-15.1")
def return_objections(p: MonmouthPosition, option: Option, side: int) -> list[Objection]:
    """Only destroyed pieces of one's own come back."""
    if option.verb == "return" and option.subject in lost_pieces(p, side):
        return []
    return [forbid("MON-15.1", "not_lost", unit=IDS[max(0, option.subject)])]


@enforces("MON-15.1")
def take_back(p: MonmouthPosition, piece: int) -> None:
    """Set a piece down Fresh, in line, near its HQ: as near as there is room, F/3 from any enemy.

    A side has one command; its HQ stands before the army commander, who leads where it is gone.
    """
    p.spent[piece] = 0
    hqs = [p.rect(hq) for hq in HQS_OF[SIDE_OF[piece]] if p.here(hq)]
    rect = _room(p, piece, hqs[0].x, hqs[0].y) if hqs else None
    if rect is None:
        return
    p.appear(piece)
    p.set_pose(piece, tenths(rect.x), tenths(rect.y), rect.turn)
    if p.events is not None:
        p.tell("returned", "MON-15.1", {"unit": p.name(piece)})


def _room(p: MonmouthPosition, piece: int, x: float, y: float) -> Rect | None:
    """The nearest free place round a point, looked for in rings."""
    facing = 2700 if SIDE_OF[piece] == 0 else 900
    enemies = [p.rect(e) for e in PIECES_OF[1 - SIDE_OF[piece]] if p.here(e)]
    for ring in range(4, 400):
        far = ring * STEP
        for way in range(0, 3600, 150):
            rect = Rect(tenths(x + SIN[way] * far) / 10.0, tenths(y + COS[way] * far) / 10.0, facing, LENGTH, DEPTH)
            if not FIELD.mostly_on_map(rect) or not clear_of_all(p, piece, rect):
                continue
            if all(distance(rect, enemy) >= FOOT_THIRD - SLACK for enemy in enemies):
                return rect
    return None
