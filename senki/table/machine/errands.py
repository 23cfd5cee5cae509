"""Quick jobs for people: a record loaded, a map judged, a board drawn, an earlier position looked up."""

from __future__ import annotations

import sys
from typing import TypeVar

from msgspec import convert

from senki.table.machine.crew import Crew, TooLong
from senki.table.machine.jobs import Begin, Beginning, Draw, Job, Load, Look, Looked, Proof
from senki.table.refusals import Refused

PROCESSES = 2
"""One is kept for those who only look back, so that they do not wait for a long record."""
MOST_READ = 12
"""Records and maps that wait or are read at a time; whoever comes later is asked to come again."""
MOST_READ_FROM = 3
"""Of these, from one address."""
LONGEST_READ = 20.0
"""Seconds for one record or map before its process is ended."""
MOST_LOOKS = 60
"""Earlier positions asked for at a time."""
MOST_LOOKS_FROM = 20
"""Of these, from one address."""
LONGEST_LOOK = 15.0
MOST_DRAWN = 40
"""Boards of people's own maps that wait or are drawn at a time."""
MOST_DRAWN_FROM = 8
"""Of these, from one address."""
LONGEST_DRAWING = 60.0
LOOKING, DRAWING, READING = 0, 1, 2
"""The ranks: looking back is quick and goes first; whoever waits for a drawing sits at a table."""

Answer = TypeVar("Answer")


class Errands:
    """The crew for jobs that somebody waits for, bounded for each address and in all."""

    def __init__(self) -> None:
        self.crew = Crew(PROCESSES, spare=1)
        self.counts = {LOOKING: 0, DRAWING: 0, READING: 0}

    async def begin(self, job: Begin | Load, address: str) -> Beginning:
        """Where a table begins; raises Refused, and SenkiError for a record that cannot be played."""
        return await self._read(job, address, Beginning)

    async def prove(self, job: Proof, address: str) -> bytes:
        """The proof of a map, as JSON; raises Refused."""
        return await self._read(job, address, bytes)

    async def draw(self, job: Draw, address: str | None) -> bytes:
        """A document about a board; without an address it ships with a game and is made however many wait."""
        most, from_one = (sys.maxsize, sys.maxsize) if address is None else (MOST_DRAWN, MOST_DRAWN_FROM)
        return await self._ask(job, address or "", bytes, DRAWING, most, from_one, LONGEST_DRAWING)

    async def look(self, job: Look, address: str) -> Looked:
        """An earlier position; raises Refused, and SenkiError where the moves cannot be played."""
        return await self._ask(job, address, Looked, LOOKING, MOST_LOOKS, MOST_LOOKS_FROM, LONGEST_LOOK)

    async def _read(self, job: Job, address: str, shape: type[Answer]) -> Answer:
        return await self._ask(job, address, shape, READING, MOST_READ, MOST_READ_FROM, LONGEST_READ)

    async def _ask(
        self, job: Job, address: str, shape: type[Answer], rank: int, most: int, most_of_one: int, longest: float
    ) -> Answer:
        # Looking back and reading are counted apart: neither crowds out the other.
        who = f"{rank} {address}"
        if self.counts[rank] >= most or self.crew.taken(who) >= most_of_one:
            raise Refused("too_fast", because="much_to_read")
        self.counts[rank] += 1
        try:
            answer = await self.crew.ask(lambda: job, who, longest, lambda: rank)
        except TooLong:
            raise Refused("too_big", because="takes_too_long") from None
        finally:
            self.counts[rank] -= 1
        return convert(answer, shape)

    async def close(self) -> None:
        """End the processes."""
        await self.crew.close()
