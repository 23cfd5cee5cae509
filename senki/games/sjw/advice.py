"""What a player values: so far nothing but the points as they stand."""

from __future__ import annotations

from math import exp

from senki.engine.game import Advice
from senki.games.sjw.counters import CSA
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.victory import total


class SjwAdvice(Advice[SjwPosition]):
    """Points against what wins."""

    def value(self, p: SjwPosition, side: int) -> float:
        """Even where the Confederate total just wins; the grades of the scenario are the measure."""
        rows = p.theatre.plan.grades
        goal = min(row.least for row in rows if row.winner == CSA)
        step = max(1, max(row.least for row in rows) - goal)
        chance = 1 / (1 + exp((goal - 0.5 - total(p)) / step))
        return chance if side == CSA else 1 - chance
