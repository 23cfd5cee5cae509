"""A client that asks and never reads costs little, and is let go."""

from __future__ import annotations

import asyncio
import os
import socket
from base64 import b64encode
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from senki.table.settings import Pace
from senki.table.sockets.connection import MOST_BYTES, TOO_SLOW, Connection
from tests.table.support import Server, Somebody, story
from tests.table.test_loading import memory

SMALL = 4096
"""Bytes the system keeps for a socket that is not read."""


class Deaf:
    """A socket that speaks and never reads."""

    def __init__(self, url: str, table: str) -> None:
        at = urlsplit(url)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
        self.socket.settimeout(20)
        self.socket.connect((at.hostname, at.port))
        self.socket.sendall(
            f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert b" 101 " in self.socket.recv(1000)

    def say(self, message: bytes, kind: int = 1) -> None:
        self.socket.sendall(bytes([0x80 | kind, 0x80 | len(message)]) + b"\0\0\0\0" + message)


async def open_sockets(url: str) -> float:
    async with httpx.AsyncClient() as http:
        text = (await http.get(f"{url}/metrics")).text
    return float(next(line.split()[1] for line in text.splitlines() if line.startswith("senki_sockets ")))


async def until_gone(url: str) -> None:
    for _ in range(300):
        if await open_sockets(url) == 0:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{await open_sockets(url)} sockets are still held")


@story
async def test_what_waits_for_a_client_is_bounded_by_bytes() -> None:
    cut = []

    async def send(message: MutableMapping[str, Any]) -> None:
        await asyncio.Event().wait()

    def somebody() -> Connection:
        return Connection(send, "p", "P", "10.0.0.1", Pace(1, 1), Pace(1, 1), lambda: cut.append(True))

    slow = somebody()
    slow.tell("x" * (2 * MOST_BYTES))
    assert slow.closing is None, "one frame may be long"
    slow.tell("x")
    assert slow.closing == TOO_SLOW
    many = somebody()
    for _ in range(10):
        many.tell("x" * (MOST_BYTES // 10))
    assert many.closing is None
    pump = asyncio.create_task(many.pump())
    await asyncio.sleep(0)
    many.tell("x" * 100)
    assert many.closing == TOO_SLOW, "what is being sent counts too"
    pump.cancel()


@story
async def test_a_client_that_is_not_read_any_more_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("senki.table.sockets.connection.FAREWELL", 0.0)
    cut = asyncio.Event()

    async def send(message: MutableMapping[str, Any]) -> None:
        await asyncio.Event().wait()

    who = Connection(send, "p", "P", "10.0.0.1", Pace(1, 1), Pace(1, 1), cut.set)
    pump = asyncio.create_task(who.pump())
    who.tell("first")
    who.close(TOO_SLOW)
    await asyncio.wait_for(cut.wait(), 10)
    pump.cancel()


@story
async def test_sockets_that_never_read_are_dropped_and_cost_little(server: Server) -> None:
    me = Somebody(server.url)
    made = await me.post("/tables", {"game": "shiloh", "seats": {"csa": "me", "usa": "me"}}, 201)
    before = memory(server.process.pid)
    deaf = [Deaf(server.url, made["id"]) for _ in range(20)]
    for who in deaf:
        for _ in range(300):
            who.say(b'{"type":"hello"}')
    async with me.at(made["id"]) as line:
        assert (await line.play(line.choices[0]))["type"] == "moved"
    await until_gone(server.url)
    assert memory(server.process.pid) - before < 60 << 20
    for who in deaf:
        who.socket.close()
    await me.close()


@story
async def test_asking_without_end_whether_we_are_there_is_no_way_round(server: Server) -> None:
    """Answers to pings of the protocol itself wait for nobody: they are bounded too."""
    me = Somebody(server.url)
    table, _ = await me.begin(south="me", north="me")
    deaf = Deaf(server.url, table)

    def ask_until_cut_off() -> bool:
        try:
            for _ in range(200_000):
                deaf.say(b"x" * 125, 9)
        except OSError:
            return True
        return False

    assert await asyncio.to_thread(ask_until_cut_off)
    await until_gone(server.url)
    deaf.socket.close()
    await me.close()
