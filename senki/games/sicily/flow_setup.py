"""The set-up (chapter 3) and what hangs on dice before the first turn."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class CoastalDice(Step[SicilyPosition]):
    """TODO."""

    name = "coastal_dice"
    kind = CHANCE


class CoastalDraw(Step[SicilyPosition]):
    """TODO."""

    name = "coastal_draw"
    kind = CHANCE


class PlanLanding(Step[SicilyPosition]):
    """TODO."""

    name = "plan_landing"
    kind = DECISION
