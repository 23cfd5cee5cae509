"""Proofs: a map somebody wrote, validated and drawn in a process of its own, so that no table waits for it."""

from __future__ import annotations

import asyncio
import sys

from senki.table.wire import ENCODER, Refused

MOST_WAITING = 6
"""Proofs asked for at a time; whoever comes later is asked to come again."""
LONGEST = 30.0
"""Seconds for one proof before its process is given up."""
MOST_ANSWER = 32 << 20


class ProofReader:
    """One process that reads maps (`senki.table.prover`), begun when the first one comes."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.turn = asyncio.Lock()
        self.waiting = 0

    async def read(self, game: str, data: bytes, lang: str) -> bytes:
        """The proof of a map, as JSON."""
        if self.waiting >= MOST_WAITING:
            raise Refused("too_fast", because="maps_being_read")
        self.waiting += 1
        try:
            async with self.turn:
                return await asyncio.wait_for(self._ask(game, data, lang), LONGEST)
        except (TimeoutError, OSError, EOFError, ValueError):
            self.close()
            raise Refused("failed", because="map_too_slow") from None
        except asyncio.CancelledError:
            self.close()  # half an answer may lie in the pipe
            raise
        finally:
            self.waiting -= 1

    async def _ask(self, game: str, data: bytes, lang: str) -> bytes:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "senki.table.prover",
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                # Ctrl-C goes to the service alone; it ends its workers itself.
                start_new_session=True,
            )  # fmt: skip
        to, back = self.process.stdin, self.process.stdout
        assert to is not None and back is not None
        to.write(ENCODER.encode({"game": game, "lang": lang, "bytes": len(data)}) + b"\n" + data)
        await to.drain()
        size = int(await back.readline())
        if not 0 < size <= MOST_ANSWER:
            raise ValueError(size)
        return await back.readexactly(size)

    def close(self) -> None:
        """End the process."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
        self.process = None
