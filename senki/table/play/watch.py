"""What time it is: by the calendar, for what is stored; and steadily, for what is measured."""

from __future__ import annotations

from time import monotonic, time


class Watch:
    """The computer's two clocks. That of the calendar may be set forward or back at any time; the steady one not."""

    def __init__(self) -> None:
        self.begun = self.wall()
        """When the service began, by the calendar."""
        self._ahead = self.begun - self.steady()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time()

    def steady(self) -> float:
        """Seconds since some moment, at an even pace as long as this process runs."""
        return monotonic()

    def date(self) -> float:
        """Seconds since 1970 by the calendar as it was when the service began: whoever sets it gains no days."""
        return self._ahead + self.steady()


WATCH = Watch()
