"""A table in memory: its position, its seats, what may be played and what it leads to. It stores nothing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass

import msgspec
from msgspec import Raw

from senki.engine.dice import FairDice
from senki.engine.errors import SenkiError
from senki.engine.events import Event
from senki.engine.forms import Choice, View
from senki.engine.game import Game
from senki.engine.option import Option, faces_of
from senki.engine.position import CHANCE, DECISION, Position
from senki.lab.lessons import Step, is_wanted, leads_there, lesson_of
from senki.table.play.timing import Chooser, Timer
from senki.table.play.visitor import Visitor
from senki.table.play.watch import WATCH, Watch
from senki.table.play.wire import ENCODER, EVENTS_DECODER, ClockState, Entry, Help, LessonCard, LessonState, SeatState
from senki.table.refusals import Refused, objection_forms
from senki.table.store.pens import ENTRY_COLUMNS, Row
from senki.table.store.rows import (
    COACH,
    UNDO,
    Clock,
    Ending,
    EntryRow,
    HelpRow,
    Offer,
    SeatRow,
    TableRow,
    ending_by_rules,
)
from senki.workshop.boards import board_of

TAIL = 40
"""Entries kept in memory and sent to whoever opens the table; older ones are asked for."""
FIRST_LINE = 60
"""Characters of a file's text that people are shown."""
NO_SIDES: list[int] = []
DICE = -1
"""The side of an entry that is a roll."""
EVENTS = ENTRY_COLUMNS.index("events")
SERVED = ("machine", COACH)
"""Seats the service plays itself."""
SEATED = ("person", *SERVED)
PARTS_WAIT = 3.0
"""Seconds the first entry waits for a person's part of the dice, since the seat was taken or the table was opened."""


@dataclass(slots=True)
class Past:
    """A choice that still stands and how to take it back: the position and the dice's mark before it."""

    n: int
    side: int
    prior: int
    """Number of the standing entry before it."""
    option: Option
    before: Position
    mark: str
    told: str = "[]"
    """What it caused, as it is stored."""


@dataclass(slots=True)
class Early:
    """A first choice that came before everybody's part of the dice was there."""

    who: Visitor
    at: int
    option: str
    ref: str | int | None


@dataclass(slots=True)
class Turn:
    """What a choice leads to, before it is stored."""

    at: float
    rows: list[Row]
    raws: list[Raw]
    position: Position
    mark: str
    head: int
    past: list[Past]
    clock: Clock | None = None
    ending: Ending | None = None
    back: int | None = None
    """Entries after this one are taken back."""


