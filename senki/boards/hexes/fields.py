"""Fields for planners: how far every hex is from goals, the way there, who gets there first; what threatens a hex, how
forces compare about it, and where they face each other."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, mypyc_attr

from senki.boards.hexes.ground import HexGround


@mypyc_attr(allow_interpreted_subclasses=True)
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


def prices_to(ground: HexGround, prices: vec[i16], goals: list[int], most: int) -> vec[i16]:
    """The least price from each hex to the nearest of many goals, by the price of every place (negative: shut); `most`
    where it is not less. For one who has a table of prices: it asks nobody."""
    cost = vec[i16]([most] * ground.size)
    waiting: list[list[int]] = [[] for _ in range(most)]
    for hex in goals:
        cost[hex] = 0
        waiting[0].append(hex)
    following = ground.next
    for spent in range(most):
        here = waiting[spent]
        i = 0
        while i < len(here):
            hex = here[i]
            i += 1
            if cost[hex] != spent:
                continue
            for d in range(6):
                there = following[6 * hex + d]
                if there < 0 or cost[there] <= spent:
                    continue
                step = prices[6 * there + (d + 3) % 6]
                if step >= 0 and spent + step < cost[there]:
                    cost[there] = spent + step
                    waiting[spent + step].append(there)
    return cost


def downhill(ground: HexGround, prices: vec[i16], cost: vec[i16], hex: int, most: int = -1) -> list[int]:
    """The hexes of a cheapest way from a hex to a goal of such a field, the goal last; empty if there is none. With
    `most` only as far as that carries. Every step has to cost something."""
    way: list[int] = []
    end = cost[hex] - most if 0 <= most < cost[hex] else 0
    while cost[hex] > end:
        best = -1
        for place in range(6 * hex, 6 * hex + 6):
            to = ground.next[place]
            if to >= 0 and 0 < prices[place] == cost[hex] - cost[to]:
                best = to
                break
        if best < 0:
            return []
        way.append(best)
        hex = best
    return way


def within(ground: HexGround, hexes: list[int], radius: int) -> list[int]:
    """These hexes, and then all others that are so near to one of them, over the grid."""
    found = hexes[:]
    for other in range(ground.size):
        if other not in hexes:
            for hex in hexes:
                if ground.distance(hex, other) <= radius:
                    found.append(other)
                    break
    return found


def pressure(ground: HexGround, hex: int, at: list[int], values: list[int], shares: list[float]) -> float:
    """How much of some forces is felt in a hex, a threat or a support: of each the share of its value that reaches so
    many hexes (`shares[distance]`)."""
    felt = 0.0
    far = len(shares)
    for n in range(len(at)):
        away = ground.distance(hex, at[n])
        if away < far:
            felt += shares[away] * values[n]
    return felt


def upper_hand(ours: float, theirs: float) -> float:
    """How forces compare: 0 nobody but the enemy, ½ as strong as he or nobody at all, 1 nobody but us."""
    both = ours + theirs
    return ours / both if both > 0.0 else 0.5


def front(ground: HexGround, ours: list[int], theirs: list[int], near: int) -> list[int]:
    """Those of our hexes that are so near to one of theirs."""
    found: list[int] = []
    for hex in ours:
        for other in theirs:
            if ground.distance(hex, other) <= near:
                found.append(hex)
                break
    return found
