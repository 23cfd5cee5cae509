"""What the Axis may not know (5.1): the end-run numbers, their sums and the permits they gave, until the game is over.
With the fog of war neither side sees more of an enemy stack than the type of its top counter (1.10)."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.counters import ALLIES, AXIS, COUNT, IS_DEPOT, SIDE_OF, SIDES, UK_ARMY, US_ARMY
from senki.games.sicily.endrun_numbers import MOST, permits_of
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import FOG_OF_WAR, SicilyPosition

ARMIES_THAT_RUN: Final = (US_ARMY, UK_ARMY)
SECRET_VERBS: Final = ("us number ", "british number ")
"""How the notation of a number begins."""


@enforces("SIC-5.1")
def hides_numbers(p: SicilyPosition, side: int) -> bool:
    """Have numbers been noted that a side (or a spectator) may not know?"""
    return side != ALLIES and not p.over and (p.numbers[US_ARMY] != NOBODY or p.numbers[UK_ARMY] != NOBODY)


@enforces("SIC-5.1")
def as_seen(p: SicilyPosition, side: int) -> SicilyPosition:
    """The position as a side sees it: whatever numbers were noted are nought, their dice as they fell on the table, and
    nothing is known to have come of them."""
    if not hides_numbers(p, side):
        return p
    twin = p.copy()
    for army in ARMIES_THAT_RUN:
        if p.numbers[army] != NOBODY:
            write_down(twin, army, 0, die_of(p, army), [0, 0])
    twin.desk = p.desk
    return twin


def imagine(p: SicilyPosition, side: int, chance: Random) -> SicilyPosition:
    """A copy in which the numbers a side cannot know are any that, with their dice, allow the end-runs it has seen."""
    twin = p.copy()
    if not hides_numbers(p, side):
        return twin
    for army in ARMIES_THAT_RUN:
        lot = chance.random()
        if p.numbers[army] == NOBODY:
            continue
        die = die_of(p, army)
        numbers = [number for number in range(MOST + 1) if not die or permits_left(p, army, number + die)]
        if numbers:
            number = numbers[int(lot * len(numbers))]
            left = permits_left(p, army, number + die) if die else [0, 0]
            write_down(twin, army, number, number + die if die else 0, left)
    return twin


def die_of(p: SicilyPosition, army: int) -> int:
    """The die that was added to a number, for all to see; 0 before it was thrown."""
    return p.sums[army] - p.numbers[army] if p.sums[army] else 0


def permits_left(p: SicilyPosition, army: int, total: int) -> list[int]:
    """What is left of the permits of a sum after the end-runs everybody has seen; a battalion may have used one of a
    regiment. Empty if the sum does not allow so many."""
    row, regiments_ran, battalions_ran = permits_of(army, total), p.runs[2 * army], p.runs[2 * army + 1]
    left = row[1] - regiments_ran - max(0, battalions_ran - row[2])
    return [left, max(0, row[2] - battalions_ran)] if left >= 0 else []


def write_down(p: SicilyPosition, army: int, number: int, total: int, left: list[int]) -> None:
    """Note a number, its sum and its permits."""
    p.numbers[army], p.sums[army] = number, total
    p.permits[2 * army], p.permits[2 * army + 1] = left[0], left[1]


def keeps_secrets(p: SicilyPosition) -> bool:
    """Is anything kept from anybody: numbers that have been noted, or stacks in the fog?"""
    return hides_numbers(p, AXIS) or (p.on(FOG_OF_WAR) and not p.over)


def is_secret(text: str) -> bool:
    """Does a notation tell a number?"""
    return text.startswith(SECRET_VERBS)


# 1.10: fog of war


@enforces("SIC-1.10")
def is_fogged(p: SicilyPosition, side: int, unit: int) -> bool:
    """Is no more to be seen of a counter than its stack: an enemy's, which is in no combat that has been declared?"""
    if not p.on(FOG_OF_WAR) or p.over or SIDE_OF[unit] == side or IS_DEPOT[unit]:
        return False
    return not is_engaged(p, unit)


@enforces("SIC-1.10")
def is_engaged(p: SicilyPosition, unit: int) -> bool:
    """Is a unit in a combat that has been declared and is not over?"""
    hex, battle, aftermath = p.hex[unit], p.battle, p.aftermath
    for attack in p.attacks:
        if unit in attack.units or hex in attack.targets:
            return True
    if battle is not None and (unit in battle.attackers or hex in battle.targets):
        return True
    return aftermath is not None and (unit in aftermath.attackers or unit in aftermath.defenders)


@enforces("SIC-1.10")
def tops(p: SicilyPosition, side: int) -> list[int]:
    """Of each enemy stack in the fog the counter on top, in the order of the hexes; units off the map are not shown."""
    found: dict[int, int] = {}
    for unit in range(COUNT):
        if p.hex[unit] >= 0 and is_fogged(p, side, unit) and p.hex[unit] not in found:
            found[p.hex[unit]] = unit
    return [found[hex] for hex in sorted(found)]


def fog_name(side: int, number: int) -> str:
    """What an unknown stack of a side is called."""
    return f"{SIDES[side]}_stack_{number}"
