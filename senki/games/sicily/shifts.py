"""Column shifts (17.9 to 17.14, 4.10), each as a line of its own; to the right is above nought."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.games.sicily.battle import Battle
from senki.games.sicily.contact import bound_for
from senki.games.sicily.counters import (
    ALLIES,
    ANTI_TANK,
    BRACKETED,
    DIVISION,
    DIVISIONS,
    INTEGRITY,
    IS_ARTILLERY,
    IS_DEPOT,
    IS_TANK,
    REGIMENTS_OF,
    TYPE,
)
from senki.games.sicily.position import SicilyPosition, is_regiment
from senki.games.sicily.strengths import (
    attack_strength,
    column_for,
    crosses_river,
    defence_strength,
    from_sea,
    shifted,
)
from senki.games.sicily.tables import TABLES

Line = tuple[str, str, int]
"""The clause, the word for it, and columns: to the right above nought."""
_COMBAT: Final[dict[str, Any]] = TABLES["combat"]
ELEVATION: Final[list[int]] = list(_COMBAT["elevation"])
TOWN: Final[int] = int(_COMBAT["town"])
SURPRISE: Final[int] = int(_COMBAT["surprise"])
MOST_INTEGRITY: Final[int] = int(_COMBAT["integrity_attack"])
MOST_INTEGRITY_DEFENCE: Final[int] = int(_COMBAT["integrity_defence"])
MOST_GUNS: Final[int] = int(_COMBAT["artillery_attack"])
MOST_GUNS_DEFENCE: Final[int] = int(_COMBAT["artillery_defence"])
PARACHUTISTS: Final[int] = DIVISIONS.index("1FJ")
"""The division that makes do with two regiments while the third is not in play (17.11)."""
AIR_BOMBED: Final = 2
AIR_HIT: Final = 3


@enforces("SIC-17.14")
def shift_lines(p: SicilyPosition, battle: Battle) -> list[Line]:
    """Everything that shifts the column of a combat, in the order of the rules; what does not is left out."""
    allied = 1 if battle.side == ALLIES else -1
    lines: list[Line] = [
        ("SIC-17.9", "elevation", -elevation(p, battle)),
        ("SIC-17.10", "town", -town(p, battle)),
        ("SIC-17.11", "integrity", attack_integrity(p, battle)),
        ("SIC-17.11", "integrity_defence", -defence_integrity(p, battle)),
        ("SIC-17.12", "combined_arms", combined_arms(p, battle)),
        ("SIC-4.10", "surprise", surprise(p, battle)),
        ("SIC-17.13", "artillery", min(MOST_GUNS, len(battle.attack_guns))),
        ("SIC-17.13", "artillery_defence", -min(MOST_GUNS_DEFENCE, len(battle.defence_guns))),
        ("SIC-13.3", "air", allied * air_shift(battle)),
        ("SIC-21.2", "naval", allied * battle.naval_hits),
    ]
    return [line for line in lines if line[2]]


def total(lines: list[Line]) -> int:
    """All the lines together."""
    return sum(line[2] for line in lines)


def differential(p: SicilyPosition, battle: Battle) -> int:
    """Attack less defence (17.8)."""
    return attack_strength(p, battle) - defence_strength(p, battle)


@enforces("SIC-17.8")
def column_of(p: SicilyPosition, battle: Battle) -> int:
    """The column of the table in which the die is read."""
    return shifted(column_for(differential(p, battle)), total(shift_lines(p, battle)))


@enforces("SIC-17.9", "SIC-4.7")
def attack_level(p: SicilyPosition, battle: Battle) -> int:
    """The highest hex attacked from; whoever comes from the sea is at level 1."""
    return max([1, *[p.ground.level[p.hex[unit]] for unit in battle.attackers if not from_sea(p, unit)]])


@enforces("SIC-17.9", "SIC-17.7")
def elevation(p: SicilyPosition, battle: Battle) -> int:
    """Columns to the left by how much higher the highest defending hex is."""
    higher = max(p.ground.level[hex] for hex in battle.targets) - attack_level(p, battle)
    return ELEVATION[max(0, min(len(ELEVATION) - 1, higher))]


@enforces("SIC-17.10", "SIC-17.7")
def town(p: SicilyPosition, battle: Battle) -> int:
    """One column to the left if a defending hex is a town or a city."""
    return TOWN if any(p.ground.town[hex] or p.ground.city[hex] for hex in battle.targets) else 0


@enforces("SIC-17.11")
def regiments_needed(p: SicilyPosition, division: int) -> int:
    """How many regiments the integrity of a division takes."""
    needed = INTEGRITY[division]
    if division == PARACHUTISTS:
        there = [unit for unit in REGIMENTS_OF[division] if p.hex[unit] >= 0 and is_regiment(p, unit)]
        needed = max(needed, len(there))
    return needed


@enforces("SIC-17.11")
def attack_integrity(p: SicilyPosition, battle: Battle) -> int:
    """One column for each division, two at most, with a regiment in the attack and as many as it takes next to all
    defending hexes; cadres do not count."""
    divisions = {DIVISION[unit] for unit in battle.attackers if DIVISION[unit] and is_regiment(p, unit)}
    found = 0
    for division in sorted(divisions):
        near = [unit for unit in REGIMENTS_OF[division] if is_regiment(p, unit) and next_to_all(p, unit, battle)]
        if len(near) >= regiments_needed(p, division):
            found += 1
    return min(MOST_INTEGRITY, found)


def next_to_all(p: SicilyPosition, unit: int, battle: Battle) -> bool:
    """Is a unit next to every defending hex, and not bound for another landing hex?"""
    hex = p.hex[unit]
    if hex < 0 or (from_sea(p, unit) and bound_for(p, unit) not in battle.targets):
        return False
    return all(p.ground.direction(hex, target) >= 0 for target in battle.targets)


@enforces("SIC-17.11")
def defence_integrity(p: SicilyPosition, battle: Battle) -> int:
    """One column if a defending regiment has another of its division beside or with it."""
    for unit in battle.defenders:
        if not DIVISION[unit] or not is_regiment(p, unit):
            continue
        for other in REGIMENTS_OF[DIVISION[unit]]:
            there = other != unit and p.hex[other] >= 0 and is_regiment(p, other)
            if there and p.ground.distance(p.hex[unit], p.hex[other]) <= 1:
                return MOST_INTEGRITY_DEFENCE
    return 0


@enforces("SIC-17.12", "SIC-1.6")
def combined_arms(p: SicilyPosition, battle: Battle) -> int:
    """One column for each attacking hex with tanks and somebody else, or a bracketed unit; one in all across a river;
    none against defenders who combine arms themselves."""
    if defence_combines(p, battle):
        return 0
    found = 0
    for hex in sorted({p.hex[unit] for unit in battle.attackers}):
        if hex_combines(p, [unit for unit in battle.attackers if p.hex[unit] == hex]):
            found += 1
    return min(1, found) if crosses_any_river(p, battle) else found


def is_bracketed(p: SicilyPosition, unit: int) -> bool:
    """Has it combined arms of its own? A cadre has not."""
    return BRACKETED[unit] and is_regiment(p, unit)


def hex_combines(p: SicilyPosition, units: list[int]) -> bool:
    """Do attackers of one hex combine arms? Artillery is no partner of tanks."""
    if any(is_bracketed(p, unit) for unit in units):
        return True
    tanks = any(IS_TANK[unit] for unit in units)
    return tanks and any(not IS_TANK[unit] and not IS_ARTILLERY[unit] for unit in units)


@enforces("SIC-17.12")
def defence_combines(p: SicilyPosition, battle: Battle) -> bool:
    """A bracketed defender, or a hex with a tank or anti-tank unit and another that is no tank unit."""
    for hex in battle.targets:
        units = [unit for unit in battle.defenders if p.hex[unit] == hex and not IS_DEPOT[unit]]
        if any(is_bracketed(p, unit) for unit in units):
            return True
        for unit in units:
            armour = IS_TANK[unit] or TYPE[unit] == ANTI_TANK
            if armour and any(other != unit and not IS_TANK[other] for other in units):
                return True
    return False


def crosses_any_river(p: SicilyPosition, battle: Battle) -> bool:
    """Does any attacker attack across a river?"""
    for unit in battle.attackers:
        if any(crosses_river(p, p.hex[unit], target) for target in battle.targets):
            return True
    return False


@enforces("SIC-4.10")
def surprise(p: SicilyPosition, battle: Battle) -> int:
    """In the first Allied combat phase of turn 1 an attack with somebody from the sea takes the enemy by surprise."""
    if p.turn != 1 or p.special or battle.side != ALLIES:
        return 0
    return SURPRISE if any(from_sea(p, unit) for unit in battle.attackers) else 0


@enforces("SIC-13.3", "SIC-13.6")
def air_shift(battle: Battle) -> int:
    """A column for the Allies by an air point that has succeeded, or one of emergency bombing."""
    return 1 if battle.air in (AIR_BOMBED, AIR_HIT) else 0
