"""Every option and roll of the game with its notation."""

from __future__ import annotations

from typing import Final

from senki.boards.hexes.hexmap import HexMap
from senki.engine.lexicon import EXTRA, SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import Option, Roll, one_die, two_dice
from senki.games.sicily.counters import COASTALS, UNITS
from senki.games.sicily.tables import CHITS, POOLS

GRAMMAR: Final = Grammar()

DONE: Final = GRAMMAR.option("done")
PASS: Final = GRAMMAR.option("pass")
STOP: Final = GRAMMAR.option("stop")
# the record phase
DECLARE_BOMBING: Final = GRAMMAR.option("declare bombing", "declare_bombing")
DECLARE_INTERDICTION: Final = GRAMMAR.option("declare interdiction", "declare_interdiction")
KEEP_BOUNDARY: Final = GRAMMAR.option("keep boundary", "keep_boundary")
DRAW_BOUNDARY: Final = GRAMMAR.phrase("boundary {line}")
NUMBER_US: Final = GRAMMAR.phrase("us number {n}", "number_us")
NUMBER_UK: Final = GRAMMAR.phrase("british number {n}", "number_uk")
# supply
GIVE_PACK: Final = GRAMMAR.phrase("pack {unit}")
TAKE_PACK: Final = GRAMMAR.phrase("unpack {unit}")
AIRLIFT: Final = GRAMMAR.phrase("airlift {unit}")
SHIP: Final = GRAMMAR.phrase("ship {unit}")
REPLACE_UNIT: Final = GRAMMAR.phrase("replace {unit}")
GERMAN_SHARE: Final = GRAMMAR.phrase("german share {n}", "german_share")
# airborne
CANCEL_DROPS: Final = GRAMMAR.option("cancel drops", "cancel_drops")
DROP_IN_RAIN: Final = GRAMMAR.option("drop in rain", "drop_in_rain")
CALL_FOR_DROPS: Final = GRAMMAR.option("call drops", "call_drops")
ASSAULT_TO: Final = GRAMMAR.phrase("drop {unit} {to}")
REINFORCE_TO: Final = GRAMMAR.phrase("reinforce {unit} {to}")
DRIFT: Final = GRAMMAR.phrase("drift {to}")
# landings
SHIFT_LANDING: Final = GRAMMAR.phrase("shift {unit} {to}")
LAND_AT: Final = GRAMMAR.phrase("land {unit} {to}")
HOLD_BACK: Final = GRAMMAR.phrase("hold {unit}")
RUN_TO: Final = GRAMMAR.phrase("run {unit} {to}")
"""An end-run: the unit and its landing hex."""
LAND_FROM: Final = GRAMMAR.phrase("land from {to}", "land_from")
"""An opposed landing or end-run: the sea (or free coastal) hex the unit is placed in."""
DEPOT_TO: Final = GRAMMAR.phrase("depot {unit} {to}")
# movement
MOVE_UNIT: Final = GRAMMAR.phrase("move {unit}")
ARRIVE_AT: Final = GRAMMAR.phrase("arrive {unit} {to}")
GO_TO: Final = GRAMMAR.phrase("go {to}")
EVACUATE: Final = GRAMMAR.phrase("evacuate {unit}")
MARCH_UNIT: Final = GRAMMAR.phrase("march {unit}")
REMOVE: Final = GRAMMAR.phrase("remove {unit}")
# combat
ATTACK: Final = GRAMMAR.phrase("attack {to}")
ALSO: Final = GRAMMAR.phrase("also {to}")
WITH: Final = GRAMMAR.phrase("with {unit}")
NEXT: Final = GRAMMAR.option("next")
FIGHT: Final = GRAMMAR.phrase("fight {to}")
STRIKE: Final = GRAMMAR.phrase("strike {unit}")
NAME_REGIMENT: Final = GRAMMAR.phrase("name {unit}")
SUPPORT_BY: Final = GRAMMAR.phrase("support {unit}")
COMMIT_AIR: Final = GRAMMAR.option("commit air", "commit_air")
COMMIT_BOMBER: Final = GRAMMAR.option("commit bomber", "commit_bomber")
"""A point of emergency bombing, which needs no die."""
COMMIT_GUNS: Final = GRAMMAR.phrase("naval {n}")
# results
FALL_BACK: Final = GRAMMAR.phrase("fall back {n}", "fall_back")
"""How many hexes the side goes back; the rest of the number it loses in steps."""
LOSE_STEP: Final = GRAMMAR.phrase("lose {unit}")
RETREAT_TO: Final = GRAMMAR.phrase("retreat {to}")
RETREAT_UNIT: Final = GRAMMAR.phrase("retreat {unit} {to}", "retreat_unit")
ADVANCE_TO: Final = GRAMMAR.phrase("advance {unit} {to}")

