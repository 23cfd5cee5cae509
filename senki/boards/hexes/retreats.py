"""Retreats: the next hexes of the best paths, judged over as many steps as the rules look ahead."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.ground import HexGround

SHORT: Final = 1 << 20
"""The burden of each step that a path falls short: more than any path can otherwise have."""


class Retreat:
    """What a game says of a unit that goes back. A game overrides what it needs."""

    def is_open(self, place: int, to: int) -> bool:
        """May it step over this side (6 * hex + direction) into a hex?"""
        return True

    def burden(self, to: int) -> int:
        """What entering a hex counts against a path."""
        return 0

    def burden_of_end(self, to: int) -> int:
        """What ending in a hex counts against a path."""
        return 0


def next_hexes(ground: HexGround, hex: int, steps: int, retreat: Retreat) -> list[int]:
    """The hexes with which the least burdened paths of so many steps begin, clockwise; none if every way is shut."""
    found: list[int] = []
    best = SHORT * steps
    way = [hex]
    for place in range(6 * hex, 6 * hex + 6):
        to = ground.next[place]
        if to < 0 or not retreat.is_open(place, to):
            continue
        weight = retreat.burden(to) + _least(ground, way, to, steps - 1, retreat)
        if weight < best:
            best = weight
            found.clear()
        if weight == best:
            found.append(to)
    return found


def _least(ground: HexGround, way: list[int], hex: int, steps: int, retreat: Retreat) -> int:
    """The least burden of what is left of a path, which enters no hex twice."""
    if steps == 0:
        return retreat.burden_of_end(hex)
    best = SHORT * steps + retreat.burden_of_end(hex)
    way.append(hex)
    for place in range(6 * hex, 6 * hex + 6):
        to = ground.next[place]
        if to >= 0 and to not in way and retreat.is_open(place, to):
            best = min(best, retreat.burden(to) + _least(ground, way, to, steps - 1, retreat))
    way.pop()
    return best
