"""What the dice bring (7.5, 11.1, 13.0.6, 18.1): losses, fatigue, disorganization, demoralization, panic."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import enforces
from senki.games.sjw.counters import INF, KIND, UNITS, USA
from senki.games.sjw.manpower import disorganize, lose, tire
from senki.games.sjw.modifiers import attack_value, plain_defence
from senki.games.sjw.panic import start_panic
from senki.games.sjw.position import COMBAT, DISORGANIZED, SjwPosition, set_demoralized
from senki.games.sjw.tables import HALF, TABLES
from senki.games.sjw.undertaking import Battle

RESULTS: Final[dict[str, Any]] = TABLES["combat_results"]
LEAST: Final[int] = int(RESULTS["least"])
ATTACKER_COLUMNS: Final[list[int]] = list(RESULTS["attacker_columns"])
DEFENDER_COLUMNS: Final[list[int]] = list(RESULTS["defender_columns"])
STARRED_FROM: Final[int] = int(RESULTS["starred_defender_from"])
STARRED_ATTACKER: Final[list[int]] = list(RESULTS["starred_attacker_rows"])
TIRING: Final[dict[str, int]] = dict(TABLES["fatigue"]["letters"])
ROUT: Final = 1
STARRED_ROUT: Final = 2
MOST_DEMORALIZED: Final = 2


class Outcome:
    """One cell of the combat results table."""

    def __init__(self, text: str) -> None:
        self.text = text
        letters = text.lstrip("0123456789")
        number = text[: len(text) - len(letters)]
        self.losses: int = int(number) if number else 0
        self.fatigue: int = 0
        for letter in letters:
            self.fatigue += TIRING.get(letter, 0)
        self.disorganizes: bool = "D" in letters
        self.routs: bool = "R" in letters
        self.retreats: bool = "r" in letters or self.routs
        self.advances: bool = "a" in letters


def _cells(name: str) -> list[list[Outcome]]:
    return [[Outcome(str(text)) for text in row] for row in RESULTS[name]]


ATTACKER_RESULTS: Final[list[list[Outcome]]] = _cells("attacker")
DEFENDER_RESULTS: Final[list[list[Outcome]]] = _cells("defender")
GREATEST: Final[int] = LEAST + len(ATTACKER_RESULTS) - 1


@enforces("SJW-7.2.4")
def column(least: list[int], halves: int) -> int:
    """The column of a combat value, its fraction dropped; whatever is below the second column is in the first."""
    found = 0
    for n in range(len(least)):
        if halves // HALF >= least[n]:
            found = n
    return found


@enforces("SJW-7.5.1", "SJW-7.C")
def difference(attack: int, defence: int) -> int:
    """The modified dice, one less the other, as far as the table goes."""
    return min(GREATEST, max(LEAST, attack - defence))


@enforces("SJW-7.5.1")
def attacker_outcome(p: SjwPosition, battle: Battle, row: int) -> Outcome:
    """What a difference does to the attackers: by their whole combat value."""
    return ATTACKER_RESULTS[row - LEAST][column(ATTACKER_COLUMNS, attack_value(p, battle))]


@enforces("SJW-7.5.1", "SJW-7.2.2")
def defender_outcome(p: SjwPosition, battle: Battle, row: int) -> Outcome:
    """What it does to the defenders: by their whole combat value without works."""
    return DEFENDER_RESULTS[row - LEAST][column(DEFENDER_COLUMNS, plain_defence(p, battle))]


@enforces("SJW-7.5.2", "SJW-7.5.3", "SJW-7.5.4", "SJW-7.C")
def apply_results(p: SjwPosition, battle: Battle) -> bool:
    """Losses of the attackers, then of the defenders; then the letters. Must the defenders go back?"""
    ours = attacker_outcome(p, battle, battle.difference)
    theirs = defender_outcome(p, battle, battle.difference)
    if p.events is not None:
        facts: dict[str, str | int] = {"difference": battle.difference, "attacker": ours.text, "defender": theirs.text}
        p.tell("combat_result", "SJW-7.5.1", {**facts, "to": p.ground.names[battle.target]})
    count_rout(p, battle, theirs)
    take_losses(p, battle.attackers, ours.losses)
    take_losses(p, battle.defenders, theirs.losses)
    apply_letters(p, battle.attackers, ours)
    apply_letters(p, battle.defenders, theirs)
    battle.may_advance = ours.advances
    battle.rout = 0
    if theirs.routs:
        battle.rout = STARRED_ROUT if battle.difference >= STARRED_FROM else ROUT
    return theirs.retreats


@enforces("SJW-13.0.6")
def count_rout(p: SjwPosition, battle: Battle, theirs: Outcome) -> None:
    """A rout counts once if there is infantry among the defenders."""
    if theirs.routs and any(KIND[unit] == INF for unit in battle.defenders):
        p.routs[1 - battle.side] += 1


@enforces("SJW-7.5.2")
def take_losses(p: SjwPosition, units: list[int], points: int) -> None:
    """One point at a time from the unit with the most manpower left, the first in the list of units if they are
    equal."""
    left = [p.manpower[unit] for unit in units]
    for _ in range(min(points, sum(left))):
        left[left.index(max(left))] -= 1
    for unit, rest in zip(units, left, strict=True):
        lose(p, unit, p.manpower[unit] - rest, COMBAT)


@enforces("SJW-7.5.3", "SJW-2.2.5")
def apply_letters(p: SjwPosition, units: list[int], outcome: Outcome) -> None:
    """f and F tire every unit still alive, D does so most and disorganizes; E does nothing."""
    for unit in alive(p, units):
        tire(p, unit, outcome.fatigue)
        if outcome.disorganizes and not p.has(unit, DISORGANIZED):
            disorganize(p, unit)
            if p.events is not None:
                p.tell("disorganized", "SJW-7.5.3", {"unit": UNITS[unit]})


def alive(p: SjwPosition, units: list[int]) -> list[int]:
    """Those of some units that are still on the map."""
    return [unit for unit in units if p.hex[unit] >= 0]


@enforces("SJW-11.1")
def demoralize(p: SjwPosition, battle: Battle) -> None:
    """R demoralizes the defenders who are left; a second one, or a starred one, does so twice over."""
    if not battle.rout:
        return
    for unit in alive(p, battle.defenders):
        level = MOST_DEMORALIZED if battle.rout == STARRED_ROUT or p.demoralized[unit] else 1
        set_demoralized(p, unit, level)
        if p.events is not None:
            p.tell("demoralized", "SJW-11.1", {"unit": UNITS[unit], "level": level})


@enforces("SJW-18.1")
def check_panic(p: SjwPosition, battle: Battle) -> None:
    """A starred result that the Union suffers, attacking or defending, starts its panic."""
    if p.advanced and is_starred(battle.side, battle.difference):
        start_panic(p)


@enforces("SJW-18.1")
def is_starred(attacker: int, row: int) -> bool:
    """Is this row starred for the Union?"""
    return row in STARRED_ATTACKER if attacker == USA else row >= STARRED_FROM
