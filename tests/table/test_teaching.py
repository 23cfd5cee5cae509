"""Lessons at the service: the coach judges, the dice fall as written, and a lesson that was left goes on."""

from __future__ import annotations

import asyncio
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from sqlalchemy import update

from senki.engine.registry import find_game
from senki.lab.lessons import lesson_of
from senki.table.people.identity import DAY
from senki.table.play.teaching import KEPT_DAYS, clear_some
from senki.table.settings import Settings
from senki.table.store.schema import SEATS, TABLES
from tests.table.inside import inside
from tests.table.support import Line, Server, Somebody, sqlite, story

FIRST = "move S2 luray"


async def learn(me: Somebody, game: str = "nano", **more: Any) -> str:
    made: dict[str, str] = await me.post("/lessons", {"game": game, **more}, 201)
    return made["id"]


def wanted(line: Line, lesson: dict[str, Any]) -> str:
    """The first right choice of those that are offered, or one that leads there."""
    wishes = [*lesson["expects"], *lesson.get("also", [])]
    return next(text for wish in wishes for text in line.choices if fnmatchcase(text, wish))


@story
async def test_a_wrong_choice_is_gently_told_and_a_right_one_is_answered(server: Server) -> None:
    me = Somebody(server.url)
    async with me.at(await learn(me)) as line:
        lesson = line.table["lesson"]
        assert (lesson["first"], lesson["of"], len(lesson["cards"])) == (0, 14, 4)
        assert FIRST in lesson["expects"] and "expects" not in lesson["cards"][0]
        assert [seat["kind"] for seat in line.table["seats"]] == ["person", "coach"]
        assert line.table["commitment"] == "" and not line.table.get("entropy_open")
        assert "pass" in line.choices
        refused = await line.play("pass")
        assert (refused["type"], refused["code"]) == ("error", "lesson")
        assert "S2" in refused["facts"]["why"] and "S2" in refused["facts"]["why_ja"]
        assert (await line.play("move S1 staunton"))["code"] == "illegal"
        moved = await line.play(FIRST)
        assert [entry["option"] for entry in moved["entries"]] == [FIRST, "roll 5", "roll 5 3"]
        assert moved["lesson"]["first"] == 4 and moved["at"] == 3
        await line.say(type="undo", at=line.at)
        back = await line.hear("moved")
        assert back["back"] == 0 and back["lesson"]["first"] == 0
        again = await line.play(FIRST)
        assert [entry["option"] for entry in again["entries"]] == [FIRST, "roll 5", "roll 5 3"]
    await me.close()


@story
async def test_a_lesson_is_no_table_in_a_list_and_goes_on_where_it_was_left(server: Server) -> None:
    me = Somebody(server.url)
    lesson = await learn(me)
    async with me.at(lesson) as line:
        await line.play(FIRST)
        assert await learn(me) == lesson
        assert await me.get("/tables?mine=1") == []
        assert await learn(me, "nano", anew=True) != lesson
        await me.get(f"/tables/{lesson}", 404)
    await me.post("/lessons", {"game": "chess"}, 404)
    await me.post("/lessons", {"game": "nano", "at": 3}, 422)
    await me.close()


@story
async def test_every_lesson_can_be_played_to_its_end(server: Server) -> None:
    me = Somebody(server.url)
    for card in await me.get("/games"):
        if not card["lesson"]:
            continue
        table = await learn(me, card["key"])
        async with me.at(table) as line:
            lesson = line.table["lesson"]
            while lesson.get("expects"):
                frame = await line.play(wanted(line, lesson))
                assert frame["type"] == "moved", frame
                assert frame["lesson"]["first"] >= lesson["first"] + ("also" not in lesson)
                lesson = frame["lesson"]
            assert lesson["first"] + len(lesson["cards"]) == lesson["of"] and line.choices == []
            await line.say(type="play", at=line.at, option="pass", ref="late")
            assert (await line.hear("error"))["type"] == "error"
        await me.post(f"/tables/{table}/rematch", {}, 403)
        # It is done: whoever wants to learn it again begins anew.
        assert await learn(me, card["key"]) != table
    await me.close()


@story
async def test_lessons_that_guests_have_left_for_good_are_deleted(tmp_path: Path) -> None:
    async with inside(Settings(database=sqlite(tmp_path), workers=1)) as here:
        hall, store = here.service.hall, here.service.store
        gone, looks, comes = Somebody(here.url), Somebody(here.url), Somebody(here.url)
        old, held, kept = [await learn(one) for one in (gone, looks, comes)]
        table = (await gone.post("/tables", {"game": "nano", "seats": {"south": "me"}}, 201))["id"]
        async with store.engine.begin() as connection:
            aged = TABLES.c.id.in_([old, held, table])
            await connection.execute(
                update(TABLES).where(aged).values(updated=TABLES.c.updated - (KEPT_DAYS + 1) * DAY)
            )
        async with looks.at(held):
            assert await clear_some(hall) == 1
            await gone.get(f"/tables/{old}", 404)
            # One that is open stays, and so does what is no lesson.
            for one in (held, kept, table):
                await looks.get(f"/tables/{one}")
        assert old not in hall.live and await learn(gone) != old
        # Somebody with an account finds the lesson again.
        async with store.engine.begin() as connection:
            of_account = SEATS.c.table_id == held
            await connection.execute(update(SEATS).where(of_account, SEATS.c.person.is_not(None)).values(person="u-x"))
        assert await clear_some(hall) == 0


@story
async def test_its_record_claims_no_fair_dice(server: Server) -> None:
    me = Somebody(server.url)
    table = await learn(me)
    async with me.at(table) as line:
        await line.play(FIRST)
    record = await me.get(f"/tables/{table}/record")
    assert record["moves"] == [FIRST, "roll 5", "roll 5 3"] and record.get("dice") is None
    await me.close()


def test_a_lesson_outlives_the_service(tmp_path: Path) -> None:
    database = sqlite(tmp_path)
    found = lesson_of(find_game("nano"))
    assert found is not None

    async def before(server: Server) -> tuple[Somebody, str]:
        me = Somebody(server.url)
        table = await learn(me)
        async with me.at(table) as line:
            lesson = (await line.play(FIRST))["lesson"]
            await line.play(wanted(line, lesson))
        await me.close()
        return me, table

    async def afterwards(server: Server, me: Somebody, table: str) -> None:
        again = Somebody(server.url)
        again.http.cookies = me.http.cookies
        async with again.at(table) as line:
            assert line.table["lesson"]["first"] == 5
            await line.say(type="undo", at=line.at)
            assert (await line.hear("moved"))["lesson"]["first"] == 4
        await again.close()

    with Server(database) as server:
        me, table = asyncio.run(before(server))
        server.kill()
    with Server(database) as restarted:
        asyncio.run(afterwards(restarted, me, table))
