"""What a game is likely to come to: the points each victory line will bring, by who can still get where in time."""

from __future__ import annotations

from math import exp
from typing import Final

from senki.games.sjw.counters import CSA, INF, KIND, SIDES, TROOPS, USA
from senki.games.sjw.goals import (
    BANDS,
    CONTROL_ANY,
    CONTROL_EACH,
    DEPOTS,
    END_BEST,
    END_EACH,
    IN_HEX,
    PLANNER,
    STATION_COUNT,
    STATIONS,
    Aim,
    Aims,
    aims_of,
)
from senki.games.sjw.limits import areas, barred
from senki.games.sjw.manpower import combat_value
from senki.games.sjw.position import (
    CAUSES,
    DESTROYED,
    DISORGANIZED,
    EXTENDED,
    FORCED,
    SUPPLY,
    SWITCHES,
    UNSUPPLIED,
    WHOLE,
    ZONE_MOVE,
    SjwPosition,
    empty_map,
)
from senki.games.sjw.raids import DESTROYS_FROM
from senki.games.sjw.routes import Routes, routes_of
from senki.games.sjw.setup import set_up
from senki.games.sjw.strengths import FATIGUE, MANPOWER, Survey, pace_of, size_of
from senki.games.sjw.tables import AFTER_RECOVERY, HALF, MOST_FATIGUE
from senki.games.sjw.victory import KINDS as SCORERS

FREE: Final[int] = int(PLANNER["marches"]["free"])
TODAY: Final[float] = float(PLANNER["marches"]["today"])
TIRING: Final[float] = float(PLANNER["marches"]["extended"])
LATER: Final[float] = float(PLANNER["marches"]["later"])
DAYS: Final[int] = int(PLANNER["marches"]["days"])
SCALE: Final[float] = float(PLANNER["chance"]["scale"])
THERE: Final[float] = float(PLANNER["chance"]["there"])
STAYS: Final[float] = float(PLANNER["chance"]["stays"])
MOST: Final[float] = float(PLANNER["chance"]["most"])
AGAIN: Final[float] = float(PLANNER["chance"]["again"])
CAVALRY_DESTROYS: Final[float] = float(PLANNER["chance"]["cavalry_destroys"])
RETAKEN: Final[float] = float(PLANNER["chance"]["retaken"])
COVER_SCALE: Final[float] = float(PLANNER["cover"]["scale"])
REACTS: Final[float] = float(PLANNER["cover"]["reacts"])
LASTS: Final[float] = float(PLANNER["chance"]["lasts"])
HELD: Final[float] = float(PLANNER["cover"]["held"])
DISORDER: Final[float] = float(PLANNER["price"]["disorganized"])
DEMORALIZED: Final[float] = float(PLANNER["price"]["demoralized"])
HUNGRY: Final[float] = float(PLANNER["price"]["unsupplied"])
EXPOSED: Final[float] = float(PLANNER["price"]["exposed"])
MOST_HELD_UP: Final[float] = float(PLANNER["going"]["most_held_up"])
SAFE: Final[float] = float(PLANNER["price"]["safe"])
MOST_EXPOSED: Final[float] = float(PLANNER["price"]["most_exposed"])
NOT_SCORED: Final = [EXTENDED, FORCED, ZONE_MOVE, SUPPLY]
SLOPE: Final[float] = float(PLANNER["grades"]["slope"])


def chance_of(spare: float) -> float:
    """The chance to get somewhere with so many marches to spare."""
    if spare < 0.0:
        short = 1.0 - spare / SCALE
        return MOST * 0.5 / (short * short)
    ample = 1.0 + spare / SCALE
    return MOST * (1.0 - 0.5 / (ample * ample))


def nearness(marches: float) -> float:
    """The share of a unit's strength that counts at a place so many marches away."""
    away = marches / COVER_SCALE
    return 1.0 / (1.0 + away * away)


