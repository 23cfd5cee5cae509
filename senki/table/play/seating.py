"""Taking and leaving seats, naming and putting away tables."""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import replace

import msgspec
from sqlalchemy import Executable, delete, insert, select, update

from senki.engine.dice import FairDice
from senki.engine.errors import UnknownName
from senki.table.people.forgetting import OF_NOBODY
from senki.table.people.identity import Person
from senki.table.play.daily import due_of
from senki.table.play.hall import Hall
from senki.table.play.live import LiveTable, entropy_of
from senki.table.play.visitor import Visitor
from senki.table.play.wire import ENCODER
from senki.table.refusals import Refused
from senki.table.store.rows import TO_RATE, UNRATED, Clock, SeatRow
from senki.table.store.schema import SEATS, SHELVED, TABLES


async def join(hall: Hall, live: LiveTable, person: Person, side: str, token: str | None) -> None:
    """Take a free seat; raises Refused."""
    try:
        number = live.game.side(side)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    seat = live.seats[number]
    if live.over:
        raise Refused("over")
    if seat.kind == "person" and seat.person == person.id:
        return
    check_free(seat, token)
    # Of two who reach for the same seat the database lets only one take it.
    taken = replace(seat, kind="person", person=person.id, name=person.name, token="")
    await _change_seats(hall, live, {number: taken})
    if live.seats[number].person != person.id:
        raise Refused("taken", because="somebody_quicker")


async def add_entropy(hall: Hall, live: LiveTable, who: Visitor, value: str) -> None:
    """Add a person's part to the dice, for all their seats that have none; before the first entry. Raises Refused."""
    await hall.settled(live)
    sides = live.sides_of(who.person)
    if not sides:
        raise Refused("forbidden", because="no_seat")
    if live.begun or live.over:
        raise Refused("stale", because="dice_begun", at=live.n)
    lacking = [n for n in sides if not live.seats[n].entropy]
    if not lacking:
        hall.tell_seats(live, who)
        return
    await _change_seats(hall, live, {n: replace(live.seats[n], entropy=value) for n in lacking})
    if value not in live.dice.entropy:
        # Another process has rolled meanwhile.
        raise Refused("stale", because="dice_begun", at=live.n)


def check_free(seat: SeatRow, token: str | None) -> None:
    """Refuse a seat that is not to be had."""
    if seat.kind == "link":
        if token is None or not hmac.compare_digest(seat.token.encode(), token.encode()):
            raise Refused("forbidden", because="seat_by_link")
    elif seat.kind != "open":
        raise Refused("taken", because="seat_taken")


async def leave(hall: Hall, live: LiveTable, person: Person, side: str | None) -> None:
    """Stand up from one seat or all; somebody else may take it. Raises Refused."""
    await hall.settled(live)
    left = [n for n in live.sides_of(person.id) if side is None or live.game.sides[n].id == side]
    if not left:
        raise Refused("forbidden", because="no_such_seat")
    counts = await _still_to_rate(hall, live)
    if (live.row.tournament and not live.over) or (counts and live.begun and person.account):
        # Somebody else would lose the game in their place, or nobody would.
        raise Refused("forbidden", because="rated_seat")
    kind = "open" if live.row.public else "link"
    changes = {}
    for number in left:
        token = secrets.token_urlsafe(12) if kind == "link" else ""
        changes[number] = replace(live.seats[number], kind=kind, token=token, person=None, name="")
        if not live.begun:
            # Whoever sits down next adds a part of their own. Once dice have been rolled, what they follow from stays.
            changes[number].entropy = ""
    more: list[Executable] = []
    if live.begun and counts:
        # Whoever sits down next would be rated for what a guest has played.
        more.append(update(TABLES).where(TABLES.c.id == live.id).values(rated=UNRATED))
    await _change_seats(hall, live, changes, more)
    if more:
        live.row.rated = UNRATED


async def _still_to_rate(hall: Hall, live: LiveTable) -> bool:
    """Does a table count for ratings, and was it not rated yet? Whoever rates it changes what is stored alone."""
    if live.over and live.row.rated == TO_RATE and (stored := await hall.store.listed(live.id)) is not None:
        live.row.rated = stored.rated
    return live.row.rated == TO_RATE


