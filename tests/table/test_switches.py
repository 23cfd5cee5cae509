"""Optional rules of a game: chosen when a table begins, and carried by everything that comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.table.support import Server, Somebody, sqlite, story

GAMES = Path(__file__).parent / "games"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(sqlite(tmp_path_factory.mktemp("tables")), games=GAMES) as running:
        yield running


def vp(view: dict[str, Any]) -> int:
    return next(int(track["value"]) for track in view["tracks"] if track["id"] == "vp")


BOTH = {"south": "me", "north": "me"}


async def begin(who: Somebody, status: int = 201, **wish: Any) -> Any:
    return await who.post("/tables", {"game": "switched", "seats": BOTH, **wish}, status)


@story
async def test_the_card_lists_the_switches_in_both_languages(server: Server) -> None:
    who = Somebody(server.url)
    card = next(game for game in await who.get("/games") if game["key"] == "switched")
    lead, ledger = card["switches"]
    assert lead["values"]["ahead"] == {"en": "South ahead", "ja": "南軍優勢"} and lead["default"] == "even"
    assert ledger["values"] == {} and ledger["name"]["ja"] == "帳簿"
    assert next(game for game in await who.get("/games") if game["key"] == "nano")["switches"] == []
    await who.close()


@story
async def test_switches_are_kept_by_table_record_replay_branch_and_rematch(server: Server) -> None:
    who = Somebody(server.url)
    table = (await begin(who, options={"lead": "ahead"}))["id"]
    async with who.at(table) as line:
        assert line.table["options"] == {"lead": "ahead"}
        assert vp(line.view) == 5
        await line.play("place S1 luray")
        await line.play("place S2 luray")
    assert (await who.get(f"/tables/{table}"))["options"] == {"lead": "ahead"}
    assert vp(await who.get(f"/tables/{table}/view?at=1")) == 5
    record = await who.get(f"/tables/{table}/record")
    assert record["options"] == {"lead": "ahead"}
    branch = (await begin(who, branch={"table": table, "at": 1}))["id"]
    loaded = (await begin(who, record=record))["id"]
    await who.post(f"/tables/{table}/resign", {"side": "south"})
    again = (await who.post(f"/tables/{table}/rematch", {}, 201))["id"]
    for made, at in ((branch, 1), (loaded, 2), (again, 0)):
        async with who.at(made) as line:
            assert line.table["options"] == {"lead": "ahead"}
            assert (vp(line.view), line.at) == (5, at)
    # A choice that is no longer in memory is taken back by replay: with the switches, too.
    async with who.at(again) as line:
        await line.play("place S1 luray")
        await line.say(type="undo", at=line.at)
        assert vp((await line.hear("moved"))["view"]) == 5
    await who.close()


@story
async def test_a_file_is_a_switch_too_and_a_bad_one_is_explained(server: Server) -> None:
    who = Somebody(server.url)
    table = (await begin(who, options={"ledger": "3\nthe rest is a remark"}))["id"]
    shown = await who.get(f"/tables/{table}")
    assert shown["options"] == {"ledger": "3"}, "of a file only its first line is shown"
    async with who.at(table) as line:
        assert vp(line.view) == 3
    wrong = await begin(who, 422, options={"ledger": "three"})
    assert wrong["code"] == "malformed" and wrong["facts"]["why"].endswith("ledger: line 1: 'three' is not a number")
    await who.close()


@pytest.mark.parametrize(
    ("wish", "code", "why"),
    [
        ({"options": {"luck": "on"}}, "unknown", "there is no switch 'luck'"),
        ({"options": {"lead": "behind"}}, "unknown", "has no value 'behind'"),
        ({"options": {"ledger": "1" * 1_000_001}}, "malformed", "options.ledger"),
        ({"options": {"lead": 3}}, "malformed", "options.lead"),
        ({"game": "nano", "options": {"lead": "ahead"}}, "unknown", "it has none"),
    ],
)
@story
async def test_wrong_switches_are_refused_and_nothing_is_stored(
    server: Server, wish: dict[str, Any], code: str, why: str
) -> None:
    who = Somebody(server.url)
    before = len(await who.get("/tables?mine=1"))
    answer = await who.http.post("/api/tables", json={"game": "switched", "seats": BOTH, **wish})
    assert answer.status_code >= 400
    problem = answer.json()
    assert problem["code"] == code and why in str(problem["facts"])
    assert len(await who.get("/tables?mine=1")) == before
    await who.close()


@story
async def test_a_branch_brings_its_own_switches(server: Server) -> None:
    who = Somebody(server.url)
    table = (await begin(who, options={"lead": "ahead"}))["id"]
    wrong = await begin(who, 422, branch={"table": table, "at": 0}, options={"lead": "even"})
    assert wrong["code"] == "malformed"
    await who.close()
