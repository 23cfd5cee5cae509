"""Written orders (chapter 20, option): a command keeps to its place until an order that has arrived says otherwise."""

from __future__ import annotations

from math import ceil
from typing import Final

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.roads import total
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
    ROADS,
    SIDE_OF,
    SIDES,
    SLACK,
)
from senki.games.monmouth.options import ATTACK_ORDER, MARCH_ORDER, NO_ORDER, ORDER_KINDS, order
from senki.games.monmouth.position import NOBODY, MonmouthPosition, Order, tenths
from senki.games.monmouth.spotting import may_fight, sees_piece

RADIUS: Final[float] = MOUNTED / 2.0


@enforces("MON-20.2")
def take_location(p: MonmouthPosition, command: int, x: float, y: float) -> None:
    """A command's place: the circle of radius M/2 round a point."""
    p.location[3 * command] = tenths(x)
    p.location[3 * command + 1] = tenths(y)
    p.location[3 * command + 2] = 1


@enforces("MON-20.2")
def inside_location(p: MonmouthPosition, command: int, x: float, y: float) -> bool:
    """Does a point lie in the command's place? Without a place a command goes by its order, and without one is free."""
    if not p.location[3 * command + 2]:
        return order_in_force(p, command) is None
    dx, dy = x - p.location[3 * command] / 10.0, y - p.location[3 * command + 1] / 10.0
    return length(dx, dy) <= RADIUS + SLACK


def command_bound(p: MonmouthPosition, piece: int) -> int:
    """The chit whose orders bind a piece: its command's, for a detachment the active one's."""
    return COMMAND[piece] if COMMAND[piece] >= 0 else p.active


@enforces("MON-20.3", "MON-20.4")
def order_in_force(p: MonmouthPosition, command: int) -> Order | None:
    """The latest order that has reached a command."""
    found: Order | None = None
    for written in p.orders:
        if written.command == command and written.turn <= p.turn:
            found = written
    return found


@enforces("MON-20.2", "MON-20.3")
def order_objections(p: MonmouthPosition, piece: int, start: Rect, end: Rect, target: int) -> list[Objection]:
    """What the orders forbid: ending outside one's place unless ordered there, attacking outside it unless ordered.

    Without an order a piece that was driven out goes back, or falls back from the enemy.
    """
    command = command_bound(p, piece)
    if command == NOBODY:
        return []
    ordered = order_in_force(p, command)
    found: list[Objection] = []
    if not inside_location(p, command, end.x, end.y):
        out = not inside_location(p, command, start.x, start.y)
        if ordered is not None:
            found += off_the_way(piece, ordered, start, end)
        elif not out or not (goes_back(p, command, start, end) or falls_back(p, piece, start, end)):
            found.append(forbid("MON-20.2", unit=IDS[piece]))
    if target != NOBODY and not inside_location(p, command, p.x[target] / 10.0, p.y[target] / 10.0):
        allowed = False
        if ordered is not None and ordered.kind == ATTACK_ORDER:
            gx, gy = LANDMARK_X[ordered.landmark], LANDMARK_Y[ordered.landmark]
            allowed = length(p.x[target] / 10.0 - gx, p.y[target] / 10.0 - gy) <= RADIUS + SLACK
        if not allowed:
            found.append(forbid("MON-20.3", unit=IDS[piece], enemy=p.name(target)))
    return found


@enforces("MON-20.2")
def goes_back(p: MonmouthPosition, command: int, start: Rect, end: Rect) -> bool:
    """Does a piece outside its place end no farther from the middle of it?"""
    x, y = p.location[3 * command] / 10.0, p.location[3 * command + 1] / 10.0
    return length(end.x - x, end.y - y) <= length(start.x - x, start.y - y) + SLACK


@enforces("MON-20.2")
def falls_back(p: MonmouthPosition, piece: int, start: Rect, end: Rect) -> bool:
    """Has a piece enemies within F that may be combat pieces, and ends nearer to none of them?"""
    side = SIDE_OF[piece]
    pressed = False
    for enemy in PIECES_OF[1 - side]:
        if p.here(enemy) and distance(start, p.rect(enemy)) <= FOOT and may_fight(p, side, enemy):
            pressed = True
            if distance(end, p.rect(enemy)) < distance(start, p.rect(enemy)) - SLACK:
                return False
    return pressed


