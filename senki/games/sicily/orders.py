"""One plan for the movement of a whole side: attacks are put together first, then everybody else gets a place to go.

A plan is made once a phase and kept with the position; carrying it out needs no search of its own.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16

from senki.boards.hexes.fields import downhill, prices_to
from senki.boards.hexes.search import Reach, explore
from senki.games.sicily.allowance import allowance
from senki.games.sicily.boundary import is_linking, us_coast
from senki.games.sicily.counters import (
    ALLIES,
    ARMY,
    AXIS,
    COASTAL,
    IS_ARTILLERY,
    MECHANIZED,
    MOVEMENT,
    SIDES,
    TYPE,
    UNITS_OF,
)
from senki.games.sicily.estimates import column_for, means_of
from senki.games.sicily.goals import FAR, PLANNER, Goals, goals_of, worth_of
from senki.games.sicily.ground import FOOT, WHEELS
from senki.games.sicily.mover import TacticalMover, mark_ends
from senki.games.sicily.moving import Leg
from senki.games.sicily.plan import Orders
from senki.games.sicily.position import DISRUPTED, MOVED, SicilyPosition, exerts, is_regiment, units_in
from senki.games.sicily.prospects import STEP_WORTH, points_away
from senki.games.sicily.survey import Survey, fighting_worth
from senki.games.sicily.tables import STACKING

POSTURES: Final[list[str]] = [
    "advance",
    "secure",
    "dash",
    "assault",
    "hold",
    "counter",
    "delay",
    "evacuate",
    "withdraw",
]
ALLIED_POSTURES: Final[list[int]] = [0, 1, 2, 3]
AXIS_POSTURES: Final[list[int]] = [4, 5, 6, 7, 8]
ATTACK: Final[list[float]] = [float(PLANNER["posture"][name]["attack"]) for name in POSTURES]
GOAL: Final[list[float]] = [float(PLANNER["posture"][name]["goal"]) for name in POSTURES]
SHELTER: Final[list[float]] = [float(PLANNER["posture"][name]["shelter"]) for name in POSTURES]
DEFENCE: Final[list[float]] = [float(PLANNER["posture"][name].get("defence", 0.0)) for name in POSTURES]
POSTS: Final[list[float]] = [float(PLANNER["posture"][name].get("posts", 0.0)) for name in POSTURES]
DANGER: Final[list[float]] = [float(PLANNER["posture"][name]["danger"]) for name in POSTURES]
EXIT: Final[list[float]] = [float(PLANNER["posture"][name].get("exit", 0.0)) for name in POSTURES]
"""By posture: how much units are drawn to the exits; nought: nobody leaves."""
HOLD: Final = 4
COUNTER: Final = 5
EVACUATE: Final = 7
WEIGH: Final[list[dict[str, float]]] = [
    {name: float(value) for name, value in PLANNER["attack"][side].items()} for side in SIDES
]
"""By side: what counts in an attack."""
SUPPLY: Final[list[float]] = [float(one) for one in PLANNER["attack"]["supply"]]
GOING: Final[list[dict[str, float]]] = [
    {name: float(value) for name, value in PLANNER["going"][side].items()} for side in SIDES
]
"""By side: what counts in a destination."""
MOST_TARGETS: Final = 40
ALONE: Final = 5
"""Hexes from every enemy from which on a unit takes to the road."""


class Bound:
    """Where a unit is bound for, and what that counts."""

    def __init__(self, goal: int, way: vec[i16], far: float, there: float) -> None:
        self.goal = goal
        self.way = way
        """Movement points from each hex to the goal."""
        self.far = far
        """What each of them takes off."""
        self.there = there
        """What it is worth to be there."""


class Planner:
    """What is known while a plan is made."""

    def __init__(self, p: SicilyPosition, posture: int) -> None:
        self.p = p
        self.side: int = p.side
        self.weigh: dict[str, float] = WEIGH[p.side]
        self.going: dict[str, float] = GOING[p.side]
        self.posture = posture
        self.ground = p.ground
        self.survey = Survey(p)
        self.orders = Orders(p.turn, p.side, p.special, posture)
        self.free: list[int] = []
        """Units without an order yet."""
        self.reach: dict[int, Reach] = {}
        self.full: dict[int, int] = {}
        """Units that will be in a hex, by the orders so far."""
        self.guns: list[int] = [unit for unit in UNITS_OF[self.side] if IS_ARTILLERY[unit] and p.hex[unit] >= 0]
        self.enemy_guns: list[int] = [
            unit for unit in UNITS_OF[1 - self.side] if IS_ARTILLERY[unit] and p.hex[unit] >= 0
        ]
        self.spent: list[int] = [0, 0, 0, 0]
        """Supply points that the attacks so far cost, by army."""
        self.attacked: dict[int, bool] = {}
        """Enemy hexes that will be attacked."""
        for unit in UNITS_OF[self.side]:
            if p.hex[unit] >= 0 and p.ground.land[p.hex[unit]]:
                if may_move(p, unit):
                    self.free.append(unit)
                    self.reach[unit] = reach_of(p, unit)
                else:
                    self.full[p.hex[unit]] = self.full.get(p.hex[unit], 0) + 1
        self.felt_enemy: dict[int, float] = {}
        self.felt_own: dict[int, float] = {}
        self.worth: dict[int, float] = {}
        self.away: dict[int, int] = {}
        self.ways: Goals = goals_of(p.theatre)

    def enemy_felt(self, hex: int) -> float:
        """What of the enemy is felt in a hex."""
        found = self.felt_enemy.get(hex, -1.0)
        if found < 0.0:
            found = self.survey.felt(1 - self.side, hex)
            self.felt_enemy[hex] = found
        return found

    def own_felt(self, hex: int) -> float:
        """What of the own side is felt in a hex, as it stood when the plan was made."""
        found = self.felt_own.get(hex, -1.0)
        if found < 0.0:
            found = self.survey.felt(self.side, hex)
            self.felt_own[hex] = found
        return found

    def allies_away(self, hex: int) -> int:
        """Hexes to the nearest Allied stack."""
        found = self.away.get(hex, -1)
        if found < 0:
            found = self.survey.nearest(ALLIES, hex)
            self.away[hex] = found
        return found

    def value_of(self, hex: int) -> float:
        """What the place in a hex is worth."""
        found = self.worth.get(hex, -1.0)
        if found < 0.0:
            found = worth_of(self.p, hex) if self.ground.place_at[hex] >= 0 else 0.0
            self.worth[hex] = found
        return found

    # attacks

    def plan_attacks(self) -> None:
        """The most promising attacks one after another, with whoever can still come up."""
        targets = [hex for hex in self.survey.at[1 - self.side] if self.ground.land[hex]]
        ranked: list[tuple[float, int]] = []
        near: list[int] = []
        for target in targets:
            if self.someone_near(target):
                near.append(target)
        for target in near[:MOST_TARGETS]:
            value, _, _ = self.best_attack(target)
            if value > self.weigh["least"]:
                ranked.append((value, target))
        ranked.sort(reverse=True)
        for _, target in ranked:
            value, froms, groups = self.best_attack(target)
            if value > self.weigh["least"]:
                self.attacked[target] = True
                for army in {ARMY[unit] for group in groups for unit in group}:
                    self.spent[army] += 1
                for n, frm in enumerate(froms):
                    for unit in groups[n]:
                        self.send(unit, frm)

    def someone_near(self, target: int) -> bool:
        """Is a unit near enough to be asked whether it can come up?"""
        for hex in self.survey.at[self.side]:
            if self.ground.distance(hex, target) <= 12:
                return True
        return False

    def best_attack(self, target: int) -> tuple[float, list[int], list[list[int]]]:
        """The best attack on a hex that free units can make: its value, from where and by whom."""
        p = self.p
        froms: list[int] = []
        groups: list[list[int]] = []
        used: dict[int, bool] = {}
        around = [hex for hex in self.ground.around[target] if self.may_stand(hex)]
        around.sort(key=lambda hex: (-self.ground.level[hex], hex))
        army = -1
        for hex in around:
            room = STACKING - self.full.get(hex, 0)
            group: list[int] = []
            has_regiment = False
            able = [unit for unit in self.free if unit not in used and self.can_reach(unit, hex)]
            able.sort(key=lambda unit: -fighting_worth(p, unit))
            for unit in able:
                if len(group) >= room:
                    break
                if IS_ARTILLERY[unit] or (is_regiment(p, unit) and has_regiment):
                    continue
                if p.side == ALLIES:
                    if army < 0:
                        army = ARMY[unit]
                    elif army != ARMY[unit]:
                        continue
                has_regiment = has_regiment or is_regiment(p, unit)
                group.append(unit)
                used[unit] = True
            if group:
                froms.append(hex)
                groups.append(group)
            if len(froms) >= 3:
                break
        if not froms:
            return -1.0, froms, groups
        return self.attack_value(target, froms, groups), froms, groups

    def attack_value(self, target: int, froms: list[int], groups: list[list[int]]) -> float:
        """What an attack brings, in victory points as the attacker sees them."""
        p = self.p
        column = column_for(p, self.side, target, froms, groups, self.guns, self.enemy_guns)
        lost, brought, hit = means_of(column)
        own = STEP_WORTH[ARMY[groups[0][0]]]
        theirs = 0.0
        for unit in units_in(p, 1 - self.side, target):
            theirs = max(theirs, abs(STEP_WORTH[ARMY[unit]]))
        value = brought * (0.5 * self.weigh["step"] * theirs + self.weigh["hex"]) - lost * self.weigh["step"] * abs(own)
        value += hit * self.weigh["gain"] * self.value_of(target)
        value = value * ATTACK[self.posture] - self.supply_price(groups)
        for frm in froms:
            for other in self.ground.around[frm]:
                if other != target and other not in self.attacked and p.presence.units(1 - self.side, other):
                    value -= 0.1 * self.survey.on_hex[1 - self.side].get(other, 0.0)
        return value

    def supply_price(self, groups: list[list[int]]) -> float:
        """What the supply points of an attack are worth to whoever pays them, by what the attacks so far leave him."""
        armies: list[int] = []
        for group in groups:
            for unit in group:
                if ARMY[unit] not in armies:
                    armies.append(ARMY[unit])
        price = 0.0
        for army in armies:
            stock = max(0, min(len(SUPPLY) - 1, self.p.supply[army] - self.spent[army]))
            price += SUPPLY[stock]
        return price

    def may_stand(self, hex: int) -> bool:
        """May an attack come from a hex: land without an enemy?"""
        return self.ground.land[hex] and not self.p.presence.units(1 - self.side, hex)

    def can_reach(self, unit: int, hex: int) -> bool:
        """Is a unit in a hex, or can it get there?"""
        return self.p.hex[unit] == hex or bool(self.reach[unit].is_end[hex])

    def send(self, unit: int, hex: int) -> None:
        """Give a unit its order."""
        self.orders.order(unit, hex)
        self.full[hex] = self.full.get(hex, 0) + 1
        if unit in self.free:
            self.free.remove(unit)

    # the link-up

    def plan_link(self) -> None:
        """The armies reach out for each other while the US limit holds (15.5): a post for every three hexes of a line
        from the US coast to the east coast."""
        line = self.line_of_link()
        for n in range(1, len(line), 3):
            post = line[n]
            self.worth[post] = self.going["link"]
            unit = self.nearest_to(post)
            if unit >= 0:
                self.orders.goal[unit] = post
                self.send(unit, post if self.can_reach(unit, post) else self.best_hex(unit, post))

    def line_of_link(self) -> list[int]:
        """The hexes of the line that lacks fewest; none if it lacks too many."""
        p, ground = self.p, self.ground
        before: dict[int, int] = {}
        layers: list[list[int]] = [[] for _ in range(int(self.going["gap"]) + 2)]
        for hex in us_coast(p):
            before[hex] = hex
            layers[0].append(hex)
        for lacking in range(len(layers) - 1):
            layer = layers[lacking]
            i = 0
            while i < len(layer):
                hex = layer[i]
                i += 1
                if ground.east_coast[hex]:
                    return way_back(before, hex)
                for to in ground.around[hex]:
                    if to in before or not ground.land[to] or p.presence.units(AXIS, to):
                        continue
                    before[to] = hex
                    layers[lacking if is_linking(p, to) else lacking + 1].append(to)
        return []

    def nearest_to(self, post: int) -> int:
        """The free unit with a zone of its own that has the shortest way to a post in its army's area; -1: none."""
        p, ways = self.p, self.ways
        best, least = -1, 2 * FAR
        for unit in self.free:
            if not exerts(p, unit) or self.ground.area[p.boundary][post] != ARMY[unit]:
                continue
            far = int(ways.way_to(post, WHEELS if MECHANIZED[unit] else FOOT)[p.hex[unit]])
            if far < least:
                best, least = unit, far
        return best if least <= 3 * MOVEMENT[best] else -1

    # everybody else

    def plan_rest(self) -> None:
        """Everybody who does not attack: the strongest choose first."""
        rest = sorted(self.free, key=lambda unit: -fighting_worth(self.p, unit))
        goals = self.goals()
        taken: dict[int, float] = {}
        for unit in rest:
            goal = self.goal_for(unit, goals, taken)
            if goal >= 0:
                self.orders.goal[unit] = goal
                taken[goal] = taken.get(goal, 0.0) + fighting_worth(self.p, unit)
            self.send(unit, self.best_hex(unit, goal))

    def plan_defence(self) -> None:
        """The Axis fills up what is worth most and may be reached soonest, with whoever is nearest."""
        p, ways = self.p, self.ways
        allied = [hex for hex in self.survey.at[ALLIES] if self.ground.land[hex]]
        near = prices_to(self.ground, self.ground.price[4 * FOOT + 2 * ALLIES], allied, FAR)
        needs: list[tuple[float, int, float]] = []
        for hex in self.ground.places:
            worth = self.value_of(hex)
            if p.held[self.ground.place_at[hex]] or worth < self.going["garrison"]:
                continue
            turns = int(near[hex]) / 8.0
            if turns > self.going["alarm"] or (EXIT[self.posture] and int(ways.to_exit[hex]) > 12):
                continue
            need = min(self.going["most_garrison"], DEFENCE[self.posture] * worth) * (1.0 if turns <= 3.0 else 0.6)
            needs.append((worth / (2.0 + turns), hex, need))
        needs.sort(reverse=True)
        for _, hex, need in needs:
            self.fill(hex, 0.5 * need)
            post = self.post_before(hex)
            if post >= 0:
                self.fill(post, POSTS[self.posture] * need)
            self.fill(hex, need)

    def post_before(self, goal: int) -> int:
        """Where to bar the enemy's way to a place: on that way, some hexes before him, on the best ground there."""
        ground, way = self.ground, self.ways.way_to(goal, FOOT)
        nearest, least = -1, FAR
        for n, hex in enumerate(self.survey.at[ALLIES]):
            if self.survey.power[ALLIES][n] >= 4.0 and ground.land[hex] and int(way[hex]) < least:
                nearest, least = hex, int(way[hex])
        if nearest < 0 or least < 4:
            return -1
        best, most = -1, -99.0
        prices = ground.price[4 * FOOT + 2 * ALLIES]
        before = nearest
        for n, hex in enumerate(downhill(ground, prices, way, nearest)):
            away = self.allies_away(hex)
            if away >= 2 and hex != goal and not self.p.presence.units(ALLIES, hex):
                value = 1.0 * ground.level[hex] - 0.35 * n
                value += 1.5 if ground.town[hex] or ground.city[hex] else 0.0
                d = ground.direction(before, hex)
                value += 2.0 if d >= 0 and ground.river[6 * before + d] else 0.0
                value += 0.1 * self.own_felt(hex)
                if value > most:
                    best, most = hex, value
            before = hex
        return best

    def fill(self, hex: int, need: float) -> None:
        """Send the nearest to a place until it is strong enough or full; those who are too far away go towards it."""
        p, ways = self.p, self.ways
        have = 0.0
        for unit in units_in(p, AXIS, hex):
            if unit not in self.free and not IS_ARTILLERY[unit]:
                have += fighting_worth(p, unit)
        able: list[tuple[int, int]] = []
        for unit in self.free:
            if IS_ARTILLERY[unit]:
                continue
            far = int(ways.way_to(hex, WHEELS if MECHANIZED[unit] else FOOT)[p.hex[unit]])
            if far <= 3 * MOVEMENT[unit]:
                able.append((far, unit))
        able.sort()
        for _, unit in able:
            if have >= need or self.full.get(hex, 0) >= STACKING:
                return
            have += fighting_worth(p, unit)
            self.orders.goal[unit] = hex
            self.send(unit, hex if self.can_reach(unit, hex) else self.best_hex(unit, hex))

    def plan_roads(self) -> None:
        """Whoever is far from everybody and from his goal gets farther by road in the strategic segment."""
        p = self.p
        if p.turn == 1:
            return
        for unit, goal in self.orders.goal.items():
            here = p.hex[unit]
            if not self.ground.on_road[here] or self.survey.nearest(1 - self.side, here) < ALONE:
                continue
            kind = WHEELS if MECHANIZED[unit] else FOOT
            if int(self.ways.way_to(goal, kind)[here]) >= 2 * MOVEMENT[unit]:
                self.orders.by_road[unit] = True

    def goals(self) -> list[int]:
        """Places worth going to: for the Allies what the Axis owns, for the Axis what it still owns."""
        p = self.p
        found = [hex for hex in self.ground.places if not p.held[self.ground.place_at[hex]]]
        if self.side == AXIS:
            found += [
                hex
                for hex in self.ground.places
                if p.held[self.ground.place_at[hex]] and self.enemy_felt(hex) < self.own_felt(hex)
            ]
        return [hex for hex in found if self.value_of(hex) > 0.0]

    def goal_for(self, unit: int, goals: list[int], taken: dict[int, float]) -> int:
        """The place that is worth most to a unit for its distance and for those who go there already; none if none."""
        p = self.p
        kind = WHEELS if MECHANIZED[unit] else FOOT
        ways = self.ways
        best, most = -1, 0.0
        for hex in goals:
            far = int(ways.way_to(hex, kind)[p.hex[unit]])
            turns = far / max(4, MOVEMENT[unit])
            if self.side == ALLIES:
                needed = 4.0 + self.enemy_felt(hex)
                if self.ground.area[p.boundary][hex] != ARMY[unit]:
                    continue
            else:
                needed = 2.0 + self.enemy_felt(hex)
                if self.enemy_felt(hex) <= 0.0 and turns > 3.0:
                    continue
            crowd = taken.get(hex, 0.0) / needed
            value = self.value_of(hex) / (1.5 + turns) / (1.0 + crowd * crowd)
            if value > most:
                most = value
                best = hex
        return best

    def best_hex(self, unit: int, goal: int) -> int:
        """Where a unit does best to stand at the end of this segment."""
        here, power = self.p.hex[unit], fighting_worth(self.p, unit)
        bound: Bound | None = None
        if goal >= 0:
            way = self.ways.way_to(goal, WHEELS if MECHANIZED[unit] else FOOT)
            draw = GOAL[self.posture] * self.value_of(goal)
            bound = Bound(goal, way, self.going["far"] * draw / 8.0 / max(4, MOVEMENT[unit]), 0.3 * draw)
        best, most = here, self.score(unit, power, here, bound)
        if self.full.get(here, 0) >= STACKING:
            most = -999.0
        for hex in self.reach[unit].ends:
            if self.full.get(hex, 0) >= STACKING or not self.ground.land[hex]:
                continue
            value = self.score(unit, power, hex, bound)
            if value > most:
                most = value
                best = hex
        return best

    def score(self, unit: int, power: float, hex: int, bound: Bound | None) -> float:
        """How good a hex is for a unit of such power that is bound for a goal."""
        p, ground = self.p, self.ground
        value = 0.0
        if bound is not None:
            value -= bound.far * int(bound.way[hex])
            if hex == bound.goal:
                value += bound.there
        place = ground.place_at[hex]
        if place >= 0 and self.side == ALLIES and not p.held[place]:
            value += GOAL[self.posture] * self.value_of(hex) * 0.7
        enemy, own = self.enemy_felt(hex), self.own_felt(hex)
        shelter = self.going["level"] * (ground.level[hex] - 1)
        if ground.town[hex] or ground.city[hex]:
            shelter += self.going["town"]
        if enemy > 0.0:
            value += SHELTER[self.posture] * shelter
            exposed = enemy - own - power
            if exposed > 0.0:
                danger = self.going["exposed"] * exposed
                value -= DANGER[self.posture] * min(danger, self.going["most_exposed"])
        value += self.going["friends"] * min(own, 20.0)
        value -= self.going["crowd"] * self.full.get(hex, 0)
        value -= self.contact(unit, hex, power)
        if self.side == AXIS:
            value += self.axis_score(unit, hex, enemy)
        return value

    def contact(self, unit: int, hex: int, power: float) -> float:
        """What it costs to stand beside enemies who are not to be attacked: whoever does must attack (17.1)."""
        p, ground = self.p, self.ground
        exempt = ground.town[hex] or ground.city[hex]
        cost = 0.0
        for other in ground.around[hex]:
            if not p.presence.units(1 - self.side, other) or not ground.land[other]:
                continue
            if exempt or (ground.level[hex] >= 4 and ground.level[other] < ground.level[hex]):
                cost += 0.02 * self.survey.on_hex[1 - self.side].get(other, 0.0)
                continue
            if IS_ARTILLERY[unit]:
                cost += 4.0
            if other in self.attacked:
                continue
            value = self.attack_value(other, [hex], [[unit]])
            if value < 0.0:
                cost -= self.weigh["forced"] * value
            cost += 0.5
        return cost

    def axis_score(self, unit: int, hex: int, enemy: float) -> float:
        """The Axis keeps between the enemy and the strait; who is to leave goes for the exits."""
        p = self.p
        to_exit = int(self.ways.to_exit[hex])
        value = 0.0
        if EXIT[self.posture] and TYPE[unit] != COASTAL:
            value -= EXIT[self.posture] * points_away(unit) * to_exit / 8.0
        elif p.ground.messina >= 0:
            value -= 0.02 * to_exit
        away = self.allies_away(hex)
        if away < 12:
            off = abs(away - int(self.going["front_hexes"]))
            value -= self.going["front"] * 0.3 * off
        return value


