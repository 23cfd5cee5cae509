"""The supply phases of both sides (2.8, 2.9)."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class Supply(Step[SicilyPosition]):
    """TODO."""

    name = "supply"


class Pack(Step[SicilyPosition]):
    """TODO."""

    name = "pack"
    kind = DECISION


class Judge(Step[SicilyPosition]):
    """TODO."""

    name = "judge"


class AirSupply(Step[SicilyPosition]):
    """TODO."""

    name = "air_supply"
    kind = DECISION


class AirSupplyDie(Step[SicilyPosition]):
    """TODO."""

    name = "air_supply_die"
    kind = CHANCE


class SeaSupply(Step[SicilyPosition]):
    """TODO."""

    name = "sea_supply"
    kind = DECISION


class Replace(Step[SicilyPosition]):
    """TODO."""

    name = "replace"
    kind = DECISION


class Income(Step[SicilyPosition]):
    """TODO."""

    name = "income"


class IncomeDie(Step[SicilyPosition]):
    """TODO."""

    name = "income_die"
    kind = CHANCE


class Divide(Step[SicilyPosition]):
    """TODO."""

    name = "divide"
    kind = DECISION
