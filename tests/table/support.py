"""A real service on a free loopback port, and people who speak to it over HTTP and sockets."""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
import signal
import ssl
import subprocess
import sys
from collections.abc import Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 120
"""Seconds after which something hangs, on a machine that does other things as well; nothing is measured by it."""
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that speak plain HTTP: a context of its own for each would read all the certificates of the world."""
DRAWINGS = Path(__file__).parent.parent.parent / "build" / "drawings"
"""Maps that were drawn once are there for every service of the tests."""
PREPARED = """
import sys
from runpy import run_module
exec(sys.argv.pop(1))
run_module("senki", run_name="__main__")
"""
SLOW_COMMITS = """
import asyncio
from senki.table.store.pens import PostgresPen, SqlitePen
def slowed(write):
    async def slow(pen, batch):
        await asyncio.sleep(0.15)
        await write(pen, batch)
    return slow
SqlitePen.write, PostgresPen.write = slowed(SqlitePen.write), slowed(PostgresPen.write)
"""
"""Every commit takes its time, so that whatever does not wait for it is seen to be wrong."""


def story(told: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test told as a coroutine."""

    @wraps(told)
    def test(*given: Any, **named: Any) -> None:
        asyncio.run(told(*given, **named))

    return test


class Server:
    """A service in a process of its own."""

    def __init__(
        self,
        database: str,
        *more: str,
        env: dict[str, str] | None = None,
        games: Path | None = None,
        prepare: str = "",
    ) -> None:
        self.database = database
        # With `games`, the packages of a folder are games as well; they are not compiled, so the engine is not either.
        if games is not None:
            prepare += f"\nimport senki.games\nsenki.games.__path__.append({str(games)!r})"
            env = {**(env or {}), "SENKI_PURE": "1"}
        senki = ["-c", PREPARED, prepare] if prepare else ["-m", "senki"]
        self.process = subprocess.Popen(
            [sys.executable, *senki, "serve", "--port", "0", "--db", database, "--workers", "1", *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "SENKI_DRAWINGS": str(DRAWINGS), **(env or {})},
        )  # fmt: skip
        assert self.process.stdout is not None and self.process.stderr is not None
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url, self.process.stderr.read()

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.kill()
        self._gone()

    def stop(self) -> int:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)
        return self._gone()

    def _gone(self) -> int:
        status = self.process.wait(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


def sqlite(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'tables.db'}"


class Somebody:
    """One browser: its cookies, and its sockets."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, verify=PLAIN)

    async def post(self, path: str, body: dict[str, Any] | None = None, status: int = 200) -> Any:
        answer = await self.http.post(f"/api{path}", json=body or {})
        assert answer.status_code == status, answer.text
        return answer.json()

    async def get(self, path: str, status: int = 200) -> Any:
        answer = await self.http.get(f"/api{path}")
        assert answer.status_code == status, answer.text
        return answer.json()

    async def begin(self, **seats: str) -> tuple[str, dict[str, str]]:
        """A new table of Nano; its id and its links."""
        made = await self.post("/tables", {"game": "nano", "seats": seats}, 201)
        return made["id"], made["links"]

    async def take(self, link: str) -> None:
        """Take the seat a link leads to, and give its part of the dice."""
        url = httpx.URL(link.replace("/#", ""))
        table = url.path.rpartition("/")[2]
        await self.post(f"/tables/{table}/join", {"side": url.params["side"], "token": url.params["token"]})
        await self.give_part(table)

    async def give_part(self, table: str) -> None:
        """Look at a table for as long as it takes to give one's part of the dice, so that nobody waits for it."""
        async with self.at(table) as line:
            while line.part_open:
                await line.hear("seats")

    @asynccontextmanager
    async def at(self, table: str, hello: bool = True, gives_part: bool = True):  # type: ignore[no-untyped-def]
        """Connected to a table, and greeted."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        address = f"{self.url.replace('http', 'ws')}/ws/tables/{table}"
        async with connect(address, additional_headers={"Cookie": cookies}, compression=None, max_queue=None) as socket:
            line = Line(socket, gives_part)
            if hello:
                await line.say(type="hello")
                line.table = await line.hear("table")
                line.at, line.view = line.table["at"], line.table["view"]
            yield line

    async def close(self) -> None:
        await self.http.aclose()


class Line:
    """A socket, and what the other end last said of the position. Asked for its part of the dice, it gives one."""

    def __init__(self, socket: ClientConnection, gives_part: bool = True) -> None:
        self.socket = socket
        self.gives_part = gives_part
        self.part_open = False
        self.table: dict[str, Any] = {}
        self.at = -1
        self.view: dict[str, Any] = {}
        self.over = False

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), timeout))
        if frame["type"] in ("moved", "table"):
            self.at, self.view, self.over = frame["at"], frame["view"], frame.get("over", False)
        if frame["type"] in ("seats", "table"):
            was_open, self.part_open = self.part_open, frame.get("entropy_open", False)
            if self.part_open and not was_open and self.gives_part:
                await self.say(type="entropy", value=secrets.token_urlsafe(12))
        return frame

    async def hear(self, kind: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next frame of a kind; others are passed over."""
        while True:
            frame = await self.next(timeout)
            if frame["type"] == kind:
                return frame

    async def quiet(self, seconds: float = 0.2) -> list[dict[str, Any]]:
        """Everything that comes for a while."""
        heard = []
        try:
            while True:
                heard.append(await self.next(seconds))
        except TimeoutError:
            return heard

    @property
    def choices(self) -> list[str]:
        return [choice["text"] for choice in self.view["choices"]]

    async def play(self, option: str) -> dict[str, Any]:
        """Play and wait for the answer."""
        await self.say(type="play", at=self.at, option=option, ref="p")
        while True:
            frame = await self.next()
            if frame.get("ref") == "p":
                return frame


async def play_out(lines: list[Line], chance: random.Random, most: int = 1000) -> int:
    """Random choices of whoever is to choose, until the game is over; how many were made."""
    for made in range(most):
        if any(line.over for line in lines):
            return made
        chooser = next((line for line in lines if line.view["choices"]), None)
        if chooser is None:
            # The machine is to choose.
            await lines[0].hear("moved")
            continue
        frame = await chooser.play(chance.choice(chooser.choices))
        assert frame["type"] == "moved", frame
        for line in lines:
            while line.at < chooser.at:
                await line.hear("moved")
    return most