def way_back(before: dict[int, int], hex: int) -> list[int]:
    """The hexes from where a search began to where it has ended."""
    way = [hex]
    while before[hex] != hex:
        hex = before[hex]
        way.append(hex)
    way.reverse()
    return way


def may_move(p: SicilyPosition, unit: int) -> bool:
    """May a unit still move in this segment, as far as its own state goes?"""
    return not p.flags[unit] & (DISRUPTED | MOVED) and p.aim[unit] < 0 and MOVEMENT[unit] > 0


def reach_of(p: SicilyPosition, unit: int) -> Reach:
    """Where a unit can go in the tactical segment."""
    leg = Leg(unit)
    leg.allowance = leg.points = allowance(p, unit)
    leg.start = p.hex[unit]
    mover = TacticalMover(p, leg)
    return mark_ends(explore(p.ground, mover, leg.points))


def orders_for(p: SicilyPosition, posture: int) -> Orders:
    """The plan of the side whose movement it is, made anew if there is none for this phase."""
    known = p.desk.orders
    if known is not None and known.posture == posture and known.fits(p.turn, p.side, p.special):
        return known
    planner = Planner(p, posture)
    if p.side == AXIS and posture != COUNTER:
        planner.plan_defence()
    if p.side == ALLIES and p.us_limit and not p.linked and p.turn > 1:
        planner.plan_link()
    planner.plan_attacks()
    if p.side == AXIS and posture == COUNTER:
        planner.plan_defence()
    planner.plan_rest()
    planner.plan_roads()
    p.desk.orders = planner.orders
    return planner.orders


def is_planned(p: SicilyPosition) -> bool:
    """Is there a plan for the movement phase that is being played?"""
    known = p.desk.orders
    return known is not None and known.fits(p.turn, p.side, p.special)


def usual_posture(p: SicilyPosition, side: int) -> int:
    """What a side does without thinking: the Allies advance, the Axis holds, and leaves when it is time."""
    if side == ALLIES:
        return ALLIED_POSTURES[0]
    return EVACUATE if p.turn >= int(GOING[AXIS]["leave_from"]) else HOLD
