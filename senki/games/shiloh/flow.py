"""The sequence of play (chapter 3), step by step, in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Step
from senki.games.shiloh.advance import advance_candidates, advance_objections, advance_options
from senki.games.shiloh.arrivals import detour, reinforcements, third_shut_out
from senki.games.shiloh.camps import begin_draw, cup, draw, draw_roll, set_number
from senki.games.shiloh.checks import check_roll, check_side, conclude, may_throw_again, tell_check
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
from senki.games.shiloh.counters import CSA, LEADERS, SIDE_OF, SIDES, TROOPS, UNITS, UNITS_OF, USA
from senki.games.shiloh.fatigue import night_rest, roll_fatigue, rolls_for_fatigue
from senki.games.shiloh.fortunes import may_spend, spend
from senki.games.shiloh.headquarters import (
    flip,
    flip_objections,
    ineffective_leaders,
    recover,
    recovering,
    recovers_by_night,
    replacement_candidates,
    replacement_objections,
    replacement_options,
    replacements,
    restore,
    resupply,
    returning,
)
from senki.games.shiloh.losses import lose_step
from senki.games.shiloh.movement import (
    after_step,
    again_objections,
    again_options,
    allowance_roll,
    clear_for_movement,
    drop,
    finish_group,
    form_group,
    forming_candidates,
    forming_objections,
    forming_options,
    go_objections,
    group_candidates,
    group_objections,
    groups,
    lead,
    name_group,
    sail,
    set_allowance,
    step_candidates,
    steps,
    take_allowance,
    take_second_throw,
    throw_again,
)
from senki.games.shiloh.options import (
    ANY_DIE,
    DETOUR_OPTION,
    DRAW_NUMBER,
    END,
    FATIGUE_DIE,
    FLIP,
    KEEP,
    LOSE,
    RECOVER,
    REROLL,
    SPEND,
    WAIT,
    with_hex,
)
from senki.games.shiloh.position import ATTACKED, DECLINED, MUST, WAITING, ShilohPosition
from senki.games.shiloh.resolution import (
    advance_unit,
    advancing_side,
    current,
    depleted_candidates,
    depleted_objections,
    depleted_options,
    follow_candidates,
    follow_hexes,
    follow_objections,
    mark_depleted,
    place_candidates,
    place_hexes,
    place_objections,
    put_down,
    run_next,
    surprise_advance,
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
    follow,
    retreat_candidates,
    retreat_objections,
    retreat_options,
    step_back,
)
from senki.games.shiloh.steps import (
    ADVANCE,
    AFTER_STEP,
    ALLOWANCE,
    ALLOWANCE_AGAIN,
    ALLOWANCE_SECOND,
    ANSWER,
    BEGIN_TURN,
    CAMP_DRAW,
    CAMP_NUMBER,
    CHECK,
    CHECK_AGAIN,
    CHOOSE_DEPLETED,
    CHOOSE_ENTRY,
    CHOOSE_LOSS,
    CHOOSE_RECOVERY,
    CHOOSE_RETREAT,
    COMBAT,
    COMBAT_DIE,
    COMBAT_PHASE,
    DECLARE,
    DEFENCE,
    DIE_AGAIN,
    DRAW_COUNTER,
    END_COMBAT,
    END_MOVEMENT,
    END_PLAYER_TURN,
    END_TURN,
    FATIGUE_ROLL,
    FOLLOW,
    FORM_GROUP,
    GO,
    HQ_FLIP,
    MOVEMENT,
    OFFER_FLIP,
    OFFER_REPLACEMENT,
    PLACE_COUNTER,
    PLAYER_TURN,
    RECOVERY,
    REINFORCEMENTS,
    REPLACEMENT,
    RETURNS,
    RUN,
    SURPRISE_ADVANCE,
    WAIT_OR_DETOUR,
)
from senki.games.shiloh.surprise import surprise_objections, surprise_options
from senki.games.shiloh.tables import CUP_DRAWS, LAST_TURN, TURN_STARTS, is_night
from senki.games.shiloh.tasks import (
    ADVANCE_ON,
    RECOVER_LEADER,
    RECOVER_UNIT,
    RETREAT_ON,
    RETURN,
    SURPRISE_SECOND,
    add,
    carry_out,
    first_of,
    kind_of,
    second_of,
)
from senki.games.shiloh.victory import count_points, holds_objective, win


class BeginTurn(Step[ShilohPosition]):
    """A turn is the South's, the North's, and the end step (SHI-3.1)."""

    name = "begin_turn"

    def run(self, p: ShilohPosition) -> None:
        begin_turn(p)


@enforces("SHI-1.1", "SHI-3.1", "SHI-3.3")
def begin_turn(p: ShilohPosition) -> None:
    """The South first, then the North, then the end of the turn."""
    if p.events is not None:
        p.tell("turn_began", "SHI-3.1", {"turn": p.turn, "start": TURN_STARTS[p.turn - 1][11:]})
    p.side = CSA
    p.push(END_TURN)
    p.push(PLAYER_TURN)
    p.push(END_PLAYER_TURN)
    p.push(PLAYER_TURN)


class PlayerTurn(Step[ShilohPosition]):
    """A Movement Phase, then a Combat Phase (SHI-3.3)."""

    name = "player_turn"

    def run(self, p: ShilohPosition) -> None:
        begin_player_turn(p)


@enforces("SHI-3.3", "SHI-3.4", "SHI-19.3.1")
def begin_player_turn(p: ShilohPosition) -> None:
    """The steps of the Movement Phase in their order, then combat."""
    if p.events is not None:
        p.tell("phase", "SHI-3.3", {"side": SIDES[p.side], "turn": p.turn})
    clear_for_movement(p, p.side)
    for step in reversed(PLAYER_STEPS):
        p.push(step)
    if p.side == CSA and rolls_for_fatigue(p):
        p.push(FATIGUE_ROLL)


class FatigueRoll(Step[ShilohPosition]):
    """1. Does the South tire (SHI-19.3.1)?"""

    name = "fatigue"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return FATIGUE_DIE

    def play(self, p: ShilohPosition, option: Option) -> None:
        roll_fatigue(p, option.subject)


class Reinforcements(Step[ShilohPosition]):
    """2. Arrivals, and the draw from the camps (SHI-17.3)."""

    name = "reinforcements"

    def run(self, p: ShilohPosition) -> None:
        if p.side == USA:
            p.push(CHOOSE_ENTRY)
        reinforcements(p, p.side)
        carry_out(p)
        if p.side == USA:
            begin_draw(p)


class CampNumber(Step[ShilohPosition]):
    """How many counters leave the cup (SHI-17.3.3)."""

    name = "camp_number"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return ANY_DIE if CUP_DRAWS[p.turn - 1] == 1 else DRAW_NUMBER

    def play(self, p: ShilohPosition, option: Option) -> None:
        two = CUP_DRAWS[p.turn - 1] == 2
        set_number(p, option.subject + option.target if two else option.subject)


class CampDraw(Step[ShilohPosition]):
    """Counter by counter: drawn, then placed (SHI-17.3.4)."""

    name = "camp_draw"

    def run(self, p: ShilohPosition) -> None:
        if p.to_draw and cup(p):
            p.push(CAMP_DRAW)
            p.push(DRAW_COUNTER)
        else:
            p.to_draw = 0


class DrawCounter(Step[ShilohPosition]):
    """One counter out of the cup (SHI-17.3.3)."""

    name = "draw"
    kind = CHANCE

    def roll(self, p: ShilohPosition) -> Roll:
        return draw_roll(p)

    def play(self, p: ShilohPosition, option: Option) -> None:
        draw(p, option.subject)
        carry_out(p)


class PlaceCounter(Step[ShilohPosition]):
    """The owner places a counter: from the cup, by alarm, or back from rout (SHI-17.3.4, 9.9.4)."""

    name = "place"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return SIDE_OF[first_of(p.task)]

    def options(self, p: ShilohPosition) -> list[Option]:
        unit = first_of(p.task)
        return [with_hex("place", unit, hex) for hex in place_hexes(p, p.task)]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return place_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return place_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        put_down(p, p.task, option.subject, option.target)


class ChooseEntry(Step[ShilohPosition]):
    """Formation 3 before an entry the enemy holds: wait, or go round (SHI-17.3.9)."""

    name = "choose_entry"

    def run(self, p: ShilohPosition) -> None:
        if third_shut_out(p):
            p.push(WAIT_OR_DETOUR)


class WaitOrDetour(Step[ShilohPosition]):
    """The North decides for formation 3 (SHI-17.3.9)."""

    name = "wait_or_detour"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return USA

    def options(self, p: ShilohPosition) -> list[Option]:
        return [WAIT, DETOUR_OPTION]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [WAIT, DETOUR_OPTION, END]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("wait", "detour") else [forbid("SHI-17.3.9", "choose_entry")]

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "detour":
            detour(p)


class Returns(Step[ShilohPosition]):
    """3. Routed units come back (SHI-9.9.4)."""

    name = "returns"

    def run(self, p: ShilohPosition) -> None:
        for unit in reversed(returning(p, p.side)):
            add(p, RETURN, unit)
        carry_out(p)


class Replacement(Step[ShilohPosition]):
    """4. One step by an active headquarters (SHI-13.7)."""

    name = "replacement"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return replacement_options(p)

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return replacement_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return replacement_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "replace":
            restore(p, option.subject)


class OfferReplacement(Step[ShilohPosition]):
    """Is there anybody to restore?"""

    name = "offer_replacement"

    def run(self, p: ShilohPosition) -> None:
        if replacements(p, p.side):
            p.push(REPLACEMENT)


class Recovery(Step[ShilohPosition]):
    """5. Disrupted units, units without ammunition, leaders (SHI-7.6, 10.6, 12.7)."""

    name = "recovery"

    def run(self, p: ShilohPosition) -> None:
        begin_recovery(p)


@enforces("SHI-3.4", "SHI-3.6", "SHI-7.6", "SHI-10.6", "SHI-12.7")
def begin_recovery(p: ShilohPosition) -> None:
    """Resupply, leaders, and the disrupted; by night those out of enemy zones need no roll."""
    resupply(p, p.side)
    for leader in reversed(ineffective_leaders(p, p.side)):
        add(p, RECOVER_LEADER, leader)
    trying = recovering(p, p.side)
    rolling: list[int] = []
    for unit in trying:
        if recovers_by_night(p, unit):
            recover(p, unit)
        else:
            rolling.append(unit)
    if len(rolling) > 1 and p.fow[p.side]:
        for unit in rolling:
            p.flags[unit] |= WAITING
        carry_out(p)
        p.push(CHOOSE_RECOVERY)
        return
    for unit in reversed(rolling):
        add(p, RECOVER_UNIT, unit)
    carry_out(p)


class ChooseRecovery(Step[ShilohPosition]):
    """With a token in hand the order of the rolls is the owner's (SHI-7.6, 14.3)."""

    name = "choose_recovery"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return [RECOVER[unit] for unit in waiting(p)]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [RECOVER[unit] for unit in TROOPS[p.side]]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        if option.verb == "recover" and option.subject in waiting(p):
            return []
        return [forbid("SHI-7.6", unit=UNITS[option.subject] if option.subject >= 0 else "")]

    def play(self, p: ShilohPosition, option: Option) -> None:
        p.flags[option.subject] &= ~WAITING
        left = waiting(p)
        if len(left) > 1:
            p.push(CHOOSE_RECOVERY)
        for unit in left if len(left) == 1 else []:
            p.flags[unit] &= ~WAITING
            add(p, RECOVER_UNIT, unit)
        add(p, RECOVER_UNIT, option.subject)
        carry_out(p)


