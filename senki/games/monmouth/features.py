"""What the network that judges positions is told: each side's troops by kind and state, farms, fights, and the time.

The value written by hand is one of the numbers, so learning begins with it (`BY_HAND`).
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    BRITISH,
    CAVALRY,
    CHITS,
    COLONIAL,
    DETACHMENT,
    ELITE,
    FIELD,
    FIGHTERS_OF,
    FROZEN_TURNS,
    MILITIA,
    OBJECTIVE_RADIUS,
    OBJECTIVE_X,
    OBJECTIVE_Y,
    OBJECTIVES,
    PIECES_OF,
    QUALITY,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.contact import supporter_of
from senki.games.monmouth.estimate import (
    NEAR,
    REACH,
    british_chance,
    edge_of,
    grip,
    leadership,
    power,
    stands_at,
    way_in,
)
from senki.games.monmouth.flank import behind_front
from senki.games.monmouth.position import LOST, NOBODY, ON_MAP, RESERVE, WAITING, MonmouthPosition
from senki.games.monmouth.steps import COMBAT_STEP, FOE_RETREATS, NEXT_CHIT
from senki.games.monmouth.victory import last_turn, may_occupy, points_for_ker, score

KINDS: Final = ["regular", "elite", "militia", "detachment", "artillery", "cavalry"]
FRESH: Final = 0
TIRED: Final = 6
TO_COME: Final = 12
HELD: Final = 13
TRAIN: Final = 14
UNPACKED: Final = 15
POINTS: Final = 16
TO_ACT: Final = 17
MARCHING: Final = 18
LED: Final = 19
GAINS: Final = 20
RISKS: Final = 21
ENGAGED: Final = 22
FLANKED: Final = 23
BACKED: Final = 24
FRONT: Final = 25
EXPOSED: Final = 26
UNDER_GUNS: Final = 27
EAST: Final = 28
NORTH: Final = 29
FARMS: Final = 30
OF_A_SIDE: Final[list[str]] = [
    *KINDS, *(f"spent {kind}" for kind in KINDS),
    "to come", "in reserve", "train", "unpacked", "points", "to act", "in column", "led",
    "gains", "risks", "engaged", "flanked", "backed", "in front", "exposed", "under guns", "east", "north",
    *(f"{what} {farm}" for farm in OBJECTIVES for what in ("pull", "in time", "stands", "near")),
]  # fmt: skip
"""What is counted of each side."""
A_SIDE: Final = FARMS + 4 * len(OBJECTIVES)
ODDS: Final = 2 * A_SIDE
LEAD: Final = ODDS + 1
TURN: Final = ODDS + 2
LAST: Final = ODDS + 3
LAST_BUT_ONE: Final = ODDS + 4
FROZEN: Final = ODDS + 5
CHIT: Final = ODDS + 6
ACTIVE: Final = ODDS + 8
FIGHTING: Final = ODDS + 10
FALLING_BACK: Final = ODDS + 11
GRIPS: Final = ODDS + 12
HOLDS: Final = GRIPS + len(OBJECTIVES)
SHARED: Final[list[str]] = [
    "by hand", "lead", "turn", "last turn", "last but one", "british frozen",
    "british chit", "colonial chit", "british act", "colonials act", "fighting", "falling back",
    *(f"grip {farm}" for farm in OBJECTIVES), *(f"holds {farm}" for farm in OBJECTIVES),
]  # fmt: skip
FEATURES: Final[list[str]] = [f"{side} {name}" for side in ("british", "colonial") for name in OF_A_SIDE] + SHARED
assert len(OF_A_SIDE) == A_SIDE and len(FEATURES) == HOLDS + len(OBJECTIVES), "the numbers above count these names"

ODDS_UNIT: Final = 4.0
"""The odds by hand count in units of so much."""
BY_HAND: Final[list[float]] = [ODDS_UNIT if n == ODDS else 0.0 for n in range(len(FEATURES))]
"""What each feature adds to the odds in the value written by hand: that is a feature itself."""
CLOSE: Final = 1200.0
"""Over this distance what an enemy threatens falls to a third."""
GUN_RANGE: Final = 2464.0
"""How far guns look for somebody to fire at."""


def kind_of(piece: int) -> int:
    """Which of the kinds a combat piece is."""
    if TYPE[piece] == ARTILLERY:
        return 4
    if TYPE[piece] == CAVALRY:
        return 5
    quality = QUALITY[piece]
    return 1 if quality == ELITE else 2 if quality == MILITIA else 3 if quality == DETACHMENT else 0


KIND: Final[list[int]] = [kind_of(piece) for piece in range(len(TYPE))]


def features_of(p: MonmouthPosition) -> list[float]:
    """A position in numbers."""
    row = [0.0] * len(FEATURES)
    chance = british_chance(p)
    row[ODDS] = log(chance / (1.0 - chance)) / ODDS_UNIT
    for side in (BRITISH, COLONIAL):
        first = side * A_SIDE
        for piece in PIECES_OF[side]:
            if p.place[piece] != LOST:
                count_piece(p, piece, first, row)
        row[first + POINTS] = score(p, side) / 10.0
        row[first + LED] = leadership(p, side) / 6.0
        where_they_are(p, side, row)
        threats(p, side, row)
    count_fights(p, row)
    tell_the_time(p, row)
    for farm in range(len(OBJECTIVES)):
        row[GRIPS + farm] = grip(p, farm)
        row[HOLDS + farm] = 0.0 if p.holder[farm] == NOBODY else 1.0 if p.holder[farm] == BRITISH else -1.0
    row[LEAD] = (points_for_ker(p) + score(p, BRITISH) - score(p, COLONIAL)) / 10.0
    return row


def count_piece(p: MonmouthPosition, piece: int, first: int, row: list[float]) -> None:
    """Count a piece that is not lost for its side."""
    place = p.place[piece]
    if TYPE[piece] == BAGGAGE:
        row[first + TRAIN] = 1.0
        row[first + UNPACKED] = 0.0 if p.packed[piece] else 1.0
        return
    row[first + (TIRED if p.spent[piece] else FRESH) + KIND[piece]] += 0.5
    worth = power(p, piece)
    if place == WAITING:
        row[first + TO_COME] += worth / 3.0
        return
    if place == RESERVE:
        row[first + HELD] += worth / 3.0
    if p.column[piece]:
        row[first + MARCHING] += worth / 3.0
    if not p.acted[piece] and NEXT_CHIT in p.stack:
        row[first + TO_ACT] += worth / 5.0


def where_they_are(p: MonmouthPosition, side: int, row: list[float]) -> None:
    """Where the middle of a side's troops is, and how near they are to each farm."""
    first = side * A_SIDE
    turns = last_turn(p) - p.turn
    all_of_them = east = north = 0.0
    for piece in FIGHTERS_OF[side]:
        place = p.place[piece]
        if place == LOST:
            continue
        worth = power(p, piece)
        march = REACH * (turns + (0.6 if NEXT_CHIT in p.stack and not p.acted[piece] else 0.0))
        at = stands_at(p, piece)
        if place != WAITING:
            all_of_them += worth
            east += worth * p.x[at]
            north += worth * p.y[at]
        counts = place != ON_MAP or p.column[piece] == 1 or may_occupy(p, piece)
        stands = may_occupy(p, piece)
        for farm in range(len(OBJECTIVES)):
            if place == WAITING:
                gap = way_in(side, OBJECTIVE_X[farm])
            else:
                gap = p.rect(at).distance_to_point(OBJECTIVE_X[farm], OBJECTIVE_Y[farm])
            number = first + FARMS + 4 * farm
            row[number] += 0.5 * worth * exp(-gap / NEAR)
            if counts:
                in_time = exp(-max(0.0, gap - OBJECTIVE_RADIUS - march) / 300.0)
                row[number + 1] = max(row[number + 1], in_time)
                row[number + 3] = max(row[number + 3], exp(-max(0.0, gap - OBJECTIVE_RADIUS) / 500.0))
            if stands and gap <= OBJECTIVE_RADIUS:
                row[number + 2] += 0.5
    if all_of_them > 0.0:
        row[first + EAST] = east / (10.0 * FIELD.width * all_of_them)
        row[first + NORTH] = north / (10.0 * FIELD.height * all_of_them)


