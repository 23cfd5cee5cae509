"""Free poses: what the rules say of a pose a piece is dragged to, and of a line of sight between two points.

Both are asked many times a second while somebody drags. They have a pace of their own, and a game whose rules are slow
to answer does so in a thread, so that nobody else waits.
"""

from __future__ import annotations

import asyncio
from math import isfinite
from time import perf_counter

from senki.engine.errors import SenkiError
from senki.engine.game import Game
from senki.engine.position import Position
from senki.table.people.limits import Buckets
from senki.table.play.live import LiveTable
from senki.table.play.wire import AskJudge, AskSees, Judged, Seen
from senki.table.refusals import Refused
from senki.table.settings import Settings
from senki.table.sockets.connection import Connection

QUICK = 0.005
"""Seconds a judgement may take of the service's own time."""
DEAREST = 20.0
"""What one judgement costs at most."""


class Judge:
    """Answers for all tables, within the pace of each connection and address."""

    def __init__(self, settings: Settings) -> None:
        self.addresses = Buckets(settings.judgements_from)
        self.slow: set[str] = set()
        """Games whose rules took longer than is quick."""
        self.turn = asyncio.Lock()

    async def answer(self, live: LiveTable, who: Connection, question: AskJudge | AskSees) -> Judged | Seen:
        """What the rules say, for somebody at the table; raises Refused."""
        address = self.addresses.of(who.address)
        if not (who.judgements.take() and address.take()):
            raise Refused("too_fast", because="many_poses")
        side = self._side(live, who, question)
        if live.game.key not in self.slow:
            began = perf_counter()
            found = ask(live.game, live.seen(side), side, question)
            spent = perf_counter() - began
            if spent > QUICK:
                self.slow.add(live.game.key)
        else:
            async with self.turn:
                p = live.seen(side).copy()
                began = perf_counter()
                found = await asyncio.to_thread(ask, live.game, p, side, question)
                spent = perf_counter() - began
            if spent < QUICK / 2:
                self.slow.discard(live.game.key)
            live.check_current(question.at)
        dear = min(spent / QUICK, DEAREST) - 1.0
        if dear > 0.0:
            who.judgements.charge(dear)
            address.charge(dear)
        return found

    @staticmethod
    def _side(live: LiveTable, who: Connection, question: AskJudge | AskSees) -> int:
        """The side that asks: for a pose the one that chooses, for a line of sight anybody with a seat."""
        live.check_current(question.at)
        sides = live.sides_of(who.person)
        if isinstance(question, AskJudge):
            return live.check_turn(sides)
        if not sides:
            raise Refused("forbidden", because="no_seat")
        return live.viewpoint(sides)


def ask(game: Game, p: Position, side: int, question: AskJudge | AskSees) -> Judged | Seen:
    """Ask the rules; raises Refused for numbers that are no place on a map."""
    numbers = question.pose if isinstance(question, AskJudge) else [*question.start, *question.end]
    if not all(isfinite(number) for number in numbers):
        raise Refused("malformed", why="a pose is three finite numbers: x, y and the facing in degrees")
    try:
        if isinstance(question, AskJudge):
            return Judged(game.judge(p, side, question.piece, question.pose), question.ref)
        return Seen(game.sees(p, side, question.start, question.end), question.ref)
    except SenkiError as wrong:
        raise Refused("malformed", why=str(wrong)) from None
