"""Zones of control (chapter 6) and lines of communication (13.5), as they are asked for."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.counters import INF, SIDE_OF, TROOPS
from senki.games.shiloh.ground import FRAME
from senki.games.shiloh.position import MARCHED, ShilohPosition, in_enemy_zone


@enforces("SHI-6.1", "SHI-6.2")
def zone_holders(p: ShilohPosition, side: int, hex: int) -> list[int]:
    """The units of a side whose zone of control reaches a hex."""
    found: list[int] = []
    reached = p.ground.reached
    for unit in TROOPS[side]:
        at = p.hex[unit]
        if at >= 0 and not p.flags[unit] & MARCHED and hex in reached[at]:
            found.append(unit)
    return found


@enforces("SHI-6.4")
def held_against(p: ShilohPosition, side: int, hex: int) -> bool:
    """In an enemy zone without a friendly combat unit: shut to retreats and lines of communication."""
    return in_enemy_zone(p, side, hex) and not p.presence.here[FRAME * side + hex]


@enforces("SHI-13.5", "SHI-13.6", "SHI-6.4", "SHI-17.3.8")
def communications(p: ShilohPosition, side: int) -> list[bool]:
    """Every hex from which a line of communication can be traced now, by frame number."""
    ground = p.ground
    open_hex = [False] * FRAME
    front: list[int] = []
    enemy = FRAME * (1 - side)
    for hex in ground.loc[side]:
        if not p.presence.here[enemy + hex] and not held_against(p, side, hex):
            open_hex[hex] = True
            front.append(hex)
    passable = ground.passable[INF]
    while front:
        hex = front.pop()
        for d in range(6):
            place = 6 * hex + d
            to = ground.next[place]
            if to < 0 or open_hex[to] or not passable[place]:
                continue
            if p.presence.here[enemy + to] or held_against(p, side, to):
                continue
            open_hex[to] = True
            front.append(to)
    return open_hex


def has_communications(p: ShilohPosition, unit: int) -> bool:
    """Can this counter trace a line of communication now?"""
    return p.hex[unit] >= 0 and communications(p, SIDE_OF[unit])[p.hex[unit]]
