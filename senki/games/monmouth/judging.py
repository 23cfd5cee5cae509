"""Free poses: how a piece would get to a pose it is dragged to, and what a client needs to help with it."""

from __future__ import annotations

from math import isfinite

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import COS, FULL, SIN, bearing
from senki.engine.clauses import enforces
from senki.engine.errors import Malformed
from senki.engine.forms import Free, FreePiece, Judgement, OddsLine, Reason, Snap, Zone
from senki.engine.position import DECISION
from senki.games.monmouth.acts import may_act, pieces_to_act, try_act
from senki.games.monmouth.board import (
    DEPTH,
    FOOT_THIRD,
    HQ,
    HQS_OF,
    IDS,
    LENGTH,
    MOUNTED_THIRD,
    NUMBER,
    PIECE_COUNT,
    RATE,
    ROADS,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.columns import column_of, column_rect, form_column
from senki.games.monmouth.contact import attack_contact, attacks, conformed, flush, touching
from senki.games.monmouth.foe import feared, has_foe
from senki.games.monmouth.hiding import as_seen
from senki.games.monmouth.movement import Trial
from senki.games.monmouth.options import (
    BY_ROAD,
    COLUMN_OFF,
    COLUMN_ON,
    FARTHEST,
    MARCH,
    TO,
    MoveOption,
    move,
    ride,
)
from senki.games.monmouth.position import NOBODY, ON_MAP, MonmouthPosition, tenths
from senki.games.monmouth.probe import legs_to
from senki.games.monmouth.riding import Ride, riding_rate, start_of_ride, try_ride
from senki.games.monmouth.samples import nearest_enemy
from senki.games.monmouth.spotting import blocks_shown


def free_blocks(p: MonmouthPosition, side: int) -> list[int]:
    """The blocks a side may place freely now."""
    if p.waits_for != DECISION or p.side_to_act != side:
        return []
    name = p.step.name
    if name == "ride":
        return [p.selected]
    if name == "piece":
        return [p.selected] if p.place[p.selected] == ON_MAP else []
    return [piece for piece in pieces_to_act(p) if p.place[piece] == ON_MAP] if name == "act" else []


def read_pose(pose: list[float]) -> list[int]:
    """A wished pose in tenths; raises Malformed for anything that is none."""
    if len(pose) not in (2, 3) or not all(isfinite(value) and abs(value) <= FARTHEST for value in pose):
        raise Malformed("a pose is x, y and a facing, three finite numbers on or near the map")
    facing = tenths(pose[2]) % FULL if len(pose) == 3 else 0
    return [tenths(pose[0]), tenths(pose[1]), facing]


@enforces("MON-3.2", "MON-3.3")
def ways(p: MonmouthPosition, piece: int, x: float, y: float, facing: int) -> list[list[int]]:
    """The legs that may lead to a pose: rotate, advance, rotate; out of the column first; or along the road."""
    rect = p.rect(piece)
    found: list[list[int]] = []
    if p.column[piece]:
        way = bearing(x - rect.x, y - rect.y)
        legs = legs_to(rect.x, rect.y, facing, x, y, facing)
        found.append([COLUMN_OFF, facing, *legs])
        found.append([COLUMN_OFF, way, *legs_to(rect.x, rect.y, way, x, y, facing)])
        return found + road_ways(p, piece, x, y, facing, [])
    direct = legs_to(rect.x, rect.y, rect.turn, x, y, facing)
    if direct:
        found.append(direct)
    if ROADS.touched(rect):
        road = ROADS.nearest_road(rect.x, rect.y)
        for up in (1, 0):
            found += road_ways(p, piece, x, y, facing, [COLUMN_ON, 2 * road + up])
    return found


def road_ways(p: MonmouthPosition, piece: int, x: float, y: float, facing: int, first: list[int]) -> list[list[int]]:
    """March along the road until the column's middle is nearest to the wished point; there stay or deploy."""
    rect = p.rect(piece)
    column = column_of(p, piece)
    if first:
        column = form_column(first[1] // 2, first[1] % 2 == 1, rect.x, rect.y)
    if column is None:
        return []
    road = ROADS.nearest_road(x, y)
    goal = ROADS.path(column.tail_road, column.tail_arc, road, ROADS.nearest_arc(road, x, y))
    far = sum(leg.length for leg in goal) - LENGTH / 2.0
    if far <= 1.0:
        return []
    turns = [2 * leg.road + int(leg.end >= leg.start) for leg in goal[1:]]
    legs = [*first, MARCH, tenths(far), len(turns), *turns]
    return [legs, [*legs, COLUMN_OFF, facing]]


@enforces("MON-3.2", "MON-8.3")
def judge_pose(p: MonmouthPosition, side: int, name: str, pose: list[float]) -> Judgement | None:
    """The first way to the pose that is legal, else the first there is with what speaks against it."""
    wished = read_pose(pose)
    block = NUMBER.get(name, NOBODY)
    if block == NOBODY or SIDE_OF[block] != side or block not in free_blocks(p, side):
        return None
    p = as_seen(p, side)
    if TYPE[block] == HQ:
        return judge_ride(p, block, wished)
    x, y, facing = wished[0] / 10.0, wished[1] / 10.0, wished[2]
    goal = Rect(x, y, facing, LENGTH, DEPTH)
    target = wished_target(p, block, goal)
    best: Judgement | None = None
    for legs in ways(p, block, x, y, facing):
        code = 100 * SIDE_OF[target] + p.number[target] if target != NOBODY else -1
        option = move(block, legs, code)
        found = judge_move(p, option)
        if best is None or (found.legal and not best.legal):
            best = found
        if best.legal:
            break
    return best


def wished_target(p: MonmouthPosition, piece: int, goal: Rect) -> int:
    """The enemy that a pose would attack once it conforms, or nobody."""
    if not attacks(piece):
        return NOBODY
    for enemy in blocks_shown(p, SIDE_OF[piece]):
        rect = p.rect(enemy)
        near = abs(rect.x - goal.x) < LENGTH + DEPTH and abs(rect.y - goal.y) < LENGTH + DEPTH
        if near and attack_contact(conformed(p, piece, goal, rect), rect):
            return enemy
    return NOBODY


def judge_move(p: MonmouthPosition, option: MoveOption) -> Judgement:
    """A move with its price, what it touches and what speaks against it."""
    barred = may_act(p, option.subject)
    trial = try_act(p, option)
    rect = trial.rect
    enemies = blocks_shown(p, trial.side)
    entered = trial.foes_entered
    return Judgement(
        legal=not barred and not trial.objections,
        option=option.text,
        pose=[rect.x, rect.y, rect.turn / 10],
        cost=round(trial.cost, 1),
        rate=trial.rate,
        lines=move_ledger(trial),
        path=[[pose.x, pose.y, pose.turn / 10] for pose in trial.path],
        column=trial.in_column,
        target=p.name(trial.target) if trial.target != NOBODY else None,
        touches=[p.name(enemy) for enemy in enemies if touching(rect, p.rect(enemy))],
        enters=[p.name(enemy) for enemy in enemies if entered >> enemy & 1],
        objections=[Reason(o.clause, o.key, o.facts) for o in barred + trial.objections],
    )


def move_ledger(trial: Trial) -> list[OddsLine]:
    """What makes up the price of a move, each with its clause; the first turn is named though it is free."""
    third, more = trial.rate / 3.0, trial.rotations - 1
    slowed = trial.cost > trial.price(False)
    found: list[OddsLine] = []
    if trial.advanced > 0.0:
        found.append(line("advanced", trial.advanced, "MON-3.2", {"yards": round(trial.advanced)}))
    if trial.marched > 0.0:
        found.append(line("marched", trial.marched / 2.0, "MON-5.2", {"yards": round(trial.marched)}))
    if more >= 0:
        found.append(line("first_turn", 0.0, "MON-3.3", {}))
    if more > 0:
        found.append(line("turns", more * third, "MON-3.3", {"n": more}))
    if trial.changes:
        found.append(line("changes", trial.changes * third, "MON-5.1", {"n": trial.changes}))
    if slowed:
        found.append(line("slowed", third, "MON-4.2", {}))
    return found


def ride_ledger(trial: Ride) -> list[OddsLine]:
    """What makes up the price of a ride, each with its clause."""
    found: list[OddsLine] = []
    if trial.ridden > 0.0:
        found.append(line("ridden", trial.ridden, "MON-3.9", {"yards": round(trial.ridden)}))
    if trial.road > 0.0:
        found.append(line("by_road", trial.road / 2.0, "MON-3.9", {"yards": round(trial.road)}))
    if trial.cost > trial.price(False):
        found.append(line("slowed", trial.rate / 3.0, "MON-4.2", {}))
    if trial.deduction > 0.0:
        found.append(line("held_up", trial.deduction, "MON-20.1", {}))
    return found


def line(key: str, amount: float, clause: str, facts: dict[str, str | int]) -> OddsLine:
    """A line of the ledger, its amount in whole yards."""
    return OddsLine(key, str(round(amount)), clause, None, facts)


@enforces("MON-3.9")
def judge_ride(p: MonmouthPosition, hq: int, wished: list[int]) -> Judgement:
    """Straight, or by the roads where that is cheaper."""
    x, y = wished[0], wished[1]
    road = ROADS.nearest_road(x / 10.0, y / 10.0)
    by_road = [BY_ROAD, road, tenths(ROADS.nearest_arc(road, x / 10.0, y / 10.0)), TO, x, y]
    options = [ride(hq, [TO, x, y]), ride(hq, by_road)]
    trials = [try_ride(p, option) for option in options]
    pick = 0
    if trials[1].objections == [] and (trials[0].objections or trials[1].cost < trials[0].cost):
        pick = 1
    trial = trials[pick]
    start = start_of_ride(p, hq)
    return Judgement(
        legal=not trial.objections,
        option=options[pick].text,
        pose=[trial.rect.x, trial.rect.y, 0.0],
        cost=round(trial.cost, 1),
        rate=trial.rate,
        lines=ride_ledger(trial),
        path=[[start.x, start.y, 0.0], [trial.rect.x, trial.rect.y, 0.0]],
        objections=[Reason(o.clause, o.key, o.facts) for o in trial.objections],
    )


def free_form(p: MonmouthPosition, side: int) -> Free | None:
    """Which blocks may be placed freely, how far they go, poses that help, command ranges and enemy FoEs."""
    blocks = free_blocks(p, side)
    if not blocks:
        return None
    pieces = [
        FreePiece(
            IDS[block],
            riding_rate(p, block) if TYPE[block] == HQ else RATE[block],
            snaps(p, block) if block < PIECE_COUNT else [],
        )
        for block in blocks
    ]
    zones = [
        Zone("command", IDS[hq], [[p.x[hq] / 10, p.y[hq] / 10]], MOUNTED_THIRD) for hq in HQS_OF[side] if p.here(hq)
    ]
    zones += [Zone("foe", IDS[own], foe_outline(p.rect(own))) for own in blocks if TYPE[own] != HQ and has_foe(p, own)]
    for enemy in blocks_shown(p, side):
        if feared(p, side, enemy):
            zones.append(Zone("foe", p.name(enemy), foe_outline(p.rect(enemy))))
    return Free(pieces, zones)


def snaps(p: MonmouthPosition, piece: int) -> list[Snap]:
    """Square to each side of the enemies in reach, along the road beneath, facing the nearest enemy."""
    rect = p.rect(piece)
    found: list[Snap] = []
    if attacks(piece):
        for enemy in blocks_shown(p, SIDE_OF[piece]):
            if distance(rect, p.rect(enemy)) <= RATE[piece]:
                for side in range(4):
                    goal = flush(LENGTH, DEPTH, p.rect(enemy), side, 0.0)
                    found.append(Snap("contact", [goal.x, goal.y, goal.turn / 10], p.name(enemy)))
    if not p.column[piece] and ROADS.touched(rect):
        road = ROADS.nearest_road(rect.x, rect.y)
        for up in (True, False):
            on_road = column_rect(form_column(road, up, rect.x, rect.y))
            found.append(Snap("road", [on_road.x, on_road.y, on_road.turn / 10]))
    near = nearest_enemy(p, piece)
    if near != NOBODY:
        facing = bearing(float(p.x[near] - p.x[piece]), float(p.y[near] - p.y[piece]))
        found.append(Snap("face", [rect.x, rect.y, facing / 10], p.name(near)))
    return found


@enforces("MON-7.2")
def foe_outline(rect: Rect) -> list[list[float]]:
    """The outline of a FoE, woods and crests left out: front edge, then a quarter arc round each front corner."""
    w, d = rect.half_width, rect.half_depth
    points = [[rect.point_x(-w, d), rect.point_y(-w, d)]]
    for step in range(-3, 1):
        turn = (rect.turn + 150 * step) % FULL
        points.append(_off(rect, -w, d, turn))
    for step in range(4):
        turn = (rect.turn + 150 * step) % FULL
        points.append(_off(rect, w, d, turn))
    points.append([rect.point_x(w, d), rect.point_y(w, d)])
    return [[round(x, 1), round(y, 1)] for x, y in points]


def _off(rect: Rect, u: float, v: float, turn: int) -> list[float]:
    return [rect.point_x(u, v) + SIN[turn] * FOOT_THIRD, rect.point_y(u, v) + COS[turn] * FOOT_THIRD]
