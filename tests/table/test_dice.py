"""Everybody's part of the dice: given after the commitment, in the record, and never lost to a race."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import senki
from senki.engine.dice import FairDice
from senki.engine.forms import Record, read_json
from senki.engine.match import Decision, Match, verify
from senki.table.machine.errands import MOST_READ_FROM
from senki.table.store.database import MIGRATIONS
from tests.dice_by_the_page import check
from tests.table.support import SLOW_COMMITS, Line, Server, Somebody, play_out, sqlite, story

SET_UP = ["place S1 luray", "place S2 luray", "place S3 harrisonburg", "place S4 staunton"]


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service whose commits take their time."""
    with Server(sqlite(tmp_path_factory.mktemp("tables")), prepare=SLOW_COMMITS) as running:
        yield running


async def proved(who: Somebody, table: str) -> dict[str, Any]:
    """The record of a table that is over, every die of it proved by Senki and by the page."""
    record: dict[str, Any] = await who.get(f"/tables/{table}/record")
    verify(read_json(json.dumps(record).encode(), Record, "record"))
    assert record["dice"]["seed"] and check(record) == sum(m.split()[0] in ("roll", "draw") for m in record["moves"])
    return record


async def answered(line: Line) -> list[dict[str, Any]]:
    """Everything said up to the answer to a ping."""
    await line.say(type="ping")
    heard = [await line.next()]
    while heard[-1]["type"] != "pong":
        heard.append(await line.next())
    return heard


# Giving


@story
async def test_parts_are_given_after_the_commitment_and_stand_in_the_record(server: Server) -> None:
    south, north, guest = (Somebody(server.url) for _ in range(3))
    table, links = await south.begin(south="me", north="link")
    async with south.at(table, gives_part=False) as a, guest.at(table) as watching:
        assert a.table["commitment"] and a.table["entropy"] == [] and a.table["entropy_open"]
        assert "entropy_open" not in watching.table
        await watching.say(type="entropy", value="mine")
        assert (await watching.hear("error"))["code"] == "forbidden"
        for wrong in ("", "x" * 65, "a|b", "a b", "a\n", 5):
            await a.say(type="entropy", value=wrong)
            assert (await a.hear("error"))["code"] == "malformed"
        await a.say(type="entropy", value="salt")
        assert (await watching.hear("seats"))["entropy"] == ["salt"]
        seats = await a.hear("seats")
        assert seats["entropy"] == ["salt"] and "entropy_open" not in seats
        await a.say(type="entropy", value="again")
        assert (await a.hear("seats"))["entropy"] == ["salt"], "a part that was given stays"
        url = links["north"].rpartition("=")[2]
        await north.post(f"/tables/{table}/join", {"side": "north", "token": url})
        async with north.at(table, gives_part=False) as b:
            assert b.table["entropy_open"]
            await b.say(type="entropy", value="pepper")
            while b.part_open:
                await b.hear("seats")
            assert (await a.play(a.choices[0]))["type"] == "moved"
            await b.hear("moved")
            await b.say(type="entropy", value="late", ref=1)
            late = await b.hear("error")
            assert late["code"] == "stale" and late["facts"]["why_ja"] and late["ref"] == 1
            await play_out([a, b], random.Random(0))
    record = await proved(north, table)
    assert record["format"] == 2 and record["dice"]["entropy"] == ["salt", "pepper"]
    for who in (south, north, guest):
        await who.close()


@story
async def test_http_takes_no_part_of_the_dice(server: Server) -> None:
    """It would be given before the commitment can be seen."""
    me = Somebody(server.url)
    await me.post("/tables", {"game": "nano", "seats": {"south": "me"}, "entropy": "early"}, 422)
    table, _ = await me.begin(south="me", north="open")
    await me.post(f"/tables/{table}/join", {"side": "north", "entropy": "early"}, 422)
    await me.close()


