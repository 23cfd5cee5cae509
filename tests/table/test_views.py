"""Nobody is sent what they may not know."""

from __future__ import annotations

import asyncio
import random

import senki
from senki.engine.forms import plain
from tests.table.support import Server, Somebody

GAMES = 4


def test_choices_go_only_to_the_seat_that_chooses_and_seeds_to_nobody(server: Server) -> None:
    async def story(seed: int) -> None:
        south, north, guest = (Somebody(server.url) for _ in range(3))
        await guest.get("/me")
        table, links = await south.begin(south="me", north="link")
        await north.take(links["north"])
        chance = random.Random(seed)
        async with south.at(table) as a, north.at(table) as b, guest.at(table) as c:
            seats = {"south": a, "north": b, None: c}
            for side, line in seats.items():
                assert line.view["side"] == side
                assert line.table.get("links") is None and line.table.get("seed") is None
            while not a.over:
                chooser = next(line for line in (a, b) if line.view["choices"])
                await chooser.play(chance.choice(chooser.choices))
                for line in (a, b, c):
                    while line.at < chooser.at:
                        frame = await line.hear("moved")
                        assert (frame.get("seed") is not None) == frame.get("over", False)
                for side, line in seats.items():
                    assert line.view["side"] == side
                    chooses = side is not None and line.view["actor"] == side
                    assert bool(line.view["choices"]) == chooses
                assert c.view["choices"] == []
                assert a.view["pieces"] == b.view["pieces"] == c.view["pieces"]

    for seed in range(GAMES):
        asyncio.run(story(seed))


def test_every_view_is_the_game_s_own_view_of_that_seat(server: Server) -> None:
    async def story() -> None:
        south, north = Somebody(server.url), Somebody(server.url)
        table, links = await south.begin(south="me", north="link")
        assert "token" in links["north"]
        stranger = Somebody(server.url)
        async with stranger.at(table) as watching:
            assert watching.table.get("links") is None
            assert links["north"].rpartition("=")[2] not in str(watching.table)
        await stranger.post(f"/tables/{table}/join", {"side": "north", "token": "guess"}, 403)
        await stranger.post(f"/tables/{table}/join", {"side": "north"}, 403)
        await stranger.post(f"/tables/{table}/join", {"side": "south"}, 409)
        await north.take(links["north"])
        async with south.at(table) as a, north.at(table) as b:
            game = senki.find_game("nano")
            p = game.start("campaign", {})
            p.settle()
            chance = random.Random(5)
            for _ in range(25):
                if a.over:
                    break
                assert a.view == plain(game.view(p, 0)) and b.view == plain(game.view(p, 1))
                chooser = a if a.view["choices"] else b
                frame = await chooser.play(chance.choice(chooser.choices))
                for entry in frame["entries"]:
                    p.play(game.answer(p, entry["option"]))
                for line in (a, b):
                    while line.at < chooser.at:
                        await line.hear("moved")

    asyncio.run(story())
