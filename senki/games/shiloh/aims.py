"""What wins, and what is missing (chapters 18 and 22), for the reference at the table."""

from __future__ import annotations

from senki.engine.forms import Aim
from senki.games.shiloh.counters import COMBAT, CSA, GUNBOATS, SIDES, UNITS_OF, USA
from senki.games.shiloh.position import FIRST_MORNING, ShilohPosition
from senki.games.shiloh.tables import DRAW_BELOW, LAST_TURN, MORNING_LEAD
from senki.games.shiloh.victory import camps_taken, holds_objective, points, score


def aims_of(p: ShilohPosition) -> list[Aim]:
    """The objectives of both sides and how far they are, and the points."""
    goals = [objective(p, CSA, "landing", "SHI-18.1"), objective(p, USA, "line", "SHI-18.2")]
    return goals + (morning(p) if p.scenario == FIRST_MORNING else counted(p))


def counted(p: ShilohPosition) -> list[Aim]:
    """The points of the whole battle."""
    south, north = points(p, CSA), points(p, USA)
    facts: dict[str, str | int] = {"csa": south, "usa": north, "least": DRAW_BELOW, "turn": LAST_TURN}
    return [
        Aim(SIDES[CSA], "points", facts, "SHI-18.3", south > north and south >= DRAW_BELOW),
        Aim(SIDES[USA], "points", facts, "SHI-18.3", north > south and north >= DRAW_BELOW),
    ]


def morning(p: ShilohPosition) -> list[Aim]:
    """The lead the South needs at the end of the first morning, its camps counted."""
    lead = score(p, CSA) - score(p, USA)
    facts: dict[str, str | int] = {"lead": lead, "least": MORNING_LEAD, "camps": len(camps_taken(p))}
    facts["missing"] = max(0, MORNING_LEAD - lead)
    ahead = lead >= MORNING_LEAD
    return [Aim(SIDES[CSA], "lead", facts, "SHI-22.3", ahead), Aim(SIDES[USA], "no_lead", facts, "SHI-22.3", not ahead)]


def on_map(p: ShilohPosition, side: int) -> list[int]:
    """The combat units of a side that stand on the map; the gunboats hold nothing (19.1.4)."""
    return [unit for unit in UNITS_OF[side] if COMBAT[unit] and p.hex[unit] >= 0 and unit != GUNBOATS]


def objective(p: ShilohPosition, side: int, key: str, clause: str) -> Aim:
    """An objective of a side: held, or how many hexes its nearest combat unit is away."""
    goals = p.ground.objectives[side]
    facts: dict[str, str | int] = {"places": " ".join(p.ground.names[hex] for hex in goals)}
    if holds_objective(p, side):
        return Aim(SIDES[side], f"{key}_held", facts, clause, True)
    facts["away"] = min((p.ground.distance(p.hex[unit], goal) for unit in on_map(p, side) for goal in goals), default=0)
    return Aim(SIDES[side], key, facts, clause)
