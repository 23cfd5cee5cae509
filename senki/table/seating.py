"""Taking and leaving seats, naming and putting away tables."""

from __future__ import annotations

import hmac
import json
import secrets
from dataclasses import replace

from sqlalchemy import update

from senki.engine.dice import FairDice
from senki.engine.errors import UnknownName
from senki.table.founding import entropy_of
from senki.table.hall import Hall
from senki.table.identity import Person
from senki.table.live import LiveTable
from senki.table.rows import SeatRow
from senki.table.schema import SEATS, TABLES
from senki.table.wire import Refused


async def join(hall: Hall, live: LiveTable, person: Person, side: str, token: str | None, entropy: str | None) -> None:
    """Take a free seat; on one's own seat add entropy before the first entry; raises Refused."""
    try:
        number = live.game.side(side)
    except UnknownName as wrong:
        raise Refused("unknown", why=str(wrong)) from None
    seat = live.seats[number]
    if live.over:
        raise Refused("over")
    mine = seat.kind == "person" and seat.person == person.id
    if not mine:
        check_free(seat, token)
    entropy = entropy if not live.begun else None
    if mine and not entropy:
        return
    new = replace(seat, kind="person", person=person.id, name=person.name, token="", entropy=entropy or seat.entropy)
    # Of two who reach for the same seat the database lets only one take it.
    await _change_seat(hall, live, number, seat, new)
    hall.go_on(live)


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
    for number in left:
        seat = live.seats[number]
        kind, token = ("open", "") if live.row.public else ("link", secrets.token_urlsafe(12))
        # What was added to the dice stays: rolls that were made follow from it.
        await _change_seat(hall, live, number, seat, replace(seat, kind=kind, token=token, person=None, name=""))


async def _change_seat(hall: Hall, live: LiveTable, number: int, old: SeatRow, new: SeatRow) -> None:
    await hall.settled(live)
    if live.seats[number] is not old:
        raise Refused("taken", because="somebody_quicker")
    seats = [new if i == number else seat for i, seat in enumerate(live.seats)]
    live.set_seats(seats)
    values = {
        "kind": new.kind, "person": new.person, "name": new.name, "token": new.token, "entropy": new.entropy,
    }  # fmt: skip
    same = (SEATS.c.table_id == live.id) & (SEATS.c.side == new.side)
    unchanged = (SEATS.c.kind == old.kind) & (SEATS.c.token == old.token)
    statements = [update(SEATS).where(same, unchanged).values(values)]
    entropy = entropy_of(seats) if not live.begun else live.dice.entropy
    if entropy != live.dice.entropy:
        statements.append(update(TABLES).where(TABLES.c.id == live.id).values(entropy=json.dumps(entropy)))
    try:
        await hall.change(live, *statements, what="seats")
    except BaseException:
        live.set_seats([old if i == number else seat for i, seat in enumerate(live.seats)])
        raise
    if hall.writer.notifies:
        # Another process may have been quicker: what is stored holds.
        await hall.refresh(live)
        if live.seats[number].person != new.person:
            raise Refused("taken", because="somebody_quicker")
    live.dice = FairDice(live.dice.seed, entropy)
    hall.tell_seats(live)


async def rename(hall: Hall, live: LiveTable, person: Person, name: str) -> None:
    """Give a table another name."""
    check_belongs(live, person)
    await hall.change(live, update(TABLES).where(TABLES.c.id == live.id).values(name=name), what="seats")
    live.row.name = name
    hall.tell_seats(live)


async def archive(hall: Hall, live: LiveTable, person: Person, archived: bool) -> None:
    """Put a table away, or take it out again: it is not listed, and the machine rests."""
    check_belongs(live, person)
    await hall.change(live, update(TABLES).where(TABLES.c.id == live.id).values(archived=archived), what="seats")
    live.row.archived = archived
    hall.opponents.wake(live)


def check_belongs(live: LiveTable, person: Person) -> None:
    """Only those who sit at a table or began it may change it."""
    if live.row.owner != person.id and not live.sides_of(person.id):
        raise Refused("forbidden", because="not_your_table")
