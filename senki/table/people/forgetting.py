"""Forgetting a person or a table: what is to be deleted, and what stays for others without a name."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from sqlalchemy import Executable, and_, delete, or_, update

from senki.engine.errors import SenkiError
from senki.table.store.database import Store
from senki.table.store.pens import NOTIFY
from senki.table.store.rows import TO_RATE, UNRATED, SeatRow, TableRow
from senki.table.store.schema import (
    CHAT,
    CONFIRMATIONS,
    ENTRANTS,
    ENTRIES,
    HELPED,
    PEOPLE,
    RATINGS,
    SEATS,
    SESSIONS,
    SHELVED,
    SUBSCRIPTIONS,
    TABLES,
    TOURNAMENTS,
    VACATIONS,
)

KINDS = ("person", "login", "table")
OF_NOBODY = ("", "admin")
"""Owners who are no person."""


@dataclass
class Farewell:
    """What is forgotten with somebody or something."""

    whom: str
    """A person's id, or a table's."""
    is_person: bool = True
    login: str = ""
    sessions: int = 0
    addresses: int = 0
    """An e-mail address, a webhook, browsers."""
    deleted: list[str] = field(default_factory=list)
    """Tables."""
    freed: list[tuple[str, str]] = field(default_factory=list)
    """Seats at tables of others, which somebody else may take: the table and the side."""
    lines: int = 0
    """Lines of talk at tables that stay."""
    statements: list[Executable] = field(default_factory=list)

    @property
    def changed(self) -> list[str]:
        """The tables at which something is no longer as it was."""
        return sorted({*self.deleted, *(table for table, _ in self.freed)})


async def farewell(store: Store, named: str) -> Farewell:
    """What is forgotten with a person, an account or a table, by id or login; raises SenkiError."""
    kind, _, rest = named.partition(":")
    kinds, key = ((kind,), rest) if kind in KINDS and rest else (KINDS, named)
    found = {}
    if "person" in kinds and await _is_somebody(store, key):
        found["person"] = key
    if "login" in kinds and (row := await store.account(key.lower())) is not None:
        found["login"] = str(row.id)
    if "table" in kinds and await store.table(key) is not None:
        found["table"] = key
    if not found:
        raise SenkiError(f"there is no person, account or table '{named}'")
    if len(set(found.values())) > 1:
        raise SenkiError(f"'{named}' names more than one: write {' or '.join(f'{one}:{key}' for one in sorted(found))}")
    which, whom = found.popitem()
    return _table_s(whom) if which == "table" else await farewell_of(store, whom)


async def _is_somebody(store: Store, person: str) -> bool:
    """Is a person known, if only by a seat or a table? Guests who never gave a name have no row of their own."""
    return await store.person(person) is not None or bool(await store.all_tables_of(person))


def _table_s(table: str) -> Farewell:
    return Farewell(table, False, deleted=[table], statements=deletion_of(table))


async def farewell_of(store: Store, person: str) -> Farewell:
    """What is forgotten with a person."""
    row = await store.person(person)
    made = Farewell(person)
    if row is not None:
        made.login = row.login or ""
        made.addresses = bool(row.email) + bool(row.webhook)
    made.addresses += len(await store.subscriptions(person))
    made.sessions = await store.sessions_of(person)
    theirs = await store.all_tables_of(person)
    seats = await store.seats_of([table.id for table in theirs])
    said = [CHAT.c.person == person]
    for table in theirs:
        if _nobody_else(table, seats[table.id], person):
            made.deleted.append(table.id)
            made.statements += deletion_of(table.id)
            continue
        for seat in (one for one in seats[table.id] if one.person == person):
            made.freed.append((table.id, seat.side))
            made.statements.append(_free(table, seat))
            if table.rated == TO_RATE:
                # Whoever takes the seat would be rated for what somebody else has played.
                made.statements.append(update(TABLES).where(TABLES.c.id == table.id).values(rated=UNRATED))
            # Talk of a time when its speaker was not stored goes by the seat.
            by_seat = and_(CHAT.c.table_id == table.id, CHAT.c.side == seat.side, CHAT.c.name == seat.name)
            said.append(and_(CHAT.c.person.is_(None), by_seat))
    stays = or_(*said) & CHAT.c.table_id.not_in(made.deleted)
    made.lines = await store.lines(stays)
    made.statements += [
        delete(CHAT).where(stays),
        update(TABLES).where(TABLES.c.owner == person).values(owner=""),
        delete(SESSIONS).where(SESSIONS.c.person == person),
        delete(CONFIRMATIONS).where(CONFIRMATIONS.c.person == person),
        delete(SHELVED).where(SHELVED.c.person == person),
        delete(VACATIONS).where(VACATIONS.c.person == person),
        delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person == person),
        delete(RATINGS).where(RATINGS.c.person == person),
        # In a tournament the others see that somebody is gone, not who.
        update(ENTRANTS).where(ENTRANTS.c.person == person).values(person=None, name="", gone=True),
        update(TOURNAMENTS).where(TOURNAMENTS.c.owner == person).values(owner=""),
        delete(PEOPLE).where(PEOPLE.c.id == person),
    ]
    return made


def _nobody_else(table: TableRow, seats: list[SeatRow], person: str) -> bool:
    """Does a table matter to nobody but one person?"""
    return {table.owner, *(seat.person for seat in seats if seat.person)} <= {person, *OF_NOBODY}


def _free(table: TableRow, seat: SeatRow) -> Executable:
    """As if they had stood up. What was added to the dice stays: rolls that were made follow from it."""
    kind, token = ("open", "") if table.public else ("link", secrets.token_urlsafe(12))
    same = (SEATS.c.table_id == table.id) & (SEATS.c.side == seat.side)
    return update(SEATS).where(same).values(kind=kind, token=token, person=None, name="")


def deletion_of(table: str) -> list[Executable]:
    """What deletes a table and all that belongs to it."""
    return [
        update(TABLES).where(TABLES.c.rematch == table).values(rematch=None),
        *(delete(part).where(part.c.table_id == table) for part in (ENTRIES, SEATS, CHAT, HELPED, SHELVED)),
        delete(TABLES).where(TABLES.c.id == table),
    ]


async def carry_out(store: Store, made: Farewell) -> None:
    """Forget, in one transaction; services on the same PostgreSQL hear of it."""
    async with store.engine.begin() as connection:
        for statement in made.statements:
            await connection.execute(statement)
        if store.is_postgresql and made.changed:
            notices = [f"admin {table} seats" for table in made.changed]
            await connection.execute(NOTIFY, {"notices": notices})
