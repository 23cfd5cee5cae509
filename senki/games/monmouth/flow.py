"""The sequence of play (chapter 2), step by step, in rulebook order; activations, combat and retreats apart."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Step
from senki.games.monmouth.acts import note_duties
from senki.games.monmouth.alteration import (
    alter,
    attempt_objections,
    attempts,
    chits_in,
    fill_cup,
    succeeds,
    take_chit,
)
from senki.games.monmouth.board import (
    ALL_COUNT,
    BRITISH,
    COLONIAL,
    FULL_DAY,
    HQS,
    IDS,
    OBJECTIVES,
    PIECE_COUNT,
    RATING,
    SIDE_OF,
    SIDES,
    TURN_TIMES,
)
from senki.games.monmouth.flow_activation import Act, Activation, Bombard, HqRides, PieceActs, RelieveLee, Ride
from senki.games.monmouth.flow_combat import (
    ChooseTarget,
    CombatStep,
    Fire,
    NextCombat,
    NextShot,
    PickCombat,
    Picker,
    Round,
    Withdrawals,
    WithdrawCavalry,
)
from senki.games.monmouth.flow_retreats import (
    Ask,
    AskAttackers,
    AskDefenders,
    ChooseBearing,
    FoeRetreats,
    Leave,
    NextFoeRetreat,
    StayOrGo,
    Supporter,
)
from senki.games.monmouth.night import begin_returns, lost_pieces, return_objections, returns, take_back
from senki.games.monmouth.options import (
    ALTER_ROLLS,
    DRAW,
    END,
    HOLD,
    LEAVE_FIELD,
    NO_ORDER,
    PASS,
    STAND,
)
from senki.games.monmouth.orders import end_orders, may_write, order_options, settle_down, write_order
from senki.games.monmouth.position import (
    GENERIC,
    NOBODY,
    ORDERS,
    MonmouthPosition,
)
from senki.games.monmouth.steps import (
    ACT,
    ACTIVATION,
    ALTER_DIE,
    ALTER_ORDER,
    ALTER_WINDOW,
    ASK,
    ASK_ATTACKERS,
    ASK_DEFENDERS,
    BEGIN_TURN,
    BOMBARD,
    CHOOSE_BEARING,
    CHOOSE_TARGET,
    COMBAT_STEP,
    DRAW_CHIT,
    FIRE,
    FOE_RETREATS,
    HQ_RIDES,
    LEAVE,
    NEXT_CHIT,
    NEXT_COMBAT,
    NEXT_COMMAND,
    NEXT_FOE_RETREAT,
    NEXT_SHOT,
    NIGHT_RETURNS,
    PICK_COMBAT,
    PICKER,
    PIECE,
    RELIEVE_LEE,
    RETURN_PIECE,
    RIDE,
    ROUND,
    STAY_OR_GO,
    SUPPORTER,
    TURN,
    TURN_END,
    WITHDRAW_ARMY,
    WITHDRAW_CAVALRY,
    WITHDRAWALS,
    WRITE_ORDERS,
)
from senki.games.monmouth.victory import (
    after_choices,
    decide_monmouth,
    generic_check,
    last_turn,
    note_occupants,
)


class BeginTurn(Step[MonmouthPosition]):
    """A turn begins: HQs Fresh, nobody has acted, the cup is filled (MON-2.1)."""

    name = "begin_turn"

    def run(self, p: MonmouthPosition) -> None:
        begin_turn(p)


@enforces("MON-2.1", "MON-2.2", "MON-2.8", "MON-1.6", "MON-15.1")
def begin_turn(p: MonmouthPosition) -> None:
    """Ninety minutes: chits, activations, combat, FoE retreats, the end of the turn; at night no combat."""
    p.acted = [0] * ALL_COUNT
    p.repacked = [0] * PIECE_COUNT
    p.bombed = [0] * PIECE_COUNT
    p.fought = [0] * PIECE_COUNT
    p.moved_at = [0] * PIECE_COUNT
    p.owes = [0] * PIECE_COUNT
    p.entered = [0, 0, 0]
    p.engaged = []
    p.ranks = 0
    p.picker = NOBODY
    p.active = NOBODY
    for hq in HQS:
        p.spent[hq] = 0
    if p.events is not None:
        time = TURN_TIMES[(p.turn - 1) % FULL_DAY]
        p.tell("night_fell" if p.night else "turn_began", "MON-2.2", {"turn": p.turn, "time": time})
    fill_cup(p)
    for step in reversed([NEXT_CHIT, TURN_END] if p.night else TURN):
        p.push(step)
    if p.on(ORDERS) and not p.night:
        settle_down(p)
        end_orders(p)
        p.asked = BRITISH
        p.push(WRITE_ORDERS)
        if not may_write(p, BRITISH):
            p.asked = COLONIAL


class WriteOrders(Step[MonmouthPosition]):
    """Each side writes its orders, the British first (MON-20.4)."""

    name = "write_orders"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return p.asked

    def options(self, p: MonmouthPosition) -> list[Option]:
        return order_options(p, p.asked)

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*order_options(p, 0), *order_options(p, 1)[1:], PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "no_order":
            return []
        if option.verb == "order" and option.subject in may_write(p, p.asked):
            return []
        return [forbid("MON-20.4")]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.verb == "order":
            write_order(p, option)
        if p.asked == BRITISH:
            p.asked = COLONIAL
            p.push(WRITE_ORDERS)
        else:
            p.asked = NOBODY


class NextChit(Step[MonmouthPosition]):
    """Commands act until the cup is empty (MON-2.1)."""

    name = "next_chit"

    def run(self, p: MonmouthPosition) -> None:
        p.active = NOBODY
        chits = chits_in(p)
        if not chits:
            return
        p.push(NEXT_CHIT)
        if len(chits) > 1:
            p.push(DRAW_CHIT)
        else:
            take_chit(p, chits[0])
            p.push(NEXT_COMMAND)
            p.push(ALTER_WINDOW)


class DrawChit(Step[MonmouthPosition]):
    """A chit is drawn at random (MON-2.1b)."""

    name = "draw_chit"
    kind = CHANCE

    def roll(self, p: MonmouthPosition) -> Roll:
        return chit_roll(p)

    def play(self, p: MonmouthPosition, option: Option) -> None:
        take_chit(p, option.subject)
        p.push(NEXT_COMMAND)
        p.push(ALTER_WINDOW)


@enforces("MON-0.9", "MON-2.1")
def chit_roll(p: MonmouthPosition) -> Roll:
    """Each chit in the cup is as likely as another."""
    chits = chits_in(p)
    return Roll("draw_chit", [DRAW[chit] for chit in chits], [1] * len(chits), list(range(len(chits))))


class AlterWindow(Step[MonmouthPosition]):
    """HQs may try to alter the order until both sides pass in a row (MON-13.5)."""

    name = "alter_window"

    def run(self, p: MonmouthPosition) -> None:
        open_window(p)


@enforces("MON-13.5", "MON-13.7")
def open_window(p: MonmouthPosition) -> None:
    """Ask the sides in turn; a side that cannot try passes without being asked."""
    while p.passes < 2:
        if len(attempts(p, p.asked)) > 1:
            p.push(ALTER_WINDOW)
            p.push(ALTER_ORDER)
            return
        p.passes += 1
        p.asked = 1 - p.asked
    p.asked = NOBODY
    p.passes = 0


class AlterOrder(Step[MonmouthPosition]):
    """A side passes, or an HQ tries to delay or to jump (MON-13.1)."""

    name = "alter_order"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return p.asked

    def options(self, p: MonmouthPosition) -> list[Option]:
        return attempts(p, p.asked)

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        from_all: list[Option] = [PASS, END]
        for side in range(2):
            from_all += attempts(p, side)[1:]
        return from_all

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        return attempt_objections(p, option)

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.verb == "pass":
            p.passes += 1
            p.asked = 1 - p.asked
            return
        p.passes = 0
        p.trying = option.subject
        p.trying_jump = int(option.verb == "jump")
        p.push(ALTER_DIE)


class AlterDie(Step[MonmouthPosition]):
    """A die of at most the HQ's rating alters the order (MON-13.1)."""

    name = "alter_die"
    kind = CHANCE

    def roll(self, p: MonmouthPosition) -> Roll:
        return ALTER_ROLLS[RATING[p.trying]]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        p.asked = 1 - SIDE_OF[p.trying]
        if succeeds(p, option.subject):
            alter(p)
        p.trying = NOBODY
        p.trying_jump = 0


