"""The steps of a combat result (17.15 to 17.21): numbers, losses, retreats, advances."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option
from senki.engine.position import DECISION, Step
from senki.games.sicily.advance import advance_candidates, advance_objections, advance_options, take_up
from senki.games.sicily.losing import (
    lose_candidates,
    lose_objections,
    lose_options,
    settle_split,
    split_candidates,
    split_objections,
    split_options,
    strike,
)
from senki.games.sicily.options import number_of
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.results import current, end_results, go_on
from senki.games.sicily.retreat import chooser, retreat_candidates, retreat_objections, retreat_options, step_back


class Results(Step[SicilyPosition]):
    """The next thing a result brings (SIC-17.15)."""

    name = "results"

    def run(self, p: SicilyPosition) -> None:
        go_on(p)


class Split(Step[SicilyPosition]):
    """How many hexes a side goes back; the rest it loses in steps (SIC-17.15)."""

    name = "split"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return current(p).losing

    def options(self, p: SicilyPosition) -> list[Option]:
        return split_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return split_candidates(p, current(p))

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return split_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        settle_split(p, current(p), number_of(option))


class Lose(Step[SicilyPosition]):
    """Who loses the next step (SIC-17.16)."""

    name = "lose"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return current(p).losing

    def options(self, p: SicilyPosition) -> list[Option]:
        return lose_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return lose_candidates(p, current(p))

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return lose_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        strike(p, current(p), option.subject)


class Retreat(Step[SicilyPosition]):
    """The next hex of those who go back (SIC-17.17, 17.20)."""

    name = "retreat"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return chooser(current(p))

    def options(self, p: SicilyPosition) -> list[Option]:
        return retreat_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return retreat_candidates(p, current(p))

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return retreat_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        step_back(p, current(p), option.target)


class Advance(Step[SicilyPosition]):
    """Who advances where (SIC-17.19)."""

    name = "advance"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return current(p).winner

    def options(self, p: SicilyPosition) -> list[Option]:
        return advance_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return advance_candidates(p, current(p))

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return advance_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_up(p, current(p), option)


class Survivors(Step[SicilyPosition]):
    """What is left in the sea after a landing (SIC-17.18)."""

    name = "survivors"

    def run(self, p: SicilyPosition) -> None:
        end_results(p)
