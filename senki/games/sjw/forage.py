"""Foraging (20.4): units out of supply live off the county they are in."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.tasks import encode, first_of
from senki.games.sjw.counters import COUNT, CSA, INF, KIND, SIDE_OF, SIDES, TROOPS, UNITS, USA
from senki.games.sjw.position import DISPERSAL, FORAGED, UNSUPPLIED, WORKED, SjwPosition
from senki.games.sjw.steps import FORAGE
from senki.games.sjw.supply import supply
from senki.games.sjw.tables import TABLES

VALUES: Final[list[dict[str, int]]] = [dict(TABLES["forage"][side]) for side in SIDES]
"""VALUES[side]: the highest sum that finds food, by county."""
MOST_FATIGUE: Final[int] = int(TABLES["forage"]["most_fatigue"])
ABOUT: Final = 1
"""The kind of the task of a die: there is no other."""


@enforces("SJW-3.4", "SJW-20.4.1")
def begin_forage(p: SjwPosition) -> None:
    """Step 2 of recovery: the Confederate's units that may forage are asked, then the Union's."""
    go_on(p, CSA)


def go_on(p: SjwPosition, side: int) -> None:
    """Ask a side while it has units that may forage, then the other; then all is forgotten but what they found."""
    for other in range(side, USA + 1):
        if any(may_forage(p, unit) for unit in TROOPS[other]):
            p.side = other
            p.push(FORAGE)
            return
    for unit in range(COUNT):
        p.flags[unit] &= ~FORAGED


def may_forage(p: SjwPosition, unit: int) -> bool:
    """Does nothing speak against it?"""
    state = p.flags[unit] & (UNSUPPLIED | WORKED | FORAGED)
    return p.hex[unit] >= 0 and state == UNSUPPLIED and p.fatigue[unit] <= MOST_FATIGUE


@enforces("SJW-20.4.1")
def forage_objections(p: SjwPosition, unit: int) -> list[Objection]:
    """Units out of supply at fatigue 0, 1 or 2 that did not bridge or entrench in this phase, once each."""
    name = UNITS[unit]
    if SIDE_OF[unit] != p.side or p.hex[unit] < 0:
        return [forbid("SJW-20.4.1", "not_your_unit", unit=name)]
    found: list[Objection] = []
    if not p.flags[unit] & UNSUPPLIED:
        found.append(forbid("SJW-20.4.1", "forage_supplied", unit=name))
    if p.flags[unit] & FORAGED:
        found.append(forbid("SJW-20.4.1", "forage_once", unit=name))
    if p.flags[unit] & WORKED:
        found.append(forbid("SJW-20.4.1", "forage_worked", unit=name))
    if p.fatigue[unit] > MOST_FATIGUE:
        found.append(forbid("SJW-20.4.1", "forage_tired", unit=name))
    return found


def ask_forage(p: SjwPosition, unit: int) -> None:
    """The die of a unit comes next."""
    p.task = encode(ABOUT, unit)


@enforces("SJW-20.4.1")
def forage_value(p: SjwPosition, side: int, county: int) -> int:
    """The highest sum at which a county, by its number, feeds a unit of a side."""
    return VALUES[side].get(p.ground.counties[county], 0)


@enforces("SJW-20.4.1", "SJW-20.4.2")
def forage_modifier(p: SjwPosition, unit: int) -> int:
    """What is added to its die: its fatigue, and with dispersal the infantry that was there before it."""
    return p.fatigue[unit] + dispersal(p, unit)


@enforces("SJW-20.4.2")
def dispersal(p: SjwPosition, unit: int) -> int:
    """One for each friendly infantry unit that has tried in this hex or next to it; cavalry does not count."""
    if not p.on(DISPERSAL) or KIND[unit] != INF:
        return 0
    tried = 0
    for other in TROOPS[SIDE_OF[unit]]:
        if other != unit and KIND[other] == INF and p.flags[other] & FORAGED:
            tried += p.ground.distance(p.hex[other], p.hex[unit]) <= 1
    return tried


@enforces("SJW-20.4.1")
def forage(p: SjwPosition, die: int) -> None:
    """At or below the value of its county it is back in supply until the next status phase."""
    unit = first_of(p.task)
    total = die + forage_modifier(p, unit)
    value = forage_value(p, SIDE_OF[unit], p.ground.county[p.hex[unit]])
    p.task = 0
    p.flags[unit] |= FORAGED
    found = total <= value
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "die": die, "total": total, "value": value}
        p.tell("foraged" if found else "not_foraged", "SJW-20.4.1", facts)
    if found:
        supply(p, unit)
    go_on(p, p.side)
