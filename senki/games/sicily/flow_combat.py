"""The combat phase up to the die (17.1 to 17.14)."""

from __future__ import annotations

from senki.engine.clauses import Objection
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.allocation import (
    allocate,
    allocation_candidates,
    allocation_objections,
    allocation_options,
    ask_for_list,
)
from senki.games.sicily.chits import next_chit, take_chit
from senki.games.sicily.combat import (
    begin_combat,
    current,
    end_battle,
    end_combat,
    fight_at,
    go_on,
    name_candidates,
    name_objections,
    name_options,
    name_regiment,
    resolve_candidates,
    resolve_objections,
    resolve_options,
    throw_die,
)
from senki.games.sicily.counters import ALLIES
from senki.games.sicily.options import ANY_DIE, COMMIT_AIR, COMMIT_BOMBER, PASS, die_of
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import NAVAL_DIE, STRIKE_DIE
from senki.games.sicily.support import (
    air_die,
    air_objections,
    air_options,
    asked_side,
    begin_strike,
    commit_air,
    commit_naval,
    naval_candidates,
    naval_die,
    naval_objections,
    naval_options,
    strike,
    support,
    support_candidates,
    support_objections,
    support_options,
)


class Combat(Step[SicilyPosition]):
    """A combat phase begins (SIC-17.1a)."""

    name = "combat"

    def run(self, p: SicilyPosition) -> None:
        begin_combat(p)


class Allocate(Step[SicilyPosition]):
    """Who attacks what (SIC-17.1 to 17.5)."""

    name = "allocate"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return allocation_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return allocation_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return allocation_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        if allocate(p, option) or ask_for_list(p):
            go_on(p)


class Resolve(Step[SicilyPosition]):
    """Which attack comes next (SIC-17.1a), or an air strike at artillery off the map (SIC-13.7)."""

    name = "resolve"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return resolve_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return resolve_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return resolve_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        if option.verb == "fight":
            fight_at(p, option.target)
        elif option.verb == "strike":
            begin_strike(p, option.subject)
            p.push(STRIKE_DIE)


class StrikeDie(Step[SicilyPosition]):
    """Does the air strike destroy the artillery (SIC-13.7)?"""

    name = "strike_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        strike(p, die_of(option))
        go_on(p)


class Name(Step[SicilyPosition]):
    """Which regiment of a hex defends it (SIC-17.3)."""

    name = "name"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return 1 - current(p).side

    def options(self, p: SicilyPosition) -> list[Option]:
        return name_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return name_candidates(p, current(p))

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return name_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        name_regiment(p, current(p), option.subject)


class ChitDraw(Step[SicilyPosition]):
    """A regiment draws its strength chit (SIC-1.9)."""

    name = "chit_draw"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return next_chit(p)

    def play(self, p: SicilyPosition, option: Option) -> None:
        take_chit(p, option)


class Support(Step[SicilyPosition]):
    """Which artillery supports (SIC-17.13)."""

    name = "support"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return asked_side(current(p))

    def options(self, p: SicilyPosition) -> list[Option]:
        return support_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return support_candidates(p, current(p))

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return support_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        support(p, current(p), option)


class AirPoint(Step[SicilyPosition]):
    """Do the Allies commit an air point (SIC-13.2)?"""

    name = "air_point"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return air_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return [COMMIT_AIR, COMMIT_BOMBER, PASS]

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return air_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        commit_air(p, current(p), option)


class NavalPoints(Step[SicilyPosition]):
    """Do the Allies commit naval gunfire (SIC-21.2)?"""

    name = "naval_points"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return ALLIES

    def options(self, p: SicilyPosition) -> list[Option]:
        return naval_options(p, current(p))

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return naval_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return naval_objections(p, current(p), option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        commit_naval(p, current(p), option)


class AirDie(Step[SicilyPosition]):
    """Does the air point succeed (SIC-13.3)?"""

    name = "air_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        air_die(p, current(p), die_of(option))


class NavalDie(Step[SicilyPosition]):
    """Is the British gunfire effective (SIC-21.1)?"""

    name = "naval_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        if naval_die(p, current(p), die_of(option)):
            p.push(NAVAL_DIE)


class CombatDie(Step[SicilyPosition]):
    """The die of a combat (SIC-17.8)."""

    name = "combat_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        throw_die(p, die_of(option))


class EndBattle(Step[SicilyPosition]):
    """An attack has been resolved (SIC-17.1a)."""

    name = "end_battle"

    def run(self, p: SicilyPosition) -> None:
        end_battle(p)


class EndCombat(Step[SicilyPosition]):
    """The combat phase is over."""

    name = "end_combat"

    def run(self, p: SicilyPosition) -> None:
        end_combat(p)
