"""What people, files and systems do to the command line: every mishap is one line that says what to do."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from senki.engine.files import read_text, read_whole
from senki.terminal.lines import LineGame
from senki.terminal.main import main
from senki.terminal.visible import LAYOUT, visible
from tests.sessions import a_session

RECORD = '{"game":"nano","rules":1,"scenario":"campaign","moves":["place S1 luray"]}'
ROOT = Path(__file__).parent.parent
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="a device that is always full")


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SENKI_LANG", "en")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a command is refused with."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert not out and err.startswith("senki: ") and err.count("\n") == 1 and "fault" not in err
    return err.removeprefix("senki: ").rstrip("\n")


def said(tmp_path: Path, *lines: str) -> str:
    """What a game in plain lines says to some lines; it goes on after each."""
    out = io.StringIO()
    LineGame(a_session(tmp_path / "shelf"), "en", io.StringIO("\n".join([*lines, "rule"]) + "\n"), out, out).run()
    assert "> rule" in out.getvalue()
    return out.getvalue()


def senki(*words: str, **streams: object) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "senki", *words]
    return subprocess.run(command, text=True, timeout=60, check=False, **streams)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("²", "'²' cannot be read"),
        ("9" * 5000, "there is no option 999999999…"),
        ("odds ²", "'²' cannot be read"),
        ("load a\0b", "a file name has no NUL"),
        ("save a\0b", "a file name has no NUL"),
        ("load ~nobody-here/x", "nobody's home"),
        ("save ~nobody-here/x", "nobody's home"),
        ("save " + "x" * 300, "cannot be written"),
        ("load " + "x" * 300, "cannot be read"),
        ("load /dev/null", "is a device, not a file"),
        ("save /dev/full", "is no saved game"),
        ("\x1b[31m", "'\\x1b[31m' cannot be read"),
    ],
)
def test_a_line_that_nobody_thought_of_is_answered_and_the_game_goes_on(tmp_path: Path, line: str, answer: str) -> None:
    out = said(tmp_path, line)
    assert answer in out and "\x1b" not in out


def test_numbers_are_read_in_any_digits_but_no_signs(tmp_path: Path) -> None:
    assert "S1 sets up in Staunton" in said(tmp_path, "１")


def test_what_is_no_file_is_not_waited_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    assert refused(capsys, "replay", "pipe.json") == "pipe.json: is a pipe, not a file"
    assert main(["conform", "."]) == 1
    assert capsys.readouterr().out == "pipe.json: is a pipe, not a file\n0 passed, 1 failed\n"
    assert refused(capsys, "replay", "/dev/zero") == "/dev/zero: is a device, not a file"
    assert "a folder without parts of results" in refused(capsys, "replay", ".")
    assert "no such file" in refused(capsys, "conform", "x" * 300)


def test_a_pipe_that_somebody_writes_to_is_read() -> None:
    told = senki("replay", "/dev/stdin", input=RECORD, stdout=subprocess.PIPE)
    assert told.returncode == 0 and "S1 sets up in Luray" in told.stdout


def test_files_of_other_editors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    Path("marked.json").write_text(RECORD, encoding="utf-8-sig")
    assert main(["replay", "marked.json"]) == 0
    assert "S1 sets up in Luray" in capsys.readouterr().out
    Path("wide.json").write_text(RECORD, encoding="utf-16")
    assert refused(capsys, "replay", "wide.json") == "wide.json: is UTF-16 text; save it as UTF-8"
    assert read_text(tmp_path / "marked.json") == RECORD and read_whole(tmp_path / "marked.json") != RECORD.encode()
    Path("map.hexes").write_text("hexmap 1\n", encoding="utf-8-sig")
    assert main(["map", "shiloh", "--validate", "map.hexes"]) == 1
    assert "A map begins with the line" not in capsys.readouterr().out


def test_what_others_wrote_gives_the_terminal_no_orders(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bell.json").write_text(RECORD.replace("nano", "na\\u001b[2Jno\\u0007\\u202e"))
    assert refused(capsys, "replay", "bell.json").startswith("there is no game 'na\\x1b[2Jno\\x07\\u202e'")
    Path("case.json").write_text('{"game":"nano","name":"\\u001b[31mred","clauses":["NANO-0.0"],"expect":{}}')
    assert main(["conform", "case.json"]) == 1
    assert "\x1b" not in capsys.readouterr().out
    assert visible("a\tb\nc\x9b") == "a\\tb\\nc\\x9b" and visible("a\tb\nc\x9b", LAYOUT) == "a\tb\nc\\x9b"


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("postgresql+asyncpg://u:p@127.0.0.1:1/x?sslmode=require", "has no option sslmode"),
        ("postgresql+asyncpg://u:p@127.0.0.1:port/x", "is not a database URL"),
        ("postgresql+asyncpg://u:p@127.0.0.1:1/x", "Connect call failed"),
        ("sqlite+aiosqlite://x", "names an SQLite file by"),
        ("sqlite+aiosqlite:///x.db?mode=ro", "names an SQLite file by"),
        ("sqlite+aiosqlite:///a%00b.db", "names an SQLite file by"),
        ("sqlite+aiosqlite:////dev/null/x.db", "cannot be written"),
    ],
)
def test_a_database_that_cannot_be_used(capsys: pytest.CaptureFixture[str], url: str, complaint: str) -> None:
    assert complaint in refused(capsys, "admin", "list", "--db", url)
    assert complaint in refused(capsys, "serve", "--port", "0", "--db", url)


@needs_full
def test_a_full_disk_is_told_once() -> None:
    with FULL.open("w") as full:
        told = senki("schema", "nano", stdout=full, stderr=subprocess.PIPE)
        assert (told.returncode, told.stderr) == (2, "senki: the output: No space left on device\n")
        assert senki("frob", stdout=full, stderr=full).returncode == 2


def test_a_closed_pipe_is_nobodys_fault() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    told = senki("schema", "sicily", stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert (told.returncode, told.stderr) == (1, "")


def test_streams_that_were_closed_lead_nowhere() -> None:
    closed = (
        "import sys; sys.stdin = sys.stdout = None\nfrom senki.terminal.main import main\nsys.exit(main(['games']))"
    )
    told = subprocess.run([sys.executable, "-c", closed], stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize("while_importing", ["senki.engine.errors", "senki.terminal.commands.play"])
def test_an_interruption_during_the_imports_is_one_line(while_importing: str) -> None:
    program = f"""
import runpy, sys, senki
class Impatient:
    def find_spec(self, name, path=None, target=None):
        if name == {while_importing!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Impatient())
sys.argv = ["senki", "games"]
runpy.run_module("senki", run_name="__main__")
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stderr) == (130, "senki: interrupted\n")
