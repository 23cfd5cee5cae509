"""Tournaments between machine players: everybody against everybody, standings with their intervals, early stopping.

Each seed is played twice with sides changed. Draws count half. The two games of a pair hang together, so a sequential
test counts pairs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations, count
from math import log

import choix
import numpy as np
from scipy import optimize, stats  # type: ignore[import-untyped]

from senki.lab.simulate import Plan, Trial

PAIR = 2
"""Games of a pair."""
ELO = 400 / log(10)
"""Elo points in one unit of the natural logarithm of the odds."""
PRIOR = 0.5
"""Games that each is thought to have won of each other beforehand, so that who wins all is not infinitely strong."""
SURE = 0.05
"""The chance of either error that a sequential test takes."""
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair may bring the first of the two, as a share of it."""
UNSEEN = 1e-3
"""Pairs counted for a score that has not come up yet."""
EDGE = 1e-9


@dataclass(frozen=True)
class Entrant:
    """Who takes part: the name in the standings, and the player."""

    name: str
    spec: str


@dataclass
class Meeting:
    """Two entrants and their games, which come in pairs."""

    first: Entrant
    second: Entrant
    plan: Plan
    trials: list[Trial] = field(default_factory=list)

    def scores_in_order(self) -> list[float]:
        """What each pair brought the first of the two, as a share, up to the first pair that is not there yet.

        A pair with a game that failed is left out: it says nothing.
        """
        by_index = {trial.index: trial for trial in self.trials}
        found: list[float] = []
        for index in count(step=PAIR):
            pair = [by_index.get(index + game) for game in range(PAIR)]
            trials = [trial for trial in pair if trial is not None]
            if len(trials) < PAIR:
                return found
            if not any(trial.failure for trial in trials):
                found.append(sum(self.score(trial) for trial in trials) / PAIR)
        raise AssertionError("pairs end")

    def first_side(self) -> float:
        """The share of the points that the first side of the game got."""
        scores = [0.5 if trial.winner < 0 else 1.0 - trial.winner for trial in self.trials if not trial.failure]
        return sum(scores) / len(scores)

    def score(self, trial: Trial) -> float:
        """What a game brought the first of the two."""
        if trial.winner < 0:
            return 0.5
        return 1.0 if (trial.winner == 0) == (trial.index % PAIR == 0) else 0.0

    def counted(self) -> tuple[int, int, int]:
        """Games that the first of the two won, drew and lost."""
        scores = [self.score(trial) for trial in self.trials if not trial.failure]
        return scores.count(1.0), scores.count(0.5), scores.count(0.0)


@dataclass(frozen=True)
class Standing:
    """How an entrant came off. Elo is against the mean of the field, with the ends of its 95 % interval."""

    entrant: Entrant
    elo: float
    low: float
    high: float
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """Games played out."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """Points out of games."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.0


def meetings(entrants: list[Entrant], plan: Plan) -> list[Meeting]:
    """Everybody against everybody by one plan, so with the same dice."""
    return [
        Meeting(one, other, replace(plan, players=(one.spec, other.spec))) for one, other in combinations(entrants, 2)
    ]


def standings(entrants: list[Entrant], played: list[Meeting]) -> list[Standing]:
    """The strongest first. Strengths are those of Bradley and Terry, intervals those of their information matrix."""
    number = {entrant.name: place for place, entrant in enumerate(entrants)}
    results = {entrant.name: [0, 0, 0] for entrant in entrants}
    points = np.zeros((len(entrants), len(entrants)))
    for meeting in played:
        won, drawn, lost = meeting.counted()
        one, other = number[meeting.first.name], number[meeting.second.name]
        points[one, other] += won + drawn / 2
        points[other, one] += lost + drawn / 2
        for name, counts in ((meeting.first.name, (won, drawn, lost)), (meeting.second.name, (lost, drawn, won))):
            results[name] = [sum(pair) for pair in zip(results[name], counts, strict=True)]
    strengths, errors = strengths_of(points)
    reach = float(stats.norm.ppf(0.975))
    found = [
        Standing(
            entrant, value * ELO, (value - reach * error) * ELO, (value + reach * error) * ELO, *results[entrant.name]
        )
        for entrant, value, error in zip(entrants, strengths, errors, strict=True)
    ]
    return sorted(found, key=lambda standing: -standing.elo)


def strengths_of(points: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> tuple[list[float], list[float]]:
    """Strengths with mean 0 and their standard errors, from the points each got off each other."""
    points = points + PRIOR * (1 - np.eye(len(points)))
    strengths = choix.ilsr_pairwise_dense(points)
    strengths = strengths - strengths.mean()
    games = points + points.T
    chances = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    known = games * chances * (1 - chances)
    information = np.diag(known.sum(axis=1)) - known
    # Strengths are only known against each other: the inverse leaves out what all have in common.
    errors = np.sqrt(np.diag(np.linalg.pinv(information, hermitian=True)))
    return [float(value) for value in strengths], [float(error) for error in errors]


def share_of(elo: float) -> float:
    """The share of the points that somebody gets who is so many Elo points better."""
    return 1 / (1 + 10 ** (-elo / 400))


@dataclass(frozen=True)
class Verdict:
    """What a sequential test says after some pairs: 1 the better hypothesis, 0 the other, None not yet."""

    accepted: int | None
    ratio: float
    """The logarithm of the likelihood ratio."""
    low: float
    high: float
    """Its bounds, after Wald."""
    pairs: int


def sequential(scores: Iterable[float], elo0: float, elo1: float) -> Verdict:
    """The test of elo1 against elo0 on pairs in their order: it ends at the first at which a bound is met.

    It depends on nothing but the pairs, so it is the same however many workers play them.
    """
    low, high = log(SURE / (1 - SURE)), log((1 - SURE) / SURE)
    seen: dict[float, int] = dict.fromkeys(SCORES, 0)
    ratio, pairs = 0.0, 0
    for score in scores:
        seen[score] += 1
        pairs += 1
        ratio = log_ratio(seen, share_of(elo0), share_of(elo1))
        if not low < ratio < high:
            return Verdict(int(ratio >= high), ratio, low, high, pairs)
    return Verdict(None, ratio, low, high, pairs)


def log_ratio(seen: dict[float, int], share0: float, share1: float) -> float:
    """The logarithm of the generalized likelihood ratio of two expected shares, all else as likely as it can be."""
    counts = {score: count or UNSEEN for score, count in seen.items()}
    total = sum(counts.values())
    odds = {score: count / total for score, count in counts.items()}
    likeliest = [_likeliest(odds, share) for share in (share0, share1)]
    return sum(count * log(likeliest[1][score] / likeliest[0][score]) for score, count in counts.items())


def _likeliest(odds: dict[float, float], share: float) -> dict[float, float]:
    """The distribution of scores with this mean under which the counts are likeliest."""
    far = [score - share for score in odds]
    low, high = -1 / max(far) + EDGE, -1 / min(far) - EDGE

    def off(tilt: float) -> float:
        return sum(chance * (score - share) / (1 + tilt * (score - share)) for score, chance in odds.items())

    tilt = float(optimize.brentq(off, low, high))
    return {score: chance / (1 + tilt * (score - share)) for score, chance in odds.items()}
