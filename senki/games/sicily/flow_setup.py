"""The set-up (chapter 3) and what hangs on dice before the first turn."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.coastals import (
    count_coastals,
    next_coastal,
    place_coastal,
    shift,
    shift_candidates,
    shift_objections,
    shift_options,
)
from senki.games.sicily.counters import ALLIES
from senki.games.sicily.options import TWO_DICE, dice_of
from senki.games.sicily.position import SicilyPosition


class CoastalDice(Step[SicilyPosition]):
    """How many coastal regiments there are (SIC-3.2)."""

    name = "coastal_dice"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return TWO_DICE

    def play(self, p: SicilyPosition, option: Option) -> None:
        first, second = dice_of(option)
        count_coastals(p, first + second)


class CoastalDraw(Step[SicilyPosition]):
    """Which of them (SIC-3.2)."""

    name = "coastal_draw"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return next_coastal(p)

    def play(self, p: SicilyPosition, option: Option) -> None:
        place_coastal(p, option.subject)


class PlanLanding(Step[SicilyPosition]):
    """The beach of a regiment of the first wave, in a variable landing (SIC-3.6)."""

    name = "plan_landing"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return shift_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return shift_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return shift_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        shift(p, option)
