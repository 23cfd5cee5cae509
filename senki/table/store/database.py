"""The store: opening a database, bringing it up to date, and reading from it."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    create_engine,
    event,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from senki.engine.errors import SenkiError
from senki.table.store.claims import make_private, sqlite_file
from senki.table.store.damage import in_one_line, is_damage
from senki.table.store.lists import LISTED, TAUGHT
from senki.table.store.pens import Pen, PostgresPen, SqlitePen
from senki.table.store.rows import (
    RATED,
    TO_RATE,
    UNDO,
    ChatRow,
    EntryRow,
    HelpRow,
    ListRow,
    SeatRow,
    TableRow,
    Vacation,
)
from senki.table.store.schema import (
    CHAT,
    CONFIRMATIONS,
    ENTRIES,
    HELPED,
    PEOPLE,
    RATINGS,
    SEATS,
    SECRETS,
    SESSIONS,
    SUBSCRIPTIONS,
    TABLES,
    VACATIONS,
)
from senki.table.store.urls import SQLITE, read_url

MIGRATIONS = Path(__file__).parent / "migrations"
UPGRADE_LOCK = 735_1862
"""Key of the PostgreSQL lock under which one process at a time upgrades."""
COOKIE_KEY = "cookie"
PUSH_KEY = "push"
PULSE = "pulse"
"""The row that is written to find out whether anything can be."""
AT_ONCE = 500
"""Keys in one question."""
LAST = 2**31 - 1
"""No entry has a greater number."""


class Store:
    """A database and the questions the service asks it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = make_engine(url)
        self.damage = ""
        """What the database said of damage to itself since it was opened; it does not mend by itself."""
        event.listen(self.engine.sync_engine, "handle_error", self._note)

    @property
    def is_postgresql(self) -> bool:
        """Can several processes share it?"""
        return self.engine.dialect.name == "postgresql"

    async def open(self, may_upgrade: bool = True) -> None:
        """Bring the database up to date, or see that it is; raises SenkiError if it cannot be used."""
        with in_one_line(self.url):
            file = sqlite_file(self.url)
            if file is not None:
                make_private(file)
            async with self.engine.begin() as connection:
                if self.is_postgresql:
                    await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": UPGRADE_LOCK})
                await connection.run_sync(upgrade if may_upgrade else check_version)

    async def check_writable(self) -> None:
        """Write a little; raises SenkiError if that cannot be done."""
        with in_one_line(self.url):
            await self._secret(PULSE)
            async with self.engine.begin() as connection:
                await connection.execute(pulse())

    def _note(self, context: Any) -> None:
        """Remember damage, whoever came upon it."""
        if is_damage(context.original_exception):
            self.damage = str(context.original_exception)

    async def look(self) -> None:
        """Read a little of what matters; raises what the database raises."""
        newest = await self._all(select(TABLES.c.id).order_by(TABLES.c.updated.desc()).limit(1))
        for row in newest:
            last = select(ENTRIES.c.n).where(ENTRIES.c.table_id == row.id).order_by(ENTRIES.c.n.desc()).limit(1)
            await self._all(last)

    async def close(self) -> None:
        """Let go of all connections."""
        await self.engine.dispose()

    def pen(self) -> Pen:
        """What the writer writes with."""
        if self.is_postgresql:
            return PostgresPen(self.engine)
        engine = create_engine(make_url(self.url).set(drivername="sqlite"), hide_parameters=True)
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "handle_error", self._note)
        return SqlitePen(engine)

    async def cookie_key(self) -> bytes:
        """The key that signs cookies: made once, the same in every process on this database."""
        await self._secret(PULSE)
        return bytes.fromhex(await self._secret(COOKIE_KEY))

    async def push_key(self) -> str:
        """The key that signs messages to push services, from which the public one is made that browsers are told."""
        return await self._secret(PUSH_KEY)

    async def _secret(self, name: str) -> str:
        """A secret by its name, made when it is asked for the first time."""
        wanted = select(SECRETS.c.value).where(SECRETS.c.name == name)
        found = await self._all(wanted)
        if not found:
            try:
                async with self.engine.begin() as connection:
                    await connection.execute(insert(SECRETS).values(name=name, value=secrets.token_hex(32)))
            except IntegrityError:
                pass  # Another process was quicker; its value is as good.
            found = await self._all(wanted)
        return str(found[0].value)

    async def ask(self, query: Select[Any]) -> list[Any]:
        """The rows a question finds, for whoever has questions of their own."""
        return await self._all(query)

    async def _all(self, query: Select[Any]) -> list[Any]:
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).all())

    async def table(self, table_id: str) -> TableRow | None:
        """A table by its id."""
        rows = await self._all(select(TABLES).where(TABLES.c.id == table_id))
        return TableRow(*rows[0]) if rows else None

    async def seats(self, table_id: str) -> list[SeatRow]:
        """The seats of a table."""
        return [SeatRow(*row) for row in await self._all(select(SEATS).where(SEATS.c.table_id == table_id))]

    async def seats_of(self, table_ids: list[str]) -> dict[str, list[SeatRow]]:
        """The seats of several tables."""
        found: dict[str, list[SeatRow]] = {table_id: [] for table_id in table_ids}
        for row in await self._all(select(SEATS).where(SEATS.c.table_id.in_(table_ids))):
            found[row.table_id].append(SeatRow(*row))
        return found

    async def standing_tail(self, table_id: str, count: int) -> list[EntryRow]:
        """The last entries of a log that were not taken back, however long it is, and the last traces of the others."""
        kept: list[EntryRow] = []
        upto = LAST
        while len(kept) < count:
            of_table = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.n <= upto)
            page = await self._all(select(ENTRIES).where(of_table).order_by(ENTRIES.c.n.desc()).limit(count))
            for row in page:
                # Backwards, an undo leads straight to the entry it goes back to.
                if row.n <= upto and row.back is not None:
                    upto = row.back
                elif row.n <= upto:
                    kept.append(EntryRow(*row))
                    upto = row.n - 1
            if not page or upto < 0:
                break
        kept = kept[:count]
        since = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.n > (kept[-1].n if kept else 0))
        undone = select(ENTRIES).where(since, ENTRIES.c.kind == UNDO).order_by(ENTRIES.c.n.desc()).limit(count)
        traces = [EntryRow(*row) for row in await self._all(undone)]
        return sorted([*kept, *traces], key=lambda entry: entry.n)

    async def entries(self, table_id: str, first: int = 0, count: int | None = None) -> list[EntryRow]:
        """Entries of a log from a number on, in order."""
        query = select(ENTRIES).where(ENTRIES.c.table_id == table_id, ENTRIES.c.n >= first).order_by(ENTRIES.c.n)
        return [EntryRow(*row) for row in await self._all(query if count is None else query.limit(count))]

    async def chat(
        self, table_id: str, count: int, audience: str | None = None, at: float | None = None
    ) -> list[ChatRow]:
        """The last lines of talk at a table, all or those for one audience or of one moment, in order."""
        columns = (CHAT.c.table_id, CHAT.c.at, CHAT.c.name, CHAT.c.side, CHAT.c.text, CHAT.c.audience)
        query = select(*columns).where(CHAT.c.table_id == table_id).order_by(CHAT.c.id.desc()).limit(count)
        if audience is not None:
            query = query.where(CHAT.c.audience == audience)
        if at is not None:
            query = query.where(CHAT.c.at == at)
        return [ChatRow(*row) for row in reversed(await self._all(query))]

    async def help_at(self, table_id: str, count: int, first: int = 0, last: int = LAST) -> list[HelpRow]:
        """The last help of the machine that was taken at a table after some of its entries, in order."""
        of_table = (HELPED.c.table_id == table_id) & HELPED.c.n.between(first, last)
        query = select(HELPED.c.n, HELPED.c.side, HELPED.c.kind).where(of_table)
        rows = await self._all(query.order_by(HELPED.c.n.desc(), HELPED.c.at.desc()).limit(count))
        return [HelpRow(*row) for row in reversed(rows)]

    async def vacations_of(self, people: list[str]) -> dict[str, list[Vacation]]:
        """The vacations some people have declared."""
        found: dict[str, list[Vacation]] = {person: [] for person in people}
        query = select(VACATIONS.c.person, VACATIONS.c.first, VACATIONS.c.last).where(VACATIONS.c.person.in_(people))
        for row in await self._all(query.order_by(VACATIONS.c.first)):
            found[row.person].append(Vacation(row.first, row.last))
        return found

    async def tables_with_days(self, person: str) -> list[str]:
        """The running tables with days for a move at which a person sits."""
        sits = select(SEATS.c.table_id).where(SEATS.c.person == person)
        return [row.id for row in await self._all(select(TABLES.c.id).where(TABLES.c.id.in_(sits), TABLES.c.due > 0))]

    async def days_due(self, when: float, count: int) -> list[tuple[str, float, str, str, str | None]]:
        """Tables whose days for a move may have run out: id, when, clock, side to choose, and who sits there."""
        query = (
            select(TABLES.c.id, TABLES.c.due, TABLES.c.clock, TABLES.c.actor, SEATS.c.person)
            .join(SEATS, (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.side == TABLES.c.actor))
            .where(TABLES.c.due <= when, TABLES.c.ending.is_(None), TABLES.c.clock.is_not(None))
            .order_by(TABLES.c.due)
            .limit(count)
        )
        return [(row.id, row.due, row.clock, row.actor, row.person) for row in await self._all(query)]

    async def running_tables_of(self, person: str, game: str | None = None) -> list[str]:
        """The tables that are not over, of a game or all, at which a person sits; the latest first."""
        sits = select(SEATS.c.table_id).where(SEATS.c.person == person)
        running = select(TABLES.c.id).where(TABLES.c.id.in_(sits), TABLES.c.ending.is_(None))
        if game is not None:
            running = running.where(TABLES.c.game == game)
        return [row.id for row in await self._all(running.order_by(TABLES.c.updated.desc()).limit(AT_ONCE))]

    async def page(self, query: Select[Any], count: int, first: int = 0) -> list[ListRow]:
        """A page of a list of tables, the latest first."""
        ordered = query.order_by(TABLES.c.updated.desc(), TABLES.c.id).offset(first).limit(count)
        return [ListRow(*row) for row in await self._all(ordered)]

    async def length(self, query: Select[Any]) -> int:
        """How many tables a list has."""
        rows = await self._all(query.order_by(None).with_only_columns(func.count(TABLES.c.id)))
        return int(rows[0][0])

    async def lessons_of(self, person: str, game: str) -> list[str]:
        """The lessons of a game that somebody takes, the latest first."""
        sits = select(SEATS.c.table_id).where(SEATS.c.person == person)
        query = select(TABLES.c.id).where(TABLES.c.id.in_(sits), TABLES.c.id.in_(TAUGHT), TABLES.c.game == game)
        return [row.id for row in await self._all(query.order_by(TABLES.c.updated.desc()))]

    async def lessons_left(self, whose: str, before: float, count: int) -> list[str]:
        """Lessons that nobody has gone on with since a time, of people whose id begins so, the oldest first."""
        theirs = select(SEATS.c.table_id).where(SEATS.c.person.startswith(whose, autoescape=True))
        left = (TABLES.c.updated < before) & TABLES.c.id.in_(TAUGHT) & TABLES.c.id.in_(theirs)
        query = select(TABLES.c.id).where(left).order_by(TABLES.c.updated).limit(count)
        return [row.id for row in await self._all(query)]

    async def all_tables_of(self, person: str) -> list[TableRow]:
        """Every table a person sits at or began, those put away too."""
        sits = select(SEATS.c.table_id).where(SEATS.c.person == person)
        query = select(TABLES).where(or_(TABLES.c.id.in_(sits), TABLES.c.owner == person))
        return [TableRow(*row) for row in await self._all(query)]

    async def listed(self, table_id: str) -> ListRow | None:
        """A table by its id, as lists need it."""
        rows = await self._all(select(*LISTED).where(TABLES.c.id == table_id))
        return ListRow(*rows[0]) if rows else None

    async def big_texts(self, table_ids: list[str]) -> dict[str, tuple[str, str]]:
        """The positions and switches of some tables."""
        wanted = select(TABLES.c.id, TABLES.c.position, TABLES.c.options).where(TABLES.c.id.in_(table_ids))
        return {row.id: (row.position, row.options) for row in await self._all(wanted)}

    async def set_up_of(self, table_id: str) -> tuple[str, str, str] | None:
        """The game of a table, its scenario and its switches."""
        rows = await self._all(
            select(TABLES.c.game, TABLES.c.scenario, TABLES.c.options).where(TABLES.c.id == table_id)
        )
        return (rows[0].game, rows[0].scenario, rows[0].options) if rows else None

    async def all_tables(self) -> list[ListRow]:
        """Every table, the oldest first."""
        return [ListRow(*row) for row in await self._all(select(*LISTED).order_by(TABLES.c.created))]

    async def waiting_for_machine(self) -> list[str]:
        """Tables in which the machine is to choose."""
        query = (
            select(TABLES.c.id)
            .join(SEATS, (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.side == TABLES.c.actor))
            .where(SEATS.c.kind == "machine", TABLES.c.ending.is_(None), ~TABLES.c.archived)
            .order_by(TABLES.c.updated.desc())
        )
        return [row.id for row in await self._all(query)]

    async def tables_to_rate(self, count: int) -> list[ListRow]:
        """Tables that have ended and wait to be rated, in the order of their ends."""
        over = select(*LISTED).where(TABLES.c.rated == TO_RATE, TABLES.c.ending.is_not(None))
        return [ListRow(*row) for row in await self._all(over.order_by(TABLES.c.updated).limit(count))]

    async def was_played(self, table_id: str) -> bool:
        """Has anybody made a choice at a table?"""
        chosen = (ENTRIES.c.table_id == table_id) & (ENTRIES.c.kind == "") & (ENTRIES.c.side >= 0)
        return bool(await self._all(select(ENTRIES.c.n).where(chosen).limit(1)))

    async def last_ratings(self, person: str, game: str | None = None) -> list[Any]:
        """Somebody's latest ratings, in one game or in all."""
        last = select(RATINGS.c.game, func.max(RATINGS.c.n).label("n")).where(RATINGS.c.person == person)
        found = (last if game is None else last.where(RATINGS.c.game == game)).group_by(RATINGS.c.game).subquery()
        same = (RATINGS.c.game == found.c.game) & (RATINGS.c.n == found.c.n)
        return await self._all(select(RATINGS).join(found, same).where(RATINGS.c.person == person))

    async def rating_steps(self, person: str, table_ids: list[str]) -> dict[str, tuple[float, float | None]]:
        """What somebody's rating was after each of these tables, and before it; none if it was the first."""
        before = RATINGS.alias()
        same = (before.c.person == RATINGS.c.person) & (before.c.game == RATINGS.c.game)
        query = (
            select(RATINGS.c.table_id, RATINGS.c.value, before.c.value.label("before"))
            .outerjoin(before, same & (before.c.n == RATINGS.c.n - 1))
            .where(RATINGS.c.person == person, RATINGS.c.table_id.in_(table_ids))
        )
        return {row.table_id: (row.value, row.before) for row in await self._all(query)}

    async def finished_of(self, person: str, count: int) -> list[ListRow]:
        """Tables a person has finished that everybody may know of: public or rated ones, the latest first."""
        sits = select(SEATS.c.table_id).where(SEATS.c.person == person, SEATS.c.kind == "person")
        shown = TABLES.c.public | (TABLES.c.rated == RATED)
        query = select(*LISTED).where(TABLES.c.id.in_(sits), TABLES.c.ending.is_not(None), shown)
        return await self.page(query, count)

    async def shown_people(self, people: set[str]) -> set[str]:
        """Of these people the accounts whose profile is not hidden."""
        wanted = select(PEOPLE.c.id).where(PEOPLE.c.id.in_(people), PEOPLE.c.login.is_not(None), ~PEOPLE.c.hidden)
        return {row.id for row in await self._all(wanted)}

    async def person(self, person: str) -> Any | None:
        """A person by id: name, login, password, email, webhook."""
        rows = await self._all(select(PEOPLE).where(PEOPLE.c.id == person))
        return rows[0] if rows else None

    async def account(self, login: str) -> Any | None:
        """An account by its login."""
        rows = await self._all(select(PEOPLE).where(PEOPLE.c.login == login))
        return rows[0] if rows else None

    async def subscriptions(self, person: str) -> list[Any]:
        """The browsers that get word for a person, the latest first."""
        query = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person)
        return await self._all(query.order_by(SUBSCRIPTIONS.c.created.desc()))

    async def confirmation(self, token: str) -> Any | None:
        """A letter of confirmation by the hash of its token, if no later one went out for the same person."""
        of_person = select(CONFIRMATIONS.c.person).where(CONFIRMATIONS.c.token == token)
        query = select(CONFIRMATIONS).where(CONFIRMATIONS.c.person.in_(of_person))
        rows = await self._all(query.order_by(CONFIRMATIONS.c.sent.desc()).limit(1))
        return rows[0] if rows and rows[0].token == token else None

    async def letters_since(self, when: float, mailbox: str, person: str) -> tuple[int, int]:
        """How many letters of confirmation went to a mailbox, and how many a person asked for, since a time."""
        counts = []
        for which in (CONFIRMATIONS.c.mailbox == mailbox, CONFIRMATIONS.c.person == person):
            counts.append(len(await self._all(select(CONFIRMATIONS.c.token).where(which, CONFIRMATIONS.c.sent > when))))
        return counts[0], counts[1]

    async def session(self, token: str) -> Any | None:
        """A session by the hash of its token."""
        rows = await self._all(select(SESSIONS).where(SESSIONS.c.token == token))
        return rows[0] if rows else None

    async def sessions_of(self, person: str) -> int:
        """How many sessions a person has."""
        return len(await self._all(select(SESSIONS.c.token).where(SESSIONS.c.person == person)))

    async def lines(self, which: ColumnElement[bool]) -> int:
        """How many lines of talk there are of a kind."""
        return len(await self._all(select(CHAT.c.id).where(which)))

    async def sessions_after(self, tokens: set[str], now: float) -> set[str]:
        """Of these sessions those that go on after a time."""
        found: set[str] = set()
        wanted = sorted(tokens)
        for first in range(0, len(wanted), AT_ONCE):
            some = SESSIONS.c.token.in_(wanted[first : first + AT_ONCE])
            found |= {
                row.token for row in await self._all(select(SESSIONS.c.token).where(some, SESSIONS.c.until > now))
            }
        return found


