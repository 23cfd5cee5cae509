"""Ratings: every finished game between two accounts counts once, whichever process sees it first."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

import msgspec
from sqlalchemy import insert, update

from senki.table.club.glicko import Rating, rated
from senki.table.people.identity import ACCOUNT, DAY
from senki.table.play.live import LiveTable
from senki.table.store.database import Store
from senki.table.store.rows import RATED, TO_RATE, UNRATED, Ending, ListRow, SeatRow
from senki.table.store.schema import RATINGS, TABLES
from senki.table.store.writer import Conflict, Writer

LOG = logging.getLogger("senki.table")
LOOK_EVERY = 60.0
"""Seconds between two looks for games that ended in another process, or just before this one ended."""
ELSEWHERE = 0.05
"""Seconds left to another process that rates the same games."""
AT_ONCE = 100
"""Games looked at together."""


@dataclass(frozen=True)
class Standing:
    """Somebody's rating in a game, after so many rated games, as of the last of them."""

    rating: Rating
    games: int = 0
    at: float = 0.0

    def on(self, now: float) -> Rating:
        """The rating at a time: each whole day without a rated game is a period in which nothing was learned."""
        return self.rating.idle(max(0, int((now - self.at) // DAY))) if self.games else self.rating


class Ratings:
    """Rates games as they end. A game is a rating period of its own."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store = store
        self.writer = writer
        self.wake = asyncio.Event()

    def table_over(self, live: LiveTable) -> None:
        """A table has ended here."""
        if live.row.rated == TO_RATE:
            self.wake.set()

    async def run(self) -> None:
        """Rate what has ended, now and whenever something ends."""
        while True:
            self.wake.clear()
            while await self.rate_some():
                pass
            try:
                await asyncio.wait_for(self.wake.wait(), LOOK_EVERY)
            except TimeoutError:
                continue

    async def rate_some(self) -> bool:
        """Rate games that have ended, in their order; was there any?"""
        found = await self.store.tables_to_rate(AT_ONCE)
        for row in found:
            try:
                await self._rate(row)
            except Conflict:
                # Another process has rated this game, or another one of the same people: it is looked at anew.
                LOG.info("a game was rated elsewhere", extra={"table": row.id})
                await asyncio.sleep(ELSEWHERE)
        return bool(found)

    async def _rate(self, row: ListRow) -> None:
        players = await self._players(row)
        if players is None:
            await self._settle(row, UNRATED)
            return
        (first, score), (second, _) = players
        before = [await self.standing(person, row.game) for person in (first, second)]
        mine, theirs = (one.on(row.updated) for one in before)
        after = [rated(mine, [(theirs, score)]), rated(theirs, [(mine, 1.0 - score)])]
        scores = (score, 1.0 - score)
        rows = [
            {
                "person": person, "game": row.game, "n": before[i].games + 1, "table_id": row.id, "score": scores[i],
                "value": after[i].value, "deviation": after[i].deviation, "volatility": after[i].volatility,
                "at": row.updated,
            }
            for i, person in enumerate((first, second))
        ]  # fmt: skip
        # Together: what is counted is in both ratings, and no table is counted twice.
        same = (TABLES.c.id == row.id) & (TABLES.c.rated == TO_RATE)
        await self.writer.write(insert(RATINGS).values(rows), update(TABLES).where(same).values(rated=RATED))

    async def _settle(self, row: ListRow, rated: int) -> None:
        same = (TABLES.c.id == row.id) & (TABLES.c.rated == TO_RATE)
        await self.writer.write(update(TABLES).where(same).values(rated=rated))

    async def _players(self, row: ListRow) -> list[tuple[str, float]] | None:
        """Who played, each with 1, ½ or 0; none if the game does not count."""
        assert row.ending is not None
        ending = msgspec.json.decode(row.ending, type=Ending)
        seats = await self.store.seats(row.id)
        if not is_between_accounts(seats) or not await self.store.was_played(row.id):
            return None
        return [(seat.person or "", score_of(ending, seat.side)) for seat in seats]

    async def standing(self, person: str, game: str) -> Standing:
        """Somebody's rating in a game as it was reckoned last."""
        return (await self.standings(person, game)).get(game, Standing(Rating()))

    async def standings(self, person: str, game: str | None = None) -> dict[str, Standing]:
        """Somebody's ratings by game, in one or in all."""
        rows = await self.store.last_ratings(person, game)
        return {row.game: Standing(Rating(row.value, row.deviation, row.volatility), row.n, row.at) for row in rows}


def is_between_accounts(seats: list[SeatRow]) -> bool:
    """Do two different accounts sit here, and nobody else?"""
    people = {seat.person for seat in seats if seat.kind == "person" and (seat.person or "").startswith(ACCOUNT)}
    return len(seats) == 2 == len(people)


def score_of(ending: Ending, side: str) -> float:
    """What an ending is worth to a side."""
    return 0.5 if ending.winner is None else float(ending.winner == side)
