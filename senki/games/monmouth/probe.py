"""The compliance probe (MON-2.7): a finite search for a way to obey the FoE rule."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.trig import FULL, bearing, length
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.acts import act_objections, glance_at, pieces_to_act, try_act
from senki.games.monmouth.board import DEPTH, IDS, LENGTH, PIECES_OF, RATE, SIDE_OF
from senki.games.monmouth.command import in_command
from senki.games.monmouth.contact import flush, may_attack
from senki.games.monmouth.foe import foe_arc, in_arc, in_breach
from senki.games.monmouth.options import ADVANCE, FACE, MoveOption, move
from senki.games.monmouth.position import MonmouthPosition, tenths
from senki.games.monmouth.terrain import shelter

FACINGS: Final = 24


def way_out(p: MonmouthPosition, piece: int) -> MoveOption | None:
    """What the compliance probe finds for a piece, probed once in a position."""
    if piece not in p.tried.ways_out:
        p.tried.ways_out[piece] = probe(p, piece)
    found = p.tried.ways_out[piece]
    return found if isinstance(found, MoveOption) else None


@enforces("MON-2.7")
def probe(p: MonmouthPosition, piece: int) -> MoveOption | None:
    """The first legal move that answers every FoE a piece is in: facings of 15°, three distances, then attacks."""
    breach = in_breach(p, piece)
    rate = RATE[piece]
    for step in range(FACINGS):
        facing = (p.facing[piece] + 150 * step) % FULL
        for third in (1, 2, 3):
            far = tenths(rate * third / 3.0)
            option = _leaves(p, piece, facing, far, breach)
            if option is None:
                option = _leaves(p, piece, facing, tenths(rate * third / 3.0 - rate / 3.0), breach)
            if option is not None:
                return option
    if may_attack(p, piece) and in_command(p, piece, p.rect(piece)):
        for enemy in PIECES_OF[1 - SIDE_OF[piece]]:
            if breach >> enemy & 1:
                for side in range(4):
                    attack = attack_on_side(p, piece, enemy, side)
                    if attack is not None and not act_objections(p, attack):
                        return attack
    return None


def _leaves(p: MonmouthPosition, piece: int, facing: int, far: int, breach: int) -> MoveOption | None:
    """The move rotate and advance, if it is legal and ends out of the FoEs or in cover from them."""
    if far <= 0 or not p.here(piece):
        return None
    option = move(piece, [FACE, facing, ADVANCE, facing, far])
    trial = glance_at(p, option)
    if trial.objections:
        return None
    for enemy in PIECES_OF[1 - SIDE_OF[piece]]:
        under = breach >> enemy & 1 and in_arc(foe_arc(p, enemy), trial.rect)
        if under and not shelter(trial.rect, p.rect(enemy)):
            return None
    return option if not try_act(p, option).objections else None


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


@enforces("MON-2.6", "MON-7.5")
def sit_objections(p: MonmouthPosition, piece: int) -> list[Objection]:
    """A piece may do nothing, unless an enemy FoE binds it and the probe finds a way to comply."""
    if p.here(piece) and in_breach(p, piece):
        way = way_out(p, piece)
        if way is not None:
            return [forbid("MON-2.6", unit=IDS[piece], way=way.text)]
    return []


@enforces("MON-2.6")
def end_objections(p: MonmouthPosition) -> list[Objection]:
    """An activation ends unless a piece that has not acted breaks the FoE rule and could comply."""
    for piece in pieces_to_act(p):
        found = sit_objections(p, piece)
        if found:
            return found
    return []


def piece_objections(p: MonmouthPosition, option: Option) -> list[Objection]:
    """Why a piece may not do this now, doing nothing included."""
    return act_objections(p, option) or (sit_objections(p, option.subject) if option.verb == "sit" else [])
