"""As much of a mail server, and of a webhook, as takes what it is sent."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from email import message_from_bytes
from email.message import Message
from queue import Queue
from typing import Any

PATIENCE = 120


class Mailbox(threading.Thread):
    """Takes letters."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.letters: Queue[bytes] = Queue()
        self.ready = threading.Event()
        self.port = 0
        self.start()
        self.ready.wait(5)

    @property
    def smtp(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

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

    async def next(self) -> tuple[Message, str]:
        """The next letter and its text."""
        letter = message_from_bytes(await asyncio.to_thread(self.letters.get, True, PATIENCE))
        payload = letter.get_payload(decode=True)
        assert isinstance(payload, bytes)
        return letter, payload.decode()

    async def token(self) -> str:
        """The secret in the next letter, which asks to confirm its address."""
        _, text = await self.next()
        found = re.search(r"/#/confirm\?token=([\w-]+)", text)
        assert found, text
        return found[1]


class Hook(threading.Thread):
    """A webhook that answers with what it was told to, in turn, and then with 204."""

    def __init__(self, *answers: bytes) -> None:
        super().__init__(daemon=True)
        self.answers = list(answers)
        self.heard: Queue[dict[str, Any]] = Queue()
        self.ready = threading.Event()
        self.port = 0
        self.start()
        self.ready.wait(5)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        found = re.search(rb"(?i)content-length: (\d+)", head)
        body = await reader.readexactly(int(found[1])) if found else b"{}"
        answer = self.answers.pop(0) if self.answers else b"HTTP/1.1 204 No Content\r\n\r\n"
        if b" 204 " in answer:
            self.heard.put(json.loads(body))
        writer.write(answer)
        writer.close()

    async def next(self) -> str:
        """What it hears next."""
        content: str = (await asyncio.to_thread(self.heard.get, True, PATIENCE))["content"]
        return content
