"""The sequence of play (chapter 3), step by step, in rulebook order; movement and combat have their own files."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Step
from senki.engine.tasks import first_of
from senki.games.shiloh.arrivals import detour, reinforcements, third_shut_out
from senki.games.shiloh.camps import begin_draw, cup, draw, draw_roll, set_number
from senki.games.shiloh.counters import CSA, SIDE_OF, SIDES, TROOPS, UNITS, UNITS_OF, USA
from senki.games.shiloh.fatigue import night_rest, roll_fatigue, rolls_for_fatigue
from senki.games.shiloh.flow_combat import (
    AdvanceAfterCombat,
    Answer,
    ChooseDepleted,
    ChooseLoss,
    ChooseRetreat,
    Combat,
    CombatDie,
    CombatPhase,
    Declare,
    Defence,
    DieAgain,
)
from senki.games.shiloh.flow_movement import (
    AfterStep,
    Allowance,
    AllowanceAgain,
    AllowanceSecond,
    Check,
    CheckAgain,
    Follow,
    FormGroup,
    Go,
    Movement,
    Run,
    SurpriseAdvance,
)
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
from senki.games.shiloh.movement import (
    clear_for_movement,
)
from senki.games.shiloh.options import (
    ANY_DIE,
    DETOUR_OPTION,
    DRAW_NUMBER,
    END,
    FATIGUE_DIE,
    FLIP,
    KEEP,
    PLACE,
    RECOVER,
    WAIT,
)
from senki.games.shiloh.position import ADDED, ATTACKED, MUST, WAITING, ShilohPosition
from senki.games.shiloh.resolution import (
    place_candidates,
    place_hexes,
    place_objections,
    put_down,
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
    PLAYER_STEPS,
    PLAYER_TURN,
    RECOVERY,
    REINFORCEMENTS,
    REPLACEMENT,
    RESUPPLY,
    RETURNS,
    RUN,
    SURPRISE_ADVANCE,
    TURN,
    WAIT_OR_DETOUR,
)
from senki.games.shiloh.tables import CUP_DRAWS, TURN_STARTS
from senki.games.shiloh.taking_back import count_anew
from senki.games.shiloh.tasks import RECOVER_LEADER, RECOVER_UNIT, RETURN, add, carry_out
from senki.games.shiloh.victory import end_by, final_result, objective_result


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
    for step in reversed(TURN):
        p.push(step)


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
    tires = p.side == CSA and rolls_for_fatigue(p)
    for step in reversed(PLAYER_STEPS):
        if step != FATIGUE_ROLL or tires:
            p.push(step)


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
        number = option.subject + option.target if two else option.subject
        set_number(p, number, option.facts["faces"])


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
        return [p.ground.words.two(PLACE, unit, hex) for hex in place_hexes(p, p.task)]

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
    """5. Disrupted units, then units without ammunition, then leaders (SHI-7.6, 10.6, 12.7)."""

    name = "recovery"

    def run(self, p: ShilohPosition) -> None:
        begin_recovery(p)


@enforces("SHI-3.4", "SHI-3.6", "SHI-7.6")
def begin_recovery(p: ShilohPosition) -> None:
    """The disrupted first, before a leader recovers who would help them; by night out of enemy zones without a roll."""
    p.push(RESUPPLY)
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
        p.push(CHOOSE_RECOVERY)
        return
    for unit in reversed(rolling):
        add(p, RECOVER_UNIT, unit)
    carry_out(p)


class Resupply(Step[ShilohPosition]):
    """The disrupted have tried: now ammunition, and last the leaders (SHI-10.6, 12.7)."""

    name = "resupply"

    def run(self, p: ShilohPosition) -> None:
        finish_recovery(p)


@enforces("SHI-3.4", "SHI-10.6", "SHI-12.7")
def finish_recovery(p: ShilohPosition) -> None:
    """Units without ammunition, then leaders."""
    resupply(p, p.side)
    for leader in reversed(ineffective_leaders(p, p.side)):
        add(p, RECOVER_LEADER, leader)
    carry_out(p)


class ChooseRecovery(Step[ShilohPosition]):
    """With a token in hand the order of the rolls is the owner's (SHI-7.6, 14.3)."""

    name = "choose_recovery"
    kind = DECISION

    def side(self, p: ShilohPosition) -> int:
        return p.side

    def options(self, p: ShilohPosition) -> list[Option]:
        return [p.ground.words.one(RECOVER, unit) for unit in waiting(p)]

    def candidates(self, p: ShilohPosition) -> list[Option]:
        return [p.ground.words.one(RECOVER, unit) for unit in TROOPS[p.side]]

    def objections(self, p: ShilohPosition, option: Option) -> list[Objection]:
        if option.verb != "recover":
            return [forbid("SHI-7.6", "recover_now")]
        return [] if option.subject in waiting(p) else [forbid("SHI-7.6", unit=UNITS[option.subject])]

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


class EndMovement(Step[ShilohPosition]):
    """The Movement Phase is over."""

    name = "end_movement"

    def run(self, p: ShilohPosition) -> None:
        p.advances = []
        count_anew(p)


class EndCombat(Step[ShilohPosition]):
    """The Combat Phase is over."""

    name = "end_combat"

    def run(self, p: ShilohPosition) -> None:
        p.assaulted = []
        p.must_hit = []
        count_anew(p)
        for unit in UNITS_OF[p.side]:
            p.flags[unit] &= ~(ADDED | ATTACKED | MUST)


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
    decided = objective_result(p)
    if decided is not None:
        end_by(p, decided)
        return
    night_rest(p)
    if p.turn == p.last_turn:
        end_by(p, final_result(p))
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
        RESUPPLY: Resupply(),
    }
    return [steps[number] for number in range(len(steps))]  # type: ignore[misc]


STEPS: Final = _steps()
STEP_NAMES: Final = [step.name for step in STEPS]
