"""The hall: all tables this process knows, what happens at them, and who is told."""

from __future__ import annotations

import asyncio
import logging
import secrets
from time import time

from msgspec import Raw
from sqlalchemy import Executable, insert

from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.table.connection import NOT_FOUND, Connection
from senki.table.live import TAIL, LiveTable, Turn, shown_options
from senki.table.machine import Crew
from senki.table.metrics import TABLES_LIVE, turn_counters
from senki.table.notify import Notifier
from senki.table.opponents import Opponents
from senki.table.rows import ChatRow, SeatRow
from senki.table.schema import CHAT
from senki.table.store import Store
from senki.table.supervise import report
from senki.table.wire import (
    ENCODER,
    ENTRY_DECODER,
    ChatLine,
    Error,
    Frame,
    Moved,
    Offers,
    Refused,
    Seats,
    Talk,
    encode,
)
from senki.table.wire import Table as TableFrame
from senki.table.writer import Conflict, Work, Writer

LOG = logging.getLogger("senki.table")
MOST_LIVE = 4000
"""Tables kept in memory; beyond that those nobody looks at are forgotten."""
CHAT_LINES = 50
LOOK_AT_CLOCKS = 0.5
"""Seconds between two looks at running clocks."""
ORIGIN = secrets.token_hex(4)
"""Tells this process's own notices from those of others."""