@story
async def test_who_leaves_before_the_game_takes_the_part_along(server: Server) -> None:
    host, first, second = (Somebody(server.url) for _ in range(3))
    made = await host.post("/tables", {"game": "nano", "public": True, "seats": {"south": "me"}}, 201)
    table = made["id"]
    await host.give_part(table)
    for who in (first, second):
        await who.post(f"/tables/{table}/join", {"side": "north"})
        async with who.at(table, gives_part=False) as line:
            assert line.table["entropy_open"] and len(line.table["entropy"]) == 1
            await line.say(type="entropy", value="p")
            while line.part_open:
                await line.hear("seats")
        if who is first:
            await who.post(f"/tables/{table}/leave")
    assert (await host.get(f"/tables/{table}/record"))["dice"]["entropy"][1:] == ["p"]
    for who in (host, first, second):
        await who.close()


# Waiting


@story
async def test_a_first_choice_waits_for_the_others_part_and_is_never_lost(server: Server) -> None:
    south, north = Somebody(server.url), Somebody(server.url)
    table, links = await south.begin(south="me", north="link")
    token = links["north"].rpartition("=")[2]
    await north.post(f"/tables/{table}/join", {"side": "north", "token": token})
    async with south.at(table, gives_part=False) as a, north.at(table, gives_part=False) as b:
        await a.say(type="play", at=0, option=a.choices[0], ref="early")
        await a.say(type="play", at=0, option=a.choices[1], ref="second")
        heard = await answered(a)
        assert [frame["ref"] for frame in heard if frame["type"] == "error"] == ["second"], "the first one counts"
        assert not [frame for frame in heard if frame["type"] == "moved"]
        await a.say(type="play", at=0, option="place S1 atlantis", ref="wrong")
        assert (await a.hear("error"))["code"] == "illegal"
        option = a.choices[0]
        await b.say(type="entropy", value="pepper")
        moved = await a.hear("moved")
        assert moved["ref"] == "early" and moved["entries"][0]["option"] == option
        await play_out([a, b], random.Random(2))
    assert (await proved(south, table))["dice"]["entropy"] == ["pepper"], "who chooses without a part gives none"
    for who in (south, north):
        await who.close()


@story
async def test_nobody_waits_forever_for_a_part(server: Server) -> None:
    """Dice first, and one of the people never looks at the table."""
    south, north = Somebody(server.url), Somebody(server.url)
    record = {"game": "nano", "rules": 1, "scenario": "campaign", "moves": SET_UP}
    wish = {"game": "nano", "seats": {"south": "me", "north": "link"}, "record": record}
    made = await south.post("/tables", wish, 201)
    token = made["links"]["north"].rpartition("=")[2]
    async with south.at(made["id"]) as line:
        await north.post(f"/tables/{made['id']}/join", {"side": "north", "token": token})
        frame = await line.hear("moved")
        assert frame["entries"][0]["faces"]
        await line.say(type="resign")
        await line.hear("moved")
    found = await proved(south, made["id"])
    assert len(found["dice"]["entropy"]) == 1 and found["moves"][0].startswith("roll")
    for who in (south, north):
        await who.close()


@story
async def test_a_held_choice_is_refused_if_it_is_no_longer_to_be_made(server: Server) -> None:
    south, north = Somebody(server.url), Somebody(server.url)
    table, links = await south.begin(south="me", north="link")
    token = links["north"].rpartition("=")[2]
    await north.post(f"/tables/{table}/join", {"side": "north", "token": token})
    async with south.at(table, gives_part=False) as a, north.at(table, gives_part=False) as b:
        await a.say(type="play", at=0, option=a.choices[0], ref="early")
        await answered(a)
        await b.say(type="resign")
        refused = await a.hear("error")
        assert refused["code"] == "over" and refused["ref"] == "early"
    for who in (south, north):
        await who.close()


# Races


