"""Free poses: judged while they are dragged, played by their notation, and never a way to disturb the service."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.table.support import Line, Server, Somebody, sqlite, story

GAMES = Path(__file__).parent / "games"
BOTH = {"east": "me", "west": "me"}
GATE = "gate"


class Guarded(Server):
    """A service whose poses of one facing wait for a gate."""

    gate: Path

    def __enter__(self) -> Guarded:
        return self


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    folder = tmp_path_factory.mktemp("tables")
    with Guarded(sqlite(folder), games=GAMES, env={"MEADOW_GATE": str(folder / GATE)}) as running:
        running.gate = folder / GATE
        yield running


async def begin(who: Somebody, **seats: str) -> tuple[str, dict[str, str]]:
    made = await who.post("/tables", {"game": "meadow", "seats": seats or BOTH}, 201)
    return made["id"], made["links"]


async def ask(line: Line, **question: Any) -> dict[str, Any]:
    await line.say(**{"type": "judge", "at": line.at, "ref": "q", **question})
    return await answer(line)


async def answer(line: Line, ref: str | None = "q") -> dict[str, Any]:
    while True:
        frame = await line.next()
        if frame.get("ref") == ref and frame["type"] != "moved":
            return frame


@story
async def test_a_pose_is_judged_and_its_notation_plays_it(server: Server) -> None:
    who = Somebody(server.url)
    table, _ = await begin(who)
    async with who.at(table) as line:
        assert line.view["free"]["pieces"][0]["piece"] == "red"
        found = (await ask(line, piece="red", pose=[380.5, 500, 45]))["judgement"]
        assert found["legal"] and found["cost"] == 180.5 and found["path"] == [[200, 500, 90], [380.5, 500, 45]]
        assert found["option"] not in line.choices, "a free pose is not among the sampled choices"
        refused = (await ask(line, piece="red", pose=[505, 500, 90]))["judgement"]
        assert not refused["legal"]
        assert [one["clause"] for one in refused["objections"]] == ["MEA-1.1", "MEA-1.2"]
        assert refused["objections"][0]["facts"] == {"cost": "305"}
        played = await line.play(refused["option"])
        assert played["code"] == "illegal" and [o["clause"] for o in played["objections"]] == ["MEA-1.1", "MEA-1.2"]
        assert (await line.play(found["option"]))["type"] == "moved"
        assert line.view["pieces"][0]["pose"] == [380.5, 500, 45]
        assert (await line.play(line.choices[0]))["type"] == "moved", "a sampled choice is played as everywhere"
    record = await who.get(f"/tables/{table}/record")
    assert record["moves"][0] == found["option"]
    await who.close()


@story
async def test_what_is_no_pose_is_refused(server: Server) -> None:
    who = Somebody(server.url)
    table, _ = await begin(who)
    async with who.at(table) as line:
        before = await who.get(f"/tables/{table}/log")
        tricks = [
            "[NaN,0,0]", "[Infinity,0,0]", "[-Infinity,0,0]", "[1e999,0,0]", "[0,-1e999,0]", "[0,0,1e400]",
            "[" + "9" * 400 + ",0,0]", "[1e300,0,0]", "[0,0]", "[0,0,0,0]", "[]", "null", '"0,0,0"', "[null,0,0]",
            '["1",0,0]', "[true,0,0]", "[[0],0,0]", '{"x":0,"y":0}',
        ]  # fmt: skip
        for pose in tricks:
            raw = f'{{"type":"judge","at":{line.at},"piece":"red","pose":{pose}}}'
            await line.socket.send(raw)
            frame = await line.hear("error")
            assert frame["code"] == "malformed", (pose, frame)
            assert frame["facts"]["why"], pose
        far = await ask(line, piece="red", pose=[20_000, 500, 90])
        assert far["code"] == "malformed" and far["facts"]["why"] == "that is far from the meadow"
        for option in ("move red nan 500 90", "move red 1e999 500 90", "move red inf 0 0", "move red 300 500"):
            assert (await line.play(option))["code"] == "illegal"
        assert (await ask(line, piece="red", pose=[300, 500, 90], at=line.at + 3))["code"] == "stale"
        assert await who.get(f"/tables/{table}/log") == before
    await who.close()


@story
async def test_only_ones_own_piece_and_turn(server: Server) -> None:
    east, west, guest = (Somebody(server.url) for _ in range(3))
    table, links = await begin(east, east="me", west="link")
    await west.take(links["west"])
    async with east.at(table) as mine, west.at(table) as other, guest.at(table) as watching:
        pose = [300, 500, 90]
        assert (await ask(mine, piece="blue", pose=pose)) == {"type": "judge", "ref": "q"}
        assert (await ask(mine, piece="nobody", pose=pose)) == {"type": "judge", "ref": "q"}
        assert (await ask(other, piece="blue", pose=pose))["code"] == "not_your_turn"
        assert (await ask(watching, piece="red", pose=pose))["code"] == "forbidden"
        line = {"type": "sees", "start": [100, 500], "end": [900, 500]}
        assert (await ask(other, **line))["line"] == {"clear": False, "length": 800.0, "until": [500.0, 500.0]}
        assert (await ask(mine, **{**line, "end": [300, 500]}))["line"] == {"clear": True, "length": 200.0}
        assert (await ask(watching, **line))["code"] == "forbidden"
        await mine.say(**line | {"at": mine.at, "end": [1, 2, 3]})
        assert (await mine.hear("error"))["code"] == "malformed"
    for who in (east, west, guest):
        await who.close()


async def flood(who: Somebody, table: str, heard: Counter[str], stop: asyncio.Event) -> None:
    """Poses as fast as they can be sent, again and again when cut off, until told to stop; what came of them."""
    while not stop.is_set():
        try:
            async with who.at(table) as line:
                await _pour(line, heard, stop)
        except (ConnectionClosed, OSError):
            heard["cut off"] += 1


async def _pour(line: Line, heard: Counter[str], stop: asyncio.Event) -> None:
    async def listen() -> None:
        while True:
            frame = await line.next()
            heard[frame.get("code", frame["type"])] += 1

    listening = asyncio.create_task(listen())
    message = f'{{"type":"judge","at":{line.at},"piece":"red","pose":[300,500,90]}}'
    try:
        while not stop.is_set():
            await line.socket.send(message)
            heard["sent"] += 1
            if heard["sent"] % 50 == 0:
                await asyncio.sleep(0)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


@story
async def test_a_flood_of_poses_is_cut_off_and_other_tables_go_on(server: Server) -> None:
    # Nothing is timed here, the storm and the other table share one loop: `make attack` measures how long others wait.
    bad, good = Somebody(server.url), Somebody(server.url)
    stormed, _ = await begin(bad)
    heard: Counter[str] = Counter()
    stop = asyncio.Event()
    began = perf_counter()
    storm = asyncio.create_task(flood(bad, stormed, heard, stop))
    moves = 0
    while moves < 20 or not (heard["too_fast"] and heard["cut off"]):
        quiet, _ = await good.begin(south="me", north="me")
        async with good.at(quiet) as line:
            for _ in range(20):
                # A game may be over sooner; then another is begun.
                if line.choices:
                    assert (await line.play(line.choices[0]))["type"] == "moved"
                    moves += 1
    assert not storm.done(), "others played on while it stormed"
    stop.set()
    await storm
    lasted = perf_counter() - began
    assert heard["judge"] <= 120 + 60 * (lasted + 2), "no more are judged than the pace of an address allows"
    async with bad.at(stormed) as line:
        while (found := await ask(line, piece="red", pose=[300, 500, 90])).get("code") == "too_fast":
            await asyncio.sleep(0.2)
        assert found["judgement"]["legal"], "the place is unharmed"
    for who in (bad, good):
        await who.close()


@story
async def test_a_slow_judgement_does_not_hold_up_others(server: Guarded) -> None:
    slow, quick = Somebody(server.url), Somebody(server.url)
    table, _ = await begin(slow)
    other, _ = await begin(quick)
    async with slow.at(table) as sleepy, quick.at(other) as line:
        assert (await ask(sleepy, piece="red", pose=[300, 500, 333]))["type"] == "judge"
        await asyncio.sleep(1.0)
        # From then on poses are judged beside the loop: while one is held up, others are answered.
        await sleepy.say(type="judge", at=sleepy.at, piece="red", pose=[301, 500, 334], ref="q")
        await line.say(type="ping", ref="p")
        await line.hear("pong")
        server.gate.touch()
        assert (await answer(sleepy))["type"] == "judge"
        codes = []
        for n in range(60):
            codes.append((await ask(sleepy, piece="red", pose=[300 + n, 500, 333])).get("code"))
        assert "too_fast" in codes, "dear judgements use up the pace sooner"
    for who in (slow, quick):
        await who.close()