class Goer:
    """A unit as it matters to where it can get."""

    def __init__(self, p: SjwPosition, unit: int, side: int, routes: Routes, number: int) -> None:
        self.unit = unit
        self.number = number
        """Its place among those of its side."""
        self.hex: int = p.hex[unit]
        self.value: int = combat_value(p, unit)
        self.pace: float = pace_of(p, unit, side)
        self.routes = routes
        self.infantry: bool = KIND[unit] == INF
        self.strong: bool = self.infantry and self.value >= DESTROYS_FROM
        self.free: bool = barred(p, unit) is None
        self.marches: float = marches_left(p, unit, self.free)
        self.held_up: float = 0.0
        """Marches that the enemy between it and the places of the scenario costs it."""
        self.times = 0
        """Places for which it is the best so far."""

    def away(self, place: int, hexes: list[int]) -> float:
        """Marches to a place."""
        price: int = self.routes.to_place(place, hexes)[self.hex]
        return price / self.pace + self.held_up if price else 0.0

    def chance(self, away: float) -> float:
        """The chance to get so many marches away in time, the less the more it is wanted elsewhere."""
        if away <= 0.0:
            return THERE
        if self.marches <= 0.0:
            return 0.0
        found = chance_of(self.marches - away)
        return found * AGAIN**self.times if self.times else found


def marches_left(p: SjwPosition, unit: int, free: bool) -> float:
    """Marches a unit still has: those of today count less, it may not get to make them; later days only up to some."""
    tired = p.fatigue[unit]
    days = min(DAYS, p.theatre.plan.turns - p.turn)
    later = LATER * (FREE * days - (AFTER_RECOVERY[tired] if days else 0))
    if not free:
        return later
    unforced = max(0, FREE - tired)
    rest = MOST_FATIGUE - tired - unforced
    return later + TODAY * unforced + (TIRING if days else TODAY) * rest


