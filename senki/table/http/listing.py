"""Lists of tables: only what they show is read, and a table that cannot be read is left out."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from senki.engine.dice import FairDice
from senki.engine.game import Game
from senki.table.http.forms import EndingForm, SeatForm, TableForm
from senki.table.people.identity import Person
from senki.table.play.live import board_address, shown_options
from senki.table.store.database import Store
from senki.table.store.rows import UNRATED, Clock, Ending, ListRow, SeatRow

LOG = logging.getLogger("senki.table")
AT_ONCE = 10
"""Tables whose positions are read together: one of them may hold a map of a megabyte."""
MOST_KEPT = 5000


class Turned(msgspec.Struct):
    """The part of a written position that a list shows; a game may keep it elsewhere."""

    turn: int | None = None


@dataclass(slots=True)
class Gist:
    """What a list shows of a table's position and switches, as of one of its entries."""

    n: int
    turn: int
    options: dict[str, str]
    board: str


class Listing:
    """Remembers what lists show of big texts, so that a list asked for again reads none."""

    def __init__(self, store: Store, game_of: Callable[[str], Game]) -> None:
        self.store = store
        self.game_of = game_of
        self.kept: OrderedDict[str, Gist] = OrderedDict()

    async def forms(self, rows: list[ListRow], person: Person) -> list[TableForm]:
        """Tables as a list shows them; what cannot be read is logged and left out."""
        seats = await self.store.seats_of([row.id for row in rows])
        # A list keeps hold of what it found: others that are made meanwhile read the same tables.
        known = {row.id: self.kept[row.id] for row in rows if row.id in self.kept and self.kept[row.id].n == row.n}
        unknown = [row for row in rows if row.id not in known]
        for first in range(0, len(unknown), AT_ONCE):
            known |= await self._read(unknown[first : first + AT_ONCE])
        made = []
        for row in rows:
            try:
                made.append(table_form(self.game_of(row.game), row, known[row.id], seats[row.id], person))
            except Exception as wrong:
                LOG.error("a table cannot be listed", extra={"table": row.id, "why": repr(wrong)})
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)
        return made

    async def _read(self, rows: list[ListRow]) -> dict[str, Gist]:
        texts = await self.store.big_texts([row.id for row in rows])
        found = {}
        for row in rows:
            if row.id not in texts:
                continue
            try:
                # In a thread: where a game keeps its turn elsewhere, the whole position has to be read.
                found[row.id] = await asyncio.to_thread(gist, self.game_of(row.game), row, *texts[row.id])
            except Exception as wrong:
                LOG.error("a table cannot be read", extra={"table": row.id, "why": repr(wrong)})
        for table, read in found.items():
            self.kept.pop(table, None)
            self.kept[table] = read
        return found


def gist(game: Game, row: ListRow, position: str, options: str) -> Gist:
    """What a list shows of a table's big texts."""
    turn = msgspec.json.decode(position, type=Turned).turn
    if turn is None:
        form: dict[str, Any] = msgspec.json.decode(position, type=dict[str, Any])
        turn = game.view(game.read(form, f"table {row.id}"), -1).turn
    switches = msgspec.json.decode(options, type=dict[str, str])
    board = board_address(row.id, game, row.scenario, switches)
    return Gist(row.n, turn, shown_options(game, switches), board)


def table_form(game: Game, row: ListRow, known: Gist, seats: list[SeatRow], person: Person) -> TableForm:
    """A table as a list shows it."""
    ending = msgspec.json.decode(row.ending, type=Ending) if row.ending is not None else None
    by_side = {seat.side: seat for seat in seats}
    ordered = [by_side[side.id] for side in game.sides]
    forms = [
        SeatForm(side=s.side, kind=s.kind, name=s.name, level=s.level, you=s.kind == "person" and s.person == person.id)
        for s in ordered
    ]
    return TableForm(
        id=row.id,
        name=row.name,
        game=row.game,
        scenario=row.scenario,
        options=known.options,
        board=known.board,
        public=row.public,
        seats=forms,
        you=[seat.side for seat in forms if seat.you],
        at=row.n,
        turn=known.turn,
        awaits=row.awaits,
        actor=row.actor,
        over=ending is not None,
        result=EndingForm(**msgspec.structs.asdict(ending)) if ending is not None else None,
        commitment=FairDice(bytes.fromhex(row.seed), []).commitment,
        created=row.created,
        updated=row.updated,
        archived=row.archived,
        rematch=row.rematch,
        clock=row.clock is not None,
        rated=row.rated != UNRATED,
        tournament=row.tournament,
        days=msgspec.json.decode(row.clock, type=Clock).days if row.clock is not None else 0,
        due=row.due,
        assisted=row.assisted,
    )
