"""The bar that shows how far a long run is."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class Rate(ProgressColumn):
    """How many a second."""

    def render(self, task: Task) -> Text:
        """The rate of a task."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:.1f}/s" if speed else "–/s")


class Hands(ProgressColumn):
    """Who works, as it stands."""

    max_refresh = 2.0

    def __init__(self, hands: Callable[[], str]) -> None:
        super().__init__()
        self.hands = hands

    def render(self, task: Task) -> Text:
        """The processes or nodes at work."""
        return Text(self.hands())


def bar_of(hands: Callable[[], str]) -> Progress:
    """A bar on the error output, gone when it is done."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(),
        Hands(hands),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)
