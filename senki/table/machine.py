"""The machine's worker processes: they think, the service never waits."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from senki.engine.errors import SenkiError
from senki.table.metrics import THINKING

Told = Callable[[float, float | None], None]
"""Called with the share of the thinking done and the chance to win, if known."""
LINE_LIMIT = 1 << 20


@dataclass(slots=True)
class Question:
    """A decision for the machine: the game, the player by name, a seed and the position in its JSON form."""

    game: str
    player: str
    seed: int
    position: dict[str, Any]


@dataclass(slots=True)
class Thought:
    """What the machine chooses, its chance to win, and what it looked at: (option, visits, chance)."""

    option: str
    chance: float | None
    considered: list[tuple[str, int, float]]


class Crew:
    """A few worker processes; a question waits for the next free one."""

    def __init__(self, size: int) -> None:
        self.free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        self.running: set[asyncio.subprocess.Process] = set()
        for _ in range(size):
            self.free.put_nowait(None)

    async def warm_up(self) -> None:
        """Start one worker before anybody asks."""
        await self.free.get()
        self.free.put_nowait(await self._start())

    async def _start(self) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "senki.table.thinker",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT,
            # Ctrl-C goes to the service alone; it ends its workers itself.
            start_new_session=True,
        )  # fmt: skip
        self.running.add(process)
        return process

    async def choose(self, question: Question, told: Told) -> Thought:
        """Ask the next free worker. If the question is given up, its worker is stopped."""
        process = await self.free.get()
        THINKING.inc()
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            thought = await _ask(process, question, told)
        except BaseException:
            self.free.put_nowait(None)
            if process is not None:
                self._stop(process)
            raise
        finally:
            THINKING.dec()
        self.free.put_nowait(process)
        return thought

    def _stop(self, process: asyncio.subprocess.Process) -> None:
        self.running.discard(process)
        if process.returncode is None:
            process.kill()

    async def close(self) -> None:
        """Stop all workers and wait until they are gone."""
        ended = list(self.running)
        for process in ended:
            self._stop(process)
        for process in ended:
            await process.wait()


async def _ask(process: asyncio.subprocess.Process, question: Question, told: Told) -> Thought:
    assert process.stdin is not None and process.stdout is not None
    asked = {
        "game": question.game, "player": question.player, "seed": question.seed, "position": question.position,
    }  # fmt: skip
    process.stdin.write(json.dumps(asked).encode() + b"\n")
    await process.stdin.drain()
    while line := await process.stdout.readline():
        said = json.loads(line)
        if "failed" in said:
            raise SenkiError(said["failed"])
        if "option" in said:
            return Thought(said["option"], said["chance"], [(o, v, c) for o, v, c in said["considered"]])
        told(said["share"], said["chance"])
    raise SenkiError(f"the player '{question.player}' stopped without an answer")
