"""docs/club.md: ten steps, whose files, commands, variables and buttons are those of the project."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from senki.terminal.main import main

ROOT = Path(__file__).parent.parent.parent
DOC = (ROOT / "docs" / "club.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", DOC, re.S)


def test_there_are_ten_steps_in_their_order() -> None:
    assert [int(n) for n in re.findall(r"^\*\*(\d+)\. ", DOC, re.M)] == list(range(1, 11))


def test_every_file_and_target_it_names_is_there() -> None:
    for name in set(re.findall(r"deploy/[\w.]+", DOC)):
        assert (ROOT / name.rstrip(".")).is_file(), name
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"\bmake (\w+)$", "\n".join(BLOCKS), re.M)):
        assert f"\n{target}:" in makefile, target
    assert (ROOT / "requirements.lock").is_file()


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_can_be_read_by_a_shell(block: str) -> None:
    subprocess.run(["sh", "-n"], input=block.encode(), check=True)


def test_its_variables_are_read_by_the_service() -> None:
    told = set(re.findall(r"\bSENKI_[A-Z_]+", DOC))
    read = (ROOT / "senki/table/settings.py").read_text(encoding="utf-8")
    assert told and all(f'"{name}"' in read for name in told), told


def test_the_start_line_is_that_of_the_unit_but_for_the_database() -> None:
    unit = (ROOT / "deploy/senki.service").read_text(encoding="utf-8")
    (ours,) = re.findall(r"^ExecStart=(.+)$", unit, re.M)
    (told,) = re.findall(r"^ExecStart=(/.+)$", DOC, re.M)
    words = [[word for word in shlex.split(line) if "://" not in word] for line in (ours, told)]
    assert words[0] == words[1]
    assert f"EnvironmentFile=-{re.findall(r'`(/etc/senki/environment)`', DOC)[0]}" in unit


def test_the_lock_is_read_as_versions(tmp_path: Path) -> None:
    (command,) = set(re.findall(r"^(sed -e .*requirements\.lock) >", "\n".join(BLOCKS), re.M))
    made = subprocess.run(["sh", "-c", command], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    lines = [line for line in made.splitlines() if line]
    assert len(lines) > 50 and all(re.match(r"^[\w.\[\]-]+==\S+", line) for line in lines)


def test_its_commands_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("repair", "forget"):
        assert f"senki admin {command}" in DOC
        with pytest.raises(SystemExit) as ended:
            main(["admin", command, "--help"])
        assert ended.value.code == 0


def test_the_buttons_are_called_so() -> None:
    words = (ROOT / "web/src/lib/words.ts").read_text(encoding="utf-8")
    words += (ROOT / "web/src/club/words.ts").read_text(encoding="utf-8")
    step = DOC.partition("**7. ")[2].partition("**8. ")[0]
    for button in re.findall(r"(?<!\*)\*([A-Z][^*]+)\*(?!\*)", step):
        assert f'"{button}"' in words, button


def test_the_proxies_pass_on_what_the_service_needs() -> None:
    nginx, caddy = ((ROOT / "deploy" / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile"))
    for needed in ("Host $http_host", "X-Forwarded-For $remote_addr", "Upgrade $http_upgrade", "proxy_buffering off"):
        assert needed in nginx
    assert "metrics { return 404; }" in nginx and "respond /metrics 404" in caddy
    unit = (ROOT / "deploy/senki.service").read_text(encoding="utf-8")
    (port,) = re.findall(r"--port (\d+)", unit)
    assert f"127.0.0.1:{port}" in nginx and f"127.0.0.1:{port}" in caddy
