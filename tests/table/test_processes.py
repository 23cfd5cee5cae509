"""More than one life: several processes on one database, and the same table after a restart."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from pathlib import Path

import pytest

from senki.terminal.main import main
from tests.table.support import Server, Somebody, play_out, sqlite

ENDED = (0, -signal.SIGTERM)
"""Ended as it was asked to."""


def test_two_processes_see_each_others_moves(postgresql: str) -> None:
    async def story(first: Server, second: Server) -> None:
        south, north = Somebody(first.url), Somebody(second.url)
        table, links = await south.begin(south="me", north="link")
        await north.take(links["north"])
        async with south.at(table) as a, north.at(table) as b:
            for _ in range(100):
                seats = await a.hear("seats") if a.table["seats"][1]["kind"] != "person" else a.table
                if seats["seats"][1]["kind"] == "person":
                    break
            for line in ("hello over there", "ready?"):
                await a.say(type="chat", text=line)
            assert [(await b.hear("chat"))["text"] for _ in range(2)] == ["hello over there", "ready?"]
            made = await play_out([a, b], random.Random(7))
            assert made and a.view["result"] == b.view["result"]
            log = [await who.get(f"/tables/{table}/log") for who in (south, north)]
            assert log[0] == log[1]

    with Server(postgresql) as first, Server(postgresql) as second:
        asyncio.run(story(first, second))


def test_of_two_processes_only_one_can_answer_a_decision(postgresql: str) -> None:
    async def story(first: Server, second: Server) -> None:
        here, there = Somebody(first.url), Somebody(second.url)
        table, _ = await here.begin(south="me", north="me")
        there.http.cookies = here.http.cookies
        async with here.at(table) as a, there.at(table) as b:
            made = 0
            # The dice are real: one game in fifty is over before fifteen choices, none before five.
            while made < 15 and not a.over:
                made += 1
                option = a.choices[0], a.choices[-1]
                await asyncio.gather(
                    a.say(type="play", at=a.at, option=option[0], ref=1),
                    b.say(type="play", at=b.at, option=option[1], ref=2),
                )
                before = a.at
                while a.at == before or b.at == before:
                    await asyncio.gather(*(line.next() for line in (a, b) if line.at == before))
                while a.at != b.at:
                    await (a if a.at < b.at else b).hear("moved")
                assert a.view == b.view
            assert made >= 4
            log = (await here.get(f"/tables/{table}/log"))["entries"]
            assert [entry["n"] for entry in log] == list(range(a.at + 1))

    with Server(postgresql) as first, Server(postgresql) as second:
        asyncio.run(story(first, second))


def test_after_a_restart_the_machine_goes_on_and_so_do_i(tmp_path: Path) -> None:
    database = sqlite(tmp_path)

    async def until_the_machine_thinks(server: Server) -> tuple[Somebody, str]:
        me = Somebody(server.url)
        table, _ = await me.begin(south="machine:4", north="me")
        async with me.at(table) as line:
            await line.hear("thinking")
            server.kill()
        await me.close()
        return me, table

    async def afterwards(server: Server, me: Somebody, table: str) -> None:
        again = Somebody(server.url)
        again.http.cookies = me.http.cookies
        for _ in range(600):
            if (await again.get(f"/tables/{table}"))["at"] > 0:
                break
            await asyncio.sleep(0.1)
        async with again.at(table) as line:
            assert line.at > 0 and line.table["you"] == ["north"]
            await line.say(type="resign")
            await line.hear("moved")
        await again.close()

    with Server(database) as server:
        me, table = asyncio.run(until_the_machine_thinks(server))
    with Server(database) as restarted:
        asyncio.run(afterwards(restarted, me, table))
        assert restarted.stop() in ENDED


def test_an_undo_works_after_a_restart(tmp_path: Path) -> None:
    database = sqlite(tmp_path)

    async def begin(server: Server) -> tuple[Somebody, str]:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="me")
        async with me.at(table) as line:
            for number in range(9):
                await line.play(line.choices[number % len(line.choices)])
        await me.close()
        return me, table

    async def go_back(server: Server, me: Somebody, table: str) -> None:
        again = Somebody(server.url)
        again.http.cookies = me.http.cookies
        async with again.at(table) as line:
            for _ in range(9):
                await line.say(type="undo", at=line.at)
                await line.hear("moved")
            assert line.view["awaits"] == "set_up" and len(line.choices) > 1
            await line.say(type="undo", at=line.at)
            assert (await line.hear("error"))["code"] == "nothing"
            await play_out([line], random.Random(1))
        await again.close()

    with Server(database) as server:
        me, table = asyncio.run(begin(server))
        assert server.stop() in ENDED
    with Server(database) as restarted:
        asyncio.run(go_back(restarted, me, table))


def test_a_long_table_opens_as_fast_as_a_new_one(tmp_path: Path) -> None:
    """Two thousand entries, most of them taken back and made again: what is sent and read stays small."""

    async def story(server: Server) -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="me")
        for _ in range(10):
            # Each connection may say only so much in so short a time.
            async with me.at(table) as line:
                for _ in range(100):
                    await line.play(line.choices[0])
                    await line.say(type="undo", at=line.at)
                    await line.hear("moved")
        async with me.at(table) as line:
            assert line.at == 2000 and len(line.table["entries"]) <= 80

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(story(server))


def test_admin_exports_imports_repairs_and_backs_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = sqlite(tmp_path)

    async def story(server: Server) -> None:
        me = Somebody(server.url)
        for most in (1000, 7):
            table, _ = await me.begin(south="me", north="me")
            async with me.at(table) as line:
                await play_out([line], random.Random(1), most)

    with Server(database) as server:
        asyncio.run(story(server))
        assert main(["admin", "backup", str(tmp_path / "copy.db"), "--db", database]) == 0
    copy = f"sqlite+aiosqlite:///{tmp_path / 'copy.db'}"
    assert main(["admin", "export", str(tmp_path / "out"), "--db", copy]) == 0
    records = [str(path) for path in (tmp_path / "out").iterdir()]
    assert len(records) == 2
    assert main(["admin", "import", *records, "--db", copy]) == 0
    assert main(["admin", "list", "--db", copy]) == 0
    capsys.readouterr()
    assert main(["admin", "repair", "--db", copy]) == 0
    assert capsys.readouterr().out.strip() == "4 tables replayed, 0 not well"
    assert main(["admin", "repair", "--db", copy, "--lang", "ja"]) == 0
    assert capsys.readouterr().out.strip() == "4卓を再生、異常0卓"
    assert main(["admin", "list", "--db", copy, "--lang", "ja"]) == 0
    assert "名前" in capsys.readouterr().out
    with sqlite3.connect(tmp_path / "copy.db") as raw:
        raw.execute("UPDATE tables SET position = replace(position, '\"vp\":', '\"vp\":1')")
    assert main(["admin", "repair", "--db", copy]) == 1
    assert main(["admin", "repair", "--write", "--db", copy]) == 0
    assert main(["admin", "repair", "--db", copy]) == 0
