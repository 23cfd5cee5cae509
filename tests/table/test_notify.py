"""Somebody who is away learns that it is their turn."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue

import pytest

from tests.table.support import Server, Somebody, sqlite


class Mailbox(threading.Thread):
    """As much of a mail server as takes letters."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.letters: Queue[bytes] = Queue()
        self.ready = threading.Event()
        self.port = 0

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := await reader.readline():
            word = line[:4].upper()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                self.letters.put(await reader.readuntil(b"\r\n.\r\n"))
            writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")
            if word == b"QUIT":
                break
        writer.close()


@pytest.fixture
def webhook() -> Iterator[tuple[str, Queue[dict[str, str]]]]:
    heard: Queue[dict[str, str]] = Queue()
    failures = [503]

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = failures.pop() if failures else 204
            if status == 204:
                heard.put(json.loads(body))
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hook", heard
    server.shutdown()


def test_letters_and_webhooks(tmp_path: Path, webhook: tuple[str, Queue[dict[str, str]]]) -> None:
    address, heard = webhook
    mailbox = Mailbox()
    mailbox.start()
    mailbox.ready.wait(5)
    env = {"SENKI_SMTP": f"smtp://127.0.0.1:{mailbox.port}", "SENKI_WEBHOOK_HOSTS": "127.0.0.1"}

    async def story(server: Server) -> None:
        here, away = Somebody(server.url), Somebody(server.url)
        await away.post("/me", {"name": "Banks", "email": "banks@example.org", "webhook": address})
        await away.post("/me", {"webhook": "http://169.254.169.254/latest"}, 403)
        table, links = await here.begin(south="me", north="link")
        await away.take(links["north"])
        async with here.at(table) as line:
            assert line.table["seats"][1]["name"] == "Banks"
            while line.view["actor"] == "south":
                await line.play("pass" if "pass" in line.choices else line.choices[0])
        letter = await asyncio.to_thread(mailbox.letters.get, True, 20)
        assert message_from_bytes(letter)["To"] == "banks@example.org" and table.encode() in letter
        told = await asyncio.to_thread(heard.get, True, 30)
        assert table in told["content"]

    with Server(sqlite(tmp_path), env=env) as server:
        asyncio.run(story(server))
