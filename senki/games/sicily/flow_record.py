"""The weather and record phases (2.1, 2.2)."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.airfields import bombing_objections, declare_bombing, give_air_points
from senki.games.sicily.boundary import boundary_candidates, boundary_objections, boundary_options, choose_boundary
from senki.games.sicily.collapse import go_on_with_checks, take_collapse_die
from senki.games.sicily.counters import ALLIES
from senki.games.sicily.endrun_numbers import (
    choose_number,
    number_candidates,
    number_objections,
    number_options,
    take_number_dice,
)
from senki.games.sicily.interdiction import declare_interdiction, interdiction_objections
from senki.games.sicily.options import (
    ANY_DIE,
    DECLARE_BOMBING,
    DECLARE_INTERDICTION,
    EACH_DIE,
    PASS,
    TWO_DICE,
    dice_of,
    die_of,
)
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.record import keep_records
from senki.games.sicily.variable import take_variable
from senki.games.sicily.weather import take_weather


class WeatherDice(Step[SicilyPosition]):
    """Two dice for the weather of the turn (SIC-2.1)."""

    name = "weather_dice"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return TWO_DICE

    def play(self, p: SicilyPosition, option: Option) -> None:
        first, second = dice_of(option)
        take_weather(p, first + second)
        give_air_points(p)


class Record(Step[SicilyPosition]):
    """The record phase (SIC-2.2)."""

    name = "record"

    def run(self, p: SicilyPosition) -> None:
        keep_records(p)


class Bombing(Step[SicilyPosition]):
    """Emergency bombing, or not (SIC-13.6)?"""

    name = "bombing"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return [DECLARE_BOMBING, PASS]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [DECLARE_BOMBING, PASS]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return bombing_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        declare_bombing(p, option)


class Interdiction(Step[SicilyPosition]):
    """Maximum interdiction, or not (SIC-22.3)?"""

    name = "interdiction"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return [DECLARE_INTERDICTION, PASS]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [DECLARE_INTERDICTION, PASS]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return interdiction_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        declare_interdiction(p, option)


class Boundary(Step[SicilyPosition]):
    """Where the line between the armies runs (SIC-15.8)."""

    name = "boundary"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return boundary_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return boundary_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return boundary_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        choose_boundary(p, option)


class Numbers(Step[SicilyPosition]):
    """The end-run numbers, US first, in secret (SIC-5.1)."""

    name = "numbers"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return number_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return number_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return number_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        choose_number(p, option)


class NumberDice(Step[SicilyPosition]):
    """A die for each end-run number, the US die first (SIC-5.1)."""

    name = "number_dice"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return EACH_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        us, uk = dice_of(option)
        take_number_dice(p, us, uk)


class VariableDie(Step[SicilyPosition]):
    """Variable reinforcements, or the fall of Mussolini (SIC-24.1)."""

    name = "variable_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_variable(p, die_of(option))


class Collapse(Step[SicilyPosition]):
    """The Italian units check one after another (SIC-24.4)."""

    name = "collapse"

    def run(self, p: SicilyPosition) -> None:
        go_on_with_checks(p)


class CollapseDie(Step[SicilyPosition]):
    """The die of one Italian unit (SIC-24.4)."""

    name = "collapse_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_collapse_die(p, die_of(option))
