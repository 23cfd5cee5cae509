"""Losses (chapter 11): steps, destruction, capture, and the leaders who are left alone."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import ART, COMBAT, FOLLOWERS, HQ, KIND, LEADER, SIDE_OF, STEPS_OF, TROOPS, UNITS
from senki.games.shiloh.position import (
    CAPTURED,
    DEAD,
    DEPLETED,
    DISRUPTED,
    MUST,
    REDUCED,
    SHAKEN,
    ShilohPosition,
    followers_in,
    put,
)
from senki.games.shiloh.tables import LEADER_REACH
from senki.games.shiloh.tasks import LEFT_ALONE, add

GONE_FLAGS = DISRUPTED | DEPLETED | SHAKEN | MUST


@enforces("SHI-11.1", "SHI-2.4")
def loss_choices(p: ShilohPosition, units: list[int]) -> list[int]:
    """Who may take a step loss: artillery only if it is alone or the infantry is already reduced."""
    present = [u for u in units if p.hex[u] >= 0]
    foot = [u for u in present if KIND[u] != ART]
    if any(not p.flags[u] & REDUCED for u in foot):
        return foot
    return present


@enforces("SHI-11.1", "SHI-11.2")
def lose_step(p: ShilohPosition, unit: int) -> None:
    """A full unit of two steps is turned over; any other is destroyed."""
    if STEPS_OF[unit] == 2 and not p.flags[unit] & REDUCED:
        p.flags[unit] |= REDUCED
        if p.events is not None:
            p.tell("reduced", "SHI-11.1", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})
        return
    hex = p.hex[unit]
    if p.events is not None:
        p.tell("destroyed", "SHI-11.2", {"unit": UNITS[unit], "hex": p.ground.names[hex]})
    take_off(p, unit, DEAD)
    leave_followers(p, SIDE_OF[unit], hex, True)


@enforces("SHI-11.3", "SHI-11.4")
def capture(p: ShilohPosition, unit: int, clause: str) -> None:
    """A unit, leader or headquarters falls into the enemy's hands for good."""
    hex = p.hex[unit]
    if p.events is not None:
        p.tell("captured", clause, {"unit": UNITS[unit], "hex": p.ground.names[hex]})
    take_off(p, unit, CAPTURED)
    if COMBAT[unit]:
        leave_followers(p, SIDE_OF[unit], hex, True)


def take_off(p: ShilohPosition, unit: int, where: int) -> None:
    """Take a counter off the map; its markers go."""
    put(p, unit, where)
    p.flags[unit] &= ~GONE_FLAGS


@enforces("SHI-4.8", "SHI-11.3", "SHI-12.8")
def capture_followers(p: ShilohPosition, side: int, hex: int) -> None:
    """A combat unit of a side has entered a hex: enemy leaders, headquarters and trains alone there are captured."""
    for unit in followers_in(p, 1 - side, hex):
        capture(p, unit, "SHI-4.8")


def leave_followers(p: ShilohPosition, side: int, hex: int, lost: bool) -> None:
    """When the last combat unit has left a hex by rout, destruction or capture, its leaders must go."""
    if hex < 0 or p.presence.units(side, hex):
        return
    for unit in followers_in(p, side, hex):
        if KIND[unit] == LEADER:
            add(p, LEFT_ALONE, unit, 1 if lost else 0)


@enforces("SHI-9.9.5", "SHI-11.3")
def refuges(p: ShilohPosition, leader: int) -> list[int]:
    """The hexes of the nearest friendly combat units, all equally near."""
    best = p.ground.size
    found: list[int] = []
    start = p.hex[leader]
    for unit in TROOPS[SIDE_OF[leader]]:
        hex = p.hex[unit]
        if hex < 0:
            continue
        away = p.ground.distance(start, hex)
        if away < best:
            best = away
            found = [hex]
        elif away == best and hex not in found:
            found.append(hex)
    return sorted(found)


@enforces("SHI-11.3")
def out_of_reach(p: ShilohPosition, leader: int, refuge: int) -> bool:
    """After the destruction or capture of its stack a leader is captured if no friend is within three hexes."""
    return p.ground.distance(p.hex[leader], refuge) > LEADER_REACH


def hq_in(p: ShilohPosition, side: int, hex: int) -> int:
    """The headquarters or train of a side in a hex, or -1."""
    for unit in FOLLOWERS[side]:
        if p.hex[unit] == hex and KIND[unit] >= HQ:
            return unit
    return -1
