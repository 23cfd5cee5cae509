"""The tactical and strategic segments and the end of a movement phase (chapters 14 to 16, 22, 23)."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sicily.arrivals import arrive, lose_reinforcements
from senki.games.sicily.counters import AXIS, COUNT, DEPOTS
from senki.games.sicily.evacuation import CAPACITY, cross, leave, pay_interdiction
from senki.games.sicily.moves import (
    can_do_more,
    can_go_on,
    go_candidates,
    go_objections,
    go_options,
    march_candidates,
    march_choice_objections,
    march_options,
    march_to_candidates,
    march_to_objections,
    march_to_options,
    move_candidates,
    move_choice_objections,
    move_options,
)
from senki.games.sicily.options import ANY_DIE, DONE, die_of
from senki.games.sicily.pack import take_pack
from senki.games.sicily.position import MOVED, OF_PHASE, SicilyPosition
from senki.games.sicily.stacking import (
    excess_candidates,
    excess_objections,
    excess_options,
    overfull,
    remove_excess,
)
from senki.games.sicily.steps import (
    END_MOVEMENT,
    EVACUATION_DIE,
    GO,
    INTERDICTION_DIE,
    MARCH,
    MARCH_TO,
    MOVE,
    OVERSTACK,
)
from senki.games.sicily.strategic import march_of, march_reach_of, march_to
from senki.games.sicily.tactical import begin_tactical, current, lead, leg_of
from senki.games.sicily.victory import check_end


class Tactical(Step[SicilyPosition]):
    """The tactical segment begins (SIC-16.1, SIC-23)."""

    name = "tactical"

    def run(self, p: SicilyPosition) -> None:
        begin_tactical(p)
        lose_reinforcements(p)
        next_move(p)


@enforces("SIC-16.1", "SIC-30.2")
def next_move(p: SicilyPosition) -> None:
    """The side is asked as long as it can do anything but close the segment."""
    p.leg, p.reach = None, None
    if can_do_more(p):
        p.push(MOVE)


class Move(Step[SicilyPosition]):
    """Who moves, arrives or leaves next (SIC-16.1, SIC-22, SIC-23)."""

    name = "move"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return move_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return move_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return move_choice_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        verb, unit = option.verb, option.subject
        if verb == "move":
            p.leg, p.reach = leg_of(p, unit), None
            p.push(GO)
        elif verb == "arrive":
            at = len(p.stack)
            p.leg = arrive(p, unit, option.target)
            p.reach = None
            go_on(p, at)
        elif verb == "evacuate":
            set_sail(p, unit)
        elif verb == "unpack":
            take_pack(p, unit)
            p.push(MOVE)


@enforces("SIC-16.1")
def go_on(p: SicilyPosition, at: int) -> None:
    """A unit that can do more is asked, below whatever a captured port has set off; another one's move is over."""
    if can_go_on(p):
        p.stack.insert(at, GO)
        return
    rest: list[int] = p.stack[at:]
    del p.stack[at:]
    next_move(p)
    p.stack += rest


@enforces("SIC-22.3")
def set_sail(p: SicilyPosition, unit: int) -> None:
    """A unit leaves; under maximum interdiction an Axis unit rolls for it."""
    if p.side == AXIS and p.interdiction:
        p.waiting = [unit]
        p.push(EVACUATION_DIE)
    else:
        leave(p, unit)
        next_move(p)


class Go(Step[SicilyPosition]):
    """Where the unit goes, whether it leaves, and when it stops (SIC-16.1, SIC-16.8, SIC-22.2)."""

    name = "go"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return go_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return go_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return go_objections(p, option)

    def accepts(self, p: SicilyPosition, option: Option) -> bool:
        return option.verb == "go"

    def play(self, p: SicilyPosition, option: Option) -> None:
        unit = current(p).unit
        if option.verb == "go":
            at = len(p.stack)
            lead(p, option.target)
            go_on(p, at)
        elif option.verb == "evacuate":
            p.leg = None
            set_sail(p, unit)
        else:
            p.flags[unit] |= MOVED
            next_move(p)


