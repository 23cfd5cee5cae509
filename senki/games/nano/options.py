"""Every option and roll of the game, made once, with its notation."""

from __future__ import annotations

from typing import Final

from senki.engine.lexicon import SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import Roll, one_die, two_dice
from senki.games.nano.board import NEIGHBOURS, TOWNS, UNITS

_SAY: Final = Grammar()
PASS: Final = _SAY.option("pass")
STOP: Final = _SAY.option("stop")
WAIT: Final = _SAY.option("wait")
TOWN_NAMES: Final = Names("town", "towns", TOWNS)
UNIT_NAMES: Final = Names("unit", "units", UNITS)
LEXICON: Final = Lexicon(
    _SAY,
    {
        "unit": Slot(UNIT_NAMES, SUBJECT, "unit"),
        "to": Slot(TOWN_NAMES, TARGET, "to"),
        "town": Slot(TOWN_NAMES, TARGET, "town"),
    },
)
PLACE: Final = LEXICON.table("place {unit} {to}")
REDEPLOY: Final = LEXICON.table("redeploy {unit} {to}")
MOVE: Final = LEXICON.table("move {unit} {to}")
MOUNTAIN_MOVE: Final = LEXICON.table("mountain {unit} {to}")
RETREAT: Final = LEXICON.table("retreat {unit} {to}")
BATTLE: Final = LEXICON.each("battle {town}")

MOVES_FROM: Final = [[[MOVE[u][t] for t in NEIGHBOURS[town]] for town in range(len(TOWNS))] for u in range(len(UNITS))]
"""MOVES_FROM[unit][town]: the moves over every road that may be entered there."""
MOUNTAIN_MOVES_FROM: Final = [
    [[MOUNTAIN_MOVE[u][t] for t in NEIGHBOURS[town]] for town in range(len(TOWNS))] for u in range(len(UNITS))
]


def _same_initiative(south: int, north: int) -> int:
    """Pairs of dice that do the same: nobody acts; South or North acts first; with or without sixes."""
    if south == 1:
        return 0
    if north > south:
        return 2 if north == 6 else 1
    return 3 + (south == 6) + (north == 6)


_PAIRS: Final = [(south, north) for south in range(1, 7) for north in range(1, 7)]
INITIATIVE_ROLL: Final[Roll] = _SAY.roll(two_dice("initiative", [_same_initiative(s, n) for s, n in _PAIRS]))
BATTLE_ORDER_ROLL: Final[Roll] = two_dice("battle_order", [int(n > s) for s, n in _PAIRS])
MOUNTAIN_ROLL: Final[Roll] = _SAY.roll(one_die("mountain_road", [0, 0, 0, 1, 1, 1]))