async def resigned(line: Line, who: Somebody, table: str) -> dict[str, Any]:
    while not any(entry.get("faces") for entry in (await line.hear("moved"))["entries"]):
        pass
    await line.say(type="resign")
    while not line.over:
        await line.next()
    return await proved(who, table)


@story
async def test_where_the_machine_moves_first_my_part_is_in_the_dice_ten_of_ten_times(slow: Server) -> None:
    me = Somebody(slow.url)
    loading = asyncio.Semaphore(MOST_READ_FROM)

    async def one(number: int) -> None:
        # Its first choice is the one that the dice follow.
        record = {"game": "nano", "rules": 1, "scenario": "campaign", "moves": SET_UP[:3]}
        wish = {"game": "nano", "seats": {"south": "machine:1", "north": "me"}, "record": record}
        async with loading:
            table = (await me.post("/tables", wish, 201))["id"]
        async with me.at(table, gives_part=False) as line:
            await asyncio.sleep(0.03 * number)
            await line.say(type="entropy", value=f"part-{number}")
            assert (await resigned(line, me, table))["dice"]["entropy"] == [f"part-{number}"]

    await me.get("/me")
    await asyncio.gather(*(one(number) for number in range(10)))
    await me.close()


@story
async def test_where_the_dice_come_first_late_parts_race_them_and_every_record_verifies(slow: Server) -> None:
    """Parts come from both seats at any moment of the first roll, some before, some after, with slow commits."""
    record = {"game": "nano", "rules": 1, "scenario": "campaign", "moves": SET_UP}
    people = [(Somebody(slow.url), Somebody(slow.url)) for _ in range(10)]
    loading = asyncio.Semaphore(MOST_READ_FROM)

    async def one(number: int) -> None:
        south, north = people[number]
        await north.get("/me")
        wish = {"game": "nano", "seats": {"south": "me", "north": "link"}, "record": record}
        async with loading:
            made = await south.post("/tables", wish, 201)
        token = made["links"]["north"].rpartition("=")[2]
        async with south.at(made["id"], gives_part=False) as a, north.at(made["id"], gives_part=False) as b:
            await a.say(type="entropy", value="first")
            await north.post(f"/tables/{made['id']}/join", {"side": "north", "token": token})
            await asyncio.sleep(0.02 * number)
            await b.say(type="entropy", value="second")
            found = await resigned(a, south, made["id"])
            assert found["dice"]["entropy"] == ["first", "second"]
        # The rematch: its dice have a commitment of their own, and both parts come after it.
        again = (await south.post(f"/tables/{made['id']}/rematch", {"swap": True}, 201))["id"]
        async with north.at(again, gives_part=False) as a, south.at(again, gives_part=False) as b:
            await a.say(type="entropy", value="third")
            await a.say(type="play", at=0, option=a.choices[0], ref="p")
            await b.say(type="entropy", value="fourth")
            while (await a.next()).get("ref") != "p":
                pass
            for _ in range(3):
                await a.play(a.choices[0])
            await b.say(type="resign")
            while not a.over:
                await a.next()
        found = await proved(south, again)
        assert found["dice"]["entropy"] == ["third", "fourth"] and any(m.startswith("roll") for m in found["moves"])

    await asyncio.gather(*(one(number) for number in range(10)))
    for pair in people:
        for who in pair:
            await who.close()


