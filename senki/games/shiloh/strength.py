"""Strength (chapter 8): halvings, totals and the differential."""

from __future__ import annotations

from senki.engine.clauses import enforces
from senki.games.shiloh.artillery import fire_quarters
from senki.games.shiloh.battle import Battle
from senki.games.shiloh.counters import CAV, CF, FORMATION, KIND, RATING, REDUCED_CF
from senki.games.shiloh.position import (
    DEPLETED,
    DISRUPTED,
    DIVISION_INTEGRITY,
    MARCHED,
    REDUCED,
    ShilohPosition,
)
from senki.games.shiloh.tables import GUNBOAT_CF, LAST_COLUMN, LEAST_QUARTERS, column_of


@enforces("SHI-2.4")
def factor(p: ShilohPosition, unit: int) -> int:
    """The combat factor of a unit as it is now."""
    return REDUCED_CF[unit] if p.flags[unit] & REDUCED else CF[unit]


@enforces("SHI-2.9", "SHI-8.5", "SHI-10.5")
def attack_quarters(p: ShilohPosition, unit: int, target: int) -> int:
    """An attacker's factor in quarters: halved for the ground and for want of ammunition, never below one quarter."""
    hex = p.hex[unit]
    left = p.ground.quarters[KIND[unit]][6 * hex + p.ground.direction(hex, target)]
    if left == 0:
        return 4  # cavalry whose factor becomes 1
    if p.flags[unit] & DEPLETED:
        left = max(LEAST_QUARTERS, left // 2)
    return factor(p, unit) * left


@enforces("SHI-2.9", "SHI-8.6")
def defence_quarters(p: ShilohPosition, unit: int, hex: int) -> int:
    """A defender's factor in quarters: halved if disrupted, in march column, in a stream, cavalry in a town."""
    left = 4
    flags = p.flags[unit]
    ground = p.ground
    if flags & DISRUPTED:
        left //= 2
    if flags & MARCHED:
        left //= 2
    if ground.stream[hex] and not ground.in_swamp(hex):
        left //= 2
    if KIND[unit] == CAV and ground.chart(hex).get("cavalry_defence_halved"):
        left //= 2
    return factor(p, unit) * max(LEAST_QUARTERS, left)


@enforces("SHI-2.9")
def rounded(quarters: int) -> int:
    """The total of a side is rounded up once, and is at least 1."""
    return max(1, (quarters + 3) // 4)


@enforces("SHI-8.3", "SHI-8.7.1", "SHI-8.7.2", "SHI-8.7.3", "SHI-8.8.2")
def attack_total(p: ShilohPosition, battle: Battle) -> int:
    """Attackers and supporting batteries, a leader unless he leads a charge, and the gunboat."""
    quarters = 0
    for unit in battle.attackers:
        quarters += attack_quarters(p, unit, battle.target)
    for unit in battle.support:
        quarters += factor(p, unit) * fire_quarters(p, unit, battle.target)
    total = 4 * (RATING[battle.leader] if battle.leader >= 0 and not battle.charge else 0)
    total += 4 * (GUNBOAT_CF if battle.gunboat else 0)
    return rounded(quarters + total)


@enforces("SHI-8.2", "SHI-8.6", "SHI-8.7.1")
def defence_total(p: ShilohPosition, battle: Battle) -> int:
    """All combat units in the hex, a leader and the gunboat."""
    quarters = 0
    for unit in battle.defenders:
        quarters += defence_quarters(p, unit, battle.target)
    total = RATING[battle.defending_leader] if battle.defending_leader >= 0 else 0
    total += GUNBOAT_CF if battle.defending_gunboat else 0
    return rounded(quarters + 4 * total)


@enforces("SHI-15.3")
def integrity(p: ShilohPosition, battle: Battle) -> int:
    """Under the optional rule +1 if at least two units attack and all belong to one formation."""
    units = battle.attackers
    if not p.on(DIVISION_INTEGRITY) or len(units) < 2:
        return 0
    return 1 if all(FORMATION[unit] == FORMATION[units[0]] for unit in units) else 0


@enforces("SHI-8.3")
def differential(p: ShilohPosition, battle: Battle) -> int:
    """Attack total less defence total."""
    return attack_total(p, battle) - defence_total(p, battle) + integrity(p, battle)


@enforces("SHI-8.3", "SHI-8.8.2")
def column_for(p: ShilohPosition, battle: Battle) -> int:
    """The column, moved right by the leader's rating in a charge."""
    column = column_of(differential(p, battle))
    if battle.charge:
        column = min(LAST_COLUMN, column + RATING[battle.leader])
    return column