def waiting(p: ShilohPosition) -> list[int]:
    """Units that still wait for their recovery roll."""
    return [unit for unit in TROOPS[p.side] if p.flags[unit] & WAITING]


class OfferFlip(Step[ShilohPosition]):
    """6. May the headquarters be flipped?"""

    name = "offer_flip"

    def run(self, p: ShilohPosition) -> None:
        if not flip_objections(p, p.side):
            p.push(HQ_FLIP)


class HqFlip(Step[ShilohPosition]):
    """The owner may flip his headquarters (SHI-13.3)."""

    name = "hq_flip"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, FLIP]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, FLIP, END]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        if option.verb == "keep":
            return []
        return flip_objections(p, p.side) if option.verb == "flip" else [forbid("SHI-13.3", "flip_now")]

    def play(self, p: ShilohPosition, option: Option) -> None:
        if option.verb == "flip":
            flip(p, p.side)


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
        return [KEEP, SPEND, *(REROLL[leader] for leader in LEADERS[p.side])]

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


class CheckAgain(Step[ShilohPosition]):
    """The owner may have the die thrown again for a token (SHI-14.3)."""

    name = "check_again"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return check_side(p)

    def options(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, SPEND]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, SPEND, END]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("keep", "spend") else [forbid("SHI-14.3", "spend_or_keep")]

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
        for unit in TROOPS[CSA]:
            hex = p.hex[unit]
            for to in p.ground.around[hex] if hex >= 0 else []:
                option = with_hex("advance", unit, to)
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
        return [with_hex("follow", first_of(p.task), hex) for hex in follow_hexes(p, p.task)]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return follow_candidates(p)

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return follow_objections(p, option)

    def play(self, p: ShilohPosition, option: Option) -> None:
        p.task = 0
        follow(p, option.subject, option.target)


