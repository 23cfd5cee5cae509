"""Beginning a table: anew, from a record, from another table's position, or as a rematch."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, replace
from time import time

from sqlalchemy import Executable, insert, update

from senki.engine.dice import seeded_dice
from senki.engine.errors import SenkiError, UnknownName
from senki.engine.forms import Record, convert
from senki.engine.game import Game
from senki.table.machine.jobs import Begin, Beginning, Load
from senki.table.machine.loading import begin_anew
from senki.table.people.identity import ACCOUNT, Person
from senki.table.play.daily import day_clock, due_of
from senki.table.play.fairness import check_branch, check_no_running_game
from senki.table.play.hall import Hall
from senki.table.play.live import DICE, moves, standing
from senki.table.play.wire import ENCODER
from senki.table.play.wishes import ClockWish, DaysWish, NewTable
from senki.table.refusals import Refused
from senki.table.store.pens import Row
from senki.table.store.rows import TO_RATE, UNRATED, Clock, SeatRow, TableRow
from senki.table.store.schema import SEATS, TABLES
from senki.table.texts import TABLE_NAME, as_name

NEW_DICE = seeded_dice(0)
"""What dice are like before anything is played; each table has a seed of its own."""
MOST_MOVES = 20_000
"""Moves of a record that may be loaded."""


async def found_table(hall: Hall, person: Person, wish: NewTable, address: str) -> tuple[str, dict[str, str]]:
    """Store a new table; returns its id and the tokens of its links; raises Refused."""
    try:
        game = hall.game(wish.game)
        scenario = game.scenario(wish.scenario).id
        game.settings(wish.options, scenario)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    check_sides(game, wish)
    beginning = await _beginning(hall, game, scenario, wish, address)
    if wish.record is not None:
        await check_no_running_game(hall, person.id, game.key, beginning)
    row, seats = rows_of(game, beginning, person, wish, hall.watch.date())
    await hall.writer.write(*statements_for(row, seats), entries=entries_of(row, beginning))
    hall.go_on(await hall.table(row.id))
    return row.id, {seat.side: seat.token for seat in seats if seat.kind == "link"}


def fresh_id() -> str:
    """An id that nobody guesses. It begins with a letter or a figure: a command would take a dash for an option."""
    while True:
        found = secrets.token_urlsafe(9)
        if found[0].isalnum():
            return found


def rows_of(
    game: Game, beginning: Beginning, person: Person, wish: NewTable, now: float = 0.0
) -> tuple[TableRow, list[SeatRow]]:
    """A new table and its seats. Days for a move run from `now` on if nobody else has to sit down."""
    row = _row(fresh_id(), game, beginning, person.id, wish)
    seats = wished_seats(game, row.id, person, wish)
    if wish.clock is not None:
        row.clock, row.due = clock_for(game, row, seats, wish.clock, now)
    row.entropy = json.dumps(beginning.entropy or [])
    return row, seats


def check_sides(game: Game, wish: NewTable) -> None:
    """Refuse seats for sides that are not in the game."""
    unknown = set(wish.seats) - {side.id for side in game.sides}
    if unknown:
        raise Refused("unknown", why=f"there is no side '{min(unknown)}' in {game.key}")


def wished_seats(game: Game, table_id: str, person: Person, wish: NewTable) -> list[SeatRow]:
    """The seats as they were asked for; a side that was not named is open."""
    seats = []
    for side in game.sides:
        kind, _, level = wish.seats.get(side.id, "open").partition(":")
        seat = SeatRow(table_id, side.id, kind, None, "", int(level or 0), "", "")
        if kind == "me":
            seat.kind, seat.person, seat.name = "person", person.id, person.name
        elif kind == "link":
            seat.token = secrets.token_urlsafe(12)
        seats.append(seat)
    return seats


async def _beginning(hall: Hall, game: Game, scenario: str, wish: NewTable, address: str) -> Beginning:
    if wish.record is not None and wish.branch is not None:
        raise Refused("malformed", why="a table begins from a record or from another table, not from both")
    if wish.record is None and wish.branch is None:
        return await set_up(hall, game, scenario, wish.options, address)
    if wish.options:
        raise Refused("malformed", because="options_come_along")
    if wish.branch is not None:
        record = await _record_of_branch(hall, wish.branch.table, wish.branch.at)
        upto = None
    else:
        try:
            record = convert(wish.record, Record, "record")
        except SenkiError as wrong:
            raise Refused("malformed", because="bad_record", detail=str(wrong)) from None
        upto = wish.upto
    if record.game != game.key:
        raise Refused("malformed", because="record_of_other_game", game=record.game)
    if len(record.moves) > MOST_MOVES:
        raise Refused("too_big", most=MOST_MOVES)
    try:
        return await hall.errands.begin(Load(record, upto), address)
    except SenkiError as wrong:
        raise Refused("malformed", because="bad_record", detail=str(wrong)) from None


async def set_up(hall: Hall, game: Game, scenario: str, options: dict[str, str], address: str) -> Beginning:
    """The beginning of a scenario with some switches set; raises Refused. Files are judged in a worker process."""
    if any(switch.takes_file and options.get(switch.id) for switch in game.switches):
        return await hall.errands.begin(Begin(game.key, scenario, options), address)
    return begin_anew(game.key, scenario, options)


async def _record_of_branch(hall: Hall, table_id: str, at: int) -> Record:
    """The moves of another table up to one of its entries."""
    other = await hall.table(table_id)
    if other.hides:
        raise Refused("forbidden", because="branch_hidden")
    check_branch(other)
    kept = moves(standing(await hall.store.entries(table_id)))
    row = other.row
    return Record(
        game=row.game,
        rules=row.rules,
        scenario=row.scenario,
        moves=[entry.option for entry in kept if entry.n <= at],
        options=row.switches,
        start=json.loads(row.origin) if row.origin is not None else None,
    )


def _row(table_id: str, game: Game, beginning: Beginning, owner: str, wish: NewTable) -> TableRow:
    count = len(beginning.moves)
    base = 0 if beginning.seed is not None else count
    now = time()
    return TableRow(
        id=table_id,
        game=game.key,
        rules=beginning.rules,
        scenario=beginning.scenario,
        name=wish.name or game.title["en"],
        public=wish.public,
        owner=owner,
        created=now,
        updated=now,
        archived=False,
        n=count,
        base=base,
        position=beginning.position,
        origin=beginning.origin,
        start=beginning.origin if base == 0 else beginning.position,
        awaits=beginning.awaits,
        actor=beginning.actor,
        ending=beginning.ending,
        seed=beginning.seed if beginning.seed is not None else new_seed(),
        entropy="[]",
        clock=None,
        offers="[]",
        rematch=None,
        options=ENCODER.encode(beginning.options).decode(),
        dice=beginning.dice if base == 0 else NEW_DICE.version,
        mark=beginning.mark if base == 0 else NEW_DICE.first_mark,
        assisted=wish.assisted,
        due=None,
        rated=TO_RATE if is_rated(wish, owner, count) else UNRATED,
    )


def new_seed() -> str:
    """The service's own part in the dice of a new table."""
    return secrets.token_hex(32)


