"""A PostgreSQL of its own for the tests, in a temporary folder, on loopback only."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PLACES = ("/usr/lib/postgresql", "/usr/local/lib/postgresql", "/opt/homebrew/opt", "/usr/local/pgsql")


def binaries() -> Path | None:
    """Where initdb and postgres lie."""
    found = sorted(path.parent for place in PLACES for path in Path(place).glob("**/bin/initdb"))
    if found:
        return found[-1]
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def as_postgres(command: list[str]) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def postgres() -> Iterator[str]:
    """A running server; gives the URL of its database."""
    home = binaries()
    if home is None:
        pytest.skip("PostgreSQL is not installed (`make programs` installs it on Debian)")
    folder = Path(tempfile.mkdtemp(prefix="senki-pg-"))
    cluster = folder / "cluster"
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    setup = [str(home / "initdb"), "-D", str(cluster), "-U", "senki", "--auth=trust", "-E", "UTF8", "--no-sync"]
    subprocess.run(as_postgres(setup), check=True, capture_output=True, cwd=folder)
    command = [
        str(home / "postgres"), "-D", str(cluster), "-p", str(port), "-k", str(folder),
        "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=32MB",
    ]  # fmt: skip
    server = subprocess.Popen(as_postgres(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
    try:
        _wait_for(port)
        yield f"postgresql+asyncpg://senki@127.0.0.1:{port}/postgres"
    finally:
        # The parent of all its processes is asked to end at once; runuser passes the request on.
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            time.sleep(0.3)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("PostgreSQL did not start")
