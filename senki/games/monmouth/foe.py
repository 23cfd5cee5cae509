"""The Field of Engagement (chapter 7): who has one, who is in it, and what that obliges to."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect
from senki.boards.plane.sight import Arc
from senki.engine.clauses import enforces
from senki.games.monmouth.board import (
    BAGGAGE,
    CAVALRY,
    DRAGOON,
    FOOT_THIRD,
    HALF_OF_SAMPLES,
    PIECES_OF,
    SIDE_OF,
    SIGHT,
    TYPE,
)
from senki.games.monmouth.contact import attack_of, engaged_with, touching
from senki.games.monmouth.position import NOBODY, MonmouthPosition
from senki.games.monmouth.spotting import may_fight
from senki.games.monmouth.terrain import shelter

_ARCS: Final[dict[int, Arc]] = {}
REMEMBERED: Final = 5000
"""How many arcs are kept: they depend on the pose alone."""


@enforces("MON-7.1", "MON-5.7")
def has_foe(p: MonmouthPosition, piece: int) -> bool:
    """Infantry, dragoons and artillery in line have a FoE; other cavalry, baggage and columns have none."""
    if not p.here(piece) or p.column[piece] or TYPE[piece] == BAGGAGE:
        return False
    return TYPE[piece] != CAVALRY or DRAGOON[piece]


@enforces("MON-7.1", "MON-10.7")
def feared(p: MonmouthPosition, side: int, enemy: int) -> bool:
    """Must a side reckon with the FoE of an enemy: it has one, or stands in line and is not known to be a train?"""
    return has_foe(p, enemy) or (p.here(enemy) and not p.column[enemy] and may_fight(p, side, enemy))


@enforces("MON-7.2")
def foe_arc(p: MonmouthPosition, piece: int) -> Arc:
    """The arc of 45 degrees beyond either front corner, out to F/3, as far as an observer point sees."""
    key = (p.x[piece] * 100_000 + p.y[piece]) * 3600 + p.facing[piece]
    found = _ARCS.get(key)
    if found is None:
        if len(_ARCS) >= REMEMBERED:
            _ARCS.clear()
        found = Arc(p.rect(piece), FOOT_THIRD, SIGHT)
        _ARCS[key] = found
    return found


@enforces("MON-7.3")
def in_arc(arc: Arc, rect: Rect) -> bool:
    """A piece is in a FoE if at least half of its samples are."""
    return arc.samples_of(rect, HALF_OF_SAMPLES) >= HALF_OF_SAMPLES


def foes_over(p: MonmouthPosition, rect: Rect, side: int) -> int:
    """The enemies of a side, as bits, in whose FoE a rectangle stands as far as the side knows."""
    found = 0
    for enemy in PIECES_OF[1 - side]:
        if feared(p, side, enemy) and in_arc(foe_arc(p, enemy), rect):
            found |= 1 << enemy
    return found


@enforces("MON-7.7")
def heeds_foe(block: int) -> bool:
    """Baggage and HQs ignore the FoE."""
    return TYPE[block] < BAGGAGE


@enforces("MON-7.5")
def answered(p: MonmouthPosition, piece: int, rect: Rect, enemy: int) -> bool:
    """Is the FoE of an enemy answered: out of it, in cover from it, or that enemy attacked or bombarded by a friend?"""
    if not feared(p, SIDE_OF[piece], enemy) or p.bombed[enemy]:
        return True
    if not in_arc(foe_arc(p, enemy), rect) or shelter(rect, p.rect(enemy)):
        return True
    for pair in p.engaged:
        if pair.target == enemy and pair.attacker != piece:
            return True
    if enemy not in engaged_with(p, piece):
        return False
    # Who is engaged already need not leave, unless his act breaks the contact.
    other = p.rect(enemy)
    return touching(rect, other) or not touching(p.rect(piece), other)


def in_breach(p: MonmouthPosition, piece: int) -> int:
    """The enemies, as bits, whose FoE a piece has not answered as it stands."""
    return breach_at(p, piece, p.rect(piece)) if p.owes[piece] and p.here(piece) else 0


@enforces("MON-7.5")
def breach_at(p: MonmouthPosition, piece: int, rect: Rect) -> int:
    """The enemies, as bits, whose FoE a piece would leave unanswered at a pose; one attack of its own answers all."""
    owed = p.owes[piece]
    if not owed or not p.here(piece) or attack_of(p, piece) != NOBODY:
        return 0
    breach = 0
    for enemy in PIECES_OF[1 - SIDE_OF[piece]]:
        if owed >> enemy & 1 and not answered(p, piece, rect, enemy):
            breach |= 1 << enemy
    return breach


@enforces("MON-7.6")
def may_stand_idle(p: MonmouthPosition, piece: int) -> int:
    """The enemies, as bits, whose FoE forbids a piece to rally or bombard: neither in cover nor dealt with."""
    rect = p.rect(piece)
    found = 0
    for enemy in PIECES_OF[1 - SIDE_OF[piece]]:
        if feared(p, SIDE_OF[piece], enemy) and in_arc(foe_arc(p, enemy), rect) and not answered(p, piece, rect, enemy):
            found |= 1 << enemy
    return found
