"""What a position will come to: the expected total of victory points, and the grade it makes."""

from __future__ import annotations

from math import exp
from typing import Final

from senki.boards.hexes.fields import prices_to
from senki.games.sicily.counters import ALLIES, ARMY, AXIS, GERMANY, ITALY, STEPS, UNITS_OF
from senki.games.sicily.goals import AIRFIELD, FAR, PLANNER, PORTS, SOURCE, counts_left, goals_of
from senki.games.sicily.ground import FOOT
from senki.games.sicily.losses import kind_for_points
from senki.games.sicily.position import ISOLATED, SicilyPosition
from senki.games.sicily.scenario import SCENARIOS
from senki.games.sicily.survey import Survey
from senki.games.sicily.tables import TABLES
from senki.games.sicily.victory import regiments_lost

POINTS: Final[float] = float(PLANNER["capture"]["points"])
RESISTED: Final[float] = float(PLANNER["capture"]["resisted"])
MOST: Final[float] = float(PLANNER["capture"]["most"])
UNSURE: Final[list[float]] = [float(one) for one in PLANNER["capture"]["spread"]]
RETAKEN: Final[float] = float(PLANNER["capture"]["retaken"])
STEP_WORTH: Final[list[float]] = [
    -float(PLANNER["worth"]["allied_step"]), -float(PLANNER["worth"]["allied_step"]),
    float(PLANNER["worth"]["german_step"]), float(PLANNER["worth"]["italian_step"]),
]  # fmt: skip
"""By army: what a step lost brings the Allies."""
AWAY: Final[float] = float(PLANNER["worth"]["away"])
AWAY_TURNS: Final[float] = float(PLANNER["worth"]["away_turns"])
SUPPLY: Final[float] = float(PLANNER["worth"]["supply"])
LEAST_SUPPLY: Final[int] = int(PLANNER["worth"]["least_supply"])
MOST_SUPPLY: Final[int] = int(PLANNER["worth"]["most_supply"])
ISOLATION: Final[float] = float(PLANNER["worth"]["isolated"])
SPREAD: Final[list[float]] = [float(one) for one in PLANNER["grades"]["spread"]]
DRIFT: Final[list[float]] = [float(PLANNER["grades"]["drift"].get(name, 0.0)) for name in SCENARIOS]
"""By scenario: how much too high the total is reckoned for each turn that is left."""
LANDING_LEVELS: Final = ["marginal", "substantive", "decisive"]
MARGIN: Final = [0.6, 0.85, 1.0]
"""The chance not to lose too many regiments, by how many may still be lost."""
LANDING: Final[float] = float(PLANNER["grades"]["landing"])


def logistic(x: float) -> float:
    """From 0 to 1, ½ at nought."""
    if x > 30.0:
        return 1.0
    return 0.0 if x < -30.0 else 1.0 / (1.0 + exp(-x))


class Prospects:
    """A position looked at once: who is how near to what."""

    def __init__(self, p: SicilyPosition) -> None:
        self.p = p
        self.survey = Survey(p)
        allied = [hex for hex in self.survey.at[ALLIES] if p.ground.land[hex]]
        self.near = prices_to(p.ground, p.ground.price[4 * FOOT + 2 * ALLIES], allied, FAR)
        """Movement points from each hex to the nearest Allied unit."""
        self.left = p.theatre.plan.last_turn - p.turn + 1

    def falls_in(self, hex: int) -> float:
        """In how many turns an Axis place may fall."""
        ours, theirs = self.survey.felt(ALLIES, hex), self.survey.felt(AXIS, hex)
        resisted = RESISTED * theirs / (ours + 1.0)
        return int(self.near[hex]) / POINTS + (resisted if resisted < MOST else MOST)

    def held_by(self, hex: int, turns: float) -> float:
        """The chance that the Allies own a place in so many turns."""
        p = self.p
        if p.held[p.ground.place_at[hex]]:
            theirs = self.survey.felt(AXIS, hex)
            if theirs <= 0.0:
                return 1.0
            return 1.0 - RETAKEN * theirs / (theirs + self.survey.felt(ALLIES, hex) + 1.0)
        due = self.falls_in(hex)
        return logistic((turns - due) / (UNSURE[0] + UNSURE[1] * due))

    def places(self) -> float:
        """Points of the counts to come, and what airfields, ports and sources do meanwhile."""
        p, ground = self.p, self.p.ground
        counts = [float(turn - p.turn) for turn in counts_left(p)]
        found = 0.0
        for hex in ground.places:
            middle = 0.5 * self.left
            if ground.points[hex]:
                for turns in counts:
                    found += ground.points[hex] * self.held_by(hex, turns)
            if ground.airfield[hex] or ground.port[hex]:
                use = (AIRFIELD if ground.airfield[hex] else 0.0) + PORTS[ground.port[hex]]
                found += use * self.left * self.held_by(hex, middle)
            if hex in ground.sources:
                found += SOURCE * self.held_by(hex, middle)
        return found

    def forces(self) -> float:
        """Steps lost and supply, as far as they have not scored yet; Axis units about to get away."""
        p = self.p
        found = 0.0
        to_exit = goals_of(p.theatre).to_exit
        for side in (ALLIES, AXIS):
            for unit in UNITS_OF[side]:
                hex = p.hex[unit]
                if hex < 0:
                    continue
                worth = STEP_WORTH[ARMY[unit]]
                found += worth * (STEPS[unit] - p.left[unit])
                if p.status[unit] == ISOLATED:
                    found += ISOLATION * worth * p.left[unit]
                if side == AXIS:
                    turns = int(to_exit[hex]) / 8.0
                    chance = logistic((AWAY_TURNS - turns) / 1.0) * (1.0 if self.left < 6 else 0.3)
                    found -= AWAY * chance * points_away(unit)
        for army in range(4):
            stock = max(LEAST_SUPPLY, min(MOST_SUPPLY, p.supply[army]))
            found += SUPPLY * stock if army < GERMANY else -SUPPLY * stock
        return found

    def total(self) -> float:
        """The expected total of victory points."""
        return float(sum(self.p.ledger)) + self.places() + self.forces()