class NextCommand(Step[MonmouthPosition]):
    """The command that stands first acts, then those it displaced (MON-13.7)."""

    name = "next_command"

    def run(self, p: MonmouthPosition) -> None:
        activate(p)


@enforces("MON-2.1", "MON-7.5", "MON-13.3")
def activate(p: MonmouthPosition) -> None:
    """Note the duties of the command's pieces; its HQ rides before any range is measured."""
    if not p.queue:
        return
    p.active = p.queue[0]
    p.queue = p.queue[1:]
    if p.events is not None:
        p.tell("activated", "MON-2.1", {"unit": IDS[p.active], "side": SIDES[SIDE_OF[p.active]]})
    note_duties(p)
    p.push(NEXT_COMMAND)
    p.push(ACTIVATION)
    p.push(HQ_RIDES)


class TurnEnd(Step[MonmouthPosition]):
    """Victory is looked at, and the next turn begins (MON-2.1h, i)."""

    name = "turn_end"

    def run(self, p: MonmouthPosition) -> None:
        end_turn(p)


@enforces("MON-2.1", "MON-2.3", "MON-15.1", "MON-17.1", "MON-18.2", "MON-18.3")
def end_turn(p: MonmouthPosition) -> None:
    """Generic conditions each turn; after the last turn the game is decided; after the eighth night may fall."""
    p.active = NOBODY
    p.owes = [0] * PIECE_COUNT
    if p.night:
        begin_returns(p)
        p.push(NIGHT_RETURNS)
        return
    note_occupants(p)
    if p.on(GENERIC) and generic_check(p):
        return
    if p.turn < last_turn(p):
        p.turn += 1
        p.push(BEGIN_TURN)
    elif p.on(GENERIC):
        p.asked = BRITISH
        p.push(WITHDRAW_ARMY)
    else:
        decide_monmouth(p)
    if p.events is not None and p.result is None:
        held = [OBJECTIVES[n] for n in range(len(OBJECTIVES)) if p.holder[n] == BRITISH]
        p.tell("turn_ended", "MON-2.1", {"places": " ".join(held)})


