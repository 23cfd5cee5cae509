"""One writer for all tables: what arrives in the same instant goes into one transaction (group commit)."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic, perf_counter

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError

from senki.table.metrics import BATCH, COMMIT_SECONDS, COMMITS
from senki.table.refusals import Refused
from senki.table.store.database import pulse
from senki.table.store.pens import Batch, Pen, Row
from senki.table.supervise import supervised

MOST = 256
"""Works in one transaction."""
PULSE_EVERY = 1.0
"""Seconds for which the last commit tells whether something can be stored."""
ORIGIN = secrets.token_hex(4)
"""Tells this process's own notices from those of others."""
LOG = logging.getLogger("senki.table")


class Conflict(Exception):
    """Somebody else was quicker: what was to be written does not follow what is stored."""


@dataclass(slots=True)
class Work:
    """What must be written together. `done` is called in the loop when it is on disk, or with what went wrong."""

    done: Callable[[Exception | None], None]
    entries: list[Row] = field(default_factory=list)
    snapshot: Row | None = None
    others: list[Executable] = field(default_factory=list)
    notice: str = ""


class Writer:
    """Collects works and commits them together; nobody is told of a work before its commit."""

    def __init__(self, pen: Pen, notifies: bool) -> None:
        self.pen = pen
        self.notifies = notifies
        """Other processes want to hear of every change."""
        self.waiting: list[Work] = []
        self.wake = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.closing = False
        self.wrong: Exception | None = None
        """Why nothing can be stored; none while the database takes what it is given."""
        self.tried = -PULSE_EVERY
        """When something was last to be stored."""

    def start(self) -> None:
        """Begin to write."""
        self.task = asyncio.create_task(supervised("writer", self._run), name="writer")

    async def close(self) -> None:
        """Write what is waiting and stop."""
        self.closing = True
        self.wake.set()
        if self.task is not None:
            await self.task
        await self.pen.close()

    def submit(self, work: Work) -> None:
        """Hand over a work; its `done` will be called."""
        self.waiting.append(work)
        self.wake.set()

    def notice(self, table_id: str, what: str) -> str:
        """What other processes are to hear of a change at a table; nothing where there are none."""
        return f"{ORIGIN} {table_id} {what}" if self.notifies else ""

    async def write(self, *others: Executable, entries: Sequence[Row] = (), notice: str = "") -> None:
        """Write statements and entries that belong to them, and wait until they are on disk.

        Raises Conflict, or Refused if it cannot be done.
        """
        finished: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

        def done(wrong: Exception | None) -> None:
            if not finished.cancelled():
                finished.set_result(wrong)

        self.submit(Work(done, list(entries), others=list(others), notice=notice))
        wrong = await finished
        if isinstance(wrong, Conflict):
            raise wrong
        if wrong is not None:
            raise Refused("failed", because="not_stored")

    async def check(self) -> None:
        """Raise Refused if nothing can be stored; it is tried, unless something was stored just now."""
        if self.task is None or self.task.done():
            raise Refused("failed", because="not_stored")
        if monotonic() - self.tried >= PULSE_EVERY:
            await self.write(pulse())
        if self.wrong is not None:
            raise Refused("failed", because="not_stored")

    async def _run(self) -> None:
        while True:
            if not self.waiting:
                if self.closing:
                    return
                self.wake.clear()
                await self.wake.wait()
                continue
            works, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            await self._store(works)

    async def _store(self, works: list[Work]) -> None:
        """Commit works and tell them; of works that fail together only those fail that fail alone."""
        wrong = await self._commit(works)
        if wrong is not None and not isinstance(wrong, IntegrityError):
            LOG.error("writing failed", extra={"works": len(works), "why": _said(wrong)})
            # Is it one of these works, or would the database take nothing at all?
            self.wrong = await self._commit([Work(_nobody, others=[pulse()])])
        else:
            self.wrong = None
        if wrong is None or self.wrong is not None:
            _tell(works, wrong)
            return
        if len(works) == 1:
            # It may have met a connection that was lost.
            _tell(works, wrong if isinstance(wrong, IntegrityError) else await self._commit(works))
            return
        middle = len(works) // 2
        await self._store(works[:middle])
        await self._store(works[middle:])

    async def _commit(self, works: list[Work]) -> Exception | None:
        """Commit works together; what went wrong, if something did."""
        started = perf_counter()
        batch = Batch()
        for work in works:
            batch.entries += work.entries
            batch.others += work.others
            if work.snapshot is not None:
                batch.snapshots.append(work.snapshot)
            if work.notice:
                batch.notices.append(work.notice)
        try:
            await self.pen.write(batch)
        except Exception as wrong:
            return wrong
        finally:
            self.tried = monotonic()
        COMMITS.inc()
        BATCH.observe(len(works))
        COMMIT_SECONDS.observe(perf_counter() - started)
        return None


def _nobody(_: Exception | None) -> None:
    """Nobody waits for it."""


def _said(wrong: Exception) -> str:
    """What the database says, in a line and without what was to be written."""
    told = getattr(wrong, "orig", None) or wrong
    return f"{type(told).__name__}: {' '.join(str(told).split())[:200]}"


def _tell(works: list[Work], wrong: Exception | None) -> None:
    told = Conflict(str(wrong.orig)) if isinstance(wrong, IntegrityError) else wrong
    for work in works:
        try:
            work.done(told)
        except Exception:
            LOG.exception("after a commit")
