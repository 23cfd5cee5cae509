"""The clock of a table in memory: whose time runs, what is left, and who is on vacation."""

from __future__ import annotations

from typing import NamedTuple

from senki.table.play.daily import AFTER_START, after_choice, days_left, due_of
from senki.table.play.watch import Watch
from senki.table.play.wire import ClockState
from senki.table.store.rows import Clock, Vacation

COMING_BACK = 60.0
"""Seconds that time which passed while the service was down leaves to whoever is to choose."""


class Chooser(NamedTuple):
    """The side that is to choose, and who sits there."""

    side: str
    person: str | None


class Timer:
    """A clock that runs, by the steady time of the computer; that of days by the calendar the service began with."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.clock: Clock | None = None
        self.ticking = 0.0
        """The steady time at which the clock showed what is left."""
        self.vacations: dict[str, list[Vacation]] = {}
        """When those who sit here are away, where that matters: at a table with days for a move."""

    def take_stored(self, stored: Clock | None, chooser: Chooser | None) -> None:
        """Take over a stored clock. The calendar says how long ago that was, but is not trusted with a whole game.

        What this process saw run goes on as it runs. What ran while the service was down counts, but leaves whoever
        is to choose a minute to come back, or what was left if that was less.
        """
        now, known = self.watch.steady(), self.clock
        if stored is not None and stored.days:
            self.clock = stored
            return
        if stored is not None and known is not None and known.since == stored.since:
            return
        first, before, self.clock, self.ticking = known is None, self.ticking, stored, now
        if stored is None or stored.since is None or chooser is None:
            return
        most = stored.left[chooser.side] - COMING_BACK if first else now - before
        stored.left[chooser.side] -= max(0.0, min(self.watch.wall() - stored.since, most))

    def go_on(self, clock: Clock | None) -> None:
        """A turn is stored: the next one's time runs from the moment they hear of it."""
        if clock is not self.clock:
            self.clock, self.ticking = clock, self.watch.steady()

    def away_until(self, person: str | None) -> float | None:
        """Until when somebody who sits here is on vacation; none if they are not, or if nothing stands still for it."""
        now = self.watch.date()
        return max((one.last for one in self._vacations_of(person) if one.first <= now < one.last), default=None)

    def _vacations_of(self, person: str | None) -> list[Vacation]:
        return self.vacations.get(person or "", [])

    def state(self, chooser: Chooser | None) -> ClockState | None:
        """The time left now."""
        clock = self.clock
        if clock is None:
            return None
        runs = chooser if clock.since is not None else None
        still = runs is not None and self.away_until(runs.person) is not None
        side = runs.side if runs is not None else None
        return ClockState(clock.initial, clock.increment, self.left(chooser), side, clock.days, still)

    def left(self, chooser: Chooser | None) -> dict[str, float]:
        """Seconds each side has left."""
        assert self.clock is not None
        clock, left = self.clock, dict(self.clock.left)
        if clock.since is None or chooser is None:
            return left
        if clock.days:
            now = days_left(clock, chooser.side, self.watch.date(), self._vacations_of(chooser.person))
        else:
            now = max(0.0, left[chooser.side] - (self.watch.steady() - self.ticking))
        return {**left, chooser.side: round(now, 2)}

    def is_out(self, chooser: Chooser | None) -> bool:
        """Has the one who is to choose no time left?"""
        if self.clock is None or self.clock.since is None or chooser is None:
            return False
        if self.clock.days and self.watch.date() < self.watch.begun + AFTER_START:
            return False
        return self.left(chooser)[chooser.side] <= 0.0

    def after_choice(self, by: Chooser, then: Chooser | None, now: float) -> Clock | None:
        """The clock once a side has chosen: its time stops, its increment is added."""
        clock = self.clock
        if clock is None:
            return None
        left = self.left(by)
        if clock.days:
            return after_choice(clock, left, by.side, then.side if then is not None else None, self.watch.date())
        left[by.side] += clock.increment if clock.since is not None else 0.0
        return Clock(clock.initial, clock.increment, left, now)

    def taken_back(self, chooser: Chooser | None, now: float) -> Clock | None:
        """The clock after choices were taken back: it goes on with what is left."""
        clock = self.clock
        if clock is None:
            return None
        since = None if clock.since is None else self.watch.date() if clock.days else now
        return Clock(clock.initial, clock.increment, self.left(chooser), since, clock.days)

    def stopped(self, chooser: Chooser | None) -> Clock | None:
        """The clock when the game is over."""
        clock = self.clock
        return clock and Clock(clock.initial, clock.increment, self.left(chooser), None, clock.days)

    def due(self, clock: Clock | None, chooser: Chooser | None) -> float | None:
        """When the days of the one who is to choose run out by a clock."""
        if clock is None or not clock.days or chooser is None:
            return None
        return due_of(clock, chooser.side, self._vacations_of(chooser.person))
