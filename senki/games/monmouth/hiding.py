"""What a side cannot know, drawn anew (MON-10.7, 20.1, 20.3): positions a side cannot tell from the real one."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.boards.plane.trig import length
from senki.engine.clauses import enforces
from senki.games.monmouth.board import (
    ALL_COUNT,
    BAGGAGE,
    CHITS,
    COMMAND,
    HQS_OF,
    LANDMARK_X,
    LANDMARK_Y,
    LANDMARKS,
    PIECE_COUNT,
    PIECES,
    PIECES_OF,
    SIDE_OF,
    TYPE,
)
from senki.games.monmouth.options import ORDER_KINDS
from senki.games.monmouth.orders import RADIUS, take_location
from senki.games.monmouth.position import (
    BLIND,
    LOST,
    NOBODY,
    ORDERS,
    RESERVE,
    RESERVES,
    WAITING,
    Engagement,
    MonmouthPosition,
    Order,
    Tried,
)
from senki.games.monmouth.reserves import spotted
from senki.games.monmouth.spotting import identity_known, is_shown, type_told

LOTS: Final = 20
"""So often names are drawn anew if the last blocks found none that fits."""


@enforces("MON-10.7", "MON-10.8", "MON-18.3", "MON-20.1", "MON-20.3")
def as_seen(p: MonmouthPosition, side: int) -> MonmouthPosition:
    """The position as a side (-1: a spectator) sees it, the same whatever is hidden from it; found once in a position.

    Names it does not know are given out in a fixed order; blocks that a blind map hides are not there.
    """
    known = p.tried.seen[side]
    if isinstance(known, MonmouthPosition):
        return known
    found = bared(p, side)
    for enemy in enemies_of(side):
        found = disguised(found, 1 - enemy)
    found.tried.seen[side] = found
    p.tried.seen[side] = found
    return found


def sighted(p: MonmouthPosition) -> MonmouthPosition:
    """What the side that chooses goes by: on a blind map the position as it sees it (MON-10.8)."""
    return as_seen(p, p.side_to_act) if p.on(BLIND) else p


@enforces("MON-10.6", "MON-10.7", "MON-20.1", "MON-20.3")
def imagine(p: MonmouthPosition, side: int, chance: Random) -> MonmouthPosition:
    """The same blocks in the same places, but what a side does not know of the enemy drawn by lot.

    That is who is who among the unknown blocks, which HQ holds which reserve, and what the written orders say; blocks
    that a blind map hides may come on again. The same lots give the same position whatever the truth is.
    """
    known = bared(p, side)
    twin: MonmouthPosition | None = None
    for _ in range(LOTS):
        names = hidden_from(known, side)
        chance.shuffle(names)
        twin = renamed(known, side, names)
        if twin is not None:
            break
    if twin is None:
        twin = disguised(known, side)
    if p.on(RESERVES):
        redraw_reserves(twin, 1 - side, chance)
    if p.on(ORDERS):
        redraw_orders(twin, 1 - side, chance)
    return twin


@enforces("MON-10.7", "MON-10.8", "MON-20.1", "MON-20.3")
def hides(p: MonmouthPosition, side: int) -> bool:
    """Is anything of the enemy hidden from a side: names, unseen blocks on a blind map, reserves, written orders?"""
    enemy = 1 - side
    known = bared(p, side)
    if hidden_from(known, side):
        return True
    if p.on(BLIND) and any(known.place[n] == WAITING for n in PIECES_OF[enemy]):
        return True
    if p.on(RESERVES) and any(p.place[n] == RESERVE and len(holders(p, n)) > 1 for n in PIECES_OF[enemy]):
        return True
    return p.on(ORDERS) and any(SIDE_OF[chit] == enemy and has_orders(p, chit) for chit in CHITS)


def enemies_of(side: int) -> list[int]:
    """The sides whose secrets are kept from a side; from a spectator those of both."""
    return [1 - side] if side >= 0 else [0, 1]


@enforces("MON-10.8", "MON-18.3", "MON-20.1", "MON-20.3")
def bared(p: MonmouthPosition, side: int) -> MonmouthPosition:
    """A copy without what a side cannot know but for names: unseen blocks, who holds a reserve, orders, decisions."""
    known = p.copy()
    known.tried = Tried()
    for enemy in enemies_of(side):
        known.withdraws[enemy] = NOBODY
        for piece in PIECES_OF[enemy]:
            if not is_shown(p, side, piece):
                forget(known, piece)
        if p.on(ORDERS):
            forget_orders(known, enemy)
        if 0 <= p.selected < PIECE_COUNT and SIDE_OF[p.selected] == enemy and not is_shown(p, side, p.selected):
            known.selected = NOBODY
    return known


@enforces("MON-10.8", "MON-20.1")
def forget(p: MonmouthPosition, piece: int) -> None:
    """A block that is not shown: nobody knows where it is, how it stands or what it did."""
    if p.place[piece] == RESERVE:
        p.held_by[piece] = holders(p, piece)[0]
    else:
        p.place[piece] = WAITING
        p.spent[piece] = 0
        p.held_by[piece] = NOBODY
    if p.on(BLIND) or p.place[piece] == WAITING:
        p.number[piece] = 0
    p.set_pose(piece, 0, 0, 0)
    p.column[piece] = 0
    p.acted[piece], p.packed[piece], p.repacked[piece] = 0, 1, 0
    p.bombed[piece], p.fought[piece], p.moved_at[piece], p.owes[piece] = 0, 0, 0, 0


@enforces("MON-20.1")
def holders(p: MonmouthPosition, piece: int) -> list[int]:
    """The HQs that may hold a reserve piece as far as its enemy knows: those on the map that are not spotted."""
    found = [hq for hq in HQS_OF[SIDE_OF[piece]] if p.here(hq) and not spotted(p, hq)]
    return found if found else [hq for hq in HQS_OF[SIDE_OF[piece]] if p.here(hq)]


def redraw_reserves(p: MonmouthPosition, enemy: int, chance: Random) -> None:
    """Nobody is told which HQ holds what (MON-20.1h)."""
    for piece in PIECES_OF[enemy]:
        if p.place[piece] == RESERVE:
            p.held_by[piece] = chance.choice(holders(p, piece))


def has_orders(p: MonmouthPosition, chit: int) -> bool:
    """Has a command a place to keep to, or an order under way?"""
    return p.location[3 * chit + 2] == 1 or any(order.command == chit for order in p.orders)


@enforces("MON-20.2", "MON-20.3")
def forget_orders(p: MonmouthPosition, enemy: int) -> None:
    """What the orders of a side say, and what place its commands keep to, only that side knows."""
    for i, order in enumerate(p.orders):
        if SIDE_OF[order.command] == enemy:
            p.orders[i] = Order(order.command, 0, 0, order.turn)
    for chit in CHITS:
        if SIDE_OF[chit] == enemy and p.location[3 * chit + 2]:
            hq = p.chit_hq(chit)
            p.location[3 * chit], p.location[3 * chit + 1] = p.x[hq], p.y[hq]


@enforces("MON-20.2", "MON-20.3")
def redraw_orders(p: MonmouthPosition, enemy: int, chance: Random) -> None:
    """That an order was written and when it arrives is public; what it says, and what place a command keeps to, is not.

    A command keeps to the circle round its HQ, or round a landmark whose circle its HQ is in.
    """
    for i, order in enumerate(p.orders):
        if SIDE_OF[order.command] == enemy:
            kind, landmark = chance.randrange(len(ORDER_KINDS)), chance.randrange(len(LANDMARKS))
            p.orders[i] = Order(order.command, kind, landmark, order.turn)
    for chit in CHITS:
        hq = p.chit_hq(chit)
        if SIDE_OF[chit] != enemy or not p.location[3 * chit + 2] or not p.here(hq):
            continue
        x, y = p.x[hq] / 10.0, p.y[hq] / 10.0
        centres = [(x, y)]
        for n in range(len(LANDMARKS)):
            if length(LANDMARK_X[n] - x, LANDMARK_Y[n] - y) <= RADIUS:
                centres.append((LANDMARK_X[n], LANDMARK_Y[n]))
        cx, cy = chance.choice(centres)
        take_location(p, chit, cx, cy)


def hidden_from(p: MonmouthPosition, side: int) -> list[int]:
    """The enemy's pieces whose name a side does not know."""
    return [n for n in PIECES_OF[1 - side] if p.place[n] != LOST and not identity_known(p, n)]


