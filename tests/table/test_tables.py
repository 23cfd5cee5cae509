"""What people do at a table besides choosing."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from senki.engine.forms import Record, read_json
from senki.engine.match import verify
from tests.table.support import Line, Server, Somebody, play_out


async def two_at_a_table(
    stack: AsyncExitStack, url: str, assisted: bool = False
) -> tuple[Somebody, Somebody, str, Line, Line]:
    south, north = Somebody(url), Somebody(url)
    wish = {"game": "nano", "seats": {"south": "me", "north": "link"}, "assisted": assisted}
    made = await south.post("/tables", wish, 201)
    table = made["id"]
    await north.take(made["links"]["north"])
    return (
        south,
        north,
        table,
        await stack.enter_async_context(south.at(table)),
        await stack.enter_async_context(north.at(table)),
    )


def tell(story: Callable[[AsyncExitStack], Awaitable[None]]) -> None:
    async def told() -> None:
        async with AsyncExitStack() as stack:
            await story(stack)

    asyncio.run(told())


async def play_some(lines: list[Line], count: int, seed: int = 0) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        chooser = next(line for line in lines if line.view["choices"])
        await chooser.play(chance.choice(chooser.choices))
        for line in lines:
            while line.at < chooser.at:
                await line.hear("moved")


def test_the_lobby_seats_whoever_comes_first(server: Server) -> None:
    async def story(_: AsyncExitStack) -> None:
        host, guest, late = (Somebody(server.url) for _ in range(3))
        made = await host.post(
            "/tables", {"game": "nano", "public": True, "seats": {"south": "me"}, "name": "Hall"}, 201
        )
        table = made["id"]
        assert table in [found["id"] for found in await guest.get("/tables?open=1")]
        async with host.at(table) as line:
            await line.say(type="play", at=0, option=line.choices[0])
            assert (await line.hear("error"))["code"] == "waiting"
            await asyncio.gather(guest.post(f"/tables/{table}/join", {"side": "north"}))
            await late.post(f"/tables/{table}/join", {"side": "north"}, 409)
            while (await line.hear("seats"))["seats"][1]["kind"] != "person":
                pass
            await guest.give_part(table)
            assert (await line.play(line.choices[0]))["type"] == "moved"
        assert table not in [found["id"] for found in await late.get("/tables?open=1")]
        assert table in [found["id"] for found in await guest.get("/tables?mine=1")]
        assert table in [found["id"] for found in await late.get("/tables?public=1")]
        await late.post(f"/tables/{table}/rename", {"name": "Mine"}, 403)
        await host.post(f"/tables/{table}/rename", {"name": "The Valley"})
        assert (await guest.get(f"/tables/{table}"))["name"] == "The Valley"
        await guest.post(f"/tables/{table}/leave")
        await late.post(f"/tables/{table}/join", {"side": "north"})
        assert (await late.get(f"/tables/{table}"))["you"] == ["north"]
        await host.post(f"/tables/{table}/archive")
        assert table not in [found["id"] for found in await host.get("/tables?mine=1")]

    tell(story)


def test_a_choice_with_nothing_since_is_taken_back_freely(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        *_, a, _ = await two_at_a_table(stack, server.url)
        first = a.choices
        await a.play(first[0])
        await a.say(type="undo", at=a.at)
        frame = await a.hear("moved")
        assert frame["back"] == 0 and a.choices == first and a.at == 2
        assert [entry["kind"] for entry in frame["entries"]] == ["undo"], "only a trace"
        await a.say(type="play", at=1, option=first[1])
        assert (await a.hear("error"))["code"] == "stale"
        assert (await a.play(first[1]))["entries"][0]["n"] == 3

    tell(story)


def test_behind_a_roll_only_by_consent_and_the_same_dice_come_again(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        south, _, table, a, b = await two_at_a_table(stack, server.url)
        await play_some([a, b], 3)
        option = a.choices[0]
        rolled = await a.play(option)
        dice = [entry["faces"] for entry in rolled["entries"] if entry.get("faces")]
        assert dice
        await b.hear("moved")
        await a.say(type="undo", at=a.at)
        offer = (await b.hear("offers"))["offers"][0]
        await a.say(type="consent", offer=offer["id"], yes=True)
        assert (await a.hear("error"))["code"] == "forbidden"
        await b.say(type="consent", offer=offer["id"], yes=True)
        frame = await a.hear("moved")
        assert frame["back"] == 3 and option in a.choices
        again = await a.play(option)
        assert [entry["faces"] for entry in again["entries"] if entry.get("faces")] == dice
        while b.at < a.at:
            await b.hear("moved")
        await play_out([a, b], random.Random(4))
        record = read_json(json.dumps(await south.get(f"/tables/{table}/record")).encode(), Record, "record")
        verify(record)
        log = (await south.get(f"/tables/{table}/log"))["entries"]
        assert [entry["option"] for entry in log if entry["n"] and not entry.get("kind")] == record.moves

    tell(story)


def test_the_machine_agrees_to_every_undo(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="machine:1")
        line = await stack.enter_async_context(me.at(table))
        chance = random.Random(1)
        while not (line.view["choices"] and line.view["turn"] > 1):
            if line.view["choices"]:
                await line.play(chance.choice(line.choices))
            else:
                await line.hear("moved")
        before = line.at
        await line.say(type="undo", at=line.at)
        frame = await line.hear("moved")
        assert frame["back"] < before and line.view["actor"] == "south" and line.choices

    tell(story)


def test_resigning_agreeing_and_playing_again(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        south, north, table, a, b = await two_at_a_table(stack, server.url)
        await play_some([a, b], 6)
        await a.say(type="offer", kind="draw")
        refused = (await b.hear("offers"))["offers"][0]
        await b.say(type="consent", offer=refused["id"], yes=False)
        await a.hear("offers")
        await south.post(f"/tables/{table}/rematch", status=409)
        await b.say(type="resign")
        frame = await a.hear("moved")
        assert frame["over"] and frame["ending"] == {"how": "resigned", "winner": "south"} and frame["seed"]
        assert frame["entries"][0]["kind"] == "resign" and a.view["choices"] == []
        await a.say(type="play", at=a.at, option="pass")
        assert (await a.hear("error"))["code"] == "over"
        verify(read_json(json.dumps(await south.get(f"/tables/{table}/record")).encode(), Record, "record"))
        made = await south.post(f"/tables/{table}/rematch", {"swap": True}, 201)
        assert made == await north.post(f"/tables/{table}/rematch", status=201)
        while (await b.hear("seats")).get("rematch") != made["id"]:
            pass
        assert (await south.get(f"/tables/{made['id']}"))["you"] == ["north"]
        again = await stack.enter_async_context(north.at(made["id"]))
        other = await stack.enter_async_context(south.at(made["id"]))
        await again.play(again.choices[0])
        await again.say(type="offer", kind="draw")
        offer = (await other.hear("offers"))["offers"][0]
        await other.say(type="consent", offer=offer["id"], yes=True)
        assert (await again.hear("moved"))["ending"] == {"how": "agreed", "winner": None}

    tell(story)


def test_records_load_and_branch(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="me")
        line = await stack.enter_async_context(me.at(table))
        assert line.table["you"] == ["south", "north"]
        await play_out([line], random.Random(2))
        record = await me.get(f"/tables/{table}/record")
        wish = {"game": "nano", "seats": {"south": "me", "north": "machine:1"}, "record": record}
        whole = await me.post("/tables", wish, 201)
        assert (await me.get(f"/tables/{whole['id']}"))["over"]
        assert (await me.get(f"/tables/{whole['id']}/record"))["hash"] == record["hash"]
        part = (await me.post("/tables", {**wish, "upto": 4}, 201))["id"]
        branch = {"game": "nano", "seats": {"south": "me", "north": "me"}, "branch": {"table": table, "at": 4}}
        other = (await me.post("/tables", branch, 201))["id"]
        assert (await me.get(f"/tables/{other}"))["at"] >= 4
        for begun in (part, other):
            board = await stack.enter_async_context(me.at(begun))
            while not board.view["choices"] and not board.over:
                await board.hear("moved")
            await play_out([board], random.Random(3))
            verify(read_json(json.dumps(await me.get(f"/tables/{begun}/record")).encode(), Record, "record"))
        record["moves"][0] = "place S1 winchester"
        await me.post("/tables", wish, 422)
        await me.post("/tables", {**wish, "record": {"game": "nano"}}, 422)

    tell(story)


def test_earlier_views_reconnection_and_talk(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        south, _, table, a, b = await two_at_a_table(stack, server.url)
        views = {a.at: a.view}
        for _ in range(8):
            await play_some([a, b], 1)
            views[a.at] = a.view
        for at, view in views.items():
            assert await south.get(f"/tables/{table}/view?at={at}") == {**view, "choices": []}
        again = await stack.enter_async_context(south.at(table, hello=False))
        held = sorted(views)[5]
        await again.say(type="hello", have=held)
        frame = await again.hear("table")
        assert frame["at"] == a.at and [entry["n"] for entry in frame["entries"]] == list(range(held + 1, a.at + 1))
        await b.say(type="chat", text="  good   luck ")
        assert (await a.hear("chat"))["text"] == "good luck"
        await again.say(type="hello")
        assert (await again.hear("table"))["chat"][-1]["text"] == "good luck"

    tell(story)


def test_why_not_and_hints(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        *_, a, b = await two_at_a_table(stack, server.url, assisted=True)
        await a.say(type="why", at=0, piece="S1", place="washington", ref=1)
        assert (await a.hear("reason"))["objections"] == []
        places = {choice["place"] for choice in a.view["choices"]}
        closed = next(town for town in ("winchester", "luray", "manassas_junction") if town not in places)
        await a.say(type="why", at=0, piece=a.view["choices"][0]["piece"], place=closed, ref=2)
        reason = await a.hear("reason")
        assert reason["objections"] and reason["open"] == [] and reason["ref"] == 2
        await a.say(type="why", at=0, option=a.choices[0])
        assert (await a.hear("reason"))["open"] == [a.choices[0]]
        await b.say(type="hint", at=0)
        assert (await b.hear("error"))["code"] == "not_your_turn"
        await a.say(type="hint", at=0, ref="h")
        hint = await a.hear("hint")
        assert hint["option"] in a.choices and hint["considered"] and hint["ref"] == "h"

    tell(story)


def test_a_clock_starts_with_the_first_choice(server: Server) -> None:
    async def story(stack: AsyncExitStack) -> None:
        me = Somebody(server.url)
        wish = {"game": "nano", "seats": {"south": "me", "north": "me"}, "clock": {"initial": 10, "increment": 0.5}}
        table = (await me.post("/tables", wish, 201))["id"]
        line = await stack.enter_async_context(me.at(table))
        assert line.table["clock"]["running"] is None
        frame = await line.play(line.choices[0])
        assert frame["clock"]["running"] == "south" and frame["clock"]["left"]["south"] <= 10.5

    tell(story)
