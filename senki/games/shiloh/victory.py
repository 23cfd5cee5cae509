"""Victory (chapter 18)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.engine.position import Result
from senki.games.shiloh.counters import COMBAT, CSA, HQ, KIND, LEADER, SIDES, UNITS_OF, USA
from senki.games.shiloh.position import CAPTURED, DEAD, ShilohPosition
from senki.games.shiloh.tables import DRAW_BELOW, VP_CAPTURED, VP_CAPTURED_HQ, VP_CASUALTY, VP_DESTROYED

NOBODY = -1


@enforces("SHI-18.1", "SHI-18.2", "SHI-19.1.4")
def holds_objective(p: ShilohPosition, side: int) -> bool:
    """Is a combat unit of a side in one of its objective hexes?"""
    return any(p.presence.units(side, hex) for hex in p.ground.objectives[side])


@enforces("SHI-18.3", "SHI-18.4", "SHI-11.2", "SHI-11.3")
def points(p: ShilohPosition, side: int) -> int:
    """What a side has scored: enemy units destroyed or captured, leaders fallen or captured, headquarters captured."""
    total = 0
    for unit in UNITS_OF[1 - side]:
        where = p.hex[unit]
        if where == DEAD:
            total += VP_CASUALTY if KIND[unit] == LEADER else VP_DESTROYED if COMBAT[unit] else 0
        elif where == CAPTURED:
            total += VP_CAPTURED_HQ if KIND[unit] >= HQ else VP_CAPTURED
    return total


def win(p: ShilohPosition, side: int, level: str, clause: str) -> None:
    """The game is over."""
    p.stack = []
    p.tasks = []
    p.result = Result(side, level, points(p, CSA) - points(p, USA), clause)
    if p.events is not None:
        facts: dict[str, str | int] = {"csa": points(p, CSA), "usa": points(p, USA), "reason": reason(p.result)}
        if side == NOBODY:
            p.tell("drawn_game", clause, facts)
        else:
            p.tell("won", clause, {"side": SIDES[side], **facts})


def reason(result: Result) -> str:
    """Why a game ended as it did: the word the log and the client show."""
    if result.clause == "SHI-18.1":
        return "landing"
    if result.clause == "SHI-18.2":
        return "line"
    if result.winner != NOBODY:
        return "more_points"
    return "too_few_points" if result.points else "equal_points"


@enforces("SHI-18.3")
def count_points(p: ShilohPosition) -> None:
    """At the end of turn 17 the higher total wins; a tie or a winning total below 10 is a draw."""
    south, north = points(p, CSA), points(p, USA)
    if south == north or max(south, north) < DRAW_BELOW:
        win(p, NOBODY, "draw", "SHI-18.3")
    else:
        win(p, CSA if south > north else USA, "points", "SHI-18.3")
