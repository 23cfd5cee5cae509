"""Sines and cosines at steps of a tenth of a degree, the same to the last bit on every machine.

They are summed in whole numbers and divided once (a correctly rounded operation), so no mathematical library decides
what is legal. A bearing is a whole number of tenths of a degree, clockwise from north.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

FULL: Final = 3600
"""Tenths of a degree in a full turn."""
HALF: Final = 1800
RIGHT: Final = 900
_ONE: Final = 1 << 96
_PI: Final = 0x3243F6A8885A308D313198A2E037073
"""π in units of 2 to the power -120."""


def _series(turn: int) -> float:
    """The sine of 0 … 90 degrees by its power series in fixed point."""
    x = (_PI * turn // HALF) >> 24
    term = x
    total = 0
    n = 1
    while term:
        total += term
        term = -(term * x // _ONE * x // _ONE) // ((n + 1) * (n + 2))
        n += 2
        if abs(term) < 2:
            break
    return total / _ONE


_QUARTER: Final[list[float]] = [_series(turn) for turn in range(RIGHT + 1)]


def _sine(turn: int) -> float:
    turn %= FULL
    if turn <= RIGHT:
        return _QUARTER[turn]
    if turn <= HALF:
        return _QUARTER[HALF - turn]
    return -_sine(turn - HALF)


_QUARTER[0] = 0.0
_QUARTER[RIGHT] = 1.0
SIN: Final[list[float]] = [_sine(turn) for turn in range(FULL)]
"""SIN[t]: how far east one goes on bearing t."""
COS: Final[list[float]] = [_sine(turn + RIGHT) for turn in range(FULL)]
"""COS[t]: how far north one goes on bearing t."""


def difference(a: int, b: int) -> int:
    """The angle between two bearings, 0 … 1800."""
    apart = (a - b) % FULL
    return FULL - apart if apart > HALF else apart


def bearing(dx: float, dy: float) -> int:
    """The bearing of a way, to the nearest tenth of a degree; north for no way at all."""
    if dx == 0.0 and dy == 0.0:
        return 0
    quarter = 0
    while not (dx >= 0.0 and dy > 0.0):
        dx, dy = -dy, dx
        quarter += RIGHT
    low = 0
    high = RIGHT
    while high - low > 1:
        middle = (low + high) // 2
        if dx * COS[middle] - dy * SIN[middle] >= 0.0:
            low = middle
        else:
            high = middle
    near_low = dx * COS[low] - dy * SIN[low]
    near_high = dy * SIN[high] - dx * COS[high]
    return ((low if near_low <= near_high else high) + quarter) % FULL


def length(dx: float, dy: float) -> float:
    """The length of a way (a square root is correctly rounded everywhere; `hypot` need not be)."""
    return sqrt(dx * dx + dy * dy)
