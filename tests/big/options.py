"""Every option and roll of the game with its notation."""

from __future__ import annotations

from typing import Final

from senki.engine.lexicon import SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import Roll, one_die
from senki.games.big.board import FIELD, HEXES, UNITS

GRAMMAR: Final = Grammar()
END: Final = GRAMMAR.option("end")
STAY: Final = GRAMMAR.option("stay")
HOLD: Final = GRAMMAR.option("hold")
ACTIVATE: Final = GRAMMAR.phrase("activate {unit}")
MOVE: Final = GRAMMAR.phrase("move {unit} {to}")
ATTACK: Final = GRAMMAR.phrase("attack {unit} {to}")
FIGHT: Final[Roll] = GRAMMAR.roll(one_die("fight", [1, 2, 3, 4, 5, 6]))
UNIT_NAMES: Final = Names("unit", "units", UNITS)
HEX_NAMES: Final = Names("hex", "hexes", HEXES, FIELD.board.by_print)
"""By their numbers in the file; those that a sheet prints are read as well."""
WORDS: Final = Lexicon(GRAMMAR, {"unit": Slot(UNIT_NAMES, SUBJECT, "unit"), "to": Slot(HEX_NAMES, TARGET, "to")})
