"""What a side may set out to do: marches of corps and single units, attacks, assaults, raids, withdrawals, or rest."""

from __future__ import annotations

from math import exp
from typing import Final

from senki.boards.hexes.fields import downhill
from senki.engine.game import Operation
from senki.games.sjw.assault import assault_objections, eligible, plan, units_for
from senki.games.sjw.commands import commands
from senki.games.sjw.counters import CORPS, CSA, INF, KIND, LEADERS, SIDE_OF, SIZE, USA
from senki.games.sjw.crossings import can_cross
from senki.games.sjw.goals import BANDS, END_BEST, END_EACH, IN_HEX, PLANNER
from senki.games.sjw.ground import MINOR
from senki.games.sjw.limits import barred, extended_barred, zone_barred
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.position import SjwPosition, troops_in
from senki.games.sjw.prospects import (
    EXPOSED,
    LASTS,
    MOST_EXPOSED,
    SAFE,
    THERE,
    Goer,
    Prospects,
    chance_of,
    nearness,
    through_of,
)
from senki.games.sjw.raids import raid_objections
from senki.games.sjw.rail import rail_objections
from senki.games.sjw.routes import AT_HAND, Routes
from senki.games.sjw.strengths import SHUT_OUT, assault_value, ease, gain_of, march_price, net_from_afar
from senki.games.sjw.tables import EXTENDED_FROM, HALF, MOST_FATIGUE, RADIUS

HEAT: Final[float] = float(PLANNER["weights"]["heat"])
LEAST: Final[float] = float(PLANNER["weights"]["least"])
MOST: Final[float] = float(PLANNER["weights"]["most"])
REST: Final[float] = float(PLANNER["weights"]["rest"])
PLACES: Final[int] = int(PLANNER["weights"]["places"])
PLACES_ALONE: Final[int] = int(PLANNER["weights"]["places_alone"])
MOST_OPERATIONS: Final[int] = int(PLANNER["weights"]["most_operations"])
REACH: Final[list[list[float]]] = [[float(one) for one in row] for row in PLANNER["weights"]["reach"]]
NEAR: Final = 6
"""Hexes from which an attack is thought of at all."""
THREAT: Final[float] = float(PLANNER["weights"]["threat"])
WITHDRAW: Final[float] = float(PLANNER["weights"]["withdraw"])
JOIN: Final[float] = float(PLANNER["weights"]["join"])
WORTH_IT: Final[float] = float(PLANNER["weights"]["worth_it"])
ATTACK_FROM: Final[float] = float(PLANNER["odds"]["attack"])
GROUND: Final[float] = float(PLANNER["odds"]["ground"])
ASSAULT: Final[float] = float(PLANNER["odds"]["assault"])
FREE: Final = EXTENDED_FROM - 1
"""The fatigue up to which a march costs nothing more."""
LATE: Final = [END_EACH, END_BEST, IN_HEX, BANDS]
NOBODY: Final = -1


class Actor:
    """Who may set out together: a leader and those of his command near him, or a unit alone."""

    def __init__(self, subject: int, goers: list[Goer]) -> None:
        self.subject = subject
        self.goers = goers
        self.first: Goer = goers[0]
        """Who is the strongest of them."""
        for goer in goers:
            if goer.value > self.first.value:
                self.first = goer
        self.value: int = sum(goer.value for goer in goers)


def can_march(p: SjwPosition, goer: Goer) -> bool:
    """May a unit begin a march?"""
    return goer.free and p.fatigue[goer.unit] < MOST_FATIGUE and extended_barred(p, goer.unit) is None


def tier_of(p: SjwPosition, goers: list[Goer]) -> int:
    """The fatigue to which a march of these would raise the freshest of them: no more is asked of the others."""
    return max(FREE, min(p.fatigue[goer.unit] for goer in goers) + 1)


