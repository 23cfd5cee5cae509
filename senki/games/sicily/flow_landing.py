"""The amphibious and depot segments (chapters 4, 5, 9, 11)."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class Amphibious(Step[SicilyPosition]):
    """TODO."""

    name = "amphibious"


class Land(Step[SicilyPosition]):
    """TODO."""

    name = "land"
    kind = DECISION


class LandingDie(Step[SicilyPosition]):
    """TODO."""

    name = "landing_die"
    kind = CHANCE


class EndRun(Step[SicilyPosition]):
    """TODO."""

    name = "end_run"
    kind = DECISION


class Depots(Step[SicilyPosition]):
    """TODO."""

    name = "depots"


class Depot(Step[SicilyPosition]):
    """TODO."""

    name = "depot"
    kind = DECISION


class PortDie(Step[SicilyPosition]):
    """TODO."""

    name = "port_die"
    kind = CHANCE
