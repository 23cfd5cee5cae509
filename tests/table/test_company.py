"""Fair company: no help of the machine between people, and a talk of their own for those who watch."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tests.table.support import Line, Server, Somebody, play_out, story

NANO = {"game": "nano"}


async def two(server: Server, **more: Any) -> tuple[Somebody, Somebody, str]:
    """Two people at a table of Nano that everybody may see."""
    south, north = Somebody(server.url), Somebody(server.url)
    await south.post("/me", {"name": "Ann"})
    await north.post("/me", {"name": "Bob"})
    wish = {**NANO, "seats": {"south": "me", "north": "open"}, "public": True, **more}
    table = (await south.post("/tables", wish, 201))["id"]
    await north.post(f"/tables/{table}/join", {"side": "north"})
    for person in (south, north):
        await person.give_part(table)
    return south, north, table


async def one_each(lines: list[Line], most: int = 12) -> None:
    """A few choices, so that the game has begun."""
    await play_out(lines, random.Random(3), most)


async def refused(line: Line, **message: Any) -> dict[str, Any]:
    await line.say(**message, ref="no")
    while True:
        frame = await line.next()
        if frame.get("ref") == "no":
            assert frame["type"] == "error", frame
            return frame


@story
async def test_between_people_the_machine_helps_nobody_until_the_game_is_over(server: Server) -> None:
    south, north, table = await two(server)
    watcher = Somebody(server.url)
    async with south.at(table) as s, north.at(table) as n, watcher.at(table) as w:
        assert s.table["fair"] and n.table["fair"] and w.table["fair"] and "assisted" not in s.table
        await one_each([s, n])
        for line in (s, n, w):
            frame = await refused(line, type="hint", at=s.at)
            # Whoever is not to choose is told that first.
            assert frame["code"] in ("forbidden", "not_your_turn")
        chooser = s if s.view["choices"] else n
        frame = await refused(chooser, type="hint", at=chooser.at)
        assert frame["code"] == "forbidden" and "machine" in frame["facts"]["why"] and frame["facts"]["why_ja"]
        stranger = Somebody(server.url)
        for person in (south, north, watcher, stranger):
            assert (await person.get(f"/tables/{table}/chances", 403))["code"] == "forbidden"
            branch = {**NANO, "seats": {"south": "me", "north": "machine:1"}, "branch": {"table": table, "at": 3}}
            assert "over" in (await person.post("/tables", branch, 403))["facts"]["why"]
        # The record is for those who play; and they cannot have it played on either.
        for person in (watcher, stranger):
            assert (await person.get(f"/tables/{table}/record", 403))["facts"]["why_ja"]
        record = await south.get(f"/tables/{table}/record")
        for wish in ({"record": record}, {"record": record, "upto": len(record["moves"]) - 1}):
            seats = {"south": "me", "north": "machine:1"}
            assert "playing" in (await south.post("/tables", {**NANO, "seats": seats, **wish}, 403))["facts"]["why"]
            assert "playing" in (await north.post("/tables", {**NANO, "seats": seats, **wish}, 403))["facts"]["why"]
        here: dict[str, Any] = {**record, "start": None, "moves": record["moves"], "dice": None}
        assert (await north.post("/tables", {**NANO, "seats": seats, "record": here}, 403))["code"] == "forbidden"
        # Looking back needs no machine.
        assert (await watcher.get(f"/tables/{table}/view?at=2"))["pieces"]
        await s.say(type="resign")
        assert (await n.hear("moved"))["over"]
    branch["branch"]["at"] = 3
    await south.post("/tables", branch, 201)
    await watcher.get(f"/tables/{table}/record")
    await stranger.post("/tables", {**NANO, "seats": seats, "record": record}, 201)
    answer = await watcher.http.get(f"/api/tables/{table}/chances")
    assert answer.status_code == 200 and json.loads(answer.text.splitlines()[0])["n"] >= 0
    assert await helped(south, table) == []


async def helped(person: Somebody, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await person.get(f"/tables/{table}/log"))["helped"]
    return found


@story
async def test_who_agreed_at_the_founding_may_ask_and_the_log_says_so(server: Server) -> None:
    south, north, table = await two(server, assisted=True)
    watcher = Somebody(server.url)
    assert (await watcher.get(f"/tables/{table}"))["assisted"]
    async with south.at(table) as s, north.at(table) as n, watcher.at(table) as w:
        assert s.table["assisted"] and "fair" not in s.table
        await one_each([s, n])
        chooser, side = (s, "south") if s.view["choices"] else (n, "north")
        for _ in range(2):
            await chooser.say(type="hint", at=chooser.at, ref="h")
            told = await chooser.hear("hint")
            assert told["option"] in chooser.choices
        expected = [{"n": chooser.at, "kind": "hint", "side": side}]
        for line in (s, n, w):
            # Asked twice in one position is told once.
            heard = [await line.hear("helped")] if line is not chooser else []
            assert all(frame["helped"] == expected for frame in heard)
        async with watcher.http.stream("GET", f"/api/tables/{table}/chances") as answer:
            assert answer.status_code == 200
            await anext(answer.aiter_lines())
        expected.append({"n": chooser.at, "kind": "chances"})
        frame = await s.hear("helped")
        while frame["helped"] != expected:
            frame = await s.hear("helped")
        at = chooser.at
    assert await helped(north, table) == expected
    async with Somebody(server.url).at(table) as late:
        assert late.table["helped"] == expected and late.at == at
    again = await south.post("/tables", {**NANO, "seats": {"south": "me", "north": "machine:1"}}, 201)
    async with south.at(again["id"]) as alone:
        # Whoever plays against the machine asks as before, and nobody writes it down.
        assert "fair" not in alone.table
        while not alone.view["choices"]:
            await alone.next()
        await alone.say(type="hint", at=alone.at, ref="h")
        assert await alone.hear("hint")
    assert await helped(south, again["id"]) == []


@story
async def test_a_seat_that_somebody_may_take_counts_as_somebody(server: Server) -> None:
    me = Somebody(server.url)
    for seats, fair in (
        ({"south": "me", "north": "link"}, True),
        ({"south": "me", "north": "open"}, True),
        ({"south": "open", "north": "open"}, True),
        ({"south": "me", "north": "me"}, False),
        ({"south": "me", "north": "machine:1"}, False),
        ({"south": "machine:1", "north": "open"}, False),
    ):
        made = await me.post("/tables", {**NANO, "seats": seats}, 201)
        async with me.at(made["id"]) as line:
            assert line.table.get("fair", False) is fair, seats
    # Who plays both sides becomes one of two when they leave one of them.
    made = await me.post("/tables", {**NANO, "seats": {"south": "me", "north": "me"}, "public": True}, 201)
    async with me.at(made["id"]) as line:
        await me.post(f"/tables/{made['id']}/leave", {"side": "north"})
        while not (await line.hear("seats")).get("fair"):
            pass
        assert (await refused(line, type="hint", at=line.at))["code"] in ("forbidden", "waiting")


def talk(frames: list[dict[str, Any]]) -> list[str]:
    return [frame["text"] for frame in frames if frame["type"] == "chat"]


@story
async def test_those_who_watch_have_a_talk_of_their_own(server: Server) -> None:
    south, north, table = await two(server)
    watcher, other = Somebody(server.url), Somebody(server.url)
    await watcher.post("/me", {"name": "Cy"})
    secret = "the ford at Strasburg is open"
    async with south.at(table) as s, north.at(table) as n, watcher.at(table) as w, other.at(table) as o:
        await s.say(type="chat", text="good luck")
        for line in (s, n, w, o):
            told = await line.hear("chat")
            assert (told["name"], told["side"], told["text"]) == ("Ann", "south", "good luck")
        await w.say(type="chat", text=secret, ref="w")
        for line in (w, o):
            told = await line.hear("chat")
            assert told["name"] == "Cy" and "side" not in told and told["audience"] == "watchers"
        await one_each([s, n], 4)
        # Not one byte of it reaches those who play: in no frame, in no answer, not after coming back.
        for person, line in ((south, s), (north, n)):
            assert secret not in json.dumps(await line.quiet())
            for path in ("", "/log", "/record", "/view?at=1"):
                assert secret not in (await person.http.get(f"/api/tables/{table}{path}")).text
            async with person.at(table) as again:
                assert secret not in json.dumps(again.table)
                assert [line["text"] for line in again.table["chat"]] == ["good luck"]
                await again.say(type="hello", have=again.at)
                assert secret not in json.dumps(await again.hear("table"))
        async with Somebody(server.url).at(table) as late:
            assert [line["text"] for line in late.table["chat"]] == ["good luck", secret]
        # A great deal of it takes nothing from what those hear who play.
        await n.say(type="resign")
        said = await s.hear("said")
        assert [line["text"] for line in said["chat"]] == ["good luck", secret]
        assert said["chat"][1]["audience"] == "watchers"
        assert secret in json.dumps(await n.hear("said"))
        # Now that it is over all talk is everybody's.
        await o.say(type="chat", text="well played")
        assert (await s.hear("chat"))["text"] == "well played"
    async with south.at(table) as again:
        assert secret in json.dumps(again.table)


@story
async def test_before_everybody_sits_and_beside_the_machine_all_talk_to_all(server: Server) -> None:
    me, guest = Somebody(server.url), Somebody(server.url)
    for seats in ({"south": "me", "north": "open"}, {"south": "me", "north": "machine:1"}):
        table = (await me.post("/tables", {**NANO, "seats": seats, "public": True}, 201))["id"]
        async with me.at(table) as mine, guest.at(table) as theirs:
            await theirs.say(type="chat", text="may I join?")
            told = await mine.hear("chat")
            assert told["text"] == "may I join?" and "audience" not in told


@story
async def test_who_sits_down_reads_on_what_all_may_read(server: Server) -> None:
    """Whoever watched and then took a seat is sent no more of the others' talk."""
    south, north, table = await two(server)
    watcher, late = Somebody(server.url), Somebody(server.url)
    await late.get("/me")
    async with south.at(table) as s, north.at(table) as n:
        await one_each([s, n], 4)
    await north.post(f"/tables/{table}/leave")
    async with watcher.at(table) as w, late.at(table) as joins:
        await w.say(type="chat", text="psst")
        assert (await joins.hear("chat"))["text"] == "psst"
        await late.post(f"/tables/{table}/join", {"side": "north"})
        while (await joins.hear("seats"))["you"] != ["north"]:
            pass
        await w.say(type="chat", text="psst again")
        assert (await w.hear("chat"))["text"] == "psst"
        assert (await w.hear("chat"))["text"] == "psst again"
        assert "psst again" not in talk(await joins.quiet())
    async with late.at(table) as joins:
        assert "psst" not in json.dumps(joins.table["chat"])


