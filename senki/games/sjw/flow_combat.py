"""The steps of assaults (5.3) and of a combat (7): the call, the dice, the retreats, the advance."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.sjw.advance import (
    advance,
    advance_candidates,
    advance_objections,
    advance_options,
    ask_to_advance,
)
from senki.games.sjw.assault import (
    commit,
    commit_candidates,
    commit_objections,
    commit_options,
    go_on,
    grand_candidates,
    grand_objections,
    grand_options,
    order_grand,
    roll_assault,
    roll_grand,
)
from senki.games.sjw.cavalry import asked_side, delay, give_way, ride_off, stand_by
from senki.games.sjw.combat import begin_battle, current, fight, throw_dice
from senki.games.sjw.commands import see_to_leaders
from senki.games.sjw.marching import march_on
from senki.games.sjw.options import (
    ANY_DIE,
    EACH_DIE,
    EVADE,
    FALL_BACK_OPTION,
    HOLD,
    REFUSE_FLANKS,
    STAND,
    dice_of,
    die_of,
)
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.results import alive, apply_results, check_panic, demoralize
from senki.games.sjw.retreat import go_back, retreat_candidates, retreat_objections, retreat_options, step_back
from senki.games.sjw.steps import CAVALRY_DIE, END_COMBAT, FALL_BACK, ROUTS
from senki.games.sjw.undertaking import MARCH_ATTACK


class AssaultDie(Step[SjwPosition]):
    """Does the corps obey (SJW-5.3.2)?"""

    name = "assault_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        roll_assault(p, die_of(option))


class Commit(Step[SjwPosition]):
    """Which units assault (SJW-5.3.2, 5.3.4)."""

    name = "commit"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return current(p).side

    def options(self, p: SjwPosition) -> list[Option]:
        return commit_options(p, current(p))

    def candidates(self, p: SjwPosition) -> list[Option]:
        return commit_candidates(p, current(p))

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return commit_objections(p, current(p), option)

    def play(self, p: SjwPosition, option: Option) -> None:
        if option.verb == "done":
            go_on(p)
        else:
            commit(p, option.subject)


class Grand(Step[SjwPosition]):
    """Does an army leader make it a grand assault (SJW-5.3.4)?"""

    name = "grand"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return current(p).side

    def options(self, p: SjwPosition) -> list[Option]:
        return grand_options(p)

    def candidates(self, p: SjwPosition) -> list[Option]:
        return grand_candidates(p)

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        if option.verb == "decline":
            return []
        if option.verb != "grand":
            return [forbid("SJW-5.3.4", "not_now")]
        return grand_objections(p, current(p), option.subject)

    def play(self, p: SjwPosition, option: Option) -> None:
        order_grand(p, option)


class GrandDie(Step[SjwPosition]):
    """Does the army obey (SJW-5.3.4)?"""

    name = "grand_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        roll_grand(p, die_of(option))


class BattleBegins(Step[SjwPosition]):
    """An attack has been declared (SJW-7.C)."""

    name = "battle"

    def run(self, p: SjwPosition) -> None:
        begin_battle(p)


class CavalryRetreat(Step[SjwPosition]):
    """Does lone cavalry give way (SJW-7.7)?"""

    name = "cavalry_retreat"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return asked_side(p)

    def options(self, p: SjwPosition) -> list[Option]:
        return [EVADE, STAND]

    def candidates(self, p: SjwPosition) -> list[Option]:
        return [EVADE, STAND]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("evade", "stand") else [forbid("SJW-7.7.3", "not_now")]

    def play(self, p: SjwPosition, option: Option) -> None:
        if option.verb == "evade":
            give_way(p)
            p.push(CAVALRY_DIE)
        elif p.battle is not None:
            fight(p)
        else:
            stand_by(p)


class CavalryDie(Step[SjwPosition]):
    """How long it holds the infantry up, and whether it loses by it (SJW-7.7.1, 7.7.2)."""

    name = "cavalry_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        evade(p, die_of(option))


@enforces("SJW-7.7.1", "SJW-7.7.3")
def evade(p: SjwPosition, die: int) -> None:
    """The cavalry rides off; a march goes on with what points it has left, an assault ends with an advance."""
    battle = current(p)
    if battle.kind == MARCH_ATTACK:
        lost = delay(p, battle, die)
        if p.events is not None:
            p.tell("held_up", "SJW-7.7.1", {"die": die, "points": lost})
        march_on(p, lost)
    ride_off(p, battle, die)
    p.push(ROUTS)


class Refuse(Step[SjwPosition]):
    """Does the defender refuse his flanks (SJW-7.9)?"""

    name = "refuse"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return 1 - current(p).side

    def options(self, p: SjwPosition) -> list[Option]:
        return [REFUSE_FLANKS, STAND]

    def candidates(self, p: SjwPosition) -> list[Option]:
        return [REFUSE_FLANKS, STAND]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("refuse", "stand") else [forbid("SJW-7.9", "not_now")]

    def play(self, p: SjwPosition, option: Option) -> None:
        current(p).refused = option.verb == "refuse"


class ArtilleryDie(Step[SjwPosition]):
    """The die that settles half a point of artillery (SJW-7.3)."""

    name = "artillery_die"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return ANY_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        current(p).artillery_die = die_of(option)
        if p.events is not None:
            p.tell("artillery_die", "SJW-7.3", {"die": die_of(option)})


class CombatDice(Step[SjwPosition]):
    """Each side's die, the attacker's first (SJW-7.4.1)."""

    name = "combat_dice"
    kind = CHANCE

    def roll(self, p: SjwPosition) -> Roll:
        return EACH_DIE

    def play(self, p: SjwPosition, option: Option) -> None:
        attacker, defender = dice_of(option)
        throw_dice(p, attacker, defender)


class Results(Step[SjwPosition]):
    """Losses and letters, then retreat or the choice of it (SJW-7.C)."""

    name = "results"

    def run(self, p: SjwPosition) -> None:
        carry_out_results(p)


@enforces("SJW-7.C", "SJW-7.5.5")
def carry_out_results(p: SjwPosition) -> None:
    """Whoever must goes back; whoever need not may."""
    battle = current(p)
    if apply_results(p, battle):
        battle.retreating = alive(p, battle.defenders)
        p.push(ROUTS)
        return
    check_panic(p, battle)
    p.push(FALL_BACK)


class FallBack(Step[SjwPosition]):
    """Does the defender retreat of his own will (SJW-7.5.5)?"""

    name = "fall_back"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return 1 - current(p).side

    def options(self, p: SjwPosition) -> list[Option]:
        return [HOLD, FALL_BACK_OPTION]

    def candidates(self, p: SjwPosition) -> list[Option]:
        return [HOLD, FALL_BACK_OPTION]

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("hold", "fall_back") else [forbid("SJW-7.5.5", "not_now")]

    def play(self, p: SjwPosition, option: Option) -> None:
        fall_back(p, option.verb == "fall_back")


@enforces("SJW-7.5.5")
def fall_back(p: SjwPosition, goes: bool) -> None:
    """The defender stays, or goes back as if he had to; nobody advances."""
    battle = current(p)
    if not goes:
        p.push(END_COMBAT)
        return
    battle.voluntary = True
    battle.retreating = alive(p, battle.defenders)
    if p.events is not None:
        p.tell("fell_back", "SJW-7.5.5", {"from": p.ground.names[battle.target]})
    p.push(ROUTS)


class Routs(Step[SjwPosition]):
    """Whoever still has to go back goes, one after another (SJW-7.6)."""

    name = "routs"

    def run(self, p: SjwPosition) -> None:
        battle = current(p)
        if battle.retreating:
            go_back(p, battle)
        else:
            after_retreats(p)


@enforces("SJW-7.C")
def after_retreats(p: SjwPosition) -> None:
    """Demoralization after a rout, and panic; then the attackers may advance."""
    battle = current(p)
    demoralize(p, battle)
    check_panic(p, battle)
    p.push(END_COMBAT)
    ask_to_advance(p, battle)


class RetreatStep(Step[SjwPosition]):
    """Who goes back where (SJW-7.6.2)."""

    name = "retreat"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return 1 - current(p).side

    def options(self, p: SjwPosition) -> list[Option]:
        return retreat_options(p, current(p))

    def candidates(self, p: SjwPosition) -> list[Option]:
        return retreat_candidates(p, current(p))

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return retreat_objections(p, current(p), option)

    def play(self, p: SjwPosition, option: Option) -> None:
        step_back(p, current(p), option.subject, option.target)


class Advance(Step[SjwPosition]):
    """Who enters the hex the defender has left (SJW-7.8)."""

    name = "advance"
    kind = DECISION

    def side(self, p: SjwPosition) -> int:
        return current(p).side

    def options(self, p: SjwPosition) -> list[Option]:
        return advance_options(p, current(p))

    def candidates(self, p: SjwPosition) -> list[Option]:
        return advance_candidates(p, current(p))

    def objections(self, p: SjwPosition, option: Option) -> list[Objection]:
        return advance_objections(p, current(p), option)

    def play(self, p: SjwPosition, option: Option) -> None:
        if option.verb != "done":
            advance(p, current(p), option)


class EndCombat(Step[SjwPosition]):
    """The combat is over (SJW-7.C)."""

    name = "end_combat"

    def run(self, p: SjwPosition) -> None:
        p.battle = None
        see_to_leaders(p)
