"""The steps of the action cycle (chapter 4)."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sjw.actions import (
    act,
    action_candidates,
    action_objections,
    action_options,
    begin_phase,
    end_cycle,
    take_end_die,
    take_initiative,
)
from senki.games.sjw.options import ANY_DIE, INITIATIVE_DICE, dice_of, die_of
from senki.games.sjw.position import SjwPosition


class Cycle(Step[SjwPosition]):
    """The next action phase begins (SJW-4.5)."""

    name = "cycle"

    def run(self, p: SjwPosition) -> None:
        begin_phase(p)


class Initiative(Step[SjwPosition]):
    """Both roll for the initiative, the Confederate die first (SJW-4.1)."""

    name = "initiative"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return INITIATIVE_DICE

    def play(self, p: SjwPosition, option: Option) -> None:
        confederate, union = dice_of(option)
        take_initiative(p, confederate, union)


class CycleEndDie(Step[SjwPosition]):
    """A double 1 may end the cycle (SJW-15.1)."""

    name = "cycle_end_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        take_end_die(p, die_of(option))


class Action(Step[SjwPosition]):
    """One action, or a pass (SJW-4.3)."""

    name = "action"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return action_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return action_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return action_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        act(p, option)


class EndCycle(Step[SjwPosition]):
    """The cycle is over; recovery follows (SJW-4.2)."""

    name = "end_cycle"

    def run(self, p: SjwPosition) -> None:
        end_cycle(p)
