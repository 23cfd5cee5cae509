"""The airborne segment (chapter 6)."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.airborne import (
    begin_airborne,
    call_drops,
    call_objections,
    choose_drop,
    decide_in_rain,
    drop_candidates,
    drop_objections,
    drop_options,
    rain_objections,
    take_drops_die,
)
from senki.games.sicily.counters import ALLIES, AXIS
from senki.games.sicily.drops import (
    drift,
    drift_candidates,
    drift_objections,
    drift_options,
    take_direction_die,
    take_drop_dice,
)
from senki.games.sicily.options import (
    ANY_DIE,
    CALL_FOR_DROPS,
    CANCEL_DROPS,
    DONE,
    DROP_IN_RAIN,
    EACH_DIE,
    PASS,
    dice_of,
    die_of,
)
from senki.games.sicily.position import SicilyPosition


class Airborne(Step[SicilyPosition]):
    """The airborne segment begins (SIC-6)."""

    name = "airborne"

    def run(self, p: SicilyPosition) -> None:
        begin_airborne(p)


class RainDrops(Step[SicilyPosition]):
    """The drops of turn 1 in rain, all or none (SIC-6.4)."""

    name = "rain_drops"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return [DROP_IN_RAIN, CANCEL_DROPS]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [DROP_IN_RAIN, CANCEL_DROPS, DONE, PASS]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return rain_objections(option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        decide_in_rain(p, option)


class Drop(Step[SicilyPosition]):
    """Target and type of the next unit (SIC-6.1)."""

    name = "drop"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return drop_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return drop_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return drop_objections(p, option)

    def accepts(self, p: SicilyPosition, option: Option) -> bool:
        return option.verb in ("drop", "reinforce")

    def play(self, p: SicilyPosition, option: Option) -> None:
        choose_drop(p, option)


class DropDice(Step[SicilyPosition]):
    """A unit drops: disruption or loss, then scatter (SIC-6.8)."""

    name = "drop_dice"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return EACH_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        loss, scatter = dice_of(option)
        take_drop_dice(p, loss, scatter)


class DirectionDie(Step[SicilyPosition]):
    """Where it scatters to (SIC-6.8)."""

    name = "direction_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_direction_die(p, die_of(option))


class Scatter(Step[SicilyPosition]):
    """The Axis player moves a unit that has come down on an enemy (SIC-6.10)."""

    name = "scatter"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return AXIS

    def options(self, p: SicilyPosition) -> list[Option]:
        return drift_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return drift_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return drift_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        drift(p, option)


class CallDrops(Step[SicilyPosition]):
    """Optional operations this turn, or none (SIC-6.18)."""

    name = "call_drops"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return [CALL_FOR_DROPS, PASS]

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [CALL_FOR_DROPS, PASS, DONE]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return call_objections(option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        call_drops(p, option)


class DropsDie(Step[SicilyPosition]):
    """How many units may drop (SIC-6.18)."""

    name = "drops_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_drops_die(p, die_of(option))
