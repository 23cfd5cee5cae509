"""The steps of retreats (chapter 11), of supporters stepping up, and of Fields of Engagement at the end of a turn."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.engine.position import DECISION, Step
from senki.games.monmouth.board import (
    FIGHTERS_OF,
    HQS,
    IDS,
    PIECES,
    SIDE_OF,
)
from senki.games.monmouth.combat import (
    attackers,
    defenders,
    hand_over,
    step_up,
)
from senki.games.monmouth.contact import drop_all, engaged_with, nearest
from senki.games.monmouth.foe import foe_arc, has_foe, in_arc
from senki.games.monmouth.options import (
    GIVE_WAY,
    PASS,
    STAY,
    STEP_UP,
    retreat,
)
from senki.games.monmouth.position import (
    NOBODY,
    MonmouthPosition,
)
from senki.games.monmouth.retreat import (
    BOMBARDED,
    OUT_OF_FOE,
    SUPPORT_LEAVES,
    VOLUNTARY,
    destroy,
    dies_instead,
    flee,
    may_leave,
    open_bearings,
)
from senki.games.monmouth.riding import displace_hqs
from senki.games.monmouth.steps import ASK, CHOOSE_BEARING, LEAVE, NEXT_FOE_RETREAT, STAY_OR_GO, SUPPORTER
from senki.games.monmouth.terrain import enter_village, shelter

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
        give_up(p, piece, "MON-12.12" if cause == GONE else "MON-11.10")
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
        give_up(p, piece, "MON-11.3")
    p.bearings = []


@enforces("MON-8.7", "MON-11.11", "MON-10.10")
def go(p: MonmouthPosition, piece: int, bearing: int, cause: int) -> None:
    """Retreat on a bearing; in combat the supporter is asked then, after a bombardment it stays."""
    asked = p.combat != 0 and hand_over(p, piece)
    if not p.combat:
        drop_all(p, piece)
    flee(p, piece, bearing, cause)
    if asked:
        ask_supporter(p)


def give_up(p: MonmouthPosition, piece: int, clause: str) -> None:
    """Destroy a piece; in combat its supporter is asked."""
    asked = p.combat != 0 and hand_over(p, piece)
    destroy(p, piece, clause)
    if asked:
        ask_supporter(p)


@enforces("MON-8.7")
def ask_supporter(p: MonmouthPosition) -> None:
    """The owner chooses whether the supporter steps up or retreats; with no way back it steps up."""
    if open_bearings(p, p.stepping):
        p.push(SUPPORTER)
    else:
        supporter_steps_up(p)


@enforces("MON-3.8", "MON-4.6", "MON-8.7")
def supporter_steps_up(p: MonmouthPosition) -> None:
    """Into the vacated pose, its terrain included; an HQ there makes room."""
    step_up(p)
    enter_village(p, p.stepping)
    displace_hqs(p, p.stepping, HQS)
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
        gaps = [nearest(p, n, FIGHTERS_OF[1 - side], True)[1] for n in found]
        while found:
            best = 0
            for i in range(1, len(found)):
                if gaps[i] < gaps[best]:
                    best = i
            p.foe_list.append(found.pop(best))
            gaps.pop(best)


@enforces("MON-11.9", "MON-7.5")
def threatened(p: MonmouthPosition, piece: int) -> bool:
    """Is a piece in a FoE without cover from its owner?"""
    rect = p.rect(piece)
    for enemy in FIGHTERS_OF[1 - SIDE_OF[piece]]:
        if has_foe(p, enemy) and in_arc(foe_arc(p, enemy), rect) and not shelter(rect, p.rect(enemy)):
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
