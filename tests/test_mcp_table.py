"""An assistant at a table of the service: against its machine, with a person, and at doors that stay closed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from senki.engine.errors import SenkiError
from senki.terminal.assistant import COOKIES, Assistant
from senki.terminal.desk import SeatLink
from senki.terminal.guest import GuestSeat
from senki.terminal.saves import Shelf
from tests.table.support import Server, Somebody, sqlite, story

OPTION = re.compile(r"^\d+\. (.+?) – ", re.M)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(sqlite(tmp_path_factory.mktemp("tables"))) as running:
        yield running


def assistant_at(folder: Path, lang: str = "en") -> Assistant:
    return Assistant(Shelf(folder), lang, "random")


async def link_to(host: Somebody, **seats: str) -> str:
    """The link of the one seat of a new table that waits for a friend."""
    _, links = await host.begin(**seats)
    (link,) = links.values()
    return host.url + link


@story
async def test_a_whole_game_against_the_machine_of_a_service(server: Server, tmp_path: Path) -> None:
    host, chance = Somebody(server.url), Random(2)
    link = await link_to(host, south="machine:1", north="link")
    guest = assistant_at(tmp_path)
    told = await asyncio.to_thread(guest.join, link, "Machine")
    assert "You play North" in told
    again = False
    while found := OPTION.findall(told):
        told = await asyncio.to_thread(guest.choose, chance.choice(found))
        if not again and "Turn 2" in "\n".join(guest.seat.log()):
            # The program ends and begins anew: the same link leads back to the seat.
            guest.leave()
            guest, again = assistant_at(tmp_path), True
            told = await asyncio.to_thread(guest.join, link)
        while not OPTION.findall(told) and "wins" not in told:
            told = await asyncio.to_thread(guest.wait)
    assert again and "wins" in told and '"moves"' in guest.record()
    with pytest.raises(SenkiError, match="The game is over"):
        guest.choose(1)
    guest.leave()
    assert (tmp_path / COOKIES).stat().st_mode & 0o077 == 0
    await host.close()


@story
async def test_with_a_person(server: Server, tmp_path: Path) -> None:
    host = Somebody(server.url)
    link = await link_to(host, south="me", north="link")
    guest = assistant_at(tmp_path)
    seat = await asyncio.to_thread(lambda: GuestSeat(link, "Machine", "en", tmp_path / COOKIES, wait=0.2))
    guest.seated = seat
    assert "The others are to choose" in await asyncio.to_thread(guest.wait)
    with pytest.raises(SenkiError, match="not your turn"):
        guest.choose(1)
    async with host.at(SeatLink(link).table) as line:
        assert line.table["seats"][1]["name"] == "Machine"
        for unit in ("S1", "S2", "S3", "S4"):
            while (await line.play(f"place {unit} luray"))["type"] != "moved":
                await line.hear("seats")
        told = ""
        while not OPTION.findall(told):
            if line.choices:
                assert (await line.play("pass"))["type"] == "moved"
            told = await asyncio.to_thread(guest.wait)
            await line.quiet(0.05)
        assert "South plays: place S1 luray" in "\n".join(guest.seat.log())
        with pytest.raises(SenkiError, match=r"\[NANO-"):
            guest.choose("move N1 staunton")
        with pytest.raises(SenkiError, match="'fly' cannot be read"):
            guest.choose("fly")
        assert "is allowed" in guest.why_not("pass") and "no fight" in guest.odds("pass")
        assert "What wins:" in guest.look()
        told = await asyncio.to_thread(guest.choose, "pass")
        told = await asyncio.to_thread(guest.undo)
        if "The others are asked to agree" in told:
            # Dice came after it, as they mostly do.
            offers = await line.hear("offers")
            await line.say(type="consent", offer=offers["offers"][0]["id"], yes=True)
        while "North takes back: pass" not in told:
            told = await asyncio.to_thread(guest.wait)
        assert "pass" in OPTION.findall(told)
        told = await asyncio.to_thread(guest.choose, "pass")
        await line.say(type="offer", kind="draw")
        while "offers a draw" not in told:
            told = await asyncio.to_thread(guest.wait)
        refused = await asyncio.to_thread(guest.answer, False)
        assert "offers a draw" not in refused
        with pytest.raises(SenkiError, match="nobody asks"):
            guest.answer(True)
        await line.say(type="resign")
        told = refused
        while "by resignation" not in told:
            told = await asyncio.to_thread(guest.wait)
        assert "Winner: North" in told
    guest.leave()
    await host.close()


@story
async def test_doors_that_stay_closed(server: Server, tmp_path: Path) -> None:
    host = Somebody(server.url)
    link = await link_to(host, south="me", north="link")
    guest = assistant_at(tmp_path, "ja")
    table = SeatLink(link).table
    for wrong, complaint in (
        (link.replace("token=", "token=x"), "リンク"),
        (link.replace("side=north", "side=west"), "no side 'west'"),
        (link.replace("side=north", "side=south"), "席"),
        (link.replace(table, "nowhere"), "卓"),
        (link.replace(str(server.url), "http://127.0.0.1:9"), "応答しない"),
        ("file:///etc/passwd#/table/a?side=north", "is not the link of a seat"),
        ("https://example.org/", "is not the link of a seat"),
        ("http://[", "is not an address"),
        ("", "is not the link of a seat"),
    ):
        with pytest.raises(SenkiError, match=complaint) as told:
            await asyncio.to_thread(guest.join, wrong)
        assert "\n" not in str(told.value)
    assert guest.seated is None
    await host.close()
