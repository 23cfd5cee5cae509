"""Bombardment (chapter 10): artillery fires instead of moving."""

from __future__ import annotations

from senki.boards.plane.rects import Rect, apart
from senki.boards.plane.sight import Arc
from senki.boards.plane.trig import bearing
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.board import (
    ARTILLERY,
    COMMAND,
    FIELD,
    FOOT,
    HALF_OF_SAMPLES,
    IDS,
    PIECES_OF,
    SIDE_OF,
    SIGHT,
    TYPE,
)
from senki.games.monmouth.contact import contacts
from senki.games.monmouth.foe import may_stand_idle
from senki.games.monmouth.ladder import RETREATS, hit_steps, rung
from senki.games.monmouth.options import bombard
from senki.games.monmouth.position import NOBODY, MonmouthPosition
from senki.games.monmouth.spotting import blocks_shown, may_fight
from senki.games.monmouth.terrain import in_cover
from senki.games.monmouth.turning import pivot_objections


@enforces("MON-10.9")
def samples_under_fire(p: MonmouthPosition, gun: Rect, owner: int, target: int, enough: int) -> int:
    """The target's samples in the 45° arc out to F, seen along a line that crosses no friendly piece."""
    arc = Arc(gun, FOOT, SIGHT)
    rect = p.rect(target)
    if arc.covered(rect) < min(enough, HALF_OF_SAMPLES):
        return arc.covered(rect) if enough > HALF_OF_SAMPLES else 0
    friends = [p.rect(f) for f in PIECES_OF[SIDE_OF[owner]] if f != owner and p.here(f)]
    level = FIELD.level(rect)
    crests = arc.crests | FIELD.touched_crests(rect)
    points = rect.samples()
    found = 0
    for i in range(0, len(points), 2):
        if not arc.covers(points[i], points[i + 1]):
            continue
        if _open_line(arc, points[i], points[i + 1], level, crests, friends):
            found += 1
            if found >= enough:
                break
        elif found + (len(points) - i) // 2 <= enough <= HALF_OF_SAMPLES:
            break  # too few samples are left
    return found


def _open_line(arc: Arc, x: float, y: float, level: int, crests: int, friends: list[Rect]) -> bool:
    """Is there an observer point that sees the point past all friends?"""
    for i in range(0, 6, 2):
        ex, ey = arc.eyes[i], arc.eyes[i + 1]
        if not arc.sight.clear(ex, ey, x, y, arc.level, level, crests):
            continue
        far = ((x - ex) ** 2 + (y - ey) ** 2) ** 0.5
        line = Rect((ex + x) / 2.0, (ey + y) / 2.0, bearing(x - ex, y - ey), 0.0, far)
        if all(apart(line, friend) for friend in friends):
            return True
    return False


@enforces("MON-10.9", "MON-5.7", "MON-2.5", "MON-15.1")
def bombard_objections(p: MonmouthPosition, piece: int, target: int, facing: int) -> list[Objection]:
    """Fresh artillery in line, not in contact, with room to turn, at a combat piece half of which is under fire."""
    unit = IDS[piece]
    if TYPE[piece] != ARTILLERY or not p.here(piece):
        return [forbid("MON-10.9", "no_guns", unit=unit)]
    if p.night:
        return [forbid("MON-15.1", "night_fire", unit=unit)]
    if p.column[piece]:
        return [forbid("MON-5.7", unit=unit)]
    if p.spent[piece]:
        return [forbid("MON-10.9", "guns_spent", unit=unit)]
    if contacts(p, piece):
        return [forbid("MON-10.9", "guns_in_contact", unit=unit)]
    if target == NOBODY or not p.here(target) or SIDE_OF[target] == SIDE_OF[piece]:
        return [forbid("MON-10.9", "no_target", unit=unit)]
    if not may_fight(p, SIDE_OF[piece], target):
        return [forbid("MON-10.9", "no_target", unit=unit)]
    rect = p.rect(piece)
    gun = Rect(rect.x, rect.y, facing, rect.width, rect.depth)
    cramped = pivot_objections(p, piece, facing)
    if cramped:
        return cramped
    if samples_under_fire(p, gun, piece, target, HALF_OF_SAMPLES) < HALF_OF_SAMPLES:
        return [forbid("MON-10.9", unit=unit, enemy=p.name(target))]
    if may_stand_idle(p, piece):
        return [forbid("MON-7.6", unit=unit)]
    return []


def bombardments(p: MonmouthPosition, piece: int) -> list[Option]:
    """For each enemy piece: fire at it with the guns turned straight towards it."""
    if TYPE[piece] != ARTILLERY or not p.here(piece) or p.spent[piece] or p.column[piece]:
        return []
    found: list[Option] = []
    for enemy in blocks_shown(p, SIDE_OF[piece]):
        if not may_fight(p, SIDE_OF[piece], enemy):
            continue
        facing = bearing(float(p.x[enemy] - p.x[piece]), float(p.y[enemy] - p.y[piece]))
        found.append(bombard(piece, SIDE_OF[enemy], p.number[enemy], facing))
    return found


@enforces("MON-10.10")
def need_to_hit(p: MonmouthPosition, piece: int, target: int) -> int:
    """4 or more; cover −1, a column +1; no flank."""
    modifier = 1 if p.column[target] else 0
    if in_cover(p, p.rect(target), p.rect(piece)):
        modifier -= 1
    return 4 - modifier


@enforces("MON-10.10", "MON-10.11")
def bombard_result(p: MonmouthPosition, target: int, hits: int) -> int:
    """Where on the ladder a bombardment leaves its target: quality counts anew for each, nobody is ever destroyed."""
    if hits and COMMAND[target] < 0:
        return RETREATS
    return min(RETREATS, rung(p.spent[target], hit_steps(target, hits, False)))
