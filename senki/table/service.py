"""The parts of a running service, and how they start and stop together."""

from __future__ import annotations

import asyncio
import ctypes
import logging
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress

from senki.table.club.ratings import Ratings
from senki.table.club.tournaments import Tournaments
from senki.table.machine.crew import Crew
from senki.table.machine.drawings import Drawings
from senki.table.machine.errands import Errands
from senki.table.machine.shelf import Shelf
from senki.table.people.confirming import Confirming
from senki.table.people.forgetting import farewell_of
from senki.table.people.identity import Identity, no_such_person
from senki.table.people.limits import Buckets
from senki.table.people.notify import Notifier
from senki.table.people.push import Browsers, Vapid
from senki.table.play.hall import Hall
from senki.table.play.notices import listen
from senki.table.play.replays import Replays
from senki.table.play.teaching import clear_lessons
from senki.table.play.vacations import watch_days
from senki.table.settings import Settings
from senki.table.sockets.endpoint import TableSockets
from senki.table.store.database import Store
from senki.table.store.writer import Writer
from senki.table.supervise import supervised

LOG = logging.getLogger("senki.table")
M_MMAP_THRESHOLD = -3
BIG_BLOCK = 128 << 10
"""Bytes from which on a block goes back to the system as soon as it is free."""


def give_memory_back() -> None:
    """Have the C library return big blocks at once: it would learn to keep them after the first long record or map."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, BIG_BLOCK)


class Service:
    """Everything that lives as long as the server process."""

    hall: Hall
    identity: Identity
    sockets: TableSockets
    tournaments: Tournaments

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.writer = Writer(self.store.pen(), self.store.is_postgresql)
        self.crew = Crew(settings.workers, hurries=True)
        self.errands = Errands()
        self.drawings = Drawings(self.errands, Shelf(settings.shelf))
        self.browsers = Browsers(self.store, self.writer)
        self.notifier = Notifier(settings, self.store, self.browsers)
        self.confirming = Confirming(settings, self.store, self.writer, self.notifier)
        self.ratings = Ratings(self.store, self.writer)
        self.replays = Replays()
        self.requests = Buckets(settings.requests)
        self.sign_ins = Buckets(settings.sign_ins)
        self.new_tables = Buckets(settings.new_tables)
        self.new_tables_from = Buckets(settings.new_tables_from)
        self.proofs = Buckets(settings.proofs)
        self.trials = Buckets(settings.trials)
        self.subscribing = Buckets(settings.browsers)
        self.vacations = Buckets(settings.vacations)
        self.tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the store and set everything going; games in which the machine is to choose go on."""
        give_memory_back()
        await self.store.open()
        self.writer.start()
        key = await self.store.cookie_key()
        self.identity = Identity(self.store, self.writer, key, self.settings.wrong_passwords)
        self.notifier.vapid = Vapid(await self.store.push_key(), self.settings.contact)
        self.hall = Hall(self.store, self.writer, self.crew, self.errands, self.notifier)
        self.tournaments = Tournaments(self.hall, self.ratings)
        if self.settings.public:
            # Beforehand: nobody's first wrong password may take longer than others.
            await asyncio.to_thread(no_such_person)
            self.hall.on_end += [self.ratings.table_over, self.tournaments.table_over]
            self.background("ratings", self.ratings.run)
            self.background("tournaments", self.tournaments.run)
        self.sockets = TableSockets(self.hall, self.identity, self.settings)
        self.background("notices", self.notifier.run)
        self.background("clocks", self.hall.watch_clocks)
        self.background("days", lambda: watch_days(self.hall))
        self.background("lessons", lambda: clear_lessons(self.hall))
        self.background("sockets", self.sockets.watch)
        self.background("crew", self.crew.warm_up)
        self.background("drawings", self.drawings.warm_up)
        self.background("machine tables", self.hall.resume)
        if self.store.is_postgresql:
            self.background("other processes", lambda: listen(self.settings.database, self.hall))
        LOG.info("service started", extra={"database": self.store.engine.dialect.name, "public": self.settings.public})

    def background(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Let something go on beside the requests; if it fails it begins again."""
        self.tasks.append(asyncio.create_task(supervised(name, work), name=name))

    async def forget(self, person: str) -> None:
        """Forget a person: sockets end, tables are let go, the others at theirs see a free seat."""
        hall = self.hall
        made = await farewell_of(self.store, person)
        for table in made.changed:
            if table in hall.live:
                await hall.settled(hall.live[table])
        await self.writer.write(*made.statements)
        self.sockets.end_person(person)
        self.identity.names.pop(person, None)
        for table in made.changed:
            if self.writer.notifies:
                await self.writer.write(notice=self.writer.notice(table, "seats"))
            if table in hall.live:
                await hall.refresh(hall.live[table])

    async def stop(self) -> None:
        """Finish what was accepted, say goodbye, let go of everything."""
        self.sockets.close_all()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.hall.close()
        await self.writer.close()
        await self.crew.close()
        await self.drawings.close()
        await self.errands.close()
        self.notifier.close()
        await self.store.close()
        LOG.info("service stopped")
