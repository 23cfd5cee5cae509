"""Every option and roll of the game with its notation."""

from __future__ import annotations

from typing import Final

from senki.engine.lexicon import EXTRA, SUBJECT, TARGET, Grammar, Lexicon, Names, Phrase, Slot
from senki.engine.option import Option, Roll, one_die, two_dice
from senki.games.shiloh.counters import LEADERS, UNITS
from senki.games.shiloh.tables import ENTRIES

GRAMMAR: Final = Grammar()

END: Final = GRAMMAR.option("end")
STOP: Final = GRAMMAR.option("stop")
SPEND: Final = GRAMMAR.option("spend")
KEEP: Final = GRAMMAR.option("keep")
DECLINE: Final = GRAMMAR.option("decline")
FLIP: Final = GRAMMAR.option("flip")
FIGHT: Final = GRAMMAR.option("fight")
CANCEL: Final = GRAMMAR.option("cancel")
CHARGE: Final = GRAMMAR.option("charge")
ACCEPT: Final = GRAMMAR.option("accept")
HALT: Final = GRAMMAR.option("halt")
WAIT: Final = GRAMMAR.option("wait")
DETOUR_OPTION: Final = GRAMMAR.option("detour")
NORMAL: Final = GRAMMAR.option("normal")
MARCH: Final = GRAMMAR.option("march")

GROUP: Final = GRAMMAR.phrase("group {unit}")
GROUP_MARCH: Final = GRAMMAR.phrase("group {unit} march", "column", 1)
STACK: Final = GRAMMAR.phrase("group {to}", "stack")
STACK_MARCH: Final = GRAMMAR.phrase("group {to} march", "stack_column", 1)
FORM: Final = GRAMMAR.phrase("form {to}")
FORM_ENTRY: Final = GRAMMAR.phrase("form {entry}", "form_entry")
SAIL: Final = GRAMMAR.phrase("sail {to}")
MOVE: Final = GRAMMAR.phrase("move {to}")
DROP: Final = GRAMMAR.phrase("drop {unit}")
ADD: Final = GRAMMAR.phrase("add {unit}")
REMOVE: Final = GRAMMAR.phrase("remove {unit}")
RECOVER: Final = GRAMMAR.phrase("recover {unit}")
REPLACE: Final = GRAMMAR.phrase("replace {unit}")
REROLL: Final = GRAMMAR.phrase("reroll {unit}")
ATTACK: Final = GRAMMAR.phrase("attack {to}")
BOMBARD: Final = GRAMMAR.phrase("bombard {to}")
COUNTER_ATTACK: Final = GRAMMAR.phrase("counter {to}")
LEAD: Final = GRAMMAR.phrase("lead {unit}")
NO_LEADER: Final = GRAMMAR.option("lead none", "lead_none")
LOSE: Final = GRAMMAR.phrase("lose {unit}")
DEPLETE: Final = GRAMMAR.phrase("deplete {unit}")
DRAW: Final = GRAMMAR.phrase("draw {unit}")
PLACE: Final = GRAMMAR.phrase("place {unit} {to}")
RETREAT: Final = GRAMMAR.phrase("retreat {unit} {to}")
ADVANCE: Final = GRAMMAR.phrase("advance {unit} {to}")
FOLLOW_OPTION: Final = GRAMMAR.phrase("follow {unit} {to}")

UNLED: Final[list[Option]] = [
    GRAMMAR.option("defend"),
    GRAMMAR.option("defend gunboats", "defend_gunboats", 1),
]
"""To stand without a leader, without or with the gunboats."""
LED: Final[list[Phrase]] = [
    GRAMMAR.phrase("defend {leader}", "defend_led"),
    GRAMMAR.phrase("defend {leader} gunboats", "defend_led_gunboats", 1),
]


def defend(words: Lexicon, leader: int, gunboat: bool) -> Option:
    """The option to stand with this leader (-1: none) and with or without the gunboats."""
    return words.one(LED[int(gunboat)], leader) if leader >= 0 else UNLED[int(gunboat)]


UNIT_NAMES: Final = Names("unit", "units", UNITS)


def lexicon_of(hexes: list[str], others: list[str]) -> Lexicon:
    """The words on a map: its hexes, and others like them that it lacks, so that a rule can say so (SHI-1.4)."""
    also = {name: len(hexes) + number for number, name in enumerate(others)}
    places = Names("hex", "hexes", [*hexes, *others], also, list(range(len(hexes))))
    leaders = Names("leader", "leaders", UNITS, None, [*LEADERS[0], *LEADERS[1]])
    return Lexicon(
        GRAMMAR,
        {
            "unit": Slot(UNIT_NAMES, SUBJECT, "unit"),
            "leader": Slot(leaders, SUBJECT, "unit"),
            "to": Slot(places, TARGET, "to"),
            "entry": Slot(Names("entry", "entries", ENTRIES), EXTRA, "entry"),
        },
    )


def _threshold(most: int) -> Roll:
    return one_die("check", [int(die > most) for die in range(1, 7)])


THRESHOLD: Final[list[Roll]] = [_threshold(most) for most in range(7)]
"""THRESHOLD[n]: one die, 1 … n against the rest."""
ANY_DIE: Final[Roll] = GRAMMAR.roll(one_die("die", [0, 1, 2, 3, 4, 5]))
DELAY: Final[Roll] = one_die("rout_delay", [0, 0, 1, 1, 2, 2])
LEADER_DIE: Final[Roll] = one_die("leader", [0, 0, 0, 0, 1, 2])
HALVED: Final[Roll] = one_die("allowance", [0, 0, 1, 1, 2, 2])
TWICE_HALVED: Final[Roll] = one_die("allowance", [0, 0, 0, 0, 1, 1])
FATIGUE_DIE: Final[Roll] = one_die("fatigue", [0, 0, 0, 1, 1, 1])
_SUMS: Final = [first + second for first in range(1, 7) for second in range(1, 7)]
TWO_DICE: Final[Roll] = GRAMMAR.roll(two_dice("allowance", _SUMS))
DRAW_NUMBER: Final[Roll] = two_dice("camp_number", _SUMS)
