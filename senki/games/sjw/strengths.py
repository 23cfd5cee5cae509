"""How strong, how fast and how threatened units are, and what an attack is likely to bring."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.fields import pressure
from senki.games.sjw.counters import CSA, KIND, KINDS, SIDES, TROOPS, USA
from senki.games.sjw.crossings import can_cross
from senki.games.sjw.fatigue import extended_sum
from senki.games.sjw.flanks import flank_bonus
from senki.games.sjw.goals import PLANNER, aims_of
from senki.games.sjw.ground import CREEK, MINOR, MOUNTAIN
from senki.games.sjw.manpower import combat_value, entrenched_unit
from senki.games.sjw.modifiers import (
    DEFENCE,
    MARCH_MODIFIERS,
    artillery_halves,
    attacking_tactics,
    defence_value,
    defending_tactics,
    march_band,
    modifiers,
    plain_defence,
    ratio,
    total,
)
from senki.games.sjw.position import DISORGANIZED, SjwPosition, troops_in
from senki.games.sjw.results import (
    ATTACKER_COLUMNS,
    ATTACKER_RESULTS,
    DEFENDER_COLUMNS,
    DEFENDER_RESULTS,
    LEAST,
    column,
    difference,
)
from senki.games.sjw.tables import EXTENDED_FROM, HALF, MOST_FATIGUE, TABLES
from senki.games.sjw.undertaking import MARCH_ATTACK, Battle

PACE: Final[list[list[float]]] = [[float(PLANNER["pace"][side][KINDS[kind]]) for kind in (0, 1)] for side in SIDES]
"""PACE[side][kind]: half points of a march."""
NEARNESS: Final[list[float]] = [float(share) for share in PLANNER["price"]["nearness"]]
FRIENDS: Final[list[float]] = [float(share) for share in PLANNER["price"]["friends"]]
RETREATED: Final[float] = float(PLANNER["odds"]["retreat"])
ROUTED: Final[float] = float(PLANNER["odds"]["rout"])
TIRED: Final[float] = float(PLANNER["odds"]["tired"])
SHAKEN: Final[float] = float(PLANNER["odds"]["shaken"])
WEARY: Final[float] = float(PLANNER["odds"]["fatigue"])
FATIGUE: Final[list[float]] = [float(price) for price in PLANNER["price"]["fatigue"]]
MANPOWER: Final[float] = float(PLANNER["price"]["manpower"])
DISORDER: Final[float] = float(PLANNER["price"]["disorganized"])
RESULTS: Final[list[str]] = [str(name) for name, _ in TABLES["extended_march"]["results"]]
FROM: Final[list[int]] = [int(least) for _, least in TABLES["extended_march"]["results"]]
HOLDS: Final[int] = int(PLANNER["going"]["holds"])
OBSTACLE: Final[int] = int(PLANNER["going"]["obstacle"])
USUAL: Final = 20.0
"""A combat value (in halves) whose disorder is priced as it is written."""


class Survey:
    """Where the stacks of both sides are and what they are worth, at one moment."""

    def __init__(self, p: SjwPosition) -> None:
        self.p = p
        self.at: list[list[int]] = [[], []]
        """By side: the hexes of its stacks, in no order that matters."""
        self.value: list[list[int]] = [[], []]
        """Their combat values in halves."""
        self.defence: list[list[int]] = [[], []]
        """The same with their works, in quarters."""
        self.active: list[list[int]] = [[], []]
        """Combat values in halves of those who can still attack."""
        self.seen: dict[int, int] = {}
        for side in (CSA, USA):
            for unit in TROOPS[side]:
                hex = p.hex[unit]
                if hex >= 0:
                    self.add(side, hex, unit)

    def add(self, side: int, hex: int, unit: int) -> None:
        """A unit more."""
        p = self.p
        n = self.seen.get(hex, -1)
        if n < 0:
            n = len(self.at[side])
            self.seen[hex] = n
            self.at[side].append(hex)
            self.value[side].append(0)
            self.defence[side].append(0)
            self.active[side].append(0)
        value = combat_value(p, unit)
        self.value[side][n] += value
        self.defence[side][n] += entrenched_unit(p, unit)
        if not p.demoralized[unit] and p.fatigue[unit] < MOST_FATIGUE:
            self.active[side][n] += value

    def stack(self, side: int, hex: int) -> int:
        """The combat value of a side in a hex, in halves."""
        n = self.seen.get(hex, -1)
        return self.value[side][n] if 0 <= n < len(self.at[side]) and self.at[side][n] == hex else 0

    def obstacles(self, side: int, goals: list[int]) -> list[int]:
        """The hexes of the enemies whom a side has to go round on its way to some goals, by number; those near a goal
        are not in the way, they hold it."""
        enemy, ground = 1 - side, self.p.ground
        found: list[int] = []
        for n in range(len(self.at[enemy])):
            hex = self.at[enemy][n]
            if self.value[enemy][n] >= OBSTACLE and not any(ground.distance(hex, goal) <= HOLDS for goal in goals):
                found.append(hex)
        found.sort()
        return found

    def threat(self, side: int, hex: int) -> float:
        """What of the enemy's strength is felt by a side in a hex."""
        return pressure(self.p.ground, hex, self.at[1 - side], self.active[1 - side], NEARNESS)

    def support(self, side: int, hex: int) -> float:
        """What of a side's own strength is felt there, works included."""
        return pressure(self.p.ground, hex, self.at[side], self.defence[side], FRIENDS) / HALF


