"""The steps of the sequence of play: their numbers and their order; flow.py says what each does."""

from __future__ import annotations

from typing import Final

# chapter 3: the turn and its phases
BEGIN_TURN: Final = 0
EVENT_DICE: Final = 1
REINFORCEMENTS: Final = 2
ARRIVE: Final = 3
LEADER_TRANSFER: Final = 4
TRANSFER: Final = 5
TRANSFER_TO: Final = 6
REPAIR: Final = 7
REPAIR_DIE: Final = 8
SUPPLY_STATUS: Final = 9
DEPOT_SHARE: Final = 10
ATTACHMENT: Final = 11
ATTACH: Final = 12
CYCLE: Final = 13
RECOVERY: Final = 14
BUILD: Final = 15
BRIDGE_DIE: Final = 16
FORAGE: Final = 17
FORAGE_DIE: Final = 18
SUPPLY_EFFECTS: Final = 19
END_TURN: Final = 20
# chapter 4: the action cycle
INITIATIVE: Final = 21
CYCLE_END_DIE: Final = 22
ACTION: Final = 23
# chapters 5 and 6: marches
NAME_UNITS: Final = 24
JOIN_UNIT: Final = 25
NEXT_MARCH: Final = 26
EXTENDED_DIE: Final = 27
ALLOWANCE: Final = 28
FORCE_DICE: Final = 29
GO: Final = 30
AFTER_STEP: Final = 31
END_MARCH: Final = 32
# chapter 5: assaults
ASSAULT_DIE: Final = 33
COMMIT: Final = 34
GRAND: Final = 35
GRAND_DIE: Final = 36
# chapter 7: combat
CAVALRY_RETREAT: Final = 37
CAVALRY_DIE: Final = 38
REFUSE: Final = 39
ARTILLERY_DIE: Final = 40
COMBAT_DICE: Final = 41
DEATH_DIE: Final = 42
RETREAT: Final = 43
FALL_BACK: Final = 44
ADVANCE: Final = 45
END_COMBAT: Final = 46
BATTLE: Final = 47
RESULTS: Final = 48
# chapter 2: a leader whose unit is gone
FOLLOW: Final = 49
REST: Final = 50
"""Steps 3 to 5 of recovery."""
BURN: Final = 51
DEATH_DRAW: Final = 52
ROUTS: Final = 53
"""Whoever still has to go back, one after another."""
END_CYCLE: Final = 54
FIND_UNITS: Final = 55
"""Leaders who are left alone, one after another."""
DECLARE_ELSEWHERE: Final = 56
"""Where arrivals come in that may come in elsewhere (22.1.U1)."""
BURN_DIE: Final = 57
"""BURN and this: the optional destruction of printed bridges (10.4)."""
