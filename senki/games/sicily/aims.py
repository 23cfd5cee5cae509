"""What wins, and what is missing (3.7, chapter 26, 32.1), for the reference at the table."""

from __future__ import annotations

from senki.engine.forms import Aim
from senki.games.sicily.counters import ALLIES, AXIS, SIDES
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.victory import (
    airfields_held,
    final_points,
    goals_held,
    grade_of,
    is_landed,
    regiments_lost,
    tactical_points,
)


def aims_of(p: SicilyPosition) -> list[Aim]:
    """What the landing asks, or the total with the grade it makes and the one above it."""
    return landing_aims(p) if p.theatre.plan.goals else total_aims(p)


def landing_aims(p: SicilyPosition) -> list[Aim]:
    """The towns, the airfields and the regiments of the landing."""
    plan = p.theatre.plan
    goals, airfields, lost = goals_held(p), airfields_held(p), regiments_lost(p)
    held: dict[str, str | int] = {"held": goals, "of": len(plan.goals), "places": " ".join(plan.goals)}
    fields: dict[str, str | int] = {
        "held": airfields,
        "of": plan.least_airfields,
        "places": " ".join(plan.goal_airfields),
    }
    losses: dict[str, str | int] = {"lost": lost, "most": plan.most_lost}
    allies = SIDES[ALLIES]
    return [
        Aim(allies, "towns", held, plan.judged_by, goals == len(plan.goals)),
        Aim(allies, "airfields", fields, plan.judged_by, airfields >= plan.least_airfields),
        Aim(allies, "losses", losses, plan.judged_by, lost <= plan.most_lost),
        Aim(SIDES[AXIS], "deny", {}, plan.judged_by, not is_landed(p)),
    ]


def total_aims(p: SicilyPosition) -> list[Aim]:
    """The Allied total if the game ended now, what it makes, and what the next grade wants."""
    plan, total = p.theatre.plan, final_points(p)
    row = grade_of(p, total)
    found = [Aim(SIDES[row.winner], "now", {"points": total, "level": row.level}, plan.judged_by, True)]
    better = [one for one in plan.grades if one.least > total]
    if better:
        up = min(better, key=lambda one: one.least)
        found.append(Aim(SIDES[up.winner], "next", {"level": up.level, "missing": up.least - total}, plan.judged_by))
    found.append(Aim(SIDES[ALLIES], "tactical", {"points": tactical_points(p)}, "SIC-26.1", tactical_points(p) > 0))
    found.append(Aim(SIDES[AXIS], "clear", {}, "SIC-26.5"))
    return found
