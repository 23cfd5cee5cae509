"""What wins, and what is missing (chapter 3), for the reference at the table."""

from __future__ import annotations

from senki.engine.forms import Aim
from senki.games.nano.board import LAST_TURN, NORTH, SIDES, SOUTH, VP_TO_WIN
from senki.games.nano.position import NanoPosition
from senki.games.nano.victory import objective_points


def aims_of(p: NanoPosition) -> list[Aim]:
    """The points both play for, and what the board as it stands brings at the next count."""
    reached = p.vp >= VP_TO_WIN
    missing = max(0, VP_TO_WIN - p.vp)
    turns: dict[str, str | int] = {"vp": p.vp, "goal": VP_TO_WIN, "missing": missing, "left": LAST_TURN - p.turn + 1}
    return [
        Aim(SIDES[SOUTH], "reached" if reached else "points", turns, "NANO-3.1", reached),
        Aim(SIDES[NORTH], "below", turns, "NANO-3.1", not reached),
        Aim(SIDES[SOUTH], "next_count", {"net": objective_points(p)}, "NANO-3.6", objective_points(p) > 0),
    ]
