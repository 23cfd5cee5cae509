"""Every option and roll of the game with its notation."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.hexmap import HexMap
from senki.engine.lexicon import EXTRA, SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import Option, Roll, one_die, two_dice
from senki.games.sjw.counters import LEADERS, UNITS

GRAMMAR: Final = Grammar()

PASS: Final = GRAMMAR.option("pass")
DONE: Final = GRAMMAR.option("done")
STOP: Final = GRAMMAR.option("stop")
BEGIN: Final = GRAMMAR.option("begin")
NAME_ALL: Final = GRAMMAR.option("name all", "name_all")
FORCE: Final = GRAMMAR.option("force")
STAND: Final = GRAMMAR.option("stand")
EVADE: Final = GRAMMAR.option("evade")
REFUSE_FLANKS: Final = GRAMMAR.option("refuse")
FALL_BACK_OPTION: Final = GRAMMAR.option("fall back", "fall_back")
HOLD: Final = GRAMMAR.option("hold")
DECLINE: Final = GRAMMAR.option("decline")
ENTRENCH_ALL: Final = GRAMMAR.option("entrench all", "entrench_all")
TAKE_UP: Final = GRAMMAR.option("take up", "take_up")
HERE: Final = GRAMMAR.option("arrive here", "arrive_here")
ELSEWHERE: Final = GRAMMAR.option("arrive elsewhere", "arrive_elsewhere")

MARCH: Final = GRAMMAR.phrase("march {unit}")
RAIL: Final = GRAMMAR.phrase("rail {unit}")
RAID: Final = GRAMMAR.phrase("raid {unit}")
ACTIVATE: Final = GRAMMAR.phrase("activate {leader}")
ASSAULT: Final = GRAMMAR.phrase("assault {leader} {to}")
NAME: Final = GRAMMAR.phrase("name {unit}")
JOIN: Final = GRAMMAR.phrase("join {unit}")
MOVE: Final = GRAMMAR.phrase("move {to}")
ATTACK: Final = GRAMMAR.phrase("attack {to}")
TAKE: Final = GRAMMAR.phrase("take {leader}")
DROP: Final = GRAMMAR.phrase("drop {leader}")
DETACH: Final = GRAMMAR.phrase("detach {points}")
COMMIT_UNIT: Final = GRAMMAR.phrase("commit {unit}")
ORDER_GRAND: Final = GRAMMAR.phrase("grand {leader}")
RETREAT_TO: Final = GRAMMAR.phrase("retreat {unit} {to}")
ADVANCE_UNIT: Final = GRAMMAR.phrase("advance {unit}")
FOLLOW_TO: Final = GRAMMAR.phrase("follow {leader} {to}")
ARRIVE_AT: Final = GRAMMAR.phrase("arrive {unit} {to}")
DELAY: Final = GRAMMAR.phrase("delay {unit}")
TRANSFER_LEADER: Final = GRAMMAR.phrase("transfer {leader}")
TRANSFER_HEX: Final = GRAMMAR.phrase("transfer {leader} {to}", "transfer_to")
ENTRENCH: Final = GRAMMAR.phrase("entrench {unit}")
BRIDGE_OVER: Final = GRAMMAR.phrase("bridge {unit} {to}")
FORAGE_UNIT: Final = GRAMMAR.phrase("forage {unit}")
SUPPLY_UNIT: Final = GRAMMAR.phrase("supply {unit}")
ATTACH_TO: Final = GRAMMAR.phrase("attach {unit} {host}")
REMOVE_BRIDGE: Final = GRAMMAR.phrase("remove {to}")
BURN_BRIDGE: Final = GRAMMAR.phrase("burn {to}")

UNIT_NAMES: Final = Names("unit", "units", UNITS)
LEADER_NAMES: Final = Names("leader", "leaders", UNITS, None, [*LEADERS[0], *LEADERS[1]])
POINTS: Final = Names("number of points", "numbers of points", [str(n) for n in range(10)], None, list(range(1, 10)))


def lexicon_of(board: HexMap) -> Lexicon:
    """The words on a map: its hexes by their numbers in the file, or as a sheet prints them."""
    places = Names("hex", "hexes", board.names, board.by_print)
    return Lexicon(
        GRAMMAR,
        {
            "unit": Slot(UNIT_NAMES, SUBJECT, "unit"),
            "leader": Slot(LEADER_NAMES, SUBJECT, "leader"),
            "host": Slot(UNIT_NAMES, TARGET, "host"),
            "points": Slot(POINTS, EXTRA, "points"),
            "to": Slot(places, TARGET, "to"),
        },
    )


ANY_DIE: Final[Roll] = GRAMMAR.roll(one_die("die", [0, 1, 2, 3, 4, 5]))
_SUMS: Final = [first + second for first in range(1, 7) for second in range(1, 7)]
TWO_DICE: Final[Roll] = GRAMMAR.roll(two_dice("two_dice", _SUMS))
"""Two dice that are added."""
EACH_DIE: Final[Roll] = two_dice("each_die", [6 * first + second for first in range(6) for second in range(6)])
"""One die for each side: the Confederate's, or the attacker's, first."""
INITIATIVE_DICE: Final[Roll] = two_dice(
    "initiative",
    [1 if second > first else 0 if first else 2 for first in range(6) for second in range(6)],
)
"""The same for the initiative: who has the higher die is all that matters, but for a double 1."""


def die_of(option: Option) -> int:
    """The face of a single die."""
    return option.subject


def dice_of(option: Option) -> tuple[int, int]:
    """The faces of two dice."""
    return option.subject, option.target
