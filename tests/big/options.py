"""Every option and roll of the game with its notation."""

from __future__ import annotations

from typing import Final

from senki.engine.lexicon import SUBJECT, TARGET, Grammar, Lexicon, Names, Slot
from senki.engine.option import Roll, one_die
from senki.games.big.board import HEXES, UNITS

GRAMMAR: Final = Grammar()
END: Final = GRAMMAR.option("end")
STAY: Final = GRAMMAR.option("stay")
HOLD: Final = GRAMMAR.option("hold")
ACTIVATE: Final = GRAMMAR.phrase("activate {unit}")
MOVE: Final = GRAMMAR.phrase("move {unit} {to}")
ATTACK: Final = GRAMMAR.phrase("attack {unit} {to}")
FIGHT: Final[Roll] = GRAMMAR.roll(one_die("fight", [1, 2, 3, 4, 5, 6]))
WORDS: Final = Lexicon(
    GRAMMAR,
    {
        "unit": Slot(Names("unit", "units", UNITS), SUBJECT, "unit"),
        "to": Slot(Names("hex", "hexes", HEXES), TARGET, "to"),
    },
)
