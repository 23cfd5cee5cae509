"""A service in the test's own loop, where its parts can be reached and its settings chosen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from senki.table.http.guard import Guard
from senki.table.serve import listen_on, make_server
from senki.table.service import Service
from senki.table.settings import Settings

PATIENCE = 120.0


@dataclass
class Inside:
    """A running service: where it listens, and its parts."""

    url: str
    port: int
    service: Service


@asynccontextmanager
async def inside(settings: Settings) -> AsyncIterator[Inside]:
    """Run a service beside the test."""
    listener = listen_on("127.0.0.1", 0)
    port = listener.getsockname()[1]
    ready = asyncio.Event()
    server = make_server(settings, ready.set)
    assert isinstance(server.config.app, Guard)
    running = asyncio.create_task(server.serve([listener]))
    begun = asyncio.create_task(ready.wait())
    await asyncio.wait([running, begun], return_when=asyncio.FIRST_COMPLETED)
    assert ready.is_set(), "the service did not start"
    try:
        yield Inside(f"http://127.0.0.1:{port}", port, server.config.app.service)
    finally:
        server.should_exit = True
        await asyncio.wait_for(running, PATIENCE)


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)
