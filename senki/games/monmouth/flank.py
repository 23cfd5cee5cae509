"""Flanks (chapter 9)."""

from __future__ import annotations

from senki.boards.plane.rects import Rect
from senki.engine.clauses import enforces
from senki.games.monmouth.board import SLACK, VILLAGE
from senki.games.monmouth.contact import engaged_with, supporter_of, touching
from senki.games.monmouth.position import NOBODY, Engagement, MonmouthPosition
from senki.games.monmouth.terrain import ground


@enforces("MON-9.1", "MON-9.2")
def behind_front(attacker: Rect, target: Rect) -> bool:
    """Does the attacker's centre lie behind the front line of the front piece?"""
    return target.ahead(attacker.x, attacker.y) - target.half_depth < -SLACK


@enforces("MON-9.3")
def behind_rear(attacker: Rect, target: Rect) -> bool:
    """Does the attacker's centre lie behind the rear line?"""
    return target.ahead(attacker.x, attacker.y) < -target.half_depth - SLACK


@enforces("MON-9.1", "MON-9.3", "MON-9.4", "MON-9.6")
def flanks(p: MonmouthPosition, piece: int, target: int) -> bool:
    """Has a piece its target flanked, as both stand now, or caught with its support void? Not in the village."""
    if ground(p.rect(target)) == VILLAGE:
        return False
    return bool(p.void_support >> target & 1) or behind_front(p.rect(piece), p.rect(target))


@enforces("MON-9.3", "MON-9.5", "MON-9.6")
def is_flanked(p: MonmouthPosition, piece: int) -> bool:
    """Is a piece flanked by any enemy engaged with it, or caught with its support void? Once is as bad as twice."""
    if ground(p.rect(piece)) == VILLAGE:
        return False
    if p.void_support >> piece & 1:
        return True
    return any(behind_front(p.rect(enemy), p.rect(piece)) for enemy in engaged_with(p, piece))


@enforces("MON-9.3", "MON-10.7")
def void_supports(p: MonmouthPosition, pieces: list[int]) -> None:
    """Attacked in front and in rear a piece loses its support; rear attackers in contact turn on the supporter.

    Contact shows who it is.
    """
    for piece in pieces:
        behind = supporter_of(p, piece)
        if behind == NOBODY:
            continue
        rect = p.rect(piece)
        enemies = engaged_with(p, piece)
        in_front = any(not behind_front(p.rect(enemy), rect) for enemy in enemies)
        in_rear = [enemy for enemy in enemies if behind_rear(p.rect(enemy), rect)]
        if not in_front or not in_rear:
            continue
        p.void_support |= 1 << piece | 1 << behind
        p.combat |= 1 << behind
        for i, pair in enumerate(p.engaged):
            attacker = pair.attacker
            if pair.target == piece and attacker in in_rear and touching(p.rect(attacker), p.rect(behind)):
                p.engaged[i] = Engagement(attacker, behind, pair.rank)
                p.revealed[behind] = 1
        if p.events is not None:
            p.tell("support_void", "MON-9.3", {"unit": p.name(piece), "other": p.name(behind)})
