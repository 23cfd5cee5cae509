"""An assistant at the table: a client of the Model Context Protocol plays, asks and errs."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.types import TextContent

import senki
from senki.engine.errors import SenkiError
from senki.engine.forms import Record, read_json
from senki.engine.match import verify
from senki.terminal.assistant import Assistant, tools_of
from senki.terminal.commands.mcp import build
from senki.terminal.saves import Shelf
from senki.terminal.sitting import OwnTable

OPTION = re.compile(r"^(\d+)\. (.+?) – ", re.M)
NANO = senki.find_game("nano")
Ask = Callable[..., Awaitable[str]]


class Wrong(Exception):
    """A tool answered with an error."""


def ask_of(client: Client) -> Ask:
    """Call a tool; its text, or Wrong with the text of its error."""

    async def ask(tool: str, **given: object) -> str:
        result = await client.call_tool(tool, given)
        (part,) = result.content
        assert isinstance(part, TextContent)
        if result.is_error:
            raise Wrong(part.text)
        return part.text

    return ask


def talk(folder: Path, steps: Callable[[Ask], Awaitable[None]], lang: str = "en", opponent: str = "random") -> None:
    """Let a client in this process talk to an assistant's server."""

    async def run() -> None:
        async with Client(build(Assistant(Shelf(folder), lang, opponent))) as client:
            await steps(ask_of(client))

    anyio.run(run)


async def play_on(ask: Ask, told: str, chance: Random, by_number: bool) -> str:
    """Choose at random until nothing is asked any more; the last answer."""
    while found := OPTION.findall(told):
        number, notation = chance.choice(found)
        told = await ask("choose", option=int(number) if by_number else notation)
    return told


def test_a_client_plays_a_whole_game_of_nano_over_pipes(tmp_path: Path) -> None:
    """As an assistant's program does it: it starts `senki mcp` and talks to its input and output."""
    root = str(Path(senki.__file__).parent.parent)
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "senki", "mcp", "--opponent", "greedy", "--lang", "en"],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)},
        cwd=root,
    )

    async def run() -> None:
        async with Client(server) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert {
                "games",
                "new_game",
                "look",
                "options",
                "choose",
                "why_not",
                "odds",
                "rule",
                "undo",
                "record",
            } <= names
            ask = ask_of(client)
            told = await ask("new_game", game="nano", side="north", seed=3)
            assert "You play North" in told and "machine (greedy)" in told
            last = await play_on(ask, told, Random(2), by_number=True)
            assert "wins" in last and "every die follows" in last
            record = read_json((await ask("record")).encode(), Record, "record")
            match = verify(record)
            assert match.over and match.seats == {"south": "greedy", "north": "human"}
            with pytest.raises(Wrong, match="The game is over"):
                await ask("choose", option=1)

    anyio.run(run)
    (kept,) = tmp_path.rglob("nano-*.json")
    assert json.loads(kept.read_text())["result"]


def test_both_languages_and_notation(tmp_path: Path) -> None:
    async def steps(ask: Ask) -> None:
        assert "nano：" in await ask("games", lang="ja")
        told = await ask("new_game", game="nano", seed=1)
        assert "あなたは南軍を担当する。" in told and "1. place S1 staunton – S1を" in told
        last = await play_on(ask, told, Random(4), by_number=False)
        assert "勝利" in last

    talk(tmp_path, steps)


def test_a_refused_choice_names_its_clause_and_changes_nothing(tmp_path: Path) -> None:
    async def steps(ask: Ask) -> None:
        told = await ask("new_game", game="nano", seed=1)
        for choice, complaint in (
            ("place S1 winchester", r"\[NANO-2"),
            ("fly", "'fly' cannot be read"),
            ("place S9 luray", "no unit 'S9'"),
            (99, "no option 99"),
            (0, "no option 0"),
            ("²", "cannot be read"),
            ("9" * 5000, "no option 9999"),
            ("", "cannot be read"),
            ("roll 6 6", "NANO-2.4"),
        ):
            with pytest.raises(Wrong, match=complaint) as wrong:
                await ask("choose", option=choice)
            assert "Traceback" not in str(wrong.value) and len(str(wrong.value)) < 600
        assert OPTION.findall(await ask("look")) == OPTION.findall(told)
        why = await ask("why_not", option="place S1 winchester")
        assert "[NANO-2" in why and why.count("\n") <= 1
        assert await ask("why_not", option="place S1 luray") == "place S1 luray is allowed."

    talk(tmp_path, steps)


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"game": "chess"}, "there is no game 'chess'; games are: .*nano"),
        ({"game": "nano", "scenario": "gettysburg"}, "no scenario 'gettysburg'"),
        ({"game": "nano", "side": "west"}, "no side 'west'"),
        ({"game": "nano", "lang": "fr"}, "no language 'fr'"),
        ({"game": "nano", "opponent": "alphazero"}, "'alphazero' cannot be seated"),
        ({"game": "nano", "opponent": "human"}, "'human' cannot be seated"),
        ({"game": "nano", "opponent": "exec:touch made"}, "cannot be seated from here"),
        ({"game": "nano", "opponent": "my.module:Player"}, "cannot be seated from here"),
        ({"game": "nano", "seed": -1}, "seed -1"),
        ({}, "game"),
    ],
)
def test_a_bad_beginning_is_told_and_the_game_on_the_table_stays(
    tmp_path: Path, given: dict[str, object], complaint: str
) -> None:
    async def steps(ask: Ask) -> None:
        with pytest.raises(Wrong, match="no game is on the table"):
            await ask("look")
        await ask("new_game", game="nano", seed=1)
        await ask("choose", option=1)
        with pytest.raises(Wrong, match=complaint):
            await ask("new_game", **given)
        assert "place S2 luray" in await ask("look")

    talk(tmp_path, steps)