@enforces("MON-20.3")
def off_the_way(piece: int, ordered: Order, start: Rect, end: Rect) -> list[Objection]:
    """An ordered piece ends nearer to its goal or in the circle round it; via roads, nearer along them."""
    goal = ordered.landmark
    gx, gy = LANDMARK_X[goal], LANDMARK_Y[goal]
    if length(end.x - gx, end.y - gy) <= RADIUS + SLACK:
        return []
    if ordered.kind == MARCH_ORDER:
        return [] if keeps_to_roads(goal, start, end) else [_not_so("not_by_road", piece, goal)]
    nearer = length(end.x - gx, end.y - gy) <= length(start.x - gx, start.y - gy) + SLACK
    return [] if nearer else [_not_so("not_towards", piece, goal)]


def _not_so(key: str, piece: int, goal: int) -> Objection:
    return forbid("MON-20.3", key, unit=IDS[piece], to=LANDMARKS[goal])


@enforces("MON-20.3")
def keeps_to_roads(goal: int, start: Rect, end: Rect) -> bool:
    """Who is on a road ends on one, no farther from the goal along it; who is off the roads ends on one or nearer."""
    if ROADS.touched(end):
        return along_roads(end, goal) <= along_roads(start, goal) + SLACK
    return not ROADS.touched(start) and gap_to_road(end) < gap_to_road(start) - SLACK


def along_roads(rect: Rect, goal: int) -> float:
    """The way along the roads from the road point nearest to a piece to the one nearest to a landmark."""
    road = ROADS.nearest_road(rect.x, rect.y)
    to = ROADS.nearest_road(LANDMARK_X[goal], LANDMARK_Y[goal])
    arc = ROADS.nearest_arc(road, rect.x, rect.y)
    return total(ROADS.path(road, arc, to, ROADS.nearest_arc(to, LANDMARK_X[goal], LANDMARK_Y[goal])))


def gap_to_road(rect: Rect) -> float:
    """How far the middle of a piece is from the nearest road."""
    return ROADS.lines[ROADS.nearest_road(rect.x, rect.y)].distance(rect.x, rect.y)


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
        if not any(written.command == command and written.turn > p.turn for written in p.orders):
            commands.append(command)
    return commands


def order_options(p: MonmouthPosition, side: int) -> list[Option]:
    """No order, or an order to move, to attack or to move via roads to any landmark for a command."""
    found: list[Option] = [NO_ORDER]
    for command in may_write(p, side):
        for landmark in range(len(LANDMARKS)):
            for kind in range(len(ORDER_KINDS)):
                found.append(order(command, kind, landmark))
    return found


@enforces("MON-20.3", "MON-20.6")
def write_order(p: MonmouthPosition, option: Option) -> None:
    """Keep an order with the turn in which it binds; one that binds already holds until then."""
    command = option.subject
    arrives = p.turn + delay(p, command)
    p.orders.append(Order(command, option.extra, option.target, arrives))
    drop_replaced(p, command)
    if p.events is not None:
        p.tell("ordered", "MON-20.3", {"side": SIDES[SIDE_OF[command]], "turn": arrives})


@enforces("MON-20.4")
def drop_replaced(p: MonmouthPosition, command: int) -> None:
    """The latest order that has arrived ends those before it; orders on their way stay on it."""
    latest = order_in_force(p, command)
    p.orders = [o for o in p.orders if o.command != command or o is latest or o.turn > p.turn]


@enforces("MON-20.3")
def end_orders(p: MonmouthPosition) -> None:
    """An order is done when the HQ has reached its place; a move order also stops when the command meets the enemy."""
    for command in CHITS:
        drop_replaced(p, command)
        ordered = order_in_force(p, command)
        hq = p.chit_hq(command)
        if ordered is None or not p.here(hq):
            continue
        side = SIDE_OF[command]
        gx, gy = LANDMARK_X[ordered.landmark], LANDMARK_Y[ordered.landmark]
        x, y = p.x[hq] / 10.0, p.y[hq] / 10.0
        if length(x - gx, y - gy) <= RADIUS:
            take_location(p, command, gx, gy)
            p.tell("order_done", "MON-20.3", {"unit": IDS[hq], "to": LANDMARKS[ordered.landmark]}, [side])
        elif ordered.kind != ATTACK_ORDER and meets_enemy(p, command):
            take_location(p, command, x, y)
            p.tell("order_stopped", "MON-20.3", {"unit": IDS[hq], "to": LANDMARKS[ordered.landmark]}, [side])
        else:
            continue
        p.orders = [written for written in p.orders if written is not ordered]


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
        if not p.location[3 * command + 2] and p.here(hq) and order_in_force(p, command) is None:
            take_location(p, command, p.x[hq] / 10.0, p.y[hq] / 10.0)
