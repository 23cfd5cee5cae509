"""Weather (2.1, chapter 8): two dice a turn; what rain takes, each chapter asks for itself."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import enforces
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.tables import FAIR, FOG, RAIN, TABLES, WEATHER, row_of

BANDS: Final[list[list[int]]] = list(TABLES["weather"]["bands"])
"""First turn, least fog and least rain of two dice."""


@enforces("SIC-2.1", "SIC-8.1")
def weather_of(turn: int, sum_of_dice: int) -> int:
    """What two dice bring on a turn; August has a little more rain."""
    band = BANDS[row_of([row[0] for row in BANDS], turn)]
    return RAIN if sum_of_dice >= band[2] else FOG if sum_of_dice >= band[1] else FAIR


@enforces("SIC-2.1", "SIC-8.2")
def take_weather(p: SicilyPosition, sum_of_dice: int) -> None:
    """The weather of the whole game turn."""
    p.weather = weather_of(p.turn, sum_of_dice)
    if p.events is not None:
        p.tell("weather", "SIC-2.1", {"weather": WEATHER[p.weather], "sum": sum_of_dice})
