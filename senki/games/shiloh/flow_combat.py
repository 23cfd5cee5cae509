"""The steps of the Combat Phase (chapters 8 and 9): declaring, the die, the answer, losses, retreats, advances."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.engine.tasks import first_of, kind_of, second_of
from senki.games.shiloh.advance import advance_candidates, advance_objections, advance_options
from senki.games.shiloh.combat import (
    attack_candidates,
    attack_objections,
    attacks,
    change_plan,
    commit,
    declare,
    defence_candidates,
    defence_objections,
    defences,
    note_forced,
    plan_candidates,
    plan_objections,
    plan_options,
    stand,
)
from senki.games.shiloh.counters import SIDE_OF, UNITS, UNITS_OF
from senki.games.shiloh.fortunes import ThrowAgain, may_spend, spend
from senki.games.shiloh.losses import lose_step
from senki.games.shiloh.options import (
    ANY_DIE,
    LOSE,
)
from senki.games.shiloh.position import ADDED, ATTACKED, DECLINED, MUST, ShilohPosition
from senki.games.shiloh.resolution import (
    advance_unit,
    advancing_side,
    current,
    depleted_candidates,
    depleted_objections,
    depleted_options,
    mark_depleted,
)
from senki.games.shiloh.results import (
    accept,
    answer_candidates,
    answer_objections,
    answering_side,
    answers,
    battle_of,
    cell_of,
    counter_attack,
    loss_units,
    reckon,
    resolve,
)
from senki.games.shiloh.retreat import (
    first_step,
    retreat_candidates,
    retreat_objections,
    retreat_options,
    step_back,
)
from senki.games.shiloh.steps import (
    COMBAT,
    COMBAT_DIE,
    COMBAT_PHASE,
    DECLARE,
    DEFENCE,
    DIE_AGAIN,
    PARTS,
)
from senki.games.shiloh.tables import is_night
from senki.games.shiloh.taking_back import take_back
from senki.games.shiloh.tasks import ADVANCE_ON, RETREAT_ON, add, carry_out


class CombatPhase(Step[ShilohPosition]):
    """The Combat Phase; there is none at night (SHI-3.6)."""

    name = "combat_phase"

    def run(self, p: ShilohPosition) -> None:
        begin_combat(p)


@enforces("SHI-3.5", "SHI-3.6")
def begin_combat(p: ShilohPosition) -> None:
    """Nobody has attacked yet; at night nobody will."""
    p.assaulted = []
    for unit in UNITS_OF[p.side]:
        p.flags[unit] &= ~(ADDED | ATTACKED | MUST)
    if is_night(p.turn):
        return
    note_forced(p)
    for step in reversed(PARTS[COMBAT_PHASE]):
        p.push(step)


class Combat(Step[ShilohPosition]):
    """Attacks and bombardments, one at a time (SHI-3.5)."""

    name = "combat"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return attacks(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return attack_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return attack_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "end":
            return
        p.push(COMBAT)
        declare(p, option)
        p.push(DECLARE)


class Declare(Step[ShilohPosition]):
    """Who takes part, who leads, whether it is a charge (SHI-8.10)."""

    name = "declare"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return current(p).side

    def options(self, p: ShilohPosition) -> list[Option]:
        return plan_options(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return plan_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return plan_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "cancel":
            p.battle = None
            take_back(p)
        elif option.verb == "fight":
            begin_fight(p)
        else:
            change_plan(p, option)
            p.push(DECLARE)


@enforces("SHI-8.10")
def begin_fight(p: ShilohPosition) -> None:
    """The attack is declared; the defender says how he stands if he has a choice; then the die."""
    commit(p)
    p.push(COMBAT_DIE)
    if len(defences(p)) > 1:
        p.push(DEFENCE)
    else:
        reckon(p)


class Defence(Step[ShilohPosition]):
    """The defender's leader and gunboats (SHI-8.7, 19.1)."""

    name = "defence"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return 1 - current(p).side

    def options(self, p: ShilohPosition) -> list[Option]:
        return defences(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return defence_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return defence_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        stand(p, option)
        reckon(p)


class CombatDie(Step[ShilohPosition]):
    """The attacker throws the die (SHI-8.3)."""

    name = "combat_die"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return ANY_DIE

    def play(self, p: ShilohPosition, option: Option) -> None:
        current(p).die = option.subject
        if p.events is not None:
            p.tell("combat_die", "SHI-8.3", {"die": option.subject, "result": cell_of(current(p)).text})
        ask_again(p)


@enforces("SHI-8.9", "SHI-14.3")
def ask_again(p: ShilohPosition) -> None:
    """Each side may spend one token on the die, the phasing side first; otherwise it stands."""
    if next_to_spend(p) >= 0:
        p.push(DIE_AGAIN)
    else:
        resolve(p)
        carry_out(p)


def next_to_spend(p: ShilohPosition) -> int:
    """Who is asked next about the combat die, or nobody."""
    for side in (p.side, 1 - p.side):
        if may_spend(p, side) and not p.spent & DECLINED << side:
            return side
    return -1


class DieAgain(ThrowAgain):
    """Have the combat die thrown again for a token (SHI-14.3)?"""

    name = "die_again"

    def side(self, p: ShilohPosition) -> int:
        return next_to_spend(p)

    def play(self, p: ShilohPosition, option: Option) -> None:
        side = next_to_spend(p)
        if option.verb == "keep":
            p.spent |= DECLINED << side
            ask_again(p)
        else:
            spend(p, side)
            p.push(COMBAT_DIE)


class Answer(Step[ShilohPosition]):
    """Ac and Dc: counter-attack, or take the result in brackets (SHI-9.6)."""

    name = "answer"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return answering_side(p)

    def options(self, p: ShilohPosition) -> list[Option]:
        return answers(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return answer_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return answer_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "accept":
            accept(p)
        else:
            counter_attack(p, option.target)


class ChooseLoss(Step[ShilohPosition]):
    """Which unit loses the step (SHI-11.1)."""

    name = "loss"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return first_of(p.task)

    def options(self, p: ShilohPosition) -> list[Option]:
        return [p.ground.words.one(LOSE, unit) for unit in loss_units(p, first_of(p.task))]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        battle = current(p)
        return [p.ground.words.one(LOSE, unit) for unit in [*battle.attackers, *battle.support, *battle.defenders]]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        if option.verb != "lose":
            return [forbid("SHI-11.1", "lose_now")]
        unit = option.subject
        return [] if unit in loss_units(p, first_of(p.task)) else [forbid("SHI-11.1", unit=UNITS[unit])]

    def play(self, p: ShilohPosition, option: Option) -> None:
        p.task = 0
        lose_step(p, option.subject)


class ChooseRetreat(Step[ShilohPosition]):
    """Which unit retreats where (SHI-9.8)."""

    name = "retreat"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        unit = under_way(p)
        return SIDE_OF[unit if unit >= 0 else current(p).retreating[0]]

    def options(self, p: ShilohPosition) -> list[Option]:
        return retreat_options(p, current(p), under_way(p), second_of(p.task))

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return retreat_candidates(p, current(p), under_way(p))

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return retreat_objections(p, current(p), option, under_way(p), second_of(p.task))

    def play(self, p: ShilohPosition, option: Option) -> None:
        unit, start = under_way(p), second_of(p.task)
        p.task = 0
        if unit < 0:
            first_step(p, current(p), option.subject, option.target)
        else:
            step_back(p, unit, option.target)
            add(p, RETREAT_ON, unit, start)


def under_way(p: ShilohPosition) -> int:
    """The unit in the middle of its retreat, or -1 if the owner picks the next one."""
    return first_of(p.task) if kind_of(p.task) == RETREAT_ON else -1


class ChooseDepleted(Step[ShilohPosition]):
    """Which attacker is short of ammunition, or a token instead (SHI-10.5)."""

    name = "ammunition"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return battle_of(p, first_of(p.task)).side

    def options(self, p: ShilohPosition) -> list[Option]:
        return depleted_options(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return depleted_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return depleted_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        mark_depleted(p, option)


class AdvanceAfterCombat(Step[ShilohPosition]):
    """Who advances (SHI-9.7)."""

    name = "advance"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return advancing_side(p)

    def options(self, p: ShilohPosition) -> list[Option]:
        return advance_options(p, charging_on(p))

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return advance_candidates(p, charging_on(p))

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return advance_objections(p, option, charging_on(p))

    def play(self, p: ShilohPosition, option: Option) -> None:
        advance_unit(p, option)


def charging_on(p: ShilohPosition) -> int:
    """The charging unit that may go a second hex, or -1."""
    return first_of(p.task) if kind_of(p.task) == ADVANCE_ON else -1
