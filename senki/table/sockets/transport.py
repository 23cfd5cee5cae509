"""The socket protocol of the server, with what it may keep for a client that does not read."""

from __future__ import annotations

from asyncio import BaseTransport

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

MOST_UNSENT = 64 << 10
"""Bytes on their way to a client before `send` waits for it."""
MOST_PONGS = 16 << 10
"""Bytes more that may be on their way when a client goes on asking whether we are there."""


class BoundedSocket(WebSocketsSansIOProtocol):
    """A client that does not read is cut off: closing politely would wait until it has read everything."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Let `send` wait early."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(high=MOST_UNSENT)

    def handle_connect(self, event: Request) -> None:
        """Give the application a way to cut the connection."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["state"]["abort"] = self.transport.abort

    def handle_ping(self) -> None:
        """Answer, unless the answers pile up."""
        if self.transport.get_write_buffer_size() > MOST_UNSENT + MOST_PONGS:
            self.transport.abort()
            return
        super().handle_ping()

    def keepalive_timeout(self) -> None:
        """Nothing was heard for long: nobody will read what is on its way."""
        super().keepalive_timeout()
        self.transport.abort()
