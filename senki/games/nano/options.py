"""Every option and roll of the game, made once, with its notation."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Malformed, UnknownName
from senki.engine.option import Option, Roll, one_die, two_dice
from senki.games.nano.board import MAP, NEIGHBOURS, TOWNS, UNIT, UNITS

PASS: Final = Option("pass", "pass")
STOP: Final = Option("stop", "stop")
WAIT: Final = Option("wait", "wait")


def _for_unit_and_town(verb: str) -> list[list[Option]]:
    return [
        [Option(verb, f"{verb} {unit} {town}", {"unit": unit, "to": town}, u, t) for t, town in enumerate(TOWNS)]
        for u, unit in enumerate(UNITS)
    ]


PLACE: Final = _for_unit_and_town("place")
REDEPLOY: Final = _for_unit_and_town("redeploy")
MOVE: Final = _for_unit_and_town("move")
MOUNTAIN_MOVE: Final = _for_unit_and_town("mountain")
RETREAT: Final = _for_unit_and_town("retreat")
BATTLE: Final = [Option("battle", f"battle {town}", {"town": town}, -1, t) for t, town in enumerate(TOWNS)]

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
INITIATIVE_ROLL: Final[Roll] = two_dice("initiative", [_same_initiative(s, n) for s, n in _PAIRS])
BATTLE_ORDER_ROLL: Final[Roll] = two_dice("battle_order", [int(n > s) for s, n in _PAIRS])
MOUNTAIN_ROLL: Final[Roll] = one_die("mountain_road", [0, 0, 0, 1, 1, 1])

_UNIT_AND_TOWN: Final = {
    "place": PLACE,
    "redeploy": REDEPLOY,
    "move": MOVE,
    "mountain": MOUNTAIN_MOVE,
    "retreat": RETREAT,
}
_ALONE: Final = {"pass": PASS, "stop": STOP, "wait": WAIT}
_ROLLS: Final = {outcome.text: outcome for roll in (INITIATIVE_ROLL, MOUNTAIN_ROLL) for outcome in roll.outcomes}
USAGE: Final = (
    "place UNIT TOWN, redeploy UNIT TOWN, wait, pass, move UNIT TOWN, mountain UNIT TOWN, battle TOWN, stop, "
    "retreat UNIT TOWN, roll DIE, roll DIE DIE"
)


def parse(text: str) -> Option:
    """The option or outcome a notation names; raises Malformed or UnknownName."""
    words = text.split()
    if words and words[0] == "roll":
        found = _ROLLS.get(" ".join(words))
        if found is None:
            raise Malformed(f"'{text}': a roll is one die or two, each 1 to 6, as in 'roll 5 3'")
        return found
    if len(words) == 1 and words[0] in _ALONE:
        return _ALONE[words[0]]
    if len(words) == 2 and words[0] == "battle":
        return BATTLE[_town(words[1], text)]
    if len(words) == 3 and words[0] in _UNIT_AND_TOWN:
        if words[1] not in UNIT:
            raise UnknownName(f"'{text}': there is no unit '{words[1]}'; units are: {', '.join(UNITS)}")
        return _UNIT_AND_TOWN[words[0]][UNIT[words[1]]][_town(words[2], text)]
    raise Malformed(f"'{text}' cannot be read; write one of: {USAGE}")


def _town(name: str, text: str) -> int:
    try:
        return MAP.number(name)
    except UnknownName as wrong:
        raise UnknownName(f"'{text}': {wrong}") from None
