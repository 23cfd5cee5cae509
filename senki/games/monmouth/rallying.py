"""Rally, baggage and ineffective commands (chapter 14)."""

from __future__ import annotations

from senki.boards.plane.rects import distance
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    BAGGAGE,
    CAVALRY,
    COMMAND,
    IDS,
    INFANTRY,
    MOUNTED_THIRD,
    PIECES,
    PIECES_OF,
    SIDE_OF,
    SLACK,
    TYPE,
    VILLAGE,
)
from senki.games.monmouth.contact import supported_by, touched_enemies
from senki.games.monmouth.foe import may_stand_idle
from senki.games.monmouth.position import LOST, NO_BAGGAGE, NOBODY, RESERVE, MonmouthPosition
from senki.games.monmouth.supply import in_supply
from senki.games.monmouth.terrain import ground
from senki.games.monmouth.turning import pivot, pivot_objections


@enforces("MON-14.5", "MON-16.2")
def ineffective(p: MonmouthPosition, command: int) -> bool:
    """Has a command lost half of its infantry pieces, detachments not counted?"""
    infantry = [piece for piece in PIECES if COMMAND[piece] == command and TYPE[piece] == INFANTRY]
    lost = [piece for piece in infantry if p.place[piece] == LOST]
    return 2 * len(lost) >= len(infantry)


@enforces("MON-14.2", "MON-14.6", "MON-16.1", "MON-20.1")
def near_train(p: MonmouthPosition, piece: int) -> bool:
    """Is an Unpacked friendly train that is in supply within M/3? Cavalry, and play without trains, needs none."""
    if TYPE[piece] == CAVALRY or p.on(NO_BAGGAGE):
        return True
    rect = p.rect(p.held_by[piece]) if p.place[piece] == RESERVE else p.rect(piece)
    for train in PIECES_OF[SIDE_OF[piece]]:
        ready = TYPE[train] == BAGGAGE and p.here(train) and not p.packed[train]
        if ready and distance(rect, p.rect(train)) <= MOUNTED_THIRD + SLACK and in_supply(p, train):
            return True
    return False


@enforces("MON-14.1", "MON-14.2", "MON-14.5", "MON-4.6", "MON-5.7", "MON-7.6")
def rally_objections(p: MonmouthPosition, piece: int, facing: int) -> list[Objection]:
    """Spent, effective, near a train; not in contact, supporting, in the village, in column, cramped or under a FoE."""
    unit = IDS[piece]
    if not p.spent[piece] or TYPE[piece] == BAGGAGE:
        return [forbid("MON-14.1", "not_spent", unit=unit)]
    if ineffective(p, COMMAND[piece]):
        return [forbid("MON-14.5", unit=unit)]
    if p.place[piece] == RESERVE:
        return [] if near_train(p, piece) else [forbid("MON-14.2", unit=unit)]
    if p.column[piece]:
        return [forbid("MON-5.7", unit=unit)]
    found: list[Objection] = []
    if touched_enemies(p, p.rect(piece), SIDE_OF[piece]):
        found.append(forbid("MON-14.1", "rally_in_contact", unit=unit))
    if supported_by(p, piece) != NOBODY:
        found.append(forbid("MON-14.1", "rally_in_support", unit=unit))
    if ground(p.rect(piece)) == VILLAGE:
        found.append(forbid("MON-4.6", "rally_in_village", unit=unit))
    if not found and may_stand_idle(p, piece):
        found.append(forbid("MON-7.6", unit=unit))
    if not found and not near_train(p, piece):
        found.append(forbid("MON-14.2", unit=unit))
    return found if found or facing < 0 else pivot_objections(p, piece, facing)


@enforces("MON-14.1", "MON-1.3")
def rally_piece(p: MonmouthPosition, piece: int, facing: int) -> None:
    """A Spent piece becomes Fresh where it stands, with one change of facing."""
    p.spent[piece] = 0
    if p.events is not None:
        p.tell("rallied", "MON-14.1", {"unit": p.name(piece)})
    if facing >= 0:
        pivot(p, piece, facing)


@enforces("MON-14.3")
def pack_objections(p: MonmouthPosition, piece: int, packs: bool) -> list[Objection]:
    """A train changes once a turn, in its own activation; one already packed is not packed again."""
    unit = IDS[piece]
    if TYPE[piece] != BAGGAGE or not p.here(piece):
        return [forbid("MON-14.3", "no_train", unit=unit)]
    if p.repacked[piece] or bool(p.packed[piece]) == packs:
        return [forbid("MON-14.3", unit=unit)]
    return []


@enforces("MON-14.3", "MON-18.2")
def repack(p: MonmouthPosition, piece: int, packs: bool) -> None:
    """Pack or unpack; packing a train that had been unpacked is noted for Forced Back."""
    p.packed[piece] = int(packs)
    p.repacked[piece] = 1
    if packs:
        p.forced_back |= 1 << SIDE_OF[piece]
    if p.events is not None:
        p.tell("packed" if packs else "unpacked", "MON-14.3", {"unit": p.name(piece)})
