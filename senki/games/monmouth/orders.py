"""Written orders (chapter 20, option): a command keeps to its place until an order that has arrived says otherwise."""

from __future__ import annotations

from math import ceil
from typing import Final

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import length
from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.monmouth.board import (
    ARMY,
    CHITS,
    COLONIAL,
    COMMAND,
    FIGHTERS_OF,
    FOOT,
    HQS_OF,
    IDS,
    LANDMARK_X,
    LANDMARK_Y,
    LANDMARKS,
    MOUNTED,
    MOUNTED_THIRD,
    PIECES_OF,
    SIDE_OF,
    SIDES,
    SLACK,
)
from senki.games.monmouth.options import NO_ORDER, order
from senki.games.monmouth.position import NOBODY, MonmouthPosition, tenths
from senki.games.monmouth.spotting import sees_piece

RADIUS: Final[float] = MOUNTED / 2.0
MOVE_ORDER: Final = 0
ATTACK_ORDER: Final = 1


@enforces("MON-20.2")
def take_location(p: MonmouthPosition, command: int, x: float, y: float) -> None:
    """A command's place: the circle of radius M/2 round a point."""
    p.location[3 * command] = tenths(x)
    p.location[3 * command + 1] = tenths(y)
    p.location[3 * command + 2] = 1


@enforces("MON-20.2")
def inside_location(p: MonmouthPosition, command: int, x: float, y: float) -> bool:
    """Does a point lie in the command's place? A command without a place is not yet bound."""
    if not p.location[3 * command + 2]:
        return True
    dx, dy = x - p.location[3 * command] / 10.0, y - p.location[3 * command + 1] / 10.0
    return length(dx, dy) <= RADIUS + SLACK


def command_bound(p: MonmouthPosition, piece: int) -> int:
    """The chit whose orders bind a piece: its command's, for a detachment the active one's."""
    return COMMAND[piece] if COMMAND[piece] >= 0 else p.active


@enforces("MON-20.3", "MON-20.4")
def order_in_force(p: MonmouthPosition, command: int) -> int:
    """The place in `orders` of the latest order that has reached a command, or -1."""
    found = -1
    for i in range(0, len(p.orders), 4):
        if p.orders[i] == command and p.orders[i + 3] <= p.turn:
            found = i
    return found


@enforces("MON-20.2", "MON-20.3")
def order_objections(p: MonmouthPosition, piece: int, start: Rect, end: Rect, target: int) -> list[Objection]:
    """What the orders forbid: ending outside one's place unless ordered there, attacking outside it unless ordered."""
    command = command_bound(p, piece)
    if command == NOBODY:
        return []
    at = order_in_force(p, command)
    found: list[Objection] = []
    if not inside_location(p, command, end.x, end.y):
        goes_back = not inside_location(p, command, start.x, start.y)
        if at < 0 and not goes_back:
            found.append(forbid("MON-20.2", unit=IDS[piece]))
        elif at >= 0:
            gx, gy = LANDMARK_X[p.orders[at + 2]], LANDMARK_Y[p.orders[at + 2]]
            nearer = length(end.x - gx, end.y - gy) <= length(start.x - gx, start.y - gy) + SLACK
            if not nearer and length(end.x - gx, end.y - gy) > RADIUS:
                found.append(forbid("MON-20.3", "not_towards", unit=IDS[piece], to=LANDMARKS[p.orders[at + 2]]))
    if target != NOBODY and not inside_location(p, command, p.x[target] / 10.0, p.y[target] / 10.0):
        allowed = False
        if at >= 0 and p.orders[at + 1] == ATTACK_ORDER:
            gx, gy = LANDMARK_X[p.orders[at + 2]], LANDMARK_Y[p.orders[at + 2]]
            allowed = length(p.x[target] / 10.0 - gx, p.y[target] / 10.0 - gy) <= RADIUS + SLACK
        if not allowed:
            found.append(forbid("MON-20.3", unit=IDS[piece], enemy=p.name(target)))
    return found