class Prospects:
    """Who can get to the places of a scenario, and what that will bring the South."""

    def __init__(self, p: SjwPosition) -> None:
        self.p = p
        self.aims: Aims = aims_of(p.theatre)
        self.survey = Survey(p)
        self.left: int = p.theatre.plan.turns - p.turn
        known: dict[int, Routes] = {}
        self.goers: list[list[Goer]] = [[], []]
        for side in (CSA, USA):
            for unit in TROOPS[side]:
                if p.hex[unit] >= 0:
                    key = HALF * areas(p, unit) + side
                    routes = known.get(key)
                    if routes is None:
                        routes = routes_of(p, unit)
                        known[key] = routes
                    self.goers[side].append(Goer(p, unit, side, routes, len(self.goers[side])))
        self.see_obstacles()
        count = len(self.aims.places)
        self.looked: list[bool] = [False] * count
        self.ways: list[list[list[float]]] = [[[] for _ in range(count)] for _ in SIDES]
        """By side, place and goer: the marches to a place that was looked at."""
        self.coming: list[float] = [0.0] * count
        """Southern strength near each place."""
        self.cover: list[float] = [0.0] * count
        """Northern strength there."""
        self.through: list[float] = [0.0] * count
        """The chance that whoever comes is not kept out."""
        self.first: list[float] = [0.0] * count
        """Marches of the Southern strength that may come there."""
        self.any: list[float] = [0.0] * count
        """The best chance of any Southern unit to get there in time, of strong infantry, of infantry."""
        self.strong: list[float] = [0.0] * count
        self.infantry: list[float] = [0.0] * count
        self.back: list[float] = [0.0] * count
        """The chance of Northern infantry to take it back."""
        self.stake: list[float] = [0.0] * count
        """Points the South would have there if nobody kept it out."""
        self.prize: list[float] = [0.0] * count
        """Points that are still to be had there."""

    def see_obstacles(self) -> None:
        """How far each Southern unit has to go round the enemy to the nearest place where something is to be had."""
        p = self.p
        goals = open_places(p, self.aims)
        enemies = self.survey.obstacles(CSA, goals)
        if not goals or not enemies:
            return
        zones = p.presence.reached[USA]
        for goer in self.goers[CSA]:
            plain: int = goer.routes.to_any(goals)[goer.hex]
            past: int = goer.routes.past(enemies, zones).to_any(goals)[goer.hex]
            goer.held_up = min(MOST_HELD_UP, (past - plain) / goer.pace)

    def look(self, place: int) -> None:
        """Who is near a place and who gets there."""
        if self.looked[place]:
            return
        self.looked[place] = True
        ours, theirs = self.goers[CSA], self.goers[USA]
        southern, northern = self.ways_to(place, ours), self.ways_to(place, theirs)
        self.ways[CSA][place], self.ways[USA][place] = southern, northern
        self.find_first(place, ours, southern)
        first = self.first[place]
        coming = cover = back = 0.0
        for n in range(len(ours)):
            coming += ours[n].value * nearness(max(0.0, southern[n] - first))
        for n in range(len(theirs)):
            goer, away = theirs[n], northern[n]
            cover += goer.value * nearness(self.covering(goer, away, first))
            if goer.infantry and goer.marches > 0.0:
                back = max(back, chance_of(goer.marches - away) if away > 0.0 else THERE)
        cover *= self.aims.places[place].closes
        self.coming[place], self.cover[place], self.back[place] = coming, cover, back
        self.through[place] = through_of(coming, cover)

    def ways_to(self, place: int, goers: list[Goer]) -> list[float]:
        """Marches of each of these to a place."""
        hexes = self.aims.places[place].hexes
        return [goer.away(place, hexes) for goer in goers]

    def find_first(self, place: int, ours: list[Goer], ways: list[float]) -> None:
        """The best chances of Southern units to get to a place in time, and how far off their strength is."""
        best: Goer | None = None
        weight = marches = anybody = infantry = strong = 0.0
        for n in range(len(ours)):
            goer, away = ours[n], ways[n]
            there = goer.chance(away)
            weight += goer.value * there
            marches += goer.value * there * away
            if there > anybody:
                anybody = there
                best = goer
            if goer.infantry:
                infantry = max(infantry, there)
                if goer.strong:
                    strong = max(strong, there)
        self.any[place], self.infantry[place], self.strong[place] = anybody, infantry, strong
        if best is not None:
            best.times += 1
            self.first[place] = marches / weight

    def covering(self, goer: Goer, away: float, first: float) -> float:
        """Marches that keep a Northern unit from a place: those who come give it some time, if it may act."""
        return max(0.0, away - REACTS * first) if goer.free else 2.0 * away

    def come_true(self, place: int, chance: float) -> float:
        """The chance that somebody gets to a place and is not kept out; whoever is there is not easily driven out."""
        through = self.through[place]
        return chance * (through if chance < THERE else STAYS + (1.0 - STAYS) * through)

    def end_true(self, place: int, goer: Goer, away: float) -> float:
        """The chance that a unit is there at the end: it may wait elsewhere as long as it can still get there."""
        through = self.through[place]
        found = chance_of(goer.marches - away) * through if goer.marches > 0.0 else 0.0
        if away <= 0.0:
            held = THERE * (STAYS + (1.0 - STAYS) * through)
            for _ in range(self.left):
                held *= LASTS
            found = max(found, held)
        return found

    # what the lines will bring

    def total(self) -> float:
        """The expected Confederate total, with what the armies are worth beside the points."""
        found = 0.0
        scored: dict[str, float] = {}
        for aim in self.aims.aims:
            line = aim.line
            if line.switch and not self.p.on(1 << SWITCHES.index(line.switch)):
                continue
            before = scored.get(line.unless, 0.0) if line.unless else 0.0
            points = (1.0 - before) * self.bring(aim)
            if line.vp:
                scored[line.clause] = max(scored.get(line.clause, 0.0), min(1.0, points / line.vp))
            found += points
        return found + self.aims.loss * (self.army(CSA) - self.army(USA)) + self.unseen()

    def unseen(self) -> float:
        """What is beyond the horizon: at its start a game is taken to be even, with each day that passes less so."""
        aims = self.aims
        if not aims.judged:
            aims.judged = True
            p = empty_map(self.p.steps, [], self.p.theatre)
            set_up(p)
            aims.short = aims.middle - Prospects(p).total()
        return aims.short * (self.left + 1.0 - self.day_gone()) / self.p.theatre.plan.turns

    def day_gone(self) -> float:
        """How much of a day's marches both sides have made: so that nothing jumps when the next day begins."""
        made = able = 0
        for side in (CSA, USA):
            for goer in self.goers[side]:
                if goer.free:
                    able += FREE
                    made += min(FREE, self.p.fatigue[goer.unit])
        return made / able if able else 1.0

    def bring(self, aim: Aim) -> float:
        """What a line will bring."""
        kind = aim.kind
        if kind in (STATIONS, STATION_COUNT):
            return self.stations(aim)
        if kind in (CONTROL_EACH, CONTROL_ANY):
            return self.objectives(aim)
        if kind == IN_HEX:
            return self.somebody(aim)
        if kind == BANDS:
            return self.somebody(aim)
        if kind in (END_EACH, END_BEST):
            return self.everybody(aim)
        if kind == DEPOTS:
            return self.depots(aim)
        if aim.line.kind == "union_combat_losses_below" and self.left:
            return 0.5 * SCORERS[aim.line.kind](self.p, aim.line)
        return float(SCORERS[aim.line.kind](self.p, aim.line))

    def stations(self, aim: Aim) -> float:
        """By station: what its state brings, and what a raid will."""
        p = self.p
        expected = 0.0
        destroyed_only = aim.states[DESTROYED] and not aim.states[1]
        for n in range(len(aim.places)):
            place = aim.places[n]
            state = p.stations[p.theatre.station_at[self.aims.places[place].centre]]
            self.look(place)
            marked = self.come_true(place, self.any[place])
            destroyed = max(self.come_true(place, self.strong[place]), CAVALRY_DESTROYS * marked)
            points = self.next_station(aim) if aim.kind == STATION_COUNT else aim.points[n]
            if state == DESTROYED:
                share = 1.0 if aim.states[DESTROYED] else 0.0
            elif state != WHOLE:
                gone = marked
                share = (gone if aim.states[DESTROYED] else 0.0) + (1.0 - gone if aim.states[1] else 0.0)
                if destroyed_only:
                    self.promise(place, points, self.any[place])
            else:
                gone = destroyed
                share = gone if aim.states[DESTROYED] else 0.0
                if aim.states[1]:
                    share += marked - gone
                self.promise(place, points, self.strong[place] if destroyed_only else self.any[place])
            expected += share * (1.0 if aim.kind == STATION_COUNT else aim.points[n])
        if aim.kind != STATION_COUNT:
            return expected
        whole = int(expected)
        counts = aim.line.by_count
        beyond = counts[min(whole + 1, len(counts) - 1)]
        return counts[whole] + (expected - whole) * (beyond - counts[whole])

    def next_station(self, aim: Aim) -> float:
        """What one more station brings to a line that counts them."""
        p = self.p
        count = 0
        for place in aim.places:
            if aim.states[p.stations[p.theatre.station_at[self.aims.places[place].centre]]]:
                count += 1
        counts = aim.line.by_count
        return float(counts[min(count + 1, len(counts) - 1)] - counts[count])

    def promise(self, place: int, points: float, chance: float) -> None:
        """Note what is still to be had at a place."""
        if points > 0.0:
            self.prize[place] += points
            self.stake[place] += points * chance

    def objectives(self, aim: Aim) -> float:
        """Those the South holds unless they are taken back, the others if it gets there."""
        p = self.p
        expected = best = 0.0
        for n in range(len(aim.places)):
            place = aim.places[n]
            self.look(place)
            hex = self.aims.places[place].centre
            if p.control[p.theatre.objectives.index(hex)]:
                chance = 1.0 - RETAKEN * self.back[place] * (1.0 - self.through[place])
                self.stake[place] += aim.points[n] * 0.5
            else:
                chance = self.come_true(place, self.infantry[place])
                self.promise(place, aim.points[n], self.infantry[place])
            expected += chance * aim.points[n]
            best = max(best, chance * aim.points[n])
        return expected if aim.kind == CONTROL_EACH else best

    def somebody(self, aim: Aim) -> float:
        """One unit that counts is enough, for each place."""
        expected = 0.0
        for n in range(len(aim.places)):
            place = aim.places[n]
            self.look(place)
            ways = self.ways[CSA][place]
            best = 0.0
            for goer in self.goers[CSA]:
                if aim.counts[goer.unit]:
                    best = max(best, self.end_true(place, goer, ways[goer.number]))
            self.promise(place, aim.points[n], min(1.0, best / max(0.05, self.through[place])))
            expected += best * aim.points[n]
        return expected

    def everybody(self, aim: Aim) -> float:
        """Each unit that counts, at the best of the places it can get to; where points are lost, if it stays."""
        expected = 0.0
        everyone = 1.0 if aim.line.bonus_units else 0.0
        for goer in self.goers[CSA]:
            if aim.counts[goer.unit]:
                points, chance = self.best_end(aim, goer)
                expected += points
                if goer.unit in aim.line.bonus_units:
                    everyone = min(everyone, chance)
        return expected + everyone * aim.line.bonus

    def best_end(self, aim: Aim, goer: Goer) -> tuple[float, float]:
        """What a unit will bring at the end, and how likely."""
        best = sure = 0.0
        for n in range(len(aim.places)):
            place, points = aim.places[n], aim.points[n]
            away = goer.away(place, self.aims.places[place].hexes)
            if points < 0.0:
                return (points * (0.9 if not self.left else 0.4) if away <= 0.0 else 0.0), 0.0
            self.look(place)
            chance = self.end_true(place, goer, away)
            self.stake[place] += points * min(1.0, chance / max(0.05, self.through[place]))
            if points * chance > best:
                best, sure = points * chance, chance
        return best, sure

    def depots(self, aim: Aim) -> float:
        """Depots that are gone, and those the South may get to."""
        p = self.p
        expected = 0.0
        for n in range(len(aim.places)):
            place = aim.places[n]
            hex = self.aims.places[place].centre
            if not p.depots[p.theatre.depots.index(hex)]:
                expected += aim.points[n]
                continue
            self.look(place)
            self.promise(place, aim.points[n], self.any[place])
            expected += self.come_true(place, self.any[place]) * aim.points[n]
        return expected

    # what the armies are worth

    def army(self, side: int) -> float:
        """What the state of a side's army is worth beside the points: losses, order, rest, and where it is exposed."""
        p, survey = self.p, self.survey
        lasts = 1.0 if self.left else 0.0
        worth = 0.0
        for cause in NOT_SCORED:
            worth -= MANPOWER * p.losses[len(CAUSES) * side + cause]
        for goer in self.goers[side]:
            unit = goer.unit
            if p.flags[unit] & DISORGANIZED:
                worth -= (0.4 + 0.6 * lasts) * DISORDER * (p.manpower[unit] - goer.value / HALF)
            if p.demoralized[unit]:
                worth -= DEMORALIZED * p.demoralized[unit] * size_of(p, unit)
            if p.flags[unit] & UNSUPPLIED:
                worth -= lasts * HUNGRY * size_of(p, unit)
            worth -= lasts * FATIGUE[p.fatigue[unit]] * size_of(p, unit)
        at, defence = survey.at[side], survey.defence[side]
        for n in range(len(at)):
            threat = survey.threat(side, at[n])
            if threat > 0.0:
                held = max(1.0, survey.support(side, at[n]))
                over = min(MOST_EXPOSED, threat / held - SAFE)
                if over > 0.0:
                    worth -= EXPOSED * over * min(1.0, 0.2 + defence[n] / 40.0)
        return worth


def open_places(p: SjwPosition, aims: Aims) -> list[int]:
    """The middles of the places where the South has still something to win, by number."""
    found: list[int] = []
    for place in aims.places:
        hex = place.centre
        if not place.wanted:
            continue
        station = p.theatre.station_at[hex]
        if station >= 0 and p.stations[station] == DESTROYED and hex not in p.theatre.objectives:
            continue
        if hex in p.theatre.objectives and p.control[p.theatre.objectives.index(hex)]:
            continue
        if hex not in found:
            found.append(hex)
    found.sort()
    return found


def through_of(coming: float, cover: float) -> float:
    """The chance that so much strength is not kept out by so much."""
    ours, theirs = coming * coming, HELD * cover * HELD * cover
    return ours / (ours + theirs) if theirs > 0.0 else 1.0


def south_chance(p: SjwPosition) -> float:
    """The chance that the South wins, the higher the better its grade: a smooth curve over the victory table."""
    aims = aims_of(p.theatre)
    total = float(p.result.points) if p.result is not None else Prospects(p).total()
    halves = (total - aims.middle) / aims.half_grade
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, SLOPE * halves))))
