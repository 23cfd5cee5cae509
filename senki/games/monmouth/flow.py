"""The sequence of play (chapter 2), step by step, in the order of the rulebook."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Position, Step
from senki.games.monmouth.acts import carry_out, may_act, note_duties, pieces_to_act, try_act
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
    BAGGAGE,
    BRITISH,
    COLONIAL,
    FIGHTERS,
    FIGHTERS_OF,
    FULL_DAY,
    HQS,
    IDS,
    OBJECTIVES,
    PIECE_COUNT,
    PIECES,
    PIECES_OF,
    RATING,
    SIDE_OF,
    SIDES,
    TURN_TIMES,
    TYPE,
    WASHINGTON,
)
from senki.games.monmouth.bombardment import bombard_result, need_to_hit
from senki.games.monmouth.combat import (
    MOST_ROUNDS,
    attackers,
    begin_combat,
    choose_picker,
    combats,
    defenders,
    destroy_baggage,
    dice_of,
    end_combat,
    engage_loose_contacts,
    face_needed,
    hand_over,
    in_contact_order,
    live,
    must_retreat,
    order_of_fire,
    step_up,
    take_hits,
    targets,
    tell_fire,
    worn_out,
)
from senki.games.monmouth.contact import clear_of_all, drop_all, engaged_with
from senki.games.monmouth.foe import foes_over
from senki.games.monmouth.ladder import DESTROYED, RETREATS
from senki.games.monmouth.movement import target_of
from senki.games.monmouth.night import begin_returns, lost_pieces, return_objections, returns, take_back
from senki.games.monmouth.options import (
    ALTER_ROLLS,
    DRAW,
    END,
    FIRE_ROLLS,
    GIVE_WAY,
    HOLD,
    KEEP,
    LEAVE_FIELD,
    NO_ORDER,
    PACK,
    PASS,
    PICK,
    PICKER_ROLL,
    RELIEVE,
    SIT,
    STAND,
    STAY,
    STEP_UP,
    UNPACK,
    WITHDRAW,
    MoveOption,
    fire_at,
    pick_combat,
    retreat,
)
from senki.games.monmouth.orders import end_orders, may_write, order_options, settle_down, write_order
from senki.games.monmouth.position import (
    GENERIC,
    NOBODY,
    ORDERS,
    MonmouthPosition,
    footprint,
)
from senki.games.monmouth.probe import end_objections, piece_objections
from senki.games.monmouth.rallying import pack_objections, rally_piece, repack
from senki.games.monmouth.reserves import hide, show_spotted
from senki.games.monmouth.retreat import (
    BOMBARDED,
    OUT_OF_FOE,
    SUPPORT_LEAVES,
    VOLUNTARY,
    WITHDRAWAL,
    destroy,
    dies_instead,
    flee,
    may_leave,
    may_withdraw,
    open_bearings,
    spend,
)
from senki.games.monmouth.riding import carry_out_ride, hqs_to_ride, may_relieve, relieve, try_ride
from senki.games.monmouth.samples import candidates, rides
from senki.games.monmouth.terrain import enter_village, shelter
from senki.games.monmouth.turning import turn_in_contact
from senki.games.monmouth.victory import (
    after_choices,
    decide_monmouth,
    generic_check,
    last_turn,
    note_occupants,
)

BEGIN_TURN: Final = 0
WRITE_ORDERS: Final = 1
NEXT_CHIT: Final = 2
DRAW_CHIT: Final = 3
ALTER_WINDOW: Final = 4
ALTER_ORDER: Final = 5
ALTER_DIE: Final = 6
NEXT_COMMAND: Final = 7
HQ_RIDES: Final = 8
RIDE: Final = 9
RELIEVE_LEE: Final = 10
ACTIVATION: Final = 11
ACT: Final = 12
PIECE: Final = 13
BOMBARD: Final = 14
COMBAT_STEP: Final = 15
PICKER: Final = 16
NEXT_COMBAT: Final = 17
PICK_COMBAT: Final = 18
WITHDRAWALS: Final = 19
WITHDRAW_CAVALRY: Final = 20
ROUND: Final = 21
NEXT_SHOT: Final = 22
CHOOSE_TARGET: Final = 23
FIRE: Final = 24
LEAVE: Final = 25
CHOOSE_BEARING: Final = 26
SUPPORTER: Final = 27
ASK_DEFENDERS: Final = 28
ASK_ATTACKERS: Final = 29
ASK: Final = 30
STAY_OR_GO: Final = 31
FOE_RETREATS: Final = 32
NEXT_FOE_RETREAT: Final = 33
TURN_END: Final = 34
WITHDRAW_ARMY: Final = 35
NIGHT_RETURNS: Final = 36
RETURN_PIECE: Final = 37

TURN: Final = [NEXT_CHIT, COMBAT_STEP, FOE_RETREATS, TURN_END]


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


class HqRides(Step[MonmouthPosition]):
    """The HQ of the command rides, and the army commander if he has not (MON-3.9, 3.10)."""

    name = "hq_rides"

    def run(self, p: MonmouthPosition) -> None:
        show_spotted(p)
        waiting = hqs_to_ride(p, p.active)
        if waiting:
            p.selected = waiting[0]
            p.push(HQ_RIDES)
            p.push(RIDE)
        else:
            p.selected = NOBODY


class Ride(Step[MonmouthPosition]):
    """Where an HQ rides; it may stand (MON-3.9)."""

    name = "ride"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.active]

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [option for option in rides(p, p.selected) if not self.objections(p, option)]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*rides(p, p.selected), PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.subject != p.selected:
            return [forbid("MON-3.10", unit=IDS[p.selected])]
        if option.verb == "stand":
            return []
        if isinstance(option, MoveOption) and option.verb == "ride":
            return try_ride(p, option).objections
        return [forbid("MON-3.10", unit=IDS[p.selected])]

    def accepts(self, p: MonmouthPosition, option: Option) -> bool:
        return option.verb == "ride"

    def play(self, p: MonmouthPosition, option: Option) -> None:
        hq = option.subject
        if isinstance(option, MoveOption):
            carry_out_ride(p, try_ride(p, option))
        p.acted[hq] = 1
        if may_relieve(p, hq):
            p.push(RELIEVE_LEE)


class RelieveLee(Step[MonmouthPosition]):
    """Washington may take over Lee's command (MON-19.7)."""

    name = "relieve_lee"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return COLONIAL

    def options(self, p: MonmouthPosition) -> list[Option]:
        lee = IDS.index("lee")
        return [KEEP[lee], RELIEVE[lee]]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*self.options(p), RELIEVE[WASHINGTON], PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        return [] if option in self.options(p) else [forbid("MON-19.7")]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.verb == "relieve":
            relieve(p)


