"""How strong everybody is, and what of it is felt where: what planner and value have in common."""

from __future__ import annotations

from typing import Final

from senki.games.sicily.chits import strength_of
from senki.games.sicily.counters import ALLIES, AXIS, CLASS, UNITS_OF
from senki.games.sicily.goals import PLANNER
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.position import ISOLATED, UNSUPPLIED, SicilyPosition, is_regiment

MEANS: Final[list[list[float]]] = [[float(one) for one in row] for row in PLANNER["strength"]["means"]]
"""MEANS[morale - 1][class - 1]."""
WEAK: Final[list[float]] = [1.0, float(PLANNER["strength"]["unsupplied"]), float(PLANNER["strength"]["isolated"])]
FELT: Final[list[float]] = [float(share) for share in PLANNER["felt"]["shares"]]


def reckoned(p: SicilyPosition, unit: int) -> float:
    """The strength of a unit as a player reckons it: its chit, or the mean of what it may draw."""
    if is_regiment(p, unit) and p.chit[unit] == NOBODY:
        return MEANS[p.morale[unit] - 1][CLASS[unit] - 1]
    return float(strength_of(p, unit))


def fighting_worth(p: SicilyPosition, unit: int) -> float:
    """The same, less if it lacks supply."""
    status = p.status[unit]
    share = WEAK[2] if status == ISOLATED else WEAK[1] if status == UNSUPPLIED else 1.0
    return share * reckoned(p, unit)


class Survey:
    """Stacks by side: where they are and how strong."""

    def __init__(self, p: SicilyPosition) -> None:
        self.p = p
        self.ground = p.ground
        self.at: list[list[int]] = [[], []]
        self.power: list[list[float]] = [[], []]
        self.on_hex: list[dict[int, float]] = [{}, {}]
        for side in (ALLIES, AXIS):
            here = self.on_hex[side]
            for unit in UNITS_OF[side]:
                hex = p.hex[unit]
                if hex >= 0:
                    here[hex] = here.get(hex, 0.0) + fighting_worth(p, unit)
            for hex, power in here.items():
                self.at[side].append(hex)
                self.power[side].append(power)

    def felt(self, side: int, hex: int) -> float:
        """What of a side's forces is felt in a hex."""
        found = 0.0
        at, power = self.at[side], self.power[side]
        far = len(FELT)
        for n in range(len(at)):
            away = self.ground.distance(hex, at[n])
            if away < far:
                found += FELT[away] * power[n]
        return found

    def nearest(self, side: int, hex: int) -> int:
        """Hexes to the nearest stack of a side; 99 if there is none."""
        best = 99
        for other in self.at[side]:
            away = self.ground.distance(hex, other)
            if away < best:
                best = away
        return best
