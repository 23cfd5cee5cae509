"""The sequence of play (chapter 4), step by step, in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Step
from senki.games.nano.action import (
    action_candidates,
    action_objections,
    actions,
    moves_allowed,
    second_move_objections,
    second_moves,
)
from senki.games.nano.board import LAST_TURN, NORTH, SIDES, SOUTH, TOWNS, UNITS
from senki.games.nano.combat import battles_to_fight, fight, pick_objections, picks_battle
from senki.games.nano.initiative import pass_action, south_die_ends_rounds, take_initiative
from senki.games.nano.movement import crosses, move, needs_roll
from senki.games.nano.options import (
    BATTLE,
    BATTLE_ORDER_ROLL,
    INITIATIVE_ROLL,
    MOUNTAIN_ROLL,
    PASS,
    PLACE,
    REDEPLOY,
    RETREAT,
    WAIT,
)
from senki.games.nano.position import NOBODY, NOWHERE, NanoPosition
from senki.games.nano.redeployment import (
    eligible,
    keep_waiting,
    redeploy,
    redeployment_objections,
    redeployments,
)
from senki.games.nano.retreat import carry_out, next_choice, remove_marks, retreat_objections, retreats
from senki.games.nano.setup import date_of, next_to_place, placement_objections, placements
from senki.games.nano.victory import decide, objective_control

SET_UP: Final = 0
BEGIN_TURN: Final = 1
NORTH_REDEPLOYMENT: Final = 2
REDEPLOY_UNIT: Final = 3
ACTION_ROUND: Final = 4
INITIATIVE: Final = 5
ACT: Final = 6
MOUNTAIN_ATTEMPT: Final = 7
SECOND_MOVE: Final = 8
COMBAT_PHASE: Final = 9
NEXT_BATTLE: Final = 10
BATTLE_ORDER: Final = 11
PICK_BATTLE: Final = 12
RETREATS: Final = 13
CHOOSE_RETREAT: Final = 14
OBJECTIVE_CONTROL: Final = 15
TURN_MARKER: Final = 16

TURN: Final = [NORTH_REDEPLOYMENT, ACTION_ROUND, COMBAT_PHASE, OBJECTIVE_CONTROL, TURN_MARKER]


class SetUp(Step[NanoPosition]):
    """The South places its units, one after another (NANO-2.2, 2.4)."""

    name = "set_up"
    kind = DECISION

    def side(self, p: NanoPosition) -> int:
        return SOUTH

    def options(self, p: NanoPosition) -> list[Option]:
        return placements(p)

    def candidates(self, p: NanoPosition) -> list[Option]:
        return [option for unit in PLACE for option in unit]

    def objections(self, p: NanoPosition, option: Option) -> list[Objection]:
        return placement_objections(p, option) if option.verb == "place" else [forbid("NANO-2.4", "set_up_first")]

    def play(self, p: NanoPosition, option: Option) -> None:
        p.town[option.subject] = option.target
        if p.events is not None:
            p.tell("placed", "NANO-2.2", {"unit": UNITS[option.subject], "town": TOWNS[option.target]})
        if next_to_place(p) != NOBODY:
            p.push(SET_UP)


class BeginTurn(Step[NanoPosition]):
    """Lay out the phases of a turn (NANO-4.1)."""

    name = "begin_turn"

    def run(self, p: NanoPosition) -> None:
        begin_turn(p)


@enforces("NANO-4.1")
def begin_turn(p: NanoPosition) -> None:
    """North redeployment, action rounds, combat, objective control, turn marker."""
    if p.events is not None:
        p.tell("turn_began", "NANO-4.1", {"turn": p.turn, "date": date_of(p.turn)})
    for step in reversed(TURN):
        p.push(step)


class NorthRedeployment(Step[NanoPosition]):
    """1. Eliminated North units may come back (NANO-11.1)."""

    name = "north_redeployment"

    def run(self, p: NanoPosition) -> None:
        if eligible(p):
            p.push(REDEPLOY_UNIT)


class RedeployUnit(Step[NanoPosition]):
    """The North brings one unit back, or waits (NANO-11.2a)."""

    name = "redeploy"
    kind = DECISION

    def side(self, p: NanoPosition) -> int:
        return NORTH

    def options(self, p: NanoPosition) -> list[Option]:
        return redeployments(p)

    def candidates(self, p: NanoPosition) -> list[Option]:
        return [option for unit in REDEPLOY for option in unit] + [WAIT, PASS]

    def objections(self, p: NanoPosition, option: Option) -> list[Objection]:
        if option.verb == "wait":
            return []
        if option.verb == "redeploy":
            return redeployment_objections(p, option.subject, option.target)
        return [forbid("NANO-11.2a")]

    def play(self, p: NanoPosition, option: Option) -> None:
        if option.verb == "wait":
            keep_waiting(p)
            return
        redeploy(p, option.subject, option.target)
        if eligible(p):
            p.push(REDEPLOY_UNIT)


class ActionRound(Step[NanoPosition]):
    """2. Action rounds go on until a South 1 or two passes end them (NANO-4.2)."""

    name = "action_round"

    def run(self, p: NanoPosition) -> None:
        another_round(p)


@enforces("NANO-4.2", "NANO-5.8")
def another_round(p: NanoPosition) -> None:
    """A new round begins with a new initiative roll; there is no limit to them."""
    p.forget_round()
    p.push(INITIATIVE)


class Initiative(Step[NanoPosition]):
    """Both sides roll for the initiative (NANO-5.1)."""

    name = "initiative"
    kind = CHANCE

    def roll(self, p: NanoPosition) -> Roll:
        return INITIATIVE_ROLL

    def play(self, p: NanoPosition, option: Option) -> None:
        south, north = option.subject, option.target
        if not south_die_ends_rounds(p, south, north):
            take_initiative(p, south, north)
            p.push(ACT)


class Act(Step[NanoPosition]):
    """A side acts or passes (NANO-5.4, 5.5)."""

    name = "act"
    kind = DECISION

    def side(self, p: NanoPosition) -> int:
        return p.acting

    def options(self, p: NanoPosition) -> list[Option]:
        return actions(p)

    def candidates(self, p: NanoPosition) -> list[Option]:
        return action_candidates(p)

    def objections(self, p: NanoPosition, option: Option) -> list[Objection]:
        return action_objections(p, option)

    def play(self, p: NanoPosition, option: Option) -> None:
        if option.verb == "pass":
            if not pass_action(p):
                p.push(ACT)
            return
        p.push(ACTION_ROUND)
        if option.verb == "battle":
            fight(p, option.target)
            p.push(RETREATS)
        else:
            p.moves_left = moves_allowed(p, option)
            make_move(p, option)


@enforces("NANO-6.4", "NANO-6.5", "NANO-7.2")
def make_move(p: NanoPosition, option: Option) -> None:
    """Declare a move; over a mountain road the die comes first, and only a success leaves the rest of the action."""
    if needs_roll(p, option):
        p.mover = option.subject
        p.heading = option.target
        p.push(MOUNTAIN_ATTEMPT)
    else:
        complete_move(p, option.subject, option.target)


@enforces("NANO-6.4", "NANO-6.5a", "NANO-8.11")
def complete_move(p: NanoPosition, unit: int, to: int) -> None:
    """Move, and offer the second move of a 6 if one is left and legal."""
    move(p, unit, to)
    p.moves_left -= 1
    if p.moves_left and len(second_moves(p)) > 1:
        p.push(SECOND_MOVE)


class MountainAttempt(Step[NanoPosition]):
    """A declared move over a mountain road waits for its die (NANO-7.2)."""

    name = "mountain_road"
    kind = CHANCE

    def roll(self, p: NanoPosition) -> Roll:
        return MOUNTAIN_ROLL

    def play(self, p: NanoPosition, option: Option) -> None:
        unit, to = p.mover, p.heading
        success = crosses(p, option.subject)
        p.mover = NOBODY
        p.heading = NOWHERE
        if success:
            complete_move(p, unit, to)


class SecondMove(Step[NanoPosition]):
    """The second move of a 6, or stop (NANO-6.4)."""

    name = "second_move"
    kind = DECISION

    def side(self, p: NanoPosition) -> int:
        return p.acting

    def options(self, p: NanoPosition) -> list[Option]:
        return second_moves(p)

    def candidates(self, p: NanoPosition) -> list[Option]:
        return action_candidates(p)

    def objections(self, p: NanoPosition, option: Option) -> list[Objection]:
        return second_move_objections(p, option)

    def play(self, p: NanoPosition, option: Option) -> None:
        if option.verb == "move":
            make_move(p, option)
        elif p.events is not None:
            p.tell("stopped", "NANO-6.4", {"side": SIDES[p.acting]})


class CombatPhase(Step[NanoPosition]):
    """3. Every contested town is fought over (NANO-9.1)."""

    name = "combat_phase"

    def run(self, p: NanoPosition) -> None:
        p.forget_round()
        p.push(NEXT_BATTLE)


class NextBattle(Step[NanoPosition]):
    """The next battle of the phase: a lone one needs no roll, several do (NANO-9.10)."""

    name = "next_battle"

    def run(self, p: NanoPosition) -> None:
        towns = battles_to_fight(p)
        if not towns:
            remove_marks(p)
            return
        p.push(NEXT_BATTLE)
        if len(towns) == 1:
            fight(p, towns[0])
            p.push(RETREATS)
        else:
            p.push(BATTLE_ORDER)


class BattleOrder(Step[NanoPosition]):
    """Dice say who picks the next battle (NANO-9.10)."""

    name = "battle_order"
    kind = CHANCE

    def roll(self, p: NanoPosition) -> Roll:
        return BATTLE_ORDER_ROLL

    def play(self, p: NanoPosition, option: Option) -> None:
        p.acting = picks_battle(p, option.subject, option.target)
        p.push(PICK_BATTLE)


class PickBattle(Step[NanoPosition]):
    """The side with the higher die picks the next battle (NANO-9.10)."""

    name = "pick_battle"
    kind = DECISION

    def side(self, p: NanoPosition) -> int:
        return p.acting

    def options(self, p: NanoPosition) -> list[Option]:
        return [BATTLE[town] for town in battles_to_fight(p)]

    def candidates(self, p: NanoPosition) -> list[Option]:
        return [*BATTLE, PASS]

    def objections(self, p: NanoPosition, option: Option) -> list[Objection]:
        return pick_objections(p, option.target) if option.verb == "battle" else [forbid("NANO-9.10")]

    def play(self, p: NanoPosition, option: Option) -> None:
        p.acting = NOBODY
        fight(p, option.target)
        p.push(RETREATS)


class Retreats(Step[NanoPosition]):
    """The beaten units retreat together once every choice is made (NANO-10.8)."""

    name = "retreats"

    def run(self, p: NanoPosition) -> None:
        p.retreating = next_choice(p)
        if p.retreating == NOBODY:
            carry_out(p, NEXT_BATTLE in p.stack)
        else:
            p.push(RETREATS)
            p.push(CHOOSE_RETREAT)


class ChooseRetreat(Step[NanoPosition]):
    """The owner chooses where a beaten defender goes (NANO-10.1)."""

    name = "retreat"
    kind = DECISION

    def side(self, p: NanoPosition) -> int:
        return p.loser

    def options(self, p: NanoPosition) -> list[Option]:
        return [RETREAT[p.retreating][town] for town in retreats(p, p.retreating)]

    def candidates(self, p: NanoPosition) -> list[Option]:
        return [option for unit in RETREAT for option in unit] + [PASS]

    def objections(self, p: NanoPosition, option: Option) -> list[Objection]:
        if option.verb == "retreat":
            return retreat_objections(p, option.subject, option.target)
        return [forbid("NANO-10.7", unit=UNITS[p.retreating])]

    def play(self, p: NanoPosition, option: Option) -> None:
        p.going[option.subject] = option.target
        p.retreating = NOBODY


class ObjectiveControl(Step[NanoPosition]):
    """4. Count the objectives (NANO-3.6)."""

    name = "objective_control"

    def run(self, p: NanoPosition) -> None:
        objective_control(p)


class TurnMarker(Step[NanoPosition]):
    """5. Advance the marker, or decide the game after turn 7 (NANO-3.1)."""

    name = "turn_marker"

    def run(self, p: NanoPosition) -> None:
        if p.turn == LAST_TURN:
            decide(p)
        else:
            p.turn += 1
            p.push(BEGIN_TURN)


def _steps() -> list[Step[Position]]:
    steps: dict[int, object] = {
        SET_UP: SetUp(),
        BEGIN_TURN: BeginTurn(),
        NORTH_REDEPLOYMENT: NorthRedeployment(),
        REDEPLOY_UNIT: RedeployUnit(),
        ACTION_ROUND: ActionRound(),
        INITIATIVE: Initiative(),
        ACT: Act(),
        MOUNTAIN_ATTEMPT: MountainAttempt(),
        SECOND_MOVE: SecondMove(),
        COMBAT_PHASE: CombatPhase(),
        NEXT_BATTLE: NextBattle(),
        BATTLE_ORDER: BattleOrder(),
        PICK_BATTLE: PickBattle(),
        RETREATS: Retreats(),
        CHOOSE_RETREAT: ChooseRetreat(),
        OBJECTIVE_CONTROL: ObjectiveControl(),
        TURN_MARKER: TurnMarker(),
    }
    return [steps[number] for number in range(len(steps))]  # type: ignore[misc]


STEPS: Final = _steps()
STEP_NAMES: Final = [step.name for step in STEPS]
NEXT: Final[dict[str, list[str]]] = {
    "set_up": ["begin_turn"],
    "begin_turn": [],
    "north_redeployment": ["action_round"],
    "redeploy": ["action_round"],
    "action_round": ["combat_phase"],
    "initiative": ["combat_phase"],
    "act": ["combat_phase"],
    "mountain_road": ["action_round"],
    "second_move": ["action_round"],
    "combat_phase": ["objective_control"],
    "next_battle": ["objective_control"],
    "battle_order": ["next_battle"],
    "pick_battle": ["next_battle"],
    "retreat": ["retreats"],
    "retreats": ["next_battle", "action_round"],
    "objective_control": ["turn_marker"],
    "turn_marker": [],
}
"""What may lie below a step in the stack; a written position that names nothing further means the first."""