def fits(p: MonmouthPosition, side: int, name: int, block: int) -> bool:
    """May a hidden block bear this name, by its type if told? No detachment is ever Spent, no train in reserve."""
    if p.spent[block] and COMMAND[name] < 0:
        return False
    if p.place[block] == RESERVE and TYPE[name] == BAGGAGE:
        return False
    return TYPE[name] == TYPE[block] or not type_told(p, side, block)


@enforces("MON-10.7")
def disguised(p: MonmouthPosition, side: int) -> MonmouthPosition:
    """The position as a side could write it down: names it does not know are given out in a fixed order.

    Detachments are given out first and trains last, so that every Spent block and every reserve finds a name.
    """
    ranked = sorted(hidden_from(p, side), key=lambda n: (TYPE[n] == BAGGAGE, COMMAND[n] >= 0, n))
    twin = renamed(p, side, ranked)
    assert twin is not None
    return twin


def renamed(p: MonmouthPosition, side: int, names: list[int]) -> MonmouthPosition | None:
    """Each block a side does not know takes the first name that fits it; nothing if one finds none.

    Blocks come in an order the side knows: those whose type was told, then the Spent, then reserves, then by number.
    """
    hidden = hidden_from(p, side)
    keys = []
    for n in hidden:
        known = [not type_told(p, side, n), not p.spent[n], p.place[n] != RESERVE]
        keys.append((*known, p.number[n] or PIECE_COUNT + 1, p.place[n], n))
    free = names[:]
    takes = list(range(ALL_COUNT))
    for key in sorted(keys):
        block = key[-1]
        fitting = [name for name in free if fits(p, side, name, block)]
        if not fitting:
            return None
        free.remove(fitting[0])
        takes[fitting[0]] = block
    twin = p.copy()
    relabel(twin, takes)
    return twin