class LiveTable:
    """A table as this process knows it: what is stored, and who is connected."""

    def __init__(
        self, row: TableRow, seats: list[SeatRow], tail: list[EntryRow], game: Game, watch: Watch = WATCH
    ) -> None:
        self.game = game
        self.board = board_address(row.id, game, row.scenario, row.switches)
        self.watch = watch
        self.timer = Timer(watch)
        self.id = row.id
        self.row = row
        self.visitors: set[Visitor] = set()
        """Those who have been sent the table and hear what happens."""
        self.held = 0
        """Open connections to this table, greeted or not."""
        self.busy = False
        """A turn of this table, or what the dice hang on, is on its way to the disk: nothing else may happen."""
        self.gathering = False
        """It is busy with its seats and their parts of the dice, not with a turn."""
        self.early: Early | None = None
        self.look_again: asyncio.TimerHandle | None = None
        """Wakes the table when the time for the seats' parts is over."""
        self.seats: list[SeatRow] = []
        self.seated: dict[str, float] = {}
        """When each person's seat was taken, by the monotonic clock."""
        self.thinking: asyncio.Task[None] | None = None
        self.helped: list[HelpRow] = []
        """The help of the machine that people took lately, where they agreed to it."""
        self.take_row(row, seats, tail)

    def take_row(self, row: TableRow, seats: list[SeatRow], tail: list[EntryRow]) -> None:
        """Take over what is stored."""
        game = self.game
        order = {side.id: number for number, side in enumerate(game.sides)}
        self.row = row
        self.n = row.n
        self.mark = row.mark
        self.position: Position = game.read(json.loads(row.position), f"table {row.id}")
        self.set_seats(sorted(seats, key=lambda seat: order[seat.side]))
        # Until the first entry says what it used, the seats hold: two processes may have added to them at once.
        entropy = json.loads(row.entropy) if self.begun else entropy_of(self.seats)
        self.dice = FairDice(bytes.fromhex(row.seed), entropy, row.dice)
        self.ending = msgspec.json.decode(row.ending, type=Ending) if row.ending else None
        self.timer.take_stored(msgspec.json.decode(row.clock, type=Clock) if row.clock else None, self.chooser())
        self.offers = msgspec.json.decode(row.offers, type=list[Offer])
        self.tail: list[tuple[int, Raw]] = [(entry.n, entry_from_row(entry, game)) for entry in tail]
        """The last entries that stand, with their numbers, and the traces of those that were taken back."""
        self.traces = {entry.n for entry in tail if entry.kind == UNDO}
        self.lesson = lesson_of(game) if is_lesson(seats) else None
        self.taught = [(entry.n, entry.option) for entry in moves(tail)] if self.lesson is not None else []
        """In a lesson, whose whole log is read: the moves that stand, which say where it has come to."""
        self.head = max((entry.n for entry in tail if entry.kind != UNDO), default=row.n)
        """The last entry that stands."""
        self.past: list[Past] = []
        self.views: dict[int, Raw] = {}
        self._open_view: View | None = None
        self._open_choices: list[Choice] = []
        self._open_proposal: list[Choice] = []

    def set_seats(self, seats: list[SeatRow]) -> None:
        """Take over who sits where, in the order of the sides."""
        since = {(seat.side, seat.person): self.seated.get(seat.side) for seat in self.seats}
        now = self.watch.steady()
        self.seated = {seat.side: since.get((seat.side, seat.person)) or now for seat in seats if seat.person}
        self.seats = seats
        self._sides: dict[str, list[int]] = {}
        for number, seat in enumerate(seats):
            if seat.kind == "person" and seat.person:
                self._sides.setdefault(seat.person, []).append(number)

    # Who and what

    @property
    def over(self) -> bool:
        """Has the table ended, by the rules or otherwise?"""
        return self.ending is not None

    @property
    def hides(self) -> bool:
        """Is anything still kept from somebody?"""
        return not self.over and self.game.keeps_secrets(self.position)

    @property
    def between_people(self) -> bool:
        """Do two or more people play against each other, or may they yet?"""
        free = sum(seat.kind in ("open", "link") for seat in self.seats)
        return len({seat.person for seat in self.seats if seat.kind == "person"}) + free > 1

    @property
    def fair(self) -> bool:
        """Is the machine's help off: people play against each other and did not agree otherwise?"""
        return not self.over and not self.row.assisted and self.between_people

    def check_help(self) -> None:
        """Refuse the machine's help where it is off."""
        if self.fair:
            raise Refused("forbidden", because="no_help")

    def helps(self) -> list[Help]:
        """The help that was taken lately, as it is sent."""
        return [Help(one.n, one.kind, one.side or None) for one in self.helped]

    @property
    def moving(self) -> bool:
        """Is a turn on its way to the disk?"""
        return self.busy and not self.gathering

    @property
    def begun(self) -> bool:
        """Was anything played here?"""
        return self.n > self.row.base

    @property
    def all_seated(self) -> bool:
        """Is every seat taken?"""
        return all(seat.kind in SEATED for seat in self.seats)

    def parts_wait(self, chooser: str | None = None) -> float:
        """Seconds the first entry still waits for people's parts of the dice; not for that of the one who chooses."""
        if self.begun or self.over or self.lesson is not None:
            return 0.0
        lacking = [s for s in self.seats if s.kind == "person" and not s.entropy and s.person != chooser]
        latest = max((self.seated[seat.side] for seat in lacking), default=-PARTS_WAIT)
        return max(0.0, latest + PARTS_WAIT - self.watch.steady())

    def entropy_open(self, sides: list[int]) -> bool:
        """May one of these seats still add its part to the dice?"""
        fair = self.lesson is None and not self.begun and not self.over
        return fair and any(not self.seats[side].entropy for side in sides)

    def sides_of(self, person: str) -> list[int]:
        """The sides a person plays."""
        return self._sides.get(person, NO_SIDES)

    def actor(self) -> int:
        """The side that is to choose; -1 if none."""
        return -1 if self.over else self.position.side_to_act

    def machine_to_act(self) -> SeatRow | None:
        """The machine's seat, if it is to choose and the game may go on."""
        side = self.actor()
        if side < 0 or self.row.archived or not (self.begun or self.all_seated):
            return None
        seat = self.seats[side]
        return seat if seat.kind == "machine" else None

    def viewpoint(self, sides: list[int]) -> int:
        """Whose view somebody gets who plays these sides: the side that is to choose if it is theirs."""
        if not sides:
            return -1
        actor = self.actor()
        return actor if actor in sides else sides[0]

    def seen(self, side: int) -> Position:
        """The position as a side sees it: whatever it asks is answered from this one."""
        seen: Position = self.game.seen(self.position, side)
        return seen

    def view(self, side: int) -> Raw:
        """The view of a side, encoded once."""
        found = self.views.get(side)
        if found is None:
            found = self.views[side] = Raw(ENCODER.encode(self._seen(side)))
        return found

    def _seen(self, side: int) -> View:
        """The view of a side. Where nothing is hidden all see the same, but for whose view it is and the choices."""
        if self.game.hidden_information:
            seen = self.game.view(self.position, side)
        else:
            if self._open_view is None:
                self._open_view = shared(self.game.view(self.position, self.position.side_to_act))
                self._open_choices, self._open_proposal = self._open_view.choices, self._open_view.proposal
            seen = self._open_view
            seen.side = self.game.sides[side].id if side >= 0 else None
            chooses = side >= 0 and side == self.position.side_to_act
            seen.choices = self._open_choices if chooses else []
            seen.proposal = self._open_proposal if chooses else []
        if self.over or self.is_taught:
            seen.choices, seen.proposal = [], []
        return seen

    def seat_states(self) -> list[SeatState]:
        """The seats as everybody sees them."""
        here = {visitor.person for visitor in self.visitors}
        return [
            SeatState(
                s.side, s.kind, s.name, s.level, s.kind in SERVED or s.person in here, self.timer.away_until(s.person)
            )
            for s in self.seats
        ]

    def links(self, sides: list[int]) -> dict[str, str] | None:
        """For those who sit here: the tokens of the seats that wait for a friend."""
        found = {seat.side: seat.token for seat in self.seats if seat.kind == "link"}
        return found if found and sides else None

    def chooser(self) -> Chooser | None:
        """The side that is to choose, and who sits there."""
        return self._chooser(self.actor())

    def _chooser(self, side: int) -> Chooser | None:
        return Chooser(self.game.sides[side].id, self.seats[side].person) if side >= 0 else None

    @property
    def clock(self) -> Clock | None:
        """The clock as it was when it last changed."""
        return self.timer.clock

    def clock_state(self) -> ClockState | None:
        """The time left now."""
        return self.timer.state(self.chooser())

    def out_of_time(self) -> int:
        """The side whose time has run out; -1 if none."""
        return self.actor() if self.timer.is_out(self.chooser()) else -1

    # What a message leads to

    def check_current(self, at: int) -> None:
        """Refuse what does not answer the present position."""
        if self.over:
            raise Refused("over")
        if at != self.n or self.moving:
            raise Refused("stale", at=self.n)

    def check_turn(self, sides: list[int]) -> int:
        """The side that chooses, if it is one of these; else refuse."""
        if not sides:
            raise Refused("forbidden", because="no_seat")
        actor = self.actor()
        if actor not in sides:
            raise Refused("not_your_turn")
        if not self.begun and not self.all_seated:
            raise Refused("waiting", because="seats_free")
        return actor

    def chosen(self, sides: list[int], at: int, text: str) -> tuple[Option, int]:
        """The option that a choice names and the side that makes it; raises Refused."""
        self.check_current(at)
        side = self.check_turn(sides)
        option = self.offered(text)
        if self.lesson is not None:
            self.check_wanted(option)
        return option, side

    # Lessons

    @property
    def is_taught(self) -> bool:
        """Is this a lesson, and is everything in it done?"""
        return self.lesson is not None and self.step_to_do is None

    @property
    def step_to_do(self) -> Step | None:
        """The step of a lesson that asks for a choice now."""
        return self.lesson.wanted([option for _, option in self.taught]) if self.lesson is not None else None

    def check_wanted(self, option: Option) -> None:
        """Refuse what the coach does not ask for now, with the coach's words."""
        step = self.step_to_do
        if step is None:
            raise Refused("lesson", because="lesson_done")
        if is_wanted(step, option.text) or leads_there(step, option.text):
            return
        if step.instead:
            raise Refused("lesson", why=step.instead["en"], why_ja=step.instead["ja"])
        raise Refused("lesson", because="lesson_other")

    def lesson_state(self) -> LessonState | None:
        """What the coach says now and asks for."""
        lesson = self.lesson
        if lesson is None:
            return None
        played = [option for _, option in self.taught]
        task = lesson.task(played)
        cards = [LessonCard(s.say, s.clause, s.pieces, s.places, s.part) for s in task]
        first = lesson.first_open(played)
        last = task[-1]
        return LessonState(lesson.title, first, len(lesson.step), cards, last.expects, last.also)

    def _taught_step(self, turn: Turn, chosen: Option) -> Turn:
        """Let dice and coach answer a pupil's choice as the lesson says."""
        step = self.step_to_do
        try:
            for text in step.then if step is not None and is_wanted(step, chosen.text) else []:
                option = self.game.answer(turn.position, text)
                self._step(turn, option, turn.position.side_to_act)
        except SenkiError:
            # It was begun with another edition of the lesson.
            raise Refused("lesson", because="lesson_changed") from None
        return self._rolled(turn)

    def offered(self, text: str) -> Option:
        """The option offered under this notation, or a free value the step accepts; raises Refused with why not."""
        # Judged by what the side sees: what is hidden from it may not show in what it is refused.
        p = self.seen(self.position.side_to_act)
        for option in p.options() if p.waits_for == DECISION else []:
            if option.text == text:
                return option
        try:
            free = self.game.parse(text, p)
            objections = p.objections(free)
        except SenkiError as wrong:
            raise Refused("illegal", [], option=text, why=str(wrong)) from None
        if not objections and p.step.accepts(p, free):
            return free
        raise Refused("illegal", objection_forms(objections), option=text)

    def carry_out(self, option: Option, side: int) -> Turn:
        """Play an offered option and let the dice answer until somebody must choose."""
        past = Past(self.n + 1, side, self.head, option, self.position, self.mark)
        turn = Turn(self.watch.wall(), [], [], self.position.copy(), self.mark, self.head, [*self.past[-TAIL:], past])
        self._step(turn, option, side)
        past.told = str(turn.rows[0][EVENTS])
        self._taught_step(turn, option)
        by, then = self._chooser(side), self._chooser(-1 if turn.ending else turn.position.side_to_act)
        assert by is not None
        turn.clock = self.timer.after_choice(by, then, turn.at)
        return turn

    def first_rolls(self) -> Turn | None:
        """The turn in which the dice begin the game, if they do and everybody is here."""
        if self.begun or self.over or not self.all_seated or self.position.waits_for != CHANCE:
            return None
        return self._rolled(Turn(self.watch.wall(), [], [], self.position.copy(), self.mark, self.head, [], self.clock))

    def _rolled(self, turn: Turn) -> Turn:
        """Let the dice answer until somebody must choose or the game is over."""
        p = turn.position
        while p.waits_for == CHANCE:
            roll = p.roll()
            self._step(turn, roll.pick(self.dice.draw(turn.mark, roll.total)), DICE)
        p.events = None
        turn.head = self.n + len(turn.rows)
        if p.result is not None:
            turn.ending = ending_by_rules(self.game, p)
        return turn

    def _step(self, turn: Turn, option: Option, side: int) -> None:
        events: list[Event] = []
        p = turn.position
        before = p.copy() if self.game.veils(p) else None
        p.events = events
        p.play(option)
        if before is not None:
            events = self.game.veil(events, before, p)
        turn.mark = self.dice.mark_after(turn.mark, option.text, side == DICE)
        told = ENCODER.encode([event.stored() for event in events])
        n = self.n + len(turn.rows) + 1
        turn.rows.append((self.id, n, side, "", option.text, None, told.decode(), turn.at))
        turn.raws.append(entry_raw(self.game, n, side, "", option.text, told))

    def take_back(self, to: Past, side: int) -> Turn:
        """The turn that takes back a choice and all that followed it. The same choice will meet the same dice.

        What stays is a trace: whose choice it was and what it had caused.
        """
        now, text = self.watch.wall(), to.option.text
        row: Row = (self.id, self.n + 1, side, UNDO, text, to.prior, to.told, now)
        trace = entry_raw(self.game, self.n + 1, side, UNDO, text, to.told.encode())
        past = [earlier for earlier in self.past if earlier.n <= to.prior]
        clock = self.timer.taken_back(self.chooser(), now)
        return Turn(now, [row], [trace], to.before.copy(), to.mark, to.prior, past, clock, None, to.prior)

    def end(self, kind: str, how: str, side: int, winner: str | None) -> Turn:
        """The turn that ends the table otherwise than by the rules."""
        now = self.watch.wall()
        row: Row = (self.id, self.n + 1, side, kind, "", None, "[]", now)
        raw = entry_raw(self.game, self.n + 1, side, kind, "", b"[]")
        clock = self.timer.stopped(self.chooser())
        ending = Ending(how, winner)
        return Turn(now, [row], [raw], self.position, self.mark, self.n + 1, self.past, clock, ending)

    def opponent_of(self, side: int) -> str | None:
        """Who wins when a side gives up: the other one, where there are two."""
        return self.game.sides[1 - side].id if len(self.game.sides) == 2 else None

    def last_choice(self, sides: list[int]) -> Past | None:
        """The last standing choice of these sides that is remembered here."""
        return next((past for past in reversed(self.past) if past.side in sides), None)

    def snapshot_of(self, turn: Turn) -> Row:
        """The stored row after a turn, in the order of SNAPSHOT_COLUMNS. No offer outlives a turn."""
        p = turn.position
        over = turn.ending is not None
        actor = -1 if over else p.side_to_act
        return (
            self.n + len(turn.rows),
            turn.mark,
            # What the dice used, whatever another process may have stored before the first entry.
            ENCODER.encode(self.dice.entropy).decode(),
            ENCODER.encode(self.game.write(p)).decode(),
            None if over else p.step.name,
            self.game.sides[actor].id if actor >= 0 else None,
            ENCODER.encode(turn.ending).decode() if turn.ending is not None else None,
            ENCODER.encode(turn.clock).decode() if turn.clock is not None else None,
            "[]",
            turn.at,
            self.timer.due(turn.clock, self._chooser(actor)),
            self.id,
        )

    def take(self, turn: Turn) -> None:
        """Go on to what a turn led to, now that it is stored."""
        self.n += len(turn.rows)
        self.position, self.mark, self.head, self.past = turn.position, turn.mark, turn.head, turn.past
        self.timer.go_on(turn.clock)
        self.ending, self.offers = turn.ending, []
        self.row.updated = turn.at
        fresh = self.n - len(turn.rows) + 1
        if self.lesson is not None:
            self.taught = [(n, option) for n, option in self.taught if turn.back is None or n <= turn.back]
            self.taught += [(fresh + i, str(row[4])) for i, row in enumerate(turn.rows) if not row[3]]
        if turn.back is not None:
            self.tail = [(n, raw) for n, raw in self.tail if n <= turn.back or n in self.traces]
            self.traces.add(self.n)
        self.tail += [(fresh + i, raw) for i, raw in enumerate(turn.raws)]
        if len(self.tail) > 2 * TAIL:
            self.tail = self.tail[-TAIL:]
        self.views = {}
        self._open_view = None


