"""The Italian collapse (24.4, 24.5): every Italian unit on the map rolls in each record phase."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.chits import ask_for_chits, morale_now, needs_chit
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, GERMANY, IS_REGIMENT, ITALY, STRENGTH, UNITS, UNITS_OF
from senki.games.sicily.losses import lose_step
from senki.games.sicily.position import ISOLATED, UNSUPPLIED, SicilyPosition, units_in
from senki.games.sicily.steps import COLLAPSE, COLLAPSE_DIE
from senki.games.sicily.tables import TABLES
from senki.games.sicily.victory import check_end

NUMBERS: Final[dict[str, int]] = {str(name): int(number) for name, number in TABLES["collapse"].items()}
LOSES: Final[int] = NUMBERS["loses"]
NOT_BEGUN: Final = 0
CHECKING: Final = 1
LOSING: Final = 2
"""What position.task says while the checks go on; LOSING: the first unit that waits loses a step once it has a chit."""


@enforces("SIC-24.2", "SIC-24.4")
def has_collapse_checks(p: SicilyPosition) -> bool:
    """From the turn after the M or MX on."""
    return 0 < p.collapse <= p.turn


@enforces("SIC-24.4", "SIC-24.5")
def collapse_modifier(p: SicilyPosition, unit: int) -> int:
    """All modifiers of a unit added up; an isolated unit is not out of supply besides. Nothing they are taken from
    changes while the checks go on, so order does not matter."""
    found = 0
    hex = p.hex[unit]
    if any(ARMY[other] == GERMANY for other in units_in(p, AXIS, hex)):
        found += NUMBERS["with_german"]
    if IS_REGIMENT[unit]:
        if morale_now(p, unit) == 2:
            found += NUMBERS["morale_2"]
    elif STRENGTH[unit] == 2:
        found += NUMBERS["strength_2"]
    if is_near_ally(p, hex):
        found += NUMBERS["near_ally"]
    if p.status[unit] == ISOLATED:
        found += NUMBERS["isolated"]
    elif p.status[unit] == UNSUPPLIED:
        found += NUMBERS["unsupplied"]
    return found


@enforces("SIC-24.4")
def is_near_ally(p: SicilyPosition, hex: int) -> bool:
    """Is an Allied unit that is not isolated next to a hex?"""
    for to in p.ground.around[hex]:
        for unit in units_in(p, ALLIES, to):
            if p.status[unit] != ISOLATED:
                return True
    return False


@enforces("SIC-24.4", "SIC-2.2")
def go_on_with_checks(p: SicilyPosition) -> None:
    """The next unit rolls; the one that has drawn its chit loses its step first. Off-map artillery does not check."""
    if p.task == NOT_BEGUN:
        p.waiting = [unit for unit in UNITS_OF[AXIS] if ARMY[unit] == ITALY and p.hex[unit] >= 0]
    elif p.task == LOSING:
        lose_step(p, p.waiting.pop(0))
    p.task = CHECKING if p.waiting else NOT_BEGUN
    if p.waiting:
        p.push(COLLAPSE_DIE)
    else:
        check_end(p)


@enforces("SIC-24.4")
def take_collapse_die(p: SicilyPosition, die: int) -> None:
    """A modified 6 or more costs a step; a regiment without a chit draws one first."""
    unit = p.waiting[0]
    modifier = collapse_modifier(p, unit)
    p.push(COLLAPSE)
    if die + modifier < LOSES:
        p.waiting.pop(0)
        return
    p.task = LOSING
    if p.events is not None:
        p.tell("collapsed", "SIC-24.4", {"unit": UNITS[unit], "die": die, "modifier": modifier})
    if needs_chit(p, unit):
        ask_for_chits(p, [unit])
