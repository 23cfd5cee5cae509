"""How often somebody may speak: over one connection, and over all that come from one address."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from senki.table.people.limits import Buckets
from senki.table.settings import Pace, Settings, settings_for
from tests.table.inside import inside
from tests.table.support import Line, Server, Somebody, sqlite, story


def test_connections_from_one_address_share_a_pace() -> None:
    buckets = Buckets(Pace(0.0, 5))
    first, second = buckets.of("10.0.0.1"), buckets.of("10.0.0.1")
    taken = [first.take() for _ in range(3)] + [second.take() for _ in range(4)]
    assert taken == [True] * 5 + [False] * 2
    assert buckets.of("10.0.0.2").take(), "another address is not slowed down"


def test_a_public_service_is_stricter() -> None:
    own = settings_for("127.0.0.1", 0, "sqlite+aiosqlite://", False)
    public = settings_for("0.0.0.0", 0, "sqlite+aiosqlite://", True)
    assert public.address_messages.rate < own.address_messages.rate
    assert public.address_messages.rate > public.messages.rate, "more than one connection may speak"


async def said(line: Line, text: str) -> str:
    """Say something; what is answered to it: `chat`, or why not."""
    await line.say(type="chat", text=text, ref="c")
    while True:
        frame = await line.next()
        if frame.get("ref") == "c":
            return str(frame["facts"]["why"]) if frame["type"] == "error" else str(frame["type"])


@story
async def test_talk_has_a_pace_far_below_that_of_choices(server: Server) -> None:
    me, watcher = Somebody(server.url), Somebody(server.url)
    table, _ = await me.begin(south="me", north="me")
    await watcher.get("/me")
    async with me.at(table) as mine, watcher.at(table) as theirs, watcher.at(table) as again:
        # The watcher's own pace ends it, however many connections they have.
        answers = [await said(line, f"line {n}") for n in range(15) for line in (theirs, again)]
        assert answers[:8] == ["chat"] * 8
        assert sum(answer.startswith("You are talking too fast") for answer in answers) > 10
        # Another one shares what is left to those who watch; whoever plays is not drowned.
        async with Somebody(server.url).at(table) as third:
            answers = [await said(third, f"line {n}") for n in range(8)]
            assert any(answer.startswith("Those who watch") for answer in answers)
        assert await said(mine, "quiet, please") == "chat"
        assert (await mine.play(mine.choices[0]))["type"] == "moved"
    for who in (me, watcher):
        await who.close()


@story
async def test_an_address_may_not_begin_tables_without_end(server: Server) -> None:
    """Without a cookie a guest is somebody new each time."""
    most = int(Settings().new_tables_from.burst)
    codes = []
    async with httpx.AsyncClient(base_url=server.url) as http:
        for _ in range(2 * most):
            http.cookies.clear()
            wish = {"game": "nano", "seats": {"south": "me", "north": "open"}}
            answer = await http.post("/api/tables", json=wish)
            codes.append(answer.status_code)
            if answer.status_code == 429:
                break
    assert codes[-1] == 429 and "why_ja" in answer.json()["facts"]
    assert codes[: most // 2] == [201] * (most // 2)


async def answers(folder: Path, pace: Pace, *said: str | bytes) -> list[dict[str, Any]]:
    """What the service answers to some messages of one connection."""
    async with inside(Settings(database=sqlite(folder), messages=pace)) as here:
        me = Somebody(here.url)
        table, _ = await me.begin(south="me", north="me")
        async with me.at(table, hello=False) as line:
            for words in said:
                await line.socket.send(words)
            heard = [await line.hear("error") for _ in said]
        await me.close()
        return heard


@story
async def test_what_is_refused_for_haste_is_answered_by_its_ref(tmp_path: Path) -> None:
    said = [json.dumps({"type": "play", "at": 0, "option": "x", "ref": ref}) for ref in ("a", 7)]
    binary = b'{"type":"ping","ref":"b"}'
    broken = ['{"ref":', "[1]", '{"ref":[1]}', f'{{"ref":"{"x" * 50}"}}', "[" * 4000, '{"type":"ping"}']
    long = json.dumps({"type": "chat", "text": "x" * 5000, "ref": "long"})
    heard = await answers(tmp_path, Pace(0, 0), *said, binary, *broken, long)
    assert {frame["code"] for frame in heard} == {"too_fast"}
    assert [frame.get("ref") for frame in heard] == ["a", 7, "b", *[None] * len(broken), "long"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "chat", "text": "x" * 5000, "ref": "r"}, "too_big"),
        ({"type": "nonsense", "ref": "r"}, "malformed"),
        ({"type": "play", "at": "zero", "option": "x", "ref": "r"}, "malformed"),
    ],
)
def test_what_cannot_be_read_is_answered_by_its_ref(tmp_path: Path, message: dict[str, Any], code: str) -> None:
    @story
    async def told() -> None:
        (frame,) = await answers(tmp_path, Pace(100, 100), json.dumps(message))
        assert (frame["code"], frame["ref"]) == (code, "r")

    told()
