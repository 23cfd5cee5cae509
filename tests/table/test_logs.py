"""What is logged: what happened, and nobody's secrets."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import DBAPIError

from senki.table.store.database import Store
from senki.table.store.schema import PEOPLE
from tests.table.letters import Hook, Mailbox
from tests.table.support import Server, sqlite, story
from tests.table.test_sessions import PASSWORD, Member


@pytest.mark.parametrize("level", ["debug", "info", "warning"])
def test_no_secret_is_logged(level: str, tmp_path: Path) -> None:
    mailbox, hook = Mailbox(), Hook(*[b"nonsense\r\n\r\n"] * 4)
    env = {
        "SENKI_SMTP": f"smtp://user:smtp-secret@127.0.0.1:{mailbox.port}", "SENKI_WEBHOOK_HOSTS": "127.0.0.1",
        "SENKI_METRICS_TOKEN": "metrics-secret",
    }  # fmt: skip
    log = tmp_path / "log"
    secrets = [PASSWORD, "wrong-password", "smtp-secret", "metrics-secret", "jackson@example.org", hook.url, "psst"]

    async def told(server: Server) -> None:
        me, friend = Member(server.url), Member(server.url)
        await me.enter("jackson", "accounts")
        await Member(server.url).enter("jackson", password="wrong-password", status=403)
        await Member(server.url).ask("POST", "/accounts", {"login": "jackson", "password": PASSWORD}, 409)
        # The letter cannot be sent (this mail server knows no TLS), nor the webhook called: both are logged.
        await me.ask("POST", "/me", {"name": "Stonewall", "email": "jackson@example.org", "webhook": hook.url})
        begin = {"game": "nano", "seats": {"south": "link", "north": "me"}}
        made = await me.ask("POST", "/tables", begin, 201)
        link = made["links"]["south"]
        await friend.ask("GET", "/me")
        await friend.take(link)
        await friend.http.get(link.replace("/#", ""))
        async with friend.at(made["id"]) as line:
            await line.say(type="chat", text="psst")
            await line.hear("chat")
            await line.say(type="nonsense", token=link)
            await line.hear("error")
            while line.view["actor"] == "south":
                await line.play("pass" if "pass" in line.choices else line.choices[0])
        headers = {"Authorization": "Bearer metrics-secret", "Host": "senki.example"}
        assert (await friend.http.get("/metrics", headers=headers)).status_code == 200
        secrets.extend(cookie.value or "" for who in (me, friend) for cookie in who.http.cookies.jar)
        secrets.extend((link, link.rpartition("=")[2]))

    with log.open("w") as lines:
        command = [sys.executable, "-m", "senki", "serve", "--port", "0", "--db", sqlite(tmp_path), "--workers", "1"]
        process = subprocess.Popen(
            [*command, "--public", "--log", level],
            stdout=subprocess.PIPE, stderr=lines, text=True, env={**os.environ, **env},
        )  # fmt: skip
        assert process.stdout is not None
        server = Server.__new__(Server)
        server.process, server.url = process, process.stdout.readline().strip().rstrip("/")
        try:
            story(told)(server)
        finally:
            server.stop()
    written = log.read_text()
    assert not [secret for secret in secrets if secret in written]
    told_of = [json.loads(line) for line in written.splitlines()]
    assert any(line["what"] == "notice not delivered" for line in told_of)
    requests = [line for line in told_of if line["what"] == "request"]
    if level == "warning":
        assert not requests
    else:
        assert {"time", "level", "from", "what", "method", "path", "status", "ms"} <= set(requests[0])
        assert all("?" not in line["path"] for line in requests)


def test_what_the_database_says_is_logged_without_what_it_was_given(tmp_path: Path) -> None:
    @story
    async def told() -> None:
        store = Store(sqlite(tmp_path))
        await store.open()
        with pytest.raises(DBAPIError) as wrong:
            async with store.engine.begin() as connection:
                await connection.execute(insert(PEOPLE).values(id="u-1", email="jackson@example.org"))
        assert "jackson@example.org" not in str(wrong.value)
        await store.close()

    told()
