"""Load on a service of its own: many Nano tables on loopback, two live seats each, random legal choices.

Closed loop: a seat answers as soon as it is asked. Paced: each table makes one choice in so many seconds. Reports
choices a second, choices per CPU-second of the service, and the time from sending a choice to the other seat's view.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import sys
import tempfile
import time
from base64 import b64encode
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from stand import Http, cpu, service

TEXT, PING, PONG = 1, 9, 10


class Choice(msgspec.Struct):
    text: str


class View(msgspec.Struct):
    choices: list[Choice]


class Frame(msgspec.Struct):
    type: str
    at: int = -1
    view: View | None = None
    over: bool = False
    entropy_open: bool = False
    code: str = ""


DECODER = msgspec.json.Decoder(Frame)


class Seat(asyncio.Protocol):
    """One seat's socket, with just enough of RFC 6455 to be cheap."""

    def __init__(self, game: Game, number: int, head: bytes) -> None:
        self.game, self.number, self.head = game, number, head
        self.buffer = b""
        self.open = False
        self.gave_part = False
        self.ready = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self.head)  # type: ignore[attr-defined]

    def send(self, message: bytes, code: int = TEXT) -> None:
        size, first = len(message), 0x80 | code
        head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + message)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            assert b" 101 " in head.split(b"\r\n")[0] + b" ", head
            self.open, self.buffer = True, rest
            self.send(b'{"type":"hello"}')
        while len(self.buffer) >= 2:
            size, start = self.buffer[1], 2
            if size == 126:
                size, start = int.from_bytes(self.buffer[2:4], "big"), 4
            elif size == 127:
                size, start = int.from_bytes(self.buffer[2:10], "big"), 10
            if len(self.buffer) < start + size:
                return
            code, body = self.buffer[0] & 15, self.buffer[start : start + size]
            self.buffer = self.buffer[start + size :]
            if code == TEXT:
                self.hear(DECODER.decode(body))
            elif code == PING:
                self.send(body, PONG)

    def hear(self, frame: Frame) -> None:
        if frame.entropy_open and not self.gave_part:
            self.gave_part = True
            self.send(b'{"type":"entropy","value":"%s"}' % b64encode(os.urandom(12)))
        if frame.type == "table" and not self.ready.done():
            self.game.views[self.number] = frame
            self.ready.set_result(None)
        elif frame.type == "moved":
            self.game.moved(self.number, frame)
        elif frame.type == "error":
            self.game.load.errors[frame.code] = self.game.load.errors.get(frame.code, 0) + 1


class Game:
    """One table with both its seats."""

    def __init__(self, load: Load, table: str) -> None:
        self.load, self.table = load, table
        self.views: list[Frame | None] = [None, None]
        self.seats: list[Seat] = []
        self.sent_at = 0.0
        self.sender = -1
        self.done = asyncio.get_running_loop().create_future()
        self.running = False

    async def connect(self, host: str, port: int, cookies: list[str]) -> None:
        for number, cookie in enumerate(cookies):
            key = b64encode(os.urandom(16)).decode()
            head = (
                f"GET /ws/tables/{self.table} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {cookie}\r\n\r\n"
            ).encode()
            loop = asyncio.get_running_loop()
            _, seat = await loop.create_connection(partial(Seat, self, number, head), host, port)
            self.seats.append(seat)
            await asyncio.wait_for(seat.ready, 30)

    def go(self) -> None:
        self.running = True
        self.choose()

    def choose(self) -> None:
        """Send a random choice for whoever is to choose."""
        for number, frame in enumerate(self.views):
            if frame is not None and frame.view is not None and frame.view.choices:
                option = self.load.chance.choice(frame.view.choices).text
                self.sender = number
                self.sent_at = time.perf_counter()
                self.seats[number].send(b'{"type":"play","at":%d,"option":"%s"}' % (frame.at, option.encode()))
                return

    def moved(self, number: int, frame: Frame) -> None:
        self.views[number] = frame
        if number != self.sender and self.sent_at:
            self.load.latencies.append(time.perf_counter() - self.sent_at)
            self.sent_at = 0.0
        first, second = self.views
        if first is None or second is None or first.at != second.at:
            return
        self.load.made += 1
        if frame.over:
            self.running = False
            if not self.done.done():
                self.done.set_result(None)
        elif self.load.pause == 0 and not self.load.stopped:
            self.choose()


