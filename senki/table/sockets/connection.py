"""One open socket: who is at the other end, and what is on its way there."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from time import monotonic
from typing import Any

from senki.table.people.limits import Bucket
from senki.table.settings import Pace

MOST_WAITING = 500
"""Frames a slow client may be behind before it is let go; it can come back and take up where it was."""
MOST_BYTES = 256 << 10
"""Characters those frames may hold together; one frame alone may be longer."""

FAREWELL = 5.0
"""Seconds for a goodbye before the connection is cut."""

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Abort = Callable[[], None]
TOO_SLOW = 1013
GOING_AWAY = 1001


class Connection:
    """Frames go into a queue of its own, so that nobody waits for a slow client."""

    def __init__(
        self, send: Send, person: str, name: str, address: str, pace: Pace, judgements: Pace, abort: Abort | None = None
    ) -> None:
        self.person = person
        self.name = name
        self.address = address
        self.bucket = Bucket(pace)
        self.judgements = Bucket(judgements)
        self.refusals = 0
        """Messages refused for haste, less those taken."""
        self.hinting = False
        self.session = ""
        """The session it was opened with, by its hash; guests have none."""
        self.since = monotonic()
        self.greeted = False
        """Has it said hello?"""
        self.closing: int | None = None
        self._send = send
        self._abort = abort
        self._frames: deque[str] = deque()
        self._waiting = 0
        """Characters of the frames that wait."""
        self._wake = asyncio.Event()

    def tell(self, frame: str) -> None:
        """Send a frame when the client is ready for it."""
        if self.closing is not None:
            return
        self._waiting += len(frame)
        if self._frames and (len(self._frames) >= MOST_WAITING or self._waiting > MOST_BYTES):
            self.close(TOO_SLOW)
            return
        self._frames.append(frame)
        self._wake.set()

    def close(self, code: int) -> None:
        """End the connection once what was said before is sent."""
        if self.closing is None:
            self.closing = code
            if code == TOO_SLOW:
                self._frames.clear()
            if self._abort is not None:
                # Whoever does not read takes no goodbye either, and what is on its way there would stay for ever.
                asyncio.get_running_loop().call_later(FAREWELL, self._abort)
            self._wake.set()

    async def pump(self) -> None:
        """Send frames as they come, until the connection is closed."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._frames:
                frame = self._frames.popleft()
                await self._send({"type": "websocket.send", "text": frame})
                self._waiting -= len(frame)
            if self.closing is not None:
                await self._send({"type": "websocket.close", "code": self.closing})
                return
