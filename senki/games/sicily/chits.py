"""Strength chits (1.7 to 1.9): drawn in a first combat, flipped with the first loss, given back in the end."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.engine.option import Option, Roll
from senki.games.sicily.counters import CLASS, COUNT, IS_REGIMENT, MORALE, STEPS, STRENGTH, UNITS, reduced
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import chit_roll
from senki.games.sicily.position import SicilyPosition, is_regiment
from senki.games.sicily.steps import CHIT_DRAW
from senki.games.sicily.tables import CADRE_STRENGTH, CHITS, POOLS


@enforces("SIC-1.9")
def needs_chit(p: SicilyPosition, unit: int) -> bool:
    """A regiment has no strength before its first combat."""
    return is_regiment(p, unit) and p.chit[unit] == NOBODY


@enforces("SIC-1.9", "SIC-17.6")
def ask_for_chits(p: SicilyPosition, units: list[int]) -> None:
    """Whoever of these has no chit draws one, in this order, before anything else happens."""
    wanting = [unit for unit in units if needs_chit(p, unit)]
    if wanting:
        p.drawing = wanting + p.drawing
        p.push(CHIT_DRAW)


def next_chit(p: SicilyPosition) -> Roll:
    """The draw of the first unit that waits for one."""
    morale = p.morale[p.drawing[0]]
    return chit_roll(morale, p.pool[CHITS * (morale - 1) : CHITS * morale])


@enforces("SIC-1.9")
def take_chit(p: SicilyPosition, outcome: Option) -> None:
    """The unit keeps what it has drawn; an empty pool lends it."""
    unit = p.drawing.pop(0)
    kind = outcome.subject
    at = CHITS * (p.morale[unit] - 1) + kind
    if p.pool[at]:
        p.pool[at] -= 1
    p.chit[unit] = kind
    if p.events is not None:
        p.tell("chit_drawn", "SIC-1.9", {"unit": UNITS[unit], "strength": strength_of(p, unit)})
    if p.drawing:
        p.push(CHIT_DRAW)


@enforces("SIC-1.9")
def give_back_chit(p: SicilyPosition, unit: int) -> None:
    """A chit that leaves its unit goes back to its pool; one that an empty pool had lent does not make it larger."""
    kind, morale = p.chit[unit], p.morale[unit]
    if kind == NOBODY:
        return
    p.chit[unit] = NOBODY
    out = 0
    for other in range(COUNT):
        if p.chit[other] == kind and p.morale[other] == morale:
            out += 1
    at = CHITS * (morale - 1) + kind
    if p.pool[at] + out < POOLS[morale - 1][kind][3]:
        p.pool[at] += 1


def full_value(morale: int, kind: int, size: int) -> int:
    """What a chit of a pool says for a combat class."""
    return POOLS[morale - 1][kind][size - 1]


@enforces("SIC-1.4", "SIC-1.7", "SIC-1.8")
def strength_of(p: SicilyPosition, unit: int) -> int:
    """The strength of a unit as it is, before supply; of a regiment without a chit 0."""
    if not IS_REGIMENT[unit]:
        return STRENGTH[unit] if p.left[unit] == STEPS[unit] else reduced(STRENGTH[unit])
    if p.left[unit] == 1:
        return CADRE_STRENGTH
    if p.chit[unit] == NOBODY:
        return 0
    full = full_value(p.morale[unit], p.chit[unit], CLASS[unit])
    return full if p.left[unit] == STEPS[unit] else reduced(full)


def morale_now(p: SicilyPosition, unit: int) -> int:
    """Its morale; replacements have lowered it (25.4)."""
    return p.morale[unit] if IS_REGIMENT[unit] else MORALE[unit]
