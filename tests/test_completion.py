"""What a shell suggests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from senki.terminal.main import main


@pytest.fixture
def script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    assert main(["completion", "bash"]) == 0
    place = tmp_path / "senki.bash"
    place.write_text(capsys.readouterr().out, encoding="utf-8")
    return place


def suggested(script: Path, line: str) -> set[str]:
    """What bash suggests for the last word of a line."""
    words = line.split(" ")
    typed = f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}"
    ask = 'name=$(complete -p senki | sed "s/.*-F \\([^ ]*\\) .*/\\1/"); "$name"; printf "%s\\n" "${COMPREPLY[@]}"'
    told = subprocess.run(["bash", "-c", f"{typed}; {ask}"], capture_output=True, text=True, check=False, timeout=60)
    return {word.strip() for word in told.stdout.splitlines() if word.strip()}


def test_bash_completes_commands_games_sides_players_and_files(script: Path) -> None:
    assert suggested(script, "senki pl") == {"play"}
    assert suggested(script, "senki play na") == {"nano"}
    assert {"--south", "--north", "--british"} <= suggested(script, "senki play nano --")
    assert "greedy" in suggested(script, "senki play nano --south gr")
    assert suggested(script, "senki play nano --scenario cam") == {"campaign"}
    assert suggested(script, "senki replay --lang j") == {"ja"}
    (script.parent / "record.json").touch()
    assert str(script.parent / "record.json") in suggested(script, f"senki replay {script.parent}/rec")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_told_the_same_words(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    assert main(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert "nano" in out and "completion" in out and "campaign" in out and "search:4" in out
