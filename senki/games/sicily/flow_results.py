"""Losses, retreats and advances (17.15 to 17.21)."""

from __future__ import annotations

from senki.engine.position import DECISION, Step
from senki.games.sicily.position import SicilyPosition


class Results(Step[SicilyPosition]):
    """TODO."""

    name = "results"


class Split(Step[SicilyPosition]):
    """TODO."""

    name = "split"
    kind = DECISION


class Lose(Step[SicilyPosition]):
    """TODO."""

    name = "lose"
    kind = DECISION


class Retreat(Step[SicilyPosition]):
    """TODO."""

    name = "retreat"
    kind = DECISION


class Advance(Step[SicilyPosition]):
    """TODO."""

    name = "advance"
    kind = DECISION


class Survivors(Step[SicilyPosition]):
    """TODO."""

    name = "survivors"
