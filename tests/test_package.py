"""What an installed Senki has to bring along, and what it may ask for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import senki

CORE_ALONE = """
import sys

CORE = {"senki", "msgspec", "typing_extensions", "mypy_extensions", "librt"}
loaded = {name.partition(".")[0] for name in sys.modules}


class NothingElse:
    def find_spec(self, name, path=None, target=None):
        first = name.partition(".")[0]
        if not (first in CORE | sys.stdlib_module_names | loaded or first.startswith("senki__mypyc")):
            raise ModuleNotFoundError(f"No module named {first!r}", name=first)


sys.meta_path.insert(0, NothingElse())
"""
"""A program that begins so finds only what the core needs, whatever else is installed."""

HEADLESS = """
import senki
from senki.engine.match import verify
from senki.players.levels import make_player

sys.meta_path.insert(0, NothingElse())  # before the finder that senki itself may have put there
match = senki.new("nano", seed=1, seats={"south": "greedy", "north": "random"})
players = [make_player(spec, match.game, side) for side, spec in enumerate(("greedy", "random"))]
while not match.over:
    side = match.position.side_to_act
    match.roll() if side < 0 else match.play(players[side].choose(match.position.copy()))
assert verify(match.record()).over
for key in senki.game_keys():
    assert senki.find_game(key).key == key
print("played")
"""


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(senki.__file__).parent.parent))
    monkeypatch.chdir(tmp_path)


def with_the_core_alone(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", CORE_ALONE + program]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def commands(*lines: str) -> str:
    """A program that runs commands one after the other and keeps how they end."""
    before = "from senki.terminal.main import main\nsys.meta_path.insert(0, NothingElse())\n"
    return f"{before}statuses = [main(words) for words in {[line.split() for line in lines]!r}]\n"


def test_the_core_plays_with_msgspec_alone() -> None:
    told = with_the_core_alone(HEADLESS)
    assert (told.returncode, told.stdout) == (0, "played\n"), told.stderr


def test_what_is_not_installed_is_named_with_its_extra() -> None:
    wanted = {
        "games": "terminal",
        "play nano --plain": "terminal",
        "serve": "serve",
        "admin list": "serve",
        "simulate nano --south random --north random --games 1 --out games.parquet": "lab",
        "simulate nano --south random --north random --games 1 --cluster localhost:1": "cluster",
        "tournament nano --player random --player greedy": "lab",
        "report games.parquet": "lab",
        "train nano": "train",
        "mcp": "terminal",
    }
    told = with_the_core_alone(commands(*wanted) + "print(statuses)")
    assert told.stdout == f"{[2] * len(wanted)}\n"
    for line, extra in zip(told.stderr.splitlines(), wanted.values(), strict=True):
        assert line.startswith("senki: ") and line.endswith(f" is not installed: pip install 'senki[{extra}]'")


def test_the_core_reports_to_programs() -> None:
    told = with_the_core_alone(commands("perft nano --depth 1 --json"))
    assert told.returncode == 0 and '"sequences": 6' in told.stdout


def test_whoever_types_against_senki_is_believed_its_types() -> None:
    assert (Path(senki.__file__).parent / "py.typed").is_file()
