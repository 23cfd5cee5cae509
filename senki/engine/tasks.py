"""Tasks and pairs as numbers: a position keeps them in flat lists, 16 bits a part.

A step of the flow has no arguments; a task has two, a counter and a place as a rule. A pair is a task without a kind.
"""

from __future__ import annotations

from typing import Final

BITS: Final = 16
MOST: Final = (1 << BITS) - 1
"""The greatest number a part may be."""


def encode(kind: int, a: int = 0, b: int = 0) -> int:
    """A task as one number; its parts are 0 … MOST."""
    return kind << 2 * BITS | a << BITS | b


def pair(a: int, b: int) -> int:
    """A pair, of a counter and a place as a rule, as one number."""
    return a << BITS | b


def kind_of(task: int) -> int:
    """What is to be done."""
    return task >> 2 * BITS


def first_of(task: int) -> int:
    """The first part of a task or pair, a counter as a rule."""
    return task >> BITS & MOST


def second_of(task: int) -> int:
    """The second part of a task or pair, a place as a rule."""
    return task & MOST
