"""What a position is worth: the farms and who can reach them, troops and their state, and the fights at hand."""

from __future__ import annotations

from math import exp
from typing import Final

from senki.engine.data import read_toml
from senki.engine.option import Option
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    BRITISH,
    CAVALRY,
    COLONIAL,
    DICE,
    ELITE,
    FIGHTERS,
    FIGHTERS_OF,
    HQS_OF,
    KER,
    MILITIA,
    OBJECTIVE_RADIUS,
    OBJECTIVE_X,
    OBJECTIVE_Y,
    PIECE_COUNT,
    QUALITIES,
    QUALITY,
    RATING,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.combat import modifier
from senki.games.monmouth.contact import nearest, supporter_of
from senki.games.monmouth.position import GENERIC, LOST, NOBODY, ON_MAP, RESERVE, WAITING, MonmouthPosition
from senki.games.monmouth.steps import NEXT_CHIT
from senki.games.monmouth.victory import last_turn, may_occupy, points_for_ker, score, worth

_ADVICE: Final = read_toml("senki.games.monmouth", "advice.toml")


def _worths() -> list[float]:
    table = _ADVICE["worth"]
    assert isinstance(table, dict)
    found: list[float] = []
    for piece in range(PIECE_COUNT):
        if TYPE[piece] == BAGGAGE:
            found.append(0.5)
        elif TYPE[piece] == ARTILLERY:
            found.append(float(str(table["artillery"])))
        elif TYPE[piece] == CAVALRY:
            found.append(float(str(table["cavalry"])))
        else:
            found.append(float(str(table[QUALITIES[QUALITY[piece]]])))
    return found


def _grades() -> list[float]:
    """How well the dice of each piece count: elites and militia by their worth, everybody else as regulars."""
    table = _ADVICE["worth"]
    assert isinstance(table, dict)
    graded = [ELITE, MILITIA]
    return [float(str(table[QUALITIES[q] if q in graded else "regular"])) for q in QUALITY[:PIECE_COUNT]]


WORTH: Final = _worths()
GRADE: Final = _grades()
FIGHT: Final = 0.7
"""How far an engagement counts as if it were fought already."""
SPENT_WORTH: Final[float] = float(str(_ADVICE["worth"]["spent"]))  # type: ignore[index]
REACH: Final = 1100.0
"""Yards a turn that troops make towards a farm against an enemy."""
SECOND_HQ: Final = 0.1
"""What an HQ counts for a piece that has a better one: it may try once more to alter the order."""
FAR_AWAY: Final = 9000.0
"""As far as from everybody."""
HIDDEN: Final = 0.05
"""What it counts more that the enemy does not know where a piece is, or whether it is there at all (MON-20.1)."""
NEAR: Final = 1300.0
"""Over this distance the weight of troops at a place falls to a third."""


def curve(x: float) -> float:
    """A number as a chance: 0 gives one half."""
    if x > 30.0:
        return 1.0
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-x))


def british_chance(p: MonmouthPosition) -> float:
    """The British chance: farms first, then points and the state of the armies."""
    troops = army(p, BRITISH) - army(p, COLONIAL) + fights_at_hand(p)
    state = curve(0.45 * (troops + 1.5) + 0.1 * (score(p, BRITISH) - score(p, COLONIAL)))
    state += 0.02 * (leadership(p, BRITISH) - leadership(p, COLONIAL))
    if p.on(GENERIC):
        return min(0.99, max(0.01, state))
    holds = [grip(p, farm) for farm in range(len(OBJECTIVE_X))]
    west = 1.0
    for farm in range(len(holds)):
        if farm != KER:
            west *= 1.0 - holds[farm]
    west = 1.0 - west
    by_points = curve(0.5 * (points_for_ker(p) + score(p, BRITISH) - score(p, COLONIAL)))
    ground = west + (1.0 - west) * holds[KER] * by_points
    late = 0.5 + 0.4 * p.turn / last_turn(p)
    return min(0.99, max(0.01, late * ground + (1.0 - late) * state))


def army(p: MonmouthPosition, side: int) -> float:
    """The troops of a side, Spent ones less, those still to come a little less."""
    total = 0.0
    for piece in range(PIECE_COUNT):
        if SIDE_OF[piece] == side and p.place[piece] != LOST:
            worth = WORTH[piece] * (SPENT_WORTH if p.spent[piece] else 1.0)
            total += 0.8 * worth if p.place[piece] == WAITING else worth
            if p.place[piece] == RESERVE:
                total += HIDDEN
            if TYPE[piece] == BAGGAGE and not p.packed[piece]:
                total += 0.2
    return total


def fights_at_hand(p: MonmouthPosition) -> float:
    """What the engagements promise the British: who is likely to win each, and what either side has at stake."""
    promise = 0.0
    for pair in p.engaged:
        a, t = pair.attacker, pair.target
        if TYPE[t] == BAGGAGE:
            edge = 1.0
        else:
            ours, theirs = fire_of(p, a, t) ** 2, fire_of(p, t, a) ** 2
            edge = (ours * stake(p, t) - theirs * stake(p, a)) / (ours + theirs)
        promise += FIGHT * edge if SIDE_OF[a] == BRITISH else -FIGHT * edge
    return promise


