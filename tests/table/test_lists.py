"""Lists survive tables that cannot be read, and so does everything else."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from senki.terminal.main import main
from tests.table.support import Server, Somebody, sqlite

GARBAGE = ["", "{", "[]", '{"turn": "x"}', "\x00\x01"]


def test_one_bad_table_spoils_neither_lists_nor_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = sqlite(tmp_path)
    made: list[str] = []

    async def begin(server: Server) -> Somebody:
        me = Somebody(server.url)
        for _ in range(len(GARBAGE) + 3):
            seats = {"south": "machine:1", "north": "open"}
            made.append((await me.post("/tables", {"game": "nano", "seats": seats, "public": True}, 201))["id"])
        return me

    async def look(server: Server, me: Somebody) -> None:
        again = Somebody(server.url)
        again.http.cookies = me.http.cookies
        for _ in range(2):
            for which in ("mine", "open", "public"):
                listed = {table["id"] for table in await again.get(f"/tables?{which}=1")}
                assert listed == set(made[len(GARBAGE) + 2 :])
        for bad in made[: len(GARBAGE)]:
            assert "why_ja" in (await again.get(f"/tables/{bad}", 500))["facts"]
            async with again.at(bad, hello=False) as line:
                assert (await line.hear("error"))["code"] == "failed"
        good = made[-1]
        async with again.at(good) as line:
            assert line.table["id"] == good

    with Server(database) as server:
        me = asyncio.run(begin(server))
        server.stop()
    with closing(sqlite3.connect(tmp_path / "tables.db", isolation_level=None)) as raw:
        for table, garbage in zip(made, GARBAGE, strict=False):
            raw.execute("UPDATE tables SET position = ? WHERE id = ?", (garbage, table))
        raw.execute("UPDATE tables SET game = 'gone' WHERE id = ?", (made[len(GARBAGE)],))
        raw.execute("DELETE FROM seats WHERE table_id = ?", (made[len(GARBAGE) + 1],))
    with Server(database) as server:
        asyncio.run(look(server, me))
        assert main(["admin", "list", "--db", database]) == 0
    assert main(["admin", "export", str(tmp_path / "out"), "--db", database]) == 1
    assert len(list((tmp_path / "out").iterdir())) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert main(["admin", "repair", "--write", "--db", database]) == 1
    assert capsys.readouterr().out.count("was replaced") == len(GARBAGE)