class Strategic(Step[SicilyPosition]):
    """The strategic segment begins (SIC-16.5)."""

    name = "strategic"

    def run(self, p: SicilyPosition) -> None:
        next_march(p)


@enforces("SIC-16.5", "SIC-30.2")
def next_march(p: SicilyPosition) -> None:
    """The side is asked as long as it can do anything but close the segment."""
    p.leg, p.reach = None, None
    if march_options(p) != [DONE]:
        p.push(MARCH)


class March(Step[SicilyPosition]):
    """Who moves strategically next (SIC-16.5)."""

    name = "march"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return march_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return march_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return march_choice_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        if option.verb == "march":
            p.leg, p.reach = march_of(p, option.subject), None
            p.push(MARCH_TO)
        elif option.verb == "unpack":
            take_pack(p, option.subject)
            p.push(MARCH)


class MarchTo(Step[SicilyPosition]):
    """Where along the roads it goes (SIC-16.5)."""

    name = "march_to"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return march_to_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return march_to_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return march_to_objections(p, option)

    def accepts(self, p: SicilyPosition, option: Option) -> bool:
        return option.verb == "go"

    def play(self, p: SicilyPosition, option: Option) -> None:
        at = len(p.stack)
        if option.verb == "go":
            march_to(p, option.target)
        rest: list[int] = p.stack[at:]
        del p.stack[at:]
        if option.verb == "go" and march_reach_of(p).ends:
            p.push(MARCH_TO)
        else:
            next_march(p)
        p.stack += rest


class EvacuationDie(Step[SicilyPosition]):
    """A unit crosses the strait under maximum interdiction (SIC-22.3)."""

    name = "evacuation_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        cross(p, p.waiting.pop(), die_of(option))
        next_move(p)


class InterdictionDie(Step[SicilyPosition]):
    """What maximum interdiction has cost the Allies (SIC-22.3)."""

    name = "interdiction_die"
    kind = CHANCE

    def roll(self, p: SicilyPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SicilyPosition, option: Option) -> None:
        pay_interdiction(p, die_of(option))
        close_movement(p)


class Overstack(Step[SicilyPosition]):
    """The owner removes excess units (SIC-16.9)."""

    name = "overstack"
    kind = DECISION

    def side(self, p: SicilyPosition) -> int:
        return p.side

    def options(self, p: SicilyPosition) -> list[Option]:
        return excess_options(p)

    def candidates(self, p: SicilyPosition) -> list[Option]:
        return excess_candidates(p)

    def objections(self, p: SicilyPosition, option: Option) -> list[Objection]:
        return excess_objections(p, option)

    def play(self, p: SicilyPosition, option: Option) -> None:
        remove_excess(p, option.subject)


class EndMovement(Step[SicilyPosition]):
    """A movement phase ends: stacking, the price of interdiction, what held for the phase (SIC-16.9, SIC-22.3)."""

    name = "end_movement"

    def run(self, p: SicilyPosition) -> None:
        end_movement(p)


@enforces("SIC-16.9", "SIC-22.3")
def end_movement(p: SicilyPosition) -> None:
    """Overfull hexes come first; then in a turn with maximum interdiction the Allies roll for what it cost them."""
    if overfull(p, p.side):
        p.push(END_MOVEMENT)
        p.push(OVERSTACK)
    elif p.side == AXIS and p.interdiction:
        p.push(INTERDICTION_DIE)
    else:
        close_movement(p)


@enforces("SIC-4.6", "SIC-22.1", "SIC-22.4")
def close_movement(p: SicilyPosition) -> None:
    """Disruption and the like are over, ferries and ships are free again; the game may be over."""
    p.leg, p.reach = None, None
    for unit in range(COUNT):
        p.flags[unit] &= ~OF_PHASE
    p.ferried, p.shipped = [0] * len(CAPACITY), [0] * len(DEPOTS)
    check_end(p)
