"""What marching costs a unit: extended march (6.4), force march (6.5), and a step from zone to zone (6.2.4)."""

from __future__ import annotations

from typing import Any, Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option, Roll
from senki.games.sjw.counters import ARMIES, CAV, KIND, KINDS, SIDE_OF, UNITS
from senki.games.sjw.events import is_paralysed
from senki.games.sjw.limits import force_barred
from senki.games.sjw.manpower import disorganize, lose
from senki.games.sjw.options import ANY_DIE, TWO_DICE
from senki.games.sjw.panic import extended_column, panic_bars_force
from senki.games.sjw.position import DISORGANIZED, EXTENDED, FORCED, ZONE_MOVE, SjwPosition
from senki.games.sjw.tables import HALF, MOST_FATIGUE, TABLES, band
from senki.games.sjw.undertaking import March

COLUMNS: Final[list[int]] = [int(TABLES["extended_march"]["columns"][army]) for army in ARMIES]
"""What the army of a unit adds to the die."""
FOURTH: Final[int] = int(TABLES["extended_march"]["fourth"])
CAVALRY: Final[int] = int(TABLES["extended_march"]["cavalry"])
RESULTS: Final[list[str]] = [str(name) for name, _ in TABLES["extended_march"]["results"]]
RESULT_ROWS: Final[list[list[int]]] = [
    [int(least), number] for number, (_, least) in enumerate(TABLES["extended_march"]["results"])
]
SECOND_LOSS: Final[int] = int(TABLES["extended_march"]["second_loss_from"])


class ForceTable:
    """The force march of a kind of unit."""

    def __init__(self, row: dict[str, Any]) -> None:
        self.dice: int = int(row["dice"])
        self.less: int = int(row["less"])
        self.least: int = int(row["least"])
        self.loss: list[list[int]] = [list(one) for one in row["loss"]]


FORCE_TABLES: Final[list[ForceTable]] = [ForceTable(TABLES["force_march"][KINDS[kind]]) for kind in (0, 1)]
FORCE_SECOND_LOSS: Final[int] = int(TABLES["force_march"]["second_loss_from"])


def roll_of(dice: int) -> Roll:
    """One die, or two that are added."""
    return ANY_DIE if dice == 1 else TWO_DICE


def sum_of(option: Option, dice: int) -> int:
    """What they show."""
    return option.subject if dice == 1 else option.subject + option.target


@enforces("SJW-6.4")
def extended_sum(p: SjwPosition, unit: int, die: int) -> int:
    """The die with the column of the unit's army, worse at fatigue 4, better for cavalry; rain changes nothing."""
    worse = FOURTH if p.fatigue[unit] == MOST_FATIGUE else 0
    return die + COLUMNS[extended_column(p, unit)] + worse + (CAVALRY if KIND[unit] == CAV else 0)


@enforces("SJW-6.4", "SJW-2.2.10")
def march_extended(p: SjwPosition, unit: int, die: int) -> None:
    """First the points, the second only of a unit large enough; then a unit that was disorganized before loses one
    more, any other is disorganized. The last point is never lost."""
    total = extended_sum(p, unit, die)
    row = band(RESULT_ROWS, total)
    name = RESULTS[row]
    if p.events is not None:
        facts: dict[str, str | int] = {"unit": UNITS[unit], "die": die, "total": total, "result": name}
        p.tell("extended_march", "SJW-6.4", facts)
    if "D" not in name:
        return
    was_disorganized = p.has(unit, DISORGANIZED)
    points = int(name[:-1] or "0")
    if points > 1 and p.manpower[unit] < SECOND_LOSS:
        points = 1
    lose(p, unit, points, EXTENDED, True)
    if was_disorganized:
        lose(p, unit, 1, EXTENDED, True)
    else:
        disorganize(p, unit)
        tell_disorganized(p, unit, "SJW-6.4")


def tell_disorganized(p: SjwPosition, unit: int, clause: str) -> None:
    """Log that a unit was turned to its disorganized strength."""
    if p.events is not None:
        p.tell("disorganized", clause, {"unit": UNITS[unit]})


@enforces("SJW-6.5", "SJW-5.1.2", "SJW-5.1.5", "SJW-11.2", "SJW-14.4", "SJW-18.2")
def force_objections(p: SjwPosition, march: March) -> list[Objection]:
    """Once per march, before the first hex, an organized unit that is not demoralized; no rail march; not under
    paralysis or panic, nor where the scenario forbids it."""
    unit = march.unit
    name = UNITS[unit]
    found: list[Objection] = []
    if march.by_rail:
        found.append(forbid("SJW-5.1.5", "no_force_by_rail", unit=name))
    if march.moved:
        found.append(forbid("SJW-5.1.2", "force_too_late", unit=name))
    if march.forced:
        found.append(forbid("SJW-6.5", "forced_already", unit=name))
    elif p.has(unit, DISORGANIZED):
        found.append(forbid("SJW-6.5", "force_disorganized", unit=name))
    if p.demoralized[unit]:
        found.append(forbid("SJW-11.2", "force_demoralized", unit=name))
    if is_paralysed(p, SIDE_OF[unit]):
        found.append(forbid("SJW-14.4", "force_paralysed", unit=name))
    if panic_bars_force(p, SIDE_OF[unit]):
        found.append(forbid("SJW-18.2", "force_panic", unit=name))
    barred = force_barred(p, unit)
    if barred is not None:
        found.append(barred)
    return found


@enforces("SJW-6.5")
def march_forced(p: SjwPosition, march: March, dice: int) -> None:
    """More points by the dice, and losses by the same dice; the last point is never lost."""
    unit = march.unit
    table = FORCE_TABLES[KIND[unit]]
    extra = max(table.least, dice - table.less)
    march.points += HALF * extra
    p.reach = None
    if p.events is not None:
        p.tell("force_march", "SJW-6.5", {"unit": UNITS[unit], "dice": dice, "points": extra})
    points = band(table.loss, dice)
    if points > 1 and p.manpower[unit] < FORCE_SECOND_LOSS:
        points = 1
    lose(p, unit, points, FORCED, True)


@enforces("SJW-6.2.4", "SJW-2.2.10")
def slip_between_zones(p: SjwPosition, unit: int, place: int) -> None:
    """From zone to zone without a line an organized unit is disorganized, another loses a point, even its last."""
    if p.ground.has_line[place]:
        return
    if p.has(unit, DISORGANIZED):
        lose(p, unit, 1, ZONE_MOVE)
    else:
        disorganize(p, unit)
        tell_disorganized(p, unit, "SJW-6.2.4")
