"""Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2022): how strong somebody plays, and how sure that is.

The steps and the names of figures are those of the paper. Nothing here knows of tables or of the time of day.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""Points of the shown scale in one of the scale that is reckoned with."""
MIDDLE = 1500.0
UNKNOWN = 350.0
"""The deviation of somebody of whom nothing is known; no deviation grows beyond it."""
STEADY = 0.06
"""The volatility everybody begins with."""
TAU = 0.5
"""How much volatilities may change; the paper says 0.3 to 1.2."""
NEAR = 1e-6
"""How near the volatility is to be found; the paper's ε."""


@dataclass(frozen=True)
class Rating:
    """How strong somebody plays: most likely `value`, with 95 % within two deviations of it."""

    value: float = MIDDLE
    deviation: float = UNKNOWN
    volatility: float = STEADY

    def idle(self, periods: int) -> Rating:
        """After periods without a game: as strong, but less surely so."""
        phi = self.deviation / SCALE
        grown = SCALE * sqrt(phi * phi + periods * self.volatility * self.volatility)
        return Rating(self.value, min(grown, max(UNKNOWN, self.deviation)), self.volatility)


def rated(before: Rating, games: list[tuple[Rating, float]]) -> Rating:
    """The rating after a period with these games: each with the opponent's rating before it, and 1, ½ or 0."""
    mu, phi = (before.value - MIDDLE) / SCALE, before.deviation / SCALE
    gain = precision = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1.0 / (1.0 + exp(-weight * (mu - (opponent.value - MIDDLE) / SCALE)))
        gain += weight * (score - expected)
        precision += weight * weight * expected * (1.0 - expected)
    variance = 1.0 / precision
    sigma = _volatility(before.volatility, phi, variance, variance * gain)
    known = 1.0 / (1.0 / (phi * phi + sigma * sigma) + 1.0 / variance)
    return Rating(MIDDLE + SCALE * (mu + known * gain), SCALE * sqrt(known), sigma)


def _weight(phi: float) -> float:
    """How much a game counts against somebody whose rating is so unsure: the paper's g."""
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the new volatility, found by regula falsi as the Illinois algorithm does."""
    start = log(sigma * sigma)
    spread = phi * phi + variance

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta * delta - spread - e) / (2.0 * (spread + e) ** 2) - (x - start) / (TAU * TAU)

    a = start
    if delta * delta > spread:
        b = log(delta * delta - spread)
    else:
        k = 1
        while f(start - k * TAU) < 0.0:
            k += 1
        b = start - k * TAU
    at_a, at_b = f(a), f(b)
    while abs(b - a) > NEAR:
        c = a + (a - b) * at_a / (at_b - at_a)
        at_c = f(c)
        if at_c * at_b <= 0.0:
            a, at_a = b, at_b
        else:
            at_a /= 2.0
        b, at_b = c, at_c
    return exp(a / 2.0)
