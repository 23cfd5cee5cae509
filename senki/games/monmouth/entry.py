"""Set-up and reinforcements (chapter 19)."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect, distance
from senki.engine.clauses import Objection, enforces, forbid
from senki.games.monmouth.board import (
    ALL_COUNT,
    BAGGAGE,
    BRITISH,
    COLUMN_ARC,
    DEPTH,
    ENTRY_TURN,
    FIELD,
    FOOT_THIRD,
    GATE_ARC,
    GATE_ROAD,
    GATE_SIDE,
    GATE_UP,
    GATE_X,
    GATE_Y,
    GATES,
    IDS,
    LENGTH,
    LINE_EDGE_FROM,
    LINE_EDGE_TO,
    LINE_EDGE_X,
    PIECES_OF,
    SET_UP,
    SIDE_OF,
    SLACK,
    TYPE,
)
from senki.games.monmouth.columns import Column, column_rect
from senki.games.monmouth.movement import Trial, target_of
from senki.games.monmouth.options import EAST_EDGE, MoveOption
from senki.games.monmouth.position import LOST, NO_BAGGAGE, WAITING, MonmouthPosition, tenths

INWARD: Final = [900, 2700, 2700]
"""Facing of a line that enters at each gate's edge."""


@enforces("MON-19.1", "MON-1.3", "MON-10.7", "MON-14.6")
def set_up(p: MonmouthPosition) -> None:
    """Cornwallis, the Dragoons and the British train on the map, all Fresh; everybody else waits."""
    for block in range(ALL_COUNT):
        if TYPE[block] == BAGGAGE and p.on(NO_BAGGAGE):
            p.place[block] = LOST
            continue
        pose = SET_UP[block]
        if pose:
            p.appear(block)
            p.set_pose(block, tenths(pose[0]), tenths(pose[1]), tenths(pose[2]) if len(pose) > 2 else 0)
            if block < len(p.revealed):
                p.revealed[block] = 1


@enforces("MON-19.6")
def gate_blocked(p: MonmouthPosition, gate: int) -> bool:
    """Is an enemy within F/3 of the entry point?"""
    for enemy in PIECES_OF[1 - GATE_SIDE[gate]]:
        if p.here(enemy) and p.rect(enemy).distance_to_point(GATE_X[gate], GATE_Y[gate]) < FOOT_THIRD - SLACK:
            return True
    return False


@enforces("MON-19.6")
def way_round(p: MonmouthPosition, gate: int, width: float, depth: float) -> Rect | None:
    """Where one enters instead of a blocked gate: in line, at the nearest point of that edge clear of F/3."""
    inward = 1.0 if GATE_X[gate] < 1.0 else -1.0
    x = GATE_X[gate] + inward * depth / 2.0
    for step in range(200):
        for sign in (1.0, -1.0):
            y = GATE_Y[gate] + sign * step * 22.0
            rect = Rect(x, y, INWARD[gate], width, depth)
            if not FIELD.mostly_on_map(rect):
                continue
            near = any(
                p.here(e) and distance(rect, p.rect(e)) < FOOT_THIRD - SLACK for e in PIECES_OF[1 - GATE_SIDE[gate]]
            )
            if not near:
                return Rect(x, tenths(y) / 10.0, INWARD[gate], width, depth)
    return None


@enforces("MON-19.2", "MON-19.3", "MON-2.5")
def entry_objections(p: MonmouthPosition, option: MoveOption) -> list[Objection]:
    """Who enters is waiting, its turn has come, and the gate is its own side's."""
    piece, gate = option.subject, option.gate
    side = SIDE_OF[piece]
    clause = "MON-19.3" if side == BRITISH else "MON-19.2"
    if p.place[piece] != WAITING:
        return [forbid(clause, "not_waiting", unit=IDS[piece])]
    if p.turn < ENTRY_TURN[piece]:
        return [forbid(clause, "too_early", unit=IDS[piece], turn=str(ENTRY_TURN[piece]))]
    if (gate == EAST_EDGE and side != BRITISH) or (gate < EAST_EDGE and GATE_SIDE[gate] != side):
        return [forbid(clause, "wrong_gate", unit=IDS[piece])]
    if gate == EAST_EDGE and not LINE_EDGE_FROM <= option.gate_y / 10.0 <= LINE_EDGE_TO:
        return [forbid("MON-19.3", "beyond_edge", unit=IDS[piece])]
    return []


@enforces("MON-19.3", "MON-19.4", "MON-19.6")
def try_entry(p: MonmouthPosition, option: MoveOption, glance: bool, glanced: Trial | None) -> Trial:
    """Try an entry: in column with the head at the edge, in line on the east edge, or round a blocked gate."""
    piece, gate = option.subject, option.gate
    column: Column | None = None
    if gate == EAST_EDGE:
        start = Rect(LINE_EDGE_X - DEPTH / 2.0, option.gate_y / 10.0, 2700, LENGTH, DEPTH)
    elif gate_blocked(p, gate):
        round_it = way_round(p, gate, LENGTH, DEPTH)
        start = round_it if round_it is not None else Rect(GATE_X[gate], GATE_Y[gate], INWARD[gate], LENGTH, DEPTH)
    else:
        back = -COLUMN_ARC if GATE_UP[gate] else COLUMN_ARC
        column = Column(GATE_ROAD[gate], GATE_ARC[gate], GATE_ROAD[gate], GATE_ARC[gate] + back)
        start = column_rect(column)
    trial = Trial(p, piece, start, column, column is not None, glance)
    if column is not None:
        trial.deduction = p.entered[gate] * COLUMN_ARC / 2.0
    if gate == EAST_EDGE and any(
        p.here(e) and distance(start, p.rect(e)) < FOOT_THIRD - SLACK for e in PIECES_OF[1 - SIDE_OF[piece]]
    ):
        trial.forbid(forbid("MON-19.6", unit=IDS[piece]))
    trial.take(option.legs)
    trial.finish(target_of(p, option.target), glanced)
    return trial


def gates_of(side: int) -> list[int]:
    """The road gates of a side."""
    return [gate for gate in range(len(GATES)) if GATE_SIDE[gate] == side]
