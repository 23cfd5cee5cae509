"""The combat phase up to the die (17.1 to 17.14)."""

from __future__ import annotations

from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.position import SicilyPosition


class Combat(Step[SicilyPosition]):
    """TODO."""

    name = "combat"


class Allocate(Step[SicilyPosition]):
    """TODO."""

    name = "allocate"
    kind = DECISION


class Resolve(Step[SicilyPosition]):
    """TODO."""

    name = "resolve"
    kind = DECISION


class StrikeDie(Step[SicilyPosition]):
    """TODO."""

    name = "strike_die"
    kind = CHANCE


class Name(Step[SicilyPosition]):
    """TODO."""

    name = "name"
    kind = DECISION


class ChitDraw(Step[SicilyPosition]):
    """TODO."""

    name = "chit_draw"
    kind = CHANCE


class Support(Step[SicilyPosition]):
    """TODO."""

    name = "support"
    kind = DECISION


class AirPoint(Step[SicilyPosition]):
    """TODO."""

    name = "air_point"
    kind = DECISION


class NavalPoints(Step[SicilyPosition]):
    """TODO."""

    name = "naval_points"
    kind = DECISION


class AirDie(Step[SicilyPosition]):
    """TODO."""

    name = "air_die"
    kind = CHANCE


class NavalDie(Step[SicilyPosition]):
    """TODO."""

    name = "naval_die"
    kind = CHANCE


class CombatDie(Step[SicilyPosition]):
    """TODO."""

    name = "combat_die"
    kind = CHANCE


class EndBattle(Step[SicilyPosition]):
    """TODO."""

    name = "end_battle"


class EndCombat(Step[SicilyPosition]):
    """TODO."""

    name = "end_combat"
