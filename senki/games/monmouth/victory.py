"""Victory (chapters 17 and 18): farms and points, or points with multipliers."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.engine.position import Result
from senki.games.monmouth.board import (
    ARTILLERY,
    BAGGAGE,
    BRITISH,
    CAVALRY,
    COLONIAL,
    DETACHMENT,
    DRAGOON,
    ELITE,
    FIGHTERS_OF,
    FULL_DAY,
    GENERIC_POINTS,
    GUARD,
    INFANTRY,
    KER,
    KER_POINTS,
    LAST_TURN,
    MILITIA,
    MONMOUTH_POINTS,
    OBJECTIVE_RADIUS,
    OBJECTIVE_X,
    OBJECTIVE_Y,
    OBJECTIVES,
    PIECES_OF,
    QUALITY,
    SECOND_DAY,
    TYPE,
)
from senki.games.monmouth.position import (
    DAY_LENGTH,
    GENERIC,
    KER_COUNTS,
    LAST_TOUCH,
    LOST,
    NO_BAGGAGE,
    NOBODY,
    ON_MAP,
    MonmouthPosition,
)
from senki.games.monmouth.supply import Supply

DRAW: Final = -1


@enforces("MON-2.3")
def last_turn(p: MonmouthPosition) -> int:
    """Seven turns, or a day of eight and, if nobody gives way, a second day."""
    if not p.on(DAY_LENGTH):
        return LAST_TURN
    return FULL_DAY if p.turn <= FULL_DAY else SECOND_DAY


@enforces("MON-17.2")
def meets(p: MonmouthPosition, piece: int, objective: int) -> bool:
    """Does a piece's footprint meet the circle of 88 yards round an objective?"""
    gap = p.rect(piece).distance_to_point(OBJECTIVE_X[objective], OBJECTIVE_Y[objective])
    return gap <= OBJECTIVE_RADIUS


@enforces("MON-17.2")
def may_occupy(p: MonmouthPosition, piece: int) -> bool:
    """Infantry, cavalry or artillery in line; no detachment."""
    return p.here(piece) and not p.column[piece] and QUALITY[piece] != DETACHMENT and TYPE[piece] != BAGGAGE


@enforces("MON-17.2")
def occupant(p: MonmouthPosition, objective: int) -> int:
    """The side that stands at an objective alone, or nobody."""
    for side in range(2):
        mine = any(may_occupy(p, piece) and meets(p, piece, objective) for piece in FIGHTERS_OF[side])
        if mine and not any(p.here(e) and meets(p, e, objective) for e in FIGHTERS_OF[1 - side]):
            return side
    return NOBODY


@enforces("MON-17.2")
def note_occupants(p: MonmouthPosition) -> None:
    """At the end of a turn note who stands at each objective; with the switch the last one keeps it."""
    for objective in range(len(OBJECTIVES)):
        found = occupant(p, objective)
        if found != NOBODY or not p.on(LAST_TOUCH):
            p.holder[objective] = found


@enforces("MON-17.3")
def monmouth_worth(piece: int) -> int:
    """Militia 1, regulars 2, elite, cavalry and artillery 4, others nothing."""
    if TYPE[piece] == BAGGAGE:
        return MONMOUTH_POINTS["baggage"]
    if TYPE[piece] == CAVALRY:
        return MONMOUTH_POINTS["cavalry"]
    if TYPE[piece] == ARTILLERY:
        return MONMOUTH_POINTS["artillery"]
    if QUALITY[piece] == DETACHMENT:
        return MONMOUTH_POINTS["detachment"]
    if QUALITY[piece] == MILITIA:
        return MONMOUTH_POINTS["militia"]
    return MONMOUTH_POINTS["elite"] if QUALITY[piece] == ELITE else MONMOUTH_POINTS["regular"]


@enforces("MON-18.1")
def generic_worth(piece: int) -> int:
    """The highest line of the generic table that fits."""
    if TYPE[piece] == BAGGAGE:
        return GENERIC_POINTS["baggage"]
    if GUARD[piece]:
        return GENERIC_POINTS["guard"]
    if TYPE[piece] == CAVALRY:
        return GENERIC_POINTS["light_cavalry" if DRAGOON[piece] else "cavalry"]
    if TYPE[piece] == ARTILLERY:
        return GENERIC_POINTS["artillery"]
    if QUALITY[piece] == ELITE:
        return GENERIC_POINTS["elite"]
    if QUALITY[piece] == MILITIA:
        return GENERIC_POINTS["militia"]
    return GENERIC_POINTS["detachment" if QUALITY[piece] == DETACHMENT else "infantry"]


def worth(p: MonmouthPosition, piece: int) -> int:
    """What an enemy piece is worth when destroyed, by the table played with."""
    return generic_worth(piece) if p.on(GENERIC) else monmouth_worth(piece)


def score(p: MonmouthPosition, side: int) -> int:
    """A side's points for enemy pieces destroyed so far."""
    return sum(worth(p, piece) for piece in PIECES_OF[1 - side] if p.place[piece] == LOST and not absent(p, piece))


