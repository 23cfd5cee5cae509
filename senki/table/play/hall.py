"""The hall: all tables this process knows, what happens at them, and who is told."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from dataclasses import asdict
from time import time

from msgspec import Raw
from sqlalchemy import Executable, insert

from senki.engine.events import ONLY, StoredEvent, heard, told_to_all
from senki.engine.game import Game
from senki.engine.registry import find_game
from senki.table.machine.crew import Crew
from senki.table.machine.errands import Errands
from senki.table.metrics import TABLES_LIVE, turn_counters
from senki.table.people.notify import Notifier
from senki.table.play.live import TAIL, Early, LiveTable, Turn, is_lesson, read_as_log, shown_options
from senki.table.play.opponents import Opponents
from senki.table.play.talk import ALL, audience_of, chat_line, hears, lines_for, talks_apart
from senki.table.play.visitor import Visitor
from senki.table.play.watch import WATCH
from senki.table.play.wire import (
    ENCODER,
    ENTRY_DECODER,
    EVENTS_DECODER,
    NOT_FOUND,
    ChatLine,
    Error,
    Frame,
    Helped,
    Moved,
    Offers,
    Said,
    Seats,
    Talk,
    encode,
)
from senki.table.play.wire import Table as TableFrame
from senki.table.refusals import Refused
from senki.table.store.database import Store
from senki.table.store.rows import UNDO, UNRATED, ChatRow, EntryRow, SeatRow, TableRow
from senki.table.store.schema import CHAT
from senki.table.store.writer import Conflict, Work, Writer
from senki.table.supervise import report
from senki.table.texts import TABLE_ID

LOG = logging.getLogger("senki.table")
ID = re.compile(rf"[A-Za-z0-9_-]{{1,{TABLE_ID}}}")
MOST_LIVE = 4000
"""Tables kept in memory; beyond that those nobody looks at are forgotten."""
LONG_POSITION = 20_000
"""Characters of a stored position that take a while to read."""
MOST_LONG = 4
"""Tables with such a position that are kept in memory while nobody looks at them."""
WAIT_FOR_PARTS = 0.02
"""Seconds between two looks of the machine whether all parts of the dice are there."""
MOST_HELP = 100
"""Lines about the machine's help that a table remembers; older ones are asked for with the log."""
LOOK_AT_CLOCKS = 0.5
"""Seconds between two looks at running clocks."""
ONLY_MARK = f'"{ONLY}":'.encode()
"""In the bytes of an entry that has an event for some sides alone."""


