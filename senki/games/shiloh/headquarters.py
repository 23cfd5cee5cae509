"""Headquarters (chapter 13), returns of routed units (9.9.4) and recovery (7.6, 10.6, 12.7)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.shiloh.counters import HQ_OF, KIND, LEADERS, SIDE_OF, SIDES, TROOPS, UNITS
from senki.games.shiloh.ground import can_stand
from senki.games.shiloh.morale import led, morale_of
from senki.games.shiloh.options import DECLINE, REPLACE
from senki.games.shiloh.position import (
    DEPLETED,
    DISRUPTED,
    MOVED,
    PLACED,
    REDUCED,
    ROUTED,
    TURNED,
    ShilohPosition,
    enemies_in,
    followers_in,
    in_enemy_zone,
    put,
)
from senki.games.shiloh.tables import REPLACEMENT_DISTANCE, STACKING, is_night
from senki.games.shiloh.zones import communications


@enforces("SHI-13.1", "SHI-2.7")
def active_hq(p: ShilohPosition, side: int) -> int:
    """The hex of the active headquarters of a side, or -1."""
    hq = HQ_OF[side]
    return p.hex[hq] if p.hex[hq] >= 0 and not p.flags[hq] & TURNED else -1


@enforces("SHI-9.9.4")
def returning(p: ShilohPosition, side: int) -> list[int]:
    """Routed units whose turn has come."""
    return [unit for unit in TROOPS[side] if p.hex[unit] == ROUTED and p.due[unit] <= p.turn]


@enforces("SHI-9.9.4")
def return_places(p: ShilohPosition, unit: int) -> list[int]:
    """In or next to the active headquarters, not in an enemy zone; without one a friendly LOC hex free of enemies."""
    side = SIDE_OF[unit]
    hq = active_hq(p, side)
    hexes = [hq, *p.ground.around[hq]] if hq >= 0 else p.ground.loc[side]
    found: list[int] = []
    for hex in hexes:
        free = not enemies_in(p, side, hex) and not followers_in(p, 1 - side, hex)
        room = p.presence.units(side, hex) < STACKING and can_stand(p.ground, KIND[unit], hex)
        if free and room and (hq < 0 or not in_enemy_zone(p, side, hex)):
            found.append(hex)
    return sorted(found)


@enforces("SHI-9.9.4")
def bring_back(p: ShilohPosition, unit: int, hex: int) -> None:
    """The unit comes back disrupted and does not roll for recovery in this phase."""
    put(p, unit, hex)
    p.due[unit] = 0
    p.flags[unit] |= DISRUPTED | PLACED
    if p.events is not None:
        p.tell("returned", "SHI-9.9.4", {"unit": UNITS[unit], "hex": p.ground.names[hex]})


@enforces("SHI-13.7", "SHI-13.6", "SHI-13.8")
def replacements(p: ShilohPosition, side: int) -> list[int]:
    """The reduced units an active headquarters with communications may restore: one of them."""
    hq = active_hq(p, side)
    if hq < 0:
        return []
    reduced = [u for u in TROOPS[side] if p.flags[u] & REDUCED and p.hex[u] >= 0 and not p.flags[u] & DISRUPTED]
    if not reduced:
        return []
    line = communications(p, side)
    if not line[hq]:
        return []
    found: list[int] = []
    for unit in reduced:
        hex = p.hex[unit]
        if line[hex] and not in_enemy_zone(p, side, hex) and p.ground.distance(hq, hex) <= REPLACEMENT_DISTANCE:
            found.append(unit)
    return found


@enforces("SHI-13.7")
def replacement_objections(p: ShilohPosition, option: Option) -> list[Objection]:
    """Why this unit may not have the step."""
    if option.verb == "decline":
        return []
    if option.verb != "replace":
        return [forbid("SHI-13.7", "replace_now")]
    unit = option.subject
    return [] if unit in replacements(p, p.side) else [forbid("SHI-13.7", unit=UNITS[unit])]


def replacement_options(p: ShilohPosition) -> list[Option]:
    """Who gets the step, or nobody."""
    return [DECLINE, *(p.ground.words.one(REPLACE, unit) for unit in replacements(p, p.side))]


def replacement_candidates(p: ShilohPosition) -> list[Option]:
    """Every unit of the side."""
    return [DECLINE, *(p.ground.words.one(REPLACE, unit) for unit in TROOPS[p.side])]


@enforces("SHI-13.7")
def restore(p: ShilohPosition, unit: int) -> None:
    """The unit is turned to its full side."""
    p.flags[unit] &= ~REDUCED
    if p.events is not None:
        p.tell("replaced", "SHI-13.7", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})


@enforces("SHI-7.6", "SHI-3.6")
def recovering(p: ShilohPosition, side: int) -> list[int]:
    """Disrupted units that may try: not in an enemy zone, or with an effective leader; not those just placed."""
    found: list[int] = []
    for unit in TROOPS[side]:
        if p.hex[unit] < 0 or not p.flags[unit] & DISRUPTED or p.flags[unit] & PLACED:
            continue
        if not in_enemy_zone(p, side, p.hex[unit]) or led(p, unit):
            found.append(unit)
    return found


@enforces("SHI-7.6", "SHI-13.6")
def recovery_value(p: ShilohPosition, unit: int) -> int:
    """Morale, one less without a line of communication."""
    line = communications(p, SIDE_OF[unit])
    return max(1, morale_of(p, unit) - (0 if line[p.hex[unit]] else 1))


@enforces("SHI-3.6")
def recovers_by_night(p: ShilohPosition, unit: int) -> bool:
    """At night units out of enemy zones recover without a roll."""
    return is_night(p.turn) and not in_enemy_zone(p, SIDE_OF[unit], p.hex[unit])


def recover(p: ShilohPosition, unit: int) -> None:
    """The marker is removed."""
    p.flags[unit] &= ~DISRUPTED
    if p.events is not None:
        p.tell("recovered", "SHI-7.6", {"unit": UNITS[unit], "hex": p.ground.names[p.hex[unit]]})


@enforces("SHI-10.6", "SHI-13.6")
def resupply(p: ShilohPosition, side: int) -> None:
    """Depleted units with a line of communication and out of enemy zones lose the marker."""
    depleted = [u for u in TROOPS[side] if p.flags[u] & DEPLETED and p.hex[u] >= 0]
    if not depleted:
        return
    line = communications(p, side)
    for unit in depleted:
        hex = p.hex[unit]
        if line[hex] and not in_enemy_zone(p, side, hex):
            p.flags[unit] &= ~DEPLETED
            if p.events is not None:
                p.tell("resupplied", "SHI-10.6", {"unit": UNITS[unit]})


@enforces("SHI-12.7")
def ineffective_leaders(p: ShilohPosition, side: int) -> list[int]:
    """Leaders to recover; with or next to the active headquarters they do so at once."""
    hq = active_hq(p, side)
    found: list[int] = []
    for leader in LEADERS[side]:
        hex = p.hex[leader]
        if hex < 0 or not p.flags[leader] & TURNED:
            continue
        if hq >= 0 and p.ground.distance(hq, hex) <= 1:
            leader_recovers(p, leader)
        else:
            found.append(leader)
    return found


def leader_recovers(p: ShilohPosition, leader: int) -> None:
    """The leader is effective again."""
    p.flags[leader] &= ~TURNED
    if p.events is not None:
        p.tell("leader_recovered", "SHI-12.7", {"unit": UNITS[leader]})


@enforces("SHI-13.3", "SHI-13.6")
def flip_objections(p: ShilohPosition, side: int) -> list[Objection]:
    """Why the headquarters may not be flipped: to become active it must be out of enemy zones and have a LOC."""
    hq = HQ_OF[side]
    hex = p.hex[hq]
    if hex < 0:
        return [forbid("SHI-13.3", "not_on_map", unit=UNITS[hq])]
    if not p.flags[hq] & TURNED:
        return []
    if in_enemy_zone(p, side, hex) or not communications(p, side)[hex]:
        return [forbid("SHI-13.3", unit=UNITS[hq])]
    return []


@enforces("SHI-13.3", "SHI-13.2")
def flip(p: ShilohPosition, side: int) -> None:
    """Turn the headquarters over; it does not move in this phase."""
    hq = HQ_OF[side]
    p.flags[hq] ^= TURNED
    p.flags[hq] |= MOVED
    if p.events is not None:
        kind = "hq_inactive" if p.flags[hq] & TURNED else "hq_active"
        p.tell(kind, "SHI-13.3", {"side": SIDES[side], "hex": p.ground.names[p.hex[hq]]})