class WithdrawArmy(Step[MonmouthPosition]):
    """At the end of the day each side decides in secret whether to leave the field (MON-18.3)."""

    name = "withdraw_army"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return p.asked

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [HOLD, LEAVE_FIELD]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [HOLD, LEAVE_FIELD, PASS, NO_ORDER]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        return [] if option.verb in ("hold", "leave_field") else [forbid("MON-18.3")]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        p.withdraws[p.asked] = int(option.verb == "leave_field")
        if p.asked == BRITISH:
            p.asked = COLONIAL
            p.push(WITHDRAW_ARMY)
            return
        p.asked = NOBODY
        if not after_choices(p):
            p.night = 1
            p.push(BEGIN_TURN)


class NightReturns(Step[MonmouthPosition]):
    """At night each side takes back half of its lost pieces (MON-15.1)."""

    name = "night_returns"

    def run(self, p: MonmouthPosition) -> None:
        for side in range(2):
            if p.returning[side] and lost_pieces(p, side):
                p.asked = side
                p.push(NIGHT_RETURNS)
                p.push(RETURN_PIECE)
                return
        p.returning = []
        p.asked = NOBODY
        p.night = 0
        p.turn += 1
        p.push(BEGIN_TURN)


class ReturnPiece(Step[MonmouthPosition]):
    """Which piece comes back (MON-15.1)."""

    name = "return_piece"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return p.asked

    def options(self, p: MonmouthPosition) -> list[Option]:
        return returns(p, p.asked)

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*returns(p, 0), *returns(p, 1), STAND[HQS[0]]]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        return return_objections(p, option, p.asked)

    def play(self, p: MonmouthPosition, option: Option) -> None:
        p.returning[p.asked] -= 1
        take_back(p, option.subject)


