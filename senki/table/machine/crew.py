"""Crews of worker processes: who is served next, how long a job may take, and how it is given up.

Those who wait come by rank, and within a rank everybody gets the same share: whoever asks for twenty things at once
waits behind another who asks for one.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

import senki.games
from senki.engine.errors import SenkiError
from senki.table.machine.jobs import HEAD, SAID, Asked, Job, Said, packed
from senki.table.refusals import Refused

Told = Callable[[float, float | None], None]
"""Called with the share of the work done and, if a decision is thought about, the chance to win."""
MOST_ANSWER = 128 << 20
"""Bytes of one answer."""
MOST_JOBS = 500
"""Jobs after which a process is replaced by a new one."""
MOST_MEMORY = 160 << 20
"""Bytes a process may hold on to when it has answered; beyond that it is replaced."""
LOOK_EVERY = 0.1
"""Seconds between two looks at a job that others wait for."""
ROUND = 3.0
"""Seconds in which everybody who waits is answered once, if the jobs can be cut short."""
LEAST = 0.25
"""Seconds a job gets, however many wait."""
GRACE = 5.0
"""Seconds to answer when told to hurry, before the process is ended."""
PATIENCE = 20.0
"""Seconds of waiting that raise somebody by one rank, so that nobody waits for ever."""
SETTLING = 1.0
"""Seconds a process has to come back from a job that was given up."""
LUMP = 1 << 16
"""Bytes of an answer nobody wants that are read at once."""
IDLE = 10.0
"""Seconds without a job after which a process for quick jobs is ended."""
MOST_REMEMBERED = 1000
"""People whose last turn is remembered."""


class TooLong(Exception):
    """A job took longer than it may; its process was ended."""


def nobody(share: float, chance: float | None) -> None:
    """Tell nobody how far a job is."""


def first_rank() -> int:
    """The rank of those who go first."""
    return 0


class Worker:
    """One process; it is asked one thing at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.asked = 0
        self.memory = 0
        self.hearing = asyncio.Lock()
        """Held by whoever listens to it."""

    @property
    def is_fit(self) -> bool:
        """May it be asked again?"""
        return self.process.returncode is None and self.asked < MOST_JOBS and self.memory < MOST_MEMORY

    async def ask(self, job: Job, told: Told) -> Any:
        """The answer to a job; raises SenkiError or Refused as it does, OSError or EOFError if the process ends."""
        assert self.process.stdin is not None
        self.asked += 1
        self.process.stdin.write(packed(Asked(self.asked, job)))  # type: ignore[arg-type]
        await self.process.stdin.drain()
        while True:
            async with self.hearing:
                said = await self._hear()
            if said.told is not None:
                told(*said.told)
                continue
            self.memory = said.memory
            if said.refused is not None:
                wrong = Refused(said.refused[0])
                wrong.facts = said.refused[1]
                raise wrong
            if said.failed is not None:
                raise SenkiError(said.failed)
            return said.answer

    async def _hear(self) -> Said:
        assert self.process.stdout is not None
        size = int.from_bytes(await self.process.stdout.readexactly(HEAD), "big")
        if size > MOST_ANSWER:
            raise EOFError(f"an answer of {size} bytes")
        return SAID.decode(await self.process.stdout.readexactly(size))

    def hurry(self) -> None:
        """Ask for an answer at once, with what is known."""
        assert self.process.stdin is not None
        if self.process.returncode is None and not self.process.stdin.is_closing():
            self.process.stdin.write(packed(Asked(self.asked)))

    def kill(self) -> None:
        """End the process."""
        if self.process.returncode is None:
            self.process.kill()

    async def gone(self) -> None:
        """Wait until the process has ended. What it was still saying is heard and forgotten: as long as a full pipe is
        not emptied, the end of the process is not told."""
        assert self.process.stdout is not None
        async with self.hearing:
            while await self.process.stdout.read(LUMP):
                pass
        await self.process.wait()


@dataclass(eq=False, slots=True)
class Errand:
    """A job somebody waits for. Its rank is asked for again and again: people come and go."""

    make: Callable[[], Job]
    who: str
    rank: Callable[[], int]
    told: Told
    longest: float
    turn: float
    since: float
    may_go: asyncio.Future[None]

    def tell(self, share: float, chance: float | None) -> None:
        """Pass on how far it is."""
        self.told(share, chance)

    def place(self, now: float) -> tuple[float, float, float]:
        """Its place among those who wait: the smallest goes first."""
        return max(0, self.rank() - int((now - self.since) / PATIENCE)), self.turn, self.since


