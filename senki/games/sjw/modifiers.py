"""What is added to the dice (7.2 to 7.4): values, artillery, tactics, flanks, terrain, leaders, weather, morale."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.games.sjw.commands import commands, tactical_of
from senki.games.sjw.counters import CORPS, SIZE, TACTICAL, UNIT, UNITS
from senki.games.sjw.flanks import flank_bonus, refused_bonus
from senki.games.sjw.ground import CREEK, MINOR, MOUNTAIN, RAIN, TERRAIN
from senki.games.sjw.manpower import artillery_of, combat_value
from senki.games.sjw.panic import panic_modifier
from senki.games.sjw.position import SjwPosition, leaders_in
from senki.games.sjw.tables import HALF, TABLES, WORKS_HALVES
from senki.games.sjw.undertaking import MARCH_ATTACK, Battle

ATTACK: Final[dict[str, Any]] = TABLES["attack"]
MARCH_TYPES: Final[list[str]] = [str(row["type"]) for row in ATTACK["march"]]
MARCH_LEAST: Final[list[int]] = [int(row["least"]) for row in ATTACK["march"]]
MARCH_MODIFIERS: Final[list[int]] = [int(row["modifier"]) for row in ATTACK["march"]]
LEADER_BONUS: Final[dict[int, int]] = {UNIT[name]: int(bonus) for name, bonus in ATTACK["leader_bonus"].items()}
DEFENCE: Final[dict[str, int]] = dict(TABLES["defence"])
MOST: Final[dict[str, Any]] = TABLES["combat_value"]
BANDS: Final[list[int]] = list(TABLES["artillery"]["bands"])
ARTILLERY: Final[list[list[int]]] = [list(TABLES["artillery"][name]) for name in TERRAIN]
"""ARTILLERY[terrain][band]: twice the modifier."""
QUARTERS: Final = 4
DEMORALIZED: Final = 2
"""The level that weakens a side's dice."""


class Modifier:
    """One line of the reckoning: what it is, how much, for the attacker or the defender, by which clause."""

    def __init__(self, key: str, amount: int, clause: str, attacker: bool, facts: dict[str, str | int]) -> None:
        self.key = key
        self.amount = amount
        self.clause = clause
        self.attacker = attacker
        self.facts = facts


@enforces("SJW-7.4.1")
def modifiers(p: SjwPosition, battle: Battle) -> list[Modifier]:
    """Everything that is added to either die, in the order of 7.C; what adds nothing is left out."""
    found: list[Modifier] = []
    attacking, defending = attack_value(p, battle), defence_value(p, battle)
    add(found, "ratio", ratio(HALF * attacking, defending), "SJW-7.2.4")
    twice = artillery_halves(p, battle)
    facts: dict[str, str | int] = {"difference": artillery_difference(p, battle)}
    add(found, "artillery", settled(twice, battle.artillery_die), "SJW-7.3", True, facts)
    ours, theirs = attacking_tactics(p, battle), defending_tactics(p, battle)
    add(found, "tactics", ours - theirs, "SJW-7.4.2", True, {"attacker": ours, "defender": theirs})
    add(found, "flanks", flank_bonus(p, battle.side, battle.target), "SJW-7.4.3")
    add_attack_type(p, battle, found)
    if p.weather == RAIN:
        add(found, "rain", int(ATTACK["rain"]), "SJW-14.2")
    add(found, "panic", panic_modifier(p, battle.side), "SJW-18.2")
    add(found, "demoralized", demoralized_modifier(p, battle.attackers), "SJW-7.4.1")
    add(found, "hexside", hexside_modifier(p, battle), "SJW-7.4.5", False)
    add(found, "mountain", mountain_modifier(p, battle), "SJW-7.4.5", False)
    add(found, "panic", panic_modifier(p, 1 - battle.side), "SJW-18.2", False)
    add(found, "demoralized", demoralized_modifier(p, battle.defenders), "SJW-7.4.1", False)
    if battle.refused:
        add(found, "refused", refused_bonus(p, battle.side, battle.target), "SJW-7.9", False)
    return found


def add(
    found: list[Modifier],
    key: str,
    amount: int,
    clause: str,
    attacker: bool = True,
    facts: dict[str, str | int] | None = None,
) -> None:
    """Note a modifier that changes something."""
    if amount:
        found.append(Modifier(key, amount, clause, attacker, facts if facts is not None else {}))


def total(found: list[Modifier], attacker: bool) -> int:
    """The sum of the attacker's or the defender's modifiers."""
    return sum(one.amount for one in found if one.attacker == attacker)


@enforces("SJW-7.2.1", "SJW-7.2.3")
def attack_value(p: SjwPosition, battle: Battle) -> int:
    """The combat value of the attackers, at most 70 from one hex, in halves."""
    by_hex: dict[int, int] = {}
    for unit in battle.attackers:
        by_hex[p.hex[unit]] = by_hex.get(p.hex[unit], 0) + combat_value(p, unit)
    most = HALF * int(MOST["attacker_per_hex"])
    return sum(min(value, most) for value in by_hex.values())


@enforces("SJW-7.2.1", "SJW-7.1.3")
def plain_defence(p: SjwPosition, battle: Battle) -> int:
    """The combat value of all defenders without their works, in halves."""
    return sum(combat_value(p, unit) for unit in battle.defenders)


@enforces("SJW-7.2.2", "SJW-7.2.3")
def defence_value(p: SjwPosition, battle: Battle) -> int:
    """The same with the factor of each unit's works, at most 60, or 100 and 130 with half or all of it entrenched; in
    quarters."""
    value = covered = 0
    for unit in battle.defenders:
        value += combat_value(p, unit) * WORKS_HALVES[p.works[unit]]
        covered += combat_value(p, unit) if p.works[unit] else 0
    plain = plain_defence(p, battle)
    if covered == plain:
        most = int(MOST["all_entrenched"])
    elif HALF * covered >= plain:
        most = int(MOST["half_entrenched"])
    else:
        most = int(MOST["defender"])
    return min(value, QUARTERS * most)


