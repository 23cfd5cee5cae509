"""How commands show things: sentences in either language, tables, and progress that stays out of the output."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from types import FrameType
from typing import TYPE_CHECKING, TextIO, TypeAlias, TypeVar

from senki.engine.data import read_toml
from senki.engine.forms import to_json
from senki.engine.messages import Messages
from senki.engine.parts import PartOf
from senki.terminal.visible import LAYOUT, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Done = TypeVar("Done")
Handler: TypeAlias = "Callable[[int, FrameType | None], None] | signal.Handlers"
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


def hands(workers: int, cluster: str, lang: str) -> Callable[[], str]:
    """Says who works: the nodes of a cluster, or worker processes."""
    if not cluster:
        return lambda: say("progress.workers", lang, workers=workers)

    def of_the_cluster() -> str:
        from senki.lab.cluster import nodes

        return say("progress.nodes", lang, nodes=nodes())

    return of_the_cluster


@contextmanager
def progress(label: str, total: int, begun: int = 0, hands: Callable[[], str] = str) -> Iterator[Callable[[], None]]:
    """A bar with rate, time left and who works, on the error output where that is a terminal.

    Call what it gives to move it on; `begun` is how far it had come before.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with PartOf("terminal"):
        from senki.terminal.commands.bar import bar_of
    with bar_of(hands) as bar:
        task = bar.add_task(label, total=total, completed=begun)
        yield lambda: bar.advance(task)


def gather(
    results: Generator[Done, None, None],
    label: str,
    total: int,
    enough: Callable[[Done], bool] = lambda done: False,
    begun: int = 0,
    hands: Callable[[], str] = str,
) -> tuple[list[Done], bool]:
    """Collect results under a progress bar until one is enough; what there is, and whether it was interrupted."""
    kept: list[Done] = []
    try:
        with stoppable(), closing(results), progress(label, total, begun, hands) as advance:
            for done in results:
                kept.append(done)
                advance()
                if enough(done):
                    break
    except KeyboardInterrupt:
        return kept, True
    return kept, False


def ends() -> list[signal.Signals]:
    """The signals that ask for an end and are heard: one that runs under nohup hears no hang-up."""
    hang_up = [signal.SIGHUP] if hasattr(signal, "SIGHUP") else []
    return [number for number in (signal.SIGTERM, *hang_up) if signal.getsignal(number) != signal.SIG_IGN]


@contextmanager
def stoppable() -> Iterator[None]:
    """Within, a request to end and a hang-up are interruptions like Ctrl-C."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    with heard(interrupt, *ends()):
        yield


@contextmanager
def unstoppable() -> Iterator[None]:
    """Within, nothing interrupts: what was done is being kept."""
    with heard(signal.SIG_IGN, signal.SIGINT, *ends()):
        yield


@contextmanager
def heard(handler: Handler, *signals: signal.Signals) -> Iterator[None]:
    """Within, a handler hears these signals."""
    before = [signal.signal(number, handler) for number in signals]
    try:
        yield
    finally:
        for number, usual in zip(signals, before, strict=True):
            signal.signal(number, usual)
