"""Several processes on one PostgreSQL: what one of them stores the others hear of and tell their own clients."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import asyncpg
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from senki.table.play.hall import Hall
from senki.table.play.live import LiveTable
from senki.table.store.writer import ORIGIN

LOG = logging.getLogger("senki.table")
CHANNEL = "senki"
TRY_AGAIN = 1.0
ALIVE_EVERY = 10.0


async def listen(database: str, hall: Hall) -> None:
    """Hear the notices of other processes; if the connection is lost, catch up with everything once it is back."""
    url = make_url(database).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            connection = await asyncpg.connect(url)
            try:
                heard: asyncio.Queue[str] = asyncio.Queue()

                def hear(_: Any, pid: int, channel: str, payload: Any, heard: asyncio.Queue[str] = heard) -> None:
                    heard.put_nowait(str(payload))

                await connection.add_listener(CHANNEL, hear)
                for live in list(hall.live.values()):
                    await _refresh(hall, live)
                await _follow(heard, hall, connection)
            finally:
                await connection.close(timeout=2)
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, DBAPIError, TimeoutError) as wrong:
            LOG.warning("not hearing other processes", extra={"why": type(wrong).__name__})
            await asyncio.sleep(TRY_AGAIN)


async def _follow(heard: asyncio.Queue[str], hall: Hall, connection: Any) -> None:
    while True:
        try:
            notice = await asyncio.wait_for(heard.get(), ALIVE_EVERY)
        except TimeoutError:
            await connection.execute("SELECT 1")
            continue
        origin, table_id, what = notice.split(" ", 2)
        live = hall.live.get(table_id)
        if origin == ORIGIN or live is None:
            continue
        await _refresh(hall, live, what)


async def _refresh(hall: Hall, live: LiveTable, what: str = "moved") -> None:
    """Take over what is new at a table; trouble with one is no trouble for the others."""
    try:
        if what.startswith("chat "):
            await hall.tell_talk(live, float(what.removeprefix("chat ")))
        else:
            await hall.settled(live)
            await hall.refresh(live)
    except DBAPIError:
        raise  # Without the database nothing is new for any of them: begin again and catch up.
    except Exception:
        LOG.exception("a notice could not be followed", extra={"table": live.id})
