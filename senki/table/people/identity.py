"""Who is asking: guests by a signed cookie, accounts by a session."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from time import time

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, insert, update

from senki.table.people.limits import Buckets
from senki.table.refusals import Refused
from senki.table.settings import Pace
from senki.table.store.database import Store
from senki.table.store.schema import PEOPLE, SESSIONS
from senki.table.store.writer import Conflict, Writer

GUEST_COOKIE = "senki_guest"
SESSION_COOKIE = "senki_session"
KNOWN_COOKIE = "senki_known"
ACCOUNT, GUEST = "u-", "g-"
"""How the id of an account begins, and that of a guest."""
GUEST_DAYS = 400
KNOWN_DAYS = 400
SESSION_DAYS = 30
DAY = 86_400
KNOWN_SESSIONS = 10_000
HASHING_AT_ONCE = 2
"""Passwords checked at a time: each takes 64 MB."""

PASSWORDS = PasswordHasher()


@cache
def no_such_person() -> str:
    """What is checked when a login is unknown, so that it takes as long as a wrong password."""
    return PASSWORDS.hash(secrets.token_hex(8))


@dataclass(frozen=True)
class Person:
    """Somebody: an id that owns seats, a name, and whether they have an account."""

    id: str
    name: str
    account: bool = False
    fresh: bool = False
    """A guest who has just been given an id; the answer should set its cookie."""
    session: str = ""
    """The hash of the session that says so, for an account."""


class Identity:
    """Knows people by their cookies."""

    def __init__(self, store: Store, writer: Writer, key: bytes, wrong_passwords: Pace) -> None:
        self.store = store
        self.writer = writer
        self.key = key
        self.names: dict[str, str] = {}
        self.wrong_passwords = Buckets(wrong_passwords)
        self.hashing = asyncio.Semaphore(HASHING_AT_ONCE)

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
        return Person(f"{GUEST}{secrets.token_urlsafe(12)}", "", fresh=True)

    def sign(self, person: str) -> str:
        """The cookie of a guest."""
        return f"{person}.{self._mark(person).decode()}"

    def unsign(self, cookie: str) -> str | None:
        """The guest a cookie names, if the signature is ours."""
        person, _, mark = cookie.rpartition(".")
        if person.startswith(GUEST) and len(person) <= 40 and hmac.compare_digest(self._mark(person), mark.encode()):
            return person
        return None

    def known_browser(self, login: str) -> str:
        """The cookie of a browser in which somebody has signed in to an account."""
        browser = secrets.token_urlsafe(9)
        return f"{browser}.{self._mark(f'known {login.lower()} {browser}').decode()}"

    def _browser(self, login: str, cookie: str) -> str:
        """The browser a cookie names, if somebody has signed in there to this account before."""
        browser, _, mark = cookie.rpartition(".")
        ours = self._mark(f"known {login} {browser}")
        return browser if len(browser) <= 40 and hmac.compare_digest(ours, mark.encode()) else ""

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
        session = hash_of(token)
        row = await self.store.session(session)
        if row is None or row.until < time():
            return None
        return Person(row.person, await self.name_of(row.person), account=True, session=session)

    async def sessions_that_hold(self, sessions: set[str]) -> set[str]:
        """Of these sessions, by their hashes, those that have not ended."""
        return await self.store.sessions_after(sessions, time()) if sessions else set()

    async def change(
        self, person: Person, name: str | None, email: str | None, webhook: str | None, hidden: bool | None = None
    ) -> None:
        """Set somebody's name, where notices go, and who sees the profile.

        A new address gets none before it is confirmed.
        """
        row = await self.store.person(person.id)
        wishes: dict[str, str | bool | None] = {"name": name, "email": email, "webhook": webhook, "hidden": hidden}
        values = {key: new for key, new in wishes.items() if new is not None}
        if row is None:
            made = {
                "id": person.id, "name": person.name, "email": "", "confirmed": False, "webhook": "", "hidden": False,
                "created": time(),
            }  # fmt: skip
            await self.writer.write(insert(PEOPLE).values({**made, **values}))
        elif values:
            changed: dict[str, str | bool] = {**values}
            if email is not None and email != row.email:
                changed["confirmed"] = False
            await self.writer.write(update(PEOPLE).where(PEOPLE.c.id == person.id).values(changed))
        self.names.pop(person.id, None)

    async def register(self, login: str, password: str, name: str) -> str:
        """Make an account; returns its id; raises Refused."""
        async with self.hashing:
            hashed = await asyncio.to_thread(PASSWORDS.hash, password)
        person = f"{ACCOUNT}{secrets.token_urlsafe(12)}"
        values = {
            "id": person, "name": name, "login": login.lower(), "password": hashed,
            "email": "", "confirmed": False, "webhook": "", "hidden": False, "created": time(),
        }  # fmt: skip
        try:
            await self.writer.write(insert(PEOPLE).values(values))
        except Conflict:
            raise Refused("taken", because="login_taken") from None
        return person

    async def sign_in(self, login: str, password: str, known: str = "") -> str:
        """The id of the account, if the password is right; raises Refused.

        Wrong passwords have a pace for each account, wherever they come from. A browser in which somebody has signed in
        before shows its cookie (`known`) and has a pace of its own: a stranger who guesses does not lock the owner out.
        """
        login = login.lower()
        wrong = self.wrong_passwords.of(f"{login} {self._browser(login, known)}")
        # Taken beforehand, so that many guesses at once do not all pass.
        if not wrong.take():
            raise Refused("too_fast", because="many_wrong_passwords")
        row = await self.store.account(login)
        hashed = row.password if row is not None else no_such_person()
        try:
            async with self.hashing:
                await asyncio.to_thread(PASSWORDS.verify, hashed, password)
        except (VerificationError, InvalidHashError):
            raise Refused("forbidden", because="wrong_password") from None
        if row is None:
            raise Refused("forbidden", because="wrong_password")
        wrong.charge(-1.0)
        person: str = row.id
        return person

    async def open_session(self, person: str) -> str:
        """A new session; returns its token, of which only the hash is stored."""
        token = secrets.token_urlsafe(32)
        until = time() + SESSION_DAYS * DAY
        await self.writer.write(
            delete(SESSIONS).where(SESSIONS.c.until < time()),
            insert(SESSIONS).values(token=hash_of(token), person=person, until=until),
        )
        return token

    async def close_session(self, session: str) -> None:
        """End a session, by its hash."""
        await self.writer.write(delete(SESSIONS).where(SESSIONS.c.token == session))


def hash_of(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()
