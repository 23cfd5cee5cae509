"""The end-run numbers of turn 3 (5.1): chosen in secret, a die added to each, and the permits they give."""

from __future__ import annotations

from typing import Final

from senki.engine.clauses import Objection, enforces, forbid
from senki.engine.option import Option
from senki.games.sicily.counters import ALLIES, UK_ARMY, US_ARMY
from senki.games.sicily.moving import NOBODY
from senki.games.sicily.options import NUMBER_UK, NUMBER_US, number_of, numbered
from senki.games.sicily.position import SicilyPosition
from senki.games.sicily.steps import NUMBER_DICE, NUMBERS
from senki.games.sicily.tables import TABLES, row_of

TURN: Final[int] = int(TABLES["end_runs"]["turn"])
MOST: Final[int] = int(TABLES["end_runs"]["most"])
ROWS: Final[list[list[list[int]]]] = [list(TABLES["end_runs"]["us"]), list(TABLES["end_runs"]["uk"])]
PHRASES: Final = [NUMBER_US, NUMBER_UK]


@enforces("SIC-5.1", "SIC-2.2")
def has_numbers(p: SicilyPosition) -> bool:
    """Are the numbers fixed in this record phase?"""
    return p.turn == TURN


def asked_army(p: SicilyPosition) -> int:
    """Whose number is asked for: first the US, then the British where they take part."""
    return US_ARMY if p.numbers[US_ARMY] == NOBODY else UK_ARMY


@enforces("SIC-5.1")
def number_options(p: SicilyPosition) -> list[Option]:
    """0 to 5."""
    return [p.ground.words.one(PHRASES[asked_army(p)], numbered(n)) for n in range(MOST + 1)]


def number_candidates(p: SicilyPosition) -> list[Option]:
    """A few numbers beyond the limit as well."""
    return [p.ground.words.one(PHRASES[asked_army(p)], numbered(n)) for n in range(-1, MOST + 3)]


@enforces("SIC-5.1")
def number_objections(p: SicilyPosition, option: Option) -> list[Objection]:
    """A number from 0 to 5 for the army that is asked."""
    if option.verb != PHRASES[asked_army(p)].verb:
        return [forbid("SIC-5.1", "not_now")]
    if not 0 <= number_of(option) <= MOST:
        return [forbid("SIC-5.1", "number_out_of_range", n=str(number_of(option)), most=str(MOST))]
    return []


@enforces("SIC-5.1")
def choose_number(p: SicilyPosition, option: Option) -> None:
    """A number is noted; after both the dice are thrown."""
    army = asked_army(p)
    p.numbers[army] = number_of(option)
    if army == US_ARMY and UK_ARMY in p.theatre.plan.armies:
        p.push(NUMBERS)
        return
    if army == US_ARMY:
        p.numbers[UK_ARMY] = 0
    p.push(NUMBER_DICE)


@enforces("SIC-5.1")
def take_number_dice(p: SicilyPosition, us: int, uk: int) -> None:
    """Both sums, and the end-runs of regiments and of battalions they allow; only the Allies learn of them."""
    for army, die in ((US_ARMY, us), (UK_ARMY, uk)):
        if army in p.theatre.plan.armies:
            p.sums[army] = p.numbers[army] + die
            row = permits_of(army, p.sums[army])
            p.permits[2 * army] = row[1]
            p.permits[2 * army + 1] = row[2]
    if p.events is not None:
        p.tell("numbers_noted", "SIC-5.1", {})
        facts: dict[str, int | str] = {
            "us": p.sums[US_ARMY], "uk": p.sums[UK_ARMY], "us_regiments": p.permits[0], "us_battalions": p.permits[1],
            "uk_regiments": p.permits[2], "uk_battalions": p.permits[3],
        }  # fmt: skip
        p.tell("permits", "SIC-5.1", facts, only=[ALLIES])


@enforces("SIC-5.1")
def permits_of(army: int, total: int) -> list[int]:
    """The row of the end-run table for a sum: from this sum, regiments, battalions."""
    return ROWS[army][row_of([row[0] for row in ROWS[army]], total)]