def is_rated(wish: NewTable, owner: str, played: int) -> bool:
    """Does a new table count for ratings? Only one of accounts, begun at the beginning; a public one if not said."""
    wished = wish.public if wish.rated is None else wish.rated
    taken = list(wish.seats.values())
    alone = taken.count("me") > 1 or any(kind.startswith("machine") for kind in taken)
    return wished and owner.startswith(ACCOUNT) and not played and not wish.assisted and not alone


def clock_for(
    game: Game, row: TableRow, seats: list[SeatRow], wish: ClockWish | DaysWish, now: float
) -> tuple[str | None, float | None]:
    """A new table's clock as it is stored, and when its days run out."""
    if row.ending is not None:
        return None, None
    sides = [side.id for side in game.sides]
    if isinstance(wish, ClockWish):
        clock = Clock(wish.initial, wish.increment, dict.fromkeys(sides, wish.initial))
        return ENCODER.encode(clock).decode(), None
    seated = all(seat.kind in ("person", "machine") for seat in seats)
    clock = day_clock(wish.days, sides, now if seated else None)
    due = due_of(clock, row.actor, []) if row.actor is not None else None
    return ENCODER.encode(clock).decode(), due


def statements_for(row: TableRow, seats: list[SeatRow]) -> list[Executable]:
    """What stores a new table and its seats."""
    return [insert(TABLES).values(asdict(row)), insert(SEATS).values([asdict(seat) for seat in seats])]


def entries_of(row: TableRow, beginning: Beginning) -> list[Row]:
    """The log of a new table: its opening, and what was played before it; in the order of ENTRY_COLUMNS."""
    rows: list[Row] = [(row.id, 0, DICE, "", "", None, beginning.opening, row.created)]
    for number, move in enumerate(beginning.moves, 1):
        rows.append((row.id, number, move.side, "", move.option, None, move.events, row.created))
    return rows


async def rematch(hall: Hall, table_id: str, person: Person, swap: bool, address: str) -> str:
    """The table's rematch: the same seats, or changed over; made once for all who ask."""
    live = await hall.table(table_id)
    if not live.sides_of(person.id):
        raise Refused("forbidden", because="no_seat")
    if live.lesson is not None:
        raise Refused("forbidden", because="lesson_alone")
    if not live.over:
        raise Refused("pending", because="not_over")
    if live.row.rematch is not None:
        return live.row.rematch
    beginning = await set_up(hall, live.game, live.row.scenario, live.row.switches, address)
    if live.row.rematch is not None:
        return live.row.rematch
    new_id = fresh_id()
    seats = again(live.seats, new_id, swap)
    name = as_name(live.row.name, TABLE_NAME)
    wish = NewTable(
        game=live.game.key, seats={}, name=name, public=live.row.public, assisted=live.row.assisted,
        rated=live.row.rated != UNRATED,
    )  # fmt: skip
    row = _row(new_id, live.game, beginning, person.id, wish)
    if live.clock is not None:
        row.clock, row.due = clock_for(live.game, row, seats, clock_wish(live.clock), hall.watch.date())
    live.row.rematch = new_id
    note = update(TABLES).where(TABLES.c.id == table_id).values(rematch=new_id)
    try:
        await hall.writer.write(*statements_for(row, seats), note, entries=entries_of(row, beginning))
    except BaseException:
        live.row.rematch = None
        raise
    hall.tell_seats(live)
    hall.go_on(await hall.table(new_id))
    return new_id


def clock_wish(clock: Clock) -> ClockWish | DaysWish:
    """What was wished for that led to a clock."""
    return DaysWish(days=clock.days) if clock.days else ClockWish(initial=clock.initial, increment=clock.increment)


def again(seats: list[SeatRow], table_id: str, swap: bool) -> list[SeatRow]:
    """The same people and machines at a new table, each one seat further if sides are changed over."""
    turned = seats[1:] + seats[:1] if swap else seats
    return [
        replace(
            who, table_id=table_id, side=seat.side, entropy="", token=secrets.token_urlsafe(12) if who.token else ""
        )
        for seat, who in zip(seats, turned, strict=True)
    ]