def _steps() -> list[Step[Position]]:
    steps: dict[int, object] = {
        BEGIN_TURN: BeginTurn(), WRITE_ORDERS: WriteOrders(), NEXT_CHIT: NextChit(), DRAW_CHIT: DrawChit(),
        ALTER_WINDOW: AlterWindow(), ALTER_ORDER: AlterOrder(), ALTER_DIE: AlterDie(), NEXT_COMMAND: NextCommand(),
        HQ_RIDES: HqRides(), RIDE: Ride(), RELIEVE_LEE: RelieveLee(), ACTIVATION: Activation(), ACT: Act(),
        PIECE: PieceActs(), BOMBARD: Bombard(), COMBAT_STEP: CombatStep(), PICKER: Picker(),
        NEXT_COMBAT: NextCombat(), PICK_COMBAT: PickCombat(), WITHDRAWALS: Withdrawals(),
        WITHDRAW_CAVALRY: WithdrawCavalry(), ROUND: Round(), NEXT_SHOT: NextShot(), CHOOSE_TARGET: ChooseTarget(),
        FIRE: Fire(), LEAVE: Leave(), CHOOSE_BEARING: ChooseBearing(), SUPPORTER: Supporter(),
        ASK_DEFENDERS: AskDefenders(), ASK_ATTACKERS: AskAttackers(), ASK: Ask(), STAY_OR_GO: StayOrGo(),
        FOE_RETREATS: FoeRetreats(), NEXT_FOE_RETREAT: NextFoeRetreat(), TURN_END: TurnEnd(),
        WITHDRAW_ARMY: WithdrawArmy(), NIGHT_RETURNS: NightReturns(), RETURN_PIECE: ReturnPiece(),
    }  # fmt: skip
    return [steps[number] for number in range(len(steps))]  # type: ignore[misc]


STEPS: Final = _steps()
STEP_NAMES: Final = [step.name for step in STEPS]
FOLLOWS: Final[dict[str, list[str]]] = {
    "begin_turn": [],
    "write_orders": ["next_chit"],
    "next_chit": ["combat_step"],
    "draw_chit": ["next_chit"],
    "alter_window": ["next_command"],
    "alter_order": ["alter_window"],
    "alter_die": ["alter_window"],
    "next_command": ["next_chit"],
    "hq_rides": ["activation"],
    "ride": ["hq_rides"],
    "relieve_lee": ["hq_rides"],
    "activation": ["next_command"],
    "act": ["activation"],
    "piece": ["activation"],
    "bombard": ["activation"],
    "combat_step": ["foe_retreats"],
    "picker": ["next_combat"],
    "next_combat": ["foe_retreats"],
    "pick_combat": ["next_combat"],
    "withdrawals": ["next_combat"],
    "withdraw_cavalry": ["round"],
    "round": ["next_combat"],
    "next_shot": ["ask_defenders"],
    "choose_target": ["next_shot"],
    "fire": ["next_shot"],
    "leave": ["next_shot"],
    "choose_bearing": ["leave"],
    "supporter": ["leave"],
    "ask_defenders": ["ask_attackers"],
    "ask_attackers": ["round"],
    "ask": ["round"],
    "stay_or_go": ["ask"],
    "foe_retreats": ["turn_end"],
    "next_foe_retreat": ["turn_end"],
    "turn_end": [],
    "withdraw_army": [],
    "night_returns": [],
    "return_piece": ["night_returns"],
}
"""What comes below a step if a written position names nothing further."""
