"""Tracing: what is joined to what, such as supply and lines of communication."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from senki.boards.hexes.ground import HexGround


@mypyc_attr(allow_interpreted_subclasses=True)
class Passer:
    """What a game says of a line that is traced. A game overrides what it needs."""

    def begins(self, hex: int) -> bool:
        """May a line begin in this source?"""
        return True

    def passes(self, place: int, to: int) -> bool:
        """May the line, asked from the source outward, go on over this side (6 * hex + direction) into a hex?"""
        return True

    def goes_on(self, hex: int) -> bool:
        """May a line that has entered this hex lead on from it?"""
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
                if passer.goes_on(to):
                    reached.append(to)
    return back


def trace(ground: HexGround, sources: list[int], passer: Passer) -> list[bool]:
    """By hex: does a line lead there from one of the sources?"""
    return [back >= 0 for back in lines(ground, sources, passer)]


def shortest_line(ground: HexGround, start: int, within: int, ends: list[bool], passer: Passer) -> list[int]:
    """A shortest line from a hex to one of the ends, asked from the start outward: all its hexes, the start first;
    empty if none of at most so many hexes, the start not counted, leads there. `begins` is not asked of the start."""
    if ends[start]:
        return [start]
    seen = ground.no[:]
    seen[start] = True
    reached, before = [start], [-1]
    at, far, last = 0, 1, 0
    while at < len(reached) and far <= within:
        hex = reached[at]
        for place in range(6 * hex, 6 * hex + 6):
            to = ground.next[place]
            if to < 0 or seen[to] or not passer.passes(place, to):
                continue
            if ends[to]:
                found = [to]
                while at >= 0:
                    found.append(reached[at])
                    at = before[at]
                found.reverse()
                return found
            # one that may not lead on here may not from anywhere else either
            seen[to] = True
            if passer.goes_on(to):
                reached.append(to)
                before.append(at)
        if at == last:
            far, last = far + 1, len(reached) - 1
        at += 1
    return []
