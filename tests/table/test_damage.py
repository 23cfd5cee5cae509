"""Databases that are full, damaged, foreign, read-only, newer or in use: the truth, in one line."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing, redirect_stderr
from io import StringIO
from pathlib import Path

import pytest

from senki.terminal.main import main
from tests.table.support import Server, Somebody, sqlite

COMMANDS = [
    ["serve", "--port", "0"], ["admin", "list"], ["admin", "export", "OUT"], ["admin", "repair", "--write"],
    ["admin", "backup", "OUT"],
]  # fmt: skip


def one_line(database: str, folder: Path, *command: str) -> str:
    """What a command that cannot do its work says: one line, and a status that is not 0."""
    given = [str(folder / "out") if word == "OUT" else word for word in command]
    status, said = (serve if command[0] == "serve" else run)(*given, "--db", database)
    assert status == 2, (status, said)
    assert said.startswith("senki: ") and said.count("\n") == 1, said
    return said


def run(*command: str) -> tuple[int, str]:
    """Run a command here: a process takes longer to start than most commands to run."""
    with redirect_stderr(StringIO()) as said:
        return main(list(command)), said.getvalue()


def serve(*command: str) -> tuple[int, str]:
    """A service runs in a process of its own, for it might start after all."""
    senki = [sys.executable, "-m", "senki", *command]
    done = subprocess.run(senki, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stderr


def made(folder: Path) -> str:
    database = sqlite(folder)
    with Server(database) as server:
        asyncio.run(Somebody(server.url).begin(south="me", north="me"))
        server.stop()
    return database


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_what_is_no_database_gives_one_line(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "tables.db").write_bytes(b"This is a letter to my aunt.\n" * 400)
    assert "not an SQLite database" in one_line(sqlite(tmp_path), tmp_path, *command)
    assert not (tmp_path / "out").exists()


def test_what_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    folder, text = tmp_path / "folder", tmp_path / "notes.txt"
    folder.mkdir(mode=0o755)
    text.write_text("what I noted", encoding="utf-8")
    text.chmod(0o644)
    before = sorted(path.name for path in tmp_path.iterdir())
    for thing in (folder, text):
        mode = thing.stat().st_mode
        for command in (["serve", "--port", "0"], ["admin", "list"], ["admin", "repair", "--write"]):
            told = one_line(f"sqlite+aiosqlite:///{thing}", tmp_path, *command)
            assert "not an SQLite database" in told
        assert thing.stat().st_mode == mode
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_damaged_read_only_and_newer_databases_give_one_line(tmp_path: Path) -> None:
    database, file = made(tmp_path), tmp_path / "tables.db"
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    for command in COMMANDS[:2]:
        assert "damaged" in one_line(database, tmp_path, *command)
    # A format of the future: SQLite reads such a file but does not write it, whoever asks.
    file.write_bytes(whole[:18] + b"\x03" + whole[19:])
    for command in (COMMANDS[0], COMMANDS[3]):
        assert "cannot be written" in one_line(database, tmp_path, *command)
    file.write_bytes(whole)
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    for command in COMMANDS[:2]:
        assert "newer Senki" in one_line(database, tmp_path, *command)


def test_a_postgresql_that_does_not_answer_gives_one_line(tmp_path: Path) -> None:
    url = "postgresql+asyncpg://senki:secret@127.0.0.1:1/none"
    for command in COMMANDS[:2]:
        assert "secret" not in one_line(url, tmp_path, *command)


def test_one_file_has_one_service(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    with Server(database) as server:
        assert "one service" in one_line(database, tmp_path, "serve", "--port", "0")
        (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
        other = f"sqlite+aiosqlite:///{tmp_path / 'link.db'}"
        assert "one service" in one_line(other, tmp_path, "serve", "--port", "0")
        assert "one service" in one_line(database, tmp_path, "admin", "repair", "--write")
        for command in (["list"], ["export", str(tmp_path / "out")], ["repair"], ["backup", str(tmp_path / "copy")]):
            assert run("admin", *command, "--db", database) == (0, "")
        server.kill()
    with Server(database) as again:
        asyncio.run(Somebody(again.url).begin(south="me", north="me"))


def test_a_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    database = made(tmp_path)
    file = tmp_path / "tables.db"
    file.chmod(0o644)
    before = os.umask(0)
    try:
        with Server(database) as server:
            asyncio.run(Somebody(server.url).begin(south="me", north="me"))
            assert run("admin", "backup", str(tmp_path / "copy.db"), "--db", database) == (0, "")
            found = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert {"tables.db", "tables.db-wal", "tables.db-shm", "copy.db"} <= set(found)
    assert set(found.values()) == {0o600}, found


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the disk of a running process is limited on Linux only")
def test_healthz_tells_of_a_full_disk_and_of_its_end(tmp_path: Path) -> None:
    async def tell(server: Server) -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="me")
        assert (await me.http.get("/healthz")).status_code == 200
        async with me.at(table) as line:
            limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
            answer = await me.post("/tables", {"game": "nano", "seats": {}}, 500)
            assert "why_ja" in answer["facts"]
            assert (await line.play(line.choices[0]))["code"] == "failed"
            assert (await me.http.get("/healthz")).status_code == 503
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
            assert (await line.play(line.choices[0]))["type"] == "moved"
            assert (await me.http.get("/healthz")).status_code == 200

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(tell(server))


def test_healthz_tells_of_a_damaged_file(tmp_path: Path) -> None:
    async def tell(server: Server) -> None:
        me = Somebody(server.url)
        assert (await me.http.get("/healthz")).status_code == 200
        file = tmp_path / "tables.db"
        with file.open("r+b") as raw:
            raw.seek(4096)
            raw.write(b"\xff" * (file.stat().st_size - 4096))
        for _ in range(2000):
            if (await me.http.get("/healthz")).status_code == 503:
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the damage was never told")

    made(tmp_path)
    with Server(sqlite(tmp_path)) as server:
        asyncio.run(tell(server))
