from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from pathlib import Path

from senki.engine.forms import Record, read_json
from senki.engine.match import verify
from tests.table.support import Server, Somebody, play_out


def test_a_whole_game_against_the_machine_and_its_dice_verify(server: Server) -> None:
    async def story() -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="machine:1")
        assert (await me.get(f"/tables/{table}/record"))["dice"].get("seed") is None
        async with me.at(table) as line:
            assert line.table["you"] == ["south"] and len(line.table["commitment"]) == 64
            await play_out([line], random.Random(1))
            assert line.over and line.view["awaits"] is None
        record = await me.get(f"/tables/{table}/record")
        assert record["dice"]["commitment"] == line.table["commitment"] and record["dice"]["seed"]
        verify(read_json(json.dumps(record).encode(), Record, "record"))
        await me.close()

    asyncio.run(story())


def kill_workers(service: int) -> int:
    """End the worker processes of a service at once; how many there were."""
    children = Path(f"/proc/{service}/task/{service}/children").read_text().split()
    for child in children:
        os.kill(int(child), signal.SIGKILL)
    return len(children)


def test_a_person_never_waits_for_a_dead_worker(server: Server) -> None:
    """Whenever the machine is to choose its worker dies; a new one, or a simpler player, answers."""

    async def story() -> None:
        me = Somebody(server.url)
        table, _ = await me.begin(south="me", north="machine:4")
        killed, chance = 0, random.Random(2)
        async with me.at(table) as line:
            while killed < 3:
                if line.choices:
                    assert (await line.play(chance.choice(line.choices)))["type"] == "moved"
                else:
                    await asyncio.sleep(0.3)
                    killed += kill_workers(server.process.pid)
                    await line.hear("moved")
                    assert not line.over
        await me.close()

    asyncio.run(story())