@enforces("MON-20.5")
def writer(p: MonmouthPosition, side: int) -> int:
    """Who writes for a side: the army commander on the map; nobody where each HQ orders itself."""
    for hq in HQS_OF[side]:
        if ARMY[hq] and p.here(hq):
            return hq
    return NOBODY


@enforces("MON-20.4", "MON-20.5")
def delay(p: MonmouthPosition, command: int) -> int:
    """Turns until an order arrives: distance from the writer over M, rounded up; none within M/3 or for oneself."""
    hq = p.chit_hq(command)
    by = writer(p, SIDE_OF[command])
    if by in (NOBODY, hq) or not p.here(hq):
        return 0
    far = distance(p.rect(by), p.rect(hq))
    return 0 if far <= MOUNTED_THIRD + SLACK else ceil(far / MOUNTED)


@enforces("MON-20.4")
def may_write(p: MonmouthPosition, side: int) -> list[int]:
    """The commands a side may write for now, one order each; before turn 1 only the Colonials, who attack."""
    if p.turn == 1 and side != COLONIAL:
        return []
    commands: list[int] = []
    for command in CHITS:
        if SIDE_OF[command] != side:
            continue
        written = False
        for i in range(0, len(p.orders), 4):
            if p.orders[i] == command and p.orders[i + 3] > p.turn:
                written = True
        if not written:
            commands.append(command)
    return commands


def order_options(p: MonmouthPosition, side: int) -> list[Option]:
    """No order, or a move or attack order to any landmark for a command."""
    found: list[Option] = [NO_ORDER]
    for command in may_write(p, side):
        for landmark in range(len(LANDMARKS)):
            found.append(order(command, False, landmark))
            found.append(order(command, True, landmark))
    return found


@enforces("MON-20.3", "MON-20.6")
def write_order(p: MonmouthPosition, option: Option) -> None:
    """Keep an order with the turn in which it binds; it replaces one that already binds."""
    command = option.subject
    arrives = p.turn + delay(p, command)
    kept: list[int] = []
    for i in range(0, len(p.orders), 4):
        if p.orders[i] != command:
            kept += p.orders[i : i + 4]
    p.orders = [*kept, command, option.extra, option.target, arrives]
    if p.events is not None:
        p.tell("ordered", "MON-20.3", {"side": SIDES[SIDE_OF[command]], "turn": arrives})


@enforces("MON-20.3")
def end_orders(p: MonmouthPosition) -> None:
    """An order is done when the HQ has reached its place; a move order also stops when the command meets the enemy."""
    for command in CHITS:
        at = order_in_force(p, command)
        hq = p.chit_hq(command)
        if at < 0 or not p.here(hq):
            continue
        gx, gy = LANDMARK_X[p.orders[at + 2]], LANDMARK_Y[p.orders[at + 2]]
        x, y = p.x[hq] / 10.0, p.y[hq] / 10.0
        if length(x - gx, y - gy) <= RADIUS:
            take_location(p, command, gx, gy)
        elif p.orders[at + 1] == MOVE_ORDER and meets_enemy(p, command):
            take_location(p, command, x, y)
        else:
            continue
        del p.orders[at : at + 4]


@enforces("MON-20.3")
def meets_enemy(p: MonmouthPosition, command: int) -> bool:
    """Has a piece of the command an enemy combat piece in sight within F?"""
    side = SIDE_OF[command]
    for piece in PIECES_OF[side]:
        if COMMAND[piece] != command or not p.here(piece):
            continue
        for enemy in FIGHTERS_OF[1 - side]:
            if p.here(enemy) and distance(p.rect(piece), p.rect(enemy)) <= FOOT and sees_piece(p, piece, enemy):
                return True
    return False


@enforces("MON-20.2")
def settle_down(p: MonmouthPosition) -> None:
    """A command that has no place yet keeps to the circle round its HQ once that is on the map."""
    for command in CHITS:
        hq = p.chit_hq(command)
        if not p.location[3 * command + 2] and p.here(hq) and order_in_force(p, command) < 0:
            take_location(p, command, p.x[hq] / 10.0, p.y[hq] / 10.0)
