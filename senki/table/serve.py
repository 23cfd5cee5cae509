"""Running the service."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from functools import partial
from typing import cast

import uvicorn

from senki.engine.errors import SenkiError
from senki.table.app import make_app
from senki.table.logs import log_as_json
from senki.table.settings import Settings
from senki.table.sockets.door import HttpDoor, SocketDoor
from senki.table.store.claims import claimed
from senki.table.store.database import Store

BIGGEST_MESSAGE = 65_536
"""Bytes of a socket message that are read at all; above 4 kB it is refused with a word."""
NEW_OBJECTS = 50_000
"""So many more objects made than freed start a round of the garbage collector."""
PATIENCE = 5
"""Seconds that open requests are given when the service stops."""


def serve(settings: Settings, listener: socket.socket, started: Callable[[], None]) -> None:
    """Run until told to stop; raises SenkiError if the database cannot be used or another service uses it."""
    with claimed(settings.database):
        asyncio.run(prepare(settings.database))
        server = make_server(settings, started)
        server.run([listener])
        if not server.started:
            raise SenkiError("the service could not be started; its log says why")


async def prepare(database: str) -> None:
    """Bring the database up to date before anything else is started, so that what is wrong with it is one line."""
    store = Store(database)
    try:
        await store.open()
        await store.check_writable()
    finally:
        await store.close()


def make_server(settings: Settings, started: Callable[[], None]) -> AnnouncingServer:
    """A server that is ready to run."""
    patience = settings.patience
    config = uvicorn.Config(
        make_app(settings),
        loop="uvloop" if sys.platform != "win32" else "asyncio",
        http=cast(type[asyncio.Protocol], partial(HttpDoor, patience)),
        ws=cast(type[asyncio.Protocol], partial(SocketDoor, patience)),
        ws_max_size=BIGGEST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=patience.ping,
        ws_ping_timeout=patience.pong,
        timeout_keep_alive=patience.idle,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=settings.public,
        timeout_graceful_shutdown=PATIENCE,
    )
    return AnnouncingServer(config, started)


class AnnouncingServer(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            # Modules, rules and maps stay for good, and a choice leaves no cycles: rounds of the collector may be rare.
            gc.freeze()
            gc.set_threshold(NEW_OBJECTS)
            asyncio.get_running_loop().call_soon(self.announce)


def listen_on(host: str, port: int, tries: int = 1) -> socket.socket:
    """A listening socket, on one of the next ports if this one is taken and others may be tried; raises SenkiError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, port + tries):
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host.strip("[]"), candidate))
        except OSError as wrong:
            listener.close()
            if candidate + 1 == port + tries:
                raise SenkiError(f"cannot listen on {host}:{candidate} ({wrong.strerror})") from None
            continue
        return listener
    raise AssertionError("a port is tried or an error raised")


def open_browser(address: str) -> None:
    """Open a browser where there is a desktop."""
    has_desktop = sys.platform in ("darwin", "win32") or any(os.environ.get(n) for n in ("DISPLAY", "WAYLAND_DISPLAY"))
    if has_desktop:
        webbrowser.open(address)


__all__ = ["listen_on", "log_as_json", "open_browser", "serve"]
