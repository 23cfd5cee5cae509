"""A turn played on in thought: a few candidates for each question, the best at a first look taken.

A search cannot look at every pose of every piece. To judge one move it plays the turn to its end like this, with dice,
and looks at what is left: both sides have answered, and the fights are fought.
"""

from __future__ import annotations

from random import Random
from typing import Final

from senki.boards.plane.rects import distance
from senki.boards.plane.trig import bearing
from senki.engine.option import Option
from senki.engine.position import CHANCE
from senki.games.monmouth.acts import piece_objections, pieces_to_act
from senki.games.monmouth.board import BAGGAGE, BRITISH, FIGHTERS_OF, OBJECTIVE_X, OBJECTIVE_Y, RATE, SIDE_OF, TYPE
from senki.games.monmouth.bombardment import bombardments
from senki.games.monmouth.contact import contacts, may_attack
from senki.games.monmouth.estimate import british_chance, eagerness, nearest_enemy_gap
from senki.games.monmouth.foe import in_breach
from senki.games.monmouth.options import ADVANCE, COLUMN_OFF, END, FACE, MARCH, PASS, PICK, SIT, STAND, move, rally
from senki.games.monmouth.position import NOBODY, RESERVE, WAITING, MonmouthPosition, tenths
from senki.games.monmouth.probe import attack_on_side, way_out
from senki.games.monmouth.purposes import order_sense
from senki.games.monmouth.reserves import facing_enemy
from senki.games.monmouth.samples import attacks_from_reserve, entries, nearest_enemy, supports
from senki.games.monmouth.steps import ACT, ALTER_ORDER, PIECE, RIDE, WRITE_ORDERS

ATTACKED: Final = 2
"""How many enemies a piece thinks of attacking."""
SAFE: Final = 1500.0
"""Yards from the enemy at which Spent troops rally rather than go on."""


def play_turn_on(p: MonmouthPosition, chance: Random) -> None:
    """Play until the next turn begins or the game is over."""
    turn = p.turn
    while not p.over and p.turn == turn:
        if p.waits_for == CHANCE:
            roll = p.roll()
            p.play(roll.pick(int(chance.random() * roll.total)))
        else:
            p.play(answer(p))


def answer(p: MonmouthPosition) -> Option:
    """A quick answer to the question at hand. Nobody alters the order, and HQs on the field stay."""
    step = p.stack[-1]
    if step == ALTER_ORDER:
        return PASS
    if step == RIDE and p.place[p.selected] != WAITING:
        return STAND[p.selected]
    if step == WRITE_ORDERS:
        return max(p.options(), key=lambda option: order_sense(p, option))
    if step == ACT:
        return next_piece(p)
    if step == PIECE:
        return best_of(p, few(p, p.selected))
    return best_of(p, p.options())


def next_piece(p: MonmouthPosition) -> Option:
    """The most eager piece; trains stay where they are."""
    best: Option = END
    most = 0.0
    for piece in pieces_to_act(p):
        if TYPE[piece] != BAGGAGE:
            eager = eagerness(p, PICK[piece])
            if eager > most:
                most = eager
                best = PICK[piece]
    if best is END and p.objections(END):
        return p.options()[0]
    return best


def best_of(p: MonmouthPosition, options: list[Option]) -> Option:
    """The option after which the position looks best for the side that chooses."""
    if len(options) == 1:
        return options[0]
    british = p.side_to_act == BRITISH
    best = options[0]
    most = -1.0
    for option in options:
        after = p.copy()
        after.play(option)
        value = british_chance(after)
        if not british:
            value = 1.0 - value
        if value > most:
            most = value
            best = option
    return best


def few(p: MonmouthPosition, piece: int) -> list[Option]:
    """What comes to mind for a piece, legal all of it."""
    kept = [option for option in thoughts(p, piece) if not piece_objections(p, option)]
    if not p.here(piece) or not in_breach(p, piece):
        return [SIT[piece], *kept]
    if kept:
        return kept
    way = way_out(p, piece)
    return [way] if way is not None else [SIT[piece]]


def thoughts(p: MonmouthPosition, piece: int) -> list[Option]:
    """Enter, rally, fire, attack the nearest, support, go towards the enemy or a farm; legal or not."""
    if p.place[piece] == WAITING:
        return entries(p, piece)[:2]
    if p.place[piece] == RESERVE:
        return out_of_reserve(p, piece)
    if contacts(p, piece):
        return []
    if p.spent[piece] and nearest_enemy_gap(p, piece) > SAFE:
        return [rally(piece)]
    if TYPE[piece] == BAGGAGE:
        return []
    fire = bombardments(p, piece)[:3]
    if fire:
        return fire
    rate = RATE[piece]
    enemy = nearest_enemy(p, piece)
    towards = p.facing[piece]
    if enemy != NOBODY:
        towards = bearing(float(p.x[enemy] - p.x[piece]), float(p.y[enemy] - p.y[piece]))
    if p.column[piece]:
        on = [MARCH, tenths(rate * 2.0), 0]
        part = [MARCH, tenths(rate * 4.0 / 3.0), 0]
        return [move(piece, on), move(piece, [*part, COLUMN_OFF, towards]), move(piece, [COLUMN_OFF, towards])]
    found = attacks_on_nearest(p, piece)
    found += supports(p, piece)[:1]
    found += [move(piece, [FACE, towards, ADVANCE, towards, tenths(far)]) for far in (rate / 3.0, rate)]
    found.append(towards_farm(p, piece))
    return found


def out_of_reserve(p: MonmouthPosition, piece: int) -> list[Option]:
    """Attack somebody from reserve, or come out towards the enemy."""
    towards = facing_enemy(p, p.held_by[piece])
    return [
        *attacks_from_reserve(p, piece)[:4],
        move(piece, [FACE, towards, ADVANCE, towards, tenths(RATE[piece] / 3.0)]),
    ]


def attacks_on_nearest(p: MonmouthPosition, piece: int) -> list[Option]:
    """Front and flanks of the enemies nearest to a piece."""
    if not may_attack(p, piece):
        return []
    rect = p.rect(piece)
    near: list[tuple[float, int]] = []
    for enemy in FIGHTERS_OF[1 - SIDE_OF[piece]]:
        if p.here(enemy):
            gap = distance(rect, p.rect(enemy))
            if gap <= RATE[piece]:
                near.append((gap, enemy))
    near.sort()
    found: list[Option] = []
    for _, enemy in near[:ATTACKED]:
        for side in (0, 1, 3):
            option = attack_on_side(p, piece, enemy, side)
            if option is not None:
                found.append(option)
    return found


def towards_farm(p: MonmouthPosition, piece: int) -> Option:
    """Straight on towards the nearest farm."""
    best = 1.0e12
    dx, dy = 1.0, 0.0
    x, y = p.x[piece] / 10.0, p.y[piece] / 10.0
    for farm in range(len(OBJECTIVE_X)):
        east, north = OBJECTIVE_X[farm] - x, OBJECTIVE_Y[farm] - y
        far = east * east + north * north
        if 22_500.0 < far < best:
            best = far
            dx, dy = east, north
    way = bearing(dx, dy)
    return move(piece, [FACE, way, ADVANCE, way, tenths(min(RATE[piece], best**0.5))])
