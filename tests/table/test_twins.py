"""Over the socket: tables that differ only in what a side may not know answer it the same, to the byte.

`make twins` asks 5,000 questions for each game; the tests ask a few hundred.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from senki import find_game
from senki.engine.errors import SenkiError
from senki.engine.game import Game
from senki.engine.position import CHANCE, Position
from senki.games.monmouth.position import SWITCHES, MonmouthPosition
from senki.games.shiloh.position import ShilohPosition
from senki.table.settings import Pace, Settings
from tests.table.inside import inside
from tests.table.support import Somebody, sqlite, story
from tests.twins import game_with_secrets, monmouth_questions, monmouth_twin, shiloh_twin

ASKED = int(os.environ.get("SENKI_TWINS", "300"))
AT_ONE = 40
"""Questions about one pair of twins."""
MANY = Pace(1e6, 1e6)
FREELY: dict[str, Any] = dict.fromkeys(
    ("messages", "address_messages", "judgements", "judgements_from", "requests", "new_tables", "new_tables_from"), MANY
)
NAMES_TABLE = re.compile(r'"(?:id|commitment|time|links)":(?:"[^"]*"|[0-9.]+|\{[^}]*\})')
"""What tells two tables apart, whatever is played at them."""

Pair = tuple[Position, Position, int]


def monmouth_pairs() -> Iterator[Pair]:
    """Twins from games with the switches in every way."""
    chance = Random(11)
    game = find_game("monmouth")
    for seed in range(1000):
        switches = {name: chance.choice(values) for name, values in SWITCHES.items()}
        for step, p in enumerate(game_with_secrets(game, switches, seed, 150)):
            assert isinstance(p, MonmouthPosition)
            if step % 7 or p.waits_for == CHANCE:
                continue
            # The side that chooses may ask most.
            side = p.side_to_act if chance.random() < 0.8 else 1 - p.side_to_act
            twin = monmouth_twin(p, side, chance)
            if twin is not None:
                yield p, twin, side


def shiloh_pairs() -> Iterator[Pair]:
    """Twins of the hidden cup."""
    chance = Random(12)
    for seed in range(1000):
        for p in game_with_secrets(find_game("shiloh"), {"hidden_cup": "on"}, seed, 500):
            assert isinstance(p, ShilohPosition)
            twin = shiloh_twin(p, 0, chance)
            if twin is not None:
                yield p, twin, 0


async def seat(me: Somebody, other: Somebody, game: Game, p: Position, side: int) -> str:
    """A table at which a position is played on, both seats taken."""
    wish = {
        "game": game.key,
        "seats": {game.sides[side].id: "me", game.sides[1 - side].id: "link"},
        "name": "twins",
        "record": {"game": game.key, "rules": game.rules_version, "scenario": game.scenarios[0].id, "moves": [],
                   "start": game.write(p), "seats": {}},
    }  # fmt: skip
    made = await me.post("/tables", wish, 201)
    await other.take(next(iter(made["links"].values())))
    return str(made["id"])


def questions_for(game: Game, p: Position, side: int, chance: Random) -> list[dict[str, Any]]:
    """Everything a client can ask, and choices that are refused."""
    asked: list[dict[str, Any]] = []
    if isinstance(p, MonmouthPosition):
        asked = monmouth_questions(p, side, chance, AT_ONE - 6)
        point = [chance.uniform(0, 7000), chance.uniform(0, 4000)]
        asked += [{"type": "sees", "start": point, "end": [point[0] + 500, point[1]]}]
    else:
        asked = [
            {
                "type": "overlay",
                "overlay": "sight",
                "place": f"{chance.randrange(1, 30):02}{chance.randrange(1, 30):02}",
            }
            for _ in "12"
        ]
        asked += [{"type": "overlay", "overlay": one} for one in ("zones", "communications")]
        asked += [
            {"type": "why", "piece": f"{chance.randrange(1, 9)}/{chance.randrange(1, 7)}"} for _ in range(AT_ONE - 10)
        ]
    asked += [
        {"type": "overlay", "overlay": "threats"},
        {"type": "reach", "piece": "scott"},
        {"type": "play", "option": "nonsense"},
    ]
    asked += [{**question, "type": "play"} for question in asked if "option" in question and question["type"] == "why"][
        :3
    ]
    return [{**question, "ref": number} for number, question in enumerate(asked)]


async def compare(folder: Path, game: Game, pairs: Iterator[Pair]) -> int:
    """Ask both of each pair the same until enough was asked; how much was."""
    chance = Random(13)
    asked = 0
    async with inside(Settings(database=sqlite(folder), **FREELY)) as here:
        me, other = Somebody(here.url), Somebody(here.url)
        await me.get("/me")
        await other.get("/me")
        for p, twin, side in pairs:
            tables = [await seat(me, other, game, one, side) for one in (p, twin)]
            lists = [NAMES_TABLE.sub("", (await me.http.get(f"/api/tables/{table}/log")).text) for table in tables]
            assert lists[0] == lists[1]
            async with me.at(tables[0]) as first, me.at(tables[1]) as second:
                seen = [NAMES_TABLE.sub("", str(line.table["view"])) for line in (first, second)]
                assert seen[0] == seen[1]
                legal = {choice["text"] for choice in first.view["choices"]}
                for question in questions_for(game, p, side, chance):
                    if question["type"] == "play" and (question["option"] in legal or not refused(game, p, question)):
                        continue
                    told = []
                    for line in (first, second):
                        await line.say(**question, at=line.at)
                        while (frame := await line.next()).get("ref") != question["ref"]:
                            pass
                        told.append(NAMES_TABLE.sub("", str(frame)))
                    assert told[0] == told[1], question
                    asked += 1
            for table in tables:
                await me.post(f"/tables/{table}/archive")
            if asked >= ASKED:
                break
        await me.close()
        await other.close()
    return asked


def refused(game: Game, p: Position, question: dict[str, Any]) -> bool:
    """Would this choice be refused? A legal one would be played, and then the tables differ as they should."""
    try:
        return bool(game.seen(p, p.side_to_act).objections(game.parse(question["option"], p)))
    except SenkiError:
        return True


@story
async def test_monmouth(tmp_path: Path) -> None:
    assert await compare(tmp_path, find_game("monmouth"), monmouth_pairs()) >= ASKED


@story
async def test_shiloh(tmp_path: Path) -> None:
    assert await compare(tmp_path, find_game("shiloh"), shiloh_pairs()) >= ASKED
