"""Ratings are those of the paper's example and of another implementation, over a long series of games."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from senki.table.club.glicko import STEADY, UNKNOWN, Rating, rated

FIGURES = Path(__file__).parent / "glicko2.csv"
"""240 games of six people, each game a period, and the ratings after each, by the npm package glicko2-lite 5.0.0 (tau
0.5); the npm package glicko2 1.2.2 gives the same. Game n goes on from the ratings the games before it led to."""


def test_the_example_of_the_paper() -> None:
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games)
    # The paper reckons with four figures on the way.
    assert after.value == pytest.approx(1464.06, abs=0.02)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_another_implementation_finds_the_same() -> None:
    people = [Rating()] * 6
    with FIGURES.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 240
    for row in rows:
        a, b, score = int(row["a"]), int(row["b"]), float(row["score"])
        people[a], people[b] = rated(people[a], [(people[b], score)]), rated(people[b], [(people[a], 1.0 - score)])
        for name, found in (("a", people[a]), ("b", people[b])):
            assert found.value == pytest.approx(float(row[f"value_{name}"]), abs=1e-4)
            assert found.deviation == pytest.approx(float(row[f"deviation_{name}"]), abs=1e-4)
            assert found.volatility == pytest.approx(float(row[f"volatility_{name}"]), abs=1e-7)
    # Who played better is found to have.
    assert people[0].value > people[2].value > people[5].value


def test_upsets_make_volatile() -> None:
    sure = Rating(2200, 40, STEADY)
    assert rated(sure, [(Rating(1200, 40), 0.0)]).volatility > STEADY
    assert rated(sure, [(Rating(1200, 40), 1.0)]).value > sure.value


def test_who_rests_is_less_sure_but_never_unknown() -> None:
    sure = Rating(1700, 50, 0.06)
    month = sure.idle(30)
    assert month.value == 1700 and month.deviation == pytest.approx((50**2 + 30 * (0.06 * 173.7178) ** 2) ** 0.5)
    assert sure.idle(0) == sure
    assert sure.idle(100_000).deviation == UNKNOWN