class Hall:
    """Tables in play. Every change goes through the writer and is told only after its commit."""

    def __init__(self, store: Store, writer: Writer, crew: Crew, errands: Errands, notifier: Notifier) -> None:
        self.store = store
        self.writer = writer
        self.errands = errands
        self.opponents = Opponents(self, crew)
        self.notifier = notifier
        self.live: dict[str, LiveTable] = {}
        self.opening: dict[str, asyncio.Future[LiveTable]] = {}
        self.games: dict[str, Game] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.reading = asyncio.Lock()
        self.watch = WATCH
        self.on_end: list[Callable[[LiveTable], None]] = []
        """Who wants to hear that a table has ended here."""

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
        row = await self.store.table(table_id) if ID.fullmatch(table_id) else None
        if row is None:
            raise Refused("unknown", because="no_table")
        seats = await self.store.seats(table_id)
        tail = await self._tail(table_id, seats)
        try:
            made = await self._made(row, seats, tail)
        except Exception as wrong:
            LOG.error("a table cannot be read", extra={"table": table_id, "why": repr(wrong)})
            raise Refused("failed", because="unreadable_table") from None
        await self.learn_company(made)
        self._make_room()
        self.live[table_id] = made
        TABLES_LIVE.set(len(self.live))
        return made

    async def _tail(self, table_id: str, seats: list[SeatRow]) -> list[EntryRow]:
        """The last entries of a table; all of a lesson, which is short and whose moves are counted."""
        if is_lesson(seats):
            return read_as_log(await self.store.entries(table_id))
        return await self.store.standing_tail(table_id, TAIL)

    async def _made(self, row: TableRow, seats: list[SeatRow], tail: list[EntryRow]) -> LiveTable:
        if len(row.position) <= LONG_POSITION:
            return LiveTable(row, seats, tail, self.game(row.game), self.watch)
        self._forget(self._idle(LONG_POSITION)[MOST_LONG:])
        # One on a map of its own takes a while to read: one at a time, and beside the loop.
        async with self.reading:
            return await asyncio.to_thread(LiveTable, row, seats, tail, self.game(row.game), self.watch)

    async def learn_company(self, live: LiveTable) -> None:
        """Read who is on vacation, where that stops a clock, and what help was taken, where it may be."""
        if live.clock is not None and live.clock.days:
            live.timer.vacations = await self.store.vacations_of([seat.person for seat in live.seats if seat.person])
        if live.row.assisted:
            live.helped = await self.store.help_at(live.id, MOST_HELP)

    def _make_room(self) -> None:
        if len(self.live) < MOST_LIVE:
            return
        self._forget(self._idle()[-MOST_LIVE // 4 :])

    def _idle(self, longer_than: int = 0) -> list[LiveTable]:
        """Tables nobody looks at, those that changed last first."""
        idle = [t for t in self.live.values() if not t.held and not t.busy and not t.look_again and t.thinking is None]
        long = [table for table in idle if len(table.row.position) > longer_than]
        return sorted(long, key=lambda t: t.row.updated, reverse=True)

    def _forget(self, tables: list[LiveTable]) -> None:
        for table in tables:
            del self.live[table.id]

    async def refresh(self, live: LiveTable) -> None:
        """Take over what another process has stored, and tell those who are connected here."""
        known = live.seats
        row = await self.store.table(live.id)
        if row is None:
            self.let_go(live)
        if row is None or live.moving:
            return
        seats = await self.store.seats(live.id)
        tail = await self._tail(live.id, seats)
        if live.moving or row.n < live.n:
            return
        if live.seats is not known:
            # They changed here while they were read: what was read may be older.
            await self.refresh(live)
            return
        before, head, past, was_over = live.n, live.head, live.past, live.over
        live.take_row(row, seats, tail)
        if row.n == before:
            live.past = past
        else:
            self.opponents.stop(live)
            kept = max((entry.n for entry in tail if entry.n <= before and entry.kind != UNDO), default=0)
            back = kept if kept < head else None
            self._tell_moved(live, [raw for n, raw in live.tail if n > before], back)
        if row.n != before or live.seats != known:
            self.go_on(live)
        else:
            self.opponents.wake(live)
        await self.learn_company(live)
        self.tell_seats(live)
        self.tell_all(live, Offers(live.offers))
        if live.row.assisted:
            self.tell_all(live, Helped(live.helps()))
        if live.over and not was_over:
            await self._tell_all_talk(live)

    def let_go(self, live: LiveTable) -> None:
        """A table was deleted: nobody hears of it any more."""
        self.opponents.stop(live)
        self.live.pop(live.id, None)
        for visitor in live.visitors:
            visitor.close(NOT_FOUND)

    def spawn(self, work: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        self.tasks.add(work)
        work.add_done_callback(self.tasks.discard)
        work.add_done_callback(report)

    # Turns

    def play(self, live: LiveTable, who: Visitor, at: int, option: str, ref: str | int | None) -> None:
        """A choice of somebody at the table; raises Refused. It is told once it is on disk.

        The first one of a table waits until all have given their part of the dice it leads to.
        """
        chosen, side = live.chosen(live.sides_of(who.person), at, option)
        if live.early is not None:
            raise Refused("stale", at=live.n)
        if live.gathering or live.parts_wait(who.person) > 0:
            live.early = Early(who, at, option, ref)
            self._look_again(live)
        else:
            self._submit(live, live.carry_out(chosen, side), "person", who, ref)

    def _submit(
        self,
        live: LiveTable,
        turn: Turn,
        by: str,
        who: Visitor | None = None,
        ref: str | int | None = None,
        then: Callable[[Exception | None], None] | None = None,
    ) -> None:
        """Store a turn and then tell it. While it is on its way nothing else may happen at the table.

        Whoever sent a message hears of it by a frame; whoever else wants to know gives something to call `then`.
        """
        live.busy = True

        def done(wrong: Exception | None) -> None:
            live.busy = False
            if wrong is None:
                self._after(live, turn, by, who, ref)
            else:
                self._failed(live, wrong, who, ref)
            if then is not None:
                then(wrong)

        notice = self.writer.notice(live.id, "moved")
        self.writer.submit(Work(done, turn.rows, live.snapshot_of(turn), [], notice))

    async def submit(self, live: LiveTable, turn: Turn, by: str) -> None:
        """Store a turn, tell it, and return when that is done; raises Refused."""
        finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def then(wrong: Exception | None) -> None:
            if finished.done():
                return
            if wrong is None:
                finished.set_result(None)
            else:
                finished.set_exception(Refused("stale", at=live.n))

        self._submit(live, turn, by, then=then)
        await finished

    def _after(self, live: LiveTable, turn: Turn, by: str, who: Visitor | None, ref: str | int | None) -> None:
        had_offers, before = bool(live.offers), live.actor()
        live.take(turn)
        if live.over:
            self.spawn(asyncio.create_task(self._tell_all_talk(live)))
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
        if live.over:
            for hear in self.on_end:
                hear(live)

    def _failed(self, live: LiveTable, wrong: Exception, who: Visitor | None, ref: str | int | None) -> None:
        if who is not None:
            code = "stale" if isinstance(wrong, Conflict) else "failed"
            who.tell(encode_error(Refused(code, at=live.n), ref))
        self.spawn(asyncio.create_task(self.refresh(live)))

    def _notify_turn(self, live: LiveTable, seat: SeatRow) -> None:
        if seat.kind == "person" and seat.person and all(s.person != seat.person for s in live.visitors):
            self.notifier.your_turn(seat.person, live.id, live.row.name, live.game.title["en"])

    # Telling

    def tell_all(self, live: LiveTable, frame: Frame) -> None:
        """Say the same to everybody at a table."""
        text = encode(frame)
        for visitor in live.visitors:
            visitor.tell(text)

    def _tell_moved(
        self,
        live: LiveTable,
        raws: list[Raw],
        back: int | None,
        who: Visitor | None = None,
        ref: str | int | None = None,
    ) -> None:
        """Send what happened with each seat's view, encoded once for each viewpoint."""
        texts: dict[int, str] = {}
        ending, clock = live.ending, live.clock_state()
        seed = live.row.seed if ending is not None else None
        lesson = live.lesson_state()
        for visitor in live.visitors:
            side = live.viewpoint(live.sides_of(visitor.person))
            text = texts.get(side)
            if text is None:
                seen = seen_by(live, raws, side)
                frame = Moved(live.n, seen, live.view(side), back, ending is not None, ending, seed, clock, lesson)
                text = texts[side] = encode(frame)
            if visitor is who and ref is not None:
                text = f'{text[:-1]},"ref":{ENCODER.encode(ref).decode()}}}'
            visitor.tell(text)

    def tell_seats(self, live: LiveTable, who: Visitor | None = None) -> None:
        """Send the seats anew to everybody or to one, to each with what is theirs."""
        states = live.seat_states()
        watching = sum(not live.sides_of(visitor.person) for visitor in live.visitors)
        for visitor in live.visitors if who is None else [who]:
            sides = live.sides_of(visitor.person)
            frame = Seats(
                seats=states,
                you=[live.game.sides[side].id for side in sides],
                name=live.row.name,
                watching=watching,
                rematch=live.row.rematch,
                links=live.links(sides),
                entropy=live.dice.entropy,
                entropy_open=live.entropy_open(sides),
                fair=live.fair,
                apart=talks_apart(live),
                clock=live.clock_state(),
            )
            visitor.tell(encode(frame))

    async def greet(self, live: LiveTable, who: Visitor, have: int | None, ref: str | int | None) -> None:
        """Send everything about a table to somebody; from then on they hear what happens."""
        lines = await lines_for(self.store, live, live.sides_of(who.person))
        # Nothing may come between the table and the first news of it.
        fresh = who not in live.visitors
        live.visitors.add(who)
        who.tell(encode(self._table_frame(live, who, lines, have, ref)))
        if fresh:
            self.tell_seats(live)
        self.go_on(live)

    @staticmethod
    def _table_frame(
        live: LiveTable, who: Visitor, lines: list[ChatLine], have: int | None, ref: str | int | None
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
            board=live.board,
            public=live.row.public,
            owner=live.row.owner == who.person,
            seats=live.seat_states(),
            you=[live.game.sides[side].id for side in sides],
            at=live.n,
            view=live.view(viewpoint),
            entries=seen_by(live, [raw for n, raw in live.tail if n > known], viewpoint),
            commitment=live.dice.commitment if live.lesson is None else "",
            entropy=live.dice.entropy,
            offers=live.offers,
            chat=[line for line in lines if hears(live, sides, line.audience)],
            over=live.over,
            ending=live.ending,
            seed=live.row.seed if live.over else None,
            clock=live.clock_state(),
            rematch=live.row.rematch,
            archived=live.row.archived,
            links=live.links(sides),
            watching=sum(not live.sides_of(visitor.person) for visitor in live.visitors),
            entropy_open=live.entropy_open(sides),
            lesson=live.lesson_state(),
            assisted=live.row.assisted,
            rated=live.row.rated != UNRATED,
            fair=live.fair,
            apart=talks_apart(live),
            helped=live.helps(),
            ref=ref,
        )

    # Other news

    async def settled(self, live: LiveTable) -> None:
        """Wait until no turn of this table is on its way to the disk."""
        while live.busy:
            await asyncio.sleep(0.002)

    async def parts_given(self, live: LiveTable) -> None:
        """Wait until the first entry may come, if it has not, and no turn is on its way to the disk."""
        while live.busy or live.parts_wait() > 0:
            await asyncio.sleep(0.002 if live.busy else WAIT_FOR_PARTS)

    async def chat(self, live: LiveTable, who: Visitor, text: str, ref: str | int | None) -> None:
        """Say something to everybody at the table; whoever watches people play, to those who do so too."""
        said = " ".join(text.split())
        if not said:
            raise Refused("malformed", because="chat_empty")
        sides = live.sides_of(who.person)
        seat = live.seats[sides[0]] if sides else None
        name = await self._name_of(who, seat)
        line = ChatRow(live.id, time(), name, seat.side if seat is not None else None, said, audience_of(live, sides))
        await self.change(live, insert(CHAT).values({**asdict(line), "person": who.person}), what=f"chat {line.at!r}")
        self._tell_line(live, line, who, ref)

    async def _name_of(self, who: Visitor, seat: SeatRow | None) -> str:
        """Under which name somebody speaks: that of the seat, else what they are called now."""
        if seat is not None and seat.name:
            return seat.name
        row = await self.store.person(who.person)
        return str(row.name) if row is not None else who.name

    async def tell_talk(self, live: LiveTable, at: float) -> None:
        """Pass on what was said to another process at a moment."""
        for row in await self.store.chat(live.id, 1, at=at):
            self._tell_line(live, row)

    def _tell_line(
        self, live: LiveTable, line: ChatRow, who: Visitor | None = None, ref: str | int | None = None
    ) -> None:
        told = chat_line(line)
        for visitor in live.visitors:
            if hears(live, live.sides_of(visitor.person), line.audience):
                own = ref if visitor is who else None
                visitor.tell(encode(Talk(told.time, told.name, told.text, told.side, told.audience, own)))

    async def _tell_all_talk(self, live: LiveTable) -> None:
        """The game is over: those who played may read what those said who watched."""
        lines = await lines_for(self.store, live, [])
        if any(line.audience != ALL for line in lines):
            text = encode(Said(lines))
            for visitor in live.visitors:
                if live.sides_of(visitor.person):
                    visitor.tell(text)

    async def change(self, live: LiveTable, *statements: Executable, what: str) -> None:
        """Store something about a table other than a turn; raises Refused."""
        try:
            await self.writer.write(*statements, notice=self.writer.notice(live.id, what))
        except Conflict:
            raise Refused("stale", at=live.n) from None

    # What goes on by itself

    def go_on(self, live: LiveTable) -> None:
        """Let the choice that came early, the dice or the machine do what is theirs to do now."""
        early = live.early
        if live.busy:
            pass  # Whoever keeps it busy comes back here.
        elif live.parts_wait(early.who.person if early is not None else None) > 0:
            self._look_again(live)
        elif early is not None:
            live.early = None
            self._play_early(live, early)
        elif (turn := live.first_rolls()) is not None:
            self._submit(live, turn, "dice")
        self.opponents.wake(live)

    def _play_early(self, live: LiveTable, early: Early) -> None:
        """Carry out a choice that has waited, or say why it no longer can be."""
        try:
            self.play(live, early.who, early.at, early.option, early.ref)
        except Refused as wrong:
            early.who.tell(encode_error(wrong, early.ref))
        except Exception:
            LOG.exception("a choice that had waited failed", extra={"table": live.id})
            early.who.tell(encode_error(Refused("failed"), early.ref))

    def _look_again(self, live: LiveTable) -> None:
        """Go on when the time for the seats' parts of the dice is over; who gives one comes here at once."""

        def go_on() -> None:
            live.look_again = None
            self.go_on(live)

        if live.look_again is not None:
            live.look_again.cancel()
        wait = live.parts_wait(live.early.who.person if live.early is not None else None)
        live.look_again = asyncio.get_running_loop().call_later(wait, go_on)

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

    async def resume(self) -> None:
        """After a start: go on wherever the machine was to choose."""
        for table_id in await self.store.waiting_for_machine():
            try:
                self.opponents.wake(await self.table(table_id))
            except Exception as wrong:
                # One bad table must not keep the machine from all the others.
                LOG.error("a table cannot be opened", extra={"table": table_id, "why": str(wrong)})

    async def close(self) -> None:
        """Stop what goes on by itself."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def seen_by(live: LiveTable, raws: list[Raw], side: int) -> list[Raw]:
    """Entries as a side may see them: while something is hidden, without what it may not read or hear of."""
    return [_seen(live, raw, side) for raw in raws] if live.game.hidden_information else raws


def _seen(live: LiveTable, raw: Raw, side: int) -> Raw:
    kept = bytes(raw)
    if not live.hides and ONLY_MARK not in kept:
        return raw
    entry = ENTRY_DECODER.decode(kept)
    entry.events = Raw(ENCODER.encode(_heard(live, EVENTS_DECODER.decode(bytes(entry.events)), side)))
    if entry.taken is not None:
        entry.taken = _heard(live, entry.taken, side)
    by = live.game.side(entry.side) if entry.side is not None else -1
    if live.hides and entry.option and not live.game.shows(live.position, entry.option, by, side):
        entry.option = ""
        entry.faces = None
    return Raw(ENCODER.encode(entry))


def _heard(live: LiveTable, told: list[StoredEvent], side: int) -> list[StoredEvent]:
    return heard(told, side) if live.hides else told_to_all(told)


def encode_error(wrong: Refused, ref: str | int | None) -> str:
    """A refusal as a frame."""
    return encode(Error(wrong.code, wrong.facts, wrong.objections, ref))