def test_questions(tmp_path: Path) -> None:
    async def steps(ask: Ask) -> None:
        told = await ask("new_game", game="nano", seed=1, opponent="random")
        assert "luray" in await ask("options", about="luray") and "staunton" not in await ask("options", about="luray")
        assert (await ask("rule", words="nano-2.2")).startswith("NANO-2.2  ")
        assert "NANO-" in await ask("rule", words="mountain road") and "SHI-" in await ask(
            "rule", words="camp", game="shiloh"
        )
        assert "No clause with" in await ask("rule", words="submarine")
        chance = Random(8)
        for _ in range(200):
            fights = [notation for _, notation in OPTION.findall(told) if "%" in await ask("odds", option=notation)]
            if fights or not OPTION.findall(told):
                break
            told = await ask("choose", option=chance.choice(OPTION.findall(told))[1])
        assert fights and "[NANO-" in await ask("odds", option=fights[0])
        assert "sets up in" in await ask("log") and (await ask("log", last=1)).count("\n") == 1

    talk(tmp_path, steps)


def test_a_choice_is_taken_back_only_while_nothing_was_learned(tmp_path: Path) -> None:
    async def steps(ask: Ask) -> None:
        told = await ask("new_game", game="nano", seed=1)
        with pytest.raises(Wrong, match="nothing can be taken back"):
            await ask("undo")
        await ask("choose", option=2)
        back = await ask("undo")
        assert "Taken back: place S1" in back and OPTION.findall(back) == OPTION.findall(told)
        for _ in range(4):
            told = await ask("choose", option=1)
        with pytest.raises(Wrong, match="nothing can be taken back"):
            await ask("undo")

    talk(tmp_path, steps)


def test_a_game_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    async def first(ask: Ask) -> None:
        with pytest.raises(Wrong, match="no game is kept as 'nano-0001'"):
            await ask("resume", name="nano-0001")
        await ask("new_game", game="nano", seed=1, side="south", opponent="greedy")
        for _ in range(5):
            await ask("choose", option=1)

    async def second(ask: Ask) -> None:
        assert await ask("saved") == "nano-0001.json"
        told = await ask("resume", name="nano-0001.json")
        assert "You play South" in told and "machine (greedy)" in told
        assert "wins" in await play_on(ask, told, Random(1), by_number=True)
        for name in ("../nano-0001.json", str(tmp_path / "nano-0001.json"), ""):
            with pytest.raises(Wrong, match="no game is kept as"):
                await ask("resume", name=name)

    talk(tmp_path, first)
    talk(tmp_path, second)
    (kept,) = tmp_path.glob("*.json")
    assert verify(read_json(kept.read_bytes(), Record, "kept")).over


def test_a_full_disk_is_said_and_the_game_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def steps(ask: Ask) -> None:
        await ask("new_game", game="nano", seed=1)

        def full(*given: object) -> None:
            raise SenkiError("nano-0001.json: cannot be written (No space left on device)")

        monkeypatch.setattr("senki.terminal.session.write_save", full)
        assert "No space left" in await ask("choose", option=1)
        monkeypatch.undo()
        assert "No space left" not in await ask("choose", option=1)

    talk(tmp_path, steps)


def test_what_the_enemy_keeps_secret_is_not_told(tmp_path: Path) -> None:
    """In the fog of Monmouth all that is told comes from the side's own view, and the record is closed."""
    assistant = Assistant(Shelf(tmp_path), "en", "random")
    told = assistant.new_game("monmouth", seed=2)
    chance = Random(3)
    game, hidden = senki.find_game("monmouth"), 0
    for _ in range(25):
        seat = assistant.seat
        assert isinstance(seat, OwnTable)
        session = seat.session
        if session.match.over:
            break
        before = len(session.match.played)
        told = assistant.choose(chance.choice(session.view().choices).text)
        assert session.viewpoint >= 0
        for played in session.match.played[before:]:
            secret = not game.shows(session.match.position, played.option.text, played.side, session.viewpoint)
            if secret and not session.match.over:
                hidden += 1
                assert f"plays: {played.option.text}\n" not in told
    assert hidden, "nothing was ever chosen in secret"
    if not session.match.over:
        with pytest.raises(SenkiError, match="keeps secrets"):
            assistant.record()
    assistant.leave()


def test_an_engine_of_the_host_that_fails_loses_and_the_game_is_kept(tmp_path: Path) -> None:
    bot = f"exec:{sys.executable} -c pass"
    assistant = Assistant(Shelf(tmp_path), "en", bot)
    told = assistant.new_game("nano", side="south", seed=1)
    for _ in range(60):
        if "loses by rule" in told:
            break
        told = assistant.choose(1)
    assert "North loses by rule. engine" in told
    with pytest.raises(SenkiError, match="lost by rule"):
        assistant.choose(1)
    assert list(tmp_path.glob("nano-*.json"))


def test_every_tool_is_described() -> None:
    page = (Path(__file__).parent.parent / "docs" / "mcp.md").read_text(encoding="utf-8")
    for name, tool, description in tools_of(Assistant(Shelf(Path()), "en", "random")):
        assert tool.__name__ == name and description.endswith(".")
        assert f"`{name}(" in page