class Activation(Step[MonmouthPosition]):
    """The pieces of the command act one at a time until none is left or the side ends it (MON-2.1d)."""

    name = "activation"

    def run(self, p: MonmouthPosition) -> None:
        show_spotted(p)
        p.selected = NOBODY
        if pieces_to_act(p) or trains_to_repack(p):
            p.push(ACTIVATION)
            p.push(ACT)
        elif p.on(ORDERS):
            end_orders(p)


def trains_to_repack(p: MonmouthPosition) -> list[Option]:
    """The trains of the active side that may be packed or unpacked now."""
    found: list[Option] = []
    for piece in PIECES_OF[SIDE_OF[p.active]]:
        if TYPE[piece] == BAGGAGE and p.here(piece):
            found += [o for o in (PACK[piece], UNPACK[piece]) if not pack_objections(p, piece, o.verb == "pack")]
    return found


class Act(Step[MonmouthPosition]):
    """Pick the next piece, pack or unpack a train, or end the activation (MON-2.5, 2.6)."""

    name = "act"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.active]

    def options(self, p: MonmouthPosition) -> list[Option]:
        found: list[Option] = [PICK[piece] for piece in pieces_to_act(p)] + trains_to_repack(p)
        return [*found, END] if not end_objections(p) else found

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*PICK, *PACK, *UNPACK, END, PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "end":
            return end_objections(p)
        if option.verb == "pick":
            return may_act(p, option.subject)
        if option.verb in ("pack", "unpack"):
            if SIDE_OF[option.subject] != SIDE_OF[p.active]:
                return [forbid("MON-2.1", "other_command", unit=IDS[option.subject])]
            return pack_objections(p, option.subject, option.verb == "pack")
        if self.accepts(p, option):
            return piece_objections(p, option)
        return [forbid("MON-2.1", "a_piece_acts")]

    def accepts(self, p: MonmouthPosition, option: Option) -> bool:
        """What a piece may do is accepted here too, without picking it first."""
        return option.verb in FREE_ACTS

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.verb == "end":
            end_activation(p)
        elif option.verb == "pick":
            p.selected = option.subject
            p.push(PIECE)
        elif option.verb in ("pack", "unpack"):
            repack(p, option.subject, option.verb == "pack")
        else:
            do_act(p, option)


