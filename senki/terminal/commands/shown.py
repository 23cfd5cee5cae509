"""How commands show things: sentences in either language, tables, and progress that stays out of the output."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, TextIO, TypeVar

from senki.engine.data import read_toml
from senki.engine.forms import to_json
from senki.engine.messages import Messages
from senki.engine.parts import PartOf
from senki.terminal.visible import LAYOUT, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Done = TypeVar("Done")
WIDE = 160
"""Columns of a table that goes into a file or a pipe."""


@cache
def texts() -> Messages:
    """The sentences and headings of the commands."""
    return Messages(read_toml("senki.terminal.commands", "texts.toml"), lambda kind, name, lang: name)


def say(key: str, lang: str, **facts: object) -> str:
    """A sentence or heading in a language."""
    return texts().say(key, facts, lang)


def tell(line: str, to: TextIO | None = None) -> None:
    """Print a line; what a file or another person wrote into it gives the terminal no orders."""
    print(visible(line, LAYOUT), file=to)


def show_json(document: object) -> None:
    """Print one JSON document: a form, or plain values and forms in one another."""
    print(to_json(document, indent=2).decode(), end="")


def show(*things: Table | str) -> None:
    """Print lines and tables, each table with an empty line after it."""
    for thing in things:
        if isinstance(thing, str):
            tell(thing)
        else:
            console = console_of(sys.stdout.isatty())
            console.print(thing)
            console.print()


def console_of(fits: bool) -> Console:
    """What prints tables: as wide as the terminal, or as they need to be."""
    with PartOf("terminal"):
        from rich.console import Console
    return Console(width=None if fits else WIDE, highlight=False, markup=False)


def table(title: str, columns: Iterable[str], numbers_from: int | None = None) -> Table:
    """An empty table; columns from a certain one on hold numbers and stand to the right."""
    with PartOf("terminal"):
        from senki.terminal.commands.sheet import Sheet
    found = Sheet(title)
    for number, heading in enumerate(columns):
        right = numbers_from is not None and number >= numbers_from
        found.add_column(heading, justify="right" if right else "left")
    return found


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar with rate and time left on the error output, where that is a terminal; call what it gives to move it on."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from senki.terminal.commands.bar import bar_of

    with bar_of(total) as bar:
        task = bar.add_task(label, total=total)
        yield lambda: bar.advance(task)


def gather(
    results: Generator[Done, None, None], label: str, total: int, enough: Callable[[Done], bool] = lambda done: False
) -> tuple[list[Done], bool]:
    """Collect results under a progress bar until one is enough; what there is, and whether it was interrupted."""
    kept: list[Done] = []
    try:
        with stoppable(), closing(results), progress(label, total) as advance:
            for done in results:
                kept.append(done)
                advance()
                if enough(done):
                    break
    except KeyboardInterrupt:
        return kept, True
    return kept, False


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, a request to end is an interruption like Ctrl-C."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def unstoppable() -> Iterator[None]:
    """Within, nothing interrupts: what was done is being kept."""
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.SIG_IGN) for number in signals]
    try:
        yield
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