class EndMovement(Step[ShilohPosition]):
    """The Movement Phase is over."""

    name = "end_movement"

    def run(self, p: ShilohPosition) -> None:
        p.advances = []


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
        p.flags[unit] &= ~(ATTACKED | MUST)
    if is_night(p.turn):
        return
    note_forced(p)
    p.push(END_COMBAT)
    p.push(COMBAT)


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


class DieAgain(Step[ShilohPosition]):
    """Have the combat die thrown again for a token (SHI-14.3)?"""

    name = "die_again"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return next_to_spend(p)

    def options(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, SPEND]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [KEEP, SPEND, END]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("keep", "spend") else [forbid("SHI-14.3", "spend_or_keep")]

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
        return [LOSE[unit] for unit in loss_units(p, first_of(p.task))]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        battle = current(p)
        return [LOSE[unit] for unit in [*battle.attackers, *battle.support, *battle.defenders]]

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


class EndCombat(Step[ShilohPosition]):
    """The Combat Phase is over."""

    name = "end_combat"

    def run(self, p: ShilohPosition) -> None:
        p.assaulted = []
        p.must_hit = []
        for unit in UNITS_OF[p.side]:
            p.flags[unit] &= ~(ATTACKED | MUST)


class EndPlayerTurn(Step[ShilohPosition]):
    """The other side is next."""

    name = "end_player_turn"

    def run(self, p: ShilohPosition) -> None:
        p.side = USA