@story
async def test_a_name_given_later_stands_at_the_seats_and_over_the_talk(server: Server) -> None:
    south, guest = Somebody(server.url), Somebody(server.url)
    table, links = await south.begin(south="me", north="link")
    await guest.get("/me")
    async with south.at(table) as s, guest.at(table) as g:
        await south.post("/me", {"name": "Dora"})
        frame = await s.hear("seats")
        while frame["seats"][0].get("name") != "Dora" and frame["seats"][1].get("name") != "Dora":
            frame = await s.hear("seats")
        await guest.post("/me", {"name": "Eve"})
        await g.say(type="chat", text="hello")
        assert (await s.hear("chat"))["name"] == "Eve"
    assert {seat["name"] for seat in (await guest.get(f"/tables/{table}"))["seats"]} == {"Dora", ""}
    assert links


@story
async def test_help_and_talk_cross_processes(postgresql: str) -> None:
    with Server(postgresql) as one, Server(postgresql) as two_:
        south, north, table = await two(one, assisted=True)
        watcher, far = Somebody(one.url), Somebody(two_.url)
        far.http.cookies = north.http.cookies
        onlooker = Somebody(two_.url)
        async with south.at(table) as s, far.at(table) as n, watcher.at(table) as w, onlooker.at(table) as o:
            await w.say(type="chat", text="only us")
            assert (await o.hear("chat"))["text"] == "only us"
            await s.say(type="chat", text="hello")
            told = await n.hear("chat")
            assert told["text"] == "hello"
            while not s.view["choices"] and not n.view["choices"]:
                await s.next()
            chooser, waits = (s, n) if s.view["choices"] else (n, s)
            await chooser.say(type="hint", at=chooser.at)
            await chooser.hear("hint")
            frame = await waits.hear("helped")
            while not frame["helped"]:
                frame = await waits.hear("helped")
            assert frame["helped"][0]["kind"] == "hint"
            await s.say(type="resign")
            said = await n.hear("said")
            assert [line["text"] for line in said["chat"]] == ["only us", "hello"]


@pytest.mark.parametrize("wish", [{"assisted": "yes"}, {"assisted": 1}, {"clock": {"days": 0}}, {"clock": {"days": 31}},
                                  {"clock": {"days": 2, "initial": 60}}, {"clock": {"days": 1.5}}])  # fmt: skip
@story
async def test_wishes_that_are_none(server: Server, wish: dict[str, Any]) -> None:
    await Somebody(server.url).post("/tables", {**NANO, "seats": {"south": "me", "north": "link"}, **wish}, 422)
