"""Many independent tasks: done in this process, by worker processes or on a cluster, their results as they come."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import current_thread, main_thread
from typing import Generic, TypeVar

from senki.engine.errors import SenkiError

Task = TypeVar("Task")
Done = TypeVar("Done")
AHEAD = 2
"""Tasks given to a worker at a time: it never waits for the next one."""
CHANCES = 2
"""So many worker processes may end over a task before it counts as failed."""
LEAVING = 5.0
"""Seconds between the breaking of a worker's pipe and its end."""
READY = "ready"
"""The first thing a worker says."""


class Failed:
    """A task that raised, or over which its workers ended: what it was and why, in one line."""

    def __init__(self, task: object, why: str) -> None:
        self.task = task
        self.why = why


def work_off(
    work: Callable[[Task], Done],
    tasks: Iterable[Task],
    workers: int,
    apart: bool = False,
    failed: Callable[[Task, str], Done] | None = None,
    cluster: str = "",
) -> Generator[Done, None, None]:
    """The results of `work` on every task, as they come. Close the iterator to stop early: whoever works ends with it.

    A single worker is this process, unless the work must be done `apart` from it; where a `cluster` is named, its
    cores are the workers. `failed` says what stands for a task that failed and why; without it a failure ends all.
    """
    for done in attempts(work, tasks, workers, apart, cluster):
        if not isinstance(done, Failed):
            yield done
        elif failed is None:
            raise SenkiError(f"game {done.task} failed: {done.why}")
        else:
            yield failed(done.task, done.why)  # type: ignore[arg-type]


def attempts(
    work: Callable[[Task], Done], tasks: Iterable[Task], workers: int, apart: bool, cluster: str
) -> Iterator[Done | Failed]:
    """What came of every task, wherever it is done."""
    if cluster:
        from senki.lab.cluster import attempts_on

        return attempts_on(cluster, work, tasks)
    if workers > 1 or apart:
        return Crew(work, tasks, workers).attempts()
    return (attempt(work, task) for task in tasks)


def attempt(work: Callable[[Task], Done], task: Task) -> Done | Failed:
    """Do a task; an error is what came of it."""
    try:
        return work(task)
    except Exception as wrong:
        said = " ".join(str(wrong).split())
        return Failed(task, f"{type(wrong).__name__}: {said}")


class Crew(Generic[Task, Done]):
    """Worker processes with the tasks they hold. Where one ends, a fresh one takes its place and its tasks."""

    def __init__(self, work: Callable[[Task], Done], tasks: Iterable[Task], workers: int) -> None:
        self.work = work
        self.to_do = iter(tasks)
        self.again: deque[Held[Task]] = deque()
        """Tasks of workers that ended."""
        self.hands: list[Hand[Task]] = [Hand() for _ in range(workers)]
        self.stillborn = 0
        """Workers in a row that ended before they were ready."""

    def attempts(self) -> Generator[Done | Failed, None, None]:
        """What came of every task, in the order in which they end."""
        try:
            for hand in self.hands:
                self.employ(hand)
            while busy := {id(hand.pipe): hand for hand in self.hands if hand.holds}:
                for pipe in wait([hand.pipe for hand in busy.values()]):
                    done = self.hear(busy[id(pipe)])
                    if done is not None:
                        yield done
        finally:
            for hand in self.hands:
                hand.dismiss()

    def hear(self, hand: Hand[Task]) -> Done | Failed | None:
        """What a worker has to say: the result of its task, or nothing of interest."""
        try:
            said = hand.pipe.recv()
        except (EOFError, OSError):
            return self.replace(hand)
        self.stillborn = 0
        if not hand.ready:
            hand.ready = said == READY
            return None
        hand.holds.popleft()
        self.supply(hand)
        found: Done | Failed = said
        return found

    def replace(self, hand: Hand[Task]) -> Failed | None:
        """A worker has ended: its tasks are done by a fresh one, unless the one at hand has ended several."""
        ready, status = hand.ready, hand.leave()
        gone = None
        if ready:
            hand.holds[0].ended += 1
            if hand.holds[0].ended >= CHANCES:
                task = hand.holds.popleft().task
                gone = Failed(task, f"{CHANCES} worker processes ended over it ({ending(status)})")
        else:
            self.stillborn += 1
            if self.stillborn > CHANCES * len(self.hands):
                raise SenkiError(
                    f"worker processes end as they begin ({ending(status)}): --workers 1 does without them"
                )
        self.again.extend(hand.holds)
        hand.holds.clear()
        self.employ(hand)
        return gone

    def employ(self, hand: Hand[Task]) -> None:
        """Begin a process and give it tasks, if there are any."""
        self.supply(hand)
        if not hand.holds:
            return
        context = get_context("spawn")
        hand.pipe, theirs = context.Pipe()
        hand.process = context.Process(target=_serve, args=(self.work, theirs), daemon=True)
        with _unhearing():
            hand.process.start()
        theirs.close()
        for held in hand.holds:
            hand.send(held.task)

    def supply(self, hand: Hand[Task]) -> None:
        """Hand over tasks until a worker holds enough of them."""
        while len(hand.holds) < AHEAD:
            held = self.again.popleft() if self.again else next((Held(task) for task in self.to_do), None)
            if held is None:
                return
            hand.holds.append(held)
            if hand.process is not None:
                hand.send(held.task)


@dataclass
class Held(Generic[Task]):
    """A task, and how many workers ended over it."""

    task: Task
    ended: int = 0


class Hand(Generic[Task]):
    """One worker process, the pipe to it, and the tasks it holds, the one at hand first."""

    def __init__(self) -> None:
        self.process: SpawnProcess | None = None
        self.pipe: Connection
        self.holds: deque[Held[Task]] = deque()
        self.ready = False

    def send(self, task: Task) -> None:
        """Give it a task; that it has ended is heard when it is listened to."""
        with suppress(OSError):
            self.pipe.send(task)

    def leave(self) -> int | None:
        """It has ended by itself; returns its exit status."""
        process = self.process
        assert process is not None
        process.join(LEAVING)
        self.dismiss()
        return process.exitcode

    def dismiss(self) -> None:
        """End it."""
        process, self.process, self.ready = self.process, None, False
        if process is not None and process.pid is not None:
            process.terminate()
            process.join()
            self.pipe.close()


def ending(status: int | None) -> str:
    """How a process ended, in words."""
    if status is not None and status < 0:
        return f"signal {-status}, {signal.Signals(-status).name}"
    return f"exit status {status}"


def _serve(work: Callable[[Task], Done], pipe: Connection) -> None:
    """What a worker process does: it ends, without a word, when its parent ends it or is gone."""
    try:
        pipe.send(READY)
        while True:
            pipe.send(attempt(work, pipe.recv()))
    except (EOFError, OSError):
        return


@contextmanager
def _unhearing() -> Iterator[None]:
    """Processes begun here hear neither Ctrl-C nor a hang-up, from their first instruction on: their parent ends them.

    They keep that from their parent, which hears both again at once.
    """
    if current_thread() is not main_thread():
        yield
        return
    deaf = [signal.SIGINT, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
    before = [signal.signal(number, signal.SIG_IGN) for number in deaf]
    try:
        yield
    finally:
        for number, handler in zip(deaf, before, strict=True):
            signal.signal(number, handler)
