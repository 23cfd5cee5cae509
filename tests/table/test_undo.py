"""Taking back at a table: the rule, the consent, the dice that come again, and what the machine gives away."""

from __future__ import annotations

import json
import random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from senki.engine.events import Event
from senki.engine.forms import plain
from senki.engine.registry import find_game
from senki.table.play.hall import seen_by
from senki.table.play.live import LiveTable, entry_raw
from senki.table.play.wire import ENCODER
from tests.table.support import Line, Server, Somebody, story
from tests.test_undo import attack_on_an_unknown_block


async def pair_at(url: str, game: str, sides: tuple[str, str], **wish: Any) -> tuple[list[Somebody], str]:
    """Two people at a table."""
    first, second = Somebody(url), Somebody(url)
    made = await first.post("/tables", {"game": game, "seats": {sides[0]: "me", sides[1]: "link"}, **wish}, 201)
    await second.take(made["links"][sides[1]])
    return [first, second], made["id"]


async def level(lines: list[Line]) -> None:
    """Everybody has heard everything."""
    while len({line.at for line in lines}) > 1:
        await min(lines, key=lambda line: line.at).hear("moved")


@story
async def test_what_an_attack_has_shown_is_not_taken_back_without_consent(server: Server) -> None:
    match, attack = attack_on_an_unknown_block()
    record = json.loads(json.dumps(plain(match.record())))
    record["dice"] = None
    for _ in range(3):
        people, table = await pair_at(server.url, "monmouth", ("british", "colonial"), record=record)
        async with people[0].at(table) as a, people[1].at(table) as b:
            mine, other = (a, b) if a.choices else (b, a)
            assert (await mine.play(attack))["type"] == "moved"
            await mine.say(type="undo", at=mine.at)
            offers = (await mine.hear("offers"))["offers"]
            assert [offer["kind"] for offer in offers] == ["undo"], "it was not taken back but asked for"
            offer = (await other.hear("offers"))["offers"][0]
            await other.say(type="consent", offer=offer["id"], yes=True)
            while (await mine.hear("moved")).get("back") is None:
                pass
        for who in people:
            await who.close()


@story
async def test_a_choice_that_showed_nothing_is_taken_back_freely_where_something_is_hidden(server: Server) -> None:
    people, table = await pair_at(server.url, "monmouth", ("british", "colonial"))
    async with people[0].at(table) as a, people[1].at(table) as b:
        mine = a if a.choices else b
        assert (await mine.play(mine.choices[0]))["type"] == "moved"
        await mine.say(type="undo", at=mine.at)
        assert (await mine.hear("moved"))["back"] == 0
    for who in people:
        await who.close()


def outcomes(frame: dict[str, Any]) -> list[str]:
    return [entry["option"] for entry in frame["entries"] if entry.get("side") is None]


@pytest.mark.parametrize(("game", "sides"), [("nano", ("south", "north")), ("shiloh", ("csa", "usa"))])
@story
async def test_after_an_undo_the_same_choice_meets_the_same_die_and_another_choice_another(
    server: Server, game: str, sides: tuple[str, str]
) -> None:
    """Over many dice: taken back by consent and made again, and another choice made in between."""
    chance, compared, differed = random.Random(1), 0, 0

    async def at_a_table() -> None:
        """Play until enough was compared, or the dice end the game: then there is nothing to take back."""
        people, table = await pair_at(server.url, game, sides)
        async with people[0].at(table) as a, people[1].at(table) as b:
            await play(a, b)
        for who in people:
            await who.close()

    async def play(a: Line, b: Line) -> None:
        nonlocal compared, differed
        lines = [a, b]

        async def played(line: Line, option: str) -> list[str]:
            frame = await line.play(option)
            assert frame["type"] == "moved", frame
            await level(lines)
            return outcomes(frame)

        async def take_back(line: Line, other: Line, at: int) -> None:
            await line.say(type="undo", at=line.at)
            while True:
                frame = await line.next()
                assert frame["type"] != "error", frame
                if frame["type"] == "moved":
                    break
                if frame["type"] == "offers" and frame["offers"]:
                    await other.say(type="consent", offer=frame["offers"][0]["id"], yes=True)
                    while (heard := await other.next())["type"] != "moved":
                        assert heard["type"] != "error", heard
            assert frame["back"] <= at
            await level(lines)

        while compared < 12:
            line = next(one for one in lines if one.view["choices"])
            other = b if line is a else a
            before, options = line.at, line.choices
            option = chance.choice(options)
            first = await played(line, option)
            if line.over:
                return
            if not first:
                continue
            await take_back(line, other, before)
            if len(options) > 1:
                second = await played(line, chance.choice([one for one in options if one != option]))
                if line.over:
                    return
                if second and len(second[0].split()) == len(first[0].split()):
                    compared += 1
                    differed += second[0] != first[0]
                await take_back(line, other, before)
            assert await played(line, option) == first

    while compared < 12:
        await at_a_table()
    assert differed >= compared // 3, "another choice meets another die"


