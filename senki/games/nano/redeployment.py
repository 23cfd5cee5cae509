"""North redeployment (chapter 11)."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.nano.board import BLUE_TOWNS, NORTH, OFF, SIDE_OF, SOUTH, TOWNS, UNITS, UNITS_OF
from senki.games.nano.options import REDEPLOY, WAIT
from senki.games.nano.position import NanoPosition, holds

TURNS_AWAY: Final = 2


@enforces("NANO-11.1", "NANO-11.4")
def comes_back_in(unit: int, turn: int) -> int:
    """The first turn in which a unit eliminated in `turn` may return; 0 for the South, whose losses are final."""
    return turn + TURNS_AWAY if SIDE_OF[unit] == NORTH else 0


@enforces("NANO-11.1")
def may_return(p: NanoPosition, unit: int) -> bool:
    """A North unit eliminated two turns ago or earlier, and not yet back."""
    return p.town[unit] == OFF and 0 < p.returns[unit] <= p.turn


def eligible(p: NanoPosition) -> list[int]:
    """The units that may come back this turn."""
    return [unit for unit in UNITS_OF[NORTH] if may_return(p, unit)]


@enforces("NANO-11.2", "NANO-11.2a")
def redeployments(p: NanoPosition) -> list[Option]:
    """Any eligible unit to any blue town without South units, or wait with all that are left."""
    free = [town for town in BLUE_TOWNS if not holds(p, SOUTH, town)]
    options = [REDEPLOY[unit][town] for unit in eligible(p) for town in free]
    options.append(WAIT)
    return options


@enforces("NANO-11.1", "NANO-11.2", "NANO-11.4")
def redeployment_objections(p: NanoPosition, unit: int, town: int) -> list[Objection]:
    """Why a unit may not come back in a town."""
    found: list[Objection] = []
    if SIDE_OF[unit] == SOUTH:
        found.append(forbid("NANO-11.4", unit=UNITS[unit]))
    elif p.town[unit] != OFF:
        found.append(forbid("NANO-11.1", "still_on_map", unit=UNITS[unit], town=TOWNS[p.town[unit]]))
    elif not may_return(p, unit):
        found.append(forbid("NANO-11.1", unit=UNITS[unit], turn=str(p.returns[unit])))
    if town not in BLUE_TOWNS:
        found.append(forbid("NANO-11.2", "not_blue", town=TOWNS[town]))
    elif holds(p, SOUTH, town):
        found.append(forbid("NANO-11.2", "held_by_south", town=TOWNS[town]))
    return found


@enforces("NANO-11.2a", "NANO-11.5")
def redeploy(p: NanoPosition, unit: int, town: int) -> None:
    """Place a unit: it is normal, and nothing is rolled or scored."""
    p.town[unit] = town
    p.returns[unit] = 0
    if p.events is not None:
        p.tell("redeployed", "NANO-11.2", {"unit": UNITS[unit], "to": TOWNS[town]})


def keep_waiting(p: NanoPosition) -> None:
    """Leave the eligible units off the map for now."""
    if p.events is not None:
        p.tell("waited", "NANO-11.2a", {"units": " ".join(UNITS[unit] for unit in eligible(p))})
