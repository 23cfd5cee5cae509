"""Clocks that give days for each move: what is left, what comes after a choice, and vacations that stop them.

A move is all that a side chooses until another one is asked, so nobody can draw a long turn out click by click.
"""

from __future__ import annotations

from collections.abc import Sequence

from senki.table.store.rows import Clock, Vacation

DAY = 86_400.0
AFTER_START = 3600.0
"""Seconds after the start of the service in which no days run out: it may have been down when somebody came."""


def day_clock(days: int, sides: list[str], since: float | None) -> Clock:
    """A clock of so many days for each move; it runs from the moment every seat is taken."""
    left = dict.fromkeys(sides, days * DAY)
    return Clock(days * DAY, 0.0, left, since, days)


def apart(vacations: Sequence[Vacation]) -> list[Vacation]:
    """Vacations in order, those that overlap as one: two that were declared in the same moment count once."""
    made: list[Vacation] = []
    for one in sorted(vacations, key=lambda vacation: vacation.first):
        if made and one.first <= made[-1].last:
            made[-1] = Vacation(made[-1].first, max(made[-1].last, one.last))
        else:
            made.append(one)
    return made


def rested(vacations: Sequence[Vacation], first: float, last: float) -> float:
    """Seconds of vacation between two moments."""
    return sum(max(0.0, min(last, one.last) - max(first, one.first)) for one in apart(vacations))


def days_left(clock: Clock, side: str, now: float, vacations: Sequence[Vacation]) -> float:
    """Seconds a side has left of the days for its move, if it is the one whose time runs."""
    assert clock.since is not None
    passed = max(0.0, now - clock.since) - rested(vacations, clock.since, now)
    return max(0.0, clock.left[side] - passed)


def due_of(clock: Clock, side: str, vacations: Sequence[Vacation]) -> float | None:
    """When the days of a side run out, if its time runs; vacations that were declared are waited for."""
    if clock.since is None:
        return None
    due = clock.since + clock.left[side]
    for one in apart(vacations):
        if one.first < due and one.last > clock.since:
            due += one.last - max(one.first, clock.since)
    return due


def after_choice(clock: Clock, left: dict[str, float], side: str, then: str | None, now: float) -> Clock:
    """The clock once a side has chosen: as long as it is asked again its days go on, else the next one has all.

    What the side had left is kept: whoever takes a choice back has no more than before.
    """
    fresh = {then: clock.initial} if then is not None and then != side else {}
    return Clock(clock.initial, 0.0, {**left, **fresh}, now, clock.days)
