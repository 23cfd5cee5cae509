"""Every option and roll of the game with its notation."""

from __future__ import annotations

from typing import Final

from senki.engine.errors import Malformed, UnknownName
from senki.engine.option import Option, Roll, one_die, two_dice
from senki.games.shiloh.counters import COUNT, LEADERS, SIDES, UNIT, UNITS
from senki.games.shiloh.ground import HEX, HEXES
from senki.games.shiloh.tables import ENTRIES

NONE: Final = -1


def _alone(verb: str) -> Option:
    return Option(verb, verb)


def _of_units(verb: str) -> list[Option]:
    return [Option(verb, f"{verb} {unit}", {"unit": unit}, u) for u, unit in enumerate(UNITS)]


def _of_hexes(verb: str) -> list[Option]:
    return [Option(verb, f"{verb} {hex}", {"to": hex}, NONE, h) for h, hex in enumerate(HEXES)]


END: Final = _alone("end")
STOP: Final = _alone("stop")
SPEND: Final = _alone("spend")
KEEP: Final = _alone("keep")
DECLINE: Final = _alone("decline")
FLIP: Final = _alone("flip")
FIGHT: Final = _alone("fight")
CANCEL: Final = _alone("cancel")
CHARGE: Final = _alone("charge")
ACCEPT: Final = _alone("accept")
HALT: Final = _alone("halt")
WAIT: Final = _alone("wait")
DETOUR_OPTION: Final = _alone("detour")
NORMAL: Final = _alone("normal")
MARCH: Final = _alone("march")

GROUP: Final = [Option("group", f"group {unit}", {"unit": unit}, u) for u, unit in enumerate(UNITS)]
GROUP_MARCH: Final = [
    Option("column", f"group {unit} march", {"unit": unit}, u, NONE, 1) for u, unit in enumerate(UNITS)
]
STACK: Final = [Option("stack", f"group {hex}", {"to": hex}, NONE, h) for h, hex in enumerate(HEXES)]
STACK_MARCH: Final = [
    Option("stack_column", f"group {hex} march", {"to": hex}, NONE, h, 1) for h, hex in enumerate(HEXES)
]
FORM: Final = _of_hexes("form")
FORM_ENTRY: Final = [Option("form_entry", f"form {e}", {"entry": e}, NONE, NONE, i) for i, e in enumerate(ENTRIES)]
SAIL: Final = _of_hexes("sail")
MOVE: Final = _of_hexes("move")
DROP: Final = _of_units("drop")
ADD: Final = _of_units("add")
REMOVE: Final = _of_units("remove")
RECOVER: Final = _of_units("recover")
REPLACE: Final = _of_units("replace")
REROLL: Final = _of_units("reroll")
ATTACK: Final = _of_hexes("attack")
BOMBARD: Final = _of_hexes("bombard")
COUNTER_ATTACK: Final = _of_hexes("counter")
LEAD: Final = [Option("lead", f"lead {unit}", {"unit": unit}, u) for u, unit in enumerate(UNITS)]
NO_LEADER: Final = Option("lead_none", "lead none")
LOSE: Final = _of_units("lose")
DEPLETE: Final = _of_units("deplete")
DRAW: Final = _of_units("draw")

UNIT_AND_HEX: Final[dict[str, list[Option | None]]] = {
    verb: [None] * (COUNT * len(HEXES)) for verb in ("place", "retreat", "advance", "follow")
}


def with_hex(verb: str, unit: int, hex: int) -> Option:
    """The option of a unit and a hex, made when it is first needed: there are thirty thousand of each verb."""
    known = UNIT_AND_HEX[verb]
    place = unit * len(HEXES) + hex
    found = known[place]
    if found is None:
        found = Option(verb, f"{verb} {UNITS[unit]} {HEXES[hex]}", {"unit": UNITS[unit], "to": HEXES[hex]}, unit, hex)
        known[place] = found
    return found


def _defences() -> dict[int, Option]:
    """Every way to stand, by 2 * (leader + 1) + gunboats: without or with a leader, without or with the gunboats."""
    found: dict[int, Option] = {}
    for leader in [NONE, *LEADERS[0], *LEADERS[1]]:
        for gunboat in (0, 1):
            words = ["defend", *([UNITS[leader]] if leader >= 0 else []), *(["gunboats"] if gunboat else [])]
            verb = "defend" + ("_led" if leader >= 0 else "") + ("_gunboats" if gunboat else "")
            facts = {"unit": UNITS[leader]} if leader >= 0 else {}
            found[2 * (leader + 1) + gunboat] = Option(verb, " ".join(words), facts, leader, NONE, gunboat)
    return found


DEFEND: Final = _defences()


def defend(leader: int, gunboat: bool) -> Option:
    """The option to stand with this leader and with or without the gunboats."""
    return DEFEND[2 * (leader + 1) + int(gunboat)]


