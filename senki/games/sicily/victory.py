"""Victory (3.7, chapter 26, 32.1): tactical points, one Allied total, the end before its time, and the levels."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.engine.position import Result
from senki.games.sicily.boundary import lift_limit
from senki.games.sicily.capture import is_allied
from senki.games.sicily.counters import ALLIES, AXIS, IS_REGIMENT, SIDES, UNITS_OF
from senki.games.sicily.losses import book
from senki.games.sicily.position import DEAD, END_RUN_NUMBERS, TACTICAL, SicilyPosition
from senki.games.sicily.scenario import Grade
from senki.games.sicily.tables import POINT_TURNS, TABLES

PRICE: Final[int] = int(TABLES["end_runs"]["price"])
ROUTED: Final = "decisive"
"""The level at which the Axis wins when no Allied unit is left (26.5)."""


@enforces("SIC-26.1")
def tactical_points(p: SicilyPosition) -> int:
    """The values of the cities and towns the Allies own."""
    found = 0
    for hex in p.ground.towns:
        if p.ground.points[hex] and is_allied(p, hex):
            found += p.ground.points[hex]
    return found


@enforces("SIC-26.2", "SIC-2.2")
def award_tactical(p: SicilyPosition, times: int) -> None:
    """Total the tactical points and add them so many times."""
    p.tactical = tactical_points(p)
    book(p, TACTICAL, times * p.tactical)
    if p.events is not None:
        p.tell("tactical_points", "SIC-26.2", {"points": p.tactical, "total": points(p)})


@enforces("SIC-26.2", "SIC-5.1")
def points(p: SicilyPosition) -> int:
    """The Allied total so far; the price of the end-run numbers, which nobody else may know, comes at the end."""
    return sum(p.ledger)


@enforces("SIC-5.2")
def end_run_price(p: SicilyPosition) -> int:
    """What the numbers cost in the end: so much for each point of both."""
    return PRICE * (max(0, p.numbers[0]) + max(0, p.numbers[1]))


@enforces("SIC-26.2")
def final_points(p: SicilyPosition) -> int:
    """The total if the game ended now: tactical points once more, the price of the end-run numbers."""
    price = 0 if p.ledger[END_RUN_NUMBERS] else end_run_price(p)
    return points(p) + tactical_points(p) - price


@enforces("SIC-26.3", "SIC-32.1")
def grade_of(p: SicilyPosition, total: int) -> Grade:
    """The row of the victory table a total falls into."""
    for row in p.theatre.plan.grades:
        if total >= row.least:
            return row
    raise AssertionError("every total has its row")


@enforces("SIC-3.7")
def goals_held(p: SicilyPosition) -> int:
    """Of the places the landing must hold, how many the Allies own."""
    return sum(is_allied(p, p.theatre.hex(name)) for name in p.theatre.plan.goals)


@enforces("SIC-3.7")
def airfields_held(p: SicilyPosition) -> int:
    """Of the airfields of the landing, how many the Allies own."""
    return sum(is_allied(p, p.theatre.hex(name)) for name in p.theatre.plan.goal_airfields)


@enforces("SIC-3.7")
def regiments_lost(p: SicilyPosition) -> int:
    """Allied regiments eliminated, as a whole or when their cadre went."""
    found = 0
    for unit in UNITS_OF[ALLIES]:
        if IS_REGIMENT[unit] and p.hex[unit] == DEAD:
            found += 1
    return found


@enforces("SIC-3.7")
def is_landed(p: SicilyPosition) -> bool:
    """Have the Allies done what the landing asks: both towns, enough airfields, few enough regiments lost?"""
    plan = p.theatre.plan
    return (
        goals_held(p) == len(plan.goals)
        and airfields_held(p) >= plan.least_airfields
        and regiments_lost(p) <= plan.most_lost
    )


@enforces("SIC-3.7")
def landing_level(p: SicilyPosition, winner: int, held: int) -> str:
    """How clearly the landing has succeeded or failed, by the places held."""
    for least, level in p.theatre.plan.levels[winner]:
        if held >= least:
            return level
    raise AssertionError("the last row holds for any number")


@enforces("SIC-3.7", "SIC-26.3")
def result_of(p: SicilyPosition) -> Result:
    """How the game ends if it ends now; the landing counts the places held."""
    plan = p.theatre.plan
    if plan.goals:
        winner = ALLIES if is_landed(p) else AXIS
        held = goals_held(p) + airfields_held(p)
        return Result(winner, landing_level(p, winner, held), held, plan.judged_by)
    total = final_points(p)
    row = grade_of(p, total)
    return Result(row.winner, row.level, total, plan.judged_by)


@enforces("SIC-2.6", "SIC-26.2")
def judge(p: SicilyPosition) -> None:
    """The last turn is over: the last tactical points, the price of the end-runs, and who has won."""
    result = result_of(p)
    award_tactical(p, 1)
    settle_end_runs(p)
    end(p, result)


@enforces("SIC-5.2", "SIC-26.2")
def settle_end_runs(p: SicilyPosition) -> None:
    """The price of the end-run numbers is paid, and they are open."""
    book(p, END_RUN_NUMBERS, -end_run_price(p))
    if p.events is not None and p.numbers[0] >= 0:
        facts: dict[str, int | str] = {"us": p.numbers[0], "uk": p.numbers[1], "points": -end_run_price(p)}
        p.tell("end_runs_paid", "SIC-5.2", facts)


def end(p: SicilyPosition, result: Result) -> None:
    """The game is over: nothing of what was to come happens."""
    p.result = result
    p.stack.clear()
    if p.events is not None:
        facts: dict[str, str | int] = {"side": SIDES[result.winner], "level": result.level, "points": result.points}
        p.tell("won", result.clause, facts)


def is_on_map(p: SicilyPosition, side: int) -> bool:
    """Has a side a unit on the map? A unit in a sea hex counts, a depot does not."""
    return any(p.hex[unit] >= 0 for unit in UNITS_OF[side])


@enforces("SIC-26.4", "SIC-26.5")
def check_end(p: SicilyPosition) -> None:
    """The game is over when the Axis has left the island and lost Messina, or, after turn 1, when no Allied unit is
    left. Call it at the end of a phase: it empties the stack."""
    if p.turn > 1 and not is_on_map(p, ALLIES):
        rout(p)
    elif p.ground.messina >= 0 and is_allied(p, p.ground.messina) and not is_on_map(p, AXIS):
        clear_island(p)


@enforces("SIC-26.4")
def clear_island(p: SicilyPosition) -> None:
    """The counts of tactical points that are still to come are made now."""
    times = 1 + sum(turn > p.turn for turn in POINT_TURNS)
    award_tactical(p, times)
    settle_end_runs(p)
    total = points(p)
    row = grade_of(p, total)
    end(p, Result(row.winner, row.level, total, "SIC-26.4"))


@enforces("SIC-26.5")
def rout(p: SicilyPosition) -> None:
    """Nobody of the Allies is left: the Axis wins decisively."""
    settle_end_runs(p)
    end(p, Result(AXIS, ROUTED, points(p), "SIC-26.5"))


@enforces("SIC-26.5", "SIC-15.5")
def end_of_turn(p: SicilyPosition) -> None:
    """The US limit may end; from the end of turn 1 on the Allies must be on the island."""
    lift_limit(p)
    if not is_on_map(p, ALLIES):
        rout(p)
