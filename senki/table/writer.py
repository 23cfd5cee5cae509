"""One writer for all tables: what arrives in the same instant goes into one transaction (group commit)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from sqlalchemy import Executable
from sqlalchemy.exc import IntegrityError

from senki.table.metrics import BATCH, COMMIT_SECONDS, COMMITS
from senki.table.pens import Batch, Pen, Row
from senki.table.supervise import supervised

MOST = 256
"""Works in one transaction."""
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

    async def write(self, *others: Executable, notice: str = "") -> None:
        """Write some statements and wait until they are on disk; raises Conflict."""
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(wrong: Exception | None) -> None:
            if finished.cancelled():
                return
            if wrong is None:
                finished.set_result(None)
            else:
                finished.set_exception(wrong)

        self.submit(Work(done, others=list(others), notice=notice))
        await finished

    async def _run(self) -> None:
        while True:
            if not self.waiting:
                if self.closing:
                    return
                self.wake.clear()
                await self.wake.wait()
                continue
            works, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            wrong = await self._commit(works)
            if isinstance(wrong, IntegrityError) and len(works) > 1:
                # One of them conflicts: each by itself, so that it alone is refused.
                for work in works:
                    _tell([work], await self._commit([work]))
            else:
                _tell(works, wrong)

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
        except IntegrityError as conflict:
            return conflict
        except Exception as wrong:
            LOG.exception("writing failed")
            return wrong
        COMMITS.inc()
        BATCH.observe(len(works))
        COMMIT_SECONDS.observe(perf_counter() - started)
        return None


def _tell(works: list[Work], wrong: Exception | None) -> None:
    told = Conflict(str(wrong.orig)) if isinstance(wrong, IntegrityError) else wrong
    for work in works:
        try:
            work.done(told)
        except Exception:
            LOG.exception("after a commit")
