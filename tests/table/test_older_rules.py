"""A table begun under an older version of the rules: it goes on from its snapshot."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from pathlib import Path

import senki
from tests.table.support import Server, Somebody, play_out, sqlite

FIRST_RULES = {
    "turn": 3, "side": "csa", "fow": {"csa": 1},
    "units": {
        "CSA-HQ": {"hex": "0422"}, "Johnston": {"hex": "0620", "states": ["ineffective"]},
        "Gibson": {"hex": "0620", "states": ["disrupted", "waiting"]},
        "Pond": {"hex": "0620", "states": ["disrupted", "waiting"]}, "1/1": {"hex": "0810"},
    },
    "to_come": [
        "choose_recovery", "run", "offer_flip", "movement", "end_movement", "combat_phase", "end_player_turn",
        "player_turn", "end_turn",
    ],
    "tasks": ["recover_leader 1 0"],
}  # fmt: skip
"""Shiloh under its first rules in the middle of recovery, when leaders were noted before the disrupted had rolled."""


def test_a_snapshot_of_the_first_rules_plays_on() -> None:
    shiloh = senki.find_game("shiloh")
    p = shiloh.read(FIRST_RULES, "a snapshot")
    assert shiloh.write(p) == FIRST_RULES
    chance = random.Random(5)
    while not p.over:
        p.check()
        options = p.options()
        p.play(options[int(chance.random() * len(options))])


def test_a_table_of_older_rules_goes_on_from_its_snapshot(tmp_path: Path) -> None:
    rules = senki.find_game("shiloh").rules_version

    async def begin(server: Server) -> tuple[Somebody, str]:
        me = Somebody(server.url)
        made = await me.post("/tables", {"game": "shiloh", "seats": {"csa": "me", "usa": "me"}}, 201)
        async with me.at(made["id"]) as line:
            assert (await line.play(line.choices[0]))["type"] == "moved"
        await me.close()
        return me, made["id"]

    async def go_on(server: Server, before: Somebody, table: str) -> None:
        me = Somebody(server.url)
        me.http.cookies = before.http.cookies
        async with me.at(table) as line:
            assert line.choices == ["recover Gibson", "recover Pond"]
            # The service's dice are not the test's: the game may be over sooner.
            assert await play_out([line], random.Random(3), 60) == 60 or line.over
            assert line.at > 20
        record = await me.get(f"/tables/{table}/record")
        assert record["rules"] == rules - 1
        await me.close()

    with Server(sqlite(tmp_path)) as server:
        me, table = asyncio.run(begin(server))
        server.stop()
    stored = (rules - 1, json.dumps(FIRST_RULES), "choose_recovery", "csa", table)
    with sqlite3.connect(tmp_path / "tables.db") as raw:
        raw.execute("UPDATE tables SET rules = ?, position = ?, awaits = ?, actor = ? WHERE id = ?", stored)
    raw.close()
    with Server(sqlite(tmp_path)) as server:
        asyncio.run(go_on(server, me, table))
