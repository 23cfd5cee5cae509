"""The door: whoever says half a request, or takes nothing of the answer, is not waited for without end."""

from __future__ import annotations

import asyncio
from asyncio import BaseTransport, TimerHandle, Transport
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from senki.table.settings import Patience
from senki.table.sockets.transport import BoundedSocket

MOST_HEAD = 65_536
"""Bytes of a request's head."""
MOST_REQUEST = 16_000_000
"""Bytes of a request on the wire; chunks and what stands between them count, so it is more than a body may have."""
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Alarm:
    """A timer that is set and put off by hand."""

    def __init__(self) -> None:
        self.handle: TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Does it run?"""
        return self.handle is not None

    def set(self, seconds: float, ring: Any) -> None:
        """Ring once after so many seconds."""
        self.put_off()
        self.handle = asyncio.get_running_loop().call_later(seconds, ring)

    def put_off(self) -> None:
        """Do not ring."""
        if self.handle is not None:
            self.handle.cancel()
            self.handle = None


class HttpDoor(HttpToolsProtocol):
    """A connection that speaks HTTP: its heads come in time and are no longer than they may be."""

    def __init__(self, patience: Patience, **given: Any) -> None:
        super().__init__(**given)
        self.patience = patience
        self.late, self.unread = Alarm(), Alarm()
        self.in_head = self.in_request = False
        self.taken = 0
        """Bytes of the request that is being read."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Wait for the first head."""
        super().connection_made(cast(Transport, transport))
        self.late.set(self.patience.head, self._too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self.late.put_off()
        self.unread.put_off()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; bytes that come one by one do not put off the end of the wait."""
        if not self.late.is_set and self._is_quiet:
            self.late.set(self.patience.head, self._too_late)
        self.taken += len(data)
        super().data_received(data)
        if self.in_request and self.taken > (MOST_HEAD if self.in_head else MOST_REQUEST):
            self._turn_away(TOO_LONG)

    @property
    def _is_quiet(self) -> bool:
        """Is no answer on its way?"""
        return self.cycle is None or self.cycle.response_complete

    def on_message_begin(self) -> None:
        """A head begins."""
        self.in_head = self.in_request = True
        self.taken = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is here; the body is waited for by whoever reads it."""
        self.in_head = False
        self.late.put_off()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The whole request is here."""
        self.in_request = False
        super().on_message_complete()

    def pause_writing(self) -> None:
        """The other end does not read; it may not do so for long."""
        self.unread.set(self.patience.unread, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        self.unread.put_off()
        super().resume_writing()

    def _too_late(self) -> None:
        self._turn_away(TOO_LATE)

    def _turn_away(self, answer: bytes) -> None:
        # A browser opens connections it may need later: one on which nothing was said is closed without a word.
        if self.in_head and self._is_quiet:
            self.transport.write(answer)
        self.transport.close()


class SocketDoor(BoundedSocket):
    """A connection that speaks WebSocket: who takes nothing is let go, whatever still waits to be sent."""

    def __init__(self, patience: Patience, **given: Any) -> None:
        super().__init__(**given)
        self.patience = patience
        self.unread = Alarm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self.unread.put_off()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The other end does not read; it may not do so for long."""
        self.unread.set(self.patience.unread, self.transport.abort)
        super().pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        self.unread.put_off()
        super().resume_writing()
