"""Whoever says half a word and then nothing is not waited for without end."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from senki import find_game
from senki.table.settings import Patience, Settings
from senki.workshop.boards import board_of
from tests.table.inside import PATIENCE, Inside, inside
from tests.table.support import Somebody, sqlite, story

SHORT = Patience(head=0.3, body=0.3, idle=1, unread=0.5, hello=1, ping=0.2, pong=0.2, session=0.1)
HEAD = b"POST /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 20\r\n"


async def left_alone(here: Inside, said: bytes) -> bytes:
    """Say something and nothing more; all that comes until the other end closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
    writer.write(said)
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    finally:
        writer.close()


def service(tmp_path: Path, patience: Patience = SHORT) -> Settings:
    return Settings(database=sqlite(tmp_path), patience=patience)


@story
async def test_half_a_request_and_then_nothing(tmp_path: Path) -> None:
    async with inside(service(tmp_path)) as here:
        assert await left_alone(here, b"") == b"", "a connection nobody speaks on ends without a word"
        assert await left_alone(here, b"\r\n") == b""
        for half in (b"GET /heal", b"GET /healthz HTTP/1.1\r\nHost: 127.0", b"GET /healthz HTTP/1.1\r\nHost: a\r\n"):
            assert (await left_alone(here, half)).startswith(b"HTTP/1.1 408 "), half
        upgrade = b"GET /ws/tables/x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        assert (await left_alone(here, upgrade)).startswith(b"HTTP/1.1 408 ")
        answer = await left_alone(here, HEAD + b'\r\n{"name": ')
        assert answer.startswith(b"HTTP/1.1 408 ") and b'"code"' in answer
        chunked = HEAD.replace(b"Content-Length: 20", b"Transfer-Encoding: chunked")
        assert (await left_alone(here, chunked + b"\r\n5\r\n{}")).startswith(b"HTTP/1.1 408 ")


@story
async def test_a_connection_that_is_kept_for_a_next_request(tmp_path: Path) -> None:
    whole = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    async with inside(service(tmp_path)) as here:
        assert (await left_alone(here, whole)).count(b"HTTP/1.1 200") == 1
        assert (await left_alone(here, whole + b"GET /heal")).count(b"HTTP/1.1 200") == 1
        # What is said after an answer must be a request, and soon.
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(whole)
        await reader.readuntil(b'{"ok":true}')
        writer.write(b"GET /heal")
        assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 408 ")
        writer.close()


@story
async def test_bytes_that_come_one_by_one_put_nothing_off(tmp_path: Path) -> None:
    async with inside(service(tmp_path)) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        ended = asyncio.create_task(reader.read())
        async with asyncio.timeout(PATIENCE):
            for letter in b"GET /healthz HTTP/1.1\r\nX-Slow: " + b"x" * 10_000:
                writer.write(bytes([letter]))
                await asyncio.wait([ended], timeout=0.02)
                if ended.done():
                    break
        # What was still on its way when the other end closed may cut the last word short.
        with suppress(ConnectionError):
            assert (await ended).startswith(b"HTTP/1.1 408 ")
        writer.close()


@story
async def test_a_head_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    async with inside(service(tmp_path, Patience(head=1000))) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: " + b"x" * 1_000_000)
        with suppress(ConnectionError):
            assert (await asyncio.wait_for(reader.read(), PATIENCE)).startswith(b"HTTP/1.1 431 ")
        writer.close()


@story
async def test_a_socket_that_never_says_hello(tmp_path: Path) -> None:
    async with inside(service(tmp_path)) as here:
        me = Somebody(here.url)
        table, _ = await me.begin(south="me", north="me")
        async with me.at(table) as greeted, me.at(table, hello=False) as silent:
            await silent.say(type="ping")
            await asyncio.wait_for(silent.socket.wait_closed(), PATIENCE)
            assert silent.socket.close_code == 1008
            await greeted.say(type="ping")
            await greeted.hear("pong")
        await me.close()


@story
async def test_a_socket_that_answers_no_ping(tmp_path: Path) -> None:
    async with inside(service(tmp_path)) as here:
        me = Somebody(here.url)
        table, _ = await me.begin(south="me", north="me")
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        upgrade = b"Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" + key
        writer.write(b"GET /ws/tables/" + table.encode() + b" HTTP/1.1\r\n" + upgrade + b"\r\n")
        said = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        # A masked frame (the mask is zero) that says hello, so that only the pings go unanswered.
        hello = b'{"type":"hello"}'
        writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        said += await asyncio.wait_for(reader.read(), PATIENCE)
        assert said.startswith(b"HTTP/1.1 101 ") and b'"type":"table"' in said and b"keepalive ping timeout" in said
        writer.close()
        await me.close()


@story
async def test_an_answer_that_nobody_takes(tmp_path: Path) -> None:
    async with inside(service(tmp_path)) as here:
        # The map of Shiloh, many times over: more than the buffers between the two ends hold.
        _, writer = await asyncio.open_connection("127.0.0.1", here.port, limit=1)
        where = f"/api/boards/{board_of(find_game('shiloh')).key}/map.svg".encode()
        ask = b"GET " + where + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        writer.write(ask * 200)
        await asyncio.sleep(0)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            async with asyncio.timeout(PATIENCE):
                # Only what was said is seen here; nothing is read until the other end has gone.
                while True:
                    writer.write(b"\r\n")
                    await asyncio.sleep(0.05)
                    await writer.drain()
        writer.close()


@story
async def test_whoever_is_quick_enough_is_served(tmp_path: Path) -> None:
    async with inside(service(tmp_path)) as here, httpx.AsyncClient(base_url=here.url) as http:
        for _ in range(3):
            assert (await http.post("/api/me", json={"name": "Lee"})).status_code == 200
        me = Somebody(here.url)
        table, _ = await me.begin(south="me", north="me")
        async with connect(f"{here.url.replace('http', 'ws')}/ws/tables/{table}") as socket:
            await socket.send('{"type":"hello"}')
            assert '"type":"table"' in str(await socket.recv())
        await me.close()
