"""Who is asking: guests by a signed cookie, accounts by a session."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from time import time

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, insert, update

from senki.table.schema import PEOPLE, SESSIONS
from senki.table.store import Store
from senki.table.wire import Refused
from senki.table.writer import Conflict, Writer

GUEST_COOKIE = "senki_guest"
SESSION_COOKIE = "senki_session"
GUEST_DAYS = 400
SESSION_DAYS = 30
DAY = 86_400
KNOWN_SESSIONS = 10_000

PASSWORDS = PasswordHasher()
NO_SUCH_PERSON = PASSWORDS.hash(secrets.token_hex(8))
"""Checked when a login is unknown, so that it takes as long as a wrong password."""


@dataclass(frozen=True)
class Person:
    """Somebody: an id that owns seats, a name, and whether they have an account."""

    id: str
    name: str
    account: bool = False
    fresh: bool = False
    """A guest who has just been given an id; the answer should set its cookie."""


class Identity:
    """Knows people by their cookies."""

    def __init__(self, store: Store, writer: Writer, key: bytes) -> None:
        self.store = store
        self.writer = writer
        self.key = key
        self.names: dict[str, str] = {}

    async def who(self, cookies: Mapping[str, str]) -> Person:
        """The person behind a request; a new guest if nobody is known."""
        token = cookies.get(SESSION_COOKIE)
        if token:
            found = await self._of_session(token)
            if found is not None:
                return found
        guest = self.unsign(cookies.get(GUEST_COOKIE, ""))
        if guest is not None:
            return Person(guest, await self.name_of(guest))
        return Person(f"g-{secrets.token_urlsafe(12)}", "", fresh=True)

    def sign(self, person: str) -> str:
        """The cookie of a guest."""
        return f"{person}.{self._mark(person).decode()}"

    def unsign(self, cookie: str) -> str | None:
        """The guest a cookie names, if the signature is ours."""
        person, _, mark = cookie.rpartition(".")
        if person.startswith("g-") and len(person) <= 40 and hmac.compare_digest(self._mark(person), mark.encode()):
            return person
        return None

    def _mark(self, person: str) -> bytes:
        return hmac.new(self.key, person.encode(), hashlib.sha256).hexdigest().encode()

    async def name_of(self, person: str) -> str:
        """The name somebody has chosen."""
        if person not in self.names:
            row = await self.store.person(person)
            if len(self.names) > KNOWN_SESSIONS:
                self.names.clear()
            self.names[person] = row.name if row is not None else ""
        return self.names[person]

    async def _of_session(self, token: str) -> Person | None:
        row = await self.store.session(_hash(token))
        if row is None or row.until < time():
            return None
        return Person(row.person, await self.name_of(row.person), account=True)

    async def change(self, person: Person, name: str | None, email: str | None, webhook: str | None) -> None:
        """Set somebody's name and where notices go."""
        row = await self.store.person(person.id)
        values = {key: new for key, new in (("name", name), ("email", email), ("webhook", webhook)) if new is not None}
        if row is None:
            made = {"id": person.id, "name": person.name, "email": "", "webhook": "", "created": time(), **values}
            await self.writer.write(insert(PEOPLE).values(made))
        elif values:
            await self.writer.write(update(PEOPLE).where(PEOPLE.c.id == person.id).values(values))
        self.names.pop(person.id, None)

    async def register(self, login: str, password: str, name: str) -> str:
        """Make an account; returns its id; raises Refused."""
        hashed = await asyncio.to_thread(PASSWORDS.hash, password)
        person = f"u-{secrets.token_urlsafe(12)}"
        values = {
            "id": person, "name": name, "login": login.lower(), "password": hashed,
            "email": "", "webhook": "", "created": time(),
        }  # fmt: skip
        try:
            await self.writer.write(insert(PEOPLE).values(values))
        except Conflict:
            raise Refused("taken", because="login_taken") from None
        return person

    async def sign_in(self, login: str, password: str) -> str:
        """The id of the account, if the password is right; raises Refused."""
        row = await self.store.account(login.lower())
        hashed = row.password if row is not None else NO_SUCH_PERSON
        try:
            await asyncio.to_thread(PASSWORDS.verify, hashed, password)
        except (VerificationError, InvalidHashError):
            raise Refused("forbidden", because="wrong_password") from None
        if row is None:
            raise Refused("forbidden", because="wrong_password")
        person: str = row.id
        return person

    async def open_session(self, person: str) -> str:
        """A new session; returns its token, of which only the hash is stored."""
        token = secrets.token_urlsafe(32)
        until = time() + SESSION_DAYS * DAY
        await self.writer.write(
            delete(SESSIONS).where(SESSIONS.c.until < time()),
            insert(SESSIONS).values(token=_hash(token), person=person, until=until),
        )
        return token

    async def close_session(self, token: str) -> None:
        """End a session."""
        await self.writer.write(delete(SESSIONS).where(SESSIONS.c.token == _hash(token)))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
