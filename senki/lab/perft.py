"""Counts of everything that can happen to a depth: a regression number for the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from senki.engine.position import Position


@dataclass
class Level:
    """After so many answers: how many sequences of answers there are, and how many positions they lead to."""

    depth: int
    sequences: int
    positions: int


def perft(p: Position, depth: int) -> Iterator[Level]:
    """Count level by level, options and outcomes alike. Equal positions are played on once, counted as often as met."""
    start = p.copy()
    start.settle()
    front: dict[tuple[int, ...], tuple[Position, int]] = {start.key(): (start, 1)}
    for level in range(1, depth + 1):
        reached: dict[tuple[int, ...], tuple[Position, int]] = {}
        for position, ways in front.values():
            for option in position.options():
                after = position.copy()
                after.play(option)
                key = after.key()
                known = reached.get(key)
                reached[key] = (after, ways) if known is None else (known[0], known[1] + ways)
        front = reached
        yield Level(level, sum(ways for _, ways in front.values()), len(front))
