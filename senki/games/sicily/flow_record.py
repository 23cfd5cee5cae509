"""The weather and record phases (2.1, 2.2)."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class WeatherDice(Step[SicilyPosition]):
    """TODO."""

    name = "weather_dice"
    kind = CHANCE


class Record(Step[SicilyPosition]):
    """TODO."""

    name = "record"


class Bombing(Step[SicilyPosition]):
    """TODO."""

    name = "bombing"
    kind = DECISION


class Interdiction(Step[SicilyPosition]):
    """TODO."""

    name = "interdiction"
    kind = DECISION


class Boundary(Step[SicilyPosition]):
    """TODO."""

    name = "boundary"
    kind = DECISION


class Numbers(Step[SicilyPosition]):
    """TODO."""

    name = "numbers"
    kind = DECISION


class NumberDice(Step[SicilyPosition]):
    """TODO."""

    name = "number_dice"
    kind = CHANCE


class VariableDie(Step[SicilyPosition]):
    """TODO."""

    name = "variable_die"
    kind = CHANCE


class Collapse(Step[SicilyPosition]):
    """TODO."""

    name = "collapse"


class CollapseDie(Step[SicilyPosition]):
    """TODO."""

    name = "collapse_die"
    kind = CHANCE
