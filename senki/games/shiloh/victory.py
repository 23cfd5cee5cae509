"""Victory (chapter 18), and in the short scenario (chapter 22)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.engine.position import Result
from senki.games.shiloh.counters import COMBAT, CSA, HQ, KIND, LEADER, SIDES, UNITS_OF, USA
from senki.games.shiloh.position import CAPTURED, DEAD, FIRST_MORNING, ShilohPosition
from senki.games.shiloh.tables import (
    DRAW_BELOW,
    MORNING_CAMP,
    MORNING_LEAD,
    VP_CAPTURED,
    VP_CAPTURED_HQ,
    VP_CASUALTY,
    VP_DESTROYED,
)

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


@enforces("SHI-22.2")
def camps_taken(p: ShilohPosition) -> list[int]:
    """The camps in or next to which the South has a combat unit and the North none."""
    taken: list[int] = []
    for hexes in p.ground.camp_hexes:
        south = north = 0
        for hex in hexes:
            south += p.presence.units(CSA, hex)
            north += p.presence.units(USA, hex)
        if south and not north:
            taken.append(hexes[0])
    return taken


@enforces("SHI-22.2")
def score(p: ShilohPosition, side: int) -> int:
    """The points a side has now: in the first morning the South's camps count too."""
    camps = len(camps_taken(p)) if side == CSA and p.scenario == FIRST_MORNING else 0
    return points(p, side) + MORNING_CAMP * camps


def end_by(p: ShilohPosition, result: Result) -> None:
    """The game is over."""
    p.stack = []
    p.tasks = []
    p.result = result
    if p.events is not None:
        facts: dict[str, str | int] = {"csa": score(p, CSA), "usa": score(p, USA), "reason": reason(result)}
        if result.winner == NOBODY:
            p.tell("drawn_game", result.clause, facts)
        else:
            p.tell("won", result.clause, {"side": SIDES[result.winner], **facts})


def reason(result: Result) -> str:
    """Why a game ended as it did: the word the log and the client show."""
    if result.clause == "SHI-18.1":
        return "landing"
    if result.clause == "SHI-18.2":
        return "line"
    if result.clause == "SHI-22.3":
        return "morning_won" if result.winner == CSA else "morning_held"
    if result.winner != NOBODY:
        return "more_points"
    return "too_few_points" if result.points else "equal_points"


def objective_result(p: ShilohPosition) -> Result | None:
    """Who wins at once at the end of a turn: the North's check comes first, at the end of its Combat Phase."""
    lead = score(p, CSA) - score(p, USA)
    if holds_objective(p, USA):
        return Result(USA, "objective", lead, "SHI-18.2")
    if holds_objective(p, CSA):
        return Result(CSA, "objective", lead, "SHI-18.1")
    return None


def final_result(p: ShilohPosition) -> Result:
    """Who has won at the end of the last turn, if no objective has decided."""
    return morning_result(p) if p.scenario == FIRST_MORNING else points_result(p)


@enforces("SHI-18.3")
def points_result(p: ShilohPosition) -> Result:
    """At the end of turn 17 the higher total wins; a tie or a winning total below 10 is a draw."""
    south, north = points(p, CSA), points(p, USA)
    if south == north or max(south, north) < DRAW_BELOW:
        return Result(NOBODY, "draw", south - north, "SHI-18.3")
    return Result(CSA if south > north else USA, "points", south - north, "SHI-18.3")


@enforces("SHI-22.3")
def morning_result(p: ShilohPosition) -> Result:
    """At the end of turn 4 the South wins with a lead, the North without one."""
    lead = score(p, CSA) - score(p, USA)
    return Result(CSA if lead >= MORNING_LEAD else USA, "points", lead, "SHI-22.3")
