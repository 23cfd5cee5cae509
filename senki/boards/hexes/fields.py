"""Fields for planners: how far every hex is from a goal, who gets there first, how near somebody is."""

from __future__ import annotations

from senki.boards.hexes.ground import HexGround


class Goer:
    """What a game says of those who go to the goals. A game overrides what it needs."""

    def cost(self, place: int, to: int) -> int:
        """The price of the step over this side (6 * hex + direction) into a hex; negative if it may not be made."""
        return 1

    def sets_out(self, hex: int) -> bool:
        """Does somebody set out from here? The field ends at the first such hex."""
        return False


class Field:
    """The least price from each hex to the nearest goal, and that of whoever sets out nearest (-1: nobody does)."""

    def __init__(self, cost: list[int], nearest: int) -> None:
        self.cost = cost
        self.nearest = nearest


def field(ground: HexGround, goals: list[int], goer: Goer, most: int) -> Field:
    """The field of some goals: prices below `most`; hexes farther away or cut off have the price `most`."""
    cost = [most] * ground.size
    waiting: list[list[int]] = [[] for _ in range(most)]
    for hex in goals:
        cost[hex] = 0
        waiting[0].append(hex)
    for spent in range(most):
        here = waiting[spent]
        i = 0
        while i < len(here):
            hex = here[i]
            i += 1
            if cost[hex] != spent:
                continue
            if goer.sets_out(hex):
                return Field(cost, spent)
            for d in range(6):
                there = ground.next[6 * hex + d]
                if there < 0 or cost[there] <= spent:
                    continue
                step = goer.cost(6 * there + (d + 3) % 6, hex)
                if 0 <= step < cost[there] - spent:
                    cost[there] = spent + step
                    waiting[spent + step].append(there)
    return Field(cost, -1)


def nearest(ground: HexGround, hex: int, at: list[int], units: list[int], far: int) -> int:
    """Hexes counted from a hex to the nearest of some units, by where they are; `far` if none is nearer."""
    for unit in units:
        other = at[unit]
        if other >= 0:
            away = ground.distance(hex, other)
            if away < far:
                far = away
    return far
