"""The steps of the sequence of play: their numbers and their order; flow.py says what each does."""

from __future__ import annotations

from typing import Final

BEGIN_TURN: Final = 0
PLAYER_TURN: Final = 1
FATIGUE_ROLL: Final = 2
REINFORCEMENTS: Final = 3
CAMP_NUMBER: Final = 4
CAMP_DRAW: Final = 5
DRAW_COUNTER: Final = 6
PLACE_COUNTER: Final = 7
WAIT_OR_DETOUR: Final = 8
CHOOSE_ENTRY: Final = 9
RETURNS: Final = 10
REPLACEMENT: Final = 11
RECOVERY: Final = 12
CHOOSE_RECOVERY: Final = 13
HQ_FLIP: Final = 14
MOVEMENT: Final = 15
FORM_GROUP: Final = 16
ALLOWANCE: Final = 17
ALLOWANCE_AGAIN: Final = 18
GO: Final = 19
AFTER_STEP: Final = 20
RUN: Final = 21
CHECK: Final = 22
CHECK_AGAIN: Final = 23
SURPRISE_ADVANCE: Final = 24
FOLLOW: Final = 25
END_MOVEMENT: Final = 26
COMBAT_PHASE: Final = 27
COMBAT: Final = 28
DECLARE: Final = 29
DEFENCE: Final = 30
COMBAT_DIE: Final = 31
DIE_AGAIN: Final = 32
ANSWER: Final = 33
CHOOSE_LOSS: Final = 34
CHOOSE_RETREAT: Final = 35
CHOOSE_DEPLETED: Final = 36
ADVANCE: Final = 37
END_COMBAT: Final = 38
END_PLAYER_TURN: Final = 39
END_TURN: Final = 40
OFFER_REPLACEMENT: Final = 41
OFFER_FLIP: Final = 42
ALLOWANCE_SECOND: Final = 43
RESUPPLY: Final = 44

TURN: Final = [PLAYER_TURN, END_PLAYER_TURN, PLAYER_TURN, END_TURN]
"""The South's player turn, the North's, the end step (SHI-3.1)."""
PLAYER_STEPS: Final = [
    FATIGUE_ROLL, REINFORCEMENTS, RETURNS, OFFER_REPLACEMENT, RECOVERY, OFFER_FLIP, MOVEMENT, END_MOVEMENT,
    COMBAT_PHASE,
]  # fmt: skip
"""The steps of the Movement Phase in their order (SHI-3.4), then combat."""
PARTS: Final[dict[int, list[int]]] = {
    OFFER_REPLACEMENT: [REPLACEMENT],
    RECOVERY: [CHOOSE_RECOVERY, RESUPPLY],
    OFFER_FLIP: [HQ_FLIP],
    MOVEMENT: [FORM_GROUP],
    COMBAT_PHASE: [COMBAT, END_COMBAT],
}
"""What a step of the player turn consists of, where there is something to do."""
BEFORE: Final[dict[int, list[int]]] = {
    MOVEMENT: [ALLOWANCE, ALLOWANCE_AGAIN, ALLOWANCE_SECOND, GO],
    COMBAT: [DECLARE],
}
"""What one group or one attack does before the next is asked for."""