FREE_ACTS: Final = ["move", "attack", "enter", "rally", "bombard", "turn", "face_enemy", "sit", "reserve"]


@enforces("MON-2.6")
def end_activation(p: MonmouthPosition) -> None:
    """Who has not acted in this activation does nothing more in it."""
    for piece in pieces_to_act(p):
        p.acted[piece] = 1
    for piece in PIECES_OF[SIDE_OF[p.active]]:
        if TYPE[piece] == BAGGAGE:
            p.repacked[piece] = 1


class PieceActs(Step[MonmouthPosition]):
    """What the picked piece does (MON-2.1d)."""

    name = "piece"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.active]

    def options(self, p: MonmouthPosition) -> list[Option]:
        found = [o for o in candidates(p, p.selected) if not piece_objections(p, o)]
        return found if found else [SIT[p.selected]]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*candidates(p, p.selected), PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.subject != p.selected or option.verb not in FREE_ACTS:
            return [forbid("MON-2.1", "picked_piece_acts", unit=IDS[p.selected])]
        return piece_objections(p, option)

    def accepts(self, p: MonmouthPosition, option: Option) -> bool:
        return option.verb in FREE_ACTS

    def play(self, p: MonmouthPosition, option: Option) -> None:
        p.selected = NOBODY
        do_act(p, option)


@enforces("MON-2.8", "MON-2.5", "MON-10.9", "MON-14.1")
def do_act(p: MonmouthPosition, option: Option) -> None:
    """Carry out what a piece does; it has acted for this turn."""
    piece = option.subject
    p.acted[piece] = 1
    if isinstance(option, MoveOption):
        carry_out(p, option, try_act(p, option))
    elif option.verb == "reserve":
        hq = p.command_of(piece) if p.command_of(piece) >= 0 else p.chit_hq(p.active)
        hide(p, piece, hq)
    elif option.verb == "rally":
        rally_piece(p, piece, option.extra)
    elif option.verb in ("turn", "face_enemy"):
        turn_in_contact(p, option)
    elif option.verb == "bombard":
        p.facing[piece] = option.extra
        p.firing = piece
        p.aim = target_of(p, option.target)
        p.bombed[p.aim] = 1
        p.push(BOMBARD)


class Bombard(Step[MonmouthPosition]):
    """Three dice for a bombardment (MON-10.10)."""

    name = "bombard"
    kind = CHANCE

    def roll(self, p: MonmouthPosition) -> Roll:
        return FIRE_ROLLS[dice_of(p.firing) - 1][need_to_hit(p, p.firing, p.aim)]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        bombarded(p, option)


@enforces("MON-10.10", "MON-10.11", "MON-0.9")
def bombarded(p: MonmouthPosition, option: Option) -> None:
    """Apply a bombardment: Spent, or Spent and away; never destroyed."""
    gun, target = p.firing, p.aim
    hits = count_hits(option, need_to_hit(p, gun, target))
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": p.name(gun), "enemy": p.name(target), "hits": hits}
        facts["faces"] = option.facts["faces"]
        p.tell("bombarded", "MON-10.10", facts)
    result = bombard_result(p, target, hits)
    p.firing = NOBODY
    p.aim = NOBODY
    if result:
        spend(p, target)
    if result == RETREATS:
        p.leaving += [target, BOMBARDED]
        p.push(LEAVE)


def count_hits(option: Option, need: int) -> int:
    """How many dice of an outcome show the face needed or more."""
    return len([face for face in option.facts["faces"].split() if int(face) >= need])


