"""Tasks: what has to be carried out before the flow goes on, with the counter or hex it concerns.

They lie on a stack in the position, so a rout in the middle of a surprise, or a check in the middle of an advance, is
finished before what it interrupts.
"""

from __future__ import annotations

from typing import Final

from senki.engine.tasks import encode
from senki.games.shiloh.position import ShilohPosition
from senki.games.shiloh.steps import RUN

SURPRISE: Final = 1
ALARM: Final = 2
ALARM_PLACE: Final = 3
ALARM_CHECK: Final = 4
FATIGUE: Final = 5
ROUT: Final = 6
ROUT_DELAY: Final = 7
SURPRISE_MOVE: Final = 8
SURPRISE_SECOND: Final = 9
LEFT_ALONE: Final = 10
FOLLOW_UNIT: Final = 11
RETURN: Final = 12
RECOVER_UNIT: Final = 13
RECOVER_LEADER: Final = 14
ARRIVE: Final = 15
ARRIVE_FORMATION: Final = 16
CAMP_PLACE: Final = 17
LOSS: Final = 18
RETREATS: Final = 19
RETREAT_ON: Final = 20
STEADY_CHECK: Final = 21
DM_CHECK: Final = 22
AFTER_DM: Final = 23
SHELLED: Final = 24
LEADER_CHECK: Final = 25
AMMUNITION: Final = 26
ADVANCES: Final = 27
ADVANCE_ON: Final = 28
AFTERMATH: Final = 29
CHARGE_CHECK: Final = 30
FLAGS: Final = 31
APPLY: Final = 32
STRAGGLERS: Final = 33
TASKS: Final = [
    "", "surprise", "alarm", "alarm_place", "alarm_check", "fatigue", "rout", "rout_delay", "surprise_move",
    "surprise_second", "left_alone", "follow", "return", "recover", "recover_leader", "arrive", "arrive_formation",
    "camp_place", "loss", "retreats", "retreat_on", "steady_check", "dm_check", "after_dm", "shelled", "leader_check",
    "ammunition", "advances", "advance_on", "aftermath", "charge_check", "flags", "apply", "stragglers",
]  # fmt: skip
OF_HEXES: Final = (SURPRISE_MOVE, FOLLOW_UNIT, RETREAT_ON, STRAGGLERS)
"""Tasks whose second part is a hex."""


def add(p: ShilohPosition, kind: int, a: int = 0, b: int = 0) -> None:
    """Put a task on top: it is carried out before the others."""
    p.tasks.append(encode(kind, a, b))


def carry_out(p: ShilohPosition) -> None:
    """Let the flow carry out the tasks before it goes on."""
    p.push(RUN)