def share_of_friends(away: int) -> float:
    """The share of a friend's strength that is felt at so many hexes."""
    return FRIENDS[away] if away < len(FRIENDS) else 0.0


class Exchange:
    """What a modifier brings on average between forces of two columns, over both dice."""

    def __init__(self, net: int, ours: int, theirs: int) -> None:
        self.lost = 0.0
        self.taken = 0.0
        self.disorder = 0.0
        self.tired = 0.0
        self.shaken = 0.0
        self.wearied = 0.0
        self.retreat = 0.0
        self.rout = 0.0
        for attacker in range(1, 7):
            for defender in range(1, 7):
                row = difference(attacker + net, defender) - LEAST
                self.take_in(row, ours, theirs)

    def take_in(self, row: int, ours: int, theirs: int) -> None:
        """One throw of 36."""
        attack, defence = ATTACKER_RESULTS[row][ours], DEFENDER_RESULTS[row][theirs]
        self.lost += attack.losses / 36
        self.taken += defence.losses / 36
        self.tired += attack.fatigue / 36
        self.wearied += defence.fatigue / 36
        self.disorder += 1 / 36 if attack.disorganizes else 0.0
        self.shaken += 1 / 36 if defence.disorganizes else 0.0
        self.retreat += 1 / 36 if defence.retreats else 0.0
        self.rout += 1 / 36 if defence.routs else 0.0


EXCHANGES: Final[dict[int, Exchange]] = {}
WIDEST: Final = 14
SHUT_OUT: Final = -99
"""How well one attacks over a side that cannot be crossed."""


def exchange(net: int, attack: int, defence: int) -> Exchange:
    """The same by combat values in halves, made once."""
    net = max(-WIDEST, min(WIDEST, net))
    ours, theirs = column(ATTACKER_COLUMNS, attack), column(DEFENDER_COLUMNS, defence)
    key = (net + WIDEST) * 100 + 10 * ours + theirs
    found = EXCHANGES.get(key)
    if found is None:
        found = Exchange(net, ours, theirs)
        EXCHANGES[key] = found
    return found


def gain_of(p: SjwPosition, net: int, attack: int, defenders: list[int], ground: float) -> float:
    """What an attack is worth to the attacker, in points of the loss line; `ground` is what it is worth to him that
    the defenders go."""
    defence = manpower = 0
    for unit in defenders:
        defence += combat_value(p, unit)
        manpower += p.manpower[unit]
    found = exchange(net, attack, defence)
    left = 1.0 if p.turn < p.theatre.plan.turns else 0.3
    size = min(1.0, defence / USUAL)
    gain = min(found.taken, float(manpower)) - found.lost
    gain += found.retreat * (RETREATED * size + ground)
    gain += found.rout * (ROUTED * size + aims_of(p.theatre).rout)
    gain += left * (SHAKEN * found.shaken * size - TIRED * found.disorder * min(1.0, attack / USUAL))
    return gain + left * WEARY * (found.wearied * size - found.tired)


