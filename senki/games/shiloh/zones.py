"""Zones of control (chapter 6) and lines of communication (13.5), as they are asked for."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import u8

from senki.boards.hexes.trace import Passer, trace
from senki.engine.clauses import enforces
from senki.games.shiloh.counters import INF, TROOPS
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
    return in_enemy_zone(p, side, hex) and not p.presence.units(side, hex)


@final
class Communications(Passer):
    """A line of communication: open to infantry, clear of the enemy and of his zones where no friend is."""

    def __init__(self, p: ShilohPosition, side: int) -> None:
        self.here: vec[u8] = p.presence.here
        self.zoc: vec[u8] = p.presence.zoc
        self.own: int = p.ground.size * side
        self.enemy: int = p.ground.size * (1 - side)
        self.passable: list[bool] = p.ground.passable[INF]

    def begins(self, hex: int) -> bool:
        """No enemy there, nor his zone without a friend."""
        if self.here[self.enemy + hex]:
            return False
        return self.zoc[self.enemy + hex] == 0 or self.here[self.own + hex] > 0

    def passes(self, place: int, to: int) -> bool:
        """The same of every hex, over ground that infantry can cross."""
        return self.passable[place] and self.begins(to)


@enforces("SHI-13.5", "SHI-13.6", "SHI-6.4", "SHI-17.3.8")
def communications(p: ShilohPosition, side: int) -> list[bool]:
    """By hex: can a line of communication be traced from there now?"""
    return trace(p.ground, p.ground.loc[side], Communications(p, side))
