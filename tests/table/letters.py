"""As much of a mail server, of a webhook and of a push service as takes what it is sent."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from abc import abstractmethod
from email import message_from_bytes
from email.message import Message
from queue import Queue

PATIENCE = 120


class Listener(threading.Thread):
    """A small server on a free port of this machine, in a thread of its own."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ready = threading.Event()
        self.port = 0
        self.start()
        self.ready.wait(5)

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    @abstractmethod
    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer whoever has connected."""


class Mailbox(Listener):
    """Takes letters."""

    def __init__(self) -> None:
        self.letters: Queue[bytes] = Queue()
        super().__init__()

    @property
    def smtp(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

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


class Taker(Listener):
    """Takes what is posted to it and answers with what it was told to, in turn, and then with its own answer."""

    usual = b""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.heard: Queue[tuple[dict[str, str], bytes]] = Queue()
        super().__init__()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        headers = {name.lower(): value for name, value in re.findall(r"(?m)^([\w-]+): (.*?)\r$", head)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        answer = self.answers.pop(0) if self.answers else self.usual
        if self.hears(answer):
            self.heard.put((headers, body))
        writer.write(answer)
        writer.close()

    def hears(self, answer: bytes) -> bool:
        """Does what it answers so count as heard?"""
        return True

    async def posted(self) -> tuple[dict[str, str], bytes]:
        """What it hears next: headers and body."""
        return await asyncio.to_thread(self.heard.get, True, PATIENCE)


class Hook(Taker):
    """A webhook; it hears only what it has taken."""

    usual = b"HTTP/1.1 204 No Content\r\n\r\n"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def hears(self, answer: bytes) -> bool:
        return b" 204 " in answer

    async def next(self) -> str:
        """What it hears next."""
        _, body = await self.posted()
        content: str = json.loads(body)["content"]
        return content


class PushService(Taker):
    """As much of a push service as takes messages for a browser."""

    usual = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/browser/1"
