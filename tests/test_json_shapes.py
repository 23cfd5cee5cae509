"""What commands print for programs, and that docs/commands.md tells of it."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

import pytest

from senki.terminal import main as ends
from senki.terminal.commands.every import parser
from senki.terminal.main import main

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
CASES = ROOT / "senki" / "games" / "nano" / "cases"
RECORD = {"game": "nano", "rules": 1, "scenario": "campaign", "moves": ["place S1 luray"]}


@pytest.fixture(autouse=True)
def apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SENKI_LANG", "en")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> Any:
    assert main([*words, "--json"]) == status
    out, err = capsys.readouterr()
    assert not err
    return json.loads(out)


def told(shape: str) -> set[str]:
    """The words of a document's row in the table."""
    [row] = [line for line in DOCUMENT.splitlines() if line.startswith(f"| `{shape}` | ") and "`senki" not in line]
    return set(re.findall(r"\w+", row))


def test_games_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    games = printed(capsys, "games")
    nano = next(game for game in games if game["key"] == "nano")
    assert nano["sides"][0] == {"id": "south", "name": {"en": "South", "ja": "南軍"}}
    assert set(nano) <= told("games")


def test_a_replay_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.json").write_text(json.dumps(RECORD))
    found = printed(capsys, "replay", "game.json")
    assert found["awaits"] == "set_up" and found["result"] is None and found["moves"] == 1
    assert found["log"][-1]["text"] == "S1 sets up in Luray." and "kind" in found["log"][-1]
    assert set(found) <= told("replay")
    proved = printed(capsys, "replay", "game.json", "--verify")
    assert proved["verified"] == {"moves": 1, "rolls": 0, "dice": False, "hash": False}
    assert proved["hash"] == found["hash"] and set(proved["verified"]) <= told("replay --verify")


def test_cases_and_clauses_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    case = {"game": "nano", "name": "late", "clauses": ["NANO-2.4"], "expect": {"awaits": "act"}}
    Path("case.json").write_text(json.dumps(case))
    found = printed(capsys, "conform", "case.json", status=1)
    assert (found["passed"], found["failed"]) == (0, 1)
    assert found["failures"][0]["case"] == "late" and set(found["failures"][0]) <= told("conform")
    found = printed(capsys, "clauses", "nano")
    assert not found["faults"] and set(found["clauses"][0]) | set(found) <= told("clauses")


def test_counts_maps_and_tables_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "perft", "nano", "--depth", "2")
    assert found["levels"][1] == {"depth": 2, "sequences": 36, "positions": 36} and set(found) <= told("perft")
    Path("map.hexes").write_text("no map")
    found = printed(capsys, "map", "shiloh", "--validate", "map.hexes", status=1)
    assert found["hexes"] is None and set(found["problems"][0]) | set(found) <= told("map --validate")
    found = printed(capsys, "map", "shiloh", "--check")
    assert found["rms"] < 1.5 and set(found) | set(found["anchors"][0]) <= told("map --check")


def test_tables_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.json").write_text(json.dumps(RECORD))
    [made] = printed(capsys, "admin", "import", "game.json")["tables"]
    [listed] = printed(capsys, "admin", "list")
    assert (listed["id"], listed["game"], listed["over"], listed["actor"]) == (made, "nano", False, "south")
    assert set(listed) <= told("admin list")
    written = printed(capsys, "admin", "export", "out")
    assert not written["refused"] and Path(written["written"][0]).is_file()
    assert printed(capsys, "admin", "repair") == {"findings": [], "ill": 0, "replayed": 1}
    gone = printed(capsys, "admin", "forget", made, "--dry-run")
    assert not gone["deleted"] and set(gone["whom"][0]) <= told("admin forget")


def test_the_page_names_every_command_status_and_variable() -> None:
    top = parser([])
    [commands] = [action for action in top._actions if isinstance(action, argparse._SubParsersAction)]
    for name, command in commands.choices.items():
        [row] = [line for line in DOCUMENT.splitlines() if line.startswith(f"| `senki {name}")]
        prints = any("--json" in action.option_strings for action in command._actions) or name == "admin"
        assert prints == ("`--json`" in row), name
    for status in (0, ends.NOBODY_READS, ends.WRONG_INPUT, 3, ends.OUR_FAULT, ends.INTERRUPTED):
        assert f"\n| {status} | " in DOCUMENT
    sources = [*(ROOT / "senki").rglob("*.py"), ROOT / "setup.py", *(ROOT / "tests").rglob("*.py")]
    read = re.compile(r"environ(?:\.get\(|\[)\"(SENKI_\w+)\"")
    known = {name for source in sources for name in read.findall(source.read_text(encoding="utf-8"))}
    assert {name for name in known if f"`{name}`" not in DOCUMENT} == set()


def test_a_series_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    plan = ["simulate", "nano", "--south", "greedy", "--north", "random", "--games", "2", "--workers", "1"]
    found = printed(capsys, *plan, "--out", "two.csv", "--records")
    assert found["games"] == 2 and set(found) | set(found["summary"]) <= told("simulate")
    replayed = printed(capsys, "replay", "two.csv", "--game", "1")
    assert replayed["index"] == 1 and replayed["result"] is not None and replayed["log"]
    proved = printed(capsys, "replay", "two.csv", "--game", "1", "--verify")
    assert proved["hash"] == replayed["hash"] and proved["verified"]["hash"]
    assert printed(capsys, "replay", "two.csv", "--verify")["verified"]["games"] == 2