class Proposals:
    """Everything that looks worth trying at one moment."""

    def __init__(self, p: SjwPosition, side: int) -> None:
        self.p = p
        self.own = side
        self.prospects = Prospects(p)
        self.prospects.total()
        self.unit: float = self.prospects.aims.half_grade
        self.loss: float = self.prospects.aims.loss
        self.found: list[Operation] = []
        self.prepared: dict[int, tuple[float, int]] = {}
        self.hurried: list[int] = []
        """Units whose leader has nobody else to bring along: with him they go farther than alone."""
        self.at_the_end: list[bool] = [False] * len(self.prospects.aims.places)
        """By place: does only the end count there?"""
        for aim in self.prospects.aims.aims:
            for place in aim.places:
                self.at_the_end[place] = self.at_the_end[place] or aim.kind in LATE
        self.able: list[Goer] = [goer for goer in self.prospects.goers[side] if can_march(p, goer)]

    def propose(self, kind: str, subject: int, goal: int, points: float, note: int = 0) -> None:
        """Note an operation by the points it seems to bring."""
        weight = exp(max(-5.0, min(5.0, points / self.unit / HEAT)))
        self.found.append(Operation(kind, subject, goal, max(LEAST, min(MOST, weight)), note))

    def all(self) -> list[Operation]:
        """The best of them, and to rest."""
        self.raids()
        self.assaults()
        led: list[int] = []
        for leader in LEADERS[self.own]:
            self.corps(leader, led)
        for goer in self.able:
            if goer.unit not in self.hurried:
                self.alone(goer, goer.unit in led)
            if self.own == USA and not rail_objections(self.p, goer.unit):
                self.rail(goer)
        found = sorted(self.found, key=lambda one: one.weight, reverse=True)[: MOST_OPERATIONS - 1]
        found.append(Operation("rest", NOBODY, NOBODY, REST))
        return found

    # who

    def corps(self, leader: int, led: list[int]) -> None:
        """A corps leader with those of his command near him who can march."""
        p = self.p
        hex = p.hex[leader]
        if hex < 0 or SIZE[leader] != CORPS or barred(p, leader) is not None:
            return
        goers = [goer for goer in self.able if p.ground.distance(goer.hex, hex) <= RADIUS]
        goers = [goer for goer in goers if commands(p, leader, goer.unit)]
        if not any(goer.hex == hex for goer in goers):
            return
        tier = tier_of(p, goers)
        goers = [goer for goer in goers if p.fatigue[goer.unit] < tier]
        for goer in goers:
            led.append(goer.unit)
        if len(goers) == 1:
            self.hurried.append(goers[0].unit)
        self.marches(Actor(leader, goers), tier, PLACES)
        self.attacks(Actor(leader, goers), tier)
        self.withdrawal(Actor(leader, goers), tier)

    def alone(self, goer: Goer, led: bool) -> None:
        """A unit by itself: one that a leader can bring along only for what it can do better alone."""
        p = self.p
        tier = tier_of(p, [goer])
        actor = Actor(goer.unit, [goer])
        self.marches(actor, tier, 1 if led else PLACES_ALONE)
        self.attacks(actor, tier)
        if not led:
            self.withdrawal(actor, tier)
            self.joining(actor, tier)

    # where

    def marches(self, actor: Actor, tier: int, most: int) -> None:
        """The places to which it pays most to go."""
        cost = self.loss * sum(march_price(self.p, goer.unit) for goer in actor.goers)
        ranked: list[tuple[float, int]] = []
        for place in range(len(self.prospects.aims.places)):
            if self.prospects.looked[place]:
                gain = self.progress(actor, place) if self.own == CSA else self.covering(actor, place)
                if gain > 0.0:
                    ranked.append((-gain, place))
        ranked.sort()
        goals: list[int] = []
        for lost, place in ranked[: 2 * most]:
            goal = self.goal_at(actor, place)
            if goal >= 0 and goal not in goals and len(goals) < most:
                goals.append(goal)
                self.march(actor, goal, -lost, cost, tier)
        if self.own == USA and ranked:
            goal = self.crossing(actor, ranked[0][1])
            if goal >= 0 and goal not in goals:
                self.march(actor, goal, -ranked[0][0], cost, tier)

    def march(self, actor: Actor, goal: int, gain: float, cost: float, tier: int) -> None:
        """A march toward a hex, as far as the enemy lets it come and it is wise to go."""
        share, danger = self.first_march(actor, goal)
        if share > 0.0:
            points = share * gain - cost - self.loss * danger
            if points > WORTH_IT * self.unit:
                self.propose("march", actor.subject, goal, points, tier)

    def first_march(self, actor: Actor, goal: int) -> tuple[float, float]:
        """The share of a usual march it can make on its way to a hex before it meets the enemy, and what it is exposed
        to where it ends, in points of losses."""
        p, side, first = self.p, self.own, actor.first
        routes = first.routes
        made, here = self.along(first, routes, goal)
        if here == first.hex:
            routes = routes.past(self.prospects.survey.obstacles(side, [goal]), p.presence.reached[1 - side])
            made, here = self.along(first, routes, goal)
        if here == first.hex:
            return 0.0, 0.0
        survey = self.prospects.survey
        held = max(1.0, survey.support(side, here) + actor.value)
        over = min(MOST_EXPOSED, survey.threat(side, here) / held - SAFE)
        whole = min(first.pace, max(1.0, float(made)) if here == goal else first.pace)
        return made / whole, EXPOSED * over if over > 0.0 else 0.0

    def along(self, first: Goer, routes: Routes, goal: int) -> tuple[int, int]:
        """Half points of a usual march along some ways before it meets the enemy, and where it ends."""
        p, side = self.p, self.own
        prices, made, here = routes.prices, 0, first.hex
        for hex in downhill(p.ground, prices, routes.to(goal, here), here, int(first.pace)):
            step: int = first.routes.prices[6 * here + p.ground.direction(here, hex)]
            if made + step > first.pace or p.presence.units(1 - side, hex):
                break
            made += step
            here = hex
            if p.presence.zones(1 - side, hex):
                break
        return made, here

    def progress(self, actor: Actor, place: int) -> float:
        """What a march to a place brings the South: a better chance to be there in time, strength to get through."""
        look = self.prospects
        if look.prize[place] <= 0.0 and look.stake[place] <= 0.0:
            return 0.0
        ways, first = look.ways[CSA][place], look.first[place]
        best = after = strength = each = 0.0
        for goer in actor.goers:
            away = ways[goer.number]
            if away <= 0.0:
                continue
            closer = max(0.0, away - 1.0)
            strength += goer.value * (nearness(max(0.0, closer - first)) - nearness(max(0.0, away - first)))
            now = goer.chance(away)
            then = chance_of(goer.marches - 0.5 - closer)
            if closer <= 0.0:
                then = THERE if not self.at_the_end[place] else max(then, THERE * LASTS**look.left)
            each += max(0.0, then - now) * self.own_points(goer, place)
            best = max(best, now)
            after = max(after, then)
        through = through_of(look.coming[place] + strength, look.cover[place])
        rivals = look.any[place]
        gain = look.prize[place] * max(0.0, max(after, rivals) - max(best, rivals)) * through
        return gain + each * through + look.stake[place] * (through - look.through[place])

    def own_points(self, goer: Goer, place: int) -> float:
        """Points a unit would score for itself at the end in a place."""
        points = 0.0
        for share in self.prospects.aims.shares[place]:
            if share.counts[goer.unit]:
                points += share.points
        return points

    def covering(self, actor: Actor, place: int) -> float:
        """What a march to a place brings the North: less of what the South would have there."""
        look = self.prospects
        if look.stake[place] <= 0.0:
            return 0.0
        ways = look.ways[USA][place]
        strength = 0.0
        for goer in actor.goers:
            away = ways[goer.number]
            if away > 0.0:
                now = look.covering(goer, away, look.first[place])
                strength += goer.value * (nearness(max(0.0, now - 1.0)) - nearness(now))
        strength *= look.aims.places[place].closes
        return look.stake[place] * (look.through[place] - through_of(look.coming[place], look.cover[place] + strength))

    def goal_at(self, actor: Actor, place: int) -> int:
        """The hex of a place to go to: the nearest of it, in the middle of things if it is a single one."""
        where = self.prospects.aims.places[place]
        if len(where.hexes) == 1:
            return where.centre
        first = actor.first
        way = downhill(self.p.ground, first.routes.prices, first.routes.to_place(place, where.hexes), first.hex)
        return way[-1] if way else NOBODY

    def crossing(self, actor: Actor, place: int) -> int:
        """Where to meet those who come: the last hex on their way, before the place, that one reaches in time; behind a
        river if there is one."""
        p, look = self.p, self.prospects
        where, ways = look.aims.places[place], look.ways[CSA][place]
        enemy: Goer | None = None
        soonest = 0.0
        for goer in look.goers[CSA]:
            soon = ways[goer.number] / (1 + goer.value)
            if enemy is None or soon < soonest:
                enemy, soonest = goer, soon
        if enemy is None or ways[enemy.number] <= 1.0:
            return NOBODY
        ours = actor.first
        before = enemy.hex
        best = NOBODY
        for hex in downhill(p.ground, enemy.routes.prices, enemy.routes.to_place(place, where.hexes), enemy.hex):
            water = p.ground.water[6 * before + p.ground.direction(before, hex)] >= MINOR
            distance = p.ground.distance(ours.hex, hex)
            if 0 < distance <= p.ground.distance(enemy.hex, hex) and (best == NOBODY or water):
                best = hex
                if water:
                    break
            before = hex
        return best

    # against whom

    def attacks(self, actor: Actor, tier: int) -> None:
        """The enemy stack near by that it pays most to attack, by march."""
        p, side, look = self.p, self.own, self.prospects
        best, goal = 0.0, NOBODY
        for target in look.survey.at[1 - side]:
            near = [goer for goer in actor.goers if p.ground.distance(goer.hex, target) <= NEAR]
            near = [goer for goer in near if not p.demoralized[goer.unit]]
            if near:
                gain = self.attack(near, target)
                if gain > best:
                    best, goal = gain, target
        if goal != NOBODY and best > ATTACK_FROM:
            self.propose("attack", actor.subject, goal, self.loss * best, tier)

    def attack(self, goers: list[Goer], target: int) -> float:
        """What attacks of these on a stack bring, one after another, in points of losses."""
        p = self.p
        defenders = troops_in(p, 1 - self.own, target)
        ground = self.ground_worth(target)
        gain = 0.0
        more = 0
        for goer in sorted(goers, key=by_value, reverse=True):
            chance, net = self.prepare(goer, target, defenders)
            if chance <= 0.0:
                continue
            one = gain_of(p, net + more, goer.value, defenders, ground) - march_price(p, goer.unit)
            if one > 0.0:
                gain += chance * one * (1.0 if not more else 0.6)
                more = 1
        return gain

    def prepare(self, goer: Goer, target: int, defenders: list[int]) -> tuple[float, int]:
        """The chance that a unit comes up with an enemy, and its modifiers then: a corps and its units ask the same."""
        key = self.p.ground.size * goer.unit + target
        known = self.prepared.get(key)
        if known is None:
            chance, net = comes_up(self.p, goer, target), 0
            if chance > 0.0:
                net = net_from_afar(self.p, self.own, [goer.unit], target, defenders)
                if self.p.ground.distance(goer.hex, target) == 1:
                    net += self.at_once(goer, target)
            known = (chance, net)
            self.prepared[key] = known
        return known

    def at_once(self, goer: Goer, target: int) -> int:
        """What it adds to attack from where one stands: nothing is lost on the way, but water may be in it."""
        p = self.p
        found = ease(p, self.own, goer.hex, target, int(goer.pace))
        return max(found, -2) if found > SHUT_OUT else -2

    def ground_worth(self, hex: int) -> float:
        """What it is worth that the enemy goes from a hex, in points of losses."""
        look = self.prospects
        found = 0.0
        for place in look.aims.over[hex]:
            if look.looked[place] and look.stake[place] > 0.0:
                found = max(found, look.stake[place] / self.loss)
        return GROUND * min(found, 2.0)

    def assaults(self) -> None:
        """The assaults of leaders who stand beside the enemy."""
        p, side = self.p, self.own
        for leader in LEADERS[side]:
            hex = p.hex[leader]
            if hex < 0 or SIZE[leader] != CORPS:
                continue
            for to in p.ground.around[hex]:
                if not p.presence.units(1 - side, to) or not can_cross(p, side, hex, to):
                    continue
                if not assault_objections(p, leader, to):
                    self.propose("assault", leader, to, self.loss * (self.assault(leader, to) - ASSAULT))

    def assault(self, leader: int, target: int) -> float:
        """What an assault brings on average over the leader's die."""
        p = self.p
        able = eligible(p, plan(leader, target, self.own))
        able.sort(key=lambda unit: -combat_value(p, unit))
        ground = self.ground_worth(target)
        known: dict[int, float] = {0: 0.0}
        gain = 0.0
        for die in range(1, 7):
            count = min(units_for(p, leader, die), len(able))
            if count not in known:
                battle = plan(leader, target, self.own)
                battle.attackers = sorted(able[:count])
                known[count] = assault_value(p, battle, ground)
            gain += known[count] / 6
        return gain

    # the rest

    def raids(self) -> None:
        """Stations that units stand in."""
        p, look = self.p, self.prospects
        if self.own != CSA:
            return
        for place in look.aims.places:
            hex, prize = place.centre, look.prize[place.number]
            if prize > 0.0 and len(place.hexes) == 1 and p.presence.units(CSA, hex) and p.theatre.station_at[hex] >= 0:
                self.raid(hex, prize)

    def raid(self, hex: int, prize: float) -> None:
        """The unit there that does it best: infantry that destroys it, the freshest."""
        p = self.p
        best, who = -1, NOBODY
        for unit in troops_in(p, CSA, hex):
            if not raid_objections(p, unit):
                fit = 10 * (KIND[unit] == INF) + MOST_FATIGUE - p.fatigue[unit]
                if fit > best:
                    best, who = fit, unit
        if who != NOBODY:
            self.propose("raid", who, hex, prize)

    def rail(self, goer: Goer) -> None:
        """By rail to the station most in need."""
        best, goal = 0.0, NOBODY
        look = self.prospects
        for place in look.aims.places:
            if len(place.hexes) == 1 and self.p.ground.on_rail[place.centre] and look.looked[place.number]:
                gain = self.covering(Actor(goer.unit, [goer]), place.number)
                if gain > best and place.centre != goer.hex:
                    best, goal = gain, place.centre
        if goal != NOBODY:
            self.propose("rail", goer.unit, goal, 2 * best)

    def withdrawal(self, actor: Actor, tier: int) -> None:
        """Out of the reach of an enemy who is stronger: toward friends, or where nobody is."""
        p, side, survey = self.p, self.own, self.prospects.survey
        hex = actor.first.hex
        threat = survey.threat(side, hex)
        held = survey.support(side, hex)
        if threat <= THREAT * held:
            return
        best, goal = threat / max(1.0, held), NOBODY
        for n in range(len(survey.at[side])):
            other = survey.at[side][n]
            away = p.ground.distance(hex, other)
            if 2 <= away <= 9:
                there = survey.threat(side, other) / max(1.0, survey.support(side, other) + actor.value)
                if there < best:
                    best, goal = there, other
        if goal != NOBODY:
            gain = WITHDRAW * min(3.0, threat / max(1.0, held) - THREAT)
            cost = sum(march_price(p, goer.unit) for goer in actor.goers)
            self.propose("withdraw", actor.subject, goal, self.loss * (gain - cost), tier)

    def joining(self, actor: Actor, tier: int) -> None:
        """A small unit by itself goes to the nearest strong stack."""
        p, side, survey = self.p, self.own, self.prospects.survey
        first = actor.first
        if not self.prospects.left or not first.infantry or survey.support(side, first.hex) > HALF * first.value:
            return
        nearest, goal = 12, NOBODY
        for n in range(len(survey.at[side])):
            away = p.ground.distance(first.hex, survey.at[side][n])
            if 1 < away < nearest and survey.value[side][n] > first.value:
                nearest, goal = away, survey.at[side][n]
        if goal != NOBODY:
            points = self.loss * (JOIN - march_price(p, first.unit))
            if points > 0.0:
                self.propose("march", actor.subject, goal, points, tier)