class CombatStep(Step[MonmouthPosition]):
    """The Combat step begins: contacted trains are lost, the better HQ will pick (MON-12.2, 12.3)."""

    name = "combat_step"

    def run(self, p: MonmouthPosition) -> None:
        p.active = NOBODY
        p.queue = []
        destroy_baggage(p)
        p.push(NEXT_COMBAT)
        if not p.engaged and not engage_loose_contacts(p):
            return
        if not choose_picker(p):
            p.push(PICKER)


class Picker(Step[MonmouthPosition]):
    """Equal ratings: both sides roll, the higher picks for the whole turn (MON-12.2)."""

    name = "picker"
    kind = CHANCE

    def roll(self, p: MonmouthPosition) -> Roll:
        return PICKER_ROLL

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.subject == option.target:
            p.push(PICKER)
        else:
            p.picker = BRITISH if option.subject > option.target else COLONIAL


class NextCombat(Step[MonmouthPosition]):
    """The next combat, until nothing touches (MON-12.1, 12.18)."""

    name = "next_combat"

    def run(self, p: MonmouthPosition) -> None:
        firsts = combats(p)
        if not firsts:
            if engage_loose_contacts(p):
                p.push(NEXT_COMBAT)
            return
        p.push(NEXT_COMBAT)
        if len(firsts) == 1:
            begin_combat(p, firsts[0])
            p.push(WITHDRAWALS)
        else:
            p.push(PICK_COMBAT)


class PickCombat(Step[MonmouthPosition]):
    """The side with the better HQ picks the next combat (MON-12.2)."""

    name = "pick_combat"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return p.picker

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [pick_combat(SIDE_OF[first], p.number[first]) for first in combats(p)]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*[pick_combat(SIDE_OF[n], p.number[n]) for n in FIGHTERS if p.number[n]], PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "combat" and target_of(p, option.target) in combats(p):
            return []
        return [forbid("MON-12.2")]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        begin_combat(p, target_of(p, option.target))
        p.push(WITHDRAWALS)


class Withdrawals(Step[MonmouthPosition]):
    """Before round 1 cavalry may withdraw, the defender first (MON-12.4)."""

    name = "withdrawals"

    def run(self, p: MonmouthPosition) -> None:
        ask_cavalry(p)


@enforces("MON-12.4", "MON-11.11")
def ask_cavalry(p: MonmouthPosition) -> None:
    """Each cavalry piece that infantry contacted is asked once."""
    p.push(ROUND)
    p.to_ask = []
    for piece in in_contact_order(p):
        if may_withdraw(p, piece):
            p.to_ask.append(piece)
    if p.to_ask:
        p.push(WITHDRAW_CAVALRY)


class WithdrawCavalry(Step[MonmouthPosition]):
    """Does the cavalry withdraw, or stay and fight? (MON-11.11)"""

    name = "withdraw_cavalry"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.to_ask[0]]

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [STAY[p.to_ask[0]], WITHDRAW[p.to_ask[0]]]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*STAY, *WITHDRAW]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        asked = p.to_ask[0]
        if option.subject == asked and option.verb in ("stay", "withdraw"):
            return []
        return [forbid("MON-11.11", unit=IDS[asked])]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        piece = p.to_ask[0]
        p.to_ask = p.to_ask[1:]
        if p.to_ask:
            p.push(WITHDRAW_CAVALRY)
        if option.verb == "withdraw":
            p.leaving += [piece, WITHDRAWAL]
            p.push(LEAVE)


class Round(Step[MonmouthPosition]):
    """A round of the combat, while an engagement remains (MON-12.5)."""

    name = "round"

    def run(self, p: MonmouthPosition) -> None:
        begin_round(p)


@enforces("MON-12.5", "MON-12.16")
def begin_round(p: MonmouthPosition) -> None:
    """Fire, then the defender's decisions, then the attacker's; after 30 rounds the attackers must leave."""
    if not live(p):
        end_combat(p)
        return
    p.round += 1
    p.push(ROUND)
    if p.round > MOST_ROUNDS:
        worn_out(p)
        p.push(LEAVE)
        return
    p.fire_order = order_of_fire(p)
    p.push(ASK_ATTACKERS)
    p.push(ASK_DEFENDERS)
    p.push(NEXT_SHOT)


