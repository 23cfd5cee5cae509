"""The airborne segment (chapter 6)."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class Airborne(Step[SicilyPosition]):
    """TODO."""

    name = "airborne"


class RainDrops(Step[SicilyPosition]):
    """TODO."""

    name = "rain_drops"
    kind = DECISION


class Drop(Step[SicilyPosition]):
    """TODO."""

    name = "drop"
    kind = DECISION


class DropDice(Step[SicilyPosition]):
    """TODO."""

    name = "drop_dice"
    kind = CHANCE


class DirectionDie(Step[SicilyPosition]):
    """TODO."""

    name = "direction_die"
    kind = CHANCE


class Scatter(Step[SicilyPosition]):
    """TODO."""

    name = "scatter"
    kind = DECISION


class CallDrops(Step[SicilyPosition]):
    """TODO."""

    name = "call_drops"
    kind = DECISION


class DropsDie(Step[SicilyPosition]):
    """TODO."""

    name = "drops_die"
    kind = CHANCE