class Hall:
    """Tables in play. Every change goes through the writer and is told only after its commit."""

    def __init__(self, store: Store, writer: Writer, crew: Crew, notifier: Notifier) -> None:
        self.store = store
        self.writer = writer
        self.opponents = Opponents(self, crew)
        self.notifier = notifier
        self.live: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable]] = {}
        self.games: dict[str, Game] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    # Tables

    def game(self, key: str) -> Game:
        """A game by its key; raises UnknownName."""
        found = self.games.get(key)
        if found is None:
            found = self.games[key] = find_game(key)
        return found

    async def table(self, table_id: str) -> LiveTable:
        """A table, from memory or the store; raises Refused."""
        found = self.live.get(table_id)
        if found is not None:
            return found
        pending = self.opening.get(table_id)
        if pending is None:
            pending = asyncio.ensure_future(self._load(table_id))
            self.opening[table_id] = pending
            pending.add_done_callback(lambda _: self.opening.pop(table_id, None))
        return await asyncio.shield(pending)

    async def _load(self, table_id: str) -> LiveTable:
        row = await self.store.table(table_id) if len(table_id) <= 24 and "\0" not in table_id else None
        if row is None:
            raise Refused("unknown", because="no_table")
        seats = await self.store.seats(table_id)
        tail = await self.store.standing_tail(table_id, TAIL)
        made = LiveTable(row, seats, tail, self.game(row.game))
        self._make_room()
        self.live[table_id] = made
        TABLES_LIVE.set(len(self.live))
        return made

    def _make_room(self) -> None:
        if len(self.live) < MOST_LIVE:
            return
        idle = [t for t in self.live.values() if not t.held and not t.busy and t.thinking is None]
        for table in sorted(idle, key=lambda t: t.row.updated)[: MOST_LIVE // 4]:
            del self.live[table.id]

    async def refresh(self, live: LiveTable) -> None:
        """Take over what another process has stored, and tell those who are connected here."""
        row = await self.store.table(live.id)
        if row is None:
            self.let_go(live)
        if row is None or live.busy:
            return
        seats, tail = await self.store.seats(live.id), await self.store.standing_tail(live.id, TAIL)
        if live.busy or row.n < live.n:
            return
        before, head, past = live.n, live.head, live.past
        live.take_row(row, seats, tail)
        if row.n == before:
            live.past = past
        else:
            self.opponents.stop(live)
            kept = max((entry.n for entry in tail if entry.n <= before), default=0)
            back = kept if kept < head else None
            self._tell_moved(live, [raw for n, raw in live.tail if n > before], back)
            self.opponents.wake(live)
        self.tell_seats(live)
        self.tell_all(live, Offers(live.offers))

    def let_go(self, live: LiveTable) -> None:
        """A table was deleted: nobody hears of it any more."""
        self.opponents.stop(live)
        self.live.pop(live.id, None)
        for socket in live.sockets:
            socket.close(NOT_FOUND)

    def spawn(self, work: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        self.tasks.add(work)
        work.add_done_callback(self.tasks.discard)
        work.add_done_callback(report)

    # Turns

    def play(self, live: LiveTable, who: Connection, at: int, option: str, ref: str | int | None) -> None:
        """A choice from a socket; raises Refused. It is told once it is on disk."""
        turn = live.choose(live.sides_of(who.person), at, option)
        self._submit(live, turn, "person", who, ref)

    def _submit(
        self, live: LiveTable, turn: Turn, by: str, who: Connection | None = None, ref: str | int | None = None
    ) -> asyncio.Future[None]:
        """Store a turn and then tell it. While it is on its way nothing else may happen at the table."""
        live.busy = True
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(wrong: Exception | None) -> None:
            live.busy = False
            if wrong is None:
                self._after(live, turn, by, who, ref)
            else:
                self._failed(live, wrong, who, ref)
            # The sender of a message hears of it by the socket; others wait for this.
            if who is None and not finished.done():
                if wrong is None:
                    finished.set_result(None)
                else:
                    finished.set_exception(Refused("stale", at=live.n))

        notice = f"{ORIGIN} {live.id} moved" if self.writer.notifies else ""
        self.writer.submit(Work(done, turn.rows, live.snapshot_of(turn), [], notice))
        return finished

    async def submit(self, live: LiveTable, turn: Turn, by: str) -> None:
        """Store a turn, tell it, and return when that is done; raises Refused."""
        await self._submit(live, turn, by)

    def _after(self, live: LiveTable, turn: Turn, by: str, who: Connection | None, ref: str | int | None) -> None:
        had_offers, before = bool(live.offers), live.actor()
        live.take(turn)
        actions, entries = turn_counters(live.game.key, by)
        actions.inc()
        entries.inc(len(turn.rows))
        self._tell_moved(live, turn.raws, turn.back, who, ref)
        if had_offers:
            self.tell_all(live, Offers(live.offers))
        self.opponents.wake(live)
        actor = live.actor()
        if actor != before and actor >= 0:
            self._notify_turn(live, live.seats[actor])

    def _failed(self, live: LiveTable, wrong: Exception, who: Connection | None, ref: str | int | None) -> None:
        if who is not None:
            code = "stale" if isinstance(wrong, Conflict) else "failed"
            who.tell(encode_error(Refused(code, at=live.n), ref))
        self.spawn(asyncio.create_task(self.refresh(live)))

    def _notify_turn(self, live: LiveTable, seat: SeatRow) -> None:
        if seat.kind == "person" and seat.person and all(s.person != seat.person for s in live.sockets):
            self.notifier.your_turn(seat.person, live.id, live.row.name, live.game.title["en"])

    # Telling

    def tell_all(self, live: LiveTable, frame: Frame) -> None:
        """Say the same to everybody at a table."""
        text = encode(frame)
        for socket in live.sockets:
            socket.tell(text)

    def _tell_moved(
        self,
        live: LiveTable,
        raws: list[Raw],
        back: int | None,
        who: Connection | None = None,
        ref: str | int | None = None,
    ) -> None:
        """Send what happened with each seat's view, encoded once for each viewpoint."""
        texts: dict[int, str] = {}
        ending, clock = live.ending, live.clock_state()
        seed = live.row.seed if ending is not None else None
        for socket in live.sockets:
            side = live.viewpoint(live.sides_of(socket.person))
            text = texts.get(side)
            if text is None:
                seen = seen_by(live, raws, side)
                frame = Moved(live.n, seen, live.view(side), back, ending is not None, ending, seed, clock)
                text = texts[side] = encode(frame)
            if socket is who and ref is not None:
                text = f'{text[:-1]},"ref":{ENCODER.encode(ref).decode()}}}'
            socket.tell(text)

    def tell_seats(self, live: LiveTable) -> None:
        """Send the seats anew, to each with what is theirs."""
        states = live.seat_states()
        watching = sum(not live.sides_of(socket.person) for socket in live.sockets)
        for socket in live.sockets:
            sides = live.sides_of(socket.person)
            you = [live.game.sides[side].id for side in sides]
            frame = Seats(states, you, live.row.name, watching, live.row.rematch, live.links(sides))
            socket.tell(encode(frame))

    async def greet(self, live: LiveTable, who: Connection, have: int | None, ref: str | int | None) -> None:
        """Send everything about a table to somebody; from then on they hear what happens."""
        lines = await self.store.chat(live.id, CHAT_LINES)
        # Nothing may come between the table and the first news of it.
        fresh = who not in live.sockets
        live.sockets.add(who)
        who.tell(encode(self._table_frame(live, who, lines, have, ref)))
        if fresh:
            self.tell_seats(live)
        self.go_on(live)

    @staticmethod
    def _table_frame(
        live: LiveTable, who: Connection, lines: list[ChatRow], have: int | None, ref: str | int | None
    ) -> TableFrame:
        """Everything, with the entries a client does not have yet or as many as are at hand."""
        sides = live.sides_of(who.person)
        viewpoint = live.viewpoint(sides)
        # A client that is too far behind, or holds what was taken back, gets the whole tail.
        known = have if have is not None and any(n == have for n, _ in live.tail) else -1
        return TableFrame(
            id=live.id,
            name=live.row.name,
            game=live.game.key,
            scenario=live.row.scenario,
            options=shown_options(live.game, live.row.switches),
            public=live.row.public,
            owner=live.row.owner == who.person,
            seats=live.seat_states(),
            you=[live.game.sides[side].id for side in sides],
            at=live.n,
            view=live.view(viewpoint),
            entries=seen_by(live, [raw for n, raw in live.tail if n > known], viewpoint),
            commitment=live.dice.commitment,
            entropy=live.dice.entropy,
            offers=live.offers,
            chat=[chat_line(line) for line in lines],
            over=live.over,
            ending=live.ending,
            seed=live.row.seed if live.over else None,
            clock=live.clock_state(),
            rematch=live.row.rematch,
            archived=live.row.archived,
            links=live.links(sides),
            watching=sum(not live.sides_of(socket.person) for socket in live.sockets),
            ref=ref,
        )

    # Other news

    async def settled(self, live: LiveTable) -> None:
        """Wait until no turn of this table is on its way to the disk."""
        while live.busy:
            await asyncio.sleep(0.002)

    async def chat(self, live: LiveTable, who: Connection, text: str, ref: str | int | None) -> None:
        """Say something to everybody at the table."""
        said = " ".join(text.split())
        if not said:
            raise Refused("malformed", because="chat_empty")
        sides = live.sides_of(who.person)
        seat = live.seats[sides[0]] if sides else None
        name = seat.name if seat is not None and seat.name else who.name
        line = ChatRow(live.id, time(), name, seat.side if seat is not None else None, said)
        values = {"table_id": line.table_id, "at": line.at, "name": name, "side": line.side, "text": said}
        values["person"] = who.person
        await self.change(live, insert(CHAT).values(values), what="chat")
        for socket in live.sockets:
            socket.tell(encode(Talk(round(line.at, 3), name, said, line.side, ref if socket is who else None)))

    async def tell_last_talk(self, live: LiveTable) -> None:
        """Pass on what was said to another process."""
        for row in await self.store.chat(live.id, 1):
            self.tell_all(live, Talk(round(row.at, 3), row.name, row.text, row.side))

    async def change(self, live: LiveTable, *statements: Executable, what: str) -> None:
        """Store something about a table other than a turn; raises Refused."""
        notice = f"{ORIGIN} {live.id} {what}" if self.writer.notifies else ""
        try:
            await self.writer.write(*statements, notice=notice)
        except Conflict:
            raise Refused("stale", at=live.n) from None

    # What goes on by itself

    def go_on(self, live: LiveTable) -> None:
        """Let the dice or the machine do what is theirs to do now."""
        turn = None if live.busy else live.first_rolls()
        if turn is not None:
            self._submit(live, turn, "dice").add_done_callback(_ignore)
        else:
            self.opponents.wake(live)

    async def watch_clocks(self) -> None:
        """End tables whose time has run out."""
        while True:
            await asyncio.sleep(LOOK_AT_CLOCKS)
            for live in [table for table in self.live.values() if table.clock is not None and not table.busy]:
                late = live.out_of_time()
                if late >= 0:
                    try:
                        await self.submit(live, live.end("time", "time", late, live.opponent_of(late)), "clock")
                    except Refused:
                        continue
                    except Exception:
                        LOG.exception("a clock could not be stopped", extra={"table": live.id})

    async def close(self) -> None:
        """Stop what goes on by itself."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def _ignore(done: asyncio.Future[None]) -> None:
    """What went wrong has been told already."""
    if not done.cancelled():
        done.exception()


def seen_by(live: LiveTable, raws: list[Raw], side: int) -> list[Raw]:
    """Entries as a side may see them: while something is hidden, without the notations it may not read."""
    return [_seen(live, raw, side) for raw in raws] if live.hides else raws


def _seen(live: LiveTable, raw: Raw, side: int) -> Raw:
    entry = ENTRY_DECODER.decode(bytes(raw))
    by = live.game.side(entry.side) if entry.side is not None else -1
    if not entry.option or live.game.shows(live.position, entry.option, by, side):
        return raw
    entry.option = ""
    return Raw(ENCODER.encode(entry))


def chat_line(row: ChatRow) -> ChatLine:
    """A stored line of talk as it is sent."""
    return ChatLine(round(row.at, 3), row.name, row.text, row.side)


def encode_error(wrong: Refused, ref: str | int | None) -> str:
    """A refusal as a frame."""
    return encode(Error(wrong.code, wrong.facts, wrong.objections, ref))
