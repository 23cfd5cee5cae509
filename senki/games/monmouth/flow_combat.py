"""The steps of combat (chapter 12): which one, withdrawals, rounds and fire."""

from __future__ import annotations

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.engine.position import CHANCE, DECISION, Step
from senki.games.monmouth.board import (
    BRITISH,
    COLONIAL,
    FIGHTERS,
    FIGHTERS_OF,
    IDS,
    SIDE_OF,
)
from senki.games.monmouth.combat import (
    MOST_ROUNDS,
    begin_combat,
    choose_picker,
    combats,
    destroy_baggage,
    dice_of,
    end_combat,
    engage_loose_contacts,
    engaged_take_part,
    face_needed,
    guns_go_first,
    in_contact_order,
    live,
    must_retreat,
    order_of_fire,
    take_hits,
    targets,
    tell_fire,
    worn_out,
)
from senki.games.monmouth.contact import engaged_with
from senki.games.monmouth.flow_retreats import GONE
from senki.games.monmouth.ladder import DESTROYED, RETREATS
from senki.games.monmouth.movement import target_of
from senki.games.monmouth.options import (
    FIRE_ROLLS,
    PASS,
    PICKER_ROLL,
    STAY,
    WITHDRAW,
    fire_at,
    pick_combat,
)
from senki.games.monmouth.position import (
    NOBODY,
    MonmouthPosition,
)
from senki.games.monmouth.retreat import (
    WITHDRAWAL,
    may_withdraw,
)
from senki.games.monmouth.steps import (
    ASK_ATTACKERS,
    ASK_DEFENDERS,
    CHOOSE_TARGET,
    FIRE,
    LEAVE,
    NEXT_COMBAT,
    NEXT_SHOT,
    PICK_COMBAT,
    PICKER,
    ROUND,
    WITHDRAW_CAVALRY,
    WITHDRAWALS,
)


def count_hits(option: Option, need: int) -> int:
    """How many dice of an outcome show the face needed or more."""
    return len([face for face in option.facts["faces"].split() if int(face) >= need])


class CombatStep(Step[MonmouthPosition]):
    """The Combat step begins: contacted trains are lost, the better HQ will pick (MON-12.2, 12.3)."""

    name = "combat_step"

    def run(self, p: MonmouthPosition) -> None:
        p.active = NOBODY
        p.queue = []
        engaged_take_part(p)
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
    """Each cavalry piece that infantry contacted is asked once, those of the lead pair's target's side first."""
    p.push(ROUND)
    asked = [piece for piece in in_contact_order(p) if may_withdraw(p, piece)]
    defender = SIDE_OF[live(p)[0].target]
    p.to_ask = [n for n in asked if SIDE_OF[n] == defender] + [n for n in asked if SIDE_OF[n] != defender]
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
    """Who is gone or has nobody left to fire at is passed over; one of a lead pair that is no more fires alone."""
    while p.fire_order:
        shooter, partner = p.fire_order[0], p.fire_order[1]
        p.fire_order = p.fire_order[2:]
        together = partner != NOBODY and not guns_go_first(p, shooter, partner)
        if together and not fights(p, shooter):
            shooter, partner = partner, NOBODY
        if not fights(p, shooter):
            continue
        p.push(NEXT_SHOT)
        p.firing = shooter
        if partner != NOBODY and partner in engaged_with(p, shooter):
            p.aim = partner
            p.answering = int(together)
            p.push(FIRE)
            return
        if together and partner != NOBODY:
            p.fire_order = [partner, NOBODY, *p.fire_order]
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
