"""Supply points (12.1 to 12.9): what attacks, markers and units cost, what depots and airfields bring."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.games.sicily.capture import is_usable, messina_fell
from senki.games.sicily.counters import (
    ARMIES,
    ARMY,
    DEPOTS_OF,
    GERMANY,
    IS_REGIMENT,
    ITALY,
    UK_ARMY,
    US_ARMY,
)
from senki.games.sicily.ground import LARGE_PORT, NO_PORT
from senki.games.sicily.losses import book
from senki.games.sicily.position import ASSAULTED, OPT_UNITS, SicilyPosition
from senki.games.sicily.steps import DIVIDE
from senki.games.sicily.tables import TABLES, airfield_row

_SUPPLY: Final[dict[str, Any]] = TABLES["supply"]
BEACH_INCOME: Final[int] = int(_SUPPLY["beach"])
SMALL_PORT_INCOME: Final[int] = int(_SUPPLY["small_port"])
LARGE_PORT_INCOME: Final[int] = int(_SUPPLY["large_port"])
AIRFIELD_SUPPLY: Final[list[list[int]]] = list(TABLES["airfields"]["supply"])
BOMBING_SUPPLY: Final[int] = int(TABLES["airfields"]["bombing_supply"])
OPT_REGIMENT: Final[list[int]] = list(TABLES["costs"]["opt_regiment"])
OPT_OTHER: Final[list[int]] = list(TABLES["costs"]["opt_other"])
"""Supply points and victory points of a unit that is called in."""


@enforces("SIC-12.3")
def pay(p: SicilyPosition, army: int, points: int) -> None:
    """An army pays, at 0 or below too: then its debt grows."""
    p.supply[army] -= points
    if p.events is not None:
        p.tell("supply_paid", "SIC-12.3", {"army": ARMIES[army], "points": points, "left": p.supply[army]})


@enforces("SIC-12.1", "SIC-12.2", "SIC-12.9", "SIC-6.14")
def attack_payers(p: SicilyPosition, attackers: list[int], breakthrough: bool) -> list[int]:
    """The armies an attack costs a point: each once, however many of its units attack; nobody after a breakthrough, nor
    if all attackers made an airborne assault this turn. Support makes nobody take part."""
    if breakthrough or all(p.flags[unit] & ASSAULTED for unit in attackers):
        return []
    return [army for army in range(len(ARMIES)) if any(ARMY[unit] == army for unit in attackers)]


def pay_attack(p: SicilyPosition, attackers: list[int], breakthrough: bool) -> None:
    """Pay for an attack whose result is known."""
    for army in attack_payers(p, attackers, breakthrough):
        pay(p, army, 1)


@enforces("SIC-23.5")
def opt_price(unit: int) -> list[int]:
    """Supply points and victory points of an OPT unit."""
    return OPT_REGIMENT if IS_REGIMENT[unit] else OPT_OTHER


@enforces("SIC-23.5")
def pay_opt(p: SicilyPosition, unit: int) -> None:
    """Pay for an OPT unit that is brought in."""
    price = opt_price(unit)
    pay(p, ARMY[unit], price[0])
    book(p, OPT_UNITS, -price[1])


@enforces("SIC-12.5")
def is_broke(p: SicilyPosition, army: int) -> bool:
    """At 0 or less an army's units go short, and at the moment of an attack its artillery gives no bonus."""
    return p.supply[army] <= 0


# 12.6: Allied income


@enforces("SIC-12.6")
def depot_income(p: SicilyPosition, depot: int) -> int:
    """What a depot brings: by beach or port, nothing in a closed port or off the map."""
    hex = p.hex[depot]
    if hex < 0:
        return 0
    size = p.ground.port[hex]
    if size == NO_PORT:
        return BEACH_INCOME
    if not is_usable(p, hex):
        return 0
    return LARGE_PORT_INCOME if size == LARGE_PORT else SMALL_PORT_INCOME


@enforces("SIC-2.8", "SIC-12.6")
def allied_income(p: SicilyPosition) -> None:
    """The supply point segment: both Allied accounts grow by what their depots bring."""
    for army in (US_ARMY, UK_ARMY):
        points = 0
        for depot in DEPOTS_OF[army]:
            points += depot_income(p, depot)
        gain(p, army, points)


def gain(p: SicilyPosition, army: int, points: int) -> None:
    """An account grows, or shrinks if the points are below nought."""
    p.supply[army] += points
    if p.events is not None and points:
        p.tell("supply_gained", "SIC-12.6" if army in (US_ARMY, UK_ARMY) else "SIC-12.7",
               {"army": ARMIES[army], "points": points, "left": p.supply[army]})  # fmt: skip


# 12.7 and 12.8: Axis income


@enforces("SIC-12.7", "SIC-12.8", "SIC-12.4")
def axis_total(p: SicilyPosition, die: int) -> int:
    """The row of the captured airfields, and what emergency bombing brings; after the fall of Messina nothing that
    would add to the Axis points."""
    table = AIRFIELD_SUPPLY[airfield_row(p.captured)][die - 1]
    if messina_fell(p):
        return table if table < 0 else 0
    return table + BOMBING_SUPPLY if p.bombing else table


@enforces("SIC-2.9", "SIC-12.7")
def axis_income(p: SicilyPosition, die: int) -> None:
    """The die of the Axis; unless it brings nothing its points are divided next."""
    total = axis_total(p, die)
    if p.events is not None:
        p.tell("axis_income", "SIC-12.7", {"die": die, "captured": p.captured, "points": total})
    if total:
        p.task = total
        p.push(DIVIDE)


@enforces("SIC-12.8")
def shares(total: int) -> list[int]:
    """The shares Germany may take: 0 to all of it, whatever its sign, the largest first."""
    return list(range(total, -1, -1)) if total > 0 else list(range(total, 1))


@enforces("SIC-12.8")
def share_objections(p: SicilyPosition, share: int) -> list[Objection]:
    """A division adds up exactly, and each part has the sign of the total or is 0."""
    if share in shares(p.task):
        return []
    return [forbid("SIC-12.8", "uneven_shares", n=str(share), points=str(p.task))]


@enforces("SIC-12.7", "SIC-12.8")
def divide(p: SicilyPosition, share: int) -> None:
    """Germany takes its share, Italy the rest."""
    total, p.task = p.task, 0
    gain(p, GERMANY, share)
    gain(p, ITALY, total - share)
