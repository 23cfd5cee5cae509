"""Accounts, guests and tables can be deleted, and a lost database made anew from a copy."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url

from senki.table.play.founding import fresh_id
from senki.table.settings import Pace, Patience, Settings
from senki.table.store.schema import META
from senki.terminal.main import main
from tests.table.inside import Inside, inside
from tests.table.letters import Hook, Mailbox
from tests.table.support import Server, Somebody, sqlite, story
from tests.table.test_sessions import PASSWORD, UNHURRIED, Member, ended

NAME = "Stonewall"


def public(database: str, **more: Any) -> Settings:
    patience = Patience(session=0.05)
    return Settings(database=database, public=True, sign_ins=UNHURRIED, patience=patience, **more)


def everything_in(database: str) -> str:
    """All that is stored, as one text."""
    url = make_url(database)
    if url.drivername.startswith("sqlite"):
        engine = create_engine(url.set(drivername="sqlite"))
        with engine.connect() as connection:
            found = {t.name: connection.execute(t.select()).all() for t in META.sorted_tables}
        engine.dispose()
        return str(found)

    import asyncpg

    async def read() -> str:
        connection = await asyncpg.connect(url.set(drivername="postgresql").render_as_string())
        found = {t.name: await connection.fetch(f"SELECT * FROM {t.name}") for t in META.sorted_tables}
        await connection.close()
        return str(found)

    return asyncio.run(read())


class Lives:
    """Somebody who leaves traces everywhere, and somebody who plays with them."""

    alone = shared = guest_id = person_id = session = ""

    async def lead(self, here: Inside, login: str, hook: Hook, mailbox: Mailbox) -> tuple[Member, Member]:
        me, friend = Member(here.url), Member(here.url)
        await me.enter(login, "accounts")
        await friend.enter(f"{login}-friend", "accounts")
        await me.ask("POST", "/me", {"name": NAME, "email": f"{login}@example.org", "webhook": hook.url})
        await me.ask("POST", "/confirm", {"token": await mailbox.token()})
        await friend.ask("POST", "/me", {"name": "Banks"})
        begin = {"game": "nano", "seats": {"south": "me", "north": "machine:1"}, "name": "Alone"}
        self.alone = (await me.ask("POST", "/tables", begin, 201))["id"]
        begin = {"game": "nano", "seats": {"south": "me", "north": "open"}, "public": True, "name": "Together"}
        self.shared = (await me.ask("POST", "/tables", begin, 201))["id"]
        await friend.ask("POST", f"/tables/{self.shared}/join", {"side": "north"})
        async with me.at(self.shared) as mine, friend.at(self.shared) as theirs:
            await mine.say(type="chat", text="I hold the pass")
            await theirs.hear("chat")
            await theirs.say(type="chat", text="and I the river")
            await mine.hear("chat")
            await mine.play(mine.choices[0])
        self.person_id = (await me.ask("GET", "/me"))["id"]
        return me, friend


def admin(*words: str) -> int:
    return main(["admin", "forget", *words])


def test_an_account_is_forgotten_by_who_runs_the_service(
    database: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    login, lives, hook, mailbox = f"jackson{os.getpid()}", Lives(), Hook(), Mailbox()

    @story
    async def before() -> None:
        async with inside(public(database, smtp=mailbox.smtp, webhook_hosts=("127.0.0.1",))) as here:
            await lives.lead(here, login, hook, mailbox)

    before()
    traces = (f"'{login}'", NAME, f"{login}@example.org", hook.url, lives.person_id, "I hold the pass", lives.alone)
    stored = everything_in(database)
    assert all(trace in stored for trace in traces)
    capsys.readouterr()
    # First it is only said what would go.
    assert admin(login, "--db", database, "--dry-run") == 0
    said = capsys.readouterr().out
    assert login in said and lives.person_id in said and lives.alone in said and f"{lives.shared}/south" in said
    assert "1 lines of talk" in said and "Nothing was deleted" in said
    assert admin(login, "--db", database, "--lang", "ja") == 1
    assert "発言1件" in capsys.readouterr().out
    assert everything_in(database) == stored
    assert admin(login.upper(), "--db", database, "--yes") == 0
    assert "Nothing" not in capsys.readouterr().out
    left = everything_in(database)
    assert not [trace for trace in traces if trace in left]
    assert "and I the river" in left and lives.shared in left
    assert admin(login, "--db", database, "--yes") == 2
    assert "there is no person, account or table" in capsys.readouterr().err

    @story
    async def after() -> None:
        async with inside(public(database)) as here:
            friend, newcomer = Member(here.url), Member(here.url)
            await friend.enter(f"{login}-friend")
            # The table of two goes on with whoever takes the seat.
            seats = (await friend.ask("GET", f"/tables/{lives.shared}"))["seats"]
            assert [(seat["kind"], seat["name"]) for seat in seats] == [("open", ""), ("person", "Banks")]
            await friend.ask("GET", f"/tables/{lives.alone}", status=404)
            await newcomer.enter(login, status=403)
            await newcomer.enter(login, "accounts")
            await newcomer.ask("POST", f"/tables/{lives.shared}/join", {"side": "south"})
            async with newcomer.at(lives.shared) as line:
                assert [said["text"] for said in line.table["chat"]] == ["and I the river"]

    after()


def test_a_person_can_go_by_themselves(database: str) -> None:
    login, lives, hook, mailbox = f"ewell{os.getpid()}", Lives(), Hook(), Mailbox()

    @story
    async def told() -> None:
        async with inside(public(database, smtp=mailbox.smtp, webhook_hosts=("127.0.0.1",))) as here:
            me, friend = await lives.lead(here, login, hook, mailbox)
            async with me.at(lives.shared) as mine, me.at(lives.alone) as lone, friend.at(lives.shared) as theirs:
                for wrong in ({}, {"password": ""}, {"password": "wrong-password"}):
                    await me.ask("POST", "/me/forget", wrong, 403)
                assert (await me.ask("GET", "/me"))["account"]
                await me.ask("POST", "/me/forget", {"password": PASSWORD})
                assert await ended(mine) == 1008
                assert await ended(lone) in (1008, 4404)
                while True:
                    seats = (await theirs.hear("seats"))["seats"]
                    if seats[0]["kind"] == "open":
                        break
                assert not seats[0].get("name")
                await theirs.say(type="ping")
                await theirs.hear("pong")
            assert not (await me.ask("GET", "/me"))["account"]
            await me.enter(login, status=403)
            await friend.ask("GET", f"/tables/{lives.alone}", status=404)

    told()
    left = everything_in(database)
    traces = (f"'{login}'", NAME, f"{login}@example.org", lives.person_id, "I hold the pass", lives.alone)
    assert not [trace for trace in traces if trace in left]


def test_wrong_passwords_for_going_have_the_pace_of_signing_in(tmp_path: Path) -> None:
    @story
    async def told() -> None:
        async with inside(public(sqlite(tmp_path), wrong_passwords=Pace(0, 2))) as here:
            me = Member(here.url)
            await me.enter("jackson", "accounts")
            for status in (403, 403, 429):
                await me.ask("POST", "/me/forget", {"password": "wrong-password"}, status)

    told()


def test_a_guest_goes_without_a_password(server: Server) -> None:
    @story
    async def told() -> None:
        me = Somebody(server.url)
        await me.post("/me", {"name": "Passer-by"})
        table, _ = await me.begin(south="me", north="machine:1")
        known = (await me.get("/me"))["id"]
        await me.post("/me/forget")
        stranger = Somebody(server.url)
        await stranger.get(f"/tables/{table}", 404)
        assert (await me.get("/me"))["id"] != known
        assert (await me.get("/me"))["name"] == ""

    told()


def test_no_id_of_a_table_is_taken_for_an_option() -> None:
    assert {fresh_id()[0] for _ in range(2000)}.isdisjoint("-_")


def test_a_table_that_is_gone_is_gone_in_other_processes_too(postgresql: str) -> None:
    @story
    async def told() -> None:
        async with inside(Settings(database=postgresql)) as here:
            me = Somebody(here.url)
            table, _ = await me.begin(south="me", north="me")
            async with me.at(table) as line:
                assert await asyncio.to_thread(admin, table, "--db", postgresql, "--yes") == 0
                assert await ended(line) == 4404
            await me.get(f"/tables/{table}", 404)

    told()


def test_names_that_mean_nobody_or_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = sqlite(tmp_path)

    @story
    async def before() -> str:  # type: ignore[misc]
        async with inside(public(database)) as here:
            me = Member(here.url)
            await me.enter("jackson", "accounts")
            table = (await me.ask("POST", "/tables", {"game": "nano", "seats": {}}, 201))["id"]
            # An account that is called as a table is.
            with sqlite3.connect(tmp_path / "tables.db") as raw:
                raw.execute("UPDATE tables SET id = 'jackson' WHERE 0")
                raw.execute("PRAGMA foreign_keys = OFF")
                for part, key in (("tables", "id"), ("seats", "table_id"), ("entries", "table_id")):
                    raw.execute(f"UPDATE {part} SET {key} = 'jackson' WHERE {key} = ?", (table,))

    before()
    assert admin("jackson", "--db", database, "--yes") == 2
    assert "login:jackson or table:jackson" in capsys.readouterr().err
    for wrong in ("nobody", "person:jackson", "table:nobody", ":", "login:"):
        assert admin(wrong, "--db", database, "--yes") == 2, wrong
    assert admin("table:jackson", "--db", database, "--yes") == 0
    assert admin("login:jackson", "--db", database, "--yes") == 0
    with sqlite3.connect(tmp_path / "tables.db") as raw:
        for part in ("tables", "seats", "entries", "people", "sessions"):
            assert raw.execute(f"SELECT count(*) FROM {part}").fetchone() == (0,), part


def test_a_database_is_made_anew_from_a_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = sqlite(tmp_path)
    copy = tmp_path / "copy.db"

    @story
    async def before() -> None:
        async with inside(Settings(database=database)) as here:
            me = Somebody(here.url)
            table, _ = await me.begin(south="me", north="me")
            async with me.at(table) as line:
                await line.play(line.choices[0])
            assert await asyncio.to_thread(main, ["admin", "backup", str(copy), "--db", database]) == 0

    before()

    def restore(source: Path, to: Path) -> int:
        return main(["admin", "restore", str(source), "--db", f"sqlite+aiosqlite:///{to}"])

    kept = copy.read_bytes()
    capsys.readouterr()
    # What is there is never replaced.
    was = (tmp_path / "tables.db").read_bytes()
    assert restore(copy, tmp_path / "tables.db") == 2
    assert "is there already" in capsys.readouterr().err and (tmp_path / "tables.db").read_bytes() == was
    new = tmp_path / "new" / "tables.db"
    assert restore(copy, new) == 0
    assert capsys.readouterr().out.strip() == "restored: 1 tables"
    assert {path.name for path in new.parent.iterdir()} == {"tables.db", "tables.db.lock"} and copy.read_bytes() == kept
    assert new.stat().st_mode & 0o077 == 0
    assert main(["admin", "repair", "--db", f"sqlite+aiosqlite:///{new}"]) == 0
    assert "1 tables replayed, 0 not well" in capsys.readouterr().out
    # What is no copy, or a broken one, or one of a later Senki, leaves nothing behind.
    broken, foreign, later = tmp_path / "broken.db", tmp_path / "foreign.db", tmp_path / "later.db"
    broken.write_bytes(kept[:4096] + b"\xa5" * 8192 + kept[12288:])
    with sqlite3.connect(foreign) as raw:
        raw.execute("CREATE TABLE tables (id)")
    later.write_bytes(kept)
    with sqlite3.connect(later) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    (tmp_path / "text.db").write_text("not a database at all")
    for wrong in (broken, foreign, later, tmp_path / "text.db", tmp_path / "nowhere.db", tmp_path):
        target = tmp_path / "other" / "tables.db"
        assert restore(wrong, target) == 2, wrong
        told = capsys.readouterr().err
        assert len(told.splitlines()) == 1 and "Traceback" not in told
        assert not target.exists() and not [path for path in tmp_path.glob("other/*") if path.suffix != ".lock"]
    assert main(["admin", "restore", str(copy), "--db", "postgresql+asyncpg://127.0.0.1/x"]) == 2
    assert "pg_restore" in capsys.readouterr().err