def net_at(p: SjwPosition, battle: Battle) -> int:
    """The modifiers of an attack on the spot, attacker's less defender's; half a point of artillery left out."""
    battle.artillery_die = 1
    found = modifiers(p, battle)
    return total(found, True) - total(found, False)


def net_from_afar(p: SjwPosition, side: int, units: list[int], target: int, defenders: list[int]) -> int:
    """The same of units that have still to come up, without what the hexside and their march add."""
    battle = Battle(MARCH_ATTACK, side, target)
    battle.attackers, battle.defenders = units, defenders
    attack = 0
    for unit in units:
        attack += combat_value(p, unit)
    halves = artillery_halves(p, battle)
    net = ratio(HALF * attack, defence_value(p, battle))
    net += halves // HALF if halves > 0 else -(-halves // HALF)
    net += attacking_tactics(p, battle) - defending_tactics(p, battle)
    net += flank_bonus(p, side, target)
    if p.ground.terrain[target] == MOUNTAIN:
        net -= DEFENCE["mountain"]
    return net


def march_attack(p: SjwPosition, unit: int, target: int, points: int, ground: float) -> float:
    """What an attack of the marching unit is worth now, with the half points it has left."""
    battle = Battle(MARCH_ATTACK, 1 if unit in TROOPS[USA] else 0, target)
    battle.attackers, battle.points = [unit], points
    battle.defenders = troops_in(p, 1 - battle.side, target)
    return gain_of(p, net_at(p, battle), combat_value(p, unit), battle.defenders, ground)


def ease(p: SjwPosition, side: int, hex: int, target: int, points: int) -> int:
    """How well one attacks from a hex with so many half points left: the type of attack less what water costs."""
    if not can_cross(p, side, hex, target):
        return SHUT_OUT
    water = p.ground.water[6 * hex + p.ground.direction(hex, target)]
    found = MARCH_MODIFIERS[march_band(points)]
    if water >= MINOR:
        found -= DEFENCE["crossing"]
    elif water == CREEK:
        found -= DEFENCE["creek"]
    return found


def assault_value(p: SjwPosition, battle: Battle, ground: float) -> float:
    """What an assault of these attackers is worth."""
    battle.defenders = troops_in(p, 1 - battle.side, battle.target)
    value = sum(combat_value(p, unit) for unit in battle.attackers)
    return gain_of(p, net_at(p, battle), value, battle.defenders, ground)


def defence_of(p: SjwPosition, side: int, hex: int) -> int:
    """The combat value of a side's units in a hex, in halves, without works."""
    battle = Battle(MARCH_ATTACK, 1 - side, hex)
    battle.defenders = troops_in(p, side, hex)
    return plain_defence(p, battle)


def march_price(p: SjwPosition, unit: int) -> float:
    """What one more march costs a unit beside its way: fatigue to carry, and an extended march, in points of losses."""
    tired = p.fatigue[unit]
    if tired >= MOST_FATIGUE:
        return 0.0
    left = 1.0 if p.turn < p.theatre.plan.turns else 0.0
    price = left * (FATIGUE[tired + 1] - FATIGUE[tired]) * size_of(p, unit)
    if tired + 1 < EXTENDED_FROM:
        return price
    p.fatigue[unit] = tired + 1
    base = extended_sum(p, unit, 0)
    p.fatigue[unit] = tired
    value = combat_value(p, unit) / HALF
    for die in range(1, 7):
        row = 0
        for n in range(len(FROM)):
            if die + base >= FROM[n]:
                row = n
        if row:
            lost = row - 1 + (1 if p.flags[unit] & DISORGANIZED else 0)
            order = 0.0 if p.flags[unit] & DISORGANIZED else DISORDER * value / 3
            price += (MANPOWER * lost + order) * (0.4 + 0.6 * left) / 6
    return price


def size_of(p: SjwPosition, unit: int) -> float:
    """How much of a usual unit it is."""
    return min(1.0, 0.3 + combat_value(p, unit) / USUAL)


def pace_of(p: SjwPosition, unit: int, side: int) -> float:
    """Half points of a usual march of a unit."""
    return PACE[side][KIND[unit]]
