"""The compliance probe (MON-2.7): a finite search for a way to obey the FoE rule."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.trig import FULL, bearing, length
from senki.engine.clauses import enforces
from senki.games.monmouth.board import ARTILLERY, DEPTH, LENGTH, PIECE_COUNT, RATE, SIDE_OF, TYPE
from senki.games.monmouth.bombardment import bombard_objections
from senki.games.monmouth.command import in_command
from senki.games.monmouth.contact import flush, may_attack
from senki.games.monmouth.foe import breach_at, in_breach
from senki.games.monmouth.movement import try_move
from senki.games.monmouth.options import ADVANCE, FACE, MoveOption, move
from senki.games.monmouth.position import MonmouthPosition, tenths
from senki.games.monmouth.spotting import blocks_shown

FACINGS: Final = 24


def way_out(p: MonmouthPosition, piece: int) -> MoveOption | None:
    """What the compliance probe finds for a piece, probed once in a position."""
    if piece not in p.tried.ways_out:
        p.tried.ways_out[piece] = probe(p, piece)
    found = p.tried.ways_out[piece]
    return found if isinstance(found, MoveOption) else None


@enforces("MON-2.7")
def probe(p: MonmouthPosition, piece: int) -> MoveOption | None:
    """The first legal move that answers every FoE a piece began in: facings of 15°, three distances, then attacks."""
    rate = RATE[piece]
    for step in range(FACINGS):
        facing = (p.facing[piece] + 150 * step) % FULL
        for third in (1, 2, 3):
            option = _leaves(p, piece, facing, tenths(rate * third / 3.0))
            if option is not None:
                return option
    breach = in_breach(p, piece)
    for enemy in blocks_shown(p, SIDE_OF[piece]):
        if breach >> enemy & 1:
            attack = _attack(p, piece, enemy)
            if attack is not None:
                return attack
    return None


def _leaves(p: MonmouthPosition, piece: int, facing: int, far: int) -> MoveOption | None:
    """The move rotate and advance, if it is legal and ends out of the FoEs or in cover from them."""
    if not p.here(piece):
        return None
    option = move(piece, [FACE, facing, ADVANCE, facing, far])
    glance = try_move(p, option, True)
    if glance.objections or breach_at(p, piece, glance.rect):
        return None
    return option if not try_move(p, option, False, glance).objections else None


def _attack(p: MonmouthPosition, piece: int, enemy: int) -> MoveOption | None:
    """The first legal attack on the middle of a side of an enemy."""
    if may_attack(p, piece) and in_command(p, piece, p.rect(piece)):
        for side in range(4):
            option = attack_on_side(p, piece, enemy, side)
            if option is not None and not try_move(p, option, False).objections:
                return option
    return None


@enforces("MON-2.6", "MON-7.5")
def may_deal_with(p: MonmouthPosition, piece: int, enemy: int) -> bool:
    """Could a piece attack or bombard an enemy from where it stands? Found out once in a position."""
    key = piece * PIECE_COUNT + enemy
    known = p.tried.dealers.get(key)
    if known is None:
        if TYPE[piece] == ARTILLERY:
            facing = bearing(float(p.x[enemy] - p.x[piece]), float(p.y[enemy] - p.y[piece]))
            known = p.here(piece) and not bombard_objections(p, piece, enemy, facing)
        else:
            known = p.here(piece) and _attack(p, piece, enemy) is not None
        p.tried.dealers[key] = known
    return known


@enforces("MON-2.7")
def attack_on_side(p: MonmouthPosition, piece: int, enemy: int, side: int) -> MoveOption | None:
    """Rotate, go straight and, if needed, rotate again to stand flush on the middle of a side of an enemy."""
    goal = flush(LENGTH, DEPTH, p.rect(enemy), side, 0.0)
    rect = p.rect(piece)
    legs = legs_to(rect.x, rect.y, rect.turn, goal.x, goal.y, goal.turn)
    if not legs:
        return None
    return move(piece, legs, 100 * SIDE_OF[enemy] + p.number[enemy])


def legs_to(x: float, y: float, turn: int, to_x: float, to_y: float, facing: int) -> list[int]:
    """Rotate, straight advance and rotate from pose to pose, with as few rotations as the 45° rule allows."""
    far = tenths(length(to_x - x, to_y - y))
    if far == 0:
        return [] if facing == turn else [FACE, facing]
    way = bearing(to_x - x, to_y - y)
    off = (way - facing) % FULL
    if off <= 450 or off >= FULL - 450:
        return [ADVANCE, way, far] if facing == turn else [FACE, facing, ADVANCE, way, far]
    off = (way - turn) % FULL
    if off <= 450 or off >= FULL - 450:
        return [ADVANCE, way, far, FACE, facing]
    return [FACE, way, ADVANCE, way, far, FACE, facing]
