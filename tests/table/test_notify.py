"""Somebody who is away learns that it is their turn, at an address that is theirs."""

from __future__ import annotations

import sqlite3
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time
from typing import Any

import pytest

from senki.table.people.confirming import CONFIRM_DAYS, LETTERS_FOR_ONE, LETTERS_TO_ONE, mailbox_of
from senki.table.people.identity import DAY
from senki.table.people.notify import trusting
from senki.table.settings import Pace, Settings
from tests.table.inside import Inside, inside, until
from tests.table.letters import Hook, Mailbox
from tests.table.support import Server, Somebody, sqlite, story

HOOKS = ("127.0.0.1",)
UNHURRIED = Pace(1000, 1000)


@asynccontextmanager
async def service(folder: Path, **more: Any) -> AsyncIterator[Inside]:
    """A service that tries again soon."""
    settings = Settings(database=sqlite(folder), webhook_hosts=HOOKS, **more)
    async with inside(settings) as here:
        here.service.notifier.pause = 0.05
        yield here


async def until_it_is_north_s_turn(here: Somebody, away: Somebody) -> str:
    """A table at which somebody who is away is to choose."""
    table, links = await here.begin(south="me", north="link")
    await away.take(links["north"])
    async with here.at(table) as line:
        while line.view["actor"] == "south":
            await line.play("pass" if "pass" in line.choices else line.choices[0])
    return table


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@story
async def test_letters_and_webhooks(tmp_path: Path, mailbox: Mailbox) -> None:
    hook = Hook(b"HTTP/1.1 503 Not now\r\n\r\n")
    async with service(tmp_path, smtp=mailbox.smtp, base_url="https://senki.example") as server:
        here, away = Somebody(server.url), Somebody(server.url)
        await away.post("/me", {"name": "Banks", "email": "banks@example.org", "webhook": hook.url})
        await away.post("/me", {"webhook": "http://169.254.169.254/latest"}, 403)
        await here.post("/confirm", {"token": await mailbox.token()})
        table = await until_it_is_north_s_turn(here, away)
        letter, text = await mailbox.next()
        assert letter["To"] == "banks@example.org" and f"https://senki.example/#/table/{table}" in text
        assert table in await hook.next()


def test_a_password_goes_only_to_a_mail_server_with_a_certificate() -> None:
    far, near = trusting("mail.example"), trusting("127.0.0.1")
    assert far.verify_mode is ssl.CERT_REQUIRED and far.check_hostname
    assert near.verify_mode is ssl.CERT_NONE


@pytest.mark.parametrize(
    "answer", [b"", b"hello\r\n\r\n", b"\xff\xfe\r\n", b"HTTP/1.1 2000 x\r\n\r\n", b"HTTP/1.1\r\n"]
)
def test_a_webhook_without_a_status_line_stops_no_other_notice(tmp_path: Path, answer: bytes) -> None:
    broken, well = Hook(*[answer] * 4), Hook()

    @story
    async def told() -> None:
        async with service(tmp_path) as server:
            here, first, second = (Somebody(server.url) for _ in range(3))
            await first.post("/me", {"webhook": broken.url})
            await second.post("/me", {"webhook": well.url})
            await until_it_is_north_s_turn(here, first)
            await until(lambda: not broken.answers and not server.service.notifier.underway)
            table = await until_it_is_north_s_turn(here, second)
            assert table in await well.next()
            again = await until_it_is_north_s_turn(here, first)
            assert again in await broken.next(), "and it is tried again the next time"

    told()