def threats(p: MonmouthPosition, side: int, row: list[float]) -> None:
    """What stands near the troops of a side: before them, beside or behind them, and guns that can reach them."""
    first = side * A_SIDE
    for piece in FIGHTERS_OF[side]:
        if not p.here(piece):
            continue
        rect = p.rect(piece)
        stake = power(p, piece)
        for enemy in FIGHTERS_OF[1 - side]:
            if not p.here(enemy):
                continue
            dx, dy = p.x[enemy] / 10.0 - rect.x, p.y[enemy] / 10.0 - rect.y
            far = (dx * dx + dy * dy) ** 0.5
            near = exp(-far / CLOSE) * power(p, enemy) * stake
            ahead = dx * rect.fx + dy * rect.fy
            row[first + (FRONT if ahead > 0.7 * far else EXPOSED)] += 0.3 * near
            if TYPE[enemy] == ARTILLERY and far <= GUN_RANGE:
                row[first + UNDER_GUNS] += 0.3 * stake


def count_fights(p: MonmouthPosition, row: list[float]) -> None:
    """What the engagements promise the side that attacked, and who is in them, flanked or backed."""
    engaged = 0
    for pair in p.engaged:
        first = SIDE_OF[pair.attacker] * A_SIDE
        edge = edge_of(p, pair)
        row[first + (GAINS if edge > 0.0 else RISKS)] += abs(edge)
        for piece, enemy in ((pair.attacker, pair.target), (pair.target, pair.attacker)):
            if TYPE[piece] != BAGGAGE and behind_front(p.rect(enemy), p.rect(piece)):
                row[SIDE_OF[piece] * A_SIDE + FLANKED] += 0.5 * power(p, piece)
            if engaged >> piece & 1 or TYPE[piece] == BAGGAGE:
                continue
            engaged |= 1 << piece
            row[SIDE_OF[piece] * A_SIDE + ENGAGED] += power(p, piece) / 3.0
            if supporter_of(p, piece) != NOBODY:
                row[SIDE_OF[piece] * A_SIDE + BACKED] += power(p, piece) / 2.0


def tell_the_time(p: MonmouthPosition, row: list[float]) -> None:
    """The turn, and how far it has come: whose chit is still in the cup, who acts, what is being done."""
    left = last_turn(p) - p.turn
    row[TURN] = p.turn / last_turn(p)
    row[LAST] = 1.0 if left <= 0 else 0.0
    row[LAST_BUT_ONE] = 1.0 if left == 1 else 0.0
    row[FROZEN] = 1.0 if p.turn in FROZEN_TURNS else 0.0
    acting = NEXT_CHIT in p.stack
    if acting:
        for chit in CHITS:
            if p.cup >> chit & 1:
                row[CHIT + SIDE_OF[chit]] = 1.0
            if chit == p.active or chit in p.queue:
                row[ACTIVE + SIDE_OF[chit]] = 1.0
    row[FIGHTING] = 0.0 if acting or COMBAT_STEP in p.stack or FOE_RETREATS not in p.stack else 1.0
    row[FALLING_BACK] = 0.0 if acting or FOE_RETREATS in p.stack else 1.0
