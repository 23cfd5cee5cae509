"""The steps of the sequence of play: their numbers and their order; flow.py says what each does."""

from __future__ import annotations

from typing import Final

# set-up (chapter 3)
COASTAL_DICE: Final = 0
COASTAL_DRAW: Final = 1
PLAN_LANDING: Final = 2
"""The variable campaign: wave 1 may be shifted."""
# the turn (chapter 2)
BEGIN_TURN: Final = 3
WEATHER_DICE: Final = 4
RECORD: Final = 5
BOMBING: Final = 6
INTERDICTION: Final = 7
BOUNDARY: Final = 8
NUMBERS: Final = 9
NUMBER_DICE: Final = 10
VARIABLE_DIE: Final = 11
COLLAPSE: Final = 12
COLLAPSE_DIE: Final = 13
ALLIED_TURN: Final = 14
AXIS_TURN: Final = 15
SPECIAL_STAGE: Final = 16
END_TURN: Final = 17
# supply (chapters 10 to 12, 18, 25)
SUPPLY: Final = 18
PACK: Final = 19
JUDGE: Final = 20
AIR_SUPPLY: Final = 21
AIR_SUPPLY_DIE: Final = 22
SEA_SUPPLY: Final = 23
REPLACE: Final = 24
INCOME: Final = 25
INCOME_DIE: Final = 26
DIVIDE: Final = 27
# airborne operations (chapter 6)
AIRBORNE: Final = 28
RAIN_DROPS: Final = 29
DROP: Final = 30
DROP_DICE: Final = 31
DIRECTION_DIE: Final = 32
SCATTER: Final = 33
CALL_DROPS: Final = 34
DROPS_DIE: Final = 35
# landings and depots (chapters 4, 5, 9, 11)
AMPHIBIOUS: Final = 36
LAND: Final = 37
LANDING_DIE: Final = 38
END_RUN: Final = 39
DEPOTS: Final = 40
"""The depot segment; DEPOT asks in it."""
PORT_DIE: Final = 41
# movement (chapters 14 to 16, 22, 23)
TACTICAL: Final = 42
MOVE: Final = 43
GO: Final = 44
STRATEGIC: Final = 45
MARCH: Final = 46
MARCH_TO: Final = 47
EVACUATION_DIE: Final = 48
INTERDICTION_DIE: Final = 49
OVERSTACK: Final = 50
END_MOVEMENT: Final = 51
# combat (chapters 13, 17, 19, 21)
COMBAT: Final = 52
ALLOCATE: Final = 53
RESOLVE: Final = 54
STRIKE_DIE: Final = 55
NAME: Final = 56
CHIT_DRAW: Final = 57
SUPPORT: Final = 58
AIR_POINT: Final = 59
NAVAL_POINTS: Final = 60
AIR_DIE: Final = 61
NAVAL_DIE: Final = 62
COMBAT_DIE: Final = 63
END_BATTLE: Final = 64
END_COMBAT: Final = 65
# results (17.15 to 17.21)
RESULTS: Final = 66
SPLIT: Final = 67
LOSE: Final = 68
RETREAT: Final = 69
ADVANCE: Final = 70
SURVIVORS: Final = 71
"""What is left in the sea after a landing (17.18)."""
# depots, one after another (11.1 to 11.6)
DEPOT: Final = 72
