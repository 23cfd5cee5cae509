"""What somebody at a table may ask: the odds of a fight, what is in reach, what an overlay shows."""

from __future__ import annotations

from typing import Any

from tests.table.support import Line, Server, Somebody, story

FIGHT = {
    "game": "nano",
    "rules": 1,
    "scenario": "campaign",
    "moves": [],
    "start": {
        "turn": 3,
        "vp": 3,
        "units": {
            "S1": {"town": "winchester"},
            "S2": {"town": "winchester"},
            "S3": {"town": "strasburg"},
            "S4": {"town": "luray"},
            "N1": {"town": "fredericksburg"},
            "N2": {"town": "fredericksburg"},
            "N3": {"town": "front_royal"},
            "N4": {"town": "martinsburg"},
            "N5": {"town": "petersburg"},
            "N6": {"town": "franklin"},
            "N7": {"town": "mcdowell"},
        },
        "to_come": ["act"],
        "dice": {"south": 6, "north": 3},
        "side": "south",
    },
}


async def begin(who: Somebody, north: str = "me") -> tuple[str, dict[str, str]]:
    wish = {"game": "nano", "seats": {"south": "me", "north": north}, "record": FIGHT}
    made = await who.post("/tables", wish, 201)
    return made["id"], made["links"]


async def ask(line: Line, **question: Any) -> dict[str, Any]:
    await line.say(**{"at": line.at, "ref": "q", **question})
    while True:
        frame = await line.next()
        if frame.get("ref") == "q":
            return frame


@story
async def test_the_odds_of_an_attack_name_every_clause_and_add_up(server: Server) -> None:
    who = Somebody(server.url)
    table, _ = await begin(who)
    async with who.at(table) as line:
        odds = (await ask(line, type="odds", option="move S3 front_royal"))["odds"]
        assert odds["title"] == {"key": "attack", "facts": {"unit": "S3", "town": "front_royal"}}
        assert [one["amount"] for one in odds["sums"]] == ["1", "±0", "1"]
        assert [(one["key"], one["chance"], one["good_for"]) for one in odds["results"]] == [("loses", 1.0, "south")]
        assert {one["clause"] for one in odds["lines"]} == {"NANO-9.1", "NANO-9.2", "NANO-9.3"}
        assert (await ask(line, type="odds", option="move S3 mount_jackson")) == {"type": "odds", "ref": "q"}
    await who.close()


@story
async def test_reach_and_overlays(server: Server) -> None:
    who = Somebody(server.url)
    table, _ = await begin(who)
    async with who.at(table) as line:
        later = {one["place"]: one for one in (await ask(line, type="reach", piece="S3"))["later"]}
        way = {"cost": "2", "via": "mount_jackson", "verb": "move", "first": "move S3 mount_jackson"}
        assert later["harrisonburg"] == {"place": "harrisonburg", **way}
        assert later["luray"]["cost"] in ("2", "2 · 4+") and "winchester" not in later
        shown = await ask(line, type="overlay", overlay="threats")
        places = [one["place"] for one in shown["places"]]
        assert "winchester" in places and "charlottesville" not in places and shown["lines"] == []
        assert {one["tone"] for one in shown["places"]} == {"threat"}
        assert (await ask(line, type="overlay", overlay="sight"))["code"] == "unknown"
        assert (await ask(line, type="overlay", overlay="threats", place="luray"))["code"] == "unknown"
    await who.close()


@story
async def test_only_who_is_to_choose_may_ask_and_only_about_what_is_offered(server: Server) -> None:
    south, north, guest = Somebody(server.url), Somebody(server.url), Somebody(server.url)
    table, links = await begin(south, "link")
    await north.take(links["north"])
    async with south.at(table) as mine, north.at(table) as other, guest.at(table) as watching:
        option = {"type": "odds", "option": "move S3 front_royal"}
        assert (await ask(other, **option))["code"] == "not_your_turn"
        assert (await ask(watching, **option))["code"] == "forbidden"
        assert (await ask(watching, type="overlay", overlay="threats"))["code"] == "forbidden"
        assert (await ask(other, type="reach", piece="S3"))["code"] == "not_your_turn"
        assert (await ask(mine, type="odds", option="move S3 fredericksburg"))["code"] == "illegal"
        assert (await ask(mine, type="odds", option="move S3 front_royal", at=mine.at + 7))["code"] == "stale"
        assert (await ask(other, type="overlay", overlay="threats"))["places"], (
            "the other side may know who threatens it"
        )
    for who in (south, north, guest):
        await who.close()
