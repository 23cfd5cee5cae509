"""Where it pays to stand: the machine player's view of the ground."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.fields import Goer, field, nearest
from senki.boards.hexes.search import SHUT
from senki.games.shiloh.counters import (
    COMBAT,
    CSA,
    FORMATION,
    HQ,
    HQ_OF,
    INF,
    KIND,
    LEADER,
    RATING,
    SIDE_OF,
    TROOPS,
    USA,
)
from senki.games.shiloh.ground import Ground
from senki.games.shiloh.position import DISRUPTED, FIRST_MORNING, MARCHED, TURNED, ShilohPosition
from senki.games.shiloh.strength import attack_quarters, defence_quarters, factor, rounded
from senki.games.shiloh.tables import NIGHT, OWN_FORMATIONS, REPLACEMENT_DISTANCE, column_of

FAR: Final = 60
GAIN: Final = [-1.6, -1.1, -0.7, -0.25, 0.25, 0.7, 1.1, 1.5, 1.9]
"""What an attack on each column is worth to the attacker, in steps or so."""
COVER: Final = 8
"""The North stands anywhere this near to the landing: the Sunken Road is."""
REAR: Final = 16
"""On the second day the South stands this near to its road home, unless it is still close to the landing."""
STILL_CLOSE: Final = 6
ALERT: Final = [14.0, 22.0]
"""Movement points from which an enemy near an objective is a danger to each side: the landing is guarded early."""
DAY_TWO: Final = NIGHT + 1
CAMP_WORTH: Final = 0.006
"""What a factor in or next to a camp is worth more in the first morning."""
PER_PIP: Final = 4
"""Half movement points that each pip of the die gives a march."""
FARTHEST: Final = 6 * PER_PIP
SAFE: Final = 4
"""Hexes a headquarters keeps from the enemy."""
SETTLED: Final = 0.5
LEFT_BEHIND: Final = 0.3
"""Shares of a side's factors near its headquarters: it settles from the one on, and follows below the other."""


