"""The server is killed in the middle of play and started again: nothing that was acknowledged is lost."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack

from websockets.exceptions import ConnectionClosed

from tests.table.support import Line, Server, Somebody

TABLES = 12
ENOUGH = 500
"""Entries acknowledged before the server is killed: the games are then about half played."""


async def play_until_killed(lines: list[Line], chance: random.Random, kept: dict[int, str]) -> None:
    """Play on one table; keep every entry that either seat was sent, which is the service's word that it is stored."""
    try:
        while not lines[0].over:
            chooser = next(line for line in lines if line.view["choices"])
            await chooser.say(type="play", at=chooser.at, option=chance.choice(chooser.choices))
            before = chooser.at
            for line in lines:
                while line.at <= before:
                    frame = await line.hear("moved")
                    kept.update({entry["n"]: entry["option"] for entry in frame["entries"]})
    except ConnectionClosed:
        return


def test_a_killed_server_loses_no_acknowledged_move(database: str) -> None:
    async def under_load(server: Server) -> tuple[Somebody, dict[str, dict[int, str]]]:
        me, friend = Somebody(server.url), Somebody(server.url)
        await friend.get("/me")
        acknowledged: dict[str, dict[int, str]] = {}
        async with AsyncExitStack() as stack:
            work = []
            for number in range(TABLES):
                table, links = await me.begin(south="me", north="link")
                await friend.take(links["north"])
                pair = [await stack.enter_async_context(who.at(table)) for who in (me, friend)]
                acknowledged[table] = {}
                work.append(asyncio.create_task(play_until_killed(pair, random.Random(number), acknowledged[table])))
            while sum(map(len, acknowledged.values())) < ENOUGH and not all(task.done() for task in work):
                await asyncio.sleep(0.001)
            assert any(not task.done() for task in work), "the games ended before the server was killed"
            server.kill()
            await asyncio.gather(*work)
        await friend.close()
        await me.close()
        return me, acknowledged

    async def afterwards(server: Server, me: Somebody, acknowledged: dict[str, dict[int, str]]) -> int:
        again = Somebody(server.url)
        again.http.cookies = me.http.cookies
        for table, moves in acknowledged.items():
            log = {entry["n"]: entry["option"] for entry in (await again.get(f"/tables/{table}/log"))["entries"]}
            lost = {n: option for n, option in moves.items() if log.get(n) != option}
            assert not lost, lost
            async with again.at(table) as line:
                assert line.at == max(log)
                if line.view["choices"]:
                    assert (await line.play(line.choices[0]))["type"] == "moved"
        await again.close()
        return sum(len(moves) for moves in acknowledged.values())

    server = Server(database)
    try:
        me, acknowledged = asyncio.run(under_load(server))
    finally:
        if server.process.poll() is None:
            server.kill()
    with Server(database) as restarted:
        count = asyncio.run(afterwards(restarted, me, acknowledged))
    print(f"{count} acknowledged entries on {TABLES} tables, none lost")
    assert count >= ENOUGH
