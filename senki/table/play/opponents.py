"""The machine at its seats: it thinks in its worker processes and plays like anybody else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from enum import IntEnum
from typing import Protocol
from zlib import crc32

from msgspec import convert

from senki.engine.errors import SenkiError
from senki.table.machine.crew import Crew, Told, TooLong, nobody
from senki.table.machine.jobs import Think, Thought
from senki.table.metrics import THINKING
from senki.table.play.live import LiveTable, Turn
from senki.table.play.visitor import Visitor
from senki.table.play.wire import ConsideredForm, Frame, Hinted, Thinking, encode
from senki.table.refusals import Refused
from senki.table.store.rows import SeatRow

LOG = logging.getLogger("senki.table")
ADVISER = "search:2"
"""Who is asked for a hint."""
TRY_AGAIN = 1.0
"""Seconds before a choice that could not be stored is tried again."""
LONGEST_THOUGHT = 300.0
"""Seconds after which even a choice nobody else waits behind is asked for."""


class Rank(IntEnum):
    """Whose question goes first."""

    HERE = 0
    """Somebody who plays at the table is there and waits, or asks for a hint."""
    WATCHED = 1
    """Somebody watches."""
    AWAY = 2
    """Whoever plays is away and will get word."""
    LOOKING_BACK = 3
    """The chances of a replay."""


class Host(Protocol):
    """What the machine needs of those who run the tables it plays at."""

    def spawn(self, work: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""

    def tell_all(self, live: LiveTable, frame: Frame) -> None:
        """Say the same to everybody at a table."""

    async def parts_given(self, live: LiveTable) -> None:
        """Wait until the first entry may come, if it has not, and no turn is on its way to the disk."""

    async def submit(self, live: LiveTable, turn: Turn, by: str) -> None:
        """Store a turn, tell it, and return when that is done; raises Refused."""

    async def refresh(self, live: LiveTable) -> None:
        """Take over what another process has stored, and tell those who are connected here."""


class Opponents:
    """Knows where the machine is to choose, and sees to it that it does."""

    def __init__(self, host: Host, crew: Crew) -> None:
        self.host = host
        self.crew = crew

    def wake(self, live: LiveTable) -> None:
        """Let the machine think if it is to choose and anybody cares; stop it if not."""
        wanted = seat_to_move(live) is not None
        if live.thinking is not None and not live.thinking.done():
            if wanted:
                return
            self.stop(live)
        if wanted:
            live.thinking = asyncio.create_task(self._think(live), name=f"machine {live.id}")
            self.host.spawn(live.thinking)

    def stop(self, live: LiveTable) -> None:
        """What the machine thinks about is no longer the question."""
        if live.thinking is not None:
            live.thinking.cancel()
        live.thinking = None

    async def _think(self, live: LiveTable) -> None:
        """Choose for the machine as long as it is its turn."""
        try:
            while (seat := seat_to_move(live)) is not None:
                at, side = live.n, seat.side

                def told(share: float, chance: float | None, side: str = side) -> None:
                    # While something is hidden, what the machine thinks of its chances would give it away; and
                    # people who play against each other get no help.
                    self.host.tell_all(live, Thinking(side, share, None if live.hides or live.fair else chance))

                option = await self._option(live, f"search:{seat.level}", told)
                await self.host.parts_given(live)
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

            def asked(who: str = who) -> Think:
                return question(live, who)

            try:
                thought = await ask(self.crew, asked, waits(live), lambda: rank_of(live), told)
                if live.n == at:
                    live.offered(thought.option)
                return thought.option
            except (SenkiError, Refused, TooLong) as wrong:
                LOG.error("the machine could not choose", extra={"table": live.id, "player": who, "why": str(wrong)})
        return live.position.options()[0].text

    async def _play(self, live: LiveTable, option: str) -> None:
        try:
            await self.host.submit(live, live.carry_out(live.offered(option), live.actor()), "machine")
        except Refused as wrong:
            LOG.warning("the machine's choice was not stored", extra={"table": live.id, "why": wrong.code})
            await asyncio.sleep(TRY_AGAIN)
            await self.host.refresh(live)

    async def hint(self, live: LiveTable, who: Visitor, at: int, ref: str | int | None) -> None:
        """What the machine would play, for the person who is to choose; raises Refused."""
        live.check_current(at)
        live.check_turn(live.sides_of(who.person))
        live.check_help()
        if who.hinting:
            raise Refused("too_fast")
        who.hinting = True
        try:
            thought = await ask(self.crew, lambda: question(live, ADVISER), who.person, lambda: Rank.HERE)
        except (SenkiError, TooLong) as wrong:
            raise Refused("failed", because="no_hint", detail=str(wrong)) from None
        finally:
            who.hinting = False
        considered = [ConsideredForm(*one) for one in thought.considered]
        who.tell(encode(Hinted(thought.option, thought.chance or 0.0, considered, ref)))


async def ask(crew: Crew, make: Callable[[], Think], who: str, rank: Callable[[], int], told: Told = nobody) -> Thought:
    """Have the machine think about a position; raises SenkiError, Refused and TooLong."""
    with THINKING.track_inprogress():
        return convert(await crew.ask(make, who, LONGEST_THOUGHT, rank, told), Thought)


def seat_to_move(live: LiveTable) -> SeatRow | None:
    """The machine's seat, if it is to choose and somebody plays or watches: it does not think for nobody."""
    seat = live.machine_to_act()
    return seat if live.visitors or any(other.kind == "person" for other in live.seats) else None


def rank_of(live: LiveTable) -> Rank:
    """How soon the machine's choice is wanted at a table."""
    if not live.visitors:
        return Rank.AWAY
    return Rank.HERE if any(live.sides_of(visitor.person) for visitor in live.visitors) else Rank.WATCHED


def waits(live: LiveTable) -> str:
    """Whose share the machine's choice is: that of somebody who plays here, those who are there first."""
    here = {visitor.person for visitor in live.visitors}
    people = [seat.person for seat in live.seats if seat.kind == "person" and seat.person]
    return next((person for person in people if person in here), people[0] if people else live.row.owner)


def question(live: LiveTable, player: str) -> Think:
    """The present decision, as a machine is asked it."""
    return Think(live.game.key, player, luck(live), live.game.write(live.position))


def luck(live: LiveTable) -> int:
    """What a machine draws from at the present decision: the same after a restart, another at every table."""
    return crc32(f"{live.id} {live.n}".encode())