class NextShot(Step[MonmouthPosition]):
    """The next piece, or the lead pair, fires (MON-12.7)."""

    name = "next_shot"

    def run(self, p: MonmouthPosition) -> None:
        next_shot(p)


@enforces("MON-12.7", "MON-12.8")
def next_shot(p: MonmouthPosition) -> None:
    """Who is gone or has nobody left to fire at is passed over; a lone survivor of the lead pair fires alone."""
    while p.fire_order:
        shooter, partner = p.fire_order[0], p.fire_order[1]
        p.fire_order = p.fire_order[2:]
        if partner != NOBODY and not fights(p, shooter):
            shooter, partner = partner, NOBODY
        if not fights(p, shooter):
            continue
        p.push(NEXT_SHOT)
        p.firing = shooter
        if partner != NOBODY and fights(p, partner):
            p.aim = partner
            p.answering = 1
            p.push(FIRE)
            return
        found = targets(p, shooter)
        p.aim = found[0]
        p.push(CHOOSE_TARGET if len(found) > 1 else FIRE)
        return


def fights(p: MonmouthPosition, piece: int) -> bool:
    """Is a piece on the map and engaged with somebody who is?"""
    return p.here(piece) and len(targets(p, piece)) > 0


class ChooseTarget(Step[MonmouthPosition]):
    """Whom a piece without a target of its own fires at (MON-12.7)."""

    name = "choose_target"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.firing]

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [fire_at(p.firing, SIDE_OF[enemy], p.number[enemy]) for enemy in targets(p, p.firing)]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        enemies = FIGHTERS_OF[1 - SIDE_OF[p.firing]]
        return [*[fire_at(p.firing, SIDE_OF[e], p.number[e]) for e in enemies if p.number[e]], PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "fire" and option.subject == p.firing and target_of(p, option.target) in targets(p, p.firing):
            return []
        return [forbid("MON-12.7", unit=IDS[p.firing])]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        p.aim = target_of(p, option.target)
        p.push(FIRE)


class Fire(Step[MonmouthPosition]):
    """The dice of a piece that fires (MON-12.9)."""

    name = "fire"
    kind = CHANCE

    def roll(self, p: MonmouthPosition) -> Roll:
        return FIRE_ROLLS[dice_of(p.firing) - 1][face_needed(p, p.firing, p.aim)]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        fired(p, option)


@enforces("MON-0.9", "MON-12.5", "MON-12.14")
def fired(p: MonmouthPosition, option: Option) -> None:
    """Note the hits; in the lead pair the other fires before any take effect."""
    hits = count_hits(option, face_needed(p, p.firing, p.aim))
    tell_fire(p, p.firing, p.aim, option.facts["faces"], hits)
    p.shots += [p.aim, hits]
    if p.answering:
        p.answering = 0
        p.firing, p.aim = p.aim, p.firing
        p.push(FIRE)
        return
    shots = p.shots
    p.shots = []
    p.firing = NOBODY
    p.aim = NOBODY
    apply_hits(p, shots)


@enforces("MON-12.12", "MON-12.14", "MON-8.7")
def apply_hits(p: MonmouthPosition, shots: list[int]) -> None:
    """Both sides of an exchange take their hits first; then the destroyed go, then those that must retreat."""
    for i in range(0, len(shots), 2):
        piece, hits = shots[i], shots[i + 1]
        result = take_hits(p, piece, hits)
        if p.events is not None and hits:
            words = ["unhurt", "spent", "retreats", "destroyed"]
            p.tell("hit", "MON-12.12", {"unit": p.name(piece), "hits": hits, "result": words[result]})
        if result == DESTROYED:
            p.leaving += [piece, GONE]
        elif result == RETREATS:
            must_retreat(p, piece)
    p.push(LEAVE)


GONE: Final = -2
"""In `leaving`: a piece that is destroyed."""


class Leave(Step[MonmouthPosition]):
    """Pieces that must go, one after another (MON-12.14)."""

    name = "leave"

    def run(self, p: MonmouthPosition) -> None:
        if p.leaving:
            leave_next(p)


@enforces("MON-8.7", "MON-10.10", "MON-11.3", "MON-11.10")
def leave_next(p: MonmouthPosition) -> None:
    """The next piece is destroyed, or retreats by the one bearing there is, or its owner chooses among several."""
    piece, cause = p.leaving[0], p.leaving[1]
    if not p.here(piece):
        p.leaving = p.leaving[2:]
        p.push(LEAVE)
        return
    if cause == GONE or dies_instead(p, piece, cause):
        p.leaving = p.leaving[2:]
        p.push(LEAVE)
        give_up(p, piece, True, "MON-12.12" if cause == GONE else "MON-11.10")
        return
    p.bearings = open_bearings(p, piece)
    if len(p.bearings) > 1:
        p.push(CHOOSE_BEARING)
        return
    p.leaving = p.leaving[2:]
    p.push(LEAVE)
    if p.bearings:
        go(p, piece, p.bearings[0], cause)
    elif cause == BOMBARDED:
        if p.events is not None:
            p.tell("stands_barred", "MON-10.10", {"unit": p.name(piece)})
    else:
        give_up(p, piece, True, "MON-11.3")
    p.bearings = []


@enforces("MON-8.7", "MON-11.11", "MON-10.10")
def go(p: MonmouthPosition, piece: int, bearing: int, cause: int) -> None:
    """Retreat on a bearing; in combat the supporter is asked then, after a bombardment it stays."""
    in_combat = p.combat != 0 and cause != BOMBARDED
    asked = in_combat and hand_over(p, piece)
    if not in_combat:
        drop_all(p, piece)
    flee(p, piece, bearing, cause)
    if asked:
        ask_supporter(p)


def give_up(p: MonmouthPosition, piece: int, in_combat: bool, clause: str) -> None:
    """Destroy a piece; in combat its supporter is asked."""
    asked = in_combat and p.combat != 0 and hand_over(p, piece)
    destroy(p, piece, clause)
    if asked:
        ask_supporter(p)


@enforces("MON-8.7")
def ask_supporter(p: MonmouthPosition) -> None:
    """The owner chooses whether the supporter steps up or retreats; without a choice it does what it can."""
    piece = p.stepping
    rect = footprint(piece, p.vacated[0], p.vacated[1], p.vacated[2], False)
    room = clear_of_all(p, piece, rect)
    if room and open_bearings(p, piece):
        p.push(SUPPORTER)
    elif room:
        supporter_steps_up(p)
    else:
        supporter_leaves(p)


def supporter_steps_up(p: MonmouthPosition) -> None:
    """Into the vacated pose, its terrain included."""
    step_up(p)
    enter_village(p, p.stepping)
    p.stepping = NOBODY
    p.vacated = []


def supporter_leaves(p: MonmouthPosition) -> None:
    """The supporter retreats and inherits nothing."""
    piece = p.stepping
    p.stepping = NOBODY
    p.vacated = []
    drop_all(p, piece)
    p.leaving = [piece, SUPPORT_LEAVES, *p.leaving]


class ChooseBearing(Step[MonmouthPosition]):
    """The straight way back is barred or leads no farther away: the owner picks a bearing (MON-11.2)."""

    name = "choose_bearing"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.leaving[0]]

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [retreat(p.leaving[0], bearing) for bearing in p.bearings]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [retreat(p.leaving[0], bearing) for bearing in range(0, 3600, 150) if bearing not in p.bearings] + [
            *self.options(p),
            PASS,
        ]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "retreat" and option.subject == p.leaving[0] and option.extra in p.bearings:
            return []
        return [forbid("MON-11.2", unit=IDS[p.leaving[0]])]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        piece, cause = p.leaving[0], p.leaving[1]
        p.leaving = p.leaving[2:]
        p.bearings = []
        p.push(LEAVE)
        go(p, piece, option.extra, cause)


