"""What a piece does when its command acts (chapter 2): who may act, what forbids an act, and carrying it out."""

from __future__ import annotations

from senki.boards.plane.rects import Rect
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.board import (
    BAGGAGE,
    BRITISH,
    COMMAND,
    FROZEN_TURNS,
    HQS,
    IDS,
    PIECES_OF,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.bombardment import bombard_objections
from senki.games.monmouth.contact import drop_broken, engage, supported_by
from senki.games.monmouth.entry import entry_objections, gate_blocked, try_entry
from senki.games.monmouth.foe import breach_at, foes_over, heeds_foe, in_breach
from senki.games.monmouth.movement import Trial, target_of, try_move
from senki.games.monmouth.options import FACE, MoveOption
from senki.games.monmouth.position import NOBODY, ON_MAP, RESERVE, WAITING, MonmouthPosition, tenths
from senki.games.monmouth.probe import may_deal_with, way_out
from senki.games.monmouth.rallying import rally_objections
from senki.games.monmouth.reserves import beside, facing_enemy, hide, hide_objections, hq_at
from senki.games.monmouth.riding import displace_hqs
from senki.games.monmouth.spots import whereabouts
from senki.games.monmouth.spotting import blocks_shown, is_shown
from senki.games.monmouth.terrain import enter_village
from senki.games.monmouth.turning import after_turn, turn_objections


@enforces("MON-1.4", "MON-2.1", "MON-2.4", "MON-2.5", "MON-2.8")
def may_act(p: MonmouthPosition, piece: int) -> list[Objection]:
    """A piece of the active command, or any detachment of its side, that has not yet acted this turn."""
    unit = IDS[piece]
    if SIDE_OF[piece] == BRITISH and p.turn in FROZEN_TURNS:
        return [forbid("MON-2.4", unit=unit)]
    if SIDE_OF[piece] != SIDE_OF[p.active] or (COMMAND[piece] >= 0 and COMMAND[piece] != p.active):
        return [forbid("MON-2.1", "other_command", unit=unit)]
    if p.acted[piece]:
        return [forbid("MON-2.8", unit=unit)]
    if p.place[piece] not in (ON_MAP, WAITING, RESERVE):
        return [forbid("MON-2.1", "not_there", unit=unit)]
    return []


def pieces_to_act(p: MonmouthPosition) -> list[int]:
    """The pieces that may still act in this activation."""
    return [piece for piece in PIECES_OF[SIDE_OF[p.active]] if not may_act(p, piece)]


@enforces("MON-7.5")
def note_duties(p: MonmouthPosition) -> None:
    """Remember in which enemy FoEs the pieces of the activated command begin; nobody else has a duty."""
    side = SIDE_OF[p.active]
    for piece in PIECES_OF[side]:
        p.owes[piece] = 0
        bound = COMMAND[piece] == p.active or COMMAND[piece] < 0
        if bound and p.here(piece) and heeds_foe(piece) and not p.acted[piece] and not p.night:
            p.owes[piece] = foes_over(p, p.rect(piece), side)


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


@enforces("MON-2.6", "MON-7.5")
def duty_objections(p: MonmouthPosition, piece: int, rect: Rect) -> list[Objection]:
    """An act may not leave a piece in breach of the FoE rule that could comply, unless a friend can still answer."""
    breach = breach_at(p, piece, rect)
    if not breach:
        return []
    friends = [friend for friend in pieces_to_act(p) if friend != piece]
    for enemy in blocks_shown(p, SIDE_OF[piece]):
        if breach >> enemy & 1 and not any(may_deal_with(p, friend, enemy) for friend in friends):
            if in_breach(p, piece):
                return sit_objections(p, piece)
            return [forbid("MON-2.6", "answered_no_more", unit=IDS[piece], enemy=p.name(enemy))]
    return []


def piece_objections(p: MonmouthPosition, option: Option) -> list[Objection]:
    """Why a piece may not do this now, doing nothing included."""
    return act_objections(p, option) or (sit_objections(p, option.subject) if option.verb == "sit" else [])


def try_act(p: MonmouthPosition, option: MoveOption) -> Trial:
    """Try a move or an entry, once in a position."""
    known = p.tried.acts.get(option.text)
    if isinstance(known, Trial):
        return known
    glance = glance_at(p, option)
    trial = _try(p, option, False, glance if not glance.objections else None)
    if not trial.objections and trial.target == NOBODY and not option.reserve:
        trial.objections += duty_objections(p, option.subject, trial.rect)
    p.tried.remember(option.text, trial)
    return trial


def glance_at(p: MonmouthPosition, option: MoveOption) -> Trial:
    """Look at the price and the end of a move or an entry alone: what speaks against it here forbids it."""
    if p.tried.glanced_at == option.text:
        known = p.tried.glance
    else:
        known = p.tried.acts.get(option.text)
    if isinstance(known, Trial):
        return known
    glance = _try(p, option, True, None)
    if not glance.objections:
        p.tried.glance = glance
        p.tried.glanced_at = option.text
    return glance


def hopeless(p: MonmouthPosition, option: Option) -> bool:
    """Does a glance already show that an option is forbidden?"""
    return isinstance(option, MoveOption) and len(glance_at(p, option).objections) > 0


def _try(p: MonmouthPosition, option: MoveOption, glance: bool, glanced: Trial | None) -> Trial:
    if option.gate >= 0:
        trial = try_entry(p, option, glance, glanced)
    elif p.place[option.subject] == RESERVE:
        trial = try_from_reserve(p, option, glance, glanced)
    else:
        trial = try_move(p, option, glance, glanced)
    if option.reserve and not trial.objections:
        trial.objections += hide_objections(p, option.subject, trial.rect)
    return trial


@enforces("MON-20.1")
def try_from_reserve(p: MonmouthPosition, option: MoveOption, glance: bool, glanced: Trial | None) -> Trial:
    """A reserve piece is set down beside its HQ, in the facing it turns to first, and moves on from there."""
    piece = option.subject
    facing = option.legs[1] if option.legs[0] == FACE else facing_enemy(p, p.held_by[piece])
    start = beside(p, piece, facing)
    trial = Trial(p, piece, start if start is not None else p.rect(p.held_by[piece]), None, False, glance)
    if start is None:
        trial.forbid(forbid("MON-20.1", "no_room_beside", unit=IDS[piece]))
    trial.take(option.legs[2:] if option.legs[0] == FACE else option.legs)
    trial.finish(target_of(p, option.target), glanced)
    return trial


@enforces("MON-2.6", "MON-14.3", "MON-4.2")
def act_objections(p: MonmouthPosition, option: Option) -> list[Objection]:
    """Why a piece may not do this now."""
    piece = option.subject
    if piece < 0 or piece >= len(p.packed):
        return [forbid("MON-2.1", "a_piece_acts")]
    found = may_act(p, piece)
    if found:
        return found
    verb = option.verb
    if isinstance(option, MoveOption) and option.gate >= 0:
        return entry_objections(p, option) or try_act(p, option).objections
    if verb == "sit":
        return []
    if verb == "rally":
        return rally_objections(p, piece, option.extra) or duty_objections(p, piece, after_turn(p, option))
    if p.place[piece] == WAITING:
        return [forbid("MON-19.4", "still_waiting", unit=IDS[piece])]
    if verb in ("move", "attack", "hide") and isinstance(option, MoveOption):
        if TYPE[piece] == BAGGAGE and not p.packed[piece]:
            return [forbid("MON-14.3", "unpacked_moves", unit=IDS[piece])]
        return try_act(p, option).objections
    if p.place[piece] == RESERVE:
        return [forbid("MON-20.1", "in_reserve", unit=IDS[piece])]
    if verb in ("turn", "face_enemy"):
        return turn_objections(p, option) or duty_objections(p, piece, after_turn(p, option))
    found = bombard_objections(p, piece, target_of(p, option.target), option.extra)
    return found or duty_objections(p, piece, after_turn(p, option))


@enforces("MON-2.8", "MON-3.6", "MON-4.6", "MON-8.9", "MON-19.4")
def carry_out(p: MonmouthPosition, option: MoveOption, trial: Trial) -> None:
    """Carry out a legal move: pose, column, contacts, the village, HQs displaced, an attack recorded."""
    piece = option.subject
    was_shown = p.here(piece) and p.events is not None and is_shown(p, 1 - SIDE_OF[piece], piece)
    fronts = [supported_by(p, piece)] if p.here(piece) else []
    if 0 <= option.gate < len(p.entered) and not gate_blocked(p, option.gate):
        p.entered[option.gate] += 1
    if p.place[piece] != ON_MAP:
        p.appear(piece)
        p.held_by[piece] = NOBODY
    place(p, piece, trial)
    p.ranks += 1
    p.moved_at[piece] = p.ranks
    for other in [piece, *[front for front in fronts if front != NOBODY]]:
        drop_broken(p, other)
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": p.name(piece), **whereabouts(p.x[piece], p.y[piece])}
        facts["facing"] = p.facing[piece] // 10
        facts["cost"] = round(trial.cost)
        p.tell("entered" if option.gate >= 0 else "moved", "MON-3.2", facts)
        if was_shown and not is_shown(p, 1 - SIDE_OF[piece], piece):
            p.tell("out_of_sight", "MON-10.8", {"unit": p.name(piece)}, [1 - SIDE_OF[piece]])
    if trial.target != NOBODY:
        engage(p, piece, trial.target)
    if option.reserve:
        hide(p, piece, hq_at(p, piece, trial.rect))
        return
    enter_village(p, piece)
    displace_hqs(p, piece, HQS)


@enforces("MON-0.7", "MON-5.2")
def place(p: MonmouthPosition, piece: int, trial: Trial) -> None:
    """Put a piece where its trial ends, in line or on the road."""
    rect: Rect = trial.rect
    p.set_pose(piece, tenths(rect.x), tenths(rect.y), rect.turn)
    p.column[piece] = int(trial.in_column)
    column = trial.column
    if column is not None and trial.in_column:
        p.head[2 * piece] = column.head_road
        p.head[2 * piece + 1] = tenths(column.head_arc)
        p.tail[2 * piece] = column.tail_road
        p.tail[2 * piece + 1] = tenths(column.tail_arc)
