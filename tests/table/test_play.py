from __future__ import annotations

import asyncio
import json
import random

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