@enforces("MON-14.6")
def absent(p: MonmouthPosition, piece: int) -> bool:
    """Is this a train in a game played without them?"""
    return TYPE[piece] == BAGGAGE and p.on(NO_BAGGAGE)


@enforces("MON-16.2")
def final_score(p: MonmouthPosition, side: int) -> int:
    """Points at the end: pieces out of supply count as destroyed; trains, HQs and pieces off the map are not tested."""
    points = score(p, side)
    supply = Supply(p, 1 - side)
    for piece in FIGHTERS_OF[1 - side]:
        if p.place[piece] == ON_MAP and worth(p, piece) and not supply.reaches(p.rect(piece)):
            points += worth(p, piece)
            if p.events is not None:
                p.tell("out_of_supply", "MON-16.2", {"unit": p.name(piece)})
    return points


def decide(p: MonmouthPosition, winner: int, level: str, points: int, clause: str) -> None:
    """End the game."""
    p.result = Result(winner, level, points, clause)
    p.stack = []


@enforces("MON-17.1")
def points_for_ker(p: MonmouthPosition) -> int:
    """What Ker held alone counts for the British: nothing but by the switch."""
    return KER_POINTS if p.on(KER_COUNTS) else 0


@enforces("MON-17.1")
def decide_monmouth(p: MonmouthPosition) -> None:
    """A western farm in British hands, no farm in British hands, or Ker alone and then points."""
    held = [objective for objective in range(len(OBJECTIVES)) if p.holder[objective] == BRITISH]
    if any(objective != KER for objective in held):
        decide(p, BRITISH, "major", 0, "MON-17.1")
    elif not held:
        decide(p, COLONIAL, "major", 0, "MON-17.1")
    else:
        decide_by_points(p, "MON-17.1", "minor", points_for_ker(p))


def decide_by_points(p: MonmouthPosition, clause: str, level: str, for_ground: int = 0) -> None:
    """More points win, equal points draw; the British have some for the ground they hold."""
    british, colonial = final_score(p, BRITISH) + for_ground, final_score(p, COLONIAL)
    if british == colonial:
        decide(p, DRAW, "draw", 0, clause)
    else:
        winner = BRITISH if british > colonial else COLONIAL
        decide(p, winner, level, abs(british - colonial), clause)


@enforces("MON-18.2")
def multiplier(p: MonmouthPosition, side: int) -> int:
    """Rout ×4, Broken ×3, Forced Back ×2, or 0: what a side has done to its enemy."""
    if _lost_share(p, 1 - side) >= 50 and _lost_share(p, side) < _lost_share(p, 1 - side):
        return GENERIC_POINTS["rout"]
    trains = [piece for piece in PIECES_OF[1 - side] if TYPE[piece] == BAGGAGE and not absent(p, piece)]
    if any(p.place[train] == LOST for train in trains):
        return GENERIC_POINTS["broken"]
    return GENERIC_POINTS["forced_back"] if p.forced_back >> (1 - side) & 1 else 0


def _lost_share(p: MonmouthPosition, side: int) -> int:
    """The share of a side's infantry that is destroyed, in per cent; detachments do not count."""
    infantry = [n for n in PIECES_OF[side] if TYPE[n] == INFANTRY and QUALITY[n] != DETACHMENT]
    return 100 * len([n for n in infantry if p.place[n] == LOST]) // len(infantry)


@enforces("MON-18.2", "MON-16.2")
def generic_check(p: MonmouthPosition) -> bool:
    """Each turn: a side with a condition wins with its points multiplied; says whether the game is over.

    Who is out of supply counts among the points, as at every end of a game, but for no condition.
    """
    british, colonial = multiplier(p, BRITISH), multiplier(p, COLONIAL)
    if not british and not colonial:
        return False
    ours = final_score(p, BRITISH) * british if british else 0
    theirs = final_score(p, COLONIAL) * colonial if colonial else 0
    if british and colonial and ours == theirs:
        decide(p, DRAW, "draw", 0, "MON-18.2")
    else:
        wins = not colonial or (british > 0 and ours > theirs)
        times = british if wins else colonial
        level = {4: "rout", 3: "broken", 2: "forced_back"}[times]
        decide(p, BRITISH if wins else COLONIAL, level, ours if wins else theirs, "MON-18.2")
    return True


@enforces("MON-18.3")
def after_choices(p: MonmouthPosition) -> bool:
    """Who withdraws loses, a leader on points leaves a Pyrrhic win; both: points. Says False if neither withdraws."""
    british, colonial = p.withdraws[BRITISH], p.withdraws[COLONIAL]
    p.withdraws = [NOBODY, NOBODY]
    if british and colonial:
        decide_by_points(p, "MON-18.3", "points")
        return True
    if not british and not colonial:
        if p.on(DAY_LENGTH) and p.turn < SECOND_DAY:
            return False
        decide_by_points(p, "MON-18.3", "points")
        return True
    winner = COLONIAL if british else BRITISH
    ours, theirs = final_score(p, winner), final_score(p, 1 - winner)
    decide(p, winner, "pyrrhic" if theirs > ours else "field", abs(ours - theirs), "MON-18.3")
    return True
