"""`make play` on a fresh machine: a service at once, compiled rules later, and nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from senki import _build

sys.path.append(str(Path(__file__).parent.parent / "tools"))
import compile as compiling

PATIENCE = 60
SERVICE = """
import os, pathlib, signal, sys, time
def tell(*words):
    with open("told", "a") as lines:
        print(*words, file=lines)
def ends(*_):
    tell("ended")
    os._exit(0)
signal.signal(signal.SIGTERM, ends)
tell("began", *sys.argv[1:])
print("http://127.0.0.1:8123/", flush=True)
while True:
    time.sleep(0.05)
"""
"""A service that only tells how it is started and ended."""
PLAY = f"""
import pathlib, signal, sys
sys.path.append({str(Path(compiling.__file__).parent)!r})
import play
play.ROOT = pathlib.Path.cwd()
signal.signal(signal.SIGTERM, play.interrupt)
sys.exit(play.play([sys.executable, "service.py"], [sys.executable, "compiler.py"]))
"""


def wait_for(right: Callable[[], bool]) -> None:
    end = monotonic() + PATIENCE
    while not right():
        assert monotonic() < end
        sleep(0.02)


class Playing:
    """`make play` in an empty folder, with that service and a compiler."""

    def __init__(self, compiler: str, service: str = SERVICE) -> None:
        Path("service.py").write_text(service)
        Path("compiler.py").write_text(compiler)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PLAY], stdout=subprocess.PIPE, text=True, start_new_session=True
        )

    @property
    def told(self) -> list[str]:
        """What the service has told."""
        return Path("told").read_text().splitlines() if Path("told").exists() else []

    def says(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def ends(self) -> str:
        """Wait for its end; what it said before."""
        return self.process.communicate(timeout=PATIENCE)[0]

    def interrupt(self) -> str:
        self.process.send_signal(signal.SIGTERM)
        return self.ends()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_how_far_the_compiler_is_is_read_only_from_whole_lines() -> None:
    assert [compiling.how_far(line) for line in ("compiled 1 of 4\n", "compiled 4 of 4\n")] == [25, 100]
    assert [compiling.how_far(line) for line in ("compiled 5compiled 6 of 595\n", " of595\n", "gcc …\n")] == [0, 0, 0]


def test_the_service_begins_at_once_and_again_when_the_rules_are_compiled() -> None:
    playing = Playing("import pathlib, time\nwhile not pathlib.Path('go').exists(): time.sleep(0.02)")
    assert "http://127.0.0.1:8123/" in playing.says()
    assert playing.told == ["began --open"]
    Path("go").touch()
    assert "compiled" in playing.says()
    assert playing.told == ["began --open", "ended", "began --port 8123"]
    playing.interrupt()
    assert playing.told[-1] == "ended"


def test_if_compiling_fails_the_service_goes_on() -> None:
    playing = Playing("import pathlib; pathlib.Path('failed').touch(); raise SystemExit(1)")
    wait_for(Path("failed").exists)
    sleep(0.5)
    assert playing.told == ["began --open"]
    assert "compiled" not in playing.interrupt()


def test_interrupted_it_leaves_no_compiler_behind() -> None:
    playing = Playing(
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "open('pids.new', 'w').write(f'{os.getpid()} {child.pid}')\n"
        "os.rename('pids.new', 'pids')\n"
        "child.wait()"
    )
    wait_for(Path("pids").exists)
    playing.interrupt()
    assert playing.told == ["began --open", "ended"]
    for pid in Path("pids").read_text().split():
        wait_for(lambda pid=pid: not alive(pid))  # type: ignore[misc]


def alive(pid: str) -> bool:
    """Does a process run? One that nobody has waited for yet does not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", pid], capture_output=True, text=True, check=False).stdout.strip()
    return bool(state) and not state.startswith("Z")


def test_for_a_service_that_cannot_start_nothing_is_compiled() -> None:
    playing = Playing("import pathlib; pathlib.Path('compiled').touch()", service="raise SystemExit(2)")
    playing.ends()
    assert playing.process.returncode == 2
    assert not Path("compiled").exists()


def checkout(folder: Path) -> tuple[Path, Path]:
    """A checkout with one module, and what was compiled of it."""
    staged, root = folder / "staged", folder / "root"
    for place in (staged, root):
        (place / "senki" / "engine").mkdir(parents=True)
    (root / "pyproject.toml").touch()
    (root / "senki" / "engine" / "dice.py").touch()
    (staged / f"{_build.SHARED[:-1]}.so").write_text("library")
    for name in ("dice", "gone"):
        (staged / "senki" / "engine" / f"{name}.so").write_text("new")
    return staged, root


def test_what_is_compiled_is_used_unless_a_source_was_edited_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staged, root = checkout(tmp_path)
    monkeypatch.setattr(_build, "HERE", root / "senki")
    source = root / "senki" / "engine" / "dice.py"
    os.utime(source, (1000, 1000))
    assert _build.stale()
    compiling.install(staged, root, 2000)
    assert not _build.stale()
    os.utime(source, (2001, 2001))
    assert _build.stale()


def test_modules_are_replaced_and_not_written_over(tmp_path: Path) -> None:
    staged, root = checkout(tmp_path)
    module = root / "senki" / "engine" / "dice.so"
    module.write_text("old")
    with module.open() as running:
        compiling.install(staged, root, 2000)
        assert running.read() == "old"
    assert module.read_text() == "new"
    assert sorted(path.name for path in module.parent.iterdir()) == ["dice.py", "dice.so"]


def test_the_library_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    staged, root = checkout(tmp_path)
    order: list[str] = []
    replace = compiling.replace
    monkeypatch.setattr(compiling, "replace", lambda file, *rest: (order.append(file.stem), replace(file, *rest)))
    compiling.install(staged, root, 2000)
    assert order[0] == "dice" and order[-1].startswith("senki__mypyc")
