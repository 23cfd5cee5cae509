"""Union panic, and McClellan in Pope's place (chapter 18); which column of the extended march table counts."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sjw.commands import army_of
from senki.games.sjw.counters import ANV, AP, MCCLELLAN, POPE, USA
from senki.games.sjw.position import ASIDE, DEAD, SjwPosition, put
from senki.games.sjw.tables import TABLES

PANIC: Final[int] = int(TABLES["attack"]["panic"])
RELIEVED_AFTER: Final = 2
"""Turns from the panic to McClellan."""


@enforces("SJW-18.1")
def start_panic(p: SjwPosition) -> None:
    """A starred result against the Union starts panic, once in a game."""
    if p.panic_turn:
        return
    p.panic_turn = p.turn
    if p.events is not None:
        p.tell("panic", "SJW-18.1", {"until": p.turn + 1})


@enforces("SJW-18.2")
def is_panicking(p: SjwPosition, side: int) -> bool:
    """The Union panics for the rest of the turn and all of the next."""
    return side == USA and p.panic_turn > 0 and p.turn < p.panic_turn + RELIEVED_AFTER


@enforces("SJW-18.2")
def panic_modifier(p: SjwPosition, side: int) -> int:
    """What panic adds to a side's combat die."""
    return PANIC if is_panicking(p, side) else 0


@enforces("SJW-18.2")
def panic_bars_force(p: SjwPosition, side: int) -> bool:
    """No force marches in panic; extended marches stay allowed."""
    return is_panicking(p, side)


def is_relieved(p: SjwPosition) -> bool:
    """Has the second turn after the panic begun?"""
    return p.panic_turn > 0 and p.turn >= p.panic_turn + RELIEVED_AFTER


@enforces("SJW-18.3")
def relieve_pope(p: SjwPosition) -> None:
    """McClellan takes Pope's place; if Pope is off the map he comes in at the next leader transfer phase."""
    if not is_relieved(p) or p.hex[POPE] == DEAD:
        return
    hex = p.hex[POPE]
    put(p, POPE, DEAD)
    put(p, MCCLELLAN, hex if hex >= 0 else ASIDE)
    if p.events is not None:
        if hex >= 0:
            p.tell("mcclellan", "SJW-18.3", {"at": p.ground.names[hex]})
        else:
            p.tell("mcclellan_comes", "SJW-18.3", {})


@enforces("SJW-18.3")
def waits_aside(p: SjwPosition, leader: int) -> bool:
    """May this leader not come back to the map yet? McClellan has to be called."""
    return leader == MCCLELLAN and not is_relieved(p)


@enforces("SJW-13.0.2", "SJW-18.4")
def extended_column(p: SjwPosition, unit: int) -> int:
    """The army in whose column a unit looks up an extended march; under McClellan all of the Union uses AP's."""
    army = army_of(p, unit)
    return AP if is_relieved(p) and army != ANV else army
