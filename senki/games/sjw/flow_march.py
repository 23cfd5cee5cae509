"""The steps of marches and leader activations (chapters 5 and 6), and of leaders left alone (2.2.7)."""

from __future__ import annotations

from senki.engine.clauses import Objection, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.engine.tasks import first_of
from senki.games.sjw.activation import (
    join,
    join_candidates,
    join_objections,
    join_options,
    name,
    naming_candidates,
    naming_objections,
    naming_options,
    next_candidates,
    next_objections,
    next_options,
)
from senki.games.sjw.bridges import remove_bridge
from senki.games.sjw.commands import find_units, follow, nearest_units
from senki.games.sjw.counters import KIND, SIDE_OF, TROOPS, UNITS
from senki.games.sjw.fatigue import FORCE_TABLES, march_extended, march_forced, roll_of, sum_of
from senki.games.sjw.marching import (
    after_step,
    allowance_roll,
    attack,
    begin_force,
    drop,
    end_march,
    lead,
    march_next,
    take,
    take_allowance,
)
from senki.games.sjw.options import ANY_DIE, FOLLOW_TO, die_of
from senki.games.sjw.pontoon import take_up
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.steps import AFTER_STEP
from senki.games.sjw.substitutes import detach
from senki.games.sjw.ways import current, go_candidates, go_objections, go_options


class NameUnits(Step[SjwPosition]):
    """A leader names the units that march (SJW-5.2.1)."""

    name = "name_units"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return naming_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return naming_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return naming_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        name(p, option)


class JoinUnit(Step[SjwPosition]):
    """With whom the leader goes (SJW-5.2.3)."""

    name = "join_unit"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return join_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return join_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return join_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        join(p, option.subject)


class NextMarch(Step[SjwPosition]):
    """Which of the named units marches next (SJW-5.2.2)."""

    name = "next_march"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return next_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return next_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return next_objections(p, option)

    def play(self, p: SjwPosition, option: Option) -> None:
        march_next(p, option.subject)


class ExtendedDie(Step[SjwPosition]):
    """A march to fatigue 3 or 4 (SJW-6.4)."""

    name = "extended_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        march_extended(p, current(p).unit, die_of(option))


class AllowanceDice(Step[SjwPosition]):
    """The movement allowance of a unit, or of a kind under a leader (SJW-5.1.2, 5.2.1)."""

    name = "allowance"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return allowance_roll(p)

    def play(self, p: SjwPosition, option: Option) -> None:
        take_allowance(p, option)


class ForceDice(Step[SjwPosition]):
    """A force march (SJW-6.5)."""

    name = "force_dice"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return roll_of(FORCE_TABLES[KIND[current(p).unit]].dice)

    def play(self, p: SjwPosition, option: Option) -> None:
        march = current(p)
        march_forced(p, march, sum_of(option, FORCE_TABLES[KIND[march.unit]].dice))


class Go(Step[SjwPosition]):
    """Where the unit marches, and what else it does on its way (SJW-5.1.3)."""

    name = "go"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return p.side

    def options(self, p: SjwPosition) -> list[Option]:
        return go_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return go_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return go_objections(p, option)

    def accepts(self, p: SjwPosition, option: Option) -> bool:
        return option.verb == "move"

    def play(self, p: SjwPosition, option: Option) -> None:
        verb = option.verb
        if verb == "move":
            lead(p, option.target)
        elif verb == "attack":
            attack(p, option.target)
        elif verb == "force":
            begin_force(p)
        elif verb == "take":
            take(p, option.subject)
        elif verb == "drop":
            drop(p, option.subject)
        elif verb != "stop":
            p.push(AFTER_STEP)
            if verb == "detach":
                detach(p, current(p).unit, option.extra)
            elif verb == "remove":
                remove_bridge(p, p.hex[current(p).unit], option.target)
            else:
                take_up(p)


class AfterStep(Step[SjwPosition]):
    """What a step has set off is settled: stop, or go on (SJW-6.2.3, 7.7.3)."""

    name = "after_step"

    def run(self, p: SjwPosition) -> None:
        after_step(p)


class EndMarch(Step[SjwPosition]):
    """A march is over (SJW-5.1.3)."""

    name = "end_march"

    def run(self, p: SjwPosition) -> None:
        end_march(p)


class FindUnits(Step[SjwPosition]):
    """Leaders who are left alone go to the nearest unit of theirs (SJW-2.2.7)."""

    name = "find_units"

    def run(self, p: SjwPosition) -> None:
        find_units(p)


class Follow(Step[SjwPosition]):
    """Where a leader goes who has several units equally near (SJW-2.2.7)."""

    name = "follow"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return SIDE_OF[first_of(p.task)]

    def options(self, p: SjwPosition) -> list[Option]:
        leader = first_of(p.task)
        return [p.ground.words.two(FOLLOW_TO, leader, hex) for hex in nearest_units(p, leader)]

    def candidates(self, p: SjwPosition) -> list[Option]:
        leader = first_of(p.task)
        hexes = {p.hex[unit] for unit in TROOPS[SIDE_OF[leader]] if p.hex[unit] >= 0}
        return [p.ground.words.two(FOLLOW_TO, leader, hex) for hex in sorted(hexes)]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        leader = first_of(p.task)
        if option.verb != "follow" or option.subject != leader:
            return [forbid("SJW-2.2.7", "following_now", leader=UNITS[leader])]
        if option.target not in nearest_units(p, leader):
            return [forbid("SJW-2.2.7", "not_nearest", leader=UNITS[leader], to=p.ground.names[option.target])]
        return []

    def play(self, p: SjwPosition, option: Option) -> None:
        p.task = 0
        follow(p, option.subject, option.target)