def fire_of(p: MonmouthPosition, piece: int, target: int) -> float:
    """How well a piece fights a target: quality by dice, modifiers, and a third more with somebody behind it."""
    fire = GRADE[piece] * DICE[piece] / 3.0 * (1.0 + 0.33 * modifier(p, piece, target))
    fire *= SPENT_WORTH if p.spent[piece] else 1.0
    return max(0.1, fire * (1.33 if supporter_of(p, piece) != NOBODY else 1.0))


def stake(p: MonmouthPosition, piece: int) -> float:
    """What losing a piece costs: its worth now, and points."""
    return power(p, piece) + 0.1 * worth(p, piece)


def power(p: MonmouthPosition, piece: int) -> float:
    """What a piece is good for in a fight now."""
    return WORTH[piece] * (SPENT_WORTH if p.spent[piece] else 1.0)


def grip(p: MonmouthPosition, farm: int) -> float:
    """How likely the British hold a farm at the end: who is near it, and who can still come in time."""
    x, y = OBJECTIVE_X[farm], OBJECTIVE_Y[farm]
    to_come = last_turn(p) - p.turn
    pull = [0.0, 0.0]
    nearest = 9000.0
    short = [9000.0, 9000.0]
    for piece in FIGHTERS:
        side = SIDE_OF[piece]
        if p.place[piece] == LOST:
            continue
        if p.place[piece] != WAITING:
            gap = p.rect(stands_at(p, piece)).distance_to_point(x, y)
        else:
            gap = (7510.0 - x if side == BRITISH else 4200.0) + 600.0
        pull[side] += power(p, piece) * exp(-gap / NEAR)
        if p.place[piece] != ON_MAP or p.column[piece] or may_occupy(p, piece):
            march = REACH * (to_come + may_still_march(p, piece))
            short[side] = min(short[side], max(0.0, gap - OBJECTIVE_RADIUS - march))
            if side == BRITISH:
                nearest = min(nearest, gap)
    far = exp(-max(0.0, nearest - OBJECTIVE_RADIUS) / 6000.0)
    if to_come > 0:
        return exp(-short[BRITISH] / 300.0) * far * curve(2.0 * (pull[BRITISH] - pull[COLONIAL]) - 0.4)
    # In the last turn it is steps that count: who stands there, and who can still step in.
    return exp(-short[BRITISH] / 80.0) * (1.0 - 0.75 * exp(-short[COLONIAL] / 150.0))


def stands_at(p: MonmouthPosition, piece: int) -> int:
    """The block that stands where a piece is: itself, or the HQ that holds it in reserve."""
    return p.held_by[piece] if p.place[piece] == RESERVE else piece


def may_still_march(p: MonmouthPosition, piece: int) -> float:
    """The part of a turn's march a piece still has in this turn."""
    return 0.6 if NEXT_CHIT in p.stack and not p.acted[piece] else 0.0


def leadership(p: MonmouthPosition, side: int) -> float:
    """How many pieces of a side have an HQ near: more the nearer it is and the better it leads, a second one little."""
    hqs = [hq for hq in HQS_OF[side] if p.place[hq] == ON_MAP]
    total = 0.0
    for piece in FIGHTERS_OF[side]:
        if p.place[piece] not in (ON_MAP, RESERVE):
            continue
        at = stands_at(p, piece)
        best, both = 0.0, 0.0
        for hq in hqs:
            dx, dy = (p.x[hq] - p.x[at]) / 10.0, (p.y[hq] - p.y[at]) / 10.0
            near = (0.7 + 0.1 * RATING[hq]) * exp(-(dx * dx + dy * dy) / 4_000_000.0)
            best, both = max(best, near), both + near
        total += best + SECOND_HQ * (both - best)
    return total


def eagerness(p: MonmouthPosition, option: Option) -> float:
    """In which order pieces act: guns that can fire, then those nearest to the enemy, trains last; then the end."""
    if option.verb == "end":
        return 0.05
    piece = option.subject
    if option.verb == "pack":
        return 0.02
    gap = nearest_enemy_gap(p, piece)
    if option.verb == "unpack":
        return 0.6 if gap > 3000.0 and p.turn > 2 else 0.03
    if TYPE[piece] == BAGGAGE:
        return 0.2
    if TYPE[piece] == ARTILLERY and gap < 2500.0:
        return 0.95
    if p.place[piece] != ON_MAP:
        return 0.9 - 0.01 * piece
    return 0.3 + 0.5 * exp(-gap / 2000.0)


def nearest_enemy_gap(p: MonmouthPosition, piece: int) -> float:
    """Distance between centres to the nearest enemy combat piece."""
    if p.place[piece] != ON_MAP:
        return FAR_AWAY
    return min(FAR_AWAY, nearest(p, piece, FIGHTERS_OF[1 - SIDE_OF[piece]], False)[1])
