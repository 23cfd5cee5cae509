"""How a batch gets to the disk: in one transaction, the way each database does it best."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

from sqlalchemy import Connection, Engine, Executable, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

ENTRY_COLUMNS = ("table_id", "n", "side", "kind", "option", "back", "events", "at")
SNAPSHOT_COLUMNS = (
    "n", "mark", "entropy", "position", "awaits", "actor", "ending", "clock", "offers", "updated", "due", "id",
)  # fmt: skip
NOTIFY = text("SELECT pg_notify('senki', notice) FROM unnest(CAST(:notices AS text[])) AS notice")
Row = tuple[str | int | float | None, ...]


def entry_sql(mark: Callable[[int], str]) -> str:
    """The statement that adds an entry; `mark` writes a database's placeholder."""
    marks = ", ".join(mark(i) for i in range(1, len(ENTRY_COLUMNS) + 1))
    names = ", ".join(f'"{name}"' for name in ENTRY_COLUMNS)
    return f"INSERT INTO entries ({names}) VALUES ({marks})"


def snapshot_sql(mark: Callable[[int], str]) -> str:
    """The statement that brings a table's row up to date."""
    *values, key = SNAPSHOT_COLUMNS
    sets = ", ".join(f'"{name}" = {mark(i)}' for i, name in enumerate(values, 1))
    return f'UPDATE tables SET {sets} WHERE "{key}" = {mark(len(SNAPSHOT_COLUMNS))}'


@dataclass(slots=True)
class Batch:
    """Rows and statements that are committed together."""

    entries: list[Row] = field(default_factory=list)
    snapshots: list[Row] = field(default_factory=list)
    others: list[Executable] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


class Pen(Protocol):
    """Writes batches; when `write` returns, they are on disk."""

    async def write(self, batch: Batch) -> None:
        """Commit a batch, or nothing of it; raises what the database raises."""

    async def close(self) -> None:
        """Let go of the connection."""


class SqlitePen:
    """A thread of its own: the loop hands over a whole transaction and hears once when it is done."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.thread = ThreadPoolExecutor(1, "writer")
        self.connection: Connection | None = None
        self.add_entry, self.set_snapshot = entry_sql(lambda i: "?"), snapshot_sql(lambda i: "?")

    async def write(self, batch: Batch) -> None:
        """Commit a batch in the thread."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._write, batch)

    def _write(self, batch: Batch) -> None:
        if self.connection is None:
            self.connection = self.engine.connect()
        try:
            with self.connection.begin():
                # A new table comes before its entries.
                for statement in batch.others:
                    self.connection.execute(statement)
                if batch.entries:
                    self.connection.exec_driver_sql(self.add_entry, batch.entries)
                if batch.snapshots:
                    self.connection.exec_driver_sql(self.set_snapshot, batch.snapshots)
        except IntegrityError:
            raise
        except BaseException:
            spoiled, self.connection = self.connection, None
            spoiled.invalidate()
            spoiled.close()
            raise

    async def close(self) -> None:
        """Close the connection in the thread that made it."""
        await asyncio.get_running_loop().run_in_executor(self.thread, self._close)
        self.thread.shutdown()

    def _close(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.engine.dispose()


class PostgresPen:
    """A connection of its own; every commit notifies the other processes."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.connection: AsyncConnection | None = None
        self.add_entry, self.set_snapshot = entry_sql(lambda i: f"${i}"), snapshot_sql(lambda i: f"${i}")

    async def write(self, batch: Batch) -> None:
        """Commit a batch; if the connection was lost the next one gets a new one."""
        if self.connection is None:
            self.connection = await self.engine.connect()
        try:
            async with self.connection.begin():
                # A new table comes before its entries.
                for statement in batch.others:
                    await self.connection.execute(statement)
                if batch.entries:
                    await self.connection.exec_driver_sql(self.add_entry, batch.entries)
                if batch.snapshots:
                    await self.connection.exec_driver_sql(self.set_snapshot, batch.snapshots)
                if batch.notices:
                    await self.connection.execute(NOTIFY, {"notices": batch.notices})
        except BaseException as wrong:
            # What the database refused was rolled back; anything else may have left the connection half way.
            if not isinstance(wrong, DBAPIError) or wrong.connection_invalidated:
                spoiled, self.connection = self.connection, None
                await spoiled.invalidate()
                await spoiled.close()
            raise

    async def close(self) -> None:
        """Give the connection back."""
        if self.connection is not None:
            await self.connection.close()
