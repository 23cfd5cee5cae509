"""The machine at its seats: it thinks in its worker processes and plays like anybody else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING
from zlib import crc32

from senki.engine.errors import SenkiError
from senki.engine.position import DECISION, Position
from senki.table.live import LiveTable
from senki.table.machine import Crew, Question, Told
from senki.table.wire import ConsideredForm, Hinted, Refused, Thinking, encode

if TYPE_CHECKING:
    from senki.table.connection import Connection
    from senki.table.hall import Hall
    from senki.table.replays import Replay

LOG = logging.getLogger("senki.table")
ANALYST = "search:2"
"""Who judges the positions of a replay."""
ADVISER = "search:2"
"""Who is asked for a hint."""
TRY_AGAIN = 1.0
"""Seconds before a choice that could not be stored is tried again."""


class Opponents:
    """Knows where the machine is to choose, and sees to it that it does."""

    def __init__(self, hall: Hall, crew: Crew) -> None:
        self.hall = hall
        self.crew = crew

    def wake(self, live: LiveTable) -> None:
        """Let the machine think if it is to choose; stop it if it no longer is."""
        if live.thinking is not None and not live.thinking.done():
            if live.machine_to_act() is not None:
                return
            self.stop(live)
        if live.machine_to_act() is not None:
            live.thinking = asyncio.create_task(self._think(live), name=f"machine {live.id}")
            self.hall.spawn(live.thinking)

    def stop(self, live: LiveTable) -> None:
        """What the machine thinks about is no longer the question."""
        if live.thinking is not None:
            live.thinking.cancel()
        live.thinking = None

    async def _think(self, live: LiveTable) -> None:
        """Choose for the machine as long as it is its turn."""
        try:
            while (seat := live.machine_to_act()) is not None:
                at, side = live.n, seat.side

                def told(share: float, chance: float | None, side: str = side) -> None:
                    self.hall.tell_all(live, Thinking(side, share, chance))

                option = await self._option(live, f"search:{seat.level}", told)
                await self.hall.settled(live)
                # While it thought, something may have been taken back.
                if live.n == at and not live.over:
                    await self._play(live, option)
        finally:
            if live.thinking is asyncio.current_task():
                live.thinking = None

    async def _option(self, live: LiveTable, player: str, told: Told) -> str:
        """What the machine chooses. A worker that fails must not leave a person waiting: a simpler player answers."""
        at = live.n
        for who in (player, "greedy"):
            try:
                chosen = (await self.crew.choose(question(live, who), told)).option
                if live.n == at:
                    live.offered(chosen)
                return chosen
            except (SenkiError, Refused) as wrong:
                LOG.error("the machine could not choose", extra={"table": live.id, "player": who, "why": str(wrong)})
        return live.position.options()[0].text

    async def _play(self, live: LiveTable, option: str) -> None:
        try:
            await self.hall.submit(live, live.carry_out(live.offered(option), live.actor()), "machine")
        except Refused as wrong:
            LOG.warning("the machine's choice was not stored", extra={"table": live.id, "why": wrong.code})
            await asyncio.sleep(TRY_AGAIN)
            await self.hall.refresh(live)

    async def resume(self) -> None:
        """After a start: go on wherever the machine was to choose."""
        for table_id in await self.hall.store.waiting_for_machine():
            try:
                self.wake(await self.hall.table(table_id))
            except Exception as wrong:
                # One table that cannot be read is no reason to leave the others waiting.
                LOG.error("a table cannot be opened", extra={"table": table_id, "why": str(wrong)})

    async def hint(self, live: LiveTable, who: Connection, at: int, ref: str | int | None) -> None:
        """What the machine would play, for the person who is to choose; raises Refused."""
        live.check_current(at)
        live.check_turn(live.sides_of(who.person))
        if who.hinting:
            raise Refused("too_fast")
        who.hinting = True
        try:
            thought = await self.crew.choose(question(live, ADVISER), lambda share, chance: None)
        except SenkiError as wrong:
            raise Refused("failed", because="no_hint", detail=str(wrong)) from None
        finally:
            who.hinting = False
        considered = [ConsideredForm(*one) for one in thought.considered]
        who.tell(encode(Hinted(thought.option, thought.chance or 0.0, considered, ref)))

    async def chances(self, live: LiveTable, replay: Replay) -> AsyncIterator[dict[str, float | int]]:
        """The first side's chance to win after each entry after which somebody chooses, and how far the work is."""
        moves = replay.moves
        for index, entry in enumerate(moves):
            share = round((index + 1) / len(moves), 3)
            known = replay.chances.get(entry.n)
            if known is None:
                position = await asyncio.to_thread(replay.position, entry.n)
                if position.waits_for != DECISION and not position.over:
                    continue
                try:
                    known = replay.chances[entry.n] = await self._chance(live, position, entry.n)
                except SenkiError as wrong:
                    LOG.error("a chance could not be worked out", extra={"table": live.id, "why": str(wrong)})
                    return
            yield {"n": entry.n, "chance": round(known, 3), "share": share}

    async def _chance(self, live: LiveTable, position: Position, n: int) -> float:
        if position.result is not None:
            return {0: 1.0, -1: 0.5}.get(position.result.winner, 0.0)
        asked = Question(live.game.key, ANALYST, crc32(f"{live.id} {n}".encode()), live.game.write(position))
        thought = await self.crew.choose(asked, lambda share, chance: None)
        chance = thought.chance if thought.chance is not None else 0.5
        return chance if position.side_to_act == 0 else 1.0 - chance


def question(live: LiveTable, player: str) -> Question:
    """The present decision, with a seed that is the same after a restart."""
    seed = crc32(f"{live.id} {live.n}".encode())
    return Question(live.game.key, player, seed, live.game.write(live.position))
