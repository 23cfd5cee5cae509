"""The table in the browser, at once: `make play`. It begins on the sources and goes on with the compiled rules.

The service is started first; then the rules are compiled beside it at low priority, if they are not. When they are
done the service is started anew on the same port: every choice is on disk before it is answered, browsers come back
by themselves, and so nobody loses anything but a second. If compiling fails, the rules go on interpreted.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import Any

ROOT = Path(__file__).parent.parent
SERVE = [sys.executable, "-m", "senki", "serve"]
COMPILE = ["nice", "-n", "10", sys.executable, str(ROOT / "tools" / "compile.py")]
LOOK_EVERY = 0.2
PATIENCE = 20
"""Seconds to end in before a process is ended."""

sys.path.insert(0, str(ROOT))


class Service:
    """The service; started again it is found in the same place."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.port = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self, *more: str) -> None:
        """Start it and wait until it can be asked; if it cannot be started it says why, and ends."""
        self.process = subprocess.Popen([*self.command, *more], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        if address and not self.port:
            print(f"the table is set: {address}  (Ctrl-C ends it)", flush=True)
            self.port = address.rstrip("/").rpartition(":")[2]

    def start_again(self) -> None:
        """Stop it, and start it in the same place."""
        stop(self.process)
        self.start("--port", self.port)

    @property
    def ended(self) -> int | None:
        """The exit status, once it has ended."""
        return None if self.process is None else self.process.poll()


def play(serve: list[str], compile: list[str] | None) -> int:
    """Serve until the service ends or is interrupted, and compile beside it; returns the exit status."""
    service = Service(serve)
    compiler: subprocess.Popen[bytes] | None = None
    try:
        service.start("--open")
        if service.port and compile:
            # A session of its own: Ctrl-C reaches it through us alone, and the C compilers it has started end with it.
            compiler = subprocess.Popen(compile, start_new_session=True)
        while (status := service.ended) is None:
            if compiler is not None and compiler.poll() is not None:
                if compiler.returncode == 0:
                    service.start_again()
                    print("the rules are compiled: every game goes on with them", flush=True)
                compiler = None
            sleep(LOOK_EVERY)
        return status
    finally:
        # Nobody who presses Ctrl-C twice leaves anything behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        stop(compiler, os.killpg)
        stop(service.process)


def stop(process: subprocess.Popen[Any] | None, kill: Callable[[int, int], None] = os.kill) -> None:
    """Ask a process to end, and end it if it does not; with `killpg` all that it has started as well."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        if process is None or process.poll() is not None:
            return
        kill(process.pid, sign)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)


def interrupt(*_: object) -> None:
    """Whatever tells us to end ends us like Ctrl-C."""
    raise KeyboardInterrupt


def main() -> int:
    """Play; Ctrl-C is the way to end it."""
    from senki import _build

    for told in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(told, interrupt)
    compile = COMPILE if _build.stale() and not os.environ.get("SENKI_PURE") else None
    try:
        return play([*SERVE, *sys.argv[1:]], compile)
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
