"""How a spot of the field is called: by the nearest place that has a name."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Final

from senki.games.monmouth.board import LANDMARK_X, LANDMARK_Y, LANDMARKS

AT: Final = 75.0
"""So near a place one is at it."""
ROUNDING: Final = 50


def whereabouts(x: int, y: int) -> dict[str, str | int]:
    """The facts that tell where something stands, of coordinates in tenths: in yards, and in words."""
    return {"x": x // 10, "y": y // 10, "at": spot(x / 10, y / 10)}


def spot(x: float, y: float) -> str:
    """`at obj_ker`, or `off obj_ker 45 600`: so many yards away, on that bearing from it."""
    nearest = 0
    least = hypot(x - LANDMARK_X[0], y - LANDMARK_Y[0])
    for place in range(1, len(LANDMARKS)):
        far = hypot(x - LANDMARK_X[place], y - LANDMARK_Y[place])
        if far < least:
            nearest, least = place, far
    if least <= AT:
        return f"at {LANDMARKS[nearest]}"
    bearing = round(degrees(atan2(x - LANDMARK_X[nearest], y - LANDMARK_Y[nearest]))) % 360
    return f"off {LANDMARKS[nearest]} {bearing} {ROUNDING * round(least / ROUNDING)}"
