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


def trace(ground: HexGround, sources: list[int], passer: Passer, longest: int = -1) -> list[int]:
    """By hex: the steps from the nearest source, -1 where no line leads; at most `longest` steps (-1: any number)."""
    steps = [-1] * ground.size
    line: list[int] = []
    for source in sources:
        if steps[source] < 0 and passer.begins(source):
            steps[source] = 0
            line.append(source)
    at = 0
    while at < len(line):
        hex = line[at]
        at += 1
        if steps[hex] == longest:
            break
        for place in range(6 * hex, 6 * hex + 6):
            to = ground.next[place]
            if to >= 0 and steps[to] < 0 and passer.passes(place, to):
                steps[to] = steps[hex] + 1
                line.append(to)
    return steps


def way_back(ground: HexGround, steps: list[int], passer: Passer, hex: int) -> list[int]:
    """A shortest line from a hex that was traced back to its source, both ends included."""
    way = [hex]
    while steps[hex] > 0:
        for d in range(6):
            before = ground.next[6 * hex + d]
            if before >= 0 and steps[before] == steps[hex] - 1 and passer.passes(6 * before + (d + 3) % 6, hex):
                hex = before
                break
        way.append(hex)
    return way
