"""Which order a sensible commander writes (MON-20.3): one with a purpose, and each only once."""

from __future__ import annotations

from typing import Final

from senki.boards.plane.trig import length
from senki.engine.option import Option
from senki.games.monmouth.board import (
    BRITISH,
    COLONIAL,
    FIGHTERS_OF,
    KER,
    LANDMARKS,
    OBJECTIVE_X,
    OBJECTIVE_Y,
    OBJECTIVES,
    SIDE_OF,
)
from senki.games.monmouth.estimate import REACH, army, power
from senki.games.monmouth.options import ATTACK_ORDER, MOVE_ORDER
from senki.games.monmouth.orders import order_in_force
from senki.games.monmouth.position import MonmouthPosition, tenths
from senki.games.monmouth.riding import start_of_ride
from senki.games.monmouth.victory import last_turn

HOPE: Final = 1.5 * REACH
"""Yards a turn that a commander hopes to make towards a farm."""
WISHED: Final = 0.9
NONE_NEEDED: Final = 0.5
IDLE: Final = 0.1


def order_sense(p: MonmouthPosition, option: Option) -> float:
    """How good an order looks: the one with a purpose that the command does not have yet, else none."""
    if option.verb != "order":
        return NONE_NEEDED
    farm, kind = purpose(p, option.subject)
    fits = option.target == LANDMARKS.index(OBJECTIVES[farm]) and option.extra == kind
    return WISHED if fits and not has_it(p, option.subject, farm, kind) else IDLE


def purpose(p: MonmouthPosition, command: int) -> tuple[int, int]:
    """The British go for the nearest farm in the west while there is time, else for Ker.

    The Colonials go for Ker while no stronger enemy stands on the map, else back to the nearest farm in the west.
    """
    hq = start_of_ride(p, p.chit_hq(command))
    gaps = [length(OBJECTIVE_X[n] - hq.x, OBJECTIVE_Y[n] - hq.y) for n in range(len(OBJECTIVES))]
    west = min([n for n in range(len(OBJECTIVES)) if n != KER], key=lambda n: gaps[n])
    if SIDE_OF[command] == BRITISH:
        in_time = gaps[west] <= HOPE * (last_turn(p) - p.turn + 1)
        return (west if in_time else KER), ATTACK_ORDER
    against = sum([power(p, piece) for piece in FIGHTERS_OF[BRITISH] if p.here(piece)])
    if army(p, COLONIAL) >= against:
        return KER, ATTACK_ORDER
    return west, MOVE_ORDER


def has_it(p: MonmouthPosition, command: int, farm: int, kind: int) -> bool:
    """Has a command this order already, or stands it in the place the order would lead to?"""
    order = order_in_force(p, command)
    if order is not None:
        return order.landmark == LANDMARKS.index(OBJECTIVES[farm]) and order.kind == kind
    here = [tenths(OBJECTIVE_X[farm]), tenths(OBJECTIVE_Y[farm]), 1]
    return p.location[3 * command : 3 * command + 3] == here
