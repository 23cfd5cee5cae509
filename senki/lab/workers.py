"""Worker processes: many independent tasks, results as they come, quiet when interrupted."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import current_thread, main_thread
from typing import TypeVar

from senki.engine.errors import SenkiError

Task = TypeVar("Task")
Done = TypeVar("Done")
AHEAD = 2
"""Tasks given to a worker at a time: it never waits for the next one."""


class Failed:
    """A task that raised: what it was and why, in one line."""

    def __init__(self, task: object, why: str) -> None:
        self.task = task
        self.why = why


def work_off(
    work: Callable[[Task], Done], tasks: Iterable[Task], workers: int, apart: bool = False
) -> Generator[Done, None, None]:
    """The results of `work` on every task, as they come. Close the iterator to stop early: the workers end with it.

    A single worker is this process, unless the work must be done `apart` from it.
    """
    if workers == 1 and not apart:
        for task in tasks:
            yield _settled(_attempt(work, task))
        return
    context = get_context("spawn")
    to_do = iter(tasks)
    pipes: list[Connection] = []
    crew: list[SpawnProcess] = []
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            pipes.append(ours)
            crew.append(context.Process(target=_serve, args=(work, theirs), daemon=True))
            with _unhearing():
                crew[-1].start()
            theirs.close()
        waiting = {id(pipe): sum(_give(pipe, to_do) for _ in range(AHEAD)) for pipe in pipes}
        while busy := [pipe for pipe in pipes if waiting[id(pipe)]]:
            for pipe in wait(busy):
                assert isinstance(pipe, Connection)
                try:
                    done = pipe.recv()
                except (EOFError, OSError):
                    raise SenkiError("a worker process ended before its work was done") from None
                waiting[id(pipe)] += _give(pipe, to_do) - 1
                yield _settled(done)
    finally:
        for process in crew:
            if process.pid is not None:
                process.terminate()
                process.join()


def _give(pipe: Connection, to_do: Iterator[Task]) -> int:
    """Hand the next task over a pipe; how many were handed over, one or none."""
    for task in to_do:
        try:
            pipe.send(task)
        except OSError:
            raise SenkiError("a worker process ended before its work was done") from None
        return 1
    return 0


def _attempt(work: Callable[[Task], Done], task: Task) -> Done | Failed:
    try:
        return work(task)
    except Exception as wrong:
        return Failed(task, f"{type(wrong).__name__}: {wrong}")


def _settled(done: Done | Failed) -> Done:
    if isinstance(done, Failed):
        raise SenkiError(f"game {done.task} failed: {done.why}")
    return done


def _serve(work: Callable[[Task], Done], pipe: Connection) -> None:
    """What a worker process does: it ends, without a word, when its parent ends it or is gone."""
    try:
        while True:
            pipe.send(_attempt(work, pipe.recv()))
    except (EOFError, OSError):
        return


@contextmanager
def _unhearing() -> Iterator[None]:
    """Processes begun here do not hear Ctrl-C, from their first instruction on: their parent ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
