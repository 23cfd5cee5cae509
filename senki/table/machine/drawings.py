"""Boards as they are sent: drawn in a worker process, once for all who ask, and kept on disk and in memory."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import suppress

from senki.engine.data import LANGUAGES
from senki.engine.errors import SenkiError
from senki.engine.registry import find_game, game_keys
from senki.table.machine.errands import Errands
from senki.table.machine.jobs import Draw
from senki.table.machine.shelf import Shelf
from senki.table.refusals import Refused
from senki.workshop.boards import Board, boards_of, has_map

LOG = logging.getLogger("senki.table")
MOST_IN_MEMORY = 24 << 20
"""Bytes of drawings in memory; those asked for longest ago are forgotten first."""


class Drawings:
    """Documents about boards by their content: `board` is the geometry as JSON, `map` the printed map as SVG."""

    def __init__(self, errands: Errands, shelf: Shelf, most: int = MOST_IN_MEMORY) -> None:
        self.errands = errands
        self.shelf = shelf
        self.most = most
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        self.making: dict[str, asyncio.Task[bytes]] = {}
        self.shipped: dict[str, Board] = {}
        """The boards that ship with the games, by their keys."""

    async def shipped_board(self, key: str) -> Board:
        """A board that ships with a game; raises Refused."""
        if not self.shipped:
            self.shipped = await asyncio.to_thread(shipped_boards)
        found = self.shipped.get(key)
        if found is None:
            raise Refused("unknown", why="there is no such board")
        return found

    async def get(self, board: Board, what: str, lang: str, address: str) -> bytes:
        """A document about a board; raises Refused. Whoever asks while it is made waits for the same one."""
        name = f"{board.key}.{what}.{lang}"
        found = self.kept.get(name)
        if found is not None:
            self.kept.move_to_end(name)
            return found
        making = self.making.get(name)
        if making is None:
            making = self.making[name] = asyncio.create_task(self._make(name, Draw(board, what, lang), address))
            making.add_done_callback(lambda done: self._made(name, done))
        # Somebody who goes away must not take the drawing from the others.
        return await asyncio.shield(making)

    def _made(self, name: str, done: asyncio.Task[bytes]) -> None:
        self.making.pop(name, None)
        if not done.cancelled() and done.exception() is None:
            self.kept[name] = done.result()
            size = sum(map(len, self.kept.values()))
            while size > self.most:
                size -= len(self.kept.popitem(last=False)[1])

    async def _make(self, name: str, job: Draw, address: str) -> bytes:
        found = await asyncio.to_thread(self.shelf.get, name)
        if found is not None:
            return found
        if job.what == "map" and not has_map(job.board):
            raise Refused("unknown", why="this board has no printed map")
        try:
            made = await self.errands.draw(job, address if job.board.own else None)
        except SenkiError as wrong:
            LOG.error("a board cannot be drawn", extra={"board": name, "why": str(wrong)})
            raise Refused("failed", because="not_drawn") from None
        await asyncio.to_thread(self.shelf.put, name, made)
        return made

    async def warm_up(self) -> None:
        """Have the boards of all games ready, so that nobody waits for the drawing of a map."""
        self.shipped = await asyncio.to_thread(shipped_boards)
        for board in self.shipped.values():
            for what, lang in (("board", LANGUAGES[0]), *(("map", lang) for lang in LANGUAGES)):
                # Not every board has a printed map, and one that cannot be drawn is no reason to draw no other.
                with suppress(Refused):
                    await self.get(board, what, lang, "")

    async def close(self) -> None:
        """Give up what is being drawn."""
        making = list(self.making.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)


def shipped_boards() -> dict[str, Board]:
    """The boards of all games by their keys."""
    boards = [board for key in game_keys() for board in boards_of(find_game(key))]
    return {board.key: board for board in boards if not board.own}