class Crew:
    """A few processes and those who wait for them.

    With `hurries` a job can be cut short: it is told to answer when others have waited their share. Without, it is
    ended after its time. `spare` processes are kept for those of the first rank.
    """

    def __init__(self, size: int, hurries: bool = False, spare: int = 0) -> None:
        self.size = size
        self.hurries = hurries
        self.spare = spare
        self.waiting: list[Errand] = []
        self.running: set[Errand] = set()
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self.settling: set[asyncio.Task[None]] = set()
        """Jobs that were given up and whose processes are to come back."""
        self.leaving: set[asyncio.Task[None]] = set()
        """Processes that were ended."""
        self.turn = 0.0
        """The turn that was served last; turns are counted for each person from where they asked."""
        self.after: dict[str, float] = {}
        """Whose next turn is when."""

    async def warm_up(self) -> None:
        """Start one worker before anybody asks."""
        self.idle.append(await self._start())

    async def ask(
        self,
        make: Callable[[], Job],
        who: str,
        longest: float,
        rank: Callable[[], int] = first_rank,
        told: Told = nobody,
    ) -> Any:
        """Have a job done when it is its turn; raises TooLong, and SenkiError or Refused as the job does.

        Given up (cancelled), it makes room at once.
        """
        errand = self._join(make, who, longest, rank, told)
        try:
            await errand.may_go
            return await self._carry_out(errand)
        finally:
            if errand in self.waiting:
                self.waiting.remove(errand)
            self.running.discard(errand)
            self._call_next()

    def taken(self, who: str | None = None) -> int:
        """Jobs that wait or run, of somebody or of all."""
        return sum(who in (None, errand.who) for errand in (*self.waiting, *self.running))

    def _join(self, make: Callable[[], Job], who: str, longest: float, rank: Callable[[], int], told: Told) -> Errand:
        turn = max(self.turn, self.after.get(who, 0.0))
        if len(self.after) >= MOST_REMEMBERED:
            self.after = {name: due for name, due in self.after.items() if due > self.turn}
        self.after[who] = turn + 1.0
        may_go: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        errand = Errand(make, who, rank, told, longest, turn, monotonic(), may_go)
        self.waiting.append(errand)
        self._call_next()
        return errand

    def _call_next(self) -> None:
        now = monotonic()
        while self.waiting and len(self.running) < self.size:
            errand = min(self.waiting, key=lambda one: one.place(now))
            if errand.rank() and len(self.running) >= self.size - self.spare:
                return
            self.waiting.remove(errand)
            self.running.add(errand)
            self.turn = max(self.turn, errand.turn)
            if not errand.may_go.done():
                errand.may_go.set_result(None)

    async def _carry_out(self, errand: Errand) -> Any:
        job = errand.make()
        worker = await self._take()
        talk = asyncio.create_task(worker.ask(job, errand.tell))
        try:
            await self._watch(errand, worker, talk)
            answer = talk.result()
        except asyncio.CancelledError:
            errand.told = nobody
            self._let_go(worker, talk)
            raise
        except (SenkiError, Refused):
            self._give_back(worker)
            raise
        except TooLong:
            talk.cancel()
            self._end(worker)
            raise
        except Exception:
            self._end(worker)
            raise SenkiError("the worker process stopped without an answer") from None
        self._give_back(worker)
        return answer

    async def _watch(self, errand: Errand, worker: Worker, talk: asyncio.Task[Any]) -> None:
        """Wait for the answer, and see to it that nobody else waits too long for this one."""
        began = monotonic()
        hurried = 0.0
        while not talk.done():
            await asyncio.wait({talk}, timeout=LOOK_EVERY)
            now = monotonic()
            if self.hurries and not hurried and now - began >= min(errand.longest, self._share(errand)):
                worker.hurry()
                hurried = now
            late = now - hurried >= GRACE if hurried else not self.hurries and now - began >= errand.longest
            if late and not talk.done():
                raise TooLong

    def _share(self, errand: Errand) -> float:
        """Seconds a job may take, as many as wait for it to end."""
        rank = errand.rank()
        others = {one.who for one in self.waiting if one.rank() <= rank and one.who != errand.who}
        if any(one.rank() < rank for one in self.waiting):
            return LEAST
        return max(LEAST, ROUND / len(others)) if others else float("inf")

    async def _take(self) -> Worker:
        """A free worker; there is one for each job that runs."""
        while self.settling and not self.idle:
            await asyncio.wait(self.settling, return_when=asyncio.FIRST_COMPLETED)
        while self.idle:
            worker = self.idle.pop()
            if worker.is_fit:
                return worker
            self._end(worker)
        return await self._start()

    async def _start(self) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "senki.table.machine.worker", *senki.games.__path__,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            # Ctrl-C goes to the service alone; it ends its workers itself.
            start_new_session=True,
        )  # fmt: skip
        worker = Worker(process)
        self.workers.add(worker)
        return worker

    def _give_back(self, worker: Worker) -> None:
        if worker.is_fit:
            self.idle.append(worker)
            if not self.hurries:
                asyncio.get_running_loop().call_later(IDLE, self._send_home, worker, worker.asked)
        else:
            self._end(worker)

    def _send_home(self, worker: Worker, asked: int) -> None:
        """End a process nobody has asked for a while; the machine's stay, for it is asked all the time."""
        if worker in self.idle and worker.asked == asked:
            self.idle.remove(worker)
            self._end(worker)

    def _let_go(self, worker: Worker, talk: asyncio.Task[Any]) -> None:
        """Give up a job: a process that answers when told to hurry can be used again, another is ended."""
        if not self.hurries:
            talk.cancel()
            self._end(worker)
            return
        worker.hurry()
        settling = asyncio.create_task(self._settle(worker, talk))
        self.settling.add(settling)
        settling.add_done_callback(self.settling.discard)

    async def _settle(self, worker: Worker, talk: asyncio.Task[Any]) -> None:
        await asyncio.wait({talk}, timeout=SETTLING)
        if talk.done() and (talk.exception() is None or isinstance(talk.exception(), SenkiError | Refused)):
            self._give_back(worker)
        else:
            talk.cancel()
            self._end(worker)

    def _end(self, worker: Worker) -> None:
        worker.kill()
        self.workers.discard(worker)
        leaving = asyncio.create_task(worker.gone())
        self.leaving.add(leaving)
        leaving.add_done_callback(self.leaving.discard)

    async def close(self) -> None:
        """Stop all workers and wait until they are gone."""
        for settling in list(self.settling):
            settling.cancel()
        for worker in list(self.workers):
            self._end(worker)
        await asyncio.gather(*self.leaving)
