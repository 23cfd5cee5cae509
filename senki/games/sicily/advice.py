"""What a sensible player does: the Allies land, widen, take airfields and ports and push on; the Axis strikes at the
beaches, delays on ridges and rivers and gets away in time.

`prospects` says what a position will come to, `orders` makes one plan for the movement of a side in some posture,
`carrying` carries it out, `replies` answers everything else. The numbers they go by are in advice.toml.
"""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice, Operation
from senki.engine.option import Option
from senki.games.sicily.carrying import carry, march_choice
from senki.games.sicily.counters import ALLIES
from senki.games.sicily.goals import PLANNER
from senki.games.sicily.orders import ALLIED_POSTURES, AXIS_POSTURES, EVACUATE, POSTURES, is_planned, usual_posture
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.prospects import allied_value
from senki.games.sicily.replies import reply_to
from senki.games.sicily.scenario import SCENARIOS
from senki.games.sicily.steps import GO, MARCH, MARCH_TO, MOVE

HORIZON: Final[int] = int(PLANNER["horizon"]["phases"])
SHARE: Final[list[float]] = [float(PLANNER["horizon"]["runs"][name]) for name in SCENARIOS]
"""By scenario: the share of the usual looks ahead."""
LEAST_RUNS: Final[int] = int(PLANNER["horizon"]["least_runs"])
USUAL: Final[float] = float(PLANNER["horizon"]["usual"])


class SicilyAdvice(Advice[SicilyPosition]):
    """Advice for Sicily."""

    plans = True
    weighs_by_value = False

    def value(self, p: SicilyPosition, side: int) -> float:
        """The expected grade of a side."""
        allied = allied_value(p)
        return allied if side == ALLIES else 1.0 - allied

    def operations(self, p: SicilyPosition, side: int) -> list[Operation]:
        """At the beginning of a tactical segment: the postures a side may move in."""
        if p.stack[-1] != MOVE or p.side != side or is_planned(p):
            return []
        usual = usual_posture(p, side)
        found: list[Operation] = []
        for posture in ALLIED_POSTURES if side == ALLIES else AXIS_POSTURES:
            if posture == EVACUATE and not may_leave(p):
                continue
            found.append(Operation(POSTURES[posture], posture, p.turn, USUAL if posture == usual else 1.0, p.special))
        return found

    def follow(self, p: SicilyPosition, operation: Operation) -> Option | None:
        """The next choice that carries a posture out."""
        step = p.stack[-1]
        if step in (MOVE, GO):
            return carry(p, operation.subject)
        if step in (MARCH, MARCH_TO):
            return march_choice(p, operation.subject)
        return None

    def reply(self, p: SicilyPosition) -> Option:
        """A sensible choice without search."""
        return reply_to(p)

    def pause(self, p: SicilyPosition) -> bool:
        """Before a side moves nothing is half done."""
        return p.stack[-1] == MOVE and not is_planned(p)

    def horizon(self, p: SicilyPosition) -> int:
        """So many movement phases ahead."""
        return HORIZON

    def runs(self, p: SicilyPosition, usual: int) -> int:
        """A look ahead is dear here, the dearer the more units there are."""
        return max(LEAST_RUNS, int(SHARE[p.theatre.plan.number] * usual))

    def weigh(self, p: SicilyPosition, options: list[Option]) -> list[float]:
        """The choice of the usual posture, or a sensible reply, before others."""
        liked = reply_to(p)
        return [0.7 if option == liked else 0.3 for option in options]


def may_leave(p: SicilyPosition) -> bool:
    """Is there a way off this sheet, and is it not far too early?"""
    return p.ground.messina >= 0 and p.turn >= int(PLANNER["horizon"]["leave"])