COLUMN_LINES: Final[list[str]] = [f"column_{column:02d}" for column in range(4, 62)]
LINES: Final[list[str]] = ["siracusa", *COLUMN_LINES]
"""Boundaries between the armies that can be named (15.9)."""
UNIT_NAMES: Final = Names("unit", "units", UNITS)
LEAST_NUMBER: Final = -9
NUMBERS: Final = Names("number", "numbers", [str(n) for n in range(LEAST_NUMBER, 31)])
LINE_NAMES: Final = Names("boundary", "boundaries", LINES)


def lexicon_of(board: HexMap) -> Lexicon:
    """The words on a map: its hexes by their numbers."""
    places = Names("hex", "hexes", board.names, board.by_print)
    return Lexicon(
        GRAMMAR,
        {
            "unit": Slot(UNIT_NAMES, SUBJECT, "unit"),
            "to": Slot(places, TARGET, "to"),
            "n": Slot(NUMBERS, EXTRA, "n"),
            "line": Slot(LINE_NAMES, TARGET, "line"),
        },
    )


def number_of(option: Option) -> int:
    """The number an option with `{n}` names."""
    return option.extra + LEAST_NUMBER


def numbered(n: int) -> int:
    """The number of a slot `{n}` that stands for n."""
    return n - LEAST_NUMBER


ANY_DIE: Final[Roll] = GRAMMAR.roll(one_die("die", [0, 1, 2, 3, 4, 5]))
_SUMS: Final = [first + second for first in range(1, 7) for second in range(1, 7)]
TWO_DICE: Final[Roll] = GRAMMAR.roll(two_dice("two_dice", _SUMS))
"""Two dice that are added."""
EACH_DIE: Final[Roll] = two_dice("each_die", [6 * first + second for first in range(6) for second in range(6)])
"""Two dice that are told apart."""

CHIT_DRAWS: Final[list[Option]] = [
    Option("chit", f"chit {row + 1}", {"chit": str(row + 1)}, row) for row in range(CHITS)
]
"""The kinds of chits of a pool, from the weakest to the strongest."""
COASTAL_DRAWS: Final[list[Option]] = [
    Option("coastal", f"coastal {UNITS[unit]}", {"unit": UNITS[unit]}, number) for number, unit in enumerate(COASTALS)
]
GRAMMAR.roll(Roll("chit", CHIT_DRAWS, [1] * CHITS, list(range(CHITS))))
GRAMMAR.roll(Roll("coastal", COASTAL_DRAWS, [1] * len(COASTALS), list(range(len(COASTALS)))))


def chit_roll(morale: int, left: list[int]) -> Roll:
    """One chit of the pool of a morale, by how many of each kind are left; an empty pool counts as full (1.9)."""
    counts = left if sum(left) else [row[3] for row in POOLS[morale - 1]]
    rows = [row for row in range(CHITS) if counts[row]]
    return Roll("chit", [CHIT_DRAWS[row] for row in rows], [counts[row] for row in rows], rows)


def coastal_roll(left: list[int]) -> Roll:
    """One of the coastal regiments that are left, by their numbers in COASTALS."""
    return Roll("coastal", [COASTAL_DRAWS[number] for number in left], [1] * len(left), left)


def die_of(option: Option) -> int:
    """The face of a single die."""
    return option.subject


def dice_of(option: Option) -> tuple[int, int]:
    """The faces of two dice."""
    return option.subject, option.target