def points_away(unit: int) -> float:
    """What the escape of an Axis unit takes from the Allies."""
    victory = TABLES["victory"]
    row = victory["italian_away" if ARMY[unit] == ITALY else "german_away"]
    return float(row[kind_for_points(unit)])


def allied_value(p: SicilyPosition) -> float:
    """The expected grade for the Allies, from 0 (the worst) to 1 (the best)."""
    grades = p.theatre.plan.grades
    if p.over and p.result is not None:
        return result_value(p)
    if not grades:
        return landing_value(p)
    prospects = Prospects(p)
    total = prospects.total() - DRIFT[p.theatre.plan.number] * prospects.left
    return expected_grade(p, total, SPREAD[0] + SPREAD[1] * prospects.left)


def expected_grade(p: SicilyPosition, total: float, spread: float) -> float:
    """The grade a total of victory points will make if it is known so well."""
    grades = p.theatre.plan.grades
    found = 0.0
    for grade in grades[:-1]:
        found += logistic((total - grade.least) / spread)
    return found / (len(grades) - 1)


def result_value(p: SicilyPosition) -> float:
    """The grade a finished game has come to; half of it as if a few points more or fewer were as likely."""
    result = p.result
    assert result is not None
    grades = p.theatre.plan.grades
    if not grades:
        step = LANDING_LEVELS.index(result.level) * 0.2
        return 0.6 + step if result.winner == ALLIES else 0.4 - step
    for number, grade in enumerate(grades):
        if grade.winner == result.winner and grade.level == result.level:
            exact = 1.0 - number / (len(grades) - 1)
            return 0.5 * (exact + expected_grade(p, float(sum(p.ledger)), SPREAD[0]))
    return 0.5


def landing_value(p: SicilyPosition) -> float:
    """The expected grade of the landing: the chance of the towns, enough airfields and few enough regiments lost, and
    how many of the places are likely to be held."""
    plan, prospects, goals = p.theatre.plan, Prospects(p), goals_of(p.theatre)
    left = float(prospects.left)
    chance, expected, airfields = 1.0, 0.0, 0.0
    for hex in goals.must:
        held = prospects.held_by(hex, left)
        chance *= 0.05 + 0.95 * held
        expected += held
    for hex in goals.airfields:
        airfields += prospects.held_by(hex, left)
    expected += airfields
    chance *= logistic((airfields - plan.least_airfields + 0.5) / LANDING)
    lost = regiments_lost(p)
    chance *= 0.0 if lost > plan.most_lost else MARGIN[min(2, plan.most_lost - lost)]
    won = 0.6 + 0.2 * max(0.0, min(2.0, expected - 5.0))
    failed = max(0.0, min(0.4, 0.4 - 0.1 * (5.0 - expected)))
    value = chance * won + (1.0 - chance) * failed
    return 0.95 * value + 0.05 * logistic(prospects.forces() / 40.0)