class Plan:
    """How far every hex is from each side's goal, for infantry, and how well it can be held."""

    def __init__(self, ground: Ground) -> None:
        self.goal: list[list[int]] = [
            field(ground, ground.objectives[side], Infantry(ground), FAR).cost for side in (CSA, USA)
        ]
        """goal[side][hex]: movement points to an objective of the side."""
        self.hold: list[float] = [strength_of_hex(ground, hex) for hex in range(ground.size)]
        """How much the ground helps whoever is attacked there."""
        self.marches: list[int] = marching_costs(ground)
        """marches[6 * hex + direction]: half movement points of a step on the march."""
        self.camps: list[int] = field(ground, ground.camps, Infantry(ground), FAR).cost
        """camps[hex]: movement points to the nearest camp."""
        self.at_camp: list[bool] = [any(hex in camp for camp in ground.camp_hexes) for hex in range(ground.size)]
        """Is a hex a camp or next to one?"""

    def ground_worth(self, p: ShilohPosition, side: int, hex: int) -> float:
        """What a factor is worth in a hex, by the plan of its side."""
        if p.scenario == FIRST_MORNING:
            return self.morning_worth(side, hex)
        if side == CSA:
            away = self.goal[CSA][hex]
            near = max(0.0, 1.0 - away / 14.0)
            if p.turn >= DAY_TWO and away > STILL_CLOSE:
                over = max(0, self.goal[USA][hex] - REAR)
                return 0.045 - 0.0010 * min(over, 20) + 0.0020 * self.hold[hex]
            return 0.0011 * (FAR - away) + 0.010 * near * near + 0.0010 * self.hold[hex]
        away = self.goal[CSA][hex]
        if p.turn < DAY_TWO - 1:
            over = max(0, away - COVER)
            return 0.024 - 0.0022 * min(over, 12) + 0.0020 * self.hold[hex]
        return 0.0018 * (FAR - self.goal[USA][hex]) / 2 + 0.0008 * self.hold[hex]

    def morning_worth(self, side: int, hex: int) -> float:
        """In the first morning the camps are what counts: the South makes for them, the North stays by them."""
        camp = CAMP_WORTH if self.at_camp[hex] else 0.0
        if side == CSA:
            return 0.0011 * (FAR - self.goal[CSA][hex]) + camp + 0.0010 * self.hold[hex]
        return 0.024 - 0.0022 * min(self.camps[hex], 12) + camp + 0.0020 * self.hold[hex]

    def danger(self, p: ShilohPosition, side: int) -> float:
        """How near the enemy is to the objective this side must cover, 0 … 1."""
        ways_there = self.goal[1 - side]
        near = FAR
        for enemy in TROOPS[1 - side]:
            hex = p.hex[enemy]
            if hex >= 0 and ways_there[hex] < near:
                near = ways_there[hex]
        return max(0.0, 1.0 - near / ALERT[side])

    def uncovered(self, p: ShilohPosition, side: int) -> float:
        """The danger to an objective that nobody stands in, by how many of its hexes are empty."""
        empty = 0
        hexes = p.ground.objectives[1 - side]
        for hex in hexes:
            if not p.presence.units(side, hex):
                empty += 1
        return self.danger(p, side) * empty / len(hexes) if empty else 0.0

    def dash(self, p: ShilohPosition) -> float:
        """The chance that a Northern march comes through to the South's road home, 0 … 1: no zone in its way."""
        goals: list[int] = []
        for hex in p.ground.objectives[USA]:
            if not p.presence.units(CSA, hex) and not p.presence.zones(CSA, hex):
                goals.append(hex)
        if not goals:
            return 0.0
        spent = field(p.ground, goals, Raider(p, self.marches), FARTHEST + 1).nearest
        return min(1.0, (7 - (spent + PER_PIP - 1) // PER_PIP) / 6.0) if spent >= 0 else 0.0

    def urgency(self, p: ShilohPosition, unit: int) -> int:
        """Who moves first: the front line, then who follows; leaders and headquarters last."""
        hex = p.hex[unit]
        if KIND[unit] >= HQ:
            return 5000
        late = 2000 if KIND[unit] == LEADER else 0
        if hex < 0:
            return 1000 + late + unit
        return late + 10 * self.goal[SIDE_OF[unit]][hex] + (5 if KIND[unit] != INF else 0)

    def fire_support(self, p: ShilohPosition, hex: int) -> float:
        """How many Northern units near the enemy the gunboats would help there."""
        helped = 0
        for unit in TROOPS[USA]:
            at = p.hex[unit]
            if at >= 0 and p.ground.distance(at, hex) <= 1:
                helped += 3 if p.presence.zones(CSA, at) else 1
        return min(1.0, helped / 8)


PLANS: Final[dict[str, Plan]] = {}


def plan_for(ground: Ground) -> Plan:
    """The plan of a map, made once."""
    found = PLANS.get(ground.text)
    if found is None:
        found = Plan(ground)
        PLANS[ground.text] = found
    return found


class Infantry(Goer):
    """Infantry on its way to a goal, in whole movement points: along the roads wherever there is one."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def cost(self, place: int, to: int) -> int:
        """The road, or else the terrain; half points count as whole ones."""
        path = self.ground.path[place]
        step = path if path != SHUT else self.ground.step[INF][place]
        return SHUT if step == SHUT else (step + 1) // 2


class Raider(Goer):
    """A Northern march to the South's road home, in half points, that keeps out of Southern zones."""

    def __init__(self, p: ShilohPosition, marches: list[int]) -> None:
        self.p = p
        self.marches = marches

    def cost(self, place: int, to: int) -> int:
        """The price of the march, unless it would come through the South."""
        presence, hex = self.p.presence, place // 6
        return SHUT if presence.units(CSA, hex) or presence.zones(CSA, hex) else self.marches[place]

    def sets_out(self, hex: int) -> bool:
        """Where a Northern unit is."""
        return self.p.presence.units(USA, hex) > 0


def marching_costs(ground: Ground) -> list[int]:
    """Half movement points of a step of infantry on the march, SHUT where there is none."""
    costs = ground.march[:]
    for place in range(6 * ground.size):
        to = ground.next[place]
        if costs[place] == SHUT and to >= 0 and not ground.no_march[to] and not ground.no_march[place // 6]:
            costs[place] = ground.step[INF][place]
    return costs


def strength_of_hex(ground: Ground, hex: int) -> float:
    """The share of its sides over which an attack is halved, less what a stream costs the defender."""
    total = 0.0
    for there in ground.around[hex]:
        reasons = ground.assault_halvings[6 * there + ground.direction(there, hex)]
        total += min(2, len(reasons))
    return total / 6 - (1.5 if ground.stream[hex] else 0.0)


def chance_of_attack(p: ShilohPosition, side: int, target: int) -> int:
    """The column an attack on a hex by everybody beside it would have, leaders left out."""
    attack = defence = 0
    for unit in TROOPS[side]:
        hex = p.hex[unit]
        if hex < 0 or p.flags[unit] & (DISRUPTED | MARCHED) or p.ground.distance(hex, target) != 1:
            continue
        if p.ground.assault[KIND[unit]][6 * hex + p.ground.direction(hex, target)]:
            attack += attack_quarters(p, unit, target)
    if not attack:
        return 0
    for unit in TROOPS[1 - side]:
        if p.hex[unit] == target:
            defence += defence_quarters(p, unit, target)
    return column_of(rounded(attack) - rounded(defence))


def worth_of_hex(p: ShilohPosition, units: list[int], hex: int) -> float:
    """How good a hex looks for a group, by its plan, its neighbours and the enemy beside it; some tenths."""
    plan = plan_for(p.ground)
    side = SIDE_OF[units[0]]
    fighters = [unit for unit in units if COMBAT[unit]]
    if not fighters:
        return follower_worth(p, plan, units[0], hex)
    cf = 0
    for unit in fighters:
        cf += factor(p, unit)
    worth = 6.0 * plan.ground_worth(p, side, hex)
    friends = p.presence.units(side, hex) - (len(fighters) if hex == p.hex[units[0]] else 0)
    worth += contact(p, side, hex, cf, friends)
    if friends and hex != p.hex[units[0]]:
        worth += 0.02
    if hex in p.ground.objectives[side]:
        worth += 0.4
    if hex in p.ground.objectives[1 - side]:
        worth += 0.02 if friends else 0.35 * max(plan.danger(p, side), plan.dash(p) if side == CSA else 0.0)
    return worth


def contact(p: ShilohPosition, side: int, hex: int, cf: int, friends: int) -> float:
    """Beside the enemy: an attack at hand, or a danger, by the strengths that meet there."""
    worth = 0.0
    danger = 0
    for to in p.ground.around[hex]:
        there = p.presence.units(1 - side, to)
        if not there:
            continue
        foes = beside = 0
        for unit in TROOPS[1 - side]:
            if p.hex[unit] == to:
                foes += defence_quarters(p, unit, to)
                if not p.flags[unit] & DISRUPTED:
                    danger += factor(p, unit)
        for unit in TROOPS[side]:
            at = p.hex[unit]
            if at >= 0 and at != hex and p.ground.distance(at, to) == 1 and not p.flags[unit] & DISRUPTED:
                beside += factor(p, unit)
        place = 6 * hex + p.ground.direction(hex, to)
        own = cf * p.ground.quarters[INF][place] // 4
        gain = GAIN[column_of(own + beside - (foes + 3) // 4)]
        worth += 0.07 * gain if gain > 0.0 else 0.02 * gain
    if danger:
        held = cf + 3 * friends
        worth -= 0.008 * max(0, danger - held)
    return worth


def served(p: ShilohPosition, side: int, hex: int) -> float:
    """The share of a side's factors on the map that a headquarters in a hex could restore from there."""
    near = total = 0
    for unit in TROOPS[side]:
        at = p.hex[unit]
        if at >= 0:
            cf = factor(p, unit)
            total += cf
            if p.ground.distance(hex, at) <= REPLACEMENT_DISTANCE:
                near += cf
    return near / total if total else 0.0


def wants_active(p: ShilohPosition, side: int) -> bool:
    """Is a side's headquarters to settle where it is, or to follow its troops?"""
    hq = HQ_OF[side]
    share = served(p, side, p.hex[hq])
    if p.flags[hq] & TURNED:
        return share >= SETTLED
    return share >= LEFT_BEHIND


def nearest_enemy(p: ShilohPosition, side: int, hex: int) -> int:
    """Hexes from a hex to the nearest enemy of a side; many if there is none."""
    return nearest(p.ground, hex, p.hex, TROOPS[1 - side], FAR)


def follower_worth(p: ShilohPosition, plan: Plan, unit: int, hex: int) -> float:
    """A leader belongs with strong troops he commands near the enemy; a headquarters behind them."""
    side = SIDE_OF[unit]
    near = nearest_enemy(p, side, hex)
    if KIND[unit] != LEADER:
        return 0.3 * served(p, side, hex) - 0.1 * max(0, SAFE - near)
    strength = 0
    for other in TROOPS[side]:
        if p.hex[other] == hex and (unit not in OWN_FORMATIONS or FORMATION[other] in OWN_FORMATIONS[unit]):
            strength += factor(p, other)
    if not strength:
        return -0.2
    return 0.02 * RATING[unit] * strength + 0.03 * max(0, 8 - near)