def _threshold(most: int) -> Roll:
    return one_die("check", [int(die > most) for die in range(1, 7)])


THRESHOLD: Final[list[Roll]] = [_threshold(most) for most in range(7)]
"""THRESHOLD[n]: one die, 1 … n against the rest."""
ANY_DIE: Final[Roll] = one_die("die", [0, 1, 2, 3, 4, 5])
DELAY: Final[Roll] = one_die("rout_delay", [0, 0, 1, 1, 2, 2])
LEADER_DIE: Final[Roll] = one_die("leader", [0, 0, 0, 0, 1, 2])
HALVED: Final[Roll] = one_die("allowance", [0, 0, 1, 1, 2, 2])
TWICE_HALVED: Final[Roll] = one_die("allowance", [0, 0, 0, 0, 1, 1])
_SUMS: Final = [first + second for first in range(1, 7) for second in range(1, 7)]
TWO_DICE: Final[Roll] = two_dice("allowance", _SUMS)
DRAW_NUMBER: Final[Roll] = two_dice("camp_number", _SUMS)

_ALONE: Final = {
    option.text: option
    for option in (
        END, STOP, SPEND, KEEP, DECLINE, FLIP, FIGHT, CANCEL, CHARGE, ACCEPT, HALT, WAIT, DETOUR_OPTION, NORMAL, MARCH,
        NO_LEADER, *DEFEND.values(),
    )
}  # fmt: skip
_UNITS: Final = {
    "drop": DROP, "add": ADD, "remove": REMOVE, "recover": RECOVER, "replace": REPLACE, "reroll": REROLL, "lead": LEAD,
    "lose": LOSE, "deplete": DEPLETE, "draw": DRAW,
}  # fmt: skip
_HEXES: Final = {
    "form": FORM, "sail": SAIL, "move": MOVE, "attack": ATTACK, "bombard": BOMBARD, "counter": COUNTER_ATTACK,
}  # fmt: skip
_ROLLS: Final = {outcome.text: outcome for roll in (ANY_DIE, TWO_DICE) for outcome in roll.outcomes}
USAGE: Final = (
    "group UNIT|HEX [march], form HEX|ENTRY, add UNIT, remove UNIT, normal, march, move HEX, drop UNIT, stop, "
    "sail HEX, attack HEX, bombard HEX, lead LEADER|none, charge, fight, cancel, defend [LEADER] [gunboats], "
    "counter HEX, accept, lose UNIT, retreat UNIT HEX, advance UNIT HEX, halt, follow UNIT HEX, deplete UNIT, "
    "place UNIT HEX, recover UNIT, replace UNIT, reroll LEADER, spend, keep, flip, decline, wait, detour, end, "
    "draw UNIT, roll DIE [DIE]"
)


def parse(text: str) -> Option:
    """The option or outcome a notation names; raises Malformed or UnknownName."""
    words = text.split()
    joined = " ".join(words)
    if words and words[0] == "roll":
        found = _ROLLS.get(joined)
        if found is None:
            raise Malformed(f"'{text}': a roll is one die or two, each 1 to 6, as in 'roll 5' or 'roll 5 3'")
        return found
    alone = _ALONE.get(joined)
    if alone is not None:
        return alone
    if len(words) in (2, 3) and words[0] == "group" and words[2:] in ([], ["march"]):
        return _group(words[1], len(words) == 3, text)
    if len(words) == 2 and words[0] == "form" and words[1] in ENTRIES:
        return FORM_ENTRY[ENTRIES.index(words[1])]
    if len(words) == 2 and words[0] in _UNITS:
        return _UNITS[words[0]][_unit(words[1], text)]
    if len(words) == 2 and words[0] in _HEXES:
        return _HEXES[words[0]][_hex(words[1], text)]
    if len(words) == 3 and words[0] in UNIT_AND_HEX:
        return with_hex(words[0], _unit(words[1], text), _hex(words[2], text))
    raise Malformed(f"'{text}' cannot be read; write one of: {USAGE}")


def _group(name: str, march: bool, text: str) -> Option:
    if name in HEX:
        return (STACK_MARCH if march else STACK)[HEX[name]]
    return (GROUP_MARCH if march else GROUP)[_unit(name, text)]


def _unit(name: str, text: str) -> int:
    if name not in UNIT:
        raise UnknownName(f"'{text}': there is no unit '{name}'; units are: {', '.join(UNITS)}")
    return UNIT[name]


def _hex(name: str, text: str) -> int:
    if name not in HEX:
        raise UnknownName(f"'{text}': there is no hex '{name}'; hexes are numbered 0101 to {HEXES[-1]}")
    return HEX[name]


def side_name(side: int) -> str:
    """The id of a side."""
    return SIDES[side]


FATIGUE_DIE: Final[Roll] = one_die("fatigue", [0, 0, 0, 1, 1, 1])
