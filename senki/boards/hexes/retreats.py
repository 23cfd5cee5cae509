"""Retreats: the best next hexes of a unit that goes back."""

from __future__ import annotations

from senki.boards.hexes.ground import HexGround


class Retreat:
    """What a game says of a unit that goes back. A game overrides what it needs."""

    def is_open(self, place: int, to: int) -> bool:
        """May it step over this side (6 * hex + direction) into a hex?"""
        return True

    def burden(self, to: int) -> int:
        """What counts against entering a hex that is open to it."""
        return 0


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
