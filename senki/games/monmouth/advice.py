"""What a sensible player of Monmouth thinks of: a first look at every option, then the turn played on in thought."""

from __future__ import annotations

from random import Random
from typing import Final

from senki.engine.game import Advice
from senki.engine.option import Option
from senki.games.monmouth.board import BRITISH
from senki.games.monmouth.estimate import british_chance, eagerness
from senki.games.monmouth.position import MonmouthPosition
from senki.games.monmouth.purposes import order_sense
from senki.games.monmouth.quick import play_turn_on
from senki.games.monmouth.steps import ACT, PIECE, RIDE, WRITE_ORDERS

FEW: Final = 5
"""So many options of a piece are thought through; the others are left after the first look."""
EFFORT: Final = (8, 40, 200, 400)
"""Turns played on for a decision, by level."""
FIRST_LOOK: Final = 0.4
"""What the position itself counts against how one played-on turn ends: dice make a single one rough."""


class MonmouthAdvice(Advice[MonmouthPosition]):
    """The chance to win from farms, troops and fights, once the turn is played to its end."""

    curiosity = 0.25
    weighs_by_value = False

    def effort(self, level: int) -> int:
        """A node is dear here: a turn is played on from it."""
        return EFFORT[level - 1]

    def worlds(self) -> int:
        """Two guesses at who stands behind the enemy's blocks."""
        return 2

    def value(self, p: MonmouthPosition, side: int) -> float:
        """The estimated chance of a side to win."""
        british = british_chance(p)
        return british if side == BRITISH else 1.0 - british

    def outlook(self, p: MonmouthPosition, side: int, chance: Random) -> float:
        """The chance of a side, this turn played on with dice."""
        now = self.value(p, side)
        end = p.copy()
        play_turn_on(end, chance)
        if end.result is not None:
            then = 0.5 if end.result.winner < 0 else 1.0 if end.result.winner == side else 0.0
        else:
            then = self.value(end, side)
        return FIRST_LOOK * now + (1.0 - FIRST_LOOK) * then

    def weigh(self, p: MonmouthPosition, options: list[Option]) -> list[float]:
        """One look ahead; which piece to pick, trains, and orders, by a rule of thumb."""
        if p.stack[-1] == ACT:
            return [eagerness(p, option) for option in options]
        if p.stack[-1] == WRITE_ORDERS:
            return [order_sense(p, option) for option in options]
        return super().weigh(p, options)

    def distinct(self, p: MonmouthPosition, options: list[Option]) -> list[Option]:
        """The order of pieces, rides and written orders are not thought over; of a piece's moves the few best are."""
        step = p.stack[-1]
        if step not in (ACT, PIECE, RIDE, WRITE_ORDERS):
            return options
        most = FEW if step == PIECE else 1
        weights = self.weigh(p, options)
        ranked = sorted(range(len(options)), key=lambda number: (-weights[number], number))
        return [options[number] for number in ranked[:most]]
