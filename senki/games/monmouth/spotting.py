"""Line of sight and spotting (chapter 10): who sees whom, and what a side may know of the enemy's blocks."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.engine.events import Fact
from senki.games.monmouth.board import (
    ALL_COUNT,
    BAGGAGE,
    FOOT,
    HALF_OF_SAMPLES,
    HQ,
    PIECE_COUNT,
    PIECES,
    PIECES_OF,
    SIDE_OF,
    SIGHT,
    TYPE,
)
from senki.games.monmouth.contact import touching
from senki.games.monmouth.position import BLIND, LOST, SPENT_HIDES, MonmouthPosition

_SEEN: Final[dict[tuple[int, ...], int]] = {}
REMEMBERED: Final = 2000


@enforces("MON-10.1", "MON-10.2", "MON-10.3", "MON-10.4", "MON-10.5")
def sees_piece(p: MonmouthPosition, viewer: int, target: int) -> bool:
    """At least half of the target's samples have a line of sight from the viewer's centre, at most F long."""
    eye, rect = p.rect(viewer), p.rect(target)
    if abs(eye.x - rect.x) > FOOT + rect.reach or abs(eye.y - rect.y) > FOOT + rect.reach:
        return False
    half = 8 if TYPE[target] == HQ else HALF_OF_SAMPLES
    return SIGHT.samples_seen_from(eye.x, eye.y, eye, rect, half) >= half


@enforces("MON-10.6")
def seen_by(p: MonmouthPosition, side: int) -> int:
    """The enemy pieces, as bits, that any block of a side sees or touches: their type is answered at once."""
    key = (side, *p.x, *p.y, *p.facing, *p.place, *p.column)
    known = _SEEN.get(key)
    if known is not None:
        return known
    found = 0
    for enemy in PIECES_OF[1 - side]:
        if not p.here(enemy):
            continue
        for viewer in range(ALL_COUNT):
            if SIDE_OF[viewer] != side or not p.here(viewer):
                continue
            if sees_piece(p, viewer, enemy) or touching(p.rect(viewer), p.rect(enemy)):
                found |= 1 << enemy
                break
    if len(_SEEN) >= REMEMBERED:
        _SEEN.clear()
    _SEEN[key] = found
    return found


@enforces("MON-10.7")
def identity_known(p: MonmouthPosition, piece: int) -> bool:
    """Does the enemy know name and quality: by contact, or because a Spent block lies label up?"""
    if piece >= PIECE_COUNT or p.revealed[piece]:
        return True
    return bool(p.spent[piece]) and not p.on(SPENT_HIDES)


@enforces("MON-10.6")
def told_type(piece: int) -> int:
    """What the owner answers when asked: a detachment is infantry."""
    return TYPE[piece]


@enforces("MON-10.8", "MON-20.1")
def is_shown(p: MonmouthPosition, side: int, block: int) -> bool:
    """May a side (-1: a spectator) know where a block is? Its own; lost ones; the enemy's on the map that it sees.

    Without the blind map it is shown all of those on the map. Reserves and those to come are never shown.
    """
    if SIDE_OF[block] == side or block >= PIECE_COUNT or p.place[block] == LOST:
        return True
    return p.here(block) and (not p.on(BLIND) or bool(seen_by(p, 1 - SIDE_OF[block]) >> block & 1))


@enforces("MON-10.7")
def type_told(p: MonmouthPosition, side: int, piece: int) -> bool:
    """Does a side know the type of an enemy block: by name, by sight, or because only trains are unpacked?"""
    return identity_known(p, piece) or not p.packed[piece] or bool(seen_by(p, side) >> piece & 1)


@enforces("MON-10.8")
def listeners(p: MonmouthPosition, facts: dict[str, Fact]) -> list[int] | None:
    """The sides that are shown every block an event speaks of; None for everybody."""
    named = {p.name(piece): piece for piece in PIECES if p.number[piece]}
    told = [named[word] for fact in facts.values() for word in str(fact).split() if word in named]
    found = [side for side in range(2) if all(is_shown(p, side, piece) for piece in told)]
    return None if len(found) == 2 else found


@enforces("MON-10.6", "MON-10.7")
def may_fight(p: MonmouthPosition, side: int, enemy: int) -> bool:
    """Is an enemy block a combat piece as far as a side knows? What is not known to be a train may be one."""
    return TYPE[enemy] != BAGGAGE or not type_told(p, side, enemy)


@enforces("MON-10.7", "MON-10.8")
def blocks_shown(p: MonmouthPosition, side: int) -> list[int]:
    """The enemy blocks on the map that a side is shown, in the order of their numbers: that of their names tells."""
    return p.by_number([n for n in PIECES_OF[1 - side] if p.here(n) and is_shown(p, side, n)])
