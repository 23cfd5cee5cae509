"""A finite, well-chosen sample of what a piece or an HQ may do, for machine players and the terminal."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.rects import Rect, distance
from senki.boards.plane.trig import COS, FULL, HALF, SIN, bearing, difference, length
from senki.engine.data import read_toml, rows
from senki.engine.option import Option
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    BRITISH,
    COLUMN_ARC,
    DEPTH,
    FIELD,
    FIGHTERS_OF,
    FOOT_THIRD,
    GAP,
    HQS_OF,
    LENGTH,
    LINE_EDGE_X,
    OBJECTIVE_X,
    OBJECTIVE_Y,
    PIECES_OF,
    RATE,
    ROADS,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.bombardment import bombardments
from senki.games.monmouth.columns import column_of, heading
from senki.games.monmouth.contact import contacts, engaged_with, flush, may_attack, nearest
from senki.games.monmouth.entry import gates_of
from senki.games.monmouth.foe import in_breach
from senki.games.monmouth.options import (
    ADVANCE,
    BY_ROAD,
    COLUMN_OFF,
    COLUMN_ON,
    EAST_EDGE,
    FACE,
    MARCH,
    SIT,
    STAND,
    TO,
    enter,
    face_enemy,
    move,
    rally,
    ride,
    turn_to,
)
from senki.games.monmouth.position import NOBODY, ON_MAP, RESERVE, RESERVES, WAITING, MonmouthPosition, tenths
from senki.games.monmouth.probe import attack_on_side, legs_to, way_out
from senki.games.monmouth.reserves import beside, exposed
from senki.games.monmouth.riding import start_of_ride
from senki.games.monmouth.spotting import blocks_shown, type_told

GOOD_GROUND: Final[list[list[int]]] = [
    [int(str(value)) for value in row["pose"]]  # type: ignore[attr-defined]
    for row in rows(read_toml("senki.games.monmouth", "advice.toml"), "ground")
]
"""x, y and a facing to the east of ground worth holding."""
MOST_ATTACKS: Final = 12
MOST_SAMPLES: Final = 40


def nearest_enemy(p: MonmouthPosition, piece: int) -> int:
    """The enemy block nearest to a piece that is not known to be a train, or nobody."""
    shown = blocks_shown(p, SIDE_OF[piece])
    found, best = nearest(p, piece, [enemy for enemy in shown if TYPE[enemy] != BAGGAGE], False)
    # Trains last: whether one is known to be one is dear to find out, and few are nearest.
    for train in [enemy for enemy in shown if TYPE[enemy] == BAGGAGE]:
        far = nearest(p, piece, [train], False)[1]
        if far < best and not type_told(p, SIDE_OF[piece], train):
            found, best = train, far
    return found


def candidates(p: MonmouthPosition, piece: int) -> list[Option]:
    """Everything worth judging for a piece; the legal ones among it are its options."""
    found: list[Option] = [SIT[piece]]
    if p.place[piece] == WAITING:
        return found + entries_to_hide(p, piece) + entries(p, piece)
    if p.spent[piece]:
        found.append(rally(piece))
    if p.place[piece] == RESERVE:
        return found + attacks_from_reserve(p, piece) + from_reserve(p, piece)
    found += moves_to_hide(p, piece)
    found += bombardments(p, piece)
    touched = contacts(p, piece)
    if touched:
        found.append(turn_to(piece, p.facing[piece]))
        for enemy in touched:
            found.append(face_enemy(piece, SIDE_OF[enemy], p.number[enemy]))
    if TYPE[piece] == BAGGAGE and not p.packed[piece]:
        return found
    if p.column[piece]:
        found += column_moves(p, piece)
    else:
        found += attacks(p, piece)
        found += supports(p, piece)
        found += plain_moves(p, piece)
        if in_breach(p, piece):
            way = way_out(p, piece)
            if way is not None:
                found.append(way)
    return distinct(found)


def distinct(options: list[Option]) -> list[Option]:
    """Each notation once, so many at most."""
    seen: set[str] = set()
    found: list[Option] = []
    for option in options:
        if option.text not in seen:
            seen.add(option.text)
            found.append(option)
    return found


def attacks(p: MonmouthPosition, piece: int) -> list[Option]:
    """Attacks on every enemy side in reach, square on its middle, the nearest enemies first; trains too."""
    if not may_attack(p, piece):
        return []
    rect = p.rect(piece)
    found: list[Option] = []
    for enemy in blocks_shown(p, SIDE_OF[piece]):
        if distance(rect, p.rect(enemy)) > RATE[piece]:
            continue
        for side in range(4):
            option = attack_on_side(p, piece, enemy, side)
            if option is not None:
                found.append(option)
        for shift in (-420.0, 420.0):
            goal = flush(LENGTH, DEPTH, p.rect(enemy), 0, shift)
            legs = legs_to(rect.x, rect.y, rect.turn, goal.x, goal.y, goal.turn)
            if legs:
                found.append(move(piece, legs, 100 * SIDE_OF[enemy] + p.number[enemy]))
    return found[: 2 * MOST_ATTACKS]


def supports(p: MonmouthPosition, piece: int) -> list[Option]:
    """Behind each engaged friend that is in reach, and behind each elite or front neighbour near the enemy."""
    if not may_attack(p, piece):
        return []
    rect = p.rect(piece)
    found: list[Option] = []
    for friend in FIGHTERS_OF[SIDE_OF[piece]]:
        if friend == piece or not p.here(friend) or p.column[friend] or not engaged_with(p, friend):
            continue
        front = p.rect(friend)
        if distance(rect, front) > RATE[piece]:
            continue
        x, y = front.point_x(0.0, -DEPTH), front.point_y(0.0, -DEPTH)
        legs = legs_to(rect.x, rect.y, rect.turn, tenths(x) / 10.0, tenths(y) / 10.0, front.turn)
        if legs:
            found.append(move(piece, legs))
    return found


def plain_moves(p: MonmouthPosition, piece: int) -> list[Option]:
    """Towards and away from the enemy, aside, to good ground, onto the road."""
    rate = RATE[piece]
    rect = p.rect(piece)
    enemy = nearest_enemy(p, piece)
    towards = bearing(float(p.x[enemy] - p.x[piece]), float(p.y[enemy] - p.y[piece])) if enemy != NOBODY else rect.turn
    found: list[Option] = []
    for off in (0, 450, FULL - 450):
        way = (towards + off) % FULL
        for far in (rate / 3.0, rate * 2.0 / 3.0, rate):
            found.append(move(piece, [FACE, towards, ADVANCE, way, tenths(far)]))
    for off in (900, 1350, HALF, HALF + 450, 2700):
        way = (towards + off) % FULL
        for far in (rate / 3.0, rate * 2.0 / 3.0):
            found.append(move(piece, [FACE, way, ADVANCE, way, tenths(far), FACE, towards]))
    way = (towards + HALF) % FULL
    found.append(move(piece, [FACE, way, ADVANCE, way, tenths(rate * 2.0 / 3.0)]))
    if difference(towards, rect.turn) > 50:
        found.append(move(piece, [FACE, towards]))
    found += to_ground(p, piece)
    found += onto_road(p, piece, towards)
    return found


def to_ground(p: MonmouthPosition, piece: int) -> list[Option]:
    """To the strongpoints in reach, facing outward, and to the farms."""
    rect = p.rect(piece)
    rate = RATE[piece]
    found: list[Option] = []
    for spot in GOOD_GROUND:
        x, y = float(spot[0]), float(spot[1])
        facing = 10 * spot[2] if SIDE_OF[piece] != BRITISH else (10 * spot[2] + HALF) % FULL
        if 60.0 < length(x - rect.x, y - rect.y) <= rate:
            legs = legs_to(rect.x, rect.y, rect.turn, x, y, facing)
            if legs:
                found.append(move(piece, legs))
    for n in range(len(OBJECTIVE_X)):
        if 150.0 < length(OBJECTIVE_X[n] - rect.x, OBJECTIVE_Y[n] - rect.y) <= rate:
            way = bearing(OBJECTIVE_X[n] - rect.x, OBJECTIVE_Y[n] - rect.y)
            far = length(OBJECTIVE_X[n] - rect.x, OBJECTIVE_Y[n] - rect.y)
            found.append(move(piece, [FACE, way, ADVANCE, way, tenths(far)]))
    return found


def onto_road(p: MonmouthPosition, piece: int, towards: int) -> list[Option]:
    """Into column on the road beneath and along it, either way, if the road leads somewhere worth it."""
    rect = p.rect(piece)
    if not ROADS.touched(rect):
        return []
    road = ROADS.nearest_road(rect.x, rect.y)
    rate = RATE[piece]
    found: list[Option] = []
    for up in (1, 0):
        most = rate * 2.0 * 2.0 / 3.0
        found.append(move(piece, [COLUMN_ON, 2 * road + up, MARCH, tenths(most - 1.0), 0]))
        found.append(
            move(piece, [COLUMN_ON, 2 * road + up, MARCH, tenths(rate * 2.0 / 3.0 - 1.0), 0, COLUMN_OFF, towards])
        )
    return found


def forks_ahead(p: MonmouthPosition, piece: int, far: float) -> list[int]:
    """The roads a column could turn into within a distance: 2·road + 1 upwards, 2·road downwards."""
    column = column_of(p, piece)
    if column is None:
        return []
    found: list[int] = []
    up = heading(column)
    for joint in ROADS.joints[column.head_road]:
        ahead = joint.here - column.head_arc if up else column.head_arc - joint.here
        if 1.0 < ahead < far:
            if joint.there < ROADS.end(joint.road) - 1.0:
                found.append(2 * joint.road + 1)
            if joint.there > 1.0:
                found.append(2 * joint.road)
    return found


def column_moves(p: MonmouthPosition, piece: int) -> list[Option]:
    """March on, turn off at forks, deploy at once or after a march."""
    rate = RATE[piece]
    enemy = nearest_enemy(p, piece)
    towards = p.facing[piece]
    if enemy != NOBODY:
        towards = bearing(float(p.x[enemy] - p.x[piece]), float(p.y[enemy] - p.y[piece]))
    found: list[Option] = []
    for facing in (towards, p.facing[piece]):
        found.append(move(piece, [COLUMN_OFF, facing]))
        found.append(move(piece, [COLUMN_OFF, facing, ADVANCE, facing, tenths(rate / 3.0)]))
        found.append(move(piece, [COLUMN_OFF, facing, ADVANCE, facing, tenths(rate * 2.0 / 3.0 - 1.0)]))
        for way in ((facing + 450) % FULL, (facing - 450) % FULL):
            found.append(move(piece, [COLUMN_OFF, facing, ADVANCE, way, tenths(rate / 3.0)]))
    turns = [[], *[[turn] for turn in forks_ahead(p, piece, rate * 2.0)]]
    for turn in turns:
        for far in (rate * 2.0, rate * 4.0 / 3.0, rate * 2.0 / 3.0, rate / 3.0):
            found.append(move(piece, [MARCH, tenths(far), len(turn), *turn]))
        for far in (rate * 4.0 / 3.0, rate * 2.0 / 3.0):
            found.append(move(piece, [MARCH, tenths(far), len(turn), *turn, COLUMN_OFF, towards]))
    return found


def entries(p: MonmouthPosition, piece: int) -> list[Option]:
    """By each gate of the side as far as the road allows, half of that, and deployed; in line on the east edge."""
    rate = RATE[piece]
    found: list[Option] = []
    for gate in gates_of(SIDE_OF[piece]):
        most = rate * 2.0 - p.entered[gate] * COLUMN_ARC
        for far in (most, most * 0.75, most / 2.0, 600.0, 460.0):
            if far <= most and far > 440.0:
                found.append(enter(piece, gate, 0, [MARCH, tenths(far), 0]))
        deployed = most - rate * 2.0 / 3.0
        if deployed > 600.0:
            facing = 900 if SIDE_OF[piece] != BRITISH else 2700
            found.append(enter(piece, gate, 0, [MARCH, tenths(deployed), 0, COLUMN_OFF, facing]))
        found.append(enter(piece, gate, 0, []))
    if SIDE_OF[piece] == BRITISH:
        for y in (7400, 11500, 16000, 20000):
            for far in (0.0, rate / 3.0, rate * 2.0 / 3.0, rate):
                legs = [ADVANCE, 2700, tenths(far)] if far else []
                found.append(enter(piece, EAST_EDGE, y, legs))
    return distinct(found)


def hiding_places(p: MonmouthPosition, piece: int) -> list[int]:
    """The HQs a piece may hide with."""
    if not p.on(RESERVES) or TYPE[piece] == BAGGAGE:
        return []
    return [hq for hq in HQS_OF[SIDE_OF[piece]] if p.here(hq) and not exposed(p, hq)]


def short_of(hq: Rect, x: float, y: float, way: int) -> float:
    """How far a front goes along a bearing, from its centre here, until it stands against an HQ straight ahead."""
    return length(hq.x - x, hq.y - y) - (DEPTH + GAP) / 2.0 - hq.half_width * (abs(SIN[way]) + abs(COS[way]))


def moves_to_hide(p: MonmouthPosition, piece: int) -> list[Option]:
    """Straight to each HQ in reach, and into its reserve."""
    rect = p.rect(piece)
    found: list[Option] = []
    for hq in hiding_places(p, piece):
        cube = p.rect(hq)
        way = bearing(cube.x - rect.x, cube.y - rect.y)
        far = short_of(cube, rect.x, rect.y, way)
        legs = [COLUMN_OFF if p.column[piece] else FACE, way]
        if far > 0.0:
            legs += [ADVANCE, way, tenths(far)]
        if far <= RATE[piece]:
            found.append(move(piece, legs, reserve=True))
    return found


def entries_to_hide(p: MonmouthPosition, piece: int) -> list[Option]:
    """In line from the east edge straight to an HQ, and into its reserve."""
    found: list[Option] = []
    for hq in hiding_places(p, piece):
        cube = p.rect(hq)
        far = short_of(cube, LINE_EDGE_X - DEPTH / 2.0, cube.y, 2700)
        if SIDE_OF[piece] == BRITISH and 0.0 < far <= RATE[piece]:
            found.append(enter(piece, EAST_EDGE, p.y[hq], [ADVANCE, 2700, tenths(far)], reserve=True))
    return found


def attacks_from_reserve(p: MonmouthPosition, piece: int) -> list[Option]:
    """Set down on the side of the HQ towards an enemy, and on to each side of him."""
    if not may_attack(p, piece):
        return []
    cube = p.rect(p.held_by[piece])
    found: list[Option] = []
    for enemy in blocks_shown(p, SIDE_OF[piece]):
        facing = bearing(p.x[enemy] / 10.0 - cube.x, p.y[enemy] / 10.0 - cube.y)
        start = beside(p, piece, facing) if distance(cube, p.rect(enemy)) <= RATE[piece] else None
        if start is None:
            continue
        for side in range(4):
            goal = flush(LENGTH, DEPTH, p.rect(enemy), side, 0.0)
            legs = legs_to(start.x, start.y, start.turn, goal.x, goal.y, goal.turn)
            if legs:
                found.append(move(piece, [FACE, facing, *legs], 100 * SIDE_OF[enemy] + p.number[enemy]))
    return found[:MOST_ATTACKS]


def from_reserve(p: MonmouthPosition, piece: int) -> list[Option]:
    """Set down beside the HQ facing eight ways, and on from there."""
    found: list[Option] = []
    for facing in range(0, FULL, 450):
        found.append(move(piece, [FACE, facing, ADVANCE, facing, tenths(RATE[piece] / 3.0)]))
        found.append(move(piece, [FACE, facing, ADVANCE, facing, tenths(RATE[piece] * 2.0 / 3.0)]))
    return found


def rides(p: MonmouthPosition, hq: int) -> list[Option]:
    """Stay; behind each friendly piece; along the roads; back."""
    start = start_of_ride(p, hq)
    found: list[Option] = [] if p.place[hq] == WAITING else [STAND[hq]]
    if p.place[hq] == WAITING:
        found.append(STAND[hq])
    for piece in PIECES_OF[SIDE_OF[hq]]:
        if p.place[piece] != ON_MAP or TYPE[piece] == ARTILLERY:
            continue
        rect = p.rect(piece)
        back = -rect.half_depth - 260.0
        x, y = rect.point_x(0.0, back), rect.point_y(0.0, back)
        if FIELD.on_map(x, y) and length(x - start.x, y - start.y) > 60.0:
            found.append(ride(hq, [TO, tenths(x), tenths(y)]))
            near = ROADS.nearest_road(x, y)
            found.append(ride(hq, [BY_ROAD, near, tenths(ROADS.nearest_arc(near, x, y)), TO, tenths(x), tenths(y)]))
    near = ROADS.nearest_road(start.x, start.y)
    arc = ROADS.nearest_arc(near, start.x, start.y)
    for far in (-4000.0, -2000.0, 2000.0, 4000.0, 6500.0):
        at = arc + far
        if 100.0 <= at <= ROADS.end(near) - 100.0:
            found.append(ride(hq, [BY_ROAD, near, tenths(at)]))
    for way in range(0, FULL, 900):
        x, y = start.x + SIN[way] * FOOT_THIRD, start.y + COS[way] * FOOT_THIRD
        if FIELD.on_map(x, y):
            found.append(ride(hq, [TO, tenths(x), tenths(y)]))
    return distinct(found)[:MOST_SAMPLES]
