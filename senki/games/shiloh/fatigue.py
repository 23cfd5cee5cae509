"""Confederate fatigue (19.3)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import CSA, USA
from senki.games.shiloh.fortunes import gain
from senki.games.shiloh.position import DISRUPTED, FATIGUED, FRESH, NO_MARKER, ShilohPosition, in_enemy_zone
from senki.games.shiloh.tables import (
    AC,
    AR,
    AX,
    DC,
    DM,
    DR,
    DX,
    EX,
    FATIGUE_FIRST,
    FATIGUE_LAST,
    FATIGUED_TO,
    NE,
)
from senki.games.shiloh.tasks import FATIGUE, add

ATTACKER_LETTERS = 1 << AX | 1 << AR | 1 << AC
DEFENDER_LETTERS = 1 << DC | 1 << DR | 1 << DX | 1 << DM


@enforces("SHI-19.3.1")
def rolls_for_fatigue(p: ShilohPosition) -> bool:
    """Turns 6 to 10, while the marker shows its fresh side."""
    return p.fatigue == FRESH and FATIGUE_FIRST <= p.turn <= FATIGUE_LAST


@enforces("SHI-19.3.1")
def roll_fatigue(p: ShilohPosition, die: int) -> None:
    """1 to 3 turns the marker; otherwise it moves on a turn, and after the last roll it goes."""
    if die <= FATIGUED_TO:
        p.fatigue = FATIGUED
    elif p.turn == FATIGUE_LAST:
        p.fatigue = NO_MARKER
    if p.events is not None:
        p.tell("fatigued" if p.fatigue == FATIGUED else "still_fresh", "SHI-19.3.1", {"die": die})


@enforces("SHI-3.7", "SHI-19.3.1")
def night_rest(p: ShilohPosition) -> None:
    """At the end of turn 10 the marker is removed."""
    if p.turn == FATIGUE_LAST:
        p.fatigue = NO_MARKER


@enforces("SHI-19.3.2")
def fatigue_checks(p: ShilohPosition, fighters: list[int], hex: int) -> None:
    """While fatigued every Confederate unit that enters an enemy zone checks its morale; a disrupted one need not."""
    if p.fatigue != FATIGUED or not in_enemy_zone(p, CSA, hex):
        return
    for unit in reversed(fighters):
        if not p.flags[unit] & DISRUPTED:
            add(p, FATIGUE, unit)


@enforces("SHI-19.3.3", "SHI-19.3.4", "SHI-19.3.5")
def tires(side: int, letters: int) -> bool:
    """Does an attack with these results give the Union a token? South: NE, EX, any A; North: EX, any D."""
    if side == CSA:
        return bool(letters & (1 << NE | 1 << EX | ATTACKER_LETTERS))
    return bool(letters & (1 << EX | DEFENDER_LETTERS))


@enforces("SHI-14.2", "SHI-19.3.3", "SHI-19.3.4")
def fatigue_token(p: ShilohPosition, first_side: int, first_letters: int) -> None:
    """The token of a combat without a counter-attack."""
    if p.fatigue != FATIGUED:
        return
    if tires(first_side, first_letters):
        gain(p, USA, "SHI-19.3.3" if first_side == CSA else "SHI-19.3.4")


@enforces("SHI-19.3.5")
def counter_token(p: ShilohPosition, first_side: int, first: int, counter_side: int, counter: int) -> None:
    """The token of a combat with a counter-attack: either roll may give it, both give one."""
    if p.fatigue == FATIGUED and (tires(first_side, first) or tires(counter_side, counter)):
        gain(p, USA, "SHI-19.3.5")