def comes_up(p: SjwPosition, goer: Goer, target: int) -> float:
    """The chance that one march brings a unit up to an enemy, by how many usual ones it is to his hex; none where
    others are in the way."""
    field = goer.routes.up_to(target)
    price: int = field[goer.hex]
    if price >= AT_HAND or (price and zone_barred(p, goer.unit) is not None):
        return 0.0
    enemy = 1 - SIDE_OF[goer.unit]
    way = downhill(p.ground, goer.routes.prices, field, goer.hex)
    for n in range(len(way) - 1):
        if p.presence.units(enemy, way[n]) or (n < len(way) - 2 and p.presence.zones(enemy, way[n])):
            return 0.0
    marches = price / goer.pace
    for n in range(len(REACH)):
        if marches <= REACH[n][0]:
            return REACH[n][1]
    return 0.0


def by_value(goer: Goer) -> int:
    """Its strength."""
    return goer.value


def operations_of(p: SjwPosition, side: int) -> list[Operation]:
    """What a side may set out to do now."""
    return Proposals(p, side).all()


def intent_of(p: SjwPosition, unit: int) -> Operation | None:
    """What a unit that marches already would do best, by itself."""
    found = Proposals(p, p.side)
    for goer in found.prospects.goers[p.side]:
        if goer.unit == unit:
            found.alone(goer, False)
    return max(found.found, key=lambda one: one.weight, default=None)