class Supporter(Step[MonmouthPosition]):
    """Does the supporter step up, or retreat too? (MON-8.7)"""

    name = "supporter"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.stepping]

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [STEP_UP[p.stepping], GIVE_WAY[p.stepping]]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*STEP_UP, *GIVE_WAY]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.subject == p.stepping and option.verb in ("step_up", "give_way"):
            return []
        return [forbid("MON-8.7", unit=IDS[p.stepping])]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.verb == "step_up":
            supporter_steps_up(p)
        else:
            supporter_leaves(p)


class AskDefenders(Step[MonmouthPosition]):
    """Step 3 of a round: the defender's retreat decisions (MON-12.5)."""

    name = "ask_defenders"

    def run(self, p: MonmouthPosition) -> None:
        p.to_ask = defenders(p)
        p.push(ASK)


class AskAttackers(Step[MonmouthPosition]):
    """Step 4 of a round: the attacker's (MON-12.5)."""

    name = "ask_attackers"

    def run(self, p: MonmouthPosition) -> None:
        p.to_ask = attackers(p)
        p.push(ASK)


class Ask(Step[MonmouthPosition]):
    """The next piece that may retreat of its own will (MON-12.19)."""

    name = "ask"

    def run(self, p: MonmouthPosition) -> None:
        while p.to_ask:
            piece = p.to_ask[0]
            if p.here(piece) and engaged_with(p, piece) and may_leave(p, piece):
                p.push(ASK)
                p.push(STAY_OR_GO)
                return
            p.to_ask = p.to_ask[1:]


