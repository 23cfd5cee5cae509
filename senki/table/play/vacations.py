"""Vacations, and the days that run out at tables nobody looks at."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from sqlalchemy import delete, insert, update

from senki.table.play.daily import DAY, due_of
from senki.table.play.hall import Hall
from senki.table.refusals import Refused
from senki.table.store.rows import Clock, Vacation
from senki.table.store.schema import TABLES, VACATIONS

LOG = logging.getLogger("senki.table")
ALLOWANCE = 30
"""Days of vacation in a year."""
YEAR = 365 * DAY
SWEEP_EVERY = 30.0
"""Seconds between two looks at the tables whose days may have run out."""
MOST_DUE = 100
"""Tables that one look takes up."""


def spent(vacations: list[Vacation], now: float) -> float:
    """Days of vacation in the year up to now, those that were declared ahead included; each counts for one at least."""
    since = now - YEAR
    lasting = [one.last - max(one.first, since) for one in vacations if one.last > since]
    return sum(max(seconds, DAY) for seconds in lasting) / DAY


def left(vacations: list[Vacation], now: float) -> int:
    """Whole days of vacation that may still be declared."""
    return max(0, int(ALLOWANCE - spent(vacations, now) + 1e-6))


def running(vacations: list[Vacation], now: float) -> Vacation | None:
    """The vacation somebody is on."""
    return next((one for one in vacations if one.first <= now < one.last), None)


async def declare(hall: Hall, person: str, days: int) -> None:
    """Be on vacation from now on for so many days; with none, be back. Raises Refused if the year has not so many."""
    now = hall.watch.date()
    known = (await hall.store.vacations_of([person]))[person]
    present = running(known, now)
    kept = [one for one in known if one is not present]
    cut = [Vacation(present.first, now)] if present is not None and present.first < now else []
    statements = [delete(VACATIONS).where(VACATIONS.c.person == person, VACATIONS.c.last < now - 2 * YEAR)]
    if present is not None:
        same = (VACATIONS.c.person == person) & (VACATIONS.c.first == present.first)
        statements.append(delete(VACATIONS).where(same))
    # Whoever prolongs a vacation goes on with it: it is one, not two.
    made = cut if not days else [Vacation(present.first if present is not None else now, now + days * DAY)]
    if days and spent([*kept, *made], now) > ALLOWANCE + 1e-6:
        raise Refused("forbidden", because="vacation_spent", days=left([*kept, *cut], now))
    rows = [{"person": person, "first": one.first, "last": one.last} for one in made]
    tables = await hall.store.tables_with_days(person)
    # The next look at what is due reckons anew.
    due = update(TABLES).where(TABLES.c.id.in_(tables), TABLES.c.due.is_not(None)).values(due=now)
    await hall.writer.write(*statements, *(insert(VACATIONS).values(row) for row in rows), due)
    for table in tables:
        if hall.writer.notifies:
            await hall.writer.write(notice=hall.writer.notice(table, "seats"))
        if table in hall.live:
            await hall.refresh(hall.live[table])
    await sweep(hall)


async def watch_days(hall: Hall) -> None:
    """End tables whose days for a move have run out, though nobody looks at them."""
    while True:
        await sweep(hall)
        await asyncio.sleep(SWEEP_EVERY)


async def sweep(hall: Hall) -> None:
    """Look once at the tables whose days may have run out; those whose player is on vacation wait for its end."""
    now = hall.watch.date()
    for table, due, stored, side, person in await hall.store.days_due(now, MOST_DUE):
        try:
            clock = msgspec.json.decode(stored, type=Clock)
            vacations = (await hall.store.vacations_of([person]))[person] if person else []
            really = due_of(clock, side, vacations)
            if really is None or really > now:
                later = (TABLES.c.id == table) & (TABLES.c.due == due)
                await hall.writer.write(update(TABLES).where(later).values(due=really))
                continue
            live = await hall.table(table)
            late = live.out_of_time()
            if late >= 0 and not live.busy:
                await hall.submit(live, live.end("time", "time", late, live.opponent_of(late)), "clock")
        except Refused:
            continue  # Somebody was quicker, or it cannot be read; the others must not wait for it.
        except Exception:
            LOG.exception("days could not be reckoned", extra={"table": table})