@pytest.mark.parametrize(
    ("game", "seats", "shown"),
    [
        ("nano", {"south": "machine:4", "north": "me"}, True),
        ("monmouth", {"british": "me", "colonial": "machine:4"}, False),
    ],
)
@story
async def test_the_machine_tells_its_chances_only_where_nothing_is_hidden(
    server: Server, game: str, seats: dict[str, str], shown: bool
) -> None:
    me = Somebody(server.url)
    table = (await me.post("/tables", {"game": game, "seats": seats}, 201))["id"]
    async with me.at(table) as line:
        for _ in range(2):
            assert ("chance" in await line.hear("thinking")) == shown
        await line.say(type="resign")
        await line.hear("moved")
    await me.close()


@story
async def test_a_hint_is_for_who_asks_alone(server: Server) -> None:
    people, table = await pair_at(server.url, "nano", ("south", "north"), assisted=True)
    async with people[0].at(table) as a, people[1].at(table) as b, Somebody(server.url).at(table) as guest:
        await b.say(type="hint", at=b.at, ref="b")
        assert (await b.hear("error"))["code"] == "not_your_turn"
        await guest.say(type="hint", at=guest.at, ref="g")
        assert (await guest.hear("error"))["code"] == "forbidden"
        await a.say(type="hint", at=a.at)
        await a.hear("hint")
        for line in (b, guest):
            await line.say(type="ping")
            heard = []
            while not heard or heard[-1]["type"] != "pong":
                heard.append(await line.next())
            assert not [frame for frame in heard if frame["type"] in ("hint", "thinking")]
    for who in people:
        await who.close()


# The trace


def traces(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for entry in entries if entry.get("kind") == "undo"]


@story
async def test_what_was_taken_back_leaves_a_trace_for_everybody_and_for_good(server: Server) -> None:
    people, table = await pair_at(server.url, "nano", ("south", "north"))
    async with people[0].at(table) as a, people[1].at(table) as b:
        for _ in range(2):
            first = a.choices[0]
            told = (await a.play(first))["entries"][0]["events"]
            await b.hear("moved")
            await a.say(type="undo", at=a.at)
            frame = await a.hear("moved")
            assert frame["back"] == 0 and [entry["n"] for entry in frame["entries"]] == [a.at]
            trace = frame["entries"][0]
            assert (trace["kind"], trace["side"], trace["option"], trace["taken"]) == ("undo", "south", first, told)
            assert trace["events"] == [], "it has not happened"
            assert traces((await b.hear("moved"))["entries"]) == [trace]
        assert (await a.play(a.choices[0]))["entries"][0]["n"] == 5
        log = (await people[1].get(f"/tables/{table}/log"))["entries"]
        assert [(entry["n"], entry.get("kind", "")) for entry in log] == [(0, ""), (2, "undo"), (4, "undo"), (5, "")]
        record = await people[0].get(f"/tables/{table}/record")
        assert record["moves"] == [log[-1]["option"]]
    async with people[1].at(table) as again:
        assert traces(again.table["entries"]) == traces(log), "whoever comes later finds them too"
    for who in people:
        await who.close()


def test_a_trace_tells_the_enemy_no_more_than_the_choice_did() -> None:
    """Sicily in the fog: a unit went and came back; the other side has heard of a stack, and reads no option."""
    sicily = find_game("sicily")
    full = Event("moved", "SIC-16.1", {"unit": "de_2_hg", "origin": "4121", "to": "4020", "cost": 2, "points": 4}, [1])
    less = Event(
        "moved", "SIC-16.1", {"unit": "axis_stack_1", "origin": "4121", "to": "4020", "points": "?"}, [0, -1], True
    )
    p = sicily.start("landing", sicily.settings({"fog": "on"}, "landing"))
    stored = ENCODER.encode([full.stored(), less.stored()])
    trace = entry_raw(sicily, 7, 1, "undo", "move de_2_hg", stored)

    def read_by(side: int, hides: bool) -> dict[str, Any]:
        live = cast(LiveTable, SimpleNamespace(game=sicily, hides=hides, position=p))
        found: dict[str, Any] = json.loads(bytes(seen_by(live, [trace], side)[0]))
        return found

    assert [event["unit"] for event in read_by(1, True)["taken"]] == ["de_2_hg"]
    for side in (0, -1):
        told = read_by(side, True)
        assert [event["unit"] for event in told["taken"]] == ["axis_stack_1"] and told["option"] == ""
        assert "de_2_hg" not in json.dumps(told)
    assert [event["unit"] for event in read_by(0, False)["taken"]] == ["de_2_hg"], "afterwards everybody may know"
