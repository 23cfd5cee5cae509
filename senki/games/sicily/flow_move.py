"""The tactical and strategic segments (chapters 14 to 16, 22, 23)."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class Tactical(Step[SicilyPosition]):
    """TODO."""

    name = "tactical"


class Move(Step[SicilyPosition]):
    """TODO."""

    name = "move"
    kind = DECISION


class Go(Step[SicilyPosition]):
    """TODO."""

    name = "go"
    kind = DECISION


class Strategic(Step[SicilyPosition]):
    """TODO."""

    name = "strategic"


class March(Step[SicilyPosition]):
    """TODO."""

    name = "march"
    kind = DECISION


class MarchTo(Step[SicilyPosition]):
    """TODO."""

    name = "march_to"
    kind = DECISION


class EvacuationDie(Step[SicilyPosition]):
    """TODO."""

    name = "evacuation_die"
    kind = CHANCE


class InterdictionDie(Step[SicilyPosition]):
    """TODO."""

    name = "interdiction_die"
    kind = CHANCE


class Overstack(Step[SicilyPosition]):
    """TODO."""

    name = "overstack"
    kind = DECISION


class EndMovement(Step[SicilyPosition]):
    """TODO."""

    name = "end_movement"