def is_lesson(seats: list[SeatRow]) -> bool:
    """Does the coach sit at a table with these seats?"""
    return any(seat.kind == COACH for seat in seats)


def entropy_of(seats: list[SeatRow]) -> list[str]:
    """What the seats add to the dice, in the order of the sides."""
    return [seat.entropy for seat in seats if seat.entropy]


def shared(view: View) -> View:
    """A view whose parts that are the same for everybody are encoded once."""
    view.pieces = Raw(ENCODER.encode(view.pieces))  # type: ignore[assignment]
    view.tracks = Raw(ENCODER.encode(view.tracks))  # type: ignore[assignment]
    view.notes = Raw(ENCODER.encode(view.notes))  # type: ignore[assignment]
    return view


def entry_raw(game: Game, n: int, side: int, kind: str, text: str, events: bytes) -> Raw:
    """An entry as it is sent."""
    faces = faces_of(text) if side == DICE else None
    who = game.sides[side].id if side >= 0 else None
    if kind == UNDO:
        # What was taken back has not happened: nobody may read it among the events.
        return Raw(ENCODER.encode(Entry(n, text, Raw(b"[]"), who, None, kind, EVENTS_DECODER.decode(events))))
    return Raw(ENCODER.encode(Entry(n, text, Raw(events), who, faces, kind)))


