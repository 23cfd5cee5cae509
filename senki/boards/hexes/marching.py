"""Leading a group along a way that the search has found, and why it cannot be led elsewhere."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from senki.boards.hexes.ground import HexGround
from senki.boards.hexes.search import Reach
from senki.engine.clauses import Objection


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """What a game objects to a move: it names the clauses."""

    def at(self, to: int) -> list[Objection]:
        """What keeps the group out of a hex, whichever way it comes."""
        return []

    def step(self, place: int, to: int) -> list[Objection]:
        """What bars the one step to an adjacent hex."""
        return []

    def unhindered(self) -> Reach:
        """Where the group could go but for the enemy."""
        raise AssertionError("a game says where its group could go but for the enemy")

    def between(self, hex: int, to: int, first: bool) -> list[Objection]:
        """What the enemy does at a hex of the way there; `first` if it is the first one. Empty: it passes."""
        return []

    def too_far(self, to: int) -> list[Objection]:
        """That its points do not carry it there."""
        return []


def why_not(ground: HexGround, reach: Reach, judge: Judge, to: int) -> list[Objection]:
    """Why a group cannot be led to a hex: the hex, the step if it is adjacent, what is met on the way, its points."""
    if reach.is_end[to]:
        return []
    found = judge.at(to)
    d = ground.direction(reach.start, to) if reach.start >= 0 else -1
    if d >= 0:
        found += judge.step(6 * reach.start + d, to)
    return found or met_between(judge, to) or judge.too_far(to)


def met_between(judge: Judge, to: int) -> list[Objection]:
    """The first thing the enemy does to a group whose points would otherwise carry it to a hex."""
    free = judge.unhindered()
    if free.is_end[to]:
        first = True
        for hex in free.way(to):
            found = judge.between(hex, to, first)
            if found:
                return found
            first = False
    return []


@mypyc_attr(allow_interpreted_subclasses=True)
class Walker:
    """Who carries out the steps of a move."""

    def enter(self, hex: int, left: int, halts: bool) -> bool:
        """Enter a hex with so many points left; `halts` if the group must stop there. Is the move interrupted there?"""
        return False


def walk(reach: Reach, to: int, walker: Walker) -> bool:
    """Lead a group to a hex of its reach, hex by hex; was it interrupted?"""
    for hex in reach.way(to):
        price = reach.cost(hex) if hex == to else reach.open_cost[hex]
        if walker.enter(hex, reach.points - price, hex == to and reach.halts(to)):
            return True
    return False