class Load:
    """The whole run."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.chance = random.Random(args.seed)
        self.pause: float = args.every
        self.latencies: list[float] = []
        self.errors: dict[str, int] = {}
        self.made = 0
        self.stopped = False

    async def run(self, url: str, pid: int) -> None:
        args = self.args
        host, port = urlsplit(url).hostname or "", urlsplit(url).port or 0
        http = Http(host, port)
        cookies = [(await http.ask("GET", "/api/me"))[0] for _ in range(2)]
        before_all = cpu(pid)
        games = []
        for _ in range(args.tables * args.games):
            games.append(await self._table(http, host, port, cookies))
        print(f"{len(games)} tables, {2 * len(games)} sockets open; {args.tables} tables play at a time", flush=True)
        await asyncio.sleep(1.0)
        started, used = time.perf_counter(), cpu(pid)
        lanes = [games[i :: args.tables] for i in range(args.tables)]
        play = self._paced if self.pause else self._closed
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*(play(lane) for lane in lanes)), args.seconds)
        self.stopped = True
        spent, burnt = time.perf_counter() - started, cpu(pid) - used
        self.report(spent, burnt, cpu(pid) - before_all)

    async def _table(self, http: Http, host: str, port: int, cookies: list[str]) -> Game:
        body = {"game": "nano", "seats": {"south": "me", "north": "open"}}
        _, made = await http.ask("POST", "/api/tables", body, cookies[0])
        await http.ask("POST", f"/api/tables/{made['id']}/join", {"side": "north"}, cookies[1])
        game = Game(self, made["id"])
        await game.connect(host, port, cookies)
        return game

    async def _closed(self, lane: list[Game]) -> None:
        for game in lane:
            game.go()
            await game.done

    async def _paced(self, lane: list[Game]) -> None:
        await asyncio.sleep(self.chance.random() * self.pause)
        for game in lane:
            game.running = True
            while game.running:
                game.choose()
                await asyncio.sleep(self.pause)

    def report(self, spent: float, burnt: float, burnt_in_all: float) -> None:
        times = sorted(self.latencies) or [0.0]
        at = {share: times[min(len(times) - 1, int(len(times) * share))] * 1000 for share in (0.5, 0.95, 0.99)}
        print(f"choices          {self.made} in {spent:.1f} s: {self.made / spent:.0f} a second")
        print(f"service CPU      {burnt:.2f} s ({burnt / spent:.0%} of a core); opening {burnt_in_all - burnt:.1f} s")
        print(f"per CPU-second   {self.made / max(burnt, 1e-9):.0f} choices checked, committed and sent to both seats")
        print(f"to other's view  p50 {at[0.5]:.1f} ms  p95 {at[0.95]:.1f} ms  p99 {at[0.99]:.1f} ms")
        print(f"errors           {self.errors or 'none'}")
        if self.args.json:
            figures = {
                "choices": self.made, "seconds": spent, "cpu": burnt, "per_cpu_second": self.made / max(burnt, 1e-9),
                "p50": at[0.5], "p95": at[0.95], "p99": at[0.99], "errors": self.errors,
            }  # fmt: skip
            Path(self.args.json).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50, help="tables playing at a time (default 50: 100 sockets)")
    parser.add_argument("--games", type=int, default=8, help="games each of them plays, one after another (default 8)")
    parser.add_argument("--every", type=float, default=0.0, metavar="S", help="seconds between choices (0: at once)")
    parser.add_argument("--seconds", type=float, default=30.0, help="stop after this time at the latest")
    parser.add_argument("--db", help="database URL (default: a new SQLite file)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", metavar="FILE", help="write the figures here too")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = args.db or f"sqlite+aiosqlite:///{folder}/load.db"
        with service(database, many_tables=True) as (url, pid):
            asyncio.run(Load(args).run(url, pid))
    return 0


if __name__ == "__main__":
    sys.exit(main())
