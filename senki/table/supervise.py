"""Work in the background: what fails is said in the log and begun again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from senki.table.metrics import RESTARTED

LOG = logging.getLogger("senki.table")
FIRST_PAUSE = 1.0
"""Seconds before work that failed begins again; each further pause is twice as long, up to the longest."""
LONGEST_PAUSE = 60.0


async def supervised(name: str, work: Callable[[], Awaitable[None]], pause: float = FIRST_PAUSE) -> None:
    """Do something to its end, however often it fails on the way."""
    loop = asyncio.get_running_loop()
    wait = pause
    while True:
        began = loop.time()
        try:
            await work()
            return
        except Exception:
            LOG.exception("background work failed", extra={"work": name})
            RESTARTED.labels(name).inc()
        # After a good while the trouble is a new one.
        wait = pause if loop.time() - began > LONGEST_PAUSE else wait
        await asyncio.sleep(wait)
        wait = min(wait * 2, LONGEST_PAUSE)


def report(done: asyncio.Task[None]) -> None:
    """Say in the log that a task which nobody waits for has failed."""
    if not done.cancelled() and (wrong := done.exception()) is not None:
        LOG.error("background task failed", exc_info=wrong, extra={"work": done.get_name()})
