"""What a sensible player does: Jackson marches, the Union covers the railroad, nobody exhausts an army for nothing.

`prospects` says what a position will come to, `proposals` what a side may set out to do, `carrying` how it is done,
`replies` what to answer on the way. The numbers they go by are in advice.toml.
"""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice, Operation
from senki.engine.option import Option
from senki.games.sjw.carrying import next_choice
from senki.games.sjw.counters import CSA, TROOPS, USA
from senki.games.sjw.goals import PLANNER
from senki.games.sjw.position import SjwPosition
from senki.games.sjw.proposals import intent_of, operations_of
from senki.games.sjw.prospects import south_chance
from senki.games.sjw.replies import reply_to
from senki.games.sjw.steps import ACTION, GO, INITIATIVE
from senki.games.sjw.ways import current

HORIZON: Final[int] = int(PLANNER["horizon"]["operations"])
LEAST_HORIZON: Final[int] = int(PLANNER["horizon"]["least"])
EFFORT: Final[list[int]] = [int(plays) for plays in PLANNER["horizon"]["effort"]]
"""By level: plays a decision that begins an operation."""
LABOUR: Final[float] = float(PLANNER["horizon"]["labour"])
ADVANCED_LABOUR: Final[float] = float(PLANNER["horizon"]["advanced_labour"])


class SjwAdvice(Advice[SjwPosition]):
    """Advice for Stonewall Jackson's Way."""

    plans = True
    weighs_by_value = False

    def value(self, p: SjwPosition, side: int) -> float:
        """The estimated chance of a side to win, the better its grade the higher."""
        south = south_chance(p)
        return south if side == CSA else 1.0 - south

    def operations(self, p: SjwPosition, side: int) -> list[Operation]:
        """What a side that is to act may set out to do."""
        return operations_of(p, side) if p.stack[-1] == ACTION and p.side == side else []

    def follow(self, p: SjwPosition, operation: Operation) -> Option | None:
        """The next choice that carries an operation out."""
        return next_choice(p, operation)

    def reply(self, p: SjwPosition) -> Option:
        """A sensible choice without search."""
        return reply_to(p)

    def pause(self, p: SjwPosition) -> bool:
        """Between two actions nothing is half done."""
        return p.stack[-1] in (ACTION, INITIATIVE)

    def horizon(self, p: SjwPosition) -> int:
        """With a few units it looks to the end of the game, with armies through an action or two of each corps."""
        return max(LEAST_HORIZON, HORIZON // max(1, units_on_map(p)))

    def effort(self, level: int) -> int:
        """A beginner, a glance, a second at most, some seconds."""
        return EFFORT[level - 1]

    def labour(self, p: SjwPosition) -> int:
        """The more units there are, the dearer it is to propose and to carry out an operation, and dearer again in the
        advanced game, whose phases and joined map take their time."""
        return 1 + int(units_on_map(p) * (ADVANCED_LABOUR if p.advanced else LABOUR))

    def weigh(self, p: SjwPosition, options: list[Option]) -> list[float]:
        """The choice with which the most promising operation begins or goes on, or a sensible reply, before others."""
        step = p.stack[-1]
        if step == ACTION:
            return weigh_actions(p, options)
        liked: Option | None = None
        if step == GO:
            operation = intent_of(p, current(p).unit)
            liked = next_choice(p, operation) if operation is not None else None
        if liked is None:
            liked = reply_to(p)
        return [0.7 if option == liked else 0.3 for option in options]


def units_on_map(p: SjwPosition) -> int:
    """How many units of both sides are on the map."""
    return sum(1 for side in (CSA, USA) for unit in TROOPS[side] if p.hex[unit] >= 0)


def weigh_actions(p: SjwPosition, options: list[Option]) -> list[float]:
    """By the most promising operation that each action begins."""
    weights: dict[str, float] = {}
    most = 0.0
    for operation in operations_of(p, p.side):
        option = next_choice(p, operation)
        if option is not None:
            weights[option.text] = max(operation.weight, weights.get(option.text, 0.0))
            most = max(most, operation.weight)
    return [weights.get(option.text, 0.0) / most for option in options]
