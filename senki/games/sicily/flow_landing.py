"""The amphibious and depot segments (chapters 4, 5, 9, 11)."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.counters import ALLIES
from senki.games.sicily.depots import depot_candidates, depot_objections, depot_options, move_depot, offer_depots
from senki.games.sicily.endruns import offer, run, run_candidates, run_objections, run_options
from senki.games.sicily.landing import (
    due_to_land,
    land,
    land_candidates,
    land_next,
    land_objections,
    land_options,
    take_landing_die,
)
from senki.games.sicily.options import ANY_DIE, die_of
from senki.games.sicily.ports import take_port_die
from senki.games.sicily.position import SicilyPosition


class Amphibious(Step[SicilyPosition]):
    """The waves of turn 1, end-runs later (SIC-4, SIC-5)."""

    name = "amphibious"

    def run(self, p: SicilyPosition) -> None:
        p.waiting = due_to_land(p)
        land_next(p)
        offer(p)


class Land(Step[SicilyPosition]):
    """Whether a unit of the second wave lands, or from which sea hex a unit attacks its beach (SIC-4.2, SIC-4.5)."""

    name = "land"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return land_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return land_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return land_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        land(p, option)


class LandingDie(Step[SicilyPosition]):
    """Is a unit disrupted by its landing? (SIC-4.6)"""

    name = "landing_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_landing_die(p, die_of(option))
        land_next(p)
        offer(p)


class EndRun(Step[SicilyPosition]):
    """An end-run, or none (SIC-5)."""

    name = "end_run"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return run_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return run_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return run_objections(p, option)

    def accepts(self, p: SicilyPosition, option: Option) -> bool:
        return option.verb == "run"

    def play(self, p: SicilyPosition, option: Option) -> None:
        run(p, option)


class Depots(Step[SicilyPosition]):
    """The depot segment (SIC-11.1)."""

    name = "depots"

    def run(self, p: SicilyPosition) -> None:
        offer_depots(p)


class Depot(Step[SicilyPosition]):
    """A depot lands, goes to a port or comes back, or none does (SIC-11.1 to SIC-11.6)."""

    name = "depot"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return depot_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return depot_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return depot_objections(p, option)

    def accepts(self, p: SicilyPosition, option: Option) -> bool:
        return option.verb == "depot"

    def play(self, p: SicilyPosition, option: Option) -> None:
        move_depot(p, option)


class PortDie(Step[SicilyPosition]):
    """For how long a captured port is closed (SIC-9.1)."""

    name = "port_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_port_die(p, die_of(option))
