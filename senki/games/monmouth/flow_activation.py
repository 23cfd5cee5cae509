"""The steps of an activation (MON-2.1d): the HQ rides, then its pieces act one by one."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.monmouth.acts import (
    carry_out,
    end_objections,
    hopeless,
    may_act,
    piece_objections,
    pieces_to_act,
    try_act,
)
from senki.games.monmouth.board import (
    BAGGAGE,
    COLONIAL,
    IDS,
    PIECES_OF,
    SIDE_OF,
    TYPE,
    WASHINGTON,
)
from senki.games.monmouth.bombardment import bombard_result, need_to_hit
from senki.games.monmouth.combat import (
    dice_of,
)
from senki.games.monmouth.flow_combat import count_hits
from senki.games.monmouth.hiding import sighted
from senki.games.monmouth.ladder import RETREATS
from senki.games.monmouth.meeting import what_becomes_of, what_becomes_of_ride
from senki.games.monmouth.movement import target_of
from senki.games.monmouth.options import (
    END,
    FIRE_ROLLS,
    KEEP,
    PACK,
    PASS,
    PICK,
    RELIEVE,
    RESERVE_IN,
    SIT,
    UNPACK,
    MoveOption,
)
from senki.games.monmouth.orders import end_orders
from senki.games.monmouth.position import (
    NOBODY,
    ORDERS,
    RESERVES,
    MonmouthPosition,
)
from senki.games.monmouth.rallying import pack_objections, rally_piece, repack
from senki.games.monmouth.reserves import join_objections, leave_behind, show_spotted
from senki.games.monmouth.retreat import (
    BOMBARDED,
    spend,
)
from senki.games.monmouth.riding import carry_out_ride, hqs_to_ride, may_relieve, relieve, try_ride
from senki.games.monmouth.samples import candidates, rides
from senki.games.monmouth.spotting import is_shown
from senki.games.monmouth.steps import ACT, ACTIVATION, BOMBARD, HQ_RIDES, LEAVE, PIECE, RELIEVE_LEE, RIDE
from senki.games.monmouth.turning import pivot, turn_in_contact


class Sampled(Step[MonmouthPosition]):
    """A decision whose options are the legal ones of a sample. To judge all is dear, so one is drawn without."""

    def legal(self, p: MonmouthPosition, option: Option) -> bool:
        """Is an option of the sample legal?"""
        return not self.objections(p, option)

    def options(self, p: MonmouthPosition) -> list[Option]:
        return [option for option in self.candidates(p) if self.legal(p, option)]

    def draw(self, p: MonmouthPosition, chance: Random) -> Option:
        """The first legal option in a random order, so each is as likely as the next; few are judged to find one."""
        sample = self.candidates(p)
        for left in range(len(sample), 0, -1):
            drawn = int(chance.random() * left)
            if self.legal(p, sample[drawn]):
                return sample[drawn]
            sample[drawn] = sample[left - 1]
        return super().draw(p, chance)


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


class Ride(Sampled):
    """Where an HQ rides; it may stand (MON-3.9). Who enters in its reserve says so before (MON-20.1b)."""

    name = "ride"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.active]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*rides(sighted(p), p.selected), *(RESERVE_IN if p.on(RESERVES) else []), PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "reserve":
            return may_act(p, option.subject) or join_objections(p, option.subject, p.selected)
        if option.subject != p.selected:
            return [forbid("MON-3.10", unit=IDS[p.selected])]
        if option.verb == "stand":
            return []
        if isinstance(option, MoveOption) and option.verb == "ride":
            return try_ride(sighted(p), option).objections
        return [forbid("MON-3.10", unit=IDS[p.selected])]

    def accepts(self, p: MonmouthPosition, option: Option) -> bool:
        return option.verb == "ride"

    def play(self, p: MonmouthPosition, option: Option) -> None:
        if option.verb == "reserve":
            p.held_by[option.subject] = p.selected
            # In the order in which the owner names them: any other, when they appear at once, would tell who is who.
            p.give_number(option.subject)
            return
        hq = option.subject
        if isinstance(option, MoveOption):
            ridden = what_becomes_of_ride(p, option)
            if ridden is not None:
                carry_out_ride(p, try_ride(p, ridden))
        leave_behind(p, hq)
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
        if p.on(ORDERS):
            end_orders(p)
        p.selected = NOBODY
        if pieces_to_act(p) or trains_to_repack(p):
            p.push(ACTIVATION)
            p.push(ACT)


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
        return [*found, END] if not end_objections(sighted(p)) else found

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*PICK, *PACK, *UNPACK, END, PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.verb == "end":
            return end_objections(sighted(p))
        if option.verb == "pick":
            return may_act(p, option.subject)
        if option.verb in ("pack", "unpack"):
            if SIDE_OF[option.subject] != SIDE_OF[p.active]:
                return [forbid("MON-2.1", "other_command", unit=IDS[option.subject])]
            return pack_objections(p, option.subject, option.verb == "pack")
        if self.accepts(p, option):
            return piece_objections(sighted(p), option)
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


FREE_ACTS: Final = ["move", "attack", "hide", "enter", "rally", "bombard", "turn", "face_enemy", "sit"]


@enforces("MON-2.6")
def end_activation(p: MonmouthPosition) -> None:
    """Who has not acted in this activation does nothing more in it."""
    for piece in pieces_to_act(p):
        p.acted[piece] = 1
    for piece in PIECES_OF[SIDE_OF[p.active]]:
        if TYPE[piece] == BAGGAGE:
            p.repacked[piece] = 1


class PieceActs(Sampled):
    """What the picked piece does (MON-2.1d)."""

    name = "piece"
    kind = DECISION

    def side(self, p: MonmouthPosition) -> int:
        return SIDE_OF[p.active]

    def legal(self, p: MonmouthPosition, option: Option) -> bool:
        known = sighted(p)
        return option is not PASS and not hopeless(known, option) and not piece_objections(known, option)

    def options(self, p: MonmouthPosition) -> list[Option]:
        found = super().options(p)
        return found if found else [SIT[p.selected]]

    def candidates(self, p: MonmouthPosition) -> list[Option]:
        return [*candidates(sighted(p), p.selected), PASS]

    def objections(self, p: MonmouthPosition, option: Option) -> list[Objection]:
        if option.subject != p.selected or option.verb not in FREE_ACTS:
            return [forbid("MON-2.1", "picked_piece_acts", unit=IDS[p.selected])]
        return piece_objections(sighted(p), option)

    def accepts(self, p: MonmouthPosition, option: Option) -> bool:
        return option.verb in FREE_ACTS

    def play(self, p: MonmouthPosition, option: Option) -> None:
        p.selected = NOBODY
        do_act(p, option)


@enforces("MON-2.8", "MON-2.5", "MON-10.9", "MON-14.1")
def do_act(p: MonmouthPosition, wished: Option) -> None:
    """Carry out what a piece does, as far as it can be done; it has acted for this turn."""
    piece = wished.subject
    option = what_becomes_of(p, wished)
    p.acted[piece] = 1
    if option is None:
        return
    if isinstance(option, MoveOption):
        carry_out(p, option, try_act(p, option))
    elif option.verb == "rally":
        rally_piece(p, piece, option.extra)
    elif option.verb in ("turn", "face_enemy"):
        turn_in_contact(p, option)
    elif option.verb == "bombard":
        pivot(p, piece, option.extra)
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
        if not is_shown(p, SIDE_OF[target], gun):
            facts = {"unit": p.name(target), "hits": hits, "faces": option.facts["faces"]}
            p.tell("under_fire", "MON-10.10", facts, [SIDE_OF[target]])
    result = bombard_result(p, target, hits)
    p.firing = NOBODY
    p.aim = NOBODY
    if result:
        spend(p, target)
    if result == RETREATS:
        p.leaving += [target, BOMBARDED]
        p.push(LEAVE)
