"""Tracing: what is joined to what, such as supply and lines of communication."""

from __future__ import annotations

from senki.boards.hexes.ground import HexGround


class Passer:
    """What a game says of a line that is traced. A game overrides what it needs."""

    def begins(self, hex: int) -> bool:
        """May a line begin in this source?"""
        return True

    def passes(self, place: int, to: int) -> bool:
        """May the line, asked from the source outward, go on over this side (6 * hex + direction) into a hex?"""
        return True


def lines(ground: HexGround, sources: list[int], passer: Passer) -> list[int]:
    """By hex: the next hex of a shortest line back to a source, a source itself in one; -1 where no line leads."""
    back = [-1] * ground.size
    reached: list[int] = []
    for source in sources:
        if back[source] < 0 and passer.begins(source):
            back[source] = source
            reached.append(source)
    at = 0
    while at < len(reached):
        hex = reached[at]
        at += 1
        for place in range(6 * hex, 6 * hex + 6):
            to = ground.next[place]
            if to >= 0 and back[to] < 0 and passer.passes(place, to):
                back[to] = hex
                reached.append(to)
    return back


def trace(ground: HexGround, sources: list[int], passer: Passer) -> list[bool]:
    """By hex: does a line lead there from one of the sources?"""
    return [back >= 0 for back in lines(ground, sources, passer)]
