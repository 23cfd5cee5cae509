"""A service of its own for a tool: on a free loopback port, with its own database, ended with the tool.

Run as a program it is that service, with room to begin as many tables as a tool needs.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


@contextmanager
def service(database: str, many_tables: bool = False) -> Iterator[tuple[str, int]]:
    """A running service: its address and its process."""
    command = [sys.executable, "-m", "senki", "serve", "--port", "0", "--db", database, "--workers", "1"]
    if many_tables:
        command = [sys.executable, __file__, database]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip().rstrip("/"), process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()


def cpu(pid: int) -> float:
    """CPU seconds a process has used, its worker processes not counted."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def memory(pid: int) -> int:
    """Bytes a process holds; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    except (FileNotFoundError, ProcessLookupError):
        return 0


def workers(pid: int) -> list[int]:
    """The worker processes of a service."""
    return [int(child) for task in Path(f"/proc/{pid}/task").iterdir() for child in children(task)]


def children(task: Path) -> list[str]:
    """The processes a thread has begun."""
    try:
        return (task / "children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []


class Http:
    """Requests over one connection; with a cookie it is somebody, without it a new guest each time."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def try_to(
        self, method: str, path: str, body: object = None, cookie: str = ""
    ) -> tuple[int, str, dict[str, Any]]:
        """A request: its status, the cookie that was set, the answer."""
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        reader, writer = self.streams
        raw = json.dumps(body).encode() if body is not None else b""
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(raw)}\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "") + "\r\n"
        )
        writer.write(head.encode() + raw)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.split(": ", 1) for line in answer.split("\r\n")[1:] if line)
        content = await reader.readexactly(int(fields["content-length"]))
        return int(answer.split()[1]), fields.get("set-cookie", "").split(";")[0], json.loads(content)

    async def ask(self, method: str, path: str, body: object = None, cookie: str = "") -> tuple[str, dict[str, Any]]:
        """A request that is made again until it is let in."""
        while True:
            status, set_cookie, answer = await self.try_to(method, path, body, cookie)
            if status == 429:
                await asyncio.sleep(0.5)
                continue
            assert status < 300, (status, answer)
            return set_cookie, answer

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


def main() -> None:
    from senki.table.serve import listen_on, serve
    from senki.table.settings import Pace, settings_for

    wide = Pace(10_000, 100_000)
    listener = listen_on("127.0.0.1", 0)
    port = listener.getsockname()[1]
    settings = replace(settings_for("127.0.0.1", port, sys.argv[1], False, 1), new_tables=wide, new_tables_from=wide)
    serve(settings, listener, lambda: print(f"http://127.0.0.1:{port}/", flush=True))


if __name__ == "__main__":
    main()
