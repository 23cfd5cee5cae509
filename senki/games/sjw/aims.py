"""What wins, and what is missing (chapters 13 and 22), for the reference at the table."""

from __future__ import annotations

from senki.engine.forms import Aim
from senki.games.sjw.counters import CSA, SIDES, USA
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.victory import grade, score, total


def aims_of(p: SjwPosition) -> list[Aim]:
    """The Confederate total with the grade it makes and the next one, then every line with what it brings now."""
    points, row = total(p), grade(p)
    plan = p.theatre.plan
    found = [Aim(SIDES[row.winner], "now", {"points": points, "level": row.level}, plan.judged_by, True)]
    better = [one for one in plan.grades if one.least > points]
    if better:
        up = min(better, key=lambda one: one.least)
        found.append(Aim(SIDES[up.winner], "next", {"level": up.level, "missing": up.least - points}, plan.judged_by))
    for line, worth in score(p):
        facts: dict[str, str | int] = {"points": f"+{worth}" if worth > 0 else worth}
        found.append(Aim(SIDES[USA if worth < 0 else CSA], f"line_{line.kind.lower()}", facts, line.clause, worth != 0))
    return found
