"""The movement search of all hex games: where a group can go, at what price, by which way.

Prices are whole numbers in the game's smallest unit (half a movement point, say). The search keeps two prices of each
hex, the cheapest from which the group may go on and the cheapest that ends its move: a battery that must stop in a
stream may get there cheaper than by the road it could go on along.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, mypyc_attr

from senki.boards.hexes.ground import HexGround

SHUT: Final = -1
"""The price of a step that may not be made, and of a hex that cannot be reached."""


class Reach:
    """The hexes a group can reach, at what price and by which way."""

    def __init__(self, ground: HexGround, start: int, points: int) -> None:
        self.start = start
        """Where the group is; negative while it is off the map."""
        self.points = points
        self.open_cost: vec[i16] = ground.nowhere[:]
        """The least price to be there and free to go on."""
        self.open_from: vec[i16] = ground.nowhere[:]
        self.halt_cost: vec[i16] = ground.nowhere[:]
        """The least price to enter and have to stop."""
        self.halt_from: vec[i16] = ground.nowhere[:]
        self.order: list[int] = []
        """The hexes reached, in the order in which they were found, nearest first."""
        self.ends: list[int] = []
        """Where the group may be led, in the same order."""
        self.is_end: vec[bool] = ground.no[:]
        self.unhindered: Reach | None = None
        """What it would be without what the enemy does to it, once somebody has asked why not."""
        self.waiting: list[list[int]] = [[] for _ in range(points + 1)]
        """By price: the hexes from which the search goes on."""

    def arrive(self, frm: int, to: int, price: int, halts: bool) -> None:
        """Note a way into a hex: `halts` if it ends the move."""
        if self.open_cost[to] < 0 and self.halt_cost[to] < 0:
            self.order.append(to)
        if not halts:
            self.open_cost[to] = price
            self.open_from[to] = frm
            self.waiting[price].append(to)
        elif self.halt_cost[to] < 0 or price < self.halt_cost[to]:
            self.halt_cost[to] = price
            self.halt_from[to] = frm

    def halts(self, hex: int) -> bool:
        """Is the best way there one that ends the move?"""
        return self.open_cost[hex] < 0 or 0 <= self.halt_cost[hex] < self.open_cost[hex]

    def cost(self, hex: int) -> int:
        """The price of going there."""
        return self.halt_cost[hex] if self.halts(hex) else self.open_cost[hex]

    def before(self, hex: int) -> int:
        """The hex from which the best way enters this one; negative if it comes from off the map."""
        return self.halt_from[hex] if self.halts(hex) else self.open_from[hex]

    def way(self, hex: int) -> list[int]:
        """The hexes to enter one after another, the last one included."""
        found = [hex]
        before = self.before(hex)
        while before >= 0 and before != self.start:
            found.append(before)
            before = self.open_from[before]
        found.reverse()
        return found

    def gather(self) -> None:
        """List the hexes marked in `is_end`."""
        self.ends = [hex for hex in self.order if self.is_end[hex]]


@mypyc_attr(allow_interpreted_subclasses=True)
class Mover:
    """What a game says of the group that moves. `place` is 6 * hex + direction of a step, `to` the hex it leads to; a
    rule about the first step asks whether `place // 6` is the start."""

    def __init__(self, start: int) -> None:
        self.start = start

    def cost(self, place: int, to: int) -> int:
        """The price of a step, SHUT if terrain or the like prohibits it. Asked of every step, so it should be quick."""
        return 1

    def may_enter(self, place: int, to: int) -> bool:
        """May the group make this step at all, whatever it costs? Asked only of steps that would be cheapest."""
        return True

    def stops(self, place: int, to: int) -> bool:
        """Does this step end the move?"""
        return False

    def may_force(self, place: int, to: int) -> bool:
        """May the group make this step as its only one, for all its points, though it cannot pay it?"""
        return False

    def come_in(self, found: Reach) -> None:
        """Note the arrivals of a group that is off the map."""


def explore(ground: HexGround, mover: Mover, points: int) -> Reach:
    """Every hex the group can enter: by price, cheapest first, stopping where a rule stops it."""
    found = Reach(ground, mover.start, points)
    if mover.start < 0:
        mover.come_in(found)
    else:
        spread(ground, mover, found, mover.start, 0)
    for spent in range(points + 1):
        # a step may cost nothing: the list of this price can grow while it is read
        here = found.waiting[spent]
        i = 0
        while i < len(here):
            hex = here[i]
            i += 1
            if found.open_cost[hex] == spent:
                spread(ground, mover, found, hex, spent)
    if mover.start >= 0:
        for place in range(6 * mover.start, 6 * mover.start + 6):
            to = ground.next[place]
            if to >= 0 and found.open_cost[to] < 0 and found.halt_cost[to] < 0 and mover.may_force(place, to):
                found.arrive(mover.start, to, points, True)
    found.waiting = []
    return found


def spread(ground: HexGround, mover: Mover, found: Reach, hex: int, spent: int) -> None:
    """The steps from one hex."""
    following, open_cost = ground.next, found.open_cost
    start, points = found.start, found.points
    for place in range(6 * hex, 6 * hex + 6):
        to = following[place]
        if to < 0 or to == start:
            continue
        known = open_cost[to]
        if 0 <= known <= spent:
            continue  # without asking the price: no step is cheaper than none
        step = mover.cost(place, to)
        if step < 0:
            continue
        price = spent + step
        if price > points or 0 <= known <= price or not mover.may_enter(place, to):
            continue
        found.arrive(hex, to, price, mover.stops(place, to))
