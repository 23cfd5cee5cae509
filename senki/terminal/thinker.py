"""A machine player in a process of its own, so that the interface never waits for it.

The process reads a question a line from standard input: a position and the story of the game. It writes what it knows
so far, then its choice, one JSON object a line: `{"share": 0.4, "chance": 0.52}` … `{"option": "move S1 luray", …}`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

from senki.engine.errors import Forfeit, SenkiError
from senki.engine.game import Game
from senki.engine.position import Position
from senki.engine.registry import find_game
from senki.players.base import Player, Report, Story

TOLD_EVERY = 0.1
"""Seconds between two reports of progress."""

PlayerMaker = Callable[[str, Game, int], Player]
Told = Callable[[float, float | None], None]
"""Called with the share of the thinking done and, if known, the chance to win."""


def make_player(spec: str, game: Game, seed: int) -> Player:
    """A machine player by its name."""
    from senki.players.levels import make_player as make

    return make(spec, game, seed)


class Thought:
    """What a thinker answers: the notation it chooses and, if it reckons one, its chance to win."""

    def __init__(self, text: str, chance: float | None) -> None:
        self.text = text
        self.chance = chance


class Thinker:
    """Chooses for a seat without making anybody wait."""

    story: Story | None = None
    """The game so far, for players that want to know."""

    async def choose(self, p: Position, told: Told) -> Thought:
        """The choice for the side that is to act."""
        raise AssertionError("a thinker chooses")

    async def close(self) -> None:
        """Stop thinking and let go of everything."""


class QuickThinker(Thinker):
    """A player that answers at once and can stay in this process."""

    def __init__(self, player: Player) -> None:
        self.player = player

    async def choose(self, p: Position, told: Told) -> Thought:
        """The player's own choice."""
        self.player.story = self.story
        option = self.player.choose(p.copy())
        report = self.player.last
        return Thought(option.text, report.chance if report is not None else None)


class ThinkerApart(Thinker):
    """A player in another process. It starts with the first question and ends with `close`."""

    def __init__(self, spec: str, game: Game, seed: int) -> None:
        self.spec = spec
        self.game = game
        self.seed = seed
        self.process: asyncio.subprocess.Process | None = None
        self.ended: list[asyncio.subprocess.Process] = []
        """Processes that were stopped and are not yet gone."""
        self.one_at_a_time = asyncio.Lock()

    async def choose(self, p: Position, told: Told) -> Thought:
        """Ask the process, passing on what it reports; if the question is given up, the process is stopped."""
        async with self.one_at_a_time:
            if self.process is None:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "senki.terminal.thinker", self.game.key, self.spec, str(self.seed),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                )  # fmt: skip
            try:
                return await self._ask(self.process, p, told)
            except BaseException:
                self._stop()
                raise

    async def _ask(self, process: asyncio.subprocess.Process, p: Position, told: Told) -> Thought:
        assert process.stdin is not None and process.stdout is not None
        question = {"position": self.game.write(p), "story": write_story(self.story)}
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            said = json.loads(line)
            if "option" in said:
                return Thought(said["option"], said["chance"])
            if "forfeit" in said:
                raise Forfeit(said["side"], said["forfeit"])
            told(said["share"], said["chance"])
        raise SenkiError(f"the player '{self.spec}' stopped without an answer")

    def _stop(self) -> None:
        if self.process is not None:
            if self.process.returncode is None:
                self.process.kill()
            self.ended.append(self.process)
        self.process = None

    async def close(self) -> None:
        """Stop the process and wait until it is gone."""
        self._stop()
        for process in self.ended:
            await process.communicate()
        self.ended.clear()


def answer_all(game: Game, player: Player) -> None:
    """Answer every position that comes in on standard input."""
    for line in sys.stdin:
        question = json.loads(line)
        p = game.read(question["position"], "position")
        p.settle()
        player.story = read_story(question["story"])
        before = monotonic()

        def progress(share: float, report: Report) -> bool:
            nonlocal before
            if monotonic() - before >= TOLD_EVERY:
                before = monotonic()
                _write({"share": share, "chance": report.chance})
            return True

        try:
            option = player.choose(p, progress)
        except Forfeit as lost:
            _write({"forfeit": str(lost), "side": lost.side})
            continue
        _write({"option": option.text, "chance": player.last.chance if player.last is not None else None})


def write_story(story: Story | None) -> dict[str, object] | None:
    """A story as plain values."""
    if story is None:
        return None
    return {"scenario": story.scenario, "switches": story.switches, "moves": story.moves}


def read_story(told: dict[str, Any] | None) -> Story | None:
    """A story from plain values."""
    if told is None:
        return None
    story = Story(told["scenario"], told["switches"])
    story.moves = [(by, text) for by, text in told["moves"]]
    return story


def _write(said: dict[str, object]) -> None:
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    played = find_game(sys.argv[1])
    answer_all(played, make_player(sys.argv[2], played, int(sys.argv[3])))