def entry_from_row(row: EntryRow, game: Game) -> Raw:
    """A stored entry as it is sent."""
    return entry_raw(game, row.n, row.side, row.kind, row.option, row.events.encode())


def standing(entries: list[EntryRow]) -> list[EntryRow]:
    """The entries that were not taken back, in order."""
    kept: list[EntryRow] = []
    for entry in entries:
        if entry.back is not None:
            while kept and kept[-1].n > entry.back:
                kept.pop()
        else:
            kept.append(entry)
    return kept


def read_as_log(entries: list[EntryRow]) -> list[EntryRow]:
    """The entries that were not taken back, and the traces of the others, in order."""
    traces = [entry for entry in entries if entry.kind == UNDO]
    return sorted([*standing(entries), *traces], key=lambda entry: entry.n)


def moves(entries: list[EntryRow]) -> list[EntryRow]:
    """The choices and rolls among standing entries."""
    return [entry for entry in entries if not entry.kind and entry.n > 0]


def shown_options(game: Game, switches: dict[str, str]) -> dict[str, str]:
    """The switches of a table as everybody sees them: of a file only how it begins."""
    files = {switch.id for switch in game.switches if switch.takes_file}
    return {name: first_line(value) if name in files else value for name, value in switches.items()}


def board_address(table_id: str, game: Game, scenario: str, switches: dict[str, str]) -> str:
    """Where a table's board is asked for: one that ships with a game by its key alone, an own map by its table."""
    board = board_of(game, scenario, switches)
    return f"tables/{table_id}/boards/{board.key}" if board.own else f"boards/{board.key}"


def first_line(text: str) -> str:
    """The beginning of a file's text."""
    lines = text.strip().splitlines()
    return lines[0][:FIRST_LINE] if lines else ""
