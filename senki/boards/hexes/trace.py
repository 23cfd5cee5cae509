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


def trace(ground: HexGround, sources: list[int], passer: Passer) -> list[bool]:
    """By hex: does a line lead there from one of the sources?"""
    joined = [False] * ground.size
    line: list[int] = []
    for source in sources:
        if not joined[source] and passer.begins(source):
            joined[source] = True
            line.append(source)
    at = 0
    while at < len(line):
        hex = line[at]
        at += 1
        for place in range(6 * hex, 6 * hex + 6):
            to = ground.next[place]
            if to >= 0 and not joined[to] and passer.passes(place, to):
                joined[to] = True
                line.append(to)
    return joined
