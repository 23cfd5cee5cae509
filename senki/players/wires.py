"""A program that is talked to line by line, with a deadline for every line: it can neither block nor flood us."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Final

from senki.engine.errors import SenkiError

LEASH: Final = str(Path(__file__).with_name("leash.py"))
LONGEST_LINE: Final = 65_536
"""Bytes of a line that is read."""
CHUNK: Final = 65_536
LAST_WORDS: Final = 4096
"""Bytes that are kept of what the program writes to its error output."""
LISTEN: Final = 0.3
"""Seconds in which last words are waited for."""
PATIENCE: Final = 5.0
"""Seconds for the leash to end."""


class Cut(SenkiError):
    """The program is silent, gone, or says too much; the message says which."""


class Silence(Cut):
    """Nothing was said in time."""


class Wire:
    """A running program, its input and output in lines."""

    def __init__(self, words: list[str]) -> None:
        held, holding = os.pipe()
        self.holding = os.fdopen(holding, "wb", buffering=0)
        """As long as this end of the pipe is open the program may live."""
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", LEASH, str(held), *words],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                pass_fds=(held,), start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as wrong:
            self.holding.close()
            raise Cut(f"it could not be started ({wrong})") from None
        finally:
            os.close(held)
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        self.into = self.process.stdin.fileno()
        self.out = self.process.stdout.fileno()
        self.aside = self.process.stderr.fileno()
        self.ears = DefaultSelector()
        for stream in (self.out, self.aside):
            os.set_blocking(stream, False)
            self.ears.register(stream, EVENT_READ)
        os.set_blocking(self.into, False)
        self.unsent = bytearray()
        self.unread = bytearray()
        self.murmur = bytearray()
        self.ended = False
        """Its output has ended."""

    def say(self, line: bytes) -> None:
        """Have a line sent; it goes while the answer is waited for."""
        if not self.unsent and not self.ended:
            self.ears.register(self.into, EVENT_WRITE)
        self.unsent += line + b"\n"

    def hear(self, until: float) -> bytes:
        """The next line, waited for until a moment of the monotonic clock; raises Cut."""
        while True:
            end = self.unread.find(b"\n")
            if end > LONGEST_LINE or (end < 0 and len(self.unread) > LONGEST_LINE):
                raise Cut(f"a line of more than {LONGEST_LINE} bytes")
            if end >= 0:
                line = bytes(self.unread[:end])
                del self.unread[: end + 1]
                return line
            if self.ended:
                raise Cut("it ended")
            left = until - monotonic()
            if left <= 0.0:
                raise Silence("it is silent")
            self._exchange(left)

    def _exchange(self, seconds: float) -> None:
        """Move what can be moved now, or within some time."""
        for key, _ in self.ears.select(seconds):
            if key.fd == self.into:
                self._send()
                continue
            try:
                chunk = os.read(key.fd, CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                self.ears.unregister(key.fd)
                self.ended = self.ended or key.fd == self.out
            elif key.fd == self.out:
                self.unread += chunk
            else:
                self.murmur += chunk
                del self.murmur[:-LAST_WORDS]

    def _send(self) -> None:
        try:
            sent = os.write(self.into, self.unsent[:CHUNK])
            del self.unsent[:sent]
        except BlockingIOError:
            return
        except OSError:
            # Nobody reads any more: that its output ends says it.
            self.unsent.clear()
        if not self.unsent:
            self.ears.unregister(self.into)

    def close(self, grace: float = 0.0) -> int:
        """End the program, after some seconds in which it may end by itself; its exit status."""
        until = monotonic() + grace
        while self.unsent and not self.ended and monotonic() < until:
            self._exchange(until - monotonic())
        if self.unsent and not self.ended:
            self.ears.unregister(self.into)
        assert self.process.stdin is not None
        self.process.stdin.close()
        while not self.ended and monotonic() < until:
            self._exchange(until - monotonic())
            self.unread.clear()
        listen = monotonic() + LISTEN
        while self.ended and self.aside in self.ears.get_map() and monotonic() < listen:
            self._exchange(listen - monotonic())
        self.holding.close()
        self.ears.close()
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return status

    def last_words(self, lines: int = 3) -> str:
        """The last lines of its error output, in one."""
        said = [plain(line) for line in bytes(self.murmur).splitlines() if line.strip()]
        return " / ".join(said[-lines:])


def plain(line: bytes, longest: int = 200) -> str:
    """What somebody else wrote, short and without characters that do anything to a terminal."""
    text = line.decode("utf-8", "replace").strip()
    shown = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text[:longest])
    return shown + "…" if len(text) > longest else shown
