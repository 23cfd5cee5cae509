"""Zones of control (2.4)."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.sjw.counters import SIDE_OF
from senki.games.sjw.manpower import combat_value, entrenched_unit, entrenched_value
from senki.games.sjw.position import SjwPosition, exerts, troops_in
from senki.games.sjw.tables import HALF, RESTRICTED


def in_any_zone(p: SjwPosition, side: int, hex: int) -> bool:
    """Does a zone of the other side reach a hex, restricted or not?"""
    return p.presence.zones(1 - side, hex) > 0


@enforces("SJW-2.4.3", "SJW-2.4.4")
def in_enemy_zone(p: SjwPosition, side: int, hex: int) -> bool:
    """Is a hex in a zone of control of the other side? A friend there cancels none, but an enemy too weak has none
    into a hex that is held."""
    if not p.presence.zones(1 - side, hex):
        return False
    if not p.presence.units(side, hex):
        return True
    return bool(unrestricted(p, side, hex))


@enforces("SJW-2.4.3", "SJW-6.2.3")
def meets_zone(p: SjwPosition, unit: int) -> bool:
    """Was the hex a unit has entered in an enemy zone as it came? Those who held it count, the unit itself does not."""
    side, hex = SIDE_OF[unit], p.hex[unit]
    if not p.presence.zones(1 - side, hex):
        return False
    if p.presence.units(side, hex) == 1:
        return True
    return bool(stronger_than(p, side, hex, entrenched_value(p, side, hex) - entrenched_unit(p, unit)))


@enforces("SJW-2.4.3")
def unrestricted(p: SjwPosition, side: int, hex: int) -> list[int]:
    """The hexes whose enemy stacks have a zone into a hex held by a side: more than a fifth of its combat value."""
    return stronger_than(p, side, hex, entrenched_value(p, side, hex))


def stronger_than(p: SjwPosition, side: int, hex: int, held: int) -> list[int]:
    """The same for whatever value (in quarters) holds it."""
    found: list[int] = []
    for other in p.ground.around[hex]:
        if not p.presence.units(1 - side, other) or hex not in p.presence.reached[1 - side][other]:
            continue
        value = sum(combat_value(p, unit) for unit in troops_in(p, 1 - side, other) if exerts(p, unit))
        if value and RESTRICTED * value * HALF > held:
            found.append(other)
    return found