@enforces("MON-10.7")
def may_be(p: MonmouthPosition, side: int, block: int) -> list[int]:
    """The names an enemy block may bear as far as a side knows; its own if that is known."""
    hidden = hidden_from(p, side)
    if block not in hidden:
        return [block]
    if type_told(p, side, block):
        return [name for name in hidden if fits(p, side, name, block)]
    told = [TYPE[n] for n in hidden if type_told(p, side, n)]
    types = [TYPE[n] for n in hidden]
    spare = [kind for kind in set(types) if types.count(kind) > told.count(kind)]
    return [name for name in hidden if TYPE[name] in spare and fits(p, side, name, block)]


def swapped(p: MonmouthPosition, one: int, other: int) -> MonmouthPosition:
    """A copy in which two blocks bear each other's names."""
    twin = p.copy()
    takes = list(range(ALL_COUNT))
    takes[one], takes[other] = other, one
    relabel(twin, takes)
    return twin


def relabel(p: MonmouthPosition, takes: list[int]) -> None:
    """Give every piece the place, status and history of the piece it takes over from."""
    old = p.copy()
    p.tried = Tried()
    gives = [0] * ALL_COUNT
    for piece in range(ALL_COUNT):
        gives[takes[piece]] = piece
    for piece in PIECES:
        was = takes[piece]
        p.x[piece], p.y[piece], p.facing[piece] = old.x[was], old.y[was], old.facing[was]
        p.place[piece], p.column[piece], p.spent[piece] = old.place[was], old.column[was], old.spent[was]
        p.acted[piece], p.packed[piece], p.repacked[piece] = old.acted[was], old.packed[was], old.repacked[was]
        p.number[piece], p.revealed[piece], p.bombed[piece] = old.number[was], old.revealed[was], old.bombed[was]
        p.fought[piece], p.moved_at[piece], p.held_by[piece] = old.fought[was], old.moved_at[was], old.held_by[was]
        p.owes[piece] = new_bits(old.owes[was], gives)
        for k in range(2):
            p.tail[2 * piece + k] = old.tail[2 * was + k]
            p.head[2 * piece + k] = old.head[2 * was + k]
    p.engaged = [Engagement(gives[pair.attacker], gives[pair.target], pair.rank) for pair in old.engaged]
    p.combat = new_bits(old.combat, gives)
    p.quality_used = new_bits(old.quality_used, gives)
    p.void_support = new_bits(old.void_support, gives)
    p.fire_order = [gives[n] if n != NOBODY else n for n in old.fire_order]
    p.to_ask = [gives[n] for n in old.to_ask]
    p.foe_list = [gives[n] for n in old.foe_list]
    for i in range(0, len(p.leaving), 2):
        p.leaving[i] = gives[old.leaving[i]]
    for i in range(0, len(p.shots), 2):
        p.shots[i] = gives[old.shots[i]]
    p.stepping = gives[old.stepping] if old.stepping != NOBODY else NOBODY
    p.firing = gives[old.firing] if old.firing != NOBODY else NOBODY
    p.aim = gives[old.aim] if old.aim != NOBODY else NOBODY
    if 0 <= p.selected < PIECE_COUNT:
        p.selected = gives[old.selected]


def new_bits(bits: int, gives: list[int]) -> int:
    """A set of pieces under their new names."""
    found = 0
    for piece in PIECES:
        if bits >> piece & 1:
            found |= 1 << gives[piece]
    return found