class EndTurn(Step[ShilohPosition]):
    """Victory, the fatigue marker, the turn marker (SHI-3.7)."""

    name = "end_turn"

    def run(self, p: ShilohPosition) -> None:
        end_turn(p)


@enforces("SHI-3.7", "SHI-18.1", "SHI-18.2", "SHI-3.1")
def end_turn(p: ShilohPosition) -> None:
    """The North's check at the end of its Combat Phase, the South's at the end of the turn, then the next turn."""
    if holds_objective(p, USA):
        win(p, USA, "objective", "SHI-18.2")
    elif holds_objective(p, CSA):
        win(p, CSA, "objective", "SHI-18.1")
    else:
        night_rest(p)
        if p.turn == LAST_TURN:
            count_points(p)
        else:
            p.turn += 1
            p.push(BEGIN_TURN)


def _steps() -> list[Step[Position]]:
    steps: dict[int, object] = {
        BEGIN_TURN: BeginTurn(),
        PLAYER_TURN: PlayerTurn(),
        FATIGUE_ROLL: FatigueRoll(),
        REINFORCEMENTS: Reinforcements(),
        CAMP_NUMBER: CampNumber(),
        CAMP_DRAW: CampDraw(),
        DRAW_COUNTER: DrawCounter(),
        PLACE_COUNTER: PlaceCounter(),
        WAIT_OR_DETOUR: WaitOrDetour(),
        CHOOSE_ENTRY: ChooseEntry(),
        RETURNS: Returns(),
        REPLACEMENT: Replacement(),
        RECOVERY: Recovery(),
        CHOOSE_RECOVERY: ChooseRecovery(),
        HQ_FLIP: HqFlip(),
        MOVEMENT: Movement(),
        FORM_GROUP: FormGroup(),
        ALLOWANCE: Allowance(),
        ALLOWANCE_AGAIN: AllowanceAgain(),
        GO: Go(),
        AFTER_STEP: AfterStep(),
        RUN: Run(),
        CHECK: Check(),
        CHECK_AGAIN: CheckAgain(),
        SURPRISE_ADVANCE: SurpriseAdvance(),
        FOLLOW: Follow(),
        END_MOVEMENT: EndMovement(),
        COMBAT_PHASE: CombatPhase(),
        COMBAT: Combat(),
        DECLARE: Declare(),
        DEFENCE: Defence(),
        COMBAT_DIE: CombatDie(),
        DIE_AGAIN: DieAgain(),
        ANSWER: Answer(),
        CHOOSE_LOSS: ChooseLoss(),
        CHOOSE_RETREAT: ChooseRetreat(),
        CHOOSE_DEPLETED: ChooseDepleted(),
        ADVANCE: AdvanceAfterCombat(),
        END_COMBAT: EndCombat(),
        END_PLAYER_TURN: EndPlayerTurn(),
        END_TURN: EndTurn(),
        OFFER_REPLACEMENT: OfferReplacement(),
        OFFER_FLIP: OfferFlip(),
        ALLOWANCE_SECOND: AllowanceSecond(),
    }
    return [steps[number] for number in range(len(steps))]  # type: ignore[misc]


PLAYER_STEPS: Final = [
    REINFORCEMENTS, RETURNS, OFFER_REPLACEMENT, RECOVERY, OFFER_FLIP, MOVEMENT, END_MOVEMENT, COMBAT_PHASE,
]  # fmt: skip
STEPS: Final = _steps()
STEP_NAMES: Final = [step.name for step in STEPS]