async def _change_seats(
    hall: Hall, live: LiveTable, changes: dict[int, SeatRow], more: Sequence[Executable] = ()
) -> None:
    """Store seats that were changed, and tell them. Until the first entry the dice hang on them: all else waits."""
    seats = live.seats
    await hall.settled(live)
    old = live.seats
    if any(old[number] != seats[number] for number in changes):
        raise Refused("taken", because="somebody_quicker")
    new = [changes.get(number, seat) for number, seat in enumerate(old)]
    statements = [*(_seat_change(live, old[number], new[number]) for number in changes), *more]
    dice = live.dice
    live.gathering = not live.begun
    if live.gathering:
        live.busy = True
        dice = FairDice(dice.seed, entropy_of(new), dice.version)
        # Before the seats: whether another process has played meanwhile is then settled for them too.
        unplayed = (TABLES.c.id == live.id) & (TABLES.c.n == live.row.base)
        statements.insert(0, update(TABLES).where(unplayed).values(entropy=json.dumps(dice.entropy)))
    started = started_clock(hall, live, new)
    if started is not None:
        stored, due = ENCODER.encode(started).decode(), started_due(live, started)
        statements.append(update(TABLES).where(TABLES.c.id == live.id).values(clock=stored, due=due))
    live.set_seats(new)
    try:
        await hall.change(live, *statements, what="seats")
        live.dice = dice
        if started is not None:
            live.timer.clock = started
        await hall.learn_company(live)
        if hall.writer.notifies:
            # Another process may have been quicker: what is stored holds.
            await hall.refresh(live)
        else:
            hall.tell_seats(live)
    except BaseException:
        live.set_seats([old[i] if i in changes else seat for i, seat in enumerate(live.seats)])
        raise
    finally:
        if live.gathering:
            live.busy = live.gathering = False
        hall.go_on(live)


def started_clock(hall: Hall, live: LiveTable, seats: list[SeatRow]) -> Clock | None:
    """The clock with days for a move that begins to run because the last seat was taken; none if it is not so."""
    clock = live.clock
    if clock is None or not clock.days or clock.since is not None or live.over:
        return None
    if any(seat.kind not in ("person", "machine") for seat in seats):
        return None
    return msgspec.structs.replace(clock, since=hall.watch.date())


def started_due(live: LiveTable, clock: Clock) -> float | None:
    """When the days of the first one to choose run out; where dice say who that is, they come at once."""
    actor = live.actor()
    return due_of(clock, live.game.sides[actor].id, []) if actor >= 0 else None


def _seat_change(live: LiveTable, old: SeatRow, new: SeatRow) -> Executable:
    """What stores one changed seat, if nobody else has changed it."""
    same = (SEATS.c.table_id == live.id) & (SEATS.c.side == old.side)
    unchanged = (SEATS.c.kind == old.kind) & (SEATS.c.token == old.token) & (SEATS.c.entropy == old.entropy)
    values = {
        "kind": new.kind, "person": new.person, "name": new.name, "token": new.token, "entropy": new.entropy,
    }  # fmt: skip
    statement = update(SEATS).where(same, unchanged).values(values)
    if new.entropy != old.entropy:
        unplayed = select(TABLES.c.id).where(TABLES.c.id == live.id, TABLES.c.n == live.row.base)
        statement = statement.where(unplayed.exists())
    return statement


async def rename(hall: Hall, live: LiveTable, person: Person, name: str) -> None:
    """Give a table another name."""
    check_belongs(live, person)
    await hall.change(live, update(TABLES).where(TABLES.c.id == live.id).values(name=name), what="seats")
    live.row.name = name
    hall.tell_seats(live)


async def archive(hall: Hall, live: LiveTable, person: Person, archived: bool) -> None:
    """Put a table away, or take it out again: it is not listed, and the machine rests.

    Where others sit it is put away for this person alone: for them the game goes on.
    """
    check_belongs(live, person)
    mine = (SHELVED.c.person == person.id) & (SHELVED.c.table_id == live.id)
    if archived and {live.row.owner, *(seat.person for seat in live.seats)} - {person.id, None, *OF_NOBODY}:
        shelve = insert(SHELVED).values(person=person.id, table_id=live.id)
        await hall.change(live, delete(SHELVED).where(mine), shelve, what="seats")
        return
    if not archived:
        await hall.change(live, delete(SHELVED).where(mine), what="seats")
    await hall.change(live, update(TABLES).where(TABLES.c.id == live.id).values(archived=archived), what="seats")
    live.row.archived = archived
    hall.opponents.wake(live)


async def rename_seats(hall: Hall, person: str, name: str) -> None:
    """Call somebody by their new name at the tables that are not over."""
    running = select(TABLES.c.id).where(TABLES.c.ending.is_(None))
    seats = (SEATS.c.person == person) & SEATS.c.table_id.in_(running)
    tables = await hall.store.running_tables_of(person)
    await hall.writer.write(update(SEATS).where(seats).values(name=name))
    for table in tables:
        if hall.writer.notifies:
            await hall.writer.write(notice=hall.writer.notice(table, "seats"))
        if table in hall.live:
            await hall.settled(hall.live[table])
            await hall.refresh(hall.live[table])


def check_belongs(live: LiveTable, person: Person) -> None:
    """Only those who sit at a table or began it may change it."""
    if live.row.owner != person.id and not live.sides_of(person.id):
        raise Refused("forbidden", because="not_your_table")
