"""The examples of docs/write-a-player.md and docs/write-a-game.md run as they stand there."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from senki import find_game
from senki.lab.simulate import Plan, play_trial
from senki.players.guests import guest_class
from senki.terminal.main import main

DOCS = Path(__file__).parent.parent / "docs"
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


def blocks_of(name: str) -> list[str]:
    """The pieces of Python on a page."""
    return PYTHON.findall((DOCS / name).read_text(encoding="utf-8"))


@pytest.fixture
def my_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The players of the page, in a module in the working folder."""
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_players.py").write_text("\n\n".join(blocks_of("write-a-player.md")), encoding="utf-8")
    monkeypatch.delitem(sys.modules, "my_players", raising=False)
    guest_class.cache_clear()


@pytest.mark.usefixtures("my_players")
def test_the_players_of_the_page_play_whole_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate nano --south my_players:Bold --north greedy --games 2 --swap --workers 1"
    assert main([*words.split(), "--lang", "en"]) == 0
    assert "my_players:Bold" in capsys.readouterr().out


@pytest.mark.usefixtures("my_players")
def test_the_player_that_looks_ahead_finds_its_way_through_a_game() -> None:
    trial = play_trial(Plan("nano", "campaign", ("my_players:Counter", "random"), 3), 0)
    assert not trial.failure and not trial.forfeit and trial.decisions[0] > 10


@pytest.mark.interpreted
def test_the_test_of_a_game_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(DOCS.parent / "examples" / "outside"))
    monkeypatch.setattr("senki.engine.registry.brought", lambda: {"crossroads": "crossroads:GAME"})
    [block] = blocks_of("write-a-game.md")
    space: dict[str, Any] = {}
    exec(block.replace("range(50)", "range(3)"), space)
    space["test_nothing_breaks"]()
    assert find_game("crossroads").title["ja"] == "十字路"