class StayOrGo(Step[MonmouthPosition]):
    """Stay, or retreat of one's own will (MON-11.8)."""

    name = "stay_or_go"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.to_ask[0]]

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [STAY[p.to_ask[0]], retreat(p.to_ask[0])]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*STAY, *[retreat(piece) for piece in PIECES]]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.subject == p.to_ask[0] and option.verb in ("stay", "leave"):
            return []
        return [forbid("MON-12.19", unit=IDS[p.to_ask[0]])]

    def play(self, p: MonmouthPosition, option: Option) -> None:
        piece = p.to_ask[0]
        p.to_ask = p.to_ask[1:]
        if option.verb == "leave":
            p.leaving += [piece, VOLUNTARY]
            p.push(LEAVE)


class FoeRetreats(Step[MonmouthPosition]):
    """Who stands in an enemy FoE and took no part in combat retreats (MON-11.9)."""

    name = "foe_retreats"

    def run(self, p: MonmouthPosition) -> None:
        list_foe_retreats(p)
        p.push(NEXT_FOE_RETREAT)


@enforces("MON-11.9")
def list_foe_retreats(p: MonmouthPosition) -> None:
    """The list is fixed now: British first, then Colonials, each side those nearest to the enemy first."""
    p.foe_list = []
    p.engaged = []
    for side in range(2):
        found = [n for n in FIGHTERS_OF[side] if p.here(n) and not p.fought[n] and threatened(p, n)]
        gaps = [nearest_gap(p, n) for n in found]
        while found:
            best = 0
            for i in range(1, len(found)):
                if gaps[i] < gaps[best]:
                    best = i
            p.foe_list.append(found.pop(best))
            gaps.pop(best)


def nearest_gap(p: MonmouthPosition, piece: int) -> float:
    """Distance to the nearest enemy combat piece."""
    from_here = p.rect(piece)
    best = 1.0e9
    for enemy in FIGHTERS_OF[1 - SIDE_OF[piece]]:
        if p.here(enemy):
            other = p.rect(enemy)
            best = min(best, (other.x - from_here.x) ** 2 + (other.y - from_here.y) ** 2)
    return best


@enforces("MON-11.9", "MON-7.5")
def threatened(p: MonmouthPosition, piece: int) -> bool:
    """Is a piece in a FoE without cover from its owner?"""
    rect = p.rect(piece)
    found = foes_over(p, rect, SIDE_OF[piece])
    if not found:
        return False
    for enemy in FIGHTERS_OF[1 - SIDE_OF[piece]]:
        if found >> enemy & 1 and not shelter(rect, p.rect(enemy)):
            return True
    return False


class NextFoeRetreat(Step[MonmouthPosition]):
    """The next piece of the list, if it is still in a FoE (MON-11.9)."""

    name = "next_foe_retreat"

    def run(self, p: MonmouthPosition) -> None:
        while p.foe_list:
            piece = p.foe_list[0]
            p.foe_list = p.foe_list[1:]
            if p.here(piece) and threatened(p, piece):
                p.leaving = [piece, OUT_OF_FOE]
                p.push(NEXT_FOE_RETREAT)
                p.push(LEAVE)
                return


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
