"""Lists survive tables that cannot be read, and so does everything else."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.table.http import listing
from senki.table.machine.loading import begin_anew
from senki.table.people.identity import Person
from senki.table.play.founding import entries_of, rows_of, statements_for
from senki.table.play.wishes import NewTable
from senki.table.settings import Settings
from senki.table.store.lists import tables_of
from senki.table.store.rows import ListRow
from senki.terminal.main import main
from tests.table.inside import inside
from tests.table.support import Server, Somebody, sqlite, story

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


async def ids(person: Somebody, asked: str) -> list[str]:
    return [table["id"] for table in await person.get(f"/tables?{asked}")]


@story
async def test_five_hundred_tables_come_page_by_page_those_that_wait_for_me_first(tmp_path: Path) -> None:
    async with inside(Settings(database=sqlite(tmp_path), workers=1)) as made:
        me = Somebody(made.url)
        person = Person((await me.get("/me"))["id"], "Me")
        service, game = made.service, find_game("nano")
        begun = begin_anew("nano", game.scenario(None).id, {})
        mine, over = set(), set()
        for number in range(500):
            both = number % 7 == 0
            wish = NewTable(game="nano", seats={"south": "me", "north": "me" if both else "link"})
            row, seats = rows_of(game, begun, person, wish)
            row.updated, row.actor = 1000.0 + number, game.sides[0].id
            if both and number % 2:
                row.ending = '{"how": "agreed", "winner": null}'
                over.add(row.id)
            elif both:
                mine.add(row.id)
            await service.writer.write(*statements_for(row, seats), entries=entries_of(row, begun))
        seen: list[str] = []
        while page := await ids(me, f"mine=1&from={len(seen)}&count=60"):
            seen += page
        assert len(seen) == len(set(seen)) == 500 and set(seen[: len(mine)]) == mine
        rest = await me.http.get("/api/tables?mine=1&from=480&count=60")
        assert rest.headers["Senki-Total"] == "500" and len(rest.json()) == 20
        assert set(await ids(me, "mine=1&state=turn")) == mine
        answer = await me.http.get("/api/tables?mine=1&state=over")
        assert {table["id"] for table in answer.json()} == over and answer.headers["Senki-Total"] == str(len(over))
        running = await me.http.get("/api/tables?mine=1&state=running&count=1")
        assert running.headers["Senki-Total"] == str(500 - len(over))
        assert len(await ids(me, "mine=1&game=nano")) == 100 and await ids(me, "mine=1&game=shiloh") == []
        for wrong in ("state=mine", "count=0", "count=101", "from=-1", "game=A%20B", "away=2"):
            await me.get(f"/tables?mine=1&{wrong}", 422)


@story
async def test_lists_that_are_made_at_once_leave_out_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with inside(Settings(database=sqlite(tmp_path), workers=1)) as made:
        me, store = Somebody(made.url), made.service.store
        person = Person((await me.get("/me"))["id"], "Me")
        for _ in range(2):
            await me.begin(south="me", north="me")
        rows = await store.page(tables_of(person.id), 2)
        loop, read, gist = asyncio.get_running_loop(), store.big_texts, listing.gist
        asked, later, again = asyncio.Event(), asyncio.Event(), asyncio.Event()
        goes_on, ends = threading.Event(), threading.Event()
        begun: list[str] = []

        async def texts(tables: list[str]) -> dict[str, tuple[str, str]]:
            if len(tables) == 1:
                asked.set()
                await later.wait()
            return await read(tables)

        def slow(game: Game, row: ListRow, position: str, options: str) -> listing.Gist:
            begun.append(row.id)
            if row is rows[1]:
                loop.call_soon_threadsafe(later.set)
                goes_on.wait(30)
            elif begun.count(row.id) == 2:
                loop.call_soon_threadsafe(again.set)
                ends.wait(30)
            return gist(game, row, position, options)

        monkeypatch.setattr(store, "big_texts", texts)
        monkeypatch.setattr(listing, "gist", slow)
        lists = listing.Listing(store, find_game)
        # The short list reads the first table once more while the long one, which has read it, reads the second.
        short = asyncio.create_task(lists.forms(rows[:1], person))
        await asked.wait()
        long = asyncio.create_task(lists.forms(rows, person))
        await again.wait()
        goes_on.set()
        assert [table.id for table in await long] == [row.id for row in rows]
        ends.set()
        assert [table.id for table in await short] == [rows[0].id]


@story
async def test_what_one_puts_away_the_other_still_has(tmp_path: Path) -> None:
    async with inside(Settings(database=sqlite(tmp_path), workers=1)) as made:
        me, friend, stranger = (Somebody(made.url) for _ in range(3))
        table, links = await me.begin(south="me", north="link")
        await friend.take(links["north"])
        alone, _ = await me.begin(south="me", north="machine:1")
        for which in (table, alone):
            await me.post(f"/tables/{which}/archive")
        assert await ids(me, "mine=1") == [] and set(await ids(me, "mine=1&away=1")) == {table, alone}
        assert await ids(friend, "mine=1") == [table] and await ids(friend, "mine=1&away=1") == []
        assert not (await friend.get(f"/tables/{table}"))["archived"]
        await stranger.post(f"/tables/{table}/archive", {}, 403)
        # Twice is once, and both come back.
        await me.post(f"/tables/{table}/archive")
        for which in (table, alone):
            await me.post(f"/tables/{which}/archive", {"archived": False})
        assert set(await ids(me, "mine=1")) == {table, alone} and await ids(me, "mine=1&away=1") == []
        await me.post(f"/tables/{table}/archive")
        await me.post("/me/forget")
        await friend.post("/me/forget")


@story
async def test_tables_to_watch_are_those_others_play(tmp_path: Path) -> None:
    async with inside(Settings(database=sqlite(tmp_path), workers=1)) as made:
        me, friend, onlooker = (Somebody(made.url) for _ in range(3))
        wish = {"game": "nano", "seats": {"south": "me", "north": "open"}, "public": True}
        table = (await me.post("/tables", wish, 201))["id"]
        await me.post("/tables", {**wish, "seats": {"south": "me", "north": "me"}, "public": False}, 201)
        assert await ids(onlooker, "watch=1") == [] and await ids(onlooker, "open=1") == [table]
        await friend.post(f"/tables/{table}/join", {"side": "north"})
        assert await ids(onlooker, "watch=1") == [table] and await ids(onlooker, "open=1") == []
        assert await ids(me, "watch=1") == await ids(friend, "watch=1") == []
        await me.post(f"/tables/{table}/resign")
        assert await ids(onlooker, "watch=1") == []
