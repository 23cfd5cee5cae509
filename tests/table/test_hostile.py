"""The service is the only judge: ten thousand wrong messages change nothing and disturb nobody."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from senki.table.settings import Pace, Settings
from senki.table.sockets.endpoint import PATIENCE
from tests.table.inside import inside
from tests.table.support import Line, Server, Somebody, sqlite

MESSAGES = 10_080
SOCKETS = 8
"""Of each attacker: one who sits at the table but is not to choose, one who only watches, and the one to choose."""
CODES = {
    "malformed", "too_big", "not_your_turn", "stale", "illegal", "unknown", "forbidden", "over",
}  # fmt: skip


class Attack:
    """Makes wrong messages out of what an attacker can know."""

    def __init__(
        self, chance: random.Random, on_turn: bool, at: int, offered: list[str], log: list[Any], elsewhere: list[str]
    ) -> None:
        self.chance = chance
        self.on_turn = on_turn
        self.at = at
        self.offered = offered
        self.log = [entry for entry in log if entry.get("side")]
        self.elsewhere = elsewhere

    def not_yours(self) -> dict[str, Any]:
        return {"type": "play", "at": self.at, "option": self.chance.choice(self.offered)}

    def not_offered(self) -> dict[str, Any]:
        units, towns = ["S1", "S4", "N1", "N7", "X9"], ["luray", "winchester", "atlantis", "mcdowell"]
        verb = self.chance.choice(["move", "mountain", "retreat", "battle", "place", "redeploy", "fly", ""])
        text = f"{verb} {self.chance.choice(units)} {self.chance.choice(towns)}".strip()
        return {"type": "play", "at": self.at, "option": "fly" if text in self.offered else text}

    def dice(self) -> dict[str, Any]:
        faces = f"{self.chance.randint(1, 6)} {self.chance.randint(1, 6)}"
        return {"type": "play", "at": self.at, "option": f"roll {faces}"}

    def stale(self) -> dict[str, Any]:
        return {"type": "play", "at": self.chance.randrange(self.at), "option": self.chance.choice(self.offered)}

    def too_early(self) -> dict[str, Any]:
        ahead = self.at + self.chance.randint(1, 1000)
        return {"type": "play", "at": ahead, "option": self.chance.choice(self.offered)}

    def replayed(self) -> dict[str, Any]:
        entry = self.chance.choice(self.log)
        return {"type": "play", "at": entry["n"] - 1, "option": entry["option"]}

    def of_another_table(self) -> dict[str, Any]:
        return {"type": "play", "at": self.at, "option": self.chance.choice(self.elsewhere)}

    def out_of_order(self) -> dict[str, Any]:
        return self.chance.choice(
            [
                {"type": "undo", "at": self.at - 1},
                {"type": "undo", "at": self.at + 1},
                {"type": "consent", "offer": "0123456789ab", "yes": True},
                {"type": "hint", "at": self.at},
                {"type": "why", "at": self.at, "piece": "S1", "place": "luray"},
            ]
        )

    def malformed(self) -> Any:
        return self.chance.choice(
            [
                {"type": "play"},
                {"type": "play", "at": str(self.at), "option": self.offered[0]},
                {"type": "play", "at": self.at, "option": 5},
                {"type": "play", "at": -1, "option": self.offered[0]},
                {"type": "play", "at": 1e99, "option": self.offered[0]},
                {"type": "play", "at": self.at, "option": self.offered[0], "side": "south"},
                {"type": "play", "at": self.at, "option": self.offered[0], "person": "admin"},
                {"type": "conquer"},
                {"type": ["play"]},
                {},
                [],
                "play",
                None,
                {"type": "hello", "have": None, "seed": 1},
                {"type": "offer", "kind": "surrender"},
                {"type": "consent", "offer": 7, "yes": "yes"},
                b"\x00\xff not json",
                b"{" * 2000,
                b'{"type":"play","at":0,"option":"\\ud800"}',
                b"",
            ]
        )

    def oversized(self) -> Any:
        size = self.chance.choice([4100, 9000, 50_000])
        return {"type": "chat", "text": "x" * size}

    def any(self) -> Any:
        kinds = [
            self.not_offered, self.dice, self.stale, self.too_early, self.replayed, self.malformed, self.oversized,
        ]  # fmt: skip
        if not self.on_turn:
            kinds += [self.not_yours, self.of_another_table, self.out_of_order]
        return self.chance.choice(kinds)()


async def fire(line: Line, attack: Attack, count: int) -> Counter[str]:
    """Send wrong messages one by one; each gets exactly one answer, an error."""
    codes: Counter[str] = Counter()
    for number in range(count):
        message = attack.any()
        ref = None
        if isinstance(message, dict) and attack.chance.random() < 0.5:
            ref = f"m{number}"
            message = {**message, "ref": ref}
        await line.socket.send(message if isinstance(message, bytes) else json.dumps(message))
        answer = await line.next(10)
        assert answer["type"] == "error" and answer["code"] in CODES, (message, answer)
        assert answer.get("ref") in (ref, None), (message, answer)
        codes[answer["code"]] += 1
    return codes


async def open_game(me: Somebody, friend: Somebody, choices: int, seed: int) -> str:
    """A table played for a while until the South is to choose."""
    table, links = await me.begin(south="me", north="link")
    await friend.take(links["north"])
    chance = random.Random(seed)
    async with me.at(table) as south, friend.at(table) as north:
        made = 0
        while made < choices or not south.view["choices"]:
            chooser, other = (south, north) if south.view["choices"] else (north, south)
            await chooser.play(chance.choice(chooser.choices))
            while other.at < chooser.at:
                await other.hear("moved")
            made += 1
    return table


def test_ten_thousand_wrong_messages(server: Server) -> None:
    async def story() -> Counter[str]:
        me, rival, stranger = (Somebody(server.url) for _ in range(3))
        for somebody in (me, rival, stranger):
            await somebody.get("/me")
        table = await open_game(me, rival, 12, 3)
        other_table, _ = await rival.begin(south="me", north="machine:1")
        async with AsyncExitStack() as stack:
            mine = await stack.enter_async_context(me.at(table))
            watching = await stack.enter_async_context(Somebody(server.url).at(table))
            elsewhere = (await stack.enter_async_context(rival.at(other_table))).choices
            people = [who for who in (rival, stranger, me) for _ in range(SOCKETS)]
            lines = [await stack.enter_async_context(who.at(table)) for who in people]
            before = [await me.get(f"/tables/{table}{what}") for what in ("", "/log", "/record")]
            for line in (mine, watching, *lines):
                await line.quiet(0.3)
            attacks = [
                Attack(random.Random(n), who is me, mine.at, mine.choices, before[1]["entries"], elsewhere)
                for n, who in enumerate(people)
            ]
            share = MESSAGES // len(lines)
            codes = await asyncio.gather(*(fire(*pair, share) for pair in zip(lines, attacks, strict=True)))
            assert await mine.quiet() == [] and await watching.quiet() == []
            after = [await me.get(f"/tables/{table}{what}") for what in ("", "/log", "/record")]
            assert after == before
            frame = await mine.play(mine.choices[0])
            assert frame["type"] == "moved" and (await watching.hear("moved"))["at"] == mine.at
        return sum(codes, Counter())

    codes = asyncio.run(story())
    print(dict(codes))
    assert sum(codes.values()) == MESSAGES and CODES - {"over"} <= set(codes)


def test_a_flood_is_slowed_down_and_then_cut_off(tmp_path: Path) -> None:
    """Too fast by a pace that gives nothing back, so that a slow machine is too fast as well."""

    async def story() -> None:
        async with inside(Settings(database=sqlite(tmp_path), messages=Pace(0, 100))) as here:
            me = Somebody(here.url)
            table, _ = await me.begin(south="me", north="me")
            async with me.at(table) as line:
                heard = []
                with pytest.raises(ConnectionClosed) as ended:
                    while True:
                        await line.socket.send('{"type":"ping"}')
                        heard.append(await line.next())
                assert ended.value.rcvd is not None and ended.value.rcvd.code == 1008
                codes = [frame.get("code") for frame in heard]
                assert codes.index("too_fast") > 50 and codes.count("too_fast") >= PATIENCE
            async with me.at(table) as line:
                assert line.choices
            await me.close()

    asyncio.run(story())


def test_a_huge_message_ends_only_its_own_connection(server: Server) -> None:
    async def story() -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="machine:1")
        async with me.at(table) as good, me.at(table) as bad:
            await bad.socket.send("x" * 200_000)
            await bad.socket.wait_closed()
            assert bad.socket.close_code == 1009
            assert (await good.play(good.choices[0]))["type"] == "moved"

    asyncio.run(story())
