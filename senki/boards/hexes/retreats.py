"""Retreats: the best next hexes of a unit that goes back, by single steps or by whole ways."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from senki.boards.hexes.ground import HexGround

NO_WAY: Final = (-1, 0, 0)
"""The rank of a way that can end nowhere: below every other."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Retreat:
    """What a game says of a unit that goes back. A game overrides what it needs."""

    def is_open(self, place: int, to: int) -> bool:
        """May it step over this side (6 * hex + direction) into a hex?"""
        return True

    def burden(self, to: int) -> int:
        """What counts against entering a hex that is open to it; never below nought."""
        return 0

    def may_end(self, hex: int) -> bool:
        """May a way of several steps end in this hex?"""
        return True


def next_hexes(ground: HexGround, hex: int, retreat: Retreat) -> list[int]:
    """The least burdened of the hexes to which it can go, clockwise; none if every way is shut."""
    found: list[int] = []
    best = 0
    for place in range(6 * hex, 6 * hex + 6):
        to = ground.next[place]
        if to < 0 or not retreat.is_open(place, to):
            continue
        weight = retreat.burden(to)
        if not found or weight < best:
            best = weight
            found = [to]
        elif weight == best:
            found.append(to)
    return found


def next_steps(ground: HexGround, been: list[int], steps: int, retreat: Retreat, origin: int) -> list[int]:
    """The first hexes, clockwise, of its best ways of at most so many steps; none if it cannot go on.

    A way enters no hex twice, nor one in which it has `been`: those are the hexes so far, where it is now the last.
    The longest is best, then the least burdened, then the one that ends farthest from the origin.
    """
    found: list[int] = []
    best = NO_WAY
    here = been[-1]
    for place in range(6 * here, 6 * here + 6):
        to = ground.next[place]
        if to < 0 or to in been or not retreat.is_open(place, to):
            continue
        rank = rank_through(ground, been, to, steps - 1, retreat, origin)
        if rank > best:
            best = rank
            found = [to]
        elif found and rank == best:
            found.append(to)
    return found


def rank_through(
    ground: HexGround, been: list[int], to: int, steps: int, retreat: Retreat, origin: int
) -> tuple[int, int, int]:
    """The best way that enters a hex next and has so many steps left there: its length, what burdens it (the less the
    better, so below nought), how far its end is; NO_WAY if it can end nowhere."""
    best = (0, 0, ground.distance(origin, to)) if retreat.may_end(to) else NO_WAY
    if steps > 0:
        been.append(to)
        for place in range(6 * to, 6 * to + 6):
            beyond = ground.next[place]
            if beyond >= 0 and beyond not in been and retreat.is_open(place, beyond):
                rank = rank_through(ground, been, beyond, steps - 1, retreat, origin)
                if rank > best:
                    best = rank
        been.pop()
    if best == NO_WAY:
        return NO_WAY
    return best[0] + 1, best[1] - retreat.burden(to), best[2]
