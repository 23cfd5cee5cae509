"""The numbers of the steps of the sequence of play; flow.py says what each does."""

from __future__ import annotations

from typing import Final

BEGIN_TURN: Final = 0
WRITE_ORDERS: Final = 1
NEXT_CHIT: Final = 2
DRAW_CHIT: Final = 3
ALTER_WINDOW: Final = 4
ALTER_ORDER: Final = 5
ALTER_DIE: Final = 6
NEXT_COMMAND: Final = 7
HQ_RIDES: Final = 8
RIDE: Final = 9
RELIEVE_LEE: Final = 10
ACTIVATION: Final = 11
ACT: Final = 12
PIECE: Final = 13
BOMBARD: Final = 14
COMBAT_STEP: Final = 15
PICKER: Final = 16
NEXT_COMBAT: Final = 17
PICK_COMBAT: Final = 18
WITHDRAWALS: Final = 19
WITHDRAW_CAVALRY: Final = 20
ROUND: Final = 21
NEXT_SHOT: Final = 22
CHOOSE_TARGET: Final = 23
FIRE: Final = 24
LEAVE: Final = 25
CHOOSE_BEARING: Final = 26
SUPPORTER: Final = 27
ASK_DEFENDERS: Final = 28
ASK_ATTACKERS: Final = 29
ASK: Final = 30
STAY_OR_GO: Final = 31
FOE_RETREATS: Final = 32
NEXT_FOE_RETREAT: Final = 33
TURN_END: Final = 34
WITHDRAW_ARMY: Final = 35
NIGHT_RETURNS: Final = 36
RETURN_PIECE: Final = 37
TURN: Final = [NEXT_CHIT, COMBAT_STEP, FOE_RETREATS, TURN_END]
