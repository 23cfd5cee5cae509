"""Tracing: what is joined to what. Supply and communication lines, and regions that hang together."""

from __future__ import annotations

from senki.boards.hexes.hexmap import HexMap


class Passer:
    """What a game says of a line that is traced. A game overrides what it needs."""

    def passes(self, frm: int, to: int, direction: int) -> bool:
        """May the line go on from one hex to the next?"""
        return True


class TablePasser(Passer):
    """A passer whose open steps lie in a list by 6 * hex + direction."""

    def __init__(self, open: list[bool]) -> None:
        self.open = open

    def passes(self, frm: int, to: int, direction: int) -> bool:
        """As the list says."""
        return self.open[6 * frm + direction]


class Traced:
    """What is joined to the sources: the steps from the nearest one, -1 where no line leads, and the way back."""

    def __init__(self, steps: list[int], back: list[int]) -> None:
        self.steps = steps
        self.back = back

    def joined(self, hex: int) -> bool:
        """Does a line lead from a source to this hex?"""
        return self.steps[hex] >= 0

    def path(self, hex: int) -> list[int]:
        """The hexes of the shortest line, its source first; empty if there is none."""
        if self.steps[hex] < 0:
            return []
        way = [hex]
        while self.steps[way[-1]] > 0:
            way.append(self.back[way[-1]])
        way.reverse()
        return way


def trace(map: HexMap, sources: list[int], passer: Passer, longest: int = -1) -> Traced:
    """Trace from sources over every step the game lets pass, at most `longest` steps (-1: any number).

    Steps are asked from the source outward; a game whose lines run the other way swaps the two hexes in its Passer.
    """
    steps = [-1] * map.size
    back = [-1] * map.size
    queue: list[int] = []
    for source in sources:
        if steps[source] < 0:
            steps[source] = 0
            queue.append(source)
    neighbour = map.neighbour
    at = 0
    while at < len(queue):
        here = queue[at]
        at += 1
        if steps[here] == longest:
            break
        for d in range(6):
            there = neighbour[6 * here + d]
            if there >= 0 and steps[there] < 0 and passer.passes(here, there, d):
                steps[there] = steps[here] + 1
                back[there] = here
                queue.append(there)
    return Traced(steps, back)


def regions(map: HexMap, member: list[bool], passer: Passer) -> list[int]:
    """For each hex the number of its region, -1 for hexes that are no members. Hexes are of one region when steps that
    pass in either direction join them; regions are numbered by their first hex."""
    found = [-1] * map.size
    neighbour = map.neighbour
    count = 0
    for first in range(map.size):
        if not member[first] or found[first] >= 0:
            continue
        found[first] = count
        stack = [first]
        while stack:
            here = stack.pop()
            for d in range(6):
                there = neighbour[6 * here + d]
                if there < 0 or not member[there] or found[there] >= 0:
                    continue
                if passer.passes(here, there, d) or passer.passes(there, here, (d + 3) % 6):
                    found[there] = count
                    stack.append(there)
        count += 1
    return found