def make_engine(url: str) -> AsyncEngine:
    """An engine for a database URL; raises Malformed."""
    parsed = read_url(url)
    if parsed.drivername != SQLITE:
        return create_async_engine(parsed, hide_parameters=True, pool_size=5, max_overflow=10, pool_pre_ping=True)
    engine = create_async_engine(parsed, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: object) -> None:
    """Readers do not wait for the writer (WAL), and a commit returns only when it is on disk (FULL).

    Pages of tables in play are written again and again: seldom checkpoints copy each of them once, not every time.
    """
    pragmas = (
        "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000", "wal_autocheckpoint=8000",
    )  # fmt: skip
    cursor = connection.cursor()
    for pragma in pragmas:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def pulse() -> Executable:
    """A write so small that it shows only whether something can be written."""
    return update(SECRETS).where(SECRETS.c.name == PULSE).values(value=secrets.token_hex(8))


def upgrade(connection: Connection) -> None:
    """Run the migrations that are missing; raises SenkiError if a newer Senki has run some."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    known, _ = _versions(connection)
    command.upgrade(config, known)


def check_version(connection: Connection) -> None:
    """Raise SenkiError unless every migration has been run: by whom the database is in use, is for them to upgrade."""
    known, found = _versions(connection)
    if found != known:
        raise SenkiError(f"the database is in use by another version of Senki (its schema is {found}, not {known})")


def _versions(connection: Connection) -> tuple[str, str | None]:
    """The newest schema version that is known here, and that of a database; raises SenkiError if it is newer."""
    scripts = ScriptDirectory(str(MIGRATIONS))
    known = str(scripts.get_current_head())
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in {script.revision for script in scripts.walk_revisions()}:
        raise SenkiError(f"the database was written by a newer Senki (schema {found}; this one knows {known})")
    return known, found
