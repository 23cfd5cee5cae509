"""What one person sends must not fail what others do in the same instant."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from sqlalchemy import insert

from senki.table.refusals import Refused
from senki.table.store.database import Store
from senki.table.store.schema import CHAT, SECRETS
from senki.table.store.writer import Conflict, Writer
from senki.workshop.checking import check_map, map_text
from senki.workshop.svg import element, escape
from tests.table.support import Server, Somebody, sqlite, story

CONTROL = ["\0", "\x07", "\x1b", "\x7f", "\x85", "\u2028", "\ufffe", "\U0001ffff"]
UNSEEN = ["\u200b", "\u200f", "\u202e", "\u2066", "\ufeff", "\u00ad", "\u3164", "\U000e0041", "\u2060"]


async def opened(database: str) -> tuple[Store, Writer]:
    store = Store(database)
    await store.open()
    await store.cookie_key()
    writer = Writer(store.pen(), notifies=False)
    return store, writer


@story
async def test_only_the_guilty_work_of_a_batch_fails(database: str) -> None:
    """Whatever is wrong with one: a character, a length, a conflict."""
    store, writer = await opened(database)
    bad = [
        insert(SECRETS).values(name="null", value=None),
        insert(CHAT).values(table_id="nowhere", at=0.0, name="", text="x"),
        insert(SECRETS).values(name=b"\xff\xfe" if store.is_postgresql else [1], value="x"),
    ]
    if store.is_postgresql:
        bad += [insert(SECRETS).values(name="nul", value="a\0b"), insert(SECRETS).values(name="x" * 99, value="")]
    writer.start()
    for guilty in bad:
        works = [insert(SECRETS).values(name=f"good {n} {random.random()}", value="x") for n in range(40)]
        works[21] = guilty
        outcomes = await asyncio.gather(*(writer.write(work) for work in works), return_exceptions=True)
        assert {n for n, outcome in enumerate(outcomes) if outcome is not None} == {21}
        assert isinstance(outcomes[21], Refused | Conflict)
    await writer.check()
    await writer.close()
    await store.close()


@story
async def test_a_dead_database_fails_a_batch_without_trying_each_work(tmp_path: Path) -> None:
    store, writer = await opened(sqlite(tmp_path))
    tried = 0

    async def refuse(batch: Any) -> None:
        nonlocal tried
        tried += 1
        raise OSError("gone")

    write, writer.pen.write = writer.pen.write, refuse  # type: ignore[method-assign]
    waiting = [asyncio.ensure_future(writer.write(insert(SECRETS).values(name=str(n), value="x"))) for n in range(200)]
    await asyncio.sleep(0)
    writer.start()
    assert all(isinstance(o, Refused) for o in await asyncio.gather(*waiting, return_exceptions=True))
    assert tried == 2
    with pytest.raises(Refused):
        await writer.check()
    writer.pen.write = write  # type: ignore[method-assign]
    await writer.write(insert(SECRETS).values(name="again", value="x"))
    await writer.check()
    await writer.close()
    await store.close()


def test_a_poisoned_line_of_talk_fails_nobody_else(database: str) -> None:
    async def tell(server: Server) -> None:
        me, other = Somebody(server.url), Somebody(server.url)
        table, _ = await me.begin(south="me", north="me")
        elsewhere, _ = await other.begin(south="me", north="me")
        async with me.at(table) as line, other.at(elsewhere) as poisoner:

            async def choices() -> int:
                made = 0
                for _ in range(150):
                    if line.over:
                        break
                    made += (await line.play(line.choices[0]))["type"] == "moved"
                return made

            async def poison() -> None:
                for number in range(150):
                    await poisoner.say(type="chat", text=f"a{CONTROL[number % len(CONTROL)]}b", ref=number)
                    error = await poisoner.hear("error")
                    assert error["code"] == "malformed"

            begun = [Somebody(server.url).begin(south="me", north="open") for _ in range(20)]
            names = [other.post("/me", {"name": "x" * 41}, 422) for _ in range(20)]
            made, *_ = await asyncio.gather(choices(), poison(), *begun, *names)
            assert made == 150 or line.over

    with Server(database) as server:
        asyncio.run(tell(server))


def test_control_and_unseen_characters_are_refused_in_every_text(server: Server) -> None:
    async def tell() -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="me")
        new = {"game": "nano", "seats": {}}
        for character in CONTROL + UNSEEN:
            bad = f"a{character}b"
            why = (await me.post("/me", {"name": bad}, 422))["facts"]
            assert "characters" in why["why"] and "文字" in why["why_ja"]
            await me.post(f"/tables/{table}/rename", {"name": bad}, 422)
            await me.post("/tables", {**new, "name": bad}, 422)
        for character in CONTROL:
            bad = f"a{character}b"
            record = {"game": "nano", "rules": 1, "scenario": "campaign", "moves": []}
            for part in ({"moves": [bad]}, {"seats": {"south": bad}}, {"options": {"x": bad}}, {bad: 1}):
                await me.post("/tables", {**new, "record": {**record, **part}}, 422)
            if character != "\u2028":
                await me.post("/tables", {**new, "options": {"map": bad}}, 422)
            await me.post("/session", {"login": "someone", "password": f"long enough {bad}"}, 422)
        async with me.at(table) as line:
            for character in CONTROL:
                bad = f"a{character}b"
                for message in (
                    {"type": "chat", "text": bad}, {"type": "play", "at": 0, "option": bad},
                    {"type": "ping", "ref": bad},
                    {"type": "why", "at": 0, "piece": bad, "place": "x"}, {"type": "resign", "side": bad},
                    {"type": "chat", "text": "a line\n"},
                ):  # fmt: skip
                    await line.say(**message)
                    assert (await line.hear("error"))["code"] == "malformed"
        raw = await me.http.post(
            "/api/tables", content=b'{"game":"nano","seats":{},"record":{"seats":{"a":"\\ud800"}}}',
            headers={"content-type": "application/json"},
        )  # fmt: skip
        assert raw.status_code == 422, raw.text
        await me.post("/me", {"name": "葛\U000e0100城 ❤\ufe0f " + "x" * 30})
        await me.post(f"/tables/{table}/rename", {"name": "x" * 80})
        await me.post(f"/tables/{table}/rename", {"name": "x" * 81}, 422)

    asyncio.run(tell())


def test_a_seed_too_long_for_the_store_is_refused(server: Server) -> None:
    async def tell() -> None:
        me = Somebody(server.url)
        dice = {"commitment": "x", "seed": "ab" * 65}
        record = {"game": "nano", "rules": 1, "scenario": "campaign", "moves": [], "dice": dice}
        answer = await me.post("/tables", {"game": "nano", "seats": {}, "record": record}, 422)
        assert "seed" in answer["facts"]["why"] or "length" in answer["facts"]["why"]

    asyncio.run(tell())


def test_a_map_name_that_no_drawing_can_hold_is_refused_and_never_drawn() -> None:
    text = map_text("shiloh").replace("# ", "# \ufffe", 1)
    found, problems = check_map("shiloh", text.encode())
    assert found is None and problems[0].key == "control" and problems[0].line == 1
    ElementTree.fromstring(element("text", escape("a\ufffeb\x00"), class_="c\uffff"))