@story
async def test_no_word_goes_to_an_address_before_its_letter_is_answered(tmp_path: Path, mailbox: Mailbox) -> None:
    hook = Hook()
    async with service(tmp_path, smtp=mailbox.smtp, letters=UNHURRIED) as server:
        here, away = Somebody(server.url), Somebody(server.url)
        await away.post("/me", {"email": "banks@example.org", "webhook": hook.url})
        me = await away.get("/me")
        assert me["email"] == "banks@example.org" and not me["confirmed"]
        first = await mailbox.token()
        # The notice goes out (the webhook hears it), and no letter with it.
        assert await until_it_is_north_s_turn(here, away) in await hook.next()
        await until(lambda: not server.service.notifier.underway)
        assert mailbox.letters.empty()
        await here.post("/confirm", {"token": first})
        assert (await away.get("/me"))["confirmed"]
        # To set the same address once more changes nothing, and no letter is needed.
        await away.post("/me", {"name": "Banks", "email": "banks@example.org"})
        assert (await away.get("/me"))["confirmed"] and mailbox.letters.empty()
        # Another address needs another letter; so does going back to the first.
        await away.post("/me", {"email": "shields@example.org"})
        assert not (await away.get("/me"))["confirmed"]
        second = await mailbox.token()
        await here.post("/confirm", {"token": first}, 404)
        await away.post("/me", {"email": "banks@example.org"})
        third = await mailbox.token()
        assert len({first, second, third}) == 3
        for old in (first, second):
            await here.post("/confirm", {"token": old}, 404)
        assert not (await away.get("/me"))["confirmed"]
        await here.post("/confirm", {"token": third})
        assert (await away.get("/me"))["confirmed"]
        await away.post("/me", {"email": ""})
        assert not (await away.get("/me"))["confirmed"]


@story
async def test_a_letter_holds_no_word_of_who_asked_for_it_and_its_secret_is_not_stored(
    tmp_path: Path, mailbox: Mailbox
) -> None:
    async with service(tmp_path, smtp=mailbox.smtp) as server:
        me = Somebody(server.url)
        await me.post("/me", {"name": "Buy now", "email": "banks@example.org"})
        letter, text = await mailbox.next()
        assert "Buy now" not in text and "Buy now" not in str(letter["Subject"])
        assert "3 days" in text and "3日以内" in text
        token = text.partition("token=")[2].split()[0]
        with sqlite3.connect(tmp_path / "tables.db") as raw:
            stored = str(raw.execute("SELECT * FROM confirmations").fetchall())
        assert token not in stored and "banks@example.org" in stored
        for wrong in ("x", token[:-1] + ("A" if token[-1] != "A" else "B")):
            await me.post("/confirm", {"token": wrong}, 404)
        # Days later it is too late.
        with sqlite3.connect(tmp_path / "tables.db") as raw:
            raw.execute("UPDATE confirmations SET sent = ?", (time() - CONFIRM_DAYS * DAY - 1,))
        refused = await me.post("/confirm", {"token": token}, 404)
        assert "too old" in refused["facts"]["why"] and refused["facts"]["why_ja"]
        assert not (await me.get("/me"))["confirmed"]


@story
async def test_a_stranger_is_not_flooded_with_letters(tmp_path: Path, mailbox: Mailbox) -> None:
    async with service(tmp_path, smtp=mailbox.smtp, letters=UNHURRIED) as server:
        for number in range(LETTERS_TO_ONE):
            await Somebody(server.url).post("/me", {"email": f"Stranger+{number}@Example.org"})
            await mailbox.next()
        another = Somebody(server.url)
        refused = await another.post("/me", {"name": "X", "email": "stranger@example.org"}, 429)
        assert refused["code"] == "too_fast" and "letters" in refused["facts"]["why"]
        me = await another.get("/me")
        assert me["email"] == "" and me["name"] == "", "nothing has changed"
        # Nor does one person write to everybody.
        for number in range(LETTERS_FOR_ONE):
            await another.post("/me", {"email": f"stranger{number}@example.org"})
        await another.post("/me", {"email": "one-more@example.org"}, 429)


@story
async def test_one_address_does_not_ask_for_letters_without_end(tmp_path: Path, mailbox: Mailbox) -> None:
    async with service(tmp_path, smtp=mailbox.smtp, letters=Pace(0, 2)) as server:
        for number, status in enumerate((200, 200, 429)):
            await Somebody(server.url).post("/me", {"email": f"stranger{number}@example.org"}, status)


def test_one_mailbox_has_many_addresses() -> None:
    assert mailbox_of("A.b+news@Example.ORG.") == "a.b@example.org" == mailbox_of("a.b@example.org")


def test_where_no_letters_are_sent_an_address_cannot_be_confirmed(server: Server) -> None:
    @story
    async def told() -> None:
        me = Somebody(server.url)
        refused = await me.post("/me", {"email": "banks@example.org"}, 403)
        assert "sends no letters" in refused["facts"]["why"] and "メール" in refused["facts"]["why_ja"]
        assert (await me.get("/me"))["email"] == ""
        await me.post("/me", {"email": ""})
        await me.close()

    told()
