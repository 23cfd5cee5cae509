"""The initiative segment (chapter 5)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.nano.board import NORTH, SIDES, SOUTH
from senki.games.nano.position import NanoPosition


@enforces("NANO-5.1", "NANO-5.2")
def south_die_ends_rounds(p: NanoPosition, south: int, north: int) -> bool:
    """Both dice are read, the South die first: a 1 ends the action rounds, whatever the North rolled."""
    if south != 1:
        return False
    if p.events is not None:
        p.tell("rounds_ended", "NANO-5.2", {"south": south, "north": north})
    return True


@enforces("NANO-5.3")
def side_with_initiative(south: int, north: int) -> int:
    """The higher die; the South on equal dice."""
    return NORTH if north > south else SOUTH


@enforces("NANO-5.3")
def take_initiative(p: NanoPosition, south: int, north: int) -> None:
    """Give the initiative to the side whose die says so."""
    p.south_die = south
    p.north_die = north
    p.acting = side_with_initiative(south, north)
    p.passed = False
    if p.events is not None:
        p.tell("initiative", "NANO-5.3", {"south": south, "north": north, "side": SIDES[p.acting]})


@enforces("NANO-5.4", "NANO-5.5", "NANO-5.6", "NANO-6.7")
def pass_action(p: NanoPosition) -> bool:
    """Pass, with any die. The other side then chooses; true if both have passed and the rounds are over."""
    if p.events is not None:
        p.tell("passed", "NANO-5.5" if p.passed else "NANO-5.4", {"side": SIDES[p.acting]})
    if p.passed:
        if p.events is not None:
            p.tell("both_passed", "NANO-5.6", {})
        return True
    p.passed = True
    p.acting = 1 - p.acting
    return False
