"""Sessions and what hangs on them: sockets end with theirs, and passwords are not guessed by trying."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

import pytest
from sqlalchemy import update

from senki.table.people.identity import hash_of
from senki.table.settings import Pace, Patience, Settings
from senki.table.store.schema import SESSIONS
from tests.table.inside import PATIENCE, Inside, inside
from tests.table.support import Line, Somebody, sqlite, story

UNHURRIED = Pace(1000, 1000)
PASSWORD = "stonewall-1862"


@asynccontextmanager
async def public(database: str, **more: Any) -> AsyncIterator[Inside]:
    """A public service that looks often after its sessions."""
    given = {"sign_ins": UNHURRIED, "patience": Patience(session=0.05), **more}
    async with inside(Settings(database=database, public=True, **given)) as here:
        yield here


class Member(Somebody):
    """Somebody with an account. The cookies are for TLS, so this browser carries them by hand."""

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        answer = await self.http.request(method, f"/api{path}", json=body if body is not None else {})
        assert answer.status_code == status, answer.text
        for cookie in self.http.cookies.jar:
            cookie.secure = False
        return answer.json()

    async def enter(self, login: str, how: str = "session", password: str = PASSWORD, status: int = 201) -> Any:
        return await self.ask("POST", f"/{how}", {"login": login, "password": password}, status)


async def ended(line: Line) -> int | None:
    """Wait until the other end closes; its code."""
    await asyncio.wait_for(line.socket.wait_closed(), PATIENCE)
    return line.socket.close_code


@story
async def test_sockets_end_when_their_session_is_signed_out(tmp_path: Path) -> None:
    # The look after sessions comes too late to be the reason.
    async with public(sqlite(tmp_path), patience=Patience(session=1000)) as here:
        phone, desk, guest = Member(here.url), Member(here.url), Member(here.url)
        await phone.enter("jackson", "accounts")
        await desk.enter("jackson")
        table = (await desk.ask("POST", "/tables", {"game": "nano", "seats": {"south": "me"}}, 201))["id"]
        async with desk.at(table) as mine, desk.at(table) as too, phone.at(table) as other, guest.at(table) as watcher:
            await desk.ask("DELETE", "/session")
            assert await ended(mine) == await ended(too) == 1008
            for line in (other, watcher):
                await line.say(type="ping")
                await line.hear("pong")
            # Who signs in anew in the same browser is somebody else there from then on.
            await phone.enter("jackson")
            assert await ended(other) == 1008
            await watcher.say(type="ping")
            await watcher.hear("pong")


@story
async def test_what_is_said_after_signing_out_is_not_heard(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), patience=Patience(session=1000)) as here:
        me = Member(here.url)
        await me.enter("jackson", "accounts")
        table = (await me.ask("POST", "/tables", {"game": "nano", "seats": {"south": "me", "north": "me"}}, 201))["id"]
        async with me.at(table) as line:
            socket = next(iter(here.service.sockets.open))
            here.service.sockets.end_session(socket.session)
            await line.say(type="play", at=line.at, option=line.choices[0])
            assert await ended(line) == 1008
        assert (await me.ask("GET", f"/tables/{table}"))["at"] == 0


def test_sockets_of_a_session_that_has_run_out_end_soon(database: str) -> None:
    @story
    async def told() -> None:
        async with public(database) as here:
            me = Member(here.url)
            await me.enter(f"jackson{int(time())}", "accounts")
            table = (await me.ask("POST", "/tables", {"game": "nano", "seats": {"south": "me"}}, 201))["id"]
            async with me.at(table) as line:
                session = hash_of(str(me.http.cookies["senki_session"]))
                past = update(SESSIONS).where(SESSIONS.c.token == session).values(until=time() - 1)
                await here.service.writer.write(past)
                assert await ended(line) == 1008
            assert not (await me.ask("GET", "/me"))["account"]

    told()


def test_signing_out_ends_sockets_in_other_processes_too(postgresql: str) -> None:
    @story
    async def told() -> None:
        async with public(postgresql) as here, public(postgresql) as there:
            me = Member(here.url)
            await me.enter("ewell", "accounts")
            table = (await me.ask("POST", "/tables", {"game": "nano", "seats": {"south": "me"}}, 201))["id"]
            elsewhere = Member(there.url)
            elsewhere.http.cookies = me.http.cookies
            async with elsewhere.at(table) as line:
                await me.ask("DELETE", "/session")
                assert await ended(line) == 1008

    told()


@story
async def test_wrong_passwords_have_a_pace_for_each_account(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), wrong_passwords=Pace(0, 4)) as here:
        owner = Member(here.url)
        await owner.enter("jackson", "accounts")
        await Member(here.url).enter("banks", "accounts")
        # Each guess from another address, as far as the service can tell: those of one address have a pace anyway.
        for _ in range(4):
            await Member(here.url).enter("Jackson", password="wrong-password", status=403)
        refused = await Member(here.url).enter("jackson", password="wrong-password", status=429)
        assert refused["code"] == "too_fast" and "wrong passwords" in refused["facts"]["why"]
        assert refused["facts"]["why_ja"]
        await Member(here.url).enter("jackson", status=429)
        # The owner has signed in with this browser before, and is not locked out; other accounts know nothing of it.
        await owner.enter("jackson")
        await Member(here.url).enter("banks")
        # An account that does not exist is not told from one that does.
        for status in (403, 403, 403, 403, 429):
            await Member(here.url).enter("nobody", password="wrong-password", status=status)


@story
async def test_a_known_browser_may_not_guess_without_end_either(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), wrong_passwords=Pace(0, 3)) as here:
        owner, stranger = Member(here.url), Member(here.url)
        await owner.enter("jackson", "accounts")
        await stranger.enter("banks", "accounts")
        for status in (403, 403, 403, 429):
            await owner.enter("jackson", password="wrong-password", status=status)
        # What says that a browser is known to one account says nothing about another.
        for status in (403, 403, 403, 429):
            await stranger.enter("jackson", password="wrong-password", status=status)
        await stranger.enter("jackson", status=429)


@story
async def test_right_passwords_cost_nothing(tmp_path: Path) -> None:
    async with public(sqlite(tmp_path), wrong_passwords=Pace(0, 2)) as here:
        await Member(here.url).enter("jackson", "accounts")
        for _ in range(4):
            await Member(here.url).enter("jackson")


@pytest.mark.parametrize("cookie", ["", ".", "x", "x.y", "é.é", f"{'x' * 50}.{'0' * 64}"])
@story
async def test_a_forged_known_browser_is_a_stranger(tmp_path: Path, cookie: str) -> None:
    async with public(sqlite(tmp_path), wrong_passwords=Pace(0, 1)) as here:
        await Member(here.url).enter("jackson", "accounts")
        await Member(here.url).enter("jackson", password="wrong-password", status=403)
        body = {"login": "jackson", "password": PASSWORD}
        headers = {"Cookie": f"senki_known={cookie}".encode()}
        answer = await Member(here.url).http.post("/api/session", json=body, headers=headers)
        assert answer.status_code == 429