@enforces("SJW-7.2.4")
def ratio(attacking: int, defending: int) -> int:
    """Each full time the attacker is as strong as the defender beyond the first adds 1; so for the defender, against
    him, each time begun."""
    if attacking >= defending:
        return attacking // defending - 1
    return 1 - (defending + attacking - 1) // attacking


@enforces("SJW-7.3")
def artillery_difference(p: SjwPosition, battle: Battle) -> int:
    """The guns of the attackers less those of the defenders, whose works multiply them."""
    ours = sum(artillery_of(p, unit) for unit in battle.attackers)
    theirs = sum(artillery_of(p, unit) * WORKS_HALVES[p.works[unit]] // HALF for unit in battle.defenders)
    return ours - theirs


@enforces("SJW-7.3")
def artillery_halves(p: SjwPosition, battle: Battle) -> int:
    """Twice what artillery adds to the attacker in the terrain of the defender."""
    difference = artillery_difference(p, battle)
    row = ARTILLERY[p.ground.terrain[battle.target]]
    found = row[0]
    for n in range(1, len(BANDS)):
        if difference >= BANDS[n]:
            found = row[n]
    return found


@enforces("SJW-7.3")
def settled(halves: int, die: int) -> int:
    """Half a point is settled by a die: even away from nought, odd toward it."""
    size = abs(halves)
    whole = (size + 1) // HALF if die % 2 == 0 else size // HALF
    return whole if halves > 0 else -whole


@enforces("SJW-7.4.2")
def attacking_tactics(p: SjwPosition, battle: Battle) -> int:
    """The best tactical value among the attackers and the corps leaders who lead some of them; in a march only those
    who ride with the unit."""
    best = max(TACTICAL[unit] for unit in battle.attackers)
    leaders: list[int] = []
    if battle.kind == MARCH_ATTACK:
        leaders = p.march.riders if p.march is not None else []
    else:
        for hex in sorted({p.hex[unit] for unit in battle.attackers}):
            leaders += leaders_in(p, battle.side, hex)
    return max(best, best_leader(p, leaders, battle.attackers))


@enforces("SJW-7.4.2")
def defending_tactics(p: SjwPosition, battle: Battle) -> int:
    """The best tactical value among the defenders and the corps leaders with them who command one of them."""
    best = max(TACTICAL[unit] for unit in battle.defenders)
    return max(best, best_leader(p, leaders_in(p, 1 - battle.side, battle.target), battle.defenders))


def best_leader(p: SjwPosition, leaders: list[int], units: list[int]) -> int:
    """The best tactical value of corps leaders who command at least one of these units."""
    best = 0
    for leader in leaders:
        if SIZE[leader] == CORPS and any(commands(p, leader, unit) for unit in units):
            best = max(best, tactical_of(p, leader))
    return best


@enforces("SJW-7.1.1", "SJW-7.4.6")
def add_attack_type(p: SjwPosition, battle: Battle, found: list[Modifier]) -> None:
    """A march attack counts by the points left; an assault has its bonus, with Jackson or Lee one more."""
    if battle.kind == MARCH_ATTACK:
        band = march_band(battle.points)
        add(found, MARCH_TYPES[band], MARCH_MODIFIERS[band], "SJW-7.1.1")
        return
    add(found, "assault", int(ATTACK["assault"]), "SJW-7.4.1")
    for leader in (battle.leader, battle.grand):
        if leader in LEADER_BONUS:
            add(found, "led", LEADER_BONUS[leader], "SJW-7.4.6", True, {"leader": UNITS[leader]})


@enforces("SJW-7.1.1")
def march_band(points: int) -> int:
    """The type of a march attack by the half points left."""
    found = 0
    for n in range(len(MARCH_LEAST)):
        if points >= HALF * MARCH_LEAST[n]:
            found = n
    return found


@enforces("SJW-7.4.5", "SJW-14.2")
def hexside_modifier(p: SjwPosition, battle: Battle) -> int:
    """A bridge or ford, or a creek, in front of the defender: only if all attackers must cross one, the smallest."""
    found: list[int] = []
    for unit in battle.attackers:
        hex = p.hex[unit]
        water = p.ground.water[6 * hex + p.ground.direction(hex, battle.target)]
        if water >= MINOR:
            found.append(DEFENCE["crossing"])
        elif water == CREEK:
            found.append(DEFENCE["creek_rain" if p.weather == RAIN else "creek"])
        else:
            found.append(0)
    return min(found)


@enforces("SJW-7.4.5")
def mountain_modifier(p: SjwPosition, battle: Battle) -> int:
    """A defender in the mountains: less if every attacker is there too."""
    if p.ground.terrain[battle.target] != MOUNTAIN:
        return 0
    both = all(p.ground.terrain[p.hex[unit]] == MOUNTAIN for unit in battle.attackers)
    return DEFENCE["mountain_both" if both else "mountain"]


@enforces("SJW-7.4.1", "SJW-11.1")
def demoralized_modifier(p: SjwPosition, units: list[int]) -> int:
    """At least half of a side's combat value comes from units that are demoralized twice over."""
    shaken = sum(combat_value(p, unit) for unit in units if p.demoralized[unit] >= DEMORALIZED)
    everyone = sum(combat_value(p, unit) for unit in units)
    return int(ATTACK["demoralized"]) if shaken and HALF * shaken >= everyone else 0
