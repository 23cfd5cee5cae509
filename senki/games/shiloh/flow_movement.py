"""The steps of the Movement Phase (chapter 4) and what it sets off: checks, surprise advances, lone leaders."""

from __future__ import annotations

from senki.engine.clauses import Objection, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.engine.tasks import first_of, kind_of, second_of
from senki.games.shiloh.checks import check_roll, check_side, conclude, may_throw_again, tell_check
from senki.games.shiloh.counters import CSA, LEADERS, SIDE_OF, TROOPS
from senki.games.shiloh.fortunes import ThrowAgain, spend
from senki.games.shiloh.groups import (
    again_objections,
    again_options,
    allowance_roll,
    form_group,
    forming_candidates,
    forming_objections,
    forming_options,
    group_candidates,
    group_objections,
    groups,
    name_group,
    sail,
    set_allowance,
    take_allowance,
    take_second_throw,
    throw_again,
)
from senki.games.shiloh.movement import after_step, drop, finish_group, go_objections, lead, step_candidates, steps
from senki.games.shiloh.options import (
    ADVANCE,
    FOLLOW_OPTION,
    HALT,
    KEEP,
    REROLL,
    SPEND,
)
from senki.games.shiloh.position import ShilohPosition
from senki.games.shiloh.resolution import (
    follow_candidates,
    follow_hexes,
    follow_objections,
    run_next,
    surprise_advance,
)
from senki.games.shiloh.retreat import (
    follow,
)
from senki.games.shiloh.steps import (
    ALLOWANCE_SECOND,
    CHECK,
    CHECK_AGAIN,
    MOVEMENT,
)
from senki.games.shiloh.surprise import surprise_objections, surprise_options
from senki.games.shiloh.tasks import SURPRISE_SECOND


class Movement(Step[ShilohPosition]):
    """7. Groups move one after another (SHI-4.2)."""

    name = "movement"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return groups(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return group_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return group_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "end":
            return
        if option.verb == "sail":
            sail(p, option.target)
            p.push(MOVEMENT)
        else:
            name_group(p, option)


class FormGroup(Step[ShilohPosition]):
    """Who of a hex moves together, and how (SHI-4.2.1)."""

    name = "form_group"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return forming_options(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return forming_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return forming_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        form_group(p, option)


class Allowance(Step[ShilohPosition]):
    """The movement die of a group (SHI-4.2.2)."""

    name = "allowance"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return allowance_roll(p)

    def play(self, p: ShilohPosition, option: Option) -> None:
        take_allowance(p, option)


class AllowanceAgain(Step[ShilohPosition]):
    """Throw the movement die once more (SHI-4.2.4, 14.3)?"""

    name = "allowance_again"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return again_options(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, SPEND, *(p.ground.words.one(REROLL, leader) for leader in LEADERS[p.side])]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        if option.verb == "keep":
            return []
        if option.verb == "spend":
            return [] if p.fow[p.side] else [forbid("SHI-14.3", "no_tokens")]
        if option.verb == "reroll":
            return again_objections(p, option.subject)
        return [forbid("SHI-4.2.4", "again_now")]

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "keep":
            set_allowance(p, p.die)
            return
        if option.verb == "spend":
            spend(p, p.side)
        else:
            throw_again(p, option.subject)
        p.push(ALLOWANCE_SECOND)


class AllowanceSecond(Step[ShilohPosition]):
    """The second throw stands (SHI-4.2.4)."""

    name = "allowance_second"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return allowance_roll(p)

    def play(self, p: ShilohPosition, option: Option) -> None:
        take_second_throw(p, option)


class Go(Step[ShilohPosition]):
    """Where the group goes next; who is dropped; or it stops (SHI-4.3)."""

    name = "go"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return steps(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return step_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return go_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "move":
            lead(p, option.target)
        elif option.verb == "drop":
            drop(p, option.subject)
        else:
            finish_group(p)


class AfterStep(Step[ShilohPosition]):
    """What a step has set off is settled: stop, or go on (SHI-4.5.1)."""

    name = "after_step"

    def run(self, p: ShilohPosition) -> None:
        after_step(p)


class Run(Step[ShilohPosition]):
    """Carry out what has to be carried out first."""

    name = "run"

    def run(self, p: ShilohPosition) -> None:
        run_next(p)


class Check(Step[ShilohPosition]):
    """A die for one counter: morale, recovery, rout, a leader in danger, an arrival."""

    name = "check"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return check_roll(p)

    def play(self, p: ShilohPosition, option: Option) -> None:
        die = option.subject
        tell_check(p, die)
        if may_throw_again(p, die):
            p.die = die
            p.push(CHECK_AGAIN)
        else:
            conclude(p, die)


class CheckAgain(ThrowAgain):
    """The owner may have the die thrown again for a token (SHI-14.3)."""

    name = "check_again"

    def side(self, p: ShilohPosition) -> int:
        return check_side(p)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "keep":
            conclude(p, p.die)
            return
        spend(p, check_side(p))
        p.die = 0
        p.push(CHECK)


class SurpriseAdvance(Step[ShilohPosition]):
    """Confederates next to a unit routed by surprise advance (SHI-19.2.3)."""

    name = "surprise_advance"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return CSA

    def options(self, p: ShilohPosition) -> list[Option]:
        return surprise_options(p, second_of(p.task), second_unit(p))

    def candidates(self, p: ShilohPosition) -> list[Option]:
        found = surprise_options(p, second_of(p.task), second_unit(p))
        if HALT not in found:
            found.append(HALT)
        for unit in TROOPS[CSA]:
            hex = p.hex[unit]
            for to in p.ground.around[hex] if hex >= 0 else []:
                option = p.ground.words.two(ADVANCE, unit, to)
                if option not in found:
                    found.append(option)
        return found

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return surprise_objections(p, option, second_of(p.task), second_unit(p))

    def play(self, p: ShilohPosition, option: Option) -> None:
        surprise_advance(p, option)


def second_unit(p: ShilohPosition) -> int:
    """The unit that may go a second hex, or -1 if a first advance is awaited."""
    return first_of(p.task) if kind_of(p.task) == SURPRISE_SECOND else -1


class Follow(Step[ShilohPosition]):
    """Where a leader or headquarters goes whose units are gone (SHI-9.8.5, 9.9.5)."""

    name = "follow"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return SIDE_OF[first_of(p.task)]

    def options(self, p: ShilohPosition) -> list[Option]:
        return [p.ground.words.two(FOLLOW_OPTION, first_of(p.task), hex) for hex in follow_hexes(p, p.task)]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return follow_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return follow_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        p.task = 0
        follow(p, option.subject, option.target)