def test_two_processes_agree_on_the_parts(postgresql: str) -> None:
    async def tell(first: Server, second: Server) -> None:
        for number in range(5):
            south, north = Somebody(first.url), Somebody(second.url)
            table, links = await south.begin(south="me", north="link")
            token = links["north"].rpartition("=")[2]
            await north.post(f"/tables/{table}/join", {"side": "north", "token": token})
            async with south.at(table, gives_part=False) as a, north.at(table, gives_part=False) as b:
                seats = a.table["seats"]
                while number % 2 and seats[1]["kind"] != "person":
                    seats = (await a.hear("seats"))["seats"]
                await a.say(type="entropy", value="here")
                await a.say(type="play", at=0, option=a.choices[0], ref="p")
                await b.say(type="entropy", value="there")
                while True:
                    frame = await a.next()
                    if frame.get("ref") == "p":
                        break
                if frame["type"] == "error":
                    assert frame["code"] in ("waiting", "stale")
                while b.at < a.at:
                    await b.hear("moved")
                await b.say(type="resign")
                while not a.over:
                    await a.next()
            found = await proved(south, table)
            if found["moves"]:
                assert "here" in found["dice"]["entropy"]
            for who in (south, north):
                await who.close()

    with Server(postgresql, prepare=SLOW_COMMITS) as first, Server(postgresql) as second:
        asyncio.run(tell(first, second))


# Tables begun before


def old_table(path: Path) -> str:
    """A database as it was before dice were bound to moves, with a table in the middle of a game."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    engine.dispose()
    dice = FairDice(bytes(range(32)), ["old"], 1)
    match, chance = Match(senki.find_game("nano"), "campaign", dice, {}), random.Random(1)
    while len(match.played) < 30 or not isinstance(match.pending, Decision):
        pending = match.pending
        match.play(chance.choice(pending.options)) if isinstance(pending, Decision) else match.roll()
    p = match.position
    row = {
        "id": "oldtable", "game": "nano", "rules": 1, "scenario": "campaign", "name": "Old", "public": True,
        "owner": "somebody", "created": 1.0, "updated": 2.0, "archived": False, "n": len(match.played), "base": 0,
        "rolls": sum(played.side < 0 for played in match.played), "position": json.dumps(match.game.write(p)),
        "awaits": p.step.name, "actor": match.game.sides[p.side_to_act].id, "seed": dice.seed.hex(),
        "entropy": '["old"]', "offers": "[]", "options": "{}",
    }  # fmt: skip
    with sqlite3.connect(path) as raw:
        raw.execute(f"INSERT INTO tables ({','.join(row)}) VALUES ({','.join('?' * len(row))})", list(row.values()))
        for side in ("south", "north"):
            raw.execute("INSERT INTO seats VALUES ('oldtable', ?, 'open', NULL, '', 0, '', '')", (side,))
        raw.execute("INSERT INTO entries VALUES ('oldtable', 0, -1, '', '', NULL, '[]', 1.0)")
        for n, played in enumerate(match.played, 1):
            entry = ("oldtable", n, played.side, "", played.option.text, None, "[]", 1.0)
            raw.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", entry)
    raw.close()
    return row["id"]


def test_a_table_begun_with_counted_dice_goes_on_with_them(tmp_path: Path) -> None:
    table = old_table(tmp_path / "tables.db")

    async def tell(server: Server) -> None:
        me = Somebody(server.url)
        for side in ("south", "north"):
            await me.post(f"/tables/{table}/join", {"side": side})
        async with me.at(table) as line:
            assert line.table["entropy"] == ["old"] and "entropy_open" not in line.table
            # Not in memory any more: taken back by playing the log again, with the number of its rolls.
            await line.say(type="undo", at=line.at)
            await line.hear("moved")
            await play_out([line], random.Random(1))
        record = await proved(me, table)
        assert "format" not in record and record["dice"]["entropy"] == ["old"]
        loaded = await me.post("/tables", {"game": "nano", "seats": {"south": "me"}, "record": record}, 201)
        assert await proved(me, loaded["id"]) == {**record, "seats": {"south": record["seats"]["south"], "north": ""}}
        part = {"game": "nano", "seats": {"south": "me", "north": "me"}, "record": record, "upto": 8}
        other = (await me.post("/tables", part, 201))["id"]
        async with me.at(other) as line:
            while not line.choices:
                await line.hear("moved")
            await play_out([line], random.Random(2))
        assert (await proved(me, other))["format"] == 2
        await me.close()

    with Server(sqlite(tmp_path)) as server:
        asyncio.run(tell(server))
