"""What a sensible player does: the Allies land, widen, take airfields and ports and push on; the Axis strikes at the
beaches, delays on ridges and rivers and gets away in time.

`prospects` says what a position will come to, `orders` makes one plan for the movement of a side in some posture,
`carrying` carries it out, `replies` answers everything else. A search tries the postures of a movement phase, end-runs,
drops and interdiction against each other. The numbers they go by are in advice.toml.
"""

from __future__ import annotations

from typing import Final

from senki.engine.game import Advice, Operation
from senki.engine.option import Option
from senki.games.sicily.carrying import carry, march_choice
from senki.games.sicily.counters import ALLIES, AXIS, SIDES, UNITS_OF
from senki.games.sicily.goals import PLANNER, worth_of
from senki.games.sicily.options import DONE
from senki.games.sicily.orders import (
    ALLIED_POSTURES,
    AXIS_POSTURES,
    EVACUATE,
    EXIT,
    HOLD,
    POSTURES,
    is_planned,
    usual_posture,
)
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.prospects import allied_value
from senki.games.sicily.replies import reply_to
from senki.games.sicily.scenario import SCENARIOS
from senki.games.sicily.steps import CALL_DROPS, END_RUN, GO, INTERDICTION, MARCH, MARCH_TO, MOVE
from senki.games.sicily.survey import Survey, fighting_worth

HORIZON: Final[list[int]] = [int(PLANNER["horizon"]["phases"][name]) for name in SCENARIOS]
KEPT: Final[list[int]] = [int(PLANNER["horizon"]["kept"][name]) for name in SCENARIOS]
EFFORT: Final[list[int]] = [int(plays) for plays in PLANNER["horizon"]["effort"]]
"""By level: plays a decision."""
HABIT: Final[list[dict[int, int]]] = [
    {side: POSTURES.index(PLANNER["habit"][name][SIDES[side]]) for side in (ALLIES, AXIS) if name in PLANNER["habit"]}
    for name in SCENARIOS
]
"""By scenario and side: the posture that does best if it is kept to, if that is not the usual one."""
SHARE: Final[list[float]] = [float(PLANNER["horizon"]["share"][name]) for name in SCENARIOS]
"""By scenario: the part of a level's plays it has, for a play takes the longer the more there is on the map."""
ASKED_SHARE: Final[float] = float(PLANNER["horizon"]["asked"])
END_RUNS: Final[int] = int(PLANNER["horizon"]["end_runs"])
ASKED: Final = (INTERDICTION, CALL_DROPS, END_RUN)
"""Besides movement: where a choice is looked ahead for."""


class SicilyAdvice(Advice[SicilyPosition]):
    """Advice for Sicily."""

    plans = True
    tries = True
    weighs_by_value = False

    def value(self, p: SicilyPosition, side: int) -> float:
        """The expected grade of a side."""
        allied = allied_value(p)
        return allied if side == ALLIES else 1.0 - allied

    def operations(self, p: SicilyPosition, side: int) -> list[Operation]:
        """The postures a side may move in at the beginning of a tactical segment; choices that weigh as much."""
        step = p.stack[-1]
        if step in ASKED and p.side_to_act == side:
            return [Operation(one.verb, one.subject, one.target, 1.0, p.turn) for one in choices_of(p, step)]
        if step != MOVE or p.side != side or is_planned(p):
            return []
        return [Operation(POSTURES[posture], posture, p.turn, 1.0, p.special) for posture in postures_of(p, side)]

    def follow(self, p: SicilyPosition, operation: Operation) -> Option | None:
        """The next choice that carries a posture out, or the choice it is."""
        step = p.stack[-1]
        if step in ASKED:
            for option in p.options():
                if (option.verb, option.subject, option.target) == operation.key[:3]:
                    return option
            return None
        if operation.kind not in POSTURES:
            return None
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
        return HORIZON[p.theatre.plan.number]

    def kept(self, p: SicilyPosition) -> int:
        """A posture is tried in so many movement phases; of another choice none is left when the first begins."""
        return KEPT[p.theatre.plan.number] if p.stack[-1] == MOVE else 1

    def effort(self, level: int) -> int:
        """A beginner, hardly a look, a second at most, some seconds."""
        return EFFORT[level - 1]

    def share(self, p: SicilyPosition) -> float:
        """The movement of a whole side gets all of what its scenario has, what is asked beside that less."""
        share = SHARE[p.theatre.plan.number]
        return share if p.stack[-1] == MOVE else ASKED_SHARE * share

    def labour(self, p: SicilyPosition) -> int:
        """A plan costs about as much as a play for each unit of the side that is to move."""
        units = 0
        for unit in UNITS_OF[p.side]:
            if p.hex[unit] >= 0:
                units += 1
        return units

    def weigh(self, p: SicilyPosition, options: list[Option]) -> list[float]:
        """The choice of the usual posture, or a sensible reply, before others."""
        liked = reply_to(p)
        return [0.7 if option == liked else 0.3 for option in options]


def postures_of(p: SicilyPosition, side: int) -> list[int]:
    """The postures a side may think of, first the one it keeps to if nothing else looks better; once the Axis leaves,
    nobody holds out any more."""
    usual = usual_posture(p, side)
    first = HABIT[p.theatre.plan.number].get(side, usual)
    found = [first]
    for posture in ALLIED_POSTURES if side == ALLIES else AXIS_POSTURES:
        if posture == first or (posture == HOLD and usual == EVACUATE) or (EXIT[posture] and not may_leave(p)):
            continue
        found.append(posture)
    return found


def choices_of(p: SicilyPosition, step: int) -> list[Option]:
    """What is thought of where one choice weighs much, the usual first; of end-runs the best, each hex once."""
    options = p.options()
    if step != END_RUN:
        usual = reply_to(p)
        return [usual, *(option for option in options if option != usual)]
    survey = Survey(p)
    best: dict[int, tuple[float, Option]] = {}
    for option in options:
        if option.verb == "run":
            value = run_value(p, survey, option)
            known = best.get(option.target)
            if known is None or value > known[0]:
                best[option.target] = (value, option)
    ranked = sorted(best.values(), key=lambda one: one[0], reverse=True)
    return [DONE, *(option for _, option in ranked[:END_RUNS])]


def run_value(p: SicilyPosition, survey: Survey, option: Option) -> float:
    """How promising an end-run is: near what is worth taking, not among too many enemies, with a strong unit."""
    hex = option.target
    value = 0.3 * fighting_worth(p, option.subject)
    for place in p.ground.places:
        if not p.held[p.ground.place_at[place]]:
            value += worth_of(p, place) / (1.0 + p.ground.distance(place, hex)) ** 1.5
    return value - 0.15 * max(0.0, survey.felt(AXIS, hex) - survey.felt(ALLIES, hex))


def may_leave(p: SicilyPosition) -> bool:
    """Is there a way off this sheet, and is it not far too early?"""
    return p.ground.messina >= 0 and p.turn >= int(PLANNER["horizon"]["leave"])
